//! The union and the inference of types that the documents of this language describe, in contrast to the
//! reference's.
//!
//! The rows of the documents contradict each other in places. They agree when the cases apply in this order.
//! First, a type that contains the other wins. Second comes the row of the two families. Third is the nearest
//! common supertype among Numeric, String, Scalar, Collection and CatalogEntry. The last is Any. A row's text
//! names the case that decided.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_budget as budget;

use super::super::{CallableType, Size, StringType, StructElement, Ty, Type, Value};
use super::assign::{exactly, tuple_size};
use super::common_type::{float_bounds, integer_bounds, joined};
use super::memo::{Memo, shared};
use super::union_rules::{UnionRow, contains, row_of};
use super::variant::enum_of;
use super::{TypeRules, common_type, constant, infer_detailed, variant_of};

/// Three answers for the common type of two types.
#[derive(Debug)]
pub struct Union {
    /// The documents' answer.
    pub documents: Ty,
    /// The row for it; `None` where the documents are silent.
    pub row: Option<UnionRow>,
    /// The rule that decided, in words.
    pub reading: &'static str,
    /// The reference's answer: `type([a, b], reduced)`.
    pub reference: Ty,
    /// The least upper bound, where the reference's answer is not an upper bound (it drops undef).
    pub least: Option<Ty>,
}

/// Returns the union of two types by the documents, and the reference's answer.
pub fn union_by_documents(rules: &TypeRules, a: &Ty, b: &Ty) -> Union {
    let (plain_a, plain_b) = (plain(a), plain(b));
    let scalar = !rules.edition3x || third_scalar(&plain_a, &plain_b);
    let rows = Rows { scalar, third: rules.edition3x };
    let (documents, reading) =
        if contains(a, b) || contains(b, a) { rows.union(a, b) } else { rows.union(&plain_a, &plain_b) };
    let documents = in_fourth(documents);
    let row = row_of(rules.edition3x, &in_rows(a), &in_rows(b), &in_rows(&documents));
    let reference = in_fourth(common_type(&as_reference(a), &as_reference(b)));
    let bound = |ty: &Ty| super::assignable(ty, a) && super::assignable(ty, b);
    let least = (!bound(&reference)).then(|| constant::optional_of(reference.clone())).filter(bound);
    Union { documents, row, reading, reference, least }
}

/// Returns the fourth edition's name for a type: the rows say Any and Scalar where the third edition says
/// Object and Literal.
fn in_fourth(ty: Ty) -> Ty {
    match &*ty {
        Type::Alias(alias) if alias.built_in && matches!(&*alias.name, "Object" | "Literal") => plain(&ty),
        _ => ty,
    }
}

/// Resolves a name; an edition's names become those of the fourth.
fn plain(ty: &Ty) -> Ty {
    let mut ty = ty.clone();
    for _ in 0..100 {
        let Type::Alias(alias) = &*ty else { break };
        if alias.built_in && *alias.name == *"Data" {
            return constant::data();
        }
        let Some(meaning) = alias.resolved.get().cloned() else { break };
        ty = meaning;
    }
    ty
}

/// Resolves a name to the rows' form: a bare collection stays bare, whatever an edition lets it hold.
fn in_rows(ty: &Ty) -> Ty {
    match &**ty {
        Type::Alias(alias) if alias.built_in => match &*alias.name {
            "Array" => constant::array(),
            "Hash" => constant::hash(),
            "Pattern" => constant::pattern(),
            "Callable" => constant::callable(),
            _ => plain(ty),
        },
        _ => plain(ty),
    }
}

/// Returns whether Scalar (Literal in the third edition) is the union of two families there. The rows of
/// numbers say no, the rows of String say yes, and the first type's rows are read first.
fn third_scalar(a: &Type, b: &Type) -> bool {
    let number = |ty: &Type| contains(&Type::Numeric, ty);
    !number(a) && (matches!(a, Type::String(_)) || !number(b))
}

/// Converts a list of strings to the reference's form: one exact string, or an Enum.
fn as_reference(ty: &Ty) -> Ty {
    match &**ty {
        Type::String(StringType::Values(values)) => match &values[..] {
            [single] => constant::string_value(single),
            several => enum_of(several.iter().cloned()),
        },
        _ => ty.clone(),
    }
}

