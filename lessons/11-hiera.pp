# %% [markdown]
#| lesson hiera
#| title Facts and Hiera
#| needs classes
#| minutes 35
#| facts debian-12
#| file hiera.yaml
#|   ---
#|   version: 5
#|   defaults:
#|     datadir: data
#|     data_hash: yaml_data
#|   hierarchy:
#|     - name: One server
#|       path: "nodes/%{facts.networking.hostname}.yaml"
#|     - name: Operating system
#|       path: "os/%{facts.os.family}.yaml"
#|     - name: All servers
#|       path: common.yaml
#| file data/common.yaml
#|   ---
#|   lookup_options:
#|     timesync::servers:
#|       merge: unique
#|   motd::greeting: Welcome
#|   web::port: 80
#|   webserver::port: 8080
#|   banner::text: "This is %{facts.networking.fqdn}"
#|   ntp::package: ntp
#|   ntp::servers:
#|     - 0.pool.ntp.org
#|     - 1.pool.ntp.org
#|   users:
#|     ana:
#|       uid: 1001
#|       shell: /bin/bash
#|     bo:
#|       uid: 1002
#|       shell: /bin/bash
#|   timesync::package: ntp
#|   timesync::servers:
#|     - 0.pool.ntp.org
#|   site::domain: example.com
#|   site::url: "https://www.%{lookup('site::domain')}"
#|   site::copy: "%{alias('ntp::servers')}"
#| file data/os/Debian.yaml
#|   ---
#|   ntp::package: ntpsec
#|   ntp::servers:
#|     - 0.debian.pool.ntp.org
#|   timesync::package: chrony
#|   timesync::servers:
#|     - 0.debian.pool.ntp.org
#| file data/os/RedHat.yaml
#|   ---
#|   ntp::package: chrony
#| file data/nodes/deb12.yaml
#|   ---
#|   motd::greeting: Welcome to the test server
#|   users:
#|     ana:
#|       shell: /bin/zsh
# ## Facts and Hiera
#
# The same code runs on all your servers, but the servers differ. One has Debian, one has Red Hat. One needs another port.
# *Facts* describe a server: its system, its network, its hardware. *Hiera* keeps your own data in files, outside of the code.
#
# In this chapter the code runs for a server named `deb12`. It has Debian 12.

# %% [markdown]
# ## A server describes itself
#
# The variable `$facts` is a hash. Most facts are hashes too, so you use `[..]` more than once.
# At the prompt, `:facts os` shows a part of the tree. `:facts use rhel-9` selects another server.
# Predict the three values, then run the cell.

# %% Three facts
#| run three-facts
#| expect value ['Debian', '12', 'deb12']
[
  $facts['os']['family'],
  $facts['os']['release']['major'],
  $facts['networking']['hostname'],
]

# %% [markdown]
# A key that is not in a hash gives `undef`. That is not an error yet. But what does this line do? This server has no fact `cloud`.

# %% A fact that is missing
#| quiz missing-fact predict fails
#| because `$facts['cloud']` is undef, and undef has no keys. So the second `[..]` fails.
$facts['cloud']['region']

# %% [markdown]
# ## One name for each family
#
# The web server runs as a user. Its name depends on the operating system: `www-data` on Debian, `apache` on Red Hat.
# A selector picks a value by a fact.

# %% The family of this server
#| given
$family = $facts['os']['family']

# %% The user of the web server
#| exercise web-user
#| task Set `$web_user` by `$family`: 'www-data' for 'Debian', 'apache' for 'RedHat', and 'www' for every other family.
#| start
#|   $web_user = $family ? {
#|     'Debian' => 'www-data',
#|     'RedHat' => 'apache',
#|   }
#| check value $web_user == 'www-data'
#| check for $family in ['Debian', 'RedHat', 'Suse', 'FreeBSD']   $web_user == ['www-data', 'apache', 'www', 'www']
#| when error unset-variable say "Facts are in the hash `$facts`, not in variables of their own. Here `$family` has the value that you need."
#| when $web_user == 'www-data' and $family == 'Debian' say "That is right for this server. Think of a server with a third family."
#| hint A selector without a match is an error.
#| hint Add an option for all other values: `default`.
#| solution
#|   $web_user = $family ? {
#|     'Debian' => 'www-data',
#|     'RedHat' => 'apache',
#|     default  => 'www',
#|   }
#| right
#|   $web_user = case $family {
#|     'Debian': { 'www-data' }
#|     'RedHat': { 'apache' }
#|     default:  { 'www' }
#|   }
#| right
#|   $web_users = { 'Debian' => 'www-data', 'RedHat' => 'apache' }
#|   $web_user = if $family in $web_users { $web_users[$family] } else { 'www' }
#| wrong $web_user = 'www-data'
#| wrong $web_user = $osfamily ? { 'Debian' => 'www-data', 'RedHat' => 'apache', default => 'www' }
#| wrong $web_user = $family ? { 'Debian' => 'www-data', default => 'apache' }
#| wrong $web_user = if $family == 'debian' { 'apache' } else { 'www' }

