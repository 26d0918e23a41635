//! Key bindings beyond those of rustyline, in one table: Enter that knows Puppet, automatic closing brackets,
//! alignment, an expanding selection, Ctrl-C that keeps the discarded line, the external editor, and a new line.
//!
//! Limits of rustyline: a key can change two positions of a line only through completion, which [`Edit`] uses. It has
//! no selection, so ours is painted, and only the keys of this table know it. It has no timer, so the screen does not
//! change between keys.

use std::sync::Arc;

use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode, KeyEvent, Modifiers,
    Movement, RepeatCount,
};

use pprepl_session::edit::{self, Edit, Enter};
use pprepl_widgets::editor::{COMPLETION_ROWS, TextUndo};

use super::shared::{Request, Shared};
use super::suggestion::first_word;
use super::terminal;
use super::waiting::mark_pastes;

/// A row of the key table.
struct Row {
    /// The display name of the key.
    name: &'static str,
    /// The description of its effect.
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

/// All key bindings of pprepl. A row with an empty name belongs to the row above.
static KEYS: &[Row] = &[
    Row {
        name: "Enter",
        what: "run a complete input, or continue on a new, indented line",
        events: &[key(KeyCode::Enter)],
        handle: enter,
    },
    Row { name: "", what: "", events: &[ctrl('J')], handle: enter },
    Row { name: "Alt-Enter", what: "start a new line, indented", events: &[alt(KeyCode::Enter)], handle: newline },
    Row {
        name: "Tab",
        what: "complete the word, or open a menu (Up, Down, Tab, Esc); indent at the start of a line",
        events: &[key(KeyCode::Tab)],
        handle: tab,
    },
    Row { name: "", what: "", events: &[key(KeyCode::BackTab)], handle: previous_item },
    Row {
        name: "Up",
        what: "go a line up; at the first line: the next older input that starts like the typed text",
        events: &[key(KeyCode::Up)],
        handle: up,
    },
    Row { name: "", what: "", events: &[ctrl('P')], handle: up },
    Row {
        name: "Down",
        what: "go a line down; at the last line: the next newer input",
        events: &[key(KeyCode::Down)],
        handle: down,
    },
    Row { name: "", what: "", events: &[ctrl('N')], handle: down },
    Row {
        name: "Ctrl-R",
        what: "pick an input of the history: fuzzy search, with the result of each",
        events: &[ctrl('R')],
        handle: pick,
    },
    Row {
        name: "Right End Ctrl-E",
        what: "at the end of the line: accept the suggestion in gray",
        events: &[key(KeyCode::Right)],
        handle: accept_suggestion,
    },
    Row { name: "", what: "", events: &[key(KeyCode::End)], handle: accept_suggestion },
    Row { name: "", what: "", events: &[ctrl('E')], handle: accept_suggestion },
    Row { name: "", what: "", events: &[ctrl('F')], handle: accept_suggestion },
    Row {
        name: "Alt-F Ctrl-Right",
        what: "at the end of the line: accept the next word of the suggestion",
        events: &[alt(KeyCode::Char('f'))],
        handle: accept_word,
    },
    Row { name: "", what: "", events: &[KeyEvent(KeyCode::Right, Modifiers::CTRL)], handle: accept_word },
    Row { name: "", what: "", events: &[alt(KeyCode::Right)], handle: accept_word },
    Row { name: "Ctrl-_ Ctrl-X Ctrl-U", what: "undo", events: &[ctrl('_')], handle: undo },
    Row { name: "", what: "", events: &[ctrl('X'), ctrl('U')], handle: undo },
    Row { name: "Alt-_ Ctrl-X Ctrl-R", what: "redo", events: &[alt(KeyCode::Char('_'))], handle: redo },
    Row { name: "", what: "", events: &[ctrl('X'), ctrl('R')], handle: redo },
    Row {
        name: "Ctrl-X Ctrl-B",
        what: "go to the text that an undo and a later change left (the next branch of the undo tree)",
        events: &[ctrl('X'), ctrl('B')],
        handle: next_branch,
    },
    Row { name: "", what: "", events: &[key(KeyCode::PageUp)], handle: previous_items },
    Row { name: "", what: "", events: &[key(KeyCode::PageDown)], handle: next_items },
    Row { name: "", what: "", events: &[key(KeyCode::Esc)], handle: close_menu },
    Row { name: "", what: "", events: &[ctrl('G')], handle: close_menu },
    Row {
        name: "Alt-=",
        what: "align the arrows (=>) of each list",
        events: &[alt(KeyCode::Char('='))],
        handle: align,
    },
    Row { name: "Ctrl-X Ctrl-F", what: "format the input", events: &[ctrl('X'), ctrl('F')], handle: format },
    Row {
        name: "Alt-.",
        what: "apply the first fix; press again for the next; at an empty prompt fix the last input",
        events: &[alt(KeyCode::Char('.'))],
        handle: fix,
    },
    Row {
        name: "Alt-;",
        what: "comment or uncomment the line, or the selected lines",
        events: &[alt(KeyCode::Char(';'))],
        handle: comment,
    },
    Row {
        name: "Alt-Up",
        what: "select the expression around the cursor; press again to expand",
        events: &[alt(KeyCode::Up)],
        handle: expand,
    },
    Row { name: "Alt-Down", what: "shrink the selection", events: &[alt(KeyCode::Down)], handle: shrink },
    Row {
        name: "Backspace",
        what: "delete the selection, or an empty pair of brackets or quotes ('autoclose')",
        events: &[key(KeyCode::Backspace)],
        handle: backspace,
    },
    Row { name: "", what: "", events: &[ctrl('H')], handle: backspace },
    Row { name: "", what: "", events: &[key(KeyCode::Delete)], handle: delete },
    Row {
        name: "( [ { ' \" |",
        what: "surround the selection; with the setting 'autoclose' also insert the closing one",
        events: &[key(KeyCode::Char('('))],
        handle: pair,
    },
    Row { name: "", what: "", events: &[key(KeyCode::Char('['))], handle: pair },
    Row { name: "", what: "", events: &[key(KeyCode::Char('{'))], handle: pair },
    Row { name: "", what: "", events: &[key(KeyCode::Char('\''))], handle: pair },
    Row { name: "", what: "", events: &[key(KeyCode::Char('"'))], handle: pair },
    Row { name: "", what: "", events: &[key(KeyCode::Char('|'))], handle: pair },
    Row {
        name: ") ] }",
        what: "outdent an empty line; with 'autoclose' skip an existing closing bracket",
        events: &[key(KeyCode::Char(')'))],
        handle: pair,
    },
    Row { name: "", what: "", events: &[key(KeyCode::Char(']'))], handle: pair },
    Row { name: "", what: "", events: &[key(KeyCode::Char('}'))], handle: pair },
    Row {
        name: "Ctrl-Home Alt-<",
        what: "go to the start of the input",
        events: &[KeyEvent(KeyCode::Home, Modifiers::CTRL)],
        handle: to_start,
    },
    Row { name: "", what: "", events: &[alt(KeyCode::Char('<'))], handle: to_start },
    Row {
        name: "Ctrl-End Alt->",
        what: "go to the end of the input",
        events: &[KeyEvent(KeyCode::End, Modifiers::CTRL)],
        handle: to_end,
    },
    Row { name: "", what: "", events: &[alt(KeyCode::Char('>'))], handle: to_end },
    Row {
        name: "Ctrl-X Ctrl-E",
        what: "open the input in your editor",
        events: &[ctrl('X'), ctrl('E')],
        handle: editor,
    },
    Row {
        name: "Ctrl-C",
        what: "discard the input (Up restores it); twice on an empty line: quit",
        events: &[ctrl('C')],
        handle: interrupt,
    },
    Row { name: "Ctrl-Z", what: "suspend pprepl; the shell's fg resumes it", events: &[ctrl('Z')], handle: stop },
];

/// Returns the keys and their descriptions.
pub fn table() -> impl Iterator<Item = (&'static str, &'static str)> {
    KEYS.iter().filter(|row| !row.name.is_empty()).map(|row| (row.name, row.what))
}

/// Returns the handler of a key by its name in the table.
pub fn handler(name: &str, shared: &Arc<Shared>) -> Option<EventHandler> {
    let row = KEYS.iter().find(|row| row.name == name)?;
    Some(EventHandler::Conditional(Box::new(Key { shared: shared.clone(), handle: row.handle })))
}

/// Binds the keys.
pub fn bind<H: Helper, I: History>(line: &mut Editor<H, I>, shared: &Arc<Shared>) {
    for row in KEYS {
        let handler = EventHandler::Conditional(Box::new(Key { shared: shared.clone(), handle: row.handle }));
        match row.events {
            [event] => line.bind_sequence(*event, handler),
            events => line.bind_sequence(Event::KeySeq(events.to_vec()), handler),
        };
    }
    // Every key may belong to a paste.
    let unbound = Key { shared: shared.clone(), handle: |_, _, _| None };
    line.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(unbound)));
}

