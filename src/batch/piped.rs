//! Piped standard input: split into inputs as if typed. An input continues until it is complete. A line that can only
//! continue the previous one (`else`, `.each`, `->`) belongs to it too.

use std::io::{self, BufRead};

use pprepl_session::commands;
use pprepl_session::edit::GrowingCode;
use pprepl_session::file::{Unreadable, reason};
use pprepl_session::{LexOptions, Session};
use pprepl_text::IssueCode;

use super::arguments::Arguments;
use super::lessons::submit;
use super::session::LogLevels;
use super::{Status, input, interrupt};
use crate::classroom::Lessons;

/// Processes the inputs of standard input in order.
pub fn run(session: &mut Session, arguments: &Arguments, levels: &LogLevels) -> Status {
    let mut lines = Lines::default();
    let mut lessons = Lessons::new(arguments.inputs.options.stack);
    let mut status = Status::Success;
    while let Some(text) = lines.next_input(session.settings().input_options()).filter(|_| !interrupt::happened()) {
        if text.trim_start().starts_with(":q") && is_quit(&text) {
            return status;
        }
        status = status.max(submit(&mut lessons, session, &text, arguments));
        levels.follow(session.settings());
    }
    lines.worst.map_or(status, |worst| worst.max(status))
}

fn is_quit(text: &str) -> bool {
    commands::is_command(text) && commands::find(commands::split(text).0).is_ok_and(|command| command.name == "quit")
}

/// The lines of standard input, with one line of lookahead.
#[derive(Default)]
struct Lines {
    ahead: Option<String>,
    worst: Option<Status>,
}

impl Lines {
    /// Returns the next input: the lines until it is complete. Returns `None` at the end.
    fn next_input(&mut self, options: LexOptions) -> Option<String> {
        let mut text = self.next_line()?;
        let mut code = GrowingCode::new(options);
        loop {
            if is_complete(&text, &mut code) && (commands::is_command(&text) || !self.continues()) {
                return Some(text);
            }
            match self.next_line() {
                Some(line) => text.push_str(&line),
                None => return Some(text),
            }
        }
    }

    fn next_line(&mut self) -> Option<String> {
        self.ahead.take().or_else(|| self.read_line())
    }

    fn read_line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        match io::stdin().lock().read_until(b'\n', &mut bytes) {
            Ok(0) => None,
            Ok(_) => input::decode(bytes).map_err(|status| self.worst = Some(status)).ok(),
            Err(error) => {
                let message = format!("cannot read the standard input: {}", reason(&error));
                let unreadable = Unreadable { code: IssueCode::UnreadableFile, message, help: None };
                self.worst = Some(input::report_unreadable(&unreadable));
                None
            }
        }
    }

    /// Reads the line ahead. Returns whether it continues the statement before.
    fn continues(&mut self) -> bool {
        self.ahead = self.read_line();
        self.ahead.as_deref().is_some_and(continues)
    }
}

/// Returns whether an input is complete. `code` has read the lines of it before.
fn is_complete(text: &str, code: &mut GrowingCode) -> bool {
    !commands::puppet_code(text).is_some_and(|own| code.is_incomplete(own))
}

/// Returns whether the line can only continue a statement.
fn continues(line: &str) -> bool {
    let line = line.trim_start();
    let word = |word: &str| {
        line.strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':'))
    };
    ["else", "elsif", "and", "or", "in"].into_iter().any(word)
        || ["->", "~>", "<-", "<~", "=>", "?", "=~", "!~", "=="].into_iter().any(|operator| line.starts_with(operator))
        || line.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
}
