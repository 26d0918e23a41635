//! The words and operators of the language, each with an example input.

use super::{Topic, point};

pub(super) static WORDS: &[Topic] = &[
    point(
        "if",
        "Takes the first block whose condition is true. Its value is that of the block.",
        "if 1 < 2 { 'less' } else { 'more' }",
    ),
    point(
        "elsif",
        "Another condition, asked when those above it were false.",
        "if false { 1 } elsif true { 2 } else { 3 }",
    ),
    point("else", "The block that is taken when no condition was true.", "if false { 'yes' } else { 'no' }"),
    point(
        "unless",
        "The block is taken when the condition is false; it can have an 'else', but no 'elsif'.",
        "unless false { 'taken' }",
    ),
    point(
        "case",
        "Compares a value with the options, first to last, and takes the block of the first one that fits: an equal value, a \
         regular expression that matches, a type that it is an instance of, or 'default'.",
        "case 42 {\n  0: { 'none' }\n  Integer[1, 9]: { 'some' }\n  default: { 'many' }\n}",
    ),
    point(
        "default",
        "What is taken when nothing else fits; in types the end that is left open; in resources the values for all of them.",
        "42 ? { 0 => 'none', default => 'some' }",
    ),
    point("and", "True when both sides are. The right one is not asked when the left one is false.", "true and 1 < 2"),
    point("or", "True when one side is. The right one is not asked when the left one is true.", "false or 1 < 2"),
    point(
        "in",
        "Is the left one in the right one: an element of an array, a key of a hash, a part of a string? A regular expression \
         or a type on the left is looked for. Case does not count in strings.",
        "'a' in ['a', 'b']",
    ),
    point("true", "The Boolean. Only 'undef' and 'false' are not true.", "if 'anything' { true }"),
    point("false", "The Boolean. Only it and 'undef' are not true.", "if false { 1 } else { 2 }"),
    point(
        "function",
        "Defines a function: parameters with types and defaults, and after '>>' the type of its value, which is that of its last expression.",
        "function double(Integer $n) >> Integer { $n * 2 }\ndouble(21)",
    ),
    point(
        "class",
        "Defines a class: code with parameters that 'include' evaluates, once, however often it is named.",
        "class motd(String $text = 'hello') {\n  notify { $text: }\n}\ninclude motd",
    ),
    point(
        "define",
        "Defines a resource type of your own: its body is evaluated for each resource, with $title and the parameters.",
        "define greeting(String $who = $title) {\n  notify { \"hello ${who}\": }\n}\ngreeting { 'web': }",
    ),
    point(
        "node",
        "Code for the machine of that name, or for those whose names a regular expression matches.",
        "node default { notice('any machine') }",
    ),
    point(
        "inherits",
        "The class sees the variables of the one it inherits, which is evaluated first, and may change its resources.",
        "class base { $dir = '/etc' }\nclass web inherits base { notice($dir) }\ninclude web",
    ),
    point(
        "type",
        "Gives a type a name of your own, which begins with a capital.",
        "type Port = Integer[1, 65535]\n80 =~ Port",
    ),
    point(
        "include",
        "Evaluates classes, unless that was done already.",
        "class motd { notice('once') }\ninclude motd\ninclude motd",
    ),
    point(
        "=",
        "Sets a variable, once. An array or a hash on the left takes the right side apart.",
        "[$first, $second] = [1, 2]\n$second",
    ),
    point(
        "==",
        "Are both equal? Strings are without regard to case; a number is never equal to a string.",
        "'Web' == 'web'",
    ),
    point("!=", "Are both not equal?", "1 != 2"),
    point(
        "=~",
        "Does the left one match? A regular expression is tried on a string and sets $0, $1, ...; a type asks whether the value is an instance of it.",
        "'port 80' =~ /(\\d+)/\n$1",
    ),
    point(
        "!~",
        "Does the left one not match the regular expression, or is it no instance of the type?",
        "'web' !~ Integer",
    ),
    point(
        "<",
        "Is the left one less? Of types: does the right one take all that the left one takes, and more?",
        "Integer[1, 5] < Integer",
    ),
    point(
        "<=",
        "Is the left one less or equal? Of types: does the right one take all that the left one takes?",
        "1 <= 1",
    ),
    point(">", "Is the left one greater? Of types: does it take all that the right one takes, and more?", "2 > 1"),
    point(
        ">=",
        "Is the left one greater or equal? Of types: does it take all that the right one takes?",
        "Integer >= Integer[1, 5]",
    ),
    point(
        "+",
        "Adds numbers, joins arrays, and merges hashes: of a key that both have, the right one's value holds.",
        "[1, 2] + [3]",
    ),
    point(
        "-",
        "Subtracts numbers; takes the right one's elements out of an array, and keys out of a hash.",
        "[1, 2, 3] - [2]",
    ),
    point("*", "Multiplies numbers. Before an array it is the splat, which makes elements of it.", "6 * 7"),
    point("/", "Divides numbers: two integers give an integer, rounded down.", "7 / 2"),
    point("%", "What is left after a division of integers.", "7 % 2"),
    point(
        "<<",
        "Appends an element to an array (an array as one element); shifts the bits of an integer.",
        "[1, 2] << 3",
    ),
    point(">>", "Shifts the bits of an integer to the right. In a function's head: the type of its value.", "8 >> 2"),
    point("!", "Turns true into false, and false into true.", "!true"),
    point(
        "?",
        "The selector: the value behind the first option that fits. Where none does and there is no 'default', it fails.",
        "'web' ? { /^w/ => 'begins with w', default => 'else' }",
    ),
    point(
        "=>",
        "Stands between a key and its value, an attribute and its value, an option and its result.",
        "{ 'port' => 80 }['port']",
    ),
    point(
        "->",
        "The left one is applied before the right one.",
        "notify { 'a': }\nnotify { 'b': }\nNotify['a'] -> Notify['b']",
    ),
    point(
        "~>",
        "The left one is applied before the right one, which is told when something changed.",
        "notify { 'a': }\nnotify { 'b': }\nNotify['a'] ~> Notify['b']",
    ),
    point("|", "Parameters of a lambda stand between two of them.", "[1, 2].map |$n| { $n * 10 }"),
    point(
        "<|",
        "A collector: the resources of a type that fit, realized and perhaps changed. With nothing between '<|' and '|>' all of them.",
        "@notify { 'a': }\nNotify <| title == 'a' |>",
    ),
    point(
        "@",
        "A virtual resource: declared, but applied only when a collector or 'realize' asks for it.",
        "@notify { 'a': }\nrealize(Notify['a'])",
    ),
    point(".", "Calls a function with what stands on its left as the first argument.", "'web'.upcase"),
    point(
        "[",
        "Takes an element of an array, the value of a key, characters of a string, or gives a type its parameters. No blank may stand before it.",
        "$ports = [80, 443]\n$ports[0]",
    ),
];
