//! Language topics that surprise newcomers, and differences between Puppet 8 and its language reference.

use super::{Page, point};

pub(super) static PAGES: &[Page] = &[
    point(
        "truth",
        "Only undef and false count as false. 0, '', [] and the string 'false' all count as true.",
        "if '' { 'true' } else { 'false' }",
    ),
    point(
        "variables",
        "A variable is set once and keeps its value. To continue with another value, use another name, or build the \
         value with map, filter or reduce. In this REPL ':undo' undoes an assignment.",
        "[1, 2, 3].reduce(0) |$sum, $n| { $sum + $n }",
    ),
    point(
        "scope",
        "if, unless and case share the scope around them: variables set inside are visible afterwards. Lambdas, \
         functions, classes and defines have their own. A function sees its parameters and the top scope, never its \
         caller's variables.",
        "if true { $seen = 1 }\n$seen",
    ),
    point(
        "equality",
        "== ignores the case of ASCII letters in strings; 1 == 1.0 is true; '1' == 1 is false, because strings are \
         never converted. =~ with a type tests whether the value is an instance of it.",
        "'ABC' == 'abc'",
    ),
    point(
        "match",
        "A match with =~ sets $0 to the matched string and $1, $2, ... to the groups. A failed match leaves them \
         unchanged. Captures from inside if, case or a lambda are discarded after it. ':match' shows them.",
        "'port 80' =~ /(\\d+)/\n$1",
    ),
    point(
        "regexp",
        "Regular expressions are Ruby's: ^ and $ match at every line, (?m) lets the dot match a line end, \\w \\d \\s are \
         ASCII while [[:alpha:]] is Unicode, and one named group switches the numbered ones off.",
        "\"a\\nb\" =~ /^b$/",
    ),
    point(
        "heredoc",
        "@(END) starts a heredoc: the lines after it, up to a line with END. '|' before the end tag removes the \
         indentation up to its own column, '-' removes the last line end. @(\"END\") interpolates, @(END/tn) enables \
         escapes, @(END:json) checks the syntax. ':heredoc' shows how a heredoc is processed.",
        "$text = @(\"END\"/L)\n  Hello ${1 + 1} \\\n  worlds\n  | END",
    ),
    point(
        "interpolation",
        "In double quotes \"$x\" and \"${x}\" interpolate the variable, \"${x[0]}\" and \"${x.upcase}\" an \
         expression on it; \"$x[0]\" is $x followed by the literal [0]. In ${...} a name before an operator is a \
         plain word: write \"${$n + 1}\".",
        "$n = 1\n\"${$n + 1}\"",
    ),
    point(
        "blanks",
        "Whitespace matters before '[': $a[0] takes an element, $a [0] is a variable followed by a new array.",
        "$a = [7, 8]\n$a[0]",
    ),
    point(
        "precedence",
        "The operators from high to low precedence: the higher its level, the tighter an operator binds. Calls, '.' and \
         '[ ]' bind tightest. So ! 'a' in ['b'] tests whether (!'a') is in the list. ':parens CODE' shows the grouping \
         of an expression.",
        "!('a' in ['b'])",
    ),
    point(
        "operators",
        "All operators by precedence: the higher its level, the tighter an operator binds. Operators of one level group \
         from the left, or from the right. ':explain =~' describes one operator, ':parens CODE' shows the grouping of \
         an expression.",
        "1 + 2 * 3 == 7 and 'a' in ['a']",
    ),
    point(
        "undef",
        "undef means the absence of a value: it counts as false, interpolates to an empty string, and accepts no [ ] \
         or method. Optional[T] is T or Undef. dig and get return undef instead of failing.",
        "{'a' => 1}.get('no.such.key')",
    ),
    point(
        "unfold",
        "*$list spreads an array (or a hash, as pairs) into a list, the arguments of a call, or the options of a case.",
        "[0, *[1, 2], 3]",
    ),
    point(
        "trace",
        "The steps of an evaluation: each is the code, the code with its values, and the result. The steps inside a \
         lambda, a function, a class or a branch are indented. ':trace CODE' prints them and leaves the session as it \
         is; ':rewrite EXPR' shows the whole expression instead. 'pprepl run --trace' traces a file, and the Trace pane \
         of the notebook goes step by step.",
        "[1, 2, 3].filter |$x| { $x > 1 }.map |$x| { $x * 10 }",
    ),
    point(
        "lambda",
        "|$x| { ... } follows a call and runs for each value. In Puppet 8 a lambda is not a value. Here a function \
         of yours may take one as a last parameter of type Callable and call it with $block(..); &name makes a \
         lambda of a function (extensions: ':set additions off' rejects them).",
        "function twice(Integer $n, Callable $f) { $f($f($n)) }\ntwice(5) |$x| { $x * 2 }",
    ),
    point(
        "editions",
        "An edition is a set of language settings. '8', the default, is Puppet 8 with extensions: it accepts more and \
         warns where Puppet 8 refuses. 'puppet8' follows Puppet 8 exactly. ':explain additions' lists the points \
         where the two differ.\n'4x' follows the language specification where Puppet 8 differs: Data, and Array, Hash \
         and Pattern without parameters, have their specified meaning. A numeric string equals its number; *undef is \
         [undef]; an unknown name in upper case is a resource type; your functions cannot hide built-in ones.\n'3x' \
         does all that too. It names Any and Scalar Object and Literal, counts '' as false, and evaluates an unknown \
         variable to undef.\n':set edition 4x' selects an edition, ':set' lists its settings, and each setting can be \
         set alone.",
        "",
    ),
    point(
        "additions",
        "The default edition accepts more than Puppet 8 does. ':set edition puppet8' follows Puppet 8 exactly; the \
         narrower setting is in parentheses. Code for real machines should work in both.",
        "9223372036854775807 + 1",
    ),
    point(
        "resource",
        "A resource describes one thing on a machine: type { 'title': attribute => value }. The type is lowercase; the \
         title identifies the resource, so a type has each title once. In a reference the type is uppercase: \
         File['/etc/motd']. Puppet collects resources in a catalog, and the agent applies it; pprepl only shows it \
         (':catalog'). ':doc file' lists the attributes of a type.",
        "file { '/etc/motd': ensure => file, content => 'Hello' }\nFile['/etc/motd']['content']",
    ),
    point(
        "ordering",
        "Code runs from top to bottom, so a variable is set before it is read. Resources are applied in the order of \
         their relationships, and otherwise as declared. '->' or 'require' orders two resources; '~>' or 'notify' also \
         refreshes the second one when the first one changes. ':graph' shows the order.",
        "notify { 'b': }\nnotify { 'a': before => Notify['b'] }",
    ),
    point(
        "relationship",
        "A relationship orders two resources. Chains use arrows: Package['ntp'] -> Service['ntp']. The metaparameters \
         require, before, notify and subscribe say the same inside a resource. '~>' and notify also send a refresh, \
         which restarts a service. References are uppercase and name declared resources.",
        "notify { 'config': }\nnotify { 'service': }\nNotify['config'] ~> Notify['service']",
    ),
    point(
        "each",
        "each calls a lambda for every element, and returns the array itself. Use it for effects, such as declaring \
         resources. To compute new values use map, to select elements filter, to combine them reduce. With two \
         parameters the lambda gets index and value, or key and value of a hash.",
        "['a', 'b'].each |$index, $name| { notice(\"${index}: ${name}\") }",
    ),
    point(
        "map",
        "map returns a new array with the result of the lambda for every element; the array itself does not change. \
         filter keeps the elements for which the lambda is true, and reduce combines all elements to one value. each \
         discards the results.",
        "[1, 2, 3].map |$n| { $n * 10 }",
    ),
    point(
        "strings",
        "Single quotes take everything literally, except \\\\ and \\'. Double quotes interpolate ${variables} and know \
         escapes such as \\n. Strings are joined by interpolation, not with '+'. '==' and 'in' ignore case. Several \
         lines fit a heredoc, @(END). Convert with Integer('42') and String(42).",
        "$who = 'world'\n\"Hello ${who}\".upcase",
    ),
    point(
        "facts",
        "Facts describe the machine: operating system, network, processors. Code reads them as $facts['os']['family']. \
         A machine sends them to Puppet; pprepl takes them from a bundled set or a file: ':set facts debian-12'. \
         ':facts os' shows a part of them, ':set fact os.family=RedHat' changes one.",
        "if defined('$facts') { $facts['os']['family'] } else { 'no facts are selected' }",
    ),
    point(
        "hiera",
        "Hiera keeps data out of code: YAML files in a hierarchy, from special to common. lookup('key') returns the \
         first value found, and the parameters of classes are looked up automatically as class::parameter. The file \
         hiera.yaml defines the hierarchy: ':set hiera FILE'. ':lookup KEY' shows every level that was searched.",
        "lookup('motd::text', {'default_value' => 'Hello'})",
    ),
    point(
        "selector",
        "A selector chooses a value: $x ? { option => value }. Options are compared in order, as in a case: an equal \
         value, a matching regular expression, or a type. Without a match and a 'default' it fails. It replaces the \
         a ? b : c of other languages; if is an expression, too.",
        "$os = 'Debian'\n$os ? { /(?i:debian|ubuntu)/ => 'apt', default => 'dnf' }",
    ),
    point(
        "types",
        "Every value has a type, and types are values: Integer, String[1], Array[Integer], Enum['a', 'b'], \
         Optional[String]. Parameters can have types, which are checked at each call. '=~' tests a value, 'type Port = \
         Integer[1, 65535]' names a type. ':type EXPR' shows a type, ':types' lists them, ':info TYPE' describes one.",
        "[80, 'http'] =~ Array[Variant[Integer[1, 65535], String[1]]]",
    ),
    point(
        "Data",
        "Puppet 8: Data is ScalarData, Undef, Array[Data] and Hash[String, Data]. The language specification says \
         Scalar, Array[Data] and Hash[Scalar, Data]; ':set spec_types on' follows it.",
        "[1, 'a', undef] =~ Data",
    ),
    point(
        "Array",
        "Puppet 8: Array without parameters is Array[Any]. The language specification says Array[Data]; ':set \
         spec_types on' follows it. Array[T, 1] has at least one element, Array[T, 1, 3] one to three.",
        "Array == Array[Any]",
    ),
    point(
        "Hash",
        "Puppet 8: Hash without parameters is Hash[Any, Any]. The language specification says Hash[Scalar, Data]; \
         ':set spec_types on' follows it.",
        "Hash == Hash[Any, Any]",
    ),
    point(
        "Pattern",
        "Puppet 8: Pattern without parameters matches every string. In the language specification it matches none; \
         ':set spec_types on' follows it. Pattern[/a/, /b/] matches strings that match one of them.",
        "'abc' =~ Pattern[/^a/]",
    ),
    point(
        "Struct",
        "Struct[{name => String, Optional[port] => Integer}] is a hash with exactly these keys. Optional[key] may be \
         absent; an Optional value may be undef or absent.",
        "{'name' => 'web'} =~ Struct[{name => String, Optional[port] => Integer}]",
    ),
    point(
        "Integer",
        "Integer[5] is 5 or more (only 5 in the language specification), Integer[default, 5] is up to 5, Integer[5, \
         5] is 5.",
        "7 =~ Integer[5]",
    ),
    point(
        "Callable",
        "Callable[Integer, String] takes an Integer and a String; Callable[[Integer], String] takes an Integer and \
         returns a String; Callable[2, 2] takes two arguments of any type.",
        "Callable[Numeric] < Callable[Integer]",
    ),
    point(
        "String",
        "String[3] has 3 characters or more, String[1, 8] from 1 to 8. 'a' =~ String[1] is the usual test for a \
         non-empty string. Enum, Pattern and Regexp are more specific.",
        "'web' =~ String[1, 8]",
    ),
    point(
        "Enum",
        "Enum['a', 'b'] is one of these strings, case-sensitive; Enum['a', 'b', true] ignores case.",
        "'running' =~ Enum['running', 'stopped']",
    ),
    point(
        "Optional",
        "Optional[T] is a T or undef. Optional['key'] in a Struct is a key that may be absent.",
        "undef =~ Optional[Integer]",
    ),
    point("Variant", "Variant[A, B] is an A or a B.", "[80, 'http'].all |$x| { $x =~ Variant[Integer, String] }"),
    point(
        "Tuple",
        "Tuple[Integer, String] is an array with an Integer and then a String. Numbers at the end give the size: the last \
         type repeats, so Tuple[String, Integer, 1, default] is a String and then any number of Integers.",
        "['a', 1, 2] =~ Tuple[String, Integer, 1, default]",
    ),
    point(
        "Type",
        "Types are values too: Type[Integer] contains the subtypes of Integer. type($x) returns a value's type.",
        "type([1, 2])",
    ),
    point(
        "Sensitive",
        "Sensitive($x) keeps a secret out of logs and output: it shows as [value redacted]. unwrap returns the \
         secret. An input that names Sensitive is not written to the history.",
        "Sensitive('secret').unwrap.size",
    ),
    point(
        "Regexp",
        "Regexp[/a/] is the type of only this regular expression. The strings that match have the type Pattern[/a/].",
        "/a/ =~ Regexp",
    ),
    point(
        "Scalar",
        "Single values: numbers, strings, Booleans, regular expressions, timestamps, versions. ScalarData are the \
         scalars of JSON.",
        "[1, 'a', true, /x/].all |$x| { $x =~ Scalar }",
    ),
    point(
        "Float",
        "Numbers with a fraction; Float[0.0, 1.0] is a range. 1 is not a Float, and 1.0 not an Integer, but both are Numeric \
         and 1 == 1.0.",
        "0.5 =~ Float[0.0, 1.0]",
    ),
    point("Collection", "Arrays and hashes; Collection[1] is a non-empty one.", "{'a' => 1} =~ Collection[1]"),
    point(
        "Iterable",
        "Values that each and map can iterate over: arrays, hashes, strings, numbers (from 0), ranges such as \
         Integer[1, 3].",
        "Integer[1, 3].map |$n| { $n * $n }",
    ),
    point(
        "Timestamp",
        "A timestamp with nanosecond precision. Timestamp() is now; two of them subtract to a Timespan, and strftime \
         prints one.",
        "Timestamp('2024-02-29T12:00:00', '%FT%T') + Timespan({days => 1})",
    ),
    point(
        "SemVer",
        "A version such as 1.2.3; SemVer['>=1.2.0'] is the type of the versions in a range.",
        "SemVer('1.4.0') =~ SemVer['>=1.2.0 <2.0.0']",
    ),
];
