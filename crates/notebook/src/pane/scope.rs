//! The scope pane: the variables visible at the cursor. First the parameters and variables of the enclosing lambdas,
//! functions, classes and defines, from the source; then the scopes of the session with values, types, origins and
//! shadowing.

use rustc_hash::FxHashSet;

use pprepl_session::inspect::{ScopeView, SeenVariable};
use pprepl_text::Span;
use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;
use puppet_syntax::ast::{AssignOp, Expr, ExprKind, Param};
use puppet_syntax::{parse, walk};

use super::view::Goal;
use super::{CursorContext, Line, View};

/// The maximum width of a value.
const WIDE: usize = 40;

/// The maximum number of shown variables in a scope.
const MAX: usize = 300;

/// Builds the pane with the scopes of a session (`CatalogView::scopes`).
pub fn view(here: &CursorContext<'_>, scopes: &[ScopeView]) -> View {
    let mut view = View::new("Scope");
    let parsed = parse(here.text, here.options);
    let around = walk::around(&parsed.program.body, here.at());
    let wanted = name_at(here, &around);
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut pane = Pane { here, view: &mut view, wanted };
    for layer in around.iter().rev().flat_map(|expr| layers(here, expr)) {
        pane.layer(&layer, &mut seen);
    }
    for scope in scopes {
        pane.scope(scope, &seen);
    }
    view
}

/// Returns the top-scope variable under the cursor; `None` if an enclosing body shadows it.
pub(super) fn under<'s>(here: &CursorContext<'_>, scopes: &'s [ScopeView]) -> Option<(&'s SeenVariable, Span)> {
    let parsed = parse(here.text, here.options);
    let around = walk::around(&parsed.program.body, here.at());
    let variable = around.iter().rev().find(|expr| matches!(expr.kind, ExprKind::Variable(_)))?;
    let name = name_at(here, &around)?;
    let layers: Vec<Layer<'_>> = around.iter().flat_map(|expr| layers(here, expr)).collect();
    let is_own = |layer: &Layer<'_>| {
        layer.params.iter().any(|param| *param.name == *name) || assignments(layer.body).iter().any(|own| own.0 == name)
    };
    if layers.iter().any(is_own) {
        return None;
    }
    let top = scopes.iter().find(|scope| scope.depth == 0)?;
    Some((top.variables.iter().find(|one| one.name == name)?, variable.span))
}

/// Returns the name of the variable under the cursor.
fn name_at(here: &CursorContext<'_>, around: &[&Expr]) -> Option<String> {
    let variable = |expr: &&Expr| match &expr.kind {
        ExprKind::Variable(name) => Some(name.trim_start_matches("::").to_owned()),
        _ => None,
    };
    around.iter().rev().find_map(variable).or_else(|| {
        let params = around.iter().flat_map(|expr| layers(here, expr)).flat_map(|layer| layer.params);
        params.filter(|param| here.is_in(param.span)).map(|param| param.name.to_string()).next()
    })
}

/// A body around the cursor with its own variables.
struct Layer<'p> {
    what: String,
    span: Span,
    params: &'p [Param],
    body: &'p Expr,
}

/// Returns the layers that an expression opens around the cursor, the innermost first.
fn layers<'p>(here: &CursorContext<'_>, expr: &'p Expr) -> Vec<Layer<'p>> {
    let layer = |what: String, params: &'p [Param], body: &'p Expr| Layer { what, span: expr.span, params, body };
    let own = match &expr.kind {
        ExprKind::Function(function) => {
            Some(layer(format!("function {}", function.name), &function.params, &function.body))
        }
        ExprKind::Plan(plan) => Some(layer(format!("plan {}", plan.name), &plan.params, &plan.body)),
        ExprKind::Class(class) => Some(layer(format!("class {}", class.name), &class.params, &class.body)),
        ExprKind::Define(define) => Some(layer(format!("define {}", define.name), &define.params, &define.body)),
        ExprKind::Node(node) => Some(layer("node".to_owned(), &[], &node.body)),
        ExprKind::Epp(epp) => Some(layer("template".to_owned(), &epp.params, &epp.body)),
        _ => walk::lambda_of(expr).filter(|lambda| here.is_in(lambda.span)).map(|lambda| Layer {
            what: "lambda".to_owned(),
            span: lambda.span,
            params: &lambda.params,
            body: &lambda.body,
        }),
    };
    own.into_iter().collect()
}

struct Pane<'p> {
    here: &'p CursorContext<'p>,
    view: &'p mut View,
    wanted: Option<String>,
}

