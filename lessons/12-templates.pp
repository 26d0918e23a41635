# %% [markdown]
#| lesson templates   title "Templates"   needs strings, functions, types, resources, hiera   minutes 30
#| file modules/site/templates/motd.epp
#|   <%- | String $host, Array[String] $users = [] | -%>
#|   Welcome to <%= $host %>.
#|   <% $users.each |$user| { -%>
#|   - <%= $user %>
#|   <% } -%>
#| file modules/site/templates/vhost.epp
#|   <%- | String $name, Integer[1, 65535] $port = 80, Array[String] $aliases = [] | -%>
#|   server {
#|     listen <%= $port %>;
#|     server_name <%= $name %>;
#|   <% $aliases.each |$alias| { -%>
#|     server_name <%= $alias %>;
#|   <% } -%>
#|   }
# # Templates
# The configuration of a web server is a long file with a few values in it. A template is such a file:
# it is copied as it is, and the tags in it run Puppet code. This chapter shows EPP, the templates in Puppet's own language.

# %% [markdown]
# ## Tags
# `inline_epp` renders a template that is a string. The tag `<%= .. %>` is replaced by the value of its expression.

# %% A tag
#| expect value 'port 80'
inline_epp('port <%= 40 * 2 %>')

# %% What does the template render?
#| quiz value-tag predict value
#| because  The tag is replaced by the value 2, as in interpolation. The rest is copied.
inline_epp('<%= 1 + 1 %> servers')

# %% [markdown]
#| pane epp
# A tag without `=` runs code and prints nothing. It is for `if`, for loops and for assignments.
# In the notebook, the EPP pane shows each line of a template with its output.

# %% A tag without the equals sign
#| quiz silent-tag predict value
#| because  `<% .. %>` runs the assignment and prints nothing. `<%= $n %>` prints the value.
inline_epp('<% $n = 3 %>n is <%= $n %>')

# %% The port of the site
#| given
$port = 8080

# %% The line of the port
#| exercise port-line
#| task   Fix the template: `$line` becomes "listen 8080;" with the number from `$port`.
#| start     $line = inline_epp('listen <% $port %>;')
#| check value   $line == 'listen 8080;'
#| check for     $port in [80, 443]   $line == ['listen 80;', 'listen 443;']
#| check uses    inline_epp
#| when  error template              say "A value alone in this tag has no effect. Which tag prints a value?"
#| when  $line == 'listen 8080;' and $line =~ String   say "Right for 8080. Take the number from `$port`, inside of a tag."
#| when  $line == 'listen $port;'    say "Outside of tags the template is copied as it is, also the dollar sign."
#| when  $line == 'listen ;'         say "The tag printed nothing. One character is missing in it."
#| hint  Two tags look alike: one runs code, one prints a value.
#| hint  `<%= $port %>` prints the port.
#| solution  $line = inline_epp('listen <%= $port %>;')
#| right     $line = inline_epp('listen <%= $number %>;', { 'number' => $port })
#| right     $line = inline_epp("<%= 'listen' %> <%= \$port -%>;")
#| wrong     $line = inline_epp('listen <% $port %>;')
#| wrong     $line = inline_epp('listen <% $copy = $port %>;')
#| wrong     $line = inline_epp('listen $port;')
#| wrong     $line = inline_epp('listen 8080;')
#| wrong     $line = inline_epp('listen <%= $port ;')

# %% [markdown]
# ## Parameters
# A long template fits well in a heredoc. Single quotes or `@(END)` keep the dollar signs for the template.
# The second argument of `inline_epp` is a hash: each key is a variable of the template.

# %% A template in a heredoc
#| run greeting
#| expect log notice "Welcome to web, port 80."
$greeting = @(END)
  Welcome to <%= $host %>, port <%= $number %>.
  |- END
notice(inline_epp($greeting, { 'host' => 'web', 'number' => 80 }))

# %% [markdown]
# A template with a hash sees its parameters and the top scope, but no local variables of its caller.
# A template declares its parameters between two bars, at its start. They may have types and defaults, as in a function.

