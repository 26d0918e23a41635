//! Explains a call: every overload of the called function, each parameter with its argument, and the reasons for
//! rejection. It runs only the type expressions of parameters; the arguments are already evaluated.

use std::rc::Rc;

use pprepl_text::{MismatchRow, Topic, suggest};
use puppet_pcore::{
    CallableValue, Member, Mismatch, Size, Ty, Type, Value, instance, members, mismatch, new_signatures, resolved,
    short_text, type_text,
};
use puppet_syntax::ast::{Lambda, Param};

use super::checks::checks;
use super::code::{Body, LambdaValue};
use super::functions::{BlockNeed, FunctionEntry};
use super::services::{Autoload, Compile};
use super::signature::{arity_of, signatures};
use super::unknown::unknown_function;
use super::{BlockArity, Builtin, EvalResult, Flow, SourcePos, Vm, signature};

/// An overload, matched against one call.
#[derive(Clone, Debug)]
pub struct Overload {
    /// The overload as written: `max(Numeric *$values) >> Numeric`.
    pub form: String,
    /// True if it accepts the call.
    pub accepted: bool,
    /// The reason why it rejects the call as a whole: the number of arguments, the order of parameters.
    pub refusal: Option<String>,
    /// The parameters in order; captures-rest appears once for each argument.
    pub seats: Vec<ParamSlot>,
}

/// A parameter and its argument.
#[derive(Clone, Debug)]
pub struct ParamSlot {
    /// The parameter as written: `$port`, `*$rest`, `&$block`.
    pub name: String,
    pub expected: String,
    /// The argument, formatted.
    pub actual: String,
    /// The reason why the argument is rejected.
    pub refusal: Option<String>,
    /// The mismatches by path, the parameter first.
    pub misfits: Vec<MismatchRow>,
}

/// An overload before it is matched against a call.
struct Form {
    text: String,
    params: Vec<FormParam>,
    block: BlockForm,
    /// True if surplus arguments are dropped, as a lambda's are.
    drops: bool,
    /// The error in the definition itself.
    fault: Option<String>,
}

struct FormParam {
    name: String,
    ty: Ty,
    required: bool,
    rest: bool,
}

/// The lambda that an overload accepts.
enum BlockForm {
    Refused,
    Taken { name: String, need: BlockNeed },
}

impl FormParam {
    fn label(&self) -> String {
        format!("{}${}", if self.rest { "*" } else { "" }, self.name)
    }
}

/// Returns how many arguments the lambda of a call accepts.
pub fn block_arity(lambda: &Lambda) -> BlockArity {
    let required = lambda.params.iter().filter(|param| param.default.is_none() && !param.captures_rest).count();
    let rest = lambda.params.iter().any(|param| param.captures_rest);
    BlockArity { required, max: (!rest).then_some(lambda.params.len()) }
}

impl Vm {
    /// Matches the overloads of a function against a call of it.
    pub fn overloads(&mut self, name: &str, args: &[Value], block: Option<BlockArity>) -> EvalResult<Vec<Overload>> {
        let entry = self.function(name);
        if !entry.defined.get() && entry.builtin.is_none() && !self.autoload_function(&entry)? {
            return Err(unknown_function(self, &entry.name, SourcePos::default()));
        }
        entry_overloads(self, &entry, args, block)
    }

    /// Matches the overloads of a callable value against a call.
    pub fn callable_overloads(
        &mut self,
        callable: &Rc<CallableValue>,
        args: &[Value],
        block: Option<BlockArity>,
    ) -> EvalResult<Vec<Overload>> {
        if let Some(entry) = callable.code.downcast_ref::<Rc<FunctionEntry>>() {
            return entry_overloads(self, entry, args, block);
        }
        match callable.code.downcast_ref::<LambdaValue>() {
            Some(lambda) => {
                let text = format!("lambda({})", params_text(&lambda.body));
                let form = Form { drops: true, ..body_form(self, &lambda.body, text)? };
                Ok(vec![match_overload(&form, args, block)])
            }
            None => Err(Flow::fail_with(Topic::Callable, "this callable cannot be called from here")),
        }
    }

    /// Matches the forms of `T.new` against arguments.
    pub fn new_overloads(&mut self, ty: &Ty, args: &[Value]) -> Vec<Overload> {
        let name = short_text(&type_text(ty), 60);
        let mut forms = vec![form_of(&name, vec![("value".to_owned(), ty.clone(), true)])];
        forms.extend(maker_forms(&name, ty));
        forms.iter().map(|form| match_overload(form, args, None)).collect()
    }

