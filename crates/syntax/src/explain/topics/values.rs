//! Topics of values, operators and types.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::UndefinedType,
        "A name in uppercase is a type, and no type has this name. Check the spelling; ':types' lists all types. A \
         string needs quotes, and the name of a resource is lowercase where it is declared.",
        "Interger",
        "Integer",
    ),
    page(
        Topic::TypeParameters,
        "The type does not accept these parameters in its brackets. ':info TYPE' shows what it accepts: `Integer[1, 9]` \
         has bounds, `Array[String]` the type of its elements, `Enum['a']` its values.",
        "Hash[String]",
        "Hash[String, Integer]",
    ),
    page(
        Topic::TypeDefinition,
        "The definition of a type alias is not valid. An alias is an uppercase name, `=` and a type. It cannot have the \
         name of a built-in type, or mean only itself.",
        "type Integer = Numeric",
        "type Count = Numeric",
    ),
    page(
        Topic::ObjectType,
        "An `Object` type describes values with named attributes, in a hash. Each attribute has a type and may have a \
         default value. A key of this hash is unknown, a value does not match, or a call has too many values.",
        "type Point = Object[{attributes => {x => Integer}}]\nPoint(1, 2)",
        "type Point = Object[{attributes => {x => Integer}}]\nPoint(1)",
    ),
    page(
        Topic::WrongType,
        "A value has another type than this place requires. The message names the expected type and the found one. \
         ':type EXPR' shows the type of an expression.",
        "notify { 'a': * => 'message' }",
        "notify { 'a': * => {'message' => 'hello'} }",
    ),
    page(
        Topic::ConversionFailed,
        "The value cannot be converted to this type. `Integer('0x1f')` and `Integer('12')` work; other letters do not. \
         Test the value first, for example with `=~ /^\\d+$/`.",
        "Integer('ten')",
        "Integer('10')",
    ),
    page(
        Topic::NotANumber,
        "Arithmetic needs numbers. This value is not a number, and not a string that contains one. To join strings, \
         write \"${a}${b}\".",
        "'two' + 1",
        "2 + 1",
    ),
    page(
        Topic::NumberInString,
        "A string is used as a number. The default edition converts it and warns; Puppet 8 refuses it. Convert it \
         yourself with `Integer(..)`, or make pprepl strict with ':set strict error'.",
        "'1' + 2",
        "Integer('1') + 2",
    ),
    page(
        Topic::NumberRange,
        "The number is too large, or it is not a number such as 0.0 / 0.0. Puppet's integers have 64 bits. The default \
         edition of pprepl accepts larger integers; floats are limited in both.",
        "1e200 * 1e200",
        "1e100 * 1e100",
    ),
    page(
        Topic::DividedByZero,
        "A number is divided by zero, with `/` or `%`. The result is not defined. Test the divisor first.",
        "1 / 0",
        "1 / 2",
    ),
    page(
        Topic::OperatorOperand,
        "The operator does not work on values of this type. ':explain operators' lists what each operator accepts. \
         Strings are joined by interpolation: \"${a}${b}\".",
        "5 % 2.5",
        "5 % 2",
    ),
    page(
        Topic::Comparison,
        "These two values have no order. Numbers compare with numbers, strings with strings, and types by inclusion. \
         `==` compares any two values.",
        "'10' < 9",
        "Integer('10') < 9",
    ),
    page(
        Topic::MatchOperand,
        "`=~` matches a string with a regular expression, or any value with a type. Convert a number first, with \
         `String(..)`.",
        "10 =~ /1/",
        "String(10) =~ /1/",
    ),
    page(
        Topic::NoMatchingOption,
        "No option of the selector matches the value, and it has no `default`. A selector must return a value, so it \
         fails. Add a `default`, or use `case`, which returns `undef`.",
        "$os = 'plan9'\n$os ? { 'linux' => 1 }",
        "$os = 'plan9'\n$os ? { 'linux' => 1, default => 0 }",
    ),
    page(
        Topic::Index,
        "The value cannot be indexed, or not with this key. Arrays and strings are indexed by integers from 0, hashes \
         by their keys. `dig` and `get` return `undef` where a part is missing.",
        "$name = 'Ada'\n$name['first']",
        "$name = 'Ada'\n$name[0]",
    ),
    page(
        Topic::Iteration,
        "`each`, `map` and similar functions iterate over arrays, hashes, strings, integers and ranges. This value \
         cannot be iterated. Put a single value into an array.",
        "true.each |$x| { notice($x) }",
        "[true].each |$x| { notice($x) }",
    ),
    page(
        Topic::StringFormat,
        "The format is not valid, or does not fit the value. A format is `%`, flags, a width, a precision and a letter: \
         `%d` for integers, `%s` for strings, `%.2f` for floats.",
        "String(1, '%y')",
        "String(1, '%d')",
    ),
    page(
        Topic::RegexpLimit,
        "The regular expression is too large, or matching it takes too long. A repetition inside a repetition has too \
         many ways to match. Use a single repetition, or `a++` and `(?>a+)`, which do not go back.",
        "'a' =~ '(?:a{1000}){1000}{9}'",
        "'a' =~ '^a+$'",
    ),
    page(
        Topic::DateAndTime,
        "The string is not a date or a duration in this format, or the calculation is not defined. Name the format: \
         `Timestamp('2024-02-29', '%F')`. A duration is a `Timespan`.",
        "Timestamp('yesterday')",
        "Timestamp('2024-02-29', '%F')",
    ),
];
