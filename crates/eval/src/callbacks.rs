//! The traits of code above the evaluator that gets the running session: the search of Hiera data, and the debugger.

use puppet_pcore::{Hash, Value};

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
    /// Returns a value with its `%{..}` interpolated.
    fn interpolate(&self, vm: &mut Vm, value: &Value) -> EvalResult;
}

/// Decides how a paused program continues. An error ends the run.
pub trait Debugger {
    /// Handles a pause; the program is paused in the last of `Vm::frames`.
    fn stopped(&self, vm: &mut Vm) -> EvalResult<()>;
}
