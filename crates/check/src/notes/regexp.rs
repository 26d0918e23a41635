//! Functions that take a regular expression in a string.

use pprepl_text::{Fix, RuleCode};
use puppet_syntax::ast::{Call, Expr, ExprKind, Method};

use super::super::arguments::unqualified;
use super::super::checker::Checker;

/// Returns the string of a literal.
fn literal(expr: &Expr) -> Option<&str> {
    match &unqualified(expr).kind {
        ExprKind::String(text) => Some(text),
        _ => None,
    }
}

/// Characters that match more than themselves.
fn is_plain(pattern: &str) -> bool {
    !pattern.is_empty() && !pattern.contains(|c: char| "\\^$.|?*+()[]{}".contains(c))
}

impl<'a> Checker<'a> {
    pub(super) fn note_call(&mut self, call: &'a Call, expr: &'a Expr) {
        for argument in &call.args {
            self.note_operand_word(argument);
            self.note_spaced_minus(argument, "argument");
        }
        let ExprKind::Name(name) = &call.functor.kind else { return };
        match (&**name, &call.args[..]) {
            ("split", [_, separator]) => self.note_separator(separator),
            ("regsubst", [_, pattern, ..]) if literal(pattern) == Some(".") => self.note_separator(pattern),
            ("regsubst", [target, pattern, _]) => self.note_first_match(target, pattern, call.args.last(), expr),
            ("dig", [left, keys @ ..]) => self.note_dug(left, keys),
            ("inline_epp", [template, rest @ ..]) => self.note_inline_template(template, rest.first()),
            ("each" | "map", [..]) => {
                self.note_iteration(&call.functor, call.lambda.as_deref());
            }
            _ => {}
        }
    }

    pub(super) fn note_method(&mut self, method: &'a Method) {
        method.args.iter().for_each(|argument| self.note_operand_word(argument));
        let ExprKind::Name(name) = &method.name.kind else { return };
        match (&**name, &method.args[..]) {
            ("split", [separator]) => self.note_separator(separator),
            ("regsubst", [pattern, ..]) if literal(pattern) == Some(".") => self.note_separator(pattern),
            ("regsubst", [pattern, _]) => {
                self.note_first_match(&method.receiver, pattern, method.args.last(), &method.name);
            }
            ("dig", keys) => self.note_dug(&method.receiver, keys),
            ("inline_epp", rest) => self.note_inline_template(&method.receiver, rest.first()),
            ("each" | "map", [..]) => {
                self.note_iteration(&method.name, method.lambda.as_deref());
            }
            _ => {}
        }
    }

    /// Notes `split(.., '.')`: the string is a regular expression.
    fn note_separator(&mut self, separator: &'a Expr) {
        let Some(text @ ("." | "|" | "^" | "$")) = literal(separator) else { return };
        let what = match text {
            "." => "every character",
            "|" => "the empty string between any two characters",
            _ => "a position, not a character",
        };
        let message = format!("this string is a regular expression: `{text}` matches {what}");
        let help = format!("write '[{text}]' or /\\{text}/ for the character");
        let escaped = if text == "^" { "'\\^'".to_owned() } else { format!("'[{text}]'") };
        let finding = self.note_at(RuleCode::RegexpString, separator.span, message);
        self.report(finding.hint(Some(help)).fix(Some(Fix::replace(separator.span, escaped))));
    }

    /// Notes regsubst() of a literal in which the pattern occurs several times, without the flag that replaces
    /// all of them.
    fn note_first_match(&mut self, target: &'a Expr, pattern: &'a Expr, replacement: Option<&'a Expr>, expr: &'a Expr) {
        let (Some(text), Some(pattern), Some(last)) = (literal(target), literal(pattern), replacement) else { return };
        if !is_plain(pattern) || text.matches(pattern).count() < 2 {
            return;
        }
        let message = "regsubst() replaces only the first match".to_owned();
        let help = "add the flag 'G' to replace all matches".to_owned();
        let fix = Fix::insert(last.span.end, ", 'G'").titled("add 'G'");
        let finding = self.note_at(RuleCode::FirstMatchOnly, expr.span, message);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }
}
