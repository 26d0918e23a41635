# %% [markdown]
#| lesson functions   title "Functions, lambdas, iteration"   needs matching   minutes 40
#| file functions/motto.pp
#|   function environment::motto() { 'keep it simple' }
#| file modules/site/functions/port.pp
#|   function site::port(String $service) { { 'ssh' => 22, 'http' => 80, 'https' => 443 }[$service] }
#| file modules/site/functions/name.pp
#|   function site::name() { 'from the module' }
#| file modules/site/functions/wrong.pp
#|   function wrong() { 1 }
#| file modules/site/functions/other.pp
#|   function elsewhere::other() { 1 }
# # Functions, lambdas, iteration
# You look after a few servers. Each server has a name, open ports and users.
# Puppet works on such lists with functions. A *lambda* is a small block of code that a function runs for you.
# In this chapter you run a block for each element, build new lists, and write your own functions.

# %% The data of this chapter
#| given
$servers = ['web1', 'web2', 'db1']
$ports = [22, 80, 443, 8080]
$users = { 'root' => 0, 'ana' => 1001, 'ben' => 1002 }
$disks = { 'web1' => 40, 'web2' => 40, 'db1' => 200 }

# %% [markdown]
# ## Call a function
# A call is a name and arguments in parentheses: `upcase('web1')`.
# The same call can start with its first argument: `'web1'.upcase`. Both forms mean the same.
# The second form reads from left to right, so you can write several calls in a chain.

# %% Two ways to write a call
#| expect value 'WEB1, WEB2, DB1'
#| expect true 'web1'.upcase =~ /^WEB1$/
#| expect true upcase('web1') =~ /^WEB1$/
$servers.join(', ').upcase

# %% [markdown]
# ## Run a block for each element
# `each` runs a lambda one time for each element of a list.
# The names between the bars are the lambda's parameters: `|$name| { .. }`.
# In each round `$name` holds the next element. Outside of the braces `$name` does not exist.

# %% Say hello to the servers
#| expect log notice "hello web1"
#| expect log notice "hello db1"
$servers.each |$name| { notice("hello ${name}") }

# %% In which order?
#| quiz each-order   predict order
#| because  `each` visits the elements from left to right. The statement after it runs when all rounds are done.
['db', 'web'].each |$name| {
  notice($name)
}
notice('done')

# %% [markdown]
# ## The value of each
# A call of a function always has a value, also a call of `each`.
# The lambda below computes a new number in each round. Think about who uses that number.

# %% The value of each
#| quiz each-value   predict value
#| because  `each` ignores the value of its lambda and returns the list it was called on. Use `each` for effects, such as a log line.
[1, 2, 3].each |$n| { $n * 10 }

# %% [markdown]
# ## Build a new list
# `map` collects the value of each round in a new list. The list it was called on does not change.
# On a hash, a lambda with two parameters gets the key and the value.
# On a list, the two parameters are the index and the element. The first index is 0.
# Read the next cell, say what the values are, then run it.

# %% A list from a list, a list from a hash
#| run map-hash
#| expect true $doubled == [44, 160, 886, 16160]
#| expect true $labels == ['root has 0', 'ana has 1001', 'ben has 1002']
#| expect true $places == ['0: web1', '1: web2', '2: db1']
#| expect true $ports == [22, 80, 443, 8080]
$doubled = $ports.map |$port| { $port * 2 }
$labels = $users.map |$user, $uid| { "${user} has ${uid}" }
$places = $servers.map |$index, $name| { "${index}: ${name}" }

# %% [markdown]
# The value of a lambda is the value of its last statement. Put there what you need.

# %% Addresses for the servers
#| exercise urls
#| task   Set `$urls` to one address for each server: `https://web1.example.org/`, and so on.
#| start  $urls = $servers.map |$name| { ___ }
#| check value  $urls == ['https://web1.example.org/', 'https://web2.example.org/', 'https://db1.example.org/']
#| check for    $servers in [[], ['mail'], ['b', 'a']]   $urls == [[], ['https://mail.example.org/'], ['https://b.example.org/', 'https://a.example.org/']]
#| when  $urls == $servers      say "That is the list you started with. Which function collects the value of each round?"
#| when  $urls =~ Array[Undef, 1]   say "Each round ends with undef. A log line prints a string, but its own value is undef."
#| when  $urls[0] =~ /\$/       say "The address holds the characters of the variable's name. Which quotes replace a variable by its value?"
#| when  $urls =~ String        say "That is one string. You need a list with one address for each server."
#| hint  The last statement of the lambda is the address of one server.
#| hint  `$name` holds one server. Interpolate it: "before ${name} after".
#| hint  The lambda is { "https://${name}.example.org/" }.
#| solution  $urls = $servers.map |$name| { "https://${name}.example.org/" }
#| right     $urls = map($servers) |$s| { join(['https://', $s, '.example.org/'], '') }
#| right
#|   $urls = $servers.reduce([]) |$memo, $name| {
#|     $memo + ["https://${name}.example.org/"]
#|   }
#| wrong     $urls = $servers.each |$name| { "https://${name}.example.org/" }
#| wrong     $urls = $servers.map |$name| { notice("https://${name}.example.org/") }
#| wrong     $urls = $servers.map |$name| { 'https://${name}.example.org/' }
#| wrong     $urls = "https://${servers}.example.org/"
#| wrong     $urls = ['https://web1.example.org/', 'https://web2.example.org/', 'https://db1.example.org/']
#| wrong     $urls = $servers.map |$name| { "https://${nam}.example.org/" }