# %% [markdown]
# ## A safe way down
#
# Some servers lack some facts. `get` walks down a path and returns `undef` where the path ends, or your default.
# For example, `$facts.get('os.release.major', 'unknown')` is the text '12' here.

# %% With and without a default
#| expect value ['12', undef, 'none']
[
  $facts.get('os.release.major', 'unknown'),
  $facts.get('cloud.region'),
  $facts.get('cloud.region', 'none'),
]

# %% Facts about the hardware
#| given
$hardware = { 'board' => { 'product' => 'X11' } }

# %% The name of the board
#| exercise product
#| task `$product` is the name of the board, or 'unknown' where `$hardware` does not say it. Repair the line for servers without these entries.
#| start $product = $hardware['board']['product']
#| check value $product == 'X11'
#| check for $hardware in [{ 'board' => { 'product' => 'M2' } }, {}, { 'board' => {} }, { 'chassis' => { 'type' => 'Rack' } }]   $product == ['M2', 'unknown', 'unknown', 'unknown']
#| when $product == undef say "The path or its spelling is wrong: the board of this server is known."
#| when $product == 'unknown' say "`$product` is 'unknown', but this server has a board. Check the path."
#| when $product == 'X11' say "Right for this server. What happens when `$hardware` is empty?"
#| hint `get` takes a path with dots and a default.
#| hint Write `$hardware.get('..', 'unknown')` with the path to the product.
#| solution $product = $hardware.get('board.product', 'unknown')
#| right $product = get($hardware, 'board.product', 'unknown')
#| right
#|   $found = $hardware.dig('board', 'product')
#|   $product = if $found == undef { 'unknown' } else { $found }
#| wrong $product = $hardware.get('board.product')
#| wrong $product = 'X11'
#| wrong $product = $hardware['board']['product'] ? { undef => 'unknown', default => $hardware['board']['product'] }
#| wrong $product = $hardware.get('product', 'unknown')
#| wrong $product = $hardware.get('board.name')

# %% [markdown]
# ## Data in files
#
# Hiera reads YAML files in a fixed order. The file `hiera.yaml` says which. Here there are three levels, from special to common:
#
#     One server         data/nodes/deb12.yaml
#     Operating system   data/os/Debian.yaml
#     All servers        data/common.yaml
#
# The names of the first two files come from facts. So each server reads its own files.
# `lookup('key')` returns the value of the first file that has the key. These lines are in the files:
#
#     data/nodes/deb12.yaml   motd::greeting: Welcome to the test server
#     data/common.yaml        motd::greeting: Welcome
#                             web::port: 80

# %% Two lookups
#| run two-lookups
#| expect value ['Welcome to the test server', 80]
[lookup('motd::greeting'), lookup('web::port')]

# %% [markdown]
# Three files have the next key. Remember that this server has Debian.
#
#     data/os/Debian.yaml   ntp::package: ntpsec
#     data/os/RedHat.yaml   ntp::package: chrony
#     data/common.yaml      ntp::package: ntp

# %% Which package?
#| quiz first-wins predict value
#| options 'ntp', 'ntpsec', 'chrony'
#| because The level of the operating system comes before the common level, and the server has Debian. The file for Red Hat is not read.
lookup('ntp::package')

# %% [markdown]
# `:lookup ntp::package` at the prompt shows each level, its file and what it found there. Use it when a value surprises you.
# No file has the key `ntp::port`. Does the lookup fail?

