//! State that the key handlers, the helper and the read loop share.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustyline::{Cmd, Event, EventContext, InputMode, Movement};

use pprepl_session::edit::{Edit, Selection};
use pprepl_session::{FixedText, Mark};
use pprepl_text::Span;
use pprepl_text::theme::Role;

use super::menu::Menu;
use super::paint::LiveText;
use super::pasted::{PasteKey, PasteReader, PastedInputs};

/// State shared by the key handlers, the helper and the read loop.
pub struct Shared {
    text: LiveText,
    dropped: Mutex<Option<String>>,
    edit: AtomicBool,
    change: Mutex<Option<Edit>>,
    /// Whether to fix the first error of the line.
    fix: AtomicBool,
    autoclose: AtomicBool,
    /// Whether Enter found the line complete.
    accepted: AtomicBool,
    /// Whether pprepl was suspended.
    stopped: AtomicBool,
    selection: Mutex<Selection>,
    menu: Mutex<Menu>,
    paste: Mutex<PasteReader>,
    /// The inputs of the last pasted transcript.
    pasted: Mutex<PastedInputs>,
    /// The last input with its fix, shown until the user takes or changes it.
    proposal: Mutex<Option<FixedText>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Returns an empty state for this text.
    pub fn new(text: LiveText) -> Shared {
        Shared {
            text,
            dropped: Mutex::default(),
            edit: AtomicBool::default(),
            change: Mutex::default(),
            fix: AtomicBool::default(),
            autoclose: AtomicBool::default(),
            accepted: AtomicBool::default(),
            stopped: AtomicBool::default(),
            selection: Mutex::default(),
            menu: Mutex::default(),
            paste: Mutex::default(),
            pasted: Mutex::default(),
            proposal: Mutex::default(),
        }
    }

