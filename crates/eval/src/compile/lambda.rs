//! Parameters and bodies: of functions, of lambdas that run inside their caller's frame, of lambdas that become values.

use pprepl_text::{Span, Topic};
use std::cell::OnceCell;
use std::rc::Rc;

use puppet_pcore::{CallableType, CallableValue, Size, Ty, Type, Value};
use puppet_syntax::ast::{Expr, ExprKind, Lambda, Name, Param};

use super::super::checks::checks;
use super::super::code::{Body, Capture, Code, Exits, FrameSlots, LambdaValue, ParamCode, ReturnCode};
use super::super::contract::takes_lambda;
use super::super::exits::calls;
use super::super::services::{Autoload, Compile};
use super::super::trace::EventKind;
use super::super::unknown::unknown_function;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::Compiler;
use super::scope::{VariableLocation, reads_matches, touches_matches};
use super::slots::Scope;
use super::traced::{recorded_at, traced_body};
use super::variable::{RESERVED, reserved_name};
use puppet_syntax::walk::{callable_result, for_each, for_each_free_variable};

impl Compiler<'_> {
    /// Compiles a body with a frame of its own. `outer` names variables around it; the caller stores their values in
    /// their slots.
    pub(super) fn callable(
        mut self,
        name: Name,
        params: &[Param],
        returns: Option<&Expr>,
        body: &Expr,
        outer: &[Name],
        may_take_block: bool,
    ) -> Body {
        self.captures = self.traced || reads_matches(body, self.vm.functions.library.find);
        let mut made = self.body(name, params, returns, body, outer, may_take_block);
        made.slots.size = self.slots.most;
        made
    }

    /// Compiles a lambda that runs in the frame of the code around it.
    pub(super) fn inline_lambda(&mut self, lambda: &Lambda) -> Body {
        let mark = self.slots.next;
        // The matches in a lambda are discarded after it: only the lambda's own reads count.
        let captures = self.traced || reads_matches(&lambda.body, self.vm.functions.library.find);
        let outer = std::mem::replace(&mut self.captures, captures);
        let mut body = self.body("lambda".into(), &lambda.params, lambda.returns.as_ref(), &lambda.body, &[], false);
        self.captures = outer;
        self.slots.release(mark);
        body.comparator = if self.traced { None } else { self.comparator(lambda) };
        body.span = lambda.span;
        body
    }

    /// Assigns slots in this order: parameters, outer variables, locals, temporaries.
    fn body(
        &mut self,
        name: Name,
        params: &[Param],
        returns: Option<&Expr>,
        body: &Expr,
        outer: &[Name],
        may_take_block: bool,
    ) -> Body {
        let takes_block = may_take_block && self.vm.settings.additions && takes_block(self, params);
        let first = self.slots.reserve(params.len());
        let by_name = std::mem::take(&mut self.by_name);
        self.slots.scopes.push(Scope::default());
        let captures =
            outer.iter().map(|name| Capture { slot: self.slots.declare(name), name: name.clone() }).collect();
        // The extra variables of a defined type are as local as its parameters.
        if !by_name {
            self.slots.scopes.push(Scope::default());
        }
        let mut codes: Vec<ParamCode> = Vec::with_capacity(params.len());
        if by_name {
            params.iter().enumerate().for_each(|(index, param)| self.slots.declare_at(&param.name, first + index));
        }
        for (index, param) in params.iter().enumerate() {
            let code = compile_param(self, param, if by_name { &[] } else { &params[index..] });
            codes.push(code);
            self.slots.declare_at(&param.name, first + index);
        }
        let locals_from = self.slots.next;
        self.declare_assigned(body);
        let locals = locals_from..self.slots.next;
        self.find_last_uses(params, body);
        let returns = returns.map(|returns| ReturnCode { code: compile_type(self, returns), span: returns.span });
        let code = match params.iter().find(|param| RESERVED.contains(&&*param.name)) {
            Some(param) => reserved_parameter(param),
            None => self.statement(body),
        };
        let code = traced_body(self, &name, &codes, first, body.span, code);
        self.slots.scopes.pop();
        if !by_name {
            self.slots.scopes.pop();
        }
        let block = if takes_block { codes.pop() } else { None };
        let simple = block.is_none()
            && returns.is_none()
            && codes.iter().all(|param| param.type_code.is_none() && param.default.is_none() && !param.rest);
        let matches = touches_matches(body, self.vm.functions.library.find);
        let positional = block.is_none() && codes.iter().all(|param| param.default.is_none() && !param.rest);
        Body {
            plain: simple && locals.is_empty() && !matches,
            positional,
            comparator: None,
            name,
            source: self.source.clone(),
            span: Span::default(),
            result: SourcePos::from(result_of(body)),
            required: codes.iter().filter(|param| param.default.is_none() && !param.rest).count(),
            max: (!codes.iter().any(|param| param.rest)).then_some(codes.len()),
            misplaced: misplaced(&codes, self.vm.settings.additions),
            params: codes,
            block,
            slots: FrameSlots { first, locals, size: 0 },
            simple,
            checks: OnceCell::new(),
            returns,
            matches,
            exits: Exits { breaks: calls(body, "break"), leaves: calls(body, "return") },
            code,
            captures,
        }
    }

    /// Compiles a lambda to a value. It copies its captured variables, which equals sharing them, since variables are
    /// set once.
    pub(super) fn lambda_value(&mut self, lambda: &Rc<Lambda>) -> Code {
        let mut names: Vec<Name> = Vec::new();
        for_each(&lambda.body, &mut |expr| {
            if let ExprKind::Variable(name) = &expr.kind
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        });
        let captured: Vec<(Name, Vec<usize>)> = names
            .into_iter()
            .map(|name| (name.clone(), slots_of(self, &name)))
            .filter(|(_, slots)| !slots.is_empty())
            .collect();
        let (names, sources): (Vec<Name>, Vec<Vec<usize>>) = captured.into_iter().unzip();
        let body = Rc::new(separate(self, lambda, &names));
        Box::new(move |vm, frame| {
            let captured = sources.iter().map(|slots| first_set(frame, slots)).collect();
            let signature = Rc::new(signature(vm, &body)?);
            let code = Rc::new(LambdaValue { body: body.clone(), captured, adopted: None });
            Ok(Value::Callable(Rc::new(CallableValue { name: None, signature, code, contract: None })))
        })
    }

    /// Compiles `&name`.
    pub(super) fn function_reference(&mut self, name: &Name, site: SourcePos) -> Code {
        let entry = self.vm.function(name);
        Box::new(move |vm, _| {
            if !entry.defined.get() && entry.builtin.is_none() && !vm.autoload_function(&entry)? {
                return Err(unknown_function(vm, &entry.name, site));
            }
            let signature = Rc::new(match vm.function_body(&entry) {
                Some(body) => signature(vm, &body)?,
                None => Type::Callable(CallableType::default()),
            });
            let (name, code) = (Some(entry.name.clone()), Rc::new(entry.clone()));
            Ok(Value::Callable(Rc::new(CallableValue { name, signature, code, contract: None })))
        })
    }
}