# %% A key in no file
#| quiz missing-key predict fails
#| because A key without a value is an error. Hiera never returns undef for it: give a default where a key may be missing.
lookup('ntp::port')

# %% [markdown]
# A default goes into a hash of options: `lookup('ntp::port', { 'default_value' => 123 })`.

# %% A lookup with a default
#| expect value 123
lookup('ntp::port', { 'default_value' => 123 })

# %% A setting or nothing
#| exercise setting
#| task Write a function `setting($key)`. It returns the value of the key in Hiera, or the string 'none' when no file has the key.
#| check value ['motd::greeting', 'ntp::port', 'web::port', 'app::log_level'].map |$k| { setting($k) } == ['Welcome to the test server', 'none', 80, 'none']
#| when setting('ntp::port') =~ Undef say "A missing key returns undef now. It must be the string 'none'."
#| when setting('web::port') == 'none' say "You return 'none' for each key. Look the key up first."
#| when setting('web::port') == setting('motd::greeting') say "Every key has the same value. Use the parameter in the lookup."
#| hint The body is one call of `lookup`.
#| hint The second argument is a hash with the key 'default_value'.
#| hint `lookup($key, { 'default_value' => .. })`
#| solution
#|   function setting($key) {
#|     lookup($key, { 'default_value' => 'none' })
#|   }
#| right function setting(String $key) >> Any { lookup($key, Any, 'first', 'none') }
#| right function setting($key) { lookup($key) |$missing| { 'none' } }
#| wrong function setting($key) { lookup($key) }
#| wrong function setting($key) { 'none' }
#| wrong function setting($key) { lookup('web::port', { 'default_value' => 'none' }) }
#| wrong function setting($key) { lookup($key, { 'default_value' => undef }) }
#| wrong function setting($key) { lookup($key, 'none') }

# %% [markdown]
# ## All levels together
#
# Sometimes you want the values of all levels. The third argument of `lookup` says how to join them:
#
# - `'first'`: only the first value. This is the default.
# - `'unique'`: one list of all elements, each once.
# - `'hash'`: one hash of the keys of all levels. For a key that several levels have, the first level counts.
# - `'deep'`: like 'hash', but it also joins the hashes inside.
#
# The second argument is the type of the result. These are the servers for the time:
#
#     data/os/Debian.yaml   ntp::servers: [0.debian.pool.ntp.org]
#     data/common.yaml      ntp::servers: [0.pool.ntp.org, 1.pool.ntp.org]

# %% Only the first list
#| expect value ['0.debian.pool.ntp.org']
lookup('ntp::servers')

# %% All time servers
#| exercise all-servers
#| task Set `$ntp_servers` to the servers of all levels, with the special level first.
#| start $ntp_servers = lookup('ntp::servers', Array[String])
#| check value $ntp_servers == ['0.debian.pool.ntp.org', '0.pool.ntp.org', '1.pool.ntp.org']
#| check uses lookup
#| when $ntp_servers == ['0.debian.pool.ntp.org'] say "That is the list of the first level only. It hides the common list. How do you join the levels?"
#| when $ntp_servers =~ Array and !('0.debian.pool.ntp.org' in $ntp_servers) say "The server of the Debian level is missing."
#| when error wrong-type say "The result is a list. Which type do you give as the second argument?"
#| hint Add a third argument that names a strategy.
#| hint The strategy for lists is 'unique'.
#| solution $ntp_servers = lookup('ntp::servers', Array[String], 'unique')
#| right $ntp_servers = lookup('ntp::servers', { 'merge' => 'unique' })
#| right $ntp_servers = lookup({ 'name' => 'ntp::servers', 'value_type' => Array, 'merge' => { 'strategy' => 'unique' } })
#| wrong $ntp_servers = lookup('ntp::servers')
#| wrong $ntp_servers = ['0.debian.pool.ntp.org', '0.pool.ntp.org', '1.pool.ntp.org']
#| wrong $ntp_servers = lookup('ntp::servers', Array[String], 'all')
#| wrong $ntp_servers = lookup('ntp::servers', Array[String], 'unique') - ['0.debian.pool.ntp.org']
#| wrong $ntp_servers = lookup('ntp::servers', Hash, 'unique')

