# %% [markdown]
#| lesson types
#| title The type system
#| needs functions
#| minutes 35
# ## The type system
#
# You look after a few servers: `web1`, `web2` and `db1`. A colleague sends you lists of names and ports.
# Most entries are good, some are not. A *type* describes which values are good.
#
# In this chapter you test values with types, compare types, and build types of your own.
# At the end you write a small checker for a list of web sites.

# %% [markdown]
# ## A type is a set of values
#
# Each value has a type: `443` is an `Integer`, `'web1'` is a `String`, a list is an `Array`.
# The name of a type starts with a capital letter.
# The operator `=~` asks: is this value an instance of this type? The answer is `true` or `false`.

# %% Three values and their types
#| expect value [true, true, true]
[443 =~ Integer, 'web1' =~ String, [80, 443] =~ Array]

# %% Port in quotes
#| quiz quoted-port predict value
#| options true, false, error
#| because The quotes make it a String. A test with a type never converts a value, so the answer is false.
'443' =~ Integer

# %% [markdown]
# ## Wide and narrow types
#
# Some types hold more values than others. `Numeric` holds all integers and all floats.
# `Scalar` holds numbers, strings, Booleans and regular expressions. `Any` holds every value.
# Say what each line gives, then run the cell. At the prompt, `:lattice Integer` draws the types around a type.

# %% One value, many types
#| run wider
#| expect value [true, true, true, true, false]
[
  443 =~ Integer,
  443 =~ Numeric,
  443 =~ Scalar,
  443 =~ Any,
  443 =~ Float,
]

# %% [markdown]
# ## Ranges
#
# Parameters in brackets make a type narrower. `Integer[1, 1023]` holds the integers from 1 to 1023, both ends included.
# A type is a value too: you can put it into a variable and use the variable after `=~`.

# %% A range
#| expect value [true, true, false]
$system_ports = Integer[1, 1023]
[1 =~ $system_ports, 1023 =~ $system_ports, 1024 =~ $system_ports]

# %% The range of ports
#| exercise port-range
#| task A port is an integer from 1 to 65535. Repair `$port_type` so that it holds these integers and nothing else.
#| start $port_type = Integer[0, 65535]
#| check value [0, 1, 65535, 65536, '80', 80.0].map |$p| { $p =~ $port_type } == [false, true, true, false, false, false]
#| check value -1 !~ $port_type
#| when $port_type !~ Type say "`$port_type` holds a string. Write the type without quotes."
#| when 0 =~ $port_type say "Your type still holds 0. Which number is the first good port?"
#| when 65536 =~ $port_type say "Your type holds 65536. The largest port is one less."
#| when 80.0 =~ $port_type say "Your type holds 80.0. A port is an integer: `Numeric` and `Float` hold other numbers too."
#| hint The first number in the brackets is the smallest value, the second is the largest.
#| hint 0 is not a port. Change the first number only.
#| solution $port_type = Integer[1, 65535]
#| right $port_type = Integer[0, 65535][1, 65535]
#| right
#|   $first_port = 1
#|   $last_port = 65535
#|   $port_type = Integer[$first_port, $last_port]
#| wrong $port_type = 'Integer[1, 65535]'
#| wrong $port_type = Integer[1]
#| wrong $port_type = Numeric
#| wrong $port_type = Float[1, 65535]
#| wrong $port_type = Integer(1, 65535)

# %% [markdown]
# ## Subtypes
#
# Every integer is also a `Numeric`. So `Integer` is a *subtype* of `Numeric`.
# Between types, `<` asks: is the left type a subtype of the right type? `<=` is also true for equal types.
# Predict the five answers, then run the cell.

# %% Smaller and larger types
#| run sub-chain
#| expect value [true, true, false, true, false]
[
  Integer < Numeric,
  Integer[1, 1023] < Integer[1, 65535],
  Integer < Integer,
  Integer <= Integer,
  Integer < String,
]

# %% [markdown]
# ## Keep the good entries
#
# A list from a colleague mixes good and bad entries. `filter` keeps an element when its lambda gives `true`.
# `=~` with a type gives exactly such an answer.
# Take care: `==` does not test a type. A value and a type are two different values, so `80 == Integer` is `false`.

# %% A value never equals a type
#| expect true 80 != Integer
#| expect true 80 =~ Integer
80 == Integer

# %% A mixed list
#| given
$entries = [80, '443', 8080, undef, 'ssh', 22.5]

# %% Keep the integers
#| exercise keep-ports
#| task Set `$numbers` to the integers in `$entries`, in the same order.
#| start $numbers = $entries.filter |$e| { ___ }
#| check value $numbers == [80, 8080]
#| check for $entries in [[], ['a'], [1, 2.0, 3], [[1], 1]]   $numbers == [[], [], [1, 3], [1]]
#| when $numbers == $entries say "Every entry is still there. The lambda must give false for a bad entry."
#| when $numbers == [] say "Nothing is left. A value never equals a type with `==`: use `=~` to test it."
#| when 22.5 in $numbers say "22.5 is still there. `Numeric` holds floats too."
#| when $numbers =~ Array[String] say "You kept the strings. Which type do 80 and 8080 have?"
#| hint The lambda gets one entry. It must give true for an integer.
#| hint Use `=~` with the type `Integer`.
#| hint Put `$e =~ Integer` in place of the hole.
#| solution $numbers = $entries.filter |$e| { $e =~ Integer }
#| right $numbers = $entries.reduce([]) |$found, $e| { if $e =~ Integer { $found + [$e] } else { $found } }
#| right $numbers = $entries.filter |$e| { $e ? { Integer => true, default => false } }
#| wrong $numbers = $entries.filter |$e| { $e == Integer }
#| wrong $numbers = $entries.filter |$e| { $e =~ Numeric }
#| wrong $numbers = $entries.filter |$e| { $e =~ String }
#| wrong $numbers = $entries.filter |$e| { true }
#| wrong $numbers = [80, 8080]

# %% [markdown]
# ## Types of lists
#
# `Array[Integer]` is a list in which every element is an integer.
# Two numbers after the element type are the smallest and the largest size: `Array[Integer, 1, 3]`.
# One number is the smallest size only. For several kinds of elements use `Variant`, which holds the values of each of its types.

# %% Size and elements
#| expect value [true, false, true]
[[80, 443] =~ Array[Integer, 1, 3], [] =~ Array[Integer, 1], [80, 'ssh'] =~ Array[Variant[Integer, String]]]

# %% Two types for a list?
#| quiz array-two predict fails
#| because After the element type, Array expects sizes, and String is not a size. For two kinds of elements write Array[Variant[Integer, String]].
[80, 'ssh'] =~ Array[Integer, String]

# %% Some names, none empty
#| exercise names-list
#| task `$names_type` must hold a list of one or more names. A name is a string that is not empty. Repair the type.
#| start $names_type = Array[String, 1]
#| check value [[], ['web1'], ['web1', ''], [''], ['a', 'b', 'c'], ['a', 1], 'web1'].map |$l| { $l =~ $names_type } == [false, true, false, false, true, false, false]
#| when [''] =~ $names_type and [] !~ $names_type say "The list has a smallest size now, but a name may still be empty. Give String a smallest length too."
#| when [] =~ $names_type say "Your type holds the empty list. Write the size after the element type."
#| when ['a'] !~ $names_type say "Your type rejects the list ['a']. It must be a type of lists."
#| when ['a', 'b', 'c'] !~ $names_type say "Your type rejects a list of three names. Remove the largest size."
#| hint `String[1]` is a string of at least one character.
#| hint The size of the list is fine. Change the element type.
#| solution $names_type = Array[String[1], 1]
#| right $names_type = Array[String[1, default], 1, default]
#| right $names_type = Array[Pattern[/./], 1]
#| right $names_type = Tuple[String[1], 1, default]
#| wrong $names_type = Array[String[1]]
#| wrong $names_type = Array[String[1], 1, 2]
#| wrong $names_type = Array[String[1], 1, 1]
#| wrong $names_type = Array[1, String]
#| wrong $names_type = String[1]

# %% [markdown]
# ## The type of a list of values
#
# A list has a type of its own. For its elements, Puppet looks for the narrowest type that holds all of them.
# For `[80, 443]` that is `Integer`. Try `:type [80, 443]` at the prompt; the line `generalized` omits sizes and ranges.

# %% The elements together
#| quiz list-type predict type
#| options Array[Integer], Array[Numeric], Array[Float], Array[String]
#| because 80 is an Integer and 22.5 is a Float. Numeric is the narrowest type above both.
[80, 22.5]

# %% [markdown]
# ## Types of hashes
#
# `Hash[String, Integer]` says what all keys and all values are. A `Struct` is more exact: it lists each key with the type of its value.
# Other keys are not allowed. You can name a type: `type Port = Integer[1, 65535]` makes the *type alias* `Port`.

# %% A name for a type
#| expect value [true, false, false]
type Listener = Struct[{ address => String[1], port => Integer[1, 65535] }]
[
  { address => '10.0.0.1', port => 80 } =~ Listener,
  { address => '10.0.0.1', port => '80' } =~ Listener,
  { address => '10.0.0.1', port => 80, tls => true } =~ Listener,
]

