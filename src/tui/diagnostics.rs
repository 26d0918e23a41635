//! Diagnostics of cells before they run. They are requested during a pause in typing, for visible cells that have not
//! run in their current state. They are shown as underlines and below the cell until the cell runs or is fixed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_notebook::kernel::CellFinding;
use pprepl_notebook::{Cell, CellId};
use pprepl_session::Mark;
use pprepl_session::{RULES, RuleSet};
use pprepl_text::columns::shortened;
use pprepl_text::{Severity, Span, visible};

use super::app::{App, Mode};
use super::cells::CellTable;
use super::dialog::StyledLine;
use super::editor::Editor;
use super::engine::{Checked, PendingCheck};
use super::results::severity_role;
use super::workspace::Workspace;

/// The pause in typing before a check.
const PAUSE: Duration = Duration::from_millis(200);

/// Maximum number of diagnostics below a cell.
const MAX: usize = 5;

/// The checker's rules and the state of the checks before runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checks {
    /// The enabled rules of the checker.
    pub rules: RuleSet,
    /// The time of the next check.
    due: Option<Instant>,
    /// Whether a check is pending.
    asked: bool,
    /// Number of changes that diagnostics depend on.
    age: u64,
    /// This number at the last request.
    asked_at: u64,
}

impl Checks {
    pub fn new(rules: RuleSet) -> Checks {
        Checks { rules, ..Checks::default() }
    }

    /// Postpones checks after typing, until the keys rest.
    pub fn put_off(&mut self) {
        self.due = Some(Instant::now() + PAUSE);
    }

    /// Invalidates the checks after a run.
    pub fn invalidate(&mut self) {
        self.age += 1;
    }

    /// Returns the time of the next check.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Forgets the pending check, which will have no answer.
    pub fn forget(&mut self) {
        self.asked = false;
    }

    /// Returns whether a check is due, or at once if `now`. A check is postponed while cells run.
    fn take_due(&mut self, now: bool, is_busy: bool) -> bool {
        let Some(due) = self.due.filter(|due| now || *due <= Instant::now()) else { return false };
        // A running cell changes the diagnostics.
        let waits = is_busy && !now;
        self.due = waits.then(|| due + PAUSE);
        !waits
    }

    /// Records a request.
    fn ask(&mut self) {
        self.asked = true;
        self.asked_at = self.age;
    }

    /// Toggles a rule, given by index.
    fn turn(&mut self, at: usize) {
        if let Some(rule) = RULES.get(at) {
            self.rules = self.rules.with(rule.code, !self.rules.has(rule.code));
        }
    }
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

/// The cursor of a cell that is being typed.
type Typed = Option<(CellId, usize)>;

impl App {
    /// Schedules a check if a visible cell is unchecked.
    pub(super) fn note_unchecked(&mut self) {
        if self.checks.due.is_none() && !self.checks.asked && self.unchecked().next().is_some() {
            self.checks.put_off();
        }
    }

    /// Requests diagnostics of the visible cells if a check is due, or at once if `now`. Returns whether it requested
    /// any.
    pub(super) fn check_cells(&mut self, now: bool) -> bool {
        if !self.checks.take_due(now, self.engine.is_busy()) {
            return false;
        }
        let typed = self.typed_at();
        let cells: Vec<PendingCheck> =
            self.unchecked().filter_map(|id| Some(self.cells.to_check(self.book.cell(id)?, typed))).collect();
        if cells.is_empty() {
            return false;
        }
        self.checks.ask();
        self.engine.check(cells);
        true
    }

    /// Returns the visible cells that need a check.
    fn unchecked(&self) -> impl Iterator<Item = CellId> {
        let (age, typed) = (self.checks.age, self.typed_at());
        let seen = self.view.places.iter().map(|(id, ..)| *id).filter(|id| *id != self.current);
        seen.chain([self.current]).filter(move |id| {
            self.cells.has_not_run(&self.book, *id) && !self.cells.is_checked(self.book.cell(*id), age, typed)
        })
    }

    /// Returns the cursor of the cell that is being typed.
    fn typed_at(&self) -> Typed {
        let editor = self.cells.known_editor(self.current).filter(|_| self.mode == Mode::Edit)?;
        Some((self.current, editor.cursor()))
    }

