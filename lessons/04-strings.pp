# %% [markdown]
#| lesson strings   title "Strings and heredocs"   needs variables   minutes 35
# # Strings and heredocs
# A server reads text all day: names, paths, messages, whole files.
# In this chapter you build such text from the values that you know.
#
# You look after the server `web01`. Its values are in the next cell.

# %% The values of the server
#| given
$server = 'web01'
$domain = 'example.com'
$admin = 'Ada'
$ip = '10.0.0.5'
$port = 8080
$ports = [80, 443]

# %% [markdown]
# ## Two kinds of quotes
# A string is written in single or in double quotes.
# Double quotes **interpolate**: they replace `$server` by its value.
# Single quotes keep the text as you write it.

# %% Double quotes
#| expect value 'Hello web01'
"Hello $server"

# %% [markdown]
# Now predict the value of the same text in single quotes.

# %% Which text?
#| quiz single-quotes   predict value
#| options  'Hello web01', 'Hello $server', error
#| because  Single quotes keep every character, also `$`. Only double quotes look for variables.
'Hello $server'

# %% A greeting
#| exercise greet
#| task   Set `$greet` to `Welcome to web01`. The name must come from `$server`.
#| start  $greet = 'Welcome to ${server}'
#| check  value   $greet == 'Welcome to web01'
#| check  for     $server in ['db1', 'mail']   $greet == ['Welcome to db1', 'Welcome to mail']
#| when   finding not-interpolated   say "The text still holds a dollar and braces. Which quotes look for variables?"
#| when   $greet == 'Welcome to web01'   say "The text is right for web01. It must also follow when `$server` has another value."
#| when   $greet == 'Welcome to server'   say "You wrote the word server. A variable starts with `$`."
#| hint   Single quotes keep the text as it is.
#| hint   Write the same text in double quotes.
#| solution  $greet = "Welcome to ${server}"
#| right  $greet = "Welcome to $server"
#| right  $greet = sprintf('Welcome to %s', $server)
#| right  $greet = join(['Welcome to', $server], ' ')
#| wrong  $greet = 'Welcome to web01'
#| wrong  $greet = "Welcome to server"
#| wrong  $greet = 'Welcome to $server'
#| wrong  $greet = 'Welcome to ' + $server

# %% [markdown]
# ## Where a name ends
# `$server` and `${server}` are the same, but the braces show where the name ends.
# Letters, digits and `_` belong to the name.
# Other characters end it: `"$server.$domain"` holds two variables and a dot.

# %% A name and a dot
#| expect value 'web01.example.com'
"$server.$domain"

# %% Does this fail?
#| quiz name-end   predict fails
#| because  Puppet reads the longest name: `$server_backup`, which is not set. Write `"${server}_backup"`.
"$server_backup"

# %% [markdown]
# ## Calculate inside a string
# `${..}` can hold any expression. There is one rule to keep in mind.
# A name **alone** in the braces, or with `[..]` or `.` after it, is a variable.
# Before an operator or in a call, a name needs its own `$`: else it is only a word.

# %% A product in a string
#| expect value 'Twice: 16160'
"Twice: ${$port * 2}"

# %% The next port
#| exercise next-port
#| task   Set `$next` to `Next port: ` and the number after `$port`: here `Next port: 8081`. Repair the start.
#| start  $next = "Next port: ${port + 1}"
#| check  value   $next == 'Next port: 8081'
#| check  for     $port in [80, 443]   $next == ['Next port: 81', 'Next port: 444']
#| when   error NOT_NUMERIC     say "`port` before `+` is only a word. How do you write a variable?"
#| when   $next =~ /\+ 1$/      say "Your sum is text. Only the part inside `${..}` is calculated."
#| when   $next == 'Next port: 8081'   say "The number is fixed. It must follow `$port`."
#| hint   Look at the sign after the name: it is an operator.
#| hint   In front of `+`, a variable is written with `$`, also inside the braces.
#| hint   The braces hold `$port + 1`.
#| solution  $next = "Next port: ${$port + 1}"
#| right  $next = sprintf('Next port: %d', $port + 1)
#| right
#|   $number = $port + 1
#|   $next = "Next port: ${number}"
#| wrong  $next = "Next port: $port + 1"
#| wrong  $next = "Next port: 8081"
#| wrong  $next = 'Next port: ${$port + 1}'
#| wrong  $next = "Next port: ${$port} + 1"