/// A key handler. `None` leaves the key to rustyline. Only keys that rustyline knows can be bound: after any other key
/// it would wait for the next one and drop both.
type Handle = fn(&Shared, &Event, &EventContext) -> Option<Cmd>;

struct Key {
    shared: Arc<Shared>,
    handle: Handle,
}

impl ConditionalEventHandler for Key {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let shared = &self.shared;
        let pasted = shared.paste_key(event, context);
        pasted.or_else(|| shared.vi_key(event, context)).or_else(|| (self.handle)(shared, event, context))
    }
}

/// Submits a complete input; otherwise starts a new, indented line. In the middle of a block Enter never submits.
fn enter(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos, autoclose) = (context.line(), context.pos(), shared.autocloses());
    if let Some(accepted) = shared.accept_item(pos) {
        return Some(accepted);
    }
    let inputs = shared.inputs(line);
    let is_transcript = inputs.len() > 1 && line.get(pos..).is_some_and(|behind| behind.trim().is_empty());
    if is_transcript && inputs.last().is_some_and(|last| edit::runs(last, last.len(), shared.options())) {
        return shared.accept();
    }
    if !autoclose && edit::runs(line, pos, shared.options()) {
        return shared.accept();
    }
    match shared.text().with_document(line, |document| edit::enter(document, pos, autoclose, shared.options())) {
        Enter::Runs => shared.accept(),
        Enter::GoesOn(edit) => shared.make(edit, pos),
    }
}

