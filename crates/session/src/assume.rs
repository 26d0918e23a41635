//! What the user says of variables that come from outside: facts, what an ENC sets, parameters of code elsewhere. The
//! static checker takes it for their type where the session has no value; running code never asks for it.

use std::rc::Rc;
use std::time::Duration;

use puppet_pcore::{Ty, Value, type_text};

use super::{NoType, Session};

/// A variable's name and the type that it is said to have.
pub(super) type Assumption = (Rc<str>, Ty);

/// How long reading the type may take.
const INSPECT_TIME: Duration = Duration::from_millis(500);

/// The name without `$` and `::` in front.
fn plain(name: &str) -> &str {
    let name = name.trim().trim_start_matches('$');
    name.strip_prefix("::").unwrap_or(name)
}

impl Session {
    /// Says that a variable is of the type that `code` gives. Gives the type.
    pub fn assume(&mut self, name: &str, code: &str) -> Result<String, NoType> {
        let value = self.try_evaluate(code, INSPECT_TIME).ok_or(NoType::Unknown)?;
        let Value::Type(ty) = value else { return Err(NoType::Value) };
        let text = type_text(&ty);
        self.assumed.retain(|(known, _)| **known != *plain(name));
        self.assumed.push((plain(name).into(), ty));
        self.assumed.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(text)
    }

    /// What is assumed: names and types.
    pub fn assumptions(&self) -> Vec<(String, String)> {
        self.assumed.iter().map(|(name, ty)| (name.to_string(), type_text(ty))).collect()
    }

    /// Assumes nothing of this variable any more. Was something assumed?
    pub fn drop_assumption(&mut self, name: &str) -> bool {
        let before = self.assumed.len();
        self.assumed.retain(|(known, _)| **known != *plain(name));
        self.assumed.len() < before
    }

    /// Returns whether the session has a value for a variable, so that nothing needs to be assumed of it.
    pub fn has_value(&self, name: &str) -> bool {
        self.vm.global(plain(name)).is_some()
    }
}
