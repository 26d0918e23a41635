//! `inline_epp` and `epp`: the parameters of a known template, and the body of one that the source writes.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Diagnostic, RuleCode, Source, Span};
use puppet_syntax::ast::{Epp, Expr, ExprKind, Program};
use puppet_syntax::{LexOptions, parse};

use super::arguments::unqualified;
use super::builtin::Calling;
use super::checker::{Checker, DefinitionSource, ScopeKind};
use super::declaration::ParamInfo;
use super::definition::statements;
use super::display::display;
use super::embedded::Embedded;
use super::finding::Finding;
use super::subtyping::shape::{entries, is_empty_hash, string_value};
use super::subtyping::{Kind, is_any};
use super::typed_expr::{FileSpan, TypedExpr};

impl<'a> Checker<'a> {
    /// Checks `inline_epp(template, parameters)`.
    pub(super) fn inline_epp(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        let result = self.generic(calling);
        if !calling.args.open {
            self.template_literal(calling);
        }
        result
    }

    /// Checks `epp(file, parameters)`.
    pub(super) fn epp(&mut self, calling: &mut Calling<'a>) -> TypedExpr {
        let result = self.generic(calling);
        if !calling.args.open {
            self.template_of_file(calling);
        }
        result
    }

    fn template_literal(&mut self, calling: &Calling<'a>) -> Option<()> {
        let written = unqualified(calling.args.given.first()?.expr);
        let (text, span) = literal(written)?;
        let parsed = parse(text, LexOptions { template: true, ..self.world.lex_options() });
        let whole = self.sources.get(self.file as usize)?.clone();
        let source = Source::new("inline_epp", text);
        let file = self.file_of(&source);
        self.reports.embedded.push(Embedded::new(file, self.file, span, text, whole.text()));
        if let Some(error) = parsed.diagnostics.iter().find(|one| one.is_error()) {
            self.broken_template(file, error);
            return None;
        }
        let template = self.keep_template(Rc::new(parsed.program))?;
        let params = self.template_parameters(template, calling, file);
        self.in_file(file, |checker| checker.template_body(template, &params, calling));
        Some(())
    }

    fn broken_template(&mut self, file: u32, error: &Diagnostic) {
        let Some(span) = error.span else { return };
        let message = format!("the template has a syntax error: {}", error.message);
        let spot = self.in_file(file, |checker| checker.span_of(span));
        self.report(Finding::error(RuleCode::Argument, spot, message).hint(error.help.clone()));
    }

