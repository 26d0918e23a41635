//! Functions about calling: `with`, `then`, `lest`, `call`, `unwrap`, and the three that leave a lambda or function.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Flow, Signature};
use puppet_pcore::{Hash, Object, Value};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "with",
        &[Signature::new("Any *$args, Callable &$block", "Any", with)],
        "Calls the lambda with the arguments: a separate scope for a few names.",
    )
    .shows("with(3, 4) |$a, $b| { $a * $b }", "12"),
    Builtin::new(
        "then",
        &[Signature::new("Any $value, Callable[1, 1] &$block", "Any", then)],
        "Calls the lambda with the value unless it is undef; then returns undef.",
    )
    .shows("{'a' => 1}['b'].then |$x| { $x + 1 }", "undef"),
    Builtin::new(
        "lest",
        &[Signature::new("Any $value, Callable[0, 0] &$block", "Any", lest)],
        "Returns the value, or the result of the lambda if the value is undef.",
    )
    .shows("{'a' => 1}['b'].lest || { 'none' }", "'none'"),
    Builtin::new(
        "call",
        &[
            Signature::new("String $function, Any *$args, Optional[Callable] &$block", "Any", call_named),
            Signature::new("Deferred $deferred", "Any", call_deferred),
        ],
        "Calls the function with this name, or resolves a Deferred value.",
    )
    .sees_scope()
    .effect(Effect::World)
    .shows("call('upcase', 'x')", "'X'"),
    Builtin::new(
        "unwrap",
        &[
            Signature::new("Sensitive $value, Optional[Callable] &$block", "Any", unwrap),
            Signature::new("Any $value, Optional[Callable] &$block", "Any", unwrap),
        ],
        "Returns the value inside a Sensitive, or any other value unchanged. A lambda keeps the value local.",
    )
    .effect(Effect::Reveals)
    .shows("unwrap(Sensitive('s3cret')) |$text| { $text.size }", "6"),
    Builtin::new("break", &[Signature::new("", "Undef", break_)], "Ends the iteration that calls the lambda.")
        .shows("[1, 2, 3].map |$n| { if $n == 3 { break() } $n }", "[1, 2]")
        .statement(),
    Builtin::new(
        "next",
        &[Signature::new("Any $value = undef", "Undef", next)],
        "Leaves the lambda or function with a value.",
    )
    .shows("[1, 2, 3].map |$n| { if $n == 2 { next('two') } $n }", "[1, 'two', 3]")
    .statement(),
    Builtin::new(
        "return",
        &[Signature::new("Any $value = undef", "Undef", return_)],
        "Leaves the function with a value, even inside lambdas.",
    )
    .shows(
        "function first_even($list) { $list.each |$n| { if $n % 2 == 0 { return($n) } } }\nfirst_even([1, 4, 6])",
        "4",
    )
    .statement(),
];

fn with(call: &mut Call<'_>) -> EvalResult {
    match call.len() {
        1 => {
            let a = call.take(0);
            call.block1(a)
        }
        2 => {
            let (a, b) = (call.take(0), call.take(1));
            call.block2(a, b)
        }
        count => {
            let args = (0..count).map(|index| call.take(index)).collect();
            call.block(args)
        }
    }
}

fn then(call: &mut Call<'_>) -> EvalResult {
    match call.take(0) {
        value if value.is_undef() => Ok(Value::Undef),
        value => call.block1(value),
    }
}

fn lest(call: &mut Call<'_>) -> EvalResult {
    match call.take(0) {
        value if value.is_undef() => call.block(Vec::new()),
        value => Ok(value),
    }
}

fn unwrap(call: &mut Call<'_>) -> EvalResult {
    let value = match call.take(0) {
        Value::Sensitive(inner) => {
            call.vm().messages.note_secret(&inner);
            (*inner).clone()
        }
        other => other,
    };
    if call.has_block() { call.block1(value) } else { Ok(value) }
}

fn call_named(call: &mut Call<'_>) -> EvalResult {
    let name = call.arg(0).as_str().unwrap_or_default().to_owned();
    let args: Vec<Value> = (1..call.len()).map(|index| call.take(index)).collect();
    if call.has_block() {
        return call.forward(&name, args);
    }
    call.call_function(&name, args)
}

fn call_deferred(call: &mut Call<'_>) -> EvalResult {
    let deferred = call.take(0);
    resolve_inside(call, &deferred)
}

fn is_deferred(object: &Object) -> bool {
    object.class.name.as_deref() == Some("Deferred")
}

/// Calls the function of a Deferred value, or looks its variable up.
fn resolve(call: &mut Call<'_>, deferred: &Object) -> EvalResult {
    let attributes = puppet_pcore::print::init_hash(deferred);
    let name = attributes.get_str("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let args = match attributes.get_str("arguments") {
        Some(Value::Array(args)) => {
            args.items.iter().map(|arg| resolve_inside(call, arg)).collect::<EvalResult<Vec<_>>>()?
        }
        _ => Vec::new(),
    };
    match name.strip_prefix('$') {
        Some(variable) => {
            let value = match call.variable(variable) {
                Some(value) => value,
                None if call.vm().settings.strict_variables => {
                    return call.fail(format!("unknown variable `${variable}`"));
                }
                None => Value::Undef,
            };
            let dig_args = std::iter::once(value).chain(args).collect();
            call.call_function("dig", dig_args)
        }
        None => call.call_function(&name, args),
    }
}

/// Resolves Deferred values inside a value; one of a type that inherits from Deferred stays.
fn resolve_inside(call: &mut Call<'_>, value: &Value) -> EvalResult {
    pprepl_budget::poll()?;
    match value {
        Value::Object(object) if is_deferred(object) => resolve(call, object),
        Value::Array(items) => {
            items.items.iter().map(|item| resolve_inside(call, item)).collect::<EvalResult<Vec<_>>>().map(Value::array)
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(k, v)| Ok((resolve_inside(call, k)?, resolve_inside(call, v)?)));
            entries.collect::<EvalResult<Hash>>().map(Value::hash)
        }
        other => Ok(other.clone()),
    }
}

fn break_(_: &mut Call<'_>) -> EvalResult {
    Err(Box::new(Flow::Break))
}

fn next(call: &mut Call<'_>) -> EvalResult {
    Err(Box::new(Flow::Next(given(call))))
}

fn return_(call: &mut Call<'_>) -> EvalResult {
    Err(Box::new(Flow::Return(given(call))))
}

/// Returns the first argument, or undef without arguments.
fn given(call: &mut Call<'_>) -> Value {
    match call.take(0) {
        Value::Unset => Value::Undef,
        value => value,
    }
}
