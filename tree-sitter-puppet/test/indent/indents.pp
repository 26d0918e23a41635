class a {
#       ^ indent.begin
  foo(
#    ^ indent.begin
    1,
  )
# ^ indent.end indent.branch
  $b = 'c'
#      ^ indent.auto
#      ^ !indent.begin
}
# <- indent.end
