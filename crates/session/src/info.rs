//! Describes a type: definition, parameters, members, accepted values and constructors.

use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

use puppet_pcore::sample::{examples, near_misses};
use puppet_pcore::{
    Member, ObjectAttribute, ObjectType, Ty, Type, TypeSetType, Value, children, members, new_forms, resolved,
    source_form, type_facts, type_names, type_text,
};

use super::inspector::Inspector;
use super::type_form::{object_name, short, source, with_meaning};
use super::{InfoSection, InfoView};

impl Inspector<'_> {
    /// Describes the type that `text` evaluates to; `None` when it is not a type.
    pub fn info(&mut self, text: &str, within: Duration) -> Option<InfoView> {
        let Value::Type(ty) = self.core.try_evaluate(text, within)? else { return None };
        Some(about(&ty))
    }
}

fn about(ty: &Ty) -> InfoView {
    let meaning = meaning_of(ty);
    let family = family(&meaning);
    let summary = type_names().iter().find(|row| row.name == family).map_or("", |row| row.summary);
    let mut view = InfoView { head: with_meaning(ty), summary: summary.to_owned(), sections: Vec::new() };
    let mut add = |title: &'static str, rows: Vec<Vec<String>>| {
        if !rows.is_empty() {
            view.sections.push(InfoSection { title, rows });
        }
    };
    add("names in it", names_in(ty));
    match &*meaning {
        Type::Object(object) | Type::ObjectExtension(object, _) => object_sections(object, &mut add),
        Type::TypeSet(set) => type_set_sections(set, &mut add),
        _ => {}
    }
    if short(&meaning) == family {
        add("parameters", parameters(&family));
    }
    matches_of(ty, &family, &mut add);
    uses(&family, &mut add);
    add("made by new", forms(&family));
    view
}

/// Expands the session's own aliases; `Data` and the like stay.
fn meaning_of(ty: &Ty) -> Ty {
    if matches!(**ty, Type::Alias(_)) { resolved_own(ty) } else { ty.clone() }
}

fn resolved_own(ty: &Ty) -> Ty {
    let mut ty = ty.clone();
    for _ in 0..100 {
        let Type::Alias(alias) = &*ty else { break };
        let Some(meaning) = alias.resolved.get().cloned() else { break };
        ty = meaning;
    }
    if matches!(*ty, Type::Alias(_)) { resolved(&ty) } else { ty }
}

/// Returns the name of the built-in type that a type parametrizes.
fn family(ty: &Type) -> String {
    match ty {
        Type::Object(object) | Type::ObjectExtension(object, _) => match object.name.as_deref() {
            Some(name) if type_facts(name).is_some() => name.to_owned(),
            _ => "Object".to_owned(),
        },
        Type::TypeSet(_) | Type::AnyTypeSet => "TypeSet".to_owned(),
        Type::Resource { .. } => "Resource".to_owned(),
        _ => type_text(ty).split(['[', '<']).next().unwrap_or_default().to_owned(),
    }
}

/// Returns the named types inside a type, each once, with their definitions.
fn names_in(ty: &Ty) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![ty.clone()];
    while let Some(ty) = open.pop() {
        if let Type::Alias(alias) = &*ty
            && seen.insert(alias.name.clone())
            && let Some(meaning) = alias.resolved.get()
        {
            let recursive =
                if contains_name(meaning, &alias.name, &mut HashSet::new()) { "(contains itself)" } else { "" };
            rows.push(vec![alias.name.to_string(), format!("= {}", short(meaning)), recursive.to_owned()]);
            open.push(meaning.clone());
        }
        children(&ty, &mut |child| open.push(child.clone()));
        if seen.len() > 100 {
            break;
        }
    }
    // The heading has the name itself.
    if matches!(**ty, Type::Alias(_))
        && rows.len() == 1
        && rows.iter().all(|row| row.get(2).is_some_and(String::is_empty))
    {
        rows.clear();
    }
    rows
}

fn contains_name(ty: &Ty, name: &str, seen: &mut HashSet<Rc<str>>) -> bool {
    if let Type::Alias(alias) = &**ty {
        let new = seen.insert(alias.name.clone());
        return *alias.name == *name
            || new && alias.resolved.get().is_some_and(|meaning| contains_name(meaning, name, seen));
    }
    let mut found = false;
    children(ty, &mut |child| found = found || contains_name(child, name, seen));
    found
}

type Add<'a> = dyn FnMut(&'static str, Vec<Vec<String>>) + 'a;

