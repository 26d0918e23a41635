//! Pasted transcripts: removes prompts and results, keeps the code. Only text whose first line starts with a prompt
//! counts as a transcript, so that code is never changed.

use std::borrow::Cow;

/// Returns `text` without prompts, and without the results between its inputs when it is a transcript.
pub fn without_prompts(text: &str) -> Cow<'_, str> {
    if text.lines().find(|line| !line.trim().is_empty()).is_none_or(|first| after_prompt(first).is_none()) {
        return Cow::Borrowed(text);
    }
    let kept: Vec<&str> = text.lines().filter(|line| !is_result(line)).map(|l| after_prompt(l).unwrap_or(l)).collect();
    Cow::Owned(kept.join("\n"))
}

/// Returns the rest of a line after a prompt: of pprepl (`pprepl:3> `), or of other Puppet shells (`3:>> `, `>> `).
fn after_prompt(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let ours = line
        .strip_prefix("pprepl")
        .and_then(|rest| rest.split_once('>'))
        .filter(|(head, _)| head.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | ' ' | '[' | ']')));
    let others = || {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = digits.strip_prefix(':').unwrap_or(digits);
        rest.strip_prefix(">>").map(|rest| ("", rest))
    };
    let (_, code) = ours.or_else(others)?;
    Some(code.strip_prefix(' ').unwrap_or(code))
}

/// Returns whether a shell printed the line as a result.
fn is_result(line: &str) -> bool {
    let line = line.trim_start();
    ["=> ", ": ", "Notice: ", "Warning: ", "Error: "].into_iter().any(|mark| line.starts_with(mark))
}
