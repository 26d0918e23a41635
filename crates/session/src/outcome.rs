//! Results of inputs as plain `Send` data: nothing outside the session needs a `Value` to show them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use pprepl_text::theme::Role;
use pprepl_text::{Code, Diagnostic, Fix, MismatchRow, Severity, Source, render};
use puppet_eval::Level;
use puppet_syntax::HeredocInfo;

use super::fixed_text::FixedText;
use super::play_step::PlayRequest;
use super::settings::TypeLine;
use super::value_display::ValueDisplay;

/// The outcome of a submitted input.
#[derive(Debug, Clone)]
pub enum Outcome {
    Nothing,
    /// Puppet was evaluated (or failed).
    Evaluated(Box<Evaluation>),
    Command(Box<CommandAnswer>),
    /// The user requests to edit something: the front end opens their editor.
    Edit(EditRequest),
    /// The user requests a lesson, or something in the lesson that is open.
    Lesson(LessonRequest),
    /// The user requests to quit.
    Quit,
}

/// The code that the user requests to edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditRequest {
    /// An input: the saved text is the next line.
    Line(String),
    /// The input with a definition: the saved text replaces it, as `:redo N CODE` does.
    Input { number: usize, text: String },
    /// The file with a definition. Changed files are reloaded.
    File { path: PathBuf, line: u32 },
}

impl EditRequest {
    /// Returns the text of the input; empty for a file.
    pub fn text(&self) -> &str {
        match self {
            EditRequest::Line(text) | EditRequest::Input { text, .. } => text,
            EditRequest::File { .. } => "",
        }
    }
}

/// A request about lessons. The front end that shows lessons carries it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LessonRequest {
    /// Start a lesson by name, number or file; empty: list the chapters.
    Learn(String),
    /// Ask questions about a topic; empty: about all. With a seed everybody gets the same questions.
    Quiz {
        topic: String,
        seed: Option<u64>,
    },
    /// Print the session as one line to paste; or `open FILE`: write the pasted line to a new file.
    Share(String),
    /// Report the progress to a file or a directory, under a name; empty: show the report, `off` ends it.
    Report {
        path: String,
        name: String,
    },
    Hint,
    Solution,
    Next,
    Skip,
    /// Inputs are not judged until `:next`.
    Explore,
    Leave,
}

/// A line in parts: the role (see `theme::ROLES`; empty for plain text) and the text of each.
pub type StyledLine = Vec<(Role, String)>;

/// Returns the role of a log level.
pub fn level_role(level: Level) -> Role {
    match level {
        Level::Debug => Role::LogDebug,
        Level::Info => Role::LogInfo,
        Level::Notice => Role::LogNotice,
        Level::Warning => Role::LogWarning,
        Level::Err => Role::LogErr,
        Level::Alert => Role::LogAlert,
        Level::Emerg => Role::LogEmerg,
        Level::Crit => Role::LogCrit,
    }
}

/// The action of a front end for a meta-command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Copy this text to the clipboard.
    Copy(String),
    /// Write the output of the next input to this file instead of the screen.
    Once(String),
    /// List the keys of the front end whose names or effects have this text.
    Keys(String),
    /// Run a file step by step.
    Play(PlayRequest),
}

/// A meta-command's answer.
#[derive(Debug, Clone, Default)]
pub struct CommandAnswer {
    /// The one-line answer, if any.
    pub value: Option<String>,
    /// The output that the REPL prints (the front end adds markup roles).
    pub text: String,
    /// The output in parts with roles, where the command knows better than the front end; else empty.
    pub styled: Vec<StyledLine>,
    /// The answer as data.
    pub data: Option<serde_json::Value>,
    /// The action of the front end, in addition to showing the answer.
    pub effect: Option<Effect>,
    pub reports: Vec<Report>,
}

