# %% [markdown]
#| lesson lexical   title "The lexical structure"   needs templates   minutes 35
# # The lexical structure
# Before Puppet understands your code, it reads characters.
# It cuts them into **tokens**: names, numbers, strings, operators, brackets.
# Many puzzling errors begin here. In this last chapter you learn to see tokens as Puppet sees them.

# %% The values of this chapter
#| given
$ports = [80, 443]
$busy = true

# %% [markdown]
# ## Tokens
# `:tokens CODE` at the prompt lists the tokens of code: kind, value, line and column.
# Spaces and comments are not tokens. Try `:tokens $port = 80 # web`.

# %% Count the tokens
#| quiz tokens   predict which
#| options  3, 4, 5, 6
#| answer   5
#| because  The tokens are `$count`, `=`, `0x1F`, `+` and `1`. A number is one token, also `0x1F`.
$count = 0x1F+1

# %% [markdown]
# White space separates tokens and has no other meaning: a space, a tab, a line end are all the same.
# So a line end does **not** end a statement. The next token decides if it continues.

# %% Two lines
#| quiz two-lines   predict value
#| because  The line end is only white space. Puppet reads `10 - 3`.
$total = 10
- 3

# %% [markdown]
# ## Comments
# `#` starts a comment to the end of the line. `/*` and `*/` enclose a comment of any length.
# The first `*/` ends it, whatever is inside. Comments do not nest.

# %% Comments are dropped
#| run comments
#| expect value 3
1 # one, /* not the start of a comment
/* two lines: # has no meaning here,
   and /* has none */ + 2

# %% A comment that ends too early
#| exercise comment
#| task   Repair the comment: its words stay a comment, and `$web_port` is 443.
#| start
#|   /* old port: /* 8080 */ only for tests */
#|   $web_port = 443
#| check  value   $web_port == 443
#| when   error unclosed-comment   say "Now the comment never ends. Which `*/` closes it?"
#| when   error syntax             say "pprepl reads words of the comment as code. Where does the comment end?"
#| when   $web_port != 443         say "Only the comment is wrong. The port is 443."
#| hint   The first `*/` ends the comment. The rest of the line is code.
#| hint   Remove the inner marks, or start the line with `#`.
#| solution
#|   /* old port: 8080, only for tests */
#|   $web_port = 443
#| right
#|   # old port: /* 8080 */ only for tests
#|   $web_port = 443
#| right
#|   /* old port: /* 8080 */ /* only for tests */
#|   $web_port = 443
#| right  $web_port = 443 # old port: 8080, only for tests
#| wrong
#|   /* old port: /* 8080 only for tests
#|   $web_port = 443
#| wrong
#|   # old port: 8080, only for tests; the new one is 443
#|   $web_port = '443'
#| wrong
#|   # old port: 443, only for tests
#|   $web_port = 8080

# %% [markdown]
# ## Numbers
# A number starts with a digit. `0x` begins a hexadecimal number.
# A leading `0` makes a number **octal**: its digits are 0 to 7.
# A point or an exponent makes a float. `1e2` means 1 with two zeros after it.

# %% A number with an exponent
#| quiz exponent   predict type
#| because  A point or an exponent makes a Float: `1e3` is 1000.0, not the Integer 1000.
1e3

# %% The hours of the backup
#| exercise hours
#| task   The backup runs at 8, 10 and 12 o'clock. Set `$hours` to the list of these three numbers. Repair the start.
#| start  $hours = [08, 010, 012]
#| check  value   $hours == [8, 10, 12]
#| check  type    $hours : Array[Integer]
#| when   error number-syntax         say "After a leading 0 only the digits 0 to 7 are allowed. What does that 0 mean?"
#| when   $hours == [8, 8, 10]        say "This runs now, but `010` is not ten. What does the leading 0 mean?"
#| when   $hours =~ Array[String]     say "These are strings. The task asks for numbers."
#| when   $hours =~ Array[Float]      say "These are floats. A point makes a float."
#| hint   A leading 0 makes a number octal.
#| hint   All three numbers are written without it.
#| solution  $hours = [8, 10, 12]
#| right  $hours = [0x8, 0xA, 0xC]
#| right  $hours = [010, 012, 014]
#| right
#|   $start_hour = 8
#|   $hours = [$start_hour, $start_hour + 2, $start_hour + 4]
#| wrong  $hours = [8, 010, 012]
#| wrong  $hours = ['08', '10', '12']
#| wrong  $hours = [8.0, 10.0, 12.0]
#| wrong  $hours = [0o8, 10, 12]
#| wrong  $hours = [8, 10]

