//! `:catalog export` and `:catalog check`: the final catalog as Puppet's JSON, and its errors. The session is
//! unchanged.

use serde_json::json;

use crate::file::{self, reason};
use crate::{CommandAnswer, Outcome, Secrets, Session};
use pprepl_text::{IssueCode, Severity};

use super::command::{self, CommandError, CommandResult};

/// Prints the catalog, or writes it to a new file.
pub(super) fn export(session: &Session, path: &str) -> CommandResult {
    let view = session.catalog();
    let finished = view.finish();
    let (text, export) = (finished.to_json(Secrets::Redacted), finished.export(Secrets::Redacted));
    let mut answer = CommandAnswer { reports: warnings(export.findings), ..CommandAnswer::default() };
    if path.is_empty() {
        answer.data = serde_json::from_str(&text).ok();
        answer.text = text.trim_end().to_owned();
    } else {
        write(path, &text)?;
        let (resources, edges) = (export.resources.len(), export.edges.len());
        answer.text = format!("Wrote {resources} resources and {edges} edges to {path}.");
        answer.data = Some(json!({ "file": path, "resources": resources, "edges": edges }));
    }
    Ok(Outcome::Command(Box::new(answer)))
}

fn write(path: &str, text: &str) -> Result<(), Box<CommandError>> {
    use std::io::Write;
    let written = std::fs::File::create_new(file::meant(path)).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        CommandError::new(IssueCode::UnwritableFile, format!("cannot write {path}: {}", reason(&error)))
            .with_help("a file that is already there is left alone")
    })
}

/// Shows the errors that the end of the compilation would report.
pub(super) fn check(session: &Session) -> CommandResult {
    let findings = session.catalog().findings();
    if findings.is_empty() {
        return command::text("No errors in the catalog: no dangling references, no cycles.");
    }
    command::with_reports(findings)
}

/// Lowers errors of the catalog to warnings: the command itself succeeded.
fn warnings(findings: Vec<crate::Report>) -> Vec<crate::Report> {
    findings.into_iter().map(|found| found.with_severity(Severity::Warning)).collect()
}
