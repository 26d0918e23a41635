//! Diagnostics of the static checker: the grammar allows the code, but it fails for every value, or is certainly a
//! mistake.

use super::{Explanation, Stage};
use pprepl_text::{Code, RuleCode};

const fn row(code: RuleCode, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Types, Code::Rule(code), text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        RuleCode::TypeMismatch,
        "A value has a type that never matches the required type. The diagnostic marks the value and the \
         declaration that requires the type.",
        "function double(Numeric $x) { $x * 2 }\ndouble('21')",
        "function double(Numeric $x) { $x * 2 }\ndouble(21)",
    ),
    row(
        RuleCode::ElementMismatch,
        "The elements of a list or hash have a type that never matches the required one. Only an empty list or \
         hash would match, which is certainly not intended.",
        "function f(Array[Numeric] $xs) { g($xs) }\nfunction g(Array[String] $ys) { $ys }\nf([])",
        "function f(Array[Numeric] $xs) { g($xs) }\nfunction g(Array[Numeric] $ys) { $ys }\nf([])",
    ),
    row(
        RuleCode::MissingKey,
        "A hash lacks a key that the Struct requires, or that a variable of an assignment is named after.",
        "function f(Struct[{port => Integer}] $s) { $s }\nf({})",
        "function f(Struct[{port => Integer}] $s) { $s }\nf({port => 80})",
    ),
    row(
        RuleCode::UnrecognizedKey,
        "A hash has a key that the Struct does not declare. A Struct lists all allowed keys.",
        "function f(Struct[{Optional[port] => Integer}] $s) { $s }\nf({prot => 80})",
        "function f(Struct[{Optional[port] => Integer}] $s) { $s }\nf({port => 80})",
    ),
    row(
        RuleCode::Arity,
        "The call has too few or too many arguments.",
        "function add($x, $y) { $x + $y }\nadd(1)",
        "function add($x, $y) { $x + $y }\nadd(1, 2)",
    ),
    row(
        RuleCode::Argument,
        "No overload of a built-in function accepts this argument. The diagnostic lists the types that the \
         overloads accept.",
        "join('a', ',')",
        "join(['a'], ',')",
    ),
    row(
        RuleCode::MissingBlock,
        "The function calls a lambda, but the call passes none.",
        "[1, 2].map",
        "[1, 2].map |$x| { $x * 2 }",
    ),
    row(
        RuleCode::UnexpectedBlock,
        "The function does not accept a lambda, but the call passes one.",
        "function f(Integer $a) { $a }\nf(1) |$x| { $x }",
        "function f(Integer $a) { $a }\nf(1)",
    ),
    row(
        RuleCode::BlockArity,
        "The lambda expects a different number of arguments than the function passes.",
        "[1, 2].map |$a, $b, $c| { $a }",
        "[1, 2].map |$index, $value| { $value }",
    ),
    row(
        RuleCode::LambdaParam,
        "The declared type of a lambda parameter matches none of the values that the function passes.",
        "[1, 2].map |String $x| { $x }",
        "[1, 2].map |Integer $x| { $x }",
    ),
    row(RuleCode::Operand, "The operator does not support a value of this type.", "1 + 'a'", "1 + 2"),
    row(RuleCode::DivisionByZero, "A number is divided by zero.", "$n = 0\n10 / $n", "$n = 2\n10 / $n"),
    row(
        RuleCode::NotIndexable,
        "Values of this type cannot be indexed with [].",
        "$port = 80\n$port['tcp']",
        "$port = {tcp => 80}\n$port['tcp']",
    ),
    row(
        RuleCode::BadKey,
        "The key in [] has the wrong type: lists and strings are indexed by integers.",
        "['a', 'b']['first']",
        "['a', 'b'][0]",
    ),
    row(RuleCode::NotIterable, "The value is not iterable.", "", ""),
    row(
        RuleCode::NotCallable,
        "The called value is neither a lambda nor a function.",
        "$x = 5\n$x(1)",
        "$x = 5\n$x + 1",
    ),
    row(RuleCode::Conversion, "The value can never be converted to this type.", "Integer('x')", "Integer('0x1f')"),
    row(
        RuleCode::Dig,
        "The path has more keys, but the value at this point has no elements.",
        "{a => 1}.dig('a', 'b')",
        "{a => {b => 1}}.dig('a', 'b')",
    ),
    row(
        RuleCode::MultiAssignSize,
        "The list of variables and the assigned list have different lengths.",
        "[$a, $b] = [1, 2, 3]",
        "[$a, $b] = [1, 2]",
    ),
    row(
        RuleCode::UnmatchedSelector,
        "No option of the selector can match, and it has no default.",
        "$v = 1\n$v ? { 2 => 'two', String => 's' }",
        "$v = 1\n$v ? { 2 => 'two', default => 'other' }",
    ),
    row(
        RuleCode::Title,
        "The title of a resource is neither a string nor a list of strings.",
        "notify { 1: }",
        "notify { '1': }",
    ),
    row(
        RuleCode::SplatHash,
        "The value of * => must be a Hash.",
        "notify { 'a': * => 5 }",
        "notify { 'a': * => {message => 'hi'} }",
    ),
    row(
        RuleCode::UnknownAttribute,
        "The class or defined type has no parameter of this name, and it is not a metaparameter.",
        "define web(Integer $port = 80) { }\nweb { 'a': prot => 80 }",
        "define web(Integer $port = 80) { }\nweb { 'a': port => 80 }",
    ),
    row(RuleCode::BadType, "The type does not accept these parameters.", "1 =~ Integer['a']", "1 =~ Integer[1, 5]"),
    row(RuleCode::UnknownType, "No type of this name is defined.", "1 =~ Int", "1 =~ Integer"),
    row(RuleCode::UnknownFunction, "No function of this name is defined.", "uppercase('a')", "upcase('a')"),
    row(
        RuleCode::UnknownVariable,
        "No variable of this name is assigned.",
        "$port = 80\n$prot + 1",
        "$port = 80\n$port + 1",
    ),
    row(
        RuleCode::PointlessVariant,
        "A Variant lists alternatives. A Variant of one type equals that type: either an alternative is missing, \
         or the Variant is redundant.",
        "function f(Variant[Numeric] $x) { $x }",
        "function f(Numeric $x) { $x }",
    ),
    row(
        RuleCode::DefaultUndef,
        "The default of a parameter is undef, which its type does not allow. The class or resource fails if the \
         parameter is omitted.",
        "define web(String $owner = undef) { }",
        "define web(Optional[String] $owner = undef) { }",
    ),
    row(
        RuleCode::ReturnUnchecked,
        "Puppet checks the value at the end of a function against the return type, but not the argument of \
         return(). This argument has another type.",
        "function f() >> Integer { return('a') }",
        "function f() >> Integer { return(1) }",
    ),
    row(
        RuleCode::MissingAttribute,
        "A resource omits a parameter that has no default. Active resource defaults elsewhere may set it, so this \
         is only a hint.",
        "define web(Integer $port) { notice($port) }\nweb { 'a': }",
        "define web(Integer $port) { notice($port) }\nweb { 'a': port => 80 }",
    ),
    row(
        RuleCode::Unresolved,
        "A function or a type has no visible definition. If this code does not run next, a missing module may \
         define it, so this is only a hint.",
        "function f() { nosuch_function() }",
        "function f() { notice('x') }",
    ),
    row(
        RuleCode::NeverEqual,
        "The types of two compared values show that they can never be equal, so the comparison is constant. \
         Strings equal only strings (ignoring case), numbers only numbers.",
        "function f(Integer $port) { $port == '80' }",
        "function f(Integer $port) { $port == 80 }",
    ),
    row(
        RuleCode::PointlessTest,
        "The types show that a condition is always true or always false. A common surprise: the empty string is \
         true.",
        "function f(String $text) { if $text { 'there' } }",
        "function f(String $text) { if $text != '' { 'there' } }",
    ),
    row(
        RuleCode::ImpossibleBranch,
        "A branch can never run: at this point the tested value cannot have that type or value.",
        "function f(Integer $x) { case $x { 'one': { 1 } default: { 2 } } }",
        "function f(Integer $x) { case $x { 1: { 1 } default: { 2 } } }",
    ),
    row(
        RuleCode::Unreachable,
        "A statement after fail(), return(), next() or break() never runs.",
        "function f($x) {\n  fail(\"no ${x}\")\n  notice($x)\n}",
        "function f($x) {\n  notice($x)\n  fail(\"no ${x}\")\n}",
    ),
    row(
        RuleCode::UnusedVariable,
        "A function, defined type or lambda assigns a local variable that it never reads. Start the name with `_` \
         if this is intended.",
        "function f() {\n  $x = 1\n  2\n}",
        "function f() {\n  $x = 1\n  $x + 1\n}",
    ),
    row(
        RuleCode::UnusedParameter,
        "The function never reads this parameter. Start the name with `_` if this is intended.",
        "function f($x, $y) { $x }",
        "function f($x, $y) { $x + $y }",
    ),
    row(
        RuleCode::MaybeUnset,
        "Only some branches set a variable that is read after them. Reading it fails if none of them ran.",
        "function f(Boolean $on) {\n  if $on { $x = 1 }\n  $x\n}",
        "function f(Boolean $on) {\n  $x = if $on { 1 }\n  $x\n}",
    ),
    row(
        RuleCode::Deferred,
        "The types do not decide whether a value is accepted: only some values of its type are. Puppet checks it \
         at run time. (Off by default.)",
        "function f(Integer[1] $x) { $x }\nfunction g(Integer $y) { f($y) }",
        "function f(Integer[1] $x) { $x }\nfunction g(Integer[1] $y) { f($y) }",
    ),
    row(
        RuleCode::UnknownClass,
        "The included class is not defined in the source, the session or a module.",
        "include nosuch_class",
        "class such_class { notice('here') }\ninclude such_class",
    ),
    row(
        RuleCode::TakenName,
        "A type alias has the name of a built-in type, so Puppet rejects the definition.",
        "type Integer = Numeric",
        "type Count = Numeric",
    ),
];
