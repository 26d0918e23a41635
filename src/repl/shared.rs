//! State that the key handlers, the helper and the read loop share.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustyline::{Cmd, Event, EventContext, Movement};

use pprepl_session::edit::{Edit, Selection};
use pprepl_session::{FixedText, LexOptions, Mark};
use pprepl_text::Span;
use pprepl_text::theme::Role;

use pprepl_widgets::editor::TextUndo;

use super::history::History;
use super::menu::Menu;
use super::paint::LiveText;
use super::pasted::{PasteKey, PasteReader, PastedInputs};
use super::recall::Recaller;
use super::vi_line::{ViLine, ViReply};

/// State shared by the key handlers, the helper and the read loop.
pub struct Shared {
    text: LiveText,
    dropped: Mutex<Option<String>>,
    edit: AtomicBool,
    change: Mutex<Option<Edit>>,
    request: Mutex<Option<Request>>,
    autoclose: AtomicBool,
    /// How the input is read.
    options: Mutex<LexOptions>,
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
    recaller: Mutex<Recaller>,
    /// The suggested rest of the line.
    suggestion: Mutex<Option<String>>,
    undo: Mutex<TextUndo>,
    /// The vi keys, if they are set.
    vi: Mutex<Option<ViLine>>,
}

/// Work that a key leaves to the helper, which has the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Fix the first error of the line.
    Fix,
    /// Pick an input of the history.
    Pick,
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
            request: Mutex::default(),
            autoclose: AtomicBool::default(),
            options: Mutex::default(),
            accepted: AtomicBool::default(),
            stopped: AtomicBool::default(),
            selection: Mutex::default(),
            menu: Mutex::default(),
            paste: Mutex::default(),
            pasted: Mutex::default(),
            proposal: Mutex::default(),
            recaller: Mutex::new(Recaller::new(History::open())),
            suggestion: Mutex::default(),
            undo: Mutex::default(),
            vi: Mutex::default(),
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

    /// Leaves work to the helper.
    pub fn request(&self, request: Request) -> Option<Cmd> {
        *locked(&self.request) = Some(request);
        Some(Cmd::Complete)
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

    /// Takes the work for the helper.
    pub fn take_request(&self) -> Option<Request> {
        locked(&self.request).take()
    }

    /// Returns the history with the place in it.
    pub fn recaller(&self) -> MutexGuard<'_, Recaller> {
        locked(&self.recaller)
    }

    /// Forgets what belongs to the line, because the next one starts.
    pub fn forget_line(&self) {
        self.recaller().forget();
        *locked(&self.undo) = TextUndo::default();
        locked(&self.vi).iter_mut().for_each(ViLine::start_line);
    }

    /// Sets whether the line has the keys of vi.
    pub fn set_vi(&self, on: bool) {
        let mut vi = locked(&self.vi);
        if on != vi.is_some() {
            *vi = on.then(ViLine::default);
        }
    }

    /// Returns the sign of vi's mode; `None` with other keys.
    pub fn mode_sign(&self) -> Option<char> {
        locked(&self.vi).as_ref().map(ViLine::mode_sign)
    }

    /// Handles a key of vi. Returns `None` for a key with its usual meaning.
    pub fn vi_key(&self, event: &Event, context: &EventContext) -> Option<Cmd> {
        let (line, pos) = (context.line(), context.pos());
        let is_open = self.menu().is_open() || locked(&self.proposal).is_some();
        let reply = locked(&self.vi).as_mut()?.key(event, line, pos, is_open, self.autocloses())?;
        match reply {
            ViReply::Edit(edit) => self.make(edit, pos),
            ViReply::Repaint => Some(Cmd::Repaint),
            ViReply::Older => self.visit(line, pos, |recaller| recaller.older(line, pos)),
            ViReply::Newer => self.visit(line, pos, |recaller| recaller.newer(line)),
            ViReply::Pick => self.request(Request::Pick),
        }
    }

    /// Sets the suggested rest of the line.
    pub fn suggest(&self, rest: Option<String>) {
        *locked(&self.suggestion) = rest;
    }

    /// Returns the suggested rest of the line if the cursor is at its end.
    pub fn suggestion(&self, context: &EventContext) -> Option<String> {
        let is_at_end = context.pos() == context.line().len();
        locked(&self.suggestion).clone().filter(|_| is_at_end && context.has_hint())
    }

    /// Records the line in the undo tree.
    pub fn note_line(&self, line: &str, cursor: usize) {
        locked(&self.undo).note(line, cursor);
    }

    /// Goes to another state of the line in the undo tree.
    pub fn travel(
        &self,
        line: &str,
        pos: usize,
        go: impl FnOnce(&mut TextUndo) -> Option<(String, usize)>,
    ) -> Option<Cmd> {
        let mut undo = locked(&self.undo);
        undo.note(line, pos);
        let Some((text, cursor)) = go(&mut undo) else { return Some(Cmd::Noop) };
        drop(undo);
        self.make(Edit::new(0..line.len(), text, cursor), pos)
    }

    /// Shows an entry of the history.
    pub fn visit(&self, line: &str, pos: usize, go: impl FnOnce(&mut Recaller) -> Option<Edit>) -> Option<Cmd> {
        let edit = go(&mut self.recaller()).filter(|edit| edit.text != line);
        edit.map_or(Some(Cmd::Noop), |edit| self.make(edit, pos))
    }

    /// Sets how the input is read.
    pub fn set_options(&self, options: LexOptions) {
        *locked(&self.options) = options;
    }

    /// Returns how the input is read.
    pub fn options(&self) -> LexOptions {
        *locked(&self.options)
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
        let of_vi = || locked(&self.vi).as_ref()?.selection(line);
        let range = self.selected(line, cursor).or_else(of_vi)?;
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
