# %% [markdown]
#| lesson values   title "Values and types"   needs first-steps   minutes 35
# # Values and types
# Everything in Puppet is a value: a port, a name, a list of users, all data about a server.
# This chapter shows the kinds of values, and the surprises of each kind.
# At the prompt, `:type 80` shows the type of a value.

# %% [markdown]
# ## Integers and floats
# An Integer has no decimal point. A Float has one, and is exact to about 16 digits.
# Arithmetic with a Float returns a Float.

# %% Integers and floats
#| expect value 3.5
#| expect true 2 * 3 == 6
#| expect true (1 + 2.0) =~ Float
7 / 2.0

# %% Two integers
#| quiz integer-division predict value
#| because  Integer divided by Integer is an Integer: the remainder is dropped. `%` returns the remainder.
7 / 2

# %% [markdown]
# Four sites share the memory of a server.

# %% The memory, in GB
#| given
$memory = 10

# %% A fair share
#| exercise share
#| task   Set `$share` to a quarter of `$memory`, exactly: 2.5 for 10 GB.
#| start     $share = $memory / 4
#| check value   $share == 2.5
#| check for     $memory in [1, 8, 7]   $share == [0.25, 2.0, 1.75]
#| when  $share =~ Integer   say "An Integer lost its remainder here. Which kind of number keeps the part after the point?"
#| when  $share == 2.5       say "Right for 10 GB. Compute it from `$memory`, for every server."
#| when  error not-a-number  say "Quotes make a string. Numbers have no quotes."
#| hint  One of the two numbers must be a Float.
#| hint  The number four as a Float is `4.0`.
#| solution  $share = $memory / 4.0
#| right     $share = $memory * 0.25
#| right     $share = Float($memory) / 4
#| wrong     $share = 2.5
#| wrong     $share = $memory / 4
#| wrong     $share = ($memory / 4) * 1.0
#| wrong     $share = $memory / 'four'
#| wrong     $share = $memory % 4

# %% [markdown]
# ## A leading zero
# Other ways to write an Integer: `0xff` is hexadecimal. A number with a leading zero is octal: its base is 8.

# %% Three ways to write a number
#| expect true 0xff == 255
#| expect true 1e3 == 1000
#| expect value true
0x10 == 16

# %% Zero, one, zero
#| quiz leading-zero predict value
#| because  `010` is octal: one eight and no ones, so 8. Write numbers without a leading zero.
010 + 1

# %% The mode of a file
#| exercise mode
#| task   Set `$mode` to the four characters 0644. Puppet expects the mode of a file as a string.
#| start     $mode = 0644
#| check value   $mode == '0644'
#| check type    $mode : String
#| when  $mode == 420     say "A leading zero is octal: you have the number 420. Quotes keep the characters."
#| when  $mode =~ Integer say "This is a number. A number does not keep a leading zero."
#| when  $mode == '644'   say "Three characters. The zero at the start is part of the mode."
#| hint  A number cannot have the value 0644. A string can.
#| hint  Put quotes around it.
#| solution  $mode = '0644'
#| right     $mode = "0644"
#| right     $mode = sprintf('%04o', 420)
#| wrong     $mode = 0644
#| wrong     $mode = 644
#| wrong     $mode = '644'
#| wrong     $mode = 0o644

# %% [markdown]
# ## Strings are not numbers
# Facts, forms and files often hold numbers as strings. A String never equals a number.
# `<` and `>` compare two strings character by character, as in a dictionary.

# %% Dictionary order
#| expect true 'apache' < 'nginx'
#| expect true 'Web' == 'web'
#| expect value true
'db' < 'web'

# %% Nine and ten
#| quiz string-order predict value
#| options  true, false, an error
#| because  The first characters decide: '9' comes after '1'. Convert both to numbers to compare numbers.
'9' < '10'

# %% [markdown]
# `Integer('12')` converts a string to a number. `Numeric`, `Float`, `String` and `Boolean` convert too.

# %% Conversions
#| expect true Integer('12') == 12
#| expect true String(12) == '12'
#| expect true Float('1.5') == 1.5
Integer('12') + 1

# %% A port from a form
#| given
$port_text = '9090'

