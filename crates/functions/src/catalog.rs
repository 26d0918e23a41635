//! Functions of the catalog: classes, resources and tags. `defined` with a variable works without a catalog.

use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_text::IssueCode;
use puppet_catalog::{Edge, EdgeKind, InvalidTag, Parameter, ParameterOrigin, Reference, builtin, tags_in};
use puppet_eval::catalog::{Declaration, class_names, declare, include as declare_classes, realize as make_real};
use puppet_eval::{Builtin, Call, Effect, EvalResult, Flow, Signature};
use puppet_pcore::{Hash, Type, Value};
use puppet_syntax::ast::Name;

use super::ruby;

const fn row(
    name: &'static str,
    statement: bool,
    signatures: &'static [Signature],
    summary: &'static str,
    example: &'static str,
    gives: &'static str,
) -> Builtin {
    let row = Builtin::new(name, signatures, summary).shows(example, gives);
    if statement { row.statement() } else { row }
}

pub(super) const ROWS: &[Builtin] = &[
    row(
        "include",
        true,
        &[Signature::new("Any $class, Any *$classes", "Array[Type[Class]]", include)],
        "Declares classes with their default parameters, once each.",
        "class web { } include web",
        "[Class[web]]",
    )
    .effect(Effect::Declares),
    row(
        "require",
        true,
        &[Signature::new("Any $class, Any *$classes", "Array[Type[Class]]", require)],
        "Declares classes and orders them before the enclosing container.",
        "class web { } require web",
        "[Class[web]]",
    )
    .effect(Effect::Declares),
    row(
        "contain",
        true,
        &[Signature::new("Any $class, Any *$classes", "Array[Type[Class]]", contain)],
        "Declares classes inside the enclosing container.",
        "class web { } contain web",
        "[Class[web]]",
    )
    .effect(Effect::Declares),
    row(
        "realize",
        true,
        &[Signature::new("Any $resource, Any *$resources, Optional[Callable] &$block", "Undef", realize)],
        "Realizes virtual resources.",
        "@notify { 'a': } realize(Notify['a'])",
        "undef",
    )
    .effect(Effect::Declares),
    row(
        "tag",
        true,
        &[Signature::new("Any $tag, Any *$tags, Optional[Callable] &$block", "Undef", tag)],
        "Adds tags to the enclosing container.",
        "tag('web')",
        "undef",
    )
    .effect(Effect::Declares),
    row(
        "tagged",
        false,
        &[Signature::new("Any $tag, Any *$tags, Optional[Callable] &$block", "Boolean", tagged)],
        "Returns whether the enclosing container has all of these tags.",
        "tag('web') tagged('web')",
        "true",
    )
    .effect(Effect::Declares),
    row(
        "create_resources",
        false,
        &[Signature::new(
            "Any $type, Any $resources, Any *$defaults, Optional[Callable] &$block",
            "Undef",
            create_resources,
        )],
        "Declares a resource for each title and hash of parameters.",
        "create_resources('notify', {'a' => {'message' => 'hi'}})",
        "undef",
    )
    .effect(Effect::Declares),
    row(
        "defined",
        false,
        &[Signature::new(
            "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] $what, Variant[String, \
             Type[CatalogEntry], Type[Type[CatalogEntry]]] *$more",
            "Boolean",
            defined,
        )],
        "Returns whether the variable ('$x'), resource type, class or declared resource exists.",
        "defined('$no_such_variable')",
        "false",
    )
    .borrows_scope(),
    row(
        "import",
        true,
        &[Signature::new("Any *$manifests", "Undef", import)],
        "Removed in Puppet 4: name manifests so that autoloading finds them.",
        "",
        "",
    ),
];

/// Declares the classes in the arguments; returns their names and the indices of their resources.
fn declared(call: &mut Call<'_>) -> EvalResult<(Vec<Name>, Vec<u32>)> {
    let names = class_names(call.args())?;
    let ids = declare_classes(call.vm(), &names)?;
    Ok((names, ids))
}

fn references(names: Vec<Name>) -> Value {
    Value::array(names.into_iter().map(|name| Value::ty(Type::Class(Some(name)))).collect())
}

fn include(call: &mut Call<'_>) -> EvalResult {
    declared(call).map(|(names, _)| references(names))
}