# %% The type of a server
#| exercise server-type
#| task Complete `Server`: `name` is a string that is not empty, and `cores` is an integer of 1 or more.
#| start
#|   type Server = Struct[{
#|     name  => String,
#|     cores => ___,
#|   }]
#| check value [{ name => 'web1', cores => 4 }, { name => '', cores => 4 }, { name => 'web1', cores => 0 }, { name => 'web1', cores => '4' }, { name => 'web1' }, { cores => 4 }].map |$s| { $s =~ Server } == [true, false, false, false, false, false]
#| check value { name => 'db1', cores => 128 } =~ Server
#| check value { name => 'db1', cores => 4, os => 'debian' } !~ Server
#| when { size => 1 } =~ Server say "A hash with other keys passes. `Hash` says nothing about single keys: list them in a Struct."
#| when { name => '', cores => 4 } =~ Server say "A server without a name passes. How do you say that a string has at least one character?"
#| when { name => 'web1', cores => 0 } =~ Server say "A server with 0 cores passes. Give Integer a smallest value."
#| when { name => 'web1' } =~ Server say "A server without `cores` passes. An Optional value makes the key optional."
#| when { name => 'db1', cores => 4 } =~ Server and { name => 'db1', cores => 128 } !~ Server say "A large server with 128 cores is rejected. The task names no largest number."
#| hint One parameter of String is the smallest length. One parameter of Integer is the smallest value.
#| hint `String[1]` for the name. The type for the cores looks almost the same.
#| solution
#|   type Server = Struct[{
#|     name  => String[1],
#|     cores => Integer[1],
#|   }]
#| right type Server = Struct[{ cores => Integer[1, default], name => String[1, default] }]
#| right
#|   type ServerName = String[1]
#|   type Cores = Integer[1]
#|   type Server = Struct[{ 'name' => ServerName, 'cores' => Cores }]
#| wrong type Server = Struct[{ name => String, cores => Integer[1] }]
#| wrong type Server = Struct[{ name => String[1], cores => Integer }]
#| wrong type Server = Struct[{ name => String[1], cores => Optional[Integer[1]] }]
#| wrong type Server = Struct[{ name => String[1], cores => Integer[1, 64] }]
#| wrong type Server = Hash[String, Variant[String[1], Integer[1]]]
#| wrong type Server = { name => String[1], cores => Integer[1] }

# %% [markdown]
# ## Values that may be missing
#
# `Optional[String]` holds strings and `undef`. It is the same type as `Variant[Undef, String]`.
# In a Struct it does a little more. Think about the hash below: it has no key `note`.

# %% No note
#| quiz optional-value predict value
#| options true, false, error
#| because A missing key is read as undef, and Optional holds undef. So an Optional value makes the key optional. `Optional[note] => String` allows a missing key but not undef.
{ name => 'web1' } =~ Struct[{ name => String, note => Optional[String] }]

# %% [markdown]
# ## A few allowed words
#
# `Enum['running', 'stopped']` holds exactly these two strings. `Boolean` holds `true` and `false`.
# A `Variant` puts such types together.

# %% The state of a service
#| exercise state-alias
#| task Define a type alias `State`. It holds `true`, `false`, and the strings 'running' and 'stopped', and nothing else.
#| check value [true, false, 'running', 'stopped', 'paused', '', 'true', undef, 1].map |$s| { $s =~ State } == [true, true, true, true, false, false, false, false, false]
#| when 'paused' =~ State say "'paused' passes: your type holds every string. List the two words in an Enum."
#| when 'true' =~ State say "The string 'true' passes. The Boolean `true` has a type of its own."
#| when true !~ State say "`true` is rejected. Which type holds `true` and `false`?"
#| when undef =~ State say "`undef` passes. The service always has a state, so Optional is too wide."
#| hint You need two types: one for the Booleans, one for the two words.
#| hint `Variant[A, B]` holds the values of A and of B.
#| hint Put `Boolean` and an `Enum` with the two words into the Variant.
#| solution type State = Variant[Boolean, Enum['running', 'stopped']]
#| right type State = Variant[Enum['running'], Enum['stopped'], Boolean]
#| right type State = Variant[Boolean, Pattern[/\A(running|stopped)\z/]]
#| wrong type State = Variant[Boolean, String]
#| wrong type State = Enum['true', 'false', 'running', 'stopped']
#| wrong type State = Enum['running', 'stopped']
#| wrong type State = Optional[Variant[Boolean, Enum['running', 'stopped']]]
#| wrong $state = Variant[Boolean, Enum['running', 'stopped']]

# %% [markdown]
# ## Patterns
#
# `Pattern[/re/]` holds the strings that the regular expression matches. The match may be anywhere in the string.
# `\A` is the start of the string, and `\z` is its end.

# %% Names of hosts
#| exercise host-pattern
#| task A host name is one or more letters from a to z, then one or more digits, and nothing else. Repair `HostName`.
#| start type HostName = Pattern[/[a-z]+[0-9]+/]
#| check value ['web1', 'db12', 'web', '1', 'my web1', 'web1!', 'Web1', '', 1].map |$n| { $n =~ HostName } == [true, true, false, false, false, false, false, false, false]
#| check value "web1\n" !~ HostName
#| check value ['mail3', 'z9', 'node007'].all |$n| { $n =~ HostName }
#| when 'my web1' =~ HostName say "'my web1' passes: the pattern may start to match in the middle of the string."
#| when 'web1!' =~ HostName say "'web1!' passes: the pattern may stop before the end of the string."
#| when 'web1' !~ HostName say "'web1' is rejected. `Pattern` is the type of the strings that a regular expression matches."
#| when 'db12' !~ HostName say "'db12' is rejected. A name may have more than one digit."
#| when "web1\n" =~ HostName say "A name with a line break passes: `$` is the end of a line. Use `\z` for the end of the string."
#| hint The regular expression must match the whole string.
#| hint Put `\A` before the letters and `\z` after the digits.
#| solution type HostName = Pattern[/\A[a-z]+[0-9]+\z/]
#| right type HostName = Pattern['\A[a-z]+\d+\z']
#| right type HostName = Pattern[/\A[a-z][a-z]*[0-9]*[0-9]\z/]
#| wrong type HostName = Pattern[/\A[a-z]+[0-9]+/]
#| wrong type HostName = Pattern[/^[a-z]+[0-9]+$/]
#| wrong type HostName = Pattern[/\A[a-z]+[0-9]\z/]
#| wrong type HostName = Regexp[/\A[a-z]+[0-9]+\z/]
#| wrong type HostName = Enum['web1', 'db12']

# %% [markdown]
# ## Choose by type
#
# `case` and the selector `? { .. }` test each option in order, and the first match counts.
# A type as an option matches its instances. Read the function, predict the three results, then run the cell.

# %% What kind of entry?
#| run case-type
#| expect value ['number', 'text', 'other']
function kind_of($v) {
  case $v {
    Integer: { 'number' }
    String:  { 'text' }
    default: { 'other' }
  }
}
[kind_of(80), kind_of('80'), kind_of([80])]

# %% Describe an entry
#| exercise describe
#| task Write a function `describe_entry($v)`. It returns 'system port' for the integers 1 to 1023 and 'port' for 1024 to 65535. It returns 'name' for a string that is not empty, and 'unknown' for everything else.
#| check value [1, 80, 1023, 1024, 8080, 65535].map |$v| { describe_entry($v) } == ['system port', 'system port', 'system port', 'port', 'port', 'port']
#| check value [0, -1, 65536, '', 'a', 'ssh', '80', undef, 80.5, [80]].map |$v| { describe_entry($v) } == ['unknown', 'unknown', 'unknown', 'unknown', 'name', 'name', 'name', 'unknown', 'unknown', 'unknown']
#| when describe_entry(80) == 'port' say "80 gives 'port': the first option that matches counts. Put the narrow range before the wide one."
#| when describe_entry('') == 'name' say "The empty string gives 'name'. A name has at least one character."
#| when describe_entry(0) != 'unknown' or describe_entry(65536) != 'unknown' say "0 and 65536 are not ports. Give the range both ends."
#| hint Use `case $v { .. }` with a type in each option, as in the cell above.
#| hint Three options and a default. The order of the two ranges matters.
#| hint Start with `Integer[1, 1023]: { 'system port' }`.
#| solution
#|   function describe_entry($v) {
#|     case $v {
#|       Integer[1, 1023]:  { 'system port' }
#|       Integer[1, 65535]: { 'port' }
#|       String[1]:         { 'name' }
#|       default:           { 'unknown' }
#|     }
#|   }
#| right
#|   function describe_entry($v) {
#|     $v ? {
#|       String[1]            => 'name',
#|       Integer[1, 1023]     => 'system port',
#|       Integer[1024, 65535] => 'port',
#|       default              => 'unknown',
#|     }
#|   }
#| right
#|   function describe_entry($v) {
#|     if $v =~ Integer {
#|       if $v < 1 or $v > 65535 { 'unknown' } elsif $v < 1024 { 'system port' } else { 'port' }
#|     } elsif $v =~ String and $v != '' {
#|       'name'
#|     } else {
#|       'unknown'
#|     }
#|   }
#| wrong
#|   function describe_entry($v) {
#|     case $v {
#|       Integer[1, 65535]: { 'port' }
#|       Integer[1, 1023]:  { 'system port' }
#|       String[1]:         { 'name' }
#|       default:           { 'unknown' }
#|     }
#|   }
#| wrong
#|   function describe_entry($v) {
#|     case $v {
#|       Integer[1, 1023]: { 'system port' }
#|       Integer:          { 'port' }
#|       String[1]:        { 'name' }
#|       default:          { 'unknown' }
#|     }
#|   }
#| wrong
#|   function describe_entry($v) {
#|     case $v {
#|       Integer[1, 1023]:  { 'system port' }
#|       Integer[1, 65535]: { 'port' }
#|       String:            { 'name' }
#|       default:           { 'unknown' }
#|     }
#|   }
#| wrong $describe_entry = 'system port'