# %% A low port
#| exercise low-port
#| task   Set `$is_low` to true if the port in `$port_text` is less than 10000, else to false.
#| start     $is_low = $port_text < 10000
#| check value   $is_low == true
#| check for     $port_text in ['80', '9999', '10000', '20000']   $is_low == [true, true, false, false]
#| when  error comparison   say "A string and a number have no order. Make a number of the string first."
#| when  $is_low == false   say "Two strings are compared like words in a dictionary. Compare two numbers."
#| when  $is_low == true    say "Right for 9090. Is it right for 9999 and 20000 too?"
#| hint  Convert `$port_text`, and compare the result.
#| hint  `Integer($port_text)` is a number.
#| solution  $is_low = Integer($port_text) < 10000
#| right     $is_low = 10000 > Numeric($port_text)
#| right     $is_low = $port_text.length < 5
#| right     $is_low = if Integer($port_text) >= 10000 { false } else { true }
#| wrong     $is_low = $port_text < '10000'
#| wrong     $is_low = true
#| wrong     $is_low = $port_text < 10000
#| wrong     $is_low = '9090' < Integer('10000')
#| wrong     $is_low = Integer($port_text) <= 10000

# %% [markdown]
# ## What is true?
# A condition accepts every value. `false` and `undef` count as false. What about an empty string?

# %% An empty string
#| quiz empty-string predict value
#| options  'yes', 'no'
#| because  Only `false` and `undef` count as false. '', 0, [] and 'false' all count as true.
if '' { 'yes' } else { 'no' }

# %% [markdown]
# The words of other languages do not help: `null`, `none`, `yes` and `no` are plain strings here.

# %% Strings that look like answers
#| expect true null == 'null'
#| expect true no == 'no'
#| expect value 'yes'
if no { 'yes' } else { 'no' }

# %% A checkbox from a form
#| given
$enabled = 'false'

# %% On or off
#| exercise switch
#| task   Set `$switch` to 'on' if `$enabled` is the string 'true', and to 'off' if it is 'false'.
#| start     $switch = if $enabled { 'on' } else { 'off' }
#| check value   $switch == 'off'
#| check for     $enabled in ['true', 'false']   $switch == ['on', 'off']
#| when  $switch == 'on'    say "A string always counts as true, even this one. Ask a question about the string."
#| when  $switch =~ Boolean say "That is the answer to the question. Now choose between 'on' and 'off'."
#| when  $switch == 'off'   say "Right for 'false'. What happens with the string 'true'?"
#| hint  Compare `$enabled` with a string.
#| hint  `$enabled == 'true'` is a Boolean that fits into `if`.
#| solution  $switch = if $enabled == 'true' { 'on' } else { 'off' }
#| right     $switch = if Boolean($enabled) { 'on' } else { 'off' }
#| right     $switch = $enabled ? { 'true' => 'on', default => 'off' }
#| wrong     $switch = if $enabled { 'on' } else { 'off' }
#| wrong     $switch = if $enabled == true { 'on' } else { 'off' }
#| wrong     $switch = 'off'
#| wrong     $switch = $enabled == 'true'
#| wrong     $switch = if !$enabled { 'off' } else { 'on' }

# %% [markdown]
# ## Arrays
# An array is an ordered list. Index 0 is the first element, index -1 the last.
# `[from, count]` takes a part. An index outside of the array returns `undef`, the value for nothing.

# %% Parts of an array
#| run array-parts
#| expect value undef
#| expect log notice "web"
#| expect log notice "mail"
#| expect log notice "[db, mail]"
$roles = ['web', 'db', 'mail']
notice($roles[0])
notice($roles[-1])
notice($roles[1, 2])
$roles[7]

# %% [markdown]
# `+` joins two arrays. `<<` adds one element. Both return a new array, and change nothing.

# %% Join or add
#| expect true [1, 2] + [3] == [1, 2, 3]
#| expect true [1, 2] << 3 == [1, 2, 3]
#| expect true 'db' in ['web', 'db']
#| expect value [1, 3]
[1, 2, 3] - [2]

# %% Two groups of hosts
#| given
$web_hosts = ['web1', 'web2']
$db_hosts = ['db1', 'db2']