# %% Two bases
#| exercise sum
#| task   Set `$sum` to the sum of the hexadecimal number FF and the octal number 17. Let Puppet read both numbers.
#| check  value   $sum == 270
#| when   error undefined-type  say "`FF` alone is read as the name of a type. A number starts with a digit."
#| when   error number-syntax   say "A number does not fit its base. How does Puppet mark hexadecimal and octal numbers?"
#| when   error not-a-number    say "A string of digits is not a number here. Write the number without quotes."
#| when   $sum == 272           say "Your FF is right. The 17 is decimal."
#| when   $sum == 278           say "Both numbers are hexadecimal now. Octal numbers begin with a 0 alone."
#| when   $sum =~ String        say "That is a string. Add the numbers."
#| hint   Hexadecimal begins with `0x`, octal with `0`.
#| hint   The octal number is `017`.
#| solution  $sum = 0xFF + 017
#| right  $sum = 0xff + 0xf
#| right
#|   $hex = 0XFF
#|   $sum = 017 + $hex
#| right  $sum = Integer('0xFF') + Integer('17', 8)
#| wrong  $sum = FF + 017
#| wrong  $sum = 0xFF + 17
#| wrong  $sum = 0xFF + 0x17
#| wrong  $sum = 'FF' + 17
#| wrong  $sum = 0xFF + 0o17
#| wrong  $sum = "${0 + 0xFF} + 017"

# %% [markdown]
# ## Brackets and spaces
# There is one place where a space has a meaning: before `[`.
# `$ports[1]` reads an element. After white space, `[` starts a **new** list. Compare `:tokens $a[1]` and `:tokens $a [1]`.

# %% A space before the bracket
#| quiz bracket   predict value
#| because  After a space `[` starts a new list. These are two statements, and the last one is the list `[1]`.
$second = $ports [1]

# %% [markdown]
# ## Names and keywords
# A word in small letters is a **name**: as a value it is a string.
# A word with a capital is a **reference** to a type. Parts of a name are joined by `::`.
# Keywords such as `if`, `in`, `case` or `class` have a meaning of their own. They are matched exactly: `iF` and `iffy` are names.

# %% Words
#| run names
#| expect value ['apache', 'apache::port', 'iF', 'iffy', 'if::x', Integer]
[apache, apache::port, iF, iffy, if::x, Integer]

# %% Keywords as keys
#| exercise keys
#| task   Set `$iface` to a hash with the strings `if`, `in` and `default` as keys. Repair the start.
#| start  $iface = { if => 'eth0', in => 10, default => 'no' }
#| check  value   $iface == { 'if' => 'eth0', 'in' => 10, 'default' => 'no' }
#| when   error undefined-type        say "With a capital the word is a type. The task asks for strings."
#| when   error syntax                say "A keyword is not a plain word. How do you write a string that looks like a keyword?"
#| when   $iface[default] == 'no'     say "`default` without quotes is a value of its own, not a string."
#| when   $iface != undef             say "Compare keys and values with the start: nothing else changes."
#| hint   A keyword in quotes is a string.
#| hint   All three keys need quotes.
#| solution  $iface = { 'if' => 'eth0', 'in' => 10, 'default' => 'no' }
#| right  $iface = { "if" => 'eth0', "in" => 10, "default" => 'no' }
#| right  $iface = Hash([['if', 'eth0'], ['in', 10], ['default', 'no']])
#| right
#|   $key = 'if'
#|   $iface = { $key => 'eth0' } + { 'in' => 10, 'default' => 'no' }
#| wrong  $iface = { 'if' => 'eth0', 'in' => 10, default => 'no' }
#| wrong  $iface = { If => 'eth0', In => 10, Default => 'no' }
#| wrong  $iface = { 'if' => 'eth0', 'in' => '10', 'default' => 'no' }
#| wrong  $iface = { 'if' = 'eth0', 'in' = 10, 'default' = 'no' }