# %% [markdown]
# ## A small real task: check the list of sites
#
# Each week you get a list of web sites to set up. You want to see the bad entries before you use the list.
# `!~` is the opposite of `=~`. At the prompt, `:info Site` shows what your type takes and refuses.

# %% The list of this week
#| given
$sites = [
  { host => 'shop.example.com', port => 443, tls => true },
  { host => 'blog.example.com', port => '80' },
  { host => '', port => 8080 },
  { host => 'wiki.example.com', port => 80 },
  { host => 'old.example.com', port => 0, tls => false },
  { host => 'chat.example.com', port => 443, tsl => true },
]

# %% Find the bad sites
#| exercise bad-sites
#| task Define a type alias `Site`: a hash with `host` (a string that is not empty), `port` (1 to 65535), and the optional key `tls` (a Boolean). Then set `$bad_sites` to the entries of `$sites` that are not a `Site`.
#| start
#|   type Site = Struct[{
#|     host => String[1],
#|   }]
#|   $bad_sites = $sites.filter |$s| { $s =~ Site }
#| check value $bad_sites.map |$s| { $s['host'] } == ['blog.example.com', '', 'old.example.com', 'chat.example.com']
#| check value { host => 'a', port => 1 } =~ Site and { host => 'a', port => 1, tls => false } =~ Site
#| check for $sites in [[], [{ host => 'a', port => 1 }], [{ host => 'a', port => 65536 }, { host => 'a' }], [{ host => 'a', port => 80, tls => 'yes' }]]   $bad_sites.size == [0, 0, 2, 1]
#| when $bad_sites.any |$s| { $s =~ Site } say "Your list holds good sites. You want those that are *not* a `Site`."
#| when { host => 'a', port => 1 } !~ Site say "A site with a host and a port, but without `tls`, must be good. Compare the keys of your Struct with the task."
#| when { host => 'a', port => 80, tsl => true } =~ Site say "A key with a spelling mistake passes: `Hash` allows any key. Use a Struct."
#| when { host => 'a', port => 80, tls => 'yes' } =~ Site say "A site with tls => 'yes' passes. Which type holds only true and false?"
#| hint The Struct needs three keys. Write `Optional[tls] => Boolean` for the key that may be missing.
#| hint `filter` keeps an entry when its lambda is true. So test with `!~`.
#| hint The port is `Integer[1, 65535]`, and the last line is `$sites.filter |$s| { $s !~ Site }`.
#| solution
#|   type Site = Struct[{
#|     host          => String[1],
#|     port          => Integer[1, 65535],
#|     Optional[tls] => Boolean,
#|   }]
#|   $bad_sites = $sites.filter |$s| { $s !~ Site }
#| right
#|   type Site = Struct[{ host => String[1], port => Integer[1, 65535], tls => Optional[Boolean] }]
#|   $bad_sites = $sites.filter |$s| { !($s =~ Site) }
#| right
#|   type SitePort = Integer[1, 65535]
#|   type Site = Variant[
#|     Struct[{ host => String[1], port => SitePort }],
#|     Struct[{ host => String[1], port => SitePort, tls => Boolean }],
#|   ]
#|   $bad_sites = $sites - $sites.filter |$s| { $s =~ Site }
#| wrong
#|   type Site = Struct[{ host => String[1], port => Integer[1, 65535], Optional[tls] => Boolean }]
#|   $bad_sites = $sites.filter |$s| { $s =~ Site }
#| wrong
#|   type Site = Struct[{ host => String[1], port => Integer[1, 65535], tls => Boolean }]
#|   $bad_sites = $sites.filter |$s| { $s !~ Site }
#| wrong
#|   type Site = Struct[{ host => String[1], port => Integer[1, 65535], Optional[tls] => Any }]
#|   $bad_sites = $sites.filter |$s| { $s !~ Site }
#| wrong
#|   type Site = Hash[String, Variant[String[1], Integer[1, 65535], Boolean]]
#|   $bad_sites = $sites.filter |$s| { $s !~ Site }
#| wrong
#|   type Site = Struct[{ host => String[1], port => Integer[1, 65535], Optional[tls] => Boolean }]
#|   $bad_sites = $sites.map |$s| { $s !~ Site }

# %% [markdown]
# ## Well done
#
# You can now read and write types, and you know which type holds which values.
# The next chapter shows what pprepl finds out about types before a line of code runs.
# The second part of this chapter is for reference: each cell shows facts about the types, by subject.

# %% [markdown]
# ## Reference: types as values
#
# The rest of this chapter is for looking up. Each line after `expect true` is a fact that holds.

# %% [markdown]
# Types can be compared, matched, indexed, put into lists, and tested with `Type`, the type of types.

# %% Types have operations
#| expect true Integer < Numeric
#| expect true Integer[1, 10][1, 5] == Integer[1, 5]
#| expect true Integer =~ Type
#| expect true 1 !~ Type
#| expect true Type =~ Type
#| expect true Integer < Any
#| expect true Class < Any
#| expect true Callable < Any
#| expect true Type < Any
#| expect true Undef < Any
#| expect true Data < Any
#| expect true Variant < Any
#| expect true !(Optional < Any)
#| expect true Collection < Any
Integer < Numeric

# %% Types have operations (2)
#| expect true String =~ Type[String]
#| expect true type(String) == Type[String]
#| expect true type(Type[String]) == Type[Type[String]]
#| expect true type(Type[Type[String]]) == Type[Type[Type[String]]]
#| expect true Type[String] =~ Type[Type[String]]
#| expect true Type[Integer] < Any
#| expect true Integer[1, 10][1, 5] == Integer[1, 5]
String =~ Type[String]

# %% [markdown]
# Puppet itself checks a type when it runs the code. A branch that does not run does no harm.

# %% Types are checked when code runs
#| expect value undef
#| expect true undef =~ Undef
if false { [] / 2 }

# %% [markdown]
# A parameter without a type has the type `Any`.

# %% Without a type, any value is good
#| expect value ['ok', 'ok', 'ok', 'ok']
#| expect true [1, 2].map |$x| { $x } == [1, 2]
function takes_any($_x) { 'ok' }
[takes_any(1), takes_any(undef), takes_any(Integer), takes_any([1, 'a'])]

# %% [markdown]
# A type becomes a string only inside `"${..}"`. A type never equals the string of its name.

# %% Types inside strings
#| expect true "${Integer}" == 'Integer'
#| expect true "${Integer[1,2]}" == 'Integer[1, 2]'
#| expect true Integer != 'Integer'
#| expect true "${Array[Integer[1,2],0,5]}" == 'Array[Integer[1, 2], 0, 5]'
#| expect true "${Enum[a,b]}" == 'Enum[\'a\', \'b\']'
#| expect true "${Struct[{a=>Integer}]}" == 'Struct[{\'a\' => Integer}]'
#| expect true "${File['a']}" == 'File[\'a\']'
#| expect true "${Pattern[/a/]}" == 'Pattern[/a/]'
"${Integer}"

# %% A type is not a number
#| expect fails not-a-number
Integer + 'x'

# %% [markdown]
# ## Reference: undef and Any
#
# `undef` is the only value of `Undef`. `Any` holds every value, and `Optional[T]` holds `undef` and the values of `T`.

# %% [markdown]
# Only `undef` is an instance of `Undef`. A bare `Integer` does not hold it; `Optional[Integer]` does.

# %% Undef and Optional
#| expect true undef =~ Undef
#| expect true type(undef) == Undef
#| expect true '' !~ Undef
#| expect true false !~ Undef
#| expect true default !~ Undef
#| expect true [] !~ Undef
#| expect true undef =~ Any
#| expect true undef !~ Integer
#| expect true !(Undef < Integer)
#| expect true Undef < Any
#| expect true undef =~ Optional[String]
#| expect true 'a' =~ Optional[String]
#| expect true 1 !~ Optional[String]
#| expect true undef =~ Variant[Undef, Integer]
undef =~ Undef

