//! Data that contain Sensitive values: what is made of them is Sensitive as a whole.

use std::rc::Rc;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "stdlib::rewrap_sensitive_data",
        &[Signature::new("Any $data, Optional[Callable[Any]] &$block", "Any", rewrap)],
        "Unwraps all Sensitive values inside data, and returns the data, or the lambda's result for them, as one Sensitive.",
    )
    .shows("stdlib::rewrap_sensitive_data({'a' => Sensitive(1)}).unwrap", "{'a' => 1}")
    .effect(Effect::Reveals),
];

/// Data without Sensitive values inside.
pub(super) struct Opened {
    pub data: Value,
    had_secrets: bool,
}

impl Opened {
    pub(super) fn of(value: &Value) -> EvalResult<Opened> {
        let mut had_secrets = false;
        let data = open(value, &mut had_secrets)?;
        Ok(Opened { data, had_secrets })
    }

    /// Returns what was made of the data: Sensitive if these had secrets.
    pub(super) fn closed(&self, made: Value) -> Value {
        if self.had_secrets { Value::Sensitive(Rc::new(made)) } else { made }
    }
}

fn open(value: &Value, found: &mut bool) -> EvalResult {
    budget::poll()?;
    Ok(match value {
        Value::Array(list) => {
            let items: EvalResult<Vec<Value>> = list.items.iter().map(|item| open(item, found)).collect();
            Value::array(items?)
        }
        Value::Hash(hash) => {
            let mut made = Hash::new();
            for (key, value) in hash.iter() {
                let key = match key {
                    Value::Sensitive(inner) => {
                        *found = true;
                        (**inner).clone()
                    }
                    plain => plain.clone(),
                };
                made.insert(key, open(value, found)?);
            }
            Value::hash(made)
        }
        Value::Sensitive(inner) => {
            *found = true;
            open(inner, found)?
        }
        plain => plain.clone(),
    })
}

fn rewrap(call: &mut Call<'_>) -> EvalResult {
    let opened = Opened::of(call.arg(0))?;
    let made = if call.has_block() { call.block1(opened.data.clone())? } else { opened.data.clone() };
    Ok(opened.closed(made))
}
