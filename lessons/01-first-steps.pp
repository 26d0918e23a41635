# %% [markdown]
#| lesson first-steps   title "First steps"   minutes 25
# # First steps
# You look after three servers: `web`, `db` and `mail`. Puppet is a language that describes servers.
# This chapter shows values, names, comparisons and lists, and your first resource.
#
# You type an expression and press Enter. pprepl evaluates it and prints its value.
# Nothing on your machine changes. An input that fails changes nothing either, so try everything.

# %% [markdown]
# ## Numbers
# The web server has two disks of 250 GB. An expression computes the sum:

# %% Two disks
#| expect value 500
250 + 250

# %% [markdown]
# `*` and `/` bind more tightly than `+` and `-`, as in school. Parentheses group.

# %% Which operator is first?
#| quiz precedence predict value
#| because  `*` comes first: 3 * 4 is 12, then 2 + 12. Try `:parens 2 + 3 * 4` to see the groups.
2 + 3 * 4

# %% Parentheses
#| expect value 20
(2 + 3) * 4

# %% [markdown]
# ## Strings and functions
# A string is a piece of source in quotes. A function gets values, its arguments, and does something with them.
# `notice` writes a message to the log.

# %% The first message
#| run hello
#| expect log notice "The web server is up"
notice('The web server is up')

# %% [markdown]
# Each value has a type. The type of `80` is Integer. The quotes decide: what is the type of `'80'`?

# %% A number in quotes
#| quiz quoted predict type
#| options  Integer, String, Boolean
#| because  Quotes always make a String. Puppet does not look at the characters inside.
'80'

# %% [markdown]
# ## Names for values
# `$name = value` names a value: it sets a variable. A variable starts with `$` wherever you write it.

# %% A variable
#| run variable
#| expect value 'web'
#| expect true $server == 'web'
$server = 'web'
$server

# %% [markdown]
# The next cells use these two variables: the size of a disk, and the used space, both in GB.

# %% The disk
#| given
$disk = 500
$used = 120

# %% Free space
#| exercise free-space
#| task   Set `$free` to the free space of the disk. Use the two variables, so that it is right for every disk.
#| start     $free = $disk + $used
#| check value   $free == 380
#| check for     $used in [0, 20, 500]   $free == [500, 480, 0]
#| when  $free == 620    say "620 GB is more than the disk has. Does used space add to free space?"
#| when  $free == -380   say "A negative size: which of the two variables is the larger one?"
#| when  $free == 380    say "Right for this disk only. Let Puppet compute it from `$disk` and `$used`."
#| hint  Free space is the size of the disk without the used space.
#| hint  `-` subtracts: `$a - $b`.
#| solution  $free = $disk - $used
#| right     $free = -$used + $disk
#| right
#|   $in_use = $used
#|   $free = $disk - $in_use
#| wrong     $free = 380
#| wrong     $free = $used - $disk
#| wrong     $free = $disk + $used
#| wrong     $free = '$disk - $used'
#| wrong     $free = disk - used

# %% [markdown]
# ## When something fails
# Everyone makes mistakes. An error shows the place and often the answer. Read it from top to bottom.
# At the prompt, `:explain` describes the last error, and `:fix` applies the suggested fix.

# %% Memory
#| given
$memory = 16

# %% A typo
#| exercise typo
#| task   The cell fails. Read the error, and fix the cell: `$doubled` is two times `$memory`.
#| start     $doubled = $memmory * 2
#| check value   $doubled == 32
#| check for     $memory in [1, 8]   $doubled == [2, 16]
#| when  error unset-variable   say "No variable has this name. Compare it letter by letter with the cell above."
#| when  $doubled == 32         say "The number is right today. Use `$memory`: tomorrow the server may have more."
#| hint  The help line of the error suggests a name.
#| hint  The cell above sets `$memory`, with one m in the middle.
#| solution  $doubled = $memory * 2
#| right     $doubled = $memory + $memory
#| right     $doubled = 2 * $memory
#| wrong     $doubled = 32
#| wrong     $doubled = memory * 2
#| wrong     $doubled = $memory
#| wrong     $doubled = $memory *

