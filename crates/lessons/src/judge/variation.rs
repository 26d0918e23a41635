//! The bench with given variables open: each run replaces the code that sets them.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_session::Script;
use pprepl_text::Span;
use puppet_eval::Savepoint;
use puppet_pcore::Value;
use puppet_syntax::ast::{Expr, ExprKind, Program};
use puppet_syntax::walk;

use super::bench::{Base, Bench, base_code};
use crate::lesson::Lesson;

/// A variable without `$`, and a value for it.
pub(crate) type Input = (String, Value);

/// The state before the bases that depend on open variables, and those bases.
pub(crate) struct Variation {
    /// The state before the first base that sets one of the variables.
    before: Option<Savepoint>,
    /// The bases that run again for each value.
    rerun: Vec<Rc<Script>>,
}

impl Variation {
    /// Returns a variation of variables that no base sets.
    pub(crate) fn of_new_variables() -> Variation {
        Variation { before: None, rerun: Vec::new() }
    }
}

impl Bench {
    /// Returns whether one of the bases sets this variable.
    pub(crate) fn is_given(&mut self, lesson: &Lesson, bases: &[Base], variable: &str) -> bool {
        let variables = [variable.to_owned()];
        bases.iter().any(|base| {
            let script = base_code(lesson, *base).and_then(|code| self.script(&code.text).ok());
            script.is_some_and(|script| !assignments(script.program(), &variables).is_empty())
        })
    }

    /// Opens variables: rolls back the first base that sets one of them and all later ones, and applies again those
    /// that do not depend on the variables. The bases must be applied.
    pub(crate) fn open(&mut self, lesson: &Lesson, bases: &[Base], variables: &[String]) -> Result<Variation, String> {
        let scripts = bases
            .iter()
            .map(|base| base_code(lesson, *base).map_or(Ok(None), |code| self.script(&code.text).map(Some)));
        let scripts = scripts.collect::<Result<Vec<_>, String>>()?;
        let sets = |script: &Option<Rc<Script>>| {
            script.as_ref().is_some_and(|script| !assignments(script.program(), variables).is_empty())
        };
        let Some(first) = scripts.iter().position(sets) else { return Ok(Variation::of_new_variables()) };
        self.keep_bases(first);
        let before = self.scripts().mark();
        let mut dependent = Dependent::new(variables);
        let mut rerun = Vec::new();
        for script in scripts.into_iter().skip(first).flatten() {
            let cut = without(&script, variables);
            let script = if cut == script.text() { script } else { self.script(&cut)? };
            if matches!(script.program().body.kind, ExprKind::Nop) {
                continue;
            }
            if dependent.has(&script) {
                dependent.add(script.program());
                rerun.push(script);
            } else {
                self.run(&script)?;
            }
        }
        Ok(Variation { before: Some(before), rerun })
    }

    /// Sets the variables and runs the bases that depend on them. The caller rolls back.
    pub(crate) fn set_inputs(&mut self, variation: &Variation, inputs: &[Input]) -> Result<(), String> {
        for (name, value) in inputs {
            self.scripts().set_variable(name, value.clone());
        }
        variation.rerun.iter().try_for_each(|script| self.run(script).map(drop))
    }

    /// Ends a variation: the bases from the first that sets a variable on are not applied.
    pub(crate) fn close(&mut self, variation: Variation) {
        if let Some(before) = variation.before {
            self.scripts().roll_back(&before);
        }
    }
}

/// The names that depend on open variables.
struct Dependent {
    words: FxHashSet<String>,
}

impl Dependent {
    fn new(variables: &[String]) -> Dependent {
        Dependent { words: variables.iter().cloned().collect() }
    }

    /// Returns whether a script may depend on the names: it contains one of them as a word, or changes the catalog,
    /// where more than names matters.
    fn has(&self, script: &Script) -> bool {
        let is_catalog = |expr: &Expr| {
            matches!(
                expr.kind,
                ExprKind::Resource(_)
                    | ExprKind::ResourceDefaults(_)
                    | ExprKind::ResourceOverride(_)
                    | ExprKind::Collect(_)
                    | ExprKind::Relation(..)
                    | ExprKind::Node(_)
            )
        };
        let words = script.text().split(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
        words.into_iter().any(|word| self.words.contains(word)) || walk::any(&script.program().body, &is_catalog)
    }

    /// Adds the names that a dependent script sets and defines.
    fn add(&mut self, program: &Program) {
        walk::for_each_everywhere(&program.body, &mut |expr| match &expr.kind {
            ExprKind::Assign(_, target, _) => {
                walk::for_each(target, &mut |part| {
                    if let ExprKind::Variable(name) = &part.kind {
                        self.words.insert(name.to_string());
                    }
                });
            }
            ExprKind::Function(function) => self.define(&function.name),
            ExprKind::Class(class) => self.define(&class.name),
            ExprKind::Define(define) => self.define(&define.name),
            ExprKind::TypeAlias(alias) => self.define(&alias.name),
            _ => {}
        });
    }

    fn define(&mut self, name: &str) {
        self.words.extend(name.rsplit("::").next().map(str::to_owned));
    }
}

/// Returns the statements of a program that set one of the variables.
fn assignments(program: &Program, variables: &[String]) -> Vec<Span> {
    let statements = match &program.body.kind {
        ExprKind::Block(statements) => statements.iter().collect(),
        _ => vec![&program.body],
    };
    let sets = |statement: &&Expr| match &statement.kind {
        ExprKind::Assign(_, target, _) => {
            matches!(&target.kind, ExprKind::Variable(name) if variables.iter().any(|one| **one == **name))
        }
        _ => false,
    };
    statements.into_iter().filter(sets).map(|statement| statement.span).collect()
}

/// Returns the source without the statements that set one of the variables; the others keep their places.
fn without(script: &Script, variables: &[String]) -> String {
    let mut text = script.text().to_owned();
    for span in assignments(script.program(), variables) {
        let (from, to) = (span.start as usize, span.end as usize);
        let blank: String =
            text.get(from..to).unwrap_or("").chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }).collect();
        text.replace_range(from..to, &blank);
    }
    text
}