# %% Declared parameters
#| expect value 'web:80'
inline_epp('<%- | String $host, Integer $number = 80 | -%><%= $host %>:<%= $number %>', { 'host' => 'web' })

# %% A parameter without a value
#| quiz missing-parameter predict fails
#| because  A declared parameter without a default needs a value, as in a function.
inline_epp('<%- | String $host | -%>Welcome to <%= $host %>')

# %% A template for addresses
#| exercise address-template
#| task   Set `$address` to a template with two declared parameters, `$name` (a String) and `$number` (an Integer). It renders "web:80" for 'web' and 80.
#| start     $address = '<%- | String $name | -%><%= $name %>:<%= ___ %>'
#| check value   inline_epp($address, { 'name' => 'web', 'number' => 80 }) == 'web:80'
#| check same    inline_epp($address, { 'name' => $n, 'number' => $p }) == "${n}:${p}" over $n : Enum['web', 'db', 'mail'], $p : Integer[1, 65535]
#| check value   $address =~ /Integer/
#| when  $address =~ /^web/              say "That is a result, not a template. Keep the tags: they run when the template is rendered."
#| when  $address !~ /\|.*number.*\|/    say "The template does not declare `$number`. Add it between the bars, after a comma."
#| when  $address !~ /Integer/           say "Declare the type of the number too: an Integer."
#| hint  Two parameters between the bars, with a comma: `String $name, Integer $number`.
#| hint  The rest is two tags that print, with a colon between them.
#| solution  $address = '<%- | String $name, Integer $number | -%><%= $name %>:<%= $number %>'
#| right     $address = '<%- | Integer $number, String $name | -%><%= "${name}:${number}" %>'
#| right
#|   $address = @(END)
#|     <%- | String $name, Integer $number | -%>
#|     <%= $name %>:<%= $number -%>
#|     |- END
#| wrong     $address = '<%- | String $name | -%><%= $name %>:<%= $number %>'
#| wrong     $address = '<%- | $name, $number | -%><%= $name %>:<%= $number %>'
#| wrong     $address = 'web:80'
#| wrong     $address = '<%- | String $name, Integer $number | -%>$name:$number'
#| wrong     $address = "<%- | String $name, Integer $number | -%><%= $name %>:<%= $number %>"

# %% [markdown]
# A default makes a parameter optional.

# %% A default port
#| exercise default-port
#| task   Change the template, so that the port is 443 if the hash has no 'number'.
#| start     $secure = '<%- | String $name, Integer $number | -%>https://<%= $name %>:<%= $number %>'
#| check value   inline_epp($secure, { 'name' => 'web' }) == 'https://web:443'
#| check value   inline_epp($secure, { 'name' => 'web', 'number' => 8443 }) == 'https://web:8443'
#| check same    inline_epp($secure, { 'name' => 'db', 'number' => $p }) == "https://db:${p}" over $p : Integer[1, 65535]
#| when  $secure !~ /443/                                  say "The number 443 is nowhere in the template. A default comes after the name of a parameter."
#| when  $secure =~ /:443/                                 say "Now the port is always 443. A default is only for calls without a number."
#| hint  A parameter with a default: `Integer $count = 1`.
#| hint  The default belongs between the bars.
#| solution  $secure = '<%- | String $name, Integer $number = 443 | -%>https://<%= $name %>:<%= $number %>'
#| right     $secure = '<%- | String $name, Optional[Integer] $number = undef | -%>https://<%= $name %>:<%= $number.lest || { 443 } %>'
#| right     $secure = '<%- | $name, $number = 443 | -%><%= "https://${name}:${number}" %>'
#| wrong     $secure = '<%- | String $name, Integer $number | -%>https://<%= $name %>:<%= $number %>'
#| wrong     $secure = '<%- | String $name, Integer $number = 80 | -%>https://<%= $name %>:443'
#| wrong     $secure = '<%- | String $name | -%>https://<%= $name %>:443'
#| wrong     $secure = '<%- | String $name, Integer $number => 443 | -%>https://<%= $name %>:<%= $number %>'

