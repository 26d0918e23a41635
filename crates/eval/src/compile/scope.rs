//! Compile-time scopes: the slot of each name, and the last read of each variable.

use rustc_hash::{FxHashMap, FxHashSet};

use puppet_syntax::ast::{Expr, ExprKind, Name, Param};

use super::super::builtin::{Builtin, Effect};
use super::Compiler;
use puppet_syntax::walk::{for_each, for_each_child, for_each_in_scope, lambda_of};

/// A possible location of a variable, in lookup order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariableLocation {
    /// A slot of the frame.
    Slot(usize),
    /// A top-scope or qualified variable.
    Global(usize),
}

impl Compiler<'_> {
    /// Returns the possible locations of `$name`, the innermost first.
    pub(super) fn places(&mut self, name: &str) -> Vec<VariableLocation> {
        if let Some(top) = name.strip_prefix("::") {
            return vec![VariableLocation::Global(self.vm.globals.slot(top))];
        }
        let mut places: Vec<VariableLocation> = self
            .slots
            .scopes
            .iter()
            .rev()
            .filter_map(|scope| scope.names.get(name))
            .map(|&slot| VariableLocation::Slot(slot))
            .collect();
        if !name.contains("::") {
            for prefix in self.prefixes.clone() {
                places.push(VariableLocation::Global(self.vm.globals.slot(&format!("{prefix}::{name}"))));
            }
        }
        places.push(VariableLocation::Global(self.vm.globals.slot(name)));
        places
    }

    /// Returns the location that `$name = ..` sets in the current scope.
    pub(super) fn target(&mut self, name: &Name) -> VariableLocation {
        if !self.slots.scopes.is_empty() {
            return VariableLocation::Slot(self.slots.declare(name));
        }
        match self.prefixes.first() {
            Some(prefix) => {
                let qualified = format!("{prefix}::{name}");
                VariableLocation::Global(self.vm.globals.slot(&qualified))
            }
            None => VariableLocation::Global(self.vm.globals.slot(name)),
        }
    }

    /// Declares every variable that a scope's body assigns.
    pub(super) fn declare_assigned(&mut self, body: &Expr) {
        let mut names = Vec::new();
        for_each_in_scope(body, &mut |expr| {
            if let ExprKind::Assign(_, target, _) = &expr.kind {
                targets(target, &mut |name| names.push(name.clone()));
            }
        });
        names.iter().for_each(|name| {
            self.slots.declare(name);
        });
    }

    /// Finds the last reads of this scope's own variables; these reads may take the value out of its slot.
    pub(super) fn find_last_uses(&mut self, params: &[Param], body: &Expr) {
        if resolves_by_name(body, self.vm.functions.library.find) {
            return;
        }
        let mut assigned: FxHashMap<Name, usize> = FxHashMap::default();
        params.iter().for_each(|param| *assigned.entry(param.name.clone()).or_default() += 1);
        for_each_in_scope(body, &mut |expr| {
            if let ExprKind::Assign(_, target, _) = &expr.kind {
                targets(target, &mut |name| *assigned.entry(name.clone()).or_default() += 1);
            }
        });
        assigned.retain(|_, count| *count == 1);
        let mut analysis = Liveness { own: &assigned, found: &mut self.last_uses };
        analysis.expr(body, &mut FxHashSet::default());
    }
}

/// Calls `visit` with each variable name that the left side of an assignment sets.
fn targets(target: &Expr, visit: &mut dyn FnMut(&Name)) {
    match &target.kind {
        ExprKind::Variable(name) => visit(name),
        ExprKind::Array(items) => items.iter().for_each(|item| targets(item, visit)),
        _ => {}
    }
}

/// Finds a built-in by its name.
pub(super) type Find = fn(&str) -> Option<&'static Builtin>;

/// Returns whether this expression calls a built-in function by name for which `holds` is true.
fn calls(expr: &Expr, find: Find, holds: fn(&Builtin) -> bool) -> bool {
    let functor = match &expr.kind {
        ExprKind::Call(call) => &call.functor,
        ExprKind::Method(method) => &method.name,
        _ => return false,
    };
    match &functor.kind {
        ExprKind::Name(name) => find(name.strip_prefix("::").unwrap_or(name)).is_some_and(holds),
        _ => false,
    }
}

fn resolves_by_name(body: &Expr, find: Find) -> bool {
    let mut found = false;
    for_each(body, &mut |expr| found |= calls(expr, find, |row| row.sees_scope));
    found
}

