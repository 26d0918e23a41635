//! Updates that follow the cursor and the runs: requests panes, marks and completion, and handles the evaluator's
//! answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_notebook::kernel::Event;
use pprepl_notebook::pane::Pane;
use pprepl_notebook::{CellId, CellKind};

use super::app::App;
use super::engine::{Answer, CursorTarget};
use super::preferences::Preferences;
use pprepl_session::FixedText;

/// Maximum time to handle evaluator events before keys are read again.
const HEARING: Duration = Duration::from_millis(6);

impl App {
    /// Requests panes and marks.
    pub(super) fn request_refresh(&mut self) {
        if !self.panes.take_refresh() {
            return;
        }
        let at = match self.place() {
            Some(at) => {
                self.engine.mark(at.clone());
                at
            }
            // Markdown: panes show what needs no code, such as the variables that are set.
            None => self.place_in(Arc::from(""), 0),
        };
        self.panes.follow_cursor((at.id, at.offset));
        for place in 0..2 {
            // The pane whose lines move the cursor is unchanged.
            if self.panes.layout.places()[place].line.is_none() {
                self.ask_pane(place, &at);
            }
        }
    }

    /// Requests the content of one pane.
    pub(super) fn ask_pane(&mut self, place: usize, at: &CursorTarget) {
        let Some(pane) = self.panes.layout.places()[place].pane else { return };
        self.panes.layout.place_mut(place).top = None;
        if pane == Pane::Log {
            self.panes.layout.place_mut(place).view = self.cells.log(&self.book);
            return;
        }
        if self.cells.running().is_some() {
            self.panes.show_meanwhile(place, pane, at);
        }
        self.engine.inspect(place, pane, at.clone(), self.panes.catalog.clone(), self.keys.main_keys());
    }

    /// Returns the code cell under the cursor.
    pub(super) fn place(&mut self) -> Option<CursorTarget> {
        let id = self.current;
        self.book.cell(id).filter(|cell| cell.kind == CellKind::Code)?;
        let editor = self.editor();
        let (text, offset) = (Arc::from(editor.text()), editor.cursor());
        Some(self.place_in(text, offset))
    }

    /// Returns an offset in this text of the current cell as a query target.
    fn place_in(&mut self, text: Arc<str>, offset: usize) -> CursorTarget {
        let cells = self.book.code().map(|cell| cell.id).collect();
        CursorTarget { id: self.current, text, offset, version: self.editor().version(), cells }
    }

    /// Requests the fixed text of the cell.
    pub(super) fn ask_for_fix(&mut self) {
        match self.place() {
            Some(at) => self.engine.fix(at),
            None => self.status.set("hint", "prose cells have no fixes"),
        }
    }

    /// Applies the fixed text of a cell as one undo step.
    fn fixed(&mut self, id: CellId, version: u64, mended: Option<FixedText>) {
        if id != self.current || self.editor().version() != version {
            return;
        }
        let Some(mended) = mended else {
            return self.status.set("hint", "no automatic fix available");
        };
        self.editor().set_text(&mended.after);
        self.after_change();
        self.status.set("info", format!("fixed: {}", mended.titles.join(", ")));
    }

    /// Requests completion at the cursor.
    pub(super) fn ask_for_proposals(&mut self, asked: bool) {
        if let Some(at) = self.place() {
            self.engine.propose(at, asked);
        }
    }

    /// Requests the signature of the call at the cursor.
    pub(super) fn ask_for_signature(&mut self) {
        if let Some(at) = self.place() {
            self.engine.sign(at);
        }
    }

    /// Handles the evaluator's events.
    pub fn listen(&mut self) {
        let end = Instant::now() + HEARING;
        self.engine.set_backlog(false);
        while let Some(event) = self.engine.event() {
            self.poll_engine(event);
            if Instant::now() > end {
                // Keys and the screen have priority over the remaining events.
                self.engine.set_backlog(true);
                break;
            }
        }
        self.request_refresh();
    }

    /// Handles evaluator events until it is briefly idle. Returns false if it is not idle in time.
    pub fn settle(&mut self, most: Duration) -> bool {
        const REST: Duration = Duration::from_millis(15);
        let end = Instant::now() + most;
        let mut rested = 0;
        while rested < 2 {
            self.engine.flush_queries();
            match self.engine.event_inside(REST) {
                Some(event) => {
                    self.poll_engine(event);
                    self.request_refresh();
                    rested = 0;
                }
                None if Instant::now() > end => return false,
                None if self.engine.is_busy() => rested = 0,
                None => {
                    rested += 1;
                    if rested == 2 && self.check_cells(true) {
                        self.engine.flush_queries();
                        rested = 0;
                    }
                }
            }
        }
        true
    }

    fn poll_engine(&mut self, event: Event<Answer>) {
        match event {
            Event::Began { cell } => {
                self.cells.begin(cell);
            }
            Event::Log { .. } => {}
            Event::Finished { cell, report } => {
                if self.book.cell(cell).is_some() {
                    self.cells.finish(cell, *report);
                    self.checks.invalidate();
                }
            }
            Event::Stale(ids) => {
                self.checks.invalidate();
                self.cells.set_stale(ids);
            }
            Event::Held(held) => self.cells.set_paused(&self.book, held),
            Event::Findings(findings) => self.cells.set_findings(findings),
            Event::Answer(_, answer) => self.answered_by(answer),
            Event::Broken(words) => {
                self.checks.forget();
                self.status.set("error", format!("internal error; the evaluator restarts: {words}"));
            }
            Event::Idle => self.on_quiet_tick(),
        }
    }

    fn on_quiet_tick(&mut self) {
        self.cells.settle(&self.book);
        self.panes.settle();
        if self.cells.store_report() {
            self.panes.refresh();
            self.follow_with_results();
        }
    }

    fn answered_by(&mut self, answer: Answer) {
        match answer {
            Answer::View(place, pane, id, view, known) => {
                self.panes.cache(place, known);
                if id == self.current {
                    self.panes.show(place, pane, *view);
                }
            }
            Answer::Marks(id, marks, pane) => {
                self.panes.suiting = pane.map(|pane| (id, pane));
                if let Some(cell) = self.cells.get_mut(id) {
                    cell.marks = marks;
                }
            }
            Answer::Proposals(id, version, completion, asked) => {
                if id == self.current {
                    self.editor().show_completion(completion, version, asked);
                }
            }
            Answer::Signature(id, version, offset, signature) => {
                if id == self.current {
                    self.editor().show_signature(signature, version, offset);
                }
            }
            Answer::Ruled => self.checks.invalidate(),
            Answer::Checked(found) => self.cells.set_checked(&self.book, &mut self.checks, found),
            Answer::Mended(id, version, mended) => self.fixed(id, version, mended),
            Answer::Help(id, view) => self.show_help(id, &view),
            Answer::Parts(id, path, parts) if id == self.current => self.dialogs.show_parts(&path, parts),
            Answer::Parts(..) => {}
        }
    }

    /// Stores the current preferences.
    pub(super) fn remember(&self) {
        let panes = self.panes.layout.panes().map(|pane| pane.map(|pane| pane.name().to_owned()).unwrap_or_default());
        self.memory.store(&Preferences {
            panes,
            share: self.panes.layout.share,
            theme: self.appearance.theme().to_owned(),
            keys: self.keys.map.set().name().to_owned(),
            reactive: self.engine.likes_auto(),
            rules: self.checks.rules.changes(),
        });
    }
}
