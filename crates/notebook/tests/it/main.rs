//! The tests of this package, in one binary.

mod cell_order;
mod edits;
mod export_rules;
mod exports;
mod history_model;
mod imports;
mod notebook;
mod notebook_document;
mod notebook_export;
mod notebook_kernel;
mod notebook_panes;
mod notebook_property;
mod notebook_rules;
mod notebook_worker;
mod pane_bounds;
mod pane_places;
mod prose_blocks;
mod trust;
