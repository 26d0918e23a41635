# %% [markdown]
#| lesson static
#| title Static types: known before a line runs
#| needs types
#| minutes 35
# ## Known before a line runs
#
# It is Friday, and you want to change the code for your servers. Will it still work on Monday, for a server you did not try?
# pprepl has a *checker*. It reads code without running it, works out the types, and reports mistakes.
# What the checker knows before a line runs is called *static*.
#
# In a notebook the checker works while you type. At the prompt, `:check CODE` checks code and `:type CODE` shows a type.
# On the command line, `pprepl check site.pp` checks a file.

# %% [markdown]
#| pane type
# ## Two moments
#
# Puppet tests a type when it runs the line. A line that does not run cannot fail.
# The checker looks at all lines, also at those that do not run today. Which value does this code have?

# %% A mistake that sleeps
#| quiz hidden-branch predict value
#| options 0, 2, error
#| because Only the branch after `else` runs, so no error shows. The checker still reports the other branch: a list cannot be divided.
if false {
  ['web1', 'web2'] / 2
} else {
  2
}

# %% [markdown]
# ## You decide how strict a function is
#
# A type before a parameter is a promise of the caller, and Puppet enforces it.
# A parameter without a type accepts everything: it has the type `Any`. So you add types where you want them.
# This function has no types. Does the call fail?

# %% Half of a name
#| quiz no-annotation predict fails
#| because The call is accepted, and the division fails inside of the function. With `Numeric $n` the checker marks the call, before anything runs.
function half($n) {
  $n / 2
}
half('web1')

# %% [markdown]
# The type of the result follows after `>>`. Variables have no declared type; the function `assert_type` tests a value.

# %% Types of parameters and of the result
#| expect value 40
function half_of(Numeric $n) >> Numeric {
  $n / 2
}
assert_type(Integer, half_of(80))

# %% The next port
#| exercise next-port
#| task Add types to `next_port`: it accepts the integers from 1 to 65534 and nothing else, and its result is declared as an Integer.
#| start
#|   function next_port($port) {
#|     $port + 1
#|   }
#| check value [1, 80, 65534].map |$p| { next_port($p) } == [2, 81, 65535]
#| check type &next_port : Callable[[Integer[1, 65534]], Integer]
#| check value [String, Float, Undef, Integer[0, 0], Integer[65535, 65535]].filter |$t| { &next_port =~ Callable[$t] } == []
#| when &next_port =~ Callable[String] say "Your function accepts a string. Write the type in front of `$port`."
#| when &next_port =~ Callable[Float] say "Your function accepts 80.5. Which type holds integers only?"
#| when &next_port =~ Callable[Integer[65535, 65535]] say "Your function accepts 65535. The next number is not a port any more."
#| when &next_port =~ Callable[Integer[0, 0]] say "Your function accepts 0. Give the range a first number."
#| when &next_port !~ Callable[[Integer[1, 10]], Integer] say "The type of the result is not declared. Write it after `>>`, in front of the `{`."
#| hint The parameter needs a range: `Integer[.., ..]`.
#| hint Write the result type between `)` and `{`, after `>>`.
#| hint The first line is `function next_port(Integer[1, 65534] $port) >> Integer {`.
#| solution
#|   function next_port(Integer[1, 65534] $port) >> Integer {
#|     $port + 1
#|   }
#| right function next_port(Integer[1, 65534] $port) >> Integer[2, 65535] { $port + 1 }
#| right
#|   type UsablePort = Integer[1, 65534]
#|   function next_port(UsablePort $port) >> Integer {
#|     1 + $port
#|   }
#| wrong function next_port(Integer $port) >> Integer { $port + 1 }
#| wrong function next_port(Integer[0, 65534] $port) >> Integer { $port + 1 }
#| wrong function next_port(Numeric $port) >> Numeric { $port + 1 }
#| wrong function next_port(Integer[1, 65534] $port) { $port + 1 }
#| wrong function next_port(Integer[1, 65534] $port) >> String { $port + 1 }

