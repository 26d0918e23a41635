//! Functions of the module murano.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::arguments::wants;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "get_ext_net_name",
    &[Signature::new("Any $networks, Any *$ignored", "Optional[String]", get_ext_net_name)],
    "Returns the name of the external network.",
)
.shows("get_ext_net_name({'a' => {'L2' => {'router_ext' => true}}})", "'a'")];

fn get_ext_net_name(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(networks) = call.arg(0) else { return wants(call, "a hash of networks", call.arg(0)) };
    let outside = |value: &Value| {
        let level = value.as_hash().and_then(|value| value.get_str("L2")).and_then(Value::as_hash);
        level.and_then(|level| level.get_str("router_ext")).is_some_and(Value::is_true)
    };
    Ok(networks.iter().find(|(_, value)| outside(value)).map_or(Value::Undef, |(name, _)| name.clone()))
}
