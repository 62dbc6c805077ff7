; ERROR: unknown name 'z'
; AT: 8:59
; ERROR: 'trans' does not take the arguments of the invariant
; AT: 11:21
; WHY: both are reported
(set-logic LIA)
(synth-inv inv ((x Int)))
(define-fun pre ((x Int)) Bool (and (>= x 0) (let ((y x)) z)))
(define-fun trans ((x Int) (x! Int)) Bool (= x! (+ x 1)))
(define-fun post ((x Int) (y Int)) Bool (>= x 0))
(inv-constraint inv trans trans post)
(check-synth)
