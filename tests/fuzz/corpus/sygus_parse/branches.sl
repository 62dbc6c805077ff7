; TRUTH: safe
; EXPECT: proved
; WHY: cases of the relation become branches: one by ite, one by or; the mode is a condition
(set-logic LIA)
(synth-inv inv ((x Int) (n Int) (up Bool)))
(define-fun pre ((x Int) (n Int) (up Bool)) Bool (and (= x 0) (<= 0 n) up))
(define-fun trans ((x Int) (n Int) (up Bool) (x! Int) (n! Int) (up! Bool)) Bool
  (and (= n! n)
       (ite up
            (or (and (< x n) (= x! (+ x 1)) up!) (and (>= x n) (= x! x) (not up!)))
            (and (> x 0) (= x! (- x 1)) (= up! up)))))
(define-fun post ((x Int) (n Int) (up Bool)) Bool (and (<= 0 x) (<= x n)))
(inv-constraint inv pre trans post)
(check-synth)
