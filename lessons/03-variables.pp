# %% [markdown]
#| lesson variables   title "Variables and scope"   needs first-steps, values   minutes 30
# # Variables and scope
# A variable is a name for a value. This chapter shows which names are legal, and where a name is visible.
# It also shows how programs work when a variable is set only once.

# %% [markdown]
# ## A name for a value
# An assignment names the value on the right side. Later calculations make new values, and change no old one.

# %% Does the base change?
#| quiz value-stays predict value
#| because  `$base + 80` is a new value. `$base` still names the old one.
$base = 8000
$site_port = $base + 80
$base

# %% [markdown]
# The same holds for arrays and hashes. `<<` does not extend an array: it returns a longer one.

# %% Two lists
#| run two-lists
#| expect log notice "[web]"
#| expect log notice "[web, db]"
#| expect true $list == ['web']
#| expect true $longer == ['web', 'db']
$list = ['web']
$longer = $list << 'db'
notice($list)
notice($longer)

# %% [markdown]
# So a counter that counts up does not exist in Puppet. A new value needs a new name.

# %% The visits of yesterday
#| given
$visits = 41

# %% One more visit
#| exercise one-more
#| task   Set `$next` to one more than `$visits`.
#| start     $visits = $visits + 1
#| check value   $next == 42
#| check for     $visits in [0, -1, 99]   $next == [1, 0, 100]
#| when  error assigned-twice    say "`$visits` is already set. Use the name from the task for the new value."
#| when  error removed-feature   say "Other languages change a variable like this. Here a variable never changes."
#| when  defined('$next') and $next == 42   say "Right for 41 visits. Compute it from `$visits`."
#| hint  The left side of `=` is the new name.
#| hint  The right side adds 1 to `$visits`.
#| solution  $next = $visits + 1
#| right     $next = 1 + $visits
#| right
#|   $step = 1
#|   $next = $visits + $step
#| wrong     $visits = $visits + 1
#| wrong     $visits += 1
#| wrong     $next = 42
#| wrong     $next = $visits
#| wrong     $next = visits + 1

# %% [markdown]
# ## Legal names
# A name starts with a lower-case letter or `_`. Letters, digits and `_` follow.

# %% Some names
#| expect true $web_1 == 'a'
#| expect true $_hidden == 'b'
#| expect true $maxPort == 'c'
$web_1 = 'a'
$_hidden = 'b'
$maxPort = 'c'

# %% An upper-case letter
#| quiz bad-name predict fails
#| because  Names with an upper-case first letter are types. A variable starts with a lower-case letter.
$Limit = 5

# %% A hyphen
#| exercise hyphen
#| task   The cell fails. Use the name `$max_clients` for the limit of 100 clients.
#| start     $max-clients = 100
#| check value   $max_clients == 100
#| when  error assignment-target   say "pprepl reads the hyphen as a minus sign. Which character may join two words in a name?"
#| when  error variable-name       say "This is not a legal name. It starts with a lower-case letter, and has letters, digits and `_`."
#| when  defined('$max_clients') and $max_clients =~ String   say "That is a string. Write the number without quotes."
#| hint  A name has no hyphen, and no period.
#| hint  Write `_` where the hyphen is.
#| solution  $max_clients = 100
#| right     $max_clients = 10 * 10
#| right     [$max_clients] = [100]
#| wrong     $Max_clients = 100
#| wrong     $max_clients = '100'
#| wrong     $maxclients = 100
#| wrong     $max_clients = $max * 100
#| wrong     $max_clients = 1000

# %% [markdown]
# ## Several variables at once
# An array of variables on the left side takes an array apart. Both sides need the same number of elements.

# %% Take a list apart
#| expect true $first == 'web'
#| expect true $second == 'db'
[$first, $second] = ['web', 'db']

# %% An application and its port
#| given
$pair = ['shop', 8443]