# %% Undef and Optional (2)
#| expect true undef =~ Optional[Integer]
#| expect true Optional[Integer] == Variant[Undef, Integer]
#| expect true Optional[Integer] <= Variant[Undef, Integer]
#| expect true Variant[Undef, Integer] <= Optional[Integer]
#| expect true Variant[Optional[Integer]] == Optional[Integer]
#| expect true Variant[Integer, Undef] == Optional[Integer]
#| expect true Optional[Variant[Integer]] == Optional[Integer]
#| expect true Variant[Optional[Integer]] == Variant[Integer, Undef]
#| expect true 1 !~ Optional
#| expect true undef =~ Optional
#| expect true [1, undef, 'a', [], {}, Integer, default, /a/, true] =~ Array[Any]
undef =~ Optional[Integer]

# %% [markdown]
# A parameter of an Optional type takes `undef`. A parameter of another type refuses it.

# %% Optional parameters
#| expect value [true, false]
function maybe_port(Optional[Integer] $p) { $p =~ Undef }
[maybe_port(undef), maybe_port(80)]

# %% undef for an Integer
#| expect fails argument-type
function strict_port(Integer $p) { $p }
strict_port(undef)

# %% Optional takes one type
#| expect fails type-parameters
Optional[Integer, String]

# %% [markdown]
# The wide types hold many others. `Data` is everything that JSON can express.

# %% Any, Scalar, Numeric, Data
#| expect true Integer < Scalar
#| expect true Float < Scalar
#| expect true String < Scalar
#| expect true Boolean < Scalar
#| expect true Integer < Data
#| expect true !(Scalar < Data)
#| expect true /a/ !~ Data
#| expect true Array[Data] < Data
#| expect true !(Hash[Scalar, Data] <= Data)
#| expect true { 1 => 2 } !~ Data
#| expect true { a => 2 } =~ Data
#| expect true [] =~ Data
#| expect true {} =~ Data
#| expect true [undef, 1] =~ Data
Integer < Scalar

# %% Any, Scalar, Numeric, Data (2)
#| expect true { a => undef } =~ Data
#| expect true { undef => 1 } !~ Data
#| expect true [1, 1.0, 'a', true, /a/] =~ Array[Scalar]
#| expect true [[1]] !~ Array[Scalar]
#| expect true [1, 1.0] =~ Array[Numeric]
#| expect true '1' !~ Numeric
#| expect true Regexp < Scalar
#| expect true /a/ =~ Scalar
#| expect true Scalar < Any
#| expect true Numeric < Scalar
#| expect true Integer < Numeric
#| expect true Float < Numeric
#| expect true Data < Any
#| expect true !(Hash[Scalar, Data] < Data)
#| expect true Undef < Data
[1, 1.0, 'a', true, /a/] =~ Array[Scalar]

# %% [markdown]
# ## Reference: numbers
#
# `Integer[a, b]` and `Float[a, b]` hold the numbers from a to b. `default` means no limit.

# %% [markdown]
# Both ends are included. One number is the smallest value. A descending range holds the same values.

# %% Integer ranges
#| expect true Integer == Integer[default, default]
#| expect true 5 =~ Integer[1, 10]
#| expect true 3 =~ Integer[5, 1]
#| expect true Integer[5, 1] == Integer[1, 5]
#| expect true Integer[default, 5] == Integer[default, 5]
#| expect true -100 =~ Integer[default, 5]
#| expect true Integer[5, default] == Integer[5]
#| expect true 100 =~ Integer[5, default]
#| expect true 5 =~ Integer[5]
#| expect true 7 =~ Integer[5]
#| expect true Integer[5] != Integer[5, 5]
#| expect true Integer[5] =~ Type
#| expect true 1 =~ Integer[1, 5]
#| expect true 5 =~ Integer[1, 5]
Integer

# %% Integer ranges (2)
#| expect true 0 !~ Integer[1, 5]
#| expect true 6 !~ Integer[1, 5]
#| expect true [0, 1] =~ Array[Integer[0, default]]
#| expect true -1 !~ Integer[0, default]
#| expect true 0 !~ Integer[1, default]
#| expect true 0 =~ Integer[default, 0]
#| expect true 1 !~ Integer[default, 0]
#| expect true 0 !~ Integer[default, -1]
#| expect true -1 =~ Integer[default, -1]
0 !~ Integer[1, 5]

# %% [markdown]
# A range is smaller when all its values are in the other range.

# %% Ranges compare as sets
#| expect true Integer[1, 10] > Integer[2, 3]
#| expect true Integer[1, 10] != Integer[2, 3]
#| expect true !(Integer[1, 10] > Integer[0, 5])
#| expect true !(Integer[1, 10] > Integer[1, 10])
#| expect true Integer[1, 10] >= Integer[1, 10]
#| expect true Integer[1, 10] == Integer[1, 10]
#| expect true Integer[1, 2] < Numeric
#| expect true Integer[2, 3] < Integer[1, 10]
Integer[1, 10] > Integer[2, 3]

# %% [markdown]
# Test a type after `=~`, in a selector, or in a `case`.

# %% Test a value in three ways
#| expect true $limit_value ? { Integer[1, 10] => true }
#| expect true case $limit_value { Integer[1, 10]: { true } }
$limit_value = 7
$limit_value =~ Integer[1, 10]

# %% [markdown]
# `each` and `map` visit the values of a range. An unbounded range cannot be visited.

# %% A range can be walked through
#| expect log notice "1"
#| expect log notice "3"
#| expect true Integer[5, 1].map |$x| { $x } == [5, 4, 3, 2, 1]
Integer[1, 3].each |$x| { notice $x }

# %% An unbounded range
#| expect fails argument-type
Integer[0, default].each |$x| { notice $x }

# %% [markdown]
# A Float range takes integers and floats as its ends. Its values are floats.

# %% Float ranges
#| expect true Float[1, 2.5] == Float[1.0, 2.5]
#| expect true 2.0 =~ Float[1, 2.5]
#| expect true Float[1, 10] > Float[2, 3]
#| expect true Float[1, 10] == Float[1, 10]
#| expect true 3.0 !~ Float[1, 2.5]
#| expect true 2.0 =~ Float[2.5, 1.0]
#| expect true Float[1.0] =~ Type
#| expect true Float[2.0, 3.0] < Float[1.0, 10.0]
#| expect true 7.0 =~ Float[1.0]
#| expect true 1.0 =~ Float
#| expect true 1 !~ Float
#| expect true 0.1 + 0.2 != 0.3
Float[1, 2.5]

# %% Floats cannot be counted
#| expect fails argument-type
Float[1.0, 2.0].each |$x| { notice $x }

# %% [markdown]
# `true` and `false` have the type `Boolean`.

# %% Booleans
#| expect true true =~ Boolean
#| expect true false =~ Boolean
#| expect true type(true, generalized) == Boolean
#| expect true type(true) == Boolean[true]
true =~ Boolean

# %% [markdown]
# ## Reference: strings
#
# `String[a, b]` limits the length. `Enum` lists strings, and `Pattern` lists regular expressions.

# %% [markdown]
# One number is the smallest length, two numbers are the limits. A range may replace both.

# %% Length of strings
#| expect true '' =~ String
#| expect true 'ab' =~ String[1, 2]
#| expect true 'abc' !~ String[1, 2]
#| expect true String[0, default] == String
#| expect true String[0] == String
#| expect true 'abc' =~ String[1]
#| expect true 'abc' !~ String[4]
#| expect true 'abc' =~ String[Integer[1, 3]]
#| expect true 'abc' !~ String[Integer[4, 5]]
#| expect true 'abc' =~ String[1, 3]
#| expect true 'a' =~ String[1]
#| expect true 'åäö'.length == 3
#| expect true 'åäö' =~ String[3, 3]
#| expect true '日本語' =~ String[3, 3]
#| expect true String < Scalar
#| expect true String[1, 2] < String
'' =~ String

# %% [markdown]
# The limits may be an Integer range in a variable.

# %% A length from a variable
#| expect true 'abc' !~ String[$length_range]
#| expect true 'ab' =~ String[$length_range]
$length_range = Integer[1, 2]
String[$length_range]

# %% [markdown]
# An Enum holds exactly its strings, in upper and lower case as written.

# %% Enum
#| expect true 'a' =~ Enum[a, b]
#| expect true 'c' !~ Enum[a, b]
#| expect true Enum[a] < String
#| expect true Pattern[/a/] < String
#| expect true Enum[a, b, c] == Enum[b, c, a]
#| expect true 'port' =~ Enum['port', 'name', 'ip']
#| expect true 'ports' !~ Enum['port', 'name', 'ip']
#| expect true 'PORT' !~ Enum['port', 'name', 'ip']
#| expect true Enum[a, bb] < String[1, 2]
#| expect true !(Enum[a, bbb] < String[1, 2])
#| expect true Enum[a, b] < String
'a' =~ Enum[a, b]

# %% [markdown]
# A Pattern takes strings, regular expressions, and other Patterns. The bare type holds every string.

