//! `pprepl tokens` and `ast`: inspect a file without running it.

use serde_json::json;

use pprepl_session::{Session, json as shapes};
use pprepl_text::visible;

use super::arguments::{InspectArgs, Options};
use super::{Status, input, printer};

/// Returns whether to read the file as a template.
fn is_template(look: &InspectArgs) -> bool {
    look.epp || look.file.extension().is_some_and(|extension| extension == "epp")
}

/// Prints the tokens of a file.
pub fn tokens(session: &Session, look: &InspectArgs, options: &Options) -> Status {
    let (name, text) = match input::read(&look.file, options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let (tokens, reports) = session.source().tokens(&name, &text, is_template(look));
    if look.json {
        let rows: Vec<_> = tokens.iter().map(|t| json!([t.kind, t.value, t.line, t.column])).collect();
        printer::record(&json!({ "tokens": rows, "diagnostics": shapes::reports(&reports) }));
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
pub fn ast(session: &Session, look: &InspectArgs, options: &Options) -> Status {
    let (name, text) = match input::read(&look.file, options) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let (pn, reports) = session.source().pn(&name, &text, is_template(look));
    if look.json {
        printer::record(&json!({ "pn": pn, "diagnostics": shapes::reports(&reports) }));
    } else {
        pn.iter().for_each(|pn| printer::line(&visible(pn)));
        printer::reports(&reports, options);
    }
    Status::of_reports(&reports)
}
