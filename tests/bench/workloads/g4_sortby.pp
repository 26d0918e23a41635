# A comparator that must be asked: rows by one of their entries.
$g_rows = Integer[1,100000].map |$i| { { 'id' => $i, 'n' => ($i * 7919 + 13) % 100003 } }
#=== measure
$g_rows.sort |$a, $b| { compare($b['n'], $a['n']) }[50000]['id']
