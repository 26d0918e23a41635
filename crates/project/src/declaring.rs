//! Collects what a manifest declares, expression by expression.

use rustc_hash::FxHashMap;

use puppet_catalog::builtin;
use puppet_syntax::ast::{
    AttributeKind, AttributeOperation, Collect, Expr, ExprKind, Resource, ResourceBody, ResourceForm, Segment,
};

use super::declared::{ComputedTitle, Declaration, Declared, Opened, Opening, RelationEnd};

/// The attributes whose values are the other ends of relationships.
const RELATIONS: [&str; 4] = ["require", "before", "notify", "subscribe"];

/// The attributes that give any resource a second title.
const ALIASES: [&str; 3] = ["alias", "name", "path"];

/// The functions that read Hiera data.
const LOOKUPS: [&str; 4] = ["lookup", "hiera", "hiera_array", "hiera_hash"];

/// The state of a collection.
#[derive(Default)]
pub(super) struct Declaring {
    declared: Declared,
    /// For each reference `Type['title']` how often the file has it, apart from the ends of relationships.
    tested: FxHashMap<(Box<str>, Box<str>), i32>,
    /// Whether the file tests for resources whose names it computes.
    tests_any: bool,
}

impl Declaring {
    /// Returns the declarations, when the file is read.
    pub(super) fn finish(mut self) -> Declared {
        let is_free = |end: &RelationEnd| {
            let key = (end.type_name.clone(), end.title.clone());
            self.tested.get(&key).is_none_or(|count| *count <= 0)
        };
        let is_open = self.tests_any;
        self.declared.ends.retain(|end| !is_open && is_free(end));
        self.declared.adjusted.sort_unstable();
        self.declared.adjusted.dedup();
        self.declared
    }

    /// Adds what an expression itself declares, without its parts.
    pub(super) fn see(&mut self, expr: &Expr, inside: Option<u32>) {
        match &expr.kind {
            ExprKind::Resource(resource) => self.resource(resource, inside),
            ExprKind::Relation(_, left, right) => {
                self.ends(left, inside);
                self.ends(right, inside);
            }
            ExprKind::Access(..) => self.each_reference(expr, &mut |declaring, type_name, title| {
                let title = meant(&type_name, title).into();
                *declaring.tested.entry((type_name, title)).or_default() += 1;
            }),
            ExprKind::ResourceDefaults(defaults) => self.adjust(&defaults.type_ref),
            ExprKind::ResourceOverride(set) => match &set.resources.kind {
                ExprKind::Access(left, _) => self.adjust(left),
                _ => self.declared.adjusted.push("".into()),
            },
            ExprKind::Collect(collect) => self.collect(collect, inside),
            _ => {}
        }
    }

    /// Adds what a call of a function of the language declares.
    pub(super) fn call(&mut self, function: &str, arguments: &[&Expr], inside: Option<u32>) {
        match function.strip_prefix("::").unwrap_or(function) {
            "include" | "require" | "contain" => arguments.iter().for_each(|one| self.include(one, inside)),
            // The resources must be declared, as for a relationship.
            "realize" => arguments.iter().for_each(|one| self.ends(one, inside)),
            "hiera_include" => self.open(Opened::ClassesOfData, inside),
            "create_resources" | "ensure_resource" | "ensure_resources" => {
                let name = arguments.first().and_then(|one| one.literal_text());
                self.open(name.map_or(Opened::Anything, any_of), inside);
            }
            "ensure_packages" | "stdlib::ensure_packages" => self.open(any_of("package"), inside),
            "defined" | "defined_with_params" => {
                self.tests_any |= arguments.iter().any(|one| !is_reference(one) && !is_name(one));
            }
            _ => {}
        }
    }

    fn open(&mut self, opened: Opened, inside: Option<u32>) {
        self.declared.openings.push(Opening { opened, inside });
    }

    fn include(&mut self, argument: &Expr, inside: Option<u32>) {
        match &argument.kind {
            ExprKind::String(_) | ExprKind::Name(_) => {}
            ExprKind::Array(items) => items.iter().for_each(|item| self.include(item, inside)),
            ExprKind::Paren(inner) => self.include(inner, inside),
            ExprKind::Interpolated(segments) => {
                let prefix = match segments.first() {
                    Some(Segment::Text(text, _)) => lower(text),
                    _ => "".into(),
                };
                self.open(Opened::Classes(prefix), inside);
            }
            _ if is_lookup(argument) => self.open(Opened::ClassesOfData, inside),
            _ => self.open(Opened::Classes("".into()), inside),
        }
    }

    fn resource(&mut self, resource: &Resource, inside: Option<u32>) {
        let type_name = match &resource.type_name.kind {
            ExprKind::Name(name) | ExprKind::Reserved(name, _) => lower(name),
            _ => return self.open(Opened::Anything, inside),
        };
        let has_defaults = resource.bodies.iter().any(|body| matches!(body.title.kind, ExprKind::Default));
        for body in &resource.bodies {
            self.body(&type_name, body, has_defaults, inside);
            // The relationships of a virtual resource count only once it is realized.
            if matches!(resource.form, ResourceForm::Regular) {
                body.operations.iter().filter(|one| is_relation(one)).for_each(|one| self.ends(&one.value, inside));
            }
        }
    }