#[derive(Debug, Clone, Default)]
pub struct Evaluation {
    /// The name of the source.
    pub source_name: String,
    /// The number of the input (`:out N`), when it succeeded.
    pub number: Option<usize>,
    /// The value in Puppet source form (`%p`); `None` when the input failed or the value has no such form.
    pub value: Option<String>,
    /// The display form of a value without a source form, or whose `value` is not its source, as a collector.
    pub shown: Option<String>,
    /// `type($v, 'detailed')`
    pub detailed: Option<String>,
    /// `type($v, 'reduced')`
    pub reduced: Option<String>,
    /// `type($v, 'generalized')`
    pub generalized: Option<String>,
    /// Log lines: level and message, in order.
    pub logs: Vec<(Level, String)>,
    pub reports: Vec<Report>,
    /// Notes on code that ran but may not mean what it seems to.
    pub notes: Vec<Report>,
    /// True for an error of syntax or validation (exit status 2), false for a runtime error (1).
    pub invalid: bool,
    /// True if Ctrl-C canceled it.
    pub cancelled: bool,
    /// The heredocs of the input.
    pub heredocs: Vec<HeredocInfo>,
    /// `$0..$n` after the input.
    pub captures: Vec<Capture>,
    /// True if this input set the captures; otherwise they are from an earlier input.
    pub matched: bool,
    /// Variables that the input set.
    pub assigned: Vec<String>,
    /// Functions, types and similar definitions of the input.
    pub defined: Vec<String>,
    /// The display of the value beyond its source form.
    pub display: ValueDisplay,
    /// The evaluated source, where it differs from the input: an input with its fixes.
    pub fixed: Option<FixedText>,
    pub elapsed: std::time::Duration,
}

impl Evaluation {
    /// Returns the lines by which the evaluated source differs from the input, each after `- ` or `+ `.
    pub fn changed_lines(&self) -> Vec<String> {
        self.fixed.as_ref().map(FixedText::changed_lines).unwrap_or_default()
    }

    pub fn failed(&self) -> bool {
        self.reports.iter().any(|report| report.severity == Severity::Error)
    }

    /// Returns the type to show below the value. A collector has none: its type is a class of Puppet's implementation,
    /// which no code can use.
    pub fn type_line(&self, line: TypeLine) -> Option<&str> {
        let name = match line {
            TypeLine::Detailed => &self.detailed,
            TypeLine::Reduced => &self.reduced,
            TypeLine::Generalized => &self.generalized,
            TypeLine::Off => &None,
        };
        name.as_deref().filter(|name| !name.starts_with("Runtime[ruby, 'Puppet::"))
    }
}

