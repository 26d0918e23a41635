//! The session as a file of Puppet code that gives the same session again. What was undone or failed is not in it. A bare
//! value has no effect, and Puppet allows it only at the end of a file: it becomes a comment, or an argument of `debug()`
//! where evaluating it does something. Values of earlier inputs (`_`, `_3`) are written out: a file has no inputs.

use std::fmt::Write;

use pprepl_text::{Diagnostic, Span};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::{self as syntax, has_no_effect, walk};

use super::settings::SETTINGS;
use super::{InputView, Session, Settings, engine};

/// The session as a file.
#[derive(Debug, Clone, Default)]
pub struct SavedSession {
    /// The text of the file.
    pub text: String,
    /// How many inputs it holds as code.
    pub written: usize,
    /// How many inputs are comments in it.
    pub commented: usize,
    /// At the end of how many inputs a bare value became an argument of `debug()`.
    pub logged: usize,
    /// How many inputs it omits because they were undone.
    pub undone: usize,
    /// How many inputs it omits because they failed.
    pub failed: usize,
}

/// Why a session cannot be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSaved {
    /// No input is in effect.
    Nothing,
    /// Input `by` uses the value of input `of`, which cannot be written as code.
    NoForm {
        /// The input that uses it.
        by: usize,
        /// The input whose value it is.
        of: usize,
    },
    /// An input failed, and what it had changed stayed (setting `atomic`).
    HalfDone(usize),
    /// The inputs are no valid Puppet when they follow each other in one file.
    Invalid(String),
}

/// What becomes of an input.
enum Part {
    Code {
        text: String,
        /// How many statements it has.
        statements: usize,
        /// Did a bare value become an argument of `debug()`?
        logged: bool,
    },
    Comment,
}

/// A replacement in an input's text.
type Change = (Span, String);

impl Session {
    /// The session as a file.
    pub fn saved(&self) -> Result<SavedSession, NotSaved> {
        let mut saved = SavedSession::default();
        let mut statements = 0;
        for input in &self.inputs {
            if self.gone.contains(&input.number) {
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
        let needed = needed_settings(&self.settings);
        if !needed.is_empty() {
            saved.text.insert_str(0, &format!("# Run with: pprepl{needed}\n"));
        }
        Ok(saved)
    }

    fn reject_half_done(&self, input: &InputView) -> Result<(), NotSaved> {
        let changed = self.done.iter().any(|step| step.input == input.number);
        if changed { Err(NotSaved::HalfDone(input.number)) } else { Ok(()) }
    }

    /// `follows` tells that statements come before the input.
    fn part(&self, input: &InputView, follows: bool) -> Result<Part, NotSaved> {
        let text = input.text.trim_end();
        let program = syntax::parse(text, engine::lex_options(&self.settings)).program;
        let statements = statements(&program.body);
        let changed = self.done.iter().any(|step| step.input == input.number);
        let bare = statements.last().filter(|last| has_no_effect(last) && !matches!(last.kind, ExprKind::Nop));
        let without_effect = statements.len() == 1 && bare.is_some_and(|last| !walk::any(last, &matches));
        // What ran while another input was in effect may have used what that had set.
        let is_stale = self.gone.range(..input.number).next().is_some() && walk::any(&program.body, &names);
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

    /// Each `_` and `_3` as the value that it was for.
    fn outputs_source_out(&self, input: &InputView, body: &Expr) -> Result<Vec<Change>, NotSaved> {
        if !self.settings.additions {
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
            let Some(of) = number.or_else(|| self.last_valued(input.number)) else {
                // Without an earlier value `_` is undef.
                changes.push((span, "(undef)".to_owned()));
                continue;
            };
            if of >= input.number {
                continue;
            }
            let value = self.vm.output_of(of).ok_or(NotSaved::NoForm { by: input.number, of })?;
            let form = self.form(&value).filter(|_| !super::views::is_too_deep(&value));
            let form = form.ok_or(NotSaved::NoForm { by: input.number, of })?;
            changes.push((span, format!("({form})")));
        }
        Ok(changes)
    }

    /// The inputs in one file must still be the same statements.
    fn verify(&self, text: &str, expected: usize) -> Result<(), NotSaved> {
        let parsed = syntax::parse(text, engine::lex_options(&self.settings));
        let mut found = parsed.diagnostics;
        found.extend(self.vm.validate(&parsed.program, text));
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

    /// The number of the last input in effect before this one that has a value.
    pub(super) fn last_valued(&self, before: usize) -> Option<usize> {
        let earlier = self.inputs.iter().rev().filter(|input| input.number < before && !input.failed);
        earlier.map(|input| input.number).find(|number| !self.gone.contains(number))
    }
}

impl SavedSession {
    /// Adds an input; gives the number of its statements.
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

/// The statements of a program.
fn statements(body: &Expr) -> &[Expr] {
    match &body.kind {
        ExprKind::Nop => &[],
        ExprKind::Block(statements) => statements,
        _ => std::slice::from_ref(body),
    }
}

/// Returns whether it matches, so that later inputs may use `$1`.
fn matches(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(BinaryOp::Match | BinaryOp::NoMatch | BinaryOp::In, ..))
}

/// Returns whether it names something that an input may have set or declared.
fn names(expr: &Expr) -> bool {
    use ExprKind::{Call, Heredoc, Interpolated, Method, Ref, Variable};
    matches!(&expr.kind, Variable(_) | Interpolated(_) | Heredoc(_) | Ref(_) | Call(_) | Method(_))
}

/// Might a text that starts so be read as continuing with the statement before it?
fn continues(statement: &str) -> bool {
    statement.starts_with(['(', '[', '{', '-', '*', '@', '<', '.', '?', '|'])
}

fn changed_text(text: &str, mut changes: Vec<Change>) -> String {
    // The sort is stable: of what comes to the same place, what was added first comes first; a closing bracket after
    // what it closes.
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

/// The options that give the settings which a program's result depends on, as far as they are not the default.
fn needed_settings(settings: &Settings) -> String {
    const OUTSIDE: [&str; 5] = ["modulepath", "hiera", "node", "facts", "legacy_facts"];
    let usual = Settings::of(settings.edition);
    let mut options = String::new();
    for row in SETTINGS.iter().filter(|row| row.language || OUTSIDE.contains(&row.key)) {
        let value = row.value(settings);
        let standard = if row.key == "edition" { "8".to_owned() } else { row.value(&usual) };
        if value != standard && !value.contains(['\n', '\'']) {
            // Writing to a string cannot fail.
            let _ = write!(options, " --set '{}={value}'", row.key);
        }
    }
    options
}