fn newline(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let pos = context.pos();
    shared.make(shared.text().with_document(context.line(), |document| edit::new_line(document, pos)), pos)
}

/// Discards the line but keeps its text: Up restores it. rustyline accepts the line, and the read loop knows that it is
/// discarded. `Cmd::Interrupt` would lose typed-ahead keys and leave the preview on the screen.
fn interrupt(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    if let Some(dropped) = drop_proposal(shared, context) {
        return Some(dropped);
    }
    if shared.menu().close() {
        return Some(Cmd::Repaint);
    }
    shared.drop_line(context.line());
    Some(Cmd::AcceptLine)
}

/// Moves to the start of the block. From there Alt-< goes to the oldest history entry, as in other editors.
fn to_start(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
    match () {
        () if pos > 0 => Some(Cmd::Move(Movement::BeginningOfBuffer)),
        () if is_alt(event) => shared.visit(line, pos, |recaller| recaller.oldest(line)),
        () => Some(Cmd::Noop),
    }
}

/// Moves to the end of the block. From there Alt-> goes to the newest history entry.
fn to_end(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
    match () {
        () if pos < line.len() => Some(Cmd::Move(Movement::EndOfBuffer)),
        () if is_alt(event) => shared.visit(line, pos, |recaller| recaller.newest(line)),
        () => Some(Cmd::Noop),
    }
}

fn is_alt(event: &Event) -> bool {
    event.get(0).is_some_and(|KeyEvent(_, modifiers)| modifiers.contains(Modifiers::ALT))
}

fn stop(shared: &Shared, _: &Event, _: &EventContext) -> Option<Cmd> {
    mark_pastes(false);
    terminal::release_for_others();
    shared.note_stop();
    Some(Cmd::Suspend)
}

fn editor(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.drop_line(context.line());
    shared.request_editor();
    Some(Cmd::AcceptLine)
}

/// Moves in the menu or the block, or goes to an older entry of the history.
fn up(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
    let is_first = !line.get(..pos).unwrap_or_default().contains('\n');
    shared.step(-1).or_else(|| match is_first {
        true => shared.visit(line, pos, |recaller| recaller.older(line, pos)),
        false => Some(Cmd::Move(Movement::LineUp(1))),
    })
}

/// Moves in the menu or the block, or goes to a newer entry of the history.
fn down(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
    let is_last = !line.get(pos..).unwrap_or_default().contains('\n');
    shared.step(1).or_else(|| match is_last {
        true => shared.visit(line, pos, |recaller| recaller.newer(line)),
        false => Some(Cmd::Move(Movement::LineDown(1))),
    })
}

