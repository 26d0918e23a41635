class a::b inherits c { }
#     ^ name
#                   ^ name
define d { }
#      ^ name
node 'h.example', j { }
#    ^ name
#                 ^ name
function e() { f(1) }
#        ^ name
#              ^ name
type G = Integer
#    ^ name
#        ^ name reference.type
d { 'x': }
# <- name
include i
#       ^ name reference.class
$j.each |$k| { }
#  ^ name
#        ^ !name
