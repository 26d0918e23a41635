//! What a built-in function is, and how it sees its call. Which there are is known one layer up, in `functions`.

use puppet_pcore::{Value, ValueError};

use super::code::{Code, Comparator};
use super::invoke::{self, Block};
use super::vm::Strictness;
use super::{EvalResult, Flow, Host, Level, Limits, SourcePos, Vm};

/// A built-in function: a row of a table.
pub struct Builtin {
    pub name: &'static str,
    /// Its overloads; the first whose parameters accept the arguments runs.
    pub signatures: &'static [Signature],
    /// Returns whether it may be called without parentheses (`notice 'x'`).
    pub statement: bool,
    /// What a call does beside giving a value.
    pub effect: Effect,
    /// Does it see the caller's variables by name? Then nothing may be moved out of a slot before it.
    pub sees_scope: bool,
    /// One sentence for `:doc` and completion.
    pub summary: &'static str,
    /// An input that shows it; every example is run by a test.
    pub example: &'static str,
    /// Puppet source form of what the example gives.
    pub gives: &'static str,
}

/// What a call does beside giving a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It logs, or fails on purpose.
    Logs,
    /// It reaches what is outside of the program text: files, data, randomness, code inside of a string.
    World,
    /// It reads files that the program names.
    Files,
    /// It takes a sensitive value out of its wrapping: what is only looked at beside the code does not do that.
    Reveals,
    /// It declares or asks for classes, resources or tags, in the scope that it is called from.
    Declares,
}

impl Builtin {
    /// A row for a plain function: no statement, no effect, no example.
    pub const fn new(name: &'static str, signatures: &'static [Signature], summary: &'static str) -> Self {
        let (effect, example, gives) = (Effect::None, "", "");
        Builtin { name, signatures, statement: false, effect, sees_scope: false, summary, example, gives }
    }

    /// With an input that shows it, and what that gives.
    pub const fn shows(mut self, example: &'static str, gives: &'static str) -> Self {
        self.example = example;
        self.gives = gives;
        self
    }

    /// It may be called without parentheses.
    pub const fn statement(mut self) -> Self {
        self.statement = true;
        self
    }

    /// With an effect.
    pub const fn effect(mut self, effect: Effect) -> Self {
        self.effect = effect;
        self
    }

    /// It sees the caller's variables by name.
    pub const fn sees_scope(mut self) -> Self {
        self.sees_scope = true;
        self
    }
}

pub struct Signature {
    /// Parameters in Puppet's syntax: `Array[Any] $list, Integer $n, Optional[String] *$rest, Callable[2, 2] &$block`.
    /// A parameter with `= ...` is optional (the text after `=` is for the reader). The last `&$block` is the lambda;
    /// `Optional[Callable[..]] &$block` may be omitted. Without one a lambda is refused.
    pub params: &'static str,
    /// What it returns, for `:doc` and the static checker.
    pub returns: &'static str,
    /// Does its work; the arguments have been checked against `params`.
    pub run: fn(&mut Call<'_>) -> EvalResult,
}

impl Signature {
    /// Creates an overload from the parameters and the return type, both in Puppet's syntax.
    pub const fn new(params: &'static str, returns: &'static str, run: fn(&mut Call<'_>) -> EvalResult) -> Self {
        Signature { params, returns, run }
    }
}

/// How many arguments a block takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockArity {
    /// At least.
    pub required: usize,
    /// At most; `None` with captures-rest.
    pub max: Option<usize>,
}

/// A call of a built-in: its arguments, its block, and the way to the session.
pub struct Call<'a> {
    vm: &'a mut Vm,
    args: &'a mut [Value],
    /// The caller's frame when the block runs in it, else slots that are free for calls.
    stack: &'a mut [Value],
    block: Block<'a>,
    name: &'static str,
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        vm: &'a mut Vm,
        args: &'a mut [Value],
        stack: &'a mut [Value],
        block: Block<'a>,
        name: &'static str,
    ) -> Self {
        Call { vm, args, stack, block, name }
    }
}

