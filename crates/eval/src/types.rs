//! Type names at run time: aliases are resolved at first use; resource types become references.
//!
//! The end of an input tries to resolve its definitions. A definition that fails then is resolved again at its use,
//! which reports the error. With Puppet's exact rules a name that is still unknown becomes a `TypeReference`
//! permanently.

use std::rc::Rc;
use std::sync::Arc;

use pprepl_text::{Diagnostic, IssueCode, Label, Source, Span, Topic, suggest};
use puppet_pcore::semver_range::SemVerRange;
use puppet_pcore::{Alias, Hash, LOOKUP_CONTEXT, Members, Ty, Type, TypeSetType, Value};
use puppet_syntax::ast::{AttributeKind, Expr, ExprKind, ResourceDefaults};
use puppet_syntax::constant::computed;
use puppet_syntax::foreign::{self, WordWay};
use puppet_syntax::{LexOptions, parse};

use pprepl_budget as budget;

use super::aliases::{AliasDefinition, TypeScope, member_of};
use super::context::context_type;
use super::services::{Autoload, Compile};
use super::stack::new_stack;
use super::unknown::missing_module;
use super::{EvalResult, Flow, SourcePos, Vm};

/// Returns the type of this name.
pub(crate) fn named(vm: &mut Vm, name: &str, site: SourcePos) -> EvalResult<Ty> {
    let plain = name.strip_prefix("::").unwrap_or(name);
    if let Some(ty) = puppet_pcore::type_named_by(&vm.settings.types, plain) {
        return Ok(ty);
    }
    if plain == LOOKUP_CONTEXT {
        return context_type(vm);
    }
    if let Some(scope) = vm.aliases.scope.clone() {
        if let Some(alias) = scope.member(plain) {
            return used(vm, &alias, site);
        }
        if let Some(ty) = scope.referred(plain) {
            return Ok(ty);
        }
    }
    if let Some(alias) = vm.aliases.get(plain).cloned() {
        return used(vm, &alias, site);
    }
    if let Some(ty) = in_type_set(vm, plain) {
        return match &*ty {
            Type::Alias(alias) if !alias.built_in => used(vm, alias, site),
            _ => Ok(ty),
        };
    }
    let lower = plain.to_lowercase();
    if vm.settings.unknown_types || vm.catalog.is_resource_type(&lower) {
        return Ok(Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }));
    }
    if vm.autoload_alias(plain)?
        && let Some(alias) = vm.aliases.get(plain).cloned()
    {
        return used(vm, &alias, site);
    }
    if vm.knows_resource_type(&lower)? {
        return Ok(Rc::new(Type::Resource { type_name: Some(lower.into()), title: None }));
    }
    if vm.aliases.is_lenient {
        return Ok(Rc::new(Type::TypeReference(plain.into())));
    }
    Err(unknown(vm, plain, site))
}

/// Returns the type `Set::Name`, once the TypeSet is known.
fn in_type_set(vm: &Vm, name: &str) -> Option<Ty> {
    let (set, member) = name.rsplit_once("::")?;
    match &**vm.aliases.get(set)?.resolved.get()? {
        Type::TypeSet(set) => member_of(set, member),
        _ => None,
    }
}

/// Returns an alias at its use: all names that it leads to are resolved now, and errors belong to the use.
fn used(vm: &mut Vm, alias: &Rc<Alias>, site: SourcePos) -> EvalResult<Ty> {
    let alias = &vm.aliases.alias_of_use(alias);
    let lenient = std::mem::replace(&mut vm.aliases.is_lenient, !vm.settings.types.additions);
    let mut next = Some(alias.clone());
    let mut result = Ok(());
    while let (Ok(()), Some(current)) = (&result, next.take()) {
        result = resolve(vm, &current);
        if let Some(Type::Alias(other)) = current.resolved.get().map(|ty| &**ty) {
            next = Some(other.clone());
        }
    }
    vm.aliases.is_lenient = lenient;
    result.map_err(|flow| at_use(flow, alias, site))?;
    Ok(as_named(alias))
}

