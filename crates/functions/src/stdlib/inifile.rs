//! Functions of the module inifile.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::ruby;
use super::arguments::wants;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "inifile::create_ini_settings",
    &[Signature::new("Hash $settings, Hash $defaults = {}", "Any", create_ini_settings)],
    "Declares an ini_setting for each setting of each section.",
)
.effect(Effect::Declares)];

fn create_ini_settings(call: &mut Call<'_>) -> EvalResult {
    let (Value::Hash(settings), defaults) = (call.arg(0).clone(), call.arg(1).clone()) else { return Ok(Value::Undef) };
    let default = defaults.as_hash().cloned().unwrap_or_default();
    let mut resources = Hash::new();
    for (section, own) in settings.iter() {
        let Value::Hash(own) = own else { return wants(call, "a hash of settings in each section", own) };
        let path = settings.get_str("path").or(default.get_str("path")).filter(|path| path.is_true());
        let Some(path) = path.map(ruby::to_s) else { return call.fail("an ini_setting needs a path") };
        for (setting, value) in own.iter() {
            let mut all: Hash =
                [("ensure", Value::str("present")), ("section", section.clone()), ("setting", setting.clone())]
                    .into_iter()
                    .map(|(name, value)| (Value::str(name), value))
                    .collect();
            match value {
                Value::Hash(more) => all.merge(more),
                single => all.insert(Value::str("value"), single.clone()),
            }
            let title = format!("{path} [{}] {}", ruby::to_s(section), ruby::to_s(setting));
            resources.insert(Value::from(title), Value::hash(all));
        }
    }
    call.call_function(
        "create_resources",
        vec![Value::str("ini_setting"), Value::hash(resources), Value::hash(default)],
    )
}
