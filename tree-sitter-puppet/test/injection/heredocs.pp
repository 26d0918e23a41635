file { '/a':
  content => @(END:json),
{ "a": 1 }
#^ json
| END
  mode => '1',
}
#^ !json
$b = foo([@(A:sh), 1], { c => @(B:ruby) })
echo
#^ bash
| A
puts
#^ ruby
#^ !bash
| B
$c = @("C":a+yaml)
d: ${e}
#^ yaml
| C
$d = @(D:toml)
x = 1
#^ toml
| D
$e = @(E:sql)
select 1
#^ sql
| E
$f = @(F:xml)
<a/>
#^ xml
| F
$g = @(G:pp)
notice 1
#^ puppet
| G
$h = @(H:epp)
<%= $a %>
#^ epp
| H
$i = @(I:lua)
print(1)
#^ lua
| I
$j = @(J)
print(1)
#^ !lua
| J
$m = [{ 'a' => { 'b' => [foo(@(M:nginx))] } }]
server { }
#^ nginx
| M
$k = $l =~ /a(b)/ # note
#           ^ regex
#                 ^ comment
