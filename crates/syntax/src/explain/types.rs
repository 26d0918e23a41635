//! Diagnostics of the static checker: the grammar allows the code, but it fails for every value, or is certainly a
//! mistake.

use super::{Explanation, Stage};

const fn row(code: &'static str, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Types, code, text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        "type-mismatch",
        "A value stands where another type is required, and no value of its type would do. The finding points at the \
         value and at the declaration that asks for the type.",
        "function double(Numeric $x) { $x * 2 }\ndouble('21')",
        "function double(Numeric $x) { $x * 2 }\ndouble(21)",
    ),
    row(
        "element-mismatch",
        "A list or hash is given where its elements are required to be of another type. Only an empty one would do, \
         which is surely not what is meant.",
        "function f(Array[Numeric] $xs) { g($xs) }\nfunction g(Array[String] $ys) { $ys }\nf([])",
        "function f(Array[Numeric] $xs) { g($xs) }\nfunction g(Array[Numeric] $ys) { $ys }\nf([])",
    ),
    row(
        "missing-key",
        "A hash lacks a key that the Struct requires, or that a variable of an assignment is named after.",
        "function f(Struct[{port => Integer}] $s) { $s }\nf({})",
        "function f(Struct[{port => Integer}] $s) { $s }\nf({port => 80})",
    ),
    row(
        "unrecognized-key",
        "A hash has a key that the Struct does not know. A Struct lists all the keys that there may be.",
        "function f(Struct[{Optional[port] => Integer}] $s) { $s }\nf({prot => 80})",
        "function f(Struct[{Optional[port] => Integer}] $s) { $s }\nf({port => 80})",
    ),
    row(
        "arity",
        "A function is called with too few or too many arguments.",
        "function add($x, $y) { $x + $y }\nadd(1)",
        "function add($x, $y) { $x + $y }\nadd(1, 2)",
    ),
    row(
        "argument",
        "No form of a built-in function takes this argument. The finding tells what the forms take in its place.",
        "join('a', ',')",
        "join(['a'], ',')",
    ),
    row("missing-block", "The function calls a lambda, and none is given.", "[1, 2].map", "[1, 2].map |$x| { $x * 2 }"),
    row(
        "unexpected-block",
        "The function does not take a lambda, and one is given.",
        "function f(Integer $a) { $a }\nf(1) |$x| { $x }",
        "function f(Integer $a) { $a }\nf(1)",
    ),
    row(
        "block-arity",
        "The lambda takes another number of arguments than it is called with.",
        "[1, 2].map |$a, $b, $c| { $a }",
        "[1, 2].map |$index, $value| { $value }",
    ),
    row(
        "lambda-param",
        "A parameter of the lambda is declared with a type that nothing of what it is called with has.",
        "[1, 2].map |String $x| { $x }",
        "[1, 2].map |Integer $x| { $x }",
    ),
    row("operand", "The operator does not take a value of this type.", "1 + 'a'", "1 + 2"),
    row("division-by-zero", "A number is divided by zero.", "$n = 0\n10 / $n", "$n = 2\n10 / $n"),
    row(
        "not-indexable",
        "Values of this type have no elements that [] could give.",
        "$port = 80\n$port['tcp']",
        "$port = {tcp => 80}\n$port['tcp']",
    ),
    row(
        "bad-key",
        "The key in [] has the wrong type: lists and strings are indexed by integers.",
        "['a', 'b']['first']",
        "['a', 'b'][0]",
    ),
    row("not-iterable", "What has no elements is iterated.", "", ""),
    row("not-callable", "A value is called that is no lambda and no function.", "$x = 5\n$x(1)", "$x = 5\n$x + 1"),
    row("conversion", "The value can never be converted to this type.", "Integer('x')", "Integer('0x1f')"),
    row(
        "dig",
        "A key is left over where the path has already come to a value that has no elements.",
        "{a => 1}.dig('a', 'b')",
        "{a => {b => 1}}.dig('a', 'b')",
    ),
    row(
        "multi-assign-size",
        "A list of variables is assigned a list of another length.",
        "[$a, $b] = [1, 2, 3]",
        "[$a, $b] = [1, 2]",
    ),
    row(
        "unmatched-selector",
        "No option of the selector can match, and there is no default.",
        "$v = 1\n$v ? { 2 => 'two', String => 's' }",
        "$v = 1\n$v ? { 2 => 'two', default => 'other' }",
    ),
    row(
        "title",
        "The title of a resource is neither a string nor a list of strings.",
        "notify { 1: }",
        "notify { '1': }",
    ),
    row(
        "splat-hash",
        "The attributes that * => gives must be a Hash.",
        "notify { 'a': * => 5 }",
        "notify { 'a': * => {message => 'hi'} }",
    ),
    row(
        "unknown-attribute",
        "The class or define has no parameter of this name, and every resource has none either.",
        "define web(Integer $port = 80) { }\nweb { 'a': prot => 80 }",
        "define web(Integer $port = 80) { }\nweb { 'a': port => 80 }",
    ),
    row("bad-type", "The type cannot be made with these parameters.", "1 =~ Integer['a']", "1 =~ Integer[1, 5]"),
    row("unknown-type", "Nothing defines a type of this name.", "1 =~ Int", "1 =~ Integer"),
    row("unknown-function", "Nothing defines a function of this name.", "uppercase('a')", "upcase('a')"),
    row(
        "unknown-variable",
        "Nothing assigns a variable of this name.",
        "$port = 80\n$prot + 1",
        "$port = 80\n$port + 1",
    ),
    row(
        "pointless-variant",
        "A Variant lists alternatives. With one of them it is that type, so that a second one was forgotten or the \
         Variant is not needed.",
        "function f(Variant[Numeric] $x) { $x }",
        "function f(Numeric $x) { $x }",
    ),
    row(
        "default-undef",
        "The default of a parameter is undef, which its type does not allow: the class or resource fails where no \
         value is given.",
        "define web(String $owner = undef) { }",
        "define web(Optional[String] $owner = undef) { }",
    ),
    row(
        "return-unchecked",
        "Puppet checks the value at the end of a function against the declared result, but not what is given to \
         return(). This one has another type than declared.",
        "function f() >> Integer { return('a') }",
        "function f() >> Integer { return(1) }",
    ),
    row(
        "missing-attribute",
        "A resource gives no value for a parameter that has no default. Defaults for the resource type that are in force \
         elsewhere may give it: only a hint.",
        "define web(Integer $port) { notice($port) }\nweb { 'a': }",
        "define web(Integer $port) { notice($port) }\nweb { 'a': port => 80 }",
    ),
    row(
        "unresolved",
        "A function or a type is defined nowhere in sight. Where the text is not evaluated next, a module that is not \
         here may define it: only a hint.",
        "function f() { nosuch_function() }",
        "function f() { notice('x') }",
    ),
    row(
        "never-equal",
        "Two values are compared that can never be equal, as their types say: the comparison decides nothing. Strings \
         equal strings only (in any case), numbers equal numbers only.",
        "function f(Integer $port) { $port == '80' }",
        "function f(Integer $port) { $port == 80 }",
    ),
    row(
        "pointless-test",
        "A test always holds, or never does, as the types say. The usual surprise: the empty string is true.",
        "function f(String $text) { if $text { 'there' } }",
        "function f(String $text) { if $text != '' { 'there' } }",
    ),
    row(
        "impossible-branch",
        "A branch can never run: what is tested cannot be of that type, or have that value, there.",
        "function f(Integer $x) { case $x { 'one': { 1 } default: { 2 } } }",
        "function f(Integer $x) { case $x { 1: { 1 } default: { 2 } } }",
    ),
    row(
        "unreachable",
        "A statement stands behind fail(), return(), next() or break(): it is never reached.",
        "function f($x) {\n  fail(\"no ${x}\")\n  notice($x)\n}",
        "function f($x) {\n  notice($x)\n  fail(\"no ${x}\")\n}",
    ),
    row(
        "unused-variable",
        "A function, define or lambda assigns a variable that nothing in it reads, and nobody else can. A name that \
         begins with `_` says that this is meant.",
        "function f() {\n  $x = 1\n  2\n}",
        "function f() {\n  $x = 1\n  $x + 1\n}",
    ),
    row(
        "unused-parameter",
        "Nothing reads a parameter of a function. A name that begins with `_` says that this is meant.",
        "function f($x, $y) { $x }",
        "function f($x, $y) { $x + $y }",
    ),
    row(
        "maybe-unset",
        "Only some branches set a variable that is read behind them. Where none of them ran, reading it fails.",
        "function f(Boolean $on) {\n  if $on { $x = 1 }\n  $x\n}",
        "function f(Boolean $on) {\n  $x = if $on { 1 }\n  $x\n}",
    ),
    row(
        "deferred",
        "The types leave open whether a value fits: some values of its type do, others do not. It is checked when it \
         runs. (Off unless asked for.)",
        "function f(Integer[1] $x) { $x }\nfunction g(Integer $y) { f($y) }",
        "function f(Integer[1] $x) { $x }\nfunction g(Integer[1] $y) { f($y) }",
    ),
    row(
        "unknown-class",
        "A class is included that is defined neither in the text nor in the session nor in a module.",
        "include nosuch_class",
        "class such_class { notice('here') }\ninclude such_class",
    ),
    row(
        "taken-name",
        "A type alias has the name of a type that the language itself has: the definition is refused.",
        "type Integer = Numeric",
        "type Count = Numeric",
    ),
];
