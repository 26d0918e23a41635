//! Actions on a cell's text, as plain values shared by keys, palette, menus and `.` of vi.

/// Cursor movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// One character left.
    Left,
    /// One character right.
    Right,
    Up,
    Down,
    /// To the start of the word.
    WordLeft,
    /// To the end of the word.
    WordRight,
    /// To the first non-space character of the line, or to its start.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// To the previous empty line.
    ParagraphUp,
    /// To the next empty line.
    ParagraphDown,
    PageUp,
    PageDown,
    /// To the start of the text.
    Start,
    /// To the end of the text.
    End,
    /// To the matching bracket.
    Bracket,
}

/// Action of a key in a cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditAction {
    /// Moves the cursor.
    Move(Motion),
    /// Moves the cursor and extends the selection.
    Select(Motion),
    /// Selects the whole text.
    SelectAll,
    /// Selects the line; repeated, adds the next line.
    SelectLine,
    /// Starts a selection at the cursor (Emacs).
    SetMark,
    /// Expands the selection to the enclosing syntax node.
    Expand,
    /// Shrinks the selection again.
    Shrink,
    /// Deletes the character before the cursor.
    DeleteBack,
    /// Deletes the character after the cursor.
    Delete,
    /// Deletes to the start of the word.
    DeleteWordBack,
    /// Deletes to the end of the word.
    DeleteWord,
    /// Deletes to the end of the line.
    DeleteToLineEnd,
    /// Deletes to the start of the line.
    DeleteToLineStart,
    /// Deletes the line.
    DeleteLine,
    /// Cuts the selection (or the line).
    Cut,
    /// Copies the selection (or the line).
    Copy,
    /// Pastes the last cut or copied text.
    Paste,
    /// Replaces the pasted text with the previous entry of the kill ring.
    PasteOlder,
    /// Starts a new, indented line.
    Newline,
    /// Accepts the completion item, indents, or requests completion.
    Tab,
    /// Requests completion.
    Complete,
    /// Indents by one level.
    Indent,
    /// Dedents by one level.
    Outdent,
    /// Toggles comments on the lines.
    Comment,
    /// Aligns the arrows of each list.
    Align,
    /// Formats the text.
    Format,
    /// Moves the lines up.
    LineUp,
    /// Moves the lines down.
    LineDown,
    /// Duplicates the lines.
    Duplicate,
    /// Swaps the characters around the cursor.
    Transpose,
    /// Joins the next line to this one.
    Join,
    /// Converts the word to upper case.
    UpperCase,
    /// Converts the word to lower case.
    LowerCase,
    /// Undoes the last change.
    Undo,
    /// Redoes the last undone change.
    Redo,
    /// Goes to the next branch of the undo tree.
    BranchNext,
    /// Goes to the previous branch of the undo tree.
    BranchPrevious,
    /// Goes to the previous state in time.
    Earlier,
    /// Goes to the next state in time.
    Later,
    /// Searches; the front end asks for the query.
    Search,
    /// Searches and replaces; the front end asks for the query and the replacement.
    Replace,
    /// Goes to the next match.
    SearchNext,
    /// Goes to the previous match.
    SearchPrevious,
    /// Goes to a line; the front end asks for its number.
    GoToLine,
    /// Opens vi's command line in the front end.
    CommandLine,
    /// Cancels the current state: completion, a selection, a count.
    Escape,
}

/// The work left to the front end after an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Done,
    /// The cursor would leave the first row: go to the previous cell.
    Above,
    /// The cursor would leave the last row: go to the next cell.
    Below,
    /// The front end must handle the action: request completion, ask for a query, leave the cell.
    Passed(EditAction),
}
