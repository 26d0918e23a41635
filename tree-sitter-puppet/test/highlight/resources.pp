file { '/a':
# <- type
#      ^ string
#          ^ punctuation.delimiter
  ensure => file,
# ^ property
#        ^ operator
#           ^ string.special
  *      => $rest,
# ^ operator
  mode   +> undef,
# ^ property
#        ^ operator
#           ^ constant.builtin
}
@@user { 'b': }
# <- operator
# ^ type
Exec { path => '/bin' }
# <- type
#      ^ property
User <| title == 'x' and groups == y |>
# <- type
#    ^ punctuation.bracket
#       ^ string.special
#             ^ operator
#                    ^ keyword.operator
File['a'] -> Service['b'] ~> Exec['c']
#         ^ operator
#                         ^ operator
class { 'c': }
# <- keyword