# %% All hosts
#| exercise all-hosts
#| task   Set `$all_hosts` to one flat list: all of `$web_hosts`, then all of `$db_hosts`.
#| start     $all_hosts = $web_hosts << $db_hosts
#| check value   $all_hosts == ['web1', 'web2', 'db1', 'db2']
#| check for     $db_hosts in [[], ['db9']]   $all_hosts == [['web1', 'web2'], ['web1', 'web2', 'db9']]
#| when  length($all_hosts) == 3   say "Three elements: the last one is a list. Which operator joins two lists?"
#| when  length($all_hosts) == 2   say "A list of two lists. The task asks for one list of hosts."
#| when  $all_hosts == ['db1', 'db2', 'web1', 'web2']   say "All hosts are there. Look at the order."
#| hint  `<<` adds its right side as one element.
#| hint  `+` joins two arrays.
#| solution  $all_hosts = $web_hosts + $db_hosts
#| right     $all_hosts = flatten($web_hosts, $db_hosts)
#| right     $all_hosts = [*$web_hosts, *$db_hosts]
#| wrong     $all_hosts = $web_hosts << $db_hosts
#| wrong     $all_hosts = [$web_hosts, $db_hosts]
#| wrong     $all_hosts = $db_hosts + $web_hosts
#| wrong     $all_hosts = ['web1', 'web2', 'db1', 'db2']
#| wrong     $all_hosts = "${web_hosts} ${db_hosts}"

# %% [markdown]
# ## Hashes
# A hash maps keys to values. `$hash['key']` returns the value of a key, or `undef` if the key is missing.
# Keys are case-sensitive: a typo in a key is not an error, and this costs many hours.

# %% Keys
#| given
$ports = { 'web' => 80, 'db' => 5432 }

# %% A key, and a missing key
#| expect true $ports['web'] == 80
#| expect true $ports['Web'] == undef
#| expect true $ports.keys == ['web', 'db']
#| expect value 5432
$ports['db']

# %% Is 80 in the hash?
#| quiz in-hash predict value
#| options  true, false, an error
#| because  `in` looks at the keys of a hash. The values are `$ports.values`.
80 in $ports

# %% [markdown]
# Values can be hashes and arrays again. Index step by step, from the outside to the inside.

# %% The servers
#| given
$servers = {
  'web' => { 'port' => 80, 'users' => ['ada', 'bo'] },
  'db'  => { 'port' => 5432, 'users' => ['cy', 'di'] },
}

# %% Inside of a hash
#| exercise nested
#| task   Set `$first_user` to the first user of the server `db`. Read it from `$servers`.
#| start     $first_user = $servers['users'][0]
#| check value   $first_user == 'cy'
#| check for     $servers in [{ 'db' => { 'users' => ['eve'] } }, { 'db' => { 'users' => ['al', 'bo'] } }]   $first_user == ['eve', 'al']
#| when  error operator-operand   say "One of the steps found no such key, so it is undef. Which keys has the outer hash?"
#| when  $first_user =~ Array     say "These are all users. You need the first element."
#| when  $first_user == 'di'      say "That is the second user. Counting starts at 0."
#| when  $first_user == 'ada'     say "That is a user of web. Start with the key of the right server."
#| when  $first_user == 'cy'      say "Right today. Read it from `$servers`, since users change."
#| hint  The outer hash has the keys 'web' and 'db'.
#| hint  Three steps: the server, its users, the first of them.
#| solution  $first_user = $servers['db']['users'][0]
#| right     $first_user = $servers.dig('db', 'users', 0)
#| right
#|   $db = $servers['db']
#|   $users = $db['users']
#|   $first_user = $users[0]
#| wrong     $first_user = $servers['users'][0]
#| wrong     $first_user = $servers['db']['users']
#| wrong     $first_user = $servers['db']['users'][1]
#| wrong     $first_user = $servers['web']['users'][0]
#| wrong     $first_user = 'cy'
#| wrong     $first_user = $servers['DB']['users'][0]

# %% [markdown]
# `+` merges two hashes. If both have a key, the right value counts.

# %% A merge
#| expect value { 'a' => 1, 'b' => 3, 'c' => 4 }
{ 'a' => 1, 'b' => 2 } + { 'b' => 3, 'c' => 4 }

