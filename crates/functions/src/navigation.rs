//! Access to nested data: `dig`, `get` with a dotted path, `getvar` from a variable on.

use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use puppet_eval::{Builtin, Call, EvalResult, Flow, Signature};
use puppet_pcore::print::all_attributes;
use puppet_pcore::{Hash, Object, Type, Value, infer_reduced as infer};

use super::ruby;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "dig",
        &[Signature::new("Optional[Collection] $data, Any *$keys", "Any", dig)],
        "Returns the value at a path of keys and indices; undef where the path ends early.",
    )
    .shows("{'a' => [{'b' => 1}]}.dig('a', 0, 'b')", "1"),
    Builtin::new(
        "get",
        &[Signature::new(
            "Any $data, String $path, Any $default = undef, Optional[Callable[1, 1]] &$block",
            "Any",
            get,
        )],
        "Returns the value at a dotted path, or a default; a lambda gets the error of a mismatched path.",
    )
    .shows("{'a' => [{'b' => 1}]}.get('a.0.b')", "1"),
    Builtin::new(
        "getvar",
        &[Signature::new(
            "Pattern[/\\A(?:::)?(?:[a-z]\\w*::)*[a-z_]\\w*(?:\\.|\\Z)/] $path, Any $default = undef, \
             Optional[Callable[1, 1]] &$block",
            "Any",
            getvar,
        )],
        "Returns the value of a variable, or at a dotted path into it; else the default.",
    )
    .sees_scope()
    .shows("getvar('no_such_variable.part', 'none')", "'none'"),
];

/// The reason why a path does not fit the data.
struct PathMismatch {
    message: String,
    code: IssueCode,
    walked: Vec<Value>,
    kind: (&'static str, Value),
}

fn dig(call: &mut Call<'_>) -> EvalResult {
    let data = call.take(0);
    let keys: Vec<Value> = (1..call.len()).map(|index| call.take(index)).collect();
    follow(data, &keys).map_err(|misfit| Flow::fail_with(Topic::Index, misfit.message))
}

/// Follows keys into the data.
fn follow(mut data: Value, keys: &[Value]) -> Result<Value, Box<PathMismatch>> {
    for (depth, key) in keys.iter().enumerate() {
        if data.is_undef() || key.is_undef() {
            return Ok(Value::Undef);
        }
        data = match (&data, key) {
            (Value::Hash(hash), key) => hash.get(key).cloned().unwrap_or(Value::Undef),
            (Value::Array(items), Value::Int(at)) => element(&items.items, *at),
            (Value::Array(_), Value::Big(_)) => return Err(PathMismatch::index(&keys[..=depth], key)),
            (Value::Array(_), key) => return Err(PathMismatch::index(&keys[..=depth], key)),
            (other, _) => return Err(PathMismatch::collection(&keys[..depth], other)),
        };
    }
    Ok(data)
}

/// Returns the element at an index, counted from the end when negative.
fn element(items: &[Value], at: i64) -> Value {
    let at = if at < 0 { at + items.len() as i64 } else { at };
    usize::try_from(at).ok().and_then(|at| items.get(at)).cloned().unwrap_or(Value::Undef)
}

impl PathMismatch {
    fn collection(walked: &[Value], found: &Value) -> Box<PathMismatch> {
        let kind = Value::Type(infer(found));
        Box::new(PathMismatch {
            message: format!(
                "expected an array or hash at {}, found a value of type {}",
                path(walked),
                ruby::inspected(&kind)
            ),
            code: IssueCode::ExpectedCollection,
            walked: walked.to_vec(),
            kind: ("value_type", kind),
        })
    }

    fn index(walked: &[Value], key: &Value) -> Box<PathMismatch> {
        let kind = Value::Type(infer(key));
        Box::new(PathMismatch {
            message: format!(
                "an array has integer indices, at {} there is one of type {}",
                path(walked),
                ruby::inspected(&kind)
            ),
            code: IssueCode::ExpectedIntegerIndex,
            walked: walked.to_vec(),
            kind: ("index_type", kind),
        })
    }

