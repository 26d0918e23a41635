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
    row(
        RuleCode::NotIterable,
        "The value is not iterable. Arrays, hashes, strings, positive integers and ranges are: `Integer[1, 3].each |$n| { .. }`.",
        "",
        "",
    ),
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
        "A class or resource has no value for a parameter without a default. In one file this is a hint: Hiera data or \
         resource defaults may set it. The check of an environment knows these, and reports an error where nothing \
         sets it. In code that runs next, a resource of a defined type is an error as well.",
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
        RuleCode::TypeComparison,
        "`==` compares a value with the type itself, so that it is never true. `=~` tests whether a value is of a type. type($x) returns the exact type, such as Integer[5, 5], which differs from Integer.",
        "5 == Integer",
        "5 =~ Integer",
    ),
    row(
        RuleCode::StringOrder,
        "Strings are ordered character by character: '10' is less than '9'. Compare numbers, or versions with versioncmp().",
        "'10' > '9'",
        "10 > 9",
    ),
    row(
        RuleCode::IgnoredCase,
        "`==` and `!=` ignore the case of strings. A regular expression respects it.",
        "'Debian' == 'debian'",
        "'Debian' =~ /\\ADebian\\z/",
    ),
    row(
        RuleCode::NegatedOperand,
        "`!` binds more tightly than every comparison: `!$x == 5` compares the Boolean !$x with 5.",
        "$x = 6\nif !$x == 5 { notice('other') }",
        "$x = 6\nif $x != 5 { notice('other') }",
    ),
    row(
        RuleCode::StringAccessor,
        "In a double-quoted string, `$x` is interpolated, but an index or a method after it is text. Braces interpolate the whole expression.",
        "$list = [1, 2]\n\"first: $list[0]\"",
        "$list = [1, 2]\n\"first: ${list[0]}\"",
    ),
    row(
        RuleCode::ForeignInterpolation,
        "Ruby writes #{name}, templates {{ name }}, a shell $(command), Python f\"{name}\". A Puppet string interpolates only $name and ${..}, and runs no commands.",
        "$name = 'Ann'\n\"hello #{name}\"",
        "$name = 'Ann'\n\"hello ${name}\"",
    ),
    row(
        RuleCode::NotInterpolated,
        "Single-quoted strings, heredocs with an unquoted tag and templates do not interpolate `${..}`.",
        "$name = 'Ann'\n'hello ${name}'",
        "$name = 'Ann'\n\"hello ${name}\"",
    ),
    row(
        RuleCode::ForeignWord,
        "A bareword is a string in Puppet. null, nil and none are not undef, yes and on are not true, no and off are not false.",
        "$owner = null",
        "$owner = undef",
    ),
    row(
        RuleCode::MissingDollar,
        "A name without `$` is a string. A variable of that name exists, and the function would work on its value.",
        "$word = 'x'\nnotice(upcase(word))",
        "$word = 'x'\nnotice(upcase($word))",
    ),
    row(
        RuleCode::UnusedResult,
        "A function returns a new value and changes nothing in place. `each` ignores the values of its lambda, and `map` collects them.",
        "$doubled = [1, 2].each |$x| { $x * 2 }",
        "$doubled = [1, 2].map |$x| { $x * 2 }",
    ),
    row(
        RuleCode::NearKey,
        "The hash has no such key, so that the value is undef. It has a similar key.",
        "$cfg = {'port' => 80}\n$cfg['prot']",
        "$cfg = {'port' => 80}\n$cfg['port']",
    ),
    row(
        RuleCode::MissingIndex,
        "The first element of an array has the index 0, and the last one -1. Beyond the ends the value is undef.",
        "$list = ['a', 'b']\n$list[2]",
        "$list = ['a', 'b']\n$list[-1]",
    ),
    row(
        RuleCode::IntegerDivision,
        "Two integers divide to an integer, and the remainder is lost. With a float, the result is a float.",
        "7 / 2",
        "7 / 2.0",
    ),
    row(
        RuleCode::OctalNumber,
        "A leading zero makes a number octal: 0644 is the number 420. The mode of a file is a string.",
        "$mode = 0644",
        "$mode = '0644'",
    ),
    row(
        RuleCode::EscapeInPath,
        "In double quotes, a backslash starts an escape: `\\t` is a tab, `\\n` a newline. Single quotes keep it.",
        "$path = \"C:\\temp\"",
        "$path = 'C:\\temp'",
    ),
    row(
        RuleCode::AdjacentValues,
        "A value after a complete statement is a statement of its own. Puppet does not join adjacent strings; a list of names needs commas, and an index no space.",
        "$x = 'a' 'b'",
        "$x = 'ab'",
    ),
    row(
        RuleCode::SpacedMinus,
        "After a value, `-` subtracts, with or without a space before it: `[1 -1]` has one element. Put a comma between two elements.",
        "[1 -1]",
        "[1, -1]",
    ),
    row(
        RuleCode::ClassAsValue,
        "The name of a class is a string. `include` declares the class.",
        "class web { }\nweb",
        "class web { }\ninclude web",
    ),
    row(
        RuleCode::ArrayTypes,
        "Array takes the type of its elements and its size. A second type is the size: Integer means any size.",
        "Array[String, Integer]",
        "Tuple[String, Integer]",
    ),
    row(
        RuleCode::OptionalValue,
        "In a Struct, a value of type Optional[T] also makes the key optional. NotUndef requires the key.",
        "{} =~ Struct[{a => Optional[String]}]",
        "{'a' => 'x'} =~ Struct[{a => Optional[String]}]",
    ),
    row(
        RuleCode::HeredocMargin,
        "A heredoc keeps the indentation of its lines. `|` before the end tag marks the margin to remove.",
        "notice(@(END))\n    hello\n    END\n",
        "notice(@(END))\n    hello\n    | END\n",
    ),
    row(
        RuleCode::RegexpString,
        "split() and regsubst() read a string as a regular expression: `.` matches every character.",
        "split('a.b', '.')",
        "split('a.b', '[.]')",
    ),
    row(
        RuleCode::FirstMatchOnly,
        "regsubst() replaces the first match. The flag 'G' replaces all.",
        "regsubst('a-b-c', '-', '_')",
        "regsubst('a-b-c', '-', '_', 'G')",
    ),
    row(
        RuleCode::TemplateTag,
        "`<% .. %>` runs code and prints nothing. `<%= .. %>` prints the value.",
        "inline_epp('Hello <% $name %>', {'name' => 'Ann'})",
        "inline_epp('Hello <%= $name %>', {'name' => 'Ann'})",
    ),
    row(
        RuleCode::ShallowMerge,
        "`+` of two hashes takes the whole value of the right one for each common key: nested keys of the left one are lost.",
        "{'a' => {'x' => 1}} + {'a' => {'y' => 2}}",
        "{'a' => 1} + {'b' => 2}",
    ),
    row(
        RuleCode::ValueInHash,
        "`in` looks for a key of a hash, not for a value.",
        "'x' in {'a' => 'x'}",
        "'x' in {'a' => 'x'}.values",
    ),
    row(
        RuleCode::NoMatch,
        "The value of `=~` is false, and the note shows the part of the value that the type does not accept. Strings such as '8080' are not numbers, and a Struct accepts only its own keys.",
        "'8080' =~ Integer",
        "8080 =~ Integer",
    ),
    row(
        RuleCode::OlderMatch,
        "A match in the condition of a branch sets $1 only inside that branch. After it, $1 is again the group of the match before.",
        "$ok = 'abc' =~ /(b)/\nif 'xyz' =~ /(y)/ { notice($1) }\n$1",
        "if 'xyz' =~ /(y)/ { notice($1) }",
    ),
    row(
        RuleCode::UndeclaredReference,
        "A relationship names a resource that is not declared so far. Puppet refuses a catalog without it. The check of \
         an environment reports an error where none of its code can declare the resource.",
        "service { 'nginx': require => Package['ngnix'] }",
        "package { 'nginx': }\nservice { 'nginx': require => Package['nginx'] }",
    ),
    row(
        RuleCode::DependencyCycle,
        "Each resource of a cycle waits for another one. Puppet refuses to apply such a catalog.",
        "notify { 'a': } -> notify { 'b': } -> Notify['a']",
        "notify { 'a': } -> notify { 'b': }",
    ),
    row(
        RuleCode::Reassignment,
        "A variable keeps its first value in its scope: Puppet refuses a second assignment.",
        "$a = 5\n$a = 6",
        "$a = 5\n$b = 6",
    ),
    row(
        RuleCode::DuplicateDeclaration,
        "A catalog has each resource once, by its type and title.",
        "notify { 'a': }\nnotify { 'a': }",
        "notify { 'a': }\nnotify { 'b': }",
    ),
    row(
        RuleCode::UnknownResourceType,
        "No resource type, and no defined type of the source, the session or a module, has this name.",
        "nosuch_type { 'a': }",
        "notify { 'a': }",
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
