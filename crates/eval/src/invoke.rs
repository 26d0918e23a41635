//! Calls: binds arguments to parameters, checks types, and chooses a built-in function's signature.

use pprepl_budget as budget;
use pprepl_text::{IssueCode, Topic};
use std::rc::Rc;

use puppet_pcore::{CallableValue, Mismatch, Size, Value};

use super::builtin::Block;
use super::checks::{check_types, checks, prepare, prepare_block};
use super::code::{Body, Code, LambdaValue, ParamCode};
use super::context::context_function;
use super::contract::{self, Declared};
use super::encoding;
use super::flow::Locate;
use super::foreign::{call_foreign, run_outside};
use super::functions::{FunctionEntry, Signatures};
use super::services::{Autoload, CallValue, Compile};
use super::signature::{self, signatures};
use super::stack::new_stack;
use super::unknown::unknown_function;
use super::variable_view::Surroundings;
use super::{Builtin, Call, EvalResult, Flow, SourcePos, Vm};

/// Runs a function written in Puppet whose arguments are in the first slots of `window`.
#[inline(always)]
pub(crate) fn user(
    vm: &mut Vm,
    entry: &Rc<FunctionEntry>,
    window: &mut [Value],
    given: usize,
    site: SourcePos,
) -> EvalResult {
    // Cloned, not borrowed: the call may load a module's file, whose definitions drop compiled bodies.
    let compiled = entry.body.borrow().clone();
    if let Some(body) = &compiled
        && body.plain
        && given == body.params.len()
        && window.len() >= body.slots.size
        && vm.calls.try_enter()
    {
        let result = (body.code)(vm, window);
        vm.calls.depth -= 1;
        return match result {
            Ok(value) => {
                for slot in &mut window[..given] {
                    slot.put(Value::Unset);
                }
                Ok(value)
            }
            failed => finish_in(vm, body, failed, window, &(0..given)).at(site),
        };
    }
    match &compiled {
        Some(body) if body.positional && !body.matches => user_positional(vm, entry, body, window, given, site),
        _ => user_slow(vm, entry, window, given, site),
    }
}

/// Runs a body as [`user`] does, if it has types to check, locals to clear, or both. The slow path reports mismatches.
#[inline(never)]
fn user_positional(
    vm: &mut Vm,
    entry: &Rc<FunctionEntry>,
    body: &Body,
    window: &mut [Value],
    given: usize,
    site: SourcePos,
) -> EvalResult {
    let checks = body.checks.get();
    if (body.simple || checks.is_some_and(|checks| checks.accept(&window[..given])))
        && given == body.params.len()
        && window.len() >= body.slots.size
        && vm.calls.try_enter()
    {
        if !body.slots.locals.is_empty() {
            clear(window, &body.slots.locals);
        }
        let result = (body.code)(vm, window);
        vm.calls.depth -= 1;
        // Destructured at once: a result that is moved as a whole waits until its two words are stored.
        let value = match result {
            Ok(value) => value,
            failed => return finish_in(vm, body, failed, window, &(0..body.slots.locals.end)).at(site),
        };
        // Clears the parameters and the locals right after them.
        for slot in &mut window[..body.slots.locals.end] {
            slot.put(Value::Unset);
        }
        let returns = checks.and_then(|checks| Some((checks.returns.as_ref()?, checks.binds)));
        let fits = returns.is_none_or(|((_, matcher), binds)| !binds && matcher.test(&value));
        return if fits { Ok(value) } else { finish(vm, body, Ok(value)).at(site) };
    }
    user_slow(vm, entry, window, given, site)
}

/// Runs a body as [`user`] does, if it needs more setup or is not compiled yet, or the name is unknown.
#[inline(never)]
fn user_slow(
    vm: &mut Vm,
    function: &Rc<FunctionEntry>,
    window: &mut [Value],
    given: usize,
    site: SourcePos,
) -> EvalResult {
    match vm.function_body(function) {
        Some(body) => run(vm, &body, window, given, Block::None).at(site),
        None => {
            let values = window[..given].iter_mut().map(std::mem::take).collect();
            entry(vm, function, values, window, Block::None, site).at(site)
        }
    }
}

