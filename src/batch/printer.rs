//! Batch output: values to standard output, logs and diagnostics to standard error. A closed pipe ends the program
//! silently. Control characters in user text are escaped.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use crate::terminal::sequences;
use pprepl_session::Level;
use pprepl_session::{CommandAnswer, Evaluation, OutputLimits, Report, StyledLine};
use pprepl_text::cut::first_lines;
use pprepl_text::layout::{layout, limited_depth};
use pprepl_text::theme::{self, Role, Theme};
use pprepl_text::{json_text, visible};

use super::Status;
use super::arguments::{ColorWhen, Options};
use super::paint::painted;

/// Returns whether `stream` supports colors.
pub fn colored(when: ColorWhen, stream: &impl IsTerminal) -> bool {
    theme::terminal::has_colors(when.choice(), stream.is_terminal() && sequences::are_obeyed())
}

/// Writes a line to standard output. Ends the program if the reader has closed it.
pub fn line(text: &str) {
    let mut out = io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()) {
        exit_silently(&error);
    }
}

/// Writes a line of JSON to standard output.
pub fn json(value: &serde_json::Value) {
    line(&json_text(value));
}

/// Writes an object in a format of pprepl as a line of JSON, with the version of the format.
pub fn record(value: &serde_json::Value) {
    json(&pprepl_session::json::versioned(value.clone()));
}

/// Writes user text to standard output: unchanged to a file or pipe, escaped to a terminal.
pub fn text(text: &str) {
    let mut out = io::stdout().lock();
    let text = if out.is_terminal() { visible(text) } else { Cow::Borrowed(text) };
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        exit_silently(&error);
    }
}

/// Writes a line to standard error, and ignores failure.
pub fn error_line(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

fn exit_silently(error: &io::Error) -> ! {
    std::process::exit(i32::from(unwritable(error).code()));
}

/// Returns the status if standard output cannot be written. A closed pipe is not reported; a full disk is.
pub fn unwritable(error: &io::Error) -> Status {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Status::UNREAD;
    }
    error_line(&format!("error: cannot write to the standard output: {error}"));
    Status::Failed
}

/// Writes an error message that names user input or a file to standard error.
pub fn error(text: &str) {
    error_line(&visible(text));
}

/// Prints diagnostics as code frames.
pub fn reports(reports: &[Report], options: &Options) {
    let color = colored(options.color, &io::stderr());
    reports.iter().for_each(|report| error_line(&report_text(report, color, options)));
}

/// Returns a diagnostic as a code frame, or in sentences.
pub fn report_text<'r>(report: &'r Report, color: bool, options: &Options) -> Cow<'r, str> {
    match (options.personal.output.is_plain, color) {
        (true, _) => Cow::Owned(report.sentences()),
        (false, true) => Cow::Borrowed(report.frame_ansi()),
        (false, false) => Cow::Borrowed(report.frame()),
    }
}

/// Prints an evaluation: its value if requested, then its diagnostics. Log lines were printed as they arrived.
pub fn evaluation(evaluation: &Evaluation, value: bool, options: &Options) {
    if !options.quiet {
        evaluation.changed_lines().iter().for_each(|line| error_line(&visible(line)));
    }
    reports(&evaluation.reports, options);
    let shown = evaluation.value.as_deref().or(evaluation.shown.as_deref());
    let Some(text) = shown.filter(|_| value && !options.quiet) else { return };
    for statement in &evaluation.display.statements {
        line(&painted(&format!("{}  # line {}", visible(&statement.value), statement.line), options));
    }
    limited(text, evaluation.display.limits, options);
}

/// Prints a value within the limits that the user set; without any it is one line.
fn limited(text: &str, limits: OutputLimits, options: &Options) {
    let text = visible(text);
    let text = match limits.depth {
        0 => text,
        depth => Cow::Owned(limited_depth(&text, depth).into_owned()),
    };
    if limits.lines == 0 {
        return line(&painted(&text, options));
    }
    let whole = layout(&text, WIDTH);
    let (shown, more) = first_lines(&whole, limits.lines, WIDTH);
    line(&painted(shown, options));
    if let Some(more) = more {
        line(&format!("... {more}"));
    }
}

/// The columns of a value that is limited to some lines.
const WIDTH: usize = 80;

/// Prints a meta-command's answer.
pub fn answer(answer: &CommandAnswer, options: &Options) {
    reports(&answer.reports, options);
    if !answer.text.is_empty() {
        line(&visible(&answer.text));
    }
}

/// Prints lines with roles, in the colors of a theme where the output has colors.
pub fn styled(lines: &[StyledLine], theme: &Theme, options: &Options) {
    let stdout = io::stdout();
    let depth = theme::terminal::depth(colored(options.color, &stdout), stdout.is_terminal());
    let painted = |(role, text): &(Role, String)| theme.style(*role).paint(&visible(text), depth);
    lines.iter().for_each(|parts| line(&parts.iter().map(painted).collect::<String>()));
}

/// Returns a log line in the format of Puppet's console: `Notice: text`.
pub fn log_line(level: Level, text: &str, color: bool) -> String {
    let word = level.label();
    let text = visible(text);
    match sgr(level).filter(|_| color) {
        Some(code) => format!("\u{1b}[{code}m{word}: {text}\u{1b}[0m"),
        None => format!("{word}: {text}"),
    }
}

fn sgr(level: Level) -> Option<&'static str> {
    match level {
        Level::Debug => Some("2"),
        Level::Info => Some("32"),
        Level::Notice => None,
        Level::Warning => Some("33"),
        Level::Err | Level::Alert | Level::Emerg | Level::Crit => Some("91"),
    }
}
