//! Compares the checker's inference with a run of the same source.
//!
//! For tests of soundness only; the session never uses it. A value must be an instance of the inferred type, and
//! source with an error must fail at the error.

use pprepl_text::{Code, Diagnostic, RuleCode, Severity, Source};
use puppet_pcore::{Ty, Type, Value, instance, source_form};
use puppet_syntax::{self as syntax, Parsed};

use super::Report;
use super::analyzer::Analyzer;
use super::attributes::findings_since;
use super::report::{report, reports};
use super::run::fail;

/// The inference and the result of a run.
#[derive(Clone, Debug, Default)]
pub struct SoundnessReport {
    /// The error of syntax or validation that prevents inference and run.
    pub invalid: Option<Report>,
    /// The errors of the checker.
    pub errors: Vec<Report>,
    /// The number of checks that are left to the run.
    pub deferred: usize,
    /// The inferred type, as `:type` shows it.
    pub type_text: String,
    /// The error of a failed run.
    pub failure: Option<Report>,
    /// The value, when the run did not fail.
    pub value: Option<String>,
    /// The indices of the elements outside their inferred type, where the value is a list; otherwise 0 means the
    /// whole value.
    pub misfits: Vec<usize>,
}

impl Analyzer<'_> {
    /// Checks source, runs it, and compares both.
    pub fn static_report(&mut self, name: &str, text: &str) -> SoundnessReport {
        let source = Source::new(name, text);
        let Parsed { program, mut diagnostics, .. } = syntax::parse(text, self.core.options_for(name));
        if !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(self.core.vm.validate(&program, text));
        }
        if let Some(error) = diagnostics.iter().find(|found| found.is_error()) {
            return SoundnessReport { invalid: Some(report(&source, error)), ..SoundnessReport::default() };
        }
        let rules = self.checker.rules;
        self.checker.rules = rules.with(RuleCode::Deferred, true);
        let mut checked = self.check_parsed(&source, &program, true);
        self.checker.rules = rules;
        let deferred = checked.findings.iter().filter(|one| one.code == Code::Rule(RuleCode::Deferred)).count();
        checked.findings.retain(|found| found.severity == Severity::Error);
        let mut found = SoundnessReport {
            errors: reports(&source, &checked.findings),
            deferred,
            type_text: checked.type_text,
            ..SoundnessReport::default()
        };
        let mut evaluation = super::Evaluation::default();
        let mark = self.core.vm.journal.mark();
        match self.core.vm.run_program(&source, &program) {
            Ok(value) => match findings_since(self.core, mark).iter().find(|found| found.is_error()) {
                Some(error) => found.failure = Some(report(&source, error)),
                None => {
                    found.misfits = mismatches(&checked.ty, &value);
                    found.value = Some(source_form(&value).unwrap_or_else(|| "(no form)".to_owned()));
                }
            },
            Err(flow) => {
                fail(self.core, &source, *flow, &mut evaluation);
                found.failure = evaluation.reports.pop();
            }
        }
        found
    }
}

fn mismatches(ty: &Ty, value: &Value) -> Vec<usize> {
    match (&**ty, value.as_array()) {
        (Type::Tuple(types, None), Some(items)) if types.len() == items.len() => {
            let pairs = types.iter().zip(items.iter()).enumerate();
            pairs.filter(|(_, (ty, item))| !instance(ty, item)).map(|(at, _)| at).collect()
        }
        _ if instance(ty, value) => Vec::new(),
        _ => vec![0],
    }
}
