//! Reads and assignments of variables.

use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use puppet_pcore::{Type, Value};
use puppet_syntax::ast::{Expr, ExprKind, Name};

use super::super::code::Code;
use super::super::flow::Locate;
use super::super::{EvalResult, Flow, SourcePos, Vm, encoding};
use super::Compiler;
use super::operand::{Fallback, Get};
use super::scope::VariableLocation;

impl Fallback {
    /// Returns the value from the first location that has one; otherwise the variable is unknown.
    #[cold]
    pub(super) fn find(&self, vm: &mut Vm, frame: &mut [Value]) -> EvalResult {
        for place in &self.places {
            let value = match place {
                VariableLocation::Slot(slot) => &frame[*slot],
                VariableLocation::Global(slot) => &vm.globals.values[*slot],
            };
            if !matches!(value, Value::Unset) {
                return Ok(value.clone());
            }
        }
        unknown_variable(vm, &self.name, self.site)
    }
}

/// Returns the result of reading an unknown variable: an error, or undef when the setting allows it.
#[cold]
fn unknown_variable(vm: &mut Vm, name: &str, site: SourcePos) -> EvalResult {
    let preset = vm.globals.preset(name.strip_prefix("::").unwrap_or(name));
    if let Some(value) = preset.or_else(|| super::super::catalog::inherited(vm, name)) {
        return Ok(value.clone());
    }
    if let Some(value) = vm.templates.body_variables.get(vm.catalog.current, name) {
        return Ok(value.clone());
    }
    if !vm.settings.strict_variables || matches!(name, "module_name" | "caller_module_name") {
        return Ok(Value::Undef);
    }
    Err(super::super::unknown::unknown_variable(vm, name, site))
}

/// Returns `$n`.
fn group(vm: &Vm, number: usize) -> Value {
    vm.matches.as_ref().and_then(|matches| encoding::group(matches, number)).unwrap_or(Value::Undef)
}

impl Compiler<'_> {
    /// Compiles `$name`.
    pub(super) fn variable(&mut self, name: &Name, expr: &Expr) -> Code {
        if let Ok(number) = name.parse::<usize>() {
            return Box::new(move |vm, _| Ok(group(vm, number)));
        }
        if let Some(slot) = self.slot_operand(name, expr) {
            return Box::new(move |vm, frame| slot.get(vm, frame));
        }
        let places = self.places(name);
        let VariableLocation::Global(first) = places[0] else { return Self::constant(Value::Undef) };
        let fallback = Fallback { name: name.clone(), places: places[1..].to_vec(), site: SourcePos::from(expr) };
        Box::new(move |vm, frame| match &vm.globals.values[first] {
            Value::Unset => fallback.find(vm, frame),
            value => Ok(value.clone()),
        })
    }

    /// Compiles `target = value`.
    pub(super) fn assign(&mut self, target: &Expr, value: &Expr, site: SourcePos) -> Code {
        let value_site = SourcePos::from(value);
        let value = self.expr(value);
        let pattern = compile_pattern(self, target);
        match pattern {
            Pattern::One(one) => Box::new(move |vm, frame| {
                let value = value(vm, frame)?;
                one.set(vm, frame, value.clone(), site)?;
                Ok(value)
            }),
            many => {
                let many = Rc::new(many);
                Box::new(move |vm, frame| {
                    let value = value(vm, frame)?;
                    many.set(vm, frame, &value, site, value_site)?;
                    Ok(value)
                })
            }
        }
    }
}

fn compile_pattern(compiler: &mut Compiler<'_>, target: &Expr) -> Pattern {
    match &target.kind {
        ExprKind::Paren(inner) => compile_pattern(compiler, inner),
        ExprKind::Variable(name) => {
            let place = compiler.target(name);
            let is_plain = !name.contains("::") && !RESERVED.contains(&&**name);
            Pattern::One(Target { name: name.clone(), place, site: SourcePos::from(target), is_plain })
        }
        ExprKind::Array(items) => Pattern::Many(items.iter().map(|item| compile_pattern(compiler, item)).collect()),
        _ => Pattern::Illegal(SourcePos::from(target)),
    }
}

/// The left side of an assignment.
enum Pattern {
    One(Target),
    Many(Vec<Pattern>),
    Illegal(SourcePos),
}

/// A variable to be set.
struct Target {
    name: Name,
    place: VariableLocation,
    site: SourcePos,
    /// True for a name that is not qualified and nowhere reserved.
    is_plain: bool,
}

/// The names of the variables that only Puppet sets.
pub(crate) const RESERVED: &[&str] = &["server_facts", "facts", "trusted"];

impl Target {
    fn set(&self, vm: &mut Vm, frame: &mut [Value], value: Value, site: SourcePos) -> EvalResult<()> {
        if !self.is_plain {
            self.check_name(site)?;
        }
        match self.place {
            VariableLocation::Slot(slot) if matches!(frame[slot], Value::Unset) => {
                frame[slot] = value;
                Ok(())
            }
            VariableLocation::Global(slot) if matches!(vm.globals.values[slot], Value::Unset) => {
                vm.set_global(slot, value);
                Ok(())
            }
            _ => Err(self.reassignment(vm, site)),
        }
    }

    #[cold]
    fn check_name(&self, site: SourcePos) -> EvalResult<()> {
        if self.name.contains("::") {
            return Err(cross_scope(&self.name, self.site));
        }
        match &*self.name {
            "server_facts" => {
                let message = "`$server_facts` is reserved for the facts of the server";
                Err(Flow::at(IssueCode::IllegalReservedAssignment, site, message))
            }
            name if RESERVED.contains(&name) => Err(reserved_name(name)).at(site),
            _ => Ok(()),
        }
    }

