//! One program under several editions: the results, and the settings that are responsible for a difference.

use super::settings::{Edition, SETTINGS, Setting, Settings};
use super::{Report, Session};
use puppet_pcore::{display_override, infer_reduced, type_outline};

/// The result of code under an edition.
#[derive(Clone, Debug)]
pub struct EditionResult {
    pub edition: Edition,
    pub outcome: EditionOutcome,
    /// The settings that alone give this result in the first edition: `key value`.
    pub causes: Vec<String>,
}

/// The value or the error of code under an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditionOutcome {
    Value {
        value: String,
        type_name: String,
    },
    /// An error: its code and message.
    Error {
        code: String,
        message: String,
    },
}

/// The number of bytes of a type.
const MAX_TYPE: usize = 2 << 10;

/// Evaluates code under each edition; the session and its settings stay as they are.
pub fn compare_editions(session: &mut Session, code: &str, editions: &[Edition]) -> Vec<EditionResult> {
    let before = session.core.settings.clone();
    let mut results: Vec<EditionResult> = Vec::new();
    for edition in editions {
        let outcome = outcome_under(session, code, &under(&before, *edition));
        let causes = match results.first() {
            Some(first) if first.outcome != outcome => {
                causes(session, code, (first.edition, *edition), &before, &outcome)
            }
            _ => Vec::new(),
        };
        results.push(EditionResult { edition: *edition, outcome, causes });
    }
    session.core.settings = before;
    session.core.configure();
    results
}

fn outcome_under(session: &mut Session, code: &str, settings: &Settings) -> EditionOutcome {
    session.core.settings = settings.clone();
    session.core.configure();
    match session.inspect().value(code) {
        Ok(value) => {
            let value = value.value();
            let shown = session.core.form(value).unwrap_or_else(|| display_override(value));
            EditionOutcome::Value { value: shown, type_name: type_outline(&infer_reduced(value), MAX_TYPE) }
        }
        Err(reports) => error(reports.first()),
    }
}

/// Returns the settings of an edition that alone change the result of the first edition to its own.
fn causes(
    session: &mut Session,
    code: &str,
    (first, other): (Edition, Edition),
    before: &Settings,
    outcome: &EditionOutcome,
) -> Vec<String> {
    let (old, new) = (under(before, first), under(before, other));
    let differs = |row: &&Setting| row.is_language() && row.key != "edition" && row.value(&old) != row.value(&new);
    let rows: Vec<&Setting> = SETTINGS.iter().filter(differs).collect();
    let mut causes = Vec::new();
    for row in rows {
        let mut settings = old.clone();
        let value = row.value(&new);
        if settings.set(row.key, &value).is_ok() && outcome_under(session, code, &settings) == *outcome {
            causes.push(format!("{} {value}", row.key));
        }
    }
    causes
}

fn under(settings: &Settings, edition: Edition) -> Settings {
    let mut settings = settings.clone();
    edition.apply(&mut settings);
    settings
}

fn error(report: Option<&Report>) -> EditionOutcome {
    let code = report.map(|report| report.code.to_string()).unwrap_or_default();
    let message = report.map(|report| report.message.clone()).unwrap_or_default();
    EditionOutcome::Error { code, message }
}
