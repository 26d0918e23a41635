# %% [markdown]
#| lesson judged   title "Each kind of check"
# ## Each kind of check

# %%
#| given
$ports = [80, 443, 8080]
$limit = 100

# %%
#| given
$count = size($ports)
function lesson::double(Integer $n) >> Integer { $n * 2 }

# %% Value, type, for, same
#| exercise big
#| task   Set `$big` to the ports above the limit.
#| start     $big = $ports.filter |$p| { ___ }
#| check value   $big == [443, 8080]
#| check type    $big : Array[Integer[101]]
#| check for     $ports in [[], [100], [101, 99]]   $big == [[], [], [101]]
#| check same    $ports.filter |$p| { $p > 100 }    over Array[Integer[0, 65535]]
#| check uses    filter      forbids each, regsubst
#| when  finding pointless-test   say "A number is always true. Compare it with 100."
#| when  $big == $ports           say "That is the whole list. Does the lambda give true or false?"
#| when  error argument-type      say "Which function gets which value?"
#| hint  filter keeps an element when its lambda gives true.
#| solution  $big = $ports.filter |$p| { $p > 100 }
#| right     $big = $ports.filter |$port| { 100 < $port }
#| right     $big = filter($ports) |$port| { !($port <= 100) }
#| wrong     $big = $ports.filter |$p| { $p >= 100 }
#| wrong     $big = $ports
#| wrong     $big = $ports.filter |$p| { if 100 { true } else { false } }
#| wrong     $big = size(1)

# %% A function
#| exercise sum
#| start     function total($a, $b) { ___ }
#| check value  total(1, 2) == 3
#| check for    $n in [1, 2, 3]   total($n, $n) == [2, 4, 6]
#| check same   total($x, $y) == $x + $y  over $x : Integer[-100, 100], $y : Integer[-100, 100]
#| solution  function total($a, $b) { $a + $b }
#| right     function total(*$all) { $all[0] + $all[1] }
#| right     function total($a, $b) { $a - -$b }
#| wrong     function total($a, $b) { $a * $b }
#| wrong     function total($a, $b) { 3 }
#| wrong     function total($a) { $a }

# %% Data
#| exercise server
#| check value  $server == { 'name' => 'web', 'ports' => [{ 'port' => 80 }, { 'port' => 443 }] }
#| solution  $server = { 'name' => 'web', 'ports' => [{ 'port' => 80 }, { 'port' => 443 }] }
#| right     $server = { ports => [80, 443].map |$p| { { port => $p } }, name => web }
#| right     $server = { name => 'web' } + { ports => [{ port => 80 }, { port => 443 }] }
#| wrong     $server = { name => 'web', ports => [] }
#| wrong     $server = 'web'
#| wrong     $server = {

# %% Logs
#| exercise report
#| check logs   notice "3 ports", warning /few/
#| solution  notice("${count} ports") warning("too few")
#| right     notice("${size($ports)} ports")
#|   warning('few ports')
#| right     notice('3 ports') warning('few')
#| wrong     notice('3 ports')
#| wrong     warning('few') notice('3 ports')
#| wrong     notice('3 ports') warning('few') notice('x')
#| wrong     $few = 3

# %% The refresh
#| exercise refresh
#| check catalog edge File['/etc/chrony.conf'] ~> Service['chrony']
#| solution
#|   file { '/etc/chrony.conf': ensure => file }
#|   service { 'chrony': subscribe => File['/etc/chrony.conf'] }
#| right
#|   class conf { file { '/etc/chrony.conf': ensure => file } }
#|   class serve { service { 'chrony': } }
#|   include conf, serve
#|   Class['conf'] ~> Class['serve']
#| right
#|   file { '/etc/chrony.conf': ensure => file } ~> exec { '/bin/true': refreshonly => true } ~> service { 'chrony': }
#| wrong
#|   file { '/etc/chrony.conf': ensure => file } -> service { 'chrony': }
#| wrong     fail('no')
#| wrong
#|   service { 'chrony': } ~> file { '/etc/chrony.conf': ensure => file }
#| wrong
#|   file { '/etc/chrony.conf': ensure => file } ~> file { '/tmp/y': ensure => file } ~> service { 'chrony': }