# %% [markdown]
# ## Keep some elements
# `filter` keeps the elements for which its lambda returns a true value.
# The lambda must answer a question, so its last statement is a comparison or a match.

# %% Servers of one kind
#| expect value ['web1', 'web2']
$servers.filter |$name| { $name =~ /^web/ }

# %% Keep the high ports
#| exercise high
#| task   Set `$high` to the ports above 1024. The cell keeps all ports: change the lambda.
#| start  $high = $ports.filter |$port| { $port }
#| check value  $high == [8080]
#| check same   $ports.filter |$port| { $port > 1024 }   over Array[Integer[0, 65535]]
#| when  $high == $ports           say "That is the whole list. Every number counts as true. Ask a question about the port."
#| when  $high =~ Array[Boolean, 1]   say "That is a list of answers. `map` collects the answers; which function uses them to keep elements?"
#| when  $high == [22, 80, 443]    say "Those are the low ports. The lambda answers true for the elements to keep."
#| when  $high == 8080             say "That is one port. The answer must be a list, also when only one port is left."
#| hint  The lambda must return true for 8080 and false for 443.
#| hint  Compare the port with 1024.
#| hint  The lambda is { $port > 1024 }.
#| solution  $high = $ports.filter |$port| { $port > 1024 }
#| right     $high = $ports.filter |$p| { !($p <= 1024) }
#| right
#|   $high = $ports.filter |$p| {
#|     if $p > 1024 { true } else { false }
#|   }
#| right     $high = $ports.reduce([]) |$memo, $p| { if 1024 < $p { $memo + [$p] } else { $memo } }
#| wrong     $high = $ports.map |$port| { $port > 1024 }
#| wrong     $high = $ports.filter |$port| { $port < 1024 }
#| wrong     $high = $ports[-1]
#| wrong     $high = [8080]
#| wrong     $high = $ports.filter |$port| { $port > '1024' }

# %% [markdown]
# `map` and `filter` look alike. The value of the lambda has a different use in each of them.

# %% Are both values the same?
#| quiz map-or-filter   predict same
#| because  `filter` keeps elements: [443, 8080]. `map` collects the answers: [false, false, true, true].
$ports.filter |$port| { $port > 100 }
$ports.map |$port| { $port > 100 }

# %% [markdown]
# ## Iterate over a hash
# A lambda with two parameters gets the key and the value. `filter` on a hash returns a hash.
# With one parameter the lambda gets a pair: a list with the key and the value.

# %% Pairs
#| expect true $disks.filter |$name, $size| { $size > 100 } == { 'db1' => 200 }
#| expect true $disks.map |$pair| { $pair[0] } == ['web1', 'web2', 'db1']
$disks.filter |$name, $size| { $size > 100 }

# %% People
#| exercise people
#| task   Set `$people` to the users with a number of 1000 or more, as a hash. The cell fails: change the parameters and the comparison.
#| start  $people = $users.filter |$user| { $user > 1000 }
#| check value  $people == { 'ana' => 1001, 'ben' => 1002 }
#| check for    $users in [{}, { 'eve' => 999 }, { 'kim' => 1000, 'lp' => 7 }]   $people == [{}, {}, { 'kim' => 1000 }]
#| when  error comparison          say "Look at what the lambda gets. With one parameter it is a pair, and a pair cannot be compared with a number."
#| when  $people =~ Array          say "That is a list. The task asks for a hash with names and numbers. `filter` on a hash returns a hash."
#| when  $people == { 'root' => 0 }   say "Those are the users to drop. The lambda answers true for the users to keep."
#| when  $people == $users         say "That is every user. Does the lambda compare the number?"
#| hint  Write two parameters between the bars: the user and the number.
#| hint  Compare the second parameter. 1000 itself must stay in the hash.
#| hint  $users.filter |$user, $uid| { .. }
#| solution  $people = $users.filter |$user, $uid| { $uid >= 1000 }
#| right     $people = $users.filter |$pair| { $pair[1] >= 1000 }
#| right     $people = $users.filter |$name, $n| { !($n < 1000) }
#| right     $people = Hash($users.map |$u, $n| { [$u, $n] }.filter |$p| { $p[1] > 999 })
#| wrong     $people = $users.map |$user, $uid| { $uid >= 1000 }
#| wrong     $people = $users.filter |$user, $uid| { $uid < 1000 }
#| wrong     $people = $users.filter |$user, $uid| { $uid }
#| wrong     $people = $users.filter |$user, $uid| { $uid > 1001 }
#| wrong     $people = $users.filter |$user, $uid| { $uid > 1000 }
#| wrong     $people = { 'ana' => 1001, 'ben' => 1002 }

