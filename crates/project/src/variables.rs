//! The variables of one file: their scopes, where each is set and where each is read.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_text::Span;
use puppet_syntax::ast::{Expr, ExprKind, Param, Program};
use puppet_syntax::walk::{for_each_child, lambda_of};

use super::names::{qualified, variables_in_strings};

/// The occurrences of variables in a file, in source order, with their scopes.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    pub occurrences: Vec<VariableOccurrence>,
    scopes: Vec<Scope>,
}

/// An occurrence of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableOccurrence {
    /// The name as written, without `$`.
    pub name: Box<str>,
    /// The span of the name, without `$`.
    pub span: Span,
    pub role: VariableRole,
    scope: usize,
}

/// The way in which code uses a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableRole {
    Parameter,
    Assignment,
    Read,
}

/// The scope that holds a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum VariableOwner {
    /// A lambda, function, defined type, plan, node or template of this file, by its number.
    Local(usize),
    /// A class, by its qualified name.
    Class(Arc<str>),
    /// The scope of the site manifests, which all code sees.
    Top,
}

/// A variable: its owner, and its name without a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    pub owner: VariableOwner,
    pub name: Box<str>,
}

#[derive(Clone, Debug)]
struct Scope {
    owner: VariableOwner,
    /// The scope in which an unknown name is looked up next.
    outer: Option<usize>,
    extent: Span,
    /// The class that this class inherits.
    parent: Option<Arc<str>>,
    declared: FxHashSet<Box<str>>,
}

impl Variables {
    /// Finds the variables of a program.
    pub fn new(program: &Program, text: &str) -> Variables {
        let extent = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        let top =
            Scope { owner: VariableOwner::Top, outer: None, extent, parent: None, declared: FxHashSet::default() };
        let found = Variables { occurrences: Vec::new(), scopes: vec![top] };
        let mut walk = Walk { text, found, scope: 0, class: String::new() };
        walk.expr(&program.body);
        let mut found = walk.found;
        found.occurrences.sort_by_key(|one| one.span.start);
        found.occurrences.dedup_by_key(|one| one.span);
        found
    }

    /// Returns the occurrence at an offset; its `$` and its end count.
    pub fn at(&self, offset: u32) -> Option<&VariableOccurrence> {
        let is_here = |one: &&VariableOccurrence| one.span.start.saturating_sub(1) <= offset && offset <= one.span.end;
        let mut here = self.occurrences.iter().filter(is_here);
        let first = here.next()?;
        // At the end of one variable another may begin.
        Some(here.next().filter(|_| first.span.end == offset).unwrap_or(first))
    }

    /// Returns the variable of an occurrence.
    pub fn variable(&self, occurrence: &VariableOccurrence) -> Variable {
        let name = &*occurrence.name;
        if let Some(name) = name.strip_prefix("::").filter(|name| !name.contains("::")) {
            return Variable { owner: VariableOwner::Top, name: name.into() };
        }
        if let Some((class, name)) = name.rsplit_once("::") {
            let class = class.strip_prefix("::").unwrap_or(class).to_ascii_lowercase();
            return Variable { owner: VariableOwner::Class(class.into()), name: name.into() };
        }
        let chain = self.chain(occurrence.scope);
        let holder = chain.into_iter().find(|scope| scope.declared.contains(name));
        let owner = holder.map_or(VariableOwner::Top, |scope| scope.owner.clone());
        Variable { owner, name: name.into() }
    }

    /// Returns the parent of the class around an unqualified name that no scope of the file sets.
    pub fn inherited_from(&self, occurrence: &VariableOccurrence) -> Option<Arc<str>> {
        let chain = self.chain(occurrence.scope);
        let is_set = chain.iter().any(|scope| scope.declared.contains(&occurrence.name));
        if is_set || occurrence.name.contains("::") {
            None
        } else {
            chain.iter().find_map(|scope| scope.parent.clone())
        }
    }

    /// Returns the occurrences of a variable in this file.
    pub fn occurrences_of<'v>(&'v self, variable: &'v Variable) -> impl Iterator<Item = &'v VariableOccurrence> {
        let ends = move |one: &&VariableOccurrence| one.name.ends_with(&*variable.name);
        self.occurrences.iter().filter(ends).filter(|one| self.variable(one) == *variable)
    }

    /// Returns the first occurrence that sets each variable visible at an offset, the innermost scope first.
    pub fn visible(&self, offset: u32) -> Vec<&VariableOccurrence> {
        let around = |scope: &&Scope| scope.extent.start <= offset && offset <= scope.extent.end;
        let innermost = self.scopes.iter().enumerate().rfind(|(_, scope)| around(scope));
        let mut seen: FxHashMap<&str, &VariableOccurrence> = FxHashMap::default();
        let mut found = Vec::new();
        let mut next = innermost.map(|(at, _)| at);
        while let Some(at) = next {
            let own = |one: &&VariableOccurrence| one.scope == at && one.role != VariableRole::Read;
            for one in self.occurrences.iter().filter(own) {
                if seen.insert(&one.name, one).is_none() {
                    found.push(one);
                }
            }
            next = self.scopes.get(at).and_then(|scope| scope.outer);
        }
        found
    }

