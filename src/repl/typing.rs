//! The line editor's helper: colors while typing, completion, the ghost text preview, and whether an input is complete.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::line_buffer::LineBuffer;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Changeset, Context, Helper, Result};

use crate::terminal::sequences;
use pprepl_session::commands;
use pprepl_session::complete;
use pprepl_session::edit::{self, Edit, MAX_MARKED};
use pprepl_session::settings::Style;
use pprepl_session::{Deadline, Mark, Session, TypingHint};
use pprepl_text::columns::{shortened, width};
use pprepl_text::outline::outlined;
use pprepl_text::theme::Role;
use pprepl_text::{difference, is_direction, visible};

use super::gutter::{Gutter, Signs};
use super::prompt::in_mode;
use super::shared::{Request, Shared};
use super::show::Screen;
use super::suggestion;
use super::waiting::{MARK_PASTES, TerminalGuard};
use super::window::Window;
use super::{history_picker, menu, open, terminal};

/// Time limit of a preview: a key must never wait for it.
const PREVIEW: Duration = Duration::from_millis(20);

/// The helper that rustyline calls.
pub struct Typing {
    session: Rc<RefCell<Session>>,
    screen: Rc<Screen>,
    shared: Arc<Shared>,
    /// Whether the bracket at the cursor and its partner are highlighted.
    marks: Cell<bool>,
    /// Whether a selection was painted.
    selected: Cell<bool>,
    /// The mode of vi in the last drawing.
    mode: Cell<Option<char>>,
    /// Whether the block on the screen has signs, and the last ones.
    signed: Cell<bool>,
    gutter: RefCell<Option<Rc<Gutter>>>,
    /// The edit that a key requested, between the two calls of a completion.
    change: RefCell<Option<Edit>>,
    /// The last drawn line. It is often redrawn unchanged.
    drawn: RefCell<Option<Drawn>>,
    /// The visible part of a block taller than the screen.
    window: Window,
    waiting: Rc<TerminalGuard>,
}

struct Drawn {
    line: String,
    cursor: usize,
    brackets: bool,
    selection: Option<Mark>,
    text: String,
}

impl Typing {
    /// Returns a helper for `session`.
    pub fn new(
        session: Rc<RefCell<Session>>,
        screen: Rc<Screen>,
        shared: Arc<Shared>,
        waiting: Rc<TerminalGuard>,
    ) -> Typing {
        Typing {
            session,
            screen,
            shared,
            marks: Cell::new(false),
            selected: Cell::new(false),
            mode: Cell::default(),
            signed: Cell::default(),
            gutter: RefCell::default(),
            change: RefCell::default(),
            drawn: RefCell::default(),
            window: Window::new(),
            waiting,
        }
    }

    /// Finishes the line. If only a window of it was visible, writes all of it, or nothing more if it was discarded.
    pub fn leave(&self, accepted: Option<&str>) {
        let session = self.session.borrow();
        let painted = |line| self.screen.line_being_typed(line, line.len(), false, &[], &session).into_owned();
        let whole = accepted.filter(|_| self.window.is_displayed()).map(painted);
        if let Some(sent) = self.window.leave(whole.as_deref()) {
            self.screen.raw(&sent);
        }
    }

    /// Forgets the drawn line, because the session has changed.
    pub fn forget(&self) {
        self.drawn.take();
    }

    /// Returns the value and type of the typed source if it is plain data and found in time.
    fn preview(&self, text: &str, until: Deadline) -> Option<String> {
        let mut session = self.session.try_borrow_mut().ok()?;
        // An incomplete text does not parse yet: the session finds no value.
        if !session.settings().display.preview || is_evident(text) {
            return None;
        }
        let glance = session.preview(text, until.remaining())?;
        let columns = terminal::width();
        let room = columns.saturating_sub(width(text) % columns + 24);
        if glance.value == text.trim() || room < 12 {
            return None;
        }
        let both = format!("{} : {}", visible(&glance.value), outlined(&visible(&glance.reduced), room));
        Some(format!("  = {}", shortened(&both, room)))
    }
}

