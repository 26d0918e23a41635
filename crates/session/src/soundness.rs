//! What the checker foresaw of a text, beside what came of it: the checker's word is held against the run.
//!
//! The session uses it nowhere: it is what tests of soundness ask. A value must be an instance of the type that was
//! foreseen, and what has a finding must fail where the finding is.

use pprepl_text::{Diagnostic, Severity, Source};
use puppet_pcore::{Ty, Type, Value, instance, source_form};
use puppet_syntax::{self as syntax, Parsed};

use super::report::{report, reports};
use super::{Report, Session, engine};

/// What was foreseen of a text, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct SoundnessReport {
    /// Syntax or validation refuses the text: nothing was foreseen, nothing ran.
    pub invalid: Option<Report>,
    /// The errors that the checker found.
    pub errors: Vec<Report>,
    /// The type that was foreseen, as `:type` shows it.
    pub type_text: String,
    /// What the run failed with.
    pub failure: Option<Report>,
    /// The value, when the run did not fail.
    pub value: Option<String>,
    /// The elements that are not of the type foreseen for them, where the value is a list; else 0 means the whole.
    pub misfits: Vec<usize>,
}

impl Session {
    /// Checks a text, runs it, and holds the one against the other.
    pub fn static_report(&mut self, name: &str, text: &str) -> SoundnessReport {
        let source = Source::new(name, text);
        let Parsed { program, mut diagnostics, .. } = syntax::parse(text, engine::lex_options(&self.settings));
        if !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.extend(self.vm.validate(&program, text));
        }
        if let Some(error) = diagnostics.iter().find(|found| found.is_error()) {
            return SoundnessReport { invalid: Some(report(&source, error)), ..SoundnessReport::default() };
        }
        let mut checked = self.check_parsed(&source, &program, true);
        checked.findings.retain(|found| found.severity == Severity::Error);
        let mut found = SoundnessReport {
            errors: reports(&source, &checked.findings),
            type_text: checked.type_text,
            ..SoundnessReport::default()
        };
        let mut evaluation = super::Evaluation::default();
        let mark = self.vm.journal_len();
        match self.vm.run_program(&source, &program) {
            Ok(value) => match self.attribute_findings(mark).iter().find(|found| found.is_error()) {
                Some(error) => found.failure = Some(report(&source, error)),
                None => {
                    found.misfits = mismatches(&checked.ty, &value);
                    found.value = Some(source_form(&value).unwrap_or_else(|| "(no form)".to_owned()));
                }
            },
            Err(flow) => {
                self.fail(&source, *flow, &mut evaluation);
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