# %% [markdown]
# ## Types flow forward
#
# The checker works out types even where none is declared. It starts with the values and goes forward, line by line.
# From `[80, 443]` it knows that `$open` is a list of integers, and so is `$copy`. Try `:type $copy[0] + 1` at the prompt.

# %% From value to variable
#| run infer
#| expect value [Array[Integer], Integer]
#| expect true $copy == [80, 443]
$open = [80, 443]
$copy = $open
[type($copy, generalized), type($copy[0] + 1, generalized)]

# %% [markdown]
# ## Any: later is soon enough
#
# `Any` means that nothing more is known. The checker is silent about a value of type `Any`: it could be good.
# So the test waits until the code runs. Does this code fail then?

# %% A value of any type
#| quiz any-later predict fails
#| because `Any` could hold a string, so the checker says nothing. At run time the value is 443, and `Integer` is not `String`.
function read_setting() >> Any {
  443
}
function shout(String $text) >> String {
  $text.upcase
}
shout(read_setting())

# %% [markdown]
# ## Code that works by luck
#
# Today `$ports_in_use` holds only small ports, so the list after `filter` is empty, and the lambda of `map` never runs.
# The checker knows more than today's value: each element of `$large` is an integer. An integer has no key 'port'.

# %% The ports of today
#| given
$ports_in_use = [22, 80, 443]

# %% Labels for large ports
#| exercise labels
#| task `$labels` holds a string such as 'port 20000' for each port above 10000. Repair the second line, so that it also works when there are such ports.
#| start
#|   $large = $ports_in_use.filter |$p| { $p > 10000 }
#|   $labels = $large.map |$p| { "port ${p['port']}" }
#| check for $ports_in_use in [[22, 80], [20000, 10000], [10001, 30000], []]   $labels == [[], ['port 20000'], ['port 10001', 'port 30000'], []]
#| when finding not-indexable say "The checker marks `[..]`: `$p` is an integer, not a hash. It only works while the list is empty."
#| when $ports_in_use.size == $labels.size say "You have a label for every port. Keep only those above 10000."
#| when $labels == [] and $large == [] say "That is right for today's ports. The check also tries other lists."
#| hint `$p` is the number itself.
#| hint Inside of the string write `${p}`.
#| solution
#|   $large = $ports_in_use.filter |$p| { $p > 10000 }
#|   $labels = $large.map |$p| { "port ${p}" }
#| right
#|   $large = $ports_in_use.filter |$p| { $p > 10000 }
#|   $labels = $large.map |Integer $p| { sprintf('port %d', $p) }
#| right $labels = $ports_in_use.filter |$p| { $p > 10000 }.map |$p| { "port ${p}" }
#| wrong
#|   $large = []
#|   $labels = []
#| wrong $labels = $ports_in_use.map |$p| { "port ${p}" }
#| wrong
#|   $large = $ports_in_use.filter |$p| { $p > 10000 }
#|   $labels = $large.map |$p| { $p }
#| wrong
#|   $large = $ports_in_use.filter |$p| { $p > 10000 }
#|   $labels = $large.map |$p| { "port ${p.port}" }

# %% [markdown]
# ## Set on every path?
#
# A variable that only one branch sets has no value in the other case. Reading it is an error, but only on the day when the other case comes.
# The checker follows every path through a function. It reports a variable that may be unset.

