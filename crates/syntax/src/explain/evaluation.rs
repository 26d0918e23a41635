//! Issues raised during evaluation.

use super::{Explanation, Stage};
use pprepl_text::{Code, IssueCode};

const fn row(code: IssueCode, text: &'static str, example: &'static str, fix: &'static str) -> Explanation {
    super::row(Stage::Evaluation, Code::Issue(code), text, example, fix)
}

pub(super) const ROWS: &[Explanation] = &[
    row(
        IssueCode::UnknownVariable,
        "No variable of this name is set where it is read. Check the spelling, and look for a later assignment or \
         a variable in another scope. Variables of functions and lambdas are local.",
        "notice($nmae)",
        "$name = 'Ada'\nnotice($name)",
    ),
    row(
        IssueCode::UndoneInput,
        "The value belongs to an input that was undone (_3 is the value of input 3). Use ':redo' to restore it; \
         ':history' lists the inputs with their status.",
        "",
        "",
    ),
    row(
        IssueCode::IllegalReassignment,
        "A variable is set only once in its scope. Use a new name for the new value.",
        "$a = 1\n$a = 2",
        "$a = 1\n$b = 2",
    ),
    row(
        IssueCode::IllegalReservedAssignment,
        "Only Puppet sets certain variables, such as `$server_facts`. Use another name.",
        "$server_facts = {}",
        "$my_facts = {}",
    ),
    row(
        IssueCode::IllegalMultiAssignmentSize,
        "An assignment of an array to a list of variables needs one variable per element.",
        "[$a, $b] = [1]",
        "[$a, $b] = [1, 2]",
    ),
    row(
        IssueCode::MissingMultiAssignmentKey,
        "An assignment of a hash to a list of variables needs a key for each variable; other keys are ignored.",
        "[$a, $b] = {'a' => 1}",
        "[$a, $b] = {'a' => 1, 'b' => 2}",
    ),
    row(
        IssueCode::MissingMultiAssignmentVariable,
        "An assignment can read variables from a class by name, but the class has no variable of this name.",
        "class c { $a = 1 }\ninclude c\n[$b] = Class['c']",
        "class c { $a = 1 }\ninclude c\n[$a] = Class['c']",
    ),
    row(
        IssueCode::UnknownFunction,
        "No function has this name. Check the spelling; some common functions are part of a module, above all \
         stdlib.",
        "nosuch(1)",
        "size('abc')",
    ),
    row(
        IssueCode::MissingRequiredParameter,
        "The call passes fewer arguments to a lambda than it has parameters without a default.",
        "with(1) |$a, $b| { $a }",
        "with(1, 2) |$a, $b| { $a }",
    ),
    row(
        IssueCode::RuntimeError,
        "Evaluation failed, and Puppet has no specific code for the error. For example, a function rejected its \
         arguments, a value has the wrong type, or `fail` was called. The message has the details.",
        "size(true)",
        "size([true])",
    ),
    row(
        IssueCode::TypeMismatch,
        "The value has the wrong type. The message names the expected type and the actual one.",
        "notify { 'a': * => 'message' }",
        "notify { 'a': * => {'message' => 'hello'} }",
    ),
    row(
        IssueCode::NotNumeric,
        "Arithmetic needs numbers; this value is neither a number nor a numeric string.",
        "'two' + 1",
        "2 + 1",
    ),
    row(
        IssueCode::NumericCoercion,
        "A numeric string is used in arithmetic. With the setting `strict` at `error` this fails; with `warning` \
         the string is converted to a number. Convert it explicitly with `Integer(..)` or `Numeric(..)`.",
        "'1' + 2",
        "Integer('1') + 2",
    )
    .puppet8(),
    row(IssueCode::DivByZero, "A number is divided by zero, with `/` or with `%`.", "1 / 0", "1 / 2"),
    row(
        IssueCode::ResultIsNan,
        "The result of the operation is not a number, as in 0.0 / 0.0. The language has no such value, so the \
         operation fails. (Puppet 8 itself accepts this one.)",
        "0.0 / 0.0",
        "0.0 / 1.0",
    ),
    row(
        IssueCode::ResultIsInfinity,
        "The result of a calculation with floats is too large to be represented.",
        "1e200 * 1e200",
        "1e100 * 1e100",
    ),
    row(
        IssueCode::OperatorNotApplicable,
        "The operator does not support values of this type. Only some values can be added, indexed or compared.",
        "undef['x']",
        "{'x' => 1}['x']",
    ),
    row(
        IssueCode::OperatorNotApplicableWhen,
        "The operator supports its left operand, but not together with its right operand.",
        "5 % 2.5",
        "5 % 2",
    ),
    row(
        IssueCode::ComparisonNotPossible,
        "These two values have no order. Numbers compare with numbers and strings with strings; types compare by \
         inclusion. Any two values can be tested with `==`.",
        "'10' < 9",
        "Integer('10') < 9",
    ),
    row(
        IssueCode::MatchNotRegexp,
        "The right operand of `=~` must be a regular expression, a string that contains one, or a type.",
        "'a' =~ 1",
        "'a' =~ /a/",
    ),
    row(
        IssueCode::RegexpTooBig,
        "The repetition counts of the regular expression multiply to more than pprepl compiles. Use smaller \
         counts, or match with `+` and test the length of the match. Ruby may accept it.",
        "'a' =~ '(?:a{1000}){1000}{9}'",
        "'a' =~ '^a+$'",
    ),
    row(
        IssueCode::RegexpTooHard,
        "The match was canceled: a nested repetition gives too many combinations to try. Use a single repetition, \
         or prevent backtracking with `a++` or `(?>a+)`. Ruby would continue, for minutes or years.",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' =~ /(x+x+)+\\1y/",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' =~ /(?>x+)y/",
    ),
    row(
        IssueCode::MatchNotString,
        "A regular expression matches only strings. Convert the value to a string first, or test its type.",
        "10 =~ /1/",
        "String(10) =~ /1/",
    ),
    row(
        IssueCode::UnmatchedSelector,
        "No option of the selector matches the value, and it has no `default`. A `case` returns `undef` in this \
         situation; a selector fails.",
        "$os = 'plan9'\n$os ? { 'linux' => 1 }",
        "$os = 'plan9'\n$os ? { 'linux' => 1, default => 0 }",
    ),
    row(
        IssueCode::RubyFunction,
        "A module implements this function in Ruby. pprepl runs Ruby only if you ask for it with `--ruby` or \
         ':set ruby auto'; the help names the file. A Puppet function of the same name in the file of `--stand-ins FILE`, \
         or defined in the session, replaces it.",
        "",
        "",
    ),
    row(
        IssueCode::ErbNeedsRuby,
        "ERB templates contain Ruby. pprepl implements common Ruby: variables, conditions, loops, blocks, and the \
         usual methods of strings, numbers, arrays and hashes. The message names the unsupported code and its \
         line. `--ruby` runs it; a function such as `erb::name` in the file of `--stand-ins FILE` replaces a method; \
         an EPP template has the same in Puppet.",
        "inline_template('<% require \"socket\" %>')",
        "inline_epp('<%= 1 + 1 %>')",
    ),
    row(
        IssueCode::UnknownResourceType,
        "A word that starts with an uppercase letter names a type, but this name is unknown. It is not a type of \
         the language, an alias, a resource type or a defined type. Check the spelling, or quote the word to get a \
         string.",
        "Interger",
        "Integer",
    ),
    row(
        IssueCode::BadTypeSliceArity,
        "The type expects a different number of parameters in its brackets.",
        "Hash[String]",
        "Hash[String, Integer]",
    ),
    row(
        IssueCode::BadTypeSliceType,
        "A parameter in the type's brackets is of the wrong kind: most types expect types there.",
        "Type[1]",
        "Type[Integer]",
    ),
    row(IssueCode::BadTypeSpecialization, "The type accepts parameters, but not these.", "Regexp[1]", "Regexp[/a/]"),
    row(
        IssueCode::BadIntegerSliceArity,
        "A numeric type has a lower and an upper bound, so it expects 1 or 2 parameters.",
        "Integer[1, 2, 3]",
        "Integer[1, 3]",
    ),
    row(
        IssueCode::BadIntegerSliceType,
        "The bounds of a numeric type are numbers, or `default` for no bound.",
        "Integer['a']",
        "Integer[1]",
    ),
    row(
        IssueCode::BadCollectionSliceType,
        "The size of a collection or a string is specified by 1 or 2 integers, `default`, or an `Integer` type.",
        "String['a']",
        "Enum['a']",
    ),
    row(
        IssueCode::BadNotUndefSliceType,
        "`NotUndef` and `Optional` expect a type, or a string that matches itself.",
        "NotUndef[1]",
        "NotUndef[Integer]",
    ),
    row(
        IssueCode::BadArraySliceArity,
        "An array is indexed with one number, or with a start and a length.",
        "[1, 2, 3][0, 1, 2]",
        "[1, 2, 3][0, 2]",
    ),
    row(
        IssueCode::BadStringSliceArity,
        "A string is indexed with one number, or with a start and a length.",
        "'abc'[0, 1, 2]",
        "'abc'[0, 2]",
    ),
    row(
        IssueCode::BadStringSliceKeyType,
        "The characters of a string are numbered, so its index is an integer.",
        "$s = 'abc'\n$s['a']",
        "$s = 'abc'\n$s[0]",
    ),
    row(
        IssueCode::BadSliceKeyType,
        "The index of an array is an integer; other numbers and values are not accepted.",
        "$a = [1, 2]\n$a[1.0]",
        "$a = [1, 2]\n$a[1]",
    ),
    row(IssueCode::IllegalHostclassName, "The name of a class must be a string.", "Class[1]", "Class['one']"),
    row(
        IssueCode::IllegalName,
        "The string is not a valid name: a name consists of lowercase letters, digits and underscores, in segments \
         joined by `::`.",
        "Class['a b']",
        "Class['a_b']",
    ),
    row(
        IssueCode::IllegalResourceSpecialization,
        "The first parameter of `Resource[..]` is the name of a resource type, as a string or a type.",
        "Resource[Integer]",
        "Resource['notify']",
    ),
    row(
        IssueCode::IllegalResourceType,
        "The brace of a resource follows the name of its type, either a bareword or uppercase. A quoted string is \
         not a type name.",
        "'notify' { 'a': }",
        "notify { 'a': }",
    ),
    row(
        IssueCode::IllegalOverriddenType,
        "Only resources have attributes that can be overridden.",
        "Integer[1] { a => 1 }",
        "notify { 'a': }\nNotify['a'] { message => 'x' }",
    ),
    row(
        IssueCode::MissingTitle,
        "The title of a resource is `undef`. Every resource has a title.",
        "notify { undef: }",
        "notify { 'a': }",
    ),
    row(
        IssueCode::MissingTitleAt,
        "A title in an array is `undef`. Every resource has a title.",
        "notify { ['a', undef]: }",
        "notify { ['a', 'b']: }",
    ),
    row(
        IssueCode::EmptyStringTitleAt,
        "A title is an empty string. Every resource has a title with at least one character.",
        "notify { ['a', '']: }",
        "notify { ['a', 'b']: }",
    ),
    row(
        IssueCode::IllegalTitleTypeAt,
        "The title of a resource must be a string or an array of strings.",
        "notify { 1: }",
        "notify { '1': }",
    ),
    row(
        IssueCode::DuplicateTitle,
        "Two bodies of one resource expression have the same title. Titles are unique for a type.",
        "notify { 'a': ; 'a': }",
        "notify { 'a': ; 'b': }",
    ),
    row(
        IssueCode::DuplicateAttribue,
        "An attribute of a resource is set twice. (Puppet spells the code this way.)",
        "notify { 'a': message => 'x', message => 'y' }",
        "notify { 'a': message => 'x' }",
    ),
    row(
        IssueCode::UnknownResource,
        "The catalog does not contain this resource, or not yet: later declarations are added later.",
        "$m = Notify['nosuch']['message']",
        "notify { 'a': message => 'x' }\n$m = Notify['a']['message']",
    ),
    row(
        IssueCode::UnknownResourceParameter,
        "The resource's type has no parameter of this name.",
        "notify { 'a': }\n$x = Notify['a']['nope']",
        "notify { 'a': }\n$x = Notify['a']['message']",
    ),
    row(
        IssueCode::IllegalRelationshipOperandType,
        "An arrow connects resources, classes and collectors. This value is not a resource, class or collector.",
        "notify { 'a': } -> undef",
        "notify { 'a': } -> notify { 'b': }",
    ),
    row(
        IssueCode::DiscontinuedImport,
        "Old versions of Puppet had `import` to read other files. Now Puppet finds classes and functions by their \
         names.",
        "import 'x'",
        "notice('x')",
    ),
    row(
        IssueCode::IllegalClassref,
        "The string cannot be converted to the name of a type: its segments do not start with letters.",
        "",
        "",
    ),
];