/// Compiles a parameter; its default sees only the parameters to its left.
fn compile_param(compiler: &mut Compiler<'_>, param: &Param, later: &[Param]) -> ParamCode {
    let type_code = param.type_expr.as_ref().map(|ty| compile_type(compiler, ty));
    let default = param.default.as_ref().map(|default| match reads_later(default, later) {
        Some(name) => early_read(name),
        None => {
            let code = compiler.expr(default);
            recorded_at(compiler, default.span, EventKind::Default(param.name.clone()), code)
        }
    });
    ParamCode {
        name: param.name.clone(),
        site: SourcePos { span: param.span, at: param.at },
        type_code,
        default,
        rest: param.captures_rest,
        type_span: param.type_expr.as_ref().map(|ty| ty.span),
        result_span: param.type_expr.as_ref().and_then(callable_result).map(|ty| ty.span),
    }
}

/// Compiles a declared type; the trace does not show its evaluation as a step.
fn compile_type(compiler: &mut Compiler<'_>, ty: &Expr) -> Code {
    let traced = std::mem::take(&mut compiler.traced);
    let code = compiler.expr(ty);
    compiler.traced = traced;
    code
}

fn early_read(name: Name) -> Code {
    Box::new(move |_, _| {
        let mut flow =
            Flow::fail_with(Topic::ParameterOrder, format!("a default reads `${name}`, a parameter to its right"));
        flow.with_help(|| Some("a default may use the parameters to its left only: change their order".to_owned()));
        Err(flow)
    })
}

/// Returns the body of code with a parameter that has a reserved name: setting it fails, after the checks of all types.
fn reserved_parameter(param: &Param) -> Code {
    let name = param.name.clone();
    Box::new(move |_, _| Err(reserved_name(&name)))
}