# %% [markdown]
# ## Make one value from many
# `reduce` combines all elements to one value. Its lambda has two parameters: the value so far and the next element.
# The value of the lambda is the value so far in the next round. Follow the log lines of this cell.

# %% Add three numbers
#| run reduce-steps
#| expect log notice "so far 1, next 2"
#| expect log notice "so far 3, next 3"
#| expect true $sum == 6
$sum = [1, 2, 3].reduce |$memo, $n| {
  notice("so far ${memo}, next ${n}")
  $memo + $n
}

# %% [markdown]
# The first element is the first value so far. With an argument, `reduce(10)` starts with 10 instead.
# A start value is also the result for an empty list. Without a start value that result is `undef`.

# %% Start values
#| expect true [1, 2, 3].reduce(10) |$memo, $n| { $memo + $n } == 16
#| expect true [].reduce(0) |$memo, $n| { $memo + $n } == 0
#| expect true [].reduce |$memo, $n| { $memo + $n } == undef
[].reduce(0) |$memo, $n| { $memo + $n }

# %% All disks together
#| exercise total
#| task   Set `$total` to the sum of all disk sizes in the hash `$disks`. It must be 0 when the hash is empty.
#| check value  $total == 280
#| check for    $disks in [{}, { 'a' => 5 }, { 'a' => 1, 'b' => 2, 'c' => 3 }]   $total == [0, 5, 6]
#| when  $total == 3         say "That is the number of disks. You need the sum of their sizes."
#| when  $total =~ Array     say "That is a list. Which function makes one value from many?"
#| when  missing reduce      say "The number depends on `$disks`. Use `reduce`, so that it is right for other disks too."
#| when  $total == 280       say "Right for these disks. What is the sum when the hash is empty? `reduce` accepts a start value."
#| hint  `$disks.values` is the list of the sizes.
#| hint  `reduce` adds them. Start with 0, so that an empty hash works.
#| hint  $disks.values.reduce(0) |$memo, $size| { .. }
#| solution  $total = $disks.values.reduce(0) |$memo, $size| { $memo + $size }
#| right     $total = $disks.reduce(0) |$memo, $pair| { $memo + $pair[1] }
#| right
#|   $sizes = $disks.map |$name, $size| { $size }
#|   $total = reduce($sizes, 0) |$a, $b| { $b + $a }
#| wrong     $total = $disks.size
#| wrong     $total = $disks.values
#| wrong     $total = 40 + 40 + 200
#| wrong     $total = $disks.values.reduce |$memo, $size| { $memo + $size }
#| wrong     $total = $disks.reduce(0) |$memo, $pair| { $memo + $pair }

# %% [markdown]
# ## Write a function
# `function`, a name, parameters in parentheses, a body in braces: that is a function of your own.
# The value of a call is the value of the last statement of the body. `return(..)` ends the body earlier.
# A parameter can have a type. A call with a value of another type fails before the body runs.

# %% A function of your own
#| expect true web_name(1) == 'web1.example.org'
#| expect true web_name(12) == 'web12.example.org'
function web_name(Integer $number) {
  $host = "web${number}"
  "${host}.example.org"
}

# %% Does this call fail?
#| quiz typed-argument   predict fails
#| options  yes, no
#| because  '80' is a string, and the parameter has the type Integer. Puppet does not convert arguments.
function port_url(Integer $port) { "http://localhost:${port}/" }
port_url('80')

# %% [markdown]
# Every path through the body needs a value. An `if` without `else` has the value `undef` when its condition is false.

# %% The larger number
#| exercise larger
#| task   `larger($a, $b)` must return the larger one of two numbers. For `larger(1, 2)` it returns undef. Complete it, without `max`.
#| start
#|   function larger($a, $b) {
#|     if $a > $b { $a }
#|   }
#| check value  larger(1, 2) == 2
#| check same   larger($x, $y) == max($x, $y)   over $x : Integer[0, 100], $y : Integer[0, 100]
#| check uses   function   forbids max
#| when  larger(1, 2) == undef     say "The condition is false for 1 and 2. Then the body has no value. Which value must it have?"
#| when  larger(1, 2) == 1         say "That is the smaller number. Compare the two branches with the condition."
#| when  larger(1, 2) == 'b'       say "The value is the string b. A variable starts with a dollar sign."
#| when  larger(1, 2) =~ Boolean   say "That is the answer of a comparison. You need one of the two numbers."
#| when  uses max                  say "`max` does the work of the task. Use `if` and `else`."
#| hint  Add a branch for the other case.
#| hint  `else { .. }` follows the closing brace of `if`.
#| hint  if $a > $b { $a } else { .. }
#| solution
#|   function larger($a, $b) {
#|     if $a > $b { $a } else { $b }
#|   }
#| right     function larger($x, $y) { $x > $y ? { true => $x, default => $y } }
#| right
#|   function larger($a, $b) {
#|     if $a > $b { return($a) }
#|     $b
#|   }
#| right     function larger($a, $b) { [$a, $b].reduce |$m, $n| { if $n > $m { $n } else { $m } } }
#| wrong     function larger($a, $b) { if $a > $b { $b } else { $a } }
#| wrong     function larger($a, $b) { $a > $b }
#| wrong     function larger($a, $b) { max($a, $b) }
#| wrong     function larger($a, $b) { if $a > $b { $a } else { b } }
#| wrong     function larger($a, $b) { 2 }

