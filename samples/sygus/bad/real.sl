; ERROR: sort 'Real' is not supported
; AT: 4:20
; WHY: integers, conditions and arrays only
(synth-inv inv ((x Real)))
(check-synth)
