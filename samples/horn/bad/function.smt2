; ERROR: only predicates can be unknown
; AT: 5:22
; WHY: an uninterpreted function is not modelled
(set-logic HORN)
(declare-fun f (Int) Int)
(check-sat)