    /// Toggles a rule.
    pub(super) fn turn_rule(&mut self, at: usize) {
        self.checks.turn(at);
        self.engine.set_rules(self.checks.rules);
        self.remember();
        self.dialogs.open_rules(self.checks.rules, at);
    }
}

impl CellTable {
    /// Returns whether a cell was checked at this age of the checks.
    fn is_checked(&self, cell: Option<&Cell>, age: u64, typed: Typed) -> bool {
        let (Some(cell), Some(state)) = (cell, cell.and_then(|cell| self.get(cell.id))) else { return true };
        let typed = offset_in(typed, cell.id);
        state.foreseen.as_ref().is_some_and(|known| {
            *known.text == *cell.text && known.age == age && (known.typed.is_none() || known.typed == typed)
        })
    }

    fn to_check(&self, cell: &Cell, typed: Typed) -> PendingCheck {
        let version = self.known_editor(cell.id).map(Editor::version);
        let typed = offset_in(typed, cell.id);
        PendingCheck { id: cell.id, text: Arc::from(cell.text.as_str()), version, typed }
    }

    /// Stores the diagnostics of cells that have not changed since the request.
    pub(super) fn set_checked(&mut self, book: &Workspace, checks: &mut Checks, all: Vec<Checked>) {
        checks.asked = false;
        for Checked { cell: PendingCheck { id, text, version, typed }, found } in all {
            let is_now = book.cell(id).is_some_and(|cell| *cell.text == *text);
            if let Some(state) = self.get_mut(id).filter(|_| is_now) {
                state.foreseen = Some(StaticFinding { text, version, typed, age: checks.asked_at, found });
                state.below = None;
            }
        }
    }

    /// Returns the diagnostics of a cell that has not run.
    fn static_diagnostics(&self, book: &Workspace, id: CellId) -> Option<&StaticFinding> {
        self.get(id)?.foreseen.as_ref().filter(|_| self.has_not_run(book, id))
    }

    /// Returns the marks to underline in a cell, with the version of its text.
    pub(super) fn diagnostic_marks(&self, book: &Workspace, id: CellId) -> (u64, Vec<Mark>) {
        let Some(known) = self.static_diagnostics(book, id) else { return (0, Vec::new()) };
        let editor = self.known_editor(id);
        let is_same = book.cell(id).is_some_and(|cell| *cell.text == *known.text);
        let version = match known.version {
            Some(version) if editor.is_some() => version,
            // The text cannot have changed since.
            _ if is_same => editor.map_or(0, Editor::version),
            _ => return (0, Vec::new()),
        };
        let mark = |one: &CellFinding| (seen(one.span, &known.text), severity_role(one.severity));
        (version, known.found.iter().map(mark).collect())
    }

    /// Returns the diagnostic lines below a cell that has not run. `fix` is the key that applies fixes.
    pub(super) fn diagnostic_lines(&self, book: &Workspace, id: CellId, width: usize, fix: &str) -> Vec<StyledLine> {
        let Some(known) = self.static_diagnostics(book, id) else { return Vec::new() };
        let cells: Vec<CellId> = book.code().map(|cell| cell.id).collect();
        let told = |one: &CellFinding| line(one, &one.message.by_places(&cells), &known.text, width);
        let mut lines: Vec<StyledLine> = known.found.iter().take(MAX).map(told).collect();
        let more = known.found.len().saturating_sub(MAX);
        if more > 0 {
            lines.push(vec![("hint", format!("… and {more} more"))]);
        }
        if !fix.is_empty() && known.found.iter().any(|one| one.mends) {
            lines.push(vec![("key", fix.to_owned()), ("help", " fixes it".to_owned())]);
        }
        lines
    }
}

/// Returns the offset of the cursor if it is in this cell.
fn offset_in(typed: Typed, id: CellId) -> Option<usize> {
    typed.filter(|(cell, _)| *cell == id).map(|(_, offset)| offset)
}

/// Returns a diagnostic as one line: `warning[CODE] 2:5 message`.
fn line(one: &CellFinding, message: &str, text: &str, width: usize) -> StyledLine {
    let before = text.get(..one.span.start as usize).unwrap_or(text);
    let row = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let (head, place) = (format!("{}[{}]", one.severity.as_str(), one.code), format!(" {row}:{column} "));
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
