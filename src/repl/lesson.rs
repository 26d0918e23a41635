//! Lessons at the prompt: a lesson has a session of its own, which `:leave` ends.

use std::io::{self, IsTerminal};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

use pprepl_session::{LessonRequest, Outcome};
use pprepl_text::columns::wrap;
use pprepl_text::theme::Role;
use pprepl_text::theme::terminal::is_console;
use pprepl_text::visible;

use super::read_loop::Repl;
use super::session::session_of;
use super::terminal;
use super::tour_offer;
use crate::classroom::{Row, WIDEST, marked_lines};

impl Repl {
    /// Passes an input to the lesson. Returns `false` if it is an input to evaluate.
    pub(super) fn take_for_lesson(&mut self, input: &str) -> bool {
        let rows = self.lessons.take(input, &mut self.session.borrow_mut());
        let Some(rows) = rows else { return false };
        self.show_rows(rows);
        true
    }

    /// Judges an input that ran.
    pub(super) fn judge(&mut self, input: &str, outcome: &Outcome) {
        let rows = self.lessons.after(input, outcome, &mut self.session.borrow_mut());
        self.show_rows(rows);
    }

    /// Carries out a request about lessons.
    pub(super) fn request_lesson(&mut self, request: &LessonRequest) {
        if *request == LessonRequest::Learn("tour".to_owned()) {
            tour_offer::record_start();
        }
        let (start, screen) = (&self.start, &self.screen);
        let new_session = || session_of(&start.settings, start.stack, screen);
        let rows = self.lessons.request(request, &mut self.session.borrow_mut(), new_session);
        self.initial.clear();
        self.show_rows(rows);
    }

    /// Shows rows of a lesson, and runs its code.
    fn show_rows(&mut self, rows: Vec<Row>) {
        for row in rows {
            match row {
                Row::Line(role, text) => self.show_lines(role, vec![visible(&text).into_owned()]),
                Row::Text(role, text) => self.show_lines(role, wrap(&visible(&text), text_width())),
                Row::Marked { role, mark, text } => {
                    self.show_lines(role, marked_lines(&mark, &visible(&text), text_width()));
                }
                Row::Code(code) => self.show_code(&code),
                Row::Run { code, is_shown, has_result } => self.run_code(&code, is_shown, has_result),
                Row::Start(code) => self.initial = code,
                Row::Copy(line) => {
                    self.screen.line(&line);
                    copy(&line);
                }
            }
        }
    }

    fn show_lines(&self, role: Role, lines: Vec<String>) {
        let session = self.session.borrow();
        lines.iter().for_each(|line| self.screen.line(&self.screen.styled(role, line, session.settings())));
    }

    fn show_code(&self, code: &str) {
        let session = self.session.borrow();
        let shown = self.screen.code_being_typed(code, session.settings()).into_owned();
        shown.lines().for_each(|line| self.screen.line(&format!("  {line}")));
    }

    /// Runs code of the lesson. An error is shown with or without results.
    fn run_code(&self, code: &str, is_shown: bool, has_result: bool) {
        if is_shown {
            self.show_code(code);
        }
        let Some(outcome) = self.submit(code) else { return };
        if has_result || matches!(&outcome, Outcome::Evaluated(evaluation) if evaluation.failed() && is_shown) {
            self.screen.outcome(&outcome, self.session.borrow().settings());
        }
    }
}

/// Copies text to the clipboard of the user's terminal (OSC 52), which works over SSH too. Others ignore it.
fn copy(text: &str) {
    let out = io::stdout();
    if out.is_terminal() && !is_console() {
        let _ = execute!(out.lock(), CopyToClipboard::to_clipboard_from(text));
    }
}

/// Returns the width of text in columns: two less than the screen's, and never so wide that lines are hard to read.
fn text_width() -> usize {
    if !io::stdout().is_terminal() {
        return WIDEST;
    }
    terminal::width().saturating_sub(2).min(WIDEST)
}
