//! Values from Ruby's rich data.

use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigInt;
use pprepl_budget as budget;
use pprepl_text::{IssueCode, Topic};
use puppet_eval::{BlockArity, EvalResult, Flow, ForeignCode, Vm};
use puppet_pcore::semver_range::parse_version;
use puppet_pcore::{CallableValue, Hash, Int, Regexp, SemVerRange, Type, Value, host_object};
use serde_json::{Map, Value as Json};

use super::ruby::Ruby;

/// The bits of a Ruby regular expression's options.
const IGNORE_CASE: u64 = 1;
const EXTENDED: u64 = 2;
const MULTI_LINE: u64 = 4;

/// Converts a value from Ruby.
pub(crate) fn decode(ruby: &Ruby, vm: &mut Vm, json: &Json) -> EvalResult {
    budget::poll()?;
    match json {
        Json::Null => Ok(Value::Undef),
        Json::Bool(truth) => Ok(Value::bool(*truth)),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Ok(Value::Int(number)),
            None => Ok(Value::float(number.as_f64().unwrap_or(f64::NAN))),
        },
        Json::String(text) => Ok(Value::str(text.as_str())),
        Json::Array(items) => {
            items.iter().map(|item| decode(ruby, vm, item)).collect::<EvalResult<_>>().map(Value::array)
        }
        Json::Object(object) => match object.get("__ptype").and_then(Json::as_str) {
            Some(kind) => rich(ruby, vm, kind, object),
            None => plain_hash(ruby, vm, object),
        },
    }
}

/// Converts a list of values from Ruby.
pub(crate) fn decode_all(ruby: &Ruby, vm: &mut Vm, json: &Json) -> EvalResult<Vec<Value>> {
    json.as_array().into_iter().flatten().map(|item| decode(ruby, vm, item)).collect()
}

fn plain_hash(ruby: &Ruby, vm: &mut Vm, object: &Map<String, Json>) -> EvalResult {
    let mut hash = Hash::with_capacity(object.len());
    for (key, value) in object {
        hash.insert(Value::str(key.as_str()), decode(ruby, vm, value)?);
    }
    Ok(Value::hash(hash))
}

fn rich(ruby: &Ruby, vm: &mut Vm, kind: &str, object: &Map<String, Json>) -> EvalResult {
    let inner = object.get("__pvalue").unwrap_or(&Json::Null);
    let text = inner.as_str().unwrap_or_default();
    Ok(match kind {
        "Default" => Value::Default,
        "Integer" => integer(vm, text)?,
        "Float" => Value::float(float(text)),
        "Kept" => host_object(
            inner[1].as_str().unwrap_or_default(),
            decode(ruby, vm, &inner[0])?,
            inner[2].as_str().unwrap_or_default(),
        ),
        "Sensitive" => Value::Sensitive(Rc::new(decode(ruby, vm, inner)?)),
        "Regexp" => regexp(text, object.get("options").and_then(Json::as_u64).unwrap_or_default())?,
        "Binary" => Value::Binary(Rc::new(STANDARD.decode(text).map_err(|_| unknown(kind))?)),
        "SemVer" => Value::SemVer(Rc::new(parse_version(text)?)),
        "SemVerRange" => Value::SemVerRange(Rc::new(SemVerRange::parse(text)?)),
        "Timespan" => Value::Timespan(Rc::new(text.parse().map_err(|_| unknown(kind))?)),
        "Timestamp" => Value::Timestamp(Rc::new(text.parse().map_err(|_| unknown(kind))?)),
        "URI" => puppet_pcore::uri::parse(text)?,
        "Type" => Value::Type(vm.parse_type(text)?),
        "Hash" => {
            let items = decode_all(ruby, vm, inner)?;
            let pairs = items.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
            Value::hash(pairs.collect())
        }
        "Block" => Value::Callable(block(ruby, inner)),
        "Handle" => match inner.as_u64().and_then(|number| ruby.handle(number)) {
            Some(value) => value,
            None => {
                let message = "a function in Ruby used an object or a lambda after the call that passed it";
                return Err(Flow::fail_with(Topic::RubyCode, message));
            }
        },
        _ => return Err(unknown(kind)),
    })
}

/// Converts a regular expression.
fn regexp(source: &str, options: u64) -> EvalResult {
    let has = |bit: u64| options & bit != 0;
    let regexp = Regexp::with_options(source, has(IGNORE_CASE), has(EXTENDED), has(MULTI_LINE));
    regexp.check()?;
    Ok(Value::Regexp(regexp))
}

fn float(text: &str) -> f64 {
    match text {
        "Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        text => text.parse().unwrap_or(f64::NAN),
    }
}

/// Converts an integer that JSON cannot have.
fn integer(vm: &Vm, text: &str) -> EvalResult {
    let number: BigInt = text.parse().map_err(|_| unknown("Integer"))?;
    if vm.settings.additions {
        return Ok(Value::int(Int::Big(Rc::new(number))));
    }
    let message = format!("a function in Ruby returned {text}, which is beyond the 64 bits of Puppet's integers");
    Err(Flow::fail_with(IssueCode::NumericOverflow, message))
}

/// Creates the callable of a block in Ruby: its number, and the minimum and maximum number of its arguments.
pub(crate) fn block(ruby: &Ruby, found: &Json) -> Rc<CallableValue> {
    let ruby = ruby.clone();
    let number = found[0].as_u64().unwrap_or_default();
    let required = found[1].as_u64().unwrap_or_default() as usize;
    let arity = BlockArity { required, max: found[2].as_u64().map(|max| max as usize) };
    let code = ForeignCode { run: Box::new(move |vm, args| ruby.yield_to(vm, number, &args)), arity };
    let signature = Rc::new(Type::Callable(puppet_pcore::CallableType::default()));
    Rc::new(CallableValue { name: None, signature, code: Rc::new(code), contract: None })
}

fn unknown(kind: &str) -> Box<Flow> {
    Flow::fail_with(Topic::RubyCode, format!("Ruby sent an invalid value of the type {kind}"))
}
