# %% [markdown]
#| lesson matching   title "Matching and captures"   needs strings   minutes 35
# # Matching and captures
# Names of servers, lines of a log, versions: strings often have a form.
# A **regular expression** describes a form. A **match** asks if a string has it.
# Here you test names and take the parts of a string that you need.

# %% The strings of this chapter
#| given
$host = 'web01'
$machine = 'db07'
$fqdn = 'web01.example.com'
$listen = '80, 443,  8080'
$line = '10.0.0.7 GET /index.html 404'

# %% [markdown]
# ## A pattern between slashes
# `STRING =~ /PATTERN/` is true when the pattern occurs **anywhere** in the string.
# `!~` is the opposite.

# %% Anywhere in the string
#| expect value [true, true, false, true]
['web01' =~ /web/, 'web01' =~ /b0/, 'web01' =~ /db/, 'web01' !~ /db/]

# %% [markdown]
# `^` is the start of a line and `$` its end. They tie the pattern to a place.

# %% Tied to a place
#| expect value [true, false, true, false]
['web01' =~ /^web/, 'oldweb' =~ /^web/, 'web01' =~ /01$/, 'web011' =~ /01$/]

# %% Web servers only
#| exercise is-web
#| task   Set `$is_web` to true when the name in `$host` begins with `web`. Repair the start: it also accepts `oldweb1`.
#| start  $is_web = $host =~ /web/
#| check  value   $is_web == true
#| check  for     $host in ['web7', 'oldweb1', 'db1']   $is_web == [true, false, false]
#| when   $is_web =~ String    say "You have a string. A match is true or false."
#| when   $is_web              say "It is true for web01, but it is not right for oldweb1 or db1. Where must the pattern begin?"
#| when   $is_web == false     say "It is false for web01. `==` compares the whole string, `=~` looks for a pattern."
#| hint   A pattern without an anchor may be anywhere in the string.
#| hint   `^` is the start.
#| solution  $is_web = $host =~ /^web/
#| right  $is_web = $host[0, 3] == 'web'
#| right  $is_web = $host =~ Pattern[/^web/]
#| right  $is_web = $host ? { /^web/ => true, default => false }
#| wrong  $is_web = true
#| wrong  $is_web = $host == /^web/
#| wrong  $is_web = $host =~ /web$/
#| wrong  $is_web = $host[0, 3]
#| wrong  $is_web = $host =~ /^web

# %% [markdown]
# ## Kinds of characters
# `\d` is a digit, `\s` a space, `\w` a letter, digit or `_`. `[a-z]` is one character of the list.
# `.` is any character, `\.` only a dot.
# `+` means once or more, `*` any number of times, `?` once or not at all, `{2}` exactly twice.

# %% Patterns at work
#| run classes
#| expect value [true, false, true, true, false, true]
[
  'web01' =~ /\d\d$/,
  'web1' =~ /\d{2}/,
  'web1' =~ /^[a-z]+\d+$/,
  'port 80' =~ /^port\s\d+$/,
  'port' =~ /\d+/,
  'port' =~ /\d*/,
]

# %% One dot
#| quiz dot   predict value
#| options  true, false, error
#| because  `.` matches any character, here the X. Only `\.` or `[.]` is a dot.
'web01Xexample' =~ /web01.example/

