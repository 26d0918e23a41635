class a {
#       ^ indent.begin
  foo(
#    ^ indent.begin
    1,
  )
# ^ indent.end indent.branch
  $b = 'c'
#      ^ indent.ignore
#      ^ !indent.begin
}
# <- indent.end