# %% Pattern
#| expect true 'abc' =~ Pattern[/x/, /b/]
#| expect true 'abc' !~ Pattern[/x/, /y/]
#| expect true ['a', 'b', 'c'] !~ Array[Pattern['a-z']]
#| expect true ['a', 'b', 'c'] =~ Array[Pattern['[a-z]']]
#| expect true Pattern['a', /b/, Pattern[/c/], Regexp[/d/]] == Pattern[/a/, /b/, /c/, /d/]
#| expect true ['xa', 'xb', 'xc', 'xd'] =~ Array[Pattern['a', /b/, Pattern[/c/], Regexp[/d/]]]
#| expect true 'a' =~ Pattern
#| expect true '' =~ Pattern
#| expect true 'x' =~ Pattern['.*']
#| expect true 'all of me' =~ Pattern[/^all of me$/]
#| expect true 'all of you' !~ Pattern[/^all of me$/]
#| expect true Pattern[/a/] < Pattern[/a/, /b/]
#| expect true Pattern[/a/, /b/] >= Pattern[/a/]
#| expect true Pattern[/a/] < String
'abc' =~ Pattern[/x/, /b/]

# %% [markdown]
# `Regexp` is the type of regular expressions. `Regexp[/re/]` is only the one with this source.

# %% Regexp
#| expect true /a/ =~ Regexp
#| expect true /a/ =~ Regexp[/a/]
#| expect true /b/ !~ Regexp[/a/]
#| expect true Regexp['a'] == Regexp[/a/]
#| expect true Regexp[/a/] =~ Type
#| expect true regsubst('abc', Regexp[/b/], 'x') == 'axc'
#| expect true split('a,b', Regexp[/,/]) == ['a', 'b']
#| expect true 'abc' !~ Regexp[/b/]
#| expect true "x\nb" !~ /\Ab/
#| expect true "b\nx" !~ /b\Z/
#| expect true Regexp[/a/] < Regexp
/a/ =~ Regexp

# %% No letters after a regular expression
#| expect fails regexp-syntax
'a' =~ /.*/m

# %% [markdown]
# ## Reference: collections
#
# `Collection` is above `Array` and `Hash`. `Tuple` and `Struct` are exact about each element.

# %% [markdown]
# `Collection`, `Array` and `Hash` take a smallest and a largest size.

# %% Sizes
#| expect true Array < Collection
#| expect true Hash < Collection
#| expect true [1] =~ Array[Integer, 1, 2]
#| expect true [1, 2, 3] !~ Array[Integer, 1, 2]
#| expect true [] !~ Array[Integer, 1]
#| expect true { a => 1 } =~ Hash[String, Integer, 1, 1]
#| expect true {} !~ Hash[String, Integer, 1]
#| expect true Array[Integer, 0, default] == Array[Integer]
#| expect true [1] =~ Collection[1, 2]
#| expect true [1, 2, 3] !~ Collection[Integer[1, 2]]
#| expect true [1, 2] =~ Collection[Integer[1, 2]]
#| expect true [1, 2, 3] =~ Collection[1, 3]
#| expect true { a => 1, b => 2 } !~ Collection[3]
#| expect true Collection < Any
#| expect true { a => 1, b => 2 } =~ Collection[2]
Array < Collection

# %% [markdown]
# A bare Array or Hash takes all elements, keys and values.

# %% Array and Hash
#| expect true Array != Array[Data]
#| expect true [Integer] =~ Array
#| expect true [/a/] =~ Array
#| expect true Array =~ Type
#| expect true Hash != Hash[Scalar, Data]
#| expect true { Integer => 1 } =~ Hash
#| expect true { a => Integer } =~ Hash
#| expect true Hash =~ Type
#| expect true [Integer] =~ Array[Type]
#| expect true [undef] =~ Array[Undef]
#| expect true [[1]] =~ Array[Array[Integer]]
#| expect true { [1] => 2 } =~ Hash[Array, Integer]
#| expect true { Integer => 1 } =~ Hash[Type, Integer]
#| expect true { undef => 1 } =~ Hash
#| expect true { undef => 1 } =~ Hash[Any, Any]
Array != Array[Data]

# %% Hash takes two types
#| expect fails type-parameters
Hash[Integer]

# %% [markdown]
# A Variant of ranges has gaps.

# %% Numbers in two ranges
#| expect value true
#| expect true [1500, 5000] !~ Array[Variant[Integer[1000, 1999], Integer[10000, default]]]
$array_of_numbers = [1500, 20000]
$array_of_numbers =~ Array[Variant[Integer[1000, 1999], Integer[10000, default]]]

# %% [markdown]
# A Tuple has a type for each position. Sizes at its end make elements optional or repeat the last type.

# %% Tuple
#| expect true Tuple[Integer] < Array
#| expect true Tuple[Integer] < Array[Integer]
#| expect true !(Tuple < Array)
#| expect true Tuple <= Array
#| expect true ['a'] =~ Tuple[String, Integer, 1, 2]
#| expect true ['a', 1, 2, 3] =~ Tuple[String, Integer, 1, default]
#| expect true ['a', 1] =~ Tuple[String, Integer]
#| expect true [1, 'a'] !~ Tuple[String, Integer]
#| expect true ['a'] !~ Tuple[String, Integer]
#| expect true ['a', 1, 2] !~ Tuple[String, Integer]
#| expect true ['a'] =~ Tuple[String, Integer, 1]
#| expect true ['a', 1] =~ Tuple[String, Integer, 1]
#| expect true ['a', 1, 2, 3, 4] =~ Tuple[String, Integer, 1]
#| expect true [] !~ Tuple[String, Integer, 1]
Tuple[Integer] < Array

# %% Tuple (2)
#| expect true ['a', 1, 2] =~ Tuple[String, Integer, 1, 3]
#| expect true ['a', 1, 2, 3] !~ Tuple[String, Integer, 1, 3]
#| expect true [1, 2, 3, 4, 5] =~ Tuple[Integer, 5, 5]
#| expect true [1, 2, 3, 4] !~ Tuple[Integer, 5, 5]
#| expect true [1, 2, 3, 4, 5, 6] !~ Tuple[Integer, 5, 5]
#| expect true [1, 2, 3, 4, 5, 6] =~ Tuple[Integer, 5, 10]
#| expect true [1, 2, 3, 4] !~ Tuple[Integer, 5, 10]
#| expect true ['a'] =~ Tuple[String, String, Integer, 1, 3]
#| expect true ['a', 'b'] =~ Tuple[String, String, Integer, 1, 3]
#| expect true ['a', 'b', 1] =~ Tuple[String, String, Integer, 1, 3]
#| expect true ['a', 1] !~ Tuple[String, String, Integer, 1, 3]
#| expect true [] =~ Tuple[Integer, 0, 1]
#| expect true [1] =~ Tuple[Integer, 0, 1]
#| expect true [1, 2] !~ Tuple[Integer, 0, 1]
#| expect true [1, 2, 3, 4] =~ Tuple[Integer, 1]
#| expect true [1, 2, 3, 4] =~ Tuple[Integer, 1, default]
#| expect true Tuple[Integer, String] < Array
['a', 1, 2] =~ Tuple[String, Integer, 1, 3]

# %% [markdown]
# The size of a Tuple counts all elements.

# %% Sizes of tuples
#| expect true ['a', 1] =~ Tuple[String, Integer]
#| expect true ['a', 1, 2, 3] =~ Tuple[String, Integer, 1]
#| expect true ['a', 1, 2, 3] =~ Tuple[String, Integer, 0]
#| expect true ['a', 1, 2, 3] !~ Tuple[String, Integer, 0, 2]
#| expect true ['a', 1, 2, 3] =~ Tuple[String, Integer, 4]
#| expect true ['a', 1, 2, 3] !~ Tuple[String, Integer, 5]
#| expect true Tuple[Integer, String] < Collection
#| expect true Tuple[Integer, String] < Collection[2, 2]
#| expect true !(Tuple[Integer, String] < Collection[3, 3])
#| expect true Array[Integer] == Tuple[Integer, 0, default]
#| expect true Array[Integer] <= Tuple[Integer, 0, default]
#| expect true Tuple[Integer, 0, default] <= Array[Integer]
['a', 1] =~ Tuple[String, Integer]

# %% A Tuple takes types
#| expect fails type-parameters
Tuple['a']

# %% [markdown]
# A Struct lists the keys of a hash. An Optional value makes the key optional. The bare type holds every hash.

# %% Struct
#| expect true { a => 1, b => 'x' } =~ Struct[{ a => Integer, b => String }]
#| expect true Struct[{ a => Integer }] < Hash
#| expect true { mode => read, path => '/x' } =~ Struct[{ mode => Enum[read, write, update], path => String[1] }]
#| expect true { mode => append, path => '/x' } !~ Struct[{ mode => Enum[read, write, update], path => String[1] }]
#| expect true { mode => read, path => '' } !~ Struct[{ mode => Enum[read, write, update], path => String[1] }]
#| expect true { mode => read } !~ Struct[{ mode => Enum[read, write, update], path => String[1] }]
#| expect true Struct[{ a => Integer }] < Hash[String, Integer]
#| expect true Hash[Enum[a], Integer, 1, 1] <= Struct[{ a => Integer }]
#| expect true !(Hash[String, Integer] <= Struct[{ a => Integer }])
#| expect true Struct[{ a => Integer }] < Collection
#| expect true Struct[{ a => Integer }] < Collection[1, 1]
#| expect true !(Struct[{ a => Integer }] < Collection[2, 2])
#| expect true {} =~ Struct[{ a => Optional[Integer] }]
#| expect true { a => undef } =~ Struct[{ a => Optional[Integer] }]
Struct[{ a => Integer }] < Hash

