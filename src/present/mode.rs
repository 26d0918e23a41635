//! The state of the screen: slides, or something above them.

use pprepl_widgets::dialog::Dialog;

use super::scroll::Scroll;

/// The target of the keys.
pub enum Mode {
    Slides,
    /// Nothing is visible until the next key.
    Blank,
    Zoom(Zoom),
    /// The digits of a slide's number.
    GoTo(String),
    /// The list of keys.
    Help(Box<Dialog>),
    /// The question whether the code may run.
    Ask(Box<Dialog>),
    /// The editor of the scratch cell.
    Scratch,
}

/// One part of a cell on the whole screen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zoom {
    pub what: ZoomPart,
    pub scroll: Scroll,
}

/// The part of a cell that is alone on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZoomPart {
    Code,
    #[default]
    Result,
}
