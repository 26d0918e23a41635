# %% [markdown]
#| lesson catalogs   title "Catalogs"

# %% Attributes without a value
#| exercise attribute
#| check catalog File['/x'] { content => undef, mode => '0644' }
#| solution  file { '/x': mode => '0644' }
#| wrong     file { '/x': mode => '0644', content => 'a' }
#| wrong     file { '/x': }

# %% No reference to one resource
#| exercise titles
#| check catalog File['a', 'b']
#| solution  file { '/a': }

# %%
#| exercise no-title
#| check catalog File['']
#| solution  file { '/a': }

# %%
#| exercise no-titles
#| check catalog edge File['/a'] -> File['a', 'b']
#| solution  file { '/a': }

# %% Values that cannot be evaluated
#| exercise fails
#| check catalog File['/a'] { mode => no_such(1) }
#| solution  file { '/a': }

# %% Names of classes
#| exercise classes
#| check catalog Class['base'], Class[::other]
#| solution  class base { } class other { } include base, other
#| right     class base { } class other { } class { 'Base': } class { '::Other': }
#| wrong     class base { } class other { } include base

# %% Paths that are not absolute
#| exercise relative
#| check catalog no File['conf'], no File['//share/x'], no File['/C:/conf']
#| solution  file { '/other': }
#| right     file { '/conf': }
#| right     file { '/share/x': }
#| right     file { 'C:/conf': }

# %% Paths of a network
#| exercise network
#| check catalog no File['/share/x']
#| solution  file { '/other': }
#| right     file { '//share/x': }
#| wrong     file { '/share//x': }

# %% Absent and virtual resources
#| exercise absent
#| check catalog no User['x']
#| solution  @user { 'x': }
#| right     notify { 'x': }
#| wrong     user { 'x': }

# %% The only one of its type, or a similar one
#| exercise similar
#| check catalog Package['nginx']
#| solution  package { 'nginx': }
#| wrong     package { 'apache': }
#| wrong     package { ['apache', 'vim']: }
#| wrong     package { ['ngin', 'vim']: }
#| wrong     file { '/nginx': }

# %% Before
#| exercise before
#| check catalog edge File['/a'] -> Service['s']
#| solution  file { '/a': } -> service { 's': }
#| right     file { '/a': } -> file { ['/b', '/c']: } -> service { 's': }
#| right
#|   class one { file { '/a': } }
#|   class two { service { 's': } }
#|   include one, two
#|   Class['one'] -> Class['two']
#| right
#|   class two { service { 's': } }
#|   include two
#|   file { '/a': } -> Class['two']
#| right
#|   class one { file { '/a': } }
#|   include one
#|   Class['one'] -> service { 's': }
#| wrong
#|   class both { file { '/a': } service { 's': } }
#|   include both
#| wrong
#|   class one { file { '/a': } }
#|   class two { service { 's': } }
#|   class outer { contain one, two }
#|   include outer
#| wrong
#|   class inner { service { 's': } }
#|   class outer { file { '/a': } contain inner }
#|   include outer
#| wrong     service { 's': } -> file { '/a': }
#| wrong     service { 's': }
#| wrong     file { '/a': }

# %% A class before its content
#| exercise inside
#| check catalog edge Class['c'] -> File['/a']
#| solution  class c { } include c file { '/a': require => Class['c'] }
#| right     class c { contain d } class d { } include c file { '/a': require => Class['c'] }
#| wrong     class c { file { '/a': } } include c
#| wrong     class c { contain d } class d { file { '/a': } } include c
#| wrong     class c { } include c file { '/a': before => Class['c'] }

# %% Content before its class
#| exercise outside
#| check catalog edge File['/a'] -> Class['c']
#| solution  class c { } include c file { '/a': before => Class['c'] }
#| wrong     class c { file { '/a': } } include c

# %% A refresh of a class by its content
#| exercise content
#| check catalog edge File['/a'] ~> Class['c']
#| solution  class c { } include c file { '/a': notify => Class['c'] }
#| wrong     class c { file { '/a': } } include c
#| wrong     class c { } include c file { '/a': before => Class['c'] }

# %% A refresh on several ways
#| exercise ways
#| check catalog edge File['/a'] ~> Service['s']
#| solution  file { '/a': } ~> service { 's': }
#| right
#|   file { '/a': notify => [Exec['/x'], Exec['/y']] }
#|   exec { ['/x', '/y']: notify => Exec['/z'] }
#|   exec { '/z': notify => Service['s'] }
#|   service { 's': }
#| right     class c { service { 's': } } include c file { '/a': notify => Class['c'] }
#| right     class c { file { '/a': } } include c service { 's': subscribe => Class['c'] }
#| wrong
#|   file { '/a': notify => [Exec['/x'], Exec['/y']] }
#|   exec { ['/x', '/y']: notify => Exec['/z'] }
#|   exec { '/z': }
#|   service { 's': require => Exec['/z'] }
#| wrong
#|   class c { file { '/a': } service { 's': } }
#|   include c
#| wrong
#|   class c { exec { '/x': } }
#|   include c
#|   file { '/a': notify => Class['c'] }
#|   service { 's': require => Class['c'] }

# %% A resource that refreshes itself
#| exercise itself
#| check catalog edge Exec['/x'] ~> Exec['/x']
#| solution  exec { '/x': }

# %% A cycle of refreshes
#| exercise cycle
#| check catalog edge Exec['/x'] ~> Exec['/z']
#| solution
#|   exec { '/x': } ~> exec { '/y': } ~> exec { '/z': }
#| wrong
#|   exec { '/x': notify => Exec['/y'] }
#|   exec { '/y': notify => Exec['/x'] }
#|   exec { '/z': }
