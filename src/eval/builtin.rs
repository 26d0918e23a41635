//! What a built-in function is, and how it sees its call. Which there are is known one layer up, in `functions`.

use crate::pcore::{Issue, Value};

use super::{Flow, Host, Level, R};

/// A built-in function: a row of a table.
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// Its overloads; the first whose parameters accept the arguments runs.
    pub signatures: &'static [Signature],
    /// May it be called without parentheses (`notice 'x'`)?
    pub statement: bool,
    /// One sentence for `:doc` and completion.
    pub summary: &'static str,
    /// An input that shows it; every example is run by a test.
    pub example: &'static str,
    /// Puppet source form of what the example gives.
    pub gives: &'static str,
}

/// An overload.
pub struct Signature {
    /// Parameters in Puppet's syntax: `Array[Any] $list, Integer $n, Optional[String] *$rest, Callable[2, 2] &$block`.
    /// A parameter with `= ...` is optional (the text after `=` is for the reader). The last `&$block` is the lambda;
    /// `Optional[Callable[..]] &$block` may be left out. Without one a lambda is refused.
    pub params: &'static str,
    /// What it returns, for `:doc` and the static checker.
    pub returns: &'static str,
    /// Does its work; the arguments have been checked against `params`.
    pub run: fn(&mut Call<'_>) -> R,
}

/// How many arguments a block takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockArity {
    /// At least.
    pub required: usize,
    /// At most; `None` with captures-rest.
    pub max: Option<usize>,
}

/// A call of a built-in. (The fields are filled in with the evaluator; this is the API that built-ins use.)
pub struct Call<'a> {
    args: &'a mut [Value],
    host: &'a mut dyn Host,
}

impl Call<'_> {
    /// The arguments.
    pub fn args(&self) -> &[Value] {
        self.args
    }

    /// How many arguments.
    pub fn len(&self) -> usize {
        self.args.len()
    }

    /// No arguments?
    pub fn is_empty(&self) -> bool {
        self.args.is_empty()
    }

    /// The n-th argument; `undef` when it was not given.
    pub fn arg(&self, index: usize) -> &Value {
        self.args.get(index).unwrap_or(&Value::Undef)
    }

    /// Takes the n-th argument out, so that it may be changed in place when nobody else holds it.
    pub fn take(&mut self, index: usize) -> Value {
        self.args.get_mut(index).map_or(Value::Undef, std::mem::take)
    }

    /// Was a block given?
    pub fn has_block(&self) -> bool {
        todo!()
    }

    /// How many arguments the block takes; `None` without a block.
    pub fn block_arity(&self) -> Option<BlockArity> {
        todo!()
    }

    /// Calls the block with one argument. `next(v)` in the block is its value; `break()` comes out as `Flow::Break`.
    pub fn block1(&mut self, _a: Value) -> R {
        todo!()
    }

    /// Calls the block with two arguments.
    pub fn block2(&mut self, _a: Value, _b: Value) -> R {
        todo!()
    }

    /// Calls the block with any arguments.
    pub fn block(&mut self, _args: Vec<Value>) -> R {
        todo!()
    }

    /// Calls another function by name (with the session's resolution), or a callable value.
    pub fn call_function(&mut self, _name: &str, _args: Vec<Value>) -> R {
        todo!()
    }

    /// Calls another function by name and hands this call's block on to it.
    pub fn forward(&mut self, _name: &str, _args: Vec<Value>) -> R {
        todo!()
    }

    /// May a `break()` come out of the block (is one written in it)? Without one `reduce` moves its memo into the block,
    /// which then grows it in place; with one it must keep a copy for the break.
    pub fn block_breaks(&self) -> bool {
        true
    }

    /// A variable as seen from the caller's scope (`defined('$x')`, `getvar`): `None` when unknown.
    pub fn variable(&self, _name: &str) -> Option<Value> {
        todo!()
    }

    /// Is there a function, built-in or defined, with this name?
    pub fn function_exists(&self, _name: &str) -> bool {
        todo!()
    }

    /// The type with this name (alias or built-in), if any.
    pub fn type_named(&mut self, _name: &str) -> Option<crate::pcore::Ty> {
        todo!()
    }

    /// Evaluates the text of a type expression (`Integer[1]`), for `Type('..')`, `assert_type('..', x)`.
    pub fn parse_type(&mut self, _text: &str) -> R<crate::pcore::Ty> {
        todo!()
    }

    /// Renders a template (the text of an EPP) with the given parameters (`None`: the caller's local variables).
    pub fn render_epp(&mut self, _name: &str, _template: &str, _params: Option<&crate::pcore::Hash>) -> R {
        todo!()
    }

    /// Compares the strictness setting `strict`: warn or fail about a doubtful thing.
    pub fn strict(&mut self, _code: &'static str, _message: String) -> R<()> {
        todo!()
    }

    /// The outside world.
    pub fn host(&mut self) -> &mut dyn Host {
        self.host
    }

    /// Logs a line.
    pub fn log(&mut self, level: Level, text: &str) {
        self.host.log(level, text);
    }

    /// A fault without an issue code of its own.
    pub fn fail<T>(&self, message: impl Into<String>) -> R<T> {
        Err(Flow::runtime(message))
    }

    /// Call this once in a while in a long loop: fails when the user cancelled.
    pub fn check_cancelled(&self) -> R<()> {
        todo!()
    }

    /// Turns a pcore issue into the call's fault.
    pub fn issue<T>(&self, issue: Box<Issue>) -> R<T> {
        Err(issue.into())
    }
}