# %% [markdown]
# ## Loops and line breaks
# The lines of a loop are in the template too. A tag on a line of its own leaves an empty line.
# A minus sign trims: `-%>` removes the line break after the tag, `<%-` removes the spaces before it.

# %% With and without the minus sign
#| quiz trim predict same
#| because  Without the minus sign the line break after each tag stays. Then the result has two empty lines more.
inline_epp("a\n<% if true { %>\nb\n<% } %>\nc")
inline_epp("a\n<% if true { -%>\nb\n<% } -%>\nc")

# %% A loop
#| run loop
#| expect log notice "1 2 3 "
notice(inline_epp('<% [1, 2, 3].each |$i| { %><%= $i %> <% } %>'))

# %% The servers
#| given
$servers = ['web', 'db']

# %% A list without empty lines
#| exercise trim-lines
#| task   Fix the template: `$lines` has one line for each server, "host web" and "host db", and no empty lines.
#| start
#|   $lines = inline_epp(@(END))
#|     <% $servers.each |$server| { %>
#|     host <%= $server %>
#|     <% } %>
#|     | END
#| check value   $lines == "host web\nhost db\n"
#| check for     $servers in [[], ['mail'], ['a', 'b', 'c']]   $lines == ['', "host mail\n", "host a\nhost b\nhost c\n"]
#| when  $lines =~ /\n\n/ or $lines =~ /\A\n/   say "There are empty lines: the line break after a tag is still there. How does a tag remove it?"
#| when  $lines !~ /\n/                          say "All hosts are on one line. The line of the host keeps its line break."
#| when  $lines == "host web\nhost db\n"         say "Right for these two servers. Render the list from `$servers`."
#| hint  The tags of the loop end with `%>`. Which sign removes the line break after them?
#| hint  Use `-%>` in the lines of the loop, but not in the line of the host.
#| solution
#|   $lines = inline_epp(@(END))
#|     <% $servers.each |$server| { -%>
#|     host <%= $server %>
#|     <% } -%>
#|     | END
#| right     $lines = inline_epp("<% \$servers.each |\$s| { %>host <%= \$s %>\n<% } %>")
#| right     $lines = inline_epp('<%= $servers.map |$s| { "host ${s}\n" }.join %>')
#| wrong
#|   $lines = inline_epp(@(END))
#|     <% $servers.each |$server| { %>
#|     host <%= $server %>
#|     <% } %>
#|     | END
#| wrong
#|   $lines = inline_epp(@(END))
#|     <% $servers.each |$server| { -%>
#|     host <%= $server -%>
#|     <% } -%>
#|     | END
#| wrong     $lines = "host web\nhost db\n"
#| wrong     $lines = inline_epp('<% $servers.each |$server| { %>host <%= $server %> <% } %>')
#| wrong
#|   $lines = inline_epp(@(END))
#|     <% $servers.each |$server| { -%>
#|     host <%= $server %>
#|     | END

# %% [markdown]
# The block of `if` works like the block of a loop. It starts in one tag and ends in another.
# The part between the two tags is rendered only if the condition is true.

# %% A part that may be missing
#| expect value 'user ada'
inline_epp('user ada<% if 80 > 1024 { %> (high port)<% } %>')

# %% Encryption
#| given
$ssl = true

