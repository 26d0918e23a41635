# %% [markdown]
#| lesson tour   title "A tour in twelve steps"   minutes 5
# # A tour in twelve steps
# Each step suggests an input. Type it, or one of your own that does the same.
# `:skip` omits a step, `:leave` ends the tour.

# %% [markdown]
# ## Values
# Type Puppet and press Enter. pprepl prints the value, and its type below.

# %% Some ports
#| exercise ports
#| task   Set `$ports` to an array of port numbers: `$ports = [80, 443]`.
#| check type    $ports : Array[Integer, 1]
#| when  defined('$ports') and $ports =~ Integer         say "That is one number. Square brackets make an array."
#| when  defined('$ports') and $ports =~ Array[String]   say "These are strings. Port numbers have no quotes."
#| hint  A variable starts with a dollar sign. An array has square brackets.
#| hint  Type `$ports = [80, 443]`.
#| solution  $ports = [80, 443]
#| right     $ports = [22]
#| right     $ports = [80] + [443, 8080]
#| wrong     $ports = 80
#| wrong     $ports = ['80', '443']
#| wrong     ports = [80, 443]
#| wrong     [80, 443]

# %% [markdown]
# ## Lambdas
# A lambda runs for each element; `map` collects its results. A variable is set once, so programs build new values.

# %% A line for each port
#| exercise lines
#| after  ports
#| task   Make a string of each port: `$ports.map |$port| { "listen ${port}" }`.
#| check uses    map, lambda, interpolation
#| when  error argument-type      say "`map` needs a lambda: |$port| { .. }"
#| when  missing map              say "`map` is the function that collects the results of its lambda."
#| when  missing interpolation    say "The port is not in the string. Write `${port}` in double quotes."
#| hint  The lambda is `|$port| { .. }`, and its value is a string with `${port}` in it.
#| hint  Type `$ports.map |$port| { "listen ${port}" }`.
#| solution  $ports.map |$port| { "listen ${port}" }
#| right     map($ports) |$p| { "port ${p}" }
#| right     $lines = $ports.map |$index, $port| { "${index}: listen ${port}" }
#| wrong     $ports.each |$port| { "listen ${port}" }
#| wrong     $ports.map |$port| { 'listen ${port}' }
#| wrong     $ports.map
#| wrong     "listen ${ports}"

# %% [markdown]
# ## Errors
# A failed input changes nothing. Make a mistake: an error shows the place, its topic, and a fix.

# %% A mistake
#| exercise mistake
#| after  ports
#| task   Misspell the name of the variable: `$prots[0] + 1`.
#| check fails   unset-variable
#| when  error syntax   say "pprepl cannot read this input. Try a wrong name of a variable."
#| when  defined('$ports') and $ports =~ Array  say "No error this time. Read a variable with a typo in its name."
#| hint  The variable is `$ports`. Swap two letters.
#| hint  Type `$prots[0] + 1`.
#| solution  $prots[0] + 1
#| right     $port
#| right     notice("the first port is ${prots[0]}")
#| wrong     $ports[0] + 1
#| wrong     $ports[0] +
#| wrong     'prots' + 1
#| wrong     prots

# %% [markdown]
# `:explain` explains the last error, with a wrong and a right example.

# %% Explain
#| exercise explain
#| after  ports
#| task   Let pprepl explain the error: `:explain`.
#| check command explain
#| hint  A line that starts with a colon is a command.
#| hint  Type `:explain`.
#| solution  :explain
#| right     :explain unset-variable
#| right     :explain variables
#| wrong     explain('error')
#| wrong     :help
#| wrong     $ports

# %% [markdown]
# `:fix` applies the suggested fix, and runs the input again.

# %% Fix
#| exercise fix
#| after  ports
#| task   Fix the input, and run it again: `:fix`.
#| check command fix
#| hint  This command has three letters.
#| hint  Type `:fix`.
#| solution  :fix
#| right     :fix 1
#| right     :fix 2
#| wrong     fix()
#| wrong     :undo
#| wrong     $ports[0] + 1

# %% [markdown]
# ## Matching
# A string matches a regular expression with `=~`. Parentheses in the expression are groups.

# %% A match
#| exercise match
#| task   Match the name of a server: `'web42.example.com' =~ /^([a-z]+)(\d+)/`.
#| check uses    =~, regexp
#| check value   $0 =~ String
#| when  missing =~       say "The operator of a match is `=~`."
#| when  missing regexp   say "A regular expression is between two slashes."
#| when  $0 =~ Undef      say "The string does not match. Compare it with the expression, part by part."
#| hint  The string is on the left of `=~`, the regular expression on the right, between slashes.
#| hint  Type `'web42.example.com' =~ /^([a-z]+)(\d+)/`.
#| solution  'web42.example.com' =~ /^([a-z]+)(\d+)/
#| right     'db' =~ /d(.)/
#| right
#|   $server = 'mail7'
#|   $server =~ /([a-z]+)([0-9]*)/
#| wrong     'web42.example.com' == /^([a-z]+)(\d+)/
#| wrong     'web42.example.com' =~ 'web'
#| wrong     'web42' =~ /^(\d+)/
#| wrong     'web42.example.com'

