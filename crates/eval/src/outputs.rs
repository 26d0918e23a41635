//! The values of earlier inputs, which code names as `_` and `_3`.

use pprepl_text::Span;
use puppet_pcore::Value;

/// The values of the inputs of a session.
#[derive(Clone)]
pub struct Outputs {
    /// The number of the running input; 0 for a program that is not an input.
    pub(crate) input: usize,
    values: Vec<Value>,
    /// The undone inputs: code may not name their values.
    undone: Vec<usize>,
    last: Value,
    /// The values of the statements before the last of the running program; `None` when they are not recorded.
    statements: Option<Vec<(Span, Value)>>,
}

impl Default for Outputs {
    fn default() -> Outputs {
        // Before the first input `_` is undef; `Value::default()` means a variable without a value.
        Outputs { input: 0, values: Vec::new(), undone: Vec::new(), last: Value::Undef, statements: None }
    }
}

impl Outputs {
    /// Returns the number of the running input.
    pub fn running_input(&self) -> usize {
        self.input
    }

    /// Returns whether this input was undone.
    pub(crate) fn is_undone(&self, input: usize) -> bool {
        self.undone.contains(&input)
    }

    /// Returns the last input's value.
    pub fn last(&self) -> &Value {
        &self.last
    }

    /// Stores an input's value for `_`.
    pub fn keep(&mut self, value: Value) {
        self.values.resize(self.input.saturating_sub(1), Value::Undef);
        self.values.push(value.clone());
        self.last = value;
    }

    /// Clears the value of a failed input.
    pub fn drop_last(&mut self) {
        self.values.resize(self.input, Value::Undef);
    }

    /// Returns the value of an input, for `_3`.
    pub fn get(&self, input: usize) -> Option<Value> {
        self.values.get(input.checked_sub(1)?).cloned()
    }

    /// Marks these inputs as undone, so that code may not name their values; `last` is the input that `_` means.
    pub fn set_undone(&mut self, undone: Vec<usize>, last: Option<usize>) {
        self.undone = undone;
        self.last = last.and_then(|input| self.get(input)).unwrap_or(Value::Undef);
    }

    /// Starts or ends the recording of the values of statements, for the programs compiled next.
    pub fn record_statements(&mut self, is_on: bool) {
        self.statements = is_on.then(Vec::new);
    }

    /// Returns whether the values of statements are recorded.
    pub(crate) fn records_statements(&self) -> bool {
        self.statements.is_some()
    }

    /// Records the value of a statement.
    pub(crate) fn record(&mut self, span: Span, value: Value) {
        match &mut self.statements {
            Some(statements) => statements.push((span, value)),
            None => value.discard(),
        }
    }

    /// Ends the recording, and returns the statements in order with their values.
    pub fn take_statements(&mut self) -> Vec<(Span, Value)> {
        self.statements.take().unwrap_or_default()
    }

    /// Returns the value of the last program that had one.
    pub fn last_value(&self) -> Option<Value> {
        self.values.last().map(|_| self.last.clone())
    }

    /// Drops all values: no later program may name them.
    pub(crate) fn forget(&mut self) {
        self.values.clear();
        self.last = Value::Undef;
    }

    /// Resets the values and which inputs were undone.
    pub(crate) fn clear(&mut self) {
        self.forget();
        self.undone.clear();
    }
}
