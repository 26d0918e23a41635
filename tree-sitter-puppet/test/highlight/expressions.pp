if $a =~ /b(c)/ and !$d { notice("x ${e} $f\n") } else { fail 'g' }
# <- keyword
#     ^ operator
#        ^ string.regexp
#               ^ keyword.operator
#                   ^ operator
#                         ^ function.call
#                                ^ string
#                                   ^ punctuation.special
#                                     ^ variable
#                                        ^ variable
#                                          ^ string.escape
#                                                 ^ keyword
#                                                        ^ function.builtin
#                                                             ^ string
$h = [1, 0x1F, 1.5, true, undef, default, a-b, c::d]
#     ^ number
#        ^ number
#              ^ number
#                   ^ boolean
#                         ^ constant.builtin
#                                ^ constant.builtin
#                                         ^ string.special
#                                              ^ string.special
$i = $j.map |$k, $l = 2| { $k / 2 }
#      ^ punctuation.delimiter
#       ^ function.method
#           ^ punctuation.bracket
#            ^ variable.parameter
#                             ^ operator
case $m { /x/: { } 'y', default: { } }
# <- keyword
#         ^ string.regexp
#                       ^ constant.builtin
$n = $o ? { 1 => 'p', default => { q => 1 } }
#       ^ operator
#             ^ operator
#                                  ^ property
unless $r in $s { } # note
# <- keyword
#         ^ keyword.operator
#                   ^ comment
include t::u
# <- function.builtin
#       ^ string.special
$v = @("END":json/tn)
#    ^ punctuation.special
#      ^ label
#            ^ attribute
#                 ^ string.escape
text ${w} \n
#^ !comment
| END
# <- !string
