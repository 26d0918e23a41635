//! A code cell of the document.

use std::rc::Rc;
use std::sync::Arc;

use super::names::CellNames;
use crate::CellId;

/// A code cell of the document.
pub(super) struct Cell {
    pub(super) id: CellId,
    pub(super) text: Arc<str>,
    pub(super) names: Rc<CellNames>,
}
