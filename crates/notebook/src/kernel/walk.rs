//! A walk over the syntax tree of a cell that collects its definitions and needs. A name bound in a body is not a
//! need of the cell; at top scope every name counts.

use rustc_hash::FxHashSet;

use crate::manifest::unused_end;
use pprepl_text::Span;
use puppet_catalog as catalog;
use puppet_syntax::ast::{
    AttributeKind, AttributeOperation, BinaryOp, Call, Class, Define, Expr, ExprKind, Function, Lambda, Method,
    Name as AstName, Node, Param, Resource, Segment,
};
use puppet_syntax::walk::for_each_child;

use super::names::{Calls, CellNames, Defined, Name, Needs, Rank, built_in, reads_files};

/// A walker that collects the names of a cell.
#[derive(Default)]
pub(super) struct Walker {
    found: CellNames,
    /// The needs of the visited code; a body has separate needs.
    needs: Needs,
    /// The names bound in the enclosing bodies.
    bound: Vec<FxHashSet<String>>,
    /// The number of enclosing constructs that may not run.
    conditional: usize,
    /// The number of enclosing matches that must have succeeded.
    after_match: usize,
    /// The enclosing class, in lower case.
    outer: String,
    /// Whether there is a lambda or a function as a value.
    callable: bool,
}

impl Walker {
    /// Visits an entire cell.
    pub(super) fn cell(&mut self, body: &Expr) {
        let statements = statements(body);
        self.found.empty = statements.iter().all(|statement| matches!(statement.kind, ExprKind::Nop));
        self.found.rank = rank(statements);
        self.found.value = statements.last().and_then(value_of);
        self.expr(body);
    }

    /// Returns the collected names.
    pub(super) fn finish(mut self) -> CellNames {
        if self.callable {
            for defined in self.found.defines.iter_mut().filter(|one| matches!(one.name, Name::Variable(_))) {
                defined.body.take_in(&self.needs);
            }
        }
        // The static checker looks into bodies before any call.
        let seen = |name: &Name| matches!(name, Name::Variable(_) | Name::Function(_) | Name::Definition(_));
        for defined in &self.found.defines {
            for (name, span) in defined.body.names.iter().filter(|(name, _)| seen(name)) {
                self.needs.add(name.clone(), *span);
            }
        }
        self.found.needs = self.needs;
        self.found
    }

    fn at_top(&self) -> bool {
        self.bound.is_empty()
    }

    fn need(&mut self, name: Name, span: Span) {
        self.needs.add(name, span);
    }

    fn define(&mut self, name: Name, span: Span, body: Needs, alias: bool) {
        self.found.defines.push(Defined { name, span, body, alias });
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(name) => self.variable(name, expr.span),
            ExprKind::Ref(name) => self.definition(name, expr.span),
            ExprKind::Assign(_, target, value) => {
                self.expr(value);
                self.target(target);
            }
            ExprKind::Call(call) => self.call(call, expr),
            ExprKind::Method(method) => self.method(method, expr),
            ExprKind::FunctionRef(name) => {
                self.callable = true;
                self.needs.reads |= reads_files(name);
                self.function(name, expr.span);
            }
            ExprKind::Interpolated(segments) => self.segments(segments),
            ExprKind::Function(function) | ExprKind::Plan(function) => self.function_definition(function),
            ExprKind::TypeAlias(alias) => {
                let body = self.apart(|walker| walker.expr(&alias.type_expr));
                self.needs.take_in(&body);
                self.define(definition_name(&alias.name), alias.name_span, body, true);
            }
            ExprKind::TypeDefinition(_) | ExprKind::TypeMapping(..) | ExprKind::Apply(_) => {
                self.needs.open = true;
            }
            ExprKind::Class(class) => self.class(class),
            ExprKind::Define(define) => self.define_type(define),
            ExprKind::Node(node) => self.node(node, expr.span),
            ExprKind::Resource(resource) => self.resource(resource, expr),
            ExprKind::ResourceDefaults(_)
            | ExprKind::ResourceOverride(_)
            | ExprKind::Collect(_)
            | ExprKind::Relation(..) => {
                self.touch_catalog(expr.span);
                self.children(expr);
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::If(branch) | ExprKind::Unless(branch) => {
                self.expr(&branch.test);
                let matched = matches!(expr.kind, ExprKind::If(_)) && is_match(&branch.test);
                self.conditionally(|walker| {
                    walker.matched(matched, |walker| walker.expr(&branch.then));
                    walker.expr(&branch.otherwise);
                });
            }
            ExprKind::Case(case) => {
                self.expr(&case.test);
                self.found.matches = true;
                self.conditionally(|walker| {
                    for option in &case.options {
                        option.values.iter().for_each(|value| walker.expr(value));
                        let matched = option.values.iter().all(is_pattern);
                        walker.matched(matched, |walker| walker.expr(&option.then));
                    }
                });
            }
            ExprKind::Selector(selector) => {
                self.expr(&selector.left);
                self.found.matches = true;
                self.conditionally(|walker| {
                    for option in &selector.options {
                        walker.expr(&option.matching);
                        walker.matched(is_pattern(&option.matching), |walker| walker.expr(&option.value));
                    }
                });
            }
            _ => self.children(expr),
        }
    }