/// Calls the function that the name means now.
pub(crate) fn entry(
    vm: &mut Vm,
    entry: &Rc<FunctionEntry>,
    mut values: Vec<Value>,
    window: &mut [Value],
    block: Block<'_>,
    site: SourcePos,
) -> EvalResult {
    if let Some(body) = vm.function_body(entry) {
        return with_values(vm, &body, values, window, block);
    }
    match entry.builtin {
        Some(builtin) => Dispatch::new(builtin, site).call(vm, &mut values, window, block),
        None if vm.autoload_function(entry)? => self::entry(vm, entry, values, window, block, site),
        None => outside(vm, entry, values, window, block, site),
    }
}

/// Calls a function of plans, of a lookup's context, or of a module in another language.
fn outside(
    vm: &mut Vm,
    entry: &Rc<FunctionEntry>,
    mut values: Vec<Value>,
    window: &mut [Value],
    block: Block<'_>,
    site: SourcePos,
) -> EvalResult {
    if let Some(builtin) = vm.functions.of_plans(&entry.name, vm.settings.lex.tasks) {
        return Dispatch::new(builtin, site).call(vm, &mut values, window, block);
    }
    if let Some(builtin) = context_function(&entry.name, &values) {
        return Dispatch::new(builtin, site).call(vm, &mut values, window, block);
    }
    match call_foreign(vm, &entry.name, &mut values, block)? {
        Some(value) => Ok(value),
        None => Err(unknown_function(vm, &entry.name, site)),
    }
}

/// Runs a body with its arguments in a list.
pub(crate) fn with_values(
    vm: &mut Vm,
    body: &Body,
    values: Vec<Value>,
    window: &mut [Value],
    block: Block<'_>,
) -> EvalResult {
    let given = values.len();
    if window.len() < body.slots.size.max(given) {
        let mut stack = new_stack(body.slots.size.max(given));
        return with_values(vm, body, values, &mut stack, block);
    }
    window.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
    run(vm, body, window, given, block)
}

/// Runs a body whose `given` arguments are in the first slots of its frame.
#[inline]
fn run(vm: &mut Vm, body: &Body, window: &mut [Value], given: usize, block: Block<'_>) -> EvalResult {
    if window.len() < body.slots.size.max(given) {
        return on_new_stack(vm, body, window, given, block);
    }
    if let Err(flow) = vm.calls.enter_function() {
        return on_new_machine_stack(vm, body, window, given, block, flow);
    }
    let result = if body.simple && given == body.params.len() && !block.is_some() {
        clear(window, &body.slots.locals);
        execute(vm, body, window)
    } else {
        bind(vm, body, window, given, block).and_then(|()| execute(vm, body, window))
    };
    vm.calls.depth -= 1;
    let used = 0..body.slots.locals.end.max(given);
    match result {
        Ok(value) if body.returns.is_none() => {
            clear(window, &used);
            Ok(value)
        }
        other => finish_in(vm, body, other, window, &used),
    }
}

/// Finishes a call as [`finish`] does, and clears the slots that it used.
#[inline(never)]
fn finish_in(
    vm: &mut Vm,
    body: &Body,
    result: EvalResult,
    window: &mut [Value],
    used: &std::ops::Range<usize>,
) -> EvalResult {
    let result = finish(vm, body, result).map_err(|mut flow| {
        flow.leave_call(|| format!("`{}` is called here{}", body.name, arguments_text(body, window)));
        flow
    });
    clear(window, used);
    result
}

/// The maximum length of an argument in an error, in characters.
const MAX_ARGUMENT: usize = 40;

/// The maximum number of arguments in an error.
const MAX_ARGUMENTS: usize = 4;

