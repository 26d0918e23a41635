//! What a search did, step by step, as a tree: layers, levels, files, interpolations, merges.

use std::path::PathBuf;

use crate::pcore::Value;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1; 0 when it is not known.
    pub line: u32,
}

/// A step and the steps that it was made of.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was done.
    pub kind: StepKind,
    /// What came of it.
    pub outcome: StepOutcome,
    /// Its parts in order.
    pub steps: Vec<Step>,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// A whole search.
    Search(String),
    /// The search for rules of the data (`lookup_options`).
    Options,
    /// The merge strategy comes from the rules of the data.
    RulesSay(String),
    /// A layer; its `hiera.yaml` when it has one.
    Layer(String, Option<PathBuf>),
    /// The default hierarchy of a module.
    DefaultHierarchy(String),
    /// A level of a hierarchy.
    Level(String),
    /// A file of a level: as it was written, and as it came out.
    File(String, PathBuf),
    /// A function that gives data without a file.
    Function(String),
    /// Several places are merged with this strategy.
    Merge(String),
    /// A string with `%{..}`.
    Interpolation(String),
    /// A variable.
    Variable(String),
    /// The way into a value.
    Path(String),
    /// The value is converted.
    Conversion(String),
    /// The key is reserved.
    Reserved(String),
}

/// What came of a step.
#[derive(Clone, Debug, Default)]
pub enum StepOutcome {
    /// Nothing to tell beyond its parts.
    #[default]
    Open,
    /// The key was there.
    Found(Value, Option<Place>),
    /// It was there among the overrides.
    Override(Value),
    /// It was there among the defaults.
    Default(Value),
    /// It was not there.
    NoKey,
    /// There is no such file, module or `hiera.yaml`.
    Missing,
    /// What several places gave together.
    Merged(Value),
    /// What the strategy made of it failed.
    Failed(String),
}

impl Step {
    pub(super) fn new(kind: StepKind) -> Step {
        Step { kind, outcome: StepOutcome::Open, steps: Vec::new() }
    }

    /// All places where this search (not one within it) found a value, in order.
    pub fn places(&self) -> Vec<&Step> {
        let mut places = Vec::new();
        self.collect(&mut places);
        places
    }

    fn collect<'a>(&'a self, places: &mut Vec<&'a Step>) {
        for step in &self.steps {
            match (&step.kind, &step.outcome) {
                (StepKind::File(..) | StepKind::Function(_), StepOutcome::Found(..)) => places.push(step),
                (StepKind::Interpolation(_) | StepKind::Options | StepKind::Path(_), _) => {}
                _ => step.collect(places),
            }
        }
    }
}