# %% Name and port
#| exercise pair
#| task   Take `$pair` apart: set `$app` to its first element, and `$app_port` to its second element.
#| start     [$app, ___] = $pair
#| check value   [$app, $app_port] == ['shop', 8443]
#| check for     $pair in [['blog', 80], ['wiki', 8080]]   [$app, $app_port] == [['blog', 80], ['wiki', 8080]]
#| when  error multiple-assignment   say "Count the variables and the values. How many are there on each side?"
#| when  defined('$app') and $app =~ Array   say "`$app` has the whole array now. Only the first element belongs in it."
#| when  defined('$app') and $app =~ Integer   say "The port is in `$app`. Look at the order."
#| hint  The order of the variables is the order of the elements.
#| hint  The second variable in the brackets is `$app_port`.
#| solution  [$app, $app_port] = $pair
#| right
#|   $app = $pair[0]
#|   $app_port = $pair[1]
#| right     [[$app], $app_port] = [[$pair[0]], $pair[-1]]
#| wrong     [$app_port, $app] = $pair
#| wrong     [$app] = $pair
#| wrong
#|   $app = $pair
#|   $app_port = 8443
#| wrong     [$app, $app_port] = ['shop', 8443]
#| wrong     $app, $app_port = $pair

# %% [markdown]
# ## Where is a name visible?
# A name is visible in its scope. What you set at the prompt is in the top scope, visible in all code below.
# Which blocks have a scope of their own? Two questions:

# %% A name inside of if
#| quiz if-scope predict value
#| options  'good', undef, an error
#| because  `if`, `unless` and `case` have no scope of their own. `$mood` is in the top scope.
if true { $mood = 'good' }
$mood

# %% [markdown]
# `$list.each |$item| { .. }` runs its block once for each element, and `$item` is the element.
# The block is a lambda. A lambda has a scope of its own.

# %% A lambda
#| expect log notice "port 80"
#| expect log notice "port 443"
[80, 443].each |$item| { notice("port ${item}") }

# %% A name inside of a lambda
#| quiz lambda-scope predict fails
#| because  `$seen` is local to the lambda. After the lambda the name is unknown.
[80, 443].each |$item| { $seen = $item }
$seen

# %% [markdown]
# A lambda sees the names around it. A parameter of the same name hides the outer variable. This is shadowing.

# %% Two variables of one name
#| quiz shadowing predict order
#| because  Inside, the parameter hides the outer variable. Outside, nothing has changed.
$where = 'outside'
['inside'].each |$where| { notice($where) }
notice($where)

# %% [markdown]
# So a lambda cannot store a result in an outer variable. It returns a value instead.
# `map` runs a lambda for each element, and returns the array of its results.

# %% map
#| expect value [160, 886]
[80, 443].map |$item| { $item * 2 }

# %% The hosts
#| given
$hosts = ['web', 'db', 'mail']

# %% Full names
#| exercise full-names
#| task   Set `$full_names` to the array of all hosts with the ending ".example.com": 'web.example.com' and so on.
#| start     $hosts.each |$host| { $full_names = "${host}.example.com" }
#| check value   $full_names == ['web.example.com', 'db.example.com', 'mail.example.com']
#| check for     $hosts in [[], ['ntp']]   $full_names == [[], ['ntp.example.com']]
#| when  !defined('$full_names')   say "The variable is local to the lambda. Set it outside, to the result of a function."
#| when  $full_names == $hosts     say "`each` returns the array that it got. Which function collects the results of the lambda?"
#| when  $full_names =~ String     say "That is one string. The task asks for one string for each host."
#| hint  Start with `$full_names =`, and let a function return the array.
#| hint  `map` collects the results of its lambda.
#| solution  $full_names = $hosts.map |$host| { "${host}.example.com" }
#| right     $full_names = $hosts.reduce([]) |$memo, $host| { $memo + ["${host}.example.com"] }
#| right     $full_names = regsubst($hosts, '$', '.example.com')
#| wrong     $hosts.each |$host| { $full_names = "${host}.example.com" }
#| wrong     $full_names = $hosts.each |$host| { "${host}.example.com" }
#| wrong     $full_names = "${hosts}.example.com"
#| wrong     $full_names = $hosts.map |$host| { '${host}.example.com' }
#| wrong     $full_names = ['web.example.com', 'db.example.com', 'mail.example.com']

# %% [markdown]
# ## Functions have a scope
# A function is a named block with parameters. Its value is its last expression.
# It sees its parameters and the top scope, but not the variables of its caller.

# %% The domain
#| given
$domain = 'example.com'

# %% What a function sees
#| run function-scope
#| expect value 'mail.example.com'
#| expect true full_name('web') == 'web.example.com'
function full_name($short) {
  $dot = '.'
  "${short}${dot}${domain}"
}
full_name('mail')

