//! Diagnostics of cells before they run. They are requested during a pause in typing, for visible cells that have not
//! run in their current state. They are shown as underlines and below the cell until the cell runs or is fixed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::CellFinding;
use pprepl_session::Mark;
use pprepl_session::{RULES, Rule};
use pprepl_text::columns::shortened;
use pprepl_text::{Severity, Span, visible};

use super::action::Action;
use super::app::{App, Mode};
use super::dialog::{Ask, Item, StyledLine};
use super::dialogs::Choice;
use super::engine::{Checked, PendingCheck};
use super::results::severity_role;
use super::state::Status;

/// The pause in typing before a check.
const PAUSE: Duration = Duration::from_millis(200);

/// Maximum number of diagnostics below a cell.
const MAX: usize = 5;

/// The state of the checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckState {
    /// The time of the next check.
    due: Option<Instant>,
    /// Whether a check is pending.
    asked: bool,
    /// Number of changes that diagnostics depend on.
    age: u64,
    /// This number at the last request.
    asked_at: u64,
}

/// The diagnostics of a cell.
#[derive(Clone, Debug, Default)]
pub struct StaticFinding {
    text: Arc<str>,
    /// The editor's version of the text.
    version: Option<u64>,
    /// The offset at which the user was typing; the word there was not checked.
    typed: Option<usize>,
    /// The age at the check.
    age: u64,
    found: Vec<CellFinding>,
}

impl App {
    /// Postpones checks after typing, until the keys rest.
    pub(super) fn put_checks_off(&mut self) {
        self.checking.due = Some(Instant::now() + PAUSE);
    }

    /// Invalidates the checks after a run.
    pub(super) fn invalidate_checks(&mut self) {
        self.checking.age += 1;
    }

    /// Schedules a check if a visible cell is unchecked.
    pub(super) fn note_unchecked(&mut self) {
        if self.checking.due.is_none() && !self.checking.asked && self.unchecked().next().is_some() {
            self.put_checks_off();
        }
    }

    /// Returns the time of the next check.
    pub(super) fn checks_due(&self) -> Option<Instant> {
        self.checking.due
    }

    /// Requests diagnostics of the visible cells if a check is due, or at once if `now`. Returns whether it requested
    /// any.
    pub(super) fn check_cells(&mut self, now: bool) -> bool {
        let Some(due) = self.checking.due.filter(|due| now || *due <= Instant::now()) else { return false };
        // A running cell changes the diagnostics.
        if self.engine.is_busy() && !now {
            self.checking.due = Some(due + PAUSE);
            return false;
        }
        self.checking.due = None;
        let ids: Vec<CellId> = self.unchecked().collect();
        let cells: Vec<PendingCheck> = ids.into_iter().filter_map(|id| self.to_check(id)).collect();
        if cells.is_empty() {
            return false;
        }
        self.checking.asked = true;
        self.checking.asked_at = self.checking.age;
        self.engine.check(cells);
        true
    }

    /// Returns the visible cells that need a check.
    fn unchecked(&self) -> impl Iterator<Item = CellId> {
        let seen = self.places.iter().map(|(id, ..)| *id).filter(|id| *id != self.current);
        seen.chain([self.current]).filter(|id| self.has_not_run(*id) && !self.is_checked(*id))
    }

    /// Returns whether the cell has not run in its current state.
    pub(super) fn has_not_run(&self, id: CellId) -> bool {
        let status = self.cells.get(&id).map(|cell| cell.status).unwrap_or_default();
        self.book.cell(id).is_some_and(|cell| cell.is_code())
            && (self.is_edited(id) || matches!(status, Status::New | Status::Stale))
    }

    fn is_checked(&self, id: CellId) -> bool {
        let (Some(cell), Some(state)) = (self.book.cell(id), self.cells.get(&id)) else { return true };
        let (known, age) = (&state.foreseen, self.checking.age);
        known.as_ref().is_some_and(|known| {
            *known.text == *cell.text && known.age == age && (known.typed.is_none() || known.typed == self.typed_at(id))
        })
    }

    /// Returns the cursor in a cell that is being typed.
    fn typed_at(&self, id: CellId) -> Option<usize> {
        let editor = self.cells.get(&id).and_then(|cell| cell.editor.as_ref())?;
        (id == self.current && self.mode == Mode::Edit).then(|| editor.cursor())
    }

    fn to_check(&self, id: CellId) -> Option<PendingCheck> {
        let editor = self.cells.get(&id).and_then(|cell| cell.editor.as_ref());
        let (version, typed) = (editor.map(|editor| editor.version()), self.typed_at(id));
        Some(PendingCheck { id, text: Arc::from(self.book.cell(id)?.text.as_str()), version, typed })
    }