# %% [markdown]
# Hashes are harder. On this server, the user ana has another shell:
#
#     data/nodes/deb12.yaml   users: { ana: { shell: /bin/zsh } }
#     data/common.yaml        users: { ana: { uid: 1001, shell: /bin/bash },
#                                      bo:  { uid: 1002, shell: /bin/bash } }
#
# With 'hash' the result has the keys `ana` and `bo`. Which uid has ana?

# %% What is left of ana?
#| quiz hash-merge predict value
#| options 1001, undef, error
#| because 'hash' joins only the top keys. For `ana` the special file counts, and it has no uid.
lookup('users', Hash, 'hash')['ana']['uid']

# %% Complete users
#| exercise all-users
#| task Set `$all_users` to the users of all levels. Ana keeps her uid 1001 and has the shell of this server, /bin/zsh.
#| start $all_users = lookup('users', Hash, 'hash')
#| check value $all_users == { 'ana' => { 'uid' => 1001, 'shell' => '/bin/zsh' }, 'bo' => { 'uid' => 1002, 'shell' => '/bin/bash' } }
#| check uses lookup
#| when 'bo' in $all_users and $all_users['ana']['uid'] == undef say "Ana has lost her uid: 'hash' does not join the hashes inside."
#| when !('bo' in $all_users) say "Bo is missing: you have only the first level."
#| when $all_users['ana']['shell'] == '/bin/bash' say "Ana has the common shell. The value of the special level must win."
#| hint One of the four strategies also joins the hashes inside.
#| hint Use 'deep' as the third argument.
#| solution $all_users = lookup('users', Hash, 'deep')
#| right $all_users = lookup('users', { 'merge' => 'deep' })
#| right $all_users = lookup({ 'name' => 'users', 'value_type' => Hash[String, Hash], 'merge' => { 'strategy' => 'deep' } })
#| wrong $all_users = lookup('users')
#| wrong $all_users = lookup('users', Hash, 'unique')
#| wrong $all_users = lookup('users', Hash, 'hash') + { 'ana' => { 'uid' => 1001, 'shell' => '/bin/bash' } }
#| wrong $all_users = { 'ana' => { 'uid' => 1001, 'shell' => '/bin/zsh' }, 'bo' => { 'uid' => 1002, 'shell' => '/bin/bash' } }

# %% [markdown]
# ## Parameters of classes
#
# Puppet looks up the parameters of a class automatically. For the parameter `$port` of the class `webserver` the key is `webserver::port`.
# The file `data/common.yaml` says `webserver::port: 8080`. The class below has a default too. Which one counts?

# %% A default and a key
#| quiz class-default predict value
#| options 80, 8080, error
#| because Hiera comes before the default in the class. The default counts only when no file has the key.
class webserver(Integer $port = 80) {
  $address = "0.0.0.0:${port}"
}
include webserver
$webserver::port

# %% [markdown]
# A value in the declaration comes before Hiera. And data may contain facts:
#
#     data/common.yaml   banner::text: "This is %{facts.networking.fqdn}"

# %% Facts inside of data
#| run data-facts
#| expect value 'This is deb12.example.com'
#| expect true $facts['networking']['fqdn'] == 'deb12.example.com'
lookup('banner::text')

# %% The banner
#| exercise banner
#| task Write a class `banner` with the parameter `$text`, a String without a default. It manages the file /etc/motd with `$text` as its content. Then include the class, so that the text comes from Hiera.
#| check catalog File['/etc/motd'] { content => 'This is deb12.example.com' }
#| check catalog Class['banner']
#| check value $banner::text == 'This is deb12.example.com'
#| when !defined(Class['banner']) say "The class is defined, but not declared. Add `include banner` at the end."
#| when uses lookup say "You need no `lookup`: Puppet looks up the parameters of a class by their names."
#| when $banner::text != undef and $banner::text != 'This is deb12.example.com' say "The text does not come from Hiera. Remove your own text: only the parameter is needed."
#| hint The head is `class banner(String $text) {`.
#| hint Inside: `file { '/etc/motd': .. }` with the attribute `content`.
#| hint The last line is `include banner`.
#| solution
#|   class banner(String $text) {
#|     file { '/etc/motd':
#|       ensure  => file,
#|       content => $text,
#|     }
#|   }
#|   include banner
#| right
#|   class banner(String[1] $text) {
#|     file { '/etc/motd': content => "${text}", mode => '0644' }
#|   }
#|   include 'banner'
#| right
#|   class banner(
#|     String $text,
#|   ) {
#|     $where = '/etc/motd'
#|     file { $where: * => { ensure => file, content => $text } }
#|   }
#|   include Class['banner']
#| wrong
#|   class banner(String $text) {
#|     file { '/etc/motd': ensure => file, content => $text }
#|   }
#| wrong
#|   class banner(String $text) {
#|     file { '/etc/motd': ensure => file, content => $text }
#|   }
#|   class { 'banner': text => 'Hello' }
#|   include banner
#| wrong
#|   class banner {
#|     file { '/etc/motd': ensure => file, content => lookup('banner::text') }
#|   }
#|   include banner
#| wrong
#|   class banner(String $text) {
#|     file { '/etc/motd': ensure => file }
#|   }
#|   include banner