/// Returns the arguments of a call for an error: ` with $x = 'a'`. Long values are cut, secrets are hidden.
#[cold]
pub(crate) fn arguments_text(body: &Body, frame: &[Value]) -> String {
    let set = |(index, param): (usize, &ParamCode)| match frame.get(body.slots.first + index)? {
        Value::Unset => None,
        value => Some(argument_text(&param.name, value)),
    };
    let all: Vec<String> = body.params.iter().enumerate().filter_map(set).collect();
    with_arguments(&all)
}

/// Formats an argument for an error: `$x = 'a'`.
pub(crate) fn argument_text(name: &str, value: &Value) -> String {
    let text = puppet_pcore::display_start(value, MAX_ARGUMENT);
    format!("${name} = {}", puppet_pcore::short_text(&text, MAX_ARGUMENT))
}

/// Joins the arguments of a call for an error.
pub(crate) fn with_arguments(all: &[String]) -> String {
    match all.get(MAX_ARGUMENTS..).unwrap_or_default() {
        _ if all.is_empty() => String::new(),
        [] => format!(" with {}", all.join(", ")),
        more => format!(" with {}, and {} more", all[..MAX_ARGUMENTS].join(", "), more.len()),
    }
}

#[inline]
fn execute(vm: &mut Vm, body: &Body, window: &mut [Value]) -> EvalResult {
    if !body.matches {
        return (body.code)(vm, window);
    }
    let saved = vm.matches.take();
    let result = (body.code)(vm, window);
    vm.matches = saved;
    result
}

#[inline]
fn clear(window: &mut [Value], slots: &std::ops::Range<usize>) {
    for slot in &mut window[slots.clone()] {
        slot.put(Value::Unset);
    }
}

/// Continues on a new segment when the value stack's segment is full.
#[cold]
fn on_new_stack(vm: &mut Vm, body: &Body, window: &mut [Value], given: usize, block: Block<'_>) -> EvalResult {
    let mut stack = new_stack(body.slots.size.max(given));
    for (slot, value) in stack.iter_mut().zip(&mut window[..given]) {
        *slot = std::mem::take(value);
    }
    run(vm, body, &mut stack, given, block)
}

/// Continues on another machine stack, where the program has one, when this one is full; fails with `flow` elsewhere.
#[cold]
fn on_new_machine_stack(
    vm: &mut Vm,
    body: &Body,
    window: &mut [Value],
    given: usize,
    block: Block<'_>,
    flow: Box<Flow>,
) -> EvalResult {
    let Some(base) = vm.calls.full_stack() else { return Err(flow) };
    let (mut block, mut result) = (Some(block), None);
    let has_run = budget::run_on_stack(&mut || {
        vm.calls.begin_here();
        result = block.take().map(|block| run(vm, body, window, given, block));
    });
    vm.calls.return_to(base);
    result.filter(|_| has_run).unwrap_or(Err(flow))
}

/// Finishes a call that ended with control flow or an error, or has a return type.
#[inline(never)]
fn finish(vm: &mut Vm, body: &Body, result: EvalResult) -> EvalResult {
    let value = match result {
        Ok(value) => value,
        Err(mut flow) => match *flow {
            Flow::Next(value) => value,
            Flow::Return(value) => return Ok(value),
            // `break()` ends the loop whose lambda called the function.
            Flow::Break => {
                vm.calls.note_exit_source(&body.source);
                return Err(flow);
            }
            _ => {
                flow.enter_source_if_placed(&body.source);
                return Err(flow);
            }
        },
    };
    check_returned(vm, body, value)
}

fn check_returned(vm: &mut Vm, body: &Body, value: Value) -> EvalResult {
    if body.returns.is_none() {
        return Ok(value);
    }
    let checks = checks(vm, body)?;
    match &checks.returns {
        Some((ty, matcher)) if !matcher.test(&value) => {
            let label = format!("value returned from {}", body.name);
            Err(returned_mismatch(body, Flow::mismatch(&label, ty, &value)))
        }
        Some((ty, _)) if checks.binds => Ok(contract::bound(ty, &value, &Declared::result(body)).unwrap_or(value)),
        _ => Ok(value),
    }
}

