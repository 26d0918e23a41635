//! Statements on one line that were meant as one, and names of classes.

use pprepl_text::{Fix, RuleCode, Span};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::super::checker::Checker;
use super::super::definition::statements;

/// Functions that take names without parentheses.
const NAME_TAKERS: &[&str] = &["include", "require", "contain", "realize", "tag"];

/// Prefixes of strings in Python and other languages.
const PREFIXES: &[&str] = &["f", "F", "r", "b", "u", "rb", "fr"];

/// Returns the last operand of a statement: the assigned value, the last argument without parentheses.
fn tail(statement: &Expr) -> &Expr {
    match &statement.kind {
        ExprKind::Assign(_, _, value) => tail(value),
        ExprKind::Binary(_, _, right) => tail(right),
        ExprKind::Call(call) => match call.args.last() {
            Some(last) if last.span.end == statement.span.end => tail(last),
            _ => statement,
        },
        _ => statement,
    }
}

fn is_string(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::String(_) | ExprKind::Interpolated(_))
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Integer(..) | ExprKind::Float(_))
}

impl<'a> Checker<'a> {
    /// Notes pairs of statements on one line.
    pub(super) fn note_block(&mut self, statements: &'a [Expr]) {
        for (index, pair) in statements.windows(2).enumerate() {
            let [first, second] = pair else { continue };
            self.note_pair(first, second, statements.get(index + 1..).unwrap_or_default());
        }
    }

    fn note_pair(&mut self, first: &'a Expr, second: &'a Expr, rest: &'a [Expr]) {
        let Some(source) = self.source() else { return };
        let text = source.text();
        let gap = text.get(first.span.end as usize..second.span.start as usize).unwrap_or("\n");
        let quoted = second.span.of(text).starts_with(['\'', '"']);
        let last = tail(first);
        if !gap.chars().all(|c| c == ' ' || c == '\t') {
            return;
        }
        match (&last.kind, &second.kind) {
            (ExprKind::Name(prefix), _) if quoted && gap.is_empty() && PREFIXES.contains(&&**prefix) => {
                self.note_prefixed(last, second, text);
            }
            _ if quoted && is_string(second) && is_string(last) => {
                let message = "this string is a statement of its own: Puppet does not join adjacent strings";
                let help = "write one string, or interpolate both: \"${a}${b}\"".to_owned();
                let finding = self.note_at(RuleCode::AdjacentValues, second.span, message);
                self.report(finding.hint(Some(help)).note(self.span(last), "this statement ends here"));
            }
            (ExprKind::Variable(_) | ExprKind::Access(..), ExprKind::Array(_)) => {
                let left = self.text_of(last);
                let message = format!("a space before `[` starts a new array: it does not index {left}");
                let fix = Fix::replace(Span::new(first.span.end, second.span.start), "").titled("remove the space");
                let finding = self.note_at(RuleCode::AdjacentValues, second.span, message);
                self.report(finding.hint(Some(format!("write {left}[..] without a space"))).fix(Some(fix)));
            }
            (ExprKind::Name(_), ExprKind::Name(_)) => self.note_names(first, last, rest),
            _ => {}
        }
    }

    /// Notes `1 -1` in a list of elements or arguments, which are written as `1 - 1` or `1, -1`. Of variables, it is a
    /// subtraction that some people write so.
    pub(super) fn note_spaced_minus(&mut self, item: &'a Expr, noun: &str) {
        let ExprKind::Binary(BinaryOp::Sub, left, right) = &item.kind else { return };
        let Some(source) = self.source() else { return };
        let gap = Span::new(left.span.end, right.span.start);
        let written = gap.of(source.text());
        if !is_number(left) || !is_number(right) || !written.ends_with('-') || !written.starts_with([' ', '\t']) {
            return;
        }
        let (one, other) = (self.text_of(left), self.text_of(right));
        let message = format!("`-` subtracts here: {one} minus {other} is one {noun}");
        let fix = Fix::replace(gap, ", -").titled("put a comma before the minus");
        let finding = self.note_at(RuleCode::SpacedMinus, item.span, message);
        self.report(finding.hint(Some(format!("write {one}, -{other} for two {noun}s"))).fix(Some(fix)));
    }

    /// Notes `include a b`.
    fn note_names(&mut self, first: &'a Expr, last: &'a Expr, rest: &'a [Expr]) {
        let ExprKind::Call(call) = &first.kind else { return };
        let ExprKind::Name(function) = &call.functor.kind else { return };
        if !NAME_TAKERS.contains(&&**function) {
            return;
        }
        let names: Vec<&Expr> = rest.iter().take_while(|one| matches!(one.kind, ExprKind::Name(_))).collect();
        let Some(end) = names.last() else { return };
        let message = format!("`{function}` takes only the first name: the next one is a statement of its own");
        let mut fix = Fix::insert(last.span.end, ",").titled("put commas between the names");
        fix.edits.extend(names.iter().rev().skip(1).rev().flat_map(|name| Fix::insert(name.span.end, ",").edits));
        let finding = self.note_at(RuleCode::AdjacentValues, Span::new(last.span.start, end.span.end), message);
        let help = "put a comma between the names".to_owned();
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }

    /// Notes `f"hello {name}"`.
    fn note_prefixed(&mut self, prefix: &'a Expr, string: &'a Expr, text: &str) {
        let (word, quoted) = (prefix.span.of(text), string.span.of(text));
        let span = Span::new(prefix.span.start, string.span.end);
        let message = format!("`{word}` before a string is a statement of its own: Puppet has no string prefixes");
        let fields = super::scan::enclosed(quoted, "{", "}");
        let formats = word.eq_ignore_ascii_case("f") && quoted.starts_with('"');
        let mut fix = Fix::replace(prefix.span, "").titled(format!("remove the {word}"));
        let help = match fields.first().filter(|_| formats) {
            Some(field) => format!("write \"${{{}}}\" in double quotes", field.name),
            None => "write the string alone; \"..\" interpolates ${name}, '..' does not".to_owned(),
        };
        if formats {
            let plain = fields.iter().filter(|field| {
                field.range.start.checked_sub(1).is_none_or(|at| quoted.as_bytes().get(at) != Some(&b'$'))
            });
            fix.edits
                .extend(plain.flat_map(|field| Fix::insert(string.span.start + field.range.start as u32, "$").edits));
        }
        let finding = self.note_at(RuleCode::ForeignInterpolation, span, message);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }

    /// Notes the results and names that nothing uses in a body whose value is not used. The last statement of the
    /// program is its value.
    pub(super) fn note_body(&mut self, body: &'a Expr, is_program: bool) {
        let all = statements(body);
        let Some((last, before)) = all.split_last() else { return };
        before.iter().for_each(|statement| self.note_unused_result(statement));
        if is_program {
            self.note_iterated(last);
            self.note_class_name(last);
        } else {
            self.note_unused_result(last);
        }
    }

    /// Notes the name of a class as a statement: it is a string.
    fn note_class_name(&mut self, statement: &'a Expr) {
        let ExprKind::Name(name) = &statement.kind else { return };
        let lower = name.trim_start_matches("::").to_lowercase();
        if !self.mode.closed || self.class_or_define(&lower, true).is_none() {
            return;
        }
        let message = format!("`{name}` is the string '{name}': it does not declare the class");
        let fix = Fix::insert(statement.span.start, "include ").titled(format!("write include {name}"));
        let finding = self.note_at(RuleCode::ClassAsValue, statement.span, message);
        self.report(finding.hint(Some(format!("write `include {name}`"))).fix(Some(fix)));
    }
}
