//! Puppet's static validation: code that the grammar allows and the language does not.
//!
//! One pass over the tree, in Puppet's order (a node before its children), which allocates nothing for valid code.
//! Issue codes and positions are Puppet's; wording, help and labels are pprepl's. It does not check types (`check`
//! does), resolves no names and runs nothing. Each module below handles one concern.

mod assignment;
mod definition;
mod heredoc;
mod literal;
mod location;
mod name;
mod no_effect;
mod parts;
mod phrase;
mod resource;
mod tasks;
mod walk;

use pprepl_text::{Diagnostic, IssueCode, Severity, Span};

use super::LexOptions;
use super::ast::{Expr, Program};
use super::intent::explain_invalid;
use super::plan_hint::name_plan;

pub use heredoc::check_heredoc_syntax;
pub use location::validate_location;
pub use no_effect::has_no_effect;
pub use phrase::phrase;

/// Returns the error in a regular expression, or `None` if it is valid.
pub type RegexpError = fn(&str) -> Option<String>;

/// The options of validation.
#[derive(Clone, Copy, Debug)]
pub struct ValidateOptions {
    /// Puppet's `strict` setting: the severity of a duplicate key; `None` for `off`.
    pub strict: Option<Severity>,
    /// True with the language extensions: `$f(..)`, integers beyond 64 bits, parameter order reported at the
    /// definition.
    pub additions: bool,
    /// The severity of a parameter order that fails at every call, when `additions` reports it at the definition. The
    /// function is defined all the same unless this is an error.
    pub parameter_order: Severity,
    /// The severity of a value without effect at the top level. Puppet reports an error; a notebook may be more
    /// lenient.
    pub idle: Severity,
    /// Checks whether a regular expression can be compiled; this layer has no compiler.
    pub regexp: Option<RegexpError>,
}

impl Default for ValidateOptions {
    /// Returns the options of edition 8.
    fn default() -> Self {
        ValidateOptions {
            strict: Some(Severity::Warning),
            additions: true,
            parameter_order: Severity::Error,
            ..ValidateOptions::PUPPET8
        }
    }
}

impl ValidateOptions {
    /// The options of edition `puppet8`, exactly those of Puppet 8.
    pub const PUPPET8: ValidateOptions = ValidateOptions {
        strict: Some(Severity::Error),
        additions: false,
        parameter_order: Severity::Warning,
        idle: Severity::Error,
        regexp: None,
    };
}

/// Checks a parsed source; the diagnostics are in the order in which Puppet reports them.
///
/// Puppet combines several errors into one message; that is the task of the presentation. `source` is the source of
/// `program`.
pub fn validate(program: &Program, source: &str, options: &ValidateOptions) -> Vec<Diagnostic> {
    validate_with(program, source, options, &|pattern| options.regexp.and_then(|fault| fault(pattern)))
}

/// Checks a parsed source as [`validate`] does, with a checker of regular expressions that may cache compiled ones.
pub fn validate_with(
    program: &Program,
    source: &str,
    options: &ValidateOptions,
    regexp_fault: &dyn Fn(&str) -> Option<String>,
) -> Vec<Diagnostic> {
    let mut checker = Checker { options, tasks: program.tasks, source, regexp_fault, found: Vec::new() };
    checker.program(program);
    let mut found = checker.found;
    if !found.is_empty() {
        let lexical = if options.additions { LexOptions::default() } else { LexOptions::PUPPET8 };
        let lexical = LexOptions { template: program.template, tasks: program.tasks, ..lexical };
        explain_invalid(source, lexical, &mut found);
        name_plan(source, lexical, options.additions, &mut found);
    }
    found
}

/// Checks a parsed source without explaining what it finds.
pub(crate) fn findings(program: &Program, source: &str, options: &ValidateOptions) -> Vec<Diagnostic> {
    let mut checker = Checker { options, tasks: program.tasks, source, regexp_fault: &|_| None, found: Vec::new() };
    checker.program(program);
    checker.found
}

/// The location of an expression, as far as it matters for definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefinitionContext {
    /// At the top level of the source: every definition is allowed.
    Top,
    /// Directly in the body of a class or an apply block: classes, defined types and nodes are allowed.
    Class,
    /// A statement of any other body.
    Body,
    /// Inside an expression.
    Inside,
}

/// The context of an expression.
#[derive(Clone, Copy, Debug)]
struct Context {
    place: DefinitionContext,
    /// True inside an apply block.
    applied: bool,
}

impl Context {
    const TOP: Context = Context { place: DefinitionContext::Top, applied: false };

    fn at(self, place: DefinitionContext) -> Context {
        Context { place, ..self }
    }

    fn inside(self) -> Context {
        self.at(DefinitionContext::Inside)
    }
}

/// The state of one validation.
struct Checker<'a> {
    options: &'a ValidateOptions,
    /// True if the source was parsed in tasks mode.
    tasks: bool,
    source: &'a str,
    regexp_fault: &'a dyn Fn(&str) -> Option<String>,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Adds an error; the caller adds help and labels.
    fn error(&mut self, code: IssueCode, span: Span, at: u32, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Diagnostic::error(code, span, message), at)
    }

    /// Adds an error about a whole expression.
    fn error_at(&mut self, code: IssueCode, expr: &Expr, message: impl Into<String>) -> &mut Diagnostic {
        self.error(code, expr.span, expr.at, message)
    }

    fn warning(&mut self, code: IssueCode, span: Span, at: u32, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Diagnostic::warning(code, span, message), at)
    }

    fn add(&mut self, mut diagnostic: Diagnostic, at: u32) -> &mut Diagnostic {
        diagnostic.at = diagnostic.span.filter(|span| span.start != at).map(|_| at);
        let index = self.found.len();
        self.found.push(diagnostic);
        &mut self.found[index]
    }
}

/// An extension that adds help to a diagnostic in the list.
trait Helped {
    fn help(&mut self, help: impl Into<String>) -> &mut Self;
    fn label(&mut self, span: Span, message: impl Into<String>) -> &mut Self;
    fn fix(&mut self, fix: Option<pprepl_text::Fix>) -> &mut Self;
}

impl Helped for Diagnostic {
    fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    fn label(&mut self, span: Span, message: impl Into<String>) -> &mut Self {
        self.labels.push(pprepl_text::Label { source: None, span, message: message.into() });
        self
    }

    fn fix(&mut self, fix: Option<pprepl_text::Fix>) -> &mut Self {
        self.fixes.extend(fix);
        self
    }
}