impl Call<'_> {
    /// The called function's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

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

    /// Returns whether a block was given.
    pub fn has_block(&self) -> bool {
        self.block.is_some()
    }

    /// How many arguments the block takes; `None` without a block.
    pub fn block_arity(&mut self) -> Option<BlockArity> {
        self.block.arity(self.vm)
    }

    /// Calls the block with one argument. `next(v)` in the block is its value; `break()` comes out as `Flow::Break`.
    #[inline(always)]
    pub fn block1(&mut self, a: Value) -> EvalResult {
        match &self.block {
            Block::Inline(body) => invoke::inline1(self.vm, body, self.stack, a),
            _ => self.block(vec![a]),
        }
    }

    /// Calls the block with two arguments.
    #[inline(always)]
    pub fn block2(&mut self, a: Value, b: Value) -> EvalResult {
        match &self.block {
            Block::Inline(body) => invoke::inline2(self.vm, body, self.stack, a, b),
            _ => self.block(vec![a, b]),
        }
    }

    /// Calls the block with any arguments.
    pub fn block(&mut self, args: Vec<Value>) -> EvalResult {
        match &self.block {
            Block::None => Err(Flow::runtime(format!("`{}` has no block to call", self.name))),
            Block::Inline(body) => invoke::inline(self.vm, body, self.stack, args),
            Block::Value(callable) => invoke::call_value(self.vm, callable, args, self.stack, Block::None),
        }
    }

    /// The rounds of a loop over a block that needs nothing done around it; `None` for any other block.
    #[inline]
    pub fn rounds(&mut self, arguments: usize) -> Option<Rounds<'_>> {
        match &self.block {
            Block::Inline(body) if body.plain && body.params.len() == arguments => {
                Some(Rounds { vm: self.vm, code: &body.code, first: body.first, frame: self.stack })
            }
            _ => None,
        }
    }

    /// The order that the block asks for, when it does nothing but `compare` its two parameters.
    pub fn comparator(&self) -> Option<Comparator> {
        match &self.block {
            Block::Inline(body) => body.comparator,
            _ => None,
        }
    }

    /// Returns whether the block may end what calls it before all elements had their turn, but for an error.
    pub fn block_may_leave(&self) -> bool {
        match &self.block {
            Block::None => false,
            Block::Inline(body) => body.breaks || body.leaves,
            Block::Value(_) => true,
        }
    }

    /// Returns whether a may `break()` come out of the block (is one written in it). Without one `reduce` moves its
    /// memo into the block, which then grows it in place; with one it must keep a copy for the break.
    pub fn block_breaks(&self) -> bool {
        match &self.block {
            Block::None => false,
            Block::Inline(body) => body.breaks,
            Block::Value(_) => true,
        }
    }

    /// Calls another function by name, with the session's resolution.
    pub fn call_function(&mut self, name: &str, args: Vec<Value>) -> EvalResult {
        self.call_with(name, args, Block::None)
    }

    /// Calls another function by name and hands this call's block on to it.
    pub fn forward(&mut self, name: &str, args: Vec<Value>) -> EvalResult {
        let block = self.block.clone();
        self.call_with(name, args, block)
    }

    fn call_with(&mut self, name: &str, args: Vec<Value>, block: Block<'_>) -> EvalResult {
        let entry = self.vm.function(name);
        if !entry.defined.get() && entry.builtin.is_none() {
            return Err(Flow::runtime(format!("there is no function `{name}`")));
        }
        // A block that runs in the caller's frame needs that frame; the callee must not use its slots for itself.
        if matches!(block, Block::Inline(_)) && entry.defined.get() {
            return Err(Flow::runtime(format!(
                "`{name}` is written in Puppet and gets no block by way of `{}`",
                self.name
            )));
        }
        if matches!(self.block, Block::Inline(_)) && !matches!(block, Block::Inline(_)) {
            let mut stack = super::compile::new_stack(args.len());
            return invoke::entry(self.vm, &entry, args, &mut stack, block, SourcePos::default()).map_err(unplaced);
        }
        invoke::entry(self.vm, &entry, args, self.stack, block, SourcePos::default()).map_err(unplaced)
    }

    /// A variable as seen from the caller's scope (`defined('$x')`, `getvar`): `None` when unknown.
    pub fn variable(&self, name: &str) -> Option<Value> {
        self.vm.visible_variable(name)
    }

    /// Returns whether there is a function with this name, built-in, of a module or defined.
    pub fn function_exists(&mut self, name: &str) -> bool {
        let entry = self.vm.function(name);
        entry.builtin.is_some() || entry.defined.get()
    }

    /// The type with this name (alias or built-in), if any.
    pub fn type_named(&mut self, name: &str) -> Option<puppet_pcore::Ty> {
        self.vm.type_named(name)
    }

    /// Returns whether it is the name of a resource type that is built in.
    pub fn is_resource_type(&self, name: &str) -> bool {
        self.vm.catalog.is_resource_type(&name.to_ascii_lowercase())
    }

    /// Evaluates the text of a type expression (`Integer[1]`), for `Type('..')`, `assert_type('..', x)`.
    pub fn parse_type(&mut self, text: &str) -> EvalResult<puppet_pcore::Ty> {
        self.vm.parse_type(text)
    }

    /// Renders a template (the text of an EPP) with the given parameters (`None`: the caller's local variables).
    pub fn render_epp(&mut self, name: &str, template: &str, params: Option<&puppet_pcore::Hash>) -> EvalResult {
        super::epp::render(self.vm, name, template, params)
    }

    /// Takes a doubtful thing as the setting `strict` says: silently, with a warning, or as an error.
    pub fn strict(&mut self, code: &'static str, message: String) -> EvalResult<()> {
        match self.vm.settings.strict {
            Strictness::Off => Ok(()),
            Strictness::Warning => {
                self.vm.log(Level::Warning, &message);
                Ok(())
            }
            Strictness::Error => Err(Flow::fail_with(code, message)),
        }
    }

    /// Returns whether there is a class of this name (in lower case), in the session or in a module.
    pub fn knows_class(&mut self, name: &str) -> EvalResult<bool> {
        self.vm.knows_class(name)
    }

    /// Returns whether it is the name of a resource type (in lower case), in the session or in a module.
    pub fn knows_resource_type(&mut self, name: &str) -> EvalResult<bool> {
        self.vm.knows_resource_type(name)
    }

    /// The classes, resources and edges declared so far.
    pub fn catalog(&mut self) -> &mut super::catalog::Compilation {
        &mut self.vm.catalog
    }

    /// The running session's state, for functions of the catalog.
    pub fn vm(&mut self) -> &mut Vm {
        self.vm
    }

    /// What may be used up under the active settings.
    pub fn limits(&self) -> Limits {
        self.vm.limits
    }

    pub fn host(&mut self) -> &mut dyn Host {
        &mut *self.vm.host
    }

    /// Logs a line.
    pub fn log(&mut self, level: Level, text: &str) {
        self.vm.log(level, text);
    }

    /// An error without an issue code of its own.
    pub fn fail<T>(&self, message: impl Into<String>) -> EvalResult<T> {
        Err(Flow::runtime(message))
    }

    /// Call this once in a while in a long loop: fails when the user cancelled.
    pub fn check_cancelled(&self) -> EvalResult<()> {
        self.vm.check_cancelled()
    }

    /// Turns a pcore issue into the call's error.
    pub fn issue<T>(&self, issue: Box<ValueError>) -> EvalResult<T> {
        Err(issue.into())
    }
}