    fn children(&mut self, expr: &Expr) {
        for_each_child(expr, &mut |child| self.expr(child));
    }

    fn conditionally(&mut self, walk: impl FnOnce(&mut Walker)) {
        self.conditional += 1;
        walk(self);
        self.conditional -= 1;
    }

    /// Collects the needs of a piece of code separately.
    fn apart(&mut self, walk: impl FnOnce(&mut Walker)) -> Needs {
        let outer = std::mem::take(&mut self.needs);
        walk(self);
        std::mem::replace(&mut self.needs, outer)
    }

    /// Visits a body with its own variables.
    fn body(&mut self, params: &[Param], walk: impl FnOnce(&mut Walker)) {
        self.bound.push(FxHashSet::default());
        let conditional = std::mem::take(&mut self.conditional);
        // A body that runs later may see another match.
        let after_match = std::mem::take(&mut self.after_match);
        for param in params {
            param.type_expr.iter().for_each(|ty| self.expr(ty));
            param.default.iter().for_each(|default| self.expr(default));
            self.bind(&param.name);
        }
        walk(self);
        self.conditional = conditional;
        self.after_match = after_match;
        self.bound.pop();
    }

    fn bind(&mut self, name: &str) {
        if let Some(names) = self.bound.last_mut() {
            names.insert(name.to_owned());
        }
    }

    fn segments(&mut self, segments: &[Segment]) {
        for segment in segments {
            if let Segment::Value { expr, .. } = segment {
                self.expr(expr);
            }
        }
    }

    fn variable(&mut self, name: &str, span: Span) {
        if name.bytes().all(|byte| byte.is_ascii_digit()) {
            if self.after_match == 0 {
                self.need(Name::Match, span);
            }
            return;
        }
        let plain = name.strip_prefix("::").unwrap_or(name);
        if let Some((class, _)) = plain.rsplit_once("::") {
            self.need(Name::Catalog, span);
            self.need(Name::Definition(class.to_lowercase().into()), span);
        } else if name == plain && self.bound.iter().any(|names| names.contains(name)) {
            return;
        }
        self.need(Name::Variable(plain.into()), span);
    }

    /// Adds the name of a type, class or define, and the type sets that may contain it.
    fn definition(&mut self, name: &str, span: Span) {
        let lower = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        for (at, _) in lower.match_indices("::") {
            self.need(Name::Definition(lower[..at].into()), span);
        }
        self.need(Name::Definition(lower.into()), span);
    }

    fn function(&mut self, name: &str, span: Span) {
        self.need(Name::Function(name.strip_prefix("::").unwrap_or(name).into()), span);
    }

