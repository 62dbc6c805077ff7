; TRUTH: safe
; EXPECT: proved
; WHY: the first clause calls its variables otherwise than the loop; the answer needs what it says of them
(set-logic HORN)
(declare-fun p (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 10) (+ y 10)))))
(assert (forall ((a Int) (b Int)) (=> (and (<= 0 a) (<= a 10) (<= 0 b) (<= b 10)) (p a b))))
(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= y 0) (= x 20)) false)))
(check-sat)
