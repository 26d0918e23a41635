//! `pprepl check`: finds errors in files and directories without running them, and applies safe fixes.

use std::path::Path;

use serde_json::json;

use pprepl_notebook::file;
use pprepl_session::RULES;
use pprepl_session::file::reason;
use pprepl_session::{CheckView, FixedText, Report, Session, SourceKind, json as shapes};
use pprepl_text::columns::columns;
use pprepl_text::{Severity, Source, difference};

use super::arguments::{Check, Options};
use super::{Status, files, input, printer, sarif};

/// Checks files and directories.
pub fn run(session: &mut Session, check: &Check, options: &Options) -> Status {
    if check.rules {
        return rules(check.json);
    }
    adjust(session, check);
    let (files, mut status) = files::of(&check.files);
    let mut results = Vec::new();
    for path in &files {
        status = status.max(one(session, path, check, options, &mut results));
    }
    if check.sarif {
        printer::json(&sarif::document(&results));
    }
    status
}

/// Lists the rules.
fn rules(as_json: bool) -> Status {
    let kind = |severity: Severity| if severity == Severity::Note { "note" } else { severity.as_str() };
    if as_json {
        for rule in RULES {
            let row = json!({ "rule": rule.code, "on": rule.on, "kind": kind(rule.severity), "summary": rule.summary });
            printer::json(&row);
        }
    } else {
        let row = |rule: &pprepl_session::Rule| {
            [rule.code.as_str(), kind(rule.severity), rule.summary].map(str::to_owned).to_vec()
        };
        printer::line(&columns(&RULES.iter().map(row).collect::<Vec<_>>()));
    }
    Status::Success
}

/// Disables rules, and raises the severity of others.
fn adjust(session: &mut Session, check: &Check) {
    let all = check.allow.iter().map(|rule| (*rule, None));
    let all = all.chain(check.warn.iter().map(|rule| (*rule, Some(Severity::Warning))));
    for (rule, severity) in all.chain(check.deny.iter().map(|rule| (*rule, Some(Severity::Error)))) {
        let rules = session.checker().rules().with(rule, severity.is_some());
        session.analyze().set_rules(rules);
        if let Some(severity) = severity {
            session.analyze().set_severity(rule, severity);
        }
    }
}

fn one(
    session: &mut Session,
    path: &Path,
    check: &Check,
    options: &Options,
    results: &mut Vec<serde_json::Value>,
) -> Status {
    let (name, text) = match input::read(path, options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let mended = if check.fix || check.diff {
        let (mended, ended) = session.under_budget(&name, &text, |session| session.analyze().fix_file(&name, &text));
        mended.filter(|_| ended.is_none())
    } else {
        None
    };
    if let Some(mended) = &mended {
        match put_right(path, &name, mended, check, options) {
            Status::Success => {}
            status => return status,
        }
    } else if check.fix && !check.diff && path == Path::new("-") {
        printer::text(&text);
    }
    let now = mended.filter(|_| check.fix && !check.diff).map_or(text, |mended| mended.after);
    let least = if check.hints { Severity::Note } else { Severity::Warning };
    let (view, ended) =
        session.under_budget(&name, &now, |session| session.analyze().check_file_for(&name, &now, least));
    if let Some(ended) = ended {
        report(&name, &[&ended], check, options, results);
        return Status::Failed;
    }
    let notes = if check.hints { &view.hints } else { &view.notes };
    let mut found: Vec<Report> = view.reports.iter().chain(notes).cloned().collect();
    found.sort_by_key(|report| report.position);
    if check.json || check.sarif {
        session.analyze().keep_passing_fixes(&Source::new(&name, &*now), SourceKind::File, &mut found);
    }
    report(&name, &found.iter().collect::<Vec<_>>(), check, options, results);
    status(&view)
}

/// Reports the diagnostics. They go to a stream that does not mix with the source itself.
fn report(name: &str, found: &[&Report], check: &Check, options: &Options, results: &mut Vec<serde_json::Value>) {
    let found: Vec<Report> = found.iter().copied().cloned().collect();
    if check.sarif {
        results.extend(found.iter().map(|report| sarif::result(name, report)));
    } else if check.json {
        printer::json(&json!({ "file": name, "diagnostics": shapes::reports(&found) }));
    } else {
        printer::reports(&found, options);
    }
}

fn status(view: &CheckView) -> Status {
    match view.type_text {
        None => Status::of_reports(&view.reports),
        Some(_) => Status::of_types(&view.reports),
    }
}

/// Writes the fixed source, or shows the differences.
fn put_right(path: &Path, name: &str, mended: &FixedText, check: &Check, options: &Options) -> Status {
    if check.diff {
        printer::text(&difference::unified(name, &mended.before, &mended.after));
        return Status::Success;
    }
    if path == Path::new("-") {
        printer::text(&mended.after);
        return Status::Success;
    }
    if let Err(error) = file::write(path, &mended.after) {
        printer::error(&format!("error[file-write]: cannot write {name}: {}", reason(&error)));
        return Status::Usage;
    }
    if !options.quiet {
        printer::error(&format!("{name}: fixed: {}", mended.titles.join("; ")));
    }
    Status::Success
}
