//! Issues of static validation: the grammar allows the code, the language does not.

use super::{Explanation, Stage};
use pprepl_text::{Code, IssueCode};

const fn row(code: IssueCode, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Validation, Code::Issue(code), text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        IssueCode::IdemExpressionNotLast,
        "The value of a statement is unused. Only the last statement of a function, a lambda or an input may be an \
         unused value: it is the result. Often a call lacks its parentheses or an assignment its `=`.",
        "upcase 'a'\n$x = 1",
        "$a = upcase('a')\n$x = 1",
    ),
    row(
        IssueCode::IdemNotAllowedLast,
        "The body of a class, a defined type or a node definition ends in an unused value: these bodies return \
         nothing. Assign it, pass it to a function, or remove it.",
        "class web { 80 }",
        "class web { $port = 80 }",
    ),
    row(
        IssueCode::ResourceWithoutTitle,
        "This looks like a resource, but its attributes do not follow a title. A resource needs a title, by which \
         others refer to it, and a colon after it.",
        "notify { message => 'hello' }",
        "notify { 'greeting': message => 'hello' }",
    ),
    row(
        IssueCode::NotRvalue,
        "A definition or a collector is used where a value is required. It has an effect, but no value to assign \
         or compute with.",
        "$all = Notify <| |>",
        "Notify <| |>",
    ),
    row(
        IssueCode::NotTopLevel,
        "Puppet finds classes, defined types and nodes by name, so they are only allowed at top level. Classes and \
         defined types are also allowed directly in a class. Conditions, loops and values cannot contain their \
         definitions.",
        "if true { class web { } }",
        "class web { }\nif true { include web }",
    ),
    row(
        IssueCode::NotAbsoluteTopLevel,
        "Functions and types are only allowed at top level, not even in a class. Their names are always fully \
         qualified.",
        "class web { function web::port() { 80 } }",
        "function web::port() { 80 }\nclass web { }",
    ),
    row(
        IssueCode::CrossScopeAssignment,
        "A variable is assigned in the scope in which the assignment runs, so its name has no `::`. Use a \
         qualified name only to read a variable of another scope.",
        "$web::port = 80",
        "$port = 80",
    ),
    row(
        IssueCode::IllegalAssignment,
        "The left side of `=` must be a variable, or an array of variables. To compare two values, use `==`.",
        "port = 80",
        "$port = 80",
    ),
    row(
        IssueCode::IllegalNumericAssignment,
        "The variables `$0`, `$1` and so on contain the match of a regular expression. Only a match sets them.",
        "$1 = 'a'",
        "$first = 'a'",
    ),
    row(
        IssueCode::IllegalIndexedAssignment,
        "Values never change, so an element of an array or a hash cannot be assigned. Compute a new value from the \
         old one, with `+` or with a function.",
        "$h = {'a' => 1}\n$h['b'] = 2",
        "$h = {'a' => 1}\n$more = $h + {'b' => 2}",
    ),
    row(
        IssueCode::IllegalAssignmentContext,
        "The default of a parameter cannot assign a variable, except inside a lambda. Assign it in the body.",
        "function f($x = [$y = 1]) { $x }",
        "function f($x = [1]) { $y = $x }",
    ),
    row(
        IssueCode::AppendsDeletesNoLongerSupported,
        "Puppet 3 had `+=` and `-=`. A variable is set only once, so they cannot work: compute a new value and \
         assign it to a new name.",
        "$a = [1]\n$a += [2]",
        "$a = [1]\n$b = $a + [2]",
    ),
    row(
        IssueCode::IllegalAttributeAppend,
        "`+>` adds to an attribute that a resource already has. It is allowed in overrides and collectors, but not \
         in resources and resource defaults.",
        "notify { 'a': tag +> 'x' }",
        "notify { 'a': tag => 'x' }",
    ),
    row(
        IssueCode::MultipleAttributesUnfold,
        "`* =>` sets attributes from a hash, and a resource body allows it once. Add the hashes first.",
        "notify { 'a': * => {}, * => {} }",
        "notify { 'a': * => {} + {} }",
    ),
    row(
        IssueCode::ClassNotVirtualizable,
        "A virtual or exported resource waits until it is collected; a class cannot be virtual or exported. Remove \
         the `@`.",
        "@class { 'web': }",
        "class web { }\nclass { 'web': }",
    ),
    row(
        IssueCode::NotVirtualizeable,
        "Only a resource with a title can be virtual or exported. Defaults and overrides change other resources, \
         but do not declare any.",
        "@Notify { withpath => true }",
        "Notify { withpath => true }",
    ),
    row(
        IssueCode::IllegalExpression,
        "Some constructs accept only one kind of expression, and this one is of another kind. Examples are the \
         type of a parameter, alias or collector, the name of a node, and the function of a call.",
        "type Port = [1]",
        "type Port = Integer[1, 65535]",
    ),
    row(
        IssueCode::IllegalQueryExpression,
        "The query of a collector is compared with each resource by special rules. It supports only `==`, `!=`, \
         `and`, `or` and parentheses, with attribute names and simple values.",
        "Notify <| title =~ /a/ |>",
        "Notify <| title == 'a' |>",
    ),
    row(
        IssueCode::IllegalVarName,
        "A variable's name consists of lowercase letters, digits and underscores, in segments joined by `::`. It \
         starts with a letter or, without `::`, with an underscore. Hyphens are not allowed.",
        "$Name = 1",
        "$name = 1",
    ),
    row(
        IssueCode::IllegalNumericVarName,
        "A variable whose name starts with a digit is a match variable: `$0` or a decimal number without a leading \
         zero.",
        "$01",
        "$x = $1",
    ),
    row(
        IssueCode::IllegalParamName,
        "A parameter's name consists of lowercase letters, digits and underscores. It starts with a letter or an \
         underscore and has no `::`.",
        "function f($Port) { 1 }",
        "function f($port) { 1 }",
    ),
    row(
        IssueCode::IllegalNumericParameter,
        "A parameter cannot have the name of a match variable, since a match would change its value.",
        "function f($1) { 1 }",
        "function f($first) { 1 }",
    ),
    row(
        IssueCode::IllegalDefinitionName,
        "Classes, defined types and functions have lowercase names, types uppercase ones. Each segment starts with \
         a letter; hyphens and a leading `::` are not allowed.",
        "class Web { }",
        "class web { }",
    ),
    row(
        IssueCode::IllegalHostnameChars,
        "A node definition matches the name of a host, which consists of letters, digits, `_`, `-` and `.`. To \
         match several hosts, use a regular expression.",
        "node 'web server' { }",
        "node 'web-server' { }",
    ),
    row(
        IssueCode::IllegalHostnameInterpolation,
        "Puppet selects nodes before it evaluates anything, so a node's name cannot be computed.",
        "node \"web${1}\" { }",
        "node /^web\\d+$/ { }",
    ),
    row(
        IssueCode::IllegalNodeInheritance,
        "Since Puppet 4 nodes cannot inherit from each other. Move the common code into a class and include it.",
        "node 'a' inherits 'b' { }",
        "node 'a' { include base }",
    ),
    row(
        IssueCode::IllegalTypeMapping,
        "A runtime type maps a name to a type, or a pattern to a pattern with its replacement. The two sides here \
         do not match.",
        "type Runtime['ruby', 'Foo'] = [/^x/, 'y']",
        "type Runtime['ruby', 'Foo'] = Integer",
    ),
    row(
        IssueCode::UnsupportedExpression,
        "The grammar has this construct, but Puppet does not implement it: an alias with parameters, or a type \
         with a body.",
        "type Pair[T] = Tuple",
        "type Pair = Tuple[Any, Any]",
    ),
    row(
        IssueCode::CapturesRestNotLast,
        "A parameter with `*` takes all remaining arguments, so a parameter after it would never get one.",
        "with(1, 2) |*$rest, $last| { $last }",
        "with(1, 2) |$first, *$rest| { $rest }",
    ),
    row(
        IssueCode::CapturesRestNotSupported,
        "Classes, defined types and templates get their parameters by name, so a `*` has no remaining arguments to \
         collect. Use an array instead.",
        "class web(*$ports) { }",
        "class web(Array $ports) { }",
    ),
    row(
        IssueCode::RequiredParameterAfterOptional,
        "Arguments are passed by position, so a required parameter cannot follow an optional one. Puppet 8 reports \
         this at the first call; the default edition warns at the definition.",
        "function f($a = 1, $b) { $b }\nf(1, 2)",
        "function f($b, $a = 1) { $b }\nf(1, 2)",
    ),
    row(
        IssueCode::DuplicateParameter,
        "Two parameters of one list have the same name, so one of them can never be read.",
        "function f($a, $a) { 1 }",
        "function f($a, $b) { 1 }",
    ),
    row(
        IssueCode::ReservedParameter,
        "In a class or a defined type Puppet sets `$name` and `$title`, so a parameter cannot have these names.",
        "define user($name) { }",
        "define user($login) { }",
    ),
    row(
        IssueCode::ReservedTypeName,
        "The name of a built-in type, even in lowercase, cannot name a class, defined type, function or type.",
        "class string { }",
        "class text { }",
    ),
    row(
        IssueCode::ReservedWord,
        "The language reserves this word, so it is not valid as a string. Quote it if you mean the string.",
        "$x = private",
        "$x = 'private'",
    ),
    row(
        IssueCode::FutureReservedWord,
        "The language will reserve this word, so its use as a name is a warning now. Use another name.",
        "class plan { }",
        "class planning { }",
    ),
    row(
        IssueCode::IllegalNonliteralParameterType,
        "Puppet reads the types of a class's parameters without evaluating them, so they should contain only \
         literals. This is a warning.",
        "class web(Integer[1 + 1] $port) { }",
        "class web(Integer[2] $port) { }",
    ),
    row(
        IssueCode::DuplicateKey,
        "A hash contains the same key twice, and only the later value would remain. Computed keys are not checked. \
         The setting `strict` makes this a warning or disables it.",
        "$h = {'a' => 1, 'a' => 2}",
        "$h = {'a' => 1, 'b' => 2}",
    ),
    row(
        IssueCode::DuplicateDefault,
        "A `case` or a selector has one `default`, which applies when no other option matches. A second one can \
         never apply.",
        "case 1 { default: { 1 } default: { 2 } }",
        "case 1 { 1: { 1 } default: { 2 } }",
    ),
    row(
        IssueCode::NumericOverflow,
        "Puppet's integers have 64 bits, from -9223372036854775808 to 9223372036854775807. A literal or a result \
         is outside of this range. The default edition supports larger integers.",
        "$x = 9223372036854775808",
        "$x = 9223372036854775807",
    )
    .puppet8(),
    row(
        IssueCode::IllegalJson,
        "The heredoc is declared as JSON, but its text is not valid JSON. The text is checked when the heredoc is \
         parsed.",
        "$x = @(END:json)\n{\"a\": }\nEND",
        "$x = @(END:json)\n{\"a\": 1}\nEND",
    ),
    row(
        IssueCode::IllegalPp,
        "The heredoc is declared as Puppet source, but its text fails Puppet's parser or static checks.",
        "$x = @(END:pp)\n$a = = 1\nEND",
        "$x = @(END:pp)\n$a = 1\nEND",
    ),
    row(
        IssueCode::IllegalEpp,
        "The heredoc is declared as a template, but its text fails the parser or the static checks.",
        "$x = @(END:epp)\n<%= $a\nEND",
        "$x = @(END:epp)\n<%= $a %>\nEND",
    ),
    row(
        IssueCode::IllegalBase64,
        "The heredoc is declared as Base64, but its text contains other characters or is truncated. Spaces and \
         line ends are ignored.",
        "$x = @(END:base64)\nYWJj!\nEND",
        "$x = @(END:base64)\nYWJj\nEND",
    ),
    row(
        IssueCode::IllegalEppParameters,
        "A parenthesis right after a template's text looks like a call of that text. To print a value, use `<%=`; \
         parameters come first in a template, between bars.",
        "Hello <%($name) %>",
        "Hello <%= $name %>",
    )
    .template(),
    row(
        IssueCode::ExpressionNotSupportedWhenScripting,
        "A plan runs steps on machines and has no catalog, so it cannot contain classes, resources or \
         relationships. Put them in an `apply` block.",
        "plan p() { notify { 'a': } }",
        "plan p($nodes) { apply($nodes) { notify { 'a': } } }",
    )
    .plan(),
    row(
        IssueCode::ExpressionNotSupportedWhenCompiling,
        "An `apply` block of a plan is compiled to a separate catalog. It cannot contain another `apply` or \
         collect exported resources.",
        "plan p($n) { apply($n) { apply($n) { } } }",
        "plan p($n) { apply($n) { notify { 'a': } } }",
    )
    .plan(),
    row(
        IssueCode::IllegalDefinitionLocation,
        "Puppet finds a class, defined type or function of a module by its name: `apache::vhost` in \
         `manifests/vhost.pp` of the module `apache`. This file contains a definition whose name belongs in \
         another file.",
        "",
        "",
    ),
    row(
        IssueCode::IllegalTopConstructLocation,
        "A module's file contains only definitions. Put statements into a class, or into the site's manifest.",
        "",
        "",
    ),
];
