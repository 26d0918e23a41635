//! The inputs of this run of the kernel.

use serde_json::{Value, json};

use super::message::Request;
use super::wildcard::matches;

/// The number of this run in answers: earlier runs leave nothing.
const SESSION: i64 = 1;

/// The maximum number of inputs.
const MAX_ENTRIES: usize = 10_000;

/// The inputs, oldest first.
#[derive(Default)]
pub(crate) struct History {
    entries: Vec<Entry>,
}

struct Entry {
    count: i64,
    code: String,
    output: Option<String>,
}

impl History {
    pub(crate) fn add(&mut self, count: i64, code: &str, output: Option<String>) {
        if self.entries.len() >= MAX_ENTRIES {
            self.entries.remove(0);
        }
        self.entries.push(Entry { count, code: code.to_owned(), output });
    }

    /// Returns the answer to `history_request`.
    pub(crate) fn answer(&self, request: &Request) -> Value {
        let found = match request.text("hist_access_type") {
            "range" => self.range(request),
            "search" => self.search(request),
            _ => self.tail(request),
        };
        let with_output = request.flag("output", false);
        let row = |entry: &&Entry| match with_output {
            true => json!([SESSION, entry.count, [entry.code, entry.output]]),
            false => json!([SESSION, entry.count, entry.code]),
        };
        json!({ "status": "ok", "history": found.iter().map(row).collect::<Vec<_>>() })
    }

    fn tail(&self, request: &Request) -> Vec<&Entry> {
        last(self.entries.iter().collect(), request)
    }

    /// Returns the inputs from `start` until before `stop`. Session 0 is this one.
    fn range(&self, request: &Request) -> Vec<&Entry> {
        if !matches!(request.number("session"), None | Some(0 | SESSION)) {
            return Vec::new();
        }
        let start = request.number("start").unwrap_or(0);
        let stop = request.number("stop").unwrap_or(i64::MAX);
        self.entries.iter().filter(|entry| (start..stop).contains(&entry.count)).collect()
    }

    /// Returns the inputs that a pattern matches. With `unique` the last of equal ones counts.
    fn search(&self, request: &Request) -> Vec<&Entry> {
        let pattern = request.text("pattern");
        let mut found: Vec<&Entry> = self.entries.iter().filter(|entry| matches(pattern, &entry.code)).collect();
        if request.flag("unique", false) {
            let mut codes = std::collections::HashSet::new();
            found.reverse();
            found.retain(|entry| codes.insert(entry.code.as_str()));
            found.reverse();
        }
        last(found, request)
    }
}

/// Returns the last `n` entries.
fn last<'e>(mut entries: Vec<&'e Entry>, request: &Request) -> Vec<&'e Entry> {
    let most = request.number("n").map_or(entries.len(), |n| usize::try_from(n).unwrap_or(0));
    entries.split_off(entries.len().saturating_sub(most))
}
