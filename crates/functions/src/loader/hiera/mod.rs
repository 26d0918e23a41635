//! Hiera 5: a key is searched in the global layer, the environment and the module that its name begins with. Each layer
//! has a `hiera.yaml` with levels, each level has files. Values are interpolated, merged and converted as the data's
//! `lookup_options` say.
//!
//! Only parsed files are cached between searches, while they are unchanged on disk, so that a result never depends on
//! earlier searches. Unsupported: URIs, functions written in Ruby, encrypted values, and versions 3 and 4 of
//! `hiera.yaml`. A search that needs one of them reports it.

mod config;
mod explain;
mod files;
mod function;
mod interpolate;
mod key;
mod level;
mod lookup;
mod merge;
mod options;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use pprepl_text::{Source, Span};
use puppet_eval::{Data, EvalResult, Flow, Query, SourcePos, Vm};
use puppet_pcore::Value;

pub use explain::{Place, Step, StepKind, StepOutcome};

use config::Config;
use files::Files;
use function::Returned;
use lookup::Invocation;

/// The root of a layer of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    pub kind: LayerKind,
    /// Its `hiera.yaml`.
    pub config: PathBuf,
}

/// The layers in search order. The key's name determines the module layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Data of all environments.
    Global,
    /// Data of the environment.
    Environment,
    /// Data of a module.
    Module(String),
}

impl LayerKind {
    /// Formats the layer for display.
    pub fn title(&self) -> String {
        match self {
            LayerKind::Global => "global layer".to_owned(),
            LayerKind::Environment => "environment".to_owned(),
            LayerKind::Module(name) => format!("module {name}"),
        }
    }
}

impl Layer {
    /// Returns the global layer with its `hiera.yaml`.
    pub fn global(config: impl Into<PathBuf>) -> Layer {
        Layer { kind: LayerKind::Global, config: config.into() }
    }

    /// Returns the layer of the environment in this directory.
    pub fn environment(folder: impl AsRef<Path>) -> Layer {
        Layer { kind: LayerKind::Environment, config: folder.as_ref().join("hiera.yaml") }
    }
}

/// The data of a session.
#[derive(Debug, Default)]
pub struct Hiera {
    layers: Vec<Layer>,
    files: RefCell<Files>,
    configs: RefCell<FxHashMap<PathBuf, Rc<Config>>>,
    returned: RefCell<Returned>,
}

impl Hiera {
    /// Opens the data of these layers and of the modules.
    pub fn open(layers: Vec<Layer>) -> Hiera {
        Hiera { layers, ..Hiera::default() }
    }

    /// Returns the layers that are searched before a module's.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Searches a key and records each step.
    pub fn explain(&self, vm: &mut Vm, query: &Query) -> (EvalResult<Option<Value>>, Step) {
        vm.begin_here();
        vm.forget_contexts();
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
        vm.begin_here();
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
        vm.begin_here();
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

    fn interpolate(&self, vm: &mut Vm, value: &Value) -> EvalResult {
        vm.enter()?;
        let result = Invocation::new(self, vm, &Query::default()).interpolate(value, true);
        vm.leave();
        result
    }
}

/// Returns an error in a file.
fn error_in(source: &Arc<Source>, span: Span, code: &'static str, message: impl Into<String>, help: &str) -> Box<Flow> {
    let mut flow = Flow::at(code, SourcePos { span, at: span.start }, message);
    flow.enter_source(source);
    if !help.is_empty() {
        flow.with_help(|| Some(help.to_owned()));
    }
    flow
}

/// Returns an error of the search as such. Its location is that of the query.
fn data_error(code: &'static str, message: impl Into<String>, help: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(code, message);
    if !help.is_empty() {
        flow.with_help(|| Some(help.to_owned()));
    }
    flow
}

/// A value that several searches share.
type Shared<T> = Rc<T>;
