//! Resource expressions: `type { title: name => value }` in its forms.

use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::{IssueCode, Topic};
use rustc_hash::{FxHashMap, FxHashSet};

use puppet_catalog::{Parameter, ParameterOrigin, SourceLocation};
use puppet_pcore::{Type, Value, flatten};
use puppet_syntax::ast::{self, Expr, ExprKind, Name, ResourceForm};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::flow::Locate;
use super::super::{EvalResult, Flow, SourcePos, Vm};
use super::attribute::compile_operations;
use super::attribute::{Operation, parameters};
use super::declaration::{Declaration, declare};
use super::report::{place, warn};
use crate::catalog::report::display_value;

/// The code of a resource type's name.
type NameCode = Box<dyn Fn(&mut Vm, &mut [Value]) -> EvalResult<Name>>;

/// The code of a body of a resource expression.
struct BodyCode {
    title: Code,
    title_site: SourcePos,
    operations: Vec<Operation>,
}

/// A body with its evaluated title and parameters.
struct Evaluated {
    titles: Vec<Rc<str>>,
    is_default: bool,
    parameters: Vec<Parameter>,
}

/// Compiles a resource expression: `type { title: name => value }`.
pub(super) fn compile_resource(compiler: &mut Compiler<'_>, resource: &ast::Resource, site: SourcePos) -> Code {
    let type_name = compile_resource_type(compiler, &resource.type_name);
    let form = resource.form;
    let source = compiler.source().clone();
    let bodies: Box<[BodyCode]> = resource.bodies.iter().map(|body| compile_resource_body(compiler, body)).collect();
    Box::new(move |vm, frame| {
        let type_name = type_name(vm, frame)?;
        if form == ResourceForm::Exported && vm.host.puppetdb().is_none() {
            warn(
                vm,
                IssueCode::RtNoStoreconfigsExport,
                site,
                "nothing can be exported without a store of configurations",
            );
        }
        let bodies = evaluate_bodies(vm, frame, &bodies, site)?;
        let place = place(&source, site);
        declare_bodies(vm, type_name, bodies, form, place).at(site)
    })
}

fn compile_resource_body(compiler: &mut Compiler<'_>, body: &ast::ResourceBody) -> BodyCode {
    BodyCode {
        title: compiler.expr(&body.title),
        title_site: SourcePos::from(&body.title),
        operations: compile_operations(compiler, &body.operations, ParameterOrigin::Given),
    }
}

/// Compiles the name of the type: a bareword, or a reference without a title.
fn compile_resource_type(compiler: &mut Compiler<'_>, expr: &Expr) -> NameCode {
    if let ExprKind::Name(name) = &expr.kind {
        // Puppet recognizes its own types only by their unqualified names.
        let plain = name.strip_prefix("::").filter(|plain| puppet_catalog::builtin(plain).is_none());
        let name: Name = plain.unwrap_or(name).to_lowercase().into();
        return Box::new(move |_, _| Ok(name.clone()));
    }
    let site = SourcePos::from(expr);
    let acceptable = match &expr.kind {
        ExprKind::Ref(_) => true,
        ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
        _ => false,
    };
    let code = compiler.expr(expr);
    Box::new(move |vm, frame| {
        let value = code(vm, frame)?;
        match type_without_title(&value) {
            Some(name) if acceptable => Ok(name),
            // Puppet fails for the type of all resource types.
            _ if acceptable && is_any_resource(&value) => Err(Flow::at(
                Topic::ResourceSyntax,
                site,
                "`Resource` does not name a resource type: write Resource['name']",
            )),
            _ => Err(no_resource_type(&value, site)),
        }
    })
}

/// Returns the name of a resource type, in lower case.
fn type_without_title(value: &Value) -> Option<Name> {
    let Value::Type(ty) = value else { return None };
    match &**ty {
        Type::Class(None) => Some("class".into()),
        Type::Resource { type_name: Some(name), title: None } => Some(name.clone()),
        _ => None,
    }
}

fn is_any_resource(value: &Value) -> bool {
    matches!(value, Value::Type(ty) if matches!(&**ty, Type::Resource { type_name: None, title: None }))
}

/// Creates the error for a value that is not a resource type.
pub(super) fn no_resource_type(value: &Value, site: SourcePos) -> Box<Flow> {
    let message = format!("a resource type is expected here, not {}", display_value(value));
    let mut flow = Flow::at(IssueCode::IllegalResourceType, site, message);
    flow.with_help(|| match value.as_str() {
        Some(name) => Some(format!("write it without quotes, or as Resource['{name}']")),
        None => Some("write a bare word as `notify`, or a reference as `Notify`".to_owned()),
    });
    flow
}

