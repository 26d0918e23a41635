//! The data of a session: its layers, and what is cached of them.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_pcore::Value;

use super::config::Config;
use super::files::Files;
use super::layer::Layer;
use super::options::Patterns;

/// The data of a session.
#[derive(Debug, Default)]
pub struct Hiera {
    pub(super) layers: Vec<Layer>,
    pub(super) cache: DataCache,
    pub(super) returned: RefCell<Returned>,
}

/// The parsed files of data, which sessions of a thread may share.
#[derive(Clone, Debug, Default)]
pub struct DataCache {
    pub(super) files: Rc<RefCell<Files>>,
    pub(super) configs: Rc<RefCell<FxHashMap<PathBuf, Rc<Config>>>>,
    /// The patterns of `lookup_options`.
    pub(super) patterns: Rc<RefCell<PatternsByOwner>>,
}

/// The patterns of a module, or of names without one, and whether they belong to its default hierarchy.
type PatternsByOwner = FxHashMap<(Option<String>, bool), Patterns>;

/// Results of functions during an input.
#[derive(Debug, Default)]
pub(super) struct Returned {
    /// The number of the input.
    pub(super) input: usize,
    /// By function and file: its context, and the whole hash of a `data_hash`.
    pub(super) known: FxHashMap<(String, Option<PathBuf>), (Value, Option<Value>)>,
}
