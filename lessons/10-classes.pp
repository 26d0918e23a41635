# %% [markdown]
#| lesson classes   title "Classes and defined types"   needs resources   minutes 40
# # Classes and defined types
# A few resources are easy to read in a row. A server with hundreds of them needs names for its parts.
# A *class* groups resources under a name. A server has each class at most once: one clock, one firewall, one web server.
# A *defined type* is a resource type of your own. A server can have many of them: virtual hosts, users, log files.

# %% The data of this chapter
#| given
$sites = { 'shop' => { 'port' => 8081 }, 'blog' => { 'port' => 8082 } }

# %% [markdown]
# ## Define a class, then declare it
# `class NAME { .. }` defines a class: Puppet now knows the name and the body.
# `include NAME` declares it: the body runs, and its resources join the catalog.

# %% A class with two resources
#| expect catalog Class['time']   Package['ntpsec'] { ensure => installed }
class time {
  package { 'ntpsec': ensure => installed }
  service { 'ntpsec': ensure => running }
}
include time

# %% Is the file part of the catalog?
#| quiz defined-only   predict which
#| options  yes, no
#| answer   no
#| expect catalog no File['/etc/banner']
#| because  A definition is only a plan. The body runs when `include banner` declares the class.
class banner {
  file { '/etc/banner': ensure => file }
}

# %% [markdown]
# Several parts of a server may need the same class. Each of them includes it; the body runs one time.
# `:classes` at the prompt shows the declared classes as a tree.

# %% Include a class twice
#| run include-twice
#| expect log notice "the body of counter runs"
#| expect catalog Class['counter']
class counter {
  notice('the body of counter runs')
}
include counter
include counter

# %% [markdown]
# The name of a class alone is only a string. Try `:type backup` at the prompt.

# %% The classes of this server
#| given
class backup {
  package { 'restic': ensure => installed }
}
class firewall {
  service { 'nftables': ensure => running }
}

# %% Use two classes
#| exercise use-classes
#| task   Declare the classes `backup` and `firewall` of the cell above. The cell has a hole and a line without an effect.
#| start
#|   $server_classes = [backup, firewall]
#|   ___
#| check catalog  Class['backup']   Class['firewall']   Package['restic'] { ensure => installed }   Service['nftables'] { ensure => running }
#| when  error DUPLICATE_DEFINITION   say "The classes are already defined. Do not define them again: declare them."
#| when  error undefined-class     say "The name of a class is unknown. Compare it with the cell above."
#| when  error undefined-type      say "A capital letter makes a reference or a type of the name. `include` needs the name itself, in small letters."
#| when  error declared-twice      say "The resource is already declared by the class. Declare only the classes."
#| when  finding adjacent-values   say "The second name is not an argument: a comma is missing between the names."
#| when  !defined(Class['backup']) and !defined(Class['firewall'])   say "Both names are known, but nothing uses them: the name of a class alone is a string. Which function declares a class?"
#| when  !defined(Class['firewall'])   say "One class is declared. The other one is missing."
#| when  !defined(Class['backup'])     say "One class is declared. The other one is missing."
#| hint  A function declares classes. Its name is the English verb for: make it a part of.
#| hint  The function accepts one name, several names with commas, or a list.
#| hint  include ..
#| solution  include backup, firewall
#| right
#|   include backup
#|   include firewall
#| right
#|   class { 'backup': }
#|   class { 'firewall': }
#| right
#|   $server_classes = [backup, firewall]
#|   include $server_classes
#| wrong     include backup
#| wrong     include firewall
#| wrong
#|   include bakup
#|   include firewall
#| wrong     include Backup, Firewall
#| wrong     include backup firewall
#| wrong
#|   class backup { }
#|   class firewall { }
#|   include backup, firewall
#| wrong
#|   include backup, firewall
#|   package { 'restic': ensure => installed }
#| wrong     [backup, firewall].each |$name| { notice($name) }

# %% [markdown]
# ## Parameters
# A class can have parameters, with types and defaults, as a function has. In the body a parameter is a variable.
# `class { 'ntp': .. }` declares the class with values for its parameters. `include` uses the defaults, or values from data files.
# From outside, `$ntp::server` reads a variable of a class. The class must be declared before.

