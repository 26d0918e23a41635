//! Registration of definitions before an input runs: first functions and type aliases, in order.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Diagnostic, IssueCode, Source, Topic};
use puppet_pcore::Alias;
use puppet_syntax::ast::{Expr, ExprKind, Function, Program, TypeAlias};

use super::aliases::AliasDefinition;
use super::catalog::finish::finish_catalog;
use super::catalog::node::evaluate_node;
use super::catalog::register::{
    add_definitions, resume_definitions, start_definitions, suspend_definitions, take_catalog_definition,
};
use super::exits::calls;
use super::functions::UserFunction;
use super::plan::define_plan;
use super::redefined::function_redefined;
use super::services::Compile;
use super::stack::new_stack;
use super::stops::start_stops;
use super::types::resolve;
use super::{EvalResult, Flow, SourcePos, Vm};

impl Vm {
    /// Registers a program's definitions, then runs it.
    pub fn run_program(&mut self, source: &Arc<Source>, program: &Program) -> EvalResult {
        self.calls.restart();
        self.source = source.clone();
        self.templates.clear();
        start_stops(self, source);
        self.host.program_runs(true);
        let result = define_all(self, source, &program.body).and_then(|()| run_body(self, source, &program.body));
        self.host.program_runs(false);
        result.map_err(|mut flow| {
            flow.enter_source(source);
            self.messages.secrets.hide(&mut flow, source);
            flow
        })
    }
}

fn run_body(vm: &mut Vm, source: &Arc<Source>, body: &Expr) -> EvalResult {
    let code = vm.compile_input(source.clone(), body);
    let mut stack = vm.stack.take().filter(|stack| stack.len() > code.size).unwrap_or_else(|| new_stack(code.size));
    let result = (code.code)(vm, &mut stack);
    stack[..code.size].fill(puppet_pcore::Value::Unset);
    vm.stack = Some(stack);
    let result = result.and_then(|value| evaluate_node(vm).map(|()| value));
    finish_catalog(vm, result)
}

/// Registers the definitions of a module's file while other code that needs them runs.
pub(super) fn define_imported(vm: &mut Vm, source: &Arc<Source>, program: &Program) -> EvalResult<()> {
    let outer = suspend_definitions(vm);
    let result = define_all(vm, source, &program.body);
    resume_definitions(vm, outer);
    result
}

fn define_all(vm: &mut Vm, source: &Arc<Source>, body: &Expr) -> EvalResult<()> {
    let mut aliases = Vec::new();
    start_definitions(vm);
    define_in(vm, source, body, &mut aliases)?;
    // An unknown name is not an error yet: the alias is resolved again when it is used. Puppet resolves no
    // definition before its use.
    if vm.settings.types.additions {
        for alias in aliases {
            let _ = resolve(vm, &alias);
        }
    }
    add_definitions(vm)
}

pub(super) fn define_in(
    vm: &mut Vm,
    source: &Arc<Source>,
    expr: &Expr,
    aliases: &mut Vec<Rc<Alias>>,
) -> EvalResult<()> {
    match &expr.kind {
        ExprKind::Block(statements) => {
            statements.iter().try_for_each(|statement| define_in(vm, source, statement, aliases))
        }
        ExprKind::Function(function) => define_function(vm, source, function, expr),
        ExprKind::Plan(plan) => define_plan(vm, source, plan, expr),
        ExprKind::TypeAlias(alias) => define_alias(vm, source, alias, expr).map(|alias| aliases.push(alias)),
        ExprKind::TypeMapping(left, _) => check_mapping(left),
        ExprKind::Class(_) | ExprKind::Define(_) | ExprKind::Node(_) => take_catalog_definition(vm, source, expr),
        _ => Ok(()),
    }
}