# %% A function with a wrong name
#| exercise url
#| task   Fix the function `url`: `url('web')` returns "http://web.example.com". The ending comes from `$domain`.
#| start
#|   function url($host) {
#|     "http://${server}.${domain}"
#|   }
#| check value   url('web') == 'http://web.example.com'
#| check same    url($any) == "http://${any}.${domain}" over $any : String
#| check for     $domain in ['test', 'example.org']   url('db') == ['http://db.test', 'http://db.example.org']
#| when  url('web') == 'http://web.example.com'   say "It works here. Does it use its parameter and `$domain`, and no fixed name?"
#| when  url('web') =~ /[$]/                      say "The dollar sign is in the result. Which quotes interpolate?"
#| when  url('web') =~ Undef                      say "The function returns undef. Its value is its last expression."
#| hint  Which variables does the function know? Compare the parameter and the string.
#| hint  Write `${host}` in the string, or give the parameter another name.
#| solution
#|   function url($host) {
#|     "http://${host}.${domain}"
#|   }
#| right
#|   function url($server) {
#|     "http://${server}.${domain}"
#|   }
#| right
#|   function url(String $host) {
#|     $address = sprintf('%s.%s', $host, $::domain)
#|     "http://${address}"
#|   }
#| wrong
#|   function url($host) {
#|     "http://${server}.${domain}"
#|   }
#| wrong
#|   function url($host) {
#|     'http://${host}.${domain}'
#|   }
#| wrong
#|   function url($host) {
#|     "http://web.example.com"
#|   }
#| wrong
#|   function url($host) {
#|     notice("http://${host}.${domain}")
#|   }
#| wrong
#|   function url() {
#|     "http://${host}.${domain}"
#|   }

# %% [markdown]
# `$::domain` is the full name of a variable of the top scope. It finds the variable even if a local name hides it.

# %% The full name of a variable
#| expect log notice "local"
#| expect log notice "example.com"
['local'].each |$domain| {
  notice($domain)
  notice($::domain)
}

# %% [markdown]
# ## Unknown is not undef
# A variable that was never set is unknown: reading it is an error. `undef` is a value, and a variable can have it.

# %% An owner without a name
#| quiz undef-value predict fails
#| options  yes, no
#| because  `$owner` is set, and its value is undef. In a string, undef is the empty string.
$owner = undef
"owner: ${owner}"

# %% A timeout that may be missing
#| given
$timeout = undef

# %% A default
#| exercise default-timeout
#| task   Set `$wait` to `$timeout`, or to 30 if `$timeout` is undef. A timeout of 0 counts.
#| check value   $wait == 30
#| check for     $timeout in [5, 0, undef]   $wait == [5, 0, 30]
#| when  $wait =~ Undef     say "`$timeout` is undef here, and so is your value. Which value is the default?"
#| when  $wait =~ Boolean   say "That is the answer to a question. The task asks for a number of seconds."
#| when  $wait == 30        say "Right without a timeout. Is the result 5 for a timeout of 5, and 0 for 0?"
#| hint  `if` has a value. 0 counts as true, undef counts as false.
#| hint  Choose between `$timeout` and 30: `$wait = if .. { .. } else { .. }`.
#| solution  $wait = if $timeout { $timeout } else { 30 }
#| right     $wait = $timeout ? { undef => 30, default => $timeout }
#| right     $wait = $timeout.lest || { 30 }
#| right     $wait = if $timeout == undef { 30 } else { $timeout }
#| wrong     $wait = 30
#| wrong     $wait = $timeout
#| wrong     $wait = $timeout or 30
#| wrong     $wait = if $timeout == '' { 30 } else { $timeout }
#| wrong     $wait = if $timeout > 0 { $timeout } else { 30 }

# %% [markdown]
# ## Your task: the address of a site
# A site has a name, and perhaps encryption. Users read its address in the message of the day.

# %% The site
#| given
$site = { 'name' => 'shop', 'ssl' => true }

