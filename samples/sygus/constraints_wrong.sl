; TRUTH: unsafe
; EXPECT: refuted
; WHY: from x = 1 in steps of 2 to 51
(set-logic LIA)
(synth-fun inv ((x Int)) Bool)
(declare-var x Int)
(constraint (=> (= x 1) (inv x)))
(constraint (=> (and (inv x) (< x 100)) (inv (+ x 2))))
(constraint (=> (inv x) (distinct x 51)))
(check-synth)
