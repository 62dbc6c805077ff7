; TRUTH: unsafe
; EXPECT: refuted
; WHY: three steps lead to y = 6
(set-logic LIA)
(synth-inv inv ((x Int) (y Int)))
(define-fun pre ((x Int) (y Int)) Bool (and (= x 0) (= y 0)))
(define-fun trans ((x Int) (y Int) (x! Int) (y! Int)) Bool
  (and (= x! (+ x 1)) (= y! (+ y 2))))
(define-fun post ((x Int) (y Int)) Bool (=> (> x 2) (< y 6)))
(inv-constraint inv pre trans post)
(check-synth)