# %% [markdown]
# ## An element in a string
# Without braces, only the name belongs to the variable: `$ports[0]` in a string is `$ports` and the text `[0]`.
# So braces are not only a matter of style.

# %% The first port
#| exercise first-port
#| task   Set `$first` to `First port: ` and the first element of `$ports`. Repair the start.
#| start  $first = "First port: $ports[0]"
#| check  value   $first == 'First port: 80'
#| check  for     $ports in [[22], [8443, 9000, 9090]]   $first == ['First port: 22', 'First port: 8443']
#| when   finding string-accessor   say "Here the whole list is printed, and `[0]` is text. Where does the variable end?"
#| when   $first =~ /\[/            say "There is a bracket in your text. The index must be inside the braces."
#| when   $first == 'First port: 443'   say "That is the second port. The index of the first element is not 1."
#| when   $first == 'First port: 80'    say "Another list has another first port. Use `$ports`."
#| hint   The variable and its index belong together.
#| hint   Put both into the braces: `${ .. }`.
#| solution  $first = "First port: ${ports[0]}"
#| right  $first = "First port: ${$ports[0]}"
#| right
#|   $one = $ports[0]
#|   $first = "First port: $one"
#| right  $first = sprintf('First port: %d', $ports[0])
#| wrong  $first = "First port: ${ports}[0]"
#| wrong  $first = "First port: ${ports[1]}"
#| wrong  $first = 'First port: 80'
#| wrong  $first = "First port: ${ports[0]"

# %% [markdown]
# ## Special characters
# In double quotes a backslash starts an **escape**: one special character.
# `\n` is a line end, `\t` a tab, `\"` a quote, `\$` a dollar and `\\` a backslash.
# `length` counts the characters of a string.

# %% Each escape is one character
#| run escapes
#| expect value [3, 3, 'say "hi"', 'only $5', 'é']
["a\nb".length, "a\tb".length, "say \"hi\"", "only \$5", "\u00e9"]

# %% [markdown]
# In single quotes there are only two escapes: `\'` and `\\`. Any other backslash stays.

# %% How many characters?
#| quiz single-escape   predict value
#| because  In single quotes `\n` is two characters: a backslash and an n. With a and b that makes 4.
'a\nb'.length

# %% A path on the Windows server
#| exercise path
#| task   Set `$config` to the path C:\temp\new.txt. Repair the start.
#| start  $config = "C:\temp\new.txt"
#| check  value   $config == 'C:\temp\new.txt'
#| when   finding escape-in-path   say "What does a backslash do in double quotes? Two of them changed your path."
#| when   $config =~ /\//          say "The task asks for backslashes, as Windows writes them."
#| when   $config.length > 15      say "Now a backslash is doubled. Single quotes keep a lone backslash."
#| hint   In double quotes `\t` is a tab and `\n` is a line end.
#| hint   Change the quotes, or double each backslash.
#| solution  $config = 'C:\temp\new.txt'
#| right  $config = "C:\\temp\\new.txt"
#| right
#|   $config = @(PATH)
#|     C:\temp\new.txt
#|     |- PATH
#| right  $config = join(['C:', 'temp', 'new.txt'], '\\')
#| wrong  $config = 'C:/temp/new.txt'
#| wrong  $config = "C:\temp\\new.txt"
#| wrong  $config = "C:\\temp\\\\new.txt"
#| wrong  $config = C:\temp\new.txt

