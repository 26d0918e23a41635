//! `pprepl catalog --nodes`: compiles a catalog for each node of a directory of facts, on all cores. Files are read and
//! parsed once for each thread.

mod compile;
mod list;
mod progress;
mod shard;
mod summary;

use std::path::Path;

use pprepl_session::file::reason;
use pprepl_session::{NodeFile, Secrets, Settings, nodes};

use super::arguments::{Arguments, Compile, Options};
use super::node_data::classification;
use super::{Status, input, printer, threads};

pub(super) use compile::{Compiler, Failure, Program};
pub(super) use list::names;
pub(super) use progress::Progress;
pub use shard::Shard;
use summary::Summary;

/// Compiles the catalogs of all nodes.
pub(super) fn run(compile: &Compile, folder: &Path, arguments: &Arguments, settings: &Settings) -> Status {
    let options = &arguments.inputs.options;
    let classification = match classification(arguments) {
        Ok(found) => found,
        Err(status) => return status,
    };
    match prepare(compile, folder, options) {
        Err(message) => {
            printer::error(&format!("error: {message}"));
            Status::Usage
        }
        Ok(nodes) => match compile.files.iter().map(|path| input::read(path, options)).collect::<Result<Vec<_>, _>>() {
            Err(status) => status,
            Ok(sources) => {
                let root = options.environment.as_deref();
                let program = Program {
                    root,
                    environment_name: None,
                    classification: classification.as_ref(),
                    sources: &sources,
                    options,
                    settings,
                };
                compile_all(compile, &nodes, &program).print(compile.json, options)
            }
        },
    }
}

/// Returns the nodes to compile, with the directory for their catalogs in place.
fn prepare(compile: &Compile, folder: &Path, options: &Options) -> Result<Vec<NodeFile>, String> {
    reject_one_node(options)?;
    if compile.out.is_none() && !compile.check {
        return Err("--nodes expects --out DIR for the catalogs, or --check for the diagnostics alone".to_owned());
    }
    let all = nodes(folder)?;
    if let Some(out) = &compile.out {
        std::fs::create_dir_all(out).map_err(|error| format!("{}: {}", out.display(), reason(&error)))?;
    }
    Ok(compile.shard.map_or_else(|| all.clone(), |shard| shard.part(&all)))
}

/// Rejects the options of a single node.
pub(super) fn reject_one_node(options: &Options) -> Result<(), String> {
    if options.node.is_empty() && options.facts.is_empty() {
        return Ok(());
    }
    Err("--nodes has the names and the facts of the nodes: remove --node and --facts".to_owned())
}

fn compile_all(compile: &Compile, nodes: &[NodeFile], program: &Program<'_>) -> Summary {
    let secrets = if compile.show_sensitive { Secrets::Shown } else { Secrets::Redacted };
    let mut progress = Progress::new(nodes.len(), program.options.quiet);
    let mut summary = Summary::default();
    let worker = || {
        let mut compiler = Compiler::new(program);
        move |index: usize| {
            let node = &nodes[index];
            let mut result = compiler.compile(node, |catalog| compile.out.as_ref().map(|_| catalog.to_json(secrets)));
            if let (Ok(Some(text)), Some(out)) = (&result.catalog, &compile.out)
                && let Err(message) = write(out, node, text)
            {
                result.catalog = Err(Failure::of_message(message));
            }
            result.without_catalog()
        }
    };
    threads::each(nodes.len(), threads::count(compile.jobs), worker, |index, result| {
        progress.step();
        summary.add(index, &nodes[index].name, result);
    });
    progress.end();
    summary
}

/// Writes a catalog to its file. A run that is interrupted leaves no part of one.
fn write(out: &Path, node: &NodeFile, text: &str) -> Result<(), String> {
    let path = out.join(format!("{}.json", node.name));
    let part = out.join(format!(".{}.json.part", node.name));
    let written = std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, &path));
    written.map_err(|error| format!("cannot write {}: {}", path.display(), reason(&error)))
}