# %% [markdown]
# ## Values in strings
# In double quotes, `${name}` is replaced by the value of the variable. This is interpolation.
# In single quotes nothing is replaced.

# %% Two kinds of quotes
#| expect true "the ${server} server" == 'the web server'
#| expect true '${server}' != 'web'
"the ${server} server"

# %% The port
#| given
$port = 8080

# %% A sentence
#| exercise sentence
#| task   Set `$line` to the string "web listens on port 8080". The number comes from `$port`.
#| start     $line = "web listens on port ___"
#| check value   $line == 'web listens on port 8080'
#| check for     $port in [80, 443]   $line == ['web listens on port 80', 'web listens on port 443']
#| when  $line == "web listens on port \${port}"  say "The dollar sign is in the result: single quotes do not interpolate."
#| when  $line == 'web listens on port 8080'      say "This line never changes. Take the number from `$port`."
#| when  $line == 'web listens on port port'      say "Without a dollar sign, port is only a word."
#| hint  Put the variable into the string, where the number belongs.
#| hint  In double quotes write `${port}`.
#| solution  $line = "web listens on port ${port}"
#| right     $line = "web listens on port $port"
#| right     $line = sprintf('web listens on port %d', $port)
#| wrong     $line = 'web listens on port ${port}'
#| wrong     $line = "web listens on port 8080"
#| wrong     $line = "web listens on port port"
#| wrong     $line = "web listens on port " + $port

# %% [markdown]
# ## Questions
# A comparison is a question. Its value is `true` or `false`, and its type is Boolean.
# `==` asks for equality; `!=`, `<`, `<=`, `>` and `>=` work as in mathematics.

# %% A comparison
#| expect value true
$memory >= 8

# %% Is the port equal?
#| quiz text-or-number predict value
#| options  true, false, an error
#| because  A String never equals a number. `==` returns false here, and not an error.
'80' == 80

# %% A high port
#| exercise high-port
#| task   Set `$is_high` to true if `$port` is greater than 1023, and to false if it is not.
#| check value   $is_high == true
#| check for     $port in [80, 1023, 1024, 65535]   $is_high == [false, false, true, true]
#| check type    $is_high : Boolean
#| when  error comparison      say "A string and a number have no order. The number 1023 has no quotes."
#| when  $is_high =~ String    say "That is a string. The values true and false have no quotes."
#| when  $is_high == false     say "For port 8080 the answer is true. Look at the direction of the comparison."
#| when  $is_high == true      say "Right for 8080. Think about the ports 80, 1023 and 1024 too."
#| hint  A comparison already is true or false.
#| hint  Write `$is_high =` and then compare `$port` with 1023.
#| solution  $is_high = $port > 1023
#| right     $is_high = $port >= 1024
#| right     $is_high = if $port > 1023 { true } else { false }
#| right     $is_high = 1023 < $port
#| wrong     $is_high = true
#| wrong     $is_high = 'true'
#| wrong     $is_high = $port < 1023
#| wrong     $is_high = $port >= 1023
#| wrong     $is_high = $port > '1023'

# %% [markdown]
# ## A variable is set once
# The name of a value never moves to another value. So what happens here?

# %% A second value
#| quiz set-once predict fails
#| because  A variable is set only once. To keep a second value, use a second name.
$greeting = 'Hello'
$greeting = 'Good morning'

# %% [markdown]
# ## Lists
# Square brackets make an array: a list of values. `$hosts[0]` is its first element, since counting starts at 0.
# A negative index counts from the end.

# %% The hosts
#| given
$hosts = ['web', 'db', 'mail']

# %% Elements
#| run elements
#| expect log notice "web"
#| expect log notice "db"
notice($hosts[0])
notice($hosts[1])