    /// Returns the completion menu.
    pub fn menu(&self) -> MutexGuard<'_, Menu> {
        locked(&self.menu)
    }

    /// Returns the inputs of a line: several if it is the last pasted transcript.
    pub fn inputs(&self, line: &str) -> Vec<String> {
        locked(&self.pasted).split(line).into_iter().map(str::to_owned).collect()
    }

    /// Remembers the inputs of a pasted transcript.
    pub fn set_pasted(&self, pasted: PastedInputs) {
        *locked(&self.pasted) = pasted;
    }

    /// Collects the keys of a paste. At its end, inserts the text, of a transcript only the inputs. Returns `None` for
    /// any other key.
    pub fn paste_key(&self, event: &Event, context: &EventContext) -> Option<Cmd> {
        // In vi's command mode rustyline reads digits itself, and so the paste.
        if context.input_mode() == InputMode::Command {
            return None;
        }
        let pasted = match locked(&self.paste).key(event) {
            PasteKey::None => return None,
            PasteKey::Taken => return Some(Cmd::Noop),
            PasteKey::Ended(text) => text.replace("\r\n", "\n").replace('\r', "\n"),
        };
        let Some(inputs) = PastedInputs::of(&pasted) else { return Some(Cmd::Insert(1, pasted)) };
        let text = inputs.line().to_owned();
        if context.line().trim().is_empty() {
            self.set_pasted(inputs);
        }
        Some(if text.is_empty() { Cmd::Noop } else { Cmd::Insert(1, text) })
    }

    /// Moves in the completion menu. Returns `None` if it is closed.
    pub fn step(&self, by: isize) -> Option<Cmd> {
        self.menu().step(by).then_some(Cmd::Repaint)
    }

    /// Inserts the selected item of the completion menu. Returns `None` if it is closed.
    pub fn accept_item(&self, pos: usize) -> Option<Cmd> {
        let edit = self.menu().accept()?;
        self.make(edit, pos)
    }

    /// Returns the edited text.
    pub fn text(&self) -> &LiveText {
        &self.text
    }

    /// Requests to open the line in the editor.
    pub fn request_editor(&self) {
        self.edit.store(true, Ordering::Relaxed);
    }

    /// Requests to fix the first error of the line.
    pub fn request_fix(&self) {
        self.fix.store(true, Ordering::Relaxed);
    }

    /// Records that pprepl is suspended.
    pub fn note_stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Takes the line that Ctrl-C discarded or that was requested in the editor.
    pub fn take_dropped(&self) -> Option<String> {
        locked(&self.dropped).take()
    }

    /// Returns whether the line is being discarded. It need not be complete then.
    pub fn is_dropping(&self) -> bool {
        locked(&self.dropped).is_some()
    }

    /// Takes the request to open the line in the editor.
    pub fn take_edit(&self) -> bool {
        self.edit.swap(false, Ordering::Relaxed)
    }

    /// Returns whether Enter found the line complete, so that no second check is needed.
    pub fn take_accepted(&self) -> bool {
        self.accepted.swap(false, Ordering::Relaxed)
    }

    /// Returns whether pprepl was suspended since the last redraw. Another program had the terminal in between.
    pub fn take_stopped(&self) -> bool {
        self.stopped.swap(false, Ordering::Relaxed)
    }

    /// Proposes the fixed last input as the line.
    pub fn propose(&self, fixed: FixedText) {
        *locked(&self.proposal) = Some(fixed);
    }

    /// Returns the changed lines of the proposal while it is the line.
    pub fn proposed_lines(&self, line: &str) -> Option<Vec<String>> {
        let proposal = locked(&self.proposal);
        proposal.as_ref().filter(|fixed| fixed.after == line).map(FixedText::changed_lines)
    }

    /// Forgets the proposal. Returns whether it was the line.
    pub fn take_proposal(&self, line: &str) -> bool {
        locked(&self.proposal).take().is_some_and(|fixed| fixed.after == line)
    }

    /// Takes the change that a key requested.
    pub fn take_change(&self) -> Option<Edit> {
        locked(&self.change).take()
    }

    /// Takes the request to fix the first error of the line.
    pub fn take_fix(&self) -> bool {
        self.fix.swap(false, Ordering::Relaxed)
    }

    /// Sets whether opening brackets and quotes insert their closing partners.
    pub fn set_autoclose(&self, on: bool) {
        self.autoclose.store(on, Ordering::Relaxed);
    }

    /// Returns the selection of this line if its cursor has not moved since.
    pub fn selected(&self, line: &str, cursor: usize) -> Option<Range<usize>> {
        locked(&self.selection).of(line, cursor)
    }

    /// Returns the selection as a mark.
    pub fn selection_mark(&self, line: &str, cursor: usize) -> Option<Mark> {
        let range = self.selected(line, cursor)?;
        Some((Span::new(range.start as u32, range.end as u32), Role::Selection))
    }

    /// Discards the line but keeps its text.
    pub fn drop_line(&self, line: &str) {
        *locked(&self.dropped) = Some(line.to_owned());
    }

    /// Returns the command that performs an edit. rustyline has no command for most edits: the helper's completion
    /// performs them, triggered by [`Cmd::Complete`].
    pub fn make(&self, edit: Edit, pos: usize) -> Option<Cmd> {
        let typed = edit.range == (pos..pos) && edit.cursor == pos + edit.text.len();
        if edit.is_motion() && edit.cursor == pos + 1 {
            return Some(Cmd::Move(Movement::ForwardChar(1)));
        }
        if typed {
            return Some(Cmd::Insert(1, edit.text));
        }
        *locked(&self.change) = Some(edit);
        Some(Cmd::Complete)
    }

    /// Submits the line, which is complete.
    pub fn accept(&self) -> Option<Cmd> {
        self.accepted.store(true, Ordering::Relaxed);
        Some(Cmd::AcceptLine)
    }

    /// Returns whether opening brackets and quotes insert their closing partners.
    pub fn autocloses(&self) -> bool {
        self.autoclose.load(Ordering::Relaxed)
    }

    /// Changes the selection.
    pub fn with_selection(&self, change: impl FnOnce(&mut Selection)) -> Option<Cmd> {
        change(&mut locked(&self.selection));
        Some(Cmd::Repaint)
    }
}
