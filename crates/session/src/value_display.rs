//! The display of an input's value beyond its source form: earlier statements, a table, limits.

use super::table::Table;

/// The display of a value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValueDisplay {
    /// The values of the statements before the last (setting `echo all`).
    pub statements: Vec<StatementValue>,
    /// The value as a table, if it is a list of hashes with the same keys (setting `tables`).
    pub table: Option<Table>,
    /// Sentences about effects that the value does not show.
    pub remarks: Vec<String>,
    /// The limits that the user set.
    pub limits: OutputLimits,
}

/// The limits of a value's display; 0 means no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutputLimits {
    pub lines: usize,
    /// The levels of brackets.
    pub depth: usize,
}

/// The value of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementValue {
    /// The line of the statement, from 1.
    pub line: u32,
    /// The value's source form, or its display form.
    pub value: String,
}