# %% [markdown]
# Only `true`, `false` and `undef` are such values. Words of other languages are plain names, so strings.
# A string is always true in a test, also `no`.

# %% Words of other languages
#| exercise words
#| task   These settings use the words of other languages. Set `$debug` to false, `$proxy` to undef, `$verbose` to true.
#| start
#|   $debug = no
#|   $proxy = nil
#|   $verbose = yes
#| check  value   $debug == false
#| check  value   $proxy == undef
#| check  value   $verbose == true
#| when   error undefined-type    say "With a capital the word is a type. The three values are written in small letters."
#| when   finding foreign-word    say "This word is only a string. What are the words of Puppet?"
#| when   $debug == 'false'       say "In quotes it is a string. A string is true in a test."
#| when   $debug =~ Integer       say "A number is neither true nor false. In a test, 0 is true."
#| when   $debug                  say "Is `$debug` the right one of the two?"
#| hint   Puppet has `true`, `false` and `undef`.
#| hint   Write them without quotes.
#| solution
#|   $debug = false
#|   $proxy = undef
#|   $verbose = true
#| right  [$debug, $proxy, $verbose] = [false, undef, true]
#| right
#|   $verbose = true
#|   $debug = !$verbose
#|   $proxy = undef
#| wrong
#|   $debug = 'false'
#|   $proxy = 'undef'
#|   $verbose = 'true'
#| wrong
#|   $debug = False
#|   $proxy = None
#|   $verbose = True
#| wrong
#|   $debug = 0
#|   $proxy = undef
#|   $verbose = 1
#| wrong
#|   $debug = true
#|   $proxy = undef
#|   $verbose = false

# %% A name with two parts
#| exercise bytes
#| task   Define a function `disk::bytes` with one Integer, a number of kilobytes. Its value is the number of bytes: 1024 for each.
#| check  value   disk::bytes(2) == 2048
#| check  same    disk::bytes($n) == $n * 1024   over $n : Integer[0, 100000]
#| when   error name-syntax   say "The name of a function has small letters, digits and `_` in each part."
#| when   disk::bytes(2) == 2000   say "A kilobyte has 1024 bytes here."
#| when   disk::bytes(2) == undef  say "Your function has no value. The last expression of the block is the value."
#| hint   A definition is `function NAME(Integer $n) { .. }`.
#| hint   The parts of the name are `disk` and `bytes`, joined by `::`.
#| solution
#|   function disk::bytes(Integer $n) {
#|     $n * 1024
#|   }
#| right
#|   function disk::bytes(Integer $kilobytes) >> Integer {
#|     return($kilobytes * 1024)
#|   }
#| right
#|   function disk::bytes(Integer $n) {
#|     0x400 * $n
#|   }
#| right
#|   function disk::bytes($n) { $n << 10 }
#| wrong
#|   function Disk::Bytes(Integer $n) { $n * 1024 }
#| wrong
#|   function disk_bytes(Integer $n) { $n * 1024 }
#| wrong
#|   function disk::bytes(Integer $n) { $n * 1000 }
#| wrong
#|   function disk::bytes(Integer $n) { $bytes = $n * 1024 notice($bytes) }

# %% [markdown]
# ## The slash
# A `/` divides, or it starts a regular expression. The token **before** it decides.
# After a value such as `)`, `]`, a name, a number or a variable it divides. After `}` it starts a regular expression.

# %% A division after a block
#| quiz slash   predict fails
#| because  After `}` the slash starts the regular expression `/ 2 /`. It has no effect there. Parentheses help.
$part = if $busy { 20 } else { 10 } / 2 / 5

