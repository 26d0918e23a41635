//! Barewords that are keywords in other languages, and names without `$`.

use pprepl_text::{Fix, RuleCode, Span};
use puppet_syntax::ast::{AttributeKind, AttributeOperation, Call, Expr, ExprKind, Param};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::pure::{is_log, is_pure};

/// Words for a missing value. `none` is also a common value, so that it counts only where it is assigned.
fn missing_word(word: &str) -> bool {
    matches!(word, "null" | "nil" | "undefined")
}

/// Returns the keyword of Puppet for a word that is assigned.
fn keyword(word: &str) -> Option<&'static str> {
    Some(match word {
        "null" | "nil" | "none" | "undefined" => "undef",
        "yes" | "on" => "true",
        "no" | "off" => "false",
        _ => return None,
    })
}

impl<'a> Checker<'a> {
    /// Notes a word of another language that is assigned to a variable.
    pub(super) fn note_assigned(&mut self, value: &'a Expr) {
        if let ExprKind::Name(word) = &unqualified(value).kind {
            self.note_word(value, word, keyword(word));
        }
        self.note_octal(value);
    }

    /// Notes a word for a missing value in any other place of a value.
    pub(super) fn note_missing_word(&mut self, value: &'a Expr) {
        if let ExprKind::Name(word) = &value.kind {
            self.note_word(value, word, missing_word(word).then_some("undef"));
        }
    }

    /// Notes an operand, an argument or an element: a word for a missing value, or an octal number.
    pub(super) fn note_operand_word(&mut self, value: &'a Expr) {
        self.note_missing_word(value);
        self.note_octal(value);
    }

    fn note_word(&mut self, value: &'a Expr, word: &str, keyword: Option<&'static str>) {
        let Some(keyword) = keyword else { return };
        let message = format!("`{word}` is the string '{word}', not {keyword}");
        let help = format!("write `{keyword}`, or quote the string: '{word}'");
        let finding = self.note_at(RuleCode::ForeignWord, value.span, message);
        let fix = Fix::replace(unqualified(value).span, keyword);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }

    pub(super) fn note_params(&mut self, params: &'a [Param]) {
        for param in params {
            match (&param.default, &param.type_expr) {
                (Some(default), None) => self.note_assigned(default),
                (Some(default), Some(_)) => {
                    self.note_missing_word(default);
                    self.note_octal(default);
                }
                (None, _) => {}
            }
        }
    }

    pub(super) fn note_attribute(&mut self, operation: &'a AttributeOperation) {
        self.note_missing_word(&operation.value);
        // The schema of a resource type reports a mode that is not a string.
        if !matches!(&operation.kind, AttributeKind::Set(name) if &**name == "mode") {
            self.note_octal(&operation.value);
        }
    }

    /// Notes a shell command in the string of a message.
    pub(in super::super) fn note_message(&mut self, call: &'a Call) {
        let is_message = matches!(&call.functor.kind, ExprKind::Name(name) if is_log(name));
        call.args.iter().filter(|_| is_message).for_each(|argument| self.note_substitution(argument));
    }

    /// Notes the name of a variable without `$` as the argument of a function on values: `upcase(name)`.
    pub(in super::super) fn note_missing_dollar(&mut self, call: &'a Call) {
        let ExprKind::Name(function) = &call.functor.kind else { return };
        if self.reports.suppress_depth > 0 || !is_pure(function) || !call.rval {
            return;
        }
        for argument in &call.args {
            let ExprKind::Name(name) = &argument.kind else { continue };
            if self.is_known_variable(name) {
                let message = format!("`{name}` is the string '{name}', not the variable ${name}");
                let finding = self.note_at(RuleCode::MissingDollar, argument.span, message);
                let help = format!("write `${name}`, or quote the string: '{name}'");
                let fix = Fix::replace(Span::at(argument.span.start), "$").titled(format!("write ${name}"));
                self.report(finding.hint(Some(help)).fix(Some(fix)));
            }
        }
    }
}
