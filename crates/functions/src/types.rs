//! Functions of types: `type`, `assert_type`, `new`, `convert_to`.

use pprepl_text::Topic;
use std::rc::Rc;

use puppet_eval::{Builtin, Call, EvalResult, Flow, Signature};
use puppet_pcore::new::{ConstructContext, new_advice, new_value};
use puppet_pcore::{
    Result, Ty, Type, Value, ValueError, in_edition, infer_by_documents, infer_detailed, infer_generalized,
    infer_reduced, instance,
};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "type",
        &[
            Signature::new("Any $value, Enum['detailed'] $how = 'detailed'", "Type", detailed),
            Signature::new("Any $value, Enum['reduced'] $how", "Type", reduced),
            Signature::new("Any $value, Enum['generalized'] $how", "Type", generalized),
        ],
        "Returns the type of a value: exact, with a common element type, or generalized without sizes and ranges.",
    )
    .shows("type([1, 2], 'generalized')", "Array[Integer]"),
    Builtin::new(
        "type_of",
        &[Signature::new("Any $value", "Type", by_documents)],
        "Returns the documented type of a value: strings keep their values, sizes do not count. Not part of Puppet 8.",
    )
    .shows("type_of(['a', 'b'])", "Array[String<a,b>]"),
    Builtin::new(
        "assert_type",
        &[
            Signature::new("Type $type, Any $value, Optional[Callable[Type, Type]] &$block", "Any", assert_type),
            Signature::new(
                "String $type, Any $value, Optional[Callable[Type, Type]] &$block",
                "Any",
                assert_named_type,
            ),
        ],
        "Returns the value if it is an instance; else fails, or returns the result of the lambda for the two types.",
    )
    .shows("assert_type(Integer[0], -1) |$expected, $actual| { \"wanted ${expected}\" }", "'wanted Integer[0]'"),
    Builtin::new(
        "new",
        &[Signature::new("Type $type, Any *$args, Optional[Callable] &$block", "Any", new)],
        "Creates a value of the type from the arguments; the same as calling the type.",
    )
    .shows("Integer.new('0x1F')", "31"),
    Builtin::new(
        "convert_to",
        &[Signature::new("Any $value, Type $type, Any *$args, Optional[Callable[1, 1]] &$block", "Any", convert_to)],
        "Converts a value to a type, like new; a lambda gets the result.",
    )
    .shows("'42'.convert_to(Integer)", "42"),
];

/// Returns the type of the first argument under the names of the edition.
fn inferred(call: &mut Call<'_>, infer: fn(&Value) -> Ty) -> Value {
    let ty = infer(call.arg(0));
    Value::Type(in_edition(&call.vm().settings.types, &ty))
}

fn detailed(call: &mut Call<'_>) -> EvalResult {
    Ok(inferred(call, infer_detailed))
}

fn by_documents(call: &mut Call<'_>) -> EvalResult {
    Ok(inferred(call, infer_by_documents))
}

fn reduced(call: &mut Call<'_>) -> EvalResult {
    Ok(inferred(call, infer_reduced))
}

fn generalized(call: &mut Call<'_>) -> EvalResult {
    Ok(inferred(call, infer_generalized))
}

fn assert_type(call: &mut Call<'_>) -> EvalResult {
    match call.take(0) {
        Value::Type(ty) => assert_instance(call, &ty),
        _ => call.fail("assert_type expects a type"),
    }
}

fn assert_named_type(call: &mut Call<'_>) -> EvalResult {
    let text = call.arg(0).as_str().unwrap_or_default().to_owned();
    let ty = call.parse_type(&text)?;
    assert_instance(call, &ty)
}

fn assert_instance(call: &mut Call<'_>, ty: &Ty) -> EvalResult {
    let value = call.take(1);
    if instance(ty, &value) {
        return Ok(value);
    }
    if call.has_block() {
        return call.block2(Value::Type(ty.clone()), Value::Type(infer_detailed(&value)));
    }
    Err(Flow::mismatch("the value", ty, &value))
}