# %% Share the load
#| exercise share
#| task   Set `$share` to 100 when `$busy` is true, else to 20, divided by 2 and by 5: here 10. Repair the start.
#| start  $share = if $busy { 100 } else { 20 } / 2 / 5
#| check  value   $share == 10
#| check  for     $busy in [true, false]   $share == [10, 2]
#| when   error unused-value   say "Puppet reads a regular expression after `}`. Which character before the slash makes it a division?"
#| when   $share == 100        say "Only the value of the other block is divided."
#| when   $share == 10         say "Right for a busy server. What about the other case?"
#| hint   After `)` a slash divides.
#| hint   Put the whole `if .. else ..` in parentheses.
#| solution  $share = (if $busy { 100 } else { 20 }) / 2 / 5
#| right
#|   $base = if $busy { 100 } else { 20 }
#|   $share = $base / 2 / 5
#| right  $share = if $busy { 100 / 2 / 5 } else { 20 / 2 / 5 }
#| right  $share = $busy ? { true => 10, default => 2 }
#| wrong  $share = if $busy { 100 } else { 20 / 2 / 5 }
#| wrong  $share = 10
#| wrong  $share = (if $busy { 100 } else { 20 } / 2 / 5
#| wrong  $share = if $busy { 100 / 2 } else { 20 / 5 }

# %% [markdown]
# ## A real task: repair a manifest
# You get this file from a colleague. Each line has a lexical mistake.
# `:check`, `:tokens` and the messages show you where.

# %% Repair the manifest
#| exercise repair
#| task   Repair the start: `$ssh_port` is the number 800, `$banner` the path C:\new\banner.txt, `$root_login` false, `$last_port` the second of `$ports`.
#| start
#|   $ssh-port = 0800
#|   $banner = "C:\new\banner.txt"
#|   /* allow /* root */ login */
#|   $root_login = no
#|   $last_port = $ports [1]
#| check  value   $ssh_port == 800
#| check  value   $banner == 'C:\new\banner.txt'
#| check  value   $root_login == false
#| check  value   $last_port == 443
#| check  for     $ports in [[22, 25]]   $last_port == [25]
#| when   error assignment-target  say "A hyphen is not part of a variable's name: it subtracts."
#| when   error unset-variable     say "A name is not the one that was set. Compare the names of the variables with the task."
#| when   error syntax             say "Words of a comment are read as code. Where does the comment end?"
#| when   $banner =~ /\n/          say "There is a line end in the path. Which quotes keep a backslash?"
#| when   $root_login =~ String    say "`$root_login` is a string, and every string is true in a test."
#| when   $ssh_port =~ String      say "The port is a string. The task asks for the number."
#| hint   Go line by line: a name, a number, a path, a comment, a word, a bracket.
#| hint   Names have `_`, numbers no leading 0, a path single quotes, and comments do not nest.
#| hint   The last two lines are `$root_login = false` and `$last_port = $ports[1]`.
#| solution
#|   $ssh_port = 800
#|   $banner = 'C:\new\banner.txt'
#|   # allow root login
#|   $root_login = false
#|   $last_port = $ports[1]
#| right
#|   $ssh_port = 0x320
#|   $banner = "C:\\new\\banner.txt"
#|   /* allow root login */
#|   $root_login = false
#|   $last_port = $ports[-1]
#| right
#|   [$ssh_port, $root_login] = [800, false]
#|   $banner = @(END)
#|     C:\new\banner.txt
#|     |- END
#|   [$first_port, $last_port] = $ports
#| wrong
#|   $ssh-port = 800
#|   $banner = 'C:\new\banner.txt'
#|   # allow root login
#|   $root_login = false
#|   $last_port = $ports[1]
#| wrong
#|   $ssh_port = '0800'
#|   $banner = 'C:\new\banner.txt'
#|   # allow root login
#|   $root_login = false
#|   $last_port = $ports[1]
#| wrong
#|   $ssh_port = 800
#|   $banner = "C:\new\banner.txt"
#|   # allow root login
#|   $root_login = false
#|   $last_port = $ports[1]
#| wrong
#|   $ssh_port = 800
#|   $banner = 'C:\new\banner.txt'
#|   # allow root login
#|   $root_login = no
#|   $last_port = $ports[1]
#| wrong
#|   $ssh_port = 800
#|   $banner = 'C:\new\banner.txt'
#|   # allow root login
#|   $root_login = false
#|   $last_port = $port[1]

