class a($b) {
# <- local.scope
#       ^ local.definition
  $c = $b
# ^ local.definition
#      ^ local.reference
  $d.each |$e| { $e }
# ^ local.reference
#         ^ local.scope
#          ^ local.definition
  [$f, $g] = h()
#  ^ local.definition
#      ^ local.definition
}
function i($j) { if $j { $k = 1 } }
# <- local.scope
#        ^ local.definition
#                ^ !local.scope
#                        ^ local.definition