# %% Quotes inside quotes
#| exercise said
#| task   Set `$said` to this text, with both kinds of quotes in it: Ada said: "It's up!"
#| check  value   $said == "Ada said: \"It's up!\""
#| when   error unclosed-string   say "One of your quotes ends the string too early. It needs a backslash before it."
#| when   $said !~ /"/            say "The double quotes around `It's up!` belong to the text."
#| when   $said !~ /'/            say "The apostrophe in `It's` belongs to the text."
#| hint   The quote that starts the string also ends it. The other kind is plain text.
#| hint   Inside double quotes write `\"`. Inside single quotes write `\'`.
#| hint   It starts so: `$said = "Ada said: \"It's`
#| solution  $said = "Ada said: \"It's up!\""
#| right  $said = 'Ada said: "It\'s up!"'
#| right  $said = "${admin} said: \"It's up!\""
#| right
#|   $said = @(END)
#|     Ada said: "It's up!"
#|     |- END
#| wrong  $said = 'Ada said: "It's up!"'
#| wrong  $said = "Ada said: It's up!"
#| wrong  $said = 'Ada said: "Its up!"'
#| wrong  $said = "Ada said: 'It's up!'"

# %% [markdown]
# ## Work with strings
# `[0, 2]` takes a part of a string: from index 0, two characters. `$server[0]` is the first character.
# `upcase('abc')` or `'abc'.upcase` gives the string in capitals.
# A function returns a **new** string. The old one never changes.

# %% Parts and capitals
#| expect value ['w', 'eb', '1', 'EXAMPLE.COM', 11]
[$server[0], $server[1, 2], $server[-1], upcase($domain), $domain.length]

# %% A tag for the server
#| exercise tag
#| task   Set `$tag` to the first three characters of `$server` in capitals: here `WEB`.
#| check  value   $tag == 'WEB'
#| check  for     $server in ['db1', 'mail', 'web07']   $tag == ['DB1', 'MAI', 'WEB']
#| when   finding string-accessor   say "In a string, `.upcase` after a plain `$server` is text. Call the function without quotes, or in braces."
#| when   $tag == 'SER'        say "These are the letters of the word server. In a call, a variable needs its `$`."
#| when   $tag == $server[3]   say "`[3]` is one character. A part needs a start and a length."
#| when   $tag =~ Integer      say "That is a number. The task asks for characters."
#| when   $tag =~ /[a-z]/      say "There are small letters in your tag."
#| when   $tag == 'WEB'        say "The tag is right for web01. It must follow `$server`."
#| hint   First take the part: a start index and a length.
#| hint   The part is `$server[0, 3]`.
#| hint   Pass the part to `upcase`.
#| solution  $tag = upcase($server[0, 3])
#| right  $tag = $server[0, 3].upcase
#| right  $tag = "${server[0]}${server[1]}${server[2]}".upcase
#| right  $tag = $server.upcase[0, 3]
#| wrong  $tag = $server[0, 3]
#| wrong  $tag = "${upcase(server[0, 3])}"
#| wrong  $tag = "$server.upcase"
#| wrong  $tag = 'WEB'
#| wrong  $tag = upcase($server[3])
#| wrong  $tag = $server[0, 3].length

# %% A line of a file
#| exercise entry
#| task   The file /etc/hosts has lines of an address, a tab and a name. Set `$entry` to such a line for `$ip` and `$server`, without a line end.
#| check  value   $entry == "10.0.0.5\tweb01"
#| check  for     $server in ['db1', 'mail']   $entry == ["10.0.0.5\tdb1", "10.0.0.5\tmail"]
#| check  for     $ip in ['10.0.0.9']   $entry == ["10.0.0.9\tweb01"]
#| when   $entry =~ /\\t/   say "Your text holds a backslash and a t. Which quotes know escapes?"
#| when   $entry =~ / /     say "There is a space. The task asks for a tab."
#| when   $entry =~ /\n/    say "There is a line end in your text."
#| when   $entry == "10.0.0.5\tweb01"   say "The line is right. It must follow `$ip` and `$server`."
#| when   $entry !~ /\t/    say "Put a tab between address and name."
#| hint   The escape of a tab is `\t`, in double quotes.
#| hint   Address, tab, name: `"${ip}\t..`
#| solution  $entry = "${ip}\t${server}"
#| right  $entry = join([$ip, $server], "\t")
#| right  $entry = sprintf("%s\t%s", $ip, $server)
#| right
#|   $entry = @("END"/t)
#|     ${ip}\t${server}
#|     |- END
#| wrong  $entry = "${ip} ${server}"
#| wrong  $entry = '${ip}\t${server}'
#| wrong  $entry = "${ip}\t${server}\n"
#| wrong  $entry = "${ip}${server}"
#| wrong  $entry = "10.0.0.5\tweb01"