#[derive(Debug, Clone)]
pub struct Capture {
    /// The group's number; `0` for the whole match.
    pub number: usize,
    /// The captured string; `None` for a group that did not participate.
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

/// A function as `:functions`, `:doc` and completion show it (`Names::functions`).
#[derive(Debug, Clone)]
pub struct FunctionView {
    pub name: String,
    /// True if it is built in (else the session or a module defined it).
    pub builtin: bool,
    /// One line for each overload: `max(Numeric *$values) >> Numeric`.
    pub signatures: Vec<String>,
    /// One sentence, or empty.
    pub summary: String,
    /// An example input and its result, or empty.
    pub example: (String, String),
}

/// A type as `:types`, `:doc` and completion show it (`Names::types`).
#[derive(Debug, Clone)]
pub struct TypeView {
    pub name: String,
    /// True if it is built in (else an alias of the session or a module).
    pub builtin: bool,
    /// The definition of an alias; empty for a built-in type.
    pub definition: String,
    /// One sentence, or empty.
    pub summary: String,
}

/// An input of the session, as `:history`, `:out` and `:save` show it (`Session::inputs`).
#[derive(Debug, Clone)]
pub struct InputView {
    pub number: usize,
    /// The name of its source: `input 3`, or a file.
    pub name: String,
    pub text: String,
    /// The number of lines before it, for a part of a file: a step of `:play`, a cell.
    pub lines_before: Option<usize>,
    /// The value's source form; `None` when it failed or has no such form.
    pub value: Option<String>,
    /// The type that is shown with the value.
    pub type_name: Option<String>,
    pub failed: bool,
}

impl InputView {
    /// Returns the source of another text in its place.
    pub(crate) fn source(&self, text: &str) -> Arc<Source> {
        match self.lines_before {
            Some(before) => Source::part(&*self.name, text, before),
            None => Source::new(&*self.name, text),
        }
    }
}

/// A token as `:tokens` shows it (`SourceView::tokens`).
#[derive(Debug, Clone)]
pub struct TokenView {
    /// Its name in Puppet's language specification.
    pub kind: &'static str,
    pub value: String,
    /// Its line, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
    /// The line and column of its end, exclusive.
    pub end: (u32, u32),
}

/// A declared resource (`CatalogView::resources`).
#[derive(Debug, Clone)]
pub struct ResourceView {
    /// `Notify['a']`
    pub reference: String,
    /// Its parameters in order: name and source form.
    pub parameters: Vec<(String, String)>,
}

/// A diagnostic with resolved locations.
#[derive(Debug, Clone)]
pub struct Report {
    pub severity: Severity,
    /// Puppet's issue code, an issue code of pprepl, or a rule of the checker.
    pub code: Code,
    /// The name of its page in `:explain`.
    pub topic: &'static str,
    pub message: String,
    pub help: Option<String>,
    pub source_name: String,
    /// Puppet's line and column, from 1; `None` without a location.
    pub position: Option<(u32, u32)>,
    /// The end of the span, from 1, exclusive.
    pub end: Option<(u32, u32)>,
    /// The labels at further locations.
    pub labels: Vec<ReportLabel>,
    pub notes: Vec<String>,
    /// The mismatches between value and type; the whole value comes first.
    pub misfits: Vec<MismatchRow>,
    /// The fixes, the best first.
    pub fixes: Vec<ReportFix>,
    pub(crate) rendering: Box<Rendering>,
}

/// A diagnostic with its code frames, which are rendered when a front end first shows them.
#[derive(Debug, Clone)]
pub(crate) struct Rendering {
    diagnostic: Diagnostic,
    plain: OnceLock<String>,
    ansi: OnceLock<String>,
}

impl Rendering {
    pub(crate) fn new(diagnostic: Diagnostic) -> Rendering {
        Rendering { diagnostic, plain: OnceLock::new(), ansi: OnceLock::new() }
    }
}

impl Report {
    /// Returns the code frame without colors.
    pub fn frame(&self) -> &str {
        self.rendering.plain.get_or_init(|| render(&self.rendering.diagnostic, false))
    }

    /// Returns the lines of the code frame without the one with the place, for a front end that shows the place. A line
    /// of the message may look like it.
    pub fn lines_without_place(&self) -> impl Iterator<Item = &str> {
        let after_message = self.message.split('\n').count();
        let is_place = move |at: usize, line: &str| at == after_message && line.trim_start().starts_with("-->");
        self.frame().lines().enumerate().filter(move |(at, line)| !is_place(*at, line)).map(|(_, line)| line)
    }

    /// Returns the code frame with ANSI colors.
    pub fn frame_ansi(&self) -> &str {
        self.rendering.ansi.get_or_init(|| render(&self.rendering.diagnostic, true))
    }

    /// Returns the line and the column, from 1: of the diagnostic, or of its first label in the same source.
    pub fn place(&self) -> Option<(u32, u32)> {
        self.position.or_else(|| self.own_label().map(|label| label.position))
    }

    /// Returns the end, like [`Report::place`].
    pub fn end_place(&self) -> Option<(u32, u32)> {
        self.end.or_else(|| self.own_label().map(|label| label.end))
    }

    fn own_label(&self) -> Option<&ReportLabel> {
        self.labels.iter().find(|label| label.source_name == self.source_name)
    }

    /// Returns whether the report is on this source.
    pub(crate) fn is_on(&self, source: &Source) -> bool {
        let own = self.rendering.diagnostic.source.as_ref();
        self.source_name == source.name() && own.is_none_or(|own| own.text() == source.text())
    }