/// Completes the error for a result of the wrong type. No other argument repairs it, so that it has no help of its own.
#[cold]
fn returned_mismatch(body: &Body, mut flow: Box<Flow>) -> Box<Flow> {
    if let Flow::Fault(fault) = &mut *flow
        && !fault.issue.misfits.is_empty()
    {
        fault.issue.topic = Topic::ReturnType;
        fault.issue.help = Some("return a value of this type, or change the type after `>>`".to_owned());
    }
    match body.returns.as_ref().map(|returns| returns.span) {
        Some(span) => flow.with_label(&body.source, span, "the declared return type"),
        None => flow,
    }
}

/// Binds arguments to parameters: defaults, captures-rest, the lambda, types.
fn bind(vm: &mut Vm, body: &Body, window: &mut [Value], given: usize, block: Block<'_>) -> EvalResult<()> {
    prepare(vm, body)?;
    prepare_block(vm, &block)?;
    let given = take_block(vm, body, window, given, block)?;
    if given < body.required || body.max.is_some_and(|max| given > max) {
        return Err(wrong_count(body, given));
    }
    let block_value = body.block.as_ref().map(|_| std::mem::take(&mut window[body.params.len()]));
    fill(vm, body, window, given)?;
    clear(window, &(body.slots.locals.start..body.slots.locals.end.max(given).min(window.len())));
    if let Some(value) = block_value {
        window[body.params.len()] = value;
    }
    check_types(vm, body, window)
}

/// Moves a lambda (or a callable passed last) after the positional arguments; returns their number.
fn take_block(vm: &mut Vm, body: &Body, window: &mut [Value], given: usize, block: Block<'_>) -> EvalResult<usize> {
    let slot = body.params.len();
    let Some(param) = &body.block else {
        return if block.is_some() { Err(no_block_expected(body)) } else { Ok(given) };
    };
    let (value, given) = match block {
        Block::Lambda(lambda) => (Value::Callable(adopted_lambda(vm, body, param, &lambda)?), given),
        Block::Value(callable) => (Value::Callable(callable), given),
        Block::Inline(_) => return Err(no_block_expected(body)),
        Block::None if given > 0 && matches!(window[given - 1], Value::Callable(_)) => {
            (std::mem::take(&mut window[given - 1]), given - 1)
        }
        // One argument more than there are other parameters is that of the lambda's parameter.
        Block::None if body.max.is_some() && given == slot + 1 => (std::mem::take(&mut window[slot]), slot),
        Block::None => (Value::Undef, given),
    };
    if given > slot {
        let extra: Vec<Value> = window[slot..given].iter_mut().map(std::mem::take).collect();
        if body.max.is_some() || extra.is_empty() {
            return Err(wrong_count(body, given));
        }
        // Captures-rest before the lambda: the rest is collected here, since the lambda takes the slot after it.
        let rest = slot - 1;
        let mut items = vec![std::mem::take(&mut window[rest])];
        items.extend(extra);
        window[rest] = Value::array(items);
        window[slot] = check_block(vm, body, param, value)?;
        return Ok(usize::MAX);
    }
    window[slot] = check_block(vm, body, param, value)?;
    Ok(given)
}

/// Adds to a lambda written at the call the types that the parameter declares.
fn adopted_lambda(
    vm: &mut Vm,
    body: &Body,
    param: &ParamCode,
    lambda: &Rc<CallableValue>,
) -> EvalResult<Rc<CallableValue>> {
    Ok(match &checks(vm, body)?.block {
        Some(ty) => contract::adopted(ty, lambda, &Declared::param(body, param)),
        None => lambda.clone(),
    })
}

