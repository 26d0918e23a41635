//! The debugger's state: the frames of the call stack, and whether the next statement pauses.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::Source;
use puppet_catalog::ScopeId;
use puppet_pcore::Value;
use puppet_syntax::ast::Name;

use super::SourcePos;

/// A variable: its name and value.
pub type Variable = (Name, Value);

/// A frame: a location that runs, or that called the running one.
#[derive(Clone)]
pub struct Frame {
    /// The class, defined type or function that owns the body; empty at top scope.
    pub owner: Name,
    /// The source of `site`.
    pub source: Arc<Source>,
    /// The position in the source.
    pub site: SourcePos,
    /// The variables visible there, without those of the top scope.
    pub variables: Rc<Vec<Variable>>,
    /// The scope of the running body.
    pub scope: ScopeId,
}

impl Frame {
    /// Returns the source's name and the line: `input 3:1`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.source.name(), self.source.line_column(self.site.span.start).line)
    }

    /// Returns the owner's name, or the name of the top scope.
    pub fn name(&self) -> &str {
        if self.owner.is_empty() { "top scope" } else { &self.owner }
    }
}

/// The state of the debugger, which `D` implements.
pub struct DebugState<D: ?Sized> {
    /// Handles pauses.
    pub(super) handler: Option<Rc<D>>,
    /// True if code is compiled for pauses.
    pub(super) on: bool,
    /// True if the next statement pauses.
    pub(super) stepping: bool,
    /// True while a watch expression is evaluated.
    pub(super) looking: bool,
    /// The call stack, the outermost frame first.
    pub(super) frames: Vec<Frame>,
}

impl<D: ?Sized> Default for DebugState<D> {
    fn default() -> Self {
        DebugState { handler: None, on: false, stepping: false, looking: false, frames: Vec::new() }
    }
}

impl<D: ?Sized> DebugState<D> {
    /// Sets the debugger that handles pauses.
    pub fn set_handler(&mut self, handler: Rc<D>) {
        self.handler = Some(handler);
    }

    /// Returns the call stack of the paused program, the outermost frame first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Pauses at the next statement.
    pub fn step(&mut self) {
        self.stepping = true;
    }
}