# %% [markdown]
#| pane heredoc
# ## Heredocs
# A **heredoc** is a string of several lines. `@(END)` starts it, a line with the tag `END` ends it.
# The text is on the lines between. You choose the tag: `END`, `MOTD`, `EOT`.
#
# You can write two marks before the end tag:
# `|` removes the indentation up to its own column, `-` removes the last line end.
# `:heredoc` at the prompt shows what they do, line by line.

# %% The house rules
#| run rules
#| expect value "Be kind.\n  Keep the logs.\n"
$rules = @(END)
  Be kind.
    Keep the logs.
  | END

# %% Variables in a heredoc
#| quiz heredoc-tag   predict value
#| options  'Host web01', 'Host $server', error
#| because  A plain tag works like single quotes. With the tag in double quotes, `@("END")`, the heredoc interpolates.
@(END)
  Host $server
  |- END

# %% Remove the margin
#| exercise margin
#| task   Set `$note` to the two lines `Backup at night.` and `Ask first.`: no spaces at the start of a line, no line end after the last.
#| start
#|   $note = @(END)
#|     Backup at night.
#|     Ask first.
#|     END
#| check  value   $note == "Backup at night.\nAsk first."
#| when   finding heredoc-margin    say "Each line still begins with spaces. Which mark removes the indentation?"
#| when   error heredoc             say "pprepl does not find the end tag. It must be spelled as at the start."
#| when   $note =~ /^ /             say "A line begins with a space. Where is the `|`? Its column is the margin."
#| when   $note =~ /\.\n\z/         say "There is a line end after the last line. Another mark removes it."
#| when   $note !~ /\n/             say "The lines are joined. The text needs one line end between them."
#| hint   `|` before the end tag sets the margin.
#| hint   `-` before the end tag removes the last line end. Both marks can be used: `|-`.
#| solution
#|   $note = @(END)
#|     Backup at night.
#|     Ask first.
#|     |- END
#| right  $note = "Backup at night.\nAsk first."
#| right
#|   $note = @(END)
#|   Backup at night.
#|   Ask first.
#|   - END
#| right  $note = join(['Backup at night.', 'Ask first.'], "\n")
#| wrong
#|   $note = @(END)
#|     Backup at night.
#|     Ask first.
#|     | END
#| wrong
#|   $note = @(END)
#|     Backup at night.
#|     Ask first.
#|     - END
#| wrong
#|   $note = @(END)
#|     Backup at night.
#|     Ask first.
#|     |- end
#| wrong  $note = "Backup at night. Ask first."

# %% [markdown]
# ## A real task: the message of the day
# People who log in see the file /etc/motd. Write its text for your server:
#
#     Welcome to web01.example.com!
#     Open ports: 80 and 443
#     Questions? Ask Ada.
#
# The names and numbers come from the variables. Each line ends with a line end.