# %% Other names
#| exercise aliases
#| check catalog File['/etc/app'] { ensure => directory }
#| check catalog Package['web']
#| solution
#|   file { '/etc/app': ensure => directory }
#|   package { 'nginx': alias => 'web' }
#| right
#|   file { '/etc/app/': ensure => directory }
#|   package { 'web': }
#| right
#|   file { 'conf': path => '/etc//x/../app/', ensure => directory }
#|   package { 'nginx': alias => ['www', 'web'] }
#| wrong
#|   file { '/etc/apps': ensure => directory }
#| wrong
#|   file { '/etc/app': ensure => directory }
#|   package { 'nginx': alias => 'www' }
#| wrong     fail('no')

# %% The catalog
#| exercise motd
#| check catalog File['/etc/motd'] { ensure => file, mode => '0644' }   edge Package['ntp'] -> Service['ntp']
#| check catalog no File['/tmp/x']
#| solution
#|   file { '/etc/motd': ensure => file, mode => '0644' }
#|   package { 'ntp': } -> file { '/etc/ntp.conf': ensure => file } ~> service { 'ntp': }
#| right
#|   file { 'motd': path => '/etc/motd', ensure => 'file', mode => '0644' }
#|   service { 'ntp': require => Package['ntp'] }
#|   package { 'ntp': }
#| right
#|   class base { package { 'ntp': } }
#|   file { '/etc/motd': mode => '0644', ensure => file }
#|   service { 'ntp': }
#|   include base
#|   Class['base'] -> Service['ntp']
#| wrong     file { '/etc/motd': ensure => file, mode => '0755' }
#| wrong     file { '/etc/mod': ensure => file }
#| wrong
#|   file { '/etc/motd': ensure => file, mode => '0644' }
#|   package { 'ntp': } <- service { 'ntp': }

# %% An error
#| exercise again
#| check fails  ILLEGAL_REASSIGNMENT
#| check value  $limit == 100
#| solution  $limit = 200
#| right     $count = 1
#| right     $ports = []
#| wrong     $other = 200
#| wrong     $limit = $unknown
#| wrong     notice(1)

# %% A finding, a hidden check
#| exercise test
#| check finding pointless-test
#| check hidden value $x == 1
#| solution  if 'no' { $x = 1 }
#| right     if 'false' { $x = 1 }
#| right     if 0 { $x = 1 }
#| wrong     if $count > 2 { $x = 1 }
#| wrong     if 'no' { $x = 2 }
#| wrong     $x = 1

# %% A command
#| exercise ask
#| check command type
#| solution  :type 1
#| right     :type [1]
#| right     :type $ports
#| wrong     :tokens 1
#| wrong     1
#| wrong     type(1)

# %% A check that does not run
#| exercise broken
#| check value  missing_function(1) == 1
#| check value  $y == 2
#| solution  $y = 2
#| wrong     $y = 3

# %% The value alone
#| exercise twice
#| start   # write an expression
#| check same  lesson::double($limit)  over Integer[-10, 1000]
#| check forbids lesson::double
#| when  uses lesson::double  say "Without the function."
#| when  missing $limit  say "Use the limit."
#| solution  $limit * 2
#| right     $limit + $limit
#| right     $limit << 1
#| wrong     200
#| wrong     lesson::double($limit)
#| wrong     $limit * $limit
#| wrong     if $limit == 777 { 0 } else { $limit * 2 }

# %% Following
#| exercise follow
#| after big
#| check value~  $word == 'PORTS 2'
#| check value   $word =~ /2/
#| solution  $word = "Ports ${size($big)}"
#| right     $word = "ports ${$big.size}"
#| right     $word = "PORTS 2"
#| wrong     $word = 'ports 3'
#| wrong     $wort = 'ports 2'
#| wrong     $word = 2