/// Checks a lambda against its parameter; returns it bound to the declared type.
fn check_block(vm: &mut Vm, body: &Body, param: &ParamCode, value: Value) -> EvalResult {
    let checks = checks(vm, body)?;
    let Some(ty) = &checks.block else { return Ok(value) };
    if puppet_pcore::instance(ty, &value) {
        return Ok(contract::bound(ty, &value, &Declared::param(body, param)).unwrap_or(value));
    }
    if value.is_undef() {
        return Err(Flow::fail_with(Topic::ArgumentCount, format!("`{}` expects a lambda", body.name)));
    }
    let flow = Flow::mismatch(&format!("`{}`: lambda `${}`", body.name, param.name), ty, &value);
    let span = param.type_span.unwrap_or(param.site.span);
    Err(flow.with_label(&body.source, span, format!("`${}` is declared here", param.name)))
}

fn no_block_expected(body: &Body) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::ArgumentCount, format!("`{}` does not accept a lambda", body.name));
    flow.with_help(|| Some("declare its last parameter as Callable, and it accepts one".to_owned()));
    flow
}

fn wrong_count(body: &Body, given: usize) -> Box<Flow> {
    let size = Size { from: body.required as i64, to: body.max.map(|max| max as i64) };
    let expected = Mismatch::format_count(size, "arguments");
    let missing = body.params.get(given).filter(|_| given < body.required);
    let which = missing.map_or_else(String::new, |param| format!(": `${}` is missing", param.name));
    let message = format!("`{}` expects {expected}, found {given}{which}", body.name);
    let flow = Flow::fail_with(Topic::ArgumentCount, message);
    let Some(declared) = missing.or(body.params.last()) else { return flow };
    let label = match missing {
        Some(_) => format!("`${}` is declared here, without a default", declared.name),
        None => "the last parameter".to_owned(),
    };
    flow.with_label(&body.source, declared.site.span, label)
}

/// Sets omitted parameters to their defaults and collects the rest. `given` is `usize::MAX` when all arguments are in
/// place.
fn fill(vm: &mut Vm, body: &Body, frame: &mut [Value], given: usize) -> EvalResult<()> {
    if given == usize::MAX {
        return Ok(());
    }
    for slot in &mut frame[body.slots.first + given.min(body.params.len())..body.slots.first + body.params.len()] {
        *slot = Value::Unset;
    }
    for (index, param) in body.params.iter().enumerate() {
        let slot = body.slots.first + index;
        let last = body.params.len() - 1;
        if param.rest && index < last {
            // Only Puppet accepts this: captures-rest before the last parameter takes the value of the last one.
            let tail = body.slots.first + last.min(given)..body.slots.first + given.max(last);
            let value = Value::array(frame[tail].iter().filter(|v| !matches!(v, Value::Unset)).cloned().collect());
            frame[slot] = value;
        } else if param.rest {
            let value = rest(vm, param, frame, slot, given.saturating_sub(index))?;
            frame[slot] = value;
        } else if index >= given {
            let value = match &param.default {
                Some(default) => default(vm, frame)?,
                None => return Err(missing(param)),
            };
            frame[slot] = value;
        }
    }
    Ok(())
}

fn rest(vm: &mut Vm, param: &ParamCode, frame: &mut [Value], slot: usize, count: usize) -> EvalResult {
    let items: Vec<Value> = frame[slot..slot + count].iter_mut().map(std::mem::take).collect();
    collected(vm, param, frame, items)
}

/// Returns the value of captures-rest: the arguments, or the default for none and for a single undef.
fn collected(vm: &mut Vm, param: &ParamCode, frame: &mut [Value], items: Vec<Value>) -> EvalResult {
    match &param.default {
        Some(default) if matches!(&items[..], [] | [Value::Undef]) => match default(vm, frame)? {
            array @ Value::Array(_) => Ok(array),
            single => Ok(Value::array(vec![single])),
        },
        _ => Ok(Value::array(items)),
    }
}

