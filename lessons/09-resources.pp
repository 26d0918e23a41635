# %% [markdown]
#| lesson resources   title "Resources, relationships, collectors"   needs static   minutes 40
# # Resources, relationships, collectors
# A *resource* describes one thing on a server: a file, a user, a package, a service.
# You do not write the steps to build it. You write the state that you need.
# All resources together are the *catalog*. pprepl only builds the catalog: nothing changes on your computer.

# %% The data of this chapter
#| given
$admins = ['ana', 'ben']

# %% [markdown]
# ## Declare a resource
# A resource has a type, a title and attributes: `file { 'title': attribute => value }`.
# The title of a file is its path. A colon follows the title, a comma follows each attribute.
# The name of a mode is a string, so it needs quotes: `'0644'`.

# %% A file
#| expect catalog File['/etc/hostname'] { ensure => file, mode => '0644' }
file { '/etc/hostname':
  ensure  => file,
  mode    => '0644',
  content => "web1\n",
}

# %% [markdown]
#| pane catalog
# The type with a capital letter and the title is a *reference*: `File['/etc/hostname']`.
# A reference does not declare anything. It names a resource, and you can read its attributes.
# In the notebook, the Catalog pane shows the resources that are declared so far.

# %% Read an attribute
#| quiz read-attribute   predict value
#| because  The attribute in brackets after a reference is the value that was declared: a string.
file { '/etc/issue':
  ensure => file,
  mode   => '0600',
}
File['/etc/issue']['mode']

# %% [markdown]
# One declaration can have several titles, in a list. Each title becomes a resource of its own.
# `File['/a', '/b']` is a list of two references. Try `:catalog` and `:resource File['/srv']` at the prompt.

# %% Several titles
#| run several-titles
#| expect true File['/srv/www']['ensure'] == 'directory'
#| expect true $places == [File['/srv'], File['/srv/www']]
#| expect catalog File['/srv'] { ensure => directory }   File['/srv/www'] { ensure => directory }
file { ['/srv', '/srv/www']:
  ensure => directory,
}
$places = File['/srv', '/srv/www']

# %% [markdown]
# People who log in see the file `/etc/motd`. Everyone may read it, and only root may write it: its mode is 0644.

# %% The message of the day
#| exercise motd-file
#| task   Complete the file `/etc/motd`: it is a file with the mode 0644 and the content "Welcome to web1" with a line end.
#| start
#|   file { '/etc/motd':
#|     ensure  => ___,
#|     content => "Welcome to web1\n",
#|   }
#| check catalog  File['/etc/motd'] { ensure => file, mode => '0644', content => "Welcome to web1\n" }
#| when  File['/etc/motd']['mode'] == 644    say "A mode is a string, because its first digit is 0 and counts. Put it in quotes."
#| when  File['/etc/motd']['mode'] == '644'  say "The task asks for four digits. The first one is 0."
#| when  File['/etc/motd']['ensure'] == 'directory'   say "A directory has no content. Which value of `ensure` describes a file?"
#| when  error syntax                        say "Look at the signs: a colon after the title, `=>` in each attribute, a comma after it."
#| when  File['/etc/motd']['content'] =~ /\\n/   say "The two characters \ and n are in the content. Only double quotes turn them into a line end."
#| when  File['/etc/motd']['mode'] == undef  say "The file has no mode yet. Each attribute is one more line: name, `=>`, value, comma."
#| hint  The hole is a word that says which kind of thing is at this path.
#| hint  Add an attribute with the name `mode`. Its value is a string of four digits.
#| hint  ensure => file, and mode => '0644'.
#| solution
#|   file { '/etc/motd':
#|     ensure  => file,
#|     mode    => '0644',
#|     content => "Welcome to web1\n",
#|   }
#| right
#|   $wanted = { 'ensure' => 'file', 'mode' => '0644', 'content' => "Welcome to web1\n" }
#|   file { '/etc/motd': * => $wanted }
#| right
#|   file {
#|     default:
#|       mode   => '0644',
#|       ensure => file;
#|     '/etc/motd':
#|       content => @(END);
#|         Welcome to web1
#|         | END
#|   }
#| wrong     file { '/etc/motd': ensure => file, mode => 644, content => "Welcome to web1\n" }
#| wrong     file { '/etc/motd': ensure => file, mode => '644', content => "Welcome to web1\n" }
#| wrong     file { '/etc/motd': ensure => file, mode => '0644', content => 'Welcome to web1\n' }
#| wrong     file { '/etc/motd': ensure => directory, mode => '0644', content => "Welcome to web1\n" }
#| wrong     file { '/etc/motd' ensure => file, mode => '0644', content => "Welcome to web1\n" }
#| wrong     file { '/etc/motd': ensure => file, content => "Welcome to web1\n" }

