//! The form that runs: a tree of closures over a window of value slots.
//!
//! A frame is the head of the remaining value stack: slots `0..size` are the code's own (parameters, locals, temporaries), what
//! follows is free for the calls that it makes. A call's arguments are evaluated straight into the callee's first slots.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_pcore::Matcher;
use puppet_pcore::{Ty, Value};
use puppet_syntax::ast::{Function, Name};

use super::{Builtin, EvalResult, SourcePos, Vm};

/// Code that gives a value.
pub type Code = Box<dyn Fn(&mut Vm, &mut [Value]) -> EvalResult>;

/// Code that gives a truth.
pub type Test = Box<dyn Fn(&mut Vm, &mut [Value]) -> EvalResult<bool>>;

pub struct ParamCode {
    pub name: Name,
    pub site: SourcePos,
    /// The declared type, evaluated at the first call.
    pub type_code: Option<Code>,
    /// The code of the default.
    pub default: Option<Code>,
    /// `*$rest`
    pub rest: bool,
}

/// The parameter and return types of a piece of code, once evaluated.
pub struct Checks {
    /// A type and its matcher for each parameter; `None` where every value fits.
    pub params: Vec<Option<(Ty, Matcher)>>,
    /// The return type, if declared.
    pub returns: Option<(Ty, Matcher)>,
}

impl Checks {
    /// Returns whether each of thes arguments fit its parameter.
    #[inline]
    pub fn accept(&self, arguments: &[Value]) -> bool {
        let fits = |check: &Option<(Ty, Matcher)>, value| check.as_ref().is_none_or(|(_, matcher)| matcher.test(value));
        self.params.iter().zip(arguments).all(|(check, value)| fits(check, value))
    }
}

/// The order that `|$a, $b| { compare($a, $b) }` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// `compare($a, $b)`
    Ascending,
    /// `compare($b, $a)`
    Descending,
}

/// Compiled parameters and body of a function, lambda or template.
pub struct Body {
    /// For messages: the function's name, or `lambda`.
    pub name: Name,
    /// The source that the sites in it are of.
    pub source: Arc<Source>,
    /// The positional parameters; parameter `i` is in slot `first + i`.
    pub params: Vec<ParamCode>,
    /// Parameters that must be given.
    pub required: usize,
    /// Parameters that may be given; `None` with captures-rest.
    pub max: Option<usize>,
    /// The last parameter takes the block (seed 002): its slot follows those of `params`.
    pub block: Option<ParamCode>,
    /// The slot of the first parameter.
    pub first: usize,
    /// The slots of its locals, which must be empty when the body starts.
    pub locals: std::ops::Range<usize>,
    /// The frame's size.
    pub size: usize,
    /// No parameter has a type, a default or captures-rest, and there is no return type.
    pub simple: bool,
    /// The types, evaluated at the first call.
    pub checks: OnceCell<Rc<Checks>>,
    /// Nothing at all to do around the code of a lambda: `simple`, no locals, no matches.
    pub plain: bool,
    /// No default, no captures-rest, no block: an argument for each parameter, and at most types to be checked.
    pub positional: bool,
    /// A lambda that does nothing but `compare` its two parameters.
    pub comparator: Option<Comparator>,
    /// The declared return type.
    pub returns: Option<Code>,
    /// Returns whether it matches or read match variables, so that the caller's must be kept apart.
    pub matches: bool,
    /// Returns whether there is a `break()` in it.
    pub breaks: bool,
    /// Returns whether there is a `return()` in it, which leaves the function around a lambda.
    pub leaves: bool,
    /// A required parameter after an optional one (Puppet 8 says so at each call).
    pub misplaced: Option<(Name, SourcePos)>,
    pub code: Code,
    /// Values captured when a lambda became a value: copied to their slots at each call.
    pub captures: Vec<Capture>,
}

/// A lambda that became a value: its body and what it captured.
pub struct LambdaValue {
    pub body: Rc<Body>,
    /// The captured values, as `body.captures` lists them.
    pub captured: Vec<Value>,
}

/// A captured variable of a lambda that is a value.
pub struct Capture {
    pub name: Name,
    /// Its slot in the lambda's frame.
    pub slot: usize,
}

/// A function by name: what call sites hold on to.
pub struct FunctionEntry {
    /// The name without a leading `::`.
    pub name: Name,
    /// Its definition in the session, if any.
    pub user: RefCell<Option<Rc<UserFunction>>>,
    /// The built-in of this name.
    pub builtin: Option<&'static Builtin>,
    /// The compiled form of `user`.
    pub body: RefCell<Option<Rc<Body>>>,
    /// Is `user` set? (read at each call)
    pub defined: Cell<bool>,
}

/// A function written in Puppet.
pub struct UserFunction {
    pub definition: Rc<Function>,
    pub source: Arc<Source>,
    /// The number of the input that defined it.
    pub input: usize,
}