/// Moves an error in a definition to the use of the type.
fn at_use(flow: Box<Flow>, alias: &Alias, site: SourcePos) -> Box<Flow> {
    let Flow::Fault(fault) = *flow else { return flow };
    let mut outer =
        Flow::at(Topic::TypeDefinition, site, format!("the type `{}`: {}", alias.name, fault.issue.message));
    outer.with_help(|| fault.issue.help.clone());
    if let (Flow::Fault(outer), Some(inner)) = (&mut *outer, fault.site) {
        let message = "in this definition".to_owned();
        outer.labels.push(Label { source: fault.source.clone(), span: inner.span, message });
    }
    outer
}

/// Returns the type that the name denotes: an Object type or TypeSet itself, otherwise the alias.
pub(crate) fn as_named(alias: &Rc<Alias>) -> Ty {
    match alias.resolved.get() {
        Some(ty) if matches!(&**ty, Type::Object(object) if object.name.as_deref() == Some(&*alias.name)) => ty.clone(),
        Some(ty) if matches!(&**ty, Type::TypeSet(set) if set.name == alias.name) => ty.clone(),
        _ => Rc::new(Type::Alias(alias.clone())),
    }
}

#[cold]
fn unknown(vm: &Vm, name: &str, site: SourcePos) -> Box<Flow> {
    let mut flow = Flow::at(IssueCode::UnknownResourceType, site, format!("unknown type `{name}`"));
    if let Some(advice) = missing_module(vm, name) {
        flow.with_help(|| Some(advice));
        return flow;
    }
    if let Some(way) = foreign::word_way(name) {
        let ours = match way {
            WordWay::Type(ours) | WordWay::Value(ours, _) => Some(ours),
            WordWay::Words(_) => None,
        };
        flow.mean(name, ours);
        flow.with_help(|| foreign::word_advice(name));
        return flow;
    }
    let aliases = vm.aliases.by_name.values().map(|alias| &*alias.name);
    let near = suggest::nearest(name, aliases.chain(puppet_pcore::type_names().iter().map(|row| row.name)));
    flow.mean(name, near);
    flow.with_help(|| {
        Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("an uppercase word is a type; for a string write '{name}', for a variable $name"),
        })
    });
    flow
}

/// Resolves an alias, unless it is resolved or being resolved.
pub(crate) fn resolve(vm: &mut Vm, alias: &Rc<Alias>) -> EvalResult<()> {
    if alias.resolved.get().is_some() {
        return Ok(());
    }
    let Some(definition) = vm.aliases.unresolved.remove(alias) else { return Ok(()) };
    let outer = std::mem::replace(&mut vm.aliases.scope, definition.scope.clone());
    let result = meaning(vm, alias, &definition);
    vm.aliases.scope = outer;
    match &result {
        Err(_) => vm.aliases.unresolved.insert(alias, definition),
        Ok(()) => store_definition(vm, alias, definition),
    }
    result
}

/// Keeps the definition of a plain alias that is now resolved. (An Object type or TypeSet does not depend on its name.)
fn store_definition(vm: &mut Vm, alias: &Rc<Alias>, definition: AliasDefinition) {
    let plain = definition.scope.is_none() && definition.path.is_empty();
    let named = matches!(alias.resolved.get().map(|ty| &**ty), Some(Type::Object(_) | Type::TypeSet(_)));
    if plain && !named {
        vm.aliases.resolved.insert(alias, definition);
    }
}

/// Returns the alias to be resolved again, in place of the resolved one. After types were undone, the names in its
/// definition may be unknown or have other meanings.
pub(crate) fn again(vm: &mut Vm, alias: &Rc<Alias>) -> Rc<Alias> {
    let Some(definition) = vm.aliases.resolved.remove(alias) else { return alias.clone() };
    let fresh = Rc::new(Alias::new(&*alias.name));
    vm.aliases.unresolved.insert(&fresh, definition);
    fresh
}

