//! The operations of a built-in function on its call: arguments, lambda, and the running session.

use pprepl_text::{Issue, Topic};
use puppet_pcore::{Value, ValueError};

use super::builtin::{Block, BlockArity, Call};
use super::catalog::Compilation;
use super::code::{Code, Comparator};
use super::data::variable_seen;
use super::epp::{TemplateScope, render};
use super::foreign::foreign_file;
use super::invoke;
use super::services::Autoload;
use super::stack::new_stack;
use super::unknown::ruby_function;
use super::vm::Strictness;
use super::{EvalResult, Flow, Host, Level, Limits, SourcePos, Vm};

impl Call<'_> {
    /// Returns the called function's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn args(&self) -> &[Value] {
        self.args
    }

    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        self.args.len()
    }

    /// Returns whether the call has no arguments.
    pub fn is_empty(&self) -> bool {
        self.args.is_empty()
    }

    /// Returns the n-th argument, or `undef` when it is omitted.
    pub fn arg(&self, index: usize) -> &Value {
        self.args.get(index).unwrap_or(&Value::Undef)
    }

    /// Takes the n-th argument out, so that it can be changed in place when it is not shared.
    pub fn take(&mut self, index: usize) -> Value {
        self.args.get_mut(index).map_or(Value::Undef, std::mem::take)
    }

    /// Replaces the n-th argument.
    pub fn replace(&mut self, index: usize, value: Value) {
        if let Some(arg) = self.args.get_mut(index) {
            *arg = value;
        }
    }

    /// Returns whether the call has a lambda.
    pub fn has_block(&self) -> bool {
        self.block.is_some()
    }

    /// Returns how many arguments the lambda accepts, or `None` without a lambda.
    pub fn block_arity(&mut self) -> Option<BlockArity> {
        self.block.arity(self.vm)
    }

    /// Calls the lambda with one argument. `next(v)` in the lambda sets its value; `break()` returns `Flow::Break`.
    #[inline(always)]
    pub fn block1(&mut self, a: Value) -> EvalResult {
        match &self.block {
            Block::Inline(body) => invoke::inline1(self.vm, body, self.stack, a),
            _ => self.block(vec![a]),
        }
    }

    /// Calls the lambda with two arguments.
    #[inline(always)]
    pub fn block2(&mut self, a: Value, b: Value) -> EvalResult {
        match &self.block {
            Block::Inline(body) => invoke::inline2(self.vm, body, self.stack, a, b),
            _ => self.block(vec![a, b]),
        }
    }

    /// Calls the lambda with any number of arguments.
    pub fn block(&mut self, args: Vec<Value>) -> EvalResult {
        match &self.block {
            Block::None => Err(Flow::fail_with(Topic::Callable, format!("`{}` has no lambda to call", self.name))),
            Block::Inline(body) => invoke::inline(self.vm, body, self.stack, args),
            Block::Lambda(callable) | Block::Value(callable) => {
                invoke::call_value(self.vm, callable, args, self.stack, Block::None)
            }
        }
    }

    /// Returns a fast caller for a loop over a lambda that needs no setup; `None` for any other lambda.
    #[inline]
    pub fn rounds(&mut self, arguments: usize) -> Option<Rounds<'_>> {
        match &self.block {
            Block::Inline(body) if body.plain && body.params.len() == arguments => {
                Some(Rounds { vm: self.vm, code: &body.code, first: body.slots.first, frame: self.stack })
            }
            _ => None,
        }
    }

    /// Returns the order that the lambda requests when its only code is `compare` of its two parameters.
    pub fn comparator(&self) -> Option<Comparator> {
        match &self.block {
            Block::Inline(body) => body.comparator,
            _ => None,
        }
    }

    /// Returns whether the lambda may end the calling function before all elements are processed, other than by an
    /// error.
    pub fn block_may_leave(&self) -> bool {
        match &self.block {
            Block::None => false,
            Block::Inline(body) => body.exits.breaks || body.exits.leaves || self.vm.functions.breaks,
            Block::Lambda(_) | Block::Value(_) => true,
        }
    }

    /// Returns whether `break()` may leave the lambda (whether its body or a function of the session contains
    /// one). Without one `reduce` moves its
    /// memo into the lambda, which then grows it in place. With one it must keep a copy for the break.
    pub fn block_breaks(&self) -> bool {
        match &self.block {
            Block::None => false,
            Block::Inline(body) => body.exits.breaks || self.vm.functions.breaks,
            Block::Lambda(_) | Block::Value(_) => true,
        }
    }

    /// Calls another function by name, resolved as in the session.
    pub fn call_function(&mut self, name: &str, args: Vec<Value>) -> EvalResult {
        self.call_with(name, args, Block::None)
    }

    /// Calls another function by name and passes this call's lambda on.
    pub fn forward(&mut self, name: &str, args: Vec<Value>) -> EvalResult {
        let block = self.block.clone();
        self.call_with(name, args, block)
    }

    fn call_with(&mut self, name: &str, args: Vec<Value>, block: Block<'_>) -> EvalResult {
        self.show_scope();
        let entry = self.vm.function(name);
        if !entry.defined.get()
            && entry.builtin.is_none()
            && !self.vm.autoload_function(&entry)?
            && foreign_file(self.vm, name).is_none()
        {
            if let Some(flow) = ruby_function(self.vm, name) {
                return Err(flow);
            }
            return Err(Flow::fail_with(Topic::UndefinedFunction, format!("unknown function `{name}`")));
        }
        // A lambda that runs in the caller's frame needs that frame; the callee must not use its slots.
        if matches!(block, Block::Inline(_)) && entry.defined.get() {
            return Err(Flow::fail_with(
                Topic::Callable,
                format!("`{}` cannot pass its lambda to `{name}`, which is written in Puppet", self.name),
            ));
        }
        if matches!(self.block, Block::Inline(_)) && !matches!(block, Block::Inline(_)) {
            let mut stack = new_stack(args.len());
            return invoke::entry(self.vm, &entry, args, &mut stack, block, SourcePos::default())
                .map_err(Flow::unplaced);
        }
        invoke::entry(self.vm, &entry, args, self.stack, block, SourcePos::default()).map_err(Flow::unplaced)
    }

    /// Returns a variable as seen from the caller's scope (`defined('$x')`, `getvar`); `None` when unknown.
    pub fn variable(&self, name: &str) -> Option<Value> {
        match &self.around {
            Some(around) => variable_seen(self.vm, name, || around.get(name, &self.vm.globals)),
            None => self.vm.visible_variable(name),
        }
    }

    /// Shows the variables around this call to the code that it calls, until it ends.
    pub fn show_scope(&mut self) {
        if let Some(around) = self.around.take() {
            self.vm.templates.view.push(around.view());
        }
    }

    /// Returns whether a function of this name is built in, in a module, or defined in the session.
    pub fn function_exists(&mut self, name: &str) -> bool {
        let entry = self.vm.function(name);
        if entry.builtin.is_none() && !entry.defined.get() {
            self.vm.load_function(&entry);
        }
        entry.builtin.is_some() || entry.defined.get() || self.vm.has_ruby_function(name)
    }

    /// Returns the type with this name (an alias or built in), if any.
    pub fn type_named(&mut self, name: &str) -> Option<puppet_pcore::Ty> {
        self.vm.type_named(name)
    }

    /// Returns whether this is the name of a built-in resource type.
    pub fn is_resource_type(&self, name: &str) -> bool {
        self.vm.catalog.is_resource_type(&name.to_ascii_lowercase())
    }

    /// Evaluates the source of a type expression (`Integer[1]`), for `Type('..')` and `assert_type('..', x)`.
    pub fn parse_type(&mut self, text: &str) -> EvalResult<puppet_pcore::Ty> {
        self.vm.parse_type(text)
    }

    /// Renders a template (EPP source) with these parameters.
    pub fn render_epp(
        &mut self,
        name: &str,
        template: &str,
        params: Option<&puppet_pcore::Hash>,
        scope: TemplateScope,
    ) -> EvalResult {
        render(self.vm, name, template, params, scope)
    }

    /// Reports questionable code as the setting `strict` requires: silently, as a warning, or as an error.
    pub fn strict(&mut self, issue: impl Into<Issue>, message: String) -> EvalResult<()> {
        match self.vm.settings.strict {
            Strictness::Off => Ok(()),
            Strictness::Warning => {
                self.vm.log(Level::Warning, &message);
                Ok(())
            }
            Strictness::Error => Err(Flow::fail_with(issue, message)),
        }
    }

    /// Returns whether a class of this name (in lower case) exists in the session or in a module.
    pub fn knows_class(&mut self, name: &str) -> EvalResult<bool> {
        self.vm.knows_class(name)
    }

    /// Returns whether this is the name of a resource type (in lower case), in the session or in a module.
    pub fn knows_resource_type(&mut self, name: &str) -> EvalResult<bool> {
        self.vm.knows_resource_type(name)
    }

    /// Returns the classes, resources and edges declared so far.
    pub fn catalog(&mut self) -> &mut Compilation {
        &mut self.vm.catalog
    }

    /// Returns the running session's state, for functions of the catalog.
    pub fn vm(&mut self) -> &mut Vm {
        self.vm
    }

    /// Returns whether this value is true under the active settings.
    pub fn truth(&self, value: &Value) -> bool {
        self.vm.truth(value)
    }

    /// Returns the limits under the active settings.
    pub fn limits(&self) -> Limits {
        self.vm.calls.limits
    }

    pub fn host(&mut self) -> &mut dyn Host {
        &mut *self.vm.host
    }

    /// Logs a line.
    pub fn log(&mut self, level: Level, text: &str) {
        self.vm.log(level, text);
    }

    /// Fails with an error that has no issue code of its own.
    pub fn fail<T>(&self, message: impl Into<String>) -> EvalResult<T> {
        Err(Flow::fail_with(Topic::ArgumentValue, message))
    }

    /// Fails when the user canceled; long loops call it from time to time.
    pub fn check_cancelled(&self) -> EvalResult<()> {
        self.vm.calls.check_cancelled()
    }

    /// Converts a `ValueError` to the call's error.
    pub fn issue<T>(&self, issue: Box<ValueError>) -> EvalResult<T> {
        Err(issue.into())
    }
}

/// A lambda called in a loop: it computes once the facts that `Call::block1` and `block2` compute at each call.
pub struct Rounds<'c> {
    vm: &'c mut Vm,
    code: &'c Code,
    first: usize,
    frame: &'c mut [Value],
}

impl Rounds<'_> {
    /// Returns whether this value is true under the active settings.
    pub fn truth(&self, value: &Value) -> bool {
        self.vm.truth(value)
    }

    /// Runs a round with one argument.
    #[inline(always)]
    pub fn call1(&mut self, a: Value) -> EvalResult {
        self.frame[self.first].put(a);
        self.run()
    }

    /// Runs a round with two arguments.
    #[inline(always)]
    pub fn call2(&mut self, a: Value, b: Value) -> EvalResult {
        let slots = &mut self.frame[self.first..self.first + 2];
        slots[0].put(a);
        slots[1].put(b);
        self.run()
    }

    #[inline(always)]
    fn run(&mut self) -> EvalResult {
        self.vm.calls.tick()?;
        match (self.code)(self.vm, self.frame) {
            Ok(value) => Ok(value),
            failed => invoke::next_is_value(failed),
        }
    }
}