# %% Defaults, and the settings of one site
#| given
$defaults = { 'port' => 80, 'ssl' => false }
$custom = { 'ssl' => true }

# %% Settings of a site
#| exercise settings
#| task   Merge `$defaults` and `$custom` into `$settings`. A value of `$custom` counts more than a default.
#| start     $settings = $custom + $defaults
#| check value   $settings == { 'port' => 80, 'ssl' => true }
#| check for     $custom in [{}, { 'port' => 443 }]   $settings == [{ 'port' => 80, 'ssl' => false }, { 'port' => 443, 'ssl' => false }]
#| when  $settings =~ Hash and $settings['ssl'] == false   say "The default won. Which side of `+` counts, if both have a key?"
#| when  $settings =~ Array                                say "That is a list of two hashes. The task asks for one hash."
#| when  $settings =~ Hash and !('port' in $settings)      say "The port is missing. The defaults must be in the result too."
#| hint  The right side of `+` counts more.
#| hint  Put `$custom` on the right side.
#| solution  $settings = $defaults + $custom
#| right     $settings = Hash([*$defaults, *$custom])
#| right     $settings = [$defaults, $custom].reduce |$memo, $hash| { $memo + $hash }
#| wrong     $settings = $custom + $defaults
#| wrong     $settings = [$defaults, $custom]
#| wrong     $settings = $custom
#| wrong     $settings = { 'port' => 80, 'ssl' => true }

# %% [markdown]
# The merge is shallow: a hash inside of a hash is replaced as a whole, and its other keys are lost.

# %% A shallow merge
#| expect value { 'log' => { 'level' => 'debug' } }
{ 'log' => { 'level' => 'info', 'file' => 'a.log' } } + { 'log' => { 'level' => 'debug' } }

# %% [markdown]
# ## Types are values
# `Integer`, `String`, `Boolean`, `Array` and `Hash` are types. `=~` asks: is this value of this type?
# `==` does not: a value never equals its type.

# %% Of this type?
#| expect true 80 =~ Integer
#| expect true '80' =~ String
#| expect true !(80 == Integer)
#| expect value false
'80' =~ Integer

# %% A value of unknown kind
#| given
$input = 80

# %% Test for an integer
#| exercise type-test
#| task   Set `$is_integer` to true if `$input` is an Integer, else to false.
#| start     $is_integer = $input == Integer
#| check value   $is_integer == true
#| check for     $input in [8080, '80', 8.0, undef]   $is_integer == [true, false, false, false]
#| when  $is_integer == false   say "80 is an Integer, so the answer is true. Which operator asks for the type?"
#| when  $is_integer == true    say "Right for 80. Should '80', 8.0 and undef pass too?"
#| when  $is_integer =~ Type    say "This is a type. The task asks for true or false."
#| hint  `==` asks whether two values are equal. A number and a type are not equal.
#| hint  `value =~ Type` asks whether the value is of the type.
#| solution  $is_integer = $input =~ Integer
#| right     $is_integer = $input ? { Integer => true, default => false }
#| right     $is_integer = type($input) <= Integer
#| right     $is_integer = !($input !~ Integer)
#| wrong     $is_integer = $input == Integer
#| wrong     $is_integer = type($input) == Integer
#| wrong     $is_integer = true
#| wrong     $is_integer = $input =~ Numeric
#| wrong     $is_integer = type($input)

# %% [markdown]
# ## Your task: clean the data of a server
# A form sends all data as strings. A site needs values of the right types.

# %% Raw data
#| given
$raw = { 'name' => 'web', 'port' => '8080', 'tls' => 'yes' }