# %% [markdown]
# ## Defaults
# A parameter with a default can be omitted in a call. Defaults follow the required parameters.
# A default may use the parameters to its left. It is computed in each call that needs it.

# %% A default that uses another parameter
#| expect true backup_path('ana') == '/backup/ana'
#| expect true backup_path('ana', '/mnt/ana') == '/mnt/ana'
function backup_path(String $user, String $path = "/backup/${user}") { $path }

# %% The address of a service
#| exercise address
#| task   Write the function `address` with a host and a port. It returns `https://HOST:PORT/`. Without a port it uses 443.
#| check value  address('web1', 8443) == 'https://web1:8443/'
#| check value  address('web1') == 'https://web1:443/'
#| check same   address($h, $p) == "https://${h}:${p}/"   over $h : Enum['web1', 'db1', 'mail'], $p : Integer[1, 65535]
#| when  !(&address =~ Callable[String])   say "A call needs exactly a host and a port, or the port comes first. What does a call with only a host use?"
#| when  address('web1') == undef        say "The call has no value. The last statement of the body must be the string."
#| when  address('db1') == address('db1', 1)   say "The address is the same for each port. Does the string use the parameter?"
#| when  address('db1') =~ /\$/          say "Only double quotes replace a variable by its value."
#| when  address('db1') == address('web1')   say "The address is the same for each host. Does the string use the parameter?"
#| hint  The host comes first. The port has a default, so it comes last.
#| hint  `$port = 443` in the parentheses is a parameter with a default.
#| hint  The body is one string with two variables in it.
#| solution  function address(String $host, Integer $port = 443) { "https://${host}:${port}/" }
#| right
#|   function address($host, $port = 443) {
#|     $url = join(['https://', $host, ':', $port, '/'], '')
#|     $url
#|   }
#| right     function address($host, $port = undef) { if $port { "https://${host}:${port}/" } else { "https://${host}:443/" } }
#| right     function address($host, $port = 443) { sprintf('https://%s:%d/', $host, $port) }
#| wrong     function address($host, $port = 443) { notice("https://${host}:${port}/") }
#| wrong     function address($host, $port = 443) { "https://${host}:443/" }
#| wrong     function address($host, $port = 443) { 'https://${host}:' + $port }
#| wrong     function address($host, $port = 443) { join(['https://${host}:', $port, '/'], '') }
#| wrong     function address($host, $port = 443) { "https://web1:${port}/" }
#| wrong     function address($host, $port) { "https://${host}:${port}/" }
#| wrong     function address($port = 443, $host) { "https://${host}:${port}/" }

# %% [markdown]
# ## Any number of arguments
# A star before the last parameter collects all remaining arguments in a list: `*$rest`.
# The list is empty when the call has no more arguments.
# A star before an argument does the opposite: it unfolds a list to separate arguments.

# %% Collect and unfold
#| expect true pack('a', 'b', 'c') == ['a', ['b', 'c']]
#| expect true pack('a') == ['a', []]
#| expect true pack(*$servers) == ['web1', ['web2', 'db1']]
#| expect true [0, *$ports] == [0, 22, 80, 443, 8080]
function pack($first, *$rest) { [$first, $rest] }

# %% A banner
#| exercise banner
#| task   Write the function `banner`. It accepts any number of strings and joins them with ` | `. `banner('a', 'b')` returns `a | b`.
#| check value  banner('web1', 'db1', 'mail') == 'web1 | db1 | mail'
#| check value  banner() == ''
#| check same   banner(*$words) == $words.join(' | ')   over $words : Array[Enum['web1', 'db1', 'mail'], 0, 5]
#| when  !(&banner =~ Callable[String, String, String])   say "The number of arguments is fixed. Which sign before a parameter collects any number of arguments?"
#| when  banner('a', 'b') =~ Array     say "That is the list of the arguments. Join it to one string."
#| when  banner('a', 'b') == 'a|b'     say "Almost: the separator has a space on both sides."
#| when  banner('a', 'b') == 'ab'      say "The separator is missing between the strings."
#| hint  A star before a parameter collects all arguments in a list.
#| hint  `join` makes a string from a list: $list.join(', ').
#| hint  function banner(*$parts) { .. }
#| solution  function banner(*$parts) { $parts.join(' | ') }
#| right     function banner(String *$parts) { join($parts, ' | ') }
#| right     function banner(*$p) { $p.reduce |$a, $b| { "${a} | ${b}" }.lest || { '' } }
#| wrong     function banner($parts) { join($parts, ' | ') }
#| wrong     function banner($a, $b) { "${a} | ${b}" }
#| wrong     function banner(*$parts) { $parts }
#| wrong     function banner(*$parts) { $parts.join }
#| wrong     function banner(*$parts) { $parts.join('|') }

