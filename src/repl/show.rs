//! Display of an outcome: log lines at once, diagnostics as code frames, the value as colored Puppet with its type
//! below. Control characters in user text are escaped before it reaches the terminal.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pprepl_session::Level;
use pprepl_session::LogFilter;
use pprepl_session::commands;
use pprepl_session::edit;
use pprepl_session::settings::{Echo, Style};
use pprepl_session::{
    CommandAnswer, Evaluation, Mark, Outcome, Report, Session, Settings, StatementValue, StyledLine, Table, level_role,
};
use pprepl_text::columns::{self, hung};
use pprepl_text::cut::first_lines;
use pprepl_text::layout::{layout, limited_depth};
use pprepl_text::outline::outlined;
use pprepl_text::theme::{ColorDepth, Role, Theme};
use pprepl_text::{difference, visible};
use pprepl_widgets::paint::Palette;

use super::fold::folded;
use super::paint::{LiveText, Painter};
use super::start::Start;
use super::terminal;
use crate::terminal::output::{Output, WriteEnd};

/// The terminal that results are written to.
pub struct Screen {
    /// Whether colors are used. Without colors, marks are bold, underlined or reversed.
    colors: bool,
    depth: ColorDepth,
    /// The active theme with the name it was requested by.
    theme: RefCell<Option<(String, Theme)>>,
    logs: Cell<LogFilter>,
    quiet: bool,
    painter: Painter,
    /// The buffered lines of an answer, written at once.
    held: RefCell<Option<String>>,
    /// Set by Ctrl-C.
    stop: OnceCell<Arc<AtomicBool>>,
    output: Output,
}

impl Screen {
    /// Returns the screen of standard output.
    pub fn new(start: &Start) -> Screen {
        let colors = terminal::has_colors(start.color);
        Screen {
            colors,
            depth: terminal::depth(colors),
            theme: RefCell::new(None),
            logs: Cell::new(LogFilter::new(&start.settings.display.log_level, start.quiet)),
            quiet: start.quiet,
            painter: Painter::new(colors),
            held: RefCell::default(),
            stop: OnceCell::new(),
            output: Output::new(),
        }
    }

    /// Stops long output once `flag` is set.
    pub fn acknowledge(&self, flag: Arc<AtomicBool>) {
        let _ = self.stop.set(flag);
    }

    /// Writes escape sequences for the terminal only.
    pub fn raw(&self, text: &str) {
        self.write(text);
    }

    /// Writes to the terminal at once. Short text is one write, since each write wakes the terminal. Ctrl-C stops a long
    /// text, and one that the terminal does not read.
    fn write(&self, text: &str) -> WriteEnd {
        self.output.write(text.as_bytes(), self.stop.get().map(Arc::as_ref))
    }

    /// Returns the edited text.
    pub fn text(&self) -> &LiveText {
        self.painter.text()
    }

    /// Returns whether the screen shows colors.
    pub fn is_colored(&self) -> bool {
        self.colors
    }

    /// Returns whether the screen shows marks, with or without colors.
    pub fn is_styled(&self) -> bool {
        self.depth != ColorDepth::None
    }

    /// Writes a line of pprepl.
    pub fn line(&self, text: &str) {
        match self.held.borrow_mut().as_mut() {
            Some(held) => {
                held.push_str(text);
                held.push('\n');
            }
            None => {
                self.write(&[text, "\n"].concat());
            }
        }
    }

    /// Writes a note.
    pub fn note(&self, text: &str) {
        self.line(&visible(text));
    }

    /// Returns `text` in the style of a color role.
    pub fn styled(&self, role: Role, text: &str, settings: &Settings) -> String {
        if !self.is_styled() {
            return text.to_owned();
        }
        self.with_theme(settings, |theme| theme.style(role).paint(text, self.depth))
    }