# %% A clean record
#| exercise record
#| task   Set `$record` to a hash with the same three keys. `name` stays, `port` is an Integer, `tls` is true for 'yes' and false for 'no'.
#| start
#|   $record = {
#|     'name' => $raw['name'],
#|     'port' => $raw['port'],
#|     'tls'  => ___,
#|   }
#| check value   $record == { 'name' => 'web', 'port' => 8080, 'tls' => true }
#| check for     $raw in [{ 'name' => 'db', 'port' => '5432', 'tls' => 'no' }, { 'name' => 'mail', 'port' => '25', 'tls' => 'yes' }]   $record == [{ 'name' => 'db', 'port' => 5432, 'tls' => false }, { 'name' => 'mail', 'port' => 25, 'tls' => true }]
#| when  $record =~ Hash and $record['port'] =~ String   say "The port is still a string. Which function makes an Integer?"
#| when  $record =~ Hash and $record['tls'] =~ String    say "tls is still a string, and every string counts as true. Make a Boolean."
#| when  $record =~ Hash and length($record) != 3        say "The record needs exactly the keys name, port and tls."
#| when  error conversion-failed                         say "One of the conversions got a string that it cannot read."
#| hint  `Integer($raw['port'])` is the port as a number.
#| hint  For tls, compare `$raw['tls']` with 'yes'.
#| solution
#|   $record = {
#|     'name' => $raw['name'],
#|     'port' => Integer($raw['port']),
#|     'tls'  => $raw['tls'] == 'yes',
#|   }
#| right     $record = $raw + { 'port' => Numeric($raw['port']), 'tls' => Boolean($raw['tls']) }
#| right
#|   $tls = $raw['tls'] ? { 'yes' => true, 'no' => false }
#|   $record = { 'tls' => $tls, 'port' => Integer($raw['port']), 'name' => $raw['name'] }
#| wrong     $record = $raw
#| wrong     $record = $raw + { 'port' => Integer($raw['port']) }
#| wrong     $record = { 'port' => Integer($raw['port']), 'tls' => $raw['tls'] == 'yes' }
#| wrong     $record = $raw + { 'port' => Integer($raw['name']), 'tls' => true }
#| wrong     $record = { 'name' => 'web', 'port' => 8080, 'tls' => true }

# %% [markdown]
# ## Summary
# - Integer division drops the remainder, and a leading zero means octal.
# - Strings of digits are not numbers: convert them first.
# - Only `false` and `undef` count as false.
# - A missing key or index returns `undef`. `in` looks at the keys of a hash. `+` merges, but not deeply.
# - `=~ Type` asks for the type of a value.

# %% [markdown]
# ## Reference: numbers
# Integers have no limit. A Float is a number of 64 bits, and an infinite result is an error.

# %% Large integers
#| expect true 9223372036854775807 + 1 == 9223372036854775808
#| expect true 9223372036854775807 * 9223372036854775807 == 85070591730234615847396907784232501249
#| expect true -9223372036854775807 - 2 == -9223372036854775809
#| expect true 1 << 64 == 18446744073709551616
#| expect value 18446744073709551616
18446744073709551616

# %% Floats
#| expect true 0.1 + 0.2 == 0.30000000000000004
#| expect true 1.0 =~ Float
#| expect true 1 !~ Float
#| expect true 1 =~ Numeric and 1.5 =~ Numeric
#| expect true '1' !~ Numeric
#| expect true [1, 1.0] =~ Array[Numeric]
#| expect true 1 == 1.0
0.1 + 0.2

# %% Arithmetic with a Float
#| expect true 1 + 2.0 == 3.0
#| expect true type(1 + 2.0, generalized) == Float
#| expect true type(2.0 * 3, generalized) == Float
#| expect true type(1 - 1.0, generalized) == Float
#| expect true 7 / 2 == 3
#| expect true 7 / 2.0 == 3.5
#| expect true -7 / 2 == -4
#| expect true -7 % 3 == 2
7 / 2.0

# %% Division of a Float by zero
#| expect fails
1.0 / 0

# %% Division by a Float zero
#| expect fails
1.0 / 0.0

# %% Zero divided by zero
#| expect fails
0.0 / 0.0

# %% A product that is too large for a Float
#| expect fails
1e308 * 10

# %% A large negative product
#| expect fails
-1e308 * 10

# %% [markdown]
# ## Reference: strings and numbers
# Arithmetic converts a string of digits, with a warning. Puppet 8 rejects it. Nothing else converts.

# %% Strings in arithmetic
#| expect true '1' + 2 == 3
#| expect true '3' * '4' == 12
#| expect true '10' - 1 == 9
#| expect true '7' / 2 == 3
#| expect true '0x10' + 1 == 17
#| expect true '010' + 0 == 8
#| expect true '1.5' + 1 == 2.5
#| expect true - '5' == -5
#| expect value 3
'1' + 2