# %% [markdown]
# You finished the last chapter. You can read Puppet now as Puppet reads it.
# The cells below are for looking up.

# %% [markdown]
# ## Reference: characters, lines and comments
# Keywords and operators are ASCII. A file begins without a byte order mark.
# A template is a small program here: so its string can hold characters that you cannot see.

# %% A byte order mark
#| expect fails
inline_epp("\ufeff<%= 1 + 1 %>")

# %% Line ends of Windows and Unicode spaces
#| expect value ['2', '2', '2', '2']
[
  inline_epp("<% \$a = 1\r\n\$b = \$a + 1 %><%= \$b %>"),
  inline_epp("<%= 1\u00a0+\u20031 %>"),
  inline_epp("<%= 1\u3000+ 1 %>"),
  inline_epp("<%= 1\r+ 1 %>"),
]

# %% Lines and columns count from 1
#| expect fails unset-variable

  $nope

# %% White space is not needed
#| expect value [2, [1, 2], ['a'], 7]
[1+1, [ 1 , 2 ], {a=>1}.keys, 10
-3]

# %% The shortest comment
#| expect value [1, 2, 3, 5, 6]
[/**/1, /* /* */2, /* \*/ 3, /* # */ 5, 6] # /* the end

# %% Only a comment
#| expect value 7
# only a comment on this line
7

# %% A comment without its end
#| expect fails template
inline_epp('<%= 1 /* open %>')

# %% [markdown]
# ## Reference: numbers
# A point or an exponent makes a float. `:tokens 0x1F` shows that the token keeps its base; the value does not.

# %% Integers and floats
#| expect value [42, 15, 31, 255, 1.5, 0.5, 1000.0, 0.0015, 0, 0]
[42, 017, 0x1F, 0XfF, 1.5, 0.5, 1e3, 1.5E-3, 0, 00]

# %% Types of numbers
#| expect value [true, true, true, '31']
$hex_31 = 0x1F
[1.0 =~ Float, 1e2 =~ Float, 10 =~ Integer, "${hex_31}"]

# %% Numbers start with a digit
#| expect fails syntax
.5

# %% A point needs digits after it
#| expect fails syntax
1.

# %% Two points
#| expect fails syntax
1..2

# %% Eight is not an octal digit
#| expect fails INVALID_OCTAL_NUMBER
08

# %% Nor is nine
#| expect fails INVALID_OCTAL_NUMBER
019

# %% No float with a leading zero
#| expect fails INVALID_OCTAL_NUMBER
08.5

# %% No zero in front of zero point five
#| expect fails INVALID_OCTAL_NUMBER
00.5

# %% No exponent after an octal number
#| expect fails INVALID_OCTAL_NUMBER
01e2

# %% G is not a hexadecimal digit
#| expect fails INVALID_HEX_NUMBER
0xG

# %% Binary numbers are unknown
#| expect fails INVALID_OCTAL_NUMBER
0b1

# %% A letter after a number
#| expect fails ILLEGAL_NUMBER
1a

# %% A plus in the exponent
#| expect fails INVALID_DECIMAL_NUMBER
1e+3

# %% [markdown]
# ## Reference: names, references and variables
# A name has small letters, digits and `_`. A word with a hyphen or a leading `_` is a string, but cannot name a class or a function.

# %% Barewords
#| expect value ['abc', 'a_b', 'a1', 'aB', 'a-b', '_x']
[abc, a_b, a1, aB, a-b, _x]

# %% Names in segments
#| expect value ['apache::port', '::apache', '::apache::port', 'a::b', '::a', '::a::b']
[apache::port, ::apache, ::apache::port, a::b, ::a, ::a::b]

# %% References
#| expect value true
[File, ::File, Class, Integer] == [File, File, Class, Integer]

# %% A segment in small letters, one with a capital
#| expect fails
$mixed = a::B

# %% A segment with a capital, one in small letters
#| expect fails ILLEGAL_CLASS_REFERENCE
A::b