# %% The color of the motd
#| exercise motd-color
#| task `motd_color` gives 'red' for the environment 'prod' and 'green' for every other environment. Repair it.
#| start
#|   function motd_color(String $env) >> String {
#|     if $env == 'prod' {
#|       $color = 'red'
#|     }
#|     $color
#|   }
#| check value ['prod', 'test', 'dev', ''].map |$e| { motd_color($e) } == ['red', 'green', 'green', 'green']
#| when finding maybe-unset say "Only one path sets `$color`. What happens when the environment is 'test'?"
#| when motd_color('test') == 'red' say "'test' gives 'red'. Only 'prod' is red."
#| when motd_color('dev') != 'green' say "You list some environments by name. There are others too: use `else` or `default`."
#| hint The `if` needs a second branch.
#| hint Add `else { $color = 'green' }` before the last line.
#| solution
#|   function motd_color(String $env) >> String {
#|     if $env == 'prod' {
#|       $color = 'red'
#|     } else {
#|       $color = 'green'
#|     }
#|     $color
#|   }
#| right
#|   function motd_color(String $env) >> String {
#|     $env ? { 'prod' => 'red', default => 'green' }
#|   }
#| right
#|   function motd_color(String $env) >> String {
#|     if $env == 'prod' { 'red' } else { 'green' }
#|   }
#| wrong
#|   function motd_color(String $env) >> String {
#|     'red' + 'green'
#|   }
#| wrong
#|   function motd_color(String $env) >> String {
#|     if $env != 'prod' { 'red' } else { 'green' }
#|   }
#| wrong
#|   function motd_color(String $env) >> String {
#|     case $env {
#|       'prod':  { 'red' }
#|       'test':  { 'green' }
#|       default: { 'blue' }
#|     }
#|   }

# %% [markdown]
# ## A test makes the type narrower
#
# After `if $v =~ Integer` the checker knows: in this branch `$v` is an Integer, and in the `else` branch it is not.
# This is called *narrowing*. Each branch may use what its test has shown.

# %% Two branches, two types
#| expect value [5, 4]
function size_of(Variant[Integer, String] $v) >> Integer {
  if $v =~ Integer { $v } else { $v.length }
}
[size_of(5), size_of('web1')]

