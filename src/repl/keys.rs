//! What keys do beyond rustyline's own, in one table: Enter that knows Puppet, brackets that close and step back,
//! alignment, a selection that grows, Ctrl-C that keeps what it drops, the editor, a new line.
//!
//! What rustyline cannot do: keys cannot change text at two places but through its completion, which is what
//! [`Change`] goes through; it has no selection of its own, so ours is painted, and only the keys of this table know it;
//! it has no timer, so nothing is shown between keys.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, InputMode, KeyCode, KeyEvent, Modifiers, Movement,
    RepeatCount,
};

use crate::session::Mark;
use crate::text::Span;

use super::{Line, indent, rewrite, selection, typing};

/// A change of the line at one place, and where the cursor is then.
pub struct Change {
    /// The bytes that go away.
    pub range: Range<usize>,
    /// What comes in.
    pub text: String,
    /// The cursor after it.
    pub cursor: usize,
}

/// What key handlers tell the helper and the loop.
#[derive(Default)]
pub struct Shared {
    dropped: Mutex<Option<String>>,
    edit: AtomicBool,
    change: Mutex<Option<Change>>,
    autoclose: AtomicBool,
    pub(super) selection: Mutex<selection::Selection>,
}

impl Shared {
    /// The line that Ctrl-C dropped, or that is wanted in the editor.
    pub fn take_dropped(&self) -> Option<String> {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Is the line being dropped? Then it need not be complete.
    pub fn is_dropping(&self) -> bool {
        self.dropped.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Is the line wanted in the editor?
    pub fn take_edit(&self) -> bool {
        self.edit.swap(false, Ordering::Relaxed)
    }

    /// The change that a key asked for.
    pub fn take_change(&self) -> Option<Change> {
        self.change.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Do brackets and quotes bring their partners along?
    pub fn set_autoclose(&self, on: bool) {
        self.autoclose.store(on, Ordering::Relaxed);
    }

    /// What is selected of this line, when its cursor is there.
    pub fn selected(&self, line: &str, cursor: usize) -> Option<Range<usize>> {
        self.selection.lock().unwrap_or_else(PoisonError::into_inner).of(line, cursor)
    }

    /// The selection as a mark.
    pub fn selection_mark(&self, line: &str, cursor: usize) -> Option<Mark> {
        let range = self.selected(line, cursor)?;
        Some((Span::new(range.start as u32, range.end as u32), "selection"))
    }

    fn drop_line(&self, line: &str) {
        *self.dropped.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.to_owned());
    }

    /// Asks for a change. No command of rustyline makes it: the helper's completion does, asked for by [`Cmd::Complete`].
    fn change(&self, range: Range<usize>, text: impl Into<String>, cursor: usize) -> Option<Cmd> {
        *self.change.lock().unwrap_or_else(PoisonError::into_inner) = Some(Change { range, text: text.into(), cursor });
        Some(Cmd::Complete)
    }
}

/// A row of the table.
struct Row {
    /// The key as people write it.
    name: &'static str,
    /// What it does.
    what: &'static str,
    events: &'static [KeyEvent],
    handle: Handle,
}

const fn key(code: KeyCode) -> KeyEvent {
    KeyEvent(code, Modifiers::NONE)
}

const fn alt(code: KeyCode) -> KeyEvent {
    KeyEvent(code, Modifiers::ALT)
}

const fn ctrl(letter: char) -> KeyEvent {
    KeyEvent(KeyCode::Char(letter), Modifiers::CTRL)
}

/// Every key of ours. A row with an empty name belongs to the one above.
static KEYS: &[Row] = &[
    Row {
        name: "Enter",
        what: "run a complete input; else go on on a new line, indented",
        events: &[key(KeyCode::Enter)],
        handle: enter,
    },
    Row { name: "", what: "", events: &[ctrl('J')], handle: enter },
    Row { name: "Alt-Enter", what: "start a new line, indented", events: &[alt(KeyCode::Enter)], handle: newline },
    Row {
        name: "Tab",
        what: "complete the word; indent at the start of a line",
        events: &[key(KeyCode::Tab)],
        handle: tab,
    },
    Row {
        name: "Alt-=",
        what: "put the arrows (=>) of each list under each other",
        events: &[alt(KeyCode::Char('='))],
        handle: align,
    },
    Row {
        name: "Ctrl-X Ctrl-F",
        what: "put the input into the form of the style guide",
        events: &[ctrl('X'), ctrl('F')],
        handle: format,
    },
    Row {
        name: "Alt-Up",
        what: "select the expression around the cursor, then what is around that",
        events: &[alt(KeyCode::Up)],
        handle: expand,
    },
    Row { name: "Alt-Down", what: "select less again", events: &[alt(KeyCode::Down)], handle: shrink },
    Row {
        name: "Backspace",
        what: "delete the selection, or a pair of brackets or quotes with nothing in it ('autoclose')",
        events: &[key(KeyCode::Backspace)],
        handle: backspace,
    },
    Row { name: "", what: "", events: &[ctrl('H')], handle: backspace },
    Row { name: "", what: "", events: &[key(KeyCode::Delete)], handle: delete },
    Row {
        name: "( [ { ' \" |",
        what: "go around the selection; with the setting 'autoclose' bring the closing one along",
        events: &[key(KeyCode::Char('('))],
        handle: open,
    },
    Row { name: "", what: "", events: &[key(KeyCode::Char('['))], handle: open },
    Row { name: "", what: "", events: &[key(KeyCode::Char('{'))], handle: open },
    Row { name: "", what: "", events: &[key(KeyCode::Char('\''))], handle: open },
    Row { name: "", what: "", events: &[key(KeyCode::Char('"'))], handle: open },
    Row { name: "", what: "", events: &[key(KeyCode::Char('|'))], handle: open },
    Row {
        name: ") ] }",
        what: "step back a level on an empty line; with 'autoclose' step over the one that is there",
        events: &[key(KeyCode::Char(')'))],
        handle: close,
    },
    Row { name: "", what: "", events: &[key(KeyCode::Char(']'))], handle: close },
    Row { name: "", what: "", events: &[key(KeyCode::Char('}'))], handle: close },
    Row { name: "Ctrl-X Ctrl-E", what: "open the input in your editor", events: &[ctrl('X'), ctrl('E')], handle: edit },
    Row {
        name: "Ctrl-C",
        what: "drop the input (Up brings it back); twice on an empty line leaves",
        events: &[ctrl('C')],
        handle: interrupt,
    },
];

/// The keys and what they do.
pub fn table() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().filter(|row| !row.name.is_empty()).map(|row| (row.name, row.what))
}

/// Binds the keys.
pub fn bind(line: &mut Line, shared: &Arc<Shared>) {
    for row in KEYS {
        let handler = EventHandler::Conditional(Box::new(Key { shared: shared.clone(), handle: row.handle }));
        match row.events {
            [event] => line.bind_sequence(*event, handler),
            events => line.bind_sequence(Event::KeySeq(events.to_vec()), handler),
        };
    }
}

type Handle = fn(&Shared, &Event, &EventContext) -> Option<Cmd>;

struct Key {
    shared: Arc<Shared>,
    handle: Handle,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        (self.handle)(&self.shared, event, context)
    }
}

