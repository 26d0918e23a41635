//! Starting the application with a notebook.

use std::io::ErrorKind;
use std::path::Path;

use pprepl_files as files;
use pprepl_notebook::pane::Pane;
use pprepl_session::RuleSet;
use pprepl_text::theme::Role;

use super::app::App;
use super::appearance::Appearance;
use super::checks::Checks;
use super::command::{Command, DialogRequest};
use super::dialog_host::DialogHost;
use super::engine::Engine;
use super::files::FileControl;
use super::find::Finder;
use super::keyboard::Keyboard;
use super::keymap::{self, Keymap, Own};
use super::lesson::Learning;
use super::notebook_view::{NotebookView, set_lesson};
use super::pane_layout::PaneLayout;
use super::panes::Panes;
use super::pointer::Pointer;
use super::preferences::Memory;
use super::remembered;
use super::runner::Runner;
use super::start::Start;
use super::status_line::StatusMessage;
use super::table::KeySet;
use super::trusting::TrustPolicy;
use super::workspace::Workspace;
use crate::screen::palette;

impl App {
    /// Returns the application for a notebook, or for the learner's copy of a lesson. In automatic mode its cells start
    /// running.
    pub fn new(book: Workspace, engine: Engine, learning: Learning, start: &Start) -> App {
        let memory = Memory::at(start.state_folder.clone()).with_keys(start.default_keys);
        let remembered = memory.load();
        let state = memory.load_notebook(remembered::subject(&book, learning.is_open()).as_deref());
        let keys = start.keys.or_else(|| KeySet::named(&state.keys)).unwrap_or_default();
        let (keyboard, fault) = keyboard(keys, start.key_file.as_deref(), &start.own_keys);
        // A theme of the command line applies only to this process.
        let theme = match &*start.settings.display.theme {
            "auto" => &remembered.theme,
            chosen => chosen,
        };
        let palette = palette(start.color, start.settings.themes, theme);
        // A learner sees the cells only, until they open a pane.
        let shows_panes = !learning.is_open();
        let panes = state.panes.each_ref().map(|name| Pane::named(name).filter(|_| shows_panes));
        let is_own = learning.is_open();
        let reach = start.settings.execution.files;
        let trust = TrustPolicy { store: start.trust.clone(), safe: start.safe, reach, is_own };
        let language = start.settings.language_words().join(" ");
        let mut app = App {
            notebook: NotebookView::new(book, keys),
            runner: Runner::new(engine, Checks::new(RuleSet::changed(&remembered.rules)), trust),
            panes: Panes::new(PaneLayout::new(panes, state.share)),
            dialogs: DialogHost::default(),
            learning,
            finder: Finder::default(),
            files: FileControl::default(),
            keys: keyboard,
            pointer: Pointer::default(),
            appearance: Appearance::new(palette, remembered.theme.clone(), start.times && shows_panes, language),
            status: StatusMessage::default(),
            memory,
            wishes: Vec::new(),
            should_quit: false,
        };
        app.runner.begin(state.reactive);
        remembered::restore_cells(&mut app, &state);
        if let Some(fault) = fault {
            app.status.set(Role::Warning, fault);
        }
        app.runner.judge(&app.notebook);
        set_lesson(&mut app.notebook, app.learning.is_open());
        app.begin();
        if app.learning.is_open() {
            let greeting = app.learning.greeting(&app.keys);
            app.run_all(greeting);
        }
        app.offer();
        app
    }

    /// Commits every cell; in automatic mode they run.
    pub(super) fn begin(&mut self) {
        self.notebook.begin();
        self.run_notebook_commands();
        self.request_refresh();
    }

    /// Reports how the notebook was opened, and offers to restore what an earlier process left.
    pub(super) fn offer(&mut self) {
        let rejection = self.runner.rejection_text(&self.notebook, &self.keys);
        let remarks: Vec<String> = rejection.into_iter().chain(self.notebook.book.greeting()).collect();
        if !remarks.is_empty() {
            self.status.set(Role::Warning, remarks.join("; "));
        }
        if let Some(text) = self.notebook.book.recovery() {
            self.run(Command::Dialog(DialogRequest::Recover(text)));
        }
    }
}

/// Returns the keyboard with the user's own keys, and the first error in their file.
fn keyboard(keys: KeySet, file: Option<&Path>, configured: &Own) -> (Keyboard, Option<String>) {
    let (mut own, mut faults) = own_keys(file);
    own.extend(configured.iter().filter(|(action, _)| !action.starts_with("prompt.")).cloned());
    let (keymap, wrong) = Keymap::new(keys, &own);
    faults.extend(wrong.iter().map(ToString::to_string));
    let name = file.and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let fault = (!faults.is_empty()).then(|| format!("{name}: {}", faults.join("; ")));
    (Keyboard::new(keymap, own), fault)
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
        Err(fault) => (Own::new(), vec![fault.to_string()]),
    }
}
