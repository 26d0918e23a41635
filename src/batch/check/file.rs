//! The check of one file.

use std::path::Path;

use pprepl_notebook::file::write;
use pprepl_session::file::{self, reason};
use pprepl_session::{CheckView, FixedText, Ignored, Report, Session, SourceKind};
use pprepl_text::{Severity, Source, difference};

use super::checking::{Checking, is_input};
use super::findings::Findings;
use super::style;
use crate::batch::Status;
use crate::batch::arguments::CheckFormat;

/// Reads and checks a file.
pub(super) fn check_path(session: &mut Session, path: &Path, checking: &Checking<'_>) -> Findings {
    let is_data_config = path.file_name().is_some_and(|name| name == "hiera.yaml");
    match file::read_operand(path, &checking.reading) {
        Ok(text) if is_data_config => check_config(session, path, &text, checking),
        Ok(text) => check_text(session, path, text, checking),
        Err(unreadable) => Findings::unreadable(&file::name(path), &unreadable, checking.check.findings_format()),
    }
}

/// Checks the text of a file.
pub(super) fn check_text(session: &mut Session, path: &Path, text: String, checking: &Checking<'_>) -> Findings {
    let (check, name) = (checking.check, file::name(path));
    let mut findings = Findings::new();
    let fixed = if check.fix || check.diff {
        let (fixed, ended) = session.under_budget(&name, &text, |session| {
            let is_wanted = |now: &str, report: &Report| !Ignored::find(now).has(report);
            session.analyze().fix_findings(&name, &text, &is_wanted)
        });
        style::fixed(path, &name, &text, fixed.filter(|_| ended.is_none()), checking)
    } else {
        None
    };
    if let Some(fixed) = &fixed {
        match write_fixed(path, &name, fixed, checking, &mut findings) {
            Status::Success => {}
            status => {
                findings.status = status;
                return findings;
            }
        }
    } else if check.fix && !check.diff && is_input(path) {
        findings.source(text.clone());
    }
    let now = fixed.filter(|_| check.fix && !check.diff).map_or(text, |fixed| fixed.after);
    let hints = checking.shows_hints();
    let least = if hints { Severity::Note } else { Severity::Warning };
    let (view, ended) =
        session.under_budget(&name, &now, |session| session.analyze().check_file_for(&name, &now, least));
    if let Some(ended) = ended {
        findings.reports(&name, &now, &[ended], checking);
        findings.status = Status::Failed;
        return findings;
    }
    let notes = if hints { &view.hints } else { &view.notes };
    let mut found: Vec<Report> = view.reports.iter().chain(notes).cloned().collect();
    let ignored = Ignored::find(&now);
    found.retain(|report| !ignored.has(report));
    found.extend(style::reports(path, &name, &now, checking));
    found.sort_by_key(Report::place);
    if checking.check.findings_format() == CheckFormat::Text {
        ignored.errors.iter().for_each(|(line, error)| findings.error(&format!("warning: {name}:{line}: {error}")));
    }
    if matches!(check.findings_format(), CheckFormat::Json | CheckFormat::Sarif) {
        session.analyze().keep_passing_fixes(&Source::new(&name, &*now), SourceKind::File, &mut found);
    }
    findings.reports(&name, &now, &found, checking);
    findings.status = findings.status.max(status(&view, &found));
    findings
}

/// Checks a file of Hiera data.
pub(super) fn check_data(session: &mut Session, path: &Path, checking: &Checking<'_>) -> Findings {
    let name = file::name(path);
    let mut findings = Findings::new();
    let (view, ended) = session.under_budget(&name, "", |session| session.analyze().check_data_file(&name));
    findings.status = if ended.is_some() { Status::Failed } else { Status::of_types(&view.reports) };
    let found = ended.map_or(view.reports, |ended| vec![ended]);
    findings.reports(&name, "", &found, checking);
    findings
}

/// Checks a `hiera.yaml` outside any environment.
fn check_config(session: &mut Session, path: &Path, text: &str, checking: &Checking<'_>) -> Findings {
    let name = file::name(path);
    let mut findings = Findings::new();
    let view = session.analyze().check_data_config(&name, text);
    findings.status = Status::of_types(&view.reports);
    findings.reports(&name, text, &view.reports, checking);
    findings
}

/// Returns the status of a file with the findings that no comment suppresses.
fn status(view: &CheckView, found: &[Report]) -> Status {
    match view.type_text {
        None => Status::of_reports(found),
        Some(_) => Status::of_types(found),
    }
}

/// Writes the fixed source, or shows the differences.
fn write_fixed(path: &Path, name: &str, fixed: &FixedText, checking: &Checking<'_>, findings: &mut Findings) -> Status {
    if checking.check.diff {
        findings.source(difference::unified(name, &fixed.before, &fixed.after));
        return Status::Success;
    }
    if is_input(path) {
        findings.source(fixed.after.clone());
        return Status::Success;
    }
    if let Err(error) = write(path, &fixed.after) {
        findings.error(&format!("error[file-write]: cannot write {name}: {}", reason(&error)));
        return Status::Usage;
    }
    if !checking.options.quiet {
        findings.error(&format!("{name}: fixed: {}", fixed.titles.join("; ")));
    }
    Status::Success
}
