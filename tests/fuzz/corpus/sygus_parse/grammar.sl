; ERROR: a grammar is not supported
; AT: 5:26
; WHY: what is answered would have to be looked for in the grammar
(set-logic LIA)
(synth-inv inv ((x Int)) ((S Bool)) ((S Bool ((= x 0)))))
(check-synth)
