//! The style rules of Puppet manifests. They have the names of puppet-lint's checks, and report what it reports; they read
//! the tokens, never the meaning. A fix that keeps the meaning is safe.

mod comments;
mod definitions;
mod finding;
mod lines;
mod manifest;
mod resources;
mod rule;
mod strings;

use std::sync::Arc;

use pprepl_text::{Diagnostic, Source};

use finding::Findings;
use manifest::Manifest;

pub use rule::{RULES, StyleRule};

/// Returns the findings in a manifest, in the order of their places.
pub fn check(source: &Arc<Source>) -> Vec<Diagnostic> {
    let manifest = Manifest::new(source.text());
    let mut findings = Findings::new(source);
    lines::check(&manifest, &mut findings);
    comments::check(&manifest, &mut findings);
    strings::check(&manifest, &mut findings);
    resources::check(&manifest, &mut findings);
    definitions::check(&manifest, &mut findings);
    findings.sorted()
}