/// A block called round by round: what `Call::block1` and `block2` find out at each call is known here.
pub struct Rounds<'c> {
    vm: &'c mut Vm,
    code: &'c Code,
    first: usize,
    frame: &'c mut [Value],
}

impl Rounds<'_> {
    /// A round with one argument.
    #[inline(always)]
    pub fn call1(&mut self, a: Value) -> EvalResult {
        self.frame[self.first].put(a);
        self.run()
    }

    /// A round with two arguments.
    #[inline(always)]
    pub fn call2(&mut self, a: Value, b: Value) -> EvalResult {
        let slots = &mut self.frame[self.first..self.first + 2];
        slots[0].put(a);
        slots[1].put(b);
        self.run()
    }

    #[inline(always)]
    fn run(&mut self) -> EvalResult {
        self.vm.tick()?;
        match (self.code)(self.vm, self.frame) {
            Ok(value) => Ok(value),
            failed => invoke::next_is_value(failed),
        }
    }
}

/// A call by name has no place of its own: its errors get that of the call that made it.
fn unplaced(mut flow: Box<Flow>) -> Box<Flow> {
    if let Flow::Fault(fault) = &mut *flow
        && fault.site == Some(SourcePos::default())
        && fault.source.is_none()
    {
        fault.site = None;
    }
    flow
}
