//! vi keys at the prompt: the notebook's editor interprets them on a copy of the line. rustyline still draws the line, and keys
//! that run, complete or recall an input keep their meaning.

use std::ops::Range;

use rustyline::{Event, KeyCode, KeyEvent, Modifiers};

use pprepl_session::edit::Edit;
use pprepl_widgets::editor::{EditAction, Editor, Kind, Motion, Reply};
use pprepl_widgets::table::KeySet;
use puppet_tree::Dialect;

/// The editor with the vi keys.
pub struct ViLine {
    editor: Editor,
}

/// The effect of a key.
pub enum ViReply {
    Edit(Edit),
    /// The mode or the selection changed.
    Repaint,
    /// Go to an older or newer entry of the history.
    Older,
    Newer,
    /// Search the history.
    Pick,
}

impl Default for ViLine {
    /// Returns an empty line in insert mode.
    fn default() -> ViLine {
        let mut line = ViLine { editor: Editor::new("", Kind::Code(Dialect::Puppet)) };
        line.editor.set_keys(KeySet::Vi);
        line.editor.typed('i');
        line
    }
}

impl ViLine {
    /// Starts a new line in insert mode. It keeps the copied text and the last change.
    pub fn start_line(&mut self) {
        let mut editor = Editor::new("", Kind::Code(Dialect::Puppet));
        editor.set_keys(KeySet::Vi);
        editor.carry_from(&mut self.editor);
        editor.typed('i');
        self.editor = editor;
    }

    /// Returns the sign of the mode: `I` for insert, `N` for normal, `V` for visual. All signs are one column wide.
    pub fn mode_sign(&self) -> char {
        match self.editor.mode_name().as_bytes() {
            [b'i', ..] => 'I',
            [b'v', ..] => 'V',
            _ => 'N',
        }
    }

    /// Returns the selected range of this line.
    pub fn selection(&self, line: &str) -> Option<Range<usize>> {
        self.editor.selection().filter(|_| self.editor.text() == line)
    }

    /// Handles a key on a line. `is_open` is true while a menu or a proposed fix waits for keys. Returns `None` for a key that
    /// keeps its meaning.
    pub fn key(&mut self, event: &Event, line: &str, pos: usize, is_open: bool, autoclose: bool) -> Option<ViReply> {
        let KeyEvent(code, modifiers) = *event.get(0)?;
        if event.get(1).is_some() {
            return None;
        }
        self.follow(line, pos, autoclose);
        let before = self.editor.mode_name();
        let reply = match self.editor.types() {
            true => self.insert_key(code, modifiers, is_open)?,
            false => self.command_key(code, modifiers)?,
        };
        match reply {
            Reply::Above => return Some(ViReply::Older),
            Reply::Below => return Some(ViReply::Newer),
            Reply::Passed(EditAction::Search) => return Some(ViReply::Pick),
            Reply::Done | Reply::Passed(_) => {}
        }
        let edit = edit_between(line, self.editor.text(), self.editor.cursor());
        let is_same = edit.is_motion() && edit.cursor == pos;
        let changes_mode = before != self.editor.mode_name() || self.editor.selection().is_some();
        Some(if is_same || changes_mode && edit.is_motion() && edit.cursor == pos {
            ViReply::Repaint
        } else {
            ViReply::Edit(edit)
        })
    }

    /// Takes over the line if other keys changed it.
    fn follow(&mut self, line: &str, pos: usize, autoclose: bool) {
        self.editor.set_autoclose(autoclose);
        if self.editor.text() != line {
            self.editor.set_text(line);
        }
        if self.editor.cursor() != pos {
            self.editor.set_cursor(pos);
        }
    }

    fn insert_key(&mut self, code: KeyCode, modifiers: Modifiers, is_open: bool) -> Option<Reply> {
        match (code, modifiers) {
            (KeyCode::Esc, _) if !is_open => Some(self.editor.apply(&EditAction::Escape)),
            (KeyCode::Char('['), Modifiers::CTRL) => Some(self.editor.apply(&EditAction::Escape)),
            (KeyCode::Char(typed), Modifiers::NONE) => Some(self.editor.typed(typed)),
            // Esc and a letter, typed quickly.
            (KeyCode::Char(typed), Modifiers::ALT) if typed.is_ascii_alphabetic() && !is_open => {
                self.editor.apply(&EditAction::Escape);
                Some(self.editor.typed(typed))
            }
            (KeyCode::Backspace, _) | (KeyCode::Char('H'), Modifiers::CTRL) => {
                Some(self.editor.apply(&EditAction::DeleteBack))
            }
            (KeyCode::Delete, _) => Some(self.editor.apply(&EditAction::Delete)),
            _ => None,
        }
    }

    fn command_key(&mut self, code: KeyCode, modifiers: Modifiers) -> Option<Reply> {
        let action = match (code, modifiers) {
            (KeyCode::Char(typed), Modifiers::NONE) => return Some(self.command(typed)),
            (KeyCode::Esc, _) | (KeyCode::Char('['), Modifiers::CTRL) => EditAction::Escape,
            (KeyCode::Char('R'), Modifiers::CTRL) => EditAction::Redo,
            (KeyCode::Left, _) | (KeyCode::Backspace, _) => EditAction::Move(Motion::Left),
            (KeyCode::Right, _) => EditAction::Move(Motion::Right),
            (KeyCode::Up, _) => return Some(self.command('k')),
            (KeyCode::Down, _) => return Some(self.command('j')),
            (KeyCode::Home, Modifiers::NONE) => EditAction::Move(Motion::LineStart),
            (KeyCode::End, Modifiers::NONE) => EditAction::Move(Motion::LineEnd),
            (KeyCode::Delete, _) => EditAction::Delete,
            _ => return None,
        };
        Some(self.editor.apply(&action))
    }

    /// Handles a command letter. On the first or last line `k` and `j` go through the history.
    fn command(&mut self, typed: char) -> Reply {
        match typed {
            'k' if self.has_no_command() && self.is_on_first_line() => Reply::Above,
            'j' if self.has_no_command() && self.is_on_last_line() => Reply::Below,
            _ => self.editor.typed(typed),
        }
    }

    fn has_no_command(&self) -> bool {
        self.editor.mode_name().starts_with('n') && !self.editor.waits()
    }

    fn is_on_first_line(&self) -> bool {
        !self.editor.text().get(..self.editor.cursor()).unwrap_or_default().contains('\n')
    }

    fn is_on_last_line(&self) -> bool {
        !self.editor.text().get(self.editor.cursor()..).unwrap_or_default().contains('\n')
    }
}

/// Returns the edit that turns one line into the other.
fn edit_between(before: &str, after: &str, cursor: usize) -> Edit {
    let same = before.chars().zip(after.chars()).take_while(|(a, b)| a == b);
    let start: usize = same.map(|(a, _)| a.len_utf8()).sum();
    let (old, new) = (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let ends = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
    let end: usize = ends.map(|(a, _)| a.len_utf8()).sum();
    Edit::new(start..before.len() - end, new.get(..new.len() - end).unwrap_or_default(), cursor)
}
