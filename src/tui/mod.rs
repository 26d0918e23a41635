//! The notebook in a terminal: cells on the left, panes that follow the cursor on the right. A key becomes an action, an
//! action changes the state, the state is drawn. Evaluation runs on a thread of its own, so that a frame never waits.

pub mod editor;
pub mod key;
pub mod paint;
pub mod table;
