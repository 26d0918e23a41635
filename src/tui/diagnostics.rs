//! What is found in cells before they run: asked for in a pause of typing, for the cells in sight that have not run as
//! they stand, and shown as lines under the text and below the cell until the cell runs or is fixed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::CellFinding;
use pprepl_session::Mark;
use pprepl_text::columns::shortened;
use pprepl_text::{Severity, Span, visible};
use puppet_check::{RULES, Rule};

use super::action::Action;
use super::app::{App, Mode};
use super::dialog::{Ask, Item, StyledLine};
use super::dialogs::Choice;
use super::engine::{Checked, PendingCheck};
use super::results::severity_role;
use super::state::Status;

/// How long the keys must rest.
const PAUSE: Duration = Duration::from_millis(200);

/// How many findings are told below a cell.
const MAX: usize = 5;

/// What stands of the checks.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckState {
    /// When cells are checked.
    due: Option<Instant>,
    /// Returns whether an answer is on its way.
    asked: bool,
    /// How often something changed that findings depend on.
    age: u64,
    /// That number when the answer was asked for.
    asked_at: u64,
}

/// What was found in a cell.
#[derive(Clone, Debug, Default)]
pub struct StaticFinding {
    /// The text that was checked.
    text: Arc<str>,
    /// The editor's version of it.
    version: Option<u64>,
    /// The place at which it was being typed: the word there was let be.
    typed: Option<usize>,
    /// When.
    age: u64,
    found: Vec<CellFinding>,
}

impl App {
    /// Something was typed: what is found in it is asked for when the keys rest.
    pub(super) fn put_checks_off(&mut self) {
        self.checking.due = Some(Instant::now() + PAUSE);
    }

    /// Something ran: findings may be others now.
    pub(super) fn invalidate_checks(&mut self) {
        self.checking.age += 1;
    }

    /// Returns whether there is a cell in sight to be checked.
    pub(super) fn note_unchecked(&mut self) {
        if self.checking.due.is_none() && !self.checking.asked && self.unchecked().next().is_some() {
            self.put_checks_off();
        }
    }

    /// When cells are to be checked at the latest.
    pub(super) fn checks_due(&self) -> Option<Instant> {
        self.checking.due
    }

    /// Asks for what is found in the cells in sight, when it is time; `now`: without waiting for it. Was anything asked?
    pub(super) fn check_cells(&mut self, now: bool) -> bool {
        let Some(due) = self.checking.due.filter(|due| now || *due <= Instant::now()) else { return false };
        // What runs changes what is found.
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

    /// The cells in sight that are to be checked.
    fn unchecked(&self) -> impl Iterator<Item = CellId> {
        let seen = self.places.iter().map(|(id, ..)| *id).filter(|id| *id != self.current);
        seen.chain([self.current]).filter(|id| self.has_not_run(*id) && !self.is_checked(*id))
    }

    /// Returns whether the cell has not run as it stands.
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

    /// The cursor in a cell that is being typed.
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

    /// Lists the checker's rules; one that is chosen is turned on or off.
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
        self.list(Ask::Rules, "What the checker tells", rows, selected);
    }

    /// Turns a rule on or off.
    pub(super) fn turn_rule(&mut self, at: usize) {
        let Some(rule) = RULES.get(at) else { return };
        self.rules = self.rules.with(rule.code, !self.rules.has(rule.code)).unwrap_or(self.rules);
        self.engine.set_rules(self.rules);
        self.remember();
        self.open_rules(at);
    }

    /// There will be no answer.
    pub(super) fn forget_checks(&mut self) {
        self.checking.asked = false;
    }

    /// What is to be underlined in a cell, with the version of its text that it is for.
    pub(super) fn diagnostic_marks(&self, id: CellId) -> (u64, Vec<Mark>) {
        let known = self.cells.get(&id).and_then(|cell| cell.foreseen.as_ref()).filter(|_| self.has_not_run(id));
        let Some(known) = known else { return (0, Vec::new()) };
        let has_editor = self.cells.get(&id).is_some_and(|cell| cell.editor.is_some());
        let is_same = self.book.cell(id).is_some_and(|cell| *cell.text == *known.text);
        let version = match known.version {
            Some(version) if has_editor => version,
            // Nobody can have changed it since.
            _ if is_same => self.cells.get(&id).and_then(|cell| Some(cell.editor.as_ref()?.version())).unwrap_or(0),
            _ => return (0, Vec::new()),
        };
        let mark = |one: &CellFinding| (seen(one.span, &known.text), severity_role(one.severity));
        (version, known.found.iter().map(mark).collect())
    }

    /// The lines below a cell on what is found in it before it runs.
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
        lines.extend(key.map(|key| vec![("key", key.to_string()), ("help", " puts it right".to_owned())]));
        lines
    }
}

/// A finding in one line: `warning[CODE] 2:5 what is wrong`.
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

/// A place that can be underlined: what is missing at the end is seen after the last letter.
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
