//! The words of the vi language: modes, operators, and what a pending command waits for.

use super::super::action::EditAction;
use super::super::selection::Shape;

/// Maximum count of a command.
pub const MAX: usize = 9_999;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Keys are commands.
    #[default]
    Normal,
    /// Keys are text.
    Insert,
    /// Characters are selected.
    Visual,
    /// Lines are selected.
    VisualLine,
}

impl Mode {
    /// Returns its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Normal => "normal",
            Mode::Insert => "insert",
            Mode::Visual => "visual",
            Mode::VisualLine => "visual line",
        }
    }

    /// Returns what a selection in this mode covers.
    pub fn shape(self) -> Shape {
        match self {
            Mode::Normal | Mode::Insert => Shape::Between,
            Mode::Visual => Shape::Inclusive,
            Mode::VisualLine => Shape::Lines,
        }
    }
}

/// Meaning of the next key for the pending command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wait {
    #[default]
    Nothing,
    /// The target character of `f`, `F`, `t` or `T`.
    Find(char),
    Replace,
    /// An object, around (`a`) or inner (`i`).
    Object(bool),
    /// The key after `g`.
    Go,
}

/// An input recorded for `.`.
#[derive(Clone, Debug)]
pub enum Input {
    Typed(char),
    Action(EditAction),
    Pasted(String),
    /// An accepted completion item, and the number of bytes it replaced before the cursor.
    Accepted(usize, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `d`
    Delete,
    /// `c`
    Change,
    /// `y`
    Yank,
    /// `>`
    Right,
    /// `<`
    Left,
    /// `gc`
    Comment,
    /// `gU`
    Upper,
    /// `gu`
    Lower,
    /// `g~`
    Toggle,
}

impl Operator {
    /// Returns the operator of a key.
    pub fn of(key: char) -> Option<Operator> {
        Some(match key {
            'd' => Operator::Delete,
            'c' => Operator::Change,
            'y' => Operator::Yank,
            '>' => Operator::Right,
            '<' => Operator::Left,
            _ => return None,
        })
    }

    /// Returns the operator of `g` and a key.
    pub fn after_g(key: char) -> Option<Operator> {
        Some(match key {
            'c' => Operator::Comment,
            'U' => Operator::Upper,
            'u' => Operator::Lower,
            '~' => Operator::Toggle,
            _ => return None,
        })
    }

    /// Returns whether it is the key that, repeated, means whole lines.
    pub fn is_doubled_by(self, key: char) -> bool {
        match self {
            Operator::Comment => key == 'c',
            Operator::Upper => key == 'U',
            Operator::Lower => key == 'u',
            Operator::Toggle => key == '~',
            _ => Operator::of(key) == Some(self),
        }
    }
}
