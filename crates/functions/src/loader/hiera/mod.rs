//! Hiera 5: a key is searched in the global layer, the environment and the module that its name begins with. Each layer
//! has a `hiera.yaml` with levels, each level has files. Values are interpolated, merged and converted as the data's
//! `lookup_options` say.
//!
//! Only parsed files are cached between searches, while they are unchanged on disk, so that a result never depends on
//! earlier searches. Encrypted values are placeholders, since no key is read. A backend in Ruby runs with `--ruby`, or is
//! replaced by a function in Puppet. Unsupported: URIs, version 4 of `hiera.yaml`. A
//! search that needs one of them, or a backend that nothing runs, reports it.

mod config;
mod encrypted;
mod error;
mod explain;
mod files;
mod function;
mod interpolate;
mod key;
mod layer;
mod level;
mod lookup;
mod merge;
mod options;
mod rules3;
mod state;
mod validation;
mod version3;

use puppet_eval::{Data, EvalResult, Query, Vm};
use puppet_pcore::Value;

pub use explain::{Place, Step, StepKind, StepOutcome};
pub use layer::{Layer, LayerKind};
pub use lookup::check_strategy;
pub use state::{DataCache, Hiera};
pub use validation::{Backends, check_config};

use lookup::Invocation;

impl Hiera {
    /// Opens the data of these layers and of the modules.
    pub fn open(layers: Vec<Layer>, cache: DataCache) -> Hiera {
        Hiera { layers, cache, ..Hiera::default() }
    }

    /// Searches a key and records each step.
    pub fn explain(&self, vm: &mut Vm, query: &Query) -> (EvalResult<Option<Value>>, Step) {
        vm.calls.begin_here();
        vm.lookup.forget_contexts();
        self.returned.take();
        let mut invocation = Invocation::new(self, vm, query);
        invocation.begin_telling();
        let answer = invocation.answer(query);
        let mut told = invocation.finish_trace();
        told.redact();
        (answer, told)
    }

    /// Returns all locations where a search without merging could find the key, including those after the first.
    pub fn everywhere(&self, vm: &mut Vm, query: &Query) -> Vec<Place> {
        vm.calls.begin_here();
        let mut invocation = Invocation::new(self, vm, query);
        invocation.begin_telling();
        invocation.ask_everywhere();
        let _ = invocation.answer(query);
        let told = invocation.finish_trace();
        let place = |step: &Step| match &step.outcome {
            StepOutcome::Found(_, place) => place.clone(),
            _ => None,
        };
        told.places().into_iter().filter_map(place).collect()
    }

    /// Returns the keys in the data of the layers and of these modules; none if a file is invalid.
    pub fn keys(&self, vm: &mut Vm, modules: &[String]) -> Vec<String> {
        vm.calls.begin_here();
        Invocation::new(self, vm, &Query::default()).keys(modules).unwrap_or_default()
    }

    fn layer(&self, kind: &LayerKind) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.kind == *kind)
    }
}

impl Data for Hiera {
    fn search(&self, vm: &mut Vm, query: &Query) -> EvalResult<Option<Value>> {
        Invocation::new(self, vm, query).answer(query)
    }

    fn check_key(&self, key: &str) -> EvalResult<()> {
        key::check(key)
    }

    fn has_data_of(&self, vm: &mut Vm, module: &str) -> EvalResult<bool> {
        let mut invocation = Invocation::new(self, vm, &Query::default());
        for kind in [LayerKind::Global, LayerKind::Environment, LayerKind::Module(module.to_owned())] {
            if invocation.config(&kind)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn interpolate(&self, vm: &mut Vm, value: &Value) -> EvalResult {
        vm.calls.enter()?;
        let result = Invocation::new(self, vm, &Query::default()).interpolate(value, true);
        vm.calls.leave();
        result
    }
}
