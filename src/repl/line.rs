//! The line editor, set up with history, helper and keys.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustyline::config::Configurer;
use rustyline::{ColorMode, CompletionType, Config, EditMode, Editor};

use pprepl_session::settings::Keys;
use pprepl_session::{Session, Settings};

use super::history::SessionHistory;
use super::keys;
use super::shared::Shared;
use super::show::Screen;
use super::typing::Typing;
use super::window;

/// The rustyline editor with the helper and history of the prompt.
pub type Line = Editor<Typing, SessionHistory>;

/// Returns a line editor for a session on a screen.
pub fn open(session: &Rc<RefCell<Session>>, screen: &Rc<Screen>, shared: &Arc<Shared>) -> rustyline::Result<Line> {
    let edit_mode = edit_mode(session.borrow().settings());
    let config = Config::builder()
        .auto_add_history(false)
        // The menu is ours: rustyline sees one candidate at most.
        .completion_type(CompletionType::List)
        .edit_mode(edit_mode)
        .color_mode(if screen.is_styled() { ColorMode::Forced } else { ColorMode::Disabled })
        // `TerminalGuard` enables bracketed paste.
        .bracketed_paste(false)
        .tab_stop(window::TAB_STOP as u8)
        .build();
    let history = SessionHistory::open();
    let recalled = history.recalled();
    let mut line = Editor::with_history(config, history)?;
    line.set_keyseq_timeout(ESCAPE);
    // A line is drawn in one write. Only a long line needs synchronized output, and `Typing` adds it.
    line.enable_synchronized_output(false);
    line.set_helper(Some(Typing::new(session.clone(), screen.clone(), shared.clone(), recalled)));
    keys::bind(&mut line, shared);
    shared.set_autoclose(session.borrow().settings().display.autoclose);
    Ok(line)
}

/// Time to wait for the rest of a key sequence before Esc is a key of its own, in milliseconds (as in readline).
pub const ESCAPE: Option<u16> = Some(500);

/// Returns the keys of the line editor.
pub fn edit_mode(settings: &Settings) -> EditMode {
    match settings.display.keys {
        Keys::Emacs => EditMode::Emacs,
        Keys::Vi => EditMode::Vi,
    }
}