    /// Returns the Error value that the lambda of `get` receives. It is built by hand: its details hold a type, which
    /// `new` rejects.
    fn into_error(self, call: &mut Call<'_>) -> EvalResult {
        let class = match call.type_named("Error").as_deref() {
            Some(Type::Object(class)) => class.clone(),
            _ => return call.fail(self.message),
        };
        let mut details = Hash::new();
        details.insert(Value::str("walked_path"), Value::array(self.walked));
        details.insert(Value::str(self.kind.0), self.kind.1);
        let mut given = Hash::new();
        given.insert(Value::str("msg"), Value::from(self.message));
        given.insert(Value::str("kind"), Value::str("SLICE_ERROR"));
        given.insert(Value::str("details"), Value::hash(details));
        given.insert(Value::str("issue_code"), Value::str(self.code.as_str()));
        let attributes = all_attributes(&class)
            .into_iter()
            .map(|(name, _)| given.get_str(name).cloned().unwrap_or(Value::Undef))
            .collect();
        Ok(Value::Object(Rc::new(Object { class, attributes })))
    }
}

fn path(walked: &[Value]) -> String {
    let words: Vec<String> = walked.iter().map(ruby::inspected).collect();
    if words.is_empty() { "the start".to_owned() } else { words.join(".") }
}

fn get(call: &mut Call<'_>) -> EvalResult {
    let data = call.take(0);
    let path = call.arg(1).as_str().unwrap_or_default().to_owned();
    get_from(call, data, &path)
}

/// Returns the value at a dotted path; the default is the third argument.
fn get_from(call: &mut Call<'_>, data: Value, path: &str) -> EvalResult {
    if data.is_undef() {
        return Ok(call.take(2).or_undef());
    }
    if path.is_empty() {
        return Ok(data);
    }
    let Some(keys) = segments(path) else { return call.fail(format!("{path:?} is not a path of names between dots")) };
    match follow(data, &keys) {
        Ok(found) if found.is_undef() => Ok(call.take(2).or_undef()),
        Ok(found) => Ok(found),
        Err(misfit) if call.has_block() && !misfit.walked.is_empty() => {
            let error = misfit.into_error(call)?;
            call.block1(error)
        }
        Err(misfit) => call.fail(misfit.message),
    }
}

/// Splits a path at dots. Quoted segments may contain dots; integers become integers.
fn segments(path: &str) -> Option<Vec<Value>> {
    let mut rest = path;
    let mut keys = Vec::new();
    loop {
        let trimmed = rest.trim_start();
        let after = match trimmed.chars().next()? {
            quote @ ('\'' | '"') => {
                let (word, after) = trimmed[1..].split_once(quote).filter(|(word, _)| !word.is_empty())?;
                keys.push(Value::str(word));
                after.trim_start()
            }
            _ => {
                let end = rest.find(['.', '\'', '"']).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                if word.is_empty() {
                    return None;
                }
                keys.push(segment(word.trim()));
                after
            }
        };
        if after.is_empty() {
            return Some(keys);
        }
        rest = after.strip_prefix('.')?;
    }
}

fn segment(word: &str) -> Value {
    word.parse().map_or_else(|_| Value::str(word), Value::Int)
}

fn getvar(call: &mut Call<'_>) -> EvalResult {
    let text = call.arg(0).as_str().unwrap_or_default().to_owned();
    // The arguments of `get` start one position further right: move the default there.
    let default = call.take(1).or_undef();
    let (variable, path) = text.split_once('.').unwrap_or((&text, ""));
    if !variable.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')) {
        return call.fail(format!("{variable:?} is not the name of a variable"));
    }
    let Some(value) = call.variable(variable) else { return Ok(default) };
    if value.is_undef() {
        return Ok(default);
    }
    if path.is_empty() {
        return Ok(value);
    }
    match get_from(call, value, path)? {
        found if found.is_undef() => Ok(default),
        found => Ok(found),
    }
}

/// A conversion of unset slots to undef.
trait OrUndef {
    fn or_undef(self) -> Value;
}

impl OrUndef for Value {
    fn or_undef(self) -> Value {
        if self.is_undef() { Value::Undef } else { self }
    }
}
