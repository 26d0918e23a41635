//! Puppet's static checks: what the grammar allows and the language does not.
//!
//! One pass over the tree, in the reference's order (a node before what it holds), which allocates nothing when all
//! is well. Issue codes and places are the reference's; wording, help and labels are ours. Types are not looked at
//! here (that is `check`), names are not resolved, nothing is run. A diagnostic is built where its error is found:
//! the modules below hold one concern each.

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

use pprepl_text::{Diagnostic, Severity, Span};

use super::ast::{Expr, Program};

pub use heredoc::check_heredoc_syntax;
pub use location::validate_location;
pub use no_effect::has_no_effect;
pub use phrase::phrase;

/// Says why a text is no regular expression; `None` when it is one.
pub type RegexpError = fn(&str) -> Option<String>;

/// What to allow.
#[derive(Clone, Copy, Debug)]
pub struct ValidateOptions {
    /// Puppet's `strict` setting: how bad a duplicate key is; `None` for `off`.
    pub strict: Option<Severity>,
    /// Returns whether the additions are of the seeds allowed: `$f(..)`, integers past 64 bits, parameter order told at the definition.
    pub additions: bool,
    /// Returns whether the text is read as a plan (Puppet's tasks mode).
    pub tasks: bool,
    /// How bad are parameters in an order that fails at every call, when `additions` tell them at the definition? The
    /// function is defined all the same unless this is an error.
    pub parameter_order: Severity,
    /// How bad is a value without effect at the top level? Puppet says error; a notebook may be softer.
    pub idle: Severity,
    /// Tells whether a regular expression can be compiled; this layer knows none.
    pub regexp: Option<RegexpError>,
}

impl Default for ValidateOptions {
    /// The settings of edition 8.
    fn default() -> Self {
        ValidateOptions { strict: Some(Severity::Warning), additions: true, ..ValidateOptions::PUPPET8 }
    }
}

impl ValidateOptions {
    /// The settings of edition `puppet8`: the reference exactly.
    pub const PUPPET8: ValidateOptions = ValidateOptions {
        strict: Some(Severity::Error),
        additions: false,
        tasks: false,
        parameter_order: Severity::Warning,
        idle: Severity::Error,
        regexp: None,
    };
}

/// Checks a parsed text; the findings are in the order in which Puppet reports them.
///
/// Puppet gives one message for several errors; that is for the presentation to do. `source` is the text of `program`.
pub fn validate(program: &Program, source: &str, options: &ValidateOptions) -> Vec<Diagnostic> {
    validate_with(program, source, options, &|pattern| options.regexp.and_then(|fault| fault(pattern)))
}

/// As [`validate`], with a way to check regular expressions that may keep what it compiled.
pub fn validate_with(
    program: &Program,
    source: &str,
    options: &ValidateOptions,
    regexp_fault: &dyn Fn(&str) -> Option<String>,
) -> Vec<Diagnostic> {
    let mut checker = Checker { options, source, regexp_fault, found: Vec::new() };
    checker.program(program);
    checker.found
}

/// Where an expression stands, as far as definitions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DefinitionContext {
    /// At the top level of the text: every definition may be here.
    Top,
    /// Directly in the body of a class or an apply block: classes, defines and nodes may be here.
    Class,
    /// A statement of any other body.
    Body,
    /// Inside an expression.
    Inside,
}

/// What surrounds an expression.
#[derive(Clone, Copy, Debug)]
struct Context {
    place: DefinitionContext,
    /// Inside an apply block?
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
    source: &'a str,
    regexp_fault: &'a dyn Fn(&str) -> Option<String>,
    found: Vec<Diagnostic>,
}

impl Checker<'_> {
    /// Adds an error; the caller adds help and labels.
    fn error(&mut self, code: &'static str, span: Span, at: u32, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Diagnostic::error(code, span, message), at)
    }

    /// Adds an error about a whole expression.
    fn error_at(&mut self, code: &'static str, expr: &Expr, message: impl Into<String>) -> &mut Diagnostic {
        self.error(code, expr.span, expr.at, message)
    }

    fn warning(&mut self, code: &'static str, span: Span, at: u32, message: impl Into<String>) -> &mut Diagnostic {
        self.add(Diagnostic::warning(code, span, message), at)
    }

    fn add(&mut self, mut diagnostic: Diagnostic, at: u32) -> &mut Diagnostic {
        diagnostic.at = diagnostic.span.filter(|span| span.start != at).map(|_| at);
        let index = self.found.len();
        self.found.push(diagnostic);
        &mut self.found[index]
    }
}

/// Puts help on a diagnostic that is already in the list.
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