    /// Matches the parameters of a class or defined type against arguments by name. `None` when the name is unknown.
    pub fn declaration(&self, name: &str, given: &[(String, Value)]) -> Option<Overload> {
        let (kind, params) = self.catalog.parameters_of(name)?;
        let mut seats: Vec<ParamSlot> =
            params.iter().map(|(param, ty)| named_slot(param, ty.as_ref(), given)).collect();
        let known = |name: &str| {
            name == "name" || puppet_catalog::is_metaparameter(name) || params.iter().any(|(p, _)| *p.name == *name)
        };
        for (stray, value) in given.iter().filter(|(name, _)| !known(name)) {
            let near = suggest::nearest(stray, params.iter().map(|(param, _)| &*param.name));
            let help = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
            seats.push(ParamSlot {
                name: stray.clone(),
                expected: "nothing".to_owned(),
                actual: Mismatch::summary(value),
                refusal: Some(format!("unknown parameter{help}")),
                misfits: Vec::new(),
            });
        }
        let accepted = seats.iter().all(|seat| seat.refusal.is_none());
        let names: Vec<String> = params.iter().map(|(param, ty)| param_text(param, ty.as_ref())).collect();
        Some(Overload { form: format!("{kind} {name}({})", names.join(", ")), accepted, refusal: None, seats })
    }
}

fn entry_overloads(
    vm: &mut Vm,
    entry: &Rc<FunctionEntry>,
    args: &[Value],
    block: Option<BlockArity>,
) -> EvalResult<Vec<Overload>> {
    let forms = forms(vm, entry)?;
    let takes_blocks = forms.iter().any(|form| matches!(form.block, BlockForm::Taken { .. }));
    let (args, block) = match (block, args.split_last()) {
        (None, Some((Value::Callable(callable), rest))) if takes_blocks => (rest, Some(arity_of(vm, callable))),
        (block, _) => (args, block),
    };
    Ok(forms.iter().map(|form| match_overload(form, args, block)).collect())
}

fn forms(vm: &mut Vm, entry: &Rc<FunctionEntry>) -> EvalResult<Vec<Form>> {
    if let Some(body) = vm.function_body(entry) {
        let user = entry.user.borrow().clone();
        let returns =
            user.as_ref().and_then(|user| Some(user.definition.returns.as_ref()?.span.of(user.source.text())));
        let returns = returns.map(|ty| format!(" >> {ty}")).unwrap_or_default();
        let text = format!("{}({}){returns}", entry.name, params_text(&body));
        return Ok(vec![body_form(vm, &body, text)?]);
    }
    let Some(builtin) = entry.builtin else { return Ok(Vec::new()) };
    Ok(builtin_forms(vm, builtin))
}

fn builtin_forms(vm: &mut Vm, builtin: &'static Builtin) -> Vec<Form> {
    let read = signatures(vm, builtin);
    let rows = builtin.signatures.iter().zip(read.parts());
    rows.map(|(row, parts)| Form {
        text: format!("{}({}) >> {}", builtin.name, row.params, row.returns),
        params: parts.params.map(|(name, ty, required, rest)| FormParam { name, ty, required, rest }).collect(),
        block: match parts.block {
            BlockNeed::Refused => BlockForm::Refused,
            need => BlockForm::Taken { name: block_name(row.params), need: need.clone() },
        },
        drops: false,
        fault: None,
    })
    .collect()
}

fn body_form(vm: &mut Vm, body: &Body, text: String) -> EvalResult<Form> {
    let checks = checks(vm, body)?;
    let any: Ty = Rc::new(Type::Any);
    let params = body.params.iter().zip(&checks.params).map(|(param, check)| {
        let ty = check.as_ref().map_or(&any, |(ty, _)| ty);
        // Captures-rest is checked as the array of all its arguments.
        let ty = match &**ty {
            Type::Array(element, _) if param.rest => element.clone(),
            _ => ty.clone(),
        };
        let required = param.default.is_none() && !param.rest;
        FormParam { name: param.name.to_string(), ty, required, rest: param.rest }
    });
    let params = params.collect();
    let block = match &body.block {
        None => BlockForm::Refused,
        Some(param) => {
            BlockForm::Taken { name: param.name.to_string(), need: signature::block_need(checks.block.as_ref()) }
        }
    };
    let fault = body.misplaced.as_ref();
    let fault = fault.map(|(name, _)| format!("required parameter `${name}` follows an optional one"));
    Ok(Form { text, params, block, drops: false, fault })
}

