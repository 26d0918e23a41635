//! Issues of static validation: the grammar allows the code, the language does not.

use super::{Explanation, Stage};

const fn row(code: &'static str, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Validation, code, text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        "IDEM_EXPRESSION_NOT_LAST",
        "A statement makes a value, and nothing uses it. Only the last statement of a function, a lambda or an input \
         may do so, since its value is the result. Often a call lacks its parentheses or an assignment its `=`.",
        "upcase 'a'\n$x = 1",
        "$a = upcase('a')\n$x = 1",
    ),
    row(
        "IDEM_NOT_ALLOWED_LAST",
        "The body of a class, a define or a node ends in a value that nothing can use: these bodies give no value. \
         Assign it, pass it to a function, or take it away.",
        "class web { 80 }",
        "class web { $port = 80 }",
    ),
    row(
        "RESOURCE_WITHOUT_TITLE",
        "This looks like a resource, but no title stands before its attributes. A resource needs a title, by which \
         others refer to it, and a colon after it.",
        "notify { message => 'hello' }",
        "notify { 'greeting': message => 'hello' }",
    ),
    row(
        "NOT_RVALUE",
        "A definition or a collector stands where a value is needed. They do something but give no value that could \
         be assigned or computed with.",
        "$all = Notify <| |>",
        "Notify <| |>",
    ),
    row(
        "NOT_TOP_LEVEL",
        "Classes, defines and nodes are found by name, so they stand at the top level of the text; classes and \
         defines may also stand directly in a class. They cannot be defined under a condition, in a loop or in a value.",
        "if true { class web { } }",
        "class web { }\nif true { include web }",
    ),
    row(
        "NOT_ABSOLUTE_TOP_LEVEL",
        "Functions and types stand at the top level of the text and nowhere else, not even in a class. Their names are \
         full names in any case.",
        "class web { function web::port() { 80 } }",
        "function web::port() { 80 }\nclass web { }",
    ),
    row(
        "CROSS_SCOPE_ASSIGNMENT",
        "A variable is assigned in the scope in which the assignment runs, so its name has no `::`. To read a \
         variable of another scope the full name is right.",
        "$web::port = 80",
        "$port = 80",
    ),
    row(
        "ILLEGAL_ASSIGNMENT",
        "On the left of `=` stands a variable, or an array of variables to take a value apart. Anything else cannot \
         get a value. To compare two values write `==`.",
        "port = 80",
        "$port = 80",
    ),
    row(
        "ILLEGAL_NUMERIC_ASSIGNMENT",
        "The variables `$0`, `$1` and so on hold what a regular expression has matched. Only a match sets them.",
        "$1 = 'a'",
        "$first = 'a'",
    ),
    row(
        "ILLEGAL_INDEXED_ASSIGNMENT",
        "Values never change, so an element of an array or a hash cannot be assigned. Make a new value from the old \
         one, with `+` or with a function.",
        "$h = {'a' => 1}\n$h['b'] = 2",
        "$h = {'a' => 1}\n$more = $h + {'b' => 2}",
    ),
    row(
        "ILLEGAL_ASSIGNMENT_CONTEXT",
        "The default of a parameter cannot assign a variable, except inside a lambda. Assign it in the body.",
        "function f($x = [$y = 1]) { $x }",
        "function f($x = [1]) { $y = $x }",
    ),
    row(
        "APPENDS_DELETES_NO_LONGER_SUPPORTED",
        "Puppet 3 had `+=` and `-=`. A variable gets its value once, so there is nothing they could do: compute a new \
         value and give it a new name.",
        "$a = [1]\n$a += [2]",
        "$a = [1]\n$b = $a + [2]",
    ),
    row(
        "ILLEGAL_ATTRIBUTE_APPEND",
        "`+>` adds to an attribute that a resource has already. It works where existing resources are changed, in \
         overrides and collectors, and not where a resource or its defaults are written.",
        "notify { 'a': tag +> 'x' }",
        "notify { 'a': tag => 'x' }",
    ),
    row(
        "MULTIPLE_ATTRIBUTES_UNFOLD",
        "`* =>` takes attributes from a hash, and one resource body takes one hash. Add the hashes first.",
        "notify { 'a': * => {}, * => {} }",
        "notify { 'a': * => {} + {} }",
    ),
    row(
        "CLASS_NOT_VIRTUALIZABLE",
        "A virtual or exported resource waits to be collected; a class is in the catalog or it is not. Leave the `@` \
         out.",
        "@class { 'web': }",
        "class web { }\nclass { 'web': }",
    ),
    row(
        "NOT_VIRTUALIZEABLE",
        "Only a resource with a title can be virtual or exported. Defaults and overrides say something about other \
         resources and are none themselves.",
        "@Notify { withpath => true }",
        "Notify { withpath => true }",
    ),
    row(
        "ILLEGAL_EXPRESSION",
        "Some places take one kind of expression only: the type of a parameter or an alias, what a collector collects, \
         the name of a node, what is called like a function. Something else stands there.",
        "type Port = [1]",
        "type Port = Integer[1, 65535]",
    ),
    row(
        "ILLEGAL_QUERY_EXPRESSION",
        "The query of a collector is compared with each resource in its own way, so it knows only `==`, `!=`, `and`, \
         `or` and parentheses around attribute names and plain values.",
        "Notify <| title =~ /a/ |>",
        "Notify <| title == 'a' |>",
    ),
    row(
        "ILLEGAL_VAR_NAME",
        "A variable's name is made of lower-case letters, digits and underscores, in segments joined by `::`. It \
         starts with a letter or, without `::`, with an underscore. There is no hyphen in it.",
        "$Name = 1",
        "$name = 1",
    ),
    row(
        "ILLEGAL_NUMERIC_VAR_NAME",
        "A variable whose name starts with a digit is a match variable: `$0` or a decimal number without a leading \
         zero.",
        "$01",
        "$x = $1",
    ),
    row(
        "ILLEGAL_PARAM_NAME",
        "A parameter's name is made of lower-case letters, digits and underscores, starts with a letter or an \
         underscore and has no `::`.",
        "function f($Port) { 1 }",
        "function f($port) { 1 }",
    ),
    row(
        "ILLEGAL_NUMERIC_PARAMETER",
        "A parameter cannot be called like a match variable, since matching would change what it means.",
        "function f($1) { 1 }",
        "function f($first) { 1 }",
    ),
    row(
        "ILLEGAL_DEFINITION_NAME",
        "Classes, defines and functions have lower-case names, types upper-case ones. Each segment starts with a \
         letter, a hyphen is not allowed, and no `::` stands in front.",
        "class Web { }",
        "class web { }",
    ),
    row(
        "ILLEGAL_HOSTNAME_CHARS",
        "A node is chosen by the name of a host, which is made of letters, digits, `_`, `-` and `.`. To choose \
         several hosts use a regular expression.",
        "node 'web server' { }",
        "node 'web-server' { }",
    ),
    row(
        "ILLEGAL_HOSTNAME_INTERPOLATION",
        "Nodes are told apart before anything is evaluated, so a node's name cannot be computed.",
        "node \"web${1}\" { }",
        "node /^web\\d+$/ { }",
    ),
    row(
        "ILLEGAL_NODE_INHERITANCE",
        "Nodes cannot inherit from one another since Puppet 4. Put what they share into a class and include it.",
        "node 'a' inherits 'b' { }",
        "node 'a' { include base }",
    ),
    row(
        "ILLEGAL_TYPE_MAPPING",
        "A mapping of a runtime type goes from a name to a type, or from a pattern to a pattern with its replacement. \
         The two sides here do not belong together.",
        "type Runtime['ruby', 'Foo'] = [/^x/, 'y']",
        "type Runtime['ruby', 'Foo'] = Integer",
    ),
    row(
        "UNSUPPORTED_EXPRESSION",
        "The grammar knows this construct and Puppet does not carry it out: an alias with parameters, or a type with a \
         body.",
        "type Pair[T] = Tuple",
        "type Pair = Tuple[Any, Any]",
    ),
    row(
        "CAPTURES_REST_NOT_LAST",
        "A parameter with `*` takes all arguments that are left, so nothing could reach a parameter after it.",
        "with(1, 2) |*$rest, $last| { $last }",
        "with(1, 2) |$first, *$rest| { $rest }",
    ),
    row(
        "CAPTURES_REST_NOT_SUPPORTED",
        "Classes, defines and templates get their parameters by name, so there are no remaining arguments for a `*` to \
         collect. Take an array instead.",
        "class web(*$ports) { }",
        "class web(Array $ports) { }",
    ),
    row(
        "REQUIRED_PARAMETER_AFTER_OPTIONAL",
        "Arguments are given by position, so a parameter that must be given cannot come after one that may be left \
         out. Puppet 8 says so at the first call; the default edition warns at the definition already.",
        "function f($a = 1, $b) { $b }\nf(1, 2)",
        "function f($b, $a = 1) { $b }\nf(1, 2)",
    ),
    row(
        "DUPLICATE_PARAMETER",
        "Two parameters of one list have the same name, so one of them could never be read.",
        "function f($a, $a) { 1 }",
        "function f($a, $b) { 1 }",
    ),
    row(
        "RESERVED_PARAMETER",
        "In a class or a define `$name` and `$title` are set by Puppet, so no parameter may be called so.",
        "define user($name) { }",
        "define user($login) { }",
    ),
    row(
        "RESERVED_TYPE_NAME",
        "The name of one of Puppet's own types, even in lower case, cannot name a class, a define, a function or a type.",
        "class string { }",
        "class text { }",
    ),
    row(
        "RESERVED_WORD",
        "The word is reserved for the language and cannot stand for itself. Put it in quotes when the text is meant.",
        "$x = private",
        "$x = 'private'",
    ),
    row(
        "FUTURE_RESERVED_WORD",
        "The word is going to be reserved, so using it as a name is only warned about now. Take another name.",
        "class plan { }",
        "class planning { }",
    ),
    row(
        "ILLEGAL_NONLITERAL_PARAMETER_TYPE",
        "Puppet wants to know the types of a class's parameters without evaluating anything, so they should hold plain \
         values only. This is a warning.",
        "class web(Integer[1 + 1] $port) { }",
        "class web(Integer[2] $port) { }",
    ),
    row(
        "DUPLICATE_KEY",
        "A hash is written with the same key twice, and only the later value would remain. Keys that are computed are \
         not looked at. The setting `strict` makes this a warning or nothing.",
        "$h = {'a' => 1, 'a' => 2}",
        "$h = {'a' => 1, 'b' => 2}",
    ),
    row(
        "DUPLICATE_DEFAULT",
        "A `case` or a selector has one `default`, which is taken when nothing else matches. A second one could never \
         be reached.",
        "case 1 { default: { 1 } default: { 2 } }",
        "case 1 { 1: { 1 } default: { 2 } }",
    ),
    row(
        "NUMERIC_OVERFLOW",
        "Puppet's integers have 64 bits, from -9223372036854775808 to 9223372036854775807. A literal or a result is \
         outside of that. The default edition computes on with larger integers.",
        "$x = 9223372036854775808",
        "$x = 9223372036854775807",
    )
    .puppet8(),
    row(
        "ILLEGAL_JSON",
        "The heredoc says that its text is JSON, and it is not. The text is checked when the heredoc is read.",
        "$x = @(END:json)\n{\"a\": }\nEND",
        "$x = @(END:json)\n{\"a\": 1}\nEND",
    ),
    row(
        "ILLEGAL_PP",
        "The heredoc says that its text is Puppet, and it does not pass Puppet's parser and static checks.",
        "$x = @(END:pp)\n$a = = 1\nEND",
        "$x = @(END:pp)\n$a = 1\nEND",
    ),
    row(
        "ILLEGAL_EPP",
        "The heredoc says that its text is a template, and it does not pass the parser and the static checks.",
        "$x = @(END:epp)\n<%= $a\nEND",
        "$x = @(END:epp)\n<%= $a %>\nEND",
    ),
    row(
        "ILLEGAL_BASE64",
        "The heredoc says that its text is Base64, and it is not: it has other characters, or is cut off. Blanks and \
         line ends do not matter.",
        "$x = @(END:base64)\nYWJj!\nEND",
        "$x = @(END:base64)\nYWJj\nEND",
    ),
    row(
        "ILLEGAL_EPP_PARAMETERS",
        "A parenthesis right after a template's text looks as if the text were called like a function. To print a \
         value write `<%=`; parameters come first in a template, between bars.",
        "Hello <%($name) %>",
        "Hello <%= $name %>",
    )
    .template(),
    row(
        "EXPRESSION_NOT_SUPPORTED_WHEN_SCRIPTING",
        "A plan runs steps on machines and has no catalog, so it cannot hold classes, resources or relationships. \
         They belong into an `apply` block.",
        "plan p() { notify { 'a': } }",
        "plan p($nodes) { apply($nodes) { notify { 'a': } } }",
    )
    .plan(),
    row(
        "EXPRESSION_NOT_SUPPORTED_WHEN_COMPILING",
        "An `apply` block of a plan is turned into a catalog on its own, so it cannot hold another `apply` or collect \
         exported resources.",
        "plan p($n) { apply($n) { apply($n) { } } }",
        "plan p($n) { apply($n) { notify { 'a': } } }",
    )
    .plan(),
    row(
        "ILLEGAL_DEFINITION_LOCATION",
        "A class, define or function of a module is found by its name: `apache::vhost` in `manifests/vhost.pp` of the \
         module `apache`. This file holds one whose name belongs into another file.",
        "",
        "",
    ),
    row(
        "ILLEGAL_TOP_CONSTRUCT_LOCATION",
        "A module's file holds definitions and nothing else. Put statements into a class, or into the site's manifest.",
        "",
        "",
    ),
];
