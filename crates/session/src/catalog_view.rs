//! The catalog of a session as plain data.

use puppet_pcore::{Value, display_complete};

use super::ResourceView;
use super::history::History;
use super::session_core::Core;

/// Views of the catalog and its scopes. The session is unchanged.
pub struct CatalogView<'s> {
    pub(crate) core: &'s Core,
    pub(crate) history: &'s History,
    /// The environment's name.
    pub(crate) environment: &'s str,
}

impl CatalogView<'_> {
    /// Returns whether node definitions wait for a node.
    pub fn has_waiting_nodes(&self) -> bool {
        self.core.vm.catalog.has_waiting_nodes()
    }

    /// Returns the resources declared so far.
    pub fn resources(&self) -> Vec<ResourceView> {
        let shown = |value: &Value| display_complete(value);
        let view = |(reference, parameters): (String, Vec<(String, Value)>)| ResourceView {
            reference,
            parameters: parameters.iter().map(|(name, value)| (name.clone(), shown(value))).collect(),
        };
        self.core.vm.catalog.resources().map(view).collect()
    }

    /// Returns the position in the journal at the end of this input.
    pub(crate) fn end_of_input(&self, number: usize) -> usize {
        self.history.end_of_input(number, self.core.vm.journal.mark())
    }
}
