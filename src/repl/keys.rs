//! What keys do beyond rustyline's own: Enter that knows Puppet, a closing bracket that steps back, Ctrl-C that keeps
//! what it drops, the editor, a new line.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::{Line, indent, typing};

/// What key handlers tell the helper and the loop.
#[derive(Default)]
pub struct Shared {
    dropped: Mutex<Option<String>>,
    edit: AtomicBool,
    closing: Mutex<Option<(char, usize)>>,
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

    /// The bracket that was typed, with the number of blanks before it that go away.
    pub fn take_closing(&self) -> Option<(char, usize)> {
        self.closing.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn drop_line(&self, line: &str) {
        *self.dropped.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.to_owned());
    }

    fn close(&self, bracket: char, blanks: usize) {
        *self.closing.lock().unwrap_or_else(PoisonError::into_inner) = Some((bracket, blanks));
    }
}

/// Binds the keys.
pub fn bind(line: &mut Line, shared: &Arc<Shared>) {
    let handler = |handle: Handle| EventHandler::Conditional(Box::new(Key { shared: shared.clone(), handle }));
    line.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::NONE), handler(enter));
    line.bind_sequence(KeyEvent::ctrl('J'), handler(enter));
    line.bind_sequence(KeyEvent(KeyCode::Enter, Modifiers::ALT), handler(newline));
    line.bind_sequence(KeyEvent::ctrl('C'), handler(interrupt));
    line.bind_sequence(Event::KeySeq(vec![KeyEvent::ctrl('X'), KeyEvent::ctrl('E')]), handler(edit));
    line.bind_sequence(KeyEvent(KeyCode::Tab, Modifiers::NONE), handler(tab));
    for bracket in ['}', ')', ']'] {
        line.bind_sequence(KeyEvent(KeyCode::Char(bracket), Modifiers::NONE), handler(close));
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
fn enter(_: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
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

/// A closing bracket on a line of blanks steps back a level. No command of rustyline does that: the helper's completion
/// does, asked for by [`Cmd::Complete`].
fn close(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let Some(KeyEvent(KeyCode::Char(bracket), _)) = event.get(0) else { return None };
    let blanks = indent::closing(context.line().get(..context.pos()).unwrap_or(""));
    if blanks == 0 || context.input_mode() == rustyline::InputMode::Command {
        return None;
    }
    shared.close(*bracket, blanks);
    Some(Cmd::Complete)
}