# %% [markdown]
# ## One title, one resource
# The catalog describes one state. Two declarations of the same thing could disagree.

# %% Declare a user twice
#| quiz declared-twice   predict fails
#| options  yes, no
#| because  A type and a title name one resource of the catalog. Puppet rejects a second declaration, also with other attributes.
user { 'www': ensure => present }
user { 'www': shell => '/bin/sh' }

# %% [markdown]
# In a loop, each round needs a title of its own. The error of the next cell shows two different mistakes: find them both.

# %% A user for each admin
#| exercise admins
#| task   Declare a user for each name in `$admins`: present, with the shell `/bin/bash`. Fix the title and add the shell.
#| start
#|   $admins.each |$name| {
#|     user { 'name': ensure => present }
#|   }
#| check catalog  User['ana'] { ensure => present, shell => '/bin/bash' }   User['ben'] { ensure => present, shell => '/bin/bash' }
#| check for      $admins in [['kim'], ['eva', 'tom']]   [defined(User['ana']), defined(User['kim']), defined(User['eva']), defined(User['tom'])] == [[false, true, false, false], [false, false, true, true]]
#| when  error declared-twice   say "Each round declares the same title. Which variable differs from round to round?"
#| when  User['ana']['shell'] == undef   say "The users are right. They have no shell yet: add an attribute."
#| when  error syntax           say "Look at the signs: a colon after the title, a comma between two attributes."
#| hint  The title may be a variable. Quotes make a fixed string of it.
#| hint  `user { $name: .. }` declares the user of the round.
#| hint  The second attribute is shell => '/bin/bash'. A comma is between the two.
#| solution
#|   $admins.each |$name| {
#|     user { $name:
#|       ensure => present,
#|       shell  => '/bin/bash',
#|     }
#|   }
#| right     user { $admins: ensure => present, shell => '/bin/bash' }
#| right
#|   $attributes = { 'ensure' => 'present', 'shell' => '/bin/bash' }
#|   $admins.each |$i, $who| { user { "${who}": * => $attributes } }
#| wrong     $admins.each |$name| { user { '$name': ensure => present, shell => '/bin/bash' } }
#| wrong     $admins.each |$name| { user { $name: ensure => present } }
#| wrong     $admins.each |$name| { user { $name: ensure => present shell => '/bin/bash' } }
#| wrong     user { ['ana', 'ben']: ensure => present, shell => '/bin/bash' }
#| wrong     $admins.each |$name| { user { $name: ensure => absent, shell => '/bin/bash' } }

# %% [markdown]
# ## Relationships
# A service needs its package first. The arrow `->` says: apply the left resource before the right one.
# `~>` says the same, and adds: when the left resource changes, the right one restarts or refreshes.
# You can also write it as an attribute: `require`, `before`, `notify`, `subscribe`. Its value is a reference.

# %% A package and its service
#| expect catalog edge Package['openssh-server'] -> Service['sshd']
package { 'openssh-server': ensure => installed }
service { 'sshd':
  ensure  => running,
  require => Package['openssh-server'],
}

# %% Which one is first?
#| quiz which-first   predict which
#| options  the package, the service, either of them
#| answer   the package
#| expect catalog edge Package['rsync'] -> Service['rsync']
#| because  `before` puts the package in front of the service. The order in the source does not change that.
service { 'rsync': ensure => running }
package { 'rsync':
  ensure => installed,
  before => Service['rsync'],
}