fn contain(call: &mut Call<'_>) -> EvalResult {
    let (names, ids) = declared(call)?;
    let vm = call.vm();
    let Some(container) = vm.catalog.catalog().get(vm.catalog.container()).map(|one| one.reference.clone()) else {
        return Ok(references(names));
    };
    for id in ids {
        let Some(to) = vm.catalog.catalog().get(id).map(|class| class.reference.clone()) else { continue };
        if !vm.catalog.catalog().contains(&container, &to) {
            let place = vm.catalog.caller().map(Rc::new);
            vm.add_edge(Edge { from: container.clone(), to, kind: EdgeKind::Contains, place });
        }
    }
    Ok(references(names))
}

fn require(call: &mut Call<'_>) -> EvalResult {
    let (names, _) = declared(call)?;
    let vm = call.vm();
    let container = vm.catalog.container();
    let mut required = Vec::new();
    if let Some(known) = vm.catalog.catalog().get(container).and_then(|one| one.parameter("require")) {
        ruby::flatten(std::slice::from_ref(&known.value), usize::MAX, &mut required)?;
        required.retain(|one| !one.is_undef());
    }
    required.extend(names.iter().map(|name| Value::ty(Type::Class(Some(name.clone())))));
    let place = vm.catalog.caller().map(Rc::new);
    vm.change_resource(container, |resource| {
        let (setter, means) = (resource.declarer.clone(), ParameterOrigin::Given);
        let value = Value::array(required);
        resource.set(Parameter { name: "require".into(), value, setter, adds: false, means, place });
    });
    Ok(references(names))
}

fn realize(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let values = call.args().to_vec();
    make_real(call.vm(), &values).map(|()| Value::Undef)
}

/// Returns the tags in the arguments. Fails with any value that is not a tag.
fn tags(call: &Call<'_>) -> EvalResult<Vec<String>> {
    let text = |tag: &Value| match ruby::legacy(tag) {
        reference @ Value::Type(_) => Value::from(ruby::argument_text(&reference)),
        other => other,
    };
    let tags = tags_in(&Value::array(call.args().iter().map(text).collect()));
    budget::poll()?;
    match tags {
        Ok(tags) => Ok(tags),
        Err(InvalidTag(text)) => {
            call.fail(format!("'{text}' is not a valid tag: it consists of letters, digits, `_`, `:`, `.` and `-`"))
        }
    }
}

fn tag(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let tags = tags(call)?;
    let vm = call.vm();
    let container = vm.catalog.container();
    vm.add_tags(container, tags.into_iter().map(Into::into).collect());
    Ok(Value::Undef)
}

fn tagged(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let tags: Vec<String> = call.args().iter().map(|tag| ruby::argument_text(tag).to_lowercase()).collect();
    let catalog = call.catalog();
    Ok(Value::bool(tags.iter().all(|tag| catalog.tagged(std::slice::from_ref(tag)))))
}

fn create_resources(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let written = match call.arg(0) {
        Value::Str(name) => name.text.to_lowercase(),
        Value::Undef => String::new(),
        _ => return call.fail("`create_resources` takes the name of a resource type first"),
    };
    let defaults = match call.args().get(2) {
        None => Hash::new(),
        Some(Value::Hash(defaults)) => (**defaults).clone(),
        Some(_) => return call.fail("the third argument of `create_resources` is a Hash of parameters"),
    };
    let resources = match call.arg(1) {
        Value::Hash(resources) if call.len() <= 3 => resources.clone(),
        Value::Hash(_) => return call.fail("`create_resources` takes 2 or 3 arguments"),
        _ => return call.fail("the second argument of `create_resources` is a Hash: titles and their parameters"),
    };
    let type_name = written.trim_start_matches('@');
    let marks = written.len() - type_name.len();
    let type_name = qualified(type_name);
    if type_name == "class" && marks > 0 {
        return Err(Flow::fail_with(IssueCode::ClassNotVirtualizable, "a class cannot be virtual"));
    }
    for (title, own) in resources.iter() {
        let parameters = parameters(call, &defaults, own)?;
        for title in titles(title) {
            let declaration = Declaration {
                type_name: type_name.into(),
                titles: vec![puppet_pcore::interpolate(title).into()],
                title_value: title.as_str().is_none().then(|| title.clone()),
                parameters: parameters.clone(),
                is_virtual: marks > 0,
                exported: marks > 1,
                place: call.catalog().caller(),
            };
            declare(call.vm(), declaration)?;
        }
    }
    Ok(Value::Undef)
}

