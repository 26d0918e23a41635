//! `breakpoint`: an extension of pprepl, not a Puppet function. The compiler handles calls by name. The row serves
//! queries by name, and calls by `call('breakpoint')`, which see no variables.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Level, Signature};
use puppet_pcore::Value;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "breakpoint",
    &[Signature::new("", "Undef", breakpoint)],
    "Pauses at the call to inspect, step and continue. Without an interactive session it logs the variables.",
)
.shows("breakpoint()", "undef")
.effect(Effect::World)
.sees_scope()];

fn breakpoint(call: &mut Call<'_>) -> EvalResult {
    call.log(Level::Notice, "breakpoint in a call by name: call it as breakpoint() to see its variables");
    Ok(Value::Undef)
}
