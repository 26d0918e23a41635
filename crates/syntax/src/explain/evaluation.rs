//! Issues raised during evaluation.

use super::{Explanation, Stage};

const fn row(code: &'static str, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Evaluation, code, text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        "UNKNOWN_VARIABLE",
        "No variable of this name is set where it is read. Check the spelling, and look for a later assignment or \
         a variable in another scope. Variables of functions and lambdas are local.",
        "notice($nmae)",
        "$name = 'Ada'\nnotice($name)",
    ),
    row(
        "UNDONE_INPUT",
        "The value belongs to an input that was undone (_3 is the value of input 3). Use ':redo' to restore it; \
         ':history' lists the inputs with their status.",
        "",
        "",
    ),
    row(
        "ILLEGAL_REASSIGNMENT",
        "A variable is set only once in its scope. Use a new name for the new value.",
        "$a = 1\n$a = 2",
        "$a = 1\n$b = 2",
    ),
    row(
        "ILLEGAL_RESERVED_ASSIGNMENT",
        "Only Puppet sets certain variables, such as `$server_facts`. Use another name.",
        "$server_facts = {}",
        "$my_facts = {}",
    ),
    row(
        "ILLEGAL_MULTI_ASSIGNMENT_SIZE",
        "An assignment of an array to a list of variables needs one variable per element.",
        "[$a, $b] = [1]",
        "[$a, $b] = [1, 2]",
    ),
    row(
        "MISSING_MULTI_ASSIGNMENT_KEY",
        "An assignment of a hash to a list of variables needs a key for each variable; other keys are ignored.",
        "[$a, $b] = {'a' => 1}",
        "[$a, $b] = {'a' => 1, 'b' => 2}",
    ),
    row(
        "MISSING_MULTI_ASSIGNMENT_VARIABLE",
        "An assignment can read variables from a class by name, but the class has no variable of this name.",
        "class c { $a = 1 }\ninclude c\n[$b] = Class['c']",
        "class c { $a = 1 }\ninclude c\n[$a] = Class['c']",
    ),
    row(
        "UNKNOWN_FUNCTION",
        "No function has this name. Check the spelling; some common functions are part of a module, above all \
         stdlib.",
        "nosuch(1)",
        "size('abc')",
    ),
    row(
        "MISSING_REQUIRED_PARAMETER",
        "The call passes fewer arguments to a lambda than it has parameters without a default.",
        "with(1) |$a, $b| { $a }",
        "with(1, 2) |$a, $b| { $a }",
    ),
    row(
        "RUNTIME_ERROR",
        "Evaluation failed, and Puppet has no specific code for the error. For example, a function rejected its \
         arguments, a value has the wrong type, or `fail` was called. The message has the details.",
        "size(true)",
        "size([true])",
    ),
    row(
        "TYPE_MISMATCH",
        "The value has the wrong type. The message names the expected type and the actual one.",
        "notify { 'a': * => 'message' }",
        "notify { 'a': * => {'message' => 'hello'} }",
    ),
    row(
        "NOT_NUMERIC",
        "Arithmetic needs numbers; this value is neither a number nor a numeric string.",
        "'two' + 1",
        "2 + 1",
    ),
    row(
        "NUMERIC_COERCION",
        "A numeric string is used in arithmetic. With the setting `strict` at `error` this fails; with `warning` \
         the string is converted to a number. Convert it explicitly with `Integer(..)` or `Numeric(..)`.",
        "'1' + 2",
        "Integer('1') + 2",
    )
    .puppet8(),
    row("DIV_BY_ZERO", "A number is divided by zero, with `/` or with `%`.", "1 / 0", "1 / 2"),
    row(
        "RESULT_IS_NAN",
        "The result of the operation is not a number, as in 0.0 / 0.0. The language has no such value, so the \
         operation fails. (Puppet 8 itself accepts this one.)",
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
        "The operator does not support values of this type. Only some values can be added, indexed or compared.",
        "undef['x']",
        "{'x' => 1}['x']",
    ),
    row(
        "OPERATOR_NOT_APPLICABLE_WHEN",
        "The operator supports its left operand, but not together with its right operand.",
        "5 % 2.5",
        "5 % 2",
    ),
    row(
        "COMPARISON_NOT_POSSIBLE",
        "These two values have no order. Numbers compare with numbers and strings with strings; types compare by \
         inclusion. Any two values can be tested with `==`.",
        "'10' < 9",
        "Integer('10') < 9",
    ),
    row(
        "MATCH_NOT_REGEXP",
        "The right operand of `=~` must be a regular expression, a string that contains one, or a type.",
        "'a' =~ 1",
        "'a' =~ /a/",
    ),
    row(
        "REGEXP_TOO_BIG",
        "The repetition counts of the regular expression multiply to more than pprepl compiles. Use smaller \
         counts, or match with `+` and test the length of the match. Ruby may accept it.",
        "'a' =~ '(?:a{1000}){1000}{9}'",
        "'a' =~ '^a+$'",
    ),
    row(
        "REGEXP_TOO_HARD",
        "The match was canceled: a nested repetition gives too many combinations to try. Use a single repetition, \
         or prevent backtracking with `a++` or `(?>a+)`. Ruby would continue, for minutes or years.",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' =~ /(x+x+)+\\1y/",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' =~ /(?>x+)y/",
    ),
    row(
        "MATCH_NOT_STRING",
        "A regular expression matches only strings. Convert the value to a string first, or test its type.",
        "10 =~ /1/",
        "String(10) =~ /1/",
    ),
    row(
        "UNMATCHED_SELECTOR",
        "No option of the selector matches the value, and it has no `default`. A `case` returns `undef` in this \
         situation; a selector fails.",
        "$os = 'plan9'\n$os ? { 'linux' => 1 }",
        "$os = 'plan9'\n$os ? { 'linux' => 1, default => 0 }",
    ),
    row(
        "RUBY_FUNCTION",
        "A module implements this function in Ruby. pprepl does not run Ruby; the help names the file. A Puppet \
         function of the same name, defined in the session, replaces it.",
        "",
        "",
    ),
    row(
        "ERB_NEEDS_RUBY",
        "ERB templates contain Ruby. pprepl implements common Ruby: variables, conditions, loops, blocks, and the \
         usual methods of strings, numbers, arrays and hashes. The message names the unsupported code and its \
         line; use an EPP template for the same in Puppet.",
        "inline_template('<% require \"socket\" %>')",
        "inline_epp('<%= 1 + 1 %>')",
    ),
    row(
        "UNKNOWN_RESOURCE_TYPE",
        "A word that starts with an uppercase letter names a type, but this name is unknown. It is not a type of \
         the language, an alias, a resource type or a defined type. Check the spelling, or quote the word to get a \
         string.",
        "Interger",
        "Integer",
    ),
    row(
        "BAD_TYPE_SLICE_ARITY",
        "The type expects a different number of parameters in its brackets.",
        "Hash[String]",
        "Hash[String, Integer]",
    ),
    row(
        "BAD_TYPE_SLICE_TYPE",
        "A parameter in the type's brackets is of the wrong kind: most types expect types there.",
        "Type[1]",
        "Type[Integer]",
    ),
    row("BAD_TYPE_SPECIALIZATION", "The type accepts parameters, but not these.", "Regexp[1]", "Regexp[/a/]"),
    row(
        "BAD_INTEGER_SLICE_ARITY",
        "A numeric type has a lower and an upper bound, so it expects 1 or 2 parameters.",
        "Integer[1, 2, 3]",
        "Integer[1, 3]",
    ),
    row(
        "BAD_INTEGER_SLICE_TYPE",
        "The bounds of a numeric type are numbers, or `default` for no bound.",
        "Integer['a']",
        "Integer[1]",
    ),
    row(
        "BAD_COLLECTION_SLICE_TYPE",
        "The size of a collection or a string is specified by 1 or 2 integers, `default`, or an `Integer` type.",
        "String['a']",
        "Enum['a']",
    ),
    row(
        "BAD_NOT_UNDEF_SLICE_TYPE",
        "`NotUndef` and `Optional` expect a type, or a string that matches itself.",
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
        "A string is indexed with one number, or with a start and a length.",
        "'abc'[0, 1, 2]",
        "'abc'[0, 2]",
    ),
    row(
        "BAD_STRING_SLICE_KEY_TYPE",
        "The characters of a string are numbered, so its index is an integer.",
        "$s = 'abc'\n$s['a']",
        "$s = 'abc'\n$s[0]",
    ),
    row(
        "BAD_SLICE_KEY_TYPE",
        "The index of an array is an integer; other numbers and values are not accepted.",
        "$a = [1, 2]\n$a[1.0]",
        "$a = [1, 2]\n$a[1]",
    ),
    row("ILLEGAL_HOSTCLASS_NAME", "The name of a class must be a string.", "Class[1]", "Class['one']"),
    row(
        "ILLEGAL_NAME",
        "The string is not a valid name: a name consists of lowercase letters, digits and underscores, in segments \
         joined by `::`.",
        "Class['a b']",
        "Class['a_b']",
    ),
    row(
        "ILLEGAL_RESOURCE_SPECIALIZATION",
        "The first parameter of `Resource[..]` is the name of a resource type, as a string or a type.",
        "Resource[Integer]",
        "Resource['notify']",
    ),
    row(
        "ILLEGAL_RESOURCE_TYPE",
        "The brace of a resource follows the name of its type, either a bareword or uppercase. A quoted string is \
         not a type name.",
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
        "A title in an array is `undef`. Every resource has a title.",
        "notify { ['a', undef]: }",
        "notify { ['a', 'b']: }",
    ),
    row(
        "EMPTY_STRING_TITLE_AT",
        "A title is an empty string. Every resource has a title with at least one character.",
        "notify { ['a', '']: }",
        "notify { ['a', 'b']: }",
    ),
    row(
        "ILLEGAL_TITLE_TYPE_AT",
        "The title of a resource must be a string or an array of strings.",
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
        "An attribute of a resource is set twice. (Puppet spells the code this way.)",
        "notify { 'a': message => 'x', message => 'y' }",
        "notify { 'a': message => 'x' }",
    ),
    row(
        "UNKNOWN_RESOURCE",
        "The catalog does not contain this resource, or not yet: later declarations are added later.",
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
        "An arrow connects resources, classes and collectors. This value is not a resource, class or collector.",
        "notify { 'a': } -> undef",
        "notify { 'a': } -> notify { 'b': }",
    ),
    row(
        "DISCONTINUED_IMPORT",
        "Old versions of Puppet had `import` to read other files. Now Puppet finds classes and functions by their \
         names.",
        "import 'x'",
        "notice('x')",
    ),
    row(
        "ILLEGAL_CLASSREF",
        "The string cannot be converted to the name of a type: its segments do not start with letters.",
        "",
        "",
    ),
];