# %% [markdown]
# ## A function with a lambda
# A function of yours can accept a lambda too. Give its last parameter the type `Callable`.
# In the body, `$block(1)` calls the lambda, and `$list.map($block)` passes it to `map`.
# `&name` makes such a value of a function. These three are extensions of pprepl: Puppet 8 rejects them.

# %% Call a lambda
#| expect true shout('web1') |$s| { "${s}!" } =~ /^WEB1!$/
#| expect true ['a', 'b'].map(&upcase).join =~ /^AB$/
function shout(String $word, Callable $block) { $block(upcase($word)) }

# %% Try it twice
#| exercise twice
#| task   `twice` must run its lambda on a value, then run it again on the result. Fill the hole.
#| start
#|   function twice($value, Callable $block) {
#|     $first = $block($value)
#|     ___
#|   }
#| check value  twice(5) |$n| { $n * 10 } == 500
#| check value  twice('a') |$s| { "${s}!" } == 'a!!'
#| check same   twice($x) |$n| { $n * 3 + 1 } == $x * 9 + 4   over $x : Integer[-1000, 1000]
#| when  (twice(5) |$n| { $n * 10 }) == 50    say "The lambda ran on 5, and the result is 50. Where does the second run start?"
#| when  (twice(5) |$n| { $n * 10 }) == [50, 50]   say "You have two first results. The second run needs the result of the first one."
#| when  (twice(5) |$n| { $n * 10 }) == 100   say "You add or multiply the first result. Call the lambda again instead."
#| hint  `$first` holds the first result.
#| hint  `$block(..)` runs the lambda on the value in the parentheses.
#| hint  Call the lambda with $first.
#| solution
#|   function twice($value, Callable $block) {
#|     $first = $block($value)
#|     $block($first)
#|   }
#| right     function twice($value, Callable $block) { $block($block($value)) }
#| right     function twice($v, Callable[1, 1] $block) { [$v].map($block).map($block)[0] }
#| wrong
#|   function twice($value, Callable $block) {
#|     $first = $block($value)
#|     $first
#|   }
#| wrong     function twice($value, Callable $block) { [$block($value), $block($value)] }
#| wrong     function twice($value, Callable $block) { $block($value) * 2 }
#| wrong     function twice($value, Callable $block) { $value * 100 }
#| wrong     function twice($value) { $value * 100 }

# %% [markdown]
# ## A message of the day
# People who log in to a server see the message of the day. You build it with a function.
# It starts with a line for the host. Then each service has a line with its name and its port.

# %% The message of the day
#| exercise motd
#| task
#|   Write the function `motd` with a host and a hash of services with ports. `motd('web1', { 'ssh' => 22, 'http' => 80 })`
#|   returns three lines, joined with "\n": `Welcome to web1`, `- ssh: 22` and `- http: 80`.
#| check value  motd('web1', { 'ssh' => 22, 'http' => 80 }) == "Welcome to web1\n- ssh: 22\n- http: 80"
#| check value  motd('db1', {}) == 'Welcome to db1'
#| check same   motd($h, $s) == join(["Welcome to ${h}"] + $s.map |$n, $p| { "- ${n}: ${p}" }, "\n")   over $h : Enum['web1', 'db1', 'mail'], $s : Hash[Enum['ssh', 'http', 'smtp'], Integer[1, 9999]]
#| when  motd('db1', { 'ssh' => 22 }) =~ Array   say "That is a list of lines. Join the lines to one string."
#| when  motd('db1', { 'ssh' => 22 }) =~ Undef   say "The call has no value. The last statement must be the string."
#| when  motd('db1', { 'ssh' => 22 }) =~ /\\n/   say "The two characters \ and n are in the string. Only double quotes turn them into the end of a line."
#| when  motd('db1', {}) == "Welcome to db1\n"   say "Without services a line end is left over. Put the line ends only between the lines."
#| when  motd('db1', { 'ssh' => 22 }) == "Welcome to db1\n[- ssh: 22]"   say "A list inside a string shows its brackets. Join the list first."
#| hint  First make the list of service lines: `map` on the hash with two parameters.
#| hint  Put the first line before the list: ["Welcome to ${host}"] + $lines, or unfold with a star.
#| hint  Last, join the list with "\n" in double quotes.
#| solution
#|   function motd(String $host, Hash $services) {
#|     $lines = $services.map |$name, $port| { "- ${name}: ${port}" }
#|     join(["Welcome to ${host}"] + $lines, "\n")
#|   }
#| right
#|   function motd($host, $services) {
#|     $services.reduce("Welcome to ${host}") |$text, $pair| { "${text}\n- ${pair[0]}: ${pair[1]}" }
#|   }
#| right
#|   function motd($host, $services) {
#|     $rows = $services.map |$pair| { sprintf("\n- %s: %d", $pair[0], $pair[1]) }
#|     "Welcome to ${host}${rows.join}"
#|   }
#| right
#|   function motd(String $host, Hash[String, Integer] $services) {
#|     [
#|       "Welcome to ${host}",
#|       *$services.map |$n, $p| { "- ${n}: ${p}" },
#|     ].join("\n")
#|   }
#| wrong     function motd($host, $services) { ["Welcome to ${host}"] + $services.map |$n, $p| { "- ${n}: ${p}" } }
#| wrong     function motd($host, $services) { $services.each |$n, $p| { notice("- ${n}: ${p}") } notice("Welcome to ${host}") }
#| wrong     function motd($host, $services) { join(["Welcome to ${host}"] + $services.map |$n, $p| { "- ${n}: ${p}" }, '\n') }
#| wrong
#|   function motd($host, $services) {
#|     $lines = $services.map |$n, $p| { "- ${n}: ${p}" }.join("\n")
#|     "Welcome to ${host}\n${lines}"
#|   }
#| wrong
#|   function motd($host, $services) {
#|     $lines = $services.map |$n, $p| { "- ${n}: ${p}" }
#|     "Welcome to ${host}\n${lines}"
#|   }
#| wrong     function motd($host, $services) { "Welcome to web1\n- ssh: 22\n- http: 80" }

