# %% [markdown]
#| lesson corners   title "Corners of checks"

# %%
#| given
$limit = 4
$names = ['a', 'b']

# %%
#| given
type Limits::Port = Integer[1, 100]
$double = $limit * 2

# %%
#| given
class sized { notice($limit) }

# %%
#| given
define room { notify { $title: message => "${limit}" } }

# %%
#| given
$ok = 5 =~ Limits::Port
include sized

# %%
#| given
file { '/limit': mode => "064${limit}" }

# %%
#| given
File['/limit'] { owner => 'root' }

# %% Definitions that depend on a given variable
#| exercise depend
#| check for $limit in [1, 3]  $text == ['2 true', '6 true']
#| solution  $text = "${double} ${ok}"
#| wrong     $text = '2 true'

# %% A variable of the check
#| exercise apart
#| check same $x * 2 over $x : Integer[0, 9]
#| solution  18
#| wrong     no_such(1)

# %% The values of two variables
#| exercise pairs
#| check same [$x, $y] over $x : Integer[0, 9], $y : Enum['p', 'q']
#| solution  [0, 'p']

# %% One given variable, twice in the reference
#| exercise twice
#| check same $limit * $limit over Integer[0, 50]
#| solution  $limit * $limit
#| wrong     $limit * 2

# %% Checks that do not run
#| exercise lists
#| check for $limit in [1, 2]  $y == [1]
#| solution  $y = 1

# %%
#| exercise list
#| check for $limit in 7  $y == [1]
#| solution  $y = 1

# %%
#| exercise nothing-given
#| check same 1 + 1 over Integer
#| solution  2

# %%
#| exercise several-given
#| check same $limit + $names[0] over Integer
#| solution  2

# %%
#| exercise no-type
#| check same $limit over 7
#| solution  2

# %%
#| exercise no-values
#| check same $limit over Integer[5, 1]
#| solution  2

# %%
#| exercise no-samples
#| check same $limit over NotUndef[Undef]
#| solution  2

# %% Secrets
#| exercise secret
#| check value $s == Sensitive('pw')
#| solution  $s = Sensitive('pw')
#| right     $s = Sensitive("p${'w'}")
#| wrong     $s = Sensitive('pv')
#| wrong     $s = 'pw'

# %% Kinds of values
#| exercise kinds
#| check value $v == [/a/, 2.5, String, true, 12345678901234567890]
#| solution  $v = [/a/, 2.5, String, true, 12345678901234567890]
#| wrong     $v = ['/a/', 2.5, String, true, 1]
#| wrong     $v = [/a/, '2.5', String, true, 1]
#| wrong     $v = [/a/, 2.5, 'String', true, 1]
#| wrong     $v = [/a/, 2.5, String, 'true', 1]
#| wrong     $v = [/a/, 2.5, String, true, '1']
#| wrong     $v = [/b/, 2.5, String, true, '1']
#| wrong     $v = [/a/, 2.5, String, true, 1, 2]

# %% Keys
#| exercise keys
#| check value $h == { 'port' => 80, 'name' => 'web', 'path' => '/' }
#| solution  $h = { 'port' => 80, 'name' => 'web', 'path' => '/' }
#| wrong     $h = { 'ports' => 80, 'name' => 'web', 'path' => '/' }
#| wrong     $h = { 'ports' => 80, 'name' => 'web', 'paths' => '/' }
#| wrong     $h = { 'x' => 80, 'y' => 'web', 'path' => '/' }
#| wrong     $h = { 'port' => 80, 'name' => 'web', 'path' => '/', 'more' => 1 }
#| wrong     $h = { 'port' => 80, 'name' => 'Web', 'path' => '/' }

# %% Values that are nested deep
#| exercise deep
#| check value $d == Integer[1, 120].reduce([]) |$all, $n| { [$all] }
#| solution  $d = Integer[1, 120].reduce([]) |$all, $n| { [$all] }
#| wrong     $d = Integer[1, 121].reduce([]) |$all, $n| { [$all] }
#| wrong     $d = []

# %%
#| exercise shallow
#| check value $d == [1]
#| solution  $d = [1]
#| wrong     $d = Integer[1, 121].reduce([]) |$all, $n| { [$all] }

# %% Words of constructs
#| exercise words
#| check uses unless, node, resource-defaults, file, lambdas, ?, regex, [], assignment, relation, ->, $name, ::notice
#| check forbids type, case, collector
#| solution
#|   unless $limit > 9 { $name = $names[0] }
#|   node default { notify { 'x': } }
#|   File { mode => '0644' }
#|   file { '/x': } -> file { '/y': }
#|   $names.each |$n| { notice($n ? { /a/ => 1, default => 2 }) }
#| wrong
#|   if $limit < 9 { $name = $names[0] }
#| wrong
#|   unless $limit > 9 { $name = $names[0] }
#|   file { '/x': }
#| wrong
#|   unless $limit > 9 { $name = $names[0] }
#|   node default { notify { 'x': } }

# %% Defaults of a type
#| exercise defaults
#| check uses File
#| check forbids type, relation
#| solution  File { mode => '0644' }
#| wrong     file { '/x': }
#| wrong     User { shell => '/bin/sh' }
#| wrong     type A = File
#| wrong     File['/x'] -> user { 'x': }

# %% Feedback about words
#| exercise feedback
#| check value $v == 1
#| when uses $limit   say "Without the limit."
#| when uses Limits::Port   say "Without the type."
#| when uses size   say "Without a function."
#| solution  $v = 1
#| wrong     $v = $limit
#| wrong     $v = $limit + [
#| wrong     $v = $limits + [
#| wrong     $v = $size + [
#| wrong     $v = size([1,
#| wrong     $v = resize([1,
#| wrong     $v = Limits::Port[
#| wrong     $v = my_size([

# %% Feedback about an error
#| exercise missing
#| check value $v == 1
#| when missing size   say "Use size."
#| when error unknown-function   say "There is no such function."
#| solution  $v = size([1])
#| wrong     $v = sizes([1])
#| wrong     $v = size([])

# %% A syntax error is asked for
#| exercise syntax
#| check fails SYNTAX_ERROR
#| solution  $v = [
#| wrong     $v = 1

# %%
#| exercise any-error
#| check fails
#| solution  $v = [
#| right     fail('x')
#| wrong     $v = 1

# %% A log level
#| exercise level
#| check logs warning "low"
#| solution  warning('low')
#| wrong     notice('low')
#| wrong     warning('lower')

# %% Holes in strings and comments
#| exercise holes
#| check value $v == 1
#| solution  $v = 1
#| wrong     $v = '#' + ___
#| wrong     $v = "#" + ___
#| wrong     $v = 2 # ___
#| wrong     $v = '#' # ___
#| wrong     $v = "#" # ___

# %% A command where code is asked for
#| exercise code
#| check value $v == 1
#| solution  $v = 1
#| wrong     :type 1

# %% After two others, one of which follows the first
#| exercise first
#| check value $u == 1
#| solution  $u = 1

# %%
#| exercise second
#| after first
#| check value $w == 2
#| solution  $w = $u + 1

# %%
#| exercise third
#| after second, first
#| check value $z == 4
#| solution  $z = $w + $u + 1
