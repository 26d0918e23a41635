//! Functions of the module mcollective.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::{received, wants};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "mco_array_to_string",
    &[Signature::new("Any $list, Optional[Callable] &$block", "Array[String]", mco_array_to_string)],
    "Converts the elements to strings.",
)
.shows("mco_array_to_string([1, 'a'])", "['1', 'a']")];

fn mco_array_to_string(call: &mut Call<'_>) -> EvalResult {
    match received(call)?.first() {
        Some(Value::Array(list)) => {
            Ok(Value::array(list.items.iter().map(|item| Value::from(ruby::to_s(item))).collect()))
        }
        _ => wants(call, "an array", call.arg(0)),
    }
}
