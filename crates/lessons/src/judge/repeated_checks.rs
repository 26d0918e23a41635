//! The checks `for` and `same` of an answer.

use std::rc::Rc;

use pprepl_session::Script;
use puppet_pcore::{Ty, Value};
use puppet_syntax::ast::Program;
use puppet_syntax::walk;

use super::bench::ExpectationState;
use super::difference::displayed;
use super::inputs::{SAMPLES, SEED, Samples, combined, own_inputs};
use super::lesson_judge::Judge;
use super::outcome::Outcome;
use super::repeated::{Expected, Repeated};
use super::samples::{literals, samples};
use super::task::Task;
use super::variation::{Input, Variation};
use crate::check::{CheckKind, Sample};
use crate::code::Code;

impl Judge {
    /// Runs a check that repeats the answer for several inputs.
    pub(super) fn repeated(&mut self, task: &Task, index: usize, kind: &CheckKind, answer: &Script) -> Outcome {
        let result = match kind {
            CheckKind::For { variable, inputs, actual, expected } => {
                self.check_for(task, answer, variable, (inputs, actual, expected))
            }
            CheckKind::Same { actual, reference, samples } => {
                self.check_same(task, (index, answer), (actual.as_ref(), reference), samples)
            }
            _ => Ok(Outcome::Holds),
        };
        result.unwrap_or_else(Outcome::Broken)
    }

    fn check_for(
        &mut self,
        task: &Task,
        answer: &Script,
        variable: &str,
        (inputs, actual, expected): (&Code, &Code, &Code),
    ) -> Result<Outcome, String> {
        let lesson = self.lesson.clone();
        self.bench.apply(&lesson, &task.bases)?;
        let (inputs, expected) = (self.list(inputs)?, self.list(expected)?);
        if inputs.len() != expected.len() {
            let (found, needed) = (expected.len(), inputs.len());
            return Err(format!("each input needs an expected value: found {found} for {needed}"));
        }
        let named = inputs.into_iter().map(|value| vec![(variable.to_owned(), value)]);
        let cases: Vec<(Vec<Input>, Expected)> = named.zip(expected.iter().map(Expected::Value)).collect();
        self.with_variation(task, answer, &[variable.to_owned()], Some(actual), |repeated| {
            Ok(match repeated.first(&cases) {
                Ok(found) => found.map_or(Outcome::Holds, |found| found.outcome()),
                Err(outcome) => outcome,
            })
        })
    }

    fn check_same(
        &mut self,
        task: &Task,
        (index, answer): (usize, &Script),
        (actual, reference): (Option<&Code>, &Code),
        over: &[Sample],
    ) -> Result<Outcome, String> {
        let lesson = self.lesson.clone();
        self.bench.apply(&lesson, &task.bases)?;
        let samples = self.samples(task, index, reference, over)?;
        let variables: Vec<String> =
            samples.inputs.first().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let own = own_inputs(&samples, answer);
        let all = samples.inputs.iter().chain(&own);
        let cases: Vec<(Vec<Input>, Expected)> = all.map(|one| (one.clone(), Expected::Code(reference))).collect();
        self.with_variation(task, answer, &variables, actual, |repeated| {
            Ok(match repeated.first(&cases) {
                Ok(None) => Outcome::Holds,
                Ok(Some(found)) => repeated.shrink(found, &samples.types, reference).outcome(),
                Err(outcome) => outcome,
            })
        })
    }

    /// Evaluates a list of the lesson.
    fn list(&mut self, code: &Code) -> Result<Vec<Value>, String> {
        match self.bench.evaluate(code)? {
            Value::Array(array) => Ok(array.items.clone()),
            other => Err(format!("`{}` is {}, not a list", code.text, displayed(&other))),
        }
    }

    /// Runs `act` with open variables. Given variables make the answer run again for each input; new ones are set
    /// after it.
    fn with_variation(
        &mut self,
        task: &Task,
        answer: &Script,
        variables: &[String],
        actual: Option<&Code>,
        act: impl FnOnce(&mut Repeated) -> Result<Outcome, String>,
    ) -> Result<Outcome, String> {
        let lesson = self.lesson.clone();
        self.bench.apply(&lesson, &task.bases)?;
        let mark = self.bench.scripts().mark();
        let is_given = variables.iter().any(|name| self.bench.is_given(&lesson, &task.bases, name));
        if is_given || actual.is_none() {
            let variation = self.bench.open(&lesson, &task.bases, variables)?;
            let mut repeated = Repeated { bench: &mut self.bench, variation: &variation, answer: Some(answer), actual };
            let outcome = act(&mut repeated);
            self.bench.close(variation);
            return outcome;
        }
        let variation = Variation::of_new_variables();
        let ran = self.bench.run(answer);
        let mut repeated = Repeated { bench: &mut self.bench, variation: &variation, answer: None, actual };
        let outcome = match ran {
            Ok(_) => act(&mut repeated),
            Err(error) => Ok(Outcome::differs(format!("Your code fails: {error}."))),
        };
        self.bench.scripts().roll_back(&mark);
        outcome
    }

    /// Returns the generated values of a check; they are the same for each answer.
    fn samples(&mut self, task: &Task, index: usize, reference: &Code, over: &[Sample]) -> Result<Rc<Samples>, String> {
        let key = (task.cell, index);
        if let Some(known) = self.samples.get(&key) {
            return Ok(known.clone());
        }
        let script = self.bench.script(&reference.text)?;
        let mut lists: Vec<(String, Ty, Vec<Value>)> = Vec::new();
        for (place, sample) in over.iter().enumerate() {
            let name = match &sample.variable {
                Some(name) => name.clone(),
                None => self.given_variable(task, script.program())?,
            };
            let ty = match self.bench.evaluate(&sample.type_)? {
                Value::Type(ty) => ty,
                other => return Err(format!("`{}` is {}, not a type", sample.type_.text, displayed(&other))),
            };
            let values = samples(&ty, &literals(script.program()), SEED.wrapping_add(place as u64), SAMPLES);
            if values.is_empty() {
                return Err(format!("no values of type `{}` can be generated", sample.type_.text));
            }
            lists.push((name, ty, values));
        }
        let made =
            Rc::new(Samples { types: lists.iter().map(|(_, ty, _)| ty.clone()).collect(), inputs: combined(&lists) });
        self.samples.insert(key, made.clone());
        Ok(made)
    }

    /// Returns the one given variable that the reference reads.
    fn given_variable(&mut self, task: &Task, reference: &Program) -> Result<String, String> {
        let mut names: Vec<String> = Vec::new();
        walk::for_each_free_variable(&reference.body, &mut |name| {
            if !names.iter().any(|known| **known == **name) {
                names.push(name.to_string());
            }
        });
        let lesson = self.lesson.clone();
        names.retain(|name| self.bench.is_given(&lesson, &task.bases, name));
        match names.as_slice() {
            [only] => Ok(only.clone()),
            [] => Err("the reference reads no given variable; write `over $name : TYPE`".to_owned()),
            _ => Err("the reference reads several given variables; write `over $name : TYPE`".to_owned()),
        }
    }
}