/// Picks an input of the history.
fn pick(shared: &Shared, _: &Event, _: &EventContext) -> Option<Cmd> {
    shared.menu().close();
    shared.request(Request::Pick)
}

fn accept_suggestion(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.suggestion(context).map(|rest| Cmd::Insert(1, rest))
}

fn accept_word(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.suggestion(context).map(|rest| Cmd::Insert(1, first_word(&rest).to_owned()))
}

fn undo(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.travel(context.line(), context.pos(), TextUndo::undo)
}

fn redo(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.travel(context.line(), context.pos(), TextUndo::redo)
}

fn next_branch(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.travel(context.line(), context.pos(), TextUndo::next_branch)
}

fn previous_item(shared: &Shared, _: &Event, _: &EventContext) -> Option<Cmd> {
    shared.step(-1)
}

fn previous_items(shared: &Shared, _: &Event, _: &EventContext) -> Option<Cmd> {
    shared.step(-(COMPLETION_ROWS as isize))
}

fn next_items(shared: &Shared, _: &Event, _: &EventContext) -> Option<Cmd> {
    shared.step(COMPLETION_ROWS as isize)
}

fn close_menu(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.menu().close().then_some(Cmd::Repaint).or_else(|| drop_proposal(shared, context))
}

/// Empties the line if it is the proposed fix of the last input.
fn drop_proposal(shared: &Shared, context: &EventContext) -> Option<Cmd> {
    shared.take_proposal(context.line()).then_some(Cmd::Kill(Movement::WholeBuffer))
}

/// Inserts the selected item of the menu; completes after a word; indents at the start of a line.
fn tab(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    if let Some(accepted) = shared.accept_item(context.pos()) {
        return Some(accepted);
    }
    let before = context.line().get(..context.pos()).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    let indents = line.trim().is_empty() && before.contains('\n');
    Some(if indents { Cmd::Insert(1, "  ".to_owned()) } else { Cmd::Complete })
}

fn align(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    rewritten(shared, context, edit::align(context.line(), context.pos()))
}

fn format(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    rewritten(shared, context, edit::format(context.line(), context.pos()))
}

/// Requests a fix. The helper has the session; key handlers do not.
fn fix(shared: &Shared, _: &Event, _: &EventContext) -> Option<Cmd> {
    shared.request(Request::Fix)
}

fn comment(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos) = (context.line(), context.pos());
    rewritten(shared, context, edit::comment(line, pos, shared.selected(line, pos)))
}

fn rewritten(shared: &Shared, context: &EventContext, edit: Option<Edit>) -> Option<Cmd> {
    edit.map_or(Some(Cmd::Noop), |edit| shared.make(edit, context.pos()))
}

fn expand(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.text().with_document(context.line(), |document| {
        shared.with_selection(|selection| selection.expand(document, context.pos()))
    })
}

fn shrink(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    shared.with_selection(|selection| selection.shrink(context.line(), context.pos()))
}

fn delete(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let edit = edit::delete(shared.selected(context.line(), context.pos()))?;
    shared.make(edit, context.pos())
}

fn backspace(shared: &Shared, _: &Event, context: &EventContext) -> Option<Cmd> {
    let (line, pos, autoclose) = (context.line(), context.pos(), shared.autocloses());
    let selected = shared.selected(line, pos);
    if selected.is_none() && !autoclose {
        return None;
    }
    let edit =
        shared.text().with_document(line, |document| edit::backspace(document, pos, selected.clone(), autoclose));
    shared.make(edit?, pos)
}

/// Handles a bracket or quote: surrounds the selection, inserts the closing partner, skips an existing one or dedents.
fn pair(shared: &Shared, event: &Event, context: &EventContext) -> Option<Cmd> {
    let typed = match event.get(0) {
        Some(KeyEvent(KeyCode::Char(typed), _)) => *typed,
        _ => return None,
    };
    let (line, pos) = (context.line(), context.pos());
    let (selected, autoclose) = (shared.selected(line, pos), shared.autocloses());
    let edit =
        shared.text().with_document(line, |document| edit::insert(document, pos, selected.clone(), typed, autoclose));
    shared.make(edit?, pos)
}