# %% A class with parameters
#| run parameters
#| expect true $ssh::port == 2222
#| expect true $ssh::line == 'Port 2222'
#| expect true File['/etc/ssh/port.conf']['content'] == "Port 2222\n"
#| expect true Class['ssh']['port'] == 2222
class ssh(Integer $port = 22, String $ensure = 'running') {
  $line = "Port ${port}"
  file { '/etc/ssh/port.conf': content => "${line}\n" }
  service { 'ssh': ensure => $ensure }
}
class { 'ssh':
  port => 2222,
}

# %% [markdown]
# A class is declared with values only once. Two different values for one port could not both be right.

# %% Does this cell fail?
#| quiz class-twice   predict fails
#| options  yes, no
#| because  The form with braces can declare a class only one time, and before any `include` of it. `include` may follow, as often as you like.
class proxy(Integer $port = 3128) { }
include proxy
class { 'proxy': port => 8080 }

# %% The value of a parameter
#| quiz parameter-value   predict value
#| because  The declaration sets the name. The port keeps its default, and the variable of the class uses both.
class mail(String $host = 'localhost', Integer $port = 25) {
  $address = "${host}:${port}"
}
class { 'mail': host => 'mx1' }
$mail::address

# %% [markdown]
# A value of the wrong type is an error before the body runs. The message names the class and the parameter.

# %% A printer class
#| given
class printer(Integer[1, 65535] $port, String $queue = 'main') {
  file { '/etc/printer.conf': content => "${queue} ${port}\n" }
}

# %% Declare a class with values
#| exercise printer-port
#| task   Declare the class `printer` of the cell above with the port 631 and the queue `office`. The cell fails: fix the value and complete it.
#| start
#|   class { 'printer':
#|     port => '631',
#|   }
#| check catalog  Class['printer'] { port => 631, queue => 'office' }   File['/etc/printer.conf'] { content => "office 631\n" }
#| when  error wrong-type           say "The port must be an Integer. Quotes make a string of it."
#| when  error missing-parameter    say "The port has no default, so a value is required. `include` cannot set it: use the form with braces."
#| when  error unknown-parameter    say "The class has no parameter of this name. Compare it with the cell above."
#| when  error DUPLICATE_DEFINITION   say "The class is already defined. The braces after the word `class` start a declaration: class { 'NAME': .. }."
#| when  error syntax               say "The form is class { 'NAME': PARAMETER => VALUE, .. }: name, colon and parameters are inside the braces."
#| when  $printer::queue == 'main'  say "The queue still has its default. Add the second parameter."
#| hint  A number has no quotes.
#| hint  Each parameter is a line: name, `=>`, value, comma.
#| hint  class { 'printer': port => .., queue => .. }
#| solution
#|   class { 'printer':
#|     port  => 631,
#|     queue => 'office',
#|   }
#| right
#|   $settings = { 'port' => 631, 'queue' => 'office' }
#|   class { 'printer': * => $settings }
#| right
#|   class { 'printer': queue => 'office', port => Integer('631') }
#|   include printer
#| wrong     class { 'printer': port => 631 }
#| wrong     include printer
#| wrong     class { 'printer': port => 631, queu => 'office' }
#| wrong     class printer { port => 631 }
#| wrong     class printer($port = 631, $queue = 'office') { }

# %% [markdown]
# ## Write a class
# The name of a class is written in small letters. Parameters without a default are required.
# Good classes have a default for each parameter, so that `include` works.

