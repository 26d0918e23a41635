//! The signatures of functions in Ruby, and the choice among them.

use std::rc::Rc;

use pprepl_text::Topic;
use puppet_eval::{EvalResult, Flow, Stamp, Vm, callable_arity};
use puppet_pcore::{CallableType, CallableValue, Mismatch, Size, Ty, Type, Value, instance};
use serde_json::Value as Json;

/// A function that the process has loaded from a file.
pub(crate) struct Function {
    pub(crate) api: Api,
    /// The state of the file when it was loaded.
    pub(crate) stamp: Option<Stamp>,
}

/// The interface that the function implements.
pub(crate) enum Api {
    /// Puppet 3: any arguments; the driver checks their number.
    Legacy,
    /// Puppet 4: the first dispatch that accepts the arguments.
    Modern(Vec<Dispatch>),
}

/// A dispatch of a function.
pub(crate) struct Dispatch {
    params: Vec<(String, Ty)>,
    required: usize,
    /// `None` if the last parameter takes the rest.
    max: Option<usize>,
    /// The lambda's type, and whether it is required.
    block: Option<(Ty, bool)>,
    returns: Option<Ty>,
    /// True if it only creates the message of an error.
    pub(crate) is_mismatch: bool,
}

/// A local type of a function: its name and its source.
type LocalType = (String, String);

impl Function {
    /// Reads the signatures that the driver reported.
    pub(crate) fn read(vm: &mut Vm, found: &Json, stamp: Option<Stamp>) -> EvalResult<Function> {
        if found["api"] == 3 {
            return Ok(Function { api: Api::Legacy, stamp });
        }
        let locals = local_types(found);
        let dispatches = found["dispatches"].as_array().into_iter().flatten();
        let dispatches = dispatches.map(|one| Dispatch::read(vm, one, &locals)).collect::<EvalResult<_>>()?;
        Ok(Function { api: Api::Modern(dispatches), stamp })
    }
}

impl Dispatch {
    fn read(vm: &mut Vm, found: &Json, locals: &[LocalType]) -> EvalResult<Dispatch> {
        let mut params = Vec::new();
        for param in found["params"].as_array().into_iter().flatten() {
            let (ty, name) = (text(&param[0]), text(&param[1]));
            params.push((name.to_owned(), parse(vm, ty, locals)?));
        }
        let block = match &found["block"] {
            Json::Null => None,
            block => Some((parse(vm, text(&block[0]), locals)?, block[2] == true)),
        };
        let returns = match &found["returns"] {
            Json::Null => None,
            returns => Some(parse(vm, text(returns), locals)?),
        };
        let max = (found["repeats"] != true).then_some(params.len());
        let required = found["required"].as_u64().unwrap_or_default() as usize;
        Ok(Dispatch { params, required, max, block, returns, is_mismatch: found["mismatch"] == true })
    }

    fn accepts(&self, args: &[Value], block: Option<&CallableValue>) -> bool {
        self.accepts_count(args.len()) && self.accepts_block(block) && self.first_mismatch(args).is_none()
    }

    fn accepts_count(&self, count: usize) -> bool {
        count >= self.required && self.max.is_none_or(|max| count <= max)
    }

    fn accepts_block(&self, block: Option<&CallableValue>) -> bool {
        match (&self.block, block) {
            (None, given) => given.is_none(),
            (Some((_, required)), None) => !required,
            (Some((ty, _)), Some(given)) => accepts_lambda(ty, given),
        }
    }

    fn param(&self, index: usize) -> Option<&(String, Ty)> {
        self.params.get(index).or(self.params.last())
    }

    fn first_mismatch(&self, args: &[Value]) -> Option<usize> {
        args.iter().enumerate().position(|(at, arg)| self.param(at).is_some_and(|(_, ty)| !instance(ty, arg)))
    }

    /// Checks a result against the return type.
    pub(crate) fn check_result(&self, name: &str, value: &Value) -> EvalResult<()> {
        match &self.returns {
            Some(ty) if !instance(ty, value) => Err(Flow::mismatch(&format!("value returned from {name}"), ty, value)),
            _ => Ok(()),
        }
    }

    /// Formats the signature: `f(Integer $x, String *$rest)`.
    fn form(&self, name: &str) -> String {
        let last = self.params.len().saturating_sub(1);
        let param = |(at, (param, ty)): (usize, &(String, Ty))| match self.max {
            None if at == last => format!("{ty} *${param}"),
            _ if at >= self.required => format!("{ty} ${param} = ..."),
            _ => format!("{ty} ${param}"),
        };
        let mut params: Vec<String> = self.params.iter().enumerate().map(param).collect();
        params.extend(self.block.as_ref().map(|(ty, _)| format!("{ty} &$block")));
        format!("{name}({})", params.join(", "))
    }
}