fn slots_of(compiler: &mut Compiler<'_>, name: &Name) -> Vec<usize> {
    let places = compiler.places(name);
    places
        .into_iter()
        .filter_map(|place| if let VariableLocation::Slot(slot) = place { Some(slot) } else { None })
        .collect()
}

/// Compiles a lambda's body with a frame of its own.
fn separate(compiler: &mut Compiler<'_>, lambda: &Lambda, captured: &[Name]) -> Body {
    let mut inner = Compiler::new(&mut *compiler.vm, compiler.source.clone());
    inner.prefixes.clone_from(&compiler.prefixes);
    inner.function = compiler.function;
    inner.owner = compiler.owner.clone();
    inner.callable("lambda".into(), &lambda.params, lambda.returns.as_ref(), &lambda.body, captured, false)
}

/// Returns the `Callable[..]` type of a body.
fn signature(vm: &mut Vm, body: &Body) -> EvalResult<Type> {
    let checks = checks(vm, body)?;
    let any = || Rc::new(Type::Any);
    let mut types: Vec<_> =
        checks.params.iter().map(|check| check.as_ref().map_or_else(any, |(ty, _)| ty.clone())).collect();
    let mut size = Size { from: body.required as i64, to: body.max.map(|max| max as i64) };
    if body.params.last().is_some_and(|last| last.rest) {
        capture_rest(&mut types, &mut size);
    }
    // The number of types equals the number of parameters: the type needs no bounds.
    let exact = !types.is_empty() && body.required == types.len() && body.max == Some(types.len());
    let returns = checks.returns.as_ref().map(|(ty, _)| ty.clone());
    Ok(Type::Callable(CallableType {
        params: Some(Rc::new(Type::Tuple(types, Some(size).filter(|_| !exact)))),
        block: checks.block.clone(),
        returns,
    }))
}

/// Replaces the array that a last parameter captures by its elements.
fn capture_rest(types: &mut [Ty], size: &mut Size) {
    let Some(last) = types.last_mut() else { return };
    let Type::Array(element, bounds) = &**last else { return };
    let (element, bounds) = (element.clone(), *bounds);
    let others = types.len() as i64 - 1;
    if let Some(bounds) = bounds {
        *size = Size { from: size.from + bounds.from.max(0), to: bounds.to.map(|to| others + to) };
    }
    types[others as usize] = element;
}

fn first_set(frame: &[Value], slots: &[usize]) -> Value {
    slots.iter().map(|&slot| &frame[slot]).find(|value| !matches!(value, Value::Unset)).cloned().unwrap_or_default()
}

/// Returns a parameter to the right (or the same one) that a default reads.
fn reads_later(default: &Expr, later: &[Param]) -> Option<Name> {
    let mut found = None;
    for_each_free_variable(default, &mut |name| {
        if later.iter().any(|param| param.name == *name) {
            found = Some(name.clone());
        }
    });
    found
}

/// Returns a required parameter after an optional one, or, in the extended language, any parameter after captures-rest.
fn misplaced(params: &[ParamCode], seed_rules: bool) -> Option<(Name, SourcePos)> {
    let optional = params.iter().position(|param| param.default.is_some() || param.rest)?;
    let after_rest = |index: usize| seed_rules && params[..index].iter().any(|param| param.rest);
    let is_misplaced = |index: &usize| {
        let param = &params[*index];
        (param.default.is_none() && !param.rest) || after_rest(*index)
    };
    let misplaced = &params[(optional..params.len()).find(is_misplaced)?];
    Some((misplaced.name.clone(), misplaced.site))
}

/// Returns the expression whose value is that of the body.
fn result_of(body: &Expr) -> &Expr {
    match &body.kind {
        ExprKind::Block(statements) => statements.last().map_or(body, result_of),
        _ => body,
    }
}

/// Returns whether a type is `Callable[..]`, or an `Optional[..]` or `Variant[..]` of it.
fn names_callable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ref(name) => &**name == "Callable",
        ExprKind::Access(left, keys) => match &left.kind {
            ExprKind::Ref(name) if &**name == "Callable" => true,
            ExprKind::Ref(name) if matches!(&**name, "Optional" | "Variant") => {
                !keys.is_empty() && keys.iter().all(names_callable)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether the type of the last parameter makes it receive the lambda (a language extension).
fn takes_block(compiler: &mut Compiler<'_>, params: &[Param]) -> bool {
    let Some(last) = params.last().filter(|last| !last.captures_rest) else { return false };
    let Some(ty) = &last.type_expr else { return false };
    names_callable(ty) || compiler.vm.static_type(ty).is_some_and(|ty| takes_lambda(&ty))
}