# %% [markdown]
# You can now work on lists and hashes, and you can write functions. `:functions` at the prompt lists your own functions first.
# `:doc map` shows the documentation of a built-in function. `:why CALL` shows which form of a function a call selects.
#
# ## Reference: the parts of a function
# The rest of this chapter is for looking up. Run a cell when its subject interests you.
# A function may have no parameters, with or without parentheses. The value is that of the last statement; an empty body has the value `undef`.

# %% Parameters and value
#| expect true ref_one() == 1
#| expect true ref_two() == 2
#| expect true ref_three(2) == 3
#| expect true ref_last() == 3
#| expect true ref_empty() == undef
function ref_one { 1 }
function ref_two() { 2 }
function ref_three($a) { $a + 1 }
function ref_last() {
  $a = 1
  $a + 2
}
function ref_empty() { }

# %% [markdown]
# A parameter has an optional type, an optional star, a name and an optional default, in this order. Lambdas have the same kind of parameters.

# %% The form of a parameter
#| expect true ref_form(1) == [1, 'x', []]
#| expect true ref_form(1, 'y', 3, 4) == [1, 'y', [3, 4]]
#| expect true [1].map |Integer $a = 3, *$r| { [$a, $r] } == [[0, [1]]]
#| expect true [[1, 2, 3]].map |$a, *$r| { [$a, $r] } == [[0, [[1, 2, 3]]]]
#| expect log notice "[[1, 2, 3]]"
function ref_form(Integer $a, String $b = 'x', Any *$r) { [$a, $b, $r] }
[[1, 2, 3]].each |Integer $index, *$rest| { notice($rest) }

# %% [markdown]
# Puppet reserves the word `private`. A function cannot be private.

# %% A reserved word
#| expect fails reserved-word
private function ref_hidden() { 1 }

# %% [markdown]
# ## Reference: the star before a parameter
# The parameter is always a list. Its default may be a list, or one value that becomes a list of one element.

# %% Always a list
#| expect true ref_rest() == []
#| expect true ref_rest(1) == [1]
#| expect true ref_rest(1, 2) == [1, 2]
#| expect true ref_rest([1, 2]) == [[1, 2]]
#| expect true ref_rest_one() == [1]
#| expect true ref_rest_two() == [1, 2]
#| expect true ref_rest_two(9) == [9]
function ref_rest(*$r) { $r }
function ref_rest_one(*$r = 1) { $r }
function ref_rest_two(*$r = [1, 2]) { $r }

# %% [markdown]
# A type before the star is the type of each argument. An `Array` type sets the type of each argument and how many are allowed.
# For arguments that are lists, write `Array[Array[Integer]]`.

# %% The type of the elements
#| expect true ref_integers(1, 2) == [1, 2]
#| expect true ref_few(1) == [1]
#| expect true ref_few(1, 2) == [1, 2]
#| expect true ref_lists([1], [2]) == [[1], [2]]
function ref_integers(Integer *$r) { $r }
function ref_few(Array[Integer, 1, 2] *$r) { $r }
function ref_lists(Array[Array[Integer]] *$r) { $r }

# %% A string among integers
#| expect fails argument-type
ref_integers(1, 'a')

# %% One argument too many
#| expect fails argument-type
ref_few(1, 2, 3)

# %% No argument
#| expect fails argument-type
ref_few()

# %% Lists for integers
#| expect fails argument-type
ref_few([1], [2, 3])

