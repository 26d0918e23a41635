//! Functions as sources of data: `data_hash`, `lookup_key` and `data_dig` name functions written in Puppet. Results are
//! cached for the rest of the input, as in a compilation.

use std::path::PathBuf;

use pprepl_text::{IssueCode, Topic};

use puppet_eval::{EvalResult, Flow};
use puppet_pcore::{Hash, Value};

use super::config::{Config, Function, Level};
use super::error::error_in;
use super::explain::{Place, StepKind, StepOutcome};
use super::key::{Key, Segment};
use super::level::Location;
use super::lookup::Invocation;
use super::state::Returned;

impl Invocation<'_> {
    /// Discards the results of an earlier input.
    pub(super) fn begin_input(&mut self) {
        let input = self.vm.outputs.running_input();
        let mut returned = self.hiera.returned.borrow_mut();
        if returned.input != input {
            *returned = Returned { input, ..Returned::default() };
            self.vm.lookup.forget_contexts();
        }
    }

    /// Looks up a key with a function; `location` is the file of the level, if any.
    pub(super) fn in_function(
        &mut self,
        config: &Config,
        level: &Level,
        location: Option<&Location>,
        key: &Key,
    ) -> EvalResult<Option<Value>> {
        let Function::Other(kind, function) = &level.function else { return Ok(None) };
        let step = match location {
            Some(location) => StepKind::File(location.original.clone(), location.path.clone()),
            None => StepKind::Function(function.clone()),
        };
        self.in_step(step, |inv| {
            if location.is_some_and(|location| inv.vm.host_mut().stamp(&location.path).is_none()) {
                inv.report(StepOutcome::Missing);
                return Ok(None);
            }
            let answer = inv.query(config, level, kind, function, location, key);
            inv.report_remarks();
            let found = match answer {
                Err(flow) if is_not_found(&flow) => None,
                found => found?,
            };
            let path = location.map_or_else(|| PathBuf::from(function), |location| location.path.clone());
            inv.report(match &found {
                Some(value) => StepOutcome::Found(value.clone(), Some(Place { path, line: 0 })),
                None => StepOutcome::NoKey,
            });
            Ok(found)
        })
    }

    fn query(
        &mut self,
        config: &Config,
        level: &Level,
        kind: &str,
        function: &str,
        location: Option<&Location>,
        key: &Key,
    ) -> EvalResult<Option<Value>> {
        let mut options = match self.interpolate(&Value::hash(level.options.clone()), false)? {
            Value::Hash(options) => (*options).clone(),
            _ => Hash::new(),
        };
        if let Some(location) = location {
            options.insert(Value::str("path"), Value::from(pprepl_files::absolute(&location.path)));
        }
        let options = Value::hash(options);
        let id = (function.to_owned(), location.map(|location| location.path.clone()));
        let context = self.context(&id, config.module.as_deref())?;
        match kind {
            "data_hash" => self.key_of_hash(config, level, id, vec![options, context], key),
            "lookup_key" => {
                self.vm.call_named(function, vec![Value::str(key.root.as_str()), options, context]).map(Some)
            }
            _ => {
                let segments = key.segments.iter().map(Segment::value);
                let path = std::iter::once(Value::str(key.root.as_str())).chain(segments).collect();
                let value = self.vm.call_named(function, vec![Value::array(path), options, context])?;
                Ok(Some(wrapped(value, &key.segments)))
            }
        }
    }

    fn context(&mut self, id: &(String, Option<PathBuf>), module: Option<&str>) -> EvalResult {
        if let Some((context, _)) = self.hiera.returned.borrow().known.get(id) {
            return Ok(context.clone());
        }
        let context = self.vm.new_context(module)?;
        self.hiera.returned.borrow_mut().known.insert(id.clone(), (context.clone(), None));
        Ok(context)
    }

    /// Looks up a key in the hash of a `data_hash` function, which returns all of its data at once.
    fn key_of_hash(
        &mut self,
        config: &Config,
        level: &Level,
        id: (String, Option<PathBuf>),
        arguments: Vec<Value>,
        key: &Key,
    ) -> EvalResult<Option<Value>> {
        let known = self.hiera.returned.borrow().known.get(&id).and_then(|(_, hash)| hash.clone());
        let returned = match known {
            Some(hash) => hash,
            None => {
                let hash = self.vm.call_named(&id.0, arguments)?;
                if let Some((_, slot)) = self.hiera.returned.borrow_mut().known.get_mut(&id) {
                    *slot = Some(hash.clone());
                }
                hash
            }
        };
        let Some(hash) = returned.as_hash() else {
            let message = format!("the function '{}' returned no hash of data", id.0);
            return Err(match &config.file {
                Some(file) => error_in(&file.source, level.span, IssueCode::HieraData, message, ""),
                None => Flow::fail_with(Topic::HieraData, message),
            });
        };
        let raw = hash.get_str(&key.root).cloned();
        raw.map(|value| self.interpolate(&value, true)).transpose()
    }
}

/// Returns whether the function called `$context.not_found`.
fn is_not_found(flow: &Flow) -> bool {
    matches!(flow, Flow::Fault(fault) if fault.issue.code == puppet_eval::NOT_FOUND)
}

/// Wraps a value at the end of a path in the structure that the path describes.
fn wrapped(value: Value, segments: &[Segment]) -> Value {
    segments.iter().rev().fold(value, |inner, segment| match segment {
        Segment::Index(index) => {
            let before = usize::try_from(*index).unwrap_or_default().min(10_000);
            let mut items = vec![Value::Undef; before];
            items.push(inner);
            Value::array(items)
        }
        Segment::Name(name) => Value::hash(std::iter::once((Value::str(name.as_str()), inner)).collect()),
    })
}
