//! Scripts: programs that are parsed once and run often, for their values, as the checks of an exercise do. The caller
//! rolls back what they change.

use std::sync::Arc;
use std::time::Duration;

use pprepl_budget::{self as budget, Limits};
use pprepl_text::{Diagnostic, Source};
use puppet_catalog::FinalCatalog;
use puppet_eval::{Level, Savepoint};
use puppet_pcore::Value;
use puppet_syntax::ast::Program;
use puppet_syntax::{self as syntax, Parsed};

use super::report::{report, reports};
use super::run::failure;
use super::session_core::Core;
use super::{Evaluation, Report, Session};

/// A program that is parsed and valid.
pub struct Script {
    source: Arc<Source>,
    parsed: Parsed,
}

impl Script {
    pub fn text(&self) -> &str {
        self.source.text()
    }

    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    pub fn program(&self) -> &Program {
        &self.parsed.program
    }
}

/// The result of a script's run.
pub struct ScriptRun {
    /// The value, or the error. A failed run leaves no changes.
    pub result: Result<Value, Box<Report>>,
    /// The log lines: level and message, in order.
    pub logs: Vec<(Level, String)>,
}

/// Runs scripts on the state of a session. They are not inputs: no list and no number has them.
pub struct Scripts<'s> {
    core: &'s mut Core,
}

impl<'s> Scripts<'s> {
    /// Returns the service that runs scripts in a session.
    pub fn new(session: &'s mut Session) -> Scripts<'s> {
        Scripts { core: &mut session.core }
    }
}

impl Scripts<'_> {
    /// Parses and validates source. The errors are as of an input.
    pub fn prepare(&mut self, source: Arc<Source>) -> Result<Script, Vec<Report>> {
        let options = self.core.options_of(&source);
        let parsed = syntax::parse_part(source.text(), options, source.lines_before());
        let is_error = |found: &[Diagnostic]| found.iter().any(Diagnostic::is_error);
        if is_error(&parsed.diagnostics) {
            return Err(reports(&source, &parsed.diagnostics));
        }
        let found = self.core.vm.validate(&parsed.program, source.text());
        if is_error(&found) {
            return Err(reports(&source, &found));
        }
        Ok(Script { source, parsed })
    }

    /// Returns the current state, to roll back to.
    pub fn mark(&self) -> Savepoint {
        self.core.vm.mark()
    }

    /// Rolls back every change since a state.
    pub fn roll_back(&mut self, mark: &Savepoint) {
        self.core.vm.discard(mark.entry);
        self.core.vm.set_matches(mark.matches.clone());
    }

    /// Runs a script for at most `time`, within the other limits of the settings.
    pub fn run(&mut self, script: &Script, time: Duration) -> ScriptRun {
        let mark = self.mark();
        self.core.vm.start_apart();
        let limits = Limits { time: Some(time), ..self.core.limits() };
        let scope = self.core.vm.calls.begin(limits);
        let result = self.core.vm.run_program(&script.source, &script.parsed.program);
        let result = result.and_then(|value| budget::check().map(|()| value).map_err(Into::into));
        self.core.vm.calls.end(scope);
        let _ = self.core.vm.messages.take_warnings();
        let logs = self.core.vm.messages.take_logs();
        let result = result.map_err(|flow| {
            self.roll_back(&mark);
            let diagnostic = failure(self.core, *flow, &mut Evaluation::default());
            Box::new(report(&script.source, &diagnostic))
        });
        ScriptRun { result, logs }
    }

    /// Sets a variable at top scope, which must not have a value, and records the change.
    pub fn set_variable(&mut self, name: &str, value: Value) {
        self.core.vm.set_variable(name, value);
    }

    /// Returns whether a value is true under the settings.
    pub fn is_true(&self, value: &Value) -> bool {
        self.core.vm.truth(value)
    }

    /// Returns the attribute that names a resource of this type, such as `path` of a file.
    pub fn namevar(&self, type_name: &str) -> String {
        self.core.vm.catalog.namevar(type_name).to_owned()
    }

    /// Returns the final catalog as if the compilation ended now.
    pub fn catalog(&self) -> FinalCatalog {
        self.core.vm.catalog.finished()
    }
}
