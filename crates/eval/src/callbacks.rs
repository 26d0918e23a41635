//! The traits of code above the evaluator that gets the running session: the search of Hiera data, the debugger, and
//! functions and templates in another language.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use puppet_pcore::{CallableValue, Hash, Value};

use super::builtin::BlockArity;
use super::{EvalResult, Vm};

/// A query of `lookup` or of a class parameter.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The key, with its dotted path.
    pub key: String,
    /// The merge strategy of the caller: a name or a hash of options; undef leaves it to the data.
    pub merge: Value,
    /// Values that override the data; interpolations see them, too.
    pub overrides: Hash,
    /// Values for missing keys; interpolations see them, too.
    pub defaults: Hash,
    /// True for the legacy `hiera` functions, which search only the global layer unless the environment has data.
    pub old: bool,
}

/// A data source that can be searched.
pub trait Data {
    /// Returns the value of a key; `None` when no data contain it.
    fn search(&self, vm: &mut Vm, query: &Query) -> EvalResult<Option<Value>>;
    /// Fails if the string is not a key of data.
    fn check_key(&self, key: &str) -> EvalResult<()>;
    /// Returns whether data may contain keys of a module (`module::key`).
    fn has_data_of(&self, vm: &mut Vm, module: &str) -> EvalResult<bool>;
    /// Returns a value with its `%{..}` interpolated.
    fn interpolate(&self, vm: &mut Vm, value: &Value) -> EvalResult;
}

/// Decides how a paused program continues. An error ends the run.
pub trait Debugger {
    /// Handles a pause; the program is paused in the last of `Vm::frames`.
    fn stopped(&self, vm: &mut Vm) -> EvalResult<()>;
}

/// A call of a function that is not written in Puppet.
pub struct ForeignCall<'c> {
    /// The function's name, without a leading `::`.
    pub name: &'c str,
    /// The file that defines it.
    pub file: &'c Path,
    pub args: Vec<Value>,
    pub block: Option<Rc<CallableValue>>,
}

/// Runs the functions, templates and programs of modules that are not written in Puppet.
pub trait Foreign {
    /// Calls a function.
    fn call(&self, vm: &mut Vm, call: ForeignCall<'_>) -> EvalResult;
    /// Returns the file that defines a function, if it was loaded for another function.
    fn file_of(&self, name: &str) -> Option<PathBuf>;
    /// Renders the source of an ERB template; `name` identifies it in errors.
    fn render(&self, vm: &mut Vm, name: &str, template: &str) -> EvalResult<String>;
    /// Returns the attributes that a resource type, defined in this file, takes from a title, as a Hash; undef if the
    /// type accepts no such title.
    fn title(&self, vm: &mut Vm, type_name: &str, file: &Path, title: &str) -> EvalResult;
    /// Runs a program with arguments; returns its output.
    fn run_program(&self, vm: &mut Vm, command: &[String]) -> EvalResult<String>;
}

/// The code of a callable that something outside of the evaluator runs.
pub struct ForeignCode {
    pub run: Box<ForeignClosure>,
    /// The number of arguments that it accepts.
    pub arity: BlockArity,
}

/// The closure of a [`ForeignCode`].
pub type ForeignClosure = dyn Fn(&mut Vm, Vec<Value>) -> EvalResult;