# %% [markdown]
# A reference starts with a capital letter. In `package['nginx']`, Puppet sees the string `package` and an index.

# %% The web server
#| exercise web-server
#| task   The service `nginx` must come after the package `nginx`. The cell fails: fix it.
#| start
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx':
#|     ensure  => running,
#|     require => package['nginx'],
#|   }
#| check catalog  Package['nginx'] { ensure => installed }   Service['nginx'] { ensure => running }   edge Package['nginx'] -> Service['nginx']
#| check value    Package['nginx']['require'] == undef
#| when  error index        say "The reference has a small letter. How do you write a reference to a package?"
#| when  finding undeclared-reference   say "This reference names a resource that is not declared. Compare the titles letter by letter."
#| when  finding dependency-cycle       say "Each of the two is before the other. Keep only one relationship."
#| when  Service['nginx']['before'] =~ NotUndef   say "`before` puts the service in front of the package. You need the other direction."
#| when  error declared-twice           say "The package is already declared. A reference names it: `Package['nginx']`."
#| when  Service['nginx']['require'] =~ String   say "That is a string. A relationship needs a reference: a type with a capital letter, then the title in brackets."
#| hint  Only one character is wrong.
#| hint  `File['/etc/motd']` is a reference to a file. A reference to a package starts with `Package`.
#| solution
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx':
#|     ensure  => running,
#|     require => Package['nginx'],
#|   }
#| right
#|   package { 'nginx': ensure => installed }
#|   -> service { 'nginx': ensure => running }
#| right
#|   package { 'nginx': ensure => installed, before => Service['nginx'] }
#|   service { 'nginx': ensure => running }
#| right
#|   service { 'nginx': ensure => running }
#|   package { 'nginx': ensure => installed }
#|   Package['nginx'] ~> Service['nginx']
#| wrong
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx': ensure => running, require => Package['ngnix'] }
#| wrong
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx': ensure => running, before => Package['nginx'] }
#| wrong
#|   package { 'nginx': ensure => installed, require => Service['nginx'] }
#|   service { 'nginx': ensure => running, require => Package['nginx'] }
#| wrong
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx': ensure => running, require => 'nginx' }
#| wrong
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx': ensure => running }
#|   package { 'nginx': before => Service['nginx'] }
#| wrong
#|   package { 'nginx': ensure => installed }
#|   service { 'nginx': ensure => running }

# %% [markdown]
# ## Arrows in a row
# Several arrows form a chain. Each arrow connects its two neighbors. A list connects all of its resources.
# `:graph` at the prompt draws the resources in the order in which Puppet applies them.

# %% A chain
#| run chain
#| expect catalog edge Group['team'] -> User['kim'], User['kim'] -> File['/home/kim'], Group['team'] -> File['/home/lee']
group { 'team': ensure => present }
-> user { ['kim', 'lee']: ensure => present }
-> file { ['/home/kim', '/home/lee']: ensure => directory }

# %% [markdown]
# Relationships must not form a cycle: then none of the resources can be the first one. Puppet reports a cycle when the catalog is complete.

# %% Out of the cycle
#| exercise cycle
#| task   The proxy has two relationships that form a cycle. Keep the right one: the package comes before the service.
#| start
#|   package { 'squid':
#|     ensure  => installed,
#|     require => Service['squid'],
#|   }
#|   service { 'squid':
#|     ensure  => running,
#|     require => Package['squid'],
#|   }
#| check value    Package['squid']['require'] == undef
#| check catalog  Package['squid'] { ensure => installed }   Service['squid'] { ensure => running }   edge Package['squid'] -> Service['squid']
#| when  finding dependency-cycle   say "Each of the two still waits for the other one. Which of the two can work without the other?"
#| when  Package['squid']['require'] =~ NotUndef   say "Now the package waits for the service, but no service can run before it is installed."
#| when  Service['squid']['require'] == undef and Package['squid']['require'] == undef   say "The cycle does not exist anymore, but now the order is open. Keep one relationship."
#| hint  A service needs the files of its package. A package does not need a running service.
#| hint  Remove one of the two `require` lines.
#| hint  The package is first, so it requires nothing.
#| solution
#|   package { 'squid': ensure => installed }
#|   service { 'squid':
#|     ensure  => running,
#|     require => Package['squid'],
#|   }
#| right
#|   package { 'squid': ensure => installed, before => Service['squid'] }
#|   service { 'squid': ensure => running }
#| right
#|   package { 'squid': ensure => installed }
#|   -> service { 'squid': ensure => running }
#| wrong
#|   package { 'squid': ensure => installed, require => Service['squid'] }
#|   service { 'squid': ensure => running }
#| wrong
#|   package { 'squid': ensure => installed }
#|   service { 'squid': ensure => running }
#| wrong
#|   package { 'squid': ensure => installed }
#|   service { 'squid': ensure => running, require => Packages['squid'] }