# %% A name that follows the rules
#| exercise valid
#| task   Set `$valid` to true when `$host` is small letters and then exactly two digits, as `web01`. Else set it to false.
#| check  value   $valid == true
#| check  for     $host in ['db99', 'web1', 'web012', 'Web01', '01', '-web01', 'web01x']   $valid == [true, false, false, false, false, false, false]
#| when   $valid == undef      say "`$valid` has no value when the pattern does not match."
#| when   $valid == false      say "web01 must be accepted. Check your pattern piece by piece."
#| when   $valid == true       say "web01 is accepted, but also a name that breaks the rules. Try web012, 01 and Web01. Is the pattern tied at both ends?"
#| hint   Write it in order: start, letters, digits, end.
#| hint   Small letters are `[a-z]+`, two digits are `\d{2}` or `\d\d`.
#| hint   Put `^` before them and `$` after them.
#| solution  $valid = $host =~ /^[a-z]+\d{2}$/
#| right  $valid = $host =~ /^[a-z]+[0-9][0-9]$/
#| right  $valid = $host =~ Pattern[/^[a-z]+\d\d$/]
#| right
#|   $valid = $host ? {
#|     /^[a-z]+\d\d$/ => true,
#|     default        => false,
#|   }
#| wrong  $valid = $host =~ /[a-z]+\d{2}/
#| wrong  $valid = $host =~ /^[a-z]+\d+$/
#| wrong  $valid = $host =~ /^[a-z]\d{2}$/
#| wrong  $valid = $host =~ /^\w+\d{2}$/
#| wrong  $valid = if $host =~ /^[A-Z]+\d\d$/ { true }
#| wrong  $valid = $host =~ /^[a-z+\d{2}$/

# %% [markdown]
# ## Capitals and numbers
# `==` ignores the case of strings. A match does not.

# %% Two ways to compare
#| quiz ignore-case   predict value
#| options  [true, true], [true, false], [false, true], [false, false]
#| because  `==` ignores case: true. A pattern is exact: false. With `(?i)` at its start it ignores case.
['WEB01' == 'web01', 'WEB01' =~ /web01/]

# %% A match on a number
#| quiz number-match   predict fails
#| because  Only a string can be matched. Write `"${8080}"` or `String(8080)`, or test its type: `8080 =~ Integer`.
8080 =~ /^80/

# %% [markdown]
#| pane captures
# ## Captures
# Parentheses in a pattern are **groups**. After a match, `$1` is the string of the first group, `$2` of the second.
# `$0` is all that was matched. At the prompt, `:match` lists them.

# %% Three parts of a name
#| run captures
#| expect value ['web01.example', 'web', '01', undef]
$found = 'web01.example.com' =~ /^([a-z]+)(\d+)\.example/
[$0, $1, $2, $3]

# %% [markdown]
# `if` gives the value of the block that ran. So you can test and take a part in one step.

# %% The number of the server
#| exercise number
#| task   Set `$number` to the digits at the end of `$host`, or to `none` when it has none. Repair the start.
#| start  $number = if $host =~ /^[a-z]+\d+$/ { $1 } else { 'none' }
#| check  value   $number == '01'
#| check  for     $host in ['db117', 'mail', 'web7']   $number == ['117', 'none', '7']
#| when   $number == undef     say "The string matches, but `$1` is undef. Which part of the pattern is group 1?"
#| when   $number == $host     say "That is the whole match. You need only the part in a group."
#| when   $number == 'web'     say "That is the group of the letters. Which group has the digits?"
#| when   $number == '01'      say "Right for web01. Test it with a name that has other digits, and with mail."
#| hint   A group is a pair of parentheses in the pattern.
#| hint   Put `\d+` into parentheses.
#| solution  $number = if $host =~ /^[a-z]+(\d+)$/ { $1 } else { 'none' }
#| right  $number = $host ? { /(\d+)$/ => $1, default => 'none' }
#| right
#|   $tail = $host.match(/\d+$/)
#|   $number = if $tail { $tail[0] } else { 'none' }
#| right  $number = if $host =~ /^([a-z]+)(\d+)$/ { $2 } else { 'none' }
#| right
#|   $number = case $host {
#|     /\d+$/:  { $0 }
#|     default: { 'none' }
#|   }
#| wrong  $number = if $host =~ /^[a-z]+\d+$/ { $0 } else { 'none' }
#| wrong  $number = if $host =~ /^([a-z]+)\d+$/ { $1 } else { 'none' }
#| wrong  $number = '01'
#| wrong  $number = if $host =~ /(\d+)$/ { $1 }
#| wrong  $number = if $host =~ /^[a-z]+(\d+$/ { $1 } else { 'none' }

