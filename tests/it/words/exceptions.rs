//! Strings that keep a banned word because data outside of the product fixes their text. The list is short on purpose: a
//! string is written in one piece and has its row here. An exception fails the
//! test when no string needs it, or when the data no longer has its text.

/// A fixed string, and the rule that it breaks.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// The part of the string that the data fixes.
    pub text: &'static str,
    /// The rule that finds it.
    pub rule: &'static str,
    /// The file of the repository that fixes the text.
    pub source: &'static str,
}

/// All exceptions, each needed by at least one string.
pub const EXCEPTIONS: &[Exception] = &[Exception {
    text: "does not take a lambda",
    rule: "does-not-take",
    source: "tests/conformance/checker/cases.jsonl",
}];

/// Returns the index of the exception that covers a hit of a rule at a byte offset of a string.
pub fn covering(rule: &str, text: &str, at: usize) -> Option<usize> {
    EXCEPTIONS.iter().position(|one| {
        one.rule == rule
            && text.match_indices(one.text).any(|(start, fixed)| (start..start + fixed.len()).contains(&at))
    })
}