# %% [markdown]
# ## Defaults
# A body with the title `default` holds values for the other bodies of the same declaration. Bodies end with a semicolon.
# `Exec { path => '/usr/bin' }`, without a title, sets a default for all commands of the scope.
# An attribute of the resource itself always wins. Read, predict, run.

# %% Two kinds of defaults
#| run defaults
#| expect true Exec['reload']['path'] == '/usr/bin'
#| expect true Exec['clean']['path'] == '/bin'
#| expect true File['/opt/a']['owner'] == 'root'
#| expect true File['/opt/b']['owner'] == 'ana'
Exec { path => '/usr/bin' }
exec { 'reload': command => 'systemctl reload nginx' }
exec { 'clean':
  command => 'rm -f /tmp/cache',
  path    => '/bin',
}
file {
  default:
    ensure => directory,
    owner  => 'root';
  '/opt/a': ;
  '/opt/b':
    owner => 'ana';
}

# %% Three directories
#| exercise directories
#| task   Declare the directories `/data/web`, `/data/db` and `/data/keys`. The mode is 0750; only `/data/keys` has the mode 0700.
#| check catalog  File['/data/web'] { ensure => directory, mode => '0750' }   File['/data/db'] { ensure => directory, mode => '0750' }   File['/data/keys'] { ensure => directory, mode => '0700' }
#| when  File['/data/keys']['mode'] == '0750'    say "`/data/keys` has the mode of the others. An attribute of its own wins over a default."
#| when  File['/data/keys']['mode'] =~ Integer   say "A mode is a string. Put it in quotes."
#| when  error declared-twice                    say "One of the paths is declared two times. Declare it once, with its own mode."
#| when  error override                          say "The mode is already set. Declare `/data/keys` apart from the others, or use a default."
#| when  error syntax                            say "Look at the signs between the bodies: each body ends with a semicolon."
#| when  File['/data/web']['ensure'] == 'file'   say "These paths are directories. Which value does `ensure` need?"
#| hint  Two of the directories are the same: a list of titles declares both.
#| hint  Or write one declaration with a `default:` body and three titles.
#| hint  file { default: ensure => directory, mode => '0750'; '/data/web': ; .. }
#| solution
#|   file {
#|     default:
#|       ensure => directory,
#|       mode   => '0750';
#|     '/data/web': ;
#|     '/data/db': ;
#|     '/data/keys':
#|       mode => '0700';
#|   }
#| right
#|   file { ['/data/web', '/data/db']: ensure => directory, mode => '0750' }
#|   file { '/data/keys': ensure => directory, mode => '0700' }
#| right
#|   $modes = { 'web' => '0750', 'db' => '0750', 'keys' => '0700' }
#|   $modes.each |$name, $mode| {
#|     file { "/data/${name}": ensure => directory, mode => $mode }
#|   }
#| wrong     file { ['/data/web', '/data/db', '/data/keys']: ensure => directory, mode => '0750' }
#| wrong
#|   file { ['/data/web', '/data/db']: ensure => directory, mode => 0750 }
#|   file { '/data/keys': ensure => directory, mode => 0700 }
#| wrong
#|   file { ['/data/web', '/data/db', '/data/keys']: ensure => directory, mode => '0750' }
#|   file { '/data/keys': ensure => directory, mode => '0700' }
#| wrong
#|   file { ['/data/web', '/data/db', '/data/keys']: ensure => directory, mode => '0750' }
#|   File['/data/keys'] { mode => '0700' }
#| wrong     file { '/data/web': ensure => directory, mode => '0750' '/data/db': ensure => directory, mode => '0750' }
#| wrong
#|   file { ['/data/web', '/data/db']: ensure => file, mode => '0750' }
#|   file { '/data/keys': ensure => file, mode => '0700' }