# %% A web server
#| exercise web-class
#| task
#|   Define the class `web` with an Integer parameter `$port`, default 80. It declares the package `nginx` (installed) and the file
#|   `/etc/nginx/port.conf` with the content "listen PORT;" and a line end. Then declare the class with the port 8080.
#| check catalog  Class['web']   Package['nginx'] { ensure => installed }   File['/etc/nginx/port.conf'] { content => "listen 8080;\n" }
#| check value    $web::port == 8080
#| check uses     class
#| when  error wrong-type          say "The types differ. Is the port a number in the default and in the declaration?"
#| when  error undefined-class     say "The class is not defined under this name, or it is defined too late."
#| when  error declared-twice      say "The class is declared two times. Use `include` or the form with braces, not both."
#| when  error unset-variable      say "The class uses a variable that it does not have. Which parameter holds the port?"
#| when  error assigned-twice      say "A parameter is set by the declaration. The body cannot set it again."
#| when  defined('web') and !defined(Class['web'])   say "The class is defined but not declared, so its resources are not part of the catalog."
#| when  $web::port == 80          say "The class has its default port. Which form of the declaration sets parameters?"
#| when  File['/etc/nginx/port.conf']['content'] == "listen 80;\n"   say "The content is the same for each port. Use the variable in the string."
#| when  File['/etc/nginx/port.conf']['content'] =~ /\$|\\n/   say "The signs of the variable or of the line end are in the content. Only double quotes replace them."
#| when  File['/etc/nginx/port.conf']['content'] == 'listen 8080;'   say "The line end is missing. In double quotes it is \n."
#| hint  Start with class web(Integer $port = 80) { .. }.
#| hint  The body has two resources. The content is "listen ${port};\n".
#| hint  After the definition: class { 'web': port => .. }
#| solution
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf':
#|       ensure  => file,
#|       content => "listen ${port};\n",
#|     }
#|   }
#|   class { 'web': port => 8080 }
#| right
#|   class { 'web': port => 8080 }
#|   class web(Integer[1] $port = 80) {
#|     $line = sprintf("listen %d;\n", $port)
#|     package { 'nginx': ensure => 'installed' }
#|     -> file { '/etc/nginx/port.conf': content => $line }
#|   }
#| right
#|   class web($port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => @("END") }
#|       listen ${port};
#|       | END
#|   }
#|   class { 'web': * => { 'port' => 8080 } }
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen ${port};\n" }
#|   }
#|   include web
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen ${port};\n" }
#|   }
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen 80;\n" }
#|   }
#|   class { 'web': port => 8080 }
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => 'listen ${port};\n' }
#|   }
#|   class { 'web': port => 8080 }
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen ${port};" }
#|   }
#|   class { 'web': port => 8080 }
#| wrong
#|   class web(Integer $port = 80) {
#|     $port = 8080
#|     package { 'nginx': ensure => installed }
#|   }
#|   include web
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen ${prt};\n" }
#|   }
#|   class { 'web': port => 8080 }
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen ${port};\n" }
#|   }
#|   class { 'web': port => '8080' }
#| wrong
#|   class web(Integer $port = 80) {
#|     package { 'nginx': ensure => installed }
#|     file { '/etc/nginx/port.conf': content => "listen ${port};\n" }
#|   }
#|   include web
#|   class { 'web': port => 8080 }
#| wrong
#|   class { 'webs': port => 8080 }
#| wrong
#|   package { 'nginx': ensure => installed }
#|   file { '/etc/nginx/port.conf': content => "listen 8080;\n" }

# %% [markdown]
# ## Classes in order
# Arrows work with classes: `Class['a'] -> Class['b']` puts all resources of `a` before all resources of `b`.
# `contain` includes a class as a part of another class. The relationships of the outer class then hold for the inner class too.

# %% One class after the other
#| run class-order
#| expect catalog Package['postgresql'] { ensure => installed }   edge Class['disk'] -> Class['database']
class disk {
  file { '/var/db': ensure => directory }
}
class database {
  package { 'postgresql': ensure => installed }
}
include disk, database
Class['disk'] -> Class['database']

# %% [markdown]
# ## Defined types
# `define NAME(..) { .. }` makes a resource type of your own. You declare it as any resource, with a title.
# In the body, `$title` holds the title. Each declaration runs the body one time.

# %% A type for virtual hosts
#| expect true File['/etc/vhosts/wiki.conf']['content'] == "port 8080\n"
#| expect true File['/etc/vhosts/docs.conf']['content'] == "port 80\n"
#| expect catalog Vhost['wiki'] { port => 8080 }
define vhost(Integer $port = 80) {
  file { "/etc/vhosts/${title}.conf":
    content => "port ${port}\n",
  }
}
vhost { 'wiki': port => 8080 }
vhost { 'docs': }

# %% Does the second declaration fail?
#| quiz same-title   predict fails
#| options  yes, no
#| because  Both declarations run the body, and both bodies declare the file /etc/keys. The titles in the body must use `$title`.
define ssh_key(String $key) {
  file { '/etc/keys': content => $key }
}
ssh_key { 'ana': key => 'AAAA' }
ssh_key { 'ben': key => 'BBBB' }

# %% [markdown]
# Each resource in the body needs a title that differs from declaration to declaration. Build it from `$title`.