impl Typing {
    /// Returns the result of the static checker: the type, or the first error.
    fn static_hint(&self, text: &str, until: Deadline) -> Option<String> {
        if !self.screen.is_colored() || commands::is_command(text) || text.len() > MAX_MARKED || is_word(text) {
            return None;
        }
        let columns = self.columns(text);
        let mut session = self.session.try_borrow_mut().ok()?;
        if !session.settings().display.hints {
            return None;
        }
        let told = match session.analyze().typing_hint(text, until)? {
            TypingHint::Type(found) => format!(": {}", visible(&found)),
            TypingHint::Finding(message) => visible(&message).into_owned(),
        };
        let last_line = text.rsplit('\n').next().unwrap_or(text);
        let room = columns.saturating_sub(width(last_line) % columns + 14);
        (room >= 12).then(|| format!("  {}", shortened(&told, room)))
    }

    /// Returns the suggested rest of the line.
    fn suggestion(&self, line: &str) -> Option<String> {
        let mut session = self.session.try_borrow_mut().ok()?;
        // Without colors the suggestion would look like typed text.
        if !session.settings().display.suggestions || !self.screen.is_colored() {
            return None;
        }
        let known = self.shared.recaller().history.continuation(line).map(str::to_owned);
        known.or_else(|| suggestion::by_grammar(&mut session, line))
    }

    /// Lets the user pick an input of the history. Returns the edit that puts it into the line.
    fn pick(&self, line: &str, pos: usize) -> Edit {
        let picked = || {
            let _keys = self.waiting.read_keys()?;
            let session = self.session.try_borrow().ok()?;
            let recaller = self.shared.recaller();
            history_picker::pick(&recaller.history, line, &self.screen, session.settings())
        };
        match picked() {
            Some(text) => Edit::new(0..line.len(), text.as_str(), text.len()),
            None => Edit::motion(pos),
        }
    }

    /// Returns the edit that fixes the first error. On an empty line it proposes the last input with its fixes.
    fn quick_fix(&self, line: &str, pos: usize) -> Option<Edit> {
        if line.trim().is_empty() {
            let fixed = self.session.try_borrow_mut().ok()?.fix_last_input(None).ok()?;
            let edit = Edit::new(0..line.len(), fixed.after.clone(), fixed.after.len());
            self.shared.propose(fixed);
            return Some(edit);
        }
        edit::fix(&mut *self.session.try_borrow_mut().ok()?, line, pos)
    }

    /// Returns a note on the last line, if notes are enabled.
    fn note(&self, text: &str) -> Option<String> {
        let session = self.session.try_borrow().ok()?;
        if !session.settings().display.notes || commands::is_command(text) || text.len() > MAX_MARKED {
            return None;
        }
        let last_line = text.rfind('\n').map_or(0, |at| at + 1);
        let notes = session.source().notes(text);
        let note = notes.iter().rev().find(|note| note.span.start as usize >= last_line)?;
        let columns = self.columns(text);
        let room = columns.saturating_sub(width(text) % columns + 3);
        Some(format!("  {}", shortened(&visible(&note.message), room.max(20))))
    }
}

/// Returns the first syntax error, shown after the line that it ends.
pub fn what_is_wrong(session: &Session, text: &str, columns: usize) -> Option<String> {
    if commands::is_command(text) || text.len() > MAX_MARKED {
        return None;
    }
    let fault = session.source().typing_error(text, text.len())?;
    let last_line = text.rfind('\n').map_or(0, |at| at + 1);
    let here = fault.span.end as usize >= last_line && !text.get(last_line..)?.trim().is_empty();
    here.then(|| after_or_below(text, &visible(&fault.message), columns))
}

/// Returns a message after the line, or below it if the rest of the row is too short.
fn after_or_below(text: &str, message: &str, columns: usize) -> String {
    let last_line = text.rsplit('\n').next().unwrap_or(text);
    // Only the first line has the prompt before it.
    let used = (width(last_line) + if text.contains('\n') { 0 } else { PROMPT }) % columns;
    match used + width(message) + 3 < columns {
        true => format!("  {message}"),
        false => format!("\n  {}", shortened(message, columns.saturating_sub(3))),
    }
}