fn cells<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

fn object_sections(object: &Rc<ObjectType>, add: &mut Add) {
    let line = ancestors(object);
    if line.len() > 1 {
        let names: Vec<String> = line.iter().map(|object| object_name(object)).collect();
        add("inherits", vec![vec![names.join(" < ")]]);
    }
    let parameters = line.iter().rev().flat_map(|object| object.type_parameters.iter());
    add("type parameters", parameters.map(|(name, ty)| vec![name.to_string(), type_text(ty)]).collect());
    let all = members(object);
    let attributes = all.iter().filter_map(|(name, member)| match member {
        Member::Attribute(attribute) => Some(attribute_row(&line, name, attribute)),
        Member::Function(_) => None,
    });
    add("attributes", attributes.collect());
    let functions = all.iter().filter_map(|(name, member)| match member {
        Member::Function(function) => Some(vec![name.to_string(), type_text(&function.ty), origin(&line, name)]),
        Member::Attribute(_) => None,
    });
    add("functions", functions.collect());
    add("constructors", constructors(object, &all));
    add("equal by", vec![vec![equality(&line)]]);
}

/// Returns the type, its parent, and so on.
fn ancestors(object: &Rc<ObjectType>) -> Vec<Rc<ObjectType>> {
    let mut line = vec![object.clone()];
    while let Some(parent) = line.last().and_then(|object| object.parent.as_ref()).map(resolved_own) {
        match &*parent {
            Type::Object(parent) => line.push(parent.clone()),
            _ => break,
        }
    }
    line
}

/// Names the type that defines a member; empty for the type itself.
fn origin(line: &[Rc<ObjectType>], name: &str) -> String {
    let has = |object: &ObjectType| object.attributes.contains_key(name) || object.functions.contains_key(name);
    match line.iter().position(|object| has(object)) {
        Some(at) if at > 0 => line.get(at).map(|object| format!("from {}", object_name(object))).unwrap_or_default(),
        Some(0) if line.iter().skip(1).any(|object| has(object)) => "overrides".to_owned(),
        _ => String::new(),
    }
}

fn attribute_row(line: &[Rc<ObjectType>], name: &str, attribute: &ObjectAttribute) -> Vec<String> {
    let kind = kind(line, name);
    let default = attribute.value.as_ref().map(|value| format!("= {}", source(value))).unwrap_or_default();
    let notes = [kind, origin(line, name)];
    let notes: Vec<String> = notes.into_iter().filter(|note| !note.is_empty()).collect();
    vec![name.to_owned(), type_text(&attribute.ty), default, notes.join(", ")]
}

/// Formats the kind of an attribute, and whether it is final.
fn kind(line: &[Rc<ObjectType>], name: &str) -> String {
    let Some(object) = line.iter().find(|object| object.attributes.contains_key(name)) else { return String::new() };
    let Some(Value::Hash(definition)) = &object.definition else { return String::new() };
    let part = |part: &str| match definition.get_str(part) {
        Some(Value::Hash(members)) => members.get_str(name),
        _ => None,
    };
    if part("constants").is_some() {
        return "constant".to_owned();
    }
    let Some(Value::Hash(options)) = part("attributes") else { return String::new() };
    let mut words: Vec<&str> = options.get_str("kind").and_then(Value::as_str).into_iter().collect();
    words.extend(options.get_str("final").map(|_| "final"));
    words.join(", ")
}

/// Returns the calls that create an instance: by position and by name.
fn constructors(object: &ObjectType, all: &indexmap::IndexMap<Rc<str>, Member>) -> Vec<Vec<String>> {
    let parameters = all.iter().filter_map(|(name, member)| match member {
        Member::Attribute(attribute) if !attribute.constant && !attribute.derived => Some((name, attribute)),
        _ => None,
    });
    let (optional, needed): (Vec<_>, Vec<_>) = parameters.partition(|(_, attribute)| attribute.value.is_some());
    let name = object_name(object);
    let mut by_place: Vec<String> = needed.iter().map(|(name, a)| format!("{} ${name}", type_text(&a.ty))).collect();
    by_place.extend(optional.iter().filter_map(|(name, attribute)| {
        let default = source(attribute.value.as_ref()?);
        Some(format!("{} ${name} = {default}", type_text(&attribute.ty)))
    }));
    let mut by_name: Vec<String> = needed.iter().map(|(name, a)| format!("{name} => {}", type_text(&a.ty))).collect();
    by_name.extend(optional.iter().map(|(name, a)| format!("Optional[{name}] => {}", type_text(&a.ty))));
    let mut rows = vec![vec![format!("{name}({})", by_place.join(", "))]];
    if !by_name.is_empty() {
        rows.push(vec![format!("{name}({{{}}})", by_name.join(", "))]);
    }
    rows
}

