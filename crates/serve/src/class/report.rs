//! The records that learners post, checked field by field. The server sets the time and the name.

use pprepl_lessons::{Record, StepState};
use pprepl_text::visible;
use serde::Deserialize;

use super::error::ClassError;

/// The maximum length of the name of a lesson, step or finding in bytes.
const MAX_TEXT: usize = 80;

/// The maximum number of tries or hints.
const MAX_COUNT: u32 = 100_000;

/// The maximum number of records of one request.
const MAX_RECORDS: usize = 50;

/// The body that a learner posts.
#[derive(Debug, Deserialize)]
pub struct Report {
    pub name: String,
    pub records: Vec<Posted>,
}

/// One event. Unknown fields, such as answers, are omitted.
#[derive(Debug, Deserialize)]
pub struct Posted {
    lesson: String,
    step: String,
    state: StepState,
    #[serde(default)]
    hash: String,
    #[serde(default)]
    tries: u32,
    #[serde(default)]
    hints: u32,
    #[serde(default)]
    finding: Option<String>,
}

impl Report {
    /// Reads a body.
    pub fn read(body: &[u8]) -> Result<Report, ClassError> {
        let report: Report = serde_json::from_slice(body).map_err(|error| ClassError::Body(error.to_string()))?;
        match report.records.len() {
            0 => Err(ClassError::Body("expected a record, found none".to_owned())),
            1..=MAX_RECORDS => Ok(report),
            count => Err(ClassError::Body(format!("expected at most {MAX_RECORDS} records, found {count}"))),
        }
    }
}

impl Posted {
    /// Returns the record of a learner at a time in seconds.
    pub fn record(self, learner: &str, time: u64) -> Result<Record, ClassError> {
        let Posted { lesson, step, state, hash, tries, hints, finding } = self;
        if tries > MAX_COUNT || hints > MAX_COUNT {
            return Err(ClassError::Body(format!("expected at most {MAX_COUNT} tries and hints")));
        }
        for (field, text) in [("lesson", &lesson), ("step", &step), ("hash", &hash)] {
            check(field, text)?;
        }
        if lesson.is_empty() || step.is_empty() {
            return Err(ClassError::Body("expected the names of a lesson and a step".to_owned()));
        }
        if let Some(finding) = &finding {
            check("finding", finding)?;
        }
        Ok(Record {
            lesson,
            hash,
            step,
            time,
            state,
            tries,
            hints,
            finding,
            learner: Some(learner.to_owned()),
            answer: None,
        })
    }
}

/// Checks a short text of one line without hidden characters.
fn check(field: &str, text: &str) -> Result<(), ClassError> {
    let is_short = text.len() <= MAX_TEXT;
    if is_short && !text.contains(['\n', '\t']) && visible(text) == text {
        return Ok(());
    }
    Err(ClassError::Body(format!("expected at most {MAX_TEXT} visible characters in '{field}'")))
}