# %% [markdown]
# `:match` shows the groups of the last match.

# %% The groups
#| exercise groups
#| after  match
#| task   Show the groups: `:match`.
#| check command match
#| hint  The command has the name of the operation.
#| hint  Type `:match`.
#| solution  :match
#| right     :match 'web42' =~ /(\d+)/
#| right     :match 'db1' =~ /^([a-z]+)/
#| wrong     match('web42')
#| wrong     :vars
#| wrong     $1

# %% [markdown]
# ## Operators and types
# `:parens` shows how operators group.

# %% The order of the operators
#| exercise parens
#| task   Show the groups of an expression: `:parens 1 + 2 * 3 == 7`.
#| check command parens
#| hint  The expression follows the command, after a space.
#| hint  Type `:parens 1 + 2 * 3 == 7`.
#| solution  :parens 1 + 2 * 3 == 7
#| right     :parens 1 + 2 - 3
#| right     :parens !true == false
#| wrong     1 + 2 * 3 == 7
#| wrong     :tokens 1 + 2 * 3 == 7
#| wrong     parens 1 + 2

# %% [markdown]
# Types are values. `:type` shows the type of an expression, and why a comparison is false.

# %% Two ranges
#| exercise type
#| task   Compare two types: `:type Integer[1, 5] < Integer[2, 9]`.
#| check command type
#| hint  `Integer[1, 5]` is the type of the integers from 1 to 5.
#| hint  Type `:type Integer[1, 5] < Integer[2, 9]`.
#| solution  :type Integer[1, 5] < Integer[2, 9]
#| right     :type 80
#| right     :type 'web' =~ Integer
#| wrong     Integer[1, 5] < Integer[2, 9]
#| wrong     type(80)
#| wrong     :types
#| wrong     type()

# %% [markdown]
# ## Functions
# Functions declare the types of their parameters.

# %% A function
#| exercise function
#| task   Define a function for port numbers: `function listen(Integer[1, 65535] $port) { "listen ${port}" }`.
#| check uses    function
#| check value   listen(80) =~ String
#| check same    listen($p) == "listen ${p}" over $p : Integer[1, 65535]
#| when  missing function   say "A definition starts with the word function."
#| when  listen(80) =~ Undef   say "The function returns undef. Its value is its last expression."
#| when  listen(80) =~ String  say "The string does not follow the port. Interpolate the parameter."
#| hint  After the name come the parameters in parentheses, then the block in braces.
#| hint  Type `function listen(Integer[1, 65535] $port) { "listen ${port}" }`.
#| solution  function listen(Integer[1, 65535] $port) { "listen ${port}" }
#| right     function listen(Integer $p) { sprintf('listen %d', $p) }
#| right
#|   function listen(Integer $port) >> String {
#|     $line = "listen ${port}"
#|     $line
#|   }
#| wrong     function listen(Integer[1, 65535] $port) { 'listen ${port}' }
#| wrong     function listen(Integer[1, 65535] $port) { notice("listen ${port}") }
#| wrong     function listen(Integer[1, 65535] $port { "listen ${port}" }
#| wrong     listen(80)

# %% [markdown]
# `:check` finds mistakes without running the code.

# %% A check
#| exercise check
#| after  function
#| task   Check a call with a string: `:check listen('80')`.
#| check command check
#| hint  The code follows the command, after a space.
#| hint  Type `:check listen('80')`.
#| solution  :check listen('80')
#| right     :check listen(0)
#| right     :check $ports + listen
#| wrong     listen('80')
#| wrong     :type listen('80')
#| wrong     check

# %% [markdown]
# ## Resources
# Resources describe a machine. pprepl only collects them in a catalog, and applies nothing.

# %% A file
#| exercise file
#| task   Describe the message of the day: `file { '/etc/motd': ensure => file, content => 'Hello' }`.
#| check catalog File['/etc/motd']
#| check value   File['/etc/motd']['content'] =~ String[1]
#| when  error syntax   say "Look at the small signs: a colon after the title, `=>` after the name of an attribute, commas between them."
#| when  !defined(File['/etc/motd'])   say "The catalog has no file /etc/motd. The title comes before the colon."
#| when  defined(File['/etc/motd'])    say "The file is in the catalog. Give it a content that is a string."
#| hint  The type comes first, then the title and a colon, then the attributes.
#| hint  Type `file { '/etc/motd': ensure => file, content => 'Hello' }`.
#| solution  file { '/etc/motd': ensure => file, content => 'Hello' }
#| right     file { '/etc/motd': content => "Welcome to this server" }
#| right
#|   $text = 'Hello'
#|   file { '/etc/motd':
#|     content => $text,
#|     mode    => '0644',
#|   }
#| wrong     file { '/etc/motd': ensure => file }
#| wrong     file { '/etc/motd', content => 'Hello' }
#| wrong     file { '/etc/issue': content => 'Hello' }
#| wrong     File['/etc/motd']

# %% [markdown]
# ## The end
# `:catalog` lists the resource, `:undo` removes it. `:help` has the first commands, `:cheat` the syntax.
# `:explain topics` lists the pages about the language. `:learn` starts the course.