fn evaluate_bodies(
    vm: &mut Vm,
    frame: &mut [Value],
    bodies: &[BodyCode],
    site: SourcePos,
) -> EvalResult<Vec<Evaluated>> {
    let mut evaluated: Vec<Evaluated> = Vec::with_capacity(bodies.len());
    let mut taken = FxHashSet::default();
    for body in bodies {
        let value = (body.title)(vm, frame)?;
        let (titles, is_default) = match value {
            // A single title has no duplicate.
            Value::Str(title) if bodies.len() == 1 && !title.text.is_empty() => {
                (vec![title.text.as_str().into()], false)
            }
            value => titles(value, &evaluated, &mut taken, body.title_site, site)?,
        };
        let parameters = parameters(vm, frame, &body.operations, Some(site))?;
        evaluated.push(Evaluated { titles, is_default, parameters });
    }
    Ok(evaluated)
}

/// Collects the titles of a value; returns whether `default` is among them. `taken` are the titles so far, to which it
/// appends.
fn titles(
    value: Value,
    before: &[Evaluated],
    taken: &mut FxHashSet<Rc<str>>,
    title_site: SourcePos,
    site: SourcePos,
) -> EvalResult<(Vec<Rc<str>>, bool)> {
    let flat = match value {
        Value::Undef => return Err(no_title(IssueCode::MissingTitle, title_site, "the title is undef".to_owned())),
        Value::Array(array) => flatten(&array.items),
        single => vec![single],
    };
    budget::poll()?;
    let (mut titles, mut is_default): (Vec<Rc<str>>, bool) = (Vec::with_capacity(flat.len()), false);
    for (index, title) in flat.iter().enumerate() {
        match title {
            Value::Str(text) if text.text.is_empty() => {
                return Err(no_title(
                    IssueCode::EmptyStringTitleAt,
                    title_site,
                    format!("the title at {index} is empty"),
                ));
            }
            Value::Str(text) => {
                let title: Rc<str> = text.text.as_str().into();
                if !taken.insert(title.clone()) {
                    return Err(doubled(site, &text.text));
                }
                titles.push(title);
            }
            Value::Default if is_default || before.iter().any(|body| body.is_default) => {
                return Err(doubled(site, "default"));
            }
            Value::Default => is_default = true,
            Value::Undef | Value::Unset => {
                return Err(no_title(IssueCode::MissingTitleAt, title_site, format!("the title at {index} is undef")));
            }
            other => {
                let message = format!("the title at {index} is {}, not a String", display_value(other));
                return Err(no_title(IssueCode::IllegalTitleTypeAt, title_site, message));
            }
        }
    }
    Ok((titles, is_default))
}

fn no_title(code: IssueCode, site: SourcePos, message: String) -> Box<Flow> {
    let mut flow = Flow::at(code, site, message);
    flow.with_help(|| Some("write a string that is not empty as the title, or an array of strings".to_owned()));
    flow
}

fn doubled(site: SourcePos, title: &str) -> Box<Flow> {
    Flow::at(IssueCode::DuplicateTitle, site, format!("duplicate title '{title}'"))
}

/// Returns the parameters of a body after those of `default`.
fn with_defaults(defaults: &[Parameter], own: Vec<Parameter>) -> Vec<Parameter> {
    if defaults.is_empty() {
        return own;
    }
    let mut places: FxHashMap<Name, usize> = FxHashMap::default();
    let mut all: Vec<Parameter> = Vec::with_capacity(defaults.len() + own.len());
    for parameter in defaults.iter().cloned().chain(own) {
        let at = *places.entry(parameter.name.clone()).or_insert(all.len());
        match all.get_mut(at) {
            Some(known) => *known = parameter,
            None => all.push(parameter),
        }
    }
    all
}

/// Declares the resources of the bodies; the parameters of `default` apply to all others.
fn declare_bodies(
    vm: &mut Vm,
    type_name: Name,
    bodies: Vec<Evaluated>,
    form: ResourceForm,
    place: SourceLocation,
) -> EvalResult {
    let defaults = bodies.iter().find(|body| body.is_default).map(|body| body.parameters.clone()).unwrap_or_default();
    let mut references = Vec::new();
    for body in bodies {
        let parameters = with_defaults(&defaults, body.parameters);
        let declaration = Declaration {
            type_name: type_name.clone(),
            titles: body.titles,
            title_value: None,
            parameters,
            is_virtual: form != ResourceForm::Regular,
            exported: form == ResourceForm::Exported,
            place: Some(place.clone()),
        };
        references.extend(declare(vm, declaration)?);
    }
    Ok(Value::array(references))
}