# %% The message of the day
#| exercise motd
#| task   Set `$motd` to the three lines above, made of `$server`, `$domain`, `$ports` and `$admin`.
#| check  value   $motd == "Welcome to web01.example.com!\nOpen ports: 80 and 443\nQuestions? Ask Ada.\n"
#| check  for     $server in ['db1']   $motd == ["Welcome to db1.example.com!\nOpen ports: 80 and 443\nQuestions? Ask Ada.\n"]
#| check  for     $ports in [[22, 25]]   $motd == ["Welcome to web01.example.com!\nOpen ports: 22 and 25\nQuestions? Ask Ada.\n"]
#| check  for     $admin in ['Grace']   $motd == ["Welcome to web01.example.com!\nOpen ports: 80 and 443\nQuestions? Ask Grace.\n"]
#| when   finding not-interpolated  say "The variables are still in the text. What must the tag look like?"
#| when   $motd =~ /\[80, 443\]/    say "The whole list is in your text. Take one element with an index inside `${..}`."
#| when   $motd =~ /^ /             say "A line begins with spaces. Use `|` before the end tag."
#| when   $motd !~ /\n\z/           say "The last line has no line end."
#| when   $motd == "Welcome to web01.example.com!\nOpen ports: 80 and 443\nQuestions? Ask Ada.\n"   say "The text is right for this server. Other values must change it, too."
#| hint   A heredoc fits: `@("MOTD")` and the three lines.
#| hint   The first line is `Welcome to ${server}.${domain}!`
#| hint   The ports are `${ports[0]} and ${ports[1]}`. End with `| MOTD`.
#| solution
#|   $motd = @("MOTD")
#|     Welcome to ${server}.${domain}!
#|     Open ports: ${ports[0]} and ${ports[1]}
#|     Questions? Ask ${admin}.
#|     | MOTD
#| right  $motd = "Welcome to $server.$domain!\nOpen ports: ${ports[0]} and ${ports[1]}\nQuestions? Ask $admin.\n"
#| right
#|   $list = join($ports, ' and ')
#|   $motd = @("END"/n)
#|     Welcome to $server.$domain!\nOpen ports: $list
#|     Questions? Ask $admin.
#|     | END
#| wrong
#|   $motd = @(MOTD)
#|     Welcome to ${server}.${domain}!
#|     Open ports: ${ports[0]} and ${ports[1]}
#|     Questions? Ask ${admin}.
#|     | MOTD
#| wrong
#|   $motd = @("MOTD")
#|     Welcome to ${server}.${domain}!
#|     Open ports: $ports[0] and $ports[1]
#|     Questions? Ask ${admin}.
#|     | MOTD
#| wrong
#|   $motd = @("MOTD")
#|     Welcome to ${server}.${domain}!
#|     Open ports: ${ports[0]} and ${ports[1]}
#|     Questions? Ask ${admin}.
#|     MOTD
#| wrong
#|   $motd = @("MOTD")
#|     Welcome to ${server}.${domain}!
#|     Open ports: ${ports[0]} and ${ports[1]}
#|     Questions? Ask ${admin}.
#|     |- MOTD
#| wrong
#|   $motd = @(MOTD)
#|     Welcome to web01.example.com!
#|     Open ports: 80 and 443
#|     Questions? Ask Ada.
#|     | MOTD

# %% [markdown]
# You can now write any text with values in it. The next chapter takes strings apart.
# The cells below are for looking up: every rule of strings with an example that runs.

# %% [markdown]
# ## Reference: single and double quotes
# Strings may hold any character, also letters of other languages, and may run over lines.

# %% Any letters
#| expect value ['åäö 日本', 'é2']
['åäö 日本', "é${1+1}"] # ünïcode is fine in a comment, too

# %% Letters of other languages in a heredoc
#| expect value "åäö\n"
@(END)
åäö
END

# %% Names are ASCII
#| expect fails syntax
$å = 1

