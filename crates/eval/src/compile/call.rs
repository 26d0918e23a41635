//! Calls of functions written in Puppet, of built-in functions, of types (`Integer('1')`), and of callables (a language
//! extension).

use pprepl_text::{IssueCode, Topic};
use std::rc::Rc;

use puppet_pcore::{CallableValue, Value};
use puppet_syntax::ast::{Call as CallExpr, Expr, ExprKind, Lambda, Name};

use super::super::code::{Body, Code};
use crate::context::context_function;

use super::super::builtin::Block;
use super::super::flow::Locate;
use super::super::functions::FunctionEntry;
use super::super::variable_view::{Surroundings, VariableView, VisibleNames};
use super::super::{Builtin, Effect, EvalResult, Flow, SourcePos, Vm};
use super::super::{in_place, invoke};
use super::Compiler;
use super::collection::{Item, gather};
use super::operand::{Get, Operand};

/// The arguments of a call.
enum Args {
    /// A fixed number, evaluated directly into the callee's first slots.
    Fixed(Box<[Code]>),
    /// Arguments with `*x` among them.
    Unfolded(Box<[Item]>),
}

/// The lambda of a call.
enum BlockCode {
    None,
    /// Runs in the caller's frame: the callee is built in.
    Inline(Box<Body>),
    /// Becomes a value: the callee is written in Puppet.
    Value(Code),
}

impl Compiler<'_> {
    /// Compiles a call: `f(..)`, `f ..`, `T(..)`, `$x(..)`.
    pub(super) fn call(&mut self, call: &CallExpr, site: SourcePos) -> Code {
        match &call.functor.kind {
            ExprKind::Name(name) => compile_named(self, name, None, &call.args, call.lambda.as_ref(), site),
            ExprKind::Ref(_) => compile_call(self, call, site),
            ExprKind::Access(left, _) if matches!(left.kind, ExprKind::Ref(_)) => compile_call(self, call, site),
            _ => callable_call(self, call, site),
        }
    }

    /// Compiles `receiver.name(..)`.
    pub(super) fn method(
        &mut self,
        receiver: &Expr,
        name: &Expr,
        args: &[Expr],
        lambda: Option<&Rc<Lambda>>,
        site: SourcePos,
    ) -> Code {
        let name_site = SourcePos::from(name);
        match &name.kind {
            ExprKind::Name(name) => {
                let unfolded = matches!(unparenthesized(receiver).kind, ExprKind::Unfold(_));
                let plain = args.is_empty() && lambda.is_none() && !unfolded;
                if plain && self.vm.function(name).builtin.is_none() {
                    return member_or_call(self, receiver, name, site);
                }
                compile_named(self, name, Some(receiver), args, lambda, site)
            }
            _ => Box::new(move |_, _| {
                Err(Flow::at(IssueCode::IllegalExpression, name_site, "expected the name of a function after `.`"))
            }),
        }
    }
}

/// Compiles `T(..)`.
fn compile_call(compiler: &mut Compiler<'_>, call: &CallExpr, site: SourcePos) -> Code {
    let code = compile_named(compiler, &"new".into(), Some(&call.functor), &call.args, call.lambda.as_ref(), site);
    if call.lambda.is_some() || compiler.vm.function("new").defined.get() {
        return code;
    }
    compiler.converted(&call.functor, &call.args, code)
}

/// Compiles `receiver.name` where `name` may be an attribute of an object: the receiver decides at run time.
fn member_or_call(compiler: &mut Compiler<'_>, receiver: &Expr, name: &Name, site: SourcePos) -> Code {
    let mark = compiler.slots.next;
    let at = compiler.slots.reserve(1);
    let receiver = compiler.expr(receiver);
    compiler.slots.release(mark);
    let entry = compiler.vm.function(name);
    let code: Code = Box::new(move |vm, frame| {
        let value = receiver(vm, frame)?;
        match member(&value, &entry.name, site)? {
            Some(member) => Ok(member),
            None => invoke::entry(vm, &entry, vec![value], &mut frame[at..], Block::None, site).at(site),
        }
    });
    compiler.framed(code, site)
}

/// Returns the value of an object's attribute; `None` when the value has no such member.
fn member(value: &Value, name: &str, site: SourcePos) -> EvalResult<Option<Value>> {
    match puppet_pcore::attribute(value, name) {
        None if puppet_pcore::has_member(value, name)
            && context_function(name, std::slice::from_ref(value)).is_none() =>
        {
            let message = format!("nothing implements `{name}` of this object");
            Err(Flow::at(Topic::ObjectType, site, message))
        }
        found => Ok(found),
    }
}