# %% One file for each log
#| exercise rotate
#| task   Each `rotate` must declare the file `/etc/logrotate.d/TITLE`. Fix the body, so that the last line works.
#| start
#|   define rotate(Integer $days = 7) {
#|     file { '/etc/logrotate.d/log': content => "rotate ${days}\n" }
#|   }
#|   rotate { ['nginx', 'mail']: days => 30 }
#| check catalog  File['/etc/logrotate.d/nginx'] { content => "rotate 30\n" }   File['/etc/logrotate.d/mail'] { content => "rotate 30\n" }   Rotate['mail'] { days => 30 }
#| check uses     define
#| when  error declared-twice    say "Two resources of the body have one title. Which variable differs from declaration to declaration?"
#| when  defined(File['/etc/logrotate.d/log'])   say "The file has a fixed name. It must carry the title of the `rotate`."
#| when  defined(File['/etc/logrotate.d/title'])   say "The path has the word title. A variable starts with a dollar sign."
#| when  error unset-variable    say "Look at the name of the variable. The title of a defined type has a fixed variable."
#| hint  The path of the file must contain the title of the declaration.
#| hint  `$title` holds the title. Only double quotes replace a variable by its value.
#| hint  file { "/etc/logrotate.d/${title}": .. }
#| solution
#|   define rotate(Integer $days = 7) {
#|     file { "/etc/logrotate.d/${title}": content => "rotate ${days}\n" }
#|   }
#|   rotate { ['nginx', 'mail']: days => 30 }
#| right
#|   define rotate($days = 7, $path = "/etc/logrotate.d/${title}") {
#|     file { $path: content => "rotate ${days}\n" }
#|   }
#|   rotate { ['nginx', 'mail']: days => 30 }
#| right
#|   define rotate(Integer $days = 7) {
#|     $directory = '/etc/logrotate.d'
#|     file { join([$directory, $name], '/'): content => "rotate ${days}\n" }
#|   }
#|   rotate { 'nginx': days => 30 }
#|   rotate { 'mail': days => 30 }
#| wrong
#|   define rotate(Integer $days = 7) {
#|     file { '/etc/logrotate.d/${title}': content => "rotate ${days}\n" }
#|   }
#|   rotate { ['nginx', 'mail']: days => 30 }
#| wrong
#|   define rotate(Integer $days = 7) {
#|     file { "/etc/logrotate.d/${titel}": content => "rotate ${days}\n" }
#|   }
#|   rotate { ['nginx', 'mail']: days => 30 }
#| wrong
#|   define rotate(Integer $days = 7) {
#|     file { '/etc/logrotate.d/log': content => "rotate ${days}\n" }
#|   }
#|   rotate { 'nginx': days => 30 }
#| wrong
#|   define rotate(Integer $days = 7) {
#|     file { '/etc/logrotate.d/title': content => "rotate ${days}\n" }
#|   }
#|   rotate { 'mail': days => 30 }
#| wrong
#|   file { ['/etc/logrotate.d/nginx', '/etc/logrotate.d/mail']: content => "rotate 30\n" }

