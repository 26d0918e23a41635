//! Resource expressions: titles, parameters, and declaring what they say.

use std::rc::Rc;

use crate::catalog::{Edit as CatalogEdit, Parameter, Place, Reference, Resource, builtin, tags_in};
use crate::pcore::{Type, Value, infer_generalized};
use crate::syntax::ast::{self, AttributeKind, AttributeOperation, Expr, ExprKind, Name, ResourceForm};

use super::super::code::Code;
use super::super::compile::Compiler;
use super::super::flow::Locate;
use super::super::{Flow, R, Site, Vm};
use super::access::{class_key, title_key};
use super::class::{declare_parents, evaluate, unknown_class};
use super::{Edit, blank, fault, told};

/// What is to be declared: resources of one type with the same parameters.
pub(crate) struct Declaration {
    /// The type's name in lower case, `class` for classes.
    pub type_name: Name,
    /// The titles.
    pub titles: Vec<Rc<str>>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Virtual ones?
    pub is_virtual: bool,
    /// Exported ones?
    pub exported: bool,
    /// Where it says so.
    pub place: Option<Place>,
}

/// Declares resources; gives references to them.
pub(crate) fn declare(vm: &mut Vm, declaration: &Declaration) -> R<Vec<Value>> {
    if &*declaration.type_name == "class" {
        return declaration.titles.iter().map(|title| declare_class(vm, declaration, title)).collect();
    }
    if !vm.catalog.is_resource_type(&declaration.type_name) {
        return Err(unknown_type(vm, &declaration.type_name));
    }
    let mut references = Vec::with_capacity(declaration.titles.len());
    for title in &declaration.titles {
        let reference = Reference::new(declaration.type_name.clone(), title_key(&declaration.type_name, title));
        let shown = Value::ty(Type::Resource {
            type_name: Some(reference.type_name.clone()),
            title: Some(reference.title.clone()),
        });
        let resource = vm.resource_of(declaration, reference)?;
        vm.add_resource(resource)?;
        references.push(shown);
    }
    Ok(references)
}

/// There is no resource type of this name.
pub(super) fn unknown_type(vm: &Vm, name: &str) -> Box<Flow> {
    let mut flow = Flow::runtime(format!("there is no resource type `{name}`"));
    flow.advise(|| {
        let near = vm.catalog.near(name, "define");
        near.or_else(|| Some(format!("define it: define {name} () {{ .. }}")))
    });
    flow
}

fn declare_class(vm: &mut Vm, declaration: &Declaration, title: &str) -> R {
    let name = class_key(title);
    if !vm.catalog.is_class(&name) {
        return Err(unknown_class(vm, &name));
    }
    let reference = Reference::new("class", name.clone());
    let shown = Value::ty(Type::Resource { type_name: Some("class".into()), title: Some(reference.shown_title()) });
    let resource = vm.resource_of(declaration, reference)?;
    declare_parents(vm, &name, 0)?;
    let id = vm.add_resource(resource)?;
    if !vm.catalog.has_class(&name) {
        evaluate(vm, id)?;
    }
    Ok(shown)
}

impl Vm {
    /// The resource that a declaration makes in the running scope.
    fn resource_of(&self, declaration: &Declaration, reference: Reference) -> R<Resource> {
        let mut resource = blank(reference, self.catalog.current, self.catalog.owner(), declaration.place.clone());
        resource.parameters.clone_from(&declaration.parameters);
        resource.is_virtual = declaration.is_virtual || declaration.exported;
        resource.exported = declaration.exported;
        self.add_defaults(&mut resource);
        if let Some(tag) = resource.parameter("tag") {
            resource.tags = tags(&tag.value)?;
        }
        Ok(resource)
    }

    /// Sets the defaults in force for what was not given.
    pub(super) fn add_defaults(&self, resource: &mut Resource) {
        let defaults = self.catalog.catalog.defaults(resource.scope, &resource.reference.type_name);
        for default in defaults {
            if resource.parameter(&default.name).is_none() {
                resource.parameters.push(default.clone());
            }
        }
    }

