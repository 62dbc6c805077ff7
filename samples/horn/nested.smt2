; TRUTH: safe
; EXPECT: proved
; WHY: a loop within a loop; the inner predicate leads back to the outer one
(set-logic HORN)
(declare-fun outer (Int Int) Bool)
(declare-fun inner (Int Int Int) Bool)
(assert (forall ((i Int) (n Int)) (=> (= i 0) (outer i n))))
(assert (forall ((i Int) (n Int)) (=> (and (outer i n) (< i n)) (inner i n 0))))
(assert (forall ((i Int) (n Int) (j Int)) (=> (and (inner i n j) (< j i)) (inner i n (+ j 1)))))
(assert (forall ((i Int) (n Int) (j Int)) (=> (and (inner i n j) (>= j i)) (outer (+ i 1) n))))
(assert (forall ((i Int) (n Int) (j Int)) (=> (inner i n j) (and (<= 0 j) (< i n)))))
(check-sat)
