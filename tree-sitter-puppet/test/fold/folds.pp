class a {
#       ^ fold
  file { '/b':
# ^ fold
    mode => '1',
  }
  $c = [
#      ^ fold
    1,
  ]
  foo(
#    ^ fold
    { d => 1 },
#   ^ fold
  )
  case $e { 1: { } }
# ^ fold
#              ^ fold
  $f = 1
#      ^ !fold
}