# %% A type for team members
#| exercise member
#| task
#|   Define the type `member` with a String parameter `$shell`, default `/bin/bash`. It declares the user TITLE with this shell and the
#|   directory `/home/TITLE` that belongs to the user: `owner => TITLE`. Then declare `member` for `ana`, and for `ben` with `/bin/zsh`.
#| check catalog  User['ana'] { shell => '/bin/bash' }   User['ben'] { shell => '/bin/zsh' }   File['/home/ana'] { ensure => directory, owner => 'ana' }   File['/home/ben'] { owner => 'ben' }
#| check catalog  Member['ana']   Member['ben'] { shell => '/bin/zsh' }
#| when  error declared-twice       say "Two resources have one title. Is `$title` part of each title in the body?"
#| when  error undefined-function   say "That looks like a call of a function. A defined type is declared as a resource: braces, title, colon."
#| when  error undefined-type       say "The type is unknown under this name. Is it defined, and are both names the same?"
#| when  error unknown-parameter    say "An attribute is not a parameter of the type. Compare the names."
#| when  error missing-parameter    say "`member` for `ana` has no shell of its own. Which part of a parameter sets it?"
#| when  uses class                 say "A class exists one time. For several members you need a type of your own."
#| when  defined('member') and !defined(Member['ana'])   say "The type is defined. Now declare the two members."
#| when  File['/home/ana']['owner'] == undef   say "The home directory has no owner yet. It belongs to the user of the same title."
#| when  User['ben']['shell'] == '/bin/bash'   say "`ben` has the default shell. Is the parameter used in the body, and set in the declaration?"
#| hint  Start with define member(String $shell = '/bin/bash') { .. }.
#| hint  The body has two resources: user { $title: .. } and file { "/home/${title}": .. }.
#| hint  The declarations are member { 'ana': } and member { 'ben': shell => .. }.
#| solution
#|   define member(String $shell = '/bin/bash') {
#|     user { $title:
#|       ensure => present,
#|       shell  => $shell,
#|     }
#|     file { "/home/${title}":
#|       ensure => directory,
#|       owner  => $title,
#|     }
#|   }
#|   member { 'ana': }
#|   member { 'ben': shell => '/bin/zsh' }
#| right
#|   define member($shell = '/bin/bash') {
#|     user { $name: shell => $shell }
#|     -> file { "/home/${name}": ensure => directory, owner => $name }
#|   }
#|   $people = { 'ana' => {}, 'ben' => { 'shell' => '/bin/zsh' } }
#|   $people.each |$who, $options| { member { $who: * => $options } }
#| right
#|   member {
#|     'ana': ;
#|     'ben': shell => '/bin/zsh';
#|   }
#|   define member(Optional[String] $shell = undef) {
#|     $used = $shell ? { undef => '/bin/bash', default => $shell }
#|     user { $title: shell => $used }
#|     file { "/home/${title}": ensure => directory, owner => $title }
#|   }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { 'title': shell => $shell }
#|     file { '/home/title': ensure => directory, owner => 'title' }
#|   }
#|   member { 'ana': }
#|   member { 'ben': shell => '/bin/zsh' }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { $title: shell => $shell }
#|     file { "/home/${title}": ensure => directory, owner => $title }
#|   }
#|   member('ana')
#| wrong
#|   define member(String $shell) {
#|     user { $title: shell => $shell }
#|     file { "/home/${title}": ensure => directory, owner => $title }
#|   }
#|   member { 'ana': }
#|   member { 'ben': shell => '/bin/zsh' }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { $title: shell => '/bin/bash' }
#|     file { "/home/${title}": ensure => directory, owner => $title }
#|   }
#|   member { 'ana': }
#|   member { 'ben': shell => '/bin/zsh' }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { $title: shell => $shell }
#|     file { "/home/${title}": ensure => directory }
#|   }
#|   member { 'ana': }
#|   member { 'ben': shell => '/bin/zsh' }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { $title: shell => $shell }
#|     file { "/home/${title}": ensure => directory, owner => $title }
#|   }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { $title: shell => $shell }
#|   }
#|   member { 'ana': }
#|   member { 'ben': sh => '/bin/zsh' }
#| wrong
#|   define member(String $shell = '/bin/bash') {
#|     user { $title: shell => $shell }
#|     file { "/home/${title}": ensure => directory, owner => $title }
#|   }
#|   members { ['ana', 'ben']: }
#| wrong
#|   class member($shell = '/bin/bash') {
#|     user { 'ana': shell => $shell }
#|     user { 'ben': shell => '/bin/zsh' }
#|   }
#|   include member

# %% [markdown]
# ## Many from a hash
# The hash `$sites` has a name and a hash of parameters for each site. `each` gets both, and `* => $options` passes all parameters.
# So the data of a server and the code that uses it are in different places. The next chapter keeps such data in files.

# %% A type for sites
#| given
define site_port(Integer $port, String $host = 'localhost') {
  file { "/etc/sites/${title}": content => "${host}:${port}\n" }
}

