//! The types that the user declares for external variables: facts, variables of an ENC, parameters of other code. The
//! static checker uses them where the session has no value; running code never reads them.

use std::time::Duration;

use puppet_pcore::{Value, type_text};

use super::NoType;
use super::analyzer::Analyzer;

/// The time limit for evaluating the type.
const INSPECT_TIME: Duration = Duration::from_millis(500);

/// Returns the name without a leading `$` and `::`.
fn plain(name: &str) -> &str {
    let name = name.trim().trim_start_matches('$');
    name.strip_prefix("::").unwrap_or(name)
}

impl Analyzer<'_> {
    /// Declares a variable's type, the value of `code`. Returns the type.
    pub fn assume(&mut self, name: &str, code: &str) -> Result<String, NoType> {
        let value = self.core.try_evaluate(code, INSPECT_TIME).ok_or(NoType::Unknown)?;
        let Value::Type(ty) = value else { return Err(NoType::Value) };
        let text = type_text(&ty);
        self.checker.assumed.retain(|(known, _)| **known != *plain(name));
        self.checker.assumed.push((plain(name).into(), ty));
        self.checker.assumed.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(text)
    }

    /// Removes the assumption about a variable. Returns whether one existed.
    pub fn drop_assumption(&mut self, name: &str) -> bool {
        let before = self.checker.assumed.len();
        self.checker.assumed.retain(|(known, _)| **known != *plain(name));
        self.checker.assumed.len() < before
    }
}
