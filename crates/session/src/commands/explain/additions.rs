//! The points where the default edition answers differently from Puppet 8. A test runs each example in both.

use super::page::WIDE;
use pprepl_text::columns::wrap;

/// A point where the default edition and `puppet8` differ.
#[derive(Clone, Copy, Debug)]
pub struct Addition {
    /// The difference, in a few words.
    pub title: &'static str,
    /// The setting that selects Puppet 8's answer; empty where only the edition does.
    pub setting: &'static str,
    /// The inputs, with an empty line between two; the answers are those of the last one.
    pub input: &'static str,
    /// The answer of the default edition: a value, or `error TOPIC`; a warning follows as `, warning TOPIC`.
    pub here: &'static str,
    /// The answer of edition `puppet8`.
    pub puppet8: &'static str,
}

const fn addition(
    title: &'static str,
    setting: &'static str,
    input: &'static str,
    here: &'static str,
    puppet8: &'static str,
) -> Addition {
    Addition { title, setting, input, here, puppet8 }
}

/// All points, the most common first.
pub const ADDITIONS: &[Addition] = &[
    addition(
        "A string with a number is converted in arithmetic, with a warning",
        "strict error",
        "\"18\" + 1",
        "19, warning number-in-string",
        "error number-in-string",
    ),
    addition(
        "A failed input leaves no trace",
        "atomic off",
        "$a = 1 fail('no')\n\n$a = 2",
        "2",
        "error assigned-twice",
    ),
    addition(
        "Integers have no limit",
        "additions off",
        "9223372036854775807 + 1",
        "9223372036854775808",
        "error number-range",
    ),
    addition(
        "A literal integer has no limit",
        "additions off",
        "9223372036854775808",
        "9223372036854775808",
        "error number-range",
    ),
    addition(
        "A range may descend",
        "additions off",
        "Integer[3, 1].map |$n| { $n }",
        "[3, 2, 1]",
        "error type-parameters",
    ),
    addition(
        "A function of yours accepts a lambda",
        "additions off",
        "function twice(Callable $f) { $f(2) }\ntwice() |$n| { $n * 2 }",
        "4",
        "error unsupported-expression",
    ),
    addition(
        "'&' makes a lambda of a function",
        "additions off",
        "['a', 'b'].map(&upcase)",
        "['A', 'B']",
        "error syntax",
    ),
    addition(
        "type_of returns the type by the language specification",
        "additions off",
        "type_of([1, 2])",
        "Array[Integer[1, 2]]",
        "error undefined-function",
    ),
    addition("Ruby is a type", "additions off", "1 =~ Ruby", "false", "error undefined-type"),
    addition(
        "Struct without parameters is the type of all hashes with string keys",
        "spec_rules off",
        "{'a' => 1} =~ Struct",
        "true",
        "false",
    ),
    addition(
        "A Pattern is a subtype of a Pattern with more regular expressions",
        "spec_rules off",
        "Pattern[/a/] <= Pattern[/a/, /b/]",
        "true",
        "false",
    ),
    addition("breakpoint() pauses a program", "additions off", "breakpoint()", "undef", "error undefined-function"),
    addition(
        "A letter after a regular expression is an error",
        "additions off",
        "'A' =~ /a/i",
        "error regexp-syntax",
        "'i'",
    ),
    addition("A result that is not a number is an error", "additions off", "0.0 / 0.0", "error number-range", "NaN"),
    addition(
        "Parameters in the wrong order are an error at the definition",
        "additions off",
        "function f($a = 1, $b) { $b }",
        "error parameter-order",
        "undef",
    ),
    addition(
        "A parameter after '*$rest' is an error",
        "additions off",
        "function g(*$r, *$s) { [$r, $s] }\ng(1, 2)",
        "error parameter-order",
        "[[2], [2]]",
    ),
    addition(
        "A regular expression ends on its line",
        "multiline_regexp on",
        "\"a\\nb\" =~ /a\nb/",
        "error syntax",
        "true",
    ),
    addition(
        "Values that the agent would reject are reported as warnings",
        "check_values note",
        "file { '/tmp/a': ensure => 'presnt' }",
        "[File['/tmp/a']], warning attribute-value",
        "[File['/tmp/a']]",
    ),
];

/// Formats the list: each point with its setting, an example and both answers.
pub(super) fn listing() -> String {
    ADDITIONS.iter().map(entry).collect::<Vec<_>>().join("\n")
}

fn entry(row: &Addition) -> String {
    let title = match row.setting {
        "" => row.title.to_owned(),
        setting => format!("{} (':set {setting}').", row.title),
    };
    let mut lines = wrap(&title, WIDE);
    lines.extend(row.input.lines().filter(|line| !line.is_empty()).map(|line| format!("  {line}")));
    lines.push(format!("    8:        {}", row.here));
    lines.push(format!("    puppet8:  {}", row.puppet8));
    lines.join("\n")
}
