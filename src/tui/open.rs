//! Opening, replacing and closing a notebook.

use std::io::ErrorKind;
use std::path::Path;

use pprepl_files as files;
use pprepl_notebook::CellId;
use pprepl_notebook::pane::Pane;
use pprepl_session::RuleSet;

use super::Start;
use super::action::Action;
use super::app::{App, Mode};
use super::appearance::Appearance;
use super::cells::CellTable;
use super::diagnostics::Checks;
use super::dialog::Ask;
use super::dialog_host::DialogHost;
use super::engine::Engine;
use super::file_watch::Disk;
use super::find::SearchState;
use super::keyboard::Keyboard;
use super::keymap::{self, Keymap, Own};
use super::mouse::Pointer;
use super::pane_layout::PaneLayout;
use super::panes::Panes;
use super::preferences::Memory;
use super::status_line::StatusMessage;
use super::table::KeySet;
use super::trusting::TrustPolicy;
use super::viewport::{Top, Viewport};
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
        let palette = match &*start.settings.display.theme {
            "auto" => super::palette(start.color, start.settings.themes, &remembered.theme),
            chosen => super::palette(start.color, start.settings.themes, chosen),
        };
        let theme = remembered.theme.clone();
        let panes = remembered.panes.each_ref().map(|name| Pane::named(name));
        let first = book.cells().first().map_or(CellId(0), |cell| cell.id);
        let mut app = App {
            current: first,
            book,
            engine,
            cells: CellTable::default(),
            mode: Mode::Edit,
            panes: Panes::new(PaneLayout::new(panes, remembered.share)),
            keys: Keyboard::new(keymap, own_keys),
            dialogs: DialogHost::default(),
            appearance: Appearance::new(palette, theme, start.times),
            status: StatusMessage::default(),
            search: SearchState::default(),
            view: Viewport::new(first),
            pointer: Pointer::default(),
            disk: Disk::default(),
            memory,
            trust: TrustPolicy { store: start.trust.clone(), safe: start.safe, reach: start.settings.execution.files },
            checks: Checks::new(RuleSet::changed(&remembered.rules)),
            wishes: Vec::new(),
            should_quit: false,
        };
        if app.checks.rules != RuleSet::default() {
            // Before any cell runs.
            app.engine.set_rules(app.checks.rules);
            app.engine.flush_queries();
        }
        app.engine.set_auto(remembered.reactive);
        if let Some(fault) = faults.first() {
            app.status.set("warning", fault.clone());
        }
        app.trust.judge(&app.book, &mut app.engine);
        app.begin();
        app.offer();
        app
    }

    /// Commits every cell; in automatic mode they run.
    fn begin(&mut self) {
        if self.book.cells().len() > 1 {
            self.mode = Mode::Select;
        }
        self.cells.commit_all(&self.book);
        self.arrange();
        self.panes.refresh();
        self.request_refresh();
    }

    /// Reports how the notebook was opened, and offers to restore what an earlier process left.
    pub(super) fn offer(&mut self) {
        let told: Vec<String> = self.rejection_text().into_iter().chain(self.book.greeting()).collect();
        if !told.is_empty() {
            self.status.set("warning", told.join("; "));
        }
        if let Some(text) = self.book.recovery() {
            let answers = vec![('r', "restore them"), ('d', "discard them")];
            self.dialogs.question(Ask::Recover, "Restore unsaved changes?", text, answers);
        }
    }

    /// Returns the message about a notebook that does not run automatically.
    pub(super) fn rejection_text(&self) -> Option<String> {
        self.trust.rejection_text(&self.book, &self.engine, &self.keys.text_of(Action::RunAll))
    }

    /// Resets the state after another notebook was opened.
    pub(super) fn start_over(&mut self) {
        self.cells.reset();
        if let Some(first) = self.book.cells().first() {
            self.current = first.id;
            self.view.top = Top { cell: first.id, row: 0 };
        }
        self.mode = Mode::Edit;
        self.disk.forget();
        // Neither this notebook's cells nor the previous one's may run before trust is decided.
        self.engine.hold_back(true);
        self.engine.restart();
        self.begin();
        self.trust.judge(&self.book, &mut self.engine);
        self.offer();
    }

    /// Restores the content of an earlier journal.
    pub(super) fn recover(&mut self) {
        let result = self.book.recover();
        let done = result.is_ok();
        self.status.report(result);
        if done {
            self.rearranged();
            self.status.set("info", "unsaved changes restored; save to keep them");
        }
    }

    /// Closes the notebook and writes what must be kept.
    pub fn close(mut self) {
        self.take_edits();
        self.remember();
        self.book.close();
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
