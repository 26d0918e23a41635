//! What a search did, step by step, as a tree: layers, levels, files, interpolations, merges.

use std::path::PathBuf;
use std::rc::Rc;

use puppet_pcore::Value;

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
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
    /// Do the rules of the data convert the value to Sensitive?
    pub(super) is_secret: bool,
}

/// What a step does.
#[derive(Clone, Debug)]
pub enum StepKind {
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

impl StepOutcome {
    fn value(&self) -> Option<&Value> {
        match self {
            StepOutcome::Found(value, _)
            | StepOutcome::Override(value)
            | StepOutcome::Default(value)
            | StepOutcome::Merged(value) => Some(value),
            _ => None,
        }
    }

    fn value_mut(&mut self) -> Option<&mut Value> {
        match self {
            StepOutcome::Found(value, _)
            | StepOutcome::Override(value)
            | StepOutcome::Default(value)
            | StepOutcome::Merged(value) => Some(value),
            _ => None,
        }
    }
}

/// Is there a Sensitive in a value? Values of many parts count as such when a Sensitive is among the first ones.
fn holds_secret(value: &Value) -> bool {
    fn in_step(value: &Value, left: &mut usize) -> bool {
        *left = left.saturating_sub(1);
        match value {
            Value::Sensitive(_) => true,
            Value::Array(list) if *left > 0 => list.items.iter().any(|item| in_step(item, left)),
            Value::Hash(hash) if *left > 0 => hash.values().any(|item| in_step(item, left)),
            _ => false,
        }
    }
    in_step(value, &mut 10_000)
}

impl Step {
    pub(super) fn new(kind: StepKind) -> Step {
        Step { kind, outcome: StepOutcome::Open, steps: Vec::new(), is_secret: false }
    }

    /// Hides the values of searches whose answers were converted to Sensitive: in the files they are plain.
    pub(super) fn redact(&mut self) {
        if self.gives_secret() {
            self.redact_all();
        }
        self.steps.iter_mut().for_each(Step::redact);
    }

    /// Returns whether this searches give a Sensitive, or would it, had a value been found.
    fn gives_secret(&self) -> bool {
        self.is_secret || matches!(self.kind, StepKind::Search(_)) && self.outcome.value().is_some_and(holds_secret)
    }

    fn redact_all(&mut self) {
        if let Some(value) = self.outcome.value_mut()
            && !matches!(value, Value::Sensitive(_))
        {
            *value = Value::Sensitive(Rc::new(std::mem::take(value)));
        }
        if let StepOutcome::Failed(message) = &mut self.outcome {
            "the value is redacted".clone_into(message);
        }
        if let StepKind::Interpolation(text) = &mut self.kind {
            "[value redacted]".clone_into(text);
        }
        let told = |step: &&mut Step| !matches!(step.kind, StepKind::Options);
        self.steps.iter_mut().filter(told).for_each(Step::redact_all);
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
