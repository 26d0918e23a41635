//! Functions of the module collectd.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "collectd_convert_processes",
    &[Signature::new("Any $processes, Optional[Callable] &$block", "Hash", collectd_convert_processes)],
    "Converts a list of processes to a hash of their names and parameters.",
)
.shows("collectd_convert_processes(['a', {'name' => 'b', 'regex' => '.*'}])", "{'a' => {}, 'b' => {'regex' => '.*'}}")];

fn collectd_convert_processes(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let list = match args.first() {
        Some(Value::Hash(_)) => return Ok(args[0].clone()),
        Some(Value::Array(list)) => list.items.clone(),
        _ => return wants(call, "an array", call.arg(0)),
    };
    let mut all = Hash::new();
    for process in &list {
        match process {
            Value::Str(_) => all.insert(process.clone(), Value::hash(Hash::new())),
            Value::Hash(process) => {
                let mut process = (**process).clone();
                let name = process.remove(&Value::str("name")).unwrap_or(Value::Undef);
                all.insert(name, Value::hash(process));
            }
            other => return wants(call, "strings and hashes in the array", other),
        }
    }
    Ok(Value::hash(all))
}
