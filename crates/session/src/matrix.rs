//! One expression over several fact sets.

use std::time::Duration;

use pprepl_text::{Diagnostic, Source};
use puppet_eval::Flow;
use puppet_functions::loader::facts;
use puppet_pcore::{Value, display_override, infer_reduced, type_outline};
use puppet_syntax as syntax;

use super::facts::{FactsError, read};
use super::inspector::Inspector;
use super::report::reports;
use super::{MatrixRow, MatrixView, Report};

/// The reason why `:matrix` failed.
pub enum MatrixError {
    /// The source is not valid Puppet.
    Invalid(Vec<Report>),
    /// Some facts cannot be loaded.
    Facts(FactsError),
}

/// The number of bytes shown of a type in a row of the matrix.
const MAX_TYPE: usize = 8 << 10;

impl Inspector<'_> {
    /// Evaluates source over several fact sets (default: all bundled ones), each from the same session state.
    pub fn matrix(&mut self, text: &str, sets: &[String], within: Duration) -> Result<MatrixView, MatrixError> {
        let parsed = syntax::parse(text, self.core.lex_options(false));
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.core.vm.validate(&parsed.program, text));
        }
        let source = Source::new("input", text);
        if found.iter().any(Diagnostic::is_error) {
            return Err(MatrixError::Invalid(reports(&source, &found)));
        }
        let names: Vec<String> = match sets {
            [] => facts::SETS.iter().map(|set| set.name.to_owned()).collect(),
            named => named.to_vec(),
        };
        let mut all = Vec::with_capacity(names.len());
        for name in names {
            let given = read(&name, self.core.vm.host_mut()).map_err(MatrixError::Facts)?;
            all.push((name, given));
        }
        let mut rows = Vec::with_capacity(all.len());
        for (name, given) in all {
            self.site.put_facts(self.core, given.as_deref());
            let result = self.core.without_trace(within, |vm| vm.run_program(&source, &parsed.program));
            rows.push(self.matrix_row(name, result));
        }
        self.site.apply_facts(self.core);
        Ok(MatrixView::new(rows))
    }

    fn matrix_row(&self, set: String, result: Result<Value, Box<Flow>>) -> MatrixRow {
        let row = MatrixRow { set, ..MatrixRow::default() };
        match result {
            Ok(value) => MatrixRow {
                type_name: type_outline(&infer_reduced(&value), MAX_TYPE),
                value: Some(self.core.form(&value).unwrap_or_else(|| display_override(&value))),
                ..row
            },
            Err(flow) => match *flow {
                Flow::Fault(fault) => {
                    let told = fault.to_diagnostic();
                    MatrixRow { error: Some(format!("[{}] {}", told.code, told.message)), ..row }
                }
                _ => MatrixRow { error: Some("the evaluation was left or took too long".to_owned()), ..row },
            },
        }
    }
}
