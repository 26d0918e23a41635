//! The trace of a search as a tree of steps: layers, levels, files, interpolations, merges.

use std::path::PathBuf;
use std::rc::Rc;

use puppet_pcore::Value;

/// A location in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub path: PathBuf,
    /// The line, from 1; 0 when unknown.
    pub line: u32,
}

/// A step and its substeps.
#[derive(Clone, Debug)]
pub struct Step {
    pub kind: StepKind,
    pub outcome: StepOutcome,
    /// Its substeps in order.
    pub steps: Vec<Step>,
    /// Whether the rules of the data convert the value to Sensitive.
    pub(super) is_secret: bool,
}

/// The kind of a step.
#[derive(Clone, Debug)]
pub enum StepKind {
    Search(String),
    /// The search for rules of the data (`lookup_options`).
    Options,
    /// A merge strategy from the rules of the data.
    RulesSay(String),
    /// A layer, and its `hiera.yaml` if it has one.
    Layer(String, Option<PathBuf>),
    /// The default hierarchy of a module.
    DefaultHierarchy(String),
    /// A level of a hierarchy.
    Level(String),
    /// A file of a level: the path as written, and the resolved one.
    File(String, PathBuf),
    /// A function that returns data without a file.
    Function(String),
    /// A merge of several locations with this strategy.
    Merge(String),
    /// A string with `%{..}`.
    Interpolation(String),
    Variable(String),
    /// The path into a value.
    Path(String),
    /// A conversion of the value.
    Conversion(String),
    /// A reserved key, which is not searched.
    Reserved(String),
    /// A sentence of a function, from `explain` of its context.
    Remark(String),
}

/// The outcome of a step.
#[derive(Clone, Debug, Default)]
pub enum StepOutcome {
    /// Nothing beyond the outcomes of its substeps.
    #[default]
    Open,
    /// The key was found, at this location.
    Found(Value, Option<Place>),
    /// The key was found in the overrides.
    Override(Value),
    /// The key was found in the defaults.
    Default(Value),
    /// The key was not found.
    NoKey,
    /// The file, module or `hiera.yaml` does not exist.
    Missing,
    /// The merged values of several locations.
    Merged(Value),
    /// The merge strategy failed on the values.
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

/// Returns whether a value contains a Sensitive. For a large value only the first elements are searched.
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

    /// Redacts the values of searches whose results are converted to Sensitive: in the files they are plain.
    pub(super) fn redact(&mut self) {
        if self.gives_secret() {
            self.redact_all();
        }
        self.steps.iter_mut().for_each(Step::redact);
    }

    /// Returns whether this search returns a Sensitive, or would if it found a value.
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
        if let StepKind::Remark(text) = &mut self.kind {
            "[value redacted]".clone_into(text);
        }
        let told = |step: &&mut Step| !matches!(step.kind, StepKind::Options);
        self.steps.iter_mut().filter(told).for_each(Step::redact_all);
    }

    /// Returns all steps in which this search found a value, in order. Nested searches are excluded.
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
