//! Evaluates code for its value, as `:table`, `:diff` and `:format` need it: the code runs like an input, and all its
//! changes are rolled back.

use std::time::Duration;

use pprepl_text::{Diagnostic, Severity, Source};
use puppet_syntax as syntax;

use super::explore::CellValue;
use super::inspector::Inspector;
use super::report::{report, reports};
use super::run::failure;
use super::{Evaluation, Report};

/// The time limit of the evaluation.
const TIME_LIMIT: Duration = Duration::from_secs(10);

impl Inspector<'_> {
    /// Evaluates code, and rolls back its changes; log lines are dropped.
    pub fn value(&mut self, text: &str) -> Result<CellValue, Vec<Report>> {
        let source = Source::new("input", text);
        let parsed = syntax::parse(text, self.core.lex_options(false));
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.core.vm.validate(&parsed.program, text));
        }
        found.retain(|one| one.severity == Severity::Error);
        if !found.is_empty() {
            return Err(reports(&source, &found));
        }
        let result = self.core.without_trace(TIME_LIMIT, |vm| vm.run_program(&source, &parsed.program));
        result.map(CellValue::new).map_err(|flow| {
            let diagnostic = failure(self.core, *flow, &mut Evaluation::default());
            vec![report(&source, &diagnostic)]
        })
    }
}
