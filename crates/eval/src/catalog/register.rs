//! Registration of classes and defined types, before an input runs, in order; the types of parameters are evaluated
//! first.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{IssueCode, Source, Topic};
use puppet_catalog::is_metaparameter;
use puppet_pcore::Ty;
use puppet_syntax::ast::{self, Expr, ExprKind, Name, Param};

use super::super::redefined::defined_already;
use super::super::services::Compile;
use super::super::{EvalResult, Flow, Level, SourcePos, Vm, types};
use super::definition::{ClassDefinition, DefineDefinition, Definition, PendingDefinition};
use super::edit::Edit;
use super::node::{add_node, define_node};
use super::param_table::ParamTable;

/// Reads a class, defined type or node definition and the definitions in it. They are registered when all
/// definitions of the input were read.
pub(crate) fn take_catalog_definition(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> EvalResult<()> {
    define_nested(vm, source, expr, "")
}

/// Saves the pending definitions while another file is read first.
pub(crate) fn suspend_definitions(vm: &mut Vm) -> Vec<PendingDefinition> {
    std::mem::take(&mut vm.catalog.taken)
}

/// Restores the definitions that [`Vm::suspend_definitions`] returned.
pub(crate) fn resume_definitions(vm: &mut Vm, outer: Vec<PendingDefinition>) {
    vm.catalog.taken = outer;
}

/// Discards the pending definitions of a failed input.
pub(crate) fn start_definitions(vm: &mut Vm) {
    vm.catalog.taken.clear();
}

fn define_nested(vm: &mut Vm, source: &Arc<Source>, expr: &Expr, outer: &str) -> EvalResult<()> {
    match &expr.kind {
        ExprKind::Class(class) => define_class(vm, source, class, expr, outer),
        ExprKind::Define(define) => define_resource(vm, source, define, expr, outer),
        ExprKind::Node(node) => define_node(vm, source, node, expr),
        _ => Ok(()),
    }
}

fn define_class(vm: &mut Vm, source: &Arc<Source>, class: &Rc<ast::Class>, expr: &Expr, outer: &str) -> EvalResult<()> {
    let name = qualified(outer, &class.name);
    let statements = match &class.body.kind {
        ExprKind::Block(statements) => &statements[..],
        _ => std::slice::from_ref(&class.body),
    };
    statements.iter().try_for_each(|statement| define_nested(vm, source, statement, &name))?;
    let types = parameter_types(vm, source, &class.params, &name)?;
    let parent = class.parent.as_ref().map(|parent| qualified("", parent));
    let (definition, source, table) = (class.clone(), source.clone(), ParamTable::default());
    let made = ClassDefinition { name: name.clone(), parent, definition, types, table, source };
    vm.catalog.taken.push(PendingDefinition::Named(name, Definition::Class(Rc::new(made)), SourcePos::from(expr)));
    Ok(())
}

fn define_resource(
    vm: &mut Vm,
    source: &Arc<Source>,
    define: &Rc<ast::Define>,
    expr: &Expr,
    outer: &str,
) -> EvalResult<()> {
    let name = qualified(outer, &define.name);
    let types = parameter_types(vm, source, &define.params, &name)?;
    check_type_name(vm, &name, SourcePos::from(expr))?;
    let (definition, source, table) = (define.clone(), source.clone(), ParamTable::default());
    let made = DefineDefinition { name: name.clone(), definition, types, table, source };
    vm.catalog.taken.push(PendingDefinition::Named(name, Definition::Define(Rc::new(made)), SourcePos::from(expr)));
    Ok(())
}

/// Rejects a second definition of a defined type's name before any definition of the input is registered.
fn check_type_name(vm: &Vm, name: &str, site: SourcePos) -> EvalResult<()> {
    let taken = vm.catalog.taken.iter().find_map(|taken| match taken {
        PendingDefinition::Named(other, definition @ Definition::Define(_), _) if **other == *name => Some(definition),
        _ => None,
    });
    if let Some(known) = taken.or(vm.catalog.definitions.get(name)).filter(|known| known.kind() == "define") {
        let (source, at) = known.place();
        return Err(defined_already("define", name, source, at, site, vm));
    }
    Ok(())
}

/// Evaluates the types of parameters at top scope, when the definition is read.
fn parameter_types(vm: &mut Vm, source: &Arc<Source>, params: &[Param], name: &str) -> EvalResult<Vec<Option<Ty>>> {
    let types = params.iter().map(|param| parameter_type(vm, source, param)).collect::<EvalResult<Vec<_>>>()?;
    params.iter().filter(|param| is_metaparameter(&param.name)).try_for_each(|param| meta(vm, param, name))?;
    Ok(types)
}

fn parameter_type(vm: &mut Vm, source: &Arc<Source>, param: &Param) -> EvalResult<Option<Ty>> {
    let Some(expr) = &param.type_expr else { return Ok(None) };
    match vm.static_type(expr) {
        Some(ty) => Ok(Some(ty)),
        None => types::evaluate(vm, source, expr).map(Some),
    }
}

/// Rejects a parameter with the name of a metaparameter, which every resource has.
fn meta(vm: &mut Vm, param: &Param, owner: &str) -> EvalResult<()> {
    if param.default.is_some() {
        let line =
            format!("`{}` is a metaparameter: what is given here holds for all that `{owner}` contains", param.name);
        vm.log(Level::Warning, &line);
        return Ok(());
    }
    let site = SourcePos { span: param.span, at: param.at };
    let message = format!("`{}` is a metaparameter, which every resource has already", param.name);
    let mut flow = Flow::at(Topic::Metaparameter, site, message);
    flow.with_help(|| Some("give the parameter another name".to_owned()));
    Err(flow)
}

/// Registers the pending definitions by name; the first of two duplicates wins.
pub(crate) fn add_definitions(vm: &mut Vm) -> EvalResult<()> {
    for taken in std::mem::take(&mut vm.catalog.taken) {
        match taken {
            PendingDefinition::Named(name, definition, site) => add_definition(vm, name, definition, site)?,
            PendingDefinition::Node(name, node, site) => add_node(vm, name, node, site)?,
        }
    }
    Ok(())
}

fn add_definition(vm: &mut Vm, name: Name, definition: Definition, site: SourcePos) -> EvalResult<()> {
    if let Some(known) = vm.catalog.definitions.get(&name) {
        let (source, at) = known.place();
        return Err(defined_already(known.kind(), &name, source, at, site, vm));
    }
    if let Some(node) = vm.catalog.nodes.get(&name).filter(|_| definition.kind() == "class") {
        return Err(defined_already("node", &name, &node.source, node.at, site, vm));
    }
    if definition.kind() == "class" && &*name == "settings" {
        return Err(Flow::at(IssueCode::DuplicateDefinition, site, format!("the class `{name}` is Puppet's own")));
    }
    vm.edit(Edit::Definition(name, Some(definition)));
    Ok(())
}

/// Returns the name qualified by the enclosing class, in lower case.
fn qualified(outer: &str, name: &str) -> Name {
    let name = name.strip_prefix("::").unwrap_or(name).to_lowercase();
    if outer.is_empty() { name.into() } else { format!("{outer}::{name}").into() }
}
