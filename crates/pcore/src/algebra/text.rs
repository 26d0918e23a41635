//! Types as text in Puppet's own form.
//!
//! A named type and an Object type print their definition when printed alone, and their name inside another
//! type. A recursive name is expanded once.

use std::fmt;
use std::rc::Rc;

use pprepl_budget as budget;

use super::super::float_text::write_float;
use super::super::print::{quote, write_interpolated};
use super::super::regexp::regexp_text;
use super::super::{
    CallableType, FloatRange, Hash, Int, IntegerRange, ObjectType, Size, StringType, StructElement, TimeRange, Ty,
    Type, Value, timespan, timestamp,
};
use super::accepts_undef;
use super::alias::is_recursive;
use super::guard::Guard;

/// The printed form of a bare `TypeSet`.
const DEFAULT_TYPE_SET: &str = "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', \
    name_authority => 'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]";

/// Returns the type as it prints inside another one: names are not expanded.
pub fn type_text(ty: &Type) -> String {
    Printer::new(false, MAX_TEXT).entire_text(ty)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&expanded_text(self))
    }
}

/// Returns the type as it prints alone: a name is expanded.
pub fn expanded_text(ty: &Type) -> String {
    Printer::new(is_expanded(ty), MAX_TEXT).entire_text(ty)
}

/// Returns the type as it prints alone; `None` where the text would exceed the limit.
pub fn exact_text(ty: &Type) -> Option<String> {
    let mut printer = Printer::new(is_expanded(ty), MAX_TEXT);
    printer.ty(ty);
    (!printer.is_full()).then_some(printer.out)
}

/// Returns the type as it prints alone, in about `most` bytes: omitted items are counted (`Struct[{'a' =>
/// Integer, .. 97 more}]`).
pub fn type_outline(ty: &Type, most: usize) -> String {
    Printer::outline(is_expanded(ty), most).entire_text(ty)
}

/// Returns the type as it prints inside another one, in about `most` bytes.
pub fn type_start(ty: &Type, most: usize) -> String {
    Printer::outline(false, most).entire_text(ty)
}

fn is_expanded(ty: &Type) -> bool {
    matches!(ty, Type::Alias(_) | Type::Object(_) | Type::AnyObject | Type::TypeSet(..))
}

/// The maximum size of a type's text, in bytes.
const MAX_TEXT: usize = 64 << 20;

struct Printer {
    out: String,
    /// The limit of the text, in bytes.
    most: usize,
    /// Whether text beyond the limit is omitted; otherwise it is an error.
    outline: bool,
    /// Whether something was omitted.
    full: bool,
    /// Whether names are expanded.
    expanded: bool,
    guard: Guard,
    /// The name of the TypeSet being printed: its types print their short names.
    set: Option<Rc<str>>,
}

impl Printer {
    fn new(expanded: bool, most: usize) -> Printer {
        let guard = Guard::default();
        Printer { out: String::new(), most, outline: false, full: false, expanded, guard, set: None }
    }

    fn outline(expanded: bool, most: usize) -> Printer {
        Printer { outline: true, ..Printer::new(expanded, most) }
    }

    /// Returns the text. The caller checks the budget, in case the text exceeded the limit.
    fn entire_text(mut self, ty: &Type) -> String {
        self.ty(ty);
        if self.is_full() && !self.outline {
            // More than any limit.
            let _ = budget::charge(usize::MAX >> 1);
        }
        budget::note(self.out.len());
        self.out
    }

    /// Returns whether the limit is reached.
    fn is_full(&mut self) -> bool {
        self.full = self.full || self.out.len() > self.most || budget::is_exhausted();
        self.full
    }

