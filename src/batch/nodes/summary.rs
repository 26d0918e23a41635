//! The summary of a run over many nodes: which compiled, and the others by cause.

use std::collections::BTreeMap;

use pprepl_session::Report;
use serde_json::{Value as Json, json};

use super::compile::Compiled;
use super::list::names;
use crate::batch::arguments::Options;
use crate::batch::{Status, printer};

/// The results of the nodes.
#[derive(Default)]
pub struct Summary {
    compiled: usize,
    /// By cause: the nodes by their index, and the errors of the first.
    failed: BTreeMap<String, Failed>,
    /// By log line: the nodes by their index.
    logs: BTreeMap<String, BTreeMap<usize, String>>,
}

#[derive(Default)]
struct Failed {
    nodes: BTreeMap<usize, String>,
    reports: Vec<Report>,
}

impl Summary {
    /// Adds the result of a node.
    pub fn add(&mut self, index: usize, name: &str, result: Compiled<()>) {
        for line in result.logs {
            self.logs.entry(line).or_default().insert(index, name.to_owned());
        }
        match result.catalog {
            Ok(()) => self.compiled += 1,
            Err(failure) => {
                let cause = self.failed.entry(failure.cause).or_default();
                if cause.nodes.first_key_value().is_none_or(|(first, _)| index < *first) {
                    cause.reports = failure.reports;
                }
                cause.nodes.insert(index, name.to_owned());
            }
        }
    }

    /// Prints log lines and failures to standard error, the counts to standard output.
    pub fn print(&self, as_json: bool, options: &Options) -> Status {
        for (line, nodes) in &self.logs {
            printer::error(&format!("{line} ({})", names(nodes.values())));
        }
        for (cause, failed) in &self.failed {
            match failed.reports.is_empty() {
                true => printer::error(cause),
                false => printer::reports(&failed.reports, options),
            }
            printer::error(&format!("  {}", names(failed.nodes.values())));
        }
        if as_json {
            printer::record(&self.to_json());
        } else {
            printer::line(&self.counts());
        }
        if self.failed.is_empty() { Status::Success } else { Status::Failed }
    }

    fn counts(&self) -> String {
        let failed: usize = self.failed.values().map(|failed| failed.nodes.len()).sum();
        let all = self.compiled + failed;
        let nodes = if all == 1 { "node" } else { "nodes" };
        match failed {
            0 => format!("{all} {nodes} compiled"),
            failed => format!("{all} {nodes}: {} compiled, {failed} failed", self.compiled),
        }
    }

    fn to_json(&self) -> Json {
        let failed = self.failed.iter().map(|(cause, failed)| {
            let names: Vec<&String> = failed.nodes.values().collect();
            json!({ "cause": cause, "nodes": names })
        });
        json!({ "version": 1, "compiled": self.compiled, "failed": failed.collect::<Vec<_>>() })
    }
}