/// Returns the parameters as written.
fn params_text(body: &Body) -> String {
    let text = body.source.text();
    let sites = body.params.iter().chain(&body.block).map(|param| param.site.span.of(text));
    sites.collect::<Vec<_>>().join(", ")
}

fn param_text(param: &Param, ty: Option<&Ty>) -> String {
    let ty = ty.map(|ty| format!("{} ", type_text(ty))).unwrap_or_default();
    format!("{ty}${}{}", param.name, if param.default.is_some() { " = .." } else { "" })
}

fn named_slot(param: &Param, ty: Option<&Ty>, given: &[(String, Value)]) -> ParamSlot {
    let value = given.iter().find(|(name, _)| **name == *param.name).map(|(_, value)| value);
    let value = value.filter(|value| !(value.is_undef() && param.default.is_some()));
    let any: Ty = Rc::new(Type::Any);
    let form = FormParam {
        name: param.name.to_string(),
        ty: ty.cloned().unwrap_or(any),
        required: param.default.is_none(),
        rest: false,
    };
    slot(&form, value)
}

/// Returns the name of `&$block` in a signature's source.
fn block_name(params: &str) -> String {
    params.rsplit_once("&$").map_or("block", |(_, name)| name.trim()).to_owned()
}

/// Returns a form of `T.new`. It omits the types of its parameters, which are too long for a heading.
fn form_of(name: &str, params: Vec<(String, Ty, bool)>) -> Form {
    let text = params.iter().map(|(name, _, required)| format!("${name}{}", if *required { "" } else { " = .." }));
    let text = format!("{name}({})", text.collect::<Vec<_>>().join(", "));
    let params = params.into_iter().map(|(name, ty, required)| FormParam { name, ty, required, rest: false }).collect();
    Form { text, params, block: BlockForm::Refused, drops: false, fault: None }
}

/// Returns the names of the parameters of a form of `T.new`.
fn maker_names(ty: &Type, count: usize) -> &'static [&'static str] {
    match (ty, count) {
        (Type::Integer(_), _) => &["from", "radix", "abs"],
        (Type::Float(_) | Type::Numeric, _) => &["from", "abs"],
        (Type::String(_), _) => &["from", "formats"],
        (Type::Array(..) | Type::Tuple(..), _) => &["from", "wrap"],
        (Type::Regexp(_), _) => &["pattern", "escape"],
        (Type::Timespan(_), 4..) => {
            &["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"]
        }
        (Type::Timespan(_) | Type::Timestamp(_), _) => &["from", "format", "timezone"],
        (Type::SemVer(_), 2..) => &["major", "minor", "patch", "prerelease", "build"],
        (Type::SemVerRange, 2..) => &["min", "max", "exclude_max"],
        (Type::Binary, _) => &["from", "format"],
        _ => &["from"],
    }
}

/// Returns the forms of `new` for a type.
fn maker_forms(name: &str, ty: &Ty) -> Vec<Form> {
    if let Some(signatures) = new_signatures(ty) {
        let params = |types: Vec<Ty>, least: usize| {
            let names = maker_names(&resolved(ty), types.len());
            let name =
                |at: usize| names.get(at).map_or_else(|| format!("argument{}", at + 1), |name| (*name).to_owned());
            types.into_iter().enumerate().map(|(at, ty)| (name(at), ty, at < least)).collect()
        };
        return signatures.into_iter().map(|(types, least)| form_of(name, params(types, least))).collect();
    }
    match &*resolved(ty) {
        Type::Object(object) => {
            let all = members(object);
            let attributes = all.iter().filter_map(|(name, member)| match member {
                Member::Attribute(attribute) if !attribute.constant && !attribute.derived => {
                    Some((name.to_string(), attribute.ty.clone(), attribute.value.is_none()))
                }
                _ => None,
            });
            let (required, optional): (Vec<_>, Vec<_>) = attributes.partition(|(_, _, required)| *required);
            vec![form_of(name, required.into_iter().chain(optional).collect())]
        }
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => maker_forms(name, inner),
        _ => Vec::new(),
    }
}