    fn ty(&mut self, ty: &Type) {
        if self.is_full() {
            return self.out.push_str("..");
        }
        match ty {
            Type::Integer(range) => self.integer(range),
            Type::Float(range) => self.float(range),
            Type::Boolean(value) => self.parameters("Boolean", value.iter(), |p, value| p.value(&Value::bool(*value))),
            Type::String(StringType::Size(size)) => self.sized("String", Some(*size)),
            Type::String(StringType::Values(values)) => {
                self.out.push_str("String<");
                self.out.push_str(&values.join(","));
                self.out.push('>');
            }
            Type::Enum { values, ignore_case } => self.enumeration(values, *ignore_case),
            Type::Pattern(patterns) => {
                self.parameters("Pattern", patterns.iter(), |p, re| p.out.push_str(&regexp_text(&re.source)));
            }
            Type::Regexp(pattern) => {
                self.parameters("Regexp", pattern.iter(), |p, re| p.out.push_str(&regexp_text(&re.source)));
            }
            Type::NotUndef(inner) if matches!(**inner, Type::Any) => self.out.push_str("NotUndef"),
            Type::NotUndef(inner) => self.parameters("NotUndef", [inner], Printer::key),
            Type::Optional(inner) => self.parameters("Optional", inner.iter(), Printer::key),
            Type::Type(inner) => self.parameters("Type", inner.iter(), |p, ty| p.ty(ty)),
            Type::Sensitive(inner) if matches!(**inner, Type::Any) => self.out.push_str("Sensitive"),
            Type::Sensitive(inner) => self.parameters("Sensitive", [inner], |p, ty| p.ty(ty)),
            Type::Iterable(inner) => self.parameters("Iterable", inner.iter(), |p, ty| p.ty(ty)),
            Type::Iterator(inner) => self.parameters("Iterator", inner.iter(), |p, ty| p.ty(ty)),
            Type::Collection(size) => self.sized("Collection", *size),
            Type::Array(element, size) => self.array(element, *size),
            Type::Tuple(types, size) => self.tuple(types, *size),
            Type::Hash(key, value, size) => self.hash_type(key, value, *size),
            Type::Struct(elements) => self.structure(elements),
            Type::Variant(types) => self.parameters("Variant", types, |p, ty| p.ty(ty)),
            Type::Callable(callable) => self.callable(callable),
            Type::Init(inner, arguments) => self.init(inner.as_ref(), arguments),
            Type::SemVer(ranges) => {
                self.parameters("SemVer", ranges, |p, range| quote(&range.text, &mut p.out));
            }
            Type::Timespan(range) => self.times("Timespan", **range, timespan::text_of),
            Type::Timestamp(range) => self.times("Timestamp", **range, |time, _| timestamp::text(time)),
            Type::Uri(parameters) => self.parameters("URI", parameters.iter(), |p, value| p.value(value)),
            Type::Runtime { runtime, name } => self.runtime(runtime.as_deref(), name.as_ref()),
            Type::Resource { type_name, title } => self.resource(type_name.as_deref(), title.as_deref()),
            Type::Class(name) => self.parameters("Class", name.iter(), |p, name| p.out.push_str(name)),
            Type::Object(object) => self.object(object),
            Type::AnyObject => self.out.push_str(if self.expanded { "Object[{}]" } else { "Object" }),
            Type::ObjectExtension(object, values) => self.extension(object, values),
            Type::TypeSet(set) => self.type_set(&set.name, &set.definition),
            Type::Alias(alias) => self.alias(alias),
            Type::TypeReference(text) => self.parameters("TypeReference", [text], |p, text| quote(text, &mut p.out)),
            Type::Any
            | Type::Unit
            | Type::Undef
            | Type::Default
            | Type::Scalar
            | Type::ScalarData
            | Type::Data
            | Type::RichData
            | Type::RichDataKey
            | Type::Numeric
            | Type::CatalogEntry
            | Type::String(_)
            | Type::Binary
            | Type::AnyStruct
            | Type::SemVerRange
            | Type::AnyTypeSet => self.out.push_str(plain_name(ty)),
        }
    }

    /// Writes `Name[a, b]`, or only the name for an empty list of parameters.
    fn parameters<T>(&mut self, name: &str, items: impl IntoIterator<Item = T>, print: impl Fn(&mut Printer, T)) {
        self.out.push_str(name);
        let mut items = items.into_iter().peekable();
        if items.peek().is_some() {
            self.out.push('[');
            self.list(items, print);
            self.out.push(']');
        }
    }

