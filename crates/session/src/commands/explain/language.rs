//! Language topics that surprise newcomers, and differences between Puppet 8 and its language reference.

use super::{Topic, point};

pub(super) static TOPICS: &[Topic] = &[
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
        "From high to low precedence: . and calls; - (minus sign); * (unfold); !; in; =~ !~; * / %; + -; << >>; == \
         !=; < > <= >=; ?; and; or; =. So ! 'a' in ['b'] tests whether (!'a') is in the list.",
        "!('a' in ['b'])",
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
        "lambda",
        "|$x| { ... } follows a call and runs for each value. In Puppet 8 a lambda is not a value. Here a function \
         of yours may take one as a last parameter of type Callable and call it with $block(..); &name makes a \
         lambda of a function (extensions: ':set additions off' rejects them).",
        "function twice(Integer $n, Callable $f) { $f($f($n)) }\ntwice(5) |$x| { $x * 2 }",
    ),
    point(
        "editions",
        "'8' is Puppet 8 with extensions; 'puppet8' follows Puppet 8 exactly. '4x' follows the language \
         specification where Puppet 8 differs: Data, and Array, Hash and Pattern without parameters, have their \
         specified meaning; a numeric string equals its number; *undef is [undef]; an unknown name in upper case is \
         a resource type; your functions cannot hide built-in ones. '3x' does all that too, names Any and Scalar \
         Object and Literal, counts '' as false, and evaluates an unknown variable to undef. ':set edition 4x' \
         selects an edition, ':set' lists its settings, and each setting can be set alone.",
        "",
    ),
    point(
        "additions",
        "Extensions that Puppet 8 rejects and this REPL accepts by default: integers without limit, descending \
         ranges such as Integer[5, 1], the type Ruby[..], lambdas for functions of yours, $block(..), &name, \
         type_of, and numeric strings in arithmetic (with a warning). ':set additions off' disables them.",
        "9223372036854775807 + 1",
    ),
    point(
        "Data",
        "Puppet 8: Data is ScalarData, Undef, Array[Data] and Hash[String, Data]. The language specification says \
         Scalar, Array[Data] and Hash[Scalar, Data]; ':set seed_types on' follows it.",
        "[1, 'a', undef] =~ Data",
    ),
    point(
        "Array",
        "Puppet 8: Array without parameters is Array[Any]. The language specification says Array[Data]; ':set \
         seed_types on' follows it. Array[T, 1] has at least one element, Array[T, 1, 3] one to three.",
        "Array == Array[Any]",
    ),
    point(
        "Hash",
        "Puppet 8: Hash without parameters is Hash[Any, Any]. The language specification says Hash[Scalar, Data]; \
         ':set seed_types on' follows it.",
        "Hash == Hash[Any, Any]",
    ),
    point(
        "Pattern",
        "Puppet 8: Pattern without parameters matches every string. In the language specification it matches none; \
         ':set seed_types on' follows it. Pattern[/a/, /b/] matches strings that match one of them.",
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
