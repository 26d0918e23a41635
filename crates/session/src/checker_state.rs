//! The state of the static checker between two inputs.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_project::{Parse, Project};
use pprepl_text::{Code, RuleCode, Severity, Source};
use puppet_check::{RuleSet, SignatureCache};
use puppet_pcore::{Ty, type_text};

use super::project_view::ProjectView;

/// A variable's name and its declared type.
pub(crate) type Assumption = (Rc<str>, Ty);

/// The rules of the checker, and its knowledge in addition to the evaluator's state.
#[derive(Default)]
pub struct CheckerState {
    /// The parsed signatures of built-in functions.
    pub(crate) signatures: SignatureCache,
    pub(crate) rules: RuleSet,
    /// The severities of rules that differ from the default.
    pub(crate) severities: Vec<(RuleCode, Severity)>,
    /// The codes of the notes that were shown.
    pub(crate) seen_notes: BTreeSet<Code>,
    /// Whether cells are checked, whose kernel reports names that two cells define.
    pub(crate) is_shared: bool,
    /// The user's assumptions about external variables.
    pub(crate) assumed: Vec<Assumption>,
    /// The environment, if one is checked.
    pub(crate) project: Option<ProjectView>,
    /// Whether the file under check is code of that environment, which knows all definitions that the file can use.
    pub(crate) is_complete: bool,
}

impl CheckerState {
    /// Returns the enabled rules.
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Returns the index of the environment to check, if the session checks one.
    pub fn index(&self) -> Option<&Project> {
        self.project.as_ref().map(|project| &*project.index)
    }

    /// Returns the source and the parse of a file of the index.
    pub fn parse(&self, name: &str) -> Option<(Arc<Source>, Rc<Parse>)> {
        self.project.as_ref()?.parse(name)
    }

    /// Returns the assumed variables: names and types.
    pub fn assumptions(&self) -> Vec<(String, String)> {
        self.assumed.iter().map(|(name, ty)| (name.to_string(), type_text(ty))).collect()
    }

    /// Returns the severity of a rule, where `usual` is its default.
    pub(crate) fn severity(&self, code: Code, usual: Severity) -> Severity {
        self.severities.iter().find(|(known, _)| code == *known).map_or(usual, |(_, severity)| *severity)
    }
}
