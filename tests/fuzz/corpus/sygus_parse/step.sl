; TRUTH: safe
; EXPECT: proved
; INVARIANT 1: y == 2 * x
; WHY: version 1, with primed variables; y keeps pace with x
(set-logic LIA)
(synth-inv inv ((x Int) (y Int)))
(declare-primed-var x Int)
(declare-primed-var y Int)
(define-fun pre ((x Int) (y Int)) Bool (and (= x 0) (= y 0)))
(define-fun trans ((x Int) (y Int) (x! Int) (y! Int)) Bool
  (and (= x! (+ x 1)) (= y! (+ y 2))))
(define-fun post ((x Int) (y Int)) Bool (=> (> x 10) (> y 20)))
(inv-constraint inv pre trans post)
(check-synth)