/// Infers the type of a value as the documents do: strings keep their values, sizes of arrays and hashes are
/// ignored.
pub fn infer_by_documents(value: &Value) -> Ty {
    Documented::default().infer(value)
}

/// An inference in progress, with a memo for the types of shared collections.
#[derive(Default)]
struct Documented {
    known: Memo<usize, Ty>,
}

impl Documented {
    fn infer(&mut self, value: &Value) -> Ty {
        let address = shared(value).filter(|_| self.known.meet());
        if let Some(known) = address.and_then(|address| self.known.get(&address)) {
            return known;
        }
        let ty = self.visit(value);
        if let Some(address) = address {
            self.known.put(address, ty.clone());
        }
        ty
    }

    fn visit(&mut self, value: &Value) -> Ty {
        match value {
            Value::Str(text) => listed_strings(vec![text.text.as_str().into()]),
            Value::Array(array) => constant::array_of(self.fold(array.items.iter())),
            Value::Hash(hash) => {
                let keys = self.fold(hash.keys());
                constant::hash_of(keys, self.fold(hash.values()))
            }
            other => infer_detailed(other),
        }
    }

    /// Folds the values from the left, since the rows for Variant depend on the order. Strings at the front
    /// are listed at once.
    fn fold<'a>(&mut self, values: impl Iterator<Item = &'a Value>) -> Ty {
        let rows = Rows { scalar: true, third: false };
        let mut values = values.peekable();
        let (mut seen, mut strings) = (FxHashSet::default(), Vec::new());
        while let Some(text) = values.peek().and_then(|value| value.as_str()) {
            if seen.insert(text) {
                strings.push(text.into());
            }
            values.next();
        }
        let mut all = (!strings.is_empty()).then(|| listed_strings(strings));
        for value in values {
            // The caller checks the budget before it uses the answer.
            if budget::is_exhausted() {
                break;
            }
            let ty = self.infer(value);
            all = Some(all.map_or_else(|| ty.clone(), |all| rows.union(&all, &ty).0));
        }
        all.unwrap_or_else(constant::any)
    }
}

/// Returns `String<a,b>`.
fn listed_strings(strings: Vec<Rc<str>>) -> Ty {
    Rc::new(Type::String(StringType::Values(strings)))
}

struct Rows {
    /// Whether Scalar is a supertype of strings, numbers and similar types.
    scalar: bool,
    /// Whether the third edition's names are used.
    third: bool,
}