# %% Lists that are nested too deep
#| expect fails argument-type
ref_lists([[1]], [[2]])

# %% [markdown]
# The starred parameter is the last one. Only functions and lambdas can have one.

# %% A parameter after the star
#| expect fails parameter-order
function ref_not_last(*$r, $a) { $a }
ref_not_last(1, 2)

# %% Two stars
#| expect fails parameter-order
function ref_two_stars(*$r, *$s) { [$r, $s] }
ref_two_stars(1, 2)

# %% A star in a defined type
#| expect fails CAPTURES_REST_NOT_SUPPORTED
define ref_box(*$x) { }

# %% A star in a class
#| expect fails CAPTURES_REST_NOT_SUPPORTED
class ref_host(*$x) { }

# %% [markdown]
# ## Reference: defaults
# A default sees the parameters to its left and the variables of the top scope. It never sees a parameter to its right,
# also when a top-scope variable has that name. `$::name` always means the top-scope variable.

# %% The variables a default sees
#| expect true ref_left(5) == [5, 6]
#| expect true ref_simple(5) == [5, 1]
#| expect true ref_global() == 7
#| expect true ref_global_too() == 7
#| expect true ref_right_global() == [10, 2]
$ref_g = 7
$ref_b = 10
function ref_simple($a, $b = 1) { [$a, $b] }
function ref_left($a, $b = $a + 1) { [$a, $b] }
function ref_global($a = $ref_g) { $a }
function ref_global_too($a = $::ref_g) { $a }
function ref_right_global($a = $::ref_b, $ref_b = 2) { [$a, $ref_b] }

# %% A parameter to the right
#| expect fails parameter-order
function ref_right($a = $ref_b, $ref_b = 2) { [$a, $ref_b] }
ref_right()

# %% A required parameter after a default
#| expect fails parameter-order
function ref_required_last($a = 1, $b) { $b }
ref_required_last(1, 2)

# %% [markdown]
# ## Reference: lambdas as arguments
# The lambda follows the arguments in both forms of a call. A function without a `Callable` parameter rejects a lambda.

# %% The lambda comes last
#| expect true [1, 2].map |$x| { $x * 2 } == [2, 4]
#| expect true map([1, 2]) |$x| { $x * 2 } == [2, 4]
#| expect true with(1) |$x| { $x } == 1
function ref_no_block($a) { $a }
with(1) |$x| { $x }

# %% No lambda expected
#| expect fails argument-count
ref_no_block(1) |$x| { $x }

# %% No lambda after a star either
#| expect fails argument-count
ref_rest(1) |$x| { $x }

# %% [markdown]
# `Callable` requires a lambda. `Optional[Callable]` makes it optional, and the parameter is `undef` without one.
# A `Variant` lists the accepted signatures. `Callable[1, 1]` means: exactly one parameter. Puppet 8 has no such functions.

# %% Required, optional, one of several
#| expect true ref_block() |$x| { $x } == 'got'
#| expect true ref_block_two(1) |$x| { 1 } == 'got'
#| expect true ref_maybe() == true
#| expect true ref_maybe() |$x| { 1 } == false
#| expect true ref_variant() |$x| { 1 } == 'got'
#| expect true ref_variant() |$x, $y| { 1 } == 'got'
#| expect true ref_maybe_variant() == true
#| expect true ref_maybe_variant() |$x| { 1 } == false
#| expect true ref_after_rest(1, 2) |$x| { 1 } == [1, 2]
function ref_block(Callable $b) { 'got' }
function ref_block_two(Integer $a, Callable $b) { 'got' }
function ref_maybe(Optional[Callable] $b) { $b =~ Undef }
function ref_variant(Variant[Callable[1, 1], Callable[2, 2]] $b) { 'got' }
function ref_maybe_variant(Optional[Variant[Callable[1, 1], Callable[2, 2]]] $b) { $b =~ Undef }
function ref_after_rest(*$r, Callable $b) { $r }

# %% The lambda is missing
#| expect fails argument-count
ref_block_two(1)

# %% Three parameters fit neither signature
#| expect fails
ref_variant() |$x, $y, $z| { 1 }

# %% [markdown]
# A function can call its lambda, pass it on, ask for its type, or return it.

# %% Use a lambda
#| expect true ref_call([1, 2]) |$x| { $x * 10 } == [10, 20]
#| expect true ref_pass([1, 2]) |$x| { $x * 10 } == [10, 20]
#| expect true ref_kind() |$x| { 1 } == 'one'
#| expect true ref_kind() |$x, $y| { 1 } == 'other'
#| expect true $ref_add(2) == 3
function ref_call(Array $arr, Callable $block) { $arr.map |$x| { $block($x) } }
function ref_pass(Array $arr, Callable $block) { $arr.map($block) }
function ref_kind(Callable $b) {
  case type($b) {
    Type[Callable[1, 1]]: { 'one' }
    default: { 'other' }
  }
}
function ref_keep(Callable $block) { $block }
$ref_add = ref_keep() |$x| { $x + 1 }

