//! The types that the user declares for external variables: facts, variables of an ENC, parameters of other code. The
//! static checker uses them where the session has no value; running code never reads them.

use std::rc::Rc;
use std::time::Duration;

use puppet_pcore::{Ty, Value, type_text};

use super::{NoType, Session};

/// A variable's name and its declared type.
pub(super) type Assumption = (Rc<str>, Ty);

/// The time limit for evaluating the type.
const INSPECT_TIME: Duration = Duration::from_millis(500);

/// Returns the name without a leading `$` and `::`.
fn plain(name: &str) -> &str {
    let name = name.trim().trim_start_matches('$');
    name.strip_prefix("::").unwrap_or(name)
}

impl Session {
    /// Declares a variable's type, the value of `code`. Returns the type.
    pub fn assume(&mut self, name: &str, code: &str) -> Result<String, NoType> {
        let value = self.try_evaluate(code, INSPECT_TIME).ok_or(NoType::Unknown)?;
        let Value::Type(ty) = value else { return Err(NoType::Value) };
        let text = type_text(&ty);
        self.assumed.retain(|(known, _)| **known != *plain(name));
        self.assumed.push((plain(name).into(), ty));
        self.assumed.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(text)
    }

    /// Returns the assumed variables: names and types.
    pub fn assumptions(&self) -> Vec<(String, String)> {
        self.assumed.iter().map(|(name, ty)| (name.to_string(), type_text(ty))).collect()
    }

    /// Removes the assumption about a variable. Returns whether one existed.
    pub fn drop_assumption(&mut self, name: &str) -> bool {
        let before = self.assumed.len();
        self.assumed.retain(|(known, _)| **known != *plain(name));
        self.assumed.len() < before
    }

    /// Returns whether the session has a value for a variable, so that an assumption is not needed.
    pub fn has_value(&self, name: &str) -> bool {
        self.vm.globals.get(plain(name)).is_some()
    }
}