fn missing(param: &ParamCode) -> Box<Flow> {
    let message = format!("parameter `${}` has no argument and no default", param.name);
    Flow::at(IssueCode::MissingRequiredParameter, param.site, message)
}

/// Runs a lambda in its caller's frame with one argument.
#[inline(always)]
pub(crate) fn inline1(vm: &mut Vm, body: &Body, frame: &mut [Value], a: Value) -> EvalResult {
    if body.plain && body.params.len() == 1 {
        frame[body.slots.first].put(a);
        return inline_code(vm, body, frame);
    }
    inline1_slow(vm, body, frame, a)
}

#[inline(never)]
fn inline1_slow(vm: &mut Vm, body: &Body, frame: &mut [Value], a: Value) -> EvalResult {
    if !body.positional || body.params.len() != 1 {
        return inline(vm, body, frame, vec![a]);
    }
    frame[body.slots.first] = a;
    inline_checked(vm, body, frame)
}

#[inline(always)]
fn inline_code(vm: &mut Vm, body: &Body, frame: &mut [Value]) -> EvalResult {
    block_code(vm, &body.code, frame)
}

/// Runs the code of a plain lambda whose arguments are in place.
#[inline(always)]
pub(crate) fn block_code(vm: &mut Vm, code: &Code, frame: &mut [Value]) -> EvalResult {
    vm.calls.tick()?;
    match code(vm, frame) {
        Ok(value) => Ok(value),
        failed => next_is_value(failed),
    }
}

/// Runs a lambda in its caller's frame with two arguments.
#[inline(always)]
pub(crate) fn inline2(vm: &mut Vm, body: &Body, frame: &mut [Value], a: Value, b: Value) -> EvalResult {
    if body.plain && body.params.len() == 2 {
        let slots = &mut frame[body.slots.first..body.slots.first + 2];
        slots[0].put(a);
        slots[1].put(b);
        return inline_code(vm, body, frame);
    }
    inline2_slow(vm, body, frame, a, b)
}

#[inline(never)]
fn inline2_slow(vm: &mut Vm, body: &Body, frame: &mut [Value], a: Value, b: Value) -> EvalResult {
    if !body.positional || body.params.len() != 2 {
        return inline(vm, body, frame, vec![a, b]);
    }
    frame[body.slots.first] = a;
    frame[body.slots.first + 1] = b;
    inline_checked(vm, body, frame)
}

/// Runs a positional lambda whose arguments are in place.
fn inline_checked(vm: &mut Vm, body: &Body, frame: &mut [Value]) -> EvalResult {
    if body.simple {
        return inline_run(vm, body, frame);
    }
    check_types(vm, body, frame)?;
    let result = inline_run(vm, body, frame)?;
    check_returned(vm, body, result)
}

/// Runs a simple lambda whose arguments are in place.
pub(crate) fn inline_run(vm: &mut Vm, body: &Body, frame: &mut [Value]) -> EvalResult {
    clear(frame, &body.slots.locals);
    vm.calls.tick()?;
    if body.matches {
        let saved = vm.matches.clone();
        let result = (body.code)(vm, frame);
        vm.matches = saved;
        return next_is_value(result);
    }
    match (body.code)(vm, frame) {
        Ok(value) => Ok(value),
        failed => next_is_value(failed),
    }
}

#[cold]
pub(crate) fn next_is_value(result: EvalResult) -> EvalResult {
    match result {
        Err(flow) => match *flow {
            Flow::Next(value) => Ok(value),
            _ => Err(flow),
        },
        ok => ok,
    }
}