# %% [markdown]
# ## Which match?
# `$1` belongs to the last match that **succeeded**. A match that fails leaves it as it was.

# %% After a failed match
#| quiz older   predict value
#| because  The second match fails and sets nothing. `$1` is still the group of the first match.
$match1 = 'web01' =~ /(\d+)/
$match2 = 'mail' =~ /(\d+)/
$1

# %% [markdown]
# A match in the condition of `if` or `case` sets `$1` only **inside** of its blocks.
# After them, `$1` is what it was before. So read the captures in the block of their match.

# %% Inside and after
#| expect log notice "inside: 07"
#| expect value 'after: web'
$before = 'web01' =~ /([a-z]+)/
if 'db07' =~ /(\d+)/ { notice("inside: ${1}") }
"after: ${1}"

# %% Too late
#| exercise late
#| task   Set `$digits` to the digits of `$host`. The start reads `$1` too late: repair it.
#| start
#|   $letters = $host =~ /([a-z]+)/
#|   if $host =~ /(\d+)/ { notice('found') }
#|   $digits = $1
#| check  value   $digits == '01'
#| check  for     $host in ['db7', 'web12x']   $digits == ['7', '12']
#| when   $digits == 'web'       say "After the block, `$1` is the group of an older match. Where is it the one you need?"
#| when   $digits == '0'         say "That is the first digit only. The group must hold all digits."
#| when   $digits == undef       say "`$1` is undef: the match has no group 1, or it is not read in the block of the match."
#| when   $digits == '01'        say "Right for web01. The digits must come from `$host`."
#| hint   `$1` of this match exists only between the braces.
#| hint   `if` gives the value of its block: `$digits = if ..`
#| solution  $digits = if $host =~ /(\d+)/ { $1 }
#| right  if $host =~ /(\d+)/ { $digits = $1 }
#| right
#|   $has_digits = $host =~ /(\d+)/
#|   $digits = $1
#| right  $digits = $host ? { /(\d+)/ => $1, default => undef }
#| right  $digits = $host.match(/\d+/)[0]
#| wrong  $digits = if $host =~ /\d+/ { $1 }
#| wrong  $digits = '01'
#| wrong  $digits = if $host =~ /(\d)/ { $1 }
#| wrong  if $host =~ /(\d+)/ { $1 = $digits }

# %% [markdown]
# ## Choose by pattern
# A selector `VALUE ? { OPTION => RESULT, .. }` takes the first option that fits.
# An option is a value or a pattern. `case` does the same with blocks.

# %% The role of a machine
#| exercise role
#| task   Set `$role` to `web server` for names that begin with `web`. For `db` it is `database`, else `other`. Fill the hole.
#| start
#|   $role = $machine ? {
#|     /^web/  => 'web server',
#|     ___     => 'database',
#|     default => 'other',
#|   }
#| check  value   $role == 'database'
#| check  for     $machine in ['web7', 'db3', 'mail', 'oldweb1', 'mydb']   $role == ['web server', 'database', 'other', 'other', 'other']
#| when   $role == 'other'       say "db07 gets no role. A string option must be equal to the value; a pattern looks into it."
#| when   $role == 'web server'  say "Now db07 is a web server. The first option that fits counts."
#| when   $role == 'database'    say "db07 is right. Now think of mydb and of web7."
#| hint   The option is a pattern, as in the line above it.
#| hint   The name begins with `db`: which anchor do you need?
#| solution
#|   $role = $machine ? {
#|     /^web/  => 'web server',
#|     /^db/   => 'database',
#|     default => 'other',
#|   }
#| right
#|   $role = case $machine {
#|     /^web/:  { 'web server' }
#|     /^db/:   { 'database' }
#|     default: { 'other' }
#|   }
#| right
#|   if $machine =~ /^db/ { $role = 'database' }
#|   elsif $machine =~ /^web/ { $role = 'web server' }
#|   else { $role = 'other' }
#| right
#|   $role = $machine ? {
#|     Pattern[/^db/]  => 'database',
#|     Pattern[/^web/] => 'web server',
#|     default         => 'other',
#|   }
#| wrong
#|   $role = $machine ? {
#|     /^web/  => 'web server',
#|     /db/    => 'database',
#|     default => 'other',
#|   }
#| wrong
#|   $role = $machine ? {
#|     /^web/  => 'web server',
#|     '^db'   => 'database',
#|     default => 'other',
#|   }
#| wrong
#|   $role = $machine ? {
#|     /\w+/   => 'web server',
#|     /^db/   => 'database',
#|     default => 'other',
#|   }
#| wrong  $role = 'database'

