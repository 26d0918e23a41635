//! The rules of data for their own keys: `lookup_options`, by name or by pattern.

use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::IssueCode;
use puppet_eval::EvalResult;
use puppet_pcore::{Hash, Regexp, Value};
use rustc_hash::FxHashMap;

use super::error::data_error;

/// The rules that apply to a module, or to names without one.
#[derive(Debug, Default)]
pub(super) struct Rules {
    names: Hash,
    patterns: Vec<(Rc<Regexp>, Value)>,
}

/// The compiled patterns of the rules of the last lookup. Data may have more of them than the cache of the
/// evaluator keeps.
pub(super) type Patterns = FxHashMap<String, Rc<Regexp>>;

impl Rules {
    /// Returns the rules of merged `lookup_options`. `patterns` has those of the last lookup, and gets the present ones.
    pub(super) fn of(options: Option<&Hash>, patterns: &mut Patterns) -> EvalResult<Rules> {
        let mut rules = Rules::default();
        let mut present = Patterns::default();
        for (key, value) in options.into_iter().flat_map(Hash::iter) {
            budget::poll()?;
            match key.as_str().filter(|text| text.starts_with('^')) {
                Some(text) => {
                    let pattern = patterns.remove(text).unwrap_or_else(|| Regexp::new(text));
                    rules.patterns.push((pattern.clone(), value.clone()));
                    present.insert(text.to_owned(), pattern);
                }
                None => rules.names.insert(key.clone(), value.clone()),
            }
        }
        *patterns = present;
        Ok(rules)
    }

    /// Returns the rules for a name.
    pub(super) fn get(&self, name: &str) -> EvalResult<Hash> {
        if let Some(rules) = self.names.get_str(name).filter(|rules| !rules.is_undef()) {
            return as_hash(name, rules);
        }
        for (pattern, rules) in &self.patterns {
            budget::poll()?;
            if pattern.is_match(name)? {
                return as_hash(name, rules);
            }
        }
        Ok(Hash::new())
    }
}

fn as_hash(name: &str, rules: &Value) -> EvalResult<Hash> {
    let wrong = || {
        data_error(
            IssueCode::HieraData,
            format!("the lookup_options of '{name}' are not a hash"),
            "write `merge: ..` below the name",
        )
    };
    match rules {
        Value::Hash(rules) => Ok((**rules).clone()),
        // Puppet asks the string for a part with the name of the rule.
        Value::Str(_) => Ok(Hash::new()),
        _ => Err(wrong()),
    }
}

/// Checks that the rules are a hash, and that those of a module concern only its own names.
pub(super) fn checked(options: Value, module: Option<&str>) -> EvalResult<Hash> {
    if options.is_undef() {
        return Ok(Hash::new());
    }
    let Value::Hash(options) = options else {
        return Err(data_error(IssueCode::HieraData, "the value of lookup_options is not a hash", ""));
    };
    let Some(module) = module else { return Ok((*options).clone()) };
    let own = format!("{module}::");
    for key in options.keys() {
        let text = key.as_str().unwrap_or_default();
        if !text.strip_prefix('^').unwrap_or(text).starts_with(&own) {
            let message = format!("the module '{module}' has lookup_options for '{text}', which is not its own");
            return Err(data_error(IssueCode::HieraData, message, &format!("its keys and patterns begin with {own}")));
        }
    }
    Ok((*options).clone())
}
