//! The interface of built-in functions: their descriptions and the calls that they receive. The table of functions is
//! one layer up, in `functions`.

use std::rc::Rc;

use puppet_pcore::{CallableValue, Value};

use super::code::Body;
use super::variable_view::Surroundings;
use super::{EvalResult, Vm};

/// A built-in function: a row of a table.
pub struct Builtin {
    pub name: &'static str,
    /// Its overloads; a call runs the first one whose parameters accept the arguments.
    pub signatures: &'static [Signature],
    /// True if it may be called without parentheses (`notice 'x'`).
    pub statement: bool,
    /// The side effect of a call.
    pub effect: Effect,
    /// True if it sees the caller's variables by name; then no value may be moved out of a slot before the call.
    pub sees_scope: bool,
    /// True if it reads these variables with [`Call::variable`] alone, and calls [`Call::show_scope`] before other code
    /// may read them.
    pub borrows_scope: bool,
    /// For one of several versions of a function of a module: a piece of the module's code that only this one has. Empty
    /// for the version whose parameters alone tell it apart.
    pub mark: &'static str,
    /// One sentence for `:doc` and completion.
    pub summary: &'static str,
    /// An example input; a test runs every example.
    pub example: &'static str,
    /// The result of the example as Puppet source.
    pub gives: &'static str,
}

/// The side effect of calling a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// Logs, or fails on purpose.
    Logs,
    /// Accesses something outside of the program's source: files, data, randomness, code in a string.
    World,
    /// Reads files that the program names.
    Files,
    /// Unwraps a sensitive value; previews do not run it.
    Reveals,
    /// Declares or queries classes, resources or tags, in the scope of the caller.
    Declares,
}

impl Builtin {
    /// Creates a plain function: not callable as a statement, without side effect and example.
    pub const fn new(name: &'static str, signatures: &'static [Signature], summary: &'static str) -> Self {
        let (effect, example, gives) = (Effect::None, "", "");
        let (statement, sees_scope, borrows_scope) = (false, false, false);
        let mark = "";
        Builtin { name, signatures, statement, effect, sees_scope, borrows_scope, mark, summary, example, gives }
    }

    /// Adds an example input and its result.
    pub const fn shows(mut self, example: &'static str, gives: &'static str) -> Self {
        self.example = example;
        self.gives = gives;
        self
    }

    /// Names a piece of the module's code that only this version of the function has.
    pub const fn marked(mut self, mark: &'static str) -> Self {
        self.mark = mark;
        self
    }

    /// Allows calls without parentheses.
    pub const fn statement(mut self) -> Self {
        self.statement = true;
        self
    }

    /// Sets the side effect.
    pub const fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// Gives access to the caller's variables by name.
    pub const fn sees_scope(mut self) -> Self {
        self.sees_scope = true;
        self
    }

    /// Gives access to the caller's variables by name, without a copy of them.
    pub const fn borrows_scope(mut self) -> Self {
        self.sees_scope = true;
        self.borrows_scope = true;
        self
    }
}

pub struct Signature {
    /// Parameters in Puppet's syntax: `Array[Any] $list, Integer $n, Optional[String] *$rest, Callable[2, 2] &$block`.
    /// A parameter with `= ...` is optional (the default after `=` is documentation). The last one, `&$block`, is the
    /// lambda; `Optional[Callable[..]] &$block` may be omitted. Without a block parameter a lambda is rejected.
    pub params: &'static str,
    /// The return type, for `:doc` and the static checker.
    pub returns: &'static str,
    /// Runs the function; the arguments have been checked against `params`.
    pub run: fn(&mut Call<'_>) -> EvalResult,
}

impl Signature {
    /// Creates an overload from the parameters and the return type, both in Puppet's syntax.
    pub const fn new(params: &'static str, returns: &'static str, run: fn(&mut Call<'_>) -> EvalResult) -> Self {
        Signature { params, returns, run }
    }
}

/// The number of arguments that a lambda accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockArity {
    /// The minimum number of arguments.
    pub required: usize,
    /// The maximum number of arguments; `None` with captures-rest.
    pub max: Option<usize>,
}

/// A call of a built-in function: its arguments, its lambda, and access to the session.
pub struct Call<'a> {
    pub(crate) vm: &'a mut Vm,
    pub(crate) args: &'a mut [Value],
    /// The caller's frame when the lambda runs in it; otherwise slots that are free for calls.
    pub(crate) stack: &'a mut [Value],
    pub(crate) block: Block<'a>,
    pub(crate) name: &'static str,
    /// The variables around the call, until code other than the called function may read them.
    pub(crate) around: Option<Surroundings<'a>>,
}

impl<'a> Call<'a> {
    #[inline]
    pub(crate) fn new(
        vm: &'a mut Vm,
        args: &'a mut [Value],
        stack: &'a mut [Value],
        block: Block<'a>,
        name: &'static str,
    ) -> Self {
        Call { vm, args, stack, block, name, around: None }
    }
}

/// The lambda of a call.
#[derive(Clone)]
pub(crate) enum Block<'a> {
    /// None was passed.
    None,
    /// A lambda that runs in the caller's frame.
    Inline(&'a Body),
    /// A lambda written at the call, as a value: a declared Callable supplies its types.
    Lambda(Rc<CallableValue>),
    /// A callable that was passed as a value.
    Value(Rc<CallableValue>),
}

impl Block<'_> {
    /// Returns whether one was passed.
    #[inline]
    pub(crate) fn is_some(&self) -> bool {
        !matches!(self, Block::None)
    }
}
