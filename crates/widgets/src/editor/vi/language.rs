//! The words of the vi language: modes, operators, and what a pending command waits for.

use super::super::action::EditAction;
use super::super::selection::Shape;

/// Maximum count of a command.
pub const MAX: usize = 9_999;

/// Maximum size of a repeated put or insertion, in bytes.
pub const PUT_IN: usize = 1 << 20;

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

/// An insertion with a count, as in `3ix`.
#[derive(Clone, Copy, Debug)]
pub struct Copies {
    pub count: usize,
    /// Where the inserted text starts, as an offset.
    pub start: usize,
    /// The length of the text before the insertion.
    pub length: usize,
}

/// Returns the inputs of a command with another count: it replaces the counts before and after an operator.
pub fn counted(inputs: &[Input], count: usize) -> Vec<Input> {
    let is_digit = |input: &&Input| matches!(input, Input::Typed('0'..='9'));
    let digits = |from: usize| inputs.iter().skip(from).take_while(is_digit).count();
    let start = digits(0);
    let operator = match inputs.get(start..) {
        Some([Input::Typed('g'), Input::Typed(key), ..]) => Operator::after_g(*key).map(|_| start + 2),
        Some([Input::Typed(key), ..]) => Operator::of(*key).map(|_| start + 1),
        _ => None,
    };
    // `0` after an operator is the motion to the start of the line.
    let end = operator.unwrap_or(start);
    let behind =
        if matches!(inputs.get(end), Some(Input::Typed('0'))) { end } else { end + operator.map_or(0, &digits) };
    let own = count.to_string().chars().map(Input::Typed).collect::<Vec<_>>();
    let (operator, rest) = (inputs.get(start..end), inputs.get(behind..));
    own.iter().chain(operator.into_iter().flatten()).chain(rest.into_iter().flatten()).cloned().collect()
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
