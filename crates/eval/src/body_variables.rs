//! Variables without a slot: those that code in another language set by name in a body.

use puppet_catalog::ScopeId;
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

/// The variables that were set by name in the bodies of defined types, functions and lambdas: there, code knows its
/// variables by their slots, and this one has none.
#[derive(Default)]
pub(crate) struct BodyVariables(Vec<(ScopeId, Name, Value)>);

impl BodyVariables {
    /// Returns a variable of a scope.
    pub(crate) fn get(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        self.0.iter().find(|(known, own, _)| *known == scope && **own == *name).map(|(_, _, value)| value)
    }

    pub(crate) fn get_mut(&mut self, scope: ScopeId, name: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(known, own, _)| *known == scope && **own == *name).map(|(_, _, value)| value)
    }

    /// Adds a variable to a scope.
    pub(crate) fn add(&mut self, scope: ScopeId, name: &str, value: Value) {
        self.0.push((scope, name.into(), value));
    }

    /// Returns the variables of a scope.
    pub(crate) fn of(&self, scope: ScopeId) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().filter(move |(known, ..)| *known == scope).map(|(_, name, value)| (&**name, value))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