# %% With and without a dollar
#| expect value [1, 'port', 3]
$port = 1
$if = 3
[$port, port, $if]

# %% Too many zeros for a variable
#| expect fails ILLEGAL_NUMERIC_VAR_NAME
$0080

# %% A variable with a letter after its digits
#| expect fails ILLEGAL_NUMERIC_VAR_NAME
$0xG

# %% A variable with a capital
#| expect fails ILLEGAL_VAR_NAME
$Abc

# %% A lone dollar
#| expect fails
$

# %% [markdown]
# ## Reference: keywords
# A keyword cannot be a plain value. In its construct it has its meaning.

# %% Keywords at work
#| expect value ['a', 'b', 'b', 'a', 'a', true, false, true, default]
[
  case 1 { 1: { a } },
  if false { a } else { b },
  if false { a } elsif true { b },
  if true { a },
  unless false { a },
  1 in [1],
  true and false,
  true or false,
  default,
]

# %% Keywords that define
#| expect value 1
class q1 { }
class q2 inherits q1 { }
define q3() { }
function q4() { 1 }
type Q5 = Integer
node 'x' { }
q4()

# %% Words between values
#| expect fails syntax
$k1 = and
$k2 = or
$k3 = in
$k4 = inherits
$k5 = else
$k6 = elsif

# %% The word case is not a value
#| expect fails syntax
$k7 = case

# %% The word class is not a value
#| expect fails syntax
$k8 = class

# %% The word define is not a value
#| expect fails syntax
$k9 = define

# %% The word function is not a value
#| expect fails syntax
$k10 = function

# %% The word if is not a value
#| expect fails syntax
$k11 = if

# %% The word node is not a value
#| expect fails syntax
$k12 = node

# %% The word type is not a value
#| expect fails syntax
$k13 = type

# %% The word unless is not a value
#| expect fails syntax
$k14 = unless

# %% Keywords cannot name a definition
#| expect fails syntax
function if() { }
class case { }
define node() { }
function type() { }
class function { }

# %% [markdown]
# The name of an attribute may be a keyword, but not `true` or `false`. Puppet does not know these attributes; it only warns.

# %% Keywords as attributes
#| expect value [Notify['n']]
notify { 'n': if => 1, class => 2, in => 3, undef => 4, default => 5, private => 6 }

# %% true is not an attribute
#| expect fails syntax
notify { 'o': true => 1 }

# %% A keyword as a key
#| expect fails syntax
$wrong_key = { if => 1 }

# %% default as a key is the value default
#| expect value {default => 3}
$right_key = { default => 3 }

# %% [markdown]
# `private` and `attr` are reserved. `plan` and `apply` are names.

# %% The reserved word private
#| expect fails RESERVED_WORD
private

# %% The reserved word attr
#| expect fails RESERVED_WORD
$z = attr

# %% Names in this language
#| expect value ['plan', 'apply']
[plan, apply]

# %% Literals
#| expect value [true, false, undef, true, true, true]
[true, false, undef, true == true, false == false, undef == undef]

# %% [markdown]
# ## Reference: names of types
# A type has a name with a capital. In small letters the same word is a string.

# %% Types and words
#| expect value true
#| expect true [Any, Array, Boolean, CatalogEntry, Class, Collection, Data, Default, Enum, Float, Hash, Integer] =~ Array[Type]
#| expect true [Numeric, Object, Optional, Pattern, Resource, Runtime, Scalar, SemVer, SemVerRange] =~ Array[Type]
#| expect true [String, Struct, Timespan, Timestamp, Tuple, Type, Undef, Variant] =~ Array[Type]
#| expect true [Regexp, Callable, Binary, NotUndef, Sensitive, Iterable, Iterator, Init, URI, TypeSet] =~ Array[Type]
#| expect true [RichData, ScalarData, Deferred, Sensitive[String]] =~ Array[Type]
[Integer, Float, String, Boolean] =~ Array[Type]

