//! The steps of a file that is played, and the requests about it.

/// A step of a file: a statement with the comments above it, or the statements that share a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayStep {
    /// Its first line, from 1.
    pub line: usize,
    pub text: String,
}

/// A file in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playback {
    pub name: String,
    pub steps: Vec<PlayStep>,
}

/// A request about the file that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayRequest {
    Start(Playback),
    /// Continue after a pause.
    Resume,
    /// Omit the next step.
    Skip,
    /// Run the remaining steps.
    Rest,
    Stop,
}
