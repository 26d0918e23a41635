$a = @("END":json/tn$) + 1 # note
  | hello ${x} \t \$y $z
  text ${a['b']} and ${foo(1)}
  | - END
$b = foo(@(A), @("B"))
one
A
two ${two}
B
notice $x, "a ${b.c} \n $d::e \q ${1 + 2} ${if}"
if $x =~ /a\/b/ and $y[0] / 2 == 1 { include foo }
file { '/x': ensure => file, * => $h; default: mode => '0644' } -> Service['x']
@@file { 'y': } File <<| title == 'x' |>> { mode => 1 }
class a::b(Integer[1, 2] $x = 1, *$rest) inherits c { $x.each |$i, $j| { notice("x") } }
function f(String $x) >> Integer[0] { return $x }
$x ? { 1 => 2, default => [1,2] }
case $x { 1, 2: { } default: { fail('x') } }
type A = Variant[String, Struct[{a => Integer}]]
node 'a', /b/, default, a.b.c { }
$y = $x ? /a/ => b
'it\'s'
File { owner => root }
[1, a => 2, type]
unless $x { 1 } else { 2 }