# %% The address in the motd
#| exercise site
#| task   Set `$scheme` to 'https' if the site has ssl, else to 'http'. Describe /etc/motd with the content "See https://shop.example.com". Use `$scheme`, `$site` and `$domain`.
#| start
#|   $scheme = ___
#|   $address = "See ___"
#|   file { '/etc/motd':
#|     ensure  => file,
#|     content => $address,
#|   }
#| check value   $scheme == 'https'
#| check catalog File['/etc/motd'] { ensure => file, content => 'See https://shop.example.com' }
#| check for     $site in [{ 'name' => 'blog', 'ssl' => false }, { 'name' => 'wiki', 'ssl' => true }]   File['/etc/motd']['content'] == ['See http://blog.example.com', 'See https://wiki.example.com']
#| when  $scheme =~ Boolean                say "That is true or false. Choose one of two strings with it."
#| when  $scheme == 'http'                 say "This site has ssl. Look at the order of the two choices."
#| when  !defined(File['/etc/motd'])       say "The catalog has no file /etc/motd."
#| when  defined(File['/etc/motd']) and File['/etc/motd']['content'] == 'See https://shop.example.com'   say "Right for this site. Another site has another name, and perhaps no ssl."
#| when  defined(File['/etc/motd']) and File['/etc/motd']['content'] =~ /[\[{$]/   say "Look at the content: the whole hash is in it, or a dollar sign. `${site['name']}` is one value of the hash."
#| hint  `$site['ssl']` is true or false, so it fits into `if`.
#| hint  In a string, an element of a hash needs braces: `${site['name']}`.
#| hint  The address is `"${scheme}://${site['name']}.${domain}"`.
#| solution
#|   $scheme = if $site['ssl'] { 'https' } else { 'http' }
#|   file { '/etc/motd':
#|     ensure  => file,
#|     content => "See ${scheme}://${site['name']}.${domain}",
#|   }
#| right
#|   $scheme = $site['ssl'] ? { true => 'https', default => 'http' }
#|   $site_name = $site['name']
#|   file { '/etc/motd': ensure => file, content => "See ${scheme}://${site_name}.${domain}" }
#| right
#|   if $site['ssl'] { $scheme = 'https' } else { $scheme = 'http' }
#|   $text = sprintf('See %s://%s.%s', $scheme, $site['name'], $domain)
#|   file { '/etc/motd': ensure => 'file', content => $text }
#| wrong
#|   $scheme = $site['ssl']
#|   file { '/etc/motd': ensure => file, content => "See ${scheme}://${site['name']}.${domain}" }
#| wrong
#|   $scheme = 'https'
#|   file { '/etc/motd': ensure => file, content => "See ${scheme}://shop.${domain}" }
#| wrong
#|   $scheme = if $site['ssl'] { 'http' } else { 'https' }
#|   file { '/etc/motd': ensure => file, content => "See ${scheme}://${site['name']}.${domain}" }
#| wrong
#|   $scheme = if $site['ssl'] { 'https' } else { 'http' }
#|   file { '/etc/motd': ensure => file, content => "See ${scheme}://$site['name'].${domain}" }
#| wrong
#|   $scheme = if $site['ssl'] { 'https' } else { 'http' }
#|   notice("See ${scheme}://${site['name']}.${domain}")

# %% [markdown]
# ## Summary
# - A variable is set once, and no operation changes its value.
# - Names start with a lower-case letter or `_`.
# - `if` and `case` have no scope of their own. Lambdas and functions have one.
# - Reading an unknown variable is an error. `undef` is a value.
#
# At the prompt, `:vars` lists your variables, and `:reset` removes them all.

# %% [markdown]
# ## Reference: assignment
# A variable is set once in its scope. An assignment is an expression: its value is the assigned value.

# %% Set once
#| expect true $limit == 1
$limit = 1

# %% Not twice
#| expect fails ILLEGAL_REASSIGNMENT
#| expect true $limit == 1
$limit = 2

# %% No operation changes a value
#| expect true $ports == [80, 443]
#| expect true $ports + [22] == [80, 443, 22]
#| expect true $ports << 22 == [80, 443, 22]
#| expect true $ports == [80, 443]
$ports = [80, 443]

# %% The type of a variable is the type of its value
#| expect true type($word, generalized) == String
#| expect true $word =~ String
#| expect true $number =~ Integer
$word = 'x'
$number = 1

# %% An assignment inside of an assignment
#| expect true $outer == 3 and $inner == 3
$outer = $inner = 3

# %% A variable exists by its assignment
#| expect true $nothing == undef
#| expect true $nothing =~ Undef
#| expect true defined('$nothing')
#| expect true !defined('$nowhere')
$nothing = undef

# %% [markdown]
# A hash on the right side sets the variables that are its keys. Patterns nest.

# %% Keys and nested arrays
#| expect true [$login, $uid] == ['ada', 1001]
#| expect true [$one, $two, $three] == [1, 2, 3]
[$login, $uid] = { 'login' => 'ada', 'uid' => 1001 }
[$one, [$two, $three]] = [1, [2, 3]]

# %% Too few values
#| expect fails
[$left, $right] = [1]