# %% Spaces and signs
#| expect true ' 1' + 0 == 1
#| expect true '1 ' + 0 == 1
#| expect true '- 1' + 0 == -1
#| expect true '+1' + 0 == 1
#| expect true ' -  0x1F ' + 0 == -31
#| expect true "\t7" + 0 == 7
#| expect true "\u00a05" + 0 == 5
#| expect true "\u20035\u2003" + 0 == 5
#| expect true '1e3' + 0 == 1000.0
' -  0x1F ' + 0

# %% A word is not a number
#| expect fails NOT_NUMERIC
'abc' + 1

# %% An empty string is not a number
#| expect fails NOT_NUMERIC
'' + 1

# %% A number with a letter
#| expect fails NOT_NUMERIC
'1a' + 1

# %% Two signs
#| expect fails NOT_NUMERIC
'--1' + 0

# %% Two numbers in a string
#| expect fails NOT_NUMERIC
'1 2' + 0

# %% An octal number with the digit 8
#| expect fails NOT_NUMERIC
'08' + 0

# %% A decimal point without digits before it
#| expect fails NOT_NUMERIC
'.5' + 0

# %% A decimal point without digits after it
#| expect fails NOT_NUMERIC
'1.' + 0

# %% A line break in a number
#| expect fails NOT_NUMERIC
"5\n" + 0

# %% Equality does not convert
#| expect true !(1 == '1')
#| expect true !('1' == 1.0)
#| expect true ('1' ? { 1 => 'yes', default => 'no' }) == 'no'
#| expect true '1' !~ Integer
1 == '1'

# %% Order does not convert
#| expect fails COMPARISON_NOT_POSSIBLE
'2' < 10

# %% The other operator
#| expect fails COMPARISON_NOT_POSSIBLE
'10' > 9

# %% A word and a number have no order
#| expect fails COMPARISON_NOT_POSSIBLE
'a' < 1

# %% An index is not converted
#| expect fails
[1, 2, 3]['1']

# %% [markdown]
# The name of a type, used as a function, converts. `sprintf` formats.

# %% Explicit conversion
#| expect true Integer('0x1F') == 31
#| expect true Integer('12') == 12
#| expect true String(255, '%x') == 'ff'
#| expect true Float('1.5') == 1.5
#| expect true Boolean('yes')
#| expect true sprintf('%x', 255) == 'ff'
#| expect true sprintf('%o', 8) == '10'
#| expect true sprintf('%d', 10) == '10'
#| expect true Numeric(' 1') == 1
#| expect true Numeric('- 1') == -1
#| expect true Numeric('+1') == 1
#| expect true Numeric('010') == 8
Integer('0x1F')

# %% A conversion that fails
#| expect fails
Integer('abc')

# %% A space after the number
#| expect fails
Numeric('1 ')

# %% Two numbers
#| expect fails
Numeric('1 2')

# %% Two minus signs
#| expect fails
Numeric('--1')

# %% Spaces on both sides of a hexadecimal number
#| expect fails
Numeric(' -  0x1F ')

# %% [markdown]
# ## Reference: undef and Boolean
# `undef` is the only value of the type Undef. It is a value of `Any` and of each `Optional`, and of few other types.

# %% The type of undef
#| expect true undef =~ Undef
#| expect true type(undef) == Undef
#| expect true '' !~ Undef
#| expect true false !~ Undef
#| expect true default !~ Undef
#| expect true [] !~ Undef
#| expect true undef =~ Any
#| expect true undef !~ Integer
#| expect true undef =~ Optional[Integer]
undef

# %% True and false
#| expect true true =~ Boolean
#| expect true false =~ Boolean
#| expect true type(true, generalized) == Boolean
#| expect true type(true) == Boolean[true]
true

# %% Values in a condition
#| expect true (if '' { t } else { f }) == 't'
#| expect true (if undef { t } else { f }) == 'f'
#| expect true (if false { t } else { f }) == 'f'
#| expect true (if 0 { t } else { f }) == 't'
#| expect true (if [] { t } else { f }) == 't'
#| expect true (if {} { t } else { f }) == 't'
#| expect true (if 'false' { t } else { f }) == 't'
#| expect true (if default { t } else { f }) == 't'
#| expect true !'' == false
#| expect true '' and true
if 0 { t } else { f }

