//! What the notebook's tests share: a kernel with cells given as text, and its state as text.

use std::sync::Arc;

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{CellReport, Kernel, Mode, Observer, Setup, Unobserved};
use pprepl_session::Settings;

/// A kernel without cells, with little stack: tests run on small threads.
pub fn kernel() -> Kernel {
    Kernel::new(Setup::new(Settings::default(), 1 << 20))
}

/// Cells as the document has them.
pub type Cells = Vec<(CellId, Arc<str>)>;

/// The cells that ran, in order.
#[derive(Default)]
pub struct Ran(pub Vec<u64>);

impl Observer for Ran {
    fn finished(&mut self, cell: CellId, _: &CellReport) {
        self.0.push(cell.0);
    }
}

/// Arranges cells; gives the numbers of those that ran.
pub fn arrange(kernel: &mut Kernel, cells: Cells) -> Vec<u64> {
    let mut ran = Ran::default();
    kernel.arrange(cells, &mut ran);
    ran.0
}

/// A kernel without cells, in other settings.
#[allow(dead_code, reason = "not every test needs it")]
pub fn kernel_with(settings: Settings) -> Kernel {
    Kernel::new(Setup::new(settings, 1 << 20))
}

/// A kernel that has run these cells from the start.
#[allow(dead_code, reason = "not every test needs it")]
pub fn fresh(cells: &Cells) -> Kernel {
    run_in(kernel(), cells)
}

/// A kernel that has run these cells.
pub fn run_in(mut kernel: Kernel, cells: &Cells) -> Kernel {
    kernel.set_mode(Mode::Auto, &mut Unobserved);
    kernel.arrange(cells.clone(), &mut Unobserved);
    kernel
}

/// What a cell gave, in a line.
pub fn outcome(report: &CellReport) -> String {
    let faults: Vec<String> = report
        .evaluation
        .reports
        .iter()
        .map(|one| format!("{} {:?} {}", one.code, one.position, one.message))
        .collect();
    let logs: Vec<String> = report.evaluation.logs.iter().map(|(level, text)| format!("{level}: {text}")).collect();
    let captures: Vec<String> =
        report.evaluation.captures.iter().map(|one| one.value.clone().unwrap_or_else(|| "-".to_owned())).collect();
    format!(
        "{} : {} | {} | logs {logs:?} | faults {faults:?} | match {captures:?} | sets {:?} {:?}",
        report.display().unwrap_or("-"),
        report.evaluation.detailed.as_deref().unwrap_or("-"),
        report.evaluation.generalized.as_deref().unwrap_or("-"),
        report.evaluation.assigned,
        report.evaluation.defined,
    )
}

/// Everything that a fresh run decides: variables, functions, types, catalog, match variables.
pub fn state(kernel: &mut Kernel) -> String {
    let session = kernel.session();
    let mut variables: Vec<String> = session
        .names()
        .variables()
        .iter()
        .map(|one| format!("${} = {} ({})", one.name, one.value, one.type_name))
        .collect();
    variables.sort();
    let functions: Vec<String> =
        session.names().functions().iter().filter(|one| !one.builtin).map(|one| one.signatures.join(" / ")).collect();
    // What an alias stands for is looked up when it is first used: here, if not before.
    let named: Vec<String> =
        session.names().types().iter().filter(|one| !one.builtin).map(|one| one.name.clone()).collect();
    for name in &named {
        let _ = session.preview(name, std::time::Duration::from_secs(5));
    }
    let types: Vec<String> = session
        .names()
        .types()
        .iter()
        .filter(|one| !one.builtin)
        .map(|one| format!("{} = {}", one.name, one.definition))
        .collect();
    let captures: Vec<String> = session
        .names()
        .match_variables()
        .iter()
        .map(|one| one.value.clone().unwrap_or_else(|| "-".to_owned()))
        .collect();
    let export = session.catalog().export();
    let findings: Vec<String> = export.findings.iter().map(|one| format!("{} {}", one.code, one.message)).collect();
    format!(
        "variables\n{}\nfunctions {functions:?}\ntypes {types:?}\nmatch {captures:?}\nfindings {findings:?}\n{}",
        variables.join("\n"),
        session.catalog().finish().to_json(pprepl_session::Secrets::Redacted)
    )
}