fn define_function(vm: &mut Vm, source: &Arc<Source>, function: &Rc<Function>, expr: &Expr) -> EvalResult<()> {
    let entry = vm.function(&function.name);
    if let Some(known) = &*entry.user.borrow() {
        return Err(function_redefined(vm, &function.name, known, expr));
    }
    if entry.builtin.is_some() && !vm.settings.shadow_builtins {
        warn_of_builtin(vm, expr, format!("`{}` is a built-in function, and calls still mean that one", function.name));
        return Ok(());
    }
    if entry.builtin.is_some() && vm.settings.additions {
        warn_of_builtin(vm, expr, format!("this hides the built-in function `{}`", function.name));
    }
    vm.functions.breaks |= calls(&function.body, "break");
    let made = UserFunction { definition: function.clone(), source: source.clone(), input: vm.outputs.input };
    vm.set_function(&entry, Some(Rc::new(made)));
    Ok(())
}

fn warn_of_builtin(vm: &mut Vm, expr: &Expr, message: String) {
    let site = SourcePos::from(expr);
    let mut warning = Diagnostic::warning(IssueCode::BuiltinFunction, site.span, message).with_at(site.at);
    warning.help = Some("choose another name for your function".to_owned());
    vm.messages.warn(warning);
}

pub(super) fn define_alias(
    vm: &mut Vm,
    source: &Arc<Source>,
    definition: &Rc<TypeAlias>,
    expr: &Expr,
) -> EvalResult<Rc<Alias>> {
    let name = definition.name.strip_prefix("::").unwrap_or(&definition.name);
    if vm.aliases.get(name).is_some() {
        let message = format!("the type `{name}` is defined twice");
        let mut flow = Flow::at(IssueCode::DuplicateDefinition, SourcePos::from(expr), message);
        let undo = if vm.host.is_attended() { ", or undo the first definition with ':undo'" } else { "" };
        flow.with_help(|| Some(format!("choose another name{undo}")));
        return Err(flow);
    }
    if is_built_in(name) {
        let message = format!("`{name}` is a built-in type and cannot be defined again");
        return Err(Flow::at(Topic::TypeDefinition, SourcePos::from(expr), message));
    }
    if name == "Node" || vm.catalog.is_resource_type(&name.to_ascii_lowercase()) {
        let message = format!("`{name}` is a resource type and cannot be the name of another type");
        return Err(Flow::at(Topic::TypeDefinition, SourcePos::from(expr), message));
    }
    let alias = Rc::new(Alias::new(name));
    let kept = AliasDefinition::new(definition.clone(), source.clone());
    vm.aliases.unresolved.insert(&alias, kept);
    vm.set_alias(alias.clone());
    Ok(alias)
}

/// Checks a mapping to a type of the host platform. It has no effect here, but must name such a type: `Runtime[ruby,
/// 'Class']`, or a pattern of class names and their replacement.
fn check_mapping(left: &Expr) -> EvalResult<()> {
    let fault = |at: &Expr, what: &str| Err(Flow::at(Topic::TypeDefinition, SourcePos::from(at), what));
    let ExprKind::Access(runtime, keys) = &left.kind else { return Ok(()) };
    if !matches!(&runtime.kind, ExprKind::Ref(name) if &**name == "Runtime") {
        return Ok(());
    }
    let [platform, class] = &keys[..] else {
        return fault(left, "a Runtime type that is mapped has two parameters: ruby, and a class");
    };
    if !matches!(&platform.kind, ExprKind::Name(name) | ExprKind::String(name) if &**name == "ruby") {
        return fault(platform, "only types of the runtime ruby can be mapped");
    }
    let fits = match &class.kind {
        ExprKind::Name(_) | ExprKind::String(_) => true,
        ExprKind::Array(parts) => matches!(
            &parts[..],
            [Expr { kind: ExprKind::Regexp(_), .. }, Expr { kind: ExprKind::Name(_) | ExprKind::String(_), .. }]
        ),
        _ => false,
    };
    if fits { Ok(()) } else { fault(class, "expected the name of a class, or a pattern and its replacement") }
}

/// Returns whether this is the name of a built-in type, in any case.
fn is_built_in(name: &str) -> bool {
    name == "TypeReference" || puppet_pcore::type_names().iter().any(|row| row.name.eq_ignore_ascii_case(name))
}