/// Evaluates a definition: a type expression, or the hash of an Object type or a TypeSet.
fn meaning(vm: &mut Vm, alias: &Rc<Alias>, definition: &AliasDefinition) -> EvalResult<()> {
    let (expr, source) = (definition.expr(), &definition.source);
    let family = match &expr.kind {
        ExprKind::Access(left, keys) => match (&left.kind, &keys[..]) {
            (ExprKind::Ref(name), [key, ..]) if name.eq_ignore_ascii_case("Object") => Some((Family::Object, key)),
            (ExprKind::Ref(name), [key, ..]) if name.eq_ignore_ascii_case("TypeSet") => Some((Family::TypeSet, key)),
            _ => None,
        },
        ExprKind::Hash(_) | ExprKind::ResourceDefaults(_) => Some((Family::Object, expr)),
        _ => None,
    };
    let Some((family, hash)) = family else {
        let ty = definition_type(vm, source, expr)?;
        return puppet_pcore::resolve_alias(alias, &ty).map_err(Into::into);
    };
    match family {
        Family::Object => {
            let result = object(vm, alias, source, hash);
            if result.is_err() && !vm.settings.types.additions {
                // Puppet reports the error once; the part that it understood stays defined.
                let _ = alias.resolved.set(puppet_pcore::named_object(&alias.name));
            }
            result
        }
        Family::TypeSet => type_set(vm, alias, definition, hash),
    }
}

#[derive(Clone, Copy)]
enum Family {
    Object,
    TypeSet,
}

fn object(vm: &mut Vm, alias: &Rc<Alias>, source: &Arc<Source>, expr: &Expr) -> EvalResult<()> {
    let hash = match &expr.kind {
        ExprKind::ResourceDefaults(defaults) => object_hash(vm, source, defaults)?,
        _ => {
            let Value::Hash(hash) = definition_part(vm, source, expr)? else {
                let message = "an Object type is defined by a hash";
                return Err(Flow::at(Topic::TypeDefinition, SourcePos::from(expr), message));
            };
            hash
        }
    };
    let (ty, made) = puppet_pcore::define_object(Some(&alias.name), &hash);
    if made.is_ok() || !vm.settings.types.additions {
        let _ = alias.resolved.set(ty);
    }
    made.map_err(Into::into)
}

/// Evaluates `Object {..}` or `Parent {..}` in a TypeSet, which is parsed as the defaults of a resource type.
fn object_hash(vm: &mut Vm, source: &Arc<Source>, defaults: &ResourceDefaults) -> EvalResult<Rc<Hash>> {
    let mut hash = Hash::new();
    for operation in &defaults.operations {
        let AttributeKind::Set(name) = &operation.kind else { continue };
        hash.insert(Value::str(&**name), definition_part(vm, source, &operation.value)?);
    }
    let is_object = matches!(&defaults.type_ref.kind, ExprKind::Ref(name) if name.eq_ignore_ascii_case("Object"));
    if !is_object {
        hash.insert(Value::str("parent"), value_of(vm, source, &defaults.type_ref)?);
    }
    Ok(Rc::new(hash))
}