    /// Puts a resource into the catalog; gives its number.
    pub(super) fn add_resource(&mut self, mut resource: Resource) -> R<u32> {
        let catalog = &self.catalog.catalog;
        if let Some(known) = catalog.find(&resource.reference.type_name, &resource.reference.title) {
            return Err(duplicate(&resource.reference, catalog.get(known)));
        }
        let id = catalog.next_id();
        let is_class = resource.reference.is_class();
        if !is_class && &*resource.reference.type_name != "stage" {
            resource.container = Some(self.catalog.container());
        }
        let aliases = aliases(&resource);
        let staged = !is_class && resource.parameter("stage").is_some_and(|stage| !stage.value.is_undef());
        self.edit_catalog(CatalogEdit::Resource(id, Some(Box::new(resource))));
        aliases.into_iter().try_for_each(|alias| self.add_alias(alias, id))?;
        if staged {
            return fault("only classes can set `stage`", "put the resource into a class and give that a stage");
        }
        Ok(id)
    }

    fn add_alias(&mut self, alias: Reference, id: u32) -> R<()> {
        match self.catalog.catalog.find(&alias.type_name, &alias.title) {
            Some(known) if known == id => Ok(()),
            Some(known) => Err(duplicate(&alias, self.catalog.catalog.get(known))),
            None => {
                self.edit(Edit::Catalog(CatalogEdit::Alias(alias, Some(id))));
                Ok(())
            }
        }
    }
}

/// The tags that a value holds.
pub(super) fn tags(value: &Value) -> R<Vec<Rc<str>>> {
    match tags_in(value) {
        Ok(tags) => Ok(tags.into_iter().map(Rc::from).collect()),
        Err(text) => fault(format!("'{text}' is no tag"), "a tag is made of letters, digits, `_`, `:`, `.` and `-`"),
    }
}

fn duplicate(reference: &Reference, known: Option<&Resource>) -> Box<Flow> {
    let mut flow = Flow::runtime(format!("{reference} is declared already"));
    flow.advise(|| {
        let place = told(known.and_then(|known| known.place.as_ref()));
        let known = if place.is_empty() { String::new() } else { format!("it was declared{place}; ") };
        Some(format!("{known}a title can be declared once: choose another, or take the first back with `:undo`"))
    });
    flow
}

/// Further names: those by `alias`, and the name where that is not the title.
fn aliases(resource: &Resource) -> Vec<Reference> {
    let type_name = &resource.reference.type_name;
    let mut titles: Vec<Rc<str>> = Vec::new();
    if let Some(alias) = resource.parameter("alias") {
        strings(&alias.value, &mut titles);
    }
    if let Some(row) = builtin(type_name).filter(|row| row.isomorphic)
        && let Some(name) = resource.parameter(row.namevar).or(resource.parameter("name"))
    {
        strings(&name.value, &mut titles);
    }
    titles.into_iter().map(|title| Reference::new(type_name.clone(), title_key(type_name, &title))).collect()
}

fn strings(value: &Value, out: &mut Vec<Rc<str>>) {
    match value {
        Value::Array(array) => array.items.iter().for_each(|item| strings(item, out)),
        Value::Str(text) => out.push(text.text.as_str().into()),
        _ => {}
    }
}

/// A body of a resource expression.
struct BodyCode {
    title: Code,
    title_site: Site,
    operations: Vec<Operation>,
}

/// A body whose title and parameters are known.
struct Evaluated {
    titles: Vec<Rc<str>>,
    is_default: bool,
    parameters: Vec<Parameter>,
}

/// An attribute with its value's code.
pub(super) struct Operation {
    kind: Attribute,
    value: Code,
    value_site: Site,
    site: Site,
}

enum Attribute {
    Set(Name, bool),
    Splat,
}

