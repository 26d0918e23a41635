//! Opening, replacing and closing a notebook.

use std::io::ErrorKind;
use std::path::Path;

use rustc_hash::FxHashMap;

use pprepl_files as files;
use pprepl_notebook::CellId;
use pprepl_notebook::pane::{CatalogQuery, Pane};
use pprepl_session::RuleSet;
use puppet_tree::Highlighter;

use super::Start;
use super::app::{App, Mode, Top};
use super::diagnostics::CheckState;
use super::dialog::Ask;
use super::engine::Engine;
use super::file_watch::Disk;
use super::keymap::{self, Keymap, Own};
use super::layout::Areas;
use super::pane_layout::PaneLayout;
use super::preferences::Memory;
use super::table::KeySet;
use super::workspace::Workspace;

impl App {
    /// Returns the application for a notebook. In automatic mode its cells start running.
    pub fn new(book: Workspace, engine: Engine, start: &Start) -> App {
        let memory = Memory::at(start.state_folder.clone());
        let remembered = memory.load();
        let keys = start.keys.or_else(|| KeySet::named(&remembered.keys)).unwrap_or_default();
        let (own_keys, mut faults) = own_keys(start.key_file.as_deref());
        let (keymap, wrong) = Keymap::new(keys, &own_keys);
        faults.extend(wrong);
        let file = start.key_file.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        faults.iter_mut().for_each(|fault| *fault = format!("{file}: {fault}"));
        // A theme of the command line applies only to this process.
        let palette = match &*start.settings.theme {
            "auto" => super::palette(start.color, start.settings.themes, &remembered.theme),
            chosen => super::palette(start.color, start.settings.themes, chosen),
        };
        let theme = remembered.theme.clone();
        let panes = remembered.panes.each_ref().map(|name| Pane::named(name));
        let first = book.cells().first().map(|cell| cell.id);
        let mut app = App {
            current: first.unwrap_or(CellId(0)),
            book,
            engine,
            cells: FxHashMap::default(),
            mode: Mode::Edit,
            docked: PaneLayout::new(panes, remembered.share),
            keymap,
            own_keys,
            pending: Vec::new(),
            dialog: None,
            choices: Vec::new(),
            palette,
            theme,
            theme_before: None,
            message: None,
            finding: super::find::SearchState::default(),
            top: Top { cell: first.unwrap_or(CellId(0)), row: 0 },
            follow: true,
            areas: Areas::default(),
            places: Vec::new(),
            findings: FxHashMap::default(),
            colours: Highlighter::new(),
            memory,
            wishes: Vec::new(),
            should_quit: false,
            discard_changes: false,
            committed: FxHashMap::default(),
            journal_due: None,
            dragging: None,
            suiting: None,
            opened: None,
            buttons: Vec::new(),
            clicked: None,
            times: start.times,
            disk: Disk::default(),
            more_to_hear: false,
            trust: start.trust.clone(),
            safe: start.safe,
            reach: start.settings.files,
            held: FxHashMap::default(),
            began: None,
            counted: None,
            ran: false,
            saved_here: false,
            asks: false,
            rules: RuleSet::changed(&remembered.rules),
            checking: CheckState::default(),
            catalog: CatalogQuery::default(),
            filter_before: String::new(),
            origin: None,
            seen_at: None,
            known: [None, None],
        };
        if app.rules != RuleSet::default() {
            // Before any cell runs.
            app.engine.set_rules(app.rules);
            app.engine.flush_queries();
        }
        app.engine.set_auto(remembered.reactive);
        if let Some(fault) = faults.first() {
            app.set_status("warning", fault.clone());
        }
        app.judge();
        app.begin();
        app.offer();
        app
    }

    /// Commits every cell; in automatic mode they run.
    fn begin(&mut self) {
        if self.book.cells().len() > 1 {
            self.mode = Mode::Select;
        }
        self.commit_all();
        self.arrange();
        self.refresh();
        self.request_refresh();
    }

    /// Reports how the notebook was opened, and offers to restore what an earlier process left.
    pub(super) fn offer(&mut self) {
        let told: Vec<String> = self.saved_back_words().into_iter().chain(self.book.greeting()).collect();
        if !told.is_empty() {
            self.set_status("warning", told.join("; "));
        }
        if let Some(text) = self.book.recovery() {
            let answers = vec![('r', "restore them"), ('d', "discard them")];
            self.question(Ask::Recover, "Restore unsaved changes?", text, answers);
        }
    }

    /// Resets the state after another notebook was opened.
    pub(super) fn start_over(&mut self) {
        self.cells.clear();
        self.committed.clear();
        self.findings.clear();
        self.saved_here = false;
        if let Some(first) = self.book.cells().first() {
            self.current = first.id;
            self.top = Top { cell: first.id, row: 0 };
        }
        self.mode = Mode::Edit;
        self.forget_disk();
        self.held.clear();
        // Neither this notebook's cells nor the previous one's may run before trust is decided.
        self.engine.hold_back(true);
        self.engine.restart();
        self.begin();
        self.judge();
        self.offer();
    }

    /// Restores the content of an earlier journal.
    pub(super) fn recover(&mut self) {
        let result = self.book.recover();
        let done = result.is_ok();
        self.changed(result);
        if done {
            self.rearranged();
            self.set_status("info", "unsaved changes restored; save to keep them");
        }
    }

    /// Closes the notebook and writes what must be kept.
    pub fn close(mut self) {
        self.take_edits();
        self.remember();
        self.book.close(self.discard_changes);
    }
}

/// Maximum size of a key file, in bytes.
const MAX_KEYS: u64 = 1 << 20;

/// Returns the user's own keys, and the errors in their file. A missing file is not an error.
fn own_keys(path: Option<&Path>) -> (Own, Vec<String>) {
    let text = match path.map(|path| files::read_named_text(path, MAX_KEYS)) {
        Some(Ok(text)) => text,
        Some(Err(error)) if error.kind() != ErrorKind::NotFound => return (Own::new(), vec![files::reason(&error)]),
        _ => return (Own::new(), Vec::new()),
    };
    match keymap::read(&text) {
        Ok(own) => (own, Vec::new()),
        Err(fault) => (Own::new(), vec![fault]),
    }
}