# %% A line that may be missing
#| exercise ssl-line
#| task   Write a template for `$ssl_conf`: "listen 443;", and then " ssl on;" only if `$ssl` is true. All on one line.
#| check value   $ssl_conf == 'listen 443; ssl on;'
#| check for     $ssl in [false, true]   $ssl_conf == ['listen 443;', 'listen 443; ssl on;']
#| check uses    inline_epp
#| when  $ssl_conf == 'listen 443; ssl on;'   say "Right with ssl. What does it render if `$ssl` is false, and does a template do it?"
#| when  $ssl_conf == 'listen 443;'           say "The server uses ssl, but the second part is missing. Look at the condition."
#| when  error template                       say "A tag is open, or a brace. Each `<%` needs its `%>`, each `{` its `}`."
#| hint  The block of `if` starts in one tag, and ends in another one.
#| hint  `<% if $ssl { %> ssl on;<% } %>` renders its middle only if the condition is true.
#| solution  $ssl_conf = inline_epp('listen 443;<% if $ssl { %> ssl on;<% } %>')
#| right     $ssl_conf = inline_epp('listen 443;<%= if $ssl { " ssl on;" } %>')
#| right     $ssl_conf = inline_epp('listen 443;<% unless $on == false { %> ssl on;<% } %>', { 'on' => $ssl })
#| wrong     $ssl_conf = inline_epp('listen 443; ssl on;')
#| wrong     $ssl_conf = inline_epp('listen 443;<% if !$ssl { %> ssl on;<% } %>')
#| wrong     $ssl_conf = inline_epp('listen 443;<% if $ssl { %> ssl on;')
#| wrong     $ssl_conf = if $ssl { 'listen 443; ssl on;' } else { 'listen 443;' }
#| wrong     $ssl_conf = 'listen 443;<% if $ssl { %> ssl on;<% } %>'

# %% [markdown]
# ## Comments
# `<%# .. %>` is a comment. To print the characters `<%`, write `<%%`.

# %% A comment and a literal tag
#| quiz comment predict value
#| because  The comment renders nothing. `<%%` renders the two characters of a tag.
inline_epp('a<%# the first letter %> <%% b')

# %% [markdown]
# ## Templates in files
# Most templates are files of a module: `epp('site/motd.epp')` is `modules/site/templates/motd.epp`.
# This lesson has the module `site` with two templates. The file motd.epp is:
#
#     <%- | String $host, Array[String] $users = [] | -%>
#     Welcome to <%= $host %>.
#     <% $users.each |$user| { -%>
#     - <%= $user %>
#     <% } -%>

# %% A template of a module
#| run epp-file
#| expect value "Welcome to web.\n- ada\n"
epp('site/motd.epp', { 'host' => 'web', 'users' => ['ada'] })

# %% The users of the server
#| given
$node_name = 'web'
$users = ['ada', 'bo']

# %% A motd from the template
#| exercise motd
#| task   Describe the file /etc/motd. Its content is the template site/motd.epp, with `$node_name` as the host and all `$users`.
#| start
#|   file { '/etc/motd':
#|     ensure  => file,
#|     content => 'site/motd.epp',
#|   }
#| check catalog File['/etc/motd'] { ensure => file, content => "Welcome to web.\n- ada\n- bo\n" }
#| check for     $users in [[], ['cy']]   File['/etc/motd']['content'] == ["Welcome to web.\n", "Welcome to web.\n- cy\n"]
#| when  error missing-parameter   say "The template declares `$host`, and the call has no value for it. Pass a hash."
#| when  error template            say "The template has the parameters host and users, and no others. Look at the keys of the hash."
#| when  !defined(File['/etc/motd'])   say "The catalog has no file /etc/motd."
#| when  File['/etc/motd']['content'] == 'site/motd.epp'   say "Users would read the name of the template. Which function renders it?"
#| when  File['/etc/motd']['content'] == "Welcome to web.\n"   say "The greeting is there. The users are missing in the hash."
#| hint  `epp` has two arguments: the name of the template and a hash.
#| hint  The hash has the keys 'host' and 'users'.
#| hint  `epp('site/motd.epp', { 'host' => $node_name, 'users' => $users })`
#| solution
#|   file { '/etc/motd':
#|     ensure  => file,
#|     content => epp('site/motd.epp', { 'host' => $node_name, 'users' => $users }),
#|   }
#| right
#|   $parameters = { 'users' => $users, 'host' => $node_name }
#|   file { '/etc/motd': ensure => file, content => epp('site/motd.epp', $parameters) }
#| right
#|   $list = $users.map |$user| { "- ${user}\n" }
#|   $header = epp('site/motd.epp', { 'host' => $node_name })
#|   file { '/etc/motd': ensure => 'file', content => "${header}${list.join}" }
#| wrong     file { '/etc/motd': ensure => file, content => 'site/motd.epp' }
#| wrong     file { '/etc/motd': ensure => file, content => epp('site/motd.epp') }
#| wrong     file { '/etc/motd': ensure => file, content => epp('site/motd.epp', { 'host' => $node_name }) }
#| wrong     file { '/etc/motd': ensure => file, content => epp('site/motd.epp', { 'name' => $node_name, 'users' => $users }) }
#| wrong     epp('site/motd.epp', { 'host' => $node_name, 'users' => $users })