    fn keep_template(&mut self, program: Rc<Program>) -> Option<&'a Epp> {
        let DefinitionSource::Template(program) = self.keep(DefinitionSource::Template(program)) else { return None };
        epp_of(&program.body)
    }

    /// Checks the body of a template. It sees the variables around the call, which its parameters hide.
    fn template_body(&mut self, template: &'a Epp, params: &[ParamInfo<'a>], calling: &Calling<'a>) {
        let (mark, matched) = (self.env.mark(), self.env.matched.take());
        let is_open = !self.binds_all(template, calling);
        let outer = std::mem::replace(&mut self.variables.given_names, is_open);
        let own = self.body_of(ScopeKind::Lambda, None);
        self.bodies.push(own);
        self.bind_parameters(params, false);
        self.check(&template.body, None);
        self.bodies.pop();
        self.variables.given_names = outer;
        self.env.roll_back(mark);
        self.env.matched = matched;
    }

    /// Binds the given variables of a template without parameters. Returns whether all of them are known.
    fn binds_all(&mut self, template: &Epp, calling: &Calling<'a>) -> bool {
        let given = calling.args.given.get(1).filter(|_| !template.params_specified);
        let Some(found) = given.and_then(|given| given.found.as_ref()) else { return given.is_none() };
        let Some(all) = entries(&found.ty) else { return is_empty_hash(&found.ty) };
        for entry in all {
            let var = self.add_variable(TypedExpr::of(entry.value.clone()));
            self.env.bind(entry.name.clone(), var);
        }
        true
    }

    fn template_of_file(&mut self, calling: &Calling<'a>) -> Option<()> {
        let name = string_value(&calling.args.given.first()?.found.as_ref()?.ty)?;
        let Some((source, program)) = self.world.template(name) else {
            let file = if name.ends_with(".epp") { name.to_owned() } else { format!("{name}.epp") };
            let spot = self.span(calling.args.given.first()?.expr);
            self.missing_template(&file, spot);
            return None;
        };
        let file = self.file_of(&source);
        let template = self.keep_template(program)?;
        self.without_findings_of(file, |checker| checker.template_parameters(template, calling, file));
        Some(())
    }

    /// Reports a template that no module has.
    pub(super) fn missing_template(&mut self, name: &str, spot: FileSpan) {
        if !name.contains('/') || Path::new(name).is_absolute() || !self.world.is_missing_template(name) {
            return;
        }
        let (module, file) = name.split_once('/').unwrap_or(("", name));
        let hint = format!("create {module}/templates/{file}");
        let message = format!("no module has the template '{name}'");
        self.report(Finding::error(RuleCode::Argument, spot, message).hint(Some(hint)));
    }

    /// Runs `act`, and drops what it finds in another file, where that is reported.
    fn without_findings_of<T>(&mut self, file: u32, act: impl FnOnce(&mut Self) -> T) -> T {
        let start = self.reports.findings.len();
        let result = act(self);
        let source: Option<Arc<Source>> = self.sources.get(file as usize).cloned();
        let is_there = |found: &Diagnostic| match (&found.source, &source) {
            (Some(found), Some(there)) => Arc::ptr_eq(found, there),
            _ => false,
        };
        let mut at = 0;
        self.reports.findings.retain(|found| {
            at += 1;
            at <= start || !is_there(found)
        });
        result
    }

    /// Checks the given hash against the parameters of a template, and returns these.
    fn template_parameters(&mut self, template: &'a Epp, calling: &Calling<'a>, file: u32) -> Vec<ParamInfo<'a>> {
        let params = self.in_file(file, |checker| checker.parameters(&template.params));
        if template.params_specified {
            self.given_parameters(&params, calling);
        }
        params
    }

    fn given_parameters(&mut self, params: &[ParamInfo<'a>], calling: &Calling<'a>) -> Option<()> {
        let Some(given) = calling.args.given.get(1) else {
            let spot = self.span(calling.expr);
            self.missing_parameters(params, |_| false, spot);
            return None;
        };
        let ty = given.found.as_ref()?.ty.clone();
        let all = entries(&ty).or_else(|| is_empty_hash(&ty).then_some(&[]))?;
        for entry in all.iter().filter(|entry| !entry.is_optional()) {
            let (key, value) = entry_spans(given.expr, &entry.name).unwrap_or((given.expr.span, given.expr.span));
            let Some(info) = params.iter().find(|info| info.param.name == entry.name) else {
                self.no_template_parameter(&entry.name, key, params);
                continue;
            };
            let is_later = self.sets.kinds(&entry.value).iter().any(|kind| matches!(kind, Kind::Object | Kind::Open));
            if !is_any(&entry.value) && !is_later && self.rejects(&entry.value, info) {
                let text = self.sets.found(&entry.value, &info.ty);
                let message = format!("expected {}, found {text}", display(&info.ty));
                let finding = Finding::error(RuleCode::TypeMismatch, self.span_of(value), message);
                let why = format!("the template declares ${} as {}", entry.name, display(&info.ty));
                self.report(finding.note_if(info.type_span(), why));
            }
        }
        let spot = self.span(given.expr);
        self.missing_parameters(params, |name| all.iter().any(|entry| *entry.name == *name), spot);
        Some(())
    }

    fn missing_parameters(&mut self, params: &[ParamInfo<'a>], is_given: impl Fn(&str) -> bool, spot: FileSpan) {
        let needed = params.iter().filter(|info| info.param.default.is_none() && !is_given(&info.param.name));
        let names: Vec<String> = needed.map(|info| format!("'{}'", info.param.name)).collect();
        if !names.is_empty() {
            let message = format!("the template needs a value for {}", names.join(", "));
            self.report(Finding::error(RuleCode::MissingKey, spot, message));
        }
    }

    fn no_template_parameter(&mut self, name: &str, span: Span, params: &[ParamInfo<'a>]) {
        let near = pprepl_text::suggest::nearest(name, params.iter().map(|info| &*info.param.name));
        let hint = near.map(|near| format!("did you mean '{near}'?"));
        let message = format!("the template has no parameter '{name}'");
        let finding = Finding::error(RuleCode::UnrecognizedKey, self.span_of(span), message);
        self.report(finding.hint(hint).swap(name, near));
    }
}

/// Returns the text of a literal string or heredoc, and its span.
fn literal(expr: &Expr) -> Option<(&str, Span)> {
    match &expr.kind {
        ExprKind::String(text) => Some((text, expr.span)),
        ExprKind::Heredoc(heredoc) => match &heredoc.text.kind {
            ExprKind::String(text) => Some((text, heredoc.text.span)),
            _ => None,
        },
        _ => None,
    }
}

fn epp_of(body: &Expr) -> Option<&Epp> {
    statements(body).iter().find_map(|one| match &one.kind {
        ExprKind::Epp(epp) => Some(&**epp),
        _ => None,
    })
}

/// Returns the spans of the key and the value of an entry of a literal hash.
fn entry_spans(expr: &Expr, name: &str) -> Option<(Span, Span)> {
    let ExprKind::Hash(all) = &unqualified(expr).kind else { return None };
    all.iter().find_map(|entry| match &entry.key.kind {
        ExprKind::String(key) | ExprKind::Name(key) if **key == *name => Some((entry.key.span, entry.value.span)),
        _ => None,
    })
}