# %% [markdown]
# ## Replace and split
# `regsubst(STRING, PATTERN, NEW)` replaces the first match. A fourth argument `'G'` replaces all.
# `split(STRING, PATTERN)` cuts the string at each match.
# The pattern may be a string. It is read as a regular expression all the same.

# %% A name for a file
#| exercise file-name
#| task   Set `$file` to `$fqdn` with a hyphen in place of each dot: here `web01-example-com`. Repair the start.
#| start  $file = regsubst($fqdn, '.', '-')
#| check  value   $file == 'web01-example-com'
#| check  for     $fqdn in ['a.b', 'db1.lab.example.com', 'mail']   $file == ['a-b', 'db1-lab-example-com', 'mail']
#| when   $file =~ /^-+$/           say "Now every character is a hyphen. What does `.` match?"
#| when   finding regexp-string     say "The string is read as a pattern. What does `.` match in a pattern?"
#| when   $file =~ /\./             say "A dot is left. One more argument replaces all matches."
#| when   $file == 'web01-example-com'   say "Right for this name. It must follow `$fqdn`."
#| hint   There are two mistakes: what the pattern matches, and how often it replaces.
#| hint   A dot alone is `\.` or `[.]`. All matches: `'G'`.
#| solution  $file = regsubst($fqdn, /\./, '-', 'G')
#| right  $file = regsubst($fqdn, '[.]', '-', 'G')
#| right  $file = join(split($fqdn, /\./), '-')
#| right  $file = $fqdn.split('[.]').join('-')
#| wrong  $file = regsubst($fqdn, '.', '-', 'G')
#| wrong  $file = regsubst($fqdn, '[.]', '-')
#| wrong  $file = 'web01-example-com'
#| wrong  $file = regsubst($fqdn, /\./ '-', 'G')

# %% A list of ports
#| exercise ports
#| task   Set `$open` to the list of the parts of `$listen`, without commas and spaces: here `['80', '443', '8080']`.
#| check  value   $open == ['80', '443', '8080']
#| check  for     $listen in ['22', '53,  853', '1,2, 3']   $open == [['22'], ['53', '853'], ['1', '2', '3']]
#| when   $open =~ Array[Integer]   say "These are numbers. The parts of a string are strings."
#| when   $open =~ String           say "That is one string. `split` returns a list."
#| when   $open[1] =~ /^\s/         say "A part begins with a space. The spaces belong to what you cut away."
#| when   $open[0] =~ /,/           say "A part still has a comma in it."
#| when   $open == ['80', '443', '8080']   say "Right for this string. It must follow `$listen`: also with no space, or two."
#| hint   The parts are separated by a comma and any number of spaces.
#| hint   Any number of spaces is `\s*`.
#| hint   Split at `/,\s*/`.
#| solution  $open = split($listen, /,\s*/)
#| right  $open = $listen.split(', *')
#| right  $open = regsubst($listen, ' ', '', 'G').split(',')
#| right  $open = split($listen, /[, ]+/)
#| wrong  $open = split($listen, ',')
#| wrong  $open = [80, 443, 8080]
#| wrong  $open = ['80', '443', '8080']
#| wrong  $open = split($listen, / +/)
#| wrong  $open = regsubst($listen, ' ', '', 'G')