fn new(call: &mut Call<'_>) -> EvalResult {
    let Value::Type(ty) = call.take(0) else { return call.fail("new expects a type") };
    let args: Vec<Value> = (1..call.len()).map(|index| call.take(index)).collect();
    // An instance needs no conversion: the lambda is not called.
    let made_new = !(args.len() == 1 && is_instance(&ty, &args[0]));
    let made = instantiate(call, &ty, args)?;
    if made_new && call.has_block() { call.block1(made) } else { Ok(made) }
}

/// Returns whether the value is an instance that `new` returns unchanged.
fn is_instance(ty: &Ty, value: &Value) -> bool {
    !matches!(**ty, Type::Init(..)) && instance(ty, value)
}

/// Adds the nearest call that works as the help of an error.
fn advised(mut issue: Box<ValueError>, ty: &Ty, args: &[Value]) -> Box<ValueError> {
    issue.help = issue.help.take().or_else(|| new_advice(ty, args));
    issue
}

/// Returns whether it is the type of the contexts of data sources.
fn is_context(ty: &Type) -> bool {
    matches!(ty, Type::Object(class) if class.name.as_deref() == Some(puppet_pcore::LOOKUP_CONTEXT))
}

/// Creates a context for a module's functions, as Puppet does: from the name of the module.
fn new_context(call: &mut Call<'_>, args: &[Value]) -> EvalResult {
    match args {
        [Value::Undef] => call.vm().new_context(None),
        [Value::Str(module)] if !module.text.is_empty() => call.vm().new_context(Some(&module.text)),
        _ => call.fail("Puppet::LookupContext expects the name of a module, or undef"),
    }
}

/// Creates an instance. A single argument that is already one stays unchanged.
pub(super) fn instantiate(call: &mut Call<'_>, ty: &Ty, mut args: Vec<Value>) -> EvalResult {
    match args.as_slice() {
        [only] if is_instance(ty, only) => Ok(args.pop().unwrap_or_default()),
        _ if is_context(ty) => new_context(call, &args),
        _ => {
            let mut surroundings = Surroundings { call, misread: None };
            let made = new_value(ty, &args, &mut surroundings);
            let made = match (made, surroundings.misread) {
                (Err(_), Some(flow)) => return Err(flow),
                (made, _) => made.map_err(|issue| advised(issue, ty, &args))?,
            };
            if instance(ty, &made) { Ok(made) } else { Err(Flow::mismatch("the converted value", ty, &made)) }
        }
    }
}

/// The access of `new` to the call.
struct Surroundings<'c, 'a> {
    call: &'c mut Call<'a>,
    /// The error of a type's source, with a span of its own.
    misread: Option<Box<Flow>>,
}

impl ConstructContext for Surroundings<'_, '_> {
    fn now(&mut self) -> i128 {
        self.call.host().now()
    }

    fn time_zone(&mut self) -> String {
        self.call.host().time_zone()
    }

    fn parse_type(&mut self, text: &str) -> Result<Ty> {
        if is_type_name(text) && self.call.type_named(text).is_none() && !self.call.is_resource_type(text) {
            return Ok(Rc::new(Type::TypeReference(text.into())));
        }
        self.call.parse_type(text).map_err(|flow| {
            let issue = match &*flow {
                Flow::Fault(fault) => Box::new(fault.issue.clone()),
                _ => ValueError::new(Topic::TimeLimit, "reading the type was given up"),
            };
            self.misread = Some(flow);
            issue
        })
    }
}

/// Returns whether the source is only a name. If no type has it, it is kept as a reference.
fn is_type_name(text: &str) -> bool {
    text.split("::").all(|segment| {
        let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        segment.starts_with(|c: char| c.is_ascii_uppercase()) && segment.bytes().all(word)
    })
}

fn convert_to(call: &mut Call<'_>) -> EvalResult {
    let value = call.take(0);
    let Value::Type(ty) = call.take(1) else { return call.fail("convert_to expects a type") };
    let args = std::iter::once(value).chain((2..call.len()).map(|index| call.take(index))).collect();
    let made = instantiate(call, &ty, args)?;
    if call.has_block() { call.block1(made) } else { Ok(made) }
}
