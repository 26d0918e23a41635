//! Explains overload selection: matches the overloads of a call against its arguments. Evaluating the arguments has
//! no side effects (see `Session::preview`); the function itself never runs.

use std::sync::Arc;
use std::time::Duration;

use pprepl_text::{Diagnostic, Source, Topic};
use puppet_eval::{BlockArity, EvalResult, Flow, Overload, Vm, block_arity};
use puppet_pcore::Value;
use puppet_syntax as syntax;
use puppet_syntax::ast::{AttributeKind, Expr, ExprKind, HashEntry, Program};

use super::inspector::Inspector;
use super::report::{report, reports};
use super::{Report, engine, purity};

/// A call and its overloads.
#[derive(Debug, Clone)]
pub struct OverloadTrace {
    /// The called function, type or definition.
    pub callee: String,
    /// Every overload, in the order of selection.
    pub overloads: Vec<Overload>,
    /// The selected overload: the first that accepts the call.
    pub runs: Option<usize>,
}

/// The reason why a call cannot be explained.
#[derive(Debug, Clone)]
pub enum TraceError {
    NoCall,
    /// The arguments have side effects, or take too long.
    Effects,
    /// The source does not parse, or an argument fails.
    Failed(Vec<Report>),
}

/// The kind of call.
enum OverloadQuery {
    /// A function by name.
    Function(String),
    /// A constructor call; the type is the first argument.
    New,
    /// A callable value, the first argument.
    Callable,
    /// A class or defined type; its parameters are a hash.
    Declaration(String),
}

struct Question {
    asked: OverloadQuery,
    /// The arguments as an array, or the parameters as a hash.
    arguments: Expr,
    block: Option<BlockArity>,
}

impl Inspector<'_> {
    /// Matches the overloads of the call in `text` against its arguments.
    pub fn why(&mut self, text: &str, within: Duration) -> Result<OverloadTrace, TraceError> {
        let source = Source::new("input", text);
        let parsed = syntax::parse(text, engine::lex_options(&self.core.settings));
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.core.vm.validate(&parsed.program, text));
        }
        if found.iter().any(Diagnostic::is_error) {
            return Err(TraceError::Failed(reports(&source, &found)));
        }
        let question = question(parsed.program.body).ok_or(TraceError::NoCall)?;
        if !purity::is_pure(&self.core.vm, &question.arguments) {
            return Err(TraceError::Effects);
        }
        let Question { asked, arguments, block } = question;
        let program = Program { body: arguments, template: false, tasks: false };
        let answer = self.core.without_trace(within, |vm| answer(vm, &source, &program, asked, block));
        match answer.map_err(|flow| rejection(&source, *flow))? {
            Some(why) => Ok(why),
            None => Err(TraceError::NoCall),
        }
    }
}

fn rejection(source: &Arc<Source>, flow: Flow) -> TraceError {
    match flow {
        Flow::Fault(fault) => TraceError::Failed(vec![report(source, &fault.to_diagnostic())]),
        Flow::Cancelled => TraceError::Effects,
        Flow::Next(_) | Flow::Break | Flow::Return(_) => TraceError::NoCall,
    }
}

/// Splits a call into its parts.
fn question(expr: Expr) -> Option<Question> {
    let Expr { kind, span, at } = expr;
    let list = |items: Vec<Expr>| Expr { kind: ExprKind::Array(items), span, at };
    match kind {
        ExprKind::Paren(inner) | ExprKind::Render(inner) => question(*inner),
        ExprKind::Call(call) => {
            let call = *call;
            let block = call.lambda.as_deref().map(block_arity);
            let asked = query(&call.functor);
            let functor = (!matches!(asked, OverloadQuery::Function(_))).then_some(call.functor);
            Some(Question { asked, arguments: list(functor.into_iter().chain(call.args).collect()), block })
        }
        ExprKind::Method(method) => {
            let method = *method;
            let ExprKind::Name(name) = &method.name.kind else { return None };
            let asked = OverloadQuery::Function(name.to_string());
            let block = method.lambda.as_deref().map(block_arity);
            let arguments = list(std::iter::once(method.receiver).chain(method.args).collect());
            Some(Question { asked, arguments, block })
        }
        ExprKind::Resource(resource) => {
            let mut resource = *resource;
            let body = resource.bodies.pop().filter(|_| resource.bodies.is_empty())?;
            let ExprKind::Name(type_name) = &resource.type_name.kind else { return None };
            let name = match (&**type_name, &body.title.kind) {
                ("class", ExprKind::String(title)) => title.to_string(),
                ("class", _) => return None,
                (name, _) => name.to_owned(),
            };
            let entries = body.operations.into_iter().map(|operation| match operation.kind {
                AttributeKind::Set(name) | AttributeKind::Append(name) => {
                    let key = Expr { kind: ExprKind::String(name), span: operation.span, at: operation.at };
                    Some(HashEntry { key, value: operation.value, at: operation.at })
                }
                AttributeKind::Splat => None,
            });
            let arguments = Expr { kind: ExprKind::Hash(entries.collect::<Option<Vec<_>>>()?), span, at };
            Some(Question { asked: OverloadQuery::Declaration(name), arguments, block: None })
        }
        _ => None,
    }
}

fn query(functor: &Expr) -> OverloadQuery {
    match &functor.kind {
        ExprKind::Name(name) => OverloadQuery::Function(name.to_string()),
        ExprKind::Ref(_) => OverloadQuery::New,
        ExprKind::Access(left, _) if matches!(left.kind, ExprKind::Ref(_)) => OverloadQuery::New,
        _ => OverloadQuery::Callable,
    }
}

fn answer(
    vm: &mut Vm,
    source: &Arc<Source>,
    program: &Program,
    asked: OverloadQuery,
    block: Option<BlockArity>,
) -> EvalResult<Option<OverloadTrace>> {
    let arguments = vm.run_program(source, program)?;
    let (callee, overloads) = match (asked, &arguments) {
        (OverloadQuery::Declaration(name), Value::Hash(given)) => {
            let name = name.trim_start_matches("::").to_lowercase();
            let given: Vec<(String, Value)> =
                given.iter().map(|(key, value)| (key.as_str().unwrap_or_default().to_owned(), value.clone())).collect();
            match vm.declaration(&name, &given) {
                Some(overload) => (name, vec![overload]),
                None => {
                    return Err(Flow::fail_with(Topic::UndefinedClass, format!("unknown class or define `{name}`")));
                }
            }
        }
        (OverloadQuery::Function(name), Value::Array(list)) => match (&*name, list.items.split_first()) {
            ("new", Some((Value::Type(ty), args))) => (ty.to_string(), vm.new_overloads(ty, args)),
            _ => {
                let overloads = vm.overloads(&name, &list.items, block)?;
                (name, overloads)
            }
        },
        (OverloadQuery::New, Value::Array(list)) => match list.items.split_first() {
            Some((Value::Type(ty), args)) => (ty.to_string(), vm.new_overloads(ty, args)),
            _ => return Ok(None),
        },
        (OverloadQuery::Callable, Value::Array(list)) => match list.items.split_first() {
            Some((Value::Callable(callable), args)) => {
                let name = callable.name.as_deref().unwrap_or("lambda").to_owned();
                (name, vm.callable_overloads(callable, args, block)?)
            }
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let runs = overloads.iter().position(|overload| overload.accepted);
    Ok(Some(OverloadTrace { callee, overloads, runs }))
}