# %% [markdown]
# ## A type made of patterns
# `Pattern[/../, /../]` is the type of all strings that match one of the patterns.
# You can use it wherever a type is allowed, so also after `=~`. Try `:example Pattern[/^web\d+$/]` at the prompt.

# %% Strings of a form
#| run pattern-type
#| expect value [true, true, false, false, true]
[
  'web01' =~ Pattern[/^web/, /^db/],
  'db07' =~ Pattern[/^web/, /^db/],
  'mail' =~ Pattern[/^web/, /^db/],
  80 =~ Pattern[/^80/],
  ['web01', 'db07'] =~ Array[Pattern[/^web/, /^db/]],
]

# %% [markdown]
# ## A real task: read a log
# A line of the log has four parts with one space between them: an address, a method, a path, a status of three digits.
#
#     10.0.0.7 GET /index.html 404
#
# Make a short report of such a line: `10.0.0.7: 404 for /index.html`. Other lines are `unreadable`.

# %% A report of a log line
#| exercise report
#| task   Set `$report` to the report of `$line` as shown above, or to `unreadable`.
#| check  value   $report == '10.0.0.7: 404 for /index.html'
#| check  for     $line in ['10.1.2.3 POST /login 200', 'restart at noon', 'we will restart soon', '10.0.0.9 GET / 5000']   $report == ['10.1.2.3: 200 for /login', 'unreadable', 'unreadable', 'unreadable']
#| when   $report == undef          say "What is `$report` when the line does not match?"
#| when   $report == 'unreadable'   say "Your pattern does not match the line. Test it with `:match` at the prompt."
#| when   $report =~ /\$/           say "There is a dollar in your report. Which quotes interpolate?"
#| when   $report =~ /GET/          say "Your report shows the method, but it needs the path. Count the groups."
#| when   $report == '10.0.0.7: 404 for /index.html'   say "This line is right. Lines of another form must give `unreadable`."
#| hint   Write one group for each part. `\S+` is a run of characters that are not spaces.
#| hint   The pattern begins with `^(\S+) (\S+)` and ends with `(\d{3})$`.
#| hint   In the block, the report is `"${1}: ${4} for ${3}"`.
#| solution
#|   $report = if $line =~ /^(\S+) (\S+) (\S+) (\d{3})$/ {
#|     "${1}: ${4} for ${3}"
#|   } else {
#|     'unreadable'
#|   }
#| right
#|   $report = $line ? {
#|     /^(\S+) \S+ (\S+) (\d\d\d)$/ => "$1: $3 for $2",
#|     default                      => 'unreadable',
#|   }
#| right
#|   case $line {
#|     /^([0-9.]+)\s([A-Z]+)\s(.+)\s(\d{3})$/: { $report = "${1}: ${4} for ${3}" }
#|     default: { $report = 'unreadable' }
#|   }
#| right
#|   $parts = split($line, ' ')
#|   $report = if $line =~ /^\S+ \S+ \S+ \d{3}$/ { "${parts[0]}: ${parts[3]} for ${parts[2]}" } else { 'unreadable' }
#| wrong  $report = if $line =~ /^(\S+) (\S+) (\S+) (\S+)$/ { "${1}: ${4} for ${3}" } else { 'unreadable' }
#| wrong  $report = if $line =~ /^(\S+) (\S+) (\S+) (\d{3})$/ { '${1}: ${4} for ${3}' } else { 'unreadable' }
#| wrong  $report = if $line =~ /^(\S+) (\S+) (\S+) (\d{3})$/ { "${1}: ${4} for ${2}" } else { 'unreadable' }
#| wrong  $report = if $line =~ /^(\d+) (\S+) (\S+) (\d{3})$/ { "${1}: ${4} for ${3}" } else { 'unreadable' }
#| wrong  $report = if $line =~ /^(\S+) (\S+) (\d{3})$/ { "${1}: ${3} for ${2}" }
#| wrong  $report = "$1: $4 for $3" if $line =~ /^(\S+) (\S+) (\S+) (\d{3})$/

