//! The precedence and associativity of all operators, for `:explain operators` and `:parens`: the binary operators of
//! the language's table, and the others.

use pprepl_text::columns::columns;
use puppet_syntax::operators::{Associativity, OPERATORS, level};

/// The associativity of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a = b = c` is `a = (b = c)`.
    Right,
    /// The operator is before its single operand.
    Prefix,
}

impl Side {
    /// Returns the word that the user sees.
    pub const fn as_str(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Prefix => "prefix",
        }
    }
}

impl From<Associativity> for Side {
    fn from(associativity: Associativity) -> Side {
        match associativity {
            Associativity::Left => Side::Left,
            Associativity::Right => Side::Right,
        }
    }
}

/// The operators that are not binary expressions with two values: name, level and side.
const OTHERS: &[(&str, u8, Side)] = &[
    ("!", level::NOT, Side::Prefix),
    ("unfold", level::UNFOLD, Side::Prefix),
    ("-", level::NEGATION, Side::Prefix),
    ("?", level::SELECTOR, Side::Left),
    ("->", level::EDGE, Side::Left),
    ("~>", level::EDGE, Side::Left),
    ("<-", level::EDGE, Side::Left),
    ("<~", level::EDGE, Side::Left),
    ("=", level::ASSIGNMENT, Side::Right),
    ("+=", level::ASSIGNMENT, Side::Right),
    ("-=", level::ASSIGNMENT, Side::Right),
];

/// Returns the precedence and associativity of an operator with this number of operands; `None` for other names. A
/// selector has any number.
pub fn level_of(name: &str, operands: usize) -> Option<(u8, Side)> {
    let binary = OPERATORS.iter().find(|row| row.symbol == name && operands == 2);
    let fits = |side: Side| operands == if side == Side::Prefix { 1 } else { 2 };
    let other = || OTHERS.iter().find(|(other, _, side)| *other == name && (fits(*side) || name == "?"));
    binary.map(|row| (row.level, row.associativity.into())).or_else(|| other().map(|(_, level, side)| (*level, *side)))
}

/// The meaning of each level, the tightest first.
const MEANINGS: &[(u8, &str)] = &[
    (level::NOT, "not: negates a condition"),
    (level::UNFOLD, "unfold: spreads an array into a list"),
    (level::NEGATION, "minus sign"),
    (level::IN, "element of an array, key of a hash, part of a string"),
    (level::MATCH, "matches a regular expression or a type, or does not"),
    (level::PRODUCT, "multiplies, divides, remainder"),
    (level::SUM, "adds and subtracts; joins and reduces arrays and hashes"),
    (level::SHIFT, "appends to an array; shifts bits"),
    (level::EQUALITY, "equal or not; strings without case"),
    (level::ORDER, "order of numbers and strings; subtypes"),
    (level::SELECTOR, "selector: the value of the matching option"),
    (level::AND, "both are true"),
    (level::OR, "one is true"),
    (level::EDGE, "order of resources; '~' also notifies"),
    (level::ASSIGNMENT, "sets a variable ('+=' and '-=' are not supported)"),
];

/// Formats the table.
pub(super) fn table() -> String {
    columns(&MEANINGS.iter().map(|(level, meaning)| row(*level, meaning)).collect::<Vec<_>>())
}

fn row(level: u8, meaning: &str) -> Vec<String> {
    let binary = OPERATORS.iter().filter(|row| row.level == level).map(|row| (row.symbol, row.associativity.into()));
    let others = OTHERS.iter().filter(|(_, at, _)| *at == level).map(|(name, _, side)| (*name, *side));
    let rows: Vec<(&str, Side)> = binary.chain(others).collect();
    let symbols: Vec<&str> = rows.iter().map(|(name, _)| if *name == "unfold" { "*" } else { name }).collect();
    let side = rows.first().map_or("", |(_, side)| side.as_str());
    vec![format!("  {level:>2}"), side.to_owned(), symbols.join(" "), meaning.to_owned()]
}