# %% [markdown]
# ## Your task: the configuration of all sites
# The template site/vhost.epp has three parameters: `$name`, `$port` and `$aliases`. Port 80 and no aliases are the defaults.
# The hash `$sites` has its parameters for each site, but not the name: the name is the key.
#
#     <%- | String $name, Integer[1, 65535] $port = 80, Array[String] $aliases = [] | -%>
#     server {
#       listen <%= $port %>;
#       server_name <%= $name %>;
#     <% $aliases.each |$alias| { -%>
#       server_name <%= $alias %>;
#     <% } -%>
#     }

# %% The sites
#| given
$sites = {
  'shop' => { 'port' => 8080 },
  'blog' => { 'aliases' => ['news'] },
}

# %% One file for each site
#| exercise vhosts
#| task   Declare one file for each site: /etc/nginx/shop.conf and so on. The content of each file is the template, with the name and all values of the site.
#| start
#|   $sites.each |$name, $values| {
#|     file { ___:
#|       ensure  => file,
#|       content => epp('site/vhost.epp', $values),
#|     }
#|   }
#| check catalog File['/etc/nginx/shop.conf'] { content => "server {\n  listen 8080;\n  server_name shop;\n}\n" }
#| check catalog File['/etc/nginx/blog.conf'] { content => "server {\n  listen 80;\n  server_name blog;\n  server_name news;\n}\n" }
#| check for     $sites in [{ 'wiki' => {} }, { 'wiki' => { 'port' => 81 } }]   File['/etc/nginx/wiki.conf']['content'] == ["server {\n  listen 80;\n  server_name wiki;\n}\n", "server {\n  listen 81;\n  server_name wiki;\n}\n"]
#| when  error missing-parameter    say "The template needs a name, and the hash of a site has none. Add the name to the hash."
#| when  error declared-twice       say "Each site needs a title of its own. Interpolate the name in the title."
#| when  !defined(File['/etc/nginx/shop.conf'])   say "The catalog has no file /etc/nginx/shop.conf. Look at the title."
#| when  !(File['/etc/nginx/shop.conf']['content'] =~ /8080/)   say "The site shop uses the port 8080, but its file does not. Pass all values of the site."
#| hint  The title is a string with `${name}` in it.
#| hint  The parameters are the values of the site and its name: two hashes that you can add.
#| hint  `$values + { 'name' => $name }` has all parameters.
#| solution
#|   $sites.each |$name, $values| {
#|     file { "/etc/nginx/${name}.conf":
#|       ensure  => file,
#|       content => epp('site/vhost.epp', $values + { 'name' => $name }),
#|     }
#|   }
#| right
#|   $sites.each |$pair| {
#|     [$key, $options] = $pair
#|     $content = epp('site/vhost.epp', { 'name' => $key } + $options)
#|     file { "/etc/nginx/${key}.conf": content => $content }
#|   }
#| right
#|   define vhost(Integer $port = 80, Array[String] $aliases = []) {
#|     file { "/etc/nginx/${title}.conf":
#|       ensure  => file,
#|       content => epp('site/vhost.epp', { 'name' => $title, 'port' => $port, 'aliases' => $aliases }),
#|     }
#|   }
#|   $sites.each |$site, $values| {
#|     vhost { $site: * => $values }
#|   }
#| wrong
#|   $sites.each |$name, $values| {
#|     file { "/etc/nginx/${name}.conf": content => epp('site/vhost.epp', $values) }
#|   }
#| wrong
#|   $sites.each |$name, $values| {
#|     file { '/etc/nginx/site.conf': content => epp('site/vhost.epp', $values + { 'name' => $name }) }
#|   }
#| wrong
#|   $sites.each |$name, $values| {
#|     file { "/etc/nginx/${name}.conf": content => epp('site/vhost.epp', { 'name' => $name }) }
#|   }
#| wrong
#|   $sites.each |$name, $values| {
#|     file { "${name}.conf": path => "/etc/${name}.conf", content => epp('site/vhost.epp', $values + { 'name' => $name }) }
#|   }
#| wrong
#|   $sites.each |$name, $values| {
#|     file { '/etc/nginx/${name}.conf': content => epp('site/vhost.epp', $values + { 'name' => $name }) }
#|   }
#| wrong
#|   file { '/etc/nginx/shop.conf':
#|     content => epp('site/vhost.epp', { 'name' => 'shop', 'port' => 8080 }),
#|   }