# %% All sites
#| exercise all-sites
#| task   Declare a `site_port` for each site of the hash `$sites`. The name is the title, and the inner hash has the parameters.
#| check catalog  File['/etc/sites/shop'] { content => "localhost:8081\n" }   File['/etc/sites/blog'] { content => "localhost:8082\n" }
#| check for      $sites in [{ 'wiki' => { 'port' => 1, 'host' => 'db1' } }, { 'a' => { 'port' => 2 }, 'b' => { 'port' => 3 } }]   [defined(Site_port['wiki']), defined(Site_port['a']), defined(Site_port['b']), defined(Site_port['shop'])] == [[true, false, false, false], [false, true, true, false]]
#| check for      $sites in [{ 'x' => { 'port' => 1, 'host' => 'db1' } }, { 'x' => { 'port' => 2 } }]   [Site_port['x']['port'], Site_port['x']['host']] == [[1, 'db1'], [2, 'localhost']]
#| when  error missing-parameter   say "The port of the site is missing. The inner hash holds it."
#| when  error wrong-type          say "The port gets the whole inner hash, or a string. How do you pass all parameters of a hash?"
#| when  error declared-twice      say "Each round declares the same title. Use the name of the round."
#| when  error unknown-parameter   say "The resource gets a parameter that it does not have. The inner hash has the parameters."
#| when  $sites.all |$n, $o| { defined(Site_port[$n]) }   say "Right for these sites. Another hash can have other names, or a host in its options."
#| hint  `each` on a hash has a lambda with two parameters: the name and the options.
#| hint  In the lambda, declare a `site_port` with the name as the title.
#| hint  `* => $options` sets all attributes of the hash.
#| solution
#|   $sites.each |$name, $options| {
#|     site_port { $name: * => $options }
#|   }
#| right     create_resources('site_port', $sites)
#| right
#|   $sites.map |$pair| {
#|     site_port { $pair[0]: * => $pair[1] }
#|   }
#| right
#|   $sites.keys.each |$site| {
#|     $options = { 'host' => 'localhost' } + $sites[$site]
#|     site_port { $site: port => $options['port'], host => $options['host'] }
#|   }
#| wrong     $sites.each |$name, $options| { site_port { $name: } }
#| wrong     $sites.each |$name, $options| { site_port { $name: port => $options } }
#| wrong     $sites.each |$name, $options| { site_port { 'name': * => $options } }
#| wrong     $sites.each |$name, $options| { site_port { $name: port => $options['port'], options => $options } }
#| wrong     $sites.each |$name, $options| { site_port { $name: port => $options['port'] } }
#| wrong
#|   site_port { 'shop': port => 8081 }
#|   site_port { 'blog': port => 8082 }

# %% [markdown]
# ## The clock, with a name
# In the last chapter you declared a package, a file and a service for the clock. Now you make a class of it.
# Other people can use the class without a look into its body: they choose the servers.

# %% The class ntp
#| exercise ntp
#| task
#|   Define the class `ntp` with the parameter `Array[String] $servers`, default `['pool.ntp.org']`. It declares the package `chrony`
#|   (installed), the file `/etc/chrony.conf` and the service `chronyd` (running), in this order. The file has the line "server NAME" for each
#|   server. Then declare the class with the servers `ntp1` and `ntp2`.
#| check catalog  Class['ntp'] { servers => ['ntp1', 'ntp2'] }   Package['chrony'] { ensure => installed }   File['/etc/chrony.conf'] { content => "server ntp1\nserver ntp2\n" }   Service['chronyd'] { ensure => running }
#| check catalog  edge Package['chrony'] -> File['/etc/chrony.conf'], File['/etc/chrony.conf'] -> Service['chronyd']
#| check uses     class
#| when  error wrong-type           say "The parameter needs a list of strings: brackets with strings in them."
#| when  error missing-parameter    say "The parameter has no value and no default. Set both, as the task says."
#| when  error declared-twice       say "The class is declared two times. Use the form with braces, one time."
#| when  defined('ntp') and !defined(Class['ntp'])   say "The class is defined. Now declare it with the two servers."
#| when  $ntp::servers == ['pool.ntp.org']   say "The class has its default servers. Which form of the declaration sets parameters?"
#| when  File['/etc/chrony.conf']['content'] =~ Array   say "The content is a list. Join it to one string."
#| when  File['/etc/chrony.conf']['content'] =~ /\[/   say "A list in a string shows its brackets. Make a line of each server with `map`, then join the lines."
#| when  File['/etc/chrony.conf']['content'] == "server ntp1\nserver ntp2"   say "Each line needs a line end, the last one too."
#| when  missing class              say "The resources are right for one server. Put them in a class with the name `ntp`."
#| when  finding undeclared-reference   say "A relationship names a resource that is not declared. Compare the titles."
#| hint  The lines are `$servers.map |$server| { "server ${server}\n" }`. `join` without a separator makes one string of them.
#| hint  Three resources with arrows between them: package -> file ~> service.
#| hint  After the class: class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| solution
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf':
#|       ensure  => file,
#|       content => $lines.join,
#|     }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp':
#|     servers => ['ntp1', 'ntp2'],
#|   }
#| right
#|   class { 'ntp': * => { 'servers' => ['ntp1', 'ntp2'] } }
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $config = $servers.reduce('') |$memo, $server| { "${memo}server ${server}\n" }
#|     package { 'chrony': ensure => installed, before => File['/etc/chrony.conf'] }
#|     file { '/etc/chrony.conf': content => $config }
#|     service { 'chronyd': ensure => running, subscribe => File['/etc/chrony.conf'] }
#|   }
#| right
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $names = $servers.join("\nserver ")
#|     package { 'chrony': ensure => installed }
#|     file { '/etc/chrony.conf':
#|       content => "server ${names}\n",
#|       require => Package['chrony'],
#|       notify  => Service['chronyd'],
#|     }
#|     service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines.join }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   include ntp
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines.join }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp': servers => 'ntp1' }
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => "server ${servers}\n" }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines.join("\n") }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines.join }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#| wrong
#|   class ntp(Array[String] $servers) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines.join }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   include ntp
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     -> file { '/etc/chrony.conf': content => $lines.join }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   include ntp
#|   class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| wrong
#|   class ntp(Array[String] $servers = ['pool.ntp.org']) {
#|     $lines = $servers.map |$server| { "server ${server}\n" }
#|     package { 'chrony': ensure => installed }
#|     file { '/etc/chrony.conf': content => $lines.join, require => Package['chronyc'] }
#|     ~> service { 'chronyd': ensure => running }
#|   }
#|   class { 'ntp': servers => ['ntp1', 'ntp2'] }
#| wrong
#|   package { 'chrony': ensure => installed }
#|   -> file { '/etc/chrony.conf': content => "server ntp1\nserver ntp2\n" }
#|   ~> service { 'chronyd': ensure => running }

