//! The binary operators: one row each, from which the lexer's tests, the parser, the formatter, the printer, `:parens`,
//! `:explain` and the help pane take what they need. How an operator evaluates and which types it accepts are exhaustive
//! matches over [`BinaryOp`], which the compiler checks.

use crate::TokenKind;

/// The levels of precedence: the higher, the tighter an operator binds.
pub mod level {
    /// `=`, `+=`, `-=`, and list elements.
    pub const ASSIGNMENT: u8 = 1;
    /// `->`, `<-`, `~>`, `<~`.
    pub const EDGE: u8 = 2;
    /// A resource's `{`; also the operands of `->` and of `@`.
    pub const RESOURCE: u8 = 3;
    pub const OR: u8 = 4;
    pub const AND: u8 = 5;
    /// `?`
    pub const SELECTOR: u8 = 6;
    pub const ORDER: u8 = 7;
    pub const EQUALITY: u8 = 8;
    pub const SHIFT: u8 = 9;
    pub const SUM: u8 = 10;
    pub const PRODUCT: u8 = 11;
    pub const MATCH: u8 = 12;
    pub const IN: u8 = 13;
    pub const NEGATION: u8 = 14;
    /// `*` before a list.
    pub const UNFOLD: u8 = 15;
    /// `!`
    pub const NOT: u8 = 16;
}

/// The side from which operators of one level group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Associativity {
    Left,
    Right,
}

impl Associativity {
    /// Returns the word for the side.
    pub const fn as_str(self) -> &'static str {
        match self {
            Associativity::Left => "left",
            Associativity::Right => "right",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Operator {
    pub op: BinaryOp,
    /// The operator as written.
    pub symbol: &'static str,
    pub token: TokenKind,
    /// Its level of precedence, of [`level`].
    pub level: u8,
    pub associativity: Associativity,
    /// The kind of an expression with it, for messages: `a calculation`.
    pub noun: &'static str,
    /// The topic of the language that describes it and its like, for `:explain` and the Help pane.
    pub topic: &'static str,
    /// The meaning, in a sentence or two.
    pub meaning: &'static str,
    pub example: &'static str,
}

macro_rules! binary_operators {
    ($($op:ident $symbol:literal $token:ident $level:ident $side:ident $noun:literal $topic:literal $meaning:literal
       $example:literal;)+) => {
        /// An operator between two operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum BinaryOp { $(#[doc = concat!("`", $symbol, "`")] $op),+ }

        /// The binary operators, in the order of [`BinaryOp`].
        pub const OPERATORS: &[Operator] = &[$(Operator {
            op: BinaryOp::$op,
            symbol: $symbol,
            token: TokenKind::$token,
            level: level::$level,
            associativity: Associativity::$side,
            noun: $noun,
            topic: $topic,
            meaning: $meaning,
            example: $example,
        }),+];
    };
}

binary_operators! {
    Add "+" Plus SUM Left "a calculation" "precedence"
        "Adds numbers, concatenates arrays, and merges hashes: for a key of both, the right value is used."
        "[1, 2] + [3]";
    Sub "-" Minus SUM Left "a calculation" "precedence"
        "Subtracts numbers; removes the right side's elements from an array, and keys from a hash."
        "[1, 2, 3] - [2]";
    Mul "*" Times PRODUCT Left "a calculation" "unfold"
        "Multiplies numbers. Before an array it is the splat operator, which spreads its elements."
        "6 * 7";
    Div "/" Div PRODUCT Left "a calculation" "precedence"
        "Divides numbers: two integers yield an integer, rounded down."
        "7 / 2";
    Mod "%" Modulo PRODUCT Left "a calculation" "precedence"
        "The remainder of an integer division."
        "7 % 2";
    LShift "<<" LShift SHIFT Left "a shift" "precedence"
        "Appends an element to an array (an array as one element); shifts the bits of an integer to the left."
        "[1, 2] << 3";
    RShift ">>" RShift SHIFT Left "a shift" "precedence"
        "Shifts the bits of an integer to the right. In a function's header: the return type."
        "8 >> 2";
    Eq "==" IsEqual EQUALITY Left "a comparison" "equality"
        "Tests whether both sides are equal. Strings compare without case; a number never equals a string."
        "'Web' == 'web'";
    Ne "!=" NotEqual EQUALITY Left "a comparison" "equality"
        "Tests whether both sides differ."
        "1 != 2";
    Lt "<" LessThan ORDER Left "a comparison" "precedence"
        "Tests whether the left side is less. For types: whether it is a proper subtype of the right one."
        "Integer[1, 5] < Integer";
    Le "<=" LessEqual ORDER Left "a comparison" "precedence"
        "Tests whether the left side is less or equal. For types: whether it is a subtype of the right one."
        "1 <= 1";
    Gt ">" GreaterThan ORDER Left "a comparison" "precedence"
        "Tests whether the left side is greater. For types: whether it is a proper supertype of the right one."
        "2 > 1";
    Ge ">=" GreaterEqual ORDER Left "a comparison" "precedence"
        "Tests whether the left side is greater or equal. For types: whether it is a supertype of the right one."
        "Integer >= Integer[1, 5]";
    Match "=~" Match MATCH Left "a match" "match"
        "Tests whether the left side matches. A regular expression matches a string and sets $0, $1, ...; a type \
         matches its instances."
        "'port 80' =~ /(\\d+)/\n$1";
    NoMatch "!~" NoMatch MATCH Left "a match" "match"
        "Tests whether the left side does not match the regular expression or type."
        "'web' !~ Integer";
    In "in" In IN Left "an `in` expression" "match"
        "Tests whether the right side contains the left one: an array an element, a hash a key, a string a \
         substring. The left side may be a regular expression or a type. Ignores case in strings."
        "'a' in ['a', 'b']";
    And "and" And AND Left "a boolean expression" "truth"
        "True when both sides are true. Skips the right side when the left one is false."
        "true and 1 < 2";
    Or "or" Or OR Left "a boolean expression" "truth"
        "True when one side is true. Skips the right side when the left one is true."
        "false or 1 < 2";
}

impl BinaryOp {
    /// Returns the row of this operator.
    pub const fn row(self) -> &'static Operator {
        &OPERATORS[self as usize]
    }

    /// Returns the operator as written.
    pub const fn symbol(self) -> &'static str {
        self.row().symbol
    }
}

impl TokenKind {
    /// Returns the binary operator that the token is.
    pub fn binary_operator(self) -> Option<&'static Operator> {
        OPERATORS.iter().find(|row| row.token as u8 == self as u8)
    }

    /// Returns whether the token is a binary operator; in constant time.
    pub const fn is_binary_operator(self) -> bool {
        TOKENS >> self as u8 & 1 == 1
    }
}

/// The tokens of the binary operators, as a bit set by kind.
pub(crate) const TOKENS: u128 = {
    let mut bits = 0;
    let mut index = 0;
    while index < OPERATORS.len() {
        bits |= 1 << OPERATORS[index].token as u8;
        index += 1;
    }
    bits
};