# %% The last host
#| exercise last-host
#| task   Set `$last` to the last element of `$hosts`, whatever the length of the list.
#| start     $last = $hosts[___]
#| check value   $last == 'mail'
#| check for     $hosts in [['web'], ['db', 'ntp'], ['a', 'b', 'c', 'd']]   $last == ['web', 'ntp', 'd']
#| when  $last =~ Undef    say "No element has this index: the value is undef. Counting starts at 0."
#| when  $last == 'web'    say "That is the first element. Count from the end."
#| when  $last == 'mail'   say "Right for three hosts. Which index is the end of every list?"
#| hint  A negative index counts from the end.
#| hint  The last element has the index -1.
#| solution  $last = $hosts[-1]
#| right     $last = $hosts[length($hosts) - 1]
#| right     $last = $hosts.reduce |$memo, $host| { $host }
#| wrong     $last = $hosts[2]
#| wrong     $last = $hosts[3]
#| wrong     $last = $hosts[0]
#| wrong     $last = 'mail'
#| wrong     $last = hosts[-1]

# %% [markdown]
# ## A function returns a value
# `length('abc')` is 3: `length` counts the characters of a string, and the elements of a list.
# You can also write the argument first: `'abc'.length`.

# %% Both forms
#| expect value 3
#| expect true length('abc') == 3
'abc'.length

# %% Count the hosts
#| exercise host-count
#| task   Set `$summary` to the string "3 hosts". The number comes from `$hosts`.
#| check value   $summary == '3 hosts'
#| check for     $hosts in [[], ['web', 'db']]   $summary == ['0 hosts', '2 hosts']
#| when  $summary == 3           say "The number is right. Now build a string around it."
#| when  $summary == '3 hosts'   say "Right for these hosts only. Let `length` count them."
#| when  $summary == '5 hosts'   say "The word hosts has five letters. A variable starts with a dollar sign, also in a call."
#| when  $summary =~ /length/    say "The call is part of the string. A call needs the dollar sign and braces around it."
#| hint  First set a variable to the number of hosts, then interpolate it.
#| hint  The number is `length($hosts)`. Calls work inside of `${..}` too.
#| solution
#|   $number = length($hosts)
#|   $summary = "${number} hosts"
#| right     $summary = "${length($hosts)} hosts"
#| right     $summary = "${$hosts.length} hosts"
#| right     $summary = sprintf('%d hosts', $hosts.size)
#| wrong     $summary = '3 hosts'
#| wrong     $summary = length($hosts)
#| wrong     $summary = "length(hosts) hosts"
#| wrong     $summary = "${length(hosts)} hosts"
#| wrong     $summary = length($hosts) + ' hosts'

# %% [markdown]
# ## Decisions
# `if` chooses. Its value is the value of the block that runs, so a variable can be set to it.

# %% A decision
#| expect value 'small'
$kind = if $memory > 64 { 'large' } else { 'small' }

# %% Is the disk full?
#| exercise disk-state
#| task   Set `$state` to 'full' if `$used` is greater than 450, else to 'ok'.
#| check value   $state == 'ok'
#| check for     $used in [0, 450, 451, 500]   $state == ['ok', 'ok', 'full', 'full']
#| when  $state == 'full'      say "120 GB are used, so the disk is not full. Look at the comparison and at the order of the two blocks."
#| when  $state =~ Undef       say "For 120 GB no block runs. What is the value of `if` without `else`?"
#| when  $state =~ Boolean     say "That is the answer to the question. The task asks for one of two strings."
#| when  $state == 'ok'        say "Right for 120 GB. Try 450 and 451 in your head."
#| hint  Follow the example above: `$state = if .. { .. } else { .. }`.
#| hint  The question is `$used > 450`.
#| solution  $state = if $used > 450 { 'full' } else { 'ok' }
#| right     $state = if $used <= 450 { 'ok' } else { 'full' }
#| right     $state = $used > 450 ? { true => 'full', false => 'ok' }
#| right
#|   if $used > 450 {
#|     $state = 'full'
#|   } else {
#|     $state = 'ok'
#|   }
#| wrong     $state = if $used > 450 { 'full' }
#| wrong     $state = 'ok'
#| wrong     $state = if $used < 450 { 'full' } else { 'ok' }
#| wrong     $state = if $used >= 450 { 'full' } else { 'ok' }
#| wrong     $state = $used > 450