# %% Type names in small letters are strings
#| expect true [any, array, boolean, catalogentry, collection, data, enum, float, hash, integer] =~ Array[String]
#| expect true [numeric, object, optional, pattern, resource, runtime, scalar, semver, semverrange] =~ Array[String]
#| expect true [string, struct, timespan, timestamp, tuple, variant] =~ Array[String]
#| expect value ['integer', 'string', 'hash']
[integer, string, hash]

# %% Functions cannot have the name of a type
#| expect fails RESERVED_TYPE_NAME
function any() { 1 }
function array() { 1 }
function boolean() { 1 }
function collection() { 1 }
function enum() { 1 }
function float() { 1 }
function hash() { 1 }
function integer() { 1 }
function numeric() { 1 }
function object() { 1 }
function optional() { 1 }
function scalar() { 1 }
function pattern() { 1 }
function runtime() { 1 }
function semver() { 1 }
function semverrange() { 1 }
function string() { 1 }
function struct() { 1 }
function timespan() { 1 }
function timestamp() { 1 }
function tuple() { 1 }
function variant() { 1 }

# %% Classes cannot have the name of a type
#| expect fails RESERVED_TYPE_NAME
class any { }
class string { }
class variant { }

# %% Defined types cannot have the name of a type
#| expect fails RESERVED_TYPE_NAME
define any() { }
define string() { }
define variant() { }

# %% Three names that Puppet does not refuse
#| expect value [1, 2, 3]
function catalogentry() { 1 }
function data() { 2 }
function resource() { 3 }
[catalogentry(), data(), resource()]

# %% Keywords that are also types
#| expect fails reserved-word
function class() { 1 }
class class { }
define class() { }

# %% default, type and undef name no definition
#| expect fails syntax
function default() { 1 }
function type() { 1 }
function undef() { 1 }
class default { }
class type { }
class undef { }

# %% Reserved words name no definition
#| expect fails syntax
function attr() { 1 }
class attr { }
function private() { 1 }
class private { }

# %% Reserved words are not types: Attr
#| expect fails UNKNOWN_RESOURCE_TYPE
Attr

# %% Reserved words are not types: Private
#| expect fails UNKNOWN_RESOURCE_TYPE
Private

# %% [markdown]
# ## Reference: brackets, braces and the slash
# `[` after white space or at the start of the input starts a list; else it reads an element.

# %% Lists and elements
#| expect value [20, 1, 1, 20]
$two = [10, 20]
[$two[1], [1][0], ([1])[0], $two[-1]]

# %% A list after a space
#| expect value [1]
$two_again = [10, 20]
$taken = $two_again [1]

# %% A comma is missing
#| expect fails syntax
[$ports [1]]

# %% A parenthesis on a new line
#| expect value 2
notice (1)
(2)

# %% [markdown]
# `{` after `?` opens the options of a selector, also on the next line.

# %% Braces of a selector
#| expect value ['a', 'b']
[1 ? { 1 => a, default => b }, 2 ?
  { 1 => a, default => b }]

# %% Separators
#| expect value [1, 2]
[1, 2].map |$x| { $x }

# %% A slash that divides
#| expect value [2, 2, 2, 5, 2, 10]
$twenty = 20
[(20) / 2 / 5, [20][0] / 2 / 5, $twenty / 2 / 5, 10 / 2 / 1, $two[1] / 2 / 5, (if true { 20 }) / 2]

# %% A division after a string
#| expect fails NOT_NUMERIC
$d1 = 'a' / 2 / 1

# %% A division after a string with a variable
#| expect fails NOT_NUMERIC
$d2 = "a${twenty}" / 2 / 1

# %% A division after true
#| expect fails NOT_NUMERIC
$d3 = true / 2 / 1

# %% A division after a name
#| expect fails NOT_NUMERIC
$d4 = foo / 2 / 1

# %% A division after a type
#| expect fails NOT_NUMERIC
$d5 = File / 2 / 1

# %% A division after a regular expression
#| expect fails NOT_NUMERIC
$d6 = /a/ / 2 / 1

# %% A division after a collector
#| expect fails
File <| |> / a / b

# %% A division after a collector of exported resources
#| expect fails
File <<| |>> / a / b