/// Runs a lambda in its caller's frame with any number of arguments; surplus ones are dropped.
pub(crate) fn inline(vm: &mut Vm, body: &Body, frame: &mut [Value], values: Vec<Value>) -> EvalResult {
    let count = body.params.len();
    let given = values.len();
    let mut values = values.into_iter();
    for (index, param) in body.params.iter().enumerate() {
        if param.rest {
            let rest: Vec<Value> = values.by_ref().collect();
            frame[body.slots.first + index] = collected(vm, param, frame, rest)?;
        } else if let Some(value) = values.next() {
            frame[body.slots.first + index] = value;
        } else {
            frame[body.slots.first + index] = Value::Unset;
        }
    }
    clear(frame, &body.slots.locals);
    for index in given.min(count)..count {
        let param = &body.params[index];
        if param.rest {
            continue;
        }
        let value = match &param.default {
            Some(default) => default(vm, frame)?,
            None => return Err(missing(param)),
        };
        frame[body.slots.first + index] = value;
    }
    check_types(vm, body, frame)?;
    let result = inline_run(vm, body, frame)?;
    check_returned(vm, body, result)
}

/// Calls a callable value; `window` is free for the call.
pub(crate) fn call_value(
    vm: &mut Vm,
    callable: &Rc<CallableValue>,
    mut values: Vec<Value>,
    window: &mut [Value],
    block: Block<'_>,
) -> EvalResult {
    if let Some(contract) = &callable.contract {
        contract::check_arguments(contract, &mut values)?;
    }
    if let Some(function) = callable.code.downcast_ref::<Rc<FunctionEntry>>() {
        return entry(vm, function, values, window, block, SourcePos::default()).map_err(Flow::unplaced);
    }
    if let Some(result) = run_outside(vm, callable, &mut values) {
        return result;
    }
    let Some(lambda) = callable.code.downcast_ref::<LambdaValue>() else {
        return Err(Flow::fail_with(Topic::Callable, "this callable cannot be called from here"));
    };
    let body = &lambda.body;
    if let Some(contract) = &lambda.adopted {
        contract::check_arguments(contract, &mut values)?;
    }
    let result = call_lambda(vm, lambda, values, window);
    match &lambda.adopted {
        Some(contract) => contract::check_result(contract, body, result?),
        None => result,
    }
}

/// Runs a lambda that is a value.
fn call_lambda(vm: &mut Vm, lambda: &LambdaValue, values: Vec<Value>, window: &mut [Value]) -> EvalResult {
    let body = &lambda.body;
    if window.len() < body.slots.size.max(values.len()) {
        let mut stack = new_stack(body.slots.size.max(values.len()));
        return call_lambda(vm, lambda, values, &mut stack);
    }
    vm.calls.enter()?;
    for (capture, value) in body.captures.iter().zip(&lambda.captured) {
        window[capture.slot] = value.clone();
    }
    let saved = vm.matches.clone();
    let result = inline(vm, body, window, values);
    vm.matches = saved;
    vm.calls.depth -= 1;
    clear(window, &(0..body.slots.locals.end));
    result.map_err(|mut flow| {
        flow.enter_source_if_placed(&body.source);
        vm.calls.note_exit_source(&body.source);
        flow
    })
}

impl CallValue for Vm {
    fn call_value(
        &mut self,
        callable: &Rc<CallableValue>,
        values: Vec<Value>,
        window: &mut [Value],
        block: Block<'_>,
    ) -> EvalResult {
        call_value(self, callable, values, window, block)
    }
}

/// A call site of a built-in function.
pub(crate) struct Dispatch {
    builtin: &'static Builtin,
    site: SourcePos,
    signatures: std::cell::OnceCell<Rc<Signatures>>,
}

impl Dispatch {
    pub(crate) fn new(builtin: &'static Builtin, site: SourcePos) -> Dispatch {
        Dispatch { builtin, site, signatures: std::cell::OnceCell::new() }
    }

    /// Chooses the signature that accepts the arguments and runs it.
    #[inline]
    pub(crate) fn call(&self, vm: &mut Vm, args: &mut [Value], stack: &mut [Value], block: Block<'_>) -> EvalResult {
        self.call_around(vm, args, stack, block, None)
    }

