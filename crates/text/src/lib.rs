//! Sources, spans, diagnostics and their rendering. Independent of Puppet.

mod code;
pub mod columns;
pub mod cut;
mod diagnostic;
pub mod difference;
mod digits;
mod fix;
pub mod fuzzy;
mod json;
pub mod layout;
pub mod markup;
mod mismatch;
pub mod outline;
mod regexp_encoding;
mod render;
mod source;
mod span;
pub mod suggest;
pub mod theme;
mod topic;

pub use code::{Code, IssueCode, RuleCode, StyleCode};
pub use diagnostic::{Diagnostic, Label, Severity};
pub use digits::integer_of;
pub use fix::{Edit, Fix, WordReplacement, applied};
pub use json::{json_text, push_json_string, safe_json};
pub use markup::{is_direction, is_hidden};
pub use markup::{spaces, visible};
pub use mismatch::{MismatchRow, mismatch_tree};
pub use regexp_encoding::has_fixed_encoding;
pub use render::{DEFAULT_WIDTH, render, render_inside};
pub use source::{LineColumn, Source};
pub use span::{SourceRange, Span};
pub use topic::{Issue, Topic, TopicGroup};