# %% [markdown]
# ## A small real task: the right time on every server
#
# A class for the time needs a package and a list of servers. Both are data, so both are in Hiera:
#
#     data/os/Debian.yaml   timesync::package: chrony
#                           timesync::servers: [0.debian.pool.ntp.org]
#     data/common.yaml      timesync::package: ntp
#                           timesync::servers: [0.pool.ntp.org]
#                           lookup_options: { timesync::servers: { merge: unique } }
#
# `lookup_options` is a key with a special meaning: it sets the strategy for another key. So the class gets both servers.

# %% Both servers, without a third argument
#| expect value ['0.debian.pool.ntp.org', '0.pool.ntp.org']
lookup('timesync::servers')

# %% The class for the time
#| exercise timesync
#| task Write and include a class `timesync` with the parameters `$package` and `$servers` from Hiera. It manages the package of that name, then the file /etc/ntp.conf, which has a line 'server NAME' for each server. Each line ends with a line break.
#| start
#|   class timesync(
#|     String[1] $package,
#|   ) {
#|     package { $package:
#|       ensure => installed,
#|     }
#|   }
#|   include timesync
#| check catalog Package['chrony']   File['/etc/ntp.conf']   edge Package['chrony'] -> File['/etc/ntp.conf']
#| check value File['/etc/ntp.conf']['content'] == "server 0.debian.pool.ntp.org\nserver 0.pool.ntp.org\n"
#| check value $timesync::servers == ['0.debian.pool.ntp.org', '0.pool.ntp.org']
#| when !defined(Class['timesync']) say "The class is not declared: add `include timesync`."
#| when !defined(File['/etc/ntp.conf']) say "The package is there. The file /etc/ntp.conf is still missing."
#| when missing $servers say "The class needs a second parameter, `$servers`. Its value comes from Hiera."
#| when File['/etc/ntp.conf']['content'] == "server 0.debian.pool.ntp.org\nserver 0.pool.ntp.org" say "The last line has no line break at its end."
#| when File['/etc/ntp.conf']['content'] =~ /\[/ say "The content shows the whole list in brackets. Make one line of each server with `map`, then `join` the lines."
#| when File['/etc/ntp.conf']['require'] == undef and Package['chrony']['before'] == undef say "The file does not wait for the package. Add a relationship between the two."
#| hint Make the lines with `$servers.map |$s| { "server ${s}\n" }`, and join them.
#| hint The file needs `require => Package[$package]`.
#| hint `content => $servers.map |$s| { "server ${s}\n" }.join`
#| solution
#|   class timesync(
#|     String[1] $package,
#|     Array[String[1]] $servers,
#|   ) {
#|     package { $package:
#|       ensure => installed,
#|     }
#|     file { '/etc/ntp.conf':
#|       ensure  => file,
#|       content => $servers.map |$s| { "server ${s}\n" }.join,
#|       require => Package[$package],
#|     }
#|   }
#|   include timesync
#| right
#|   class timesync(String $package, Array $servers) {
#|     $lines = $servers.map |$s| { "server ${s}" }
#|     package { $package: }
#|     -> file { '/etc/ntp.conf': content => "${lines.join("\n")}\n" }
#|   }
#|   include timesync
#| right
#|   class timesync(String $package, Array[String] $servers) {
#|     $content = $servers.reduce('') |$text, $s| { "${text}server ${s}\n" }
#|     file { '/etc/ntp.conf': ensure => file, content => $content }
#|     package { $package: ensure => installed, before => File['/etc/ntp.conf'] }
#|   }
#|   include 'timesync'
#| wrong
#|   class timesync(String $package, Array[String] $servers) {
#|     package { $package: ensure => installed }
#|     file { '/etc/ntp.conf': content => $servers.map |$s| { "server ${s}\n" }.join }
#|   }
#|   include timesync
#| wrong
#|   class timesync(String $package, Array[String] $servers) {
#|     package { $package: ensure => installed }
#|     file { '/etc/ntp.conf': content => "server ${servers}\n", require => Package[$package] }
#|   }
#|   include timesync
#| wrong
#|   class timesync(String $package, Array[String] $servers) {
#|     package { $package: ensure => installed }
#|     file { '/etc/ntp.conf': content => $servers.map |$s| { "server ${s}" }.join("\n"), require => Package[$package] }
#|   }
#|   include timesync
#| wrong
#|   class timesync(String $package) {
#|     package { $package: ensure => installed }
#|     file { '/etc/ntp.conf': content => "server 0.debian.pool.ntp.org\nserver 0.pool.ntp.org\n", require => Package[$package] }
#|   }
#|   include timesync
#| wrong
#|   class timesync(String $package, Array[String] $servers) {
#|     package { $package: ensure => installed }
#|     file { '/etc/ntp.conf': content => $servers.map |$s| { "server ${s}\n" }.join, require => Package[$package] }
#|   }

