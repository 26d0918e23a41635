//! Questions that evaluate code without a trace: previews, types, templates, Hiera data.

use std::time::Duration;

use pprepl_text::Source;
use puppet_eval::Flow;
use puppet_pcore::Value;

use super::Report;
use super::explore::CellValue;
use super::report::report;
use super::session_core::Core;
use super::site::Site;

/// Answers questions about code. The code runs only where it has no side effects, within a time, and every change is
/// rolled back.
pub struct Inspector<'s> {
    pub(crate) core: &'s mut Core,
    pub(crate) site: &'s mut Site,
}

impl Inspector<'_> {
    /// Returns the error of source without side effects; `None` when it succeeds or may have some.
    pub fn error_at(&mut self, text: &str, within: Duration) -> Option<Report> {
        match self.core.preview_value(text, within, |_| ())? {
            Err(flow) => match *flow {
                Flow::Fault(fault) => Some(report(&Source::new("input", text), &fault.to_diagnostic())),
                _ => None,
            },
            Ok(_) => None,
        }
    }

    /// Returns the value of the last input that has one.
    pub fn last_value(&self) -> Option<CellValue> {
        self.core.vm.outputs.last_value().map(CellValue::new)
    }

    /// Returns the string keys of the hash that `text` evaluates to; `None` if it is not a hash, exceeds the time or
    /// may have side effects.
    pub fn keys_of(&mut self, text: &str, within: Duration) -> Option<Vec<String>> {
        let Value::Hash(hash) = self.core.try_evaluate(text, within)? else { return None };
        Some(hash.iter().filter_map(|(key, _)| key.as_str().map(str::to_owned)).collect())
    }
}
