//! Variables: bindings of the source, narrowing by tests, and variables of the session.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity, suggest};
use puppet_pcore::Ty;
use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Expr, ExprKind, Name};

use super::checker::{Checker, ScopeKind};
use super::environment::{PathId, PathKey, VarId};
use super::finding::Finding;
use super::type_env::ExternalType;
use super::typed_expr::{FileSpan, TypedExpr};

/// The maximum number of unknown variables for which a near name is sought: each search reads all names.
const MAX_SEARCHES: usize = 200;

impl<'a> Checker<'a> {
    pub(super) fn variable(&mut self, name: &Name, expr: &'a Expr) -> TypedExpr {
        if let Ok(number) = name.parse::<usize>() {
            return self.computed(self.match_variable(number), expr);
        }
        let var = self.variable_named(name, Some(expr));
        if self.reports.suppress_depth == 0 && !self.variables.maybe_unset.is_empty() {
            self.maybe_unset(name, var, expr);
        }
        let known = self.variable_of(var).clone();
        let path = self.path(PathKey::Variable(var));
        let ty = self.env.fact(path).cloned().unwrap_or_else(|| known.ty.clone());
        let mut found = TypedExpr { ty, ..known };
        if found.source.is_none() {
            found.source = self.computed(found.ty.clone(), expr).source;
        }
        found
    }

    /// Returns the type of the variable with this name at this point.
    pub(super) fn variable_type(&mut self, name: &Name) -> Ty {
        if let Ok(number) = name.parse::<usize>() {
            return self.match_variable(number);
        }
        let var = self.variable_named(name, None);
        let path = self.path(PathKey::Variable(var));
        self.env.fact(path).cloned().unwrap_or_else(|| self.variable_of(var).ty.clone())
    }

    /// Reports a variable that only some branches set, read where the same condition may not hold.
    fn maybe_unset(&mut self, name: &Name, var: VarId, expr: &'a Expr) {
        let Some((set, test)) = self.variables.maybe_unset.get(&var).copied() else { return };
        if matches!(self.world.variable(name), ExternalType::Nothing) && !self.is_tested(test) {
            let spot = self.span(expr);
            let finding = Finding::of(Severity::Note, RuleCode::MaybeUnset, spot, format!("${name} may be unset here"));
            self.report(finding.note(set, "only some branches set it"));
        }
    }

    /// Returns whether the code is in a branch of the same condition.
    fn is_tested(&self, test: FileSpan) -> bool {
        let text =
            |spot: FileSpan| self.sources.get(spot.file as usize).map_or("", |source| spot.span.of(source.text()));
        let wanted = text(test);
        self.tests.iter().any(|around| {
            let around = text(*around);
            around.contains(wanted) || wanted.contains(around)
        })
    }

    fn match_variable(&self, number: usize) -> Ty {
        match &self.env.matched {
            None => c::optional_of(c::string()),
            Some(groups) => groups.get(number).cloned().unwrap_or_else(c::undef),
        }
    }

    /// Returns the variable that a name denotes. An unknown one is reported when `at` is set.
    fn variable_named(&mut self, name: &Name, at: Option<&'a Expr>) -> VarId {
        if let Some(var) = self.env.lookup(name) {
            return var;
        }
        let bare: Rc<str> = name.strip_prefix("::").unwrap_or(name).into();
        if matches!(&*bare, "title" | "name") && self.inside_class() {
            return self.title_variable();
        }
        if self.variables.given_names && !name.contains("::") {
            return self.add_variable(TypedExpr::any());
        }
        if let Some((var, known)) = self.variables.globals.get(&bare).copied() {
            if !known {
                self.unknown_variable(&bare, at);
            }
            return var;
        }
        let (ty, known) = match self.world.variable(&bare) {
            ExternalType::Type(ty) => (ty, true),
            ExternalType::Maybe => (c::any(), !self.is_of_no_class(&bare) && !self.is_never_set(&bare)),
            ExternalType::Nothing => (built_in(&bare).unwrap_or_else(c::any), built_in(&bare).is_some()),
        };
        let var = self.add_variable(TypedExpr::of(ty));
        self.variables.globals.insert(bare.clone(), (var, known));
        if !known {
            self.unknown_variable(&bare, at);
        }
        var
    }

    /// Returns whether a qualified name belongs to no class that could set it.
    fn is_of_no_class(&mut self, name: &str) -> bool {
        let Some((class, _)) = name.rsplit_once("::").filter(|_| self.knows_all()) else { return false };
        let strict = matches!(self.world.variable("unknown name"), ExternalType::Nothing);
        let is_undeclared =
            !self.declares_classes && !self.world.is_shared() && !self.world.is_declared("class", class);
        strict && class != "settings" && (is_undeclared || self.class_or_define(class, true).is_none())
    }

    fn enclosing(&self) -> Option<ScopeKind> {
        self.outer_body().and_then(|at| self.bodies.get(at)).map(|body| body.within)
    }

    fn inside_class(&self) -> bool {
        matches!(self.enclosing(), Some(ScopeKind::Class | ScopeKind::Heir))
    }

    /// Returns `$title` in a class or defined type.
    fn title_variable(&mut self) -> VarId {
        let key: Rc<str> = "a class's title".into();
        if let Some((var, _)) = self.variables.globals.get(&key) {
            return *var;
        }
        let var = self.add_variable(TypedExpr::of(c::string()));
        self.variables.globals.insert(key, (var, true));
        var
    }