type Row = (Ty, &'static str);

impl Rows {
    fn union(&self, a: &Ty, b: &Ty) -> Row {
        match (contains(a, b), contains(b, a)) {
            (true, true) if matches!(**b, Type::Optional(_)) => (b.clone(), "both are the same type"),
            (true, true) => (a.clone(), "both are the same type"),
            (true, false) => (a.clone(), "the left type contains the right one"),
            (false, true) => (b.clone(), "the right type contains the left one"),
            (false, false) => self.family(a, b).unwrap_or_else(|| self.nearest(a, b)),
        }
    }

    fn of(&self, a: &Ty, b: &Ty) -> Ty {
        self.union(a, b).0
    }

    /// Returns the row for two types of one family.
    fn family(&self, a: &Ty, b: &Ty) -> Option<Row> {
        Some(match (&**a, &**b) {
            (Type::Variant(types), _) => (with(types, b), "a Variant gains the other type"),
            (_, Type::Variant(types)) => (with(types, a), "a Variant gains the other type"),
            (Type::Optional(Some(a)), Type::Optional(Some(b))) => {
                (constant::optional_of(self.of(a, b)), "Optional of the common type of both")
            }
            (Type::Optional(Some(inner)), _) => {
                (constant::optional_of(self.of(inner, b)), "Optional of the common type of both")
            }
            (_, Type::Optional(Some(inner))) => {
                (constant::optional_of(self.of(a, inner)), "Optional of the common type of both")
            }
            (Type::Integer(a), Type::Integer(b)) => {
                (Rc::new(Type::Integer(integer_bounds(a, b))), "two ranges: from the lowest to the highest bound")
            }
            (Type::Float(a), Type::Float(b)) => {
                (Rc::new(Type::Float(float_bounds(a, b))), "two ranges: from the lowest to the highest bound")
            }
            (Type::String(a), Type::String(b)) => strings(a, b),
            (Type::Enum { values: a, .. }, Type::Enum { values: b, .. }) => {
                (enum_of(a.iter().chain(b).cloned()), "two Enums: the strings of both")
            }
            (Type::Pattern(a), Type::Pattern(b)) => {
                (Rc::new(Type::Pattern(joined(a, b))), "two Patterns: the regular expressions of both")
            }
            (Type::Regexp(_), Type::Regexp(_)) => {
                (constant::regexp(), "two regular expressions: any regular expression")
            }
            (Type::Type(Some(a)), Type::Type(Some(b))) => {
                (Rc::new(Type::Type(Some(self.of(a, b)))), "Type of the common type of both")
            }
            (Type::Callable(x), Type::Callable(y)) => {
                let both = self.callables(x, y).unwrap_or_else(constant::callable);
                (both, "two Callables: parameters that both accept, or any Callable")
            }
            _ => return self.collections(a, b).or_else(|| catalog(a, b)),
        })
    }

    fn collections(&self, a: &Ty, b: &Ty) -> Option<Row> {
        Some(match (&**a, &**b) {
            (Type::Array(x, size_x), Type::Array(y, size_y)) => {
                let made = Type::Array(self.of(x, y), sizes(*size_x, *size_y));
                (Rc::new(made), "two arrays: the common type of their elements")
            }
            (Type::Hash(key_x, x, size_x), Type::Hash(key_y, y, size_y)) => {
                let made = Type::Hash(self.of(key_x, key_y), self.of(x, y), sizes(*size_x, *size_y));
                (Rc::new(made), "two hashes: the common types of keys and of values")
            }
            (Type::Struct(_) | Type::AnyStruct, Type::Struct(_) | Type::AnyStruct) => {
                (constant::any_struct(), "two Structs: any Struct")
            }
            (Type::Struct(elements), Type::Hash(key, value, _))
            | (Type::Hash(key, value, _), Type::Struct(elements)) => {
                let made = constant::hash_of(self.of(&constant::string(), key), self.values(elements, value));
                (made, "a Struct is a Hash: the common types of keys and of values")
            }
            (Type::Tuple(x, size_x), Type::Tuple(y, size_y)) => {
                (self.tuples((x, *size_x), (y, *size_y)), "two Tuples: the common type at each position")
            }
            (Type::Array(element, size), Type::Tuple(types, other))
            | (Type::Tuple(types, other), Type::Array(element, size)) => {
                let element = types.iter().fold(element.clone(), |all, ty| self.of(&all, ty));
                let made = Type::Array(element, sizes(*size, Some(tuple_size(types, *other))));
                (Rc::new(made), "a Tuple is an Array: the common type of all elements")
            }
            (Type::Collection(x), Type::Collection(y)) => {
                (Rc::new(Type::Collection(sizes(*x, *y))), "two Collections: from the smallest to the largest size")
            }
            _ => return None,
        })
    }

    fn values(&self, elements: &[StructElement], value: &Ty) -> Ty {
        elements.iter().fold(value.clone(), |all, element| self.of(&all, &element.value))
    }

    fn tuples(&self, (x, size_x): (&[Ty], Option<Size>), (y, size_y): (&[Ty], Option<Size>)) -> Ty {
        let length = x.len().max(y.len());
        let at = |types: &[Ty], index: usize| types.get(index).or(types.last()).cloned().unwrap_or_else(constant::any);
        let types = (0..length).map(|index| self.of(&at(x, index), &at(y, index))).collect();
        let same = size_x.is_none() && size_y.is_none() && x.len() == y.len();
        let size = if same { None } else { sizes(Some(tuple_size(x, size_x)), Some(tuple_size(y, size_y))) };
        Rc::new(Type::Tuple(types, size.filter(|size| *size != exactly(length))))
    }

    /// Returns the Callable whose calls both accept: each parameter is the narrower of the two.
    fn callables(&self, a: &CallableType, b: &CallableType) -> Option<Ty> {
        let (Type::Tuple(x, size_x), Type::Tuple(y, size_y)) = (&**a.params.as_ref()?, &**b.params.as_ref()?) else {
            return None;
        };
        if x.len() != y.len() || size_x != size_y {
            return None;
        }
        let types = x.iter().zip(y).map(|(x, y)| narrower_of(x, y)).collect::<Option<Vec<Ty>>>()?;
        let block = match (&a.block, &b.block) {
            (None, None) => None,
            (Some(x), Some(y)) => Some(match (&**x, &**y) {
                (Type::Callable(x), Type::Callable(y)) => self.callables(x, y)?,
                _ => return None,
            }),
            _ => return None,
        };
        let params = Some(Rc::new(Type::Tuple(types, *size_x)));
        Some(Rc::new(Type::Callable(CallableType { params, block, returns: None })))
    }

    /// Returns the nearest type above both.
    fn nearest(&self, a: &Ty, b: &Ty) -> Row {
        let above = |kind: &Type| contains(kind, a) && contains(kind, b);
        if above(&Type::Numeric) {
            return (constant::numeric(), "both are numbers");
        }
        if above(&Type::String(StringType::Any)) {
            return (constant::string(), "both are strings");
        }
        if self.scalar && above(&Type::Scalar) {
            let words = if self.third { "both are single values (Literal)" } else { "both are single values (Scalar)" };
            return (constant::scalar(), words);
        }
        if above(&Type::Collection(None)) {
            return (constant::collection(), "both are collections");
        }
        if above(&Type::CatalogEntry) {
            return (constant::catalog_entry(), "both are entries of a catalog");
        }
        (constant::any(), "no other rule joins the two types")
    }
}

fn with(types: &[Ty], ty: &Ty) -> Ty {
    variant_of(types.iter().chain([ty]).cloned())
}

fn strings(a: &StringType, b: &StringType) -> Row {
    match (a, b) {
        (StringType::Size(a), StringType::Size(b)) => {
            let size = StringType::Size(Size { from: a.from.min(b.from), to: a.to.zip(b.to).map(|(a, b)| a.max(b)) });
            (Rc::new(Type::String(size)), "two lengths: from the shortest to the longest")
        }
        _ => match (listed(a), listed(b)) {
            (Some(mut values), Some(others)) => {
                others.into_iter().for_each(|other| {
                    if !values.contains(&other) {
                        values.push(other);
                    }
                });
                (Rc::new(Type::String(StringType::Values(values))), "two lists of strings: the strings of both")
            }
            _ => (constant::string(), "both are strings"),
        },
    }
}

fn listed(string: &StringType) -> Option<Vec<Rc<str>>> {
    match string {
        StringType::Value(text) => Some(vec![text.text.as_str().into()]),
        StringType::Values(values) => Some(values.clone()),
        _ => None,
    }
}

/// Returns the range from the smallest to the largest size; `None` where one side has no size.
fn sizes(a: Option<Size>, b: Option<Size>) -> Option<Size> {
    let (a, b) = a.zip(b)?;
    Some(Size { from: a.from.min(b.from), to: a.to.zip(b.to).map(|(a, b)| a.max(b)) })
}

fn catalog(a: &Type, b: &Type) -> Option<Row> {
    match (a, b) {
        (Type::Resource { type_name: Some(a), .. }, Type::Resource { type_name: Some(b), .. }) if a == b => {
            let resource = Type::Resource { type_name: Some(a.clone()), title: None };
            Some((Rc::new(resource), "two titles of one resource type: any title"))
        }
        (Type::Resource { .. }, Type::Resource { .. }) => {
            Some((constant::resource(), "two resource types: any resource"))
        }
        (Type::Class(_), Type::Class(_)) => Some((constant::class(), "two classes: any class")),
        _ => None,
    }
}

fn narrower_of(a: &Ty, b: &Ty) -> Option<Ty> {
    if contains(b, a) {
        Some(a.clone())
    } else if contains(a, b) {
        Some(b.clone())
    } else {
        None
    }
}