/// Compiles `receiver.name` with the name of a built-in function. An attribute of an object has priority.
fn method_of(builtin: &'static Builtin, at: usize, receiver: Code, site: SourcePos) -> Code {
    let dispatch = invoke::Dispatch::new(builtin, site);
    Box::new(move |vm, frame| {
        let value = receiver(vm, frame)?;
        if matches!(value, Value::Object(_) | Value::Uri(_))
            && let Some(member) = member(&value, builtin.name, site)?
        {
            return Ok(member);
        }
        frame[at].put(value);
        let (values, free) = frame[at..].split_at_mut(1);
        dispatch.call(vm, values, free, Block::None)
    })
}

/// Compiles a call by name, with `first` before the other arguments.
fn compile_named(
    compiler: &mut Compiler<'_>,
    name: &Name,
    first: Option<&Expr>,
    rest: &[Expr],
    lambda: Option<&Rc<Lambda>>,
    site: SourcePos,
) -> Code {
    let entry = compiler.vm.function(name);
    let builtin = if entry.defined.get() { None } else { entry.builtin };
    if builtin.is_some_and(|row| row.name == "breakpoint") && first.is_none() && rest.is_empty() && lambda.is_none() {
        return compiler.breakpoint(site);
    }
    let code = named_call(compiler, (entry, builtin), first, rest, lambda, site);
    let runs_code = builtin.is_none_or(|row| row.effect == Effect::Declares);
    if runs_code { compiler.framed(code, site) } else { code }
}