    /// Writes a key type; the exact value of a string is written for its type.
    fn key(&mut self, ty: &Ty) {
        match &**ty {
            Type::String(StringType::Value(text)) => self.quoted(&text.text),
            _ => self.ty(ty),
        }
    }

    fn integer(&mut self, range: &IntegerRange) {
        self.out.push_str("Integer");
        if range.from.is_none() && range.to.is_none() {
            return;
        }
        self.out.push('[');
        match &range.from {
            Some(from) => self.int(from),
            None => self.out.push_str("default"),
        }
        if let Some(to) = &range.to {
            self.out.push_str(", ");
            self.int(to);
        }
        self.out.push(']');
    }

    fn int(&mut self, int: &Int) {
        match int {
            Int::Small(i) => write_interpolated(&Value::Int(*i), &mut self.out),
            Int::Big(i) => self.out.push_str(&i.to_string()),
        }
    }

    fn float(&mut self, range: &FloatRange) {
        self.out.push_str("Float");
        if range.from.is_none() && range.to.is_none() {
            return;
        }
        self.out.push('[');
        let start = self.out.len();
        match range.from {
            Some(from) => write_float(from, &mut self.out),
            None => self.out.push_str("default"),
        }
        let end = self.out.len();
        if let Some(to) = range.to {
            self.out.push_str(", ");
            if range.from == Some(to) {
                self.out.extend_from_within(start..end);
            } else {
                write_float(to, &mut self.out);
            }
        }
        self.out.push(']');
    }

    /// Writes a string in quotes; most strings need no test of each character.
    fn quoted(&mut self, text: &str) {
        if text.bytes().all(|byte| byte >= 0x20 && byte != b'\'' && byte != b'\\') {
            self.out.push('\'');
            self.out.push_str(text);
            self.out.push('\'');
        } else {
            quote(text, &mut self.out);
        }
    }

    fn sized(&mut self, name: &str, size: Option<Size>) {
        self.out.push_str(name);
        if size.is_some() {
            self.out.push('[');
            self.size(size);
            self.out.push(']');
        }
    }

    fn size(&mut self, size: Option<Size>) {
        let Some(size) = size else { return };
        self.value(&Value::Int(size.from));
        if let Some(to) = size.to {
            self.out.push_str(", ");
            self.value(&Value::Int(to));
        }
    }

    /// Writes a size after other parameters.
    fn further_size(&mut self, size: Option<Size>) {
        if size.is_some() {
            self.out.push_str(", ");
            self.size(size);
        }
    }

