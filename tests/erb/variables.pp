$s = 'abc'
$n = 3
$l = ['b', 'a', 'c']
$h = { 'b' => 1, 'a' => ['x', 'y'], 'c' => undef }
$u = undef
$t = true
$f = false
