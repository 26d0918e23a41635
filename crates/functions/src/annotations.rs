//! Annotations: objects that describe other values. `annotate` reads and sets them.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Ty, Type, Value};

use super::types::instantiate;

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "annotate",
    &[
        Signature::new("Type[Annotation] $type, Any $value, Optional[Callable[0, 0]] &$block", "Any", annotate),
        Signature::new(
            "Type[Annotation] $type, Any $value, Variant[Enum['clear'], \
                 Hash[Pattern[/\\A[a-z_]\\w*\\z/], Any]] $annotation",
            "Any",
            annotate,
        ),
        Signature::new(
            "Type[Pcore] $type, Any $value, Hash[Type[Annotation], Hash[Pattern[/\\A[a-z_]\\w*\\z/], \
                 Any]] $annotations",
            "Any",
            annotate_all,
        ),
    ],
    "Reads, sets or removes the annotation of a type for a value.",
)];

fn annotate(call: &mut Call<'_>) -> EvalResult {
    let Value::Type(ty) = call.take(0) else { return call.fail("annotate expects a type") };
    let (value, given) = (call.take(1), call.take(2));
    match given {
        Value::Hash(_) => set(call, &ty, &value, given),
        Value::Undef => read(call, &ty, &value),
        _ => Ok(call.vm().globals.annotations.remove(&ty, &value).unwrap_or_default()),
    }
}

fn set(call: &mut Call<'_>, ty: &Ty, value: &Value, attributes: Value) -> EvalResult {
    if matches!(value, Value::Undef | Value::Default | Value::Bool(_) | Value::Int(_) | Value::Big(_) | Value::Float(_))
    {
        return call.fail("a value without identity has no annotations: a number, a boolean, undef or default");
    }
    let made = instantiate(call, ty, vec![attributes])?;
    call.vm().globals.annotations.set(ty, value, made.clone());
    Ok(made)
}

/// Returns the annotation of a value: the one that was set, the one that its type defines, or what the lambda gives.
fn read(call: &mut Call<'_>, ty: &Ty, value: &Value) -> EvalResult {
    if let Some(known) = call.vm().globals.annotations.get(ty, value) {
        return Ok(known);
    }
    let attributes = match defined(ty, value) {
        Some(attributes) => attributes,
        None if call.has_block() => call.block(Vec::new())?,
        None => Value::Undef,
    };
    if attributes.is_undef() { Ok(Value::Undef) } else { set(call, ty, value, attributes) }
}

/// Returns the attributes of the annotation in the definition of an Object type.
fn defined(ty: &Ty, value: &Value) -> Option<Value> {
    let Value::Type(described) = value else { return None };
    let Type::Object(class) = &**described else { return None };
    let definition = class.definition.as_ref()?.as_hash()?;
    definition.get_str("annotations")?.as_hash()?.get(&Value::Type(ty.clone())).cloned()
}

fn annotate_all(call: &mut Call<'_>) -> EvalResult {
    let (value, given) = (call.take(1), call.take(2));
    for (key, attributes) in given.as_hash().into_iter().flat_map(|hash| hash.iter()) {
        if let Value::Type(ty) = key {
            set(call, ty, &value, attributes.clone())?;
        }
    }
    Ok(value)
}