fn named_call(
    compiler: &mut Compiler<'_>,
    (entry, builtin): (Rc<FunctionEntry>, Option<&'static Builtin>),
    first: Option<&Expr>,
    rest: &[Expr],
    lambda: Option<&Rc<Lambda>>,
    site: SourcePos,
) -> Code {
    let count = rest.len() + usize::from(first.is_some());
    let mark = compiler.slots.next;
    let at = compiler.slots.reserve(count);
    if builtin.is_none() && lambda.is_none() && count == 1 {
        let arg = first.or(rest.first()).map(|arg| (arg, unparenthesized(arg)));
        if let Some((arg, bare)) = arg
            && !matches!(bare.kind, ExprKind::Unfold(_))
        {
            let call = OneArgument { entry, at, site };
            let code = match compiler.operand(arg) {
                Operand::Slot(arg) => call.build(arg),
                Operand::Simple(arg) => call.build(arg),
                other => call.build(other.into_code()),
            };
            compiler.slots.release(mark);
            return if compiler.vm.functions.foreign.is_some() { seeing(compiler, code, site) } else { code };
        }
    }
    if let Some(builtin) = builtin {
        let arguments: Vec<&Expr> = first.into_iter().chain(rest).collect();
        if !arguments.iter().any(unfolds)
            && let Some(code) = compiler.inlined(builtin, &arguments, lambda.map(|lambda| &**lambda), at, site)
        {
            compiler.slots.release(mark);
            return code;
        }
    }
    let args = compile_args(compiler, first, rest);
    let block = match (lambda, builtin) {
        (None, _) => BlockCode::None,
        // The function that `call` names may be written in Puppet: it takes the lambda as a value.
        (Some(lambda), Some(builtin)) if builtin.name == "call" && compiler.vm.settings.additions => {
            BlockCode::Value(compiler.lambda_value(lambda))
        }
        (Some(lambda), Some(_)) => BlockCode::Inline(Box::new(compiler.inline_lambda(lambda))),
        (Some(lambda), None) => BlockCode::Value(compiler.lambda_value(lambda)),
    };
    let can_borrow = builtin.is_some_and(|row| row.borrows_scope) && first.is_none();
    let can_borrow = can_borrow && matches!((&args, &block), (Args::Fixed(_), BlockCode::None));
    let borrowed = can_borrow.then(|| visible_names(compiler)).filter(|names| names.are_below(at));
    let borrows = borrowed.is_some();
    let code = match builtin {
        Some(builtin) => match (args, block) {
            (Args::Fixed(args), BlockCode::None) if first.is_some() => match <Box<[Code; 1]>>::try_from(args) {
                Ok(receiver) => {
                    let [receiver] = *receiver;
                    method_of(builtin, at, receiver, site)
                }
                Err(args) => builtin_call(builtin, at, Args::Fixed(args), BlockCode::None, site),
            },
            (args, block) => match (args, borrowed) {
                (Args::Fixed(args), Some(names)) => borrowing_call(builtin, at, args, names, site),
                (args, _) => builtin_call(builtin, at, args, block, site),
            },
        },
        None => user_call(entry, at, args, block, site),
    };
    compiler.slots.release(mark);
    let Some(builtin) = builtin else {
        return if compiler.vm.functions.foreign.is_some() { seeing(compiler, code, site) } else { code };
    };
    let code = if builtin.effect == Effect::Declares { compiler.declaring(code, site) } else { code };
    if builtin.sees_scope && !borrows { with_view(compiler, code) } else { code }
}

/// Returns the names that the code sees at this place.
fn visible_names(compiler: &Compiler<'_>) -> VisibleNames {
    let prefixes = compiler.prefixes.iter().map(|prefix| format!("{prefix}::")).collect();
    VisibleNames::new(compiler.slots.visible(), prefixes, compiler.slots.has_scopes())
}

fn compile_args(compiler: &mut Compiler<'_>, first: Option<&Expr>, rest: &[Expr]) -> Args {
    let exprs: Vec<&Expr> = first.into_iter().chain(rest).collect();
    if exprs.iter().any(unfolds) {
        let items = exprs.into_iter().flat_map(|expr| compiler.items(std::slice::from_ref(expr))).collect();
        return Args::Unfolded(items);
    }
    Args::Fixed(exprs.into_iter().map(|expr| compiler.operand(expr).into_code()).collect())
}

/// Shows the variables around the call, and the scope that declares resources, to a callee that may be written in
/// another language.
fn seeing(compiler: &mut Compiler<'_>, code: Code, site: SourcePos) -> Code {
    let code = compiler.declaring(code, site);
    with_view(compiler, code)
}

/// Gives the callee access to the variables around the call by name.
fn with_view(compiler: &mut Compiler<'_>, code: Code) -> Code {
    let names = Rc::new(visible_names(compiler));
    Box::new(move |vm, frame| {
        vm.templates.view.push(VariableView::of_frame(&names, frame));
        let result = code(vm, frame);
        vm.templates.view.pop();
        in_place::take_changes(vm, frame, &names);
        result
    })
}

fn user_call(entry: Rc<FunctionEntry>, at: usize, args: Args, block: BlockCode, site: SourcePos) -> Code {
    match (args, block) {
        (Args::Fixed(args), BlockCode::None) => fixed_user_call(entry, at, args, site),
        (args, block) => Box::new(move |vm, frame| {
            let mut values = Vec::new();
            args.gather(vm, frame, &mut values)?;
            let block = match &block {
                BlockCode::Value(code) => Block::Lambda(callable_of(code(vm, frame)?)),
                _ => Block::None,
            };
            invoke::entry(vm, &entry, values, &mut frame[at..], block, site).at(site)
        }),
    }
}

/// Calls a function that reads the variables around the call in the frame itself, below slot `at`.
fn borrowing_call(
    builtin: &'static Builtin,
    at: usize,
    args: Box<[Code]>,
    names: VisibleNames,
    site: SourcePos,
) -> Code {
    let dispatch = invoke::Dispatch::new(builtin, site);
    let names = Rc::new(names);
    Box::new(move |vm, frame| {
        for (index, arg) in args.iter().enumerate() {
            let value = arg(vm, frame)?;
            frame[at + index].put(value);
        }
        let shown = vm.templates.view.len();
        let (around, free) = frame.split_at_mut(at);
        let (values, free) = free.split_at_mut(args.len());
        let around = Surroundings { names: &names, frame: around };
        let result = dispatch.call_around(vm, values, free, Block::None, Some(around));
        vm.templates.view.truncate(shown);
        in_place::take_changes(vm, frame, &names);
        result
    })
}

fn builtin_call(builtin: &'static Builtin, at: usize, args: Args, block: BlockCode, site: SourcePos) -> Code {
    let dispatch = invoke::Dispatch::new(builtin, site);
    match (args, block) {
        (Args::Fixed(args), BlockCode::None) => {
            let count = args.len();
            Box::new(move |vm, frame| {
                for (index, arg) in args.iter().enumerate() {
                    let value = arg(vm, frame)?;
                    frame[at + index].put(value);
                }
                let (values, free) = frame[at..].split_at_mut(count);
                dispatch.call(vm, values, free, Block::None)
            })
        }
        (Args::Fixed(args), BlockCode::Inline(body)) => Box::new(move |vm, frame| {
            // The lambda runs in this frame, so the arguments are moved out of it.
            let mut values = [const { Value::Unset }; 4];
            if args.len() <= values.len() {
                for (value, arg) in values.iter_mut().zip(&args) {
                    *value = arg(vm, frame)?;
                }
                return dispatch.call(vm, &mut values[..args.len()], frame, Block::Inline(&body));
            }
            let mut values = Vec::with_capacity(args.len());
            for arg in &args {
                values.push(arg(vm, frame)?);
            }
            dispatch.call(vm, &mut values, frame, Block::Inline(&body))
        }),
        (args, block) => Box::new(move |vm, frame| {
            let mut values = Vec::new();
            args.gather(vm, frame, &mut values)?;
            match &block {
                BlockCode::Inline(body) => dispatch.call(vm, &mut values, frame, Block::Inline(body)),
                BlockCode::Value(code) => {
                    let block = Block::Lambda(callable_of(code(vm, frame)?));
                    dispatch.call(vm, &mut values, &mut frame[at..], block)
                }
                BlockCode::None => dispatch.call(vm, &mut values, &mut frame[at..], Block::None),
            }
        }),
    }
}

/// Compiles a call of `$block(..)` and of other callable expressions (a language extension).
fn callable_call(compiler: &mut Compiler<'_>, call: &CallExpr, site: SourcePos) -> Code {
    let functor_site = SourcePos::from(&call.functor);
    if !compiler.vm.settings.additions {
        return Box::new(move |_, _| Err(illegal_functor(functor_site)));
    }
    let mark = compiler.slots.next;
    let at = compiler.slots.reserve(call.args.len());
    let functor = compiler.expr(&call.functor);
    let args = compile_args(compiler, None, &call.args);
    let block = call.lambda.as_ref().map(|lambda| compiler.lambda_value(lambda));
    compiler.slots.release(mark);
    Box::new(move |vm, frame| {
        let callee = functor(vm, frame)?;
        let mut values = Vec::new();
        args.gather(vm, frame, &mut values)?;
        let block = match &block {
            Some(code) => Block::Lambda(callable_of(code(vm, frame)?)),
            None => Block::None,
        };
        let Value::Callable(callee) = callee else { return Err(not_callable(&callee, functor_site)) };
        invoke::call_value(vm, &callee, values, &mut frame[at..], block).at(site)
    })
}

impl Args {
    fn gather(&self, vm: &mut Vm, frame: &mut [Value], values: &mut Vec<Value>) -> EvalResult<()> {
        match self {
            Args::Unfolded(items) => gather(vm, frame, items, values),
            Args::Fixed(args) => {
                for arg in args {
                    values.push(arg(vm, frame)?);
                }
                Ok(())
            }
        }
    }
}

/// Returns whether an expression is `*x`.
fn unfolds(expr: &&Expr) -> bool {
    matches!(unparenthesized(expr).kind, ExprKind::Unfold(_))
}

fn unparenthesized(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Paren(inner) => unparenthesized(inner),
        _ => expr,
    }
}