# %% [markdown]
# ## Describe a machine
# A resource describes one part of a server: a file, a user, a package.
# You write its type, its title and its attributes. Puppet then makes the server match the description.
# pprepl only collects resources in a catalog, and applies nothing. `:catalog` shows it.

# %% A file
#| expect catalog File['/etc/issue'] { ensure => file, content => 'Please log in' }
file { '/etc/issue':
  ensure  => file,
  content => 'Please log in',
}

# %% The name of the host
#| given
$host = 'web'

# %% Your task: a message of the day
#| exercise motd
#| task   Describe the file /etc/motd. Its content is "Welcome to web", with the name from `$host`.
#| start
#|   file { ___:
#|     ensure  => file,
#|     content => ___,
#|   }
#| check catalog File['/etc/motd'] { ensure => file, content => 'Welcome to web' }
#| check for     $host in ['db', 'mail']   File['/etc/motd']['content'] == ['Welcome to db', 'Welcome to mail']
#| when  error syntax   say "Look at the small signs: a colon after the title, `=>` after the name of an attribute, commas between them."
#| when  defined(File['/etc/motd']) and File['/etc/motd']['content'] == 'Welcome to web'  say "Every server would greet with web. Interpolate `$host`."
#| when  defined(File['/etc/motd']) and File['/etc/motd']['content'] == "Welcome to \${host}"  say "The users would see a dollar sign. Which quotes interpolate?"
#| when  !defined(File['/etc/motd'])   say "The catalog has no file /etc/motd. The title comes before the colon, in quotes."
#| hint  The title is the path of the file: '/etc/motd'.
#| hint  The content is a string in double quotes that has `${host}` in it.
#| solution
#|   file { '/etc/motd':
#|     ensure  => file,
#|     content => "Welcome to ${host}",
#|   }
#| right     file { '/etc/motd': ensure => 'file', content => sprintf('Welcome to %s', $host) }
#| right
#|   $welcome = "Welcome to ${host}"
#|   file { '/etc/motd': ensure => file, mode => '0644', content => $welcome }
#| right
#|   $path = '/etc/motd'
#|   file { $path:
#|     content => "Welcome to ${host}",
#|     ensure  => file,
#|   }
#| wrong     file { '/etc/motd': ensure => file, content => 'Welcome to ${host}' }
#| wrong     file { '/etc/motd': ensure => file, content => 'Welcome to web' }
#| wrong     file { '/etc/motd' ensure => file, content => "Welcome to ${host}" }
#| wrong     file { '/etc/issue.net': ensure => file, content => "Welcome to ${host}" }
#| wrong     notice("Welcome to ${host}")

# %% [markdown]
# ## Summary
# - Values have types: Integer, String, Boolean, and arrays of values.
# - A variable is set once. Double quotes interpolate `${name}`.
# - `if` has a value. A resource describes a part of a server.
#
# At the prompt, `:help` lists the first commands, and `:cheat` shows the syntax on one page.

# %% [markdown]
# ## Reference: expressions and comments
# This part is optional. Each cell shows facts that hold.

# %% Comments and lines
#| expect true $spread == ['web', 'db']
#| expect true [1,
#|   2] == [1, 2]
$spread = [
  'web',   # a comment ends with its line
  'db',    # a comma after the last element is allowed
]

# %% Operators
#| expect true 1 + 2 * 3 == 7
#| expect true (1 + 2) * 3 == 9
#| expect true 10 - 4 - 3 == 3
#| expect true 7 % 3 == 1
#| expect true -(2 + 3) == -5
#| expect true 5 != 6
#| expect true 2 <= 2 and 2 >= 2
#| expect true !(1 > 2) or false
7 % 3

# %% A branch that does not run does no harm
#| expect true (if false { [] / 2 }) == undef
#| expect value undef
if false { [] / 2 }
