; ERROR: this clause is not linear
; AT: 7:9
; WHY: two premises have no place in a program of loops
(set-logic HORN)
(declare-fun p (Int) Bool)
(assert (p 0))
(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))
(check-sat)