# %% Strings over two lines
#| expect value [true, true]
['a
b' == "a\nb", "a
b" == "a\nb"]

# %% [markdown]
# Line ends inside a string stay as they are, also those of Windows.
# The template below is a small program; its string holds `\r\n`.

# %% Line ends of Windows stay
#| expect value '4 4'
inline_epp("<%= 'a\r\nb'.length %> <%= \"a\r\nb\".length %>")

# %% [markdown]
# Single quotes have two escapes: `\'` and `\\`. All other backslashes stay.

# %% Escapes in single quotes
#| expect value [4, 3, 4, 4, true]
['it\'s'.length, 'a\\b'.length, 'a\nb'.length, 'a\$b'.length, 'C:\new' == 'C:\\new']

# %% [markdown]
# Double quotes have more: `\" \\ \r \n \t \s \$ \'`, and a backslash at the end of a line joins two lines.

# %% Escapes in double quotes
#| expect value ['a"b', 3, 4, ' ', '$x', "'", 'ab', "a\tb\nc\\d\"e f\r"]
["a\"b", "a\\b".length, "\r\n\t\s".length, "\s", "\$x", "\'", "a\
b", "a\tb\nc\\d\"e\sf\r"]

# %% A doubled backslash has no power over the dollar
#| expect value '\web01'
"\\$server"

# %% [markdown]
# `\uXXXX` has four hexadecimal digits, `\u{..}` one to six.

# %% Characters by number
#| expect value ['å', 'å', '😀', 'åå']
["\u00e5", "\u{e5}", "\u{1F600}", "\u{00e5}\u00E5"]

# %% [markdown]
# An unknown escape keeps its backslash. Puppet warns about it.

# %% Unknown escapes stay
#| expect value ['\q', 2, '\u12', '\u{}', '\u{1234567}']
#| expect log warning /not an escape/
["\q", "\q".length, "\u12", "\u{}", "\u{1234567}"]

# %% Too large for a character
#| expect fails
"\u{110000}"

# %% Half of a character
#| expect fails
"\ud800"

# %% [markdown]
# A string, and the braces in it, must end. The code of these templates breaks that rule.

# %% A string without its end
#| expect fails template
inline_epp('<%= "open %>')

# %% An interpolation without its end
#| expect fails template
inline_epp('<%= "${server" %>')

# %% [markdown]
# ## Reference: interpolation
# `$name`, `${name}` and `${expression}` are replaced. A `$` before another character is text.

# %% Names and expressions
#| expect value ['Hello web01', 'Hello web01', 'Hello nbr 2, what is your name?', 'Hello web01 and Ada!', 'web01Ada']
["Hello $server", "Hello ${server}", "Hello nbr ${1+1}, what is your name?", "Hello $server and $admin!", "${server}${admin}"]

# %% A dollar that starts no name
#| expect value ['a$', '$ 5', '5$-', '$ x $- $Ada']
["a$", "$ 5", "5$-", "$ x $- $$admin"]

# %% No interpolation at all
#| expect value ['no interpolation', '$server ${server}']
["no interpolation", '$server ${server}']

# %% Strings nest in expressions
#| expect value ['a b web01 d', '{b => {c => 1}}']
["a ${"b ${server}"} d", "${ {b => {c => 1}} }"]

# %% [markdown]
# A name with `[..]` or `.` after it is a variable. So are names alone, keywords and numbers.

# %% Access and methods in the braces
#| expect value ['[1, 2]', '1', '[a]', '2', '{a => [1, 2]}', '2']
$levels = {a => [1, 2]}
["${levels[a]}", "${levels[a][0]}", "${levels.keys}", "${levels['a'].size}", "${levels}", "${$levels[a][1]}"]

# %% A keyword in the braces names a variable
#| expect value ['3', '']
$if = 3
["${if}", "${1}"]

# %% A keyword that is not a variable
#| expect fails unset-variable
"${default}"

# %% true in the braces
#| expect fails
"${true}"

# %% undef in the braces
#| expect fails unset-variable
"${undef}"

# %% A number that names no variable
#| expect fails variable-name
"${0x10}"

# %% A float names no variable
#| expect fails variable-name
"${10.5}"

# %% [markdown]
# Before `+` a name is a word. Before `?` it is a variable.

# %% A word before an operator
#| expect fails NOT_NUMERIC
"${port + 1}"

# %% A dollar, or a selector
#| expect value ['8081', 'z']
["${$port + 1}", "${port ? { 80 => y, default => z }}"]

# %% [markdown]
# Names may have segments. `$::` starts at top scope.

# %% Names with segments
#| expect value 'web01 web01 web01'
"${::server} $::server ${server}"

# %% [markdown]
# A name of digits belongs to a match (next chapter). It starts with another digit than 0, or it is `$0`.

# %% Too many digits
#| expect fails variable-name
"Hello $00080, how are you"

# %% Braces end the digits
#| expect value ['Hello zz0080, how are you', 'Hello zz0080, how are you']
$found = 'zz' =~ /z+/
["Hello ${0}0080, how are you", "Hello ${$0}0080, how are you"]

# %% A comment sign in a string is text
#| expect value ['# a /* b */', '# a /* b */']
['# a /* b */', "# a /* b */"]

# %% [markdown]
# ## Reference: heredocs
# A tag, then if you want a syntax (`:json`) and escapes (`/tn`). Two heredocs may start on one line.

# %% Two heredocs on one line
#| expect value ["This is the text in the first heredoc\n", "This is the text in the second heredoc\n"]
$both = [@(END1), @(END2)]
This is the text in the first heredoc
END1
This is the text in the second heredoc
END2

# %% Tag, syntax and escapes
#| expect value ["a\n", "[1]\n", "a\nb\n", "[1]\n", '{}']
[@(E), @(E:json), @(E/n), @(E:json/n), @(E:json)]
a
E
[1]
E
a\nb
E
[1]
E
{}
|- E

# %% A quoted tag interpolates
#| expect value ["v web01 Ada\n", "v \$server \${admin}\n", "hi web01 and Ada!\n"]
[@("E"), @(E), @("E")]
v $server ${admin}
E
v $server ${admin}
E
hi $server and ${admin}!
| E

# %% [markdown]
# A tag is any text on the line without `:`, `/` and `)`. Spaces inside it are allowed.

# %% Tags
#| expect value ["a\n", "b\n", "c\n"]
[@(the end), @(---), @(E E E)]
a
the end
b
---
c
E E E

# %% [markdown]
# A syntax has two characters or more and begins with a small letter.

# %% Names of a syntax
#| expect value ["a\n", "b\n"]
[@(E:mime+x_Y), @(E:a1)]
a
E
b
E

# %% A capital letter is not a syntax
#| expect fails heredoc
@(E:A)
a
E

# %% One letter is not a syntax
#| expect fails heredoc
@(E:a)
x
E

# %% A digit is not a syntax
#| expect fails heredoc
@(E:9)
a
E

# %% pprepl checks the syntax
#| expect fails heredoc-content
@(E:json)
{"a": }
E

# %% [markdown]
# Escapes are off in a heredoc. After `/` you choose them: `t r n s u L $`; a lone `/` chooses all.

# %% Each escape
#| expect value ["\t\n", "\r\n", "\n\n", " \n", "å\n", "ab\n", "\t \n", "\\t\n"]
[@(E/t), @(E/r), @(E/n), @(E/s), @(E/u), @(E/L), @(E/), @(E)]
\t
E
\r
E
\n
E
\s
E
\u00e5
E
a\
b
E
\t\s
E
\t
E

# %% The dollar escape
#| expect value ["\$x\n", "\$x \$x\n", "\$server web01\n"]
[@("E"/$), @(E/$), @("E"/$)]
\$x
E
\$x $x
E
\$server $server
E

# %% Only chosen escapes count
#| expect value "a\tb\n\$x\\\n"
@(E/tn)
a\tb\n$x\
E

# %% An unknown escape
#| expect fails heredoc
@(E/z)
a
E

# %% An escape given twice
#| expect fails heredoc
@(E/tt)
a
E

# %% An empty tag
#| expect fails template
inline_epp("<%= @()\na\n %>")

# %% A heredoc without its end
#| expect fails template
inline_epp("<%= @(E)\na\n %>")

# %% A tag without its parenthesis
#| expect fails template
inline_epp('<%= @(E %>')

# %% Spaces around the parts of a tag
#| expect fails heredoc
@( E1 : yaml / t )
a
E1

# %% [markdown]
# Before the end tag: spaces, `|`, spaces, `-`, spaces. `|` comes first: the other order has no effect.

# %% Margin and last line end
#| expect value ["a\n  b\n", 'a', '    a', "    a\n", 'a']
[@(E), @(E), @(E), @(E), @(E)]
    a
      b
    | E
    a
    |- E
    a
    - E
    a
    E
    a
    | - E

# %% A line that begins with the tag
#| expect value "a\nE trailing\n"
@(E)
a
E trailing
E

# %% A line left of the margin stays
#| expect value "in\n  out\n"
@(E)
    in
  out
    | E

# %% In the wrong order the marks do nothing
#| expect value "    a\n"
@(E)
    a
    -| E
