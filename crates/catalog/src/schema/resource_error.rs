//! Errors and warnings about a resource.

use pprepl_text::{IssueCode, WordReplacement};

/// The verdict on an attribute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeVerdict {
    /// Puppet accepts it.
    Fits,
    /// Puppet accepts it, but it is probably a mistake.
    Doubtful,
    /// Puppet rejects it when it creates the resource.
    Refused,
}

/// An error or warning about a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceError {
    /// The attribute; empty for the title.
    pub attribute: String,
    /// Whether the value is rejected or only questionable.
    pub fit: AttributeVerdict,
    pub code: IssueCode,
    pub message: String,
    pub help: Option<String>,
    /// The suggested replacement of a word.
    pub swap: Option<WordReplacement>,
    /// Whether only this attribute is involved.
    pub single: bool,
}
