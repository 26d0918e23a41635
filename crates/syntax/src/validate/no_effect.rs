//! Checks of statements without effect, bodies that end in one, and expressions without a value.

use crate::ast::{BinaryOp, Case, Expr, ExprKind, If};
use crate::function_meant;
use pprepl_text::{Fix, IssueCode, Severity, Span};

use super::{Checker, Context, DefinitionContext, Helped, phrase};

/// Returns the statements of a body; none for an empty one.
pub(super) fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Nop => &[],
        ExprKind::Block(statements) if title_missing(statements).is_none() => statements,
        _ => std::slice::from_ref(body),
    }
}

/// Returns the type's name when two statements look like a resource without a title: `notify { message => 'x' }`.
fn title_missing(statements: &[Expr]) -> Option<&str> {
    match statements {
        [first, second] => match (&first.kind, &second.kind) {
            (ExprKind::Name(name), ExprKind::Hash(_)) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether evaluation has no side effect, as far as the syntax shows.
pub fn has_no_effect(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Nop | ExprKind::Undef | ExprKind::Default | ExprKind::Bool(_) => true,
        ExprKind::Integer(..) | ExprKind::BigInteger(..) | ExprKind::Float(_) | ExprKind::String(_) => true,
        ExprKind::Name(_) | ExprKind::Ref(_) | ExprKind::Reserved(..) | ExprKind::Regexp(_) => true,
        ExprKind::Variable(_) | ExprKind::Interpolated(_) | ExprKind::Heredoc(_) | ExprKind::FunctionRef(_) => true,
        ExprKind::Array(_) | ExprKind::Hash(_) | ExprKind::Access(..) => true,
        ExprKind::Unfold(_) | ExprKind::Negate(_) | ExprKind::Not(_) | ExprKind::Selector(_) => true,
        ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::Match | BinaryOp::NoMatch),
        ExprKind::Paren(inner) => has_no_effect(inner),
        ExprKind::Block(statements) => statements.iter().all(has_no_effect),
        ExprKind::If(parts) | ExprKind::Unless(parts) => is_no_effect_conditional(parts),
        ExprKind::Case(case) => is_no_effect_case(case),
        _ => false,
    }
}

fn is_no_effect_conditional(parts: &If) -> bool {
    has_no_effect(&parts.test) && has_no_effect(&parts.then) && has_no_effect(&parts.otherwise)
}

fn is_no_effect_case(case: &Case) -> bool {
    has_no_effect(&case.test)
        && case.options.iter().all(|option| option.values.iter().all(has_no_effect) && has_no_effect(&option.then))
}

impl Checker<'_> {
    /// Checks a block in the place of an expression: a branch, the whole source, a resource without a title.
    pub(super) fn nested_block(&mut self, statements: &[Expr], cx: Context) {
        let several = statements.len() > 1;
        let place = if several && cx.place == DefinitionContext::Inside { DefinitionContext::Body } else { cx.place };
        self.block(statements, cx.at(place));
    }

    /// Checks the statements of a body: only the last may be without effect.
    pub(super) fn block(&mut self, statements: &[Expr], cx: Context) {
        match title_missing(statements).filter(|_| !self.tasks) {
            Some(name) => self.without_title(name, statements),
            None => self.no_no_effect_before_last(statements, cx),
        }
        self.walk_all(statements, cx);
    }

    fn without_title(&mut self, name: &str, statements: &[Expr]) {
        let [first, .., last] = statements else { return };
        let message = format!("resource of type `{name}` without a title");
        self.error(IssueCode::ResourceWithoutTitle, first.span.to(last.span), first.at, message)
            .help(format!("write a title and a colon before the attributes: `{name} {{ 'title': .. }}`"));
    }

    fn no_no_effect_before_last(&mut self, statements: &[Expr], cx: Context) {
        let Some((_, before)) = statements.split_last() else { return };
        let Some(index) = before.iter().position(has_no_effect) else { return };
        let (idle, next) = (&before[index], &statements[index + 1]);
        let help = self.no_effect_help(idle, next);
        let soft = cx.place == DefinitionContext::Top;
        let message = format!("{} without effect: its value is not used", phrase(idle));
        let severity = if soft { self.options.idle } else { Severity::Error };
        let fix = self.no_effect_fix(idle, next);
        let found = self.error_at(IssueCode::IdemExpressionNotLast, idle, message).help(help).fix(fix);
        found.severity = severity;
    }

    fn no_effect_help(&self, idle: &Expr, next: &Expr) -> String {
        let gap = Span::new(idle.span.end, next.span.start).of(self.source);
        let same_line = !gap.contains('\n') && !gap.contains(';');
        match (&idle.kind, &next.kind) {
            (ExprKind::Name(word), _) if same_line && &**word == "not" => "write `!` for not: `!$x`".into(),
            (ExprKind::Name(word), _) if same_line && matches!(&**word, "let" | "var" | "def" | "local") => {
                format!("Puppet has no `{word}`: set a variable with `$name = value`")
            }
            (ExprKind::Name(name), _) if same_line => match function_meant(name) {
                Some(ours) => format!("Puppet has no `{name}`: write `{ours}(..)`"),
                None => format!(
                    "to call a function write `{name}(..)`; only a few, like `notice` and `include`, go without parentheses"
                ),
            },
            (_, ExprKind::Array(_)) if same_line => {
                "`[` after a space starts an array; remove the space to index: `$a[1]`".into()
            }
            (ExprKind::Binary(BinaryOp::Eq, left, _), _) if matches!(left.kind, ExprKind::Variable(_)) => {
                "`==` compares; to assign write `=`".into()
            }
            _ => "use the value (`$x = ..`, `notice(..)`), or remove the statement".into(),
        }
    }

    fn no_effect_fix(&self, idle: &Expr, next: &Expr) -> Option<Fix> {
        match (&idle.kind, &next.kind) {
            (ExprKind::Binary(BinaryOp::Eq, left, _), _) if matches!(left.kind, ExprKind::Variable(_)) => {
                Some(Fix::replace(Span::new(idle.at, idle.at + 2), "="))
            }
            (_, ExprKind::Array(_)) => {
                let gap = Span::new(idle.span.end, next.span.start);
                let blank = gap.of(self.source);
                let blank = !blank.is_empty() && blank.chars().all(|c| c == ' ');
                blank.then(|| Fix::replace(gap, "").titled("remove the space"))
            }
            _ => None,
        }
    }

    /// Rejects a class, defined type or node definition whose body ends in a value, since the body has no value.
    pub(super) fn no_no_effect_last(&mut self, body: &Expr, container: &'static str) {
        let Some(last) = statements(body).last().filter(|last| has_no_effect(last)) else { return };
        if matches!(&last.kind, ExprKind::Block(statements) if title_missing(statements).is_some()) {
            return;
        }
        let message = format!("{} without effect at the end of {container}", phrase(last));
        self.error_at(IssueCode::IdemNotAllowedLast, last, message)
            .help(format!("{container} has no value: assign it, pass it to a function, or remove it"));
    }

    /// Checks that `expr` has a value where one is required.
    pub(super) fn rvalue(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Unfold(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Not(inner)
            | ExprKind::Paren(inner)
            | ExprKind::Render(inner) => self.rvalue(inner),
            ExprKind::Collect(_)
            | ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::TypeDefinition(_)
            | ExprKind::TypeMapping(..)
            | ExprKind::Class(_)
            | ExprKind::Define(_)
            | ExprKind::Node(_) => {
                self.error_at(
                    IssueCode::NotRvalue,
                    expr,
                    format!("{} has no value, and a value is needed here", phrase(expr)),
                )
                .help("write it as a statement of its own");
            }
            _ => {}
        }
    }
}