# %% A regular expression after a brace
#| expect fails
$r1 = if true { 20 } / 2 / 5

# %% A hash before a slash
#| expect fails
{ 4 } / 2 / 1

# %% The second slash on a new line divides
#| expect value 2
$r2 = if true { 20 } / 2
/ 5
$r2

# %% A regular expression after undef
#| expect fails
undef / a / b

# %% [markdown]
# ## Reference: operators

# %% Operators on values
#| expect value [true, false, false, true, true, true, false, true, false, 2, 0, 4, 2, 1, 4, 2, {'a' => 1}, 2]
[
  1 < 2, 1 > 2, !true, 1 == 1, 1 <= 1, 1 >= 1, 1 != 1, 'a' =~ /a/, 'a' !~ /a/,
  1 + 1, 1 - 1, 2 * 2, 4 / 2, 5 % 2, 1 << 2, 4 >> 1, {a => 1}, 1 ? { default => 2 },
]

# %% Arrows between resources
#| expect catalog edge Notify['a1'] -> Notify['a2']
notify { 'a1': } -> notify { 'a2': }
notify { 'b1': } <- notify { 'b2': }
notify { 'c1': } ~> notify { 'c2': }
notify { 'd1': } <~ notify { 'd2': }

# %% Virtual and exported resources, collectors
#| expect catalog Notify['p']
@notify { 'e1': }
@@notify { 'f1': }
notify { 'p': }
Notify['p'] { message +> 'x' }
Notify <| title == 'e1' |>
Notify <<| title == 'none' |>>

# %% A lone tilde
#| expect fails syntax
~ 1

# %% No += in Puppet
#| expect fails APPENDS_DELETES_NO_LONGER_SUPPORTED
$more = [1]
$more += 2

# %% No -= in Puppet
#| expect fails APPENDS_DELETES_NO_LONGER_SUPPORTED
$less = [1]
$less -= 1

# %% A percent sign outside of a template
#| expect fails syntax
$rest = 7 % 2 %> 1

# %% [markdown]
# Other characters belong to no token. They are errors outside of strings and comments.

# %% Characters without a meaning
#| expect fails syntax
1 & 2
1 ^ 2

# %% A backtick
#| expect fails syntax
`x`

# %% A backslash
#| expect fails syntax
\

# %% A letter that is not ASCII
#| expect fails syntax
å

# %% [markdown]
# ## Reference: templates
# `<%= .. %>` prints a value, `<% .. %>` runs code, `<%# .. %>` is a comment, `<%%` is a plain `<%`. Try `:tokens --epp Hello <%= $x %>!`.

# %% Tags
#| expect value ['Hello Bob!', 'v 2', 'a<% b %>c d', 'i1;i2;', 'a b c']
[
  inline_epp('Hello <%= $x %>!', {x => 'Bob'}),
  inline_epp("<%- | \$x = 2 | -%>\nv <%= \$x %>"),
  inline_epp('a<%% b %%>c <%# no %>d'),
  inline_epp('<% [1,2].each |$i| { %>i<%= $i %>;<% } %>'),
  inline_epp('a <% if true { %>b<% } %> c'),
]

# %% [markdown]
# `<%-` removes the indentation before the tag, `-%>` the line end after it.

# %% Trimming
#| expect value ['ab', 'x y', 'z', 'Hi Bob!']
[
  inline_epp("a <%- \$z = 1 -%>  \nb"),
  inline_epp("x <%# c -%>\ny"),
  inline_epp("  <%- \$z = 1 -%>  \nz"),
  inline_epp("<%- | \$x | -%>\nHi <%= \$x -%>\n!", {x => 'Bob'}),
]

# %% Plain and empty templates
#| expect value ['plain text only', '', '%>']
[inline_epp('plain text only'), inline_epp(''), inline_epp('<%= "%>" %>')]

# %% A tag without its end
#| expect fails template
inline_epp('a <%= $x')

# %% A comment hides the end of a tag
#| expect fails template
inline_epp('<% $x = 1 # c %>y')

# %% Tags have no meaning outside of templates
#| expect fails syntax
<%= 1 %>