# %% [markdown]
# ## Summary
# - `<%= .. %>` prints a value, `<% .. %>` only runs code, `<%# .. %>` is a comment.
# - `-%>` removes the line break after a tag, `<%-` the spaces before it.
# - Parameters are between bars at the start, with types and defaults.
# - `inline_epp` renders a string, `epp` a file of a module.
#
# At the prompt, `:tokens --epp CODE` shows the tokens of a template.
# Older modules have ERB templates, with Ruby code in the tags: `template` and `inline_template` render them.

# %% [markdown]
# ## Reference: tags
# Tags contain any Puppet code. Their parts together must be complete statements.

# %% Values in a template
#| expect true inline_epp('Hello <%= $x %>!', { x => 'Bob' }) == 'Hello Bob!'
#| expect true inline_epp("<%- | \$x = 2 | -%>\nv <%= \$x %>") == 'v 2'
#| expect true inline_epp('<%= undef %>|<%= [1, 2] %>|<%= true %>') == '|[1, 2]|true'
#| expect true inline_epp('plain source only') == 'plain source only'
#| expect true inline_epp('') == ''
inline_epp('Hello <%= $x %>!', { x => 'Bob' })

# %% Loops, comments and literal tags
#| expect true inline_epp('<% [1,2].each |$i| { %>i<%= $i %>;<% } %>') == 'i1;i2;'
#| expect true inline_epp('a<%% b %%>c <%# no %>d') == 'a<% b %>c d'
#| expect true inline_epp("x <%# c -%>\ny") == 'x y'
#| expect true inline_epp("<%# comment %>x <%% y %%> z") == 'x <% y %> z'
inline_epp('a<%% b %%>c <%# no %>d')

# %% Trimming on both sides
#| expect true inline_epp("a <%- \$z = 1 -%>  \nb") == 'ab'
#| expect true inline_epp("a\n   <%- if true { -%>\nb\n   <%- } -%>\nc\n") == "a\nb\nc\n"
#| expect true inline_epp("<%- | \$x | -%>\nHi <%= \$x -%>\n!", { x => 'Bo' }) == 'Hi Bo!'
#| expect true inline_epp('a <% if true { %>b<% } %> c') == 'a b c'
inline_epp("a <%- \$z = 1 -%>  \nb")

# %% An open tag
#| expect fails template
inline_epp('a <%= 1')

# %% Tags outside of templates
#| expect fails
<%= 1 %>

# %% [markdown]
# ## Reference: scopes of a template
# A template of `inline_epp` sees the local variables of its caller, with and without a hash. A file rendered by `epp` does not.

# %% Local variables of the caller
#| expect true render_local('db') == 'db'
function render_local($secret) { inline_epp('<%= $secret %>') }

# %% A hash does not hide them
#| expect true render_both('db') == 'db 80'
function render_both($secret) { inline_epp('<%= $secret %> <%= $port %>', { 'port' => 80 }) }

# %% A value of the wrong type
#| expect fails
inline_epp('<%- | Integer $number | -%><%= $number %>', { 'number' => 'eighty' })

# %% An unknown parameter
#| expect fails
inline_epp('<%- | $host = 1 | -%>', { 'hots' => 1 })
