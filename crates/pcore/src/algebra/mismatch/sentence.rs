//! A tree of mismatches as one sentence: the path to each error, and the expected type there.

use std::fmt::Write as _;

use super::super::super::{Size, Type, Value, display};
use super::super::type_text;
use super::{Mismatch, Reason, Step, short_text, type_name};

/// The maximum number of errors in a sentence.
const MAX_NAMED: usize = 5;

/// The maximum number of alternatives in a sentence.
const MAX_LISTED: usize = 16;

/// The maximum width of a type in a sentence.
const MAX_TYPE: usize = 240;

impl Mismatch {
    /// Returns one sentence; `name` is the role of the value (`parameter 'port'`).
    pub fn sentence(&self, name: &str) -> String {
        let mut parts = Vec::new();
        let mut more = flatten(self, name, &mut parts);
        more += parts.len().saturating_sub(MAX_NAMED);
        parts.truncate(MAX_NAMED);
        let mut text = parts.join("; ");
        if more > 0 {
            let _ = write!(text, "; and {more} more");
        }
        text
    }

    /// Returns the tree as lines, indented by two spaces for each level.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.add_lines(0, &mut lines);
        lines
    }

    fn add_lines(&self, level: usize, lines: &mut Vec<String>) {
        let step = self.step.as_ref().map(Step::text);
        let reason = self.reason.as_ref().map(Reason::text);
        let line = match (step, reason) {
            (Some(step), Some(reason)) => format!("{step} {reason}"),
            (Some(line), None) | (None, Some(line)) => line,
            (None, None) => "the value".to_owned(),
        };
        lines.push(format!("{}{line}", "  ".repeat(level)));
        self.inside.iter().for_each(|inner| inner.add_lines(level + 1, lines));
    }
}

/// Collects the errors; returns how many are not in the tree.
fn flatten(mismatch: &Mismatch, path: &str, parts: &mut Vec<String>) -> usize {
    let path = match &mismatch.step {
        Some(step) if path.is_empty() => step.text(),
        Some(step) => format!("{path} -> {}", step.text()),
        None => path.to_owned(),
    };
    if let Some(reason) = &mismatch.reason {
        parts.push(format!("{path} {}", reason.text()).trim_start().to_owned());
    }
    mismatch.inside.iter().map(|inner| flatten(inner, &path, parts)).sum::<usize>() + mismatch.more
}

impl Step {
    /// Returns the step in words: `element 1`.
    pub(super) fn text(&self) -> String {
        match self {
            Step::Entry(key) => format!("entry {}", short_text(key, 60)),
            Step::Key(key) => format!("key {}", short_text(key, 60)),
            Step::Element(index) => format!("element {index}"),
            Step::Hidden => "the hidden value".to_owned(),
            Step::Elements => "each element".to_owned(),
            Step::Keys => "each key".to_owned(),
            Step::Values => "each value".to_owned(),
            Step::Alternative(name) => format!("alternative {name}"),
            Step::Parameter(index) => format!("parameter {}", index + 1),
            Step::Block => "the block".to_owned(),
            Step::Returned => "the returned value".to_owned(),
            Step::Described => "the described type".to_owned(),
        }
    }
}

impl Reason {
    pub(super) fn text(&self) -> String {
        match self {
            Reason::Type { expected, actual } => {
                let texts: Vec<String> = expected.iter().map(|ty| type_name(ty, MAX_TYPE)).collect();
                match &texts[..] {
                    [single] => format!("expects {} {single} value, got {actual}", article(single)),
                    several => format!("expects a value of type {}, got {actual}", or_list(several)),
                }
            }
            Reason::Size { expected, actual, unit } => {
                format!("expects {}, got {}", size_text(*expected, unit), count_text(*actual))
            }
            Reason::Pattern { expected, actual } => {
                format!("expects a match for {}, got {actual}", type_name(expected, MAX_TYPE))
            }
            Reason::Enum { expected, actual } => match &**expected {
                Type::Enum { values, .. } if values.len() > 1 => {
                    let values: Vec<String> = values.iter().map(|value| display(&Value::str(&**value))).collect();
                    format!("expects {}, got {actual}", or_list(&values))
                }
                _ => format!("expects an {} value, got {actual}", type_text(expected)),
            },
            Reason::Missing(key) => format!("lacks the key {}", short_text(key, 60)),
            Reason::MayBeMissing(key) => format!("may lack the key {}", short_text(key, 60)),
            Reason::Unknown(key) => format!("has the unknown key {}", short_text(key, 60)),
        }
    }
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['A', 'E', 'I', 'O']) || word.starts_with("Undef") || word.starts_with("Un") {
        "an"
    } else {
        "a"
    }
}

/// Returns `a, b, or c`; a long list ends in a count.
fn or_list(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [single] => single.clone(),
        [first, second] => format!("{first} or {second}"),
        many if many.len() > MAX_LISTED => {
            format!("{}, or one of {} more", many[..MAX_LISTED].join(", "), many.len() - MAX_LISTED)
        }
        [rest @ .., last] => format!("{}, or {last}", rest.join(", ")),
    }
}

/// Formats a size: `2 elements`, `at least 1 character`.
pub(super) fn size_text(size: Size, unit: &str) -> String {
    let (range, last) = match size {
        Size { from, to: Some(to) } if from == to => (from.to_string(), to),
        Size { from: 0, to: Some(to) } => (format!("at most {to}"), to),
        Size { from, to: Some(to) } => (format!("{from} to {to}"), to),
        Size { from, to: None } => (format!("at least {from}"), from),
    };
    let unit = match (unit, last) {
        ("entries", 1) => "entry",
        (unit, 1) => unit.trim_end_matches('s'),
        (unit, _) => unit,
    };
    format!("{range} {unit}")
}

/// Formats the actual or possible count.
pub(super) fn count_text(size: Size) -> String {
    match size {
        Size { from, to: Some(to) } if from == to => from.to_string(),
        Size { from, to: Some(to) } => format!("{from} to {to}"),
        Size { from: 0, to: None } => "any number".to_owned(),
        Size { from, to: None } => format!("{from} or more"),
    }
}