/// Returns whether a lambda may be called with the number of arguments that the type describes.
fn accepts_lambda(ty: &Type, given: &CallableValue) -> bool {
    let params = match ty {
        Type::Callable(CallableType { params: Some(params), .. }) => params.clone(),
        Type::Optional(Some(inner)) => return accepts_lambda(inner, given),
        Type::Variant(all) => return all.iter().any(|one| accepts_lambda(one, given)),
        _ => return true,
    };
    let (Type::Tuple(types, size), Some((required, most))) = (&*params, callable_arity(given)) else { return true };
    let (least, last) = match size {
        Some(size) => (size.from.max(0) as usize, size.to.map(|to| to.max(0) as usize)),
        None => (types.len(), Some(types.len())),
    };
    required <= least && most.is_none_or(|most| last.is_some_and(|last| last <= most))
}

/// Returns the number of the dispatch that accepts the call.
pub(crate) fn choose(
    name: &str,
    dispatches: &[Dispatch],
    args: &[Value],
    block: Option<&Rc<CallableValue>>,
) -> EvalResult<usize> {
    let block = block.map(|block| &**block);
    match dispatches.iter().position(|dispatch| dispatch.accepts(args, block)) {
        Some(at) => Ok(at),
        None => Err(mismatch(name, dispatches, args)),
    }
}

/// Creates the error for a call that no dispatch accepts.
fn mismatch(name: &str, dispatches: &[Dispatch], args: &[Value]) -> Box<Flow> {
    let real = || dispatches.iter().filter(|dispatch| !dispatch.is_mismatch);
    let counted: Vec<&Dispatch> = real().filter(|dispatch| dispatch.accepts_count(args.len())).collect();
    // Those that accept the arguments and not the lambda.
    let fitting: Vec<&&Dispatch> = counted.iter().filter(|dispatch| dispatch.first_mismatch(args).is_none()).collect();
    let furthest = counted.iter().filter_map(|dispatch| Some((dispatch.first_mismatch(args)?, *dispatch)));
    let mut flow = match furthest.max_by_key(|(at, _)| *at).filter(|_| fitting.is_empty()) {
        _ if counted.is_empty() => Flow::fail_with(Topic::ArgumentCount, wrong_count(name, real(), args.len())),
        Some((at, dispatch)) => {
            let (param, ty) = dispatch.param(at).cloned().unwrap_or_else(|| (String::new(), Rc::new(Type::Any)));
            Flow::mismatch(&format!("`{name}`: parameter '{param}'"), &ty, &args[at])
        }
        None if fitting.iter().all(|dispatch| dispatch.block.is_none()) => {
            Flow::fail_with(Topic::ArgumentCount, format!("`{name}` does not accept a lambda"))
        }
        None => Flow::fail_with(Topic::ArgumentType, format!("`{name}` expects another lambda")),
    };
    let forms: Vec<String> = real().map(|dispatch| dispatch.form(name)).collect();
    flow.with_help(|| Some(format!("it is called as {}", forms.join(" or "))));
    flow
}

fn wrong_count<'d>(name: &str, dispatches: impl Iterator<Item = &'d Dispatch>, given: usize) -> String {
    let counts: Vec<(usize, Option<usize>)> = dispatches.map(|one| (one.required, one.max)).collect();
    let from = counts.iter().map(|(required, _)| *required).min().unwrap_or_default() as i64;
    let is_unlimited = counts.iter().any(|(_, max)| max.is_none());
    let to = counts.iter().filter_map(|(_, max)| *max).max().filter(|_| !is_unlimited);
    let size = Size { from, to: to.map(|to| to as i64) };
    format!("`{name}` expects {}, found {given}", Mismatch::format_count(size, "arguments"))
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_default()
}

/// Returns the local types: `type 'Name = Source'`.
fn local_types(found: &Json) -> Vec<LocalType> {
    let lines = found["types"].as_array().into_iter().flatten().filter_map(Json::as_str);
    let split = |line: &str| line.split_once('=').map(|(name, ty)| (name.trim().to_owned(), ty.trim().to_owned()));
    lines.filter_map(split).collect()
}

/// The number of times that local types are replaced in a type; what then remains refers to itself.
const MAX_REPLACED: usize = 4;

/// Parses a type in which local types may occur.
fn parse(vm: &mut Vm, source: &str, locals: &[LocalType]) -> EvalResult<Ty> {
    if locals.is_empty() {
        return vm.parse_type(source);
    }
    let mut source = source.to_owned();
    for _ in 0..MAX_REPLACED {
        source = replaced(&source, |name| locals.iter().find(|(local, _)| local == name).map(|(_, ty)| ty.as_str()));
    }
    source = replaced(&source, |name| locals.iter().any(|(local, _)| local == name).then_some("Any"));
    vm.parse_type(&source)
}

/// Replaces names outside of quotes.
fn replaced<'t>(source: &str, meaning: impl Fn(&str) -> Option<&'t str>) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            first if first.is_alphabetic() => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                rest.find(|c| !is_part(c)).unwrap_or(rest.len())
            }
            first => first.len_utf8(),
        };
        let (part, after) = rest.split_at(length);
        out.push_str(meaning(part).unwrap_or(part));
        rest = after;
    }
    out
}
