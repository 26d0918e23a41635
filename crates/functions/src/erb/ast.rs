//! The syntax tree of the Ruby in a template.

use std::cell::OnceCell;
use std::rc::Rc;

use puppet_pcore::{Regexp, Value};

/// A part of an interpolated string or of a pattern.
#[derive(Debug)]
pub(super) enum Part {
    Text(String),
    /// An expression whose value is inserted as a string.
    Code(Expr),
}

/// An expression and its line.
#[derive(Debug)]
pub(super) struct Expr {
    pub kind: ExprKind,
    pub line: usize,
}

/// A block: `|a, (b, c)| ..`, or `&:name`.
#[derive(Debug)]
pub(super) struct Block {
    pub params: Vec<Param>,
    pub body: Expr,
    /// `&:name`: calls this method.
    pub method: Option<String>,
}

/// A parameter of a block.
#[derive(Debug)]
pub(super) enum Param {
    Name(String),
    Several(Vec<Param>),
}

#[derive(Debug)]
pub(super) struct Call {
    pub receiver: Option<Box<Expr>>,
    pub name: String,
    pub args: Vec<Expr>,
    pub block: Option<Rc<Block>>,
    /// `&.`: returns nil if the receiver is nil.
    pub safe: bool,
}

#[derive(Debug)]
pub(super) enum ExprKind {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// A string without interpolation.
    Text(Value),
    Str(Vec<Part>),
    Symbol(String),
    /// A pattern with its flags; one without interpolation is kept once it is known.
    Regexp(Vec<Part>, String, OnceCell<Rc<Regexp>>),
    Array(Vec<Expr>),
    Hash(Vec<(Expr, Expr)>),
    Range(Box<Expr>, Box<Expr>, bool),
    /// `@x`
    Instance(String),
    /// `$1`
    Group(usize),
    /// `x`: a variable, or a method of the template.
    Name(String),
    /// `File`, `Puppet::Util`
    Constant(String),
    /// `*x` in a list
    Splat(Box<Expr>),
    Call(Call),
    Assign(Box<Expr>, Box<Expr>),
    /// `a, b = x`
    Spread(Vec<Param>, Box<Expr>),
    /// `a ||= x`, `a += x`
    Change(Box<Expr>, String, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Defined(Box<Expr>),
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    Case(Option<Box<Expr>>, Vec<(Vec<Expr>, Expr)>, Option<Box<Expr>>),
    While(Box<Expr>, bool, Box<Expr>),
    For(Vec<Param>, Box<Expr>, Box<Expr>),
    Next(Option<Box<Expr>>),
    Break,
    Several(Vec<Expr>),
    /// Literal text of the template.
    Print(String),
    /// `<%= .. %>`
    Output(Box<Expr>),
}
