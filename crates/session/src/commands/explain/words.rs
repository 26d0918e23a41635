//! The words and operators of the language, each with an example input.

use puppet_syntax::operators;

use super::{Page, point};

pub(super) static OPERATORS: [Page; operators::OPERATORS.len()] = {
    let mut pages = [point("", "", ""); operators::OPERATORS.len()];
    let mut index = 0;
    while index < pages.len() {
        let row = &operators::OPERATORS[index];
        pages[index] = point(row.symbol, row.meaning, row.example);
        index += 1;
    }
    pages
};

/// The other words and signs.
pub(super) static WORDS: &[Page] = &[
    point(
        "if",
        "Runs the first block whose condition is true, and returns its value.",
        "if 1 < 2 { 'less' } else { 'more' }",
    ),
    point(
        "elsif",
        "Another condition, tested when those above it were false.",
        "if false { 1 } elsif true { 2 } else { 3 }",
    ),
    point("else", "The block that runs when no condition is true.", "if false { 'yes' } else { 'no' }"),
    point(
        "unless",
        "Runs the block when the condition is false; it can have an 'else', but no 'elsif'.",
        "unless false { 'taken' }",
    ),
    point(
        "case",
        "Compares a value with the options in order, and runs the block of the first match: an equal value, a \
         matching regular expression, a type that the value is an instance of, or 'default'.",
        "case 42 {\n  0: { 'none' }\n  Integer[1, 9]: { 'some' }\n  default: { 'many' }\n}",
    ),
    point(
        "default",
        "The option when no other matches; in type parameters an open bound; in resources the values for all of them.",
        "42 ? { 0 => 'none', default => 'some' }",
    ),
    point("true", "The Boolean true. Only 'undef' and 'false' are not true.", "if 'anything' { true }"),
    point("false", "The Boolean false. Only it and 'undef' are not true.", "if false { 1 } else { 2 }"),
    point(
        "function",
        "Defines a function: parameters with types and defaults, and after '>>' the return type. It returns the \
         value of its last expression.",
        "function double(Integer $n) >> Integer { $n * 2 }\ndouble(21)",
    ),
    point(
        "class",
        "Defines a class: code with parameters that 'include' evaluates, at most once.",
        "class motd(String $text = 'hello') {\n  notify { $text: }\n}\ninclude motd",
    ),
    point(
        "define",
        "Defines a resource type of your own: its body runs for each resource, with $title and the parameters.",
        "define greeting(String $who = $title) {\n  notify { \"hello ${who}\": }\n}\ngreeting { 'web': }",
    ),
    point(
        "node",
        "Code for the machine with that name, or for those whose names match a regular expression.",
        "node default { notice('any machine') }",
    ),
    point(
        "inherits",
        "The class sees the variables of its parent, which is evaluated first, and may override its resources.",
        "class base { $dir = '/etc' }\nclass web inherits base { notice($dir) }\ninclude web",
    ),
    point(
        "type",
        "Defines a type alias, whose name starts with a capital letter.",
        "type Port = Integer[1, 65535]\n80 =~ Port",
    ),
    point(
        "include",
        "Evaluates classes, each at most once.",
        "class motd { notice('once') }\ninclude motd\ninclude motd",
    ),
    point(
        "=",
        "Sets a variable, once. An array or a hash on the left destructures the value.",
        "[$first, $second] = [1, 2]\n$second",
    ),
    point("!", "Negates a Boolean.", "!true"),
    point(
        "?",
        "The selector: returns the value of the first option that matches. Without a match and a 'default' it fails.",
        "'web' ? { /^w/ => 'begins with w', default => 'else' }",
    ),
    point("=>", "Separates a key, attribute or option from its value.", "{ 'port' => 80 }['port']"),
    point(
        "->",
        "Applies the left resource before the right one.",
        "notify { 'a': }\nnotify { 'b': }\nNotify['a'] -> Notify['b']",
    ),
    point(
        "~>",
        "Applies the left resource before the right one, and notifies it of changes.",
        "notify { 'a': }\nnotify { 'b': }\nNotify['a'] ~> Notify['b']",
    ),
    point("|", "Two of them enclose the parameters of a lambda.", "[1, 2].map |$n| { $n * 10 }"),
    point(
        "<|",
        "A collector: realizes the matching resources of a type, and can override their attributes. Without a query \
         between '<|' and '|>' it matches all.",
        "@notify { 'a': }\nNotify <| title == 'a' |>",
    ),
    point(
        "@",
        "A virtual resource: declared, but applied only when a collector or 'realize' selects it.",
        "@notify { 'a': }\nrealize(Notify['a'])",
    ),
    point(".", "Calls a function with the value on its left as the first argument.", "'web'.upcase"),
    point(
        "[",
        "Indexes an array, a hash or a string, or adds parameters to a type. No space is allowed before it.",
        "$ports = [80, 443]\n$ports[0]",
    ),
];