impl Pane<'_> {
    /// Adds a layer of the source; its variables have no values now.
    fn layer(&mut self, layer: &Layer<'_>, seen: &mut FxHashSet<String>) {
        self.view.gap();
        let line = format!("  line {}", self.here.line_of(layer.span.start));
        self.view.push(Line::of(Role::Title, &layer.what).and(Role::Hint, line).at(layer.span));
        let mut own = 0;
        for param in layer.params {
            let rest = if param.captures_rest { "*" } else { "" };
            let typed = param.type_expr.as_ref().map(|ty| format!("  {}", shortened(ty.span.of(self.here.text), WIDE)));
            let given =
                param.default.as_ref().map(|value| format!(" = {}", shortened(value.span.of(self.here.text), WIDE)));
            let line = Line::of(Role::VariableParameter, format!("  {rest}${}", param.name))
                .and(Role::Plain, given.unwrap_or_default())
                .and(Role::Type, typed.unwrap_or_default())
                .and(Role::Hint, "  parameter");
            self.add(&param.name, line.at(param.span), seen);
            own += 1;
        }
        for (name, value, span) in assignments(layer.body) {
            let line = Line::of(Role::Variable, format!("  ${name}"))
                .and(Role::Plain, format!(" = {}", shortened(value.of(self.here.text), WIDE)))
                .and(Role::Hint, format!("  line {}", self.here.line_of(span.start)));
            self.add(name, line.at(span), seen);
            own += 1;
        }
        if own == 0 {
            self.view.say(Role::Hint, "  no local variables");
        }
    }

    fn add(&mut self, name: &str, line: Line, seen: &mut FxHashSet<String>) {
        let is_wanted = self.wanted.as_deref() == Some(name) && self.view.focus.is_none();
        let line = if seen.insert(name.to_owned()) {
            line
        } else {
            line.and(Role::Warning, "  shadowed by an inner variable")
        };
        self.push(line, is_wanted);
    }

    fn push(&mut self, mut line: Line, is_wanted: bool) {
        if is_wanted {
            self.view.focus_next();
            if let Some((role, _)) = line.pieces.first_mut() {
                *role = Role::Match;
            }
        }
        self.view.push(line);
    }

    /// Adds a scope of the session.
    fn scope(&mut self, scope: &ScopeView, inner: &FxHashSet<String>) {
        self.view.gap();
        self.view.say(Role::Title, format!("{}{}", "  ".repeat(scope.depth), scope.name));
        scope.remark.iter().for_each(|remark| self.view.say(Role::Hint, format!("  ({remark})")));
        for one in scope.variables.iter().take(MAX) {
            self.variable(one, inner, scope.depth == 0);
        }
        let hidden = scope.variables.len().saturating_sub(MAX);
        if hidden > 0 {
            self.view.say(Role::Hint, format!("  (and {hidden} more)"));
        }
        if scope.variables.is_empty() {
            self.view.say(Role::Hint, "  no variables");
        }
        for (text, place) in &scope.defaults {
            let place = place.as_ref().map(|place| format!("  at {place}"));
            self.view.push(
                Line::of(Role::Type, format!("  {}", shortened(text, WIDE))).and(Role::Hint, place.unwrap_or_default()),
            );
        }
    }

    fn variable(&mut self, one: &SeenVariable, inner: &FxHashSet<String>, is_seen: bool) {
        let mut line = Line::of(Role::Variable, format!("  ${}", one.name))
            .and(Role::Plain, format!(" = {}", shortened(&one.value, WIDE)))
            .and(Role::Type, format!("  {}", shortened(&one.type_name, WIDE)))
            .and(Role::Hint, one.origin.as_ref().map(|origin| format!("  {origin}")).unwrap_or_default());
        if let Some(hides) = &one.hides {
            line = line.and(Role::Warning, format!("  shadows {hides}"));
        }
        if is_seen && inner.contains(&one.name) {
            line = line.and(Role::Warning, "  shadowed by an inner variable");
        }
        let is_wanted = self.wanted.as_deref() == Some(&*one.name) && self.view.focus.is_none();
        let number = one.origin.as_ref().and_then(|origin| origin.strip_prefix("cell ")?.parse().ok());
        self.push(line.to(number.map(|number| Goal::Cell(number, format!("${}", one.name)))), is_wanted);
    }
}

/// Returns the variables that a body sets: name, span of the value, span of the assignment.
fn assignments(body: &Expr) -> Vec<(&str, Span, Span)> {
    let mut found = Vec::new();
    walk::for_each_in_scope(body, &mut |expr| {
        if let ExprKind::Assign(AssignOp::Set, target, value) = &expr.kind
            && let ExprKind::Variable(name) = &target.kind
        {
            found.push((&**name, value.span, expr.span));
        }
    });
    found
}