/// A sign whose style is that of all signs.
const SIGN: &str = "|";

/// The columns of a usual prompt.
const PROMPT: usize = 12;

/// Returns whether a preview is useless: a command, a block, or a single name or number.
fn is_evident(text: &str) -> bool {
    is_word(text) || text.contains('\n') || commands::is_command(text)
}

/// Returns whether the text is a single name or number.
fn is_word(text: &str) -> bool {
    text.trim().chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '-'))
}

impl Typing {
    /// Returns the rows of the completion menu below a line, or one item after it if the screen has no room.
    fn menu(&self, line: &str, pos: usize) -> Option<String> {
        let mut menu = self.shared.menu();
        menu.follow(line, pos);
        if !menu.is_open() {
            return None;
        }
        let (columns, height) = terminal::size();
        // The first row of the line, and the last row of the menu.
        let room = height.saturating_sub(self.window.rows_below_first(line) + 2);
        if room < 2 || self.window.is_displayed() { menu.item_text() } else { menu.text(columns, room) }
    }

    /// Returns the changed lines of a proposed fix, and the keys that take or drop it.
    fn proposal(&self, line: &str) -> Option<String> {
        let changed = self.shared.proposed_lines(line)?;
        let (columns, height) = terminal::size();
        let room = height.saturating_sub(self.window.rows_below_first(line) + 3).max(2);
        let foot = "  Enter: run it, Esc: drop it".to_owned();
        let rows = changed.iter().take(room).map(|row| visible(row).into_owned()).chain([foot]);
        Some(rows.map(|row| format!("\n{}", shortened(&row, columns.saturating_sub(1)))).collect())
    }

    /// Returns what keeps the input open, as far as the screen has room for it.
    fn what_is_open(&self, line: &str) -> Option<String> {
        let last = line.rsplit('\n').next().unwrap_or_default();
        let room = self.columns(line).saturating_sub(width(last) + 3).max(20);
        Some(format!("  {}", open::what_is_open(line, room, self.shared.options())?))
    }

    /// Returns the output for a painted line: all of it, or the window of a tall one.
    fn sent(&self, line: &str, pos: usize, painted: &str) -> Cow<'static, str> {
        let signs = self.signs(line);
        let fitted = self.window.fitted(line, pos, painted, &signs);
        let text = fitted.unwrap_or_else(|| self.window.signed(line, painted, &signs));
        Cow::Owned(saved_back(without_directions(text)))
    }

    /// Returns a note about the first character that would reorder the line on the screen. It is not drawn.
    fn hidden_direction(line: &str) -> Option<String> {
        let hidden = line.chars().find(|ch| is_direction(*ch))?;
        Some(format!("  the line has {}, which is not shown", visible(hidden.encode_utf8(&mut [0; 4]))))
    }

    /// Returns the signs of an edited block; none in the final drawing.
    fn signs(&self, line: &str) -> Signs {
        if !self.signed.get() {
            return Signs::default();
        }
        let gutter = self.gutter(line);
        let Ok(session) = self.session.try_borrow() else { return Signs::default() };
        let styled = self.screen.styled(Role::Hint, SIGN, session.settings());
        let (before, after) = styled.split_once(SIGN).unwrap_or_default();
        Signs { gutter: Some(gutter), style: (before.to_owned(), after.to_owned()) }
    }

    /// Returns the signs of a block, the last of which are cached.
    fn gutter(&self, line: &str) -> Rc<Gutter> {
        let mut known = self.gutter.borrow_mut();
        match known.as_ref().filter(|gutter| gutter.is_of(line)) {
            Some(gutter) => gutter.clone(),
            None => known.insert(Rc::new(Gutter::new(line))).clone(),
        }
    }

    /// Returns whether a line is a block with signs while it is edited.
    fn has_signs(&self, line: &str) -> bool {
        let are_wanted = || {
            let Ok(session) = self.session.try_borrow() else { return false };
            session.settings().display.gutter && session.settings().display.style == Style::Full
        };
        line.contains('\n') && self.screen.is_styled() && !commands::is_command(line) && are_wanted()
    }

    /// Returns the columns for a line with the gray text after it.
    fn columns(&self, line: &str) -> usize {
        let taken = if self.has_signs(line) { self.gutter(line).last_columns() } else { 0 };
        terminal::width().saturating_sub(taken).max(20)
    }
}

