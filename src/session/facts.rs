//! The facts of the node that a session stands for: `$facts`, `$trusted`, and a variable for each fact at top scope.

use std::path::Path;

use crate::loader::data::read_json;
use crate::loader::yaml;
use crate::pcore::Value;
use crate::text::Source;

use super::Session;

impl Session {
    /// Takes facts from a file of JSON, or of YAML (`.yaml`, `.yml`).
    pub fn load_facts(&mut self, path: &Path) -> Result<(), String> {
        let text = self.vm.host_mut().read_file(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let value = if path.extension().is_some_and(|end| end == "yaml" || end == "yml") {
            yaml::read(&text).map(|node| node.map_or(Value::Undef, |node| node.value))
        } else {
            read_json(&text)
        };
        let value = value.map_err(|fault| {
            let place = Source::new("", &*text).line_column(fault.span.start);
            format!("{}:{}:{}: {}", path.display(), place.line, place.column, fault.message)
        })?;
        match value {
            Value::Hash(hash) => {
                self.vm.set_facts(&hash);
                self.facts = Some(hash);
                Ok(())
            }
            _ => Err(format!("{}: facts are a hash of names and values", path.display())),
        }
    }
}