/// Returns the name without its leading `::`, which only the name of a defined type may have.
fn qualified(type_name: &str) -> &str {
    let plain = type_name.strip_prefix("::").filter(|plain| *plain != "class" && builtin(plain).is_none());
    plain.unwrap_or(type_name)
}

fn titles(title: &Value) -> &[Value] {
    match title {
        Value::Array(titles) => &titles.items,
        single => std::slice::from_ref(single),
    }
}

/// Returns the parameters of a resource merged over the defaults.
fn parameters(call: &Call<'_>, defaults: &Hash, own: &Value) -> EvalResult<Vec<Parameter>> {
    let Value::Hash(own) = own else {
        return call.fail(format!("the parameters of a resource are a Hash, not {}", puppet_pcore::display(own)));
    };
    let mut all = defaults.clone();
    all.merge(own);
    let parameter = |(name, value): (&Value, &Value)| match name.as_str() {
        Some(name) => {
            let (value, setter, means) = (value.clone(), "".into(), ParameterOrigin::Given);
            Ok(Parameter { name: name.into(), value, setter, adds: false, means, place: None })
        }
        None => call.fail(format!("{} is not a valid name of a parameter", puppet_pcore::display(name))),
    };
    all.iter().map(parameter).collect()
}

fn defined(call: &mut Call<'_>) -> EvalResult {
    for index in 0..call.len() {
        let value = call.arg(index).clone();
        if is_defined(call, &value)? {
            return Ok(Value::bool(true));
        }
    }
    Ok(Value::bool(false))
}

fn is_defined(call: &mut Call<'_>, value: &Value) -> EvalResult<bool> {
    match value {
        Value::Str(text) => match text.text.strip_prefix('$') {
            Some(name) if !name.is_empty() => Ok(call.variable(name).is_some()),
            _ => names_something(call, &text.text),
        },
        Value::Type(ty) => match &**ty {
            Type::Type(Some(inner)) => type_is_defined(call, inner),
            _ => entry_is_defined(call, ty),
        },
        _ => call.fail("`defined` expects strings and references"),
    }
}

/// Returns whether the name is a resource type or class.
fn names_something(call: &mut Call<'_>, name: &str) -> EvalResult<bool> {
    if name == "main" {
        return Ok(true);
    }
    // Only the names of classes and defined types may begin with `::`.
    let name = name.to_lowercase();
    let plain = name.strip_prefix("::").unwrap_or(&name);
    Ok(!plain.is_empty()
        && (builtin(&name).is_some() || call.knows_resource_type(plain)? || call.knows_class(plain)?))
}

fn entry_is_defined(call: &mut Call<'_>, ty: &Type) -> EvalResult<bool> {
    let (type_name, title) = match ty {
        Type::Resource { type_name: Some(name), title: None } => return call.knows_resource_type(name),
        Type::Resource { type_name: Some(name), title: Some(title) } if &**name == "class" => {
            (name.clone(), title.to_lowercase().into())
        }
        Type::Resource { type_name: Some(name), title: Some(title) } => (name.clone(), title.clone()),
        Type::Class(Some(name)) => ("class".into(), name.to_lowercase().into()),
        other => return call.fail(format!("`defined` takes a {other} with a name, not all of them")),
    };
    let reference = Reference::new(type_name, title);
    Ok(call.catalog().catalog().find(&reference.type_name, &reference.title).is_some())
}

/// Returns whether a type such as `Type[Class['c']]` names a class that is defined (not necessarily declared).
fn type_is_defined(call: &mut Call<'_>, ty: &Type) -> EvalResult<bool> {
    match ty {
        Type::Class(Some(name)) => call.knows_class(&name.to_lowercase()),
        Type::Class(None) => call.fail("`defined` takes a Class with a name, not all of them"),
        other => entry_is_defined(call, other),
    }
}

fn import(_: &mut Call<'_>) -> EvalResult {
    let mut flow = Flow::fail_with(IssueCode::DiscontinuedImport, "Puppet 8 has no `import`");
    flow.with_help(|| {
        Some("classes load by name: write `include stdlib`; functions of modules need no import".to_owned())
    });
    Err(flow)
}
