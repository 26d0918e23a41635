//! Every pair of some types: whether the one is assignable to the other, what both have in common, and what only the first
//! one holds.

use std::fmt::Write;

use pprepl_session::{Outcome, Session, Settings, SystemHost, commands};

/// One type of each family, and a second one where two of a family have rules of their own.
const TYPES: [&str; 22] = [
    "Any",
    "Boolean[true]",
    "Boolean",
    "Integer[1, 5]",
    "Float[0.5, 2.0]",
    "String[1, 3]",
    "Enum['a', 'bc']",
    "Pattern[/^a/]",
    "Regexp[/a/]",
    "Regexp[/b/]",
    "Timespan['0-0:0:1', '0-0:0:9']",
    "Sensitive[Integer]",
    "Array[Integer, 0, 2]",
    "Array[String, 1]",
    "Tuple[Integer, String]",
    "Tuple[Numeric, 0, 3]",
    "Hash[String, Integer]",
    "Struct[{ 'a' => Integer, Optional['b'] => String }]",
    "Iterable[Integer]",
    "Variant[Integer, Enum['a']]",
    "NotUndef[Optional[Integer]]",
    "Type[Integer]",
];

/// Returns the first line that a command answers, or that it fails.
fn answer(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => answer.text.lines().next().unwrap_or("fails").to_owned(),
        _ => "fails".to_owned(),
    }
}

#[test]
fn every_pair_of_types_is_compared() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let mut out = String::new();
    for (at, a) in TYPES.iter().enumerate() {
        let _ = writeln!(out, "== {a}");
        for b in TYPES.iter().skip(at) {
            let below = answer(&mut session, &format!(":type {a} < {b}"));
            let above = answer(&mut session, &format!(":type {b} < {a}"));
            let both = answer(&mut session, &format!(":type {a} & {b}"));
            let (left, right) = (format!(":type {a} - {b}"), format!(":type {b} - {a}"));
            let (left, right) = (answer(&mut session, &left), answer(&mut session, &right));
            let _ = writeln!(out, "{b} | < {below}, > {above} | & {both} | - {left} | from it {right}");
        }
    }
    insta::assert_snapshot!(out);
}