    /// Returns the scopes in which a name is looked up, the innermost first.
    fn chain(&self, scope: usize) -> Vec<&Scope> {
        let start = self.scopes.get(scope);
        std::iter::successors(start, |scope| self.scopes.get(scope.outer?)).collect()
    }
}

/// The state of a walk.
struct Walk<'t> {
    text: &'t str,
    found: Variables,
    /// The number of the current scope.
    scope: usize,
    /// The name of the enclosing class.
    class: String,
}

impl Walk<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(name) => self.add(name, expr.span, VariableRole::Read),
            ExprKind::Assign(_, target, value) => {
                self.expr(value);
                self.target(target);
            }
            ExprKind::Class(class) => {
                let name = qualified(&self.class, &class.name);
                let owner = VariableOwner::Class(name.as_str().into());
                let parent = class.parent.as_ref().map(|parent| qualified("", parent).into());
                let outer = std::mem::replace(&mut self.class, name);
                self.enter(owner, Some(0), expr.span, parent, |walk| walk.body(&class.params, &class.body));
                self.class = outer;
            }
            ExprKind::Define(define) => {
                self.local(Some(0), expr.span, |walk| walk.body(&define.params, &define.body));
            }
            ExprKind::Function(function) => {
                self.local(Some(0), expr.span, |walk| walk.body(&function.params, &function.body));
            }
            ExprKind::Plan(plan) => self.local(None, expr.span, |walk| walk.body(&plan.params, &plan.body)),
            ExprKind::Node(node) => self.local(Some(0), expr.span, |walk| walk.expr(&node.body)),
            ExprKind::TypeAlias(alias) => self.expr(&alias.type_expr),
            ExprKind::TypeDefinition(definition) => self.expr(&definition.body),
            ExprKind::Apply(apply) => {
                apply.args.iter().for_each(|one| self.expr(one));
                self.expr(&apply.body);
            }
            ExprKind::Epp(epp) => {
                self.params(&epp.params);
                self.expr(&epp.body);
            }
            _ => {
                self.names_in_strings(expr);
                for_each_child(expr, &mut |child| self.expr(child));
            }
        }
        if let Some(lambda) = lambda_of(expr) {
            let outer = Some(self.scope);
            self.local(outer, lambda.span, |walk| walk.body(&lambda.params, &lambda.body));
        }
    }

    /// Adds the variables that the strings of a call name: `getvar('x')`, `defined('$x')`.
    fn names_in_strings(&mut self, expr: &Expr) {
        for (name, argument) in variables_in_strings(expr) {
            if let Some(at) = argument.span.of(self.text).find(name) {
                let start = argument.span.start + at as u32;
                self.add(name, Span::new(start, start + name.len() as u32), VariableRole::Read);
            }
        }
    }

    fn body(&mut self, params: &[Param], body: &Expr) {
        self.params(params);
        self.expr(body);
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            param.type_expr.iter().chain(&param.default).for_each(|one| self.expr(one));
            let span = Span::new(param.at, param.at + 1 + param.name.len() as u32);
            self.add(&param.name, span, VariableRole::Parameter);
        }
    }

    fn target(&mut self, target: &Expr) {
        match &target.kind {
            ExprKind::Variable(name) => self.add(name, target.span, VariableRole::Assignment),
            ExprKind::Array(items) => items.iter().for_each(|item| self.target(item)),
            _ => self.expr(target),
        }
    }

    fn add(&mut self, name: &str, span: Span, role: VariableRole) {
        let written = span.of(self.text);
        let start = span.start + u32::from(written.starts_with('$'));
        let end = start + name.len() as u32;
        let span = Span::new(start, end);
        if span.of(self.text) != name || name.is_empty() {
            return;
        }
        if role != VariableRole::Read
            && let Some(scope) = self.found.scopes.get_mut(self.scope)
        {
            scope.declared.insert(name.into());
        }
        self.found.occurrences.push(VariableOccurrence { name: name.into(), span, role, scope: self.scope });
    }

    fn local(&mut self, outer: Option<usize>, extent: Span, act: impl FnOnce(&mut Self)) {
        let owner = VariableOwner::Local(self.found.scopes.len());
        self.enter(owner, outer, extent, None, act);
    }

    fn enter(
        &mut self,
        owner: VariableOwner,
        outer: Option<usize>,
        extent: Span,
        parent: Option<Arc<str>>,
        act: impl FnOnce(&mut Self),
    ) {
        let number = self.found.scopes.len();
        self.found.scopes.push(Scope { owner, outer, extent, parent, declared: FxHashSet::default() });
        let before = std::mem::replace(&mut self.scope, number);
        act(self);
        self.scope = before;
    }
}
