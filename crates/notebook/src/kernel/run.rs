//! The last run of a cell: its report, its effects, and whether they are active.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use pprepl_session::{CellValue, Report, UndoneCell};
use pprepl_text::{IssueCode, Severity};
use puppet_eval::ChangeTarget;

use super::names::{CellNames, Name};
use super::report::CellReport;

/// The last run of a cell.
pub(super) struct Run {
    pub(super) text: Arc<str>,
    pub(super) names: Rc<CellNames>,
    /// The names that it changed at run time.
    pub(super) touched: FxHashSet<Name>,
    pub(super) looked: bool,
    /// Whether the user requested the run.
    pub(super) asked: bool,
    pub(super) matched: bool,
    pub(super) report: CellReport,
    pub(super) value: Option<CellValue>,
    pub(super) state: State,
}

/// The effect of a cell.
pub(super) enum State {
    Applied,
    Kept(UndoneCell),
    /// Without effect.
    Out,
}

/// Kinds of names.
#[derive(Clone, Copy, Default)]
pub(super) struct Kinds {
    variables: bool,
    functions: bool,
    definitions: bool,
}

impl Kinds {
    pub(super) fn note(&mut self, name: &Name) {
        match name {
            Name::Variable(_) => self.variables = true,
            Name::Function(_) => self.functions = true,
            Name::Definition(_) => self.definitions = true,
            Name::Resource(..) | Name::Resources | Name::Catalog | Name::Match => {}
        }
    }
}

impl Run {
    /// Returns the names that it defined, in its source or at run time.
    pub(super) fn defined(&self) -> impl Iterator<Item = Name> + '_ {
        let adds = self.touched.iter().any(|name| matches!(name, Name::Resource(..) | Name::Catalog));
        let own = self.names.defines.iter().map(|defined| defined.name.clone());
        own.chain(self.touched.iter().cloned())
            .chain(adds.then_some(Name::Resources))
            .chain(self.matched.then_some(Name::Match))
    }

    /// Returns whether its only change of the catalog is new resources at the end.
    pub(super) fn only_adds_resources(&self) -> bool {
        !self.report.failed()
            && !self.touched.contains(&Name::Catalog)
            && self.touched.iter().any(|name| matches!(name, Name::Resource(..)))
    }

    /// Returns the needs that its source does not show.
    pub(super) fn needs_extra(&self) -> impl Iterator<Item = Name> + '_ {
        let catalog = self.looked || self.touched.contains(&Name::Catalog);
        let touches = catalog || self.touched.iter().any(|name| matches!(name, Name::Resource(..)));
        let all = [(touches, Name::Catalog), (catalog, Name::Resources)];
        all.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).chain(self.touched.iter().cloned())
    }

    /// Returns the names that it makes available.
    pub(super) fn in_force(&self) -> FxHashSet<Name> {
        if self.report.failed() { FxHashSet::default() } else { self.defined().collect() }
    }

    /// Returns whether it failed with a suggestion (`did you mean ..?`) that may change with the new names.
    pub(super) fn may_be_advised(&self, other_names: Kinds) -> bool {
        let advised = |report: &Report| match report.code.issue() {
            IssueCode::UnknownVariable => other_names.variables,
            IssueCode::UnknownFunction => other_names.functions,
            _ => other_names.definitions,
        };
        let fault = self.report.evaluation.reports.iter().find(|report| report.severity == Severity::Error);
        !self.report.evaluation.invalid && !self.report.evaluation.cancelled && fault.is_some_and(advised)
    }
}

/// Returns the name of a change.
pub(super) fn name_of(touched: &ChangeTarget) -> Name {
    match touched {
        ChangeTarget::Variable(name) => Name::Variable(name.clone()),
        ChangeTarget::Function(name) => Name::Function(name.clone()),
        ChangeTarget::Definition(name) => Name::Definition(name.clone()),
        ChangeTarget::Resource(type_name, title) => Name::Resource(type_name.clone(), title.clone()),
        ChangeTarget::Catalog => Name::Catalog,
    }
}