# %% [markdown]
# ## Well done
#
# Your code now asks the server and the data files, and the same class fits all servers.
# Try `:matrix $facts['os']['family']` at the prompt: it evaluates an expression for many kinds of servers.

# %% [markdown]
# ## Reference: facts
#
# Puppet also sets `$trusted`, `$server_facts` and `$environment`. Facts of the old form, such as `$osfamily`, are no longer set.

# %% Variables that are there
#| expect true $facts =~ Hash
#| expect true $trusted =~ Hash
#| expect true $trusted['certname'] == 'deb12.example.com'
#| expect true $server_facts =~ Hash
#| expect true $environment =~ String
#| expect true $facts['os']['color'] == undef
#| expect true $facts['osfamily'] == undef
$facts['os']['name']

# %% A fact of the old form
#| expect fails unset-variable
$osfamily

# %% [markdown]
# ## Reference: lookup
#
# A lookup can test the type of its value, take several keys, and go down a path with dots.
# A lambda can give the value of a missing key.

# %% Forms of lookup
#| expect true lookup('web::port', Integer[1, 65535]) == 80
#| expect true lookup('users.ana.shell') == '/bin/zsh'
#| expect true lookup('ntp::servers.0') == '0.debian.pool.ntp.org'
#| expect true lookup(['no::such', 'web::port']) == 80
#| expect true lookup('no::such', Integer, 'first', 5) == 5
#| expect true lookup('no::such', { 'default_value' => 5 }) == 5
#| expect true lookup('no::such') |$key| { "no ${key}" } == 'no no::such'
#| expect true lookup('web::port', { 'override' => { 'web::port' => 81 } }) == 81
#| expect true lookup('no::such', { 'default_values_hash' => { 'no::such' => 82 } }) == 82
lookup('web::port')

# %% A value of another type
#| expect fails wrong-type
lookup('web::port', String)

# %% A path through the first file only
#| expect fails hiera-data
lookup('users.ana.uid')

# %% [markdown]
# ## Reference: values inside of data
#
# `%{..}` in the data inserts a fact. `lookup` in it inserts another key, and `alias` copies a value with its type.

# %% Data that use other data
#| expect true lookup('site::url') == 'https://www.example.com'
#| expect true lookup('site::copy') == ['0.debian.pool.ntp.org']
lookup('site::domain')

# %% [markdown]
# ## Reference: the order for a parameter
#
# First comes the value in the declaration, then Hiera, then the default of the class.

# %% A value in the declaration
#| expect value 9090
class webproxy(Integer $port = 80) { }
class { 'webproxy': port => 9090 }
$webproxy::port

# %% A parameter without any value
#| expect fails
class needs_data(String $token) { }
include needs_data
