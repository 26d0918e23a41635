//! The parts of an editor that every key set works on, and the actions on them.

use super::action::{EditAction, Motion, Reply};
use super::clipboard::KillRing;
use super::completion::Popups;
use super::highlight::Kind;
use super::searching::Searching;
use super::text::{EditedText, lines};
use super::view::View;

/// The text, and the tools that change it or show something about it.
pub struct EditorState {
    pub text: EditedText,
    pub ring: KillRing,
    pub searching: Searching,
    pub popups: Popups,
    pub view: View,
}

impl EditorState {
    /// Returns the state of an editor of this text.
    pub fn new(text: impl Into<String>, kind: Kind) -> EditorState {
        EditorState {
            text: EditedText::new(text, kind),
            ring: KillRing::default(),
            searching: Searching::default(),
            popups: Popups::default(),
            view: View::default(),
        }
    }

    /// Inserts a typed character.
    pub fn insert_typed(&mut self, typed: char) {
        self.ring.interrupt();
        self.text.insert_typed(typed);
        self.popups.typed(&self.text, typed);
    }

    /// Replaces the selection with `text`, or inserts it at the cursor.
    pub fn put_in(&mut self, text: &str) {
        self.ring.interrupt();
        self.text.put_in(text);
    }

    /// Moves the cursor.
    pub fn walk(&mut self, motion: Motion) {
        self.text.walk(motion, self.view.page());
    }

    /// Runs an action with any key set.
    pub fn act(&mut self, action: EditAction) -> Reply {
        if !matches!(action, EditAction::Shrink | EditAction::Expand) {
            self.text.selection.grown.clear();
        }
        self.ring.note(action);
        let (text, page) = (&mut self.text, self.view.page());
        match action {
            EditAction::Move(motion) => return text.move_by(motion, page),
            EditAction::Select(motion) => text.select_by(motion, page),
            EditAction::SelectAll => text.select(0..text.buffer().len()),
            EditAction::SelectLine => text.select_line(),
            EditAction::SetMark => text.selection.set_mark(text.cursor),
            EditAction::Expand => text.expand(),
            EditAction::Shrink => text.shrink(),
            EditAction::Newline => text.new_line(),
            EditAction::Tab => return self.tab(),
            EditAction::Escape => return self.escape(),
            EditAction::Undo | EditAction::Redo | EditAction::Earlier | EditAction::Later => self.travel(action),
            EditAction::BranchNext | EditAction::BranchPrevious => self.travel(action),
            EditAction::SearchNext => self.searching.go_to_hit(text, true),
            EditAction::SearchPrevious => self.searching.go_to_hit(text, false),
            EditAction::Complete
            | EditAction::Search
            | EditAction::Replace
            | EditAction::GoToLine
            | EditAction::CommandLine => {
                return Reply::Passed(action);
            }
            _ => self.change_by(action),
        }
        Reply::Done
    }

    /// Runs the actions that change the text.
    fn change_by(&mut self, action: EditAction) {
        let (text, ring) = (&mut self.text, &mut self.ring);
        match action {
            EditAction::DeleteBack => {
                text.backspace();
                self.popups.erased(text);
            }
            EditAction::Delete => text.delete(),
            EditAction::DeleteWordBack => ring.kill_word(text, true),
            EditAction::DeleteWord => ring.kill_word(text, false),
            EditAction::DeleteToLineEnd => ring.kill_to_end(text),
            EditAction::DeleteToLineStart => ring.kill_to_start(text),
            EditAction::DeleteLine => ring.kill_lines(text),
            EditAction::Cut => ring.cut(text),
            EditAction::Copy => ring.copy(text),
            EditAction::Paste => ring.paste(text),
            EditAction::PasteOlder => ring.paste_older(text),
            EditAction::Indent => lines::shift(text, true),
            EditAction::Outdent => lines::shift(text, false),
            EditAction::Comment => lines::comment(text),
            EditAction::Align => text.align(),
            EditAction::Format => text.format(),
            EditAction::LineUp => lines::move_lines(text, true),
            EditAction::LineDown => lines::move_lines(text, false),
            EditAction::Duplicate => lines::duplicate(text),
            EditAction::Transpose => text.transpose(),
            EditAction::Join => lines::join_lines(text),
            EditAction::UpperCase => text.change_case(true),
            EditAction::LowerCase => text.change_case(false),
            _ => {}
        }
    }

    /// Moves through the undo tree.
    pub fn travel(&mut self, action: EditAction) {
        if self.text.travel(action) {
            self.popups.list = None;
        }
    }

    /// Hides the signature and the matches. The completion list has closed before.
    pub fn hide(&mut self) {
        self.popups.signature = None;
        self.searching.stop();
    }

    fn escape(&mut self) -> Reply {
        let selected = self.text.selected().is_some() || self.text.selection.marking;
        self.text.selection.clear();
        self.hide();
        match selected {
            true => Reply::Done,
            false => Reply::Passed(EditAction::Escape),
        }
    }

    fn tab(&mut self) -> Reply {
        let text = &mut self.text;
        let before = text.buffer().start(text.line())..text.cursor;
        if text.selected().is_some() {
            lines::shift(text, true);
        } else if text.kind() == Kind::Prose || text.buffer().slice(before).trim().is_empty() {
            self.put_in("  ");
        } else {
            return Reply::Passed(EditAction::Complete);
        }
        Reply::Done
    }
}
