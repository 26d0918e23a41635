//! Saves the session as a Puppet file that recreates it, without undone or failed inputs. A bare value has no effect,
//! and Puppet allows it only at the end of a file: it becomes a comment, or an argument of `debug()` where evaluating
//! it has side effects. Values of earlier inputs (`_`, `_3`) are written as literals: a file has no inputs.

use std::fmt::Write;
use std::ops::RangeBounds;

use pprepl_text::{Diagnostic, Span};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::{self as syntax, has_no_effect, walk};

use super::history::History;
use super::saved_input::SavedInput;
use super::session_core::Core;
use super::settings::SETTINGS;
use super::{InputView, Settings};

/// The session as a file.
#[derive(Debug, Clone, Default)]
pub struct SavedSession {
    /// The content of the file.
    pub text: String,
    /// The number of inputs written as code.
    pub written: usize,
    /// The number of inputs written as comments.
    pub commented: usize,
    /// The number of inputs whose final bare value became an argument of `debug()`.
    pub logged: usize,
    /// The number of inputs omitted because they were undone.
    pub undone: usize,
    /// The number of inputs omitted because they failed.
    pub failed: usize,
}

/// The reason why a session cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSaved {
    /// No input is active.
    Nothing,
    /// Input `by` uses the value of input `of`, which has no source form.
    NoForm {
        /// The number of the input that uses the value.
        by: usize,
        /// The number of the input that produced the value.
        of: usize,
    },
    /// An input failed, and its changes stayed (setting `atomic`).
    HalfDone(usize),
    /// The combined inputs are not valid Puppet.
    Invalid(String),
}

/// An input's form in the file.
enum Part {
    Code {
        text: String,
        /// The number of its statements.
        statements: usize,
        /// True if a bare value became an argument of `debug()`.
        logged: bool,
    },
    Comment,
}

/// A replacement in an input's source.
type Change = (Span, String);

/// Writes a session as a file.
pub(super) struct Saver<'s> {
    pub(super) core: &'s Core,
    pub(super) history: &'s History,
}

impl Saver<'_> {
    /// Converts the inputs with these numbers to a file.
    pub(super) fn saved(&self, numbers: impl RangeBounds<usize>) -> Result<SavedSession, NotSaved> {
        let mut saved = SavedSession::default();
        let mut statements = 0;
        for input in self.history.inputs.iter().filter(|input| numbers.contains(&input.number)) {
            if self.history.gone.contains(&input.number) {
                saved.undone += 1;
            } else if input.failed {
                self.reject_half_done(input)?;
                saved.failed += 1;
            } else {
                statements += saved.add(input, self.part(input, statements > 0)?);
            }
        }
        if saved.written + saved.commented == 0 {
            return Err(NotSaved::Nothing);
        }
        self.verify(&saved.text, statements)?;
        let needed = needed_settings(&self.core.settings);
        if !needed.is_empty() {
            saved.text.insert_str(0, &format!("# Run with: pprepl{needed}\n"));
        }
        Ok(saved)
    }

    /// Returns the active inputs, whose code names no values of others.
    pub(super) fn active_inputs(&self) -> Result<Vec<SavedInput>, NotSaved> {
        let mut inputs = Vec::new();
        for input in &self.history.inputs {
            if input.failed {
                self.reject_half_done(input)?;
            }
            if input.failed || self.history.gone.contains(&input.number) {
                continue;
            }
            let text = input.text.trim_end();
            let program = syntax::parse(text, self.core.options_for(&input.name)).program;
            let code = changed_text(text, self.outputs_source_out(input, &program.body)?);
            let (value, type_name) = (input.value.clone(), input.type_name.clone());
            inputs.push(SavedInput { code, value, type_name });
        }
        if inputs.is_empty() { Err(NotSaved::Nothing) } else { Ok(inputs) }
    }

    fn reject_half_done(&self, input: &InputView) -> Result<(), NotSaved> {
        let changed = self.history.has_step(input.number);
        if changed { Err(NotSaved::HalfDone(input.number)) } else { Ok(()) }
    }

    /// Converts an input; `follows` is set when statements precede it.
    fn part(&self, input: &InputView, follows: bool) -> Result<Part, NotSaved> {
        let text = input.text.trim_end();
        let program = syntax::parse(text, self.core.options_for(&input.name)).program;
        let statements = statements(&program.body);
        let changed = self.history.has_step(input.number);
        let bare = statements.last().filter(|last| has_no_effect(last) && !matches!(last.kind, ExprKind::Nop));
        let without_effect = statements.len() == 1 && bare.is_some_and(|last| !walk::any(last, &matches));
        // An input that ran while a since undone input was active may have used its names.
        let is_stale = self.history.gone.range(..input.number).next().is_some() && walk::any(&program.body, &names);
        if !changed && (without_effect || is_stale) {
            return Ok(Part::Comment);
        }
        let mut changes = self.outputs_source_out(input, &program.body)?;
        if let Some(first) = statements.first().filter(|first| follows && continues(first.span.of(text))) {
            changes.push((Span::new(first.span.start, first.span.start), ";".to_owned()));
        }
        if let Some(last) = bare {
            changes.push((Span::new(last.span.start, last.span.start), "debug(".to_owned()));
            changes.push((Span::new(last.span.end, last.span.end), ")".to_owned()));
        }
        let text = changed_text(text, changes);
        Ok(Part::Code { text, statements: statements.len(), logged: bare.is_some() })
    }

    /// Replaces each `_` and `_3` by the source form of its value.
    fn outputs_source_out(&self, input: &InputView, body: &Expr) -> Result<Vec<Change>, NotSaved> {
        if !self.core.settings.language.additions {
            return Ok(Vec::new());
        }
        let mut used: Vec<(Span, Option<usize>)> = Vec::new();
        walk::for_each_everywhere(body, &mut |expr| {
            if let ExprKind::String(word) = &expr.kind
                && expr.span.of(&input.text) == &**word
                && let Some(digits) = word.strip_prefix('_').filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()))
            {
                used.push((expr.span, digits.parse().ok()));
            }
        });
        let mut changes = Vec::new();
        for (span, number) in used {
            let Some(of) = number.or_else(|| self.history.last_valued(input.number)) else {
                // Without an earlier value `_` is undef.
                changes.push((span, "(undef)".to_owned()));
                continue;
            };
            if of >= input.number {
                continue;
            }
            let value = self.core.vm.outputs.get(of).ok_or(NotSaved::NoForm { by: input.number, of })?;
            let form = self.core.form(&value).filter(|_| !super::described::is_too_deep(&value));
            let form = form.ok_or(NotSaved::NoForm { by: input.number, of })?;
            changes.push((span, format!("({form})")));
        }
        Ok(changes)
    }

    /// Verifies that the combined inputs still parse to the same statements.
    fn verify(&self, text: &str, expected: usize) -> Result<(), NotSaved> {
        // The text is saved as a file.
        let parsed = syntax::parse(text, self.core.options_for("saved.pp"));
        let mut found = parsed.diagnostics;
        found.extend(self.core.vm.validate(&parsed.program, text));
        if let Some(fault) = found.iter().find(|found| Diagnostic::is_error(found)) {
            return Err(NotSaved::Invalid(fault.message.clone()));
        }
        let count = statements(&parsed.program.body).len();
        if count == expected {
            return Ok(());
        }
        Err(NotSaved::Invalid(format!(
            "the inputs have {expected} statements, but {count} when they follow each other"
        )))
    }
}

