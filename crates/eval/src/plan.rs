//! Plans: their definitions, the files that have them, and the call of one by name. Plans are functions whose arguments
//! have names, in a table of their own.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{IssueCode, Source, Topic};
use puppet_pcore::{Hash, Value};
use puppet_syntax::ast::{Expr, Function};

use super::code::Body;
use super::functions::{FunctionEntry, UserFunction};
use super::invoke::template;
use super::services::{Autoload, Compile};
use super::stack::new_stack;
use super::{Call, EvalResult, Flow, SourcePos, Vm};

/// Registers the definition of a plan.
pub(super) fn define_plan(vm: &mut Vm, source: &Arc<Source>, plan: &Rc<Function>, expr: &Expr) -> EvalResult<()> {
    let entry = plan_entry(vm, &plan.name);
    if entry.defined.get() {
        let message = format!("the plan `{}` is defined twice", entry.name);
        return Err(Flow::at(IssueCode::DuplicateDefinition, SourcePos::from(expr), message));
    }
    let made = UserFunction { definition: plan.clone(), source: source.clone(), input: vm.outputs.input };
    vm.set_function(&entry, Some(Rc::new(made)));
    Ok(())
}

/// Returns the entry of a plan's name; the first use creates it.
fn plan_entry(vm: &mut Vm, name: &str) -> Rc<FunctionEntry> {
    let name = name.strip_prefix("::").unwrap_or(name);
    if let Some(entry) = vm.functions.plans.get(name) {
        return entry.clone();
    }
    let entry = Rc::new(FunctionEntry {
        name: name.into(),
        user: RefCell::new(None),
        builtin: None,
        body: RefCell::new(None),
        defined: Cell::new(false),
    });
    vm.functions.plans.insert(entry.name.clone(), entry.clone());
    entry
}

impl Call<'_> {
    /// Runs a plan with arguments by name. Targets are its parameter `targets` or `nodes`. The result is what the plan
    /// passes to `return`, else undef.
    pub fn run_plan(&mut self, name: &str, mut arguments: Hash, targets: Option<Value>) -> EvalResult {
        let entry = plan_entry(self.vm, name);
        if !entry.defined.get() {
            self.vm.autoload_plan(&entry.name)?;
        }
        let Some(body) = self.vm.function_body(&entry) else { return Err(unknown_plan(&entry.name)) };
        if let Some(targets) = targets {
            let takes = |name: &str| body.params.iter().any(|param| &*param.name == name);
            arguments.insert(Value::str(if takes("targets") { "targets" } else { "nodes" }), targets);
        }
        let arguments = in_order(&body, &arguments)?;
        self.vm.calls.enter()?;
        let mut frame = new_stack(body.slots.size);
        let result = template(self.vm, &body, &mut frame, arguments);
        self.vm.calls.leave();
        returned(&body, result)
    }
}

/// Returns the value that the plan returns: its last value does not count.
fn returned(body: &Body, result: EvalResult) -> EvalResult {
    let Err(mut flow) = result else { return Ok(Value::Undef) };
    match *flow {
        Flow::Return(value) => Ok(value),
        Flow::Next(_) => Ok(Value::Undef),
        _ => {
            flow.leave_call(|| format!("the plan `{}` runs here", body.name));
            flow.enter_source_if_placed(&body.source);
            Err(flow)
        }
    }
}

#[cold]
fn unknown_plan(name: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::PlanFunction, format!("unknown plan `{name}`"));
    let path = match name.split_once("::") {
        Some((module, rest)) => format!("{module}/plans/{}.pp", rest.replace("::", "/")),
        None => format!("{name}/plans/init.pp"),
    };
    flow.with_help(|| Some(format!("define it, or add the module with {path} to the module path")));
    flow
}

/// Returns the arguments in the order of the parameters.
fn in_order(body: &Body, arguments: &Hash) -> EvalResult<Vec<Option<Value>>> {
    let stranger = arguments.keys().find(|key| !body.params.iter().any(|param| key.as_str() == Some(&*param.name)));
    if let Some(key) = stranger {
        let message = format!("the plan `{}` has no parameter '{}'", body.name, key.as_str().unwrap_or_default());
        return Err(Flow::fail_with(Topic::ParameterName, message));
    }
    Ok(body.params.iter().map(|param| arguments.get_str(&param.name).cloned()).collect())
}
