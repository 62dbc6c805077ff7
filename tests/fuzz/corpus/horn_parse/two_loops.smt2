; TRUTH: safe
; EXPECT: proved
; WHY: one predicate for each loop; what is known after the first is what the second begins with
(set-logic HORN)
(declare-fun up (Int Int) Bool)
(declare-fun down (Int Int) Bool)
(assert (forall ((i Int) (n Int)) (=> (and (= i 0) (<= 0 n)) (up i n))))
(assert (forall ((i Int) (n Int)) (=> (and (up i n) (< i n)) (up (+ i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (up i n) (>= i n)) (down i n))))
(assert (forall ((i Int) (n Int)) (=> (and (down i n) (> i 0)) (down (- i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (down i n) (or (< i 0) (> i n))) false)))
(check-sat)