# %% [markdown]
# ## Virtual resources
# An at sign declares a *virtual* resource: `@user { .. }`. Puppet knows it, but it is not part of the catalog.
# `realize(User['guest'])` makes it part of the catalog. Any number of places may realize the same resource.

# %% Is the user guest part of the catalog?
#| quiz virtual   predict which
#| options  yes, no
#| answer   no
#| expect catalog no User['guest']
#| because  A virtual resource waits. It joins the catalog when `realize` or a collector asks for it.
@user { 'guest':
  ensure => present,
}

# %% [markdown]
# A *collector* realizes every resource that matches a test: `User <| shell == '/bin/sh' |>`.
# The test compares an attribute, the title or a tag. An empty collector `User <| |>` matches all users.

# %% Virtual users of the company
#| given
@user { ['carl', 'cleo']: ensure => present, tag => 'web' }
@user { 'dora': ensure => present, tag => 'db' }

# %% Only the web team
#| exercise web-team
#| task   The cell above declares virtual users. This is a web server: realize the users with the tag `web`, and no others.
#| check catalog  User['carl']   User['cleo']   no User['dora']
#| when  error declared-twice     say "These users are already declared, as virtual resources. Realize them."
#| when  error unsupported-expression   say "A collector starts with the type, with a capital letter."
#| when  uses include             say "`include` declares classes. A user is a resource."
#| hint  A collector starts with the type, with a capital letter: User <| .. |>.
#| hint  The test compares the attribute `tag` with the string 'web'.
#| hint  User <| tag == 'web' |>
#| solution  User <| tag == 'web' |>
#| right     realize(User['carl'], User['cleo'])
#| right     User <| title == 'carl' or title == 'cleo' |>
#| right     ['carl', 'cleo'].each |$name| { realize(User[$name]) }
#| wrong     User <| |>
#| wrong     User <| tag == 'db' |>
#| wrong     user { ['carl', 'cleo']: ensure => present }
#| wrong     user <| tag == 'web' |>
#| wrong     include carl, cleo
#| wrong     realize(User['carl'])

# %% [markdown]
# ## Change what others declared
# An attribute that is set cannot be set again: the next cell fails.

# %% Change an attribute
#| expect fails override
file { '/etc/shells': ensure => file, mode => '0600' }
File['/etc/shells'] { mode => '0644' }

# %% [markdown]
# A collector with braces can: `File <| tag == 'shop' |> { owner => 'ana' }`. It sets attributes of all resources that match the test.
# Use this power rarely: it acts from a distance.

# %% Files of the shop
#| given
file { ['/srv/shop', '/srv/shop/img']: ensure => directory, owner => 'root', tag => 'shop' }
file { '/srv/shop/key': ensure => file, owner => 'root' }

