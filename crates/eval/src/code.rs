//! The executable form: a tree of closures over a window of value slots.
//!
//! A frame is the start of the remaining value stack: slots `0..size` are the code's own (parameters, locals,
//! temporaries). The slots after it are free for the calls that it makes. The arguments of a call are evaluated
//! directly into the callee's first slots.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Source, Span};
use puppet_pcore::{Contract, Matcher, Ty, Value};
use puppet_syntax::ast::Name;

use super::{EvalResult, SourcePos, Vm};

/// Code that returns a value.
pub type Code = Box<dyn Fn(&mut Vm, &mut [Value]) -> EvalResult>;

/// Code that returns a Boolean.
pub type Test = Box<dyn Fn(&mut Vm, &mut [Value]) -> EvalResult<bool>>;

pub struct ParamCode {
    pub name: Name,
    pub site: SourcePos,
    /// The code of the declared type, evaluated at the first call.
    pub type_code: Option<Code>,
    /// The code of the default.
    pub default: Option<Code>,
    /// True for captures-rest: `*$rest`.
    pub rest: bool,
    /// The span of the declared type.
    pub type_span: Option<Span>,
    /// The span of the return type in a declared Callable.
    pub result_span: Option<Span>,
}

/// The parameter and return types of a body, evaluated once.
pub struct Checks {
    /// A type and its matcher for each parameter; `None` where every value matches.
    pub params: Vec<Option<(Ty, Matcher)>>,
    /// The declared return type, if any.
    pub returns: Option<(Ty, Matcher)>,
    /// The type of the lambda parameter, if any.
    pub block: Option<Ty>,
    /// True if a parameter or the result may hold callables that must keep to a declared type.
    pub binds: bool,
}

impl Checks {
    /// Returns whether each of these arguments matches its parameter and needs no contract.
    #[inline]
    pub fn accept(&self, arguments: &[Value]) -> bool {
        let fits = |check: &Option<(Ty, Matcher)>, value| check.as_ref().is_none_or(|(_, matcher)| matcher.test(value));
        !self.binds && self.params.iter().zip(arguments).all(|(check, value)| fits(check, value))
    }
}

/// The order that `|$a, $b| { compare($a, $b) }` requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `compare($a, $b)`
    Ascending,
    /// `compare($b, $a)`
    Descending,
}

/// The control flow that may end a body early.
#[derive(Clone, Copy, Debug)]
pub struct Exits {
    /// True if it contains `break()`.
    pub breaks: bool,
    /// True if it contains `return()`, which leaves the function around a lambda.
    pub leaves: bool,
}

/// The code of a declared return type, with its span.
pub struct ReturnCode {
    pub code: Code,
    pub span: Span,
}

/// The slots of a body's frame.
pub struct FrameSlots {
    /// The slot of the first parameter.
    pub first: usize,
    /// The slots of its locals, which must be empty when the body starts.
    pub locals: Range<usize>,
    /// The frame's size.
    pub size: usize,
}

/// The compiled parameters and body of a function, lambda or template.
pub struct Body {
    /// The function's name, or `lambda`, for messages.
    pub name: Name,
    /// The source of the positions in it.
    pub source: Arc<Source>,
    /// The span of a lambda; empty for other bodies.
    pub span: Span,
    /// The position of the expression whose value is the result.
    pub result: SourcePos,
    /// The positional parameters; parameter `i` is in slot `slots.first + i`.
    pub params: Vec<ParamCode>,
    /// The number of required parameters.
    pub required: usize,
    /// The maximum number of arguments; `None` with captures-rest.
    pub max: Option<usize>,
    /// The last parameter, if it receives the lambda (a language extension): its slot follows those of `params`.
    pub block: Option<ParamCode>,
    pub slots: FrameSlots,
    /// True if no parameter has a type, a default or captures-rest, and no return type is declared.
    pub simple: bool,
    /// The types, evaluated at the first call.
    pub checks: OnceCell<Rc<Checks>>,
    /// True if a call of the lambda needs no setup: `simple`, no locals, no matches.
    pub plain: bool,
    /// True if every parameter takes exactly one argument: no default, no captures-rest, no lambda. Only types may need
    /// a check.
    pub positional: bool,
    /// Set for a lambda whose only code is `compare` of its two parameters.
    pub comparator: Option<Comparator>,
    /// The declared return type.
    pub returns: Option<ReturnCode>,
    /// True if it matches regular expressions or reads match variables, so that the caller's match must be saved.
    pub matches: bool,
    /// The control flow that may end it early.
    pub exits: Exits,
    /// A required parameter after an optional one (Puppet 8 reports it at each call).
    pub misplaced: Option<(Name, SourcePos)>,
    pub code: Code,
    /// The values captured when a lambda became a value: each call copies them to their slots.
    pub captures: Vec<Capture>,
}

/// A lambda as a value: its body and its captured values.
pub struct LambdaValue {
    pub body: Rc<Body>,
    /// The captured values, in the order of `body.captures`.
    pub captured: Vec<Value>,
    /// The declared type that gave a lambda the types that it does not declare.
    pub adopted: Option<Rc<Contract>>,
}

/// A captured variable of a lambda that is a value.
pub struct Capture {
    pub name: Name,
    /// Its slot in the lambda's frame.
    pub slot: usize,
}

/// The compiled form of an input or a class body.
pub(crate) struct Program {
    pub code: Code,
    /// The number of slots of its frame.
    pub size: usize,
}

/// The compiled form of a watch expression.
pub(crate) struct WatchExpr {
    pub code: Code,
    /// The number of slots of its frame.
    pub size: usize,
    /// The slots of the known variables.
    pub known: Vec<usize>,
    /// The variables that it sets, and their slots.
    pub set: Vec<(Name, usize)>,
}