fn equality(line: &[Rc<ObjectType>]) -> String {
    let mut names: Vec<String> = Vec::new();
    for object in line.iter().rev() {
        match &object.equality {
            Some(equality) => names.extend(equality.iter().map(ToString::to_string)),
            None => {
                names.extend(object.attributes.iter().filter(|(_, a)| !a.constant).map(|(name, _)| name.to_string()))
            }
        }
    }
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    if names.is_empty() { "the type alone".to_owned() } else { names.join(", ") }
}

fn type_set_sections(set: &TypeSetType, add: &mut Add) {
    let Value::Hash(definition) = &set.definition else { return };
    let text = |key: &str| definition.get_str(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    add("version", vec![cells(["version", &text("version")]), cells(["pcore_version", &text("pcore_version")])]);
    add(
        "types",
        set.types.iter().map(|(name, ty)| vec![name.to_string(), format!("= {}", short(&resolved_own(ty)))]).collect(),
    );
    if let Some(Value::Hash(references)) = definition.get_str("references") {
        add("references", references.iter().map(|(key, value)| vec![source(key), source(value)]).collect());
    }
}

fn parameters(family: &str) -> Vec<Vec<String>> {
    let facts = type_facts(family);
    let rows = facts.into_iter().flat_map(|facts| facts.parameters);
    rows.map(|row| vec![row.name.to_owned(), row.meaning.to_owned(), format!("(else {})", row.default)]).collect()
}

/// Adds accepted and rejected values: fixed examples for a built-in type without parameters, generated ones
/// otherwise.
fn matches_of(ty: &Ty, family: &str, add: &mut Add) {
    let by_heart = type_facts(family).filter(|_| type_text(ty) == *family);
    match by_heart {
        Some(facts) => {
            add("takes", listed(facts.takes.iter().map(ToString::to_string)));
            add("refuses", listed(facts.refuses.iter().map(ToString::to_string)));
        }
        None => {
            add("takes", listed(examples(ty, 1, MAX_DISPLAYED).iter().filter_map(source_form)));
            add("refuses", listed(near_misses(ty, 1, MAX_DISPLAYED).iter().filter_map(source_form)));
        }
    }
}

/// The number of values shown.
const MAX_DISPLAYED: usize = 4;

/// Puts values on one line while they are short, else on a line each.
fn listed(values: impl Iterator<Item = String>) -> Vec<Vec<String>> {
    let values: Vec<String> = values.filter(|text| text.chars().count() <= 70).collect();
    let joined = values.join("   ");
    if values.is_empty() || joined.chars().count() > 74 {
        return values.into_iter().map(|text| vec![text]).collect();
    }
    vec![vec![joined]]
}

/// Types whose values have no operations in common.
const OF_MANY_KINDS: &[&str] =
    &["Any", "Data", "RichData", "RichDataKey", "Scalar", "ScalarData", "NotUndef", "Optional", "Variant", "Init"];

fn uses(family: &str, add: &mut Add) {
    let Some(facts) = type_facts(family) else { return };
    let of_many_kinds = OF_MANY_KINDS.contains(&family);
    let mut rows = Vec::new();
    match facts.iteration {
        Some(shown) => rows.push(cells(["iterable", shown.code, &format!("=> {}", shown.gives)])),
        None if of_many_kinds => {}
        None => rows.push(cells(["not iterable"])),
    }
    match facts.index {
        Some(shown) => rows.push(cells(["can be indexed", shown.code, &format!("=> {}", shown.gives)])),
        None if of_many_kinds => {}
        None => rows.push(cells(["cannot be indexed"])),
    }
    add("use", rows);
}

fn forms(family: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for form in new_forms(family) {
        rows.push(vec![format!("{}: {}", form.call, form.meaning)]);
        if !form.example.is_empty() {
            rows.push(vec![format!("  {} => {}", form.example, form.gives)]);
        }
    }
    if rows.is_empty() && !family.is_empty() && !matches!(family, "Object" | "TypeSet") {
        rows.push(cells(["new cannot create a value of it"]));
    }
    rows
}