/// Submits a complete input; else starts a new line, indented. In the middle of a block Enter never submits.
fn enter(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
    if shared.autoclose.load(Ordering::Relaxed)
        && let Some((text, cursor)) = rewrite::opened_block(line, pos)
    {
        return shared.change(pos..pos, text, cursor);
    }
    let after = line.get(pos..).unwrap_or("");
    let inside = line.contains('\n') && !after.trim().is_empty();
    if !inside && !typing::goes_on(line) {
        return Some(Cmd::AcceptLine);
    }
    newline_at(line, pos)
}

fn newline(_: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    newline_at(context.line(), context.pos())
}

fn newline_at(line: &str, pos: usize) -> Option<Cmd> {
    let indent = indent::next_line(line, pos);
    Some(Cmd::Insert(1, format!("\n{indent}")))
}

/// Drops the line but keeps its text: Up brings it back. (It is accepted, and the loop knows that it is dropped:
/// `Cmd::Interrupt` would lose the keys that were typed ahead, and leave the preview on the screen.)
fn interrupt(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.drop_line(context.line());
    Some(Cmd::AcceptLine)
}

fn edit(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.drop_line(context.line());
    shared.edit.store(true, Ordering::Relaxed);
    Some(Cmd::AcceptLine)
}

/// Completes after a word; indents at the start of a line.
fn tab(_: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let before = context.line().get(..context.pos()).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    let indents = line.trim().is_empty() && before.contains('\n');
    Some(if indents { Cmd::Insert(1, "  ".to_owned()) } else { Cmd::Complete })
}

