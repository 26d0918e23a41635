//! `pprepl tokens`, `ast` and `check`: looking at files without running them.

use std::path::Path;

use serde_json::json;

use crate::session::{Session, json as shapes};
use crate::text::visible;

use super::arguments::{Check, Look, Options};
use super::{Status, input, printer, sarif};

/// Is the file read as a template?
fn is_template(look: &Look) -> bool {
    look.epp || look.file.extension().is_some_and(|extension| extension == "epp")
}

/// Prints the tokens of a file.
pub fn tokens(session: &Session, look: &Look, options: &Options) -> Status {
    let (_, text) = match input::read(&look.file) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let (tokens, reports) = session.tokens(&text, is_template(look));
    if look.json {
        let rows: Vec<_> = tokens.iter().map(|t| json!([t.kind, t.value, t.line, t.column])).collect();
        printer::line(&json!({ "tokens": rows, "diagnostics": shapes::reports(&reports) }).to_string());
    } else {
        for token in &tokens {
            let value = visible(&token.value).replace('\n', "\\n").replace('\t', "\\t");
            let row = format!("{}:{}\t{}\t{value}", token.line, token.column, token.kind);
            printer::line(row.trim_end());
        }
        printer::reports(&reports, options);
    }
    Status::of_reports(&reports)
}

/// Prints the syntax tree of a file.
pub fn ast(session: &Session, look: &Look, options: &Options) -> Status {
    let (_, text) = match input::read(&look.file) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let (pn, reports) = session.pn(&text, is_template(look));
    if look.json {
        printer::line(&json!({ "pn": pn, "diagnostics": shapes::reports(&reports) }).to_string());
    } else {
        pn.iter().for_each(|pn| printer::line(&visible(pn)));
        printer::reports(&reports, options);
    }
    Status::of_reports(&reports)
}

/// Reports what is wrong in files.
pub fn check(session: &mut Session, check: &Check, options: &Options) -> Status {
    let mut status = Status::Success;
    let mut results = Vec::new();
    for path in &check.files {
        status = status.max(check_file(session, path, check, options, &mut results));
    }
    if check.sarif {
        printer::line(&sarif::document(&results).to_string());
    }
    status
}

fn check_file(
    session: &mut Session,
    path: &Path,
    check: &Check,
    options: &Options,
    results: &mut Vec<serde_json::Value>,
) -> Status {
    let (name, text) = match input::read(path) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let view = session.check_file(&name, &text);
    if check.sarif {
        results.extend(view.reports.iter().map(|report| sarif::result(&name, report)));
    } else if check.json {
        printer::line(&json!({ "file": name, "diagnostics": shapes::reports(&view.reports) }).to_string());
    } else {
        printer::reports(&view.reports, options);
    }
    if view.type_text.is_none() { Status::of_reports(&view.reports) } else { Status::of_types(&view.reports) }
}
