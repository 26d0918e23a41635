//! Issues raised during evaluation.

use super::{Explanation, Stage};

const fn row(code: &'static str, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Evaluation, code, text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        "UNKNOWN_VARIABLE",
        "No variable of this name has a value where it is read. Look for a slip in the name, for an assignment that \
         comes later, or for a value in another scope: functions and lambdas keep their variables to themselves.",
        "notice($nmae)",
        "$name = 'Ada'\nnotice($name)",
    ),
    row(
        "UNDONE_INPUT",
        "The input whose value is asked for (_3 is that of input 3) was undone. ':redo' does it again, and ':history' \
         lists the inputs with what became of them.",
        "",
        "",
    ),
    row(
        "ILLEGAL_REASSIGNMENT",
        "A variable gets its value once in its scope and keeps it. Give the new value a new name.",
        "$a = 1\n$a = 2",
        "$a = 1\n$b = 2",
    ),
    row(
        "ILLEGAL_RESERVED_ASSIGNMENT",
        "Some variables are set by Puppet alone, such as `$server_facts`. Take another name.",
        "$server_facts = {}",
        "$my_facts = {}",
    ),
    row(
        "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
        "When an array is taken apart into variables, there are as many variables as elements.",
        "[$a, $b] = [1]",
        "[$a, $b] = [1, 2]",
    ),
    row(
        "MISSING_MULTI_ASSIGNMENT_KEY",
        "When a hash is taken apart into variables, it has a key for each of them; it may have more.",
        "[$a, $b] = {'a' => 1}",
        "[$a, $b] = {'a' => 1, 'b' => 2}",
    ),
    row(
        "MISSING_MULTI_ASSIGNMENT_VARIABLE",
        "Variables can be taken out of a class by name, and the class has no variable of this name.",
        "class c { $a = 1 }\ninclude c\n[$b] = Class['c']",
        "class c { $a = 1 }\ninclude c\n[$a] = Class['c']",
    ),
    row(
        "UNKNOWN_FUNCTION",
        "There is no function of this name. Look for a slip in the name; some functions that are used everywhere come \
         with a module, most of all stdlib.",
        "nosuch(1)",
        "size('abc')",
    ),
    row(
        "MISSING_REQUIRED_PARAMETER",
        "A lambda is called with fewer arguments than it has parameters without a default.",
        "with(1) |$a, $b| { $a }",
        "with(1, 2) |$a, $b| { $a }",
    ),
    row(
        "RUNTIME_ERROR",
        "Something failed while it ran, and Puppet has no code of its own for it: a function got arguments that it \
         does not take, a value has the wrong type, `fail` was called. The message says which.",
        "size(true)",
        "size([true])",
    ),
    row(
        "TYPE_MISMATCH",
        "A value of another type was needed here. The message names the type that was expected and the one it got.",
        "notify { 'a': * => 'message' }",
        "notify { 'a': * => {'message' => 'hello'} }",
    ),
    row(
        "NOT_NUMERIC",
        "An arithmetic operator needs numbers, and this value is none and cannot be read as one.",
        "'two' + 1",
        "2 + 1",
    ),
    row(
        "NUMERIC_COERCION",
        "A text that looks like a number was used in arithmetic. With the setting `strict` at `error` this fails, with \
         `warning` the text is taken as a number. Say what you mean with `Integer(..)` or `Numeric(..)`.",
        "'1' + 2",
        "Integer('1') + 2",
    )
    .puppet8(),
    row("DIV_BY_ZERO", "A number is divided by zero, with `/` or with `%`.", "1 / 0", "1 / 2"),
    row(
        "RESULT_IS_NAN",
        "The result of the operation is not a number, as 0.0 / 0.0. The language has no such value, so the operation \
         fails. (Puppet 8 itself lets this one slip through.)",
        "0.0 / 0.0",
        "0.0 / 1.0",
    ),
    row(
        "RESULT_IS_INFINITY",
        "The result of a calculation with floats is too large to be represented.",
        "1e200 * 1e200",
        "1e100 * 1e100",
    ),
    row(
        "OPERATOR_NOT_APPLICABLE",
        "This operator does nothing with a value of this type. Only some values can be added, indexed or compared.",
        "undef['x']",
        "{'x' => 1}['x']",
    ),
    row(
        "OPERATOR_NOT_APPLICABLE_WHEN",
        "The operator works with the value on its left, but not together with the one on its right.",
        "5 % 2.5",
        "5 % 2",
    ),
    row(
        "COMPARISON_NOT_POSSIBLE",
        "These two values have no order. Numbers compare with numbers and texts with texts; types compare by what they \
         include. Any two values can be tested with `==`.",
        "'10' < 9",
        "Integer('10') < 9",
    ),
    row(
        "MATCH_NOT_REGEXP",
        "On the right of `=~` stands a regular expression, a text with one, or a type.",
        "'a' =~ 1",
        "'a' =~ /a/",
    ),
    row(
        "REGEXP_TOO_BIG",
        "A regular expression whose counts multiply to more than pprepl compiles. Make the counts smaller, or match with \
         `+` and test the length of what matched. Ruby may take it.",
        "'a' =~ '(?:a{1000}){1000}{9}'",
        "'a' =~ '^a+$'",
    ),
    row(
        "REGEXP_TOO_HARD",
        "The match was given up: a repetition within a repetition gives too many ways to try. Write it once, or keep what \
         was taken with `a++` or `(?>a+)`. Ruby would go on, for minutes or years.",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' =~ /(x+x+)+\\1y/",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' =~ /(?>x+)y/",
    ),
    row(
        "MATCH_NOT_STRING",
        "A regular expression matches texts only. Turn the value into a text first, or test for a type.",
        "10 =~ /1/",
        "String(10) =~ /1/",
    ),
    row(
        "UNMATCHED_SELECTOR",
        "No option of the selector fits the value, and there is no `default`. A `case` gives `undef` then, a selector \
         fails.",
        "$os = 'plan9'\n$os ? { 'linux' => 1 }",
        "$os = 'plan9'\n$os ? { 'linux' => 1, default => 0 }",
    ),
    row(
        "RUBY_FUNCTION",
        "A module has this function, but written in Ruby. pprepl is no Ruby and runs none; the help names the file. A \
         function of the same name in Puppet, typed into the session, takes its place.",
        "",
        "",
    ),
    row(
        "ERB_NEEDS_RUBY",
        "An ERB template holds Ruby. pprepl reads what is everyday of it: variables, conditions, loops, blocks, the usual \
         methods of texts, numbers, arrays and hashes. The message names what goes beyond that, and its line; EPP says it \
         in Puppet.",
        "inline_template('<% require \"socket\" %>')",
        "inline_epp('<%= 1 + 1 %>')",
    ),
    row(
        "UNKNOWN_RESOURCE_TYPE",
        "A word that starts upper-case names a type, and there is none of this name: no type of the language, no alias, \
         no resource type or define. Look for a slip, or put a text in quotes.",
        "Interger",
        "Integer",
    ),
    row(
        "BAD_TYPE_SLICE_ARITY",
        "The type takes another number of parameters in its brackets.",
        "Hash[String]",
        "Hash[String, Integer]",
    ),
    row(
        "BAD_TYPE_SLICE_TYPE",
        "A parameter in the type's brackets is of the wrong kind: most want types there.",
        "Type[1]",
        "Type[Integer]",
    ),
    row(
        "BAD_TYPE_SPECIALIZATION",
        "The type can have parameters, but these make no sense for it.",
        "Regexp[1]",
        "Regexp[/a/]",
    ),
    row(
        "BAD_INTEGER_SLICE_ARITY",
        "A number type takes the lower and the upper bound, so one or two parameters.",
        "Integer[1, 2, 3]",
        "Integer[1, 3]",
    ),
    row(
        "BAD_INTEGER_SLICE_TYPE",
        "The bounds of a number type are numbers, or `default` for none.",
        "Integer['a']",
        "Integer[1]",
    ),
    row(
        "BAD_COLLECTION_SLICE_TYPE",
        "The size of a collection or a text is given by one or two integers, `default`, or an `Integer` type.",
        "String['a']",
        "Enum['a']",
    ),
    row(
        "BAD_NOT_UNDEF_SLICE_TYPE",
        "`NotUndef` and `Optional` take a type, or a text that stands for itself.",
        "NotUndef[1]",
        "NotUndef[Integer]",
    ),
    row(
        "BAD_ARRAY_SLICE_ARITY",
        "An array is indexed with one number, or with a start and a length.",
        "[1, 2, 3][0, 1, 2]",
        "[1, 2, 3][0, 2]",
    ),
    row(
        "BAD_STRING_SLICE_ARITY",
        "A text is indexed with one number, or with a start and a length.",
        "'abc'[0, 1, 2]",
        "'abc'[0, 2]",
    ),
    row(
        "BAD_STRING_SLICE_KEY_TYPE",
        "The characters of a text are numbered, so its index is an integer.",
        "$s = 'abc'\n$s['a']",
        "$s = 'abc'\n$s[0]",
    ),
    row(
        "BAD_SLICE_KEY_TYPE",
        "The index of an array is an integer, and no other number or value can stand for it.",
        "$a = [1, 2]\n$a[1.0]",
        "$a = [1, 2]\n$a[1]",
    ),
    row("ILLEGAL_HOSTCLASS_NAME", "The name of a class is a text; this value is none.", "Class[1]", "Class['one']"),
    row(
        "ILLEGAL_NAME",
        "The text is no name: a name is lower-case letters, digits and underscores, in segments joined by `::`.",
        "Class['a b']",
        "Class['a_b']",
    ),
    row(
        "ILLEGAL_RESOURCE_SPECIALIZATION",
        "The first parameter of `Resource[..]` is the name of a resource type, as a text or a type.",
        "Resource[Integer]",
        "Resource['notify']",
    ),
    row(
        "ILLEGAL_RESOURCE_TYPE",
        "Before the brace of a resource stands the name of its type, bare or upper-case. A text in quotes is none.",
        "'notify' { 'a': }",
        "notify { 'a': }",
    ),
    row(
        "ILLEGAL_OVERRIDDEN_TYPE",
        "Only resources have attributes that can be overridden.",
        "Integer[1] { a => 1 }",
        "notify { 'a': }\nNotify['a'] { message => 'x' }",
    ),
    row(
        "MISSING_TITLE",
        "The title of a resource is `undef`. Every resource has a title.",
        "notify { undef: }",
        "notify { 'a': }",
    ),
    row(
        "MISSING_TITLE_AT",
        "One of the titles in an array is `undef`. Every resource has a title.",
        "notify { ['a', undef]: }",
        "notify { ['a', 'b']: }",
    ),
    row(
        "EMPTY_STRING_TITLE_AT",
        "A title is an empty text. Every resource has a title with at least one character.",
        "notify { ['a', '']: }",
        "notify { ['a', 'b']: }",
    ),
    row(
        "ILLEGAL_TITLE_TYPE_AT",
        "The title of a resource is a text or an array of texts, and this value is something else.",
        "notify { 1: }",
        "notify { '1': }",
    ),
    row(
        "DUPLICATE_TITLE",
        "Two bodies of one resource expression have the same title. Titles are unique for a type.",
        "notify { 'a': ; 'a': }",
        "notify { 'a': ; 'b': }",
    ),
    row(
        "DUPLICATE_ATTRIBUE",
        "An attribute of a resource is set twice. (The code is spelt so in Puppet.)",
        "notify { 'a': message => 'x', message => 'y' }",
        "notify { 'a': message => 'x' }",
    ),
    row(
        "UNKNOWN_RESOURCE",
        "The catalog has no such resource, or does not have it yet: what is declared further down comes later.",
        "$m = Notify['nosuch']['message']",
        "notify { 'a': message => 'x' }\n$m = Notify['a']['message']",
    ),
    row(
        "UNKNOWN_RESOURCE_PARAMETER",
        "The resource's type has no parameter of this name.",
        "notify { 'a': }\n$x = Notify['a']['nope']",
        "notify { 'a': }\n$x = Notify['a']['message']",
    ),
    row(
        "ILLEGAL_RELATIONSHIP_OPERAND_TYPE",
        "An arrow connects resources, classes and collectors. This value is none of them.",
        "notify { 'a': } -> undef",
        "notify { 'a': } -> notify { 'b': }",
    ),
    row(
        "DISCONTINUED_IMPORT",
        "Old versions of Puppet had `import` to read other files. Classes and functions are found by their names now.",
        "import 'x'",
        "notice('x')",
    ),
    row(
        "ILLEGAL_CLASSREF",
        "The text cannot be turned into the name of a type: its segments do not start with letters.",
        "",
        "",
    ),
];