fn align(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    rewritten(shared, context, rewrite::aligned(context.line()))
}

fn format(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    rewritten(shared, context, rewrite::formatted(context.line()))
}

/// Puts `text` in place of the line; the cursor stays behind what it stood behind.
fn rewritten(shared: &Shared, context: &EventContext, text: String) -> Option<Cmd> {
    let line = context.line();
    if text == line {
        return Some(Cmd::Noop);
    }
    let cursor = rewrite::same_place(line, context.pos(), &text);
    shared.change(0..line.len(), text, cursor)
}

fn expand(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.selection.lock().unwrap_or_else(PoisonError::into_inner).expand(context.line(), context.pos());
    Some(Cmd::Repaint)
}

fn shrink(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.selection.lock().unwrap_or_else(PoisonError::into_inner).shrink(context.line(), context.pos());
    Some(Cmd::Repaint)
}

fn delete(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let selected = shared.selected(context.line(), context.pos())?;
    let start = selected.start;
    shared.change(selected, "", start)
}

fn backspace(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let pos = context.pos();
    if let Some(cmd) = delete(shared, event, context) {
        return Some(cmd);
    }
    let on = shared.autoclose.load(Ordering::Relaxed) && pos > 0;
    (on && rewrite::is_empty_pair(context.line(), pos)).then(|| shared.change(pos - 1..pos + 1, "", pos - 1))?
}

/// The character that was typed, unless keys are commands.
fn typed(event: &Event, context: &EventContext) -> Option<char> {
    match event.get(0) {
        Some(KeyEvent(KeyCode::Char(typed), _)) if context.input_mode() != InputMode::Command => Some(*typed),
        _ => None,
    }
}

/// Goes around the selection, or brings its partner along.
fn open(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos, typed) = (context.line(), context.pos(), typed(event, context)?);
    if let Some(selected) = shared.selected(line, pos) {
        let around = rewrite::wrapped(line.get(selected.clone())?, typed)?;
        let cursor = selected.start + around.len();
        return shared.change(selected, around, cursor);
    }
    paired(shared, line, pos, typed)
}

fn paired(shared: &Shared, line: &str, pos: usize, typed: char) -> Option<Cmd> {
    if !shared.autoclose.load(Ordering::Relaxed) {
        return None;
    }
    match rewrite::pairing(line, pos, typed) {
        crate::tree::Pairing::Brings(partner) => {
            shared.change(pos..pos, format!("{typed}{partner}"), pos + typed.len_utf8())
        }
        crate::tree::Pairing::StepsOver => Some(Cmd::Move(Movement::ForwardChar(1))),
        crate::tree::Pairing::Plain => None,
    }
}

/// A closing bracket on a line of blanks steps back a level, or on to the one that is there.
fn close(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos, bracket) = (context.line(), context.pos(), typed(event, context)?);
    let autoclose = shared.autoclose.load(Ordering::Relaxed);
    if let Some((range, cursor)) = rewrite::closer_below(line, pos, bracket).filter(|_| autoclose) {
        return shared.change(range, "", cursor);
    }
    let blanks = indent::closing(line.get(..pos).unwrap_or(""));
    if blanks > 0 {
        return shared.change(pos - blanks..pos, bracket, pos - blanks + 1);
    }
    paired(shared, line, pos, bracket)
}
