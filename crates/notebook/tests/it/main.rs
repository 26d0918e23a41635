//! The tests of this package, in one binary.

mod notebook;
mod notebook_document;
mod notebook_export;
mod notebook_kernel;
mod notebook_panes;
mod notebook_property;
mod notebook_rules;
mod notebook_worker;
mod pane_bounds;
mod prose_blocks;
mod trust;
