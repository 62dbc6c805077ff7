; TRUTH: safe
; EXPECT: proved
; WHY: rules and a query; what is asked for cannot be derived
(declare-rel loop (Int Int))
(declare-rel bad ())
(declare-var x Int)
(declare-var y Int)
(rule (loop 0 0))
(rule (=> (and (loop x y) (< x 10)) (loop (+ x 1) (+ y x))) step)
(rule (=> (and (loop x y) (< y 0)) bad))
(query bad :print-certificate true)
