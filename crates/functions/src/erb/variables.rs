//! The variables of a running template, and the groups of its last match.

use puppet_pcore::Value;

use super::ast::{Expr, ExprKind, Param};

/// The variables that a template has set.
pub(super) struct Variables<'r> {
    /// Local variables that are assigned anywhere.
    assigned: &'r [String],
    /// Local variables by block, the outermost first.
    locals: Vec<Vec<(String, Value)>>,
    /// Instance variables (`@x`).
    instance: Vec<(String, Value)>,
}

impl<'r> Variables<'r> {
    pub(super) fn new(assigned: &'r [String]) -> Variables<'r> {
        Variables { assigned, locals: vec![Vec::new()], instance: Vec::new() }
    }

    /// Returns whether a local variable of this name is assigned anywhere in the template.
    pub(super) fn is_assigned(&self, name: &str) -> bool {
        self.assigned.iter().any(|known| known == name)
    }

    /// Returns `@x`, if the template has set it.
    pub(super) fn instance(&self, name: &str) -> Option<Value> {
        self.instance.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    pub(super) fn set_instance(&mut self, name: &str, value: Value) {
        match self.instance.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value,
            None => self.instance.push((name.to_owned(), value)),
        }
    }

    pub(super) fn local(&self, name: &str) -> Option<&Value> {
        self.locals.iter().rev().flatten().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn local_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.locals.iter_mut().rev().flatten().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets a variable in the block that has it, else in the innermost block.
    pub(super) fn set_local(&mut self, name: &str, value: Value) {
        match self.local_mut(name) {
            Some(known) => *known = value,
            None => self.new_local(name, value),
        }
    }

    fn new_local(&mut self, name: &str, value: Value) {
        if let Some(inner) = self.locals.last_mut() {
            inner.push((name.to_owned(), value));
        }
    }

    /// Binds the elements of a list to names; `new` ones shadow outer names.
    pub(super) fn bind(&mut self, params: &[Param], value: &Value, new: bool) {
        let items = match value {
            Value::Array(list) => list.items.clone(),
            single => vec![single.clone()],
        };
        for (at, param) in params.iter().enumerate() {
            let value = items.get(at).cloned().unwrap_or(Value::Undef);
            match param {
                Param::Name(name) if new => self.new_local(name, value),
                Param::Name(name) => self.set_local(name, value),
                Param::Several(inner) => self.bind(inner, &value, new),
            }
        }
    }

    pub(super) fn open_block(&mut self) {
        self.locals.push(Vec::new());
    }

    /// Drops the variables of the innermost block.
    pub(super) fn close_block(&mut self) {
        self.locals.pop();
    }

    /// Gives the variables with the same array or hash what it became.
    pub(super) fn change_in_place(&mut self, old: &Value, new: &Value) {
        let all = self.locals.iter_mut().flatten().chain(&mut self.instance);
        for (_, value) in all.filter(|(_, value)| value.is_same_object(old)) {
            *value = new.clone();
        }
    }

    /// Moves the value out of a variable, so that it can change in place. It is assigned again at once.
    pub(super) fn release(&mut self, variable: &Expr) {
        let place = match &variable.kind {
            ExprKind::Name(name) => self.local_mut(name),
            ExprKind::Instance(name) => {
                self.instance.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value)
            }
            _ => None,
        };
        if let Some(value) = place {
            *value = Value::Undef;
        }
    }
}

/// The groups of the last match: `$1`.
#[derive(Default)]
pub(super) struct Groups(Vec<Option<String>>);

impl Groups {
    /// Stores the groups of a match.
    pub(super) fn set(&mut self, text: &str, spans: &[Option<(usize, usize)>]) {
        self.0 = spans.iter().map(|span| span.map(|(from, to)| text[from..to].to_owned())).collect();
    }

    /// Records that nothing matched.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the text of a group, if it matched.
    pub(super) fn text(&self, group: usize) -> Option<String> {
        self.0.get(group).cloned().flatten()
    }

    /// Returns all groups; undef for one that did not match.
    pub(super) fn values(&self) -> Vec<Value> {
        self.0.iter().map(|group| group.clone().map_or(Value::Undef, Value::from)).collect()
    }
}