impl Helper for Typing {}

impl Validator for Typing {
    fn validate(&self, context: &mut ValidationContext) -> Result<ValidationResult> {
        let taken = self.shared.take_accepted() || self.shared.is_dropping();
        Ok(if !taken && edit::is_incomplete(context.input(), self.shared.options()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Highlighter for Typing {
    fn highlight<'l>(&self, line: &'l str, pos: usize) -> Cow<'l, str> {
        let Ok(session) = self.session.try_borrow() else { return Cow::Borrowed(line) };
        let (brackets, selection) = (self.marks.get(), self.shared.selection_mark(line, pos));
        let mut drawn = self.drawn.borrow_mut();
        let same = |drawn: &&Drawn| {
            drawn.line == line && drawn.cursor == pos && drawn.brackets == brackets && drawn.selection == selection
        };
        if let Some(drawn) = drawn.as_ref().filter(same) {
            return self.sent(line, pos, &drawn.text);
        }
        let text = self.screen.line_being_typed(line, pos, brackets, selection.as_slice(), &session).into_owned();
        let sent = self.sent(line, pos, &text);
        *drawn = Some(Drawn { line: line.to_owned(), cursor: pos, brackets, selection, text });
        sent
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        let marks = if self.shared.take_stopped() && sequences::are_obeyed() { MARK_PASTES } else { "" };
        self.mode.set(self.shared.mode_sign());
        let prompt = self.mode.get().map_or(Cow::Borrowed(prompt), |sign| Cow::Owned(in_mode(prompt, sign)));
        Cow::Owned([marks, &self.window.prompt(&prompt)].concat())
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let Ok(session) = self.session.try_borrow() else { return Cow::Borrowed(hint) };
        if let Some((suggested, told)) = hint.split_once(SUGGESTED_END) {
            let styled = |role, text| self.screen.styled(role, text, session.settings());
            return Cow::Owned(styled(Role::Hint, suggested) + &styled(Role::HintPlace, told));
        }
        let styled = |row: &str| {
            let (row, page) = row.split_once(menu::PAGE_START).unwrap_or((row, ""));
            let role = match row.starts_with('›') {
                true => Role::CompletionSelected,
                false => difference::line_role(row).unwrap_or(Role::Hint),
            };
            let page =
                if page.is_empty() { String::new() } else { self.screen.styled(Role::Help, page, session.settings()) };
            self.screen.styled(role, row, session.settings()) + &page
        };
        Cow::Owned(hint.split('\n').map(styled).collect::<Vec<_>>().join("\n"))
    }

    fn highlight_char(&self, line: &str, pos: usize, kind: CmdKind) -> bool {
        // The final drawing of an accepted line has no marks.
        let marks = kind != CmdKind::ForcedRefresh && edit::bracket_near(line, pos).is_some();
        self.marks.set(marks);
        let selected = self.shared.selection_mark(line, pos).is_some();
        let was = self.selected.replace(selected);
        let tall = self.window.is_needed(line, pos);
        let closed = self.shared.menu().follow(line, pos);
        let signs = kind != CmdKind::ForcedRefresh && self.has_signs(line);
        let signed = self.signed.replace(signs);
        let other_mode = self.mode.get() != self.shared.mode_sign();
        let hides = line.contains(is_direction);
        hides || marks || selected || was || tall || closed || signs || signed || other_mode || kind == CmdKind::Other
    }
}

/// Removes the characters that would reorder the line on the screen. They have no width, so the cursor stays right.
fn without_directions(text: String) -> String {
    if text.contains(is_direction) { text.replace(is_direction, "") } else { text }
}

/// Minimum length of a line that reaches the terminal in several writes, in bytes.
const IN_PIECES: usize = 3 * 1024;

/// Wraps a long line in a synchronized update, for terminals that support it.
fn saved_back(text: String) -> String {
    if text.len() < IN_PIECES { text } else { ["\x1b[?2026h", &text, "\x1b[?2026l"].concat() }
}

/// Separates a suggestion from the text about the typed line in the ghost text. It has no width.
const SUGGESTED_END: char = '\u{2060}';

/// The ghost text after the line.
pub struct HintText(String);

impl Hint for HintText {
    fn display(&self) -> &str {
        &self.0
    }

    /// Returns nothing: the keys that accept a suggestion insert it.
    fn completion(&self) -> Option<&str> {
        None
    }
}

impl Hinter for Typing {
    type Hint = HintText;

    fn hint(&self, line: &str, pos: usize, _: &Context<'_>) -> Option<HintText> {
        // rustyline calls this after each change of the line.
        self.shared.note_line(line, pos);
        self.shared.suggest(None);
        if let Some(text) = self.menu(line, pos).or_else(|| self.proposal(line)) {
            return Some(HintText(text));
        }
        if line.trim().is_empty() || pos < line.len() {
            return None;
        }
        let until = Deadline::after(PREVIEW);
        let told = Self::hidden_direction(line)
            .or_else(|| self.preview(line, until))
            .or_else(|| self.what_is_open(line))
            .or_else(|| self.static_hint(line, until))
            .or_else(|| {
                let session = self.session.try_borrow().ok()?;
                what_is_wrong(&session, line, self.columns(line)).filter(|_| session.settings().display.preview)
            });
        let told = told.or_else(|| self.note(line));
        let Some(rest) = self.suggestion(line) else { return told.map(HintText) };
        let room = self.columns(line).saturating_sub(1);
        let last_line = line.rsplit('\n').next().unwrap_or(line);
        let shown = shortened(&suggestion::first_line(&rest), room.saturating_sub(width(last_line) % room + 12).max(8));
        self.shared.suggest(Some(rest));
        // The value belongs to what is typed, not to the suggestion.
        let told = told.map(|told| format!("{SUGGESTED_END}  so far{told}")).unwrap_or_default();
        let free = room.saturating_sub(width(last_line) % room + 12 + width(&shown));
        let told = if width(&told) <= free { told } else { String::new() };
        Some(HintText(shown + &told))
    }
}

/// The only candidate that rustyline sees: it triggers the change to apply.
const CHANGE: &str = "change";

impl Completer for Typing {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> Result<(usize, Vec<String>)> {
        let mended = self.shared.take_request().map(|request| match request {
            Request::Fix => self.quick_fix(line, pos),
            Request::Pick => Some(self.pick(line, pos)),
        });
        if mended.as_ref().is_some_and(Option::is_none) {
            return Ok((pos, Vec::new()));
        }
        if let Some(change) = mended.flatten().or_else(|| self.shared.take_change()) {
            *self.change.borrow_mut() = Some(change);
            return Ok((pos, vec![CHANGE.to_owned()]));
        }
        let Ok(mut session) = self.session.try_borrow_mut() else { return Ok((pos, Vec::new())) };
        let found = complete::complete(&mut session, line, pos);
        let change = match found.items.as_slice() {
            [] => return Ok((pos, Vec::new())),
            [item] => menu::insertion(line, found.from..pos, &item.label),
            _ => self.shared.menu().open(line, pos, found),
        };
        *self.change.borrow_mut() = Some(change);
        Ok((pos, vec![CHANGE.to_owned()]))
    }

    fn update(&self, line: &mut LineBuffer, _: usize, _: &str, changes: &mut Changeset) {
        if let Some(change) = self.change.borrow_mut().take() {
            line.replace(change.range, &change.text, changes);
            line.set_pos(change.cursor);
        }
    }
}