    pub(super) fn checked(&mut self, all: Vec<Checked>) {
        self.checking.asked = false;
        for Checked { cell: PendingCheck { id, text, version, typed }, found } in all {
            let is_now = self.book.cell(id).is_some_and(|cell| *cell.text == *text);
            if let Some(state) = self.cells.get_mut(&id).filter(|_| is_now) {
                state.foreseen = Some(StaticFinding { text, version, typed, age: self.checking.asked_at, found });
                state.below = None;
            }
        }
    }

    /// Lists the checker's rules; selecting one toggles it.
    pub(super) fn open_rules(&mut self, selected: usize) {
        let told = RULES.iter().enumerate().filter(|(_, rule)| rule.severity != Severity::Note);
        let row = |(at, rule): (usize, &Rule)| {
            let on = if self.rules.has(rule.code) { "on" } else { "off" };
            let item = Item {
                label: rule.code.to_owned(),
                detail: rule.summary.to_owned(),
                key: on.to_owned(),
                ..Item::default()
            };
            (item, Choice::Rule(at))
        };
        let rows: Vec<(Item, Choice)> = told.map(row).collect();
        self.list(Ask::Rules, "Checker rules", rows, selected);
    }

    /// Toggles a rule.
    pub(super) fn turn_rule(&mut self, at: usize) {
        let Some(rule) = RULES.get(at) else { return };
        self.rules = self.rules.with(rule.code, !self.rules.has(rule.code)).unwrap_or(self.rules);
        self.engine.set_rules(self.rules);
        self.remember();
        self.open_rules(at);
    }

    /// Forgets the pending check, which will have no answer.
    pub(super) fn forget_checks(&mut self) {
        self.checking.asked = false;
    }

    /// Returns the marks to underline in a cell, with the version of its text.
    pub(super) fn diagnostic_marks(&self, id: CellId) -> (u64, Vec<Mark>) {
        let known = self.cells.get(&id).and_then(|cell| cell.foreseen.as_ref()).filter(|_| self.has_not_run(id));
        let Some(known) = known else { return (0, Vec::new()) };
        let has_editor = self.cells.get(&id).is_some_and(|cell| cell.editor.is_some());
        let is_same = self.book.cell(id).is_some_and(|cell| *cell.text == *known.text);
        let version = match known.version {
            Some(version) if has_editor => version,
            // The text cannot have changed since.
            _ if is_same => self.cells.get(&id).and_then(|cell| Some(cell.editor.as_ref()?.version())).unwrap_or(0),
            _ => return (0, Vec::new()),
        };
        let mark = |one: &CellFinding| (seen(one.span, &known.text), severity_role(one.severity));
        (version, known.found.iter().map(mark).collect())
    }

    /// Returns the diagnostic lines below a cell that has not run.
    pub(super) fn diagnostic_lines(&self, id: CellId, width: usize) -> Vec<StyledLine> {
        let known = self.cells.get(&id).and_then(|cell| cell.foreseen.as_ref()).filter(|_| self.has_not_run(id));
        let Some(known) = known else { return Vec::new() };
        let cells: Vec<CellId> = self.book.code().map(|cell| cell.id).collect();
        let told = |one: &CellFinding| line(one, &one.message.by_places(&cells), &known.text, width);
        let mut lines: Vec<StyledLine> = known.found.iter().take(MAX).map(told).collect();
        let more = known.found.len().saturating_sub(MAX);
        if more > 0 {
            lines.push(vec![("hint", format!("… and {more} more"))]);
        }
        let key = self.keymap.key_of(Action::Fix).filter(|_| known.found.iter().any(|one| one.mends));
        lines.extend(key.map(|key| vec![("key", key.to_string()), ("help", " fixes it".to_owned())]));
        lines
    }
}

/// Returns a diagnostic as one line: `warning[CODE] 2:5 message`.
fn line(one: &CellFinding, message: &str, text: &str, width: usize) -> StyledLine {
    let before = text.get(..one.span.start as usize).unwrap_or(text);
    let row = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let code = if one.code.is_empty() { String::new() } else { format!("[{}]", one.code) };
    let (head, place) = (format!("{}{code}", one.severity.as_str()), format!(" {row}:{column} "));
    let room = width.saturating_sub(head.chars().count() + place.chars().count());
    let role = match one.severity {
        Severity::Note => "note",
        severity => severity_role(severity),
    };
    vec![(role, head), ("hint", place), ("plain", shortened(&visible(message), room))]
}

/// Returns a span that can be underlined: an error at the end of the text is marked at the last letter.
fn seen(span: Span, text: &str) -> Span {
    if !span.is_empty() {
        return span;
    }
    let at = (span.start as usize).min(text.len());
    let next = text.get(at..).and_then(|rest| rest.chars().next()).filter(|next| *next != '\n');
    match next {
        Some(next) => Span::new(at as u32, (at + next.len_utf8()) as u32),
        None => {
            let end = text.get(..at).unwrap_or("").trim_end().len();
            let last = text.get(..end).and_then(|before| before.chars().next_back()).map_or(0, char::len_utf8);
            Span::new((end - last) as u32, end as u32)
        }
    }
}
