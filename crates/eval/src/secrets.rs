//! The secrets that `unwrap` has revealed; error messages mask them. A program that unwraps a value intends to use it,
//! but a leak into an error log does harm.

use std::collections::VecDeque;

use pprepl_text::Source;
use puppet_pcore::{Value, ValueError};

use super::Flow;

/// The maximum number of strings to remember; the oldest are dropped first.
const MANY: usize = 128;

/// The maximum length in bytes; no error prints longer strings whole.
const LONGEST: usize = 4096;

/// The minimum length in bytes: a shorter string is a word of any message, and no secret.
const SHORTEST: usize = 3;

/// The minimum length in bytes from which strings are masked anywhere; shorter ones only in quotes.
const TELLING: usize = 6;

const REDACTED: &str = "[value redacted]";

/// The strings that were unwrapped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets(VecDeque<String>);

impl Secrets {
    /// Remembers the strings and numbers of an unwrapped value.
    pub(crate) fn note(&mut self, value: &Value) {
        let mut left = MANY;
        self.note_parts(value, &mut left);
    }

    fn note_parts(&mut self, value: &Value, left: &mut usize) {
        if *left == 0 {
            return;
        }
        *left -= 1;
        match value {
            Value::Str(text) => self.keep(&text.text),
            Value::Int(_) | Value::Big(_) | Value::Float(_) => {
                let text = puppet_pcore::interpolate(value);
                if text.len() >= TELLING {
                    self.keep(&text);
                }
            }
            Value::Array(list) => list.items.iter().take(MANY).for_each(|item| self.note_parts(item, left)),
            Value::Hash(hash) => hash.values().take(MANY).for_each(|item| self.note_parts(item, left)),
            Value::Sensitive(inner) => self.note_parts(inner, left),
            _ => {}
        }
    }

    fn keep(&mut self, text: &str) {
        if text.len() < SHORTEST || text.len() > LONGEST || self.0.iter().any(|known| known == text) {
            return;
        }
        if self.0.len() >= MANY {
            self.0.pop_front();
        }
        self.0.push_back(text.to_owned());
    }

    /// Masks unwrapped values in a string.
    pub(crate) fn mask(&self, text: &mut String) {
        self.0.iter().for_each(|secret| hide(secret, text));
    }

    /// Masks unwrapped values in an error. A short one stays visible where the failed source itself contains it.
    pub(crate) fn hide(&self, flow: &mut Flow, source: &Source) {
        let Flow::Fault(fault) = flow else { return };
        let inner = fault.source.clone();
        let texts = || std::iter::once(source.text()).chain(inner.iter().map(|source| source.text()));
        for secret in &self.0 {
            if secret.len() < TELLING && texts().any(|text| occurs_in(secret, text)) {
                continue;
            }
            hide_in_issue(secret, &mut fault.issue);
            fault.labels.iter_mut().for_each(|label| hide(secret, &mut label.message));
            fault.calls.messages_mut().for_each(|message| hide(secret, message));
        }
    }
}

fn hide_in_issue(secret: &str, issue: &mut ValueError) {
    hide(secret, &mut issue.message);
    issue.help.iter_mut().for_each(|text| hide(secret, text));
    issue.notes.iter_mut().for_each(|text| hide(secret, text));
    for misfit in &mut issue.misfits {
        hide(secret, &mut misfit.place);
        misfit.actual.iter_mut().for_each(|text| hide(secret, text));
        misfit.fix.iter_mut().for_each(|text| hide(secret, text));
    }
    if issue.swap.as_ref().is_some_and(|swap| swap.from == secret || swap.to == secret) {
        issue.swap = None;
    }
}

/// Returns whether a source writes the string as a literal.
fn occurs_in(secret: &str, source: &str) -> bool {
    source.contains(&format!("'{secret}'")) || source.contains(&format!("\"{secret}\""))
}

fn hide(secret: &str, text: &mut String) {
    for quoted in [format!("'{secret}'"), format!("\"{secret}\""), format!("`{secret}`")] {
        if text.contains(&quoted) {
            *text = text.replace(&quoted, REDACTED);
        }
    }
    if secret.len() >= TELLING && text.contains(secret) {
        *text = text.replace(secret, REDACTED);
    }
}
