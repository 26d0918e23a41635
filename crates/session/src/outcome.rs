//! What an input gave, as plain `Send` data: nothing outside `session` sees a `Value`.

use pprepl_text::{Fix, MismatchRow, Severity};
use puppet_syntax::HeredocInfo;

/// What a submitted input gave.
#[derive(Debug, Clone)]
pub enum Outcome {
    Nothing,
    /// Puppet was evaluated (or failed).
    Evaluated(Box<Evaluation>),
    Command(Box<CommandAnswer>),
    /// The user wants to edit a text in their editor: the front end opens it.
    Edit(String),
    /// The user wants to leave.
    Quit,
}

/// A line in parts: the role (see `theme::ROLES`; empty for plain text) and the text of each.
pub type StyledLine = Vec<(&'static str, String)>;

/// A meta-command's answer.
#[derive(Debug, Clone, Default)]
pub struct CommandAnswer {
    /// Its one-line answer where it has one.
    pub value: Option<String>,
    /// What the REPL prints (markup roles are added by the front end).
    pub text: String,
    /// The same text in parts with the role of each, where the command knows better than the front end; else empty.
    pub styled: Vec<StyledLine>,
    /// The same as data.
    pub data: Option<serde_json::Value>,
    /// Findings.
    pub reports: Vec<Report>,
}

#[derive(Debug, Clone, Default)]
pub struct Evaluation {
    /// The number of the input (`:out N`), when it succeeded.
    pub number: Option<usize>,
    /// The value in Puppet source form (`%p`); `None` when the input failed or the value has no such form.
    pub value: Option<String>,
    /// What means a value that has no source form: its text.
    pub shown: Option<String>,
    /// `type($v, 'detailed')`
    pub detailed: Option<String>,
    /// `type($v, 'reduced')`
    pub reduced: Option<String>,
    /// `type($v, 'generalized')`
    pub generalized: Option<String>,
    /// Log lines: level and text, in order.
    pub logs: Vec<(String, String)>,
    /// Findings.
    pub reports: Vec<Report>,
    /// Did it fail in syntax or validation (exit status 2), not when run (1)?
    pub invalid: bool,
    /// Returns whether it was stopped by Ctrl-C.
    pub cancelled: bool,
    /// The heredocs of the input.
    pub heredocs: Vec<HeredocInfo>,
    /// `$0..$n` after the input.
    pub captures: Vec<Capture>,
    /// Did this very input set them? Otherwise they are those of an earlier one.
    pub matched: bool,
    /// Variables that the input set.
    pub assigned: Vec<String>,
    /// Functions, types and the like that it defined.
    pub defined: Vec<String>,
    /// What ran, where that is not what was typed: an input with its fixes.
    pub code: Option<String>,
    /// How long it took.
    pub elapsed: std::time::Duration,
}

impl Evaluation {
    /// Did the input fail?
    pub fn failed(&self) -> bool {
        self.reports.iter().any(|report| report.severity == Severity::Error)
    }
}

#[derive(Debug, Clone)]
pub struct Capture {
    /// `0` for the whole match.
    pub number: usize,
    /// What it holds; `None` for a group that took no part.
    pub value: Option<String>,
}

/// A variable as panes and `:vars` show it.
#[derive(Debug, Clone)]
pub struct VariableView {
    /// The name without `$`.
    pub name: String,
    /// The value's source form, shortened.
    pub value: String,
    pub type_name: String,
    /// The number of the input that set it.
    pub input: Option<usize>,
}

/// A function as `:functions`, `:doc` and completion show it (`Session::functions`).
#[derive(Debug, Clone)]
pub struct FunctionView {
    pub name: String,
    /// Returns whether it is built in (else the session or a module defined it).
    pub builtin: bool,
    /// A line for each overload: `max(Numeric *$values) >> Numeric`.
    pub signatures: Vec<String>,
    /// One sentence; empty when it has none.
    pub summary: String,
    /// An input that shows it, and what that gives; empty when it has none.
    pub example: (String, String),
}

/// A type as `:types`, `:doc` and completion show it (`Session::types`).
#[derive(Debug, Clone)]
pub struct TypeView {
    pub name: String,
    /// Returns whether it is built in (else an alias of the session or a module).
    pub builtin: bool,
    /// What an alias means; empty for a built-in one.
    pub definition: String,
    /// One sentence; empty when it has none.
    pub summary: String,
}

/// An input of the session, as `:history`, `:out` and `:save` show it (`Session::inputs`).
#[derive(Debug, Clone)]
pub struct InputView {
    pub number: usize,
    /// What its text is called: `input 3`, or a file.
    pub name: String,
    /// What was typed.
    pub text: String,
    /// The value's source form; `None` when it failed or has no such form.
    pub value: Option<String>,
    /// The type that is shown with it.
    pub type_name: Option<String>,
    /// Did it fail?
    pub failed: bool,
}

/// A token as `:tokens` shows it (`Session::tokens`).
#[derive(Debug, Clone)]
pub struct TokenView {
    /// Its name in the Lexical Structure seed.
    pub kind: &'static str,
    pub value: String,
    /// Its line, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
}

/// A declared resource (`Session::resources`).
#[derive(Debug, Clone)]
pub struct ResourceView {
    /// `Notify['a']`
    pub reference: String,
    /// Its parameters in order: name and source form.
    pub parameters: Vec<(String, String)>,
}

/// A finding with its place spelled out.
#[derive(Debug, Clone)]
pub struct Report {
    /// How bad.
    pub severity: Severity,
    pub code: String,
    /// What is wrong.
    pub message: String,
    /// What to type next.
    pub help: Option<String>,
    /// The source's name.
    pub source_name: String,
    /// Puppet's line and column, from 1, when there is a place.
    pub position: Option<(u32, u32)>,
    /// End of the span, from 1, exclusive.
    pub end: Option<(u32, u32)>,
    /// Further places.
    pub labels: Vec<ReportLabel>,
    /// What else is to be known.
    pub notes: Vec<String>,
    /// Where a value does not fit, place by place; the whole comes first.
    pub misfits: Vec<MismatchRow>,
    /// Ways to fix it, the best first.
    pub fixes: Vec<ReportFix>,
    /// The rendered code frame without colors (annotate-snippets), and with ANSI colors.
    pub frame: String,
    /// The same with colors.
    pub frame_ansi: String,
}

/// A further place of a finding.
#[derive(Debug, Clone)]
pub struct ReportLabel {
    /// Start line and column, from 1.
    pub position: (u32, u32),
    /// End line and column, exclusive.
    pub end: (u32, u32),
    /// What is there.
    pub message: String,
}

/// A way to fix a finding, with its places spelled out.
#[derive(Debug, Clone)]
pub struct ReportFix {
    /// The changes, in bytes of the finding's source.
    pub fix: Fix,
    /// Where each change begins and ends: line and column, from 1.
    pub places: Vec<ReportPlace>,
}

/// Where something begins and where it ends: line and column, from 1.
pub type ReportPlace = ((u32, u32), (u32, u32));

/// What types have in common, in three readings.
#[derive(Debug, Clone)]
pub struct UnionView {
    /// By the documents of the language.
    pub documents: String,
    /// How the documents come to it: a step for each type after the first.
    pub steps: Vec<UnionStep>,
    /// By Puppet 8: `type([A, B], reduced)`.
    pub reference: String,
    /// How Puppet 8's answer differs; `None` when the two agree.
    pub difference: Option<String>,
    /// The least type above all, where Puppet 8's is not above all.
    pub least: Option<String>,
}

/// Values of a type, and values that are just not (`Session::example`).
#[derive(Debug, Clone)]
pub struct ExampleView {
    pub type_name: String,
    /// Values of it, in source form.
    pub matching: Vec<String>,
    /// Values that are not: source form, and why.
    pub misses: Vec<(String, String)>,
}

/// A step of a union: two types, and the row of the documents that decides.
#[derive(Debug, Clone)]
pub struct UnionStep {
    /// What the types before it gave.
    pub left: String,
    pub right: String,
    /// What the two have in common.
    pub gives: String,
    /// The document and the line of the row; `None` where the documents are silent.
    pub place: Option<String>,
    /// The row; where there is not one, the reading that fills the gap.
    pub row: &'static str,
    /// What is to be said about the row.
    pub remark: &'static str,
}

/// A comparison of types (`Session::comparison`).
#[derive(Debug, Clone)]
pub struct ComparisonView {
    /// What it gives.
    pub answer: bool,
    /// The left operand as it was written.
    pub left: String,
    /// The right operand as it was written.
    pub right: String,
    /// Why: each reason a tree as lines, two spaces a level.
    pub reasons: Vec<Vec<String>>,
    /// A value that tells the two types apart, where one is found.
    pub counter: Option<CounterExample>,
}

/// A value that is of one type and not of another.
#[derive(Debug, Clone)]
pub struct CounterExample {
    pub value: String,
    /// It is of this type,
    pub of: String,
    /// and not of this one.
    pub not_of: String,
}

/// Where a type or a value stands (`Session::lattice`).
#[derive(Debug, Clone, Default)]
pub struct LatticeView {
    /// The type, and what its name means; `None` when only a value was asked for.
    pub type_name: Option<String>,
    /// Direct supertypes.
    pub parents: Vec<String>,
    /// Direct subtypes.
    pub children: Vec<String>,
    /// Names of the same extent.
    pub equal: Vec<String>,
    /// Without sizes and ranges, where that is another type.
    pub generalized: Option<String>,
    /// The way of a value.
    pub path: Option<LatticePath>,
}

/// The way from a value up to Any.
#[derive(Debug, Clone)]
pub struct LatticePath {
    pub value: String,
    /// Returns whether it is of the type that was asked for.
    pub is_instance: Option<bool>,
    /// The types on the way, each with others that are directly above the one before it.
    pub steps: Vec<(String, Vec<String>)>,
    /// What is nearest above the type and a value that is not of it.
    pub above_both: Vec<String>,
}

/// What there is to know of a type (`Session::info`).
#[derive(Debug, Clone)]
pub struct InfoView {
    /// The type, and what its name means.
    pub head: String,
    /// One sentence about the built-in type that it is a form of.
    pub summary: String,
    /// The rest, by subject.
    pub sections: Vec<InfoSection>,
}

/// A subject of what there is to know.
#[derive(Debug, Clone)]
pub struct InfoSection {
    pub title: &'static str,
    /// Its rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// A line of a tree of facts (`Session::fact_rows`).
#[derive(Debug, Clone)]
pub struct FactRow {
    /// How deep it stands.
    pub depth: usize,
    /// The fact's name.
    pub name: String,
    /// Its value; `None` when lines below have it.
    pub value: Option<String>,
}

/// One expression over several fact sets (`Session::matrix`).
#[derive(Debug, Clone)]
pub struct MatrixView {
    /// A row for each set.
    pub rows: Vec<MatrixRow>,
    /// How many rows have the most common answer.
    pub alike: usize,
}

/// What an expression gives under one fact set.
#[derive(Debug, Clone, Default)]
pub struct MatrixRow {
    pub set: String,
    /// The value in source form; `None` when it failed.
    pub value: Option<String>,
    /// The type of the value.
    pub type_name: String,
    /// Why it failed.
    pub error: Option<String>,
    /// Returns whether it is another answer than the most common one.
    pub differs: bool,
}

impl MatrixView {
    /// Of these rows; tells which differ from the most common answer, of several the first.
    pub fn new(mut rows: Vec<MatrixRow>) -> MatrixView {
        let answer = |row: &MatrixRow| (row.value.clone(), row.error.clone());
        let count = |row: &MatrixRow| rows.iter().filter(|other| answer(other) == answer(row)).count();
        let counts: Vec<usize> = rows.iter().map(count).collect();
        let alike = counts.iter().copied().max().unwrap_or(0);
        let common = counts.iter().position(|count| *count == alike).and_then(|at| rows.get(at)).map(answer);
        rows.iter_mut().for_each(|row| row.differs = Some(answer(row)) != common);
        MatrixView { rows, alike }
    }
}

/// What looking at plain data without a trace gives (`Session::preview`).
#[derive(Debug, Clone)]
pub struct Preview {
    /// The value in source form.
    pub value: String,
    pub detailed: String,
    /// With what a collection's elements have in common.
    pub reduced: String,
    /// Without sizes and ranges.
    pub generalized: String,
    /// As the documents of the language infer it (`type_of`); `None` for a type, which they do not infer.
    pub documents: Option<String>,
    /// Of a type: itself, and what stands after its name.
    pub meaning: Option<String>,
}