# %% One name or many
#| exercise label
#| task `names_label` returns the name itself, or one string of all names with ', ' between them. Repair it.
#| start
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     if $names =~ Array { $names } else { $names }
#|   }
#| check value ['web1', ['web1', 'db1'], ['db1'], []].map |$n| { names_label($n) } == ['web1', 'web1, db1', 'db1', '']
#| when finding type-mismatch say "In one branch `$names` is a list, and the function promises a String. Make a string of the list."
#| when names_label(['a', 'b']) == 'ab' or names_label(['a', 'b']) == 'a,b' say "The names need ', ' between them: a comma and a space."
#| when names_label('web1') != 'web1' say "A single name must come out unchanged. In which branch is `$names` a String?"
#| hint Only the branch for the list needs a change.
#| hint `join` makes one string of a list: `['a', 'b'].join('-')`.
#| solution
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     if $names =~ Array { $names.join(', ') } else { $names }
#|   }
#| right
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     case $names {
#|       String:  { $names }
#|       default: { join($names, ', ') }
#|     }
#|   }
#| right
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     [$names].flatten.join(', ')
#|   }
#| wrong
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     if $names =~ Array { $names.join } else { $names }
#|   }
#| wrong
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     if $names =~ Array { join($names, ', ') } else { "name ${names}" }
#|   }
#| wrong
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     if $names =~ String { $names.join(', ') } else { $names }
#|   }
#| wrong
#|   function names_label(Variant[String, Array[String]] $names) >> String {
#|     "${names}"
#|   }

# %% [markdown]
# ## Never equal
#
# A string is never equal to a number. So `'443' == 443` is `false`, without any error, and the branch after such an `if` never runs.
# The checker knows both types and reports: never equal.

# %% A port from a file
#| given
$listen = '443'

# %% Is it the secure port?
#| exercise tls
#| task `$listen` comes from a file and is a string. Repair the line: `$tls` must be true when `$listen` is the port 443, and false for other ports.
#| start $tls = $listen == 443
#| check for $listen in ['443', '80', '8443', '0']   $tls == [true, false, false, false]
#| when finding never-equal say "`$listen` is a String and 443 is an Integer: the two are never equal. Bring both to the same type."
#| when $tls != true say "`$listen` is '443' now, so `$tls` must be true."
#| hint Convert the string to a number, or compare with a string.
#| hint `Integer('80')` is the number 80.
#| solution $tls = Integer($listen) == 443
#| right $tls = $listen == '443'
#| right $tls = $listen ? { '443' => true, default => false }
#| wrong $tls = $listen =~ Integer
#| wrong $tls = true
#| wrong $tls = Integer($listen) == '443'
#| wrong $tls = $listen =~ '443'
#| wrong $tls = Integer[$listen] == 443

# %% [markdown]
# Now the other way round: you know the rules, so you can set off the alarm yourself.
# `:rules` at the prompt lists all rules of the checker, and `:explain never-equal` explains one of them.

# %% Set off the alarm
#| exercise trip
#| task Set `$never` to a comparison that runs without an error and is false, and that the checker reports as `never-equal`.
#| check value $never == false
#| check finding never-equal
#| when $never == true say "Your comparison is true. It must be false, whatever happens."
#| when $never == false say "The value is false, but the checker is silent: the two sides could be equal by their types. Take values of two different kinds."
#| hint Compare a string with a number.
#| hint For example a name with a port.
#| solution $never = 'web1' == 80
#| right $never = [80] == 80
#| right
#|   $count = 3
#|   $never = "three" == $count
#| wrong $never = 1 == 2
#| wrong $never = 80 == 80.0
#| wrong $never = false
#| wrong $never = 'web1' < 80

# %% [markdown]
# ## The result of a function
#
# Puppet compares the value at the end of a function with the type after `>>`. The checker does the same for each branch, before it runs.
# One way out is open: Puppet does not compare the value of `return()`. Does the call below fail?

# %% A string as a port
#| quiz return-early predict fails
#| because Puppet does not test the value of return(), so the string gets out. The checker warns about it: end the function with the value instead.
function ssh_port() >> Integer {
  return('22')
}
ssh_port()

# %% Ports of services
#| exercise port-of
#| task `port_of` promises an Integer, but one service breaks the promise. Repair it: 'web' gives 80, 'ssh' gives 22, everything else gives 0.
#| start
#|   function port_of(String $service) >> Integer {
#|     case $service {
#|       'web':   { 80 }
#|       'ssh':   { '22' }
#|       default: { 0 }
#|     }
#|   }
#| check value ['web', 'ssh', 'ftp', ''].map |$s| { port_of($s) } == [80, 22, 0, 0]
#| check value &port_of =~ Callable[[String], Integer]
#| when finding return-unchecked say "With return() the promise is not tested any more, but the value is still a string."
#| when &port_of !~ Callable[[String], Integer] say "You changed the promise. The result must still be declared as an Integer."
#| when finding type-mismatch say "One branch returns a string. Read where the checker puts its mark."
#| when port_of('ftp') != 0 say "An unknown service must give 0."
#| hint `port_of('web')` works. Look at the branch for 'ssh'.
#| hint 22 without quotes is an Integer.
#| solution
#|   function port_of(String $service) >> Integer {
#|     case $service {
#|       'web':   { 80 }
#|       'ssh':   { 22 }
#|       default: { 0 }
#|     }
#|   }
#| right
#|   function port_of(String $service) >> Integer {
#|     $service ? { 'web' => 80, 'ssh' => Integer('22'), default => 0 }
#|   }
#| right
#|   function port_of(String $service) >> Integer {
#|     $known = { 'web' => 80, 'ssh' => 22 }
#|     if $service in $known { $known[$service] } else { 0 }
#|   }
#| wrong
#|   function port_of(String $service) >> Variant[Integer, String] {
#|     case $service {
#|       'web':   { 80 }
#|       'ssh':   { '22' }
#|       default: { 0 }
#|     }
#|   }
#| wrong
#|   function port_of(String $service) >> Integer {
#|     case $service {
#|       'web':   { 80 }
#|       'ssh':   { return('22') }
#|       default: { 0 }
#|     }
#|   }
#| wrong
#|   function port_of(String $service) >> Integer {
#|     case $service {
#|       'web':   { 80 }
#|       'ssh':   { 22 }
#|       default: { 1 }
#|     }
#|   }
#| wrong function port_of(String $service) { 80 }

# %% [markdown]
# ## Lines that never run
#
# After `return` the function is over. The checker reports a line after it as unreachable.
# It also reports a `case` option that no value of the type can match.

# %% A log line that is missing
#| exercise greet
#| task `greet` must log the notice "greeted ana" for ana and return "hello ana". Its log line never comes. Repair the function; keep the last line.
#| start
#|   function greet(String $name) {
#|     return "hello ${name}"
#|     notice("greeted ${name}")
#|   }
#|   $hello = greet('ana')
#| check logs notice "greeted ana"
#| check value $hello == 'hello ana'
#| check value greet('bob') == 'hello bob'
#| when finding unreachable say "The checker reports a line that is never reached. What does `return` do?"
#| when $hello =~ Undef say "`$hello` is undef: that is the value of `notice`. The last expression is the value of the function."
#| when greet('bob') != 'hello bob' say "The function must use the name that it gets."
#| hint The log line must run before the function is over.
#| hint Change the order of the two lines.
#| solution
#|   function greet(String $name) {
#|     notice("greeted ${name}")
#|     return "hello ${name}"
#|   }
#|   $hello = greet('ana')
#| right
#|   function greet(String $name) >> String {
#|     notice("greeted ${name}")
#|     "hello ${name}"
#|   }
#|   $hello = greet('ana')
#| right
#|   function greet(String $name) >> String {
#|     $words = "hello ${name}"
#|     notice("greeted ${name}")
#|     $words
#|   }
#|   $hello = greet('ana')
#| wrong
#|   function greet(String $name) {
#|     "hello ${name}".notice
#|     notice("greeted ${name}")
#|   }
#|   $hello = greet('ana')
#| wrong
#|   function greet(String $name) {
#|     $words = "hello ${name}"
#|     notice("greeted ${name}")
#|   }
#|   $hello = greet('ana')
#| wrong
#|   function greet(String $name) {
#|     notice("greeted ana")
#|     'hello ana'
#|   }
#|   $hello = greet('ana')
#| wrong
#|   function greet(String $name) {
#|     notice("greeted ${name}")
#|     return "hello ${name}"

# %% [markdown]
# ## Where exactly is the mistake?
#
# A large value can be wrong in one small place. The checker then shows the mismatch as a tree: the value, the entry inside it, the element inside that.
# It marks the bad value in your source, and the type that refuses it.

# %% What a virtual host looks like
#| given
type ListenOn = Struct[{ port => Integer[1, 65535], Optional[tls] => Boolean }]
type VirtualHost = Struct[{ name => String[1], listen => Array[ListenOn, 1] }]
function host_ports(VirtualHost $h) >> Array[Integer] {
  $h['listen'].map |$l| { $l['port'] }
}

# %% Repair the data
#| exercise repair-data
#| task Two small parts of `$shop` have the wrong type. Repair them, so that `host_ports` accepts the hash: port 80 without tls, port 443 with tls.
#| start
#|   $shop = {
#|     name   => 'shop',
#|     listen => [{ port => 80 }, { port => '443', tls => 'yes' }],
#|   }
#|   $shop_ports = host_ports($shop)
#| check value $shop == { 'name' => 'shop', 'listen' => [{ 'port' => 80 }, { 'port' => 443, 'tls' => true }] }
#| check value $shop_ports == [80, 443]
#| when finding type-mismatch say "Read the tree in the message: entry 'listen', then element 1, then the entry with the wrong type."
#| when $shop_ports == [80] say "The second listener is missing. Repair it, do not remove it."
#| when $shop['listen'][1] =~ Hash and !('tls' in $shop['listen'][1]) say "The secure port has lost its `tls`."
#| hint Elements are counted from 0. Both mistakes are in the second listener.
#| hint A port is a number without quotes, and `tls` is a Boolean.
#| solution
#|   $shop = {
#|     name   => 'shop',
#|     listen => [{ port => 80 }, { port => 443, tls => true }],
#|   }
#|   $shop_ports = host_ports($shop)
#| right
#|   $secure = { port => Integer('443'), tls => true }
#|   $shop = { name => 'shop', listen => [{ port => 80 }, $secure] }
#|   $shop_ports = host_ports($shop)
#| right
#|   $shop = { listen => [{ port => 80 }] + [{ tls => !false, port => 443 }], name => 'shop' }
#|   $shop_ports = $shop.host_ports
#| wrong
#|   $shop = {
#|     name   => 'shop',
#|     listen => [{ port => 80 }, { port => 443, tls => 'true' }],
#|   }
#|   $shop_ports = host_ports($shop)
#| wrong
#|   $shop = { name => 'shop', listen => [{ port => 80 }] }
#|   $shop_ports = host_ports($shop)
#| wrong
#|   $shop = { name => 'shop', listen => [{ port => 80 }, { port => 443 }] }
#|   $shop_ports = host_ports($shop)
#| wrong
#|   $shop = { name => 'shop', listen => [80, 443] }
#|   $shop_ports = [80, 443]

# %% [markdown]
# ## A small real task: the listen line
#
# Your web server needs a line for each port: `listen 80`, or `listen 443 ssl` for a port with tls.
# Write the function so that the checker can help everyone who calls it: declare the parameter and the result.

# %% One line for the web server
#| exercise listen-line
#| task Write `listen_line`. It accepts a hash with `port` (1 to 65535) and an optional Boolean `tls`, and nothing else. It gives 'listen 443 ssl' when `tls` is true and 'listen 443' otherwise. Declare the result as a String.
#| check value [{ port => 80 }, { port => 443, tls => true }, { port => 80, tls => false }, { port => 65535 }].map |$l| { listen_line($l) } == ['listen 80', 'listen 443 ssl', 'listen 80', 'listen 65535']
#| check type &listen_line : Callable[[Struct[{ port => Integer[1, 65535] }]], String]
#| check type &listen_line : Callable[[Struct[{ port => Integer[1, 65535], tls => Boolean }]], String]
#| check value [String, Hash, Undef, Struct[{ port => String }], Struct[{ port => Integer[1, 9], tls => String }], Struct[{ port => Integer[0, 0] }], Struct[{ port => Integer[1, 9], ssl => Boolean }]].filter |$t| { &listen_line =~ Callable[$t] } == []
#| when &listen_line =~ Callable[String] say "The parameter has no type yet. Describe the hash with a Struct."
#| when &listen_line =~ Callable[Struct[{ port => Integer[1, 9], ssl => Boolean }]] say "A hash with a wrong key is accepted: `Hash` allows every key. A Struct lists them."
#| when &listen_line =~ Callable[Struct[{ port => Integer[0, 0] }]] say "Port 0 is accepted. A port is from 1 to 65535."
#| when &listen_line !~ Callable[Struct[{ port => Integer[1, 9] }]] say "A hash without `tls` is refused. Make that key optional."
#| when listen_line({ port => 80, tls => false }) == 'listen 80 ssl' say "With tls => false you still add ssl. Test the value, not the key."
#| hint The parameter is a `Struct` with two keys, one of them `Optional[tls] => Boolean`.
#| hint Test `$l['tls']`: a missing key is undef, and undef is false in a test.
#| hint Begin with `function listen_line(Struct[{ port => Integer[1, 65535], Optional[tls] => Boolean }] $l) >> String {`.
#| solution
#|   function listen_line(Struct[{ port => Integer[1, 65535], Optional[tls] => Boolean }] $l) >> String {
#|     if $l['tls'] { "listen ${l['port']} ssl" } else { "listen ${l['port']}" }
#|   }
#| right
#|   type ListenEntry = Struct[{ port => Integer[1, 65535], Optional[tls] => Boolean }]
#|   function listen_line(ListenEntry $entry) >> String {
#|     $suffix = $entry['tls'] ? { true => ' ssl', default => '' }
#|     "listen ${entry['port']}${suffix}"
#|   }
#| right
#|   function listen_line(Variant[Struct[{ port => Integer[1, 65535] }], Struct[{ port => Integer[1, 65535], tls => Boolean }]] $l) >> String[1] {
#|     $port = $l['port']
#|     case $l['tls'] {
#|       true:    { sprintf('listen %d ssl', $port) }
#|       default: { sprintf('listen %d', $port) }
#|     }
#|   }
#| wrong
#|   function listen_line($l) {
#|     if $l['tls'] { "listen ${l['port']} ssl" } else { "listen ${l['port']}" }
#|   }
#| wrong
#|   function listen_line(Hash[String, Variant[Integer[1, 65535], Boolean]] $l) >> String {
#|     if $l['tls'] { "listen ${l['port']} ssl" } else { "listen ${l['port']}" }
#|   }
#| wrong
#|   function listen_line(Struct[{ port => Integer, Optional[tls] => Boolean }] $l) >> String {
#|     if $l['tls'] { "listen ${l['port']} ssl" } else { "listen ${l['port']}" }
#|   }
#| wrong
#|   function listen_line(Struct[{ port => Integer[1, 65535], tls => Boolean }] $l) >> String {
#|     if $l['tls'] { "listen ${l['port']} ssl" } else { "listen ${l['port']}" }
#|   }
#| wrong
#|   function listen_line(Struct[{ port => Integer[1, 65535], Optional[tls] => Boolean }] $l) >> String {
#|     if 'tls' in $l { "listen ${l['port']} ssl" } else { "listen ${l['port']}" }
#|   }

# %% [markdown]
# ## Well done
#
# You know what the checker finds before a line runs, and what only a run can show.
# The second part of this chapter is for reference: the ideas of the type system, each with a small cell.

# %% [markdown]
# ## Reference: types are optional, and they are enforced
#
# Add a type where you want one. A declared type is always enforced, also at run time. The names of types start with a capital letter.

# %% A value that is asserted
#| expect value 42
#| expect true integer =~ String
#| expect true Integer =~ Type
assert_type(Numeric, 42)

# %% An assertion that fails
#| expect fails
assert_type(Numeric, 'forty-two')

# %% The simple types
#| expect true [true, false] =~ Array[Boolean]
#| expect true undef =~ Undef
#| expect true 'web1' =~ String
#| expect true [42, 4.2] =~ Array[Numeric]
true =~ Boolean

# %% [markdown]
# Puppet has `Hash[K, V]` and `Array[T]`. It has no type for sets; `unique` removes repeated elements. `Collection` is above both.

# %% Ports and their names
#| expect true Hash[Integer, String] < Collection
#| expect true Array[Integer] < Collection
#| expect true [22, 80, 22].unique == [22, 80]
#| expect true $port_names =~ Hash[Integer, String[1]]
$port_names = { 22 => 'ssh', 80 => 'http', 443 => 'https' }
$port_names =~ Hash[Numeric, String]

# %% [markdown]
# ## Reference: what counts is the structure
#
# Two aliases of the same type are interchangeable: the name does not matter.

# %% Two names of one type
#| expect value 8080
#| expect true Door == Gate
type Door = Integer[1, 65535]
type Gate = Integer[1, 65535]
function through_door(Door $d) >> Gate { $d }
function through_gate(Gate $g) >> Door { through_door($g) }
through_gate(8080)

# %% [markdown]
# A Struct describes a record. A list of such records is an Array of the alias.

# %% Users
#| expect true $users =~ Array[UserRecord]
#| expect true [{ full_name => 'Ana', uid => '1', groups => [] }] !~ Array[UserRecord]
type UserRecord = Struct[{ full_name => String[1], uid => Integer[0], groups => Array[String] }]
$users = [
  { full_name => 'Ana Lima', uid => 1, groups => ['admin'] },
  { full_name => 'Bo Chen', uid => 7, groups => ['web'] },
]

# %% [markdown]
# `Callable[[A, B], R]` is the type of a function with two parameters and a result. A trailing comma is allowed.
# `&name` is the function itself, as a value.

# %% Types of functions
#| expect true &add_ports =~ Callable[[Numeric, Numeric], Numeric]
#| expect true &add_ports =~ Callable[[Integer, Integer,], Numeric]
#| expect true &add_ports !~ Callable[[String, String], Numeric]
#| expect true &add_ports !~ Callable[Numeric]
function add_ports(Numeric $x, Numeric $y) >> Numeric { $x + $y }
add_ports(80, 1)

# %% Declared and undeclared parameters
#| expect value [true, true]
#| expect true &either =~ Callable[Any, Any]
#| expect true &either_bool !~ Callable[Any, Any]
#| expect true &either_bool =~ Callable[[Boolean, Boolean], Boolean]
#| expect true either(1, undef)
function either($x, $y) { ($x or $y) and !($x and $y) }
function either_bool(Boolean $x, Boolean $y) >> Boolean { ($x or $y) and !($x and $y) }
[either(true, false), either_bool(true, false)]

# %% A declared parameter is enforced
#| expect fails argument-type
function only_bool(Boolean $x) { $x }
only_bool(1)

# %% [markdown]
# ## Reference: Any and the empty list
#
# Every value is an instance of `Any`. It helps as a part of a larger type; alone it only hides what is known.

# %% Any inside of a larger type
#| expect value true
#| expect true { 1 => 'x' } !~ Hash[String, Any]
$widgets = { web => { port => 80 }, motd => { color => 'red', lines => 3 } }
$widgets =~ Hash[String, Any]

# %% A promise that fails at run time
#| expect fails argument-type
function anything(Any $x) >> Any { $x }
function only_string(String $s) { $s }
only_string(anything(32))

# %% [markdown]
# An empty list has no elements, so it is a list of every element type.

# %% The empty list
#| expect true [] =~ Array[String]
#| expect true [] =~ Array[Integer]
#| expect true type([]) == Array[0, 0]
#| expect true [] !~ Array[String, 1]
type([])

# %% [markdown]
# ## Reference: one of several types
#
# A Variant takes the values of each member. A Variant of one type is that type: the rule `pointless-variant` reports it.

# %% Variants
#| expect true 0 =~ Variant[Numeric, String]
#| expect true 'zero' =~ Variant[Numeric, String]
#| expect true undef !~ Variant[Numeric, String]
#| expect true Variant[Numeric] == Numeric
#| expect true 43 =~ Variant[Numeric, String, Array[Numeric]]
#| expect true 43 =~ Variant[Numeric, String, Array[Numeric], Boolean]
Variant[Numeric, String]

# %% [markdown]
# ## Reference: inference
#
# Types go forward from values to variables. A list of different values has the common type of its elements.

# %% Forward, from the parts to the whole
#| expect true type($copied, generalized) == Array[Integer]
#| expect true type($mixed, generalized) == Array[ScalarData]
$numbers = [1, 2, 3]
$copied = $numbers
$mixed = [42, '43']

# %% A list plus a number
#| expect fails not-a-number
[1, 2, 3][0] + [1, 2, 3]

# %% [markdown]
# A declared type also goes down into a list: the checker marks the one bad element, here '43'.
# Through a variable it still finds the element, and shows both places.

# %% The bad element of a list
#| expect fails argument-type
function sum_of(Array[Numeric] $xs) { $xs.reduce(0) |$a, $b| { $a + $b } }
sum_of([42, '43'])

# %% The bad element in a variable
#| expect fails argument-type
function max_of(Array[Numeric] $xs) { $xs.max }
$xs = [42, '43']
max_of($xs)

# %% [markdown]
# ## Reference: stricter than a run
#
# The checker prefers simple rules. It reports code that would run today and fail tomorrow.
# Here it reports a list of numbers where strings are expected. At run time the empty list passes.

# %% An empty list of numbers for a list of strings
#| expect value []
function string_list(Array[String] $ys) { $ys }
function number_list(Array[Numeric] $xs) { string_list($xs) }
number_list([])

# %% A lambda that never runs
#| expect value []
$none = [1, 2, 3].filter |$i| { $i > 100 }
$none.map |$i| { $i['name'] }

# %% A branch that never runs
#| expect value undef
if false { 1 + 'a' }