# %% [markdown]
# You can now test the form of a string and take it apart. The next chapter is about functions.
# The cells below are for looking up.

# %% [markdown]
# ## Reference: regular expressions
# A pattern is between two slashes on one line. `\/` is a slash in it.

# %% Slashes
#| expect value [true, true, '/a.b/']
['abc' =~ /b/, 'a/b' =~ /a\/b/, "${/a.b/}"]

# %% A regular expression in a string
#| expect value '/x\/y/'
$slash = /x\/y/
"${slash}"

# %% Over two lines
#| expect fails
"a\nb" =~ /a
b/

# %% Options after the last slash
#| expect fails regexp-syntax
'A' =~ /a/i

# %% Another option
#| expect fails regexp-syntax
'a' =~ /.*/m

# %% A group without its end
#| expect fails regexp-syntax
'x' =~ /(/

# %% A list without its end
#| expect fails regexp-syntax
'x' =~ /[/

# %% [markdown]
# The syntax is that of Ruby: options inside the pattern, look around, references to a group.

# %% More syntax
#| expect value [true, true, true, true, true, true, true, false, true]
[
  'abc' =~ /(?i)B/,
  'abc' =~ /(?<=a)b/,
  'abc' =~ /b(?!d)/,
  'aa' =~ /(a)\1/,
  'ff' =~ /\A\h+\z/,
  'aab' =~ /(?>a+)b/,
  'x' =~ /[[:alpha:]]/,
  'ab' =~ /a b/,
  'ab' =~ /(?x)a b/,
]

# %% Numbers and lists
#| expect value [true, true, true, true, 'aa']
[
  'a' =~ /\u0061/,
  'fF' =~ /^\h\h$/,
  'a]' =~ /[]]/,
  'aXb' =~ /a\Xb/,
  'aaa' ? { /a{,2}b?/ => $0 },
]

# %% [markdown]
# A named group sets `$1`. The groups without a name then count no more.

# %% Named groups
#| expect value ['b', ['a', undef]]
[
  'ab' ? { /(?<n>b)/ => $1 },
  'ab' ? { /(?<x>a)(b)/ => [$1, $2] },
]

# %% [markdown]
# `^` and `$` are the ends of a line. `\A` and `\z` are the ends of the string, `\Z` allows one line end after it.
# `.` matches no line end, except after `(?m)`.

# %% Lines and the whole string
#| expect value [true, false, false, false, true, false, true, false, true]
[
  "a\nb" =~ /^b$/,
  "x\nb" =~ /\Ab/,
  "b\nx" =~ /b\z/,
  "b\nx" =~ /b\Z/,
  "a\n" =~ /a$/,
  "a\n" =~ /a\z/,
  "a\n" =~ /a\Z/,
  "a\nb" =~ /a.b/,
  "a\nb" =~ /(?m)a.b/,
]

# %% [markdown]
# `\w`, `\d` and `\s` know ASCII only. `[[:alpha:]]` and `\p{..}` know all letters.

# %% Letters of other languages
#| expect value [false, true, true, true, false, true, false, true, true]
[
  'é' =~ /\w/,
  'é' =~ /[[:alpha:]]/,
  'é' =~ /\p{L}/,
  'é' =~ /\p{Alpha}/,
  '٣' =~ /\d/,
  '٣' =~ /[[:digit:]]/,
  "\u00a0" =~ /\s/,
  "\u00a0" =~ /[[:space:]]/,
  'É' =~ /(?i)é/,
]

# %% [markdown]
# A string on the right side of `=~` becomes a pattern.

# %% A string as a pattern
#| expect value [true, false, true, true]
$ending = 'b.'
['abc' =~ 'b', 'abc' =~ '^b', 'abc' !~ 'z', 'abc' =~ $ending]

# %% [markdown]
# ## Reference: the match variables
# A variable that the last match did not set is undef. You cannot set one yourself.

# %% Numbers that no match has set
#| expect value ['abc-12', 'abc', '12', undef, undef]
$matched = 'abc-12' =~ /([a-z]+)-(\d+)/
[$0, $1, $2, $3, $7]

# %% The next match counts
#| expect value ['x', undef, 'x', undef]
$two = 'ab' =~ /(a)(b)/
$one = 'x' =~ /(x)/
$kept = [$1, $2]
$none = 'q' =~ /(z)/
$kept + [$1, $2]

# %% In the block, and after it
#| expect value ['y', 'x', 'oo', 'x']
$outer = 'x' =~ /(x)/
$in_if = if 'y' =~ /(y)/ { $1 }
$after_if = $1
$in_case = case 'foo' { /(o+)/: { $1 } }
[$in_if, $after_if, $in_case, $1]

# %% No match variable can be set
#| expect fails ILLEGAL_NUMERIC_ASSIGNMENT
$1 = 'mine'

# %% A number in a path of names
#| expect fails variable-name
$::0

# %% A number with a zero in front
#| expect fails variable-name
$0080

# %% A number in another radix
#| expect fails variable-name
$0xG

# %% [markdown]
# ## Reference: the types Regexp and Pattern
# `Regexp` is the type of patterns, `Pattern` the type of strings that match. A match with `Regexp[..]` tests the type.

# %% The type of patterns
#| expect value [true, true, false, true, false, Regexp[/a/]]
[
  /a/ =~ Regexp,
  /a/ =~ Regexp[/a/],
  /b/ =~ Regexp[/a/],
  Regexp['a'] == Regexp[/a/],
  'abc' =~ Regexp[/b/],
  Regexp[/a/],
]

# %% A Regexp in place of its pattern
#| expect value ['axc', ['a', 'b']]
[regsubst('abc', Regexp[/b/], 'x'), split('a,b', Regexp[/,/])]

# %% [markdown]
# `Pattern` takes strings, patterns and other types of patterns. Without any it accepts all strings.

# %% What Pattern takes
#| expect value [Pattern[/a/, /b/, /c/, /d/], true, true, false, true]
[
  Pattern['a', /b/, Pattern[/c/], Regexp[/d/]],
  ['xa', 'xb', 'xc', 'xd'] =~ Array[Pattern['a', /b/, Pattern[/c/], Regexp[/d/]]],
  'abc' =~ Pattern[/x/, /b/],
  'abc' =~ Pattern[/x/, /y/],
  ['', 'a'] =~ Array[Pattern],
]

# %% Whole strings and parts
#| expect value [true, true, false, false, true]
[
  'x' =~ Pattern['.*'],
  'all of me' =~ Pattern[/^all of me$/],
  'all of you' =~ Pattern[/^all of me$/],
  ['a', 'b', 'c'] =~ Array[Pattern['a-z']],
  ['a', 'b', 'c'] =~ Array[Pattern['[a-z]']],
]

# %% [markdown]
# Each Pattern is a String. Fewer patterns make a smaller type. A Regexp is a Scalar.

# %% Their place among the types
#| expect value [true, true, true, true, true, true, true]
[
  Pattern[/a/] < String,
  Enum[a] < String,
  Pattern[/a/] < Pattern[/a/, /b/],
  Regexp[/a/] < Regexp,
  Regexp < Scalar,
  /a/ =~ Scalar,
  type([Pattern[a], Pattern[b]], reduced) == Array[Type[Pattern[/a/, /b/]], 2, 2],
]