# %% [markdown]
# ## Reference: names
# A name starts with a lower-case letter or `_`. A qualified name joins such parts with `::`.

# %% Legal names
#| expect true [$abc, $_x, $a_B9] == [1, 2, 3]
$abc = 1
$_x = 2
$a_B9 = 3

# %% A hyphen is a minus sign
#| expect fails NOT_NUMERIC
$abc-b

# %% A period is a call
#| expect fails UNKNOWN_FUNCTION
$abc.b

# %% An upper-case name
#| expect fails ILLEGAL_VAR_NAME
$Abc

# %% An assignment to an upper-case name
#| expect fails ILLEGAL_VAR_NAME
$Abc = 1

# %% An upper-case part
#| expect fails ILLEGAL_VAR_NAME
$abc::Def

# %% An underscore at the start of a part
#| expect fails UNKNOWN_VARIABLE
$foo::_bar

# %% An underscore in the top scope
#| expect fails UNKNOWN_VARIABLE
$::_bar

# %% A string is not a name
#| expect fails
$"x"

# %% A string in single quotes is not a name
#| expect fails
$'x'

# %% [markdown]
# ## Reference: match variables
# `$0`, `$1` and so on belong to the last match with a regular expression. They are undef if no match set them.

# %% Groups of a match
#| expect log notice "[abc-12, abc, 12, ]"
#| expect true $7 == undef
if 'abc-12' =~ /([a-z]+)-(\d+)/ {
  notice([$0, $1, $2, $3])
}

# %% Each match sets all of them
#| expect log notice "[a, b]"
#| expect log notice "[x, ]"
#| expect log notice "still [x, ]"
if 'ab' =~ /(a)(b)/ {
  notice([$1, $2])
  if 'x' =~ /(x)/ {
    notice([$1, $2])
    if 'q' !~ /(z)/ {
      notice("still ${[$1, $2]}")
    }
  }
}

# %% A number with a leading zero
#| expect fails ILLEGAL_NUMERIC_VAR_NAME
$01

# %% Two zeros
#| expect fails ILLEGAL_NUMERIC_VAR_NAME
$00

# %% A match variable has no scope
#| expect fails ILLEGAL_VAR_NAME
$::0

# %% A match variable of a class
#| expect fails ILLEGAL_VAR_NAME
$foo::1

# %% An unknown variable
#| expect fails UNKNOWN_VARIABLE
$nope

# %% [markdown]
# ## Reference: variables of classes, and provided variables
# Other code reads a variable of a class by its full name. Some variables are set only for a node or in a class.

# %% A variable of a class
#| expect true $proxy::cache_port == 7
#| expect true $::proxy::cache_port == 7
class proxy { $cache_port = 7 }
include proxy

# %% The facts need a node
#| expect fails UNKNOWN_VARIABLE
$facts =~ Hash

# %% The trusted facts are always there
#| expect value 'localhost'
$trusted['certname']

# %% So are the facts of the server
#| expect true $server_facts =~ Hash
$server_facts['environment']

# %% The title is set inside of a class or a defined type
#| expect fails UNKNOWN_VARIABLE
$title

# %% The name of the module is undef outside of modules
#| expect value undef
$module_name

# %% [markdown]
# ## Reference: typed parameters
# A parameter with a type accepts only values of the type, and converts nothing. Without a type it accepts every value.

# %% Without a type
#| expect true [accept(1), accept(undef), accept(Integer), accept([1, 'a'])] == ['ok', 'ok', 'ok', 'ok']
#| expect true ([1, 2].map |$x| { $x }) == [1, 2]
function accept($x) { 'ok' }

# %% An optional value
#| expect true is_missing(undef)
#| expect true !is_missing(1)
function is_missing(Optional[Integer] $x) { $x =~ Undef }

# %% A lambda with a type
#| expect fails
[1, 'a'].each |Integer $x| { notice($x) }

# %% A function with a type
#| expect true twice(2) == 4
function twice(Numeric $x) { $x * 2 }

# %% A string is not converted
#| expect fails
twice('1')

# %% undef is not a number
#| expect fails
twice(undef)

# %% A defined type with a typed parameter
define limit(Integer $clients) { }

# %% A string for its parameter
#| expect fails
limit { 'web': clients => 'many' }

# %% A class with a typed parameter
class mailer(String $sender = 'root') { }

# %% A number for its parameter
#| expect fails
class { 'mailer': sender => 3 }