# %% [markdown]
# You can now give names to the parts of a server. `:classes` shows the declared classes and where their parameters come from.
# `:resource Vhost['wiki']` shows a resource of your own type with its body.
#
# ## Reference: more on classes
# The rest of this chapter is for looking up. The namespace of a class uses two colons. A class in a class belongs to its namespace.

# %% A class in a namespace
#| expect true defined(Class['site::base'])
#| expect true $site::base::domain == 'example.org'
class site {
  class base { $domain = 'example.org' }
}
include site
include site::base

# %% [markdown]
# A class can inherit the variables of another class. Puppet declares the parent first. Use it only for data.

# %% Inherited variables
#| expect true File['/etc/app']['ensure'] == 'directory'
#| expect true defined(Class['app_params'])
class app_params { $dir = '/etc/app' }
class app inherits app_params {
  file { $dir: ensure => directory }
}
include app

# %% [markdown]
# The body of a class sees its own variables and those of the top scope. Nothing outside sees them without the name of the class.

# %% A variable of a class
#| expect fails unset-variable
class hidden { $secret_place = '/root' }
include hidden
notice($secret_place)

# %% A class that is not declared
#| expect fails unset-variable
class waiting { $x = 1 }
notice($waiting::x)

# %% [markdown]
# `contain` and `require` declare a class too. `require` also puts it before the class that contains the call.

# %% Contain and require
#| expect true defined(Class['app_disk']) and defined(Class['app_user'])
#| expect catalog edge Class['app_disk'] -> Class['app_server'], User['app'] -> Notify['the app is ready']
class app_disk { }
class app_user {
  user { 'app': ensure => present }
}
class app_server {
  require app_disk
  contain app_user
}
include app_server
Class['app_server'] -> notify { 'the app is ready': }

# %% [markdown]
# Unknown classes, missing parameters and unknown parameters are errors.

# %% An unknown class
#| expect fails undefined-class
include nosuchclass

# %% A parameter without a value
#| expect fails missing-parameter
class needs_key(String $key) { }
include needs_key

# %% An unknown parameter
#| expect fails unknown-parameter
class one_port(Integer $port = 1) { }
class { 'one_port': prt => 2 }

# %% Two definitions of one class
#| expect fails DUPLICATE_DEFINITION
class defined_twice { }
class defined_twice { }

# %% [markdown]
# `$name` and `$title` are the same in a defined type. A default may use them. Relationships and virtual resources work as for other types.

# %% Titles, defaults, relationships of a defined type
#| expect true Note['a']['line'] == 'note a'
#| expect true defined(Notify['note a'])
#| expect catalog no Note['c']   edge Note['a'] -> Note['b']
define note(String $line = "note ${title}") {
  notify { $line: }
}
note { 'a': }
-> note { 'b': }
@note { 'c': }

# %% A defined type is not a function
#| expect fails undefined-function
note('d')