# %% A new owner
#| exercise owner
#| task   Set the owner of the files with the tag `shop` to `www-data`. The file `/srv/shop/key` keeps its owner. Do not change the cell above.
#| start  File['/srv/shop', '/srv/shop/img'] { owner => 'www-data' }
#| check catalog  File['/srv/shop'] { owner => 'www-data', ensure => directory }   File['/srv/shop/img'] { owner => 'www-data' }   File['/srv/shop/key'] { owner => 'root' }
#| when  error override          say "The owner is already set. Only a collector may change an attribute that is set."
#| when  error declared-twice    say "These files are already declared. You need to change them, not declare them again."
#| when  File['/srv/shop/key']['owner'] == 'www-data'   say "The key has the new owner too. Which test matches only the tagged files?"
#| when  File['/srv/shop']['owner'] == 'root'   say "The owner is still root. Does the test match the files, and do the braces set the owner?"
#| hint  Start with a collector of files: File <| .. |>.
#| hint  The test is tag == 'shop'. Braces with the attribute follow the collector.
#| hint  File <| .. |> { owner => .. }
#| solution  File <| tag == 'shop' |> { owner => 'www-data' }
#| right     File <| title == '/srv/shop' or title == '/srv/shop/img' |> { owner => 'www-data' }
#| right
#|   ['/srv/shop', '/srv/shop/img'].each |$path| {
#|     File <| title == $path |> { owner => 'www-data' }
#|   }
#| right     File <| tag == 'shop' and owner == 'root' |> { owner => 'www-data' }
#| wrong     File <| |> { owner => 'www-data' }
#| wrong     File <| tag == 'shop' |>
#| wrong     file { ['/srv/shop', '/srv/shop/img']: owner => 'www-data' }
#| wrong     File <| tag == 'shop' |> { owner = 'www-data' }

# %% [markdown]
# ## The clock of a server
# A real task: every server needs the right time. That is a package, a configuration file and a service.
# The three belong together in most modules of Puppet: install, configure, run. People call it the trio.

# %% Install, configure, run
#| exercise clock
#| task
#|   Declare the package `chrony` (installed) and the service `chronyd` (running, with `enable => true`). Declare the file `/etc/chrony.conf`:
#|   its content is "pool pool.ntp.org\n". The package comes before the file. With `~>`, the service restarts when the file changes.
#| check catalog  Package['chrony'] { ensure => installed }   File['/etc/chrony.conf'] { content => "pool pool.ntp.org\n" }   Service['chronyd'] { ensure => running, enable => true }
#| check catalog  edge Package['chrony'] -> File['/etc/chrony.conf'], File['/etc/chrony.conf'] -> Service['chronyd']
#| check value    Package['chrony']['require'] == undef
#| check uses     ~>
#| when  error syntax                   say "Look at the signs: a colon after each title, a comma between attributes, an arrow between two resources."
#| when  finding undeclared-reference   say "A relationship names a resource that is not declared. Compare the titles."
#| when  finding dependency-cycle       say "The relationships form a cycle. Which of the three is the first one?"
#| when  Service['chronyd']['enable'] =~ String   say "`enable` is true, the value. Quotes make a string of it."
#| when  Service['chronyd']['enable'] == undef    say "The service has no `enable` yet. It makes the service start with the server."
#| when  File['/etc/chrony.conf']['content'] =~ /\\n/   say "The two characters \ and n are in the content. Only double quotes turn them into a line end."
#| when  missing ~>                     say "The resources need the sign for: before, and refresh when it changes."
#| hint  Write the three declarations first, in the order package, file, service.
#| hint  Put -> before the file and ~> before the service.
#| hint  package { .. } -> file { .. } ~> service { .. }
#| solution
#|   package { 'chrony': ensure => installed }
#|   -> file { '/etc/chrony.conf':
#|     ensure  => file,
#|     content => "pool pool.ntp.org\n",
#|   }
#|   ~> service { 'chronyd':
#|     ensure => running,
#|     enable => true,
#|   }
#| right
#|   service { 'chronyd': ensure => running, enable => true }
#|   file { '/etc/chrony.conf':
#|     ensure  => file,
#|     content => "pool pool.ntp.org\n",
#|     require => Package['chrony'],
#|   }
#|   package { 'chrony': ensure => installed }
#|   File['/etc/chrony.conf'] ~> Service['chronyd']
#| right
#|   package { 'chrony': ensure => installed }
#|   $config = { 'ensure' => 'file', 'content' => @("END") }
#|     pool pool.ntp.org
#|     | END
#|   file { '/etc/chrony.conf': * => $config }
#|   service { 'chronyd': ensure => running, enable => true }
#|   Package['chrony'] ~> File['/etc/chrony.conf'] ~> Service['chronyd']
#| wrong
#|   package { 'chrony': ensure => installed }
#|   file { '/etc/chrony.conf': ensure => file, content => "pool pool.ntp.org\n" }
#|   service { 'chronyd': ensure => running, enable => true }
#| wrong
#|   package { 'chrony': ensure => installed }
#|   -> file { '/etc/chrony.conf': ensure => file, content => "pool pool.ntp.org\n" }
#|   ~> service { 'chronyd': ensure => running, enable => 'true' }
#| wrong
#|   package { 'chrony': ensure => installed }
#|   -> file { '/etc/chrony.conf': ensure => file, content => 'pool pool.ntp.org\n' }
#|   ~> service { 'chronyd': ensure => running, enable => true }
#| wrong
#|   package { 'chrony': ensure => installed }
#|   -> file { '/etc/chrony.conf': ensure => file, content => "pool pool.ntp.org\n" }
#|   ~> service { 'chronyd': ensure => running }
#| wrong
#|   package { 'chrony': ensure => installed }
#|   -> file { '/etc/chrony.conf' ensure => file, content => "pool pool.ntp.org\n" }
#|   ~> service { 'chronyd': ensure => running, enable => true }
#| wrong
#|   package { 'chrony': ensure => installed, require => Service['chronyd'] }
#|   -> file { '/etc/chrony.conf': ensure => file, content => "pool pool.ntp.org\n" }
#|   ~> service { 'chronyd': ensure => running, enable => true }
#| wrong
#|   package { 'chrony': ensure => installed }
#|   file { '/etc/chrony.conf': ensure => file, content => "pool pool.ntp.org\n", require => Package['chronyc'] }
#|   ~> service { 'chronyd': ensure => running, enable => true }