    fn enumeration(&mut self, values: &[Rc<str>], ignore_case: bool) {
        if values.is_empty() {
            return self.out.push_str("Enum");
        }
        self.out.push_str("Enum[");
        self.list(values, |p, value| quote(value, &mut p.out));
        self.out.push_str(if ignore_case { ", true]" } else { "]" });
    }

    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, print: impl Fn(&mut Printer, T)) {
        let mut items = items.into_iter();
        let mut index = 0;
        while let Some(item) = items.next() {
            if index > 0 {
                self.out.push_str(", ");
                if self.is_full() {
                    let more = 1 + items.count();
                    return self.out.push_str(&format!(".. {more} more"));
                }
            }
            print(self, item);
            index += 1;
        }
    }

    fn array(&mut self, element: &Ty, size: Option<Size>) {
        match size {
            Some(Size { from: 0, to: Some(0) }) => self.out.push_str("Array[0, 0]"),
            None if matches!(**element, Type::Any) => self.out.push_str("Array"),
            _ => {
                self.out.push_str("Array[");
                self.ty(element);
                self.further_size(size);
                self.out.push(']');
            }
        }
    }

    fn hash_type(&mut self, key: &Ty, value: &Ty, size: Option<Size>) {
        match size {
            Some(Size { from: 0, to: Some(0) }) => self.out.push_str("Hash[0, 0]"),
            None if matches!((&**key, &**value), (Type::Any, Type::Any)) => self.out.push_str("Hash"),
            _ => {
                self.out.push_str("Hash[");
                self.ty(key);
                self.out.push_str(", ");
                self.ty(value);
                self.further_size(size);
                self.out.push(']');
            }
        }
    }

    fn tuple(&mut self, types: &[Ty], size: Option<Size>) {
        if types.is_empty() {
            return self.out.push_str("Tuple");
        }
        self.out.push_str("Tuple[");
        self.list(types, |p, ty| p.ty(ty));
        self.further_size(size);
        self.out.push(']');
    }

    fn structure(&mut self, elements: &[StructElement]) {
        if elements.is_empty() {
            return self.out.push_str("Struct");
        }
        self.out.push_str("Struct[{");
        self.list(elements, |p, element| {
            p.element_key(element);
            p.out.push_str(" => ");
            p.ty(&element.value);
        });
        self.out.push_str("}]");
    }

    /// Writes a key, with `Optional` or `NotUndef` only where the value's type does not already imply it.
    fn element_key(&mut self, element: &StructElement) {
        let wrapper = match (element.is_optional(), accepts_undef(&element.value)) {
            (true, true) | (false, false) => return self.quoted(&element.name),
            (true, false) => "Optional[",
            (false, true) => "NotUndef[",
        };
        self.out.push_str(wrapper);
        self.quoted(&element.name);
        self.out.push(']');
    }

    fn callable(&mut self, callable: &CallableType) {
        match (&callable.params, &callable.returns) {
            (None, None) => self.out.push_str("Callable"),
            (None, Some(returns)) => {
                self.out.push_str("Callable[[], ");
                self.ty(returns);
                self.out.push(']');
            }
            (Some(params), None) => {
                self.out.push_str("Callable[");
                self.callable_parameters(params, callable.block.as_ref());
                self.out.push(']');
            }
            (Some(params), Some(returns)) => {
                self.out.push_str("Callable[[");
                self.callable_parameters(params, callable.block.as_ref());
                self.out.push_str("], ");
                self.ty(returns);
                self.out.push(']');
            }
        }
    }

    fn callable_parameters(&mut self, params: &Ty, block: Option<&Ty>) {
        let Type::Tuple(types, size) = &**params else { return };
        let start = self.out.len();
        self.list(types.iter().filter(|ty| !matches!(***ty, Type::Unit)), |p, ty| p.ty(ty));
        if types.is_empty() {
            self.out.push_str("0, 0");
        } else if self.out.len() > start {
            self.further_size(*size);
        } else {
            self.size(*size);
        }
        if let Some(block) = block {
            if self.out.len() > start {
                self.out.push_str(", ");
            }
            self.ty(block);
        }
    }

    fn init(&mut self, inner: Option<&Ty>, arguments: &[Value]) {
        let Some(inner) = inner else { return self.out.push_str("Init") };
        self.out.push_str("Init[");
        self.ty(inner);
        for argument in arguments {
            self.out.push_str(", ");
            self.value(argument);
        }
        self.out.push(']');
    }

    fn times(&mut self, name: &str, TimeRange { from, to, floats }: TimeRange, text: fn(i128, bool) -> String) {
        self.out.push_str(name);
        if from.is_none() && to.is_none() {
            return;
        }
        self.out.push('[');
        match from {
            Some(from) => quote(&text(from, floats.0), &mut self.out),
            None => self.out.push_str("default"),
        }
        if let Some(to) = to.filter(|to| Some(*to) != from) {
            self.out.push_str(", ");
            quote(&text(to, floats.1), &mut self.out);
        }
        self.out.push(']');
    }

    fn runtime(&mut self, runtime: Option<&str>, name: Option<&Value>) {
        self.out.push_str("Runtime");
        if runtime.is_none() && name.is_none() {
            return;
        }
        self.out.push('[');
        self.out.push_str(runtime.unwrap_or("undef"));
        if let Some(name) = name {
            self.out.push_str(", ");
            self.value(name);
        }
        self.out.push(']');
    }

    fn resource(&mut self, type_name: Option<&str>, title: Option<&str>) {
        match type_name {
            None => self.out.push_str("Resource"),
            Some(name) => {
                let name = capitalized(name);
                self.parameters(&name, title, |p, title| quote(title, &mut p.out));
            }
        }
    }

    fn alias(&mut self, alias: &Rc<super::super::Alias>) {
        let short = self.short_name(&alias.name);
        if !self.expanded || alias.built_in || self.set.is_some() && short.is_none() {
            return self.out.push_str(short.unwrap_or(&alias.name));
        }
        if short.is_none() {
            self.out.push_str(&alias.name);
        }
        let named = short.is_none();
        let id = Rc::as_ptr(alias).addr();
        let recursive = is_recursive(alias);
        let entered = recursive.then(|| self.guard.enter_left(id));
        match (recursive && self.guard.left_again(), alias.resolved.get()) {
            (false, Some(meaning)) => {
                if named {
                    self.out.push_str(" = ");
                }
                self.ty(meaning);
            }
            // The type inside itself: its name, unless it was written before.
            (true, _) => self.out.push_str(short.unwrap_or_default()),
            (false, None) => {}
        }
        if let Some(entered) = entered {
            self.guard.leave_left(id, entered);
        }
    }

    fn extension(&mut self, object: &ObjectType, values: &[Value]) {
        self.out.push_str(object.name.as_deref().unwrap_or("Object"));
        self.out.push('[');
        let names = object.type_parameter_names();
        if names.len() > 2 {
            let named: Hash = names
                .into_iter()
                .zip(values)
                .filter(|(_, value)| !matches!(value, Value::Default))
                .map(|(name, value)| (Value::str(&*name), value.clone()))
                .collect();
            self.value(&Value::hash(named));
        } else {
            let given = values.iter().rposition(|value| !matches!(value, Value::Default)).map_or(0, |last| last + 1);
            self.list(&values[..given], |p, value| p.value(value));
        }
        self.out.push(']');
    }

    fn object(&mut self, object: &ObjectType) {
        let name = object.name.as_deref().unwrap_or("Object");
        let short = self.short_name(name);
        if !self.expanded {
            return self.out.push_str(short.unwrap_or(name));
        }
        match &object.definition {
            Some(Value::Hash(definition)) => self.definition(definition, short.is_none()),
            _ if object.is_host() => self.out.push_str(name),
            _ => self.out.push_str("Object[{}]"),
        }
    }

    /// Writes the definition of an Object type; inside its TypeSet the name is omitted.
    fn definition(&mut self, definition: &Hash, named: bool) {
        self.expanded = false;
        self.out.push_str("Object[{");
        let entries = definition.iter().filter(|(key, _)| named || key.as_str() != Some("name"));
        self.list(entries, |p, (key, value)| p.object_entry(key, value));
        self.out.push_str("}]");
        self.expanded = true;
    }

    fn object_entry(&mut self, key: &Value, value: &Value) {
        let key = key.as_str().unwrap_or_default();
        self.out.push_str(key);
        self.out.push_str(" => ");
        match (key, value) {
            ("attributes" | "functions", Value::Hash(members)) => {
                self.out.push('{');
                self.list(members.iter(), |p, (name, member)| {
                    p.value(name);
                    p.out.push_str(" => ");
                    p.member(member);
                });
                self.out.push('}');
            }
            _ => self.value(value),
        }
    }

    fn member(&mut self, member: &Value) {
        let Value::Hash(parts) = member else { return self.value(member) };
        self.out.push('{');
        self.list(parts.iter(), |p, (key, value)| {
            let key = key.as_str().unwrap_or_default();
            p.out.push_str(key);
            p.out.push_str(" => ");
            match value.as_str() {
                Some(kind) if key == "kind" => p.out.push_str(kind),
                _ => p.value(value),
            }
        });
        self.out.push('}');
    }

    /// Returns the short name of a type inside the TypeSet being printed; `None` when the type is not a
    /// member.
    fn short_name<'a>(&self, name: &'a str) -> Option<&'a str> {
        let short = name.strip_prefix(&**self.set.as_ref()?)?.strip_prefix("::")?;
        (!short.contains("::")).then_some(short)
    }

    fn type_set(&mut self, name: &Rc<str>, definition: &Value) {
        let Value::Hash(definition) = definition else { return self.out.push_str(DEFAULT_TYPE_SET) };
        let outer = self.set.replace(name.clone());
        let expanded = std::mem::replace(&mut self.expanded, false);
        self.out.push_str("TypeSet[{");
        self.list(definition.iter(), |p, (key, value)| {
            let key = key.as_str().unwrap_or_default();
            p.out.push_str(key);
            p.out.push_str(" => ");
            match value {
                Value::Hash(types) if key == "types" => {
                    p.out.push('{');
                    p.list(types.iter(), |p, (name, ty)| {
                        p.out.push_str(name.as_str().unwrap_or_default());
                        p.out.push_str(" => ");
                        p.expanded = expanded;
                        match ty {
                            Value::Hash(definition) => p.definition(definition, true),
                            _ => p.value(ty),
                        }
                        p.expanded = false;
                    });
                    p.out.push('}');
                }
                Value::Hash(references) if key == "references" => {
                    p.out.push('{');
                    p.list(references.iter(), |p, (name, reference)| {
                        p.out.push_str(name.as_str().unwrap_or_default());
                        p.out.push_str(" => ");
                        p.value(reference);
                    });
                    p.out.push('}');
                }
                _ => p.value(value),
            }
        });
        self.out.push_str("}]");
        self.expanded = expanded;
        self.set = outer;
    }

    /// Writes a value inside a type.
    fn value(&mut self, value: &Value) {
        match value {
            Value::Str(text) => self.quoted(&text.text),
            Value::Type(ty) => self.ty(ty),
            Value::Array(array) => {
                self.out.push('[');
                self.list(&array.items, |p, item| p.value(item));
                self.out.push(']');
            }
            Value::Hash(hash) => {
                self.out.push('{');
                self.list(hash.iter(), |p, (key, value)| {
                    p.value(key);
                    p.out.push_str(" => ");
                    p.value(value);
                });
                self.out.push('}');
            }
            Value::Int(_) => write_interpolated(value, &mut self.out),
            Value::SemVer(version) => quote(&version.to_string(), &mut self.out),
            Value::SemVerRange(range) => quote(&range.text, &mut self.out),
            Value::Timespan(time) => quote(&timespan::text(**time), &mut self.out),
            Value::Timestamp(time) => quote(&timestamp::text(**time), &mut self.out),
            other => self.out.push_str(&super::super::display_complete(other)),
        }
    }
}

