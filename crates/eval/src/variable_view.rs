//! The variables that a template, or another call that reads variables by name, sees around it.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::globals::Globals;

/// The number of names up to which they are compared one by one.
const MAX_LINEAR: usize = 8;

/// The names that a place in code sees: fixed when it is compiled, and shared by all calls there.
#[derive(Debug, Default)]
pub(crate) struct VisibleNames {
    /// The local variables and their slots.
    pub(crate) slots: Vec<(Name, usize)>,
    /// The qualifiers of the variables of the class and its parents, such as `apache::`.
    pub(crate) qualifiers: Vec<String>,
    /// True in the body of a defined type, function or lambda, whose own variables have slots.
    is_body: bool,
    /// The position in `slots` of each name; the first search builds it.
    index: OnceCell<FxHashMap<Name, usize>>,
}

impl VisibleNames {
    pub(crate) fn new(slots: Vec<(Name, usize)>, qualifiers: Vec<String>, is_body: bool) -> VisibleNames {
        VisibleNames { slots, qualifiers, is_body, index: OnceCell::new() }
    }

    /// Returns whether all local variables are in slots below this one.
    pub(crate) fn are_below(&self, at: usize) -> bool {
        self.slots.iter().all(|(_, slot)| *slot < at)
    }

    /// Returns the position of a local variable in `slots`.
    fn position(&self, name: &str) -> Option<usize> {
        if self.slots.len() <= MAX_LINEAR {
            return self.slots.iter().position(|(known, _)| **known == *name);
        }
        let index = self.index.get_or_init(|| {
            let names = self.slots.iter().enumerate();
            names.map(|(at, (name, _))| (name.clone(), at)).collect()
        });
        index.get(name).copied()
    }

    pub(crate) fn is_top(&self) -> bool {
        !self.is_body && self.qualifiers.is_empty()
    }

    /// Returns the variables of the class and its parents, or those at top scope.
    fn own_globals(&self, globals: &Globals) -> Vec<(Name, Value)> {
        if !self.is_top() {
            return globals.with_prefixes(&self.qualifiers);
        }
        let top = globals.iter().filter(|(name, _)| !name.contains("::"));
        top.map(|(name, value)| (name.into(), value.clone())).collect()
    }

    /// Returns the value of a variable of the class or its parents.
    fn qualified<'v>(&self, name: &str, globals: &'v Globals) -> Option<&'v Value> {
        if name.contains("::") {
            return None;
        }
        self.qualifiers.iter().find_map(|qualifier| globals.qualified(qualifier, name))
    }
}

/// Where a place in code sets a variable.
pub(crate) enum Home {
    Top,
    /// In a class or node: with this qualifier, such as `apache::`.
    Class(String),
    /// In the body of a defined type, function or lambda.
    Body,
}

/// The variables around a call that reads them by name, not copied: most templates read a few of many.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'f> {
    pub(crate) names: &'f Rc<VisibleNames>,
    pub(crate) frame: &'f [Value],
}

impl Surroundings<'_> {
    /// Returns the value of a variable that is set.
    pub(crate) fn get<'v>(&'v self, name: &str, globals: &'v Globals) -> Option<&'v Value> {
        let slot = self.names.position(name).and_then(|at| self.names.slots.get(at));
        let local = slot.and_then(|(_, slot)| self.frame.get(*slot));
        local.filter(|value| !matches!(value, Value::Unset)).or_else(|| self.names.qualified(name, globals))
    }

    /// Copies the variables.
    pub(crate) fn view(&self) -> VariableView {
        VariableView::of_frame(self.names, self.frame)
    }
}

/// The variables that a call sees by name.
#[derive(Clone, Debug, Default)]
pub struct VariableView {
    names: Rc<VisibleNames>,
    /// The values of the local variables, in the order of their names; `Value::Unset` for those without one.
    values: Vec<Value>,
    /// The variables that the callee set, which hide all others.
    set: Vec<(Name, Value)>,
}

impl VariableView {
    /// Returns the view of a place in code whose local variables are in `frame`.
    pub(crate) fn of_frame(names: &Rc<VisibleNames>, frame: &[Value]) -> VariableView {
        let values = names.slots.iter().map(|(_, slot)| frame[*slot].clone()).collect();
        VariableView { names: names.clone(), values, set: Vec::new() }
    }

    /// Returns the view of the variables with these qualifiers.
    pub(crate) fn of_qualifiers(qualifiers: Vec<String>) -> VariableView {
        VariableView { names: Rc::new(VisibleNames::new(Vec::new(), qualifiers, false)), ..VariableView::default() }
    }

    /// Returns the value of a variable that is set.
    pub fn get<'v>(&'v self, name: &str, globals: &'v Globals) -> Option<&'v Value> {
        let set = self.set.iter().find(|(known, _)| **known == *name).map(|(_, value)| value);
        set.or_else(|| self.local(name)).or_else(|| self.names.qualified(name, globals))
    }

    /// Returns the value of a local variable that is set.
    pub(crate) fn local(&self, name: &str) -> Option<&Value> {
        self.values.get(self.names.position(name)?).filter(|value| !matches!(value, Value::Unset))
    }

    /// Returns whether this is at top scope.
    pub fn is_top(&self) -> bool {
        self.names.is_top()
    }

    /// Returns where this place in code sets a variable.
    pub(crate) fn home(&self) -> Home {
        match self.names.qualifiers.first() {
            _ if self.names.is_body => Home::Body,
            Some(qualifier) => Home::Class(qualifier.clone()),
            None => Home::Top,
        }
    }

    /// Returns the variables that are set, each name once.
    pub fn list(&self, globals: &Globals) -> Vec<(Name, Value)> {
        let locals = self.names.slots.iter().map(|(name, _)| name).zip(&self.values);
        let locals = locals.filter(|(_, value)| !matches!(value, Value::Unset));
        let mut all: Vec<(Name, Value)> = self.set.clone();
        all.extend(locals.map(|(name, value)| (name.clone(), value.clone())));
        all.extend(globals.with_prefixes(&self.names.qualifiers));
        let mut known = rustc_hash::FxHashSet::default();
        all.retain(|(name, _)| known.insert(name.clone()));
        all
    }

    /// Sets a variable for the callee.
    pub fn set(&mut self, name: &str, value: Value) {
        match self.set.iter_mut().find(|(known, _)| **known == *name) {
            Some((_, known)) => *known = value,
            None => self.set.push((name.into(), value)),
        }
    }

    /// Replaces an array or hash in each variable that has it. Returns whether there was one.
    pub(crate) fn replace(&mut self, old: &Value, new: &Value, globals: &Globals) -> bool {
        let own = self.values.iter_mut().chain(self.set.iter_mut().map(|(_, value)| value));
        let mut found = false;
        for value in own.filter(|value| value.is_same_object(old)) {
            *value = new.clone();
            found = true;
        }
        for (name, value) in self.names.own_globals(globals) {
            // The name of a variable at top scope has no other value here.
            if value.is_same_object(old) && self.get(&name, globals).is_none_or(|seen| seen.is_same_object(old)) {
                self.set(&name, new.clone());
                found = true;
            }
        }
        found
    }
}
