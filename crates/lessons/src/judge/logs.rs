//! `check logs`: the log lines of an answer.

use pprepl_session::Level;
use puppet_pcore::Regexp;

use super::outcome::Outcome;
use crate::check::{LogPattern, TextPattern};

/// Checks that the log is exactly these lines in this order.
pub(crate) fn check(logs: &[(Level, String)], patterns: &[LogPattern]) -> Outcome {
    for (number, pattern) in patterns.iter().enumerate() {
        let found = logs.get(number);
        match found.map(|line| matches(line, pattern)) {
            Some(Ok(true)) => {}
            Some(Ok(false)) | None => return Outcome::differs(difference(number, pattern, found)),
            Some(Err(error)) => return Outcome::Broken(error),
        }
    }
    match logs.get(patterns.len()) {
        None => Outcome::Holds,
        Some((level, text)) => Outcome::differs(match patterns.len() {
            0 => format!("Expected no log lines, found {level} \"{text}\"."),
            count => format!("Expected {} in the log; line {} is {level} \"{text}\".", lines(count), count + 1),
        }),
    }
}

/// Returns whether one of the log lines matches.
pub(crate) fn has(logs: &[(Level, String)], pattern: &LogPattern) -> Result<bool, String> {
    for line in logs {
        if matches(line, pattern)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn matches((level, text): &(Level, String), pattern: &LogPattern) -> Result<bool, String> {
    let is_text = match &pattern.text {
        TextPattern::Text(wanted) => text == wanted,
        TextPattern::Regexp(source) => {
            Regexp::new(source.as_str()).is_match(text).map_err(|error| error.message.clone())?
        }
    };
    Ok(is_text && *level == pattern.level)
}

fn difference(number: usize, pattern: &LogPattern, found: Option<&(Level, String)>) -> String {
    let wanted = described(pattern);
    match found {
        None if number == 0 => format!("The log is empty, expected {wanted}."),
        None => format!("The log ends after {}, expected {wanted}.", lines(number)),
        Some((level, text)) => format!("Log line {}: yours is {level} \"{text}\", expected {wanted}.", number + 1),
    }
}

/// Describes a log line of the lesson.
pub(crate) fn described(pattern: &LogPattern) -> String {
    match &pattern.text {
        TextPattern::Text(text) => format!("{} \"{text}\"", pattern.level),
        TextPattern::Regexp(source) => format!("{} /{source}/", pattern.level),
    }
}

fn lines(count: usize) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{count} lines") }
}
