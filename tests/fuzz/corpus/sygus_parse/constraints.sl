; TRUTH: safe
; EXPECT: proved
; WHY: version 2 with clauses in place of inv-constraint, and a relation that leaves y open
(set-logic LIA)
(synth-fun inv ((x Int) (y Int)) Bool)
(declare-var x Int)
(declare-var y Int)
(declare-var z Int)
(constraint (=> (and (= x 1) (= y 0)) (inv x y)))
(constraint (=> (and (inv x y) (< y z) (< x 100)) (inv (+ x 2) z)))
(constraint (=> (inv x y) (and (distinct x 50) (>= y 0))))
(check-synth)