    fn unknown_variable(&mut self, name: &str, at: Option<&'a Expr>) {
        if self.is_never_set(name) {
            at.into_iter().for_each(|expr| self.never_set(name, expr));
            return;
        }
        // A child class sees the variables that its parent sets; there, variables of top scope have qualified
        // names.
        let inherited = self.enclosing() == Some(ScopeKind::Heir);
        let foreign = !self.knows_all() && (self.reports.suppress_depth > 0 || FROM_AGENT_AND_SERVER.contains(&name));
        let Some(expr) = at.filter(|_| !inherited && !foreign) else { return };
        let own = self.searched_names(name);
        let names = || own.iter().map(|own| &**own);
        let misspelled = suggest::nearest(name, names()).filter(|_| self.is_local(name));
        let (severity, code) = match (self.knows_all(), misspelled) {
            (true, _) => (Severity::Error, RuleCode::UnknownVariable),
            // Top scope, a fact or the code of another file may set it: a local variable with such a name is meant.
            (false, Some(_)) => (Severity::Warning, RuleCode::UnknownVariable),
            (false, None) => (Severity::Note, RuleCode::Unresolved),
        };
        let session = if misspelled.is_none() && self.reports(code) { self.world.variables() } else { Vec::new() };
        let near = misspelled.or_else(|| suggest::nearest(name, names().chain(session.iter().map(|known| &**known))));
        let undeclared = name.rsplit_once("::").filter(|(class, _)| self.class_or_define(class, true).is_some());
        let fact = self.world.moved_fact(name).filter(|_| misspelled.is_none());
        let near = near.filter(|_| undeclared.is_none() && fact.is_none());
        let hint = match (undeclared, fact) {
            (Some((class, _)), _) => Some(format!("declare its class first: include {class}")),
            (None, Some(fact)) => Some(format!("Puppet 8 has this fact as {fact}")),
            (None, None) => near.map(|near| format!("did you mean '${near}'?")),
        };
        let spot = self.span(expr);
        let finding = Finding::of(severity, code, spot, format!("unknown variable '{name}'"));
        let finding = finding.hint(hint).swap(name, near);
        match self.at_top() {
            true => self.report(finding),
            // The statements of the source, which are checked after its definitions, may set it.
            false => self.variables.unresolved.push((name.into(), finding)),
        }
    }

    /// Returns the names of variables that an unknown one may mean; none after many searches.
    fn searched_names(&mut self, name: &str) -> Vec<Name> {
        if !self.is_local(name) && !self.knows_all() {
            return Vec::new();
        }
        self.variables.searches += 1;
        if self.variables.searches < MAX_SEARCHES { self.env.names().cloned().collect() } else { Vec::new() }
    }

    /// Returns whether a name can be that of a local variable: it is not qualified, and no legacy fact.
    fn is_local(&self, name: &str) -> bool {
        !name.contains("::") && self.world.moved_fact(name).is_none()
    }

    /// Reports the variables that the bodies of definitions name and the source never sets.
    pub(super) fn report_unresolved(&mut self) {
        for (name, finding) in std::mem::take(&mut self.variables.unresolved) {
            if self.env.lookup(&name).is_none() {
                self.report(finding);
            }
        }
    }

    /// Returns the path that an expression denotes (a variable or an element of a path); `None` for other
    /// expressions.
    pub(super) fn path_of(&mut self, expr: &'a Expr) -> Option<PathId> {
        match &expr.kind {
            ExprKind::Paren(inner) => self.path_of(inner),
            ExprKind::Variable(name) if name.parse::<usize>().is_err() => {
                let var = self.variable_named(name, None);
                Some(self.path(PathKey::Variable(var)))
            }
            ExprKind::Access(left, keys) => {
                let [key] = &keys[..] else { return None };
                let base = self.path_of(left)?;
                let key = match &key.kind {
                    ExprKind::String(text) | ExprKind::Name(text) => PathKey::Text(base, text.clone()),
                    ExprKind::Integer(index, _) => PathKey::Index(base, *index),
                    ExprKind::Variable(name) if name.parse::<usize>().is_err() => {
                        let var = self.variable_named(name, None);
                        PathKey::Keyed(base, var)
                    }
                    _ => return None,
                };
                Some(self.path(key))
            }
            _ => None,
        }
    }

    /// Narrows the path to this type from here on.
    pub(super) fn learn(&mut self, expr: &'a Expr, ty: Ty) {
        if let Some(path) = self.path_of(expr) {
            self.env.learn(path, ty);
        }
    }
}

/// Variables that an agent and a server set for every node; a session has none of them.
pub const FROM_AGENT_AND_SERVER: [&str; 7] =
    ["clientcert", "clientversion", "clientnoop", "servername", "serverip", "serverip6", "serverversion"];

/// Returns the type of a variable that is always set.
fn built_in(name: &str) -> Option<Ty> {
    Some(match name {
        "facts" | "trusted" | "server_facts" | "settings" => c::any(),
        "environment" => c::string(),
        "module_name" | "caller_module_name" => c::optional_of(c::string()),
        _ => return None,
    })
}
