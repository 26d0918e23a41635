//! `pprepl diff`: compiles the catalogs of many nodes under two environments and reports what would change on which
//! nodes.

mod change;
mod html;
mod report;
mod revision;
mod text;

use std::path::Path;

use pprepl_session::file::reason;
use pprepl_session::{NodeFile, Secrets, Settings, nodes};

use super::arguments::{Arguments, Diff};
use super::node_data::{Classified, classification};
use super::nodes::{Compiler, Failure, Program, Progress, reject_one_node};
use super::{Status, printer, threads};
use change::{Catalogs, changes};
use report::{DiffReport, Failures, NodeOutcome};
use revision::Side;

/// The maximum size in bytes of a part of a comparison.
const MAX_REPORT: u64 = 1 << 30;

/// Compares two environments, or merges the parts of a comparison.
pub(super) fn run(diff: &Diff, arguments: &Arguments, settings: &Settings) -> Status {
    let classification = match classification(arguments) {
        Ok(found) => found,
        Err(status) => return status,
    };
    let result = match diff.merge.is_empty() {
        true => compare(diff, arguments, settings, classification.as_ref()),
        false => merged(&diff.merge),
    };
    match result.and_then(|report| print(&report, diff).map(|()| status(&report))) {
        Ok(status) => status,
        Err(message) => {
            printer::error(&format!("error: {message}"));
            Status::Usage
        }
    }
}

/// Returns the status: 0 when nothing differs, 3 when something does, 1 when a catalog does not compile.
fn status(report: &DiffReport) -> Status {
    match report.counts() {
        [_, 0, 0] => Status::Success,
        [_, _, 0] => Status::Different,
        [_, _, _] => Status::Failed,
    }
}

fn print(report: &DiffReport, diff: &Diff) -> Result<(), String> {
    if let Some(path) = &diff.html {
        std::fs::write(path, html::page(report)).map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
    }
    if diff.json {
        printer::json(&serde_json::to_value(report).map_err(|error| error.to_string())?);
    } else {
        text::lines(report).iter().for_each(|line| printer::line(line));
    }
    Ok(())
}

fn compare(
    diff: &Diff,
    arguments: &Arguments,
    settings: &Settings,
    classification: Option<&Classified>,
) -> Result<DiffReport, String> {
    let options = &arguments.inputs.options;
    reject_one_node(options)?;
    if options.environment.is_some() {
        return Err("diff names two environments: remove --environment".to_owned());
    }
    let ([from, to], Some(folder)) = (diff.environments.as_slice(), &diff.nodes) else {
        return Err("expected two environments and --nodes DIR, or --merge FILES".to_owned());
    };
    let all = nodes(folder)?;
    let nodes = diff.shard.map_or_else(|| all.clone(), |shard| shard.part(&all));
    let sides = [Side::find(from)?, Side::find(to)?];
    // Values that contain the name of the environment are equal in both.
    let name = Path::new(from).file_name().filter(|_| Path::new(from).is_dir());
    let name = name.map_or_else(|| "production".to_owned(), |name| name.to_string_lossy().into_owned());
    let programs = sides.each_ref().map(|side| Program {
        root: Some(&side.root),
        environment_name: Some(&name),
        classification,
        sources: &[],
        options,
        settings,
    });
    Ok(compare_all(&nodes, &programs, DiffReport::new(&sides[0].name, &sides[1].name), threads::count(diff.jobs)))
}

fn compare_all(nodes: &[NodeFile], programs: &[Program<'_>; 2], mut report: DiffReport, threads: usize) -> DiffReport {
    let mut progress = Progress::new(nodes.len(), programs[0].options.quiet);
    let worker = || {
        let mut compilers = programs.each_ref().map(Compiler::new);
        move |index: usize| outcome(&mut compilers, &nodes[index])
    };
    threads::each(nodes.len(), threads, worker, |index, outcome| {
        progress.step();
        report.nodes.insert(nodes[index].name.clone(), outcome);
    });
    progress.end();
    report
}

fn outcome(compilers: &mut [Compiler<'_>; 2], node: &NodeFile) -> NodeOutcome {
    let [from, to] = compilers.each_mut().map(|compiler| {
        compiler.compile(node, |catalog| Catalogs {
            compared: catalog.export(Secrets::Shown),
            shown: catalog.export(Secrets::Redacted),
        })
    });
    match (from.catalog, to.catalog) {
        (Ok(from), Ok(to)) => NodeOutcome::Compared(changes(&from, &to)),
        (from, to) => {
            let cause = |side: Result<Catalogs, Failure>| side.err().map(|failure| failure.cause);
            NodeOutcome::Failed(Failures { from: cause(from), to: cause(to) })
        }
    }
}

fn merged(files: &[std::path::PathBuf]) -> Result<DiffReport, String> {
    let mut whole: Option<DiffReport> = None;
    for path in files {
        let named = |message: String| format!("{}: {message}", path.display());
        let bytes = pprepl_files::read_argument(path, MAX_REPORT).and_then(pprepl_files::text);
        let text = bytes.map_err(|error| named(reason(&error)))?;
        let part: DiffReport = serde_json::from_str(&text)
            .map_err(|error| named(format!("expected the JSON of 'pprepl diff --json': {error}")))?;
        match &mut whole {
            Some(whole) => whole.merge(part).map_err(named)?,
            None => whole = Some(part),
        }
    }
    whole.ok_or_else(|| "--merge expects files".to_owned())
}