    fn body(&mut self, type_name: &str, body: &ResourceBody, has_defaults: bool, inside: Option<u32>) {
        let has_splat = body.operations.iter().any(|one| matches!(one.kind, AttributeKind::Splat));
        let is_open = has_splat || has_defaults;
        let names = body.operations.iter().filter_map(|one| name_of(one));
        let given =
            (!is_open && builtin(type_name).is_none()).then(|| names.map(Into::into).collect::<Vec<Box<str>>>());
        self.titles(type_name, &body.title, &given, inside);
        let namevar = builtin(type_name).map_or("name", |known| known.namevar);
        let is_alias = |name: &str| ALIASES.contains(&name) || name == namevar;
        let aliases = body.operations.iter().filter(|one| name_of(one).is_some_and(is_alias));
        aliases.for_each(|one| self.titles(type_name, &one.value, &None, inside));
        if is_open {
            self.open(any_of(type_name), inside);
        }
    }

    /// Adds declarations with the titles that an expression writes or computes.
    fn titles(&mut self, type_name: &str, title: &Expr, given: &Option<Vec<Box<str>>>, inside: Option<u32>) {
        match &title.kind {
            ExprKind::String(name) | ExprKind::Name(name) => self.declared.resources.push(Declaration {
                type_name: type_name.into(),
                title: (&**name).into(),
                span: title.span,
                given: given.clone(),
                inside,
            }),
            ExprKind::Array(items) => items.iter().for_each(|item| self.titles(type_name, item, given, inside)),
            ExprKind::Paren(inner) => self.titles(type_name, inner, given, inside),
            ExprKind::Default => {}
            ExprKind::Interpolated(segments) => {
                let text = |segment: Option<&Segment>| match segment {
                    Some(Segment::Text(text, _)) => (&**text).into(),
                    Some(Segment::Value { .. }) | None => "".into(),
                };
                let title = ComputedTitle { prefix: text(segments.first()), suffix: text(segments.last()) };
                self.open(Opened::Type { name: type_name.into(), title }, inside);
            }
            _ => self.open(any_of(type_name), inside),
        }
    }

    fn adjust(&mut self, reference: &Expr) {
        let name = match &reference.kind {
            ExprKind::Ref(name) => lower(name),
            _ => "".into(),
        };
        self.declared.adjusted.push(name);
    }

    fn collect(&mut self, collect: &Collect, inside: Option<u32>) {
        self.adjust(&collect.type_expr);
        if collect.exported {
            let opened = match &collect.type_expr.kind {
                ExprKind::Ref(name) => any_of(name),
                _ => Opened::Anything,
            };
            self.open(opened, inside);
        }
    }

    /// Adds the references that an operand of an arrow, or the value of a relationship, writes.
    fn ends(&mut self, value: &Expr, inside: Option<u32>) {
        match &value.kind {
            ExprKind::Array(items) => items.iter().for_each(|item| self.ends(item, inside)),
            ExprKind::Paren(inner) => self.ends(inner, inside),
            ExprKind::Access(_, keys) => {
                let spans: Vec<_> =
                    keys.iter().filter(|key| key.literal_text().is_some()).map(|key| key.span).collect();
                let mut spans = spans.into_iter();
                self.each_reference(value, &mut |declaring, type_name, title| {
                    // The walk sees the reference a second time.
                    let title: Box<str> = meant(&type_name, title).into();
                    *declaring.tested.entry((type_name.clone(), title.clone())).or_default() -= 1;
                    let span = spans.next().unwrap_or_default();
                    declaring.declared.ends.push(RelationEnd { type_name, title, span, inside });
                });
            }
            _ => {}
        }
    }

    /// Calls `visit` with each `Type['title']` that an expression writes.
    fn each_reference(&mut self, expr: &Expr, visit: &mut dyn FnMut(&mut Self, Box<str>, &str)) {
        let ExprKind::Access(left, keys) = &expr.kind else { return };
        let ExprKind::Ref(name) = &left.kind else { return };
        let type_name = lower(name);
        for title in keys.iter().filter_map(Expr::literal_text) {
            visit(self, type_name.clone(), title);
        }
    }
}

/// Returns all resources of a type.
fn any_of(type_name: &str) -> Opened {
    Opened::Type { name: lower(type_name), title: ComputedTitle::default() }
}

/// Returns a name without a leading `::`.
fn plain(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}

/// Returns the title that a reference means: the name of a class may begin with `::`.
fn meant<'t>(type_name: &str, title: &'t str) -> &'t str {
    if type_name == "class" { plain(title) } else { title }
}

fn lower(name: &str) -> Box<str> {
    plain(name).to_ascii_lowercase().into()
}

fn name_of(operation: &AttributeOperation) -> Option<&str> {
    match &operation.kind {
        AttributeKind::Set(name) | AttributeKind::Append(name) => Some(name),
        AttributeKind::Splat => None,
    }
}

fn is_relation(operation: &AttributeOperation) -> bool {
    name_of(operation).is_some_and(|name| RELATIONS.contains(&name))
}

/// Returns whether an expression is `Type['title']` with titles that it writes.
fn is_reference(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Access(left, keys) => {
            matches!(left.kind, ExprKind::Ref(_)) && keys.iter().all(|key| key.literal_text().is_some())
        }
        _ => false,
    }
}

/// Returns whether an argument of `defined` is a name: of a class, a type, a function or a variable.
fn is_name(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Ref(_)) || expr.literal_text().is_some_and(|name| !name.contains('['))
}

/// Returns whether an expression is a lookup of Hiera data, or a function of one.
fn is_lookup(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(call) => call.functor.literal_text().is_some_and(|name| LOOKUPS.contains(&name)),
        ExprKind::Method(method) => is_lookup(&method.receiver),
        ExprKind::Paren(inner) => is_lookup(inner),
        _ => false,
    }
}
