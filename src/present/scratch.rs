//! The scratch cell: a small editor. Its code runs in the current state and changes nothing after.

use pprepl_notebook::kernel::CellReport;
use pprepl_widgets::editor::{EditAction, Editor, Kind, Motion};
use pprepl_widgets::key::Key;
use puppet_tree::Dialect;

/// A cell that is not part of the file.
pub struct Scratch {
    pub editor: Editor,
    /// The result of the last run.
    pub report: Option<CellReport>,
    /// Whether it is running.
    pub is_running: bool,
}

impl Default for Scratch {
    fn default() -> Scratch {
        let editor = Editor::new("", Kind::Code(Dialect::Puppet));
        Scratch { editor, report: None, is_running: false }
    }
}

/// The effect of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScratchReply {
    Stay,
    Run,
    Close,
}

/// The keys of the editor.
const KEYS: &[(&str, EditAction)] = &[
    ("left", EditAction::Move(Motion::Left)),
    ("right", EditAction::Move(Motion::Right)),
    ("up", EditAction::Move(Motion::Up)),
    ("down", EditAction::Move(Motion::Down)),
    ("home", EditAction::Move(Motion::LineStart)),
    ("end", EditAction::Move(Motion::LineEnd)),
    ("ctrl-a", EditAction::Move(Motion::LineStart)),
    ("ctrl-e", EditAction::Move(Motion::LineEnd)),
    ("backspace", EditAction::DeleteBack),
    ("delete", EditAction::Delete),
    ("ctrl-u", EditAction::DeleteToLineStart),
    ("ctrl-k", EditAction::DeleteToLineEnd),
    ("ctrl-w", EditAction::DeleteWordBack),
    ("ctrl-y", EditAction::Paste),
    ("alt-enter", EditAction::Newline),
    ("shift-enter", EditAction::Newline),
    ("ctrl-j", EditAction::Newline),
    ("tab", EditAction::Indent),
    ("backtab", EditAction::Outdent),
];

impl Scratch {
    /// Handles a key.
    pub fn key(&mut self, key: Key) -> ScratchReply {
        let is = |name: &str| Key::parse(name) == Some(key);
        if is("esc") {
            return ScratchReply::Close;
        }
        if is("enter") {
            return ScratchReply::Run;
        }
        match (KEYS.iter().find(|(name, _)| is(name)), key.typed()) {
            (Some((_, action)), _) => drop(self.editor.apply(action)),
            (None, Some(typed)) => drop(self.editor.typed(typed)),
            (None, None) => {}
        }
        ScratchReply::Stay
    }
}