    fn target(&mut self, target: &Expr) {
        match &target.kind {
            ExprKind::Paren(inner) => self.target(inner),
            ExprKind::Array(items) => items.iter().for_each(|item| self.target(item)),
            ExprKind::Variable(name) if self.at_top() => {
                self.define(Name::Variable(name.clone()), target.span, Needs::default(), false);
            }
            // A variable that only some paths set may be read from outside on the others.
            ExprKind::Variable(name) if self.conditional == 0 => self.bind(name),
            ExprKind::Variable(_) => {}
            _ => self.expr(target),
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) {
        self.expr(left);
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.conditionally(|walker| walker.expr(right));
        }
        self.expr(right);
        self.found.matches |= matches!(op, BinaryOp::Match | BinaryOp::NoMatch | BinaryOp::In);
    }

    /// Visits code that runs only after a successful match.
    fn matched(&mut self, matched: bool, walk: impl FnOnce(&mut Walker)) {
        self.after_match += usize::from(matched);
        walk(self);
        self.after_match -= usize::from(matched);
    }

    fn lambda(&mut self, lambda: &Lambda) {
        self.body(&lambda.params, |walker| walker.expr(&lambda.body));
        lambda.returns.iter().for_each(|returns| self.expr(returns));
    }

    fn call(&mut self, call: &Call, expr: &Expr) {
        if !matches!(call.functor.kind, ExprKind::Name(_)) {
            self.expr(&call.functor);
        }
        call.args.iter().for_each(|arg| self.expr(arg));
        self.called(&call.functor, &call.args, expr);
        call.lambda.iter().for_each(|lambda| self.lambda(lambda));
    }

    fn method(&mut self, method: &Method, expr: &Expr) {
        self.expr(&method.receiver);
        method.args.iter().for_each(|arg| self.expr(arg));
        self.called(&method.name, std::slice::from_ref(&method.receiver), expr);
        method.lambda.iter().for_each(|lambda| self.lambda(lambda));
    }

    /// Visits a function call; `args` starts with its first argument, which may be the receiver.
    fn called(&mut self, functor: &Expr, args: &[Expr], expr: &Expr) {
        let name = match &functor.kind {
            ExprKind::Name(name) => name.strip_prefix("::").unwrap_or(name),
            // `Type('Integer')` parses its argument as a type, and so may other types.
            ExprKind::Ref(_) | ExprKind::Access(..) => return self.text_of_type(args),
            _ => return,
        };
        self.function(name, functor.span);
        self.needs.reads |= reads_files(name);
        if name == "run_plan" {
            return self.plan(args, expr.span);
        }
        let first_text = args.first().and_then(Expr::literal_text);
        match built_in(name) {
            None | Some(Calls::Plain) => {}
            Some(Calls::Open) => self.needs.open = true,
            Some(Calls::ByVariable) => match first_text {
                Some(path) => self.variable(path.split('.').next().unwrap_or(path), expr.span),
                None => self.needs.open = true,
            },
            Some(Calls::ByFunction) => match args.first().map(|arg| (arg.literal_text(), arg)) {
                Some((Some(name), _)) if reads_files(name) => self.needs.reads = true,
                Some((Some(name), arg)) if built_in(name).is_none_or(|calls| matches!(calls, Calls::Plain)) => {
                    self.function(name, arg.span);
                }
                _ => self.open_catalog(expr.span),
            },
            Some(Calls::ByType) => self.text_of_type(args),
            Some(Calls::Classes) => {
                self.touch_catalog(expr.span);
                args.iter().for_each(|arg| self.class_named(arg));
            }
            Some(Calls::Resources) => {
                self.touch_catalog(expr.span);
                let name = first_text.map(|name| name.trim_start_matches(['@', ':']));
                match name.filter(|name| !name.eq_ignore_ascii_case("class")) {
                    Some(name) => self.definition(name, expr.span),
                    // A hash argument names the classes.
                    None => self.needs.open = true,
                }
            }
            Some(Calls::Catalog) => self.open_catalog(expr.span),
        }
    }