/// Evaluates a TypeSet: its types are named types, which refer to each other by short names.
fn type_set(vm: &mut Vm, alias: &Rc<Alias>, definition: &AliasDefinition, expr: &Expr) -> EvalResult<()> {
    let head = match type_set_head(vm, alias, &definition.source, expr) {
        Ok(head) => head,
        Err(flow) => {
            let (ty, _) = puppet_pcore::define_type_set(Some(&alias.name), &Hash::new(), &Vec::new());
            leave(vm, alias, ty);
            return Err(flow);
        }
    };
    let mut scope = TypeScope::default();
    let mut types: Members = Vec::new();
    for (_, short) in &head.members {
        let member = Rc::new(Alias::new(format!("{}::{short}", alias.name)));
        types.push((Value::str(&**short), Value::ty(Type::Alias(member.clone()))));
        scope.members.push((short.clone(), member));
    }
    let (ty, made) = puppet_pcore::define_type_set(Some(&alias.name), &head.hash, &types);
    if let Err(issue) = made {
        // Its types are known all the same, but not to each other.
        let places = head.members.iter().map(|(place, _)| *place);
        for ((_, member), (entry, index)) in scope.members.iter().zip(places) {
            let mut kept = definition.member(&Rc::new(TypeScope::default()), entry, index);
            kept.scope = definition.scope.clone();
            vm.aliases.unresolved.insert(member, kept);
        }
        leave(vm, alias, with_members(&ty, &scope));
        return Err(issue.into());
    }
    for (short, name, versions) in puppet_pcore::type_set_references(&head.hash) {
        scope.references.push((short, referred(vm, &name, &versions, SourcePos::from(expr))?));
    }
    let scope = Rc::new(scope);
    for (index, (_, member)) in scope.members.iter().enumerate() {
        let (place, _) = head.members[index];
        vm.aliases.unresolved.insert(member, definition.member(&scope, place.0, place.1));
    }
    types.clear();
    for (short, member) in &scope.members {
        resolve(vm, member)?;
        types.push((Value::str(&**short), Value::Type(as_named(member))));
    }
    let (ty, made) = puppet_pcore::define_type_set(Some(&alias.name), &head.hash, &types);
    let _ = alias.resolved.set(ty);
    made.map_err(Into::into)
}

/// Keeps the understood part of an invalid definition, as Puppet does.
fn leave(vm: &Vm, alias: &Alias, ty: Ty) {
    if !vm.settings.types.additions {
        let _ = alias.resolved.set(ty);
    }
}

/// Returns a TypeSet with types that it does not print.
fn with_members(ty: &Ty, scope: &TypeScope) -> Ty {
    let Type::TypeSet(set) = &**ty else { return ty.clone() };
    let types = scope.members.iter().map(|(name, alias)| (name.clone(), Ty::new(Type::Alias(alias.clone())))).collect();
    let (name, definition) = (set.name.clone(), set.definition.clone());
    Ty::new(Type::TypeSet(Rc::new(TypeSetType { name, types, definition })))
}

/// The definition of a TypeSet without the meaning of its types.
struct TypeSetHead {
    hash: Hash,
    /// The paths of the types in the definition, and their names.
    members: Vec<((usize, usize), Rc<str>)>,
}

fn type_set_head(vm: &mut Vm, alias: &Alias, source: &Arc<Source>, expr: &Expr) -> EvalResult<TypeSetHead> {
    let ExprKind::Hash(entries) = &expr.kind else {
        let message = format!("the TypeSet `{}` is defined by a hash", alias.name);
        return Err(Flow::at(Topic::TypeDefinition, SourcePos::from(expr), message));
    };
    let mut head = TypeSetHead { hash: Hash::new(), members: Vec::new() };
    for (place, entry) in entries.iter().enumerate() {
        let key = value_of(vm, source, &entry.key)?;
        let mut named = Hash::new();
        match (key.as_str(), &entry.value.kind) {
            (Some("types"), ExprKind::Hash(types)) => {
                for (index, member) in types.iter().enumerate() {
                    let name = short_name(vm, source, &member.key)?;
                    named.insert(Value::str(&*name), Value::Undef);
                    head.members.push(((place, index), name));
                }
                head.hash.insert(key, Value::hash(named));
            }
            (Some("references"), ExprKind::Hash(references)) => {
                for reference in references {
                    let name = short_name(vm, source, &reference.key)?;
                    named.insert(Value::str(&*name), value_of(vm, source, &reference.value)?);
                }
                head.hash.insert(key, Value::hash(named));
            }
            _ => {
                let value = definition_part(vm, source, &entry.value)?;
                head.hash.insert(key, value);
            }
        }
    }
    Ok(head)
}

