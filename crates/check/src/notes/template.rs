//! Templates: tags that print nothing, and interpolation of manifests in the text of a template.

use pprepl_text::{Fix, RuleCode, Span};
use puppet_syntax::ast::{Expr, ExprKind, HashEntry};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::super::definition::statements;
use super::scan::enclosed;

impl<'a> Checker<'a> {
    /// Notes `<% $x %>` in a template.
    pub(super) fn note_template(&mut self, body: &'a Expr) {
        for statement in statements(body) {
            if !matches!(statement.kind, ExprKind::Variable(_)) {
                continue;
            }
            let message = format!("this tag computes {} and prints nothing", self.text_of(statement));
            let help = "write `<%= .. %>` to print a value".to_owned();
            let finding = self.note_at(RuleCode::TemplateTag, statement.span, message).hint(Some(help));
            self.report(finding);
        }
    }

    /// Notes both mistakes in the literal template of `inline_epp`. `given` has its parameters.
    pub(super) fn note_inline_template(&mut self, template: &'a Expr, given: Option<&'a Expr>) {
        let ExprKind::String(_) = &unqualified(template).kind else { return };
        let span = unqualified(template).span;
        let Some(source) = self.source() else { return };
        let text = span.of(source.text());
        let at = |from: usize, to: usize| Span::new(span.start + from as u32, span.start + to as u32);
        for (start, _) in text.match_indices("<%") {
            let Some((tag, _)) = text.get(start + 2..).and_then(|rest| rest.split_once("%>")) else { continue };
            let inner = tag.trim_matches([' ', '-']);
            let is_value = inner.strip_prefix('$').is_some_and(super::scan::is_word);
            if tag.starts_with([' ', '-', '$']) && is_value {
                let end = start + 2 + tag.len() + 2;
                let message = format!("this tag computes {inner} and prints nothing");
                let sign = start + 2;
                let fix = Fix::replace(at(sign, sign + usize::from(tag.starts_with('-'))), "=").titled("write <%=");
                let finding = self.note_at(RuleCode::TemplateTag, at(start, end), message);
                self.report(finding.hint(Some("write `<%= .. %>` to print a value".to_owned())).fix(Some(fix)));
            }
        }
        for found in enclosed(text, "${", "}").into_iter().filter(|found| is_given(found.name, given)) {
            let name = found.name;
            let message = format!("a template does not interpolate `${{{name}}}`");
            let fix = Fix::replace(at(found.range.start, found.range.end), format!("<%= ${name} %>"));
            let finding = self.note_at(RuleCode::NotInterpolated, at(found.range.start, found.range.end), message);
            self.report(finding.hint(Some(format!("write `<%= ${name} %>`"))).fix(Some(fix)));
        }
    }
}

/// Returns whether the template's parameters have this name.
fn is_given(name: &str, given: Option<&Expr>) -> bool {
    let is_key =
        |entry: &HashEntry| matches!(&entry.key.kind, ExprKind::String(key) | ExprKind::Name(key) if **key == *name);
    match given.map(|given| &unqualified(given).kind) {
        Some(ExprKind::Hash(entries)) => entries.iter().any(is_key),
        _ => false,
    }
}