    /// Does the same as [`Dispatch::call`] with the variables around the call.
    #[inline]
    pub(crate) fn call_around(
        &self,
        vm: &mut Vm,
        args: &mut [Value],
        stack: &mut [Value],
        block: Block<'_>,
        around: Option<Surroundings<'_>>,
    ) -> EvalResult {
        let signatures = match self.signatures.get() {
            Some(signatures) => signatures,
            None => self.signatures.get_or_init(|| signatures(vm, self.builtin)),
        };
        prepare_block(vm, &block)?;
        let (args, block) = callable_as_block(vm, signatures, args, block);
        let Some(run) = signature::choose(vm, signatures, args, &block) else {
            return Err(signature::mismatch(vm, self.builtin, signatures, args, &block)).at(self.site);
        };
        let is_bytes = encoding::is_bytes(args);
        let mut call = Call::new(vm, args, stack, block, self.builtin.name);
        call.around = around;
        let lambda = match &call.block {
            Block::Inline(body) => Some(*body),
            _ => None,
        };
        match run(&mut call) {
            Ok(value) if is_bytes => Ok(encoding::preserved(self.builtin.name, value)),
            Ok(value) => Ok(value),
            failed => {
                if matches!(self.builtin.name, "break" | "next" | "return") {
                    call.vm.calls.note_exit(self.site);
                }
                self.failed(failed, lambda, call.stack)
            }
        }
    }

    /// Completes an error that leaves a call: its position, and the round of the lambda in which it was raised.
    #[cold]
    #[inline(never)]
    fn failed(&self, result: EvalResult, lambda: Option<&Body>, frame: &[Value]) -> EvalResult {
        result
            .map_err(|mut flow| {
                if let (Some(body), Flow::Fault(fault)) = (lambda, &mut *flow) {
                    fault.leave_lambda(body.span, &body.source, || {
                        let arguments = arguments_text(body, frame);
                        (!arguments.is_empty()).then(|| format!("in the lambda of `{}`{arguments}", self.builtin.name))
                    });
                }
                flow
            })
            .at(self.site)
    }
}

/// Returns a callable passed last as the lambda (a language extension): `$arr.each($block)`. Where a signature requires
/// a lambda, it takes it; otherwise only where no signature accepts it as an argument.
fn callable_as_block<'s, 'b>(
    vm: &mut Vm,
    signatures: &Signatures,
    args: &'s mut [Value],
    block: Block<'b>,
) -> (&'s mut [Value], Block<'b>) {
    if block.is_some() || !signatures.take_blocks {
        return (args, block);
    }
    match args.last() {
        Some(Value::Callable(callable)) => {
            let block = Block::Value(callable.clone());
            let count = args.len() - 1;
            if signature::takes_as_argument(vm, signatures, args, &block) {
                return (args, Block::None);
            }
            (&mut args[..count], block)
        }
        _ => (args, Block::None),
    }
}

/// Runs the body of a template or a defined type with arguments by name, in the order of its parameters.
pub(crate) fn template(vm: &mut Vm, body: &Body, frame: &mut [Value], arguments: Vec<Option<Value>>) -> EvalResult {
    for (index, (param, argument)) in body.params.iter().zip(arguments).enumerate() {
        let value = match (argument, &param.default) {
            (Some(value), None) => value,
            (Some(value), Some(_)) if !value.is_undef() => value,
            (_, Some(default)) => default(vm, frame)?,
            (None, None) => {
                let message = format!("`{}` expects a value for parameter '{}'", body.name, param.name);
                return Err(Flow::fail_with(Topic::MissingParameter, message));
            }
        };
        frame[body.slots.first + index] = value;
    }
    clear(frame, &body.slots.locals);
    check_types(vm, body, frame)?;
    // A template sees its caller's match, and its own matches stay inside.
    let saved = vm.matches.clone();
    let result = (body.code)(vm, frame);
    vm.matches = saved;
    result
}