    /// Returns the report with another severity.
    pub fn with_severity(mut self, severity: Severity) -> Report {
        self.severity = severity;
        let diagnostic = Diagnostic { severity, ..self.rendering.diagnostic };
        self.rendering = Box::new(Rendering::new(diagnostic));
        self
    }
}

/// A label at a further location of a diagnostic.
#[derive(Debug, Clone)]
pub struct ReportLabel {
    /// The name of the source: an input, a file, a template.
    pub source_name: String,
    /// Start line and column, from 1.
    pub position: (u32, u32),
    /// End line and column, exclusive.
    pub end: (u32, u32),
    pub message: String,
}

/// A fix of a diagnostic with resolved locations.
#[derive(Debug, Clone)]
pub struct ReportFix {
    /// The changes, in bytes of the finding's source.
    pub fix: Fix,
    /// Start and end of each change.
    pub places: Vec<ReportPlace>,
}

/// Start and end: line and column, from 1.
pub type ReportPlace = ((u32, u32), (u32, u32));

/// The common type of several types, by three rule sets.
#[derive(Debug, Clone)]
pub struct UnionView {
    /// The common type by the language reference.
    pub documents: String,
    /// The same under the names of the edition.
    pub shown: String,
    /// The derivation: one step for each type after the first.
    pub steps: Vec<UnionStep>,
    /// Puppet 8's answer: `type([A, B], reduced)`.
    pub reference: String,
    /// The difference of Puppet 8's answer; `None` when both agree.
    pub difference: Option<String>,
    /// The least upper bound, where Puppet 8's answer is not an upper bound.
    pub least: Option<String>,
}

/// Values of a type, and near misses (`Inspector::example`).
#[derive(Debug, Clone)]
pub struct ExampleView {
    pub type_name: String,
    /// Values of the type, in source form.
    pub matching: Vec<String>,
    /// Near misses: source form, and the reason.
    pub misses: Vec<(String, String)>,
}

/// A step of a union: two types, and the deciding rule.
#[derive(Debug, Clone)]
pub struct UnionStep {
    /// The common type of the types so far.
    pub left: String,
    pub right: String,
    /// The common type of both.
    pub gives: String,
    /// The rule that joined the two types, in words.
    pub rule: &'static str,
    /// The rule as a formula of the language specification, if it has one.
    pub row: Option<&'static str>,
    /// The line of the formula in the specification, for tests.
    pub place: Option<String>,
}

/// A comparison of types (`Inspector::comparison`).
#[derive(Debug, Clone)]
pub struct ComparisonView {
    /// True if the comparison holds.
    pub answer: bool,
    /// The left operand as written.
    pub left: String,
    /// The right operand as written.
    pub right: String,
    /// The reasons: each a tree as lines, two spaces a level.
    pub reasons: Vec<Vec<String>>,
    /// A value that separates the types, if one is found.
    pub counter: Option<CounterExample>,
}

/// A value of one type outside another.
#[derive(Debug, Clone)]
pub struct CounterExample {
    pub value: String,
    /// The type of the value.
    pub of: String,
    /// The type that excludes the value.
    pub not_of: String,
}

/// The result of an operation on types as sets of values (`Inspector::type_algebra`).
#[derive(Debug, Clone)]
pub struct AlgebraView {
    /// `&` or `-`: the last operation.
    pub operator: &'static str,
    /// Its operands as types.
    pub left: String,
    pub right: String,
    /// The result in normal form; `None` for no values at all.
    pub result: Option<String>,
    pub bound: Bound,
    /// The reasons why a value of one is, or is not, a value of the other: each a tree as lines.
    pub reasons: Vec<Vec<String>>,
    /// A value of both types, if one is found.
    pub of_both: Option<String>,
    /// A value of one type outside the other, for each side where one is found.
    pub counters: Vec<CounterExample>,
}

/// The relation of a type to the set of values it describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// The set has no value outside of the type.
    AtMost,
    /// The set has every value of the type.
    AtLeast,
    /// Neither is certain.
    About,
}

impl Bound {
    /// Returns the words before the type; empty for an exact one.
    pub fn as_str(self) -> &'static str {
        match self {
            Bound::Exact => "",
            Bound::AtMost => "at most ",
            Bound::AtLeast => "at least ",
            Bound::About => "about ",
        }
    }
}

/// The position of a type or a value in the lattice (`Inspector::lattice`).
#[derive(Debug, Clone, Default)]
pub struct LatticeView {
    /// The type with its definition; `None` when only a value was requested.
    pub type_name: Option<String>,
    /// Direct supertypes.
    pub parents: Vec<String>,
    /// Direct subtypes.
    pub children: Vec<String>,
    /// Names of equal types.
    pub equal: Vec<String>,
    /// The type without sizes and ranges, where that differs.
    pub generalized: Option<String>,
    /// The path of a value.
    pub path: Option<LatticePath>,
}

