//! The line editor, set up with history, helper and keys.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustyline::config::Configurer;
use rustyline::history::MemHistory;
use rustyline::{ColorMode, CompletionType, Config, EditMode, Editor};

use pprepl_session::settings::Keys;
use pprepl_session::{Session, Settings};

use super::keys;
use super::shared::Shared;
use super::show::Screen;
use super::typing::Typing;
use super::waiting::TerminalGuard;
use super::window;

/// The rustyline editor with the helper of the prompt. Its own history is empty: [`super::recall`] goes through ours.
pub type Line = Editor<Typing, MemHistory>;

/// Returns a line editor for a session on a screen.
pub fn open(
    session: &Rc<RefCell<Session>>,
    screen: &Rc<Screen>,
    shared: &Arc<Shared>,
    waiting: &Rc<TerminalGuard>,
) -> rustyline::Result<Line> {
    let config = Config::builder()
        .auto_add_history(false)
        // The menu is ours: rustyline sees one candidate at most.
        .completion_type(CompletionType::List)
        .color_mode(if screen.is_styled() { ColorMode::Forced } else { ColorMode::Disabled })
        // `TerminalGuard` enables bracketed paste.
        .bracketed_paste(false)
        .tab_stop(window::TAB_STOP as u8)
        .build();
    let mut line = Editor::with_history(config, MemHistory::new())?;
    // A line is drawn in one write. Only a long line needs synchronized output, and `Typing` adds it.
    line.enable_synchronized_output(false);
    line.set_helper(Some(Typing::new(session.clone(), screen.clone(), shared.clone(), waiting.clone())));
    keys::bind(&mut line, shared);
    adapt(&mut line, shared, session.borrow().settings());
    Ok(line)
}

/// Time to wait for the rest of a key sequence before Esc is a key of its own, in milliseconds (as in readline).
const ESCAPE: u16 = 500;

/// The same with the keys of vi, where Esc is a frequent key.
const ESCAPE_OF_VI: u16 = 50;

/// Adapts the line editor to settings that may have changed.
pub fn adapt(line: &mut Line, shared: &Shared, settings: &Settings) {
    let is_vi = settings.display.keys == Keys::Vi;
    // The keys of vi are ours: what they leave has the meaning of Emacs.
    line.set_edit_mode(EditMode::Emacs);
    shared.set_vi(is_vi);
    // Changing the mode resets it.
    line.set_keyseq_timeout(Some(if is_vi { ESCAPE_OF_VI } else { ESCAPE }));
    shared.set_autoclose(settings.display.autoclose);
    shared.set_options(settings.input_options());
    shared.recaller().history.recall = settings.display.history;
}
