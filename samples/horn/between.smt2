; TRUTH: safe
; EXPECT: proved
; WHY: `between` has no loop: it is what its clauses say, with what is known of `loop`
(set-logic HORN)
(declare-fun loop (Int Int) Bool)
(declare-fun between (Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (loop x y))))
(assert (forall ((x Int) (y Int)) (=> (loop x y) (loop (+ x 1) (+ y 1)))))
(assert (forall ((x Int) (y Int) (d Int)) (=> (and (loop x y) (= d (- x y))) (between d))))
(assert (forall ((d Int)) (=> (between d) (= d 0))))
(check-sat)