# %% [markdown]
# Names of functions and `Callable` values can be called. Other values cannot.

# %% A number is not a function
#| expect fails ILLEGAL_EXPRESSION
$ref_five = 5
$ref_five(1)

# %% A name can be called
#| expect log notice "a"
notice('a')

# %% A string is not a function
#| expect fails ILLEGAL_EXPRESSION
'notice'('b')

# %% [markdown]
# ## Reference: a function as a value
# `&name` is the function itself, with its signature. It is the same as a lambda that calls the function.

# %% A reference to a function
#| expect true [1, 295, 26, 9, 2, 5, 7, 0].reduce(&ref_min) == 0
#| expect true [1, 295, 26, 9, 2, 5, 7, 0].reduce |$memo, $x| { ref_min($memo, $x) } == 0
#| expect true [1, 295, 26, 9, 2, 5, 7, 0].reduce() |$memo, $x| { min($memo, $x) } == 0
#| expect true [1, 295, 26, 9, 2, 5, 7, 0].reduce(&min) == 0
#| expect true "${type(&ref_add_one)}" == 'Callable[Integer]'
function ref_min($a, $b) { if $a < $b { $a } else { $b } }
function ref_add_one(Integer $a) { $a + 1 }

# %% An unknown function
#| expect fails undefined-function
&nosuchfunction

# %% [markdown]
# Only the name of a function may follow `&`.

# %% No variable after &
#| expect fails syntax
&$ports

# %% No string after &
#| expect fails syntax
&'min'

# %% No type after &
#| expect fails syntax
&File

# %% No number after &
#| expect fails syntax
&1

# %% [markdown]
# ## Reference: names and files of functions
# A function of a manifest may have any name. In a module, each function has a file of its own: `site::port` is in `modules/site/functions/port.pp`.
# Functions of the environment are in its own directory `functions` and start with `environment::`.

# %% Names
#| expect true site::port('https') == 443
#| expect true environment::motto() == 'keep it simple'
#| expect true ref::a::b() == 2
function ref::a::b() { 2 }
site::port('https')

# %% The function in the file has another name
#| expect fails ILLEGAL_DEFINITION_LOCATION
site::wrong()

# %% The function in the file has another namespace
#| expect fails ILLEGAL_DEFINITION_LOCATION
site::other()

# %% [markdown]
# Your own function hides a function of a module with the same name. It hides a built-in function too, with a warning.

# %% Your function is first
#| expect true site::name() == 'mine'
#| expect true abs(-1) == 'mine'
function site::name() { 'mine' }
function abs($x) { 'mine' }

# %% [markdown]
# ## Reference: unfold with a star
# A star unfolds a list in the arguments of a call and in a literal list. It also works among the options of `case` and of a selector,
# in titles and in type parameters.

# %% Where a star unfolds
#| expect true ref_turn(*$ref_list) == [3, 2, 1]
#| expect true ref_turn(1, 2, 3) == [3, 2, 1]
#| expect true ref_turn(0, *[8, 9]) == [9, 8, 0]
#| expect true [10, *$ref_list, 20] == [10, 1, 2, 3, 20]
#| expect true $ref_hits == ['hit', 'miss']
#| expect true 2 ? { *[1, 2] => 'hit', default => 'miss' } == 'hit'
#| expect true { 'a' => *[1, 2] } == { 'a' => [1, 2] }
#| expect true Enum[*['a', 'b']] == Enum['a', 'b']
#| expect true [1, 2, 3][*[0, 2]] == [1, 2]
#| expect true [*[1, 2] + [3]] == [[1, 2, 3]]
#| expect catalog Notify['ref x']   Notify['ref y']
$ref_list = [1, 2, 3]
function ref_turn($x, $y, $z) { [$z, $y, $x] }
$ref_hits = [2, 4].map |$n| {
  case $n {
    *$ref_list: { 'hit' }
    default: { 'miss' }
  }
}
notify { *['ref x', 'ref y']: }

# %% [markdown]
# Other values become a list first: a hash a list of pairs, `undef` an empty list, any other value a list of one element.
# In other places the result is that list.

# %% Values that are not a list
#| expect true [*5] == [5]
#| expect true [0, *'a'] == [0, 'a']
#| expect true [*undef] == []
#| expect true [*{ 'a' => 1, 'b' => 2 }] == [['a', 1], ['b', 2]]
#| expect true [*Integer[1, 3]] == [Integer[1, 3]]
#| expect true $ref_star == [5]
#| expect true $ref_star_hash == [['a', 1]]
#| expect true $ref_star_undef == []
#| expect true (*[1, 2]) == [1, 2]
#| expect true (*7) == [7]
$ref_star = *5
$ref_star_hash = *{ 'a' => 1 }
$ref_star_undef = *undef

# %% The expression after the star must work
#| expect fails undefined-function
[*range(1, 3)]

# %% So must its variables
#| expect fails unset-variable
[*$nope]