/// Evaluates a key among a TypeSet's types or references: an uppercase word is a name here.
fn short_name(vm: &mut Vm, source: &Arc<Source>, key: &Expr) -> EvalResult<Rc<str>> {
    if let ExprKind::Ref(name) = &key.kind {
        return Ok(name.clone());
    }
    match value_of(vm, source, key)? {
        Value::Str(text) => Ok(text.text.as_str().into()),
        other => {
            let message = format!("{} is not a valid name of a type", puppet_pcore::display(&other));
            Err(Flow::at(Topic::TypeDefinition, SourcePos::from(key), message))
        }
    }
}

/// Returns the TypeSet that another one refers to, in a compatible version.
fn referred(vm: &mut Vm, name: &str, versions: &SemVerRange, site: SourcePos) -> EvalResult<Rc<TypeSetType>> {
    let fault = |message: String| Flow::at(Topic::TypeDefinition, site, message);
    let alias = vm.aliases.get(name).cloned().ok_or_else(|| fault(format!("unknown TypeSet `{name}`")))?;
    let ty = used(vm, &alias, site)?;
    let Type::TypeSet(set) = &*ty else { return Err(fault(format!("`{name}` is not a TypeSet"))) };
    let version = match &set.definition {
        Value::Hash(definition) => definition.get_str("version").and_then(Value::as_str).unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    match puppet_pcore::semver_range::parse_version(&version) {
        Ok(version) if versions.includes(&version) => Ok(set.clone()),
        _ => Err(fault(format!("the TypeSet `{name}` is version {version}, not {}", versions.text))),
    }
}

/// Evaluates a type in the definition of a type, or in a string.
fn definition_type(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> EvalResult<Ty> {
    let value = definition_part(vm, source, expr)?;
    expected_type(value, source, expr)
}

/// Evaluates a part of the definition of a type: it consists of literals, names and parameters only, and its parameters
/// have rules of their own.
fn definition_part(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> EvalResult {
    if vm.settings.types.additions {
        return value_of(vm, source, expr);
    }
    match computed(expr) {
        Some(odd) => Err(misplaced(source, odd, "the definition of a type cannot compute anything")),
        None => literal(vm, source, expr),
    }
}

fn misplaced(source: &Arc<Source>, expr: &Expr, message: impl Into<String>) -> Box<Flow> {
    let mut flow = Flow::at(Topic::TypeDefinition, SourcePos::from(expr), message);
    flow.enter_source(source);
    flow
}

/// Returns the value of a part that computes nothing.
fn literal(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> EvalResult {
    budget::poll()?;
    match &expr.kind {
        ExprKind::Access(left, keys) if matches!(left.kind, ExprKind::Ref(_)) => match value_of(vm, source, left)? {
            Value::Type(ty) if matches!(*ty, Type::TypeReference(_)) => {
                let text = source.text().get(expr.span.start as usize..expr.span.end as usize).unwrap_or_default();
                Ok(Value::ty(Type::TypeReference(text.into())))
            }
            Value::Type(ty) if !matches!(*ty, Type::Resource { .. } | Type::Class(_) | Type::Alias(_)) => {
                let args = keys.iter().map(|key| literal(vm, source, key)).collect::<EvalResult<Vec<_>>>()?;
                let made = puppet_pcore::parameterize_in_definition(&vm.settings.types, &ty, &args);
                made.map_err(|issue| misplaced(source, expr, issue.message))
            }
            _ => value_of(vm, source, expr),
        },
        ExprKind::Array(items) => {
            items.iter().map(|item| literal(vm, source, item)).collect::<EvalResult<Vec<_>>>().map(Value::array)
        }
        ExprKind::Hash(entries) => {
            let mut hash = Hash::new();
            for entry in entries {
                let key = literal(vm, source, &entry.key)?;
                hash.insert(key, literal(vm, source, &entry.value)?);
            }
            Ok(Value::hash(hash))
        }
        _ => value_of(vm, source, expr),
    }
}

/// Evaluates a type expression of its own.
pub(crate) fn evaluate(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> EvalResult<Ty> {
    let value = value_of(vm, source, expr)?;
    expected_type(value, source, expr)
}

fn expected_type(value: Value, source: &Arc<Source>, expr: &Expr) -> EvalResult<Ty> {
    match value {
        Value::Type(ty) => Ok(ty),
        other => Err(misplaced(source, expr, format!("expected a type, found {}", puppet_pcore::display(&other)))),
    }
}

fn value_of(vm: &mut Vm, source: &Arc<Source>, expr: &Expr) -> EvalResult {
    let program = vm.compile_input(source.clone(), expr);
    (program.code)(vm, &mut new_stack(program.size)).map_err(|mut flow| {
        flow.enter_source_if_placed(source);
        flow
    })
}

impl Vm {
    /// Parses a string as a type.
    pub fn parse_type(&mut self, text: &str) -> EvalResult<Ty> {
        let parsed = parse(text, LexOptions::default());
        let source = Source::new("type", text);
        if let Some(finding) = parsed.diagnostics.iter().find(|finding| finding.is_error()) {
            return Err(misread(&source, finding));
        }
        if matches!(&parsed.program.body.kind, ExprKind::Block(statements) if statements.len() > 1) {
            return Err(Flow::fail_with(
                Topic::ConversionFailed,
                format!("expected a type, found several statements: '{text}'"),
            ));
        }
        let lenient = std::mem::replace(&mut self.aliases.is_lenient, !self.settings.types.additions);
        let body = &parsed.program.body;
        let result = definition_type(self, &source, body);
        self.aliases.is_lenient = lenient;
        result.map_err(|flow| match *flow {
            Flow::Fault(fault) => Flow::fail_with(Topic::TypeDefinition, fault.issue.message),
            other => Box::new(other),
        })
    }
}

/// Creates the error for a string that is not a type. Its position is in that string, as in Puppet; an early end has
/// none.
fn misread(source: &Arc<Source>, finding: &Diagnostic) -> Box<Flow> {
    let message = format!("'{}' is not a valid type: {}", source.text(), finding.message);
    let place = finding.span.and_then(|span| match is_sign(source, span) {
        true => first_other_error(source.text()).map(|span| SourcePos { span, at: span.start }),
        false => Some(SourcePos { span, at: finding.at.unwrap_or(span.start) }),
    });
    let Some(place) = place else { return Flow::fail_with(Topic::TypeDefinition, message) };
    let mut flow = Flow::at(finding.code.issue(), place, message);
    flow.enter_source(source);
    flow
}

/// Returns whether an error is a `$` without a name.
fn is_sign(source: &Source, span: Span) -> bool {
    source.text().get(span.start as usize..).is_some_and(|rest| rest.starts_with('$'))
}

/// Returns the place of the first error other than a `$` without a name: that is a variable to Puppet's lexer, which the
/// reader of types rejects only if the text parses.
fn first_other_error(text: &str) -> Option<Span> {
    const NAME: &str = "x ";
    let mut named = String::with_capacity(text.len());
    let mut ends = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        named.push(letter);
        let is_named = letters.peek().is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | ':'));
        if letter == '$' && !is_named {
            named.push_str(NAME);
            ends.push(named.len());
        }
    }
    let parsed = parse(&named, LexOptions::default());
    let found = parsed.diagnostics.iter().find(|finding| finding.is_error())?.span?;
    let back = |at: u32| at - (ends.partition_point(|end| *end <= at as usize) * NAME.len()) as u32;
    Some(Span { start: back(found.start), end: back(found.end) })
}