fn callable_of(value: Value) -> Rc<CallableValue> {
    match value {
        Value::Callable(callable) => callable,
        _ => unreachable!("a lambda's code returns a callable"),
    }
}

/// Compiles a call whose arguments are evaluated directly into the callee's slots.
fn fixed_user_call(entry: Rc<FunctionEntry>, at: usize, args: Box<[Code]>, site: SourcePos) -> Code {
    let count = args.len();
    Box::new(move |vm, frame| {
        for (index, arg) in args.iter().enumerate() {
            let value = arg(vm, frame)?;
            frame[at + index].put(value);
        }
        invoke::user(vm, &entry, &mut frame[at..], count, site)
    })
}

/// A call with one argument, specialized for the argument's shape.
struct OneArgument {
    entry: Rc<FunctionEntry>,
    at: usize,
    site: SourcePos,
}

impl OneArgument {
    fn build(self, arg: impl Get) -> Code {
        let OneArgument { entry, at, site } = self;
        Box::new(move |vm, frame| {
            let value = arg.get(vm, frame)?;
            frame[at].put(value);
            invoke::user(vm, &entry, &mut frame[at..], 1, site)
        })
    }
}

fn illegal_functor(site: SourcePos) -> Box<Flow> {
    let mut flow = Flow::at(IssueCode::IllegalExpression, site, "only a function's name can be called");
    flow.with_help(|| {
        Some("write the name without quotes or `$`; to choose a function by a value: call('name', ..)".to_owned())
    });
    flow
}

fn not_callable(value: &Value, site: SourcePos) -> Box<Flow> {
    let message = format!("{} cannot be called", puppet_pcore::operators::kind(value));
    let mut flow = Flow::at(IssueCode::IllegalExpression, site, message);
    flow.with_help(|| Some("a function's name, a `&name` or a Callable parameter can be called".to_owned()));
    flow
}
