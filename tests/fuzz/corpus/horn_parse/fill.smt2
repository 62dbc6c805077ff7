; TRUTH: safe
; EXPECT: proved
; WHY: an array that is filled with zeroes, one cell in each round
(set-logic HORN)
(declare-fun fill (Int Int (Array Int Int)) Bool)
(assert (forall ((i Int) (n Int) (a (Array Int Int))) (=> (= i 0) (fill i n a))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)))
  (=> (and (fill i n a) (< i n)) (fill (+ i 1) n (store a i 0)))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (k Int))
  (=> (and (fill i n a) (>= i n) (<= 0 k) (< k n)) (= (select a k) 0))))
(check-sat)