/// The path from a value up to Any.
#[derive(Debug, Clone)]
pub struct LatticePath {
    pub value: String,
    /// True if the value is of the requested type; `None` without one.
    pub is_instance: Option<bool>,
    /// The types on the path, each with the other direct supertypes of its predecessor.
    pub steps: Vec<(String, Vec<String>)>,
    /// The nearest types above both the type and a value outside it.
    pub above_both: Vec<String>,
}

/// The description of a type (`Inspector::info`).
#[derive(Debug, Clone)]
pub struct InfoView {
    /// The type with its definition.
    pub head: String,
    /// One sentence about the built-in type that it parametrizes.
    pub summary: String,
    /// The remaining facts, by subject.
    pub sections: Vec<InfoSection>,
}

/// A subject of a type's description.
#[derive(Debug, Clone)]
pub struct InfoSection {
    pub title: &'static str,
    /// Its rows of cells.
    pub rows: Vec<Vec<String>>,
}

/// A line of a tree of facts (`Facts::rows`).
#[derive(Debug, Clone)]
pub struct FactRow {
    /// The nesting depth, 0 for the top.
    pub depth: usize,
    pub name: String,
    /// Its value; `None` when lines below have it.
    pub value: Option<String>,
}

/// One expression over several fact sets (`Inspector::matrix`).
#[derive(Debug, Clone)]
pub struct MatrixView {
    /// One row for each set.
    pub rows: Vec<MatrixRow>,
    /// The number of rows with the most frequent answer.
    pub alike: usize,
}

/// The result of an expression under one fact set.
#[derive(Debug, Clone, Default)]
pub struct MatrixRow {
    pub set: String,
    /// The value in source form; `None` when it failed.
    pub value: Option<String>,
    pub type_name: String,
    /// The error of a failed evaluation.
    pub error: Option<String>,
    /// True if the answer differs from the most frequent one.
    pub differs: bool,
}

impl MatrixView {
    /// Creates the view and marks the rows that differ from the most frequent answer; of several, the first counts.
    pub fn new(mut rows: Vec<MatrixRow>) -> MatrixView {
        let answer = |row: &MatrixRow| (row.value.clone(), row.error.clone());
        let mut counts: HashMap<_, usize> = HashMap::new();
        rows.iter().for_each(|row| *counts.entry(answer(row)).or_default() += 1);
        let alike = counts.values().copied().max().unwrap_or(0);
        let common = rows.iter().map(answer).find(|answer| counts.get(answer) == Some(&alike));
        rows.iter_mut().for_each(|row| row.differs = Some(answer(row)) != common);
        MatrixView { rows, alike }
    }
}

/// The value of an input, found without side effects (`Session::preview`).
#[derive(Debug, Clone)]
pub struct Preview {
    /// The value in source form.
    pub value: String,
    pub detailed: String,
    /// The type, with the common type of a collection's elements.
    pub reduced: String,
    /// The type without sizes and ranges.
    pub generalized: String,
    /// The type by the language reference (`type_of`); `None` for a large value.
    pub documents: Option<String>,
    /// The definition of a named type.
    pub meaning: Option<String>,
    /// The normal form of a type, where it differs from the definition.
    pub normal: Option<String>,
}

/// The types of an expression (`Analyzer::types`).
#[derive(Debug, Clone, Default)]
pub struct ExpressionTypes {
    /// The type by the checker, for which nothing runs; `None` when the source has errors.
    pub static_type: Option<String>,
    /// The static type without values, sizes and ranges.
    pub generalized: Option<String>,
    /// The value and its types; `None` when the expression is not constant.
    pub value: Option<Preview>,
    /// Errors and warnings.
    pub reports: Vec<Report>,
    /// The notes that are shown by default.
    pub notes: Vec<Report>,
}

impl ExpressionTypes {
    /// Returns the type of the value where it is known, else the static type.
    pub fn known(&self) -> Option<&str> {
        self.value.as_ref().map(|value| value.detailed.as_str()).or(self.static_type.as_deref())
    }
}