    fn reassignment(&self, vm: &Vm, site: SourcePos) -> Box<Flow> {
        let message = format!("`${}` is already set; a variable is set only once", self.name);
        let mut flow = Flow::at(IssueCode::IllegalReassignment, site, message);
        flow.with_help(|| {
            let is_global = matches!(self.place, VariableLocation::Global(_));
            let can_undo = is_global && vm.outputs.input > 0 && vm.host.is_attended();
            let undo = if can_undo { " (or undo the earlier input with ':undo')" } else { "" };
            Some(format!("use a new name, as in `${}2 = ..`{undo}", self.name))
        });
        flow
    }
}

/// Creates the error for setting a variable that only Puppet sets.
pub(crate) fn reserved_name(name: &str) -> Box<Flow> {
    Flow::fail_with(Topic::ReservedVariable, format!("`${name}` is reserved for the facts of the node"))
}

fn cross_scope(name: &str, site: SourcePos) -> Box<Flow> {
    let mut flow = Flow::at(
        IssueCode::CrossScopeAssignment,
        site,
        format!("`${name}` belongs to another scope and cannot be set from here"),
    );
    flow.with_help(|| name.rsplit("::").next().map(|own| format!("set a variable of this scope: `${own} = ...`")));
    flow
}

impl Pattern {
    fn set(
        &self,
        vm: &mut Vm,
        frame: &mut [Value],
        value: &Value,
        site: SourcePos,
        value_site: SourcePos,
    ) -> EvalResult<()> {
        match self {
            Pattern::One(target) => target.set(vm, frame, value.clone(), site),
            Pattern::Illegal(at) => Err(Flow::at(IssueCode::IllegalAssignment, *at, "only variables can be set")),
            Pattern::Many(patterns) => match value {
                Value::Hash(hash) => {
                    patterns.iter().try_for_each(|pattern| pattern.set_from_hash(vm, frame, hash, site, value_site))
                }
                Value::Type(ty) if matches!(&**ty, Type::Class(_)) => {
                    let Type::Class(name) = &**ty else { return Ok(()) };
                    set_from_class(patterns, vm, frame, name.as_deref(), site, value_site)
                }
                Value::Array(array) => set_each(patterns, vm, frame, &array.items, site, value_site),
                single => set_each(patterns, vm, frame, std::slice::from_ref(single), site, value_site),
            },
        }
    }

    /// Sets variables from the value of a key: a variable's name, or the array of the names in `[$a, $b]`.
    fn set_from_hash(
        &self,
        vm: &mut Vm,
        frame: &mut [Value],
        hash: &puppet_pcore::Hash,
        site: SourcePos,
        value_site: SourcePos,
    ) -> EvalResult<()> {
        let key = self.key()?;
        match hash.get(&key) {
            Some(value) => self.set(vm, frame, value, site, value_site),
            None => {
                let key = puppet_pcore::display(&key);
                let message = format!("expected a hash with the key {key}");
                Err(Flow::at(IssueCode::MissingMultiAssignmentKey, site, message))
            }
        }
    }

    /// Returns the key whose value the pattern takes from a hash.
    fn key(&self) -> EvalResult {
        match self {
            Pattern::One(target) => Ok(Value::str(&*target.name)),
            Pattern::Illegal(at) => Err(Flow::at(IssueCode::IllegalAssignment, *at, "only variables can be set")),
            Pattern::Many(patterns) => Ok(Value::array(patterns.iter().map(Pattern::key).collect::<EvalResult<_>>()?)),
        }
    }
}

fn set_each(
    patterns: &[Pattern],
    vm: &mut Vm,
    frame: &mut [Value],
    values: &[Value],
    site: SourcePos,
    value_site: SourcePos,
) -> EvalResult<()> {
    if patterns.len() != values.len() {
        let message = match patterns.len() {
            1 => format!("expected 1 value for the variable, found {}", values.len()),
            count => format!("expected {count} values, one for each variable, found {}", values.len()),
        };
        let mut flow = Flow::at(IssueCode::IllegalMultiAssignmentSize, site, message);
        flow.with_help(|| Some("use one variable per value".to_owned()));
        return Err(flow);
    }
    let mut pairs = patterns.iter().zip(values);
    pairs.try_for_each(|(pattern, value)| pattern.set(vm, frame, value, site, value_site))
}

fn set_from_class(
    patterns: &[Pattern],
    vm: &mut Vm,
    frame: &mut [Value],
    class: Option<&str>,
    site: SourcePos,
    value_site: SourcePos,
) -> EvalResult<()> {
    let class = class.unwrap_or_default().to_lowercase();
    if !vm.catalog.has_class(&class) {
        let message = format!("the class `{class}` is not declared");
        return Err(Flow::at(IssueCode::UnknownResource, value_site, message));
    }
    for pattern in patterns {
        let Pattern::One(target) = pattern else {
            return Err(Flow::at(
                IssueCode::IllegalAssignment,
                site,
                "expected single variables, named as those of the class",
            ));
        };
        let Some(value) = vm.globals.get(&format!("{class}::{}", target.name)).cloned() else {
            let message = format!("the class `{class}` has no variable `${}`", target.name);
            return Err(Flow::at(IssueCode::MissingMultiAssignmentVariable, target.site, message));
        };
        target.set(vm, frame, value, site)?;
    }
    Ok(())
}
