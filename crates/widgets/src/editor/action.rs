//! What can be done in a cell's text: plain values, so that keys, palette, menus and `.` of vi all ask for the same.

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// A character to the left.
    Left,
    /// A character to the right.
    Right,
    Up,
    Down,
    /// To the start of the word.
    WordLeft,
    /// To the end of the word.
    WordRight,
    /// To the first character of the line, or its very start.
    LineStart,
    /// To the end of the line.
    LineEnd,
    /// To the empty line above.
    ParagraphUp,
    /// To the empty line below.
    ParagraphDown,
    PageUp,
    PageDown,
    /// To the start of the text.
    Start,
    /// To the end of the text.
    End,
    /// To the bracket that belongs to the one at the cursor.
    Bracket,
}

/// What a key does in a cell's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditAction {
    /// Moves the cursor.
    Move(Motion),
    /// Moves the cursor and selects on the way.
    Select(Motion),
    /// Selects the whole text.
    SelectAll,
    /// Selects the line, and one more each time.
    SelectLine,
    /// Starts a selection here (Emacs).
    SetMark,
    /// Selects the syntax around the cursor, then what is around that.
    Expand,
    /// Selects less again.
    Shrink,
    /// Deletes the character before the cursor.
    DeleteBack,
    /// Deletes the character after the cursor.
    Delete,
    /// Deletes back to the start of the word.
    DeleteWordBack,
    /// Deletes to the end of the word.
    DeleteWord,
    /// Deletes to the end of the line.
    DeleteToLineEnd,
    /// Deletes to the start of the line.
    DeleteToLineStart,
    /// Deletes the line.
    DeleteLine,
    /// Takes the selection (or the line) away, to be put in elsewhere.
    Cut,
    /// Keeps the selection (or the line), to be put in elsewhere.
    Copy,
    /// Puts in what was cut or copied last.
    Paste,
    /// In place of what was just put in, puts in what was cut before that.
    PasteOlder,
    /// Starts a new line, indented.
    Newline,
    /// Takes the proposal, indents, or asks for proposals.
    Tab,
    /// Asks for proposals.
    Complete,
    /// A level to the right.
    Indent,
    /// A level to the left.
    Outdent,
    /// Makes the lines comments, or code again.
    Comment,
    /// Puts the arrows of each list under each other.
    Align,
    /// Puts the text into the form of the style guide.
    Format,
    /// Moves the lines up.
    LineUp,
    /// Moves the lines down.
    LineDown,
    /// Doubles the lines.
    Duplicate,
    /// Swaps the characters around the cursor.
    Transpose,
    /// Puts the next line after this one.
    Join,
    /// The word in capitals.
    UpperCase,
    /// The word in small letters.
    LowerCase,
    /// Takes the last change back.
    Undo,
    /// Makes it again.
    Redo,
    /// Goes to the next branch of what was undone.
    BranchNext,
    /// Goes to the branch before.
    BranchPrevious,
    /// Goes to the state before this one in time.
    Earlier,
    /// Goes to the state after this one in time.
    Later,
    /// Looks for something: the front end asks what.
    Search,
    /// Looks for something and puts something else in its place: the front end asks what.
    Replace,
    /// To the next hit.
    SearchNext,
    /// To the hit before.
    SearchPrevious,
    /// To a line: the front end asks which.
    GoToLine,
    /// To vi's command line: the front end asks for it.
    CommandLine,
    /// Gives up what is in progress: proposals, a selection, a count.
    Escape,
}

/// What the front end has to do about an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Nothing.
    Done,
    /// The cursor would go above the first row: the cell before.
    Above,
    /// The cursor would go below the last row: the cell after.
    Below,
    /// It is the front end's to do: ask for proposals, for what to look for, leave the cell.
    Passed(EditAction),
}