    /// Returns the palette for widgets; `None` if the terminal shows no styles.
    pub fn palette(&self, settings: &Settings) -> Option<Palette> {
        self.is_styled().then(|| self.with_theme(settings, |theme| Palette { theme: theme.clone(), depth: self.depth }))
    }

    /// Calls `with` with the active theme, which is loaded on first use and when the setting changes.
    fn with_theme<T>(&self, settings: &Settings, with: impl FnOnce(&Theme) -> T) -> T {
        let wanted = if self.colors { &settings.display.theme } else { "none" };
        let mut slot = self.theme.borrow_mut();
        if slot.as_ref().is_none_or(|(name, _)| name != wanted) {
            *slot = Some((wanted.to_owned(), settings.themes.choose(wanted)));
        }
        with(&slot.get_or_insert_default().1)
    }

    /// Returns Puppet source in colors.
    pub fn code(&self, text: &str, settings: &Settings) -> String {
        if !self.is_colored() {
            return text.to_owned();
        }
        self.painted(text, text.len(), &[], settings)
    }

    fn painted(&self, text: &str, cursor: usize, marks: &[Mark], settings: &Settings) -> String {
        self.with_theme(settings, |theme| self.painter.paint(text, cursor, theme, self.depth, marks))
    }

    /// Returns an input in colors: a command name, or source.
    pub fn code_being_typed<'l>(&self, line: &'l str, settings: &Settings) -> Cow<'l, str> {
        if !self.is_colored() {
            return Cow::Borrowed(line);
        }
        if commands::is_command(line) {
            let (head, code) = line.split_at(commands::code_start(line));
            return Cow::Owned(self.styled(Role::Keyword, head, settings) + &self.code(code, settings));
        }
        Cow::Owned(self.painted(line, line.len(), &[], settings))
    }

    /// Returns the edited line in colors, with the names the session knows, the first error, `marks` and, if enabled,
    /// the brackets at the cursor.
    pub fn line_being_typed<'l>(
        &self,
        line: &'l str,
        cursor: usize,
        brackets: bool,
        marks: &[Mark],
        session: &Session,
    ) -> Cow<'l, str> {
        if !self.is_styled() || commands::is_command(line) {
            return self.code_being_typed(line, session.settings());
        }
        let mut marks = marks.to_vec();
        self.painter.text().when_read(line, |document| {
            marks.extend(edit::marks(session, document, cursor));
            if brackets {
                marks.extend(edit::bracket_marks(document, cursor));
            }
        });
        Cow::Owned(self.painted(line, cursor, &marks, session.settings()))
    }

    /// Shows a log line at once.
    pub fn log(&self, level: Level, text: &str) {
        if !self.logs.get().shows(level) {
            return;
        }
        let word = level.label();
        let line = format!("{word}: {}", visible(text));
        let theme = self.theme.borrow();
        match theme.as_ref().filter(|_| self.is_colored()) {
            Some((_, theme)) => self.line(&theme.style(level_role(level)).paint(&line, self.depth)),
            None => self.line(&line),
        }
    }

    /// Shows the outcome of an input.
    pub fn outcome(&self, outcome: &Outcome, settings: &Settings) {
        self.output(&self.rendered(outcome, settings));
    }

    /// Writes long output. Ctrl-C stops it.
    pub fn output(&self, text: &str) {
        match self.write(text) {
            WriteEnd::Stopped => self.raw("\x1b[0m\nStopped.\n"),
            // A closed terminal cannot show an error.
            WriteEnd::All | WriteEnd::Closed => {}
        }
    }

    /// Returns the outcome of an input as text for the terminal.
    pub fn rendered(&self, outcome: &Outcome, settings: &Settings) -> String {
        self.logs.set(LogFilter::new(&settings.display.log_level, self.quiet));
        *self.held.borrow_mut() = Some(String::new());
        match outcome {
            Outcome::Evaluated(evaluation) => self.evaluation(evaluation, settings),
            Outcome::Command(answer) => self.answer(answer, settings),
            Outcome::Nothing | Outcome::Quit | Outcome::Edit(_) | Outcome::Lesson(_) => {}
        }
        self.held.take().unwrap_or_default()
    }

    fn answer(&self, answer: &CommandAnswer, settings: &Settings) {
        if self.is_colored() && !answer.styled.is_empty() {
            answer.styled.iter().for_each(|line| self.line(&self.styled_line(line, settings)));
        } else {
            let width = terminal::width();
            answer.text.lines().for_each(|line| self.answer_row(&visible(line), width, settings));
        }
        self.reports(&answer.reports, settings);
    }

    /// Writes a row of an answer. A row that is too long continues below its last column.
    fn answer_row(&self, row: &str, width: usize, settings: &Settings) {
        let lines = hung(row, width);
        let [first, more @ ..] = &*lines else { return };
        if more.is_empty() {
            return self.line(&self.answer_line(first, settings));
        }
        let blanks = first.len() - first.trim_start().len();
        let end = first.trim_start().find("  ").map_or(first.len(), |end| blanks + end);
        let (name, rest) = first.split_at(end);
        self.line(&(self.styled(Role::Key, name, settings) + rest));
        more.iter().for_each(|line| self.line(line));
    }

    fn styled_line(&self, line: &StyledLine, settings: &Settings) -> String {
        let part = |(role, text): &(Role, String)| match *role {
            Role::Plain => visible(text).into_owned(),
            role => self.styled(role, &visible(text), settings),
        };
        line.iter().map(part).collect()
    }

    /// Returns a line of an answer in colors: the first column is a name. An indented line without columns is example
    /// code.
    fn answer_line(&self, line: &str, settings: &Settings) -> String {
        let own = line.trim_start();
        let blanks = line.len() - own.len();
        match own.find("  ") {
            Some(end) => {
                let (name, rest) = line.split_at(blanks + end);
                self.styled(Role::Key, name, settings) + rest
            }
            None if blanks == 2 => self.code_being_typed(line, settings).into_owned(),
            None => line.to_owned(),
        }
    }

    /// Returns a line of a diff in colors.
    pub fn changed_line(&self, line: &str, settings: &Settings) -> String {
        self.styled(difference::line_role(line).unwrap_or(Role::Plain), &visible(line), settings)
    }

    fn reports(&self, reports: &[Report], settings: &Settings) {
        if settings.display.style == Style::Plain {
            return reports.iter().for_each(|report| self.line(&visible(&report.sentences())));
        }
        let Some(width) = reports.first().map(|_| terminal::width()) else { return };
        for report in reports {
            self.line(&folded(if self.is_colored() { report.frame_ansi() } else { report.frame() }, width));
        }
    }

    fn evaluation(&self, evaluation: &Evaluation, settings: &Settings) {
        evaluation.changed_lines().iter().for_each(|line| self.line(&self.changed_line(line, settings)));
        self.reports(&evaluation.reports, settings);
        if evaluation.cancelled {
            self.note("Stopped.");
        }
        if settings.display.echo != Echo::Off && !evaluation.failed() {
            self.value(evaluation, settings);
        }
        let remark = |text: &String| self.line(&self.styled(Role::Hint, &format!("   {}", visible(text)), settings));
        evaluation.display.remarks.iter().for_each(remark);
        self.reports(&evaluation.notes, settings);
        if settings.display.timing {
            self.line(&self.styled(Role::Hint, &format!("   {}", commands::duration(evaluation.elapsed)), settings));
        }
    }

    fn value(&self, evaluation: &Evaluation, settings: &Settings) {
        let type_name = evaluation.type_line(settings.display.types);
        let is_plain = settings.display.style == Style::Plain;
        let arrow = self.styled(Role::Result, if is_plain { "Value:" } else { "=>" }, settings);
        // Read once: each read is a query to the terminal.
        let width = terminal::width();
        evaluation.display.statements.iter().for_each(|statement| self.statement(statement, &arrow, width, settings));
        if let Some(table) = evaluation.display.table.as_ref().filter(|_| !is_plain && is_wide(evaluation, width)) {
            self.table(table, &arrow, width, settings);
            return self.type_line(type_name, width, settings);
        }
        match &evaluation.value {
            Some(value) => {
                let limit = settings.display.output_lines as usize;
                let most = if limit == 0 { 0 } else { limit.saturating_mul(width).saturating_mul(2).max(LARGE_TEXT) };
                let value = match evaluation.display.limits.depth {
                    0 => Cow::Borrowed(value.as_str()),
                    depth => limited_depth(value, depth),
                };
                let (start, left) = start_of(&value, most);
                let whole = layout(&visible(start), width.saturating_sub(3));
                let (shown, more) = first_lines(&whole, limit, width);
                let more = if left > 0 { Some(format!("at least {left} more characters")) } else { more };
                self.line(&format!("{arrow} {}", self.code(shown, settings)));
                if let Some(more) = more {
                    self.note(&format!("   ... {more}; ':out' shows all"));
                }
            }
            None => match &evaluation.shown {
                Some(text) => self.line(&format!(
                    "{arrow} {}",
                    first_lines(&visible(text), settings.display.output_lines as usize, width).0
                )),
                None => return,
            },
        }
        self.type_line(type_name, width, settings);
    }

    /// Writes the value of a statement before the last, with its line.
    fn statement(&self, statement: &StatementValue, arrow: &str, width: usize, settings: &Settings) {
        let text = layout(&visible(&statement.value), width.saturating_sub(3));
        if settings.display.style == Style::Plain {
            return self.line(&format!("Value of line {}: {text}", statement.line));
        }
        let place = self.styled(Role::Comment, &format!("  # line {}", statement.line), settings);
        self.line(&format!("{arrow} {}{place}", self.code(&text, settings)));
    }

    /// Writes the type of a value.
    fn type_line(&self, type_name: Option<&str>, width: usize, settings: &Settings) {
        let Some(type_name) = type_name else { return };
        let shown = outlined(&visible(type_name), width.saturating_sub(6));
        let is_plain = settings.display.style == Style::Plain;
        let text = if is_plain { format!("Type: {shown}") } else { format!("   : {shown}") };
        self.line(&self.styled(Role::TypeLine, &text, settings));
    }

    /// Writes a value as a table: its head after the arrow, and the rows below.
    fn table(&self, table: &Table, arrow: &str, width: usize, settings: &Settings) {
        let limit = settings.display.output_lines as usize;
        let text = table.text(width.saturating_sub(3));
        let text = visible(&text);
        let (shown, more) = first_lines(&text, limit, width);
        for (at, row) in shown.lines().enumerate() {
            match at {
                0 => self.line(&format!("{arrow} {}", self.styled(Role::Key, row, settings))),
                _ => self.line(&format!("   {row}")),
            }
        }
        if let Some(more) = more {
            self.note(&format!("   ... {more}; ':out' shows all"));
        }
    }
}

/// Returns whether the value's source form needs several lines.
fn is_wide(evaluation: &Evaluation, width: usize) -> bool {
    evaluation.value.as_deref().is_some_and(|value| columns::width(value) + 3 > width)
}

/// Maximum size of output that is wrapped as a whole, so that its omitted lines can be counted, in bytes.
const LARGE_TEXT: usize = 1 << 20;

/// Returns the start of `text` if it is longer than the limit, and the number of omitted characters. This avoids
/// wrapping text that is not shown. A limit of 0 means no limit.
fn start_of(text: &str, limit: usize) -> (&str, usize) {
    if limit == 0 || text.len() <= limit {
        return (text, 0);
    }
    let (start, rest) = text.split_at(text.floor_char_boundary(limit));
    (start, rest.chars().count())
}