# %% [markdown]
# You can now describe a small server. `:catalog` lists its resources, `:graph` shows their order.
# `:resource File['/srv/shop']` shows where each attribute of a resource comes from.
#
# ## Reference: more forms
# The rest of this chapter is for looking up. `* => $hash` sets all attributes of a hash. An attribute with the value `undef` is not set.

# %% Attributes from a hash
#| expect true User['zoe']['shell'] == '/bin/zsh'
#| expect true User['zoe']['home'] == undef
$zoe = { 'ensure' => 'present', 'shell' => '/bin/zsh', 'home' => undef }
user { 'zoe': * => $zoe }

# %% [markdown]
# `create_resources` declares resources from a hash of titles. `each` with a declaration is the modern form.

# %% Resources from a hash
#| expect catalog Group['red'] { gid => 2001 }   Group['blue'] { gid => 2002 }
create_resources('group', { 'red' => { 'gid' => 2001 }, 'blue' => { 'gid' => 2002 } })

# %% [markdown]
# An override with a reference adds attributes that are not set.

# %% Add an attribute
#| expect true File['/etc/hosts']['mode'] == '0644'
file { '/etc/hosts': ensure => file }
File['/etc/hosts'] { mode => '0644' }

# %% [markdown]
# A reference may precede the declaration of its resource. A title and a known type are required.

# %% A reference before its declaration
#| expect catalog edge Package['vim'] -> File['/etc/vimrc']
Package['vim'] -> File['/etc/vimrc']
package { 'vim': ensure => installed }
file { '/etc/vimrc': ensure => file }

# %% No title
#| expect fails resource-syntax
file { ensure => file }

# %% An unknown type
#| expect fails undefined-type
fil { '/etc/passwd': ensure => file }

# %% An attribute two times
#| expect fails attribute-twice
file { '/etc/group': ensure => file, ensure => file }

# %% [markdown]
# Arrows also connect collectors. The resources of the left collector come before those of the right one.

# %% Arrows between collectors
#| expect catalog edge Package['tmux'] -> File['/etc/tmux.conf']
package { 'tmux': ensure => installed, tag => 'tools' }
file { '/etc/tmux.conf': ensure => file, tag => 'tools' }
Package <| tag == 'tools' |> -> File <| tag == 'tools' |>

# %% [markdown]
# Two at signs *export* a resource for other servers, and `<<| |>>` collects exported resources.
# That needs a database of catalogs. pprepl has none, so it logs a warning.

# %% An exported resource
#| expect log warning /store/
#| expect catalog no User['backup']
@@user { 'backup': ensure => present }