# %% Struct (2)
#| expect true { a => 1 } =~ Struct[{ a => Optional[Integer] }]
#| expect true { a => 'x' } !~ Struct[{ a => Optional[Integer] }]
#| expect true { a => 1, b => 2 } !~ Struct[{ a => Integer }]
#| expect true { a => 1 } =~ Struct
#| expect true { 1 => 2 } =~ Struct
#| expect true {} =~ Struct
#| expect true Struct[{ a => Integer }] <= Struct
#| expect true Hash <= Struct
Struct[{ a => Integer }] <= Struct

# %% Struct keys are not empty
#| expect fails type-parameters
Struct[{ '' => Integer }]

# %% Struct values are types
#| expect fails type-parameters
Struct[{ a => 1 }]

# %% [markdown]
# A Variant holds the values of each of its types.

# %% Variant
#| expect true 1 =~ Variant[Integer, String]
#| expect true 'a' =~ Variant[Integer, String]
#| expect true 1.0 !~ Variant[Integer, String]
#| expect true Variant[Integer, String] < Any
#| expect true Optional[Integer] < Any
1 =~ Variant[Integer, String]

# %% [markdown]
# ## Reference: the types of other things
#
# Resources, classes and functions have types too. Later chapters say more about resources and classes.

# %% [markdown]
# `File` is short for `Resource[File]`. A title makes a reference to one resource, several titles make a list.

# %% References to resources
#| expect true File == Resource[file]
#| expect true File == Resource['File']
#| expect true Resource['file'] == Resource['FILE']
#| expect true [Resource[File], Resource['file'], Resource[file]] == [File, File, File]
#| expect true ['user'].all |$t| { Resource[$t] == User }
#| expect true Resource[File, 'a'] == File['a']
#| expect true File['a'] =~ Type[File]
#| expect true Resource[File, 'a', 'b'] == [File['a'], File['b']]
#| expect true File['a', 'b'] == Resource[File, 'a', 'b']
#| expect true Resource[file] != Resource[user]
#| expect true Resource[file, 'a'] != Resource[file, 'b']
File == Resource[file]

# %% [markdown]
# `CatalogEntry` is above `Resource` and `Class`. A reference with a title is below the one without.

# %% Types in the catalog
#| expect true Resource < CatalogEntry
#| expect true Class < CatalogEntry
#| expect true File < CatalogEntry
#| expect true File['a'] < CatalogEntry
#| expect true Class[foo] < CatalogEntry
#| expect true CatalogEntry < Any
#| expect true Resource[file] < Resource
#| expect true Resource[file, 'a'] < Resource[file]
#| expect true !(Resource <= Resource[file])
#| expect true Class[foo] < Class
#| expect true Class > Class[foo]
#| expect true !(Class <= Class[foo])
#| expect true Stage < CatalogEntry
#| expect true Stage[main] < CatalogEntry
#| expect true Node < CatalogEntry
Resource < CatalogEntry

# %% A title is a string
#| expect fails type-parameters
File[1]

# %% A spelling mistake in a type
#| expect fails undefined-type
Interger

# %% [markdown]
# A class is named by a string or by a bare name. Several names make a list.

# %% References to classes
#| expect true Class[foo] == Class['foo']
#| expect true Class['foo::bar'] == Class[foo::bar]
#| expect true Class[a, b] == [Class[a], Class[b]]
Class[foo]

# %% Class names are lower-case
#| expect fails undefined-type
Class[Baz]

# %% [markdown]
# `inherits` between classes does not make a subtype.

# %% A derived class is not a subtype
#| expect true !(Class[derived_class] < Class[base_class])
#| expect true Class[derived_class] != Class[base_class]
class base_class { }
class derived_class inherits base_class { }

# %% [markdown]
# A reference to a resource is itself a type.

# %% A declared resource
#| expect true Notify['ref'] =~ Type[Resource]
#| expect true Notify['ref'] !~ CatalogEntry
#| expect true Notify['ref'] =~ Type[CatalogEntry]
#| expect true type(Notify['ref']) == Type[Notify['ref']]
notify { 'ref': }

# %% [markdown]
# A Callable lists the types of parameters, then the smallest and largest number of arguments, then a lambda.

# %% Callable
#| expect true Callable =~ Type
#| expect true Callable[String] < Callable
#| expect true Callable[String, 0, default] == Callable[String, 0]
#| expect true !(Callable[String] <= Callable[String, String])
#| expect true !(Callable[String, String] <= Callable[String])
#| expect true Callable[String, Integer, 1, 2] <= Callable[String]
#| expect true Callable[String, Integer, 1, 2] <= Callable[String, Integer]
#| expect true !(Callable[String, Integer, 1, 2] <= Callable[0, 0])
#| expect true Callable[String, 1, 3] <= Callable[String, String, String]
#| expect true !(Callable[String, 1, 3] <= Callable[String, String, String, String])
#| expect true Callable[String, 1, default] <= Callable[String, String, String, String]
#| expect true Callable != Callable[0, default]
#| expect true Callable[0, default] <= Callable
#| expect true !(Callable <= Callable[0, default])
Callable =~ Type

# %% Callable (2)
#| expect true Callable[0, 0] == Callable[0, 0]
#| expect true Callable[0, 0] <= Callable
#| expect true !(Callable[0, 0] <= Callable[String])
#| expect true Callable[2, 2] <= Callable[String, Integer]
#| expect true !(Callable[2, 2] <= Callable[String])
#| expect true Callable < Any
Callable[0, 0]

# %% [markdown]
# A function that takes any Numeric may be called with an Integer. So `Callable[Numeric]` is below `Callable[Integer]`.

# %% What a caller may pass
#| expect true Callable[Numeric] <= Callable[Integer]
#| expect true Callable[Numeric] <= Callable[Float]
#| expect true !(Callable[Numeric] <= Callable[Scalar])
#| expect true !(Callable[Numeric] <= Callable[Any])
#| expect true !(Callable[Integer] <= Callable[Any])
#| expect true Callable[Any] <= Callable[Integer]
#| expect true Callable[String, Callable[Scalar]] >= Callable[Scalar, Callable[Scalar]]
#| expect true Callable[String, Callable[Scalar]] >= Callable[String, Callable[String]]
#| expect true !(Callable[String, Callable[String]] >= Callable[Scalar, Callable[Scalar]])
Callable[Numeric] <= Callable[Integer]

# %% [markdown]
# `Runtime[ruby, ..]` names a class of the program below Puppet. `Ruby[..]` is another way to write it. Ordinary code does not use it.

# %% Types of the platform
#| expect true Ruby['Puppetx::MyModule::MyClass'] =~ Type
#| expect true Ruby['Puppetx::MyModule::MyClass'] == Runtime['ruby', 'Puppetx::MyModule::MyClass']
#| expect true Runtime['ruby', 'Puppetx::MyModule::MyClass'] == Runtime[ruby, 'Puppetx::MyModule::MyClass']
#| expect true Ruby =~ Type
#| expect true Ruby['X'] < Ruby
#| expect true Ruby['Puppet::Bindings'] =~ Type
#| expect true 'a' !~ Runtime['ruby', 'String']
#| expect true 1 !~ Runtime['ruby', 'Integer']
#| expect true "${type('a', reduced)}" == 'String'
#| expect true Runtime['ruby', 'No::Such'] == Runtime[ruby, 'No::Such']
#| expect true Runtime['ruby', 'X'] < Runtime
#| expect true Ruby < Any
Ruby['Puppetx::MyModule::MyClass'] =~ Type

# %% A platform class is a string
#| expect fails type-parameters
Runtime['ruby', 1]

# %% Parameters must match
#| expect fails argument-type
function needs_number(Numeric $x) { $x }
needs_number('1')

# %% Lambda parameters must match
#| expect fails argument-type
[1, 'a'].each |Integer $x| { $x }

# %% [markdown]
# ## Reference: the type of a value
#
# `type(V)` gives the exact type of a value. `type(V, reduced)` joins the elements of a list, and `type(V, generalized)` drops ranges.

# %% [markdown]
# The values inside a list are joined. `type_of` joins them by the rules of the language description; `String<a,b>` is how it shows known strings.

