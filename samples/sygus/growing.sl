; TRUTH: safe
; EXPECT: proved
; WHY: nothing ends the loop and values double: runs that went on to the end of some fuel would never come back
(set-logic LIA)
(synth-inv inv ((x Int) (y Int)))
(define-fun pre ((x Int) (y Int)) Bool (and (= x 1) (= y 1)))
(define-fun trans ((x Int) (y Int) (x! Int) (y! Int)) Bool
  (and (= x! (+ x y)) (= y! (+ x! y))))
(define-fun post ((x Int) (y Int)) Bool (and (<= 1 x) (<= 1 y)))
(inv-constraint inv pre trans post)
(check-synth)
