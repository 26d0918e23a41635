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
        "A variable is set once and keeps its value. To go on with another value, use another name, or build the value \
         with map, filter or reduce. In this REPL ':undo' takes an assignment back.",
        "[1, 2, 3].reduce(0) |$sum, $n| { $sum + $n }",
    ),
    point(
        "scope",
        "if, unless and case share the scope around them: what they set is seen afterwards. Lambdas, functions, classes \
         and defines have their own. A function sees its parameters and the top scope, never its caller's variables.",
        "if true { $seen = 1 }\n$seen",
    ),
    point(
        "equality",
        "== ignores the case of ASCII letters in strings; 1 == 1.0 is true; '1' == 1 is false, for strings are never \
         converted. =~ with a type asks whether the value is an instance of it.",
        "'ABC' == 'abc'",
    ),
    point(
        "match",
        "A match with =~ sets $0 to the matched text and $1, $2, ... to the groups. A match that fails leaves them as \
         they were. What matched inside if, case or a lambda is gone after it. ':match' shows them.",
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
        "@(END) takes the lines from the next one on, up to a line that says END. '|' before the end tag takes off the \
         white space up to its own column, '-' takes off the last line end. @(\"END\") interpolates, @(END/tn) knows \
         escapes, @(END:json) checks the syntax. ':heredoc' shows how one came to be its text.",
        "$text = @(\"END\"/L)\n  Hello ${1 + 1} \\\n  worlds\n  | END",
    ),
    point(
        "interpolation",
        "In double quotes \"$x\" and \"${x}\" give the variable, \"${x[0]}\" and \"${x.upcase}\" work on it; \"$x[0]\" takes \
         $x and leaves [0] as text. In ${...} a name before an operator is a plain word: write \"${$n + 1}\".",
        "$n = 1\n\"${$n + 1}\"",
    ),
    point(
        "blanks",
        "White space matters before '[': $a[0] takes an element, $a [0] is a variable followed by a new array.",
        "$a = [7, 8]\n$a[0]",
    ),
    point(
        "precedence",
        "From tight to loose: . and calls; - (minus sign); * (unfold); !; in; =~ !~; * / %; + -; << >>; == !=; \
         < > <= >=; ?; and; or; =. So ! 'a' in ['b'] asks whether (!'a') is in the list.",
        "!('a' in ['b'])",
    ),
    point(
        "undef",
        "undef is no value: it counts as false, interpolates to nothing, and takes no [ ] or method. Optional[T] is T or \
         Undef. dig and get stop quietly at undef.",
        "{'a' => 1}.get('no.such.key')",
    ),
    point(
        "unfold",
        "*$list spreads an array (or a hash, as pairs) into a list, the arguments of a call, or the options of a case.",
        "[0, *[1, 2], 3]",
    ),
    point(
        "lambda",
        "|$x| { ... } follows a call and says what to do with each value. In Puppet 8 a lambda is no value of its own; \
         here a function of yours may take one by a last parameter of type Callable, call it with $block(..), and \
         &name makes one of a function (an addition: ':set additions off' refuses them).",
        "function twice(Integer $n, Callable $f) { $f($f($n)) }\ntwice(5) |$x| { $x * 2 }",
    ),
    point(
        "editions",
        "'8' is Puppet 8 with the additions of the language's seed documents; 'puppet8' answers as Puppet 8 to the \
         letter. '4x' follows the seed documents where Puppet 8 went another way: Data, and bare Array, Hash and Pattern, \
         mean what they say there; a string that spells a number equals it; *undef is [undef]; an unknown name in upper \
         case is a resource type; no function of yours hides a built-in one. '3x' does all that too, calls Any and Scalar \
         by their old names Object and Literal, counts '' as false, and gives undef for an unknown variable. \
         ':set edition 4x' changes over, ':set' shows what each is made of, and each setting can be set alone.",
        "",
    ),
    point(
        "additions",
        "What Puppet 8 refuses and this REPL gives by default: integers without limit, descending ranges such as \
         Integer[5, 1], the type Ruby[..], lambdas for functions of yours, $block(..), &name, type_of, and strings that \
         spell numbers in arithmetic (with a warning). ':set additions off' takes them away.",
        "9223372036854775807 + 1",
    ),
    point(
        "Data",
        "Puppet 8: Data is ScalarData, Undef, Array[Data] and Hash[String, Data]. The seed document says Scalar, \
         Array[Data] and Hash[Scalar, Data]; ':set seed_types on' follows it.",
        "[1, 'a', undef] =~ Data",
    ),
    point(
        "Array",
        "Puppet 8: Array without parameters is Array[Any]. The seed document says Array[Data]; ':set seed_types on' \
         follows it. Array[T, 1] is one or more, Array[T, 1, 3] one to three.",
        "Array == Array[Any]",
    ),
    point(
        "Hash",
        "Puppet 8: Hash without parameters is Hash[Any, Any]. The seed document says Hash[Scalar, Data]; ':set seed_types \
         on' follows it.",
        "Hash == Hash[Any, Any]",
    ),
    point(
        "Pattern",
        "Puppet 8: Pattern without parameters matches every string. The seed document lets it match none; ':set \
         seed_types on' follows it. Pattern[/a/, /b/] is a string that one of them matches.",
        "'abc' =~ Pattern[/^a/]",
    ),
    point(
        "Struct",
        "Struct[{name => String, Optional[port] => Integer}] is a hash with just these keys. Optional[key] may be absent; \
         an Optional value may be undef or absent.",
        "{'name' => 'web'} =~ Struct[{name => String, Optional[port] => Integer}]",
    ),
    point(
        "Integer",
        "Integer[5] is 5 or more (the seed document says only 5), Integer[default, 5] is up to 5, Integer[5, 5] is 5.",
        "7 =~ Integer[5]",
    ),
    point(
        "Callable",
        "Callable[Integer, String] takes an Integer and a String; Callable[[Integer], String] takes an Integer and gives \
         a String; Callable[2, 2] takes two of anything.",
        "Callable[Numeric] < Callable[Integer]",
    ),
    point(
        "String",
        "String[3] has 3 characters or more, String[1, 8] from 1 to 8. 'a' =~ String[1] is the usual test for text that is \
         not empty. Enum, Pattern and Regexp say more about what a text holds.",
        "'web' =~ String[1, 8]",
    ),
    point(
        "Enum",
        "Enum['a', 'b'] is one of these strings, case and all; Enum['a', 'b', true] ignores case.",
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
        "Types are values too: Type[Integer] holds the types that are an Integer. type($x) gives a value's type.",
        "type([1, 2])",
    ),
    point(
        "Sensitive",
        "Sensitive($x) keeps a secret out of logs and output: it shows as [value redacted]. unwrap gives it back. An input \
         that names Sensitive is not written to the history.",
        "Sensitive('secret').unwrap.size",
    ),
    point(
        "Regexp",
        "Regexp[/a/] is the type of just this regular expression, not of the strings that match: that is Pattern[/a/].",
        "/a/ =~ Regexp",
    ),
    point(
        "Scalar",
        "Values that hold no others: numbers, strings, booleans, regular expressions, times, versions. ScalarData are those \
         that JSON knows.",
        "[1, 'a', true, /x/].all |$x| { $x =~ Scalar }",
    ),
    point(
        "Float",
        "Numbers with a fraction; Float[0.0, 1.0] is a range. 1 is not a Float, and 1.0 not an Integer, but both are Numeric \
         and 1 == 1.0.",
        "0.5 =~ Float[0.0, 1.0]",
    ),
    point("Collection", "Arrays and hashes; Collection[1] is one that is not empty.", "{'a' => 1} =~ Collection[1]"),
    point(
        "Iterable",
        "What each and map go through: arrays, hashes, strings, numbers (from 0), ranges such as Integer[1, 3].",
        "Integer[1, 3].map |$n| { $n * $n }",
    ),
    point(
        "Timestamp",
        "A point of time. Timestamp() is now; two of them subtract to a Timespan, and strftime prints one.",
        "Timestamp('2024-02-29T12:00:00', '%FT%T') + Timespan({days => 1})",
    ),
    point(
        "SemVer",
        "A version such as 1.2.3; SemVer['>=1.2.0'] is the type of the versions in a range.",
        "SemVer('1.4.0') =~ SemVer['>=1.2.0 <2.0.0']",
    ),
];
