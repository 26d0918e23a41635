//! The facts of the node that a session stands for: `$facts`, `$trusted`, and a variable for each fact at top scope.

use std::path::Path;

use crate::pcore::{Hash, Value};

use super::Session;

impl Session {
    /// Takes facts from a file of JSON.
    pub fn load_facts(&mut self, path: &Path) -> Result<(), String> {
        let text = self.vm.host_mut().read_file(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let json: serde_json::Value =
            serde_json::from_str(&text).map_err(|fault| format!("{}: {fault}", path.display()))?;
        match value_of(&json) {
            Value::Hash(hash) => {
                self.vm.set_facts(&hash);
                self.facts = Some(hash);
                Ok(())
            }
            _ => Err(format!("{}: facts are an object of names and values", path.display())),
        }
    }
}

/// A JSON value as one of Puppet.
fn value_of(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Undef,
        serde_json::Value::Bool(bit) => Value::bool(*bit),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(int) => Value::int(int),
            None => Value::float(number.as_f64().unwrap_or(f64::MAX)),
        },
        serde_json::Value::String(text) => Value::str(&**text),
        serde_json::Value::Array(items) => Value::array(items.iter().map(value_of).collect()),
        serde_json::Value::Object(entries) => {
            let mut hash = Hash::default();
            for (key, value) in entries {
                hash.insert(Value::str(&**key), value_of(value));
            }
            Value::hash(hash)
        }
    }
}