# %% [markdown]
# ## Reference: bare words
# A word without quotes is a string. It starts with a lower-case letter, and is not a keyword.

# %% Words
#| expect true abc == 'abc'
#| expect true abc::def == 'abc::def'
#| expect true type(abc, generalized) == String
#| expect log notice "abc"
notice(abc)

# %% [markdown]
# ## Reference: arrays and hashes
# Elements, keys and values may be of every type. Hashes keep the order of their keys, but equality ignores it.

# %% Elements
#| expect true [1, 2, 3][0] == 1
#| expect true [1, 2, 3][-1] == 3
#| expect true [1, 2, 3][1, 2] == [2, 3]
#| expect true [1, 2, 3][5] == undef
#| expect true [Integer] =~ Array[Type]
#| expect true [undef] =~ Array[Undef]
#| expect true [[1]] =~ Array[Array[Integer]]
#| expect true [1, undef, 'a', [], {}, Integer, default, /a/, true] =~ Array[Any]
[1, undef, 'a', [], {}, Integer, default, /a/, true]

# %% Hashes
#| expect true ({ b => 1, a => 2 }.map |$k, $v| { $k }) == ['b', 'a']
#| expect true { a => 1, b => 2 } == { b => 2, a => 1 }
#| expect true { [1] => 2 } =~ Hash[Array, Integer]
#| expect true { Integer => 1 } =~ Hash[Type, Integer]
#| expect true { undef => 1 } =~ Hash
#| expect true { undef => 1 } =~ Hash[Any, Any]
{ [1] => 2, Integer => 1 }

# %% Unicode
#| expect true "\u00e5\u00e4\u00f6".length == 3
#| expect true "\u00e5\u00e4\u00f6" =~ String[3, 3]
#| expect true "\u65e5\u672c\u8a9e" =~ String[3, 3]
"\u65e5\u672c\u8a9e".length

# %% [markdown]
# ## Reference: values in strings
# Interpolation writes numbers in decimal, and arrays, hashes and types in a short form.

# %% Numbers
#| expect true "${[0xff, 010, 1.50, 1e3]}" == '[255, 8, 1.5, 1000.0]'
#| expect true "${0xff + 0}" == '255'
#| expect true "${-5}" == '-5'
#| expect true "${[0x10, 017, 1.0, 1e25]}" == '[16, 15, 1.0, 1.0e+25]'
"${0xff + 0}"

# %% Collections
#| expect true "${[1, 2, 3]}" == '[1, 2, 3]'
#| expect true "${[]}" == '[]'
#| expect true "${[a, [b]]}" == '[a, [b]]'
#| expect true "${[undef, true, 1.5]}" == '[, true, 1.5]'
#| expect true "${ {a => 1, b => 2} }" == '{a => 1, b => 2}'
#| expect true "${ {a => {c => d}} }" == '{a => {c => d}}'
"${[1, 2, 3]}"

# %% Types and regular expressions
#| expect true "${Integer}" == 'Integer'
#| expect true "${Integer[1, 2]}" == 'Integer[1, 2]'
#| expect true "${Array[Integer[1, 2], 0, 5]}" == 'Array[Integer[1, 2], 0, 5]'
#| expect true "${Enum[a, b]}" == "Enum['a', 'b']"
#| expect true "${Struct[{a => Integer}]}" == "Struct[{'a' => Integer}]"
#| expect true "${File['a']}" == "File['a']"
#| expect true "${Pattern[/a/]}" == 'Pattern[/a/]'
#| expect true "${/a.b/}" == '/a.b/'
#| expect true "${[/x\/y/]}" == '[/x\/y/]'
#| expect true !(Integer == 'Integer')
"${Integer[1, 2]}"

# %% A type is not a number
#| expect fails NOT_NUMERIC
Integer + 'x'

# %% Other values
#| expect true "a${nothing}b" == 'ab'
#| expect true "${is_on}" == 'true'
#| expect true "${the_default}" == 'default'
#| expect true "${secret}" == 'Sensitive [value redacted]'
#| expect true !($secret == 'x')
#| expect true $secret.unwrap == 'x'
$nothing = undef
$is_on = true
$the_default = default
$secret = Sensitive('x')
