//! Conversions that several families share: arrays flattened or spread, Booleans in strings, sets of letters.

use pprepl_budget as budget;
use puppet_eval::EvalResult;
use puppet_pcore::Value;

use super::arguments::matches;

/// Flattens nested arrays.
pub(super) fn flatten(values: &[Value], out: &mut Vec<Value>) -> EvalResult<()> {
    out.append(&mut puppet_pcore::flatten(values));
    Ok(budget::poll()?)
}

/// Returns the elements of an array, none for undef, or any other value alone.
pub(super) fn spread(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(array) => array.items.clone(),
        Value::Undef | Value::Unset => Vec::new(),
        other => vec![other.clone()],
    }
}

/// Returns the Boolean that a string means. Any of its lines may match.
pub(super) fn truth_of(text: &str) -> EvalResult<Option<bool>> {
    let forms = [
        (r"^$", false),
        (r"(?i)^(1|t|y|true|yes)$", true),
        (r"(?i)^(0|f|n|false|no)$", false),
        (r"^(undef|undefined)$", false),
    ];
    for (pattern, truth) in forms {
        if matches(pattern, text)? {
            return Ok(Some(truth));
        }
    }
    Ok(None)
}

/// A set of letters in Ruby's notation: `abc`, `a-c`, `^abc` for all others.
pub(super) struct LetterSet {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl LetterSet {
    pub(super) fn new(set: &str) -> LetterSet {
        let (negated, set) = match set.strip_prefix('^') {
            Some(rest) if !rest.is_empty() => (true, rest),
            _ => (false, set),
        };
        let mut letters: Vec<char> = set.chars().collect();
        let mut ranges = Vec::new();
        letters.reverse();
        while let Some(from) = letters.pop() {
            match letters[..] {
                [.., to, '-'] => {
                    letters.truncate(letters.len() - 2);
                    ranges.push((from, to));
                }
                _ => ranges.push((from, from)),
            }
        }
        LetterSet { negated, ranges }
    }

    pub(super) fn contains(&self, letter: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&letter)) != self.negated
    }
}
