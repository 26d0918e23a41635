//! Calls of functions that a module implements in another language.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use pprepl_text::Topic;
use puppet_pcore::{CallableValue, Value};

use super::builtin::Block;
use super::callbacks::{Foreign, ForeignCall, ForeignCode};
use super::code::LambdaValue;
use super::services::{Autoload, CallValue};
use super::stack::new_stack;
use super::{EvalResult, Flow, Vm};

/// Returns what runs functions in another language, if that is on and code may run programs now: a preview or a trial
/// run may not.
pub fn foreign(vm: &mut Vm) -> Option<Rc<dyn Foreign>> {
    let foreign = vm.functions.foreign.clone()?;
    let is_asked = !vm.debugger.looking && !vm.functions.is_foreign_paused && vm.host.may_run_programs();
    is_asked.then_some(foreign)
}

/// Returns the file of a function that can be called in another language.
pub(crate) fn foreign_file(vm: &mut Vm, name: &str) -> Option<(Rc<dyn Foreign>, PathBuf)> {
    let known = vm.functions.foreign.clone()?;
    let file = vm.ruby_file("functions", name).or_else(|| known.file_of(name))?;
    Some((foreign(vm)?, file))
}

/// Calls a function in another language; `None` if none has this name.
pub(crate) fn call_foreign(
    vm: &mut Vm,
    name: &str,
    args: &mut Vec<Value>,
    block: Block<'_>,
) -> EvalResult<Option<Value>> {
    let Some((foreign, file)) = foreign_file(vm, name) else { return Ok(None) };
    let block = match block {
        Block::None => None,
        Block::Lambda(callable) | Block::Value(callable) => Some(callable),
        Block::Inline(_) => {
            let message = format!("the lambda of this call cannot be passed on to `{name}`, which is written in Ruby");
            return Err(Flow::fail_with(Topic::Callable, message));
        }
    };
    check_code(vm, &file)?;
    vm.calls.enter()?;
    let call = ForeignCall { name, file: &file, args: std::mem::take(args), block };
    let result = foreign.call(vm, call);
    vm.calls.leave();
    result.map(Some)
}

/// Fails if the settings do not allow code of this file.
pub(crate) fn check_code(vm: &mut Vm, file: &Path) -> EvalResult<()> {
    let allowed = vm.host.check_code(file);
    allowed.map_err(|error| Flow::unreadable(&pprepl_files::slashed(file), &error))
}

/// Calls a callable value.
pub fn call_callable(vm: &mut Vm, callable: &Rc<CallableValue>, args: Vec<Value>) -> EvalResult {
    let mut stack = new_stack(args.len());
    vm.call_value(callable, args, &mut stack, Block::None)
}

/// Returns the minimum and maximum number of arguments of a callable value; `None` for a function.
pub fn callable_arity(callable: &CallableValue) -> Option<(usize, Option<usize>)> {
    let lambda = callable.code.downcast_ref::<LambdaValue>()?;
    Some((lambda.body.required, lambda.body.max))
}

/// Runs a callable that something outside of the evaluator provides; `None` for another callable.
pub(crate) fn run_outside(vm: &mut Vm, callable: &CallableValue, args: &mut Vec<Value>) -> Option<EvalResult> {
    let code = callable.code.downcast_ref::<ForeignCode>()?;
    Some((code.run)(vm, std::mem::take(args)))
}
