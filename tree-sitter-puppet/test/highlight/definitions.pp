class a::b(Integer[1] $x = 1, *$rest) inherits c {
# <- keyword
#     ^ type.definition
#          ^ type
#                  ^ number
#                     ^ variable.parameter
#                        ^ operator
#                             ^ operator
#                               ^ variable.parameter
#                                     ^ keyword
#                                              ^ type
  $y = $facts['os']
# ^ variable
#    ^ operator
#      ^ variable.builtin
#             ^ string
}
define d::e { }
# <- keyword
#      ^ type.definition
#           ^ punctuation.bracket
function f::g($a) >> String { return $a }
# <- keyword
#        ^ function
#                 ^ operator
#                    ^ type
#                             ^ keyword
type My::Port = Integer
# <- keyword
#    ^ type.definition
#               ^ type
node 'a.example' , default { }
# <- keyword
#    ^ string
#                ^ punctuation.delimiter
#                  ^ constant.builtin
node web.example { }
#    ^ string.special
plan p::q { }
# <- keyword
#    ^ function