/// Backward liveness over one scope's body.
struct Liveness<'a> {
    own: &'a FxHashMap<Name, usize>,
    found: &'a mut FxHashSet<u32>,
}

type Live<'a> = FxHashSet<&'a str>;

impl Liveness<'_> {
    /// Visits `expr` backwards: `live` holds the names that are read later.
    fn expr<'a>(&mut self, expr: &'a Expr, live: &mut Live<'a>) {
        if let Some(lambda) = lambda_of(expr) {
            // A lambda may run many times, or later: the variables that it reads stay live.
            for_each(&lambda.body, &mut |inner| read_name(inner, live));
            for param in &lambda.params {
                param.default.iter().for_each(|default| for_each(default, &mut |inner| read_name(inner, live)));
            }
        }
        match &expr.kind {
            ExprKind::Variable(name) => {
                if live.insert(name) && self.own.contains_key(name) {
                    self.found.insert(expr.span.start);
                }
            }
            ExprKind::If(branch) | ExprKind::Unless(branch) => {
                let mut other = live.clone();
                self.expr(&branch.then, live);
                self.expr(&branch.otherwise, &mut other);
                live.extend(other);
                self.expr(&branch.test, live);
            }
            ExprKind::Case(case) => self.options(
                live,
                case.options.iter().map(|option| (option.values.iter().collect(), &option.then)).collect(),
                &case.test,
            ),
            ExprKind::Selector(selector) => self.options(
                live,
                selector.options.iter().map(|option| (vec![&option.matching], &option.value)).collect(),
                &selector.left,
            ),
            ExprKind::Binary(puppet_syntax::ast::BinaryOp::And | puppet_syntax::ast::BinaryOp::Or, left, right) => {
                self.expr(right, live);
                self.expr(left, live);
            }
            _ => {
                let mut children = Vec::new();
                for_each_child(expr, &mut |child| children.push(child));
                children.into_iter().rev().for_each(|child| self.expr(child, live));
            }
        }
    }

    /// Visits the options of a case or selector: any body may run, after any of the candidates.
    fn options<'a>(&mut self, live: &mut Live<'a>, options: Vec<(Vec<&'a Expr>, &'a Expr)>, test: &'a Expr) {
        let after = live.clone();
        for (_, body) in &options {
            let mut branch = after.clone();
            self.expr(body, &mut branch);
            live.extend(branch);
        }
        for (values, _) in options.iter().rev() {
            values.iter().rev().for_each(|value| self.expr(value, live));
        }
        self.expr(test, live);
    }
}

fn read_name<'a>(expr: &'a Expr, live: &mut Live<'a>) {
    if let ExprKind::Variable(name) = &expr.kind {
        live.insert(name);
    }
}

/// Returns whether code matches regular expressions or reads match variables.
pub(super) fn touches_matches(body: &Expr, find: Find) -> bool {
    let mut found = false;
    for_each(body, &mut |expr| found |= sets_match(expr) || reads_match(expr, find));
    found
}

/// Returns whether code reads `$0..$n`, or renders a template that might.
pub(super) fn reads_matches(body: &Expr, find: Find) -> bool {
    let mut found = false;
    for_each(body, &mut |expr| found |= reads_match(expr, find));
    found
}

fn reads_match(expr: &Expr, find: Find) -> bool {
    match &expr.kind {
        ExprKind::Variable(name) => name.as_bytes().first().is_some_and(u8::is_ascii_digit),
        ExprKind::Call(_) | ExprKind::Method(_) => {
            calls(expr, find, |row| row.sees_scope || row.effect == Effect::Declares)
        }
        // The bodies of classes see the match at top scope where they are declared.
        ExprKind::Resource(resource) => !matches!(&resource.type_name.kind, ExprKind::Name(name) if &**name != "class"),
        _ => false,
    }
}

fn sets_match(expr: &Expr) -> bool {
    use puppet_syntax::ast::BinaryOp::{In, Match, NoMatch};
    match &expr.kind {
        // An instance test captures nothing.
        ExprKind::Binary(Match | NoMatch, _, right) => !names_type(right),
        ExprKind::Binary(In, ..) | ExprKind::Case(_) | ExprKind::Selector(_) | ExprKind::Regexp(_) => true,
        _ => false,
    }
}

/// Returns whether an expression is `T` or `T[..]`.
fn names_type(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ref(_) => true,
        ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
        _ => false,
    }
}
