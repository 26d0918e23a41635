//! Variables that code in another language sets by name: `scope.setvar` of Ruby.

use puppet_pcore::Value;

use super::variable_view::Home;
use super::{Level, Vm};

impl Vm {
    /// Sets a variable of the scope around the call whose callee sees variables by name, or of the top scope.
    ///
    /// # Errors
    /// The message of the error: the variable has a value already, or its name is reserved.
    pub fn set_visible_variable(&mut self, name: &str, value: Value, at_top: bool) -> Result<(), String> {
        check_name(name)?;
        let home = match self.templates.view.last() {
            Some(view) if !at_top => view.home(),
            _ => Home::Top,
        };
        let global = match home {
            Home::Top => name.to_owned(),
            Home::Class(qualifier) => format!("{qualifier}{name}"),
            Home::Body => return self.set_in_body(name, value),
        };
        let slot = self.globals.slot(&global);
        if !matches!(self.globals.values[slot], Value::Unset) {
            return Err(reassignment(name));
        }
        self.set_global(slot, value);
        Ok(())
    }

    /// Replaces the value of a variable that changed in place.
    pub fn replace_visible_variable(&mut self, name: &str, value: Value) {
        match self.templates.body_variables.get_mut(self.catalog.current, name) {
            Some(known) => *known = value,
            None => self.templates.view.last_mut().into_iter().for_each(|view| view.set(name, value.clone())),
        }
    }

    /// Returns the variables that were set by name in the body that runs.
    pub fn variables_set_by_name(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.templates.body_variables.of(self.catalog.current)
    }

    fn set_in_body(&mut self, name: &str, value: Value) -> Result<(), String> {
        let scope = self.catalog.current;
        let is_set = self.templates.view.last().is_some_and(|view| view.local(name).is_some());
        if is_set || self.templates.body_variables.get(scope, name).is_some() {
            return Err(reassignment(name));
        }
        if self.globals.get(name).is_some() {
            let message = format!("`${name}`, which Ruby sets here, hides the one at top scope in templates only");
            self.log(Level::Warning, &message);
        }
        self.templates.body_variables.add(scope, name, value);
        Ok(())
    }
}

fn check_name(name: &str) -> Result<(), String> {
    match name {
        "facts" | "trusted" | "server_facts" => Err(format!("`${name}` is reserved for the facts")),
        _ if name.contains("::") => Err(format!("`${name}` belongs to another scope and cannot be set from here")),
        _ if name.starts_with(|first: char| first.is_ascii_digit()) => {
            Err(format!("`${name}` is a group of the last match, which only a match sets"))
        }
        _ => Ok(()),
    }
}

fn reassignment(name: &str) -> String {
    format!("the variable `${name}` has a value already")
}