    /// Visits `run_plan('name', ..)`: a plan is a function that another one calls by name.
    fn plan(&mut self, args: &[Expr], span: Span) {
        match args.first().and_then(Expr::literal_text) {
            Some(name) => self.function(name, span),
            None => self.needs.open = true,
        }
    }

    fn text_of_type(&mut self, args: &[Expr]) {
        let plain =
            |arg: &Expr| !matches!(arg.kind, ExprKind::String(_) | ExprKind::Interpolated(_) | ExprKind::Heredoc(_));
        if !args.iter().all(plain) || args.iter().any(|arg| matches!(arg.kind, ExprKind::Variable(_))) {
            self.needs.open = true;
        }
    }

    fn class_named(&mut self, arg: &Expr) {
        match &arg.kind {
            ExprKind::String(name) | ExprKind::Name(name) => self.definition(name, arg.span),
            ExprKind::Array(items) => items.iter().for_each(|item| self.class_named(item)),
            ExprKind::Access(class, titles) if matches!(&class.kind, ExprKind::Ref(name) if &**name == "Class") => {
                titles.iter().for_each(|title| self.class_named(title));
            }
            _ => self.needs.open = true,
        }
    }

    fn touch_catalog(&mut self, span: Span) {
        self.needs.declares = true;
        self.need(Name::Catalog, span);
        self.need(Name::Resources, span);
    }

    fn open_catalog(&mut self, span: Span) {
        self.touch_catalog(span);
        self.needs.open = true;
    }

    fn resource(&mut self, resource: &Resource, expr: &Expr) {
        for_each_child(expr, &mut |child| {
            if !std::ptr::eq(child, &resource.type_name) {
                self.expr(child);
            }
        });
        let type_name = match &resource.type_name.kind {
            ExprKind::Name(name) | ExprKind::Ref(name) | ExprKind::String(name) => {
                name.strip_prefix("::").unwrap_or(name).to_lowercase()
            }
            _ => {
                self.expr(&resource.type_name);
                return self.open_catalog(expr.span);
            }
        };
        self.definition(&type_name, resource.type_name.span);
        if type_name == "class" {
            resource.bodies.iter().for_each(|body| self.class_named(&body.title));
        }
        let mut titles = Vec::new();
        let plain = catalog::builtin(&type_name).is_some()
            && resource.bodies.iter().all(|body| {
                titles_in(&body.title, &mut titles) && body.operations.iter().all(|one| is_plain(&type_name, one))
            });
        if !plain || !self.at_top() {
            return self.touch_catalog(expr.span);
        }
        self.needs.declares = true;
        self.need(Name::Catalog, expr.span);
        for (title, span) in titles {
            let name = Name::Resource(type_name.as_str().into(), title.into());
            self.need(name.clone(), span);
            self.define(name, span, Needs::default(), false);
        }
    }

    fn function_definition(&mut self, function: &Function) {
        let body = self.apart(|walker| {
            walker.body(&function.params, |walker| walker.expr(&function.body));
            function.returns.iter().for_each(|returns| walker.expr(returns));
        });
        let name = function.name.strip_prefix("::").unwrap_or(&function.name);
        self.define(Name::Function(name.into()), function.name_span, body, false);
    }

    fn class(&mut self, class: &Class) {
        let name = self.qualified(&class.name);
        let outer = std::mem::replace(&mut self.outer, name.clone());
        self.parameter_types(&class.params);
        let body = self.apart(|walker| {
            class.parent.iter().for_each(|parent| walker.definition(parent, class.name_span));
            walker.touch_catalog(class.name_span);
            walker.body(&class.params, |walker| walker.expr(&class.body));
        });
        self.outer = outer;
        self.define(Name::Definition(name.into()), class.name_span, body, false);
    }

