//! Templates: `epp`, `inline_epp`. The parse of a template is cached; its code depends on the variables passed to it.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Source, Span, Topic};
use puppet_pcore::{Hash, Str, Value};
use puppet_syntax::ast::{Epp, ExprKind, Name, Param};
use puppet_syntax::{LexOptions, Parsed, parse};

use super::code::Body;
use super::invoke;
use super::services::Compile;
use super::stack::new_stack;
use super::templates::Trace;
use super::{EvalResult, Flow, Vm};

impl Vm {
    /// Renders a template outside of any call, and returns the trace of its parts.
    pub fn render_traced(&mut self, name: &str, text: &str, given: Option<&Hash>) -> (EvalResult, Trace) {
        self.calls.restart();
        self.templates.clear();
        self.templates.trace = Some(Trace::of_depth(1));
        let result = render(self, name, text, given, TemplateScope::Caller);
        (result, self.templates.trace.take().unwrap_or_default())
    }
}

/// The variables that a template sees in addition to its parameters and those of top scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateScope {
    /// None: `epp`.
    Top,
    /// Those of the code that renders it: `inline_epp`.
    Caller,
}

/// Renders a template with parameters.
pub(crate) fn render(vm: &mut Vm, name: &str, text: &str, given: Option<&Hash>, scope: TemplateScope) -> EvalResult {
    let source = Source::new(name, text);
    let parsed = parsed(vm, name, text);
    check(vm, &parsed, &source)?;
    let ExprKind::Epp(template) = &parsed.program.body.kind else { return Ok(Value::str("")) };
    let free = free_parameters(template, given)?;
    let params = if template.params_specified { &template.params } else { &free };
    let outer = outer_values(vm, params, scope);
    let names: Vec<Name> = outer.iter().map(|(name, _)| name.clone()).collect();
    let label = format!("template {name}");
    let body = vm.compile_template(source.clone(), label.as_str().into(), params, &names, &template.body);
    let arguments = arguments(&body, params, given)?;
    let mut frame = new_stack(body.slots.size);
    for (capture, (_, value)) in body.captures.iter().zip(outer) {
        frame[capture.slot] = value;
    }
    vm.templates.output.push((Str::default(), false));
    let view = std::mem::take(&mut vm.templates.view);
    let result = run(vm, &body, &mut frame, arguments);
    vm.templates.view = view;
    let (out, sensitive) = vm.templates.output.pop().unwrap_or_default();
    vm.templates.end_trace(&out.text, sensitive);
    let out = if out.is_bytes { Value::bytes(out.text) } else { Value::str(out.text) };
    match result {
        Ok(_) if sensitive => Ok(Value::Sensitive(Rc::new(out))),
        Ok(_) => Ok(out),
        Err(mut flow) => match *flow {
            // The result is that of return(), not the text.
            Flow::Return(value) => Ok(value),
            _ => {
                vm.calls.note_exit_source(&source);
                flow.enter_source_if_placed(&source);
                flow.leave_call(|| format!("the {label} is rendered here"));
                Err(flow)
            }
        },
    }
}

/// Returns the parse of a template, from the cache where its text was parsed under the same options.
fn parsed(vm: &mut Vm, name: &str, text: &str) -> Rc<Parsed> {
    let options = LexOptions { template: true, ..vm.settings.lex.for_file(name) };
    if let Some(known) =
        vm.catalog.sources.template::<(LexOptions, Rc<Parsed>)>(text).filter(|known| known.0 == options)
    {
        return known.1.clone();
    }
    let parsed = Rc::new(parse(text, options));
    // A parse that a limit cut short is not cached.
    if budget::reason().is_none() {
        vm.catalog.sources.keep_template(text, Rc::new((options, parsed.clone())));
    }
    parsed
}

fn run(vm: &mut Vm, body: &Body, frame: &mut [Value], arguments: Vec<Option<Value>>) -> EvalResult {
    vm.calls.enter()?;
    let result = invoke::template(vm, body, frame, arguments);
    vm.calls.depth -= 1;
    result
}

/// Checks a template for syntax errors; the error belongs to the call that renders it.
fn check(vm: &Vm, parsed: &Parsed, source: &std::sync::Arc<Source>) -> EvalResult<()> {
    let found = vm.validate(&parsed.program, source.text());
    match parsed.diagnostics.iter().chain(&found).find(|finding| finding.is_error()) {
        Some(finding) => Err(broken(finding, source)),
        None => Ok(()),
    }
}

fn broken(finding: &Diagnostic, source: &std::sync::Arc<Source>) -> Box<Flow> {
    let place = finding.offset().map(|offset| source.line_column(offset));
    let place =
        place.map_or(String::new(), |at| format!(" (line {}, column {} of {})", at.line, at.column, source.name()));
    let mut flow = Flow::fail_with(Topic::Template, format!("invalid template: {}{place}", finding.message));
    flow.with_help(|| finding.help.clone());
    flow
}

/// Returns the variables that a template sees in addition to its parameters.
fn outer_values(vm: &Vm, params: &[Param], scope: TemplateScope) -> Vec<(Name, Value)> {
    let Some(view) = vm.templates.view.last().filter(|_| scope == TemplateScope::Caller) else { return Vec::new() };
    let hidden: FxHashSet<&str> = params.iter().map(|param| &*param.name).collect();
    view.list(&vm.globals).into_iter().filter(|(name, _)| !hidden.contains(&**name)).collect()
}

/// Returns all passed values as parameters of a template that declares none.
fn free_parameters(template: &Epp, given: Option<&Hash>) -> EvalResult<Vec<Param>> {
    match given {
        Some(given) if !template.params_specified => given.keys().map(free_parameter).collect(),
        _ => Ok(Vec::new()),
    }
}

fn free_parameter(key: &Value) -> EvalResult<Param> {
    let (span, at) = (Span::default(), 0);
    match key.as_str() {
        Some(name) if !is_match_variable(name) => {
            Ok(Param { name: name.into(), type_expr: None, default: None, captures_rest: false, span, at })
        }
        _ => Err(Flow::fail_with(
            Topic::Template,
            format!("{} is not a valid name for a template's variable", puppet_pcore::display(key)),
        )),
    }
}

/// Returns whether a name is that of a match variable, which has its value from a match alone. The function that takes the
/// template allows only letters, digits and underscores.
fn is_match_variable(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the values for the declared parameters in their order; `None` for an omitted one.
fn arguments(body: &Body, params: &[Param], given: Option<&Hash>) -> EvalResult<Vec<Option<Value>>> {
    let Some(given) = given else { return Ok(vec![None; body.params.len()]) };
    let names: FxHashSet<&str> = params.iter().map(|param| &*param.name).collect();
    // An undef sets nothing, also under a name that the template does not have.
    let mut values = given.iter().filter(|(_, value)| !value.is_undef());
    if let Some((key, _)) = values.find(|(key, _)| !key.as_str().is_some_and(|key| names.contains(key))) {
        return Err(Flow::fail_with(
            Topic::Template,
            format!("unknown parameter {} of `{}`", puppet_pcore::display(key), body.name),
        ));
    }
    Ok(params.iter().map(|param| given.get_str(&param.name).cloned()).collect())
}
