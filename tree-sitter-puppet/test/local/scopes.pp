class a($b) {
# <- local.scope
#       ^ local.definition.parameter
  $c = $b
# ^ local.definition.var
#      ^ local.reference
  $d.each |$e| { $e }
# ^ local.reference
#         ^ local.scope
#          ^ local.definition.parameter
  [$f, $g] = h()
#  ^ local.definition.var
#      ^ local.definition.var
}
function i($j) { if $j { $k = 1 } }
# <- local.scope
#        ^ local.definition.function
#                ^ !local.scope
#                        ^ local.definition.var
