//! Names in the input being typed, and its first error: marks by role that a front end lays over its colors.

use std::time::Duration;

use super::Session;
use pprepl_text::Span;
use puppet_check::FROM_AGENT_AND_SERVER;
use puppet_pcore::Value;
use puppet_syntax::Completeness;
use puppet_tree::{Document, MentionKind, NameOccurrence, mentions};

/// A span and its role.
pub type Mark = (Span, &'static str);

/// An error that more input cannot fix.
#[derive(Clone, Debug)]
pub struct InputError {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
}

impl Session {
    /// Returns the marks of notable names: unknown or unused variables, match variables, facts, own types. The name
    /// that ends at `cursor` is being typed, so it never counts as unknown.
    pub fn marks(&self, document: &Document, cursor: usize) -> Vec<Mark> {
        let found = mentions(document);
        // A variable at the very end may be assigned next.
        let end = document.text().trim_end().len();
        let mark = |mention: &NameOccurrence| {
            let role = self.role(mention, cursor)?;
            let going_on = role == "name.unknown" && mention.span.end as usize == end;
            (!going_on).then_some((mention.span, role))
        };
        found.iter().filter_map(mark).collect()
    }

    /// Returns the string keys of the hash that `text` evaluates to; `None` if it is not a hash, exceeds the time or
    /// may have side effects.
    pub fn keys_of(&mut self, text: &str, within: Duration) -> Option<Vec<String>> {
        let Value::Hash(hash) = self.try_evaluate(text, within)? else { return None };
        Some(hash.iter().filter_map(|(key, _)| key.as_str().map(str::to_owned)).collect())
    }

    fn role(&self, mention: &NameOccurrence, cursor: usize) -> Option<&'static str> {
        let name = mention.name;
        match mention.kind {
            MentionKind::Type => self.vm.aliases.get(name).map(|_| "name.alias"),
            _ if name.is_empty() => None,
            _ if name.bytes().all(|byte| byte.is_ascii_digit()) => Some("name.match"),
            MentionKind::Known => None,
            MentionKind::Unused => (mention.span.end as usize != cursor).then_some("name.unused"),
            MentionKind::Free => self.free(name).filter(|_| mention.span.end as usize != cursor),
        }
    }

    /// Returns the role of a variable that the input does not set.
    fn free(&self, name: &str) -> Option<&'static str> {
        let own = name.strip_prefix("::").unwrap_or(name);
        if is_given(own) {
            return FACTS.contains(&own).then_some("name.fact");
        }
        match self.vm.globals.get(own) {
            Some(_) if self.is_fact(own) => Some("name.fact"),
            Some(_) => None,
            // A class that is not loaded yet may have it.
            None => (!own.contains("::")).then_some("name.unknown"),
        }
    }

    fn is_fact(&self, name: &str) -> bool {
        matches!(self.vm.globals.get("facts"), Some(Value::Hash(facts)) if facts.iter().any(|(key, _)| key.as_str() == Some(name)))
    }

    /// Returns the first error of the input being typed; `None` when it is valid so far. A token that ends at the
    /// cursor is still incomplete.
    pub fn typing_error(&self, text: &str, cursor: usize) -> Option<InputError> {
        let parsed = self.read(text);
        if parsed.complete != Completeness::Invalid {
            return None;
        }
        let fault = parsed.diagnostics.iter().find(|found| found.is_error())?;
        let span = fault.span.filter(|span| span.end as usize != cursor)?;
        Some(InputError { span, message: fault.message.clone(), help: fault.help.clone() })
    }
}

/// Returns whether the variable exists without being set.
pub(super) fn is_given(name: &str) -> bool {
    GIVEN.contains(&name) || FROM_AGENT_AND_SERVER.contains(&name)
}

/// Variables that exist without being set.
const GIVEN: &[&str] = &[
    "facts",
    "trusted",
    "server_facts",
    "environment",
    "settings",
    "title",
    "name",
    "module_name",
    "caller_module_name",
];

/// Those of [`GIVEN`] that describe the node.
const FACTS: &[&str] = &["facts", "trusted", "server_facts"];