impl Compiler<'_> {
    /// `type { title: name => value }`
    pub(super) fn resource(&mut self, resource: &ast::Resource, site: Site) -> Code {
        let type_name = self.resource_type(&resource.type_name);
        let form = resource.form;
        let source = self.source().clone();
        let bodies: Box<[BodyCode]> = resource.bodies.iter().map(|body| self.resource_body(body)).collect();
        Box::new(move |vm, frame| {
            let type_name = type_name(vm, frame)?;
            if form == ResourceForm::Exported {
                vm.warn("RT_NO_STORECONFIGS_EXPORT", site, "nothing can be exported without a store of configurations");
            }
            let bodies = evaluate_bodies(vm, frame, &bodies, site)?;
            let place = Vm::place(&source, site);
            declare_bodies(vm, type_name, bodies, form, place).at(site)
        })
    }

    fn resource_body(&mut self, body: &ast::ResourceBody) -> BodyCode {
        BodyCode {
            title: self.expr(&body.title),
            title_site: Site::from(&body.title),
            operations: self.operations(&body.operations),
        }
    }

    /// `name => value`, ..
    pub(super) fn operations(&mut self, operations: &[AttributeOperation]) -> Vec<Operation> {
        let operation = |operation: &AttributeOperation| Operation {
            kind: match &operation.kind {
                AttributeKind::Set(name) => Attribute::Set(name.clone(), false),
                AttributeKind::Append(name) => Attribute::Set(name.clone(), true),
                AttributeKind::Splat => Attribute::Splat,
            },
            value: self.expr(&operation.value),
            value_site: Site::from(&operation.value),
            site: Site { span: operation.span, at: operation.at },
        };
        operations.iter().map(operation).collect()
    }

    /// The type's name: a bare word, or a reference without a title.
    fn resource_type(&mut self, expr: &Expr) -> Box<dyn Fn(&mut Vm, &mut [Value]) -> R<Name>> {
        if let ExprKind::Name(name) = &expr.kind {
            let name: Name = name.strip_prefix("::").unwrap_or(name).to_lowercase().into();
            return Box::new(move |_, _| Ok(name.clone()));
        }
        let site = Site::from(expr);
        let acceptable = match &expr.kind {
            ExprKind::Ref(_) => true,
            ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
            _ => false,
        };
        let code = self.expr(expr);
        Box::new(move |vm, frame| {
            let value = code(vm, frame)?;
            match type_without_title(&value) {
                Some(name) if acceptable => Ok(name),
                _ => Err(no_resource_type(&value, site)),
            }
        })
    }
}

/// The name of a resource type, in lower case.
fn type_without_title(value: &Value) -> Option<Name> {
    let Value::Type(ty) = value else { return None };
    match &**ty {
        Type::Class(None) => Some("class".into()),
        Type::Resource { type_name: Some(name), title: None } => Some(name.clone()),
        _ => None,
    }
}

/// A value that stands where a resource type should.
pub(super) fn no_resource_type(value: &Value, site: Site) -> Box<Flow> {
    let message = format!("a resource type is expected here, not {}", shown(value));
    let mut flow = Flow::at("ILLEGAL_RESOURCE_TYPE", site, message);
    flow.advise(|| match value.as_str() {
        Some(name) => Some(format!("write it without quotes, or as Resource['{name}']")),
        None => Some("write a bare word as `notify`, or a reference as `Notify`".to_owned()),
    });
    flow
}

/// A value in a message: a type by itself, any other by its type.
fn shown(value: &Value) -> String {
    match value {
        Value::Type(ty) => ty.to_string(),
        other => format!("a value of type {}", infer_generalized(other)),
    }
}

fn evaluate_bodies(vm: &mut Vm, frame: &mut [Value], bodies: &[BodyCode], site: Site) -> R<Vec<Evaluated>> {
    let mut evaluated: Vec<Evaluated> = Vec::with_capacity(bodies.len());
    for body in bodies {
        let value = (body.title)(vm, frame)?;
        let (titles, is_default) = titles(value, &evaluated, body.title_site, site)?;
        let parameters = parameters(vm, frame, &body.operations, Some(site))?;
        evaluated.push(Evaluated { titles, is_default, parameters });
    }
    Ok(evaluated)
}

/// The titles in a value; is `default` among them?
fn titles(value: Value, before: &[Evaluated], title_site: Site, site: Site) -> R<(Vec<Rc<str>>, bool)> {
    let mut flat = Vec::new();
    match value {
        Value::Undef => return Err(no_title("MISSING_TITLE", title_site, "the title is undef".to_owned())),
        Value::Array(array) => array.items.iter().for_each(|item| flatten(item, &mut flat)),
        single => flat.push(single),
    }
    let (mut titles, mut is_default): (Vec<Rc<str>>, bool) = (Vec::with_capacity(flat.len()), false);
    for (index, title) in flat.iter().enumerate() {
        match title {
            Value::Str(text) if text.text.is_empty() => {
                return Err(no_title("EMPTY_STRING_TITLE_AT", title_site, format!("the title at {index} is empty")));
            }
            Value::Str(text) => {
                let taken = |titles: &[Rc<str>]| titles.iter().any(|title| **title == *text.text);
                if taken(&titles) || before.iter().any(|body| taken(&body.titles)) {
                    return Err(doubled(site, &text.text));
                }
                titles.push(text.text.as_str().into());
            }
            Value::Default if is_default || before.iter().any(|body| body.is_default) => {
                return Err(doubled(site, "default"));
            }
            Value::Default => is_default = true,
            Value::Undef | Value::Unset => {
                return Err(no_title("MISSING_TITLE_AT", title_site, format!("the title at {index} is undef")));
            }
            other => {
                let message = format!("the title at {index} is {}, not a String", shown(other));
                return Err(no_title("ILLEGAL_TITLE_TYPE_AT", title_site, message));
            }
        }
    }
    Ok((titles, is_default))
}