impl SavedSession {
    /// Adds an input; returns the number of its statements.
    fn add(&mut self, input: &InputView, part: Part) -> usize {
        match part {
            Part::Code { text, statements, logged } => {
                self.written += usize::from(statements > 0);
                self.logged += usize::from(logged);
                self.text.push_str(&text);
                self.text.push('\n');
                statements
            }
            Part::Comment => {
                self.commented += 1;
                for line in input.text.trim_end().lines() {
                    // Writing to a string cannot fail.
                    let _ = writeln!(self.text, "# {line}");
                }
                0
            }
        }
    }
}

/// Returns the statements of a program.
fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Nop => &[],
        ExprKind::Block(statements) => statements,
        _ => std::slice::from_ref(body),
    }
}

/// Returns whether the expression matches, so that later inputs may use `$1`.
fn matches(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(BinaryOp::Match | BinaryOp::NoMatch | BinaryOp::In, ..))
}

/// Returns whether the expression refers to a name that an input may have set or declared.
fn names(expr: &Expr) -> bool {
    use ExprKind::{Call, Heredoc, Interpolated, Method, Ref, Variable};
    matches!(&expr.kind, Variable(_) | Interpolated(_) | Heredoc(_) | Ref(_) | Call(_) | Method(_))
}

/// Returns whether source with this start may continue the previous statement.
fn continues(statement: &str) -> bool {
    statement.starts_with(['(', '[', '{', '-', '*', '@', '<', '.', '?', '|'])
}

fn changed_text(text: &str, mut changes: Vec<Change>) -> String {
    // The sort is stable: at equal positions the first addition comes first, and a closing bracket comes after its
    // content.
    changes.sort_by_key(|(span, _)| (span.start, span.end));
    let (mut out, mut at) = (String::with_capacity(text.len() + 16), 0);
    for (span, with) in changes {
        out.push_str(text.get(at..span.start as usize).unwrap_or(""));
        out.push_str(&with);
        at = at.max(span.end as usize);
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}

/// Returns the command-line options for settings that affect a program's result and differ from the default.
fn needed_settings(settings: &Settings) -> String {
    const OUTSIDE: [&str; 5] = ["modulepath", "hiera", "node", "facts", "legacy_facts"];
    let usual = Settings::of(settings.edition);
    let mut options = String::new();
    for row in SETTINGS.iter().filter(|row| row.is_language() || OUTSIDE.contains(&row.key)) {
        let value = row.value(settings);
        let standard = if row.key == "edition" { "8".to_owned() } else { row.value(&usual) };
        if value != standard && !value.contains(['\n', '\'']) {
            // Writing to a string cannot fail.
            let _ = write!(options, " --set '{}={value}'", row.key);
        }
    }
    options
}