/// Matches an overload against a call.
fn match_overload(form: &Form, args: &[Value], block: Option<BlockArity>) -> Overload {
    let mut seats = Vec::new();
    for (index, param) in form.params.iter().enumerate() {
        if param.rest {
            match args.get(index..).filter(|rest| !rest.is_empty()) {
                Some(rest) => seats.extend(rest.iter().map(|value| slot(param, Some(value)))),
                None => seats.push(slot(param, None)),
            }
        } else {
            seats.push(slot(param, args.get(index)));
        }
    }
    let rest = form.params.iter().any(|param| param.rest);
    if !rest && !form.drops {
        seats.extend(args.iter().skip(form.params.len()).map(extra_argument));
    }
    seats.extend(block_slot(&form.block, block));
    let refusal = count_error(form, args.len()).or_else(|| form.fault.clone());
    let accepted = refusal.is_none() && seats.iter().all(|seat| seat.refusal.is_none());
    Overload { form: form.text.clone(), accepted, refusal, seats }
}

/// Returns the row for an argument without a parameter.
fn extra_argument(value: &Value) -> ParamSlot {
    ParamSlot {
        name: "(none)".to_owned(),
        expected: "nothing".to_owned(),
        actual: Mismatch::summary(value),
        refusal: Some("unexpected argument".to_owned()),
        misfits: Vec::new(),
    }
}

fn count_error(form: &Form, given: usize) -> Option<String> {
    let required = form.params.iter().filter(|param| param.required).count();
    let rest = form.params.iter().any(|param| param.rest);
    let most = (!rest && !form.drops).then_some(form.params.len());
    if given >= required && most.is_none_or(|most| given <= most) {
        return None;
    }
    let size = Size { from: required as i64, to: most.map(|most| most as i64) };
    Some(format!("expected {}, found {given}", Mismatch::format_count(size, "arguments")))
}

fn slot(param: &FormParam, value: Option<&Value>) -> ParamSlot {
    let found = value.filter(|value| !instance(&param.ty, value)).and_then(|value| mismatch(&param.ty, value));
    let label = param.label();
    let (actual, refusal) = match (value, &found) {
        (None, _) if param.required => ("nothing".to_owned(), Some("missing argument".to_owned())),
        (None, _) if param.rest => ("nothing".to_owned(), None),
        (None, _) => ("its default".to_owned(), None),
        (Some(value), None) => (Mismatch::summary(value), None),
        (Some(value), Some(found)) => (Mismatch::summary(value), Some(found.sentence(""))),
    };
    let misfits = found.map(|found| found.rows(&label)).unwrap_or_default();
    ParamSlot { name: label, expected: short_text(&type_text(&param.ty), 100), actual, refusal, misfits }
}

fn block_slot(form: &BlockForm, block: Option<BlockArity>) -> Option<ParamSlot> {
    let actual = match block {
        None => "no lambda".to_owned(),
        Some(arity) => format!("a lambda with {}", arity_text(arity.required, arity.max, "parameters")),
    };
    match form {
        BlockForm::Refused => block.map(|_| ParamSlot {
            name: "&$block".to_owned(),
            expected: "no lambda".to_owned(),
            actual,
            refusal: Some("it does not accept a lambda".to_owned()),
            misfits: Vec::new(),
        }),
        BlockForm::Taken { name, need } => {
            let refusal = match block {
                _ if need.takes(block) => None,
                None => Some("missing lambda".to_owned()),
                Some(arity) => {
                    let count = arity_text(arity.required, arity.max, "parameters");
                    Some(format!("it cannot call a lambda with {count}"))
                }
            };
            Some(ParamSlot {
                name: format!("&${name}"),
                expected: need_text(need),
                actual,
                refusal,
                misfits: Vec::new(),
            })
        }
    }
}

fn need_text(need: &BlockNeed) -> String {
    match need {
        BlockNeed::Refused => "no lambda".to_owned(),
        BlockNeed::Taken { required, arity, .. } => {
            let called = match arity {
                None => String::new(),
                Some((least, most)) => format!(" for {}", arity_text(*least, *most, "arguments")),
            };
            format!("{}{called}", if *required { "a lambda" } else { "an optional lambda" })
        }
    }
}

fn arity_text(least: usize, most: Option<usize>, unit: &'static str) -> String {
    Mismatch::format_count(Size { from: least as i64, to: most.map(|most| most as i64) }, unit)
}
