//! The Hiera data of a session, and the contexts of the functions that are data sources.

use std::rc::Rc;

use pprepl_text::IssueCode;
use puppet_pcore::{Hash, Object, Ty};

/// The code of the error that `$context.not_found` raises; the caller of the function reads it as "no such key".
pub const NOT_FOUND: IssueCode = IssueCode::NoSuchKey;

/// A context and the values that its function caches in it.
pub(crate) struct ContextEntry {
    pub(super) object: Rc<Object>,
    pub(super) cache: Hash,
}

/// The Hiera data of a session (`D` searches them), and the contexts of its data sources; their caches live as long as an input.
pub struct Lookup<D: ?Sized> {
    data: Option<Rc<D>>,
    has_layers: bool,
    /// The type of contexts, once used.
    pub(super) class: Option<Ty>,
    pub(super) contexts: Vec<ContextEntry>,
    /// The sentences of functions from `explain`, while a search is explained.
    remarks: Option<Vec<String>>,
}

impl<D: ?Sized> Default for Lookup<D> {
    fn default() -> Self {
        Lookup { data: None, has_layers: false, class: None, contexts: Vec::new(), remarks: None }
    }
}

impl<D: ?Sized> Lookup<D> {
    /// Sets the data of the session, and whether there are layers to search. Without layers, they only interpolate.
    pub fn set_data(&mut self, data: Rc<D>, has_layers: bool) {
        self.data = Some(data);
        self.has_layers = has_layers;
    }

    /// Returns whether the session has data.
    pub fn has_data(&self) -> bool {
        self.has_layers && self.data.is_some()
    }

    /// Returns what interpolates values.
    pub(crate) fn data(&self) -> Option<Rc<D>> {
        self.data.clone()
    }

    /// Returns the data to search.
    pub(crate) fn searched(&self) -> Option<Rc<D>> {
        self.data.clone().filter(|_| self.has_layers)
    }

    /// Collects the remarks of functions from now on, or no longer.
    pub fn collect_remarks(&mut self, collects: bool) {
        self.remarks = collects.then(Vec::new);
    }

    /// Returns the remarks since the last call.
    pub fn take_remarks(&mut self) -> Vec<String> {
        self.remarks.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Returns whether a search is explained.
    pub(super) fn collects_remarks(&self) -> bool {
        self.remarks.is_some()
    }

    /// Adds a remark to the explanation.
    pub(super) fn add_remark(&mut self, text: String) {
        self.remarks.iter_mut().for_each(|remarks| remarks.push(text.clone()));
    }

    /// Clears the caches of the contexts, except those that the code itself holds.
    pub fn forget_contexts(&mut self) {
        self.contexts.retain(|context| Rc::strong_count(&context.object) > 1);
    }
}