/// Returns the name of a type that prints as its name.
fn plain_name(ty: &Type) -> &'static str {
    match ty {
        Type::Any => "Any",
        Type::Unit => "Unit",
        Type::Undef => "Undef",
        Type::Default => "Default",
        Type::Scalar => "Scalar",
        Type::ScalarData => "ScalarData",
        Type::Data => "Data",
        Type::RichData => "RichData",
        Type::RichDataKey => "RichDataKey",
        Type::Numeric => "Numeric",
        Type::CatalogEntry => "CatalogEntry",
        Type::Binary => "Binary",
        Type::SemVerRange => "SemVerRange",
        Type::AnyStruct => "Struct",
        Type::AnyTypeSet => DEFAULT_TYPE_SET,
        Type::String(_) => "String",
        Type::Integer(_)
        | Type::Float(_)
        | Type::Boolean(_)
        | Type::Enum { .. }
        | Type::Pattern(_)
        | Type::Regexp(_)
        | Type::NotUndef(_)
        | Type::Optional(_)
        | Type::Type(_)
        | Type::Sensitive(_)
        | Type::Iterable(_)
        | Type::Iterator(_)
        | Type::Collection(_)
        | Type::Array(..)
        | Type::Tuple(..)
        | Type::Hash(..)
        | Type::Struct(_)
        | Type::Variant(_)
        | Type::Callable(_)
        | Type::Init(..)
        | Type::SemVer(_)
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::Uri(_)
        | Type::Runtime { .. }
        | Type::Resource { .. }
        | Type::Class(_)
        | Type::Object(_)
        | Type::ObjectExtension(..)
        | Type::AnyObject
        | Type::TypeSet(_)
        | Type::Alias(_)
        | Type::TypeReference(_) => "",
    }
}

/// Converts `foo::bar` to `Foo::Bar`.
pub fn capitalized(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        if index > 0 {
            text.push_str("::");
        }
        let mut chars = segment.chars();
        text.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        text.push_str(chars.as_str());
    }
    text
}
