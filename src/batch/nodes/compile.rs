//! The compile of one node, with what earlier compiles of the thread have read and parsed.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use pprepl_session::{Evaluation, FinishedCatalog, NodeCache, NodeFile, Report, Session, Settings, SystemHost};
use pprepl_text::{IssueCode, Severity};

use crate::batch::arguments::Options;
use crate::batch::interrupt;
use crate::batch::node_data::Classified;
use pprepl_session::LogFilter;

/// The program to compile for each node.
pub struct Program<'p> {
    /// The environment's directory.
    pub root: Option<&'p Path>,
    /// Its name, where that is not the directory's.
    pub environment_name: Option<&'p str>,
    /// The name and content of the classifier's file, which holds for all nodes.
    pub classification: Option<&'p Classified>,
    /// The names and sources of files, which replace the environment's manifests.
    pub sources: &'p [(String, String)],
    pub options: &'p Options,
    pub settings: &'p Settings,
}

/// The compile of nodes on one thread.
pub struct Compiler<'p> {
    program: &'p Program<'p>,
    cache: NodeCache,
    /// The log lines of the node.
    logs: Rc<RefCell<Vec<String>>>,
}

/// The result for one node.
pub struct Compiled<C> {
    pub catalog: Result<C, Failure>,
    /// The log lines that the settings show.
    pub logs: Vec<String>,
}

/// Why a node has no catalog.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The errors, the first of which names the cause; empty when the cause is not in the code.
    pub reports: Vec<Report>,
    /// The cause in one line.
    pub cause: String,
}

impl<'p> Compiler<'p> {
    pub fn new(program: &'p Program<'p>) -> Compiler<'p> {
        Compiler { program, cache: NodeCache::default(), logs: Rc::default() }
    }

    /// Compiles the catalog of a node, and exports it.
    pub fn compile<C>(&mut self, node: &NodeFile, export: impl FnOnce(&FinishedCatalog<'_>) -> C) -> Compiled<C> {
        let catalog = self.compiled(node, export);
        Compiled { catalog, logs: self.logs.take() }
    }

    fn compiled<C>(&mut self, node: &NodeFile, export: impl FnOnce(&FinishedCatalog<'_>) -> C) -> Result<C, Failure> {
        let (program, logs) = (self.program, &self.logs);
        let session = self.cache.session(&node.name, &node.facts, || (program.settings.clone(), host(program, logs)));
        let mut session = session.map_err(|error| Failure::of_code(error.code(), &error.to_string()))?;
        interrupt::follow(session.cancel_flag());
        self.evaluate(&mut session)?;
        // The limits hold until the catalog is written out: values that share their parts are small before.
        let (exported, ended) = session.under_budget("catalog", "", |session| {
            let view = session.catalog();
            let finished = view.finish();
            let findings = finished.findings();
            if findings.is_empty() { Ok(export(&finished)) } else { Err(findings) }
        });
        if let Some(report) = ended {
            return Err(Failure::of_reports(vec![report]));
        }
        let exported = exported.map_err(Failure::of_reports)?;
        self.cache.keep(session);
        Ok(exported)
    }

    fn evaluate(&self, session: &mut Session) -> Result<(), Failure> {
        if let Some((name, found)) = self.program.classification {
            session.classify(name, found, false).map_or(Ok(()), unless_failed)?;
        }
        let sources = self.program.sources;
        match self.program.root {
            Some(root) => {
                let manifests = (!sources.is_empty()).then_some(sources);
                let opened = NodeCache::open_environment(session, root, self.program.environment_name, manifests);
                let opened = opened.map_err(|error| match error.code() {
                    Some(code) => Failure::of_code(code, &error.to_string()),
                    None => Failure::of_message(error.to_string()),
                })?;
                opened.into_iter().try_for_each(unless_failed)?;
            }
            None => sources.iter().try_for_each(|(name, text)| unless_failed(session.evaluate(name, text)))?,
        }
        let classes = self.program.classification.map(|(name, found)| (name, found.classes_code()));
        let classes = classes.filter(|(_, code)| !code.is_empty());
        classes.map_or(Ok(()), |(name, code)| unless_failed(session.evaluate(name, &code)))
    }
}

/// Creates the host of a session, whose log lines are kept.
fn host(program: &Program<'_>, logs: &Rc<RefCell<Vec<String>>>) -> SystemHost {
    let filter = LogFilter::new(&program.settings.display.log_level, program.options.quiet);
    let logs = logs.clone();
    let host = SystemHost::new(Box::new(move |level, text| {
        if filter.shows(level) {
            logs.borrow_mut().push(format!("{}: {text}", level.label()));
        }
    }));
    host.with_stack(program.options.stack)
}

fn unless_failed(evaluation: Evaluation) -> Result<(), Failure> {
    if evaluation.failed() { Err(Failure::of_reports(evaluation.reports)) } else { Ok(()) }
}

impl Failure {
    /// Returns the failure by errors of the code.
    fn of_reports(reports: Vec<Report>) -> Failure {
        let errors = || reports.iter().filter(|report| report.severity == Severity::Error);
        let cause = errors().next().map_or_else(String::new, |report| {
            let place = report.position.map(|(line, column)| format!(" ({}:{line}:{column})", report.source_name));
            format!("error[{}]: {}{}", report.topic, report.message, place.unwrap_or_default())
        });
        Failure { reports, cause }
    }

    /// Returns the failure for a file that the compilation needs.
    fn of_code(code: IssueCode, message: &str) -> Failure {
        Failure { reports: Vec::new(), cause: format!("error[{}]: {message}", code.topic()) }
    }

    /// Returns the failure for another reason.
    pub fn of_message(message: String) -> Failure {
        Failure { reports: Vec::new(), cause: format!("error: {message}") }
    }
}

impl<C> Compiled<C> {
    /// Returns the result without the catalog, whose memory is released.
    pub fn without_catalog(self) -> Compiled<()> {
        Compiled { catalog: self.catalog.map(drop), logs: self.logs }
    }
}