fn flatten(value: &Value, flat: &mut Vec<Value>) {
    match value {
        Value::Array(array) => array.items.iter().for_each(|item| flatten(item, flat)),
        single => flat.push(single.clone()),
    }
}

fn no_title(code: &'static str, site: Site, message: String) -> Box<Flow> {
    let mut flow = Flow::at(code, site, message);
    flow.advise(|| Some("a title is a text that is not empty, or an array of them".to_owned()));
    flow
}

fn doubled(site: Site, title: &str) -> Box<Flow> {
    Flow::at("DUPLICATE_TITLE", site, format!("the title '{title}' stands here twice"))
}

/// The parameters of a body. With `whole`, one that stands there twice is a fault at that place.
pub(super) fn parameters(
    vm: &mut Vm,
    frame: &mut [Value],
    operations: &[Operation],
    whole: Option<Site>,
) -> R<Vec<Parameter>> {
    let setter = vm.catalog.owner();
    let mut parameters: Vec<Parameter> = Vec::with_capacity(operations.len());
    for operation in operations {
        let value = (operation.value)(vm, frame)?;
        let from = parameters.len();
        match &operation.kind {
            Attribute::Set(name, adds) => {
                parameters.push(Parameter { name: name.clone(), value, setter: setter.clone(), adds: *adds });
            }
            Attribute::Splat => splat(&value, operation, &setter, &mut parameters)?,
        }
        let Some(site) = whole else { continue };
        for at in from..parameters.len() {
            if parameters[..at].iter().any(|known| known.name == parameters[at].name) {
                let message = format!("the attribute `{}` is set twice", parameters[at].name);
                return Err(Flow::at("DUPLICATE_ATTRIBUE", site, message));
            }
        }
    }
    Ok(parameters)
}

/// `* => {..}`
fn splat(value: &Value, operation: &Operation, setter: &Name, parameters: &mut Vec<Parameter>) -> R<()> {
    let Value::Hash(hash) = value else {
        let message = format!("`* =>` takes a Hash of attributes, not {}", shown(value));
        return Err(Flow::at("TYPE_MISMATCH", operation.value_site, message));
    };
    for (key, value) in hash.iter() {
        let Some(name) = key.as_str() else {
            let message = format!("an attribute's name is a String, not {}", shown(key));
            return Err(Flow::at("RUNTIME_ERROR", operation.site, message));
        };
        parameters.push(Parameter { name: name.into(), value: value.clone(), setter: setter.clone(), adds: false });
    }
    Ok(())
}

/// Declares what the bodies say, those of `default` holding for all others.
fn declare_bodies(vm: &mut Vm, type_name: Name, bodies: Vec<Evaluated>, form: ResourceForm, place: Place) -> R {
    let defaults = bodies.iter().find(|body| body.is_default).map(|body| body.parameters.clone()).unwrap_or_default();
    let mut references = Vec::new();
    for body in bodies {
        let mut parameters = defaults.clone();
        for parameter in body.parameters {
            match parameters.iter_mut().find(|known| known.name == parameter.name) {
                Some(known) => *known = parameter,
                None => parameters.push(parameter),
            }
        }
        let declaration = Declaration {
            type_name: type_name.clone(),
            titles: body.titles,
            parameters,
            is_virtual: form != ResourceForm::Regular,
            exported: form == ResourceForm::Exported,
            place: Some(place.clone()),
        };
        references.extend(declare(vm, &declaration)?);
    }
    Ok(Value::array(references))
}