    fn define_type(&mut self, define: &Define) {
        let name = self.qualified(&define.name);
        self.parameter_types(&define.params);
        let body = self.apart(|walker| {
            walker.touch_catalog(define.name_span);
            walker.body(&define.params, |walker| walker.expr(&define.body));
        });
        self.define(Name::Definition(name.into()), define.name_span, body, false);
    }

    /// Visits a node: its body runs with the cell that declares it, if at all.
    fn node(&mut self, node: &Node, span: Span) {
        self.touch_catalog(span);
        for name in &node.matches {
            match &name.kind {
                ExprKind::String(text) | ExprKind::Name(text) => {
                    self.define(Name::Definition(text.to_lowercase().into()), name.span, Needs::default(), false);
                }
                _ => {}
            }
        }
        self.body(&[], |walker| walker.expr(&node.body));
    }

    /// Visits the types of parameters, which are resolved when the definition is read.
    fn parameter_types(&mut self, params: &[Param]) {
        for param in params {
            param.type_expr.iter().for_each(|ty| self.expr(ty));
        }
    }

    fn qualified(&self, name: &str) -> String {
        let name = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        if self.outer.is_empty() { name } else { format!("{}::{name}", self.outer) }
    }
}

fn definition_name(name: &str) -> Name {
    Name::Definition(name.strip_prefix("::").unwrap_or(name).to_lowercase().into())
}

fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Block(statements) => statements,
        _ => std::slice::from_ref(body),
    }
}

fn rank(statements: &[Expr]) -> Rank {
    let all = |is: &dyn Fn(&ExprKind) -> bool| !statements.is_empty() && statements.iter().all(|one| is(&one.kind));
    let function = |kind: &ExprKind| matches!(kind, ExprKind::Function(_) | ExprKind::Plan(_) | ExprKind::TypeAlias(_));
    let class = |kind: &ExprKind| matches!(kind, ExprKind::Class(_) | ExprKind::Define(_));
    if all(&function) {
        Rank::Functions
    } else if all(&|kind| function(kind) || class(kind)) {
        Rank::Definitions
    } else if all(&|kind| function(kind) || class(kind) || matches!(kind, ExprKind::Node(_))) {
        Rank::Nodes
    } else {
        Rank::Code
    }
}

/// Returns the variable that holds the value of a statement.
fn value_of(statement: &Expr) -> Option<AstName> {
    match &statement.kind {
        ExprKind::Variable(name) => Some(name.clone()),
        ExprKind::Assign(_, target, _) => value_of(target),
        ExprKind::Paren(inner) => value_of(inner),
        _ => None,
    }
}

/// Returns whether a match has succeeded if this expression is true.
fn is_match(test: &Expr) -> bool {
    match &test.kind {
        ExprKind::Paren(inner) => is_match(inner),
        ExprKind::Binary(BinaryOp::Match, _, right) => is_pattern(right),
        _ => false,
    }
}

fn is_pattern(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Regexp(_))
}

/// Collects the titles of a resource body. Returns whether all are literals.
fn titles_in(title: &Expr, found: &mut Vec<(String, Span)>) -> bool {
    match &title.kind {
        ExprKind::String(text) | ExprKind::Name(text) => {
            found.push((text.to_string(), title.span));
            !text.ends_with('/')
        }
        ExprKind::Array(items) => items.iter().all(|item| titles_in(item, found)),
        _ => false,
    }
}

/// Returns whether the attribute leaves the title as the only name of the resource.
fn is_plain(type_name: &str, operation: &AttributeOperation) -> bool {
    let namevar = catalog::builtin(type_name).map_or("name", |row| row.namevar);
    match &operation.kind {
        AttributeKind::Set(name) => &**name != namevar && !matches!(&**name, "alias" | "name"),
        AttributeKind::Append(_) | AttributeKind::Splat => false,
    }
}

impl CellNames {
    /// Analyzes a program without errors.
    pub fn of(program: &puppet_syntax::ast::Program) -> CellNames {
        let mut walker = Walker::default();
        walker.cell(&program.body);
        CellNames { idle: unused_end(program), ..walker.finish() }
    }
}