# %% The type of a list
#| expect true "${type(['a','b','c'])}" == 'Tuple[String, String, String]'
#| expect true type(['a', 'b', 'c'], reduced) == Array[Enum['a', 'b', 'c'], 3, 3]
#| expect true type(['a', 'b', 'c'], generalized) == Array[String[1, 1]]
#| expect true type([Enum[a, b], Enum[c]], reduced) == Array[Type[Enum['a', 'b', 'c']], 2, 2]
#| expect true type([Enum[a, b, c], Enum[x, b, c]], reduced) == Array[Type[Enum['a', 'b', 'c', 'x']], 2, 2]
#| expect true type([Enum[a, b, c], Enum[x, b, c]], generalized) == Array[Type[String[1, 1]]]
#| expect true type([Pattern[a], Pattern[b]], reduced) == Array[Type[Pattern[/a/, /b/]], 2, 2]
#| expect true type([1, undef], reduced) == Array[Integer[1, 1], 2, 2]
#| expect true type({ a => undef, b => 1 }, reduced) == Hash[Enum['a', 'b'], Integer[1, 1], 2, 2]
#| expect true type([1, undef]) == Tuple[Integer[1, 1], Undef]
#| expect true "${type_of([a, b, c])}" == 'Array[String<a,b,c>]'
#| expect true type([a, b, c], reduced) == Array[Enum[a, b, c], 3, 3]
"${type(['a','b','c'])}"

# %% [markdown]
# A variable has the type of its value.

# %% The type of a variable
#| expect true type($some_name, generalized) == String
$some_name = 'web1'

# %% Angle brackets are only for display
#| expect fails syntax
String<'a'>

# %% [markdown]
# ## Reference: what two types have in common
#
# Two types have a common type above them. `type_of` of a list with both types shows it as `Array[Type[..]]`.
# At the prompt, `:union Integer, Float` gives the same answer in short, and says where Puppet 8 differs.

# %% Any and Undef together
#| expect true type_of([Any, Any]) == Array[Type[Any]]
#| expect true type_of([Any, Integer]) == Array[Type[Any]]
#| expect true type_of([Any, Undef]) == Array[Type[Any]]
#| expect true type_of([Undef, Undef]) == Array[Type[Undef]]
#| expect true type_of([Undef, Integer]) == Array[Type[Any]]
#| expect true type_of([Undef, String]) == Array[Type[Any]]
#| expect true type_of([Undef, Data]) == Array[Type[Data]]
#| expect true type_of([Undef, Optional[Integer]]) == Array[Type[Optional[Integer]]]
type_of([Any, Any])

# %% Data and Scalar together
#| expect true type_of([Data, Data]) == Array[Type[Data]]
#| expect true type_of([Data, Scalar]) == Array[Type[Data]]
#| expect true type_of([Data, Integer]) == Array[Type[Data]]
#| expect true type_of([Data, Array[Data]]) == Array[Type[Data]]
#| expect true type_of([Data, Array[Integer]]) == Array[Type[Data]]
#| expect true type_of([Data, Hash[Scalar, Data]]) == Array[Type[Data]]
#| expect true type_of([Data, Hash[String, Data]]) == Array[Type[Data]]
#| expect true type_of([Data, Undef]) == Array[Type[Data]]
#| expect true type_of([Data, Callable]) == Array[Type[Any]]
#| expect true type_of([Data, Type[Integer]]) == Array[Type[Any]]
#| expect true type_of([Scalar, Scalar]) == Array[Type[Scalar]]
#| expect true type_of([Scalar, Integer]) == Array[Type[Scalar]]
#| expect true type_of([Scalar, Float]) == Array[Type[Scalar]]
#| expect true type_of([Scalar, Array[Integer]]) == Array[Type[Any]]
#| expect true type_of([Scalar, Hash[String, Integer]]) == Array[Type[Any]]
type_of([Data, Data])

# %% Numeric and Integer together
#| expect true type_of([Numeric, Numeric]) == Array[Type[Numeric]]
#| expect true type_of([Numeric, Integer]) == Array[Type[Numeric]]
#| expect true type_of([Numeric, Float]) == Array[Type[Numeric]]
#| expect true type_of([Numeric, String]) == Array[Type[Scalar]]
#| expect true type_of([Numeric, Boolean]) == Array[Type[Scalar]]
#| expect true type_of([Numeric, Array[Integer]]) == Array[Type[Any]]
#| expect true type_of([Numeric, Type[Integer]]) == Array[Type[Any]]
#| expect true type_of([Integer, Integer]) == Array[Type[Integer]]
#| expect true type_of([Integer, Float]) == Array[Type[Numeric]]
#| expect true type_of([Integer[1, 2], Float[1.0, 2.0]]) == Array[Type[Numeric]]
#| expect true type_of([Integer, Numeric]) == Array[Type[Numeric]]
#| expect true type_of([Integer, String]) == Array[Type[Scalar]]
#| expect true type_of([Integer, Boolean]) == Array[Type[Scalar]]
#| expect true type_of([Integer, Array[Integer]]) == Array[Type[Any]]
#| expect true type_of([Integer, Hash[String, Integer]]) == Array[Type[Any]]
#| expect true type_of([Integer[1, 5], Integer[3, 9]]) == Array[Type[Integer[1, 9]]]
#| expect true type_of([Integer[1, 2], Integer[8, 9]]) == Array[Type[Integer[1, 9]]]
type_of([Numeric, Numeric])

# %% Numbers with a fraction together
#| expect true type_of([Float, Float]) == Array[Type[Float]]
#| expect true type_of([Float, Integer]) == Array[Type[Numeric]]
#| expect true type_of([Float, Numeric]) == Array[Type[Numeric]]
#| expect true type_of([Float, String]) == Array[Type[Scalar]]
#| expect true type_of([Float, Boolean]) == Array[Type[Scalar]]
#| expect true type_of([Float, Array[Integer]]) == Array[Type[Any]]
#| expect true type_of([Float, Type[Float]]) == Array[Type[Any]]
#| expect true type_of([Float[1.0, 5.0], Float[3.0, 9.5]]) == Array[Type[Float[1.0, 9.5]]]
#| expect true type_of([Float[1.0, 2.0], Float[8.0, 9.0]]) == Array[Type[Float[1.0, 9.0]]]
type_of([Float, Float])

# %% Strings together
#| expect true type_of([String, String]) == Array[Type[String]]
#| expect true type_of([String[1, 2], String[5, 9]]) == Array[Type[String[1, 9]]]
#| expect true "${type_of(['x', 'x'])}" == 'Array[String<x>]'
#| expect true "${type_of(['x', 'y'])}" == 'Array[String<x,y>]'
#| expect true type_of([String, Enum]) == Array[Type[String]]
#| expect true type_of([String, Enum[a, b]]) == Array[Type[String]]
#| expect true type_of([String, Pattern]) == Array[Type[String]]
#| expect true type_of([String, Pattern[/a/]]) == Array[Type[String]]
#| expect true type_of([String, Integer]) == Array[Type[Scalar]]
#| expect true type_of([String, Boolean]) == Array[Type[Scalar]]
#| expect true type_of([String, Array[Integer]]) == Array[Type[Any]]
#| expect true type_of([String, Type[String]]) == Array[Type[Any]]
#| expect true type_of([Enum[a, b, c], Enum[x, b, c]]) == Array[Type[Enum['a', 'b', 'c', 'x']]]
#| expect true type_of([Pattern[a], Pattern[b]]) == Array[Type[Pattern[/a/, /b/]]]
#| expect true type_of([Pattern[/a/], Pattern[/b/]]) == Array[Type[Pattern[/a/, /b/]]]
#| expect true type_of([Boolean, Boolean]) == Array[Type[Boolean]]
type_of([String, String])

# %% Regular expressions together
#| expect true type_of([Regexp, Regexp]) == Array[Type[Regexp]]
#| expect true type_of([Regexp[/a/], Regexp[/a/]]) == Array[Type[Regexp[/a/]]]
#| expect true type_of([Regexp[/a/], Regexp[/b/]]) == Array[Type[Regexp]]
#| expect true type_of([Regexp[/a/], Integer]) == Array[Type[Scalar]]
#| expect true type_of([Regexp, String]) == Array[Type[Scalar]]
#| expect true type_of([Regexp, Array[Integer]]) == Array[Type[Any]]
#| expect true type_of([Regexp, Type[Integer]]) == Array[Type[Any]]
type_of([Regexp, Regexp])

# %% Array and Hash together
#| expect true type_of([Array, Array]) == Array[Type[Array]]
#| expect true type_of([Array[Integer], Array[Integer]]) == Array[Type[Array[Integer]]]
#| expect true type_of([Array[Integer], Array[Float]]) == Array[Type[Array[Numeric]]]
#| expect true type_of([Array[Integer], Array[String]]) == Array[Type[Array[Scalar]]]
#| expect true type_of([Array[Integer, 1, 2], Array[Float, 3, 4]]) == Array[Type[Array[Numeric, 1, 4]]]
#| expect true type_of([Array[Integer, 1, 2], Array[Integer, 5, 6]]) == Array[Type[Array[Integer, 1, 6]]]
#| expect true type_of([Array[Integer], Hash[String, Integer]]) == Array[Type[Collection]]
#| expect true type_of([Array, Hash]) == Array[Type[Collection]]
#| expect true type_of([Hash, Hash]) == Array[Type[Hash]]
#| expect true type_of([Hash[String, Integer], Hash[String, Float]]) == Array[Type[Hash[String, Numeric]]]
#| expect true type_of([Hash[String, Integer], Hash[Integer, String]]) == Array[Type[Hash[Scalar, Scalar]]]
#| expect true type_of([Hash[String, Integer, 1, 2], Hash[String, Float, 3, 4]]) == Array[Type[Hash[String, Numeric, 1, 4]]]
#| expect true type_of([Hash[String, Integer, 1, 2], Hash[String, Integer, 5, 6]]) == Array[Type[Hash[String, Integer, 1, 6]]]
#| expect true type_of([Hash[String, Integer], Array[Integer]]) == Array[Type[Collection]]
#| expect true type_of([Hash, Collection]) == Array[Type[Collection]]
#| expect true type_of([Hash[String, Integer], Integer]) == Array[Type[Any]]
#| expect true type_of([Hash[String, Integer], Type[Integer]]) == Array[Type[Any]]
type_of([Array, Array])

