//! Access by name: to Hiera data, to variables as a scope sees them, and to functions.

use std::rc::Rc;

use puppet_pcore::{CallableValue, Value};

use super::builtin::Block;
use super::foreign::foreign_file;
use super::invoke;
use super::services::Autoload;
use super::stack::new_stack;
use super::{Call, EvalResult, Query, SourcePos, Strictness, Vm, encoding};

/// Returns the value of a key; `None` when no data contain it.
pub(crate) fn search_data(vm: &mut Vm, query: &Query) -> EvalResult<Option<Value>> {
    match vm.lookup.searched() {
        Some(data) => data.search(vm, query),
        // Without data nothing is found; but a malformed key is an error.
        None => vm.lookup.data().map_or(Ok(()), |data| data.check_key(&query.key)).map(|()| None),
    }
}

/// Returns whether the session's data may contain keys of a module.
pub(crate) fn has_module_data(vm: &mut Vm, module: &str) -> EvalResult<bool> {
    match vm.lookup.searched() {
        Some(data) => data.has_data_of(vm, module),
        None => Ok(false),
    }
}

impl Vm {
    /// Returns a variable as seen from the running scope; `None` when unknown.
    pub fn visible_variable(&self, name: &str) -> Option<Value> {
        variable_seen(self, name, || self.templates.view.last().and_then(|view| view.get(name, &self.globals)))
    }

    /// Returns whether reading an unknown variable is an error. With `strict=error` this includes qualified names, even
    /// without `strict_variables`.
    pub fn rejects_unknown(&self, name: &str) -> bool {
        self.settings.strict_variables
            || self.settings.strict == Strictness::Error && name.trim_start_matches("::").contains("::")
    }

    /// Loads the class or defined type of this name (in lower case), if a module has it.
    pub fn load_definition(&mut self, name: &str) -> EvalResult<()> {
        if !self.knows_class(name)? {
            self.knows_resource_type(name)?;
        }
        Ok(())
    }

    /// Calls a function by its name.
    pub fn call_named(&mut self, name: &str, args: Vec<Value>) -> EvalResult {
        call_with_block(self, name, args, None)
    }

    /// Returns whether a function of this name can be called whose code is in the session or in a module.
    pub fn has_source_function(&mut self, name: &str) -> EvalResult<bool> {
        let entry = self.function(name);
        Ok(entry.defined.get()
            || entry.builtin.is_none() && (self.autoload_function(&entry)? || foreign_file(self, name).is_some()))
    }
}

/// Returns a variable, where `local` gives its value in the scope.
pub(crate) fn variable_seen<'v>(vm: &'v Vm, name: &str, local: impl FnOnce() -> Option<&'v Value>) -> Option<Value> {
    if name.starts_with(|first: char| first.is_ascii_digit() || first == '+')
        && let Ok(number) = name.parse::<usize>()
    {
        return vm.matches.as_ref().and_then(|matches| encoding::group(matches, number));
    }
    if let Some(value) = local().or_else(|| vm.templates.body_variables.get(vm.catalog.current, name)) {
        return Some(value.clone());
    }
    let plain = name.strip_prefix("::").unwrap_or(name);
    let globals = &vm.globals;
    let known = globals.get(plain).or_else(|| globals.preset(plain)).or_else(|| super::catalog::inherited(vm, plain));
    known.cloned().or_else(|| matches!(plain, "module_name" | "caller_module_name").then_some(Value::Undef))
}

/// Returns whether the file of stand-ins, or the session, defines a function of this name.
pub fn has_substitute(vm: &mut Vm, name: &str) -> EvalResult<bool> {
    if vm.host.substitutes().is_none() {
        return Ok(false);
    }
    let entry = vm.function(name);
    Ok(entry.defined.get() || vm.autoload_function(&entry)?)
}

/// Calls a function by its name, with a lambda.
pub fn call_with_block(vm: &mut Vm, name: &str, args: Vec<Value>, block: Option<Rc<CallableValue>>) -> EvalResult {
    let entry = vm.function(name);
    let mut stack = new_stack(args.len());
    let block = block.map_or(Block::None, Block::Value);
    invoke::entry(vm, &entry, args, &mut stack, block, SourcePos::default())
}

impl Call<'_> {
    /// Returns the value of a key in the session's data; `None` when no data contain it.
    pub fn search_data(&mut self, query: &Query) -> EvalResult<Option<Value>> {
        search_data(self.vm(), query)
    }
}