# %% Struct and Tuple together
#| expect true type_of([Struct, Struct]) == Array[Type[Struct]]
#| expect true type_of([Struct[{ a => Integer }], Struct[{ a => Integer }]]) == Array[Type[Struct[{ 'a' => Integer }]]]
#| expect true type_of([Struct[{ a => Integer }], Struct[{ b => String }]]) == Array[Type[Struct]]
#| expect true type_of([Struct[{ a => Integer }], Struct[{ a => Float }]]) == Array[Type[Struct]]
#| expect true type_of([Struct[{ a => Integer }], Hash[String, Float]]) == Array[Type[Hash[String, Numeric]]]
#| expect true type_of([Struct[{ a => Integer }], Hash[Integer, Float]]) == Array[Type[Hash[Scalar, Numeric]]]
#| expect true type_of([Struct[{ a => Integer }], Array[Integer]]) == Array[Type[Collection]]
#| expect true type_of([Struct[{ a => Integer }], Collection]) == Array[Type[Collection]]
#| expect true type_of([Struct[{ a => Integer }], Integer]) == Array[Type[Any]]
#| expect true type_of([Struct[{ a => Integer }], Type[Integer]]) == Array[Type[Any]]
#| expect true type_of([Array[Integer], Tuple[Integer, 0, default]]) == Array[Type[Array[Integer]]]
#| expect true type_of([Tuple, Tuple]) == Array[Type[Tuple]]
#| expect true type_of([Tuple[Integer], Tuple[Float]]) == Array[Type[Tuple[Numeric]]]
#| expect true type_of([Tuple[Integer, String], Tuple[Float, String]]) == Array[Type[Tuple[Numeric, String]]]
#| expect true type([Array[Integer], Tuple[Float]], reduced) == Array[Type[Data], 2, 2]
#| expect true type([Array[Integer], Tuple[Integer, Integer]], reduced) == Array[Type[Array[Integer]], 2, 2]
type_of([Struct, Struct])

# %% Collections together
#| expect true type_of([Collection, Collection]) == Array[Type[Collection]]
#| expect true type_of([Collection[1, 2], Collection[5, 6]]) == Array[Type[Collection[1, 6]]]
#| expect true type_of([Collection, Array]) == Array[Type[Collection]]
#| expect true type_of([Collection, Array[Integer]]) == Array[Type[Collection]]
#| expect true type_of([Collection, Hash]) == Array[Type[Collection]]
#| expect true type_of([Collection, Hash[String, Integer]]) == Array[Type[Collection]]
type_of([Collection, Collection])

# %% Variant and Optional together
#| expect true type_of([Variant, Variant]) == Array[Type[Variant]]
#| expect true type_of([Variant[Integer, String], Variant[Float, Boolean]]) == Array[Type[Variant[Integer, String, Float, Boolean]]]
#| expect true type_of([Variant[Integer, String], Variant[String, Boolean]]) == Array[Type[Variant[Integer, String, Boolean]]]
#| expect true type_of([Variant[Integer, String], Boolean]) == Array[Type[Variant[Integer, String, Boolean]]]
#| expect true type_of([Variant[Integer, String], Float]) == Array[Type[Variant[Integer, String, Float]]]
#| expect true type_of([Variant[Optional[Integer]], Optional[Integer]]) == Array[Type[Optional[Integer]]]
#| expect true type_of([Variant[Integer, Undef], Optional[Integer]]) == Array[Type[Optional[Integer]]]
#| expect true type_of([Optional[Integer], Integer]) == Array[Type[Optional[Integer]]]
#| expect true type_of([Optional[Integer], Undef]) == Array[Type[Optional[Integer]]]
#| expect true type_of([Optional[Integer], Optional[Float]]) == Array[Type[Optional[Numeric]]]
#| expect true type_of([Optional[Integer], Optional[String]]) == Array[Type[Optional[Scalar]]]
type_of([Variant, Variant])

# %% Resources and classes together
#| expect true type_of([Resource, Resource]) == Array[Type[Resource]]
#| expect true type_of([Resource[file], Resource[file]]) == Array[Type[File]]
#| expect true type_of([Resource[file], Resource[user]]) == Array[Type[Resource]]
#| expect true type_of([Resource[file, 'a'], Resource[file, 'a']]) == Array[Type[File['a']]]
#| expect true type_of([Resource[file, 'a'], Resource[file, 'b']]) == Array[Type[File]]
#| expect true type_of([Resource[file], Class[foo]]) == Array[Type[CatalogEntry]]
#| expect true type_of([Resource, Class]) == Array[Type[CatalogEntry]]
#| expect true type_of([Resource[file], Integer]) == Array[Type[Any]]
#| expect true type_of([Resource[file], Type[Integer]]) == Array[Type[Any]]
#| expect true type_of([Class, Class]) == Array[Type[Class]]
#| expect true type_of([Class[foo], Class[foo]]) == Array[Type[Class[foo]]]
#| expect true type_of([Class[foo], Class[bar]]) == Array[Type[Class]]
#| expect true type_of([Class[foo], Resource[file]]) == Array[Type[CatalogEntry]]
#| expect true type_of([Class[foo], CatalogEntry]) == Array[Type[CatalogEntry]]
#| expect true type_of([Class[foo], Integer]) == Array[Type[Any]]
#| expect true type_of([Class[foo], Type[Integer]]) == Array[Type[Any]]
type_of([Resource, Resource])

# %% Types of types together
#| expect true type_of([Type, Type]) == Array[Type[Type]]
#| expect true type_of([Type, Type[Integer]]) == Array[Type[Type]]
#| expect true type_of([Type[Integer], Type[Integer]]) == Array[Type[Type[Integer]]]
#| expect true type_of([Type[Integer], Type[Float]]) == Array[Type[Type[Numeric]]]
#| expect true type_of([Type[Integer], Integer]) == Array[Type[Any]]
#| expect true type_of([Type, String]) == Array[Type[Any]]
type_of([Type, Type])

# %% Callables together
#| expect true type_of([Callable, Callable]) == Array[Type[Callable]]
#| expect true type_of([Callable, Integer]) == Array[Type[Any]]
#| expect true type_of([Callable[String], Type[Integer]]) == Array[Type[Any]]
#| expect true type_of([Callable[String], Callable[String]]) == Array[Type[Callable[String]]]
#| expect true type_of([Callable[String], Callable[Scalar]]) == Array[Type[Callable[String]]]
#| expect true type_of([Callable[Integer], Callable[Numeric]]) == Array[Type[Callable[Integer]]]
#| expect true type_of([Callable[Scalar], Callable[String]]) == Array[Type[Callable[String]]]
#| expect true type_of([Callable[String], Callable[Numeric]]) == Array[Type[Callable]]
#| expect true type_of([Callable[Array], Callable[Integer]]) == Array[Type[Callable]]
#| expect true type_of([Callable[String, Callable[String]], Callable[Scalar, Callable[Scalar]]]) == Array[Type[Callable[String, Callable[String]]]]
type_of([Callable, Callable])

# %% Platform types together
#| expect true type([Runtime[ruby, 'Integer'], Runtime[ruby, 'Integer']], reduced) == Array[Type[Runtime[ruby, 'Integer']], 2, 2]
#| expect true type([Runtime, Runtime[ruby, 'Integer']], reduced) == Array[Type[Runtime], 2, 2]
type([Runtime[ruby, 'Integer'], Runtime[ruby, 'Integer']], reduced)

# %% [markdown]
# `type(V, reduced)` gives the answer of Puppet 8. It knows `ScalarData`, `Data` and `RichData`, and it ignores `undef`.

# %% Where Puppet 8 differs
#| expect true type([Integer, String], reduced) == Array[Type[ScalarData], 2, 2]
#| expect true type([Integer, Array[Integer]], reduced) == Array[Type[Data], 2, 2]
#| expect true type([Integer, Regexp], reduced) == Array[Type[Scalar], 2, 2]
#| expect true type([Undef, Integer], reduced) == Array[Type[Integer], 2, 2]
#| expect true type([File, Class], reduced) == Array[Type[Any], 2, 2]
type([Integer, String], reduced) == Array[Type[ScalarData], 2, 2]
