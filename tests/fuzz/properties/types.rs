//! Types and values: what is printed is read back, and the laws of the order of types.
//!
//! Where a law does not hold the reference does not hold it either: `tests/properties.rs` lists these.

use puppet_pcore::sample::examples;
use puppet_pcore::*;

use super::generator::Reader;

/// Does the type contain, at any depth, one of which this holds?
fn has(ty: &Ty, test: &dyn Fn(&Type) -> bool) -> bool {
    let mut found = test(ty);
    if !found && !matches!(&**ty, Type::Alias(_)) {
        children(ty, &mut |child| found = found || has(child, test));
    }
    found
}

/// `NotUndef[T]` of a `T` that takes undef refuses itself; names that contain themselves answer with care.
fn is_irregular(ty: &Ty) -> bool {
    has(ty, &|ty| match ty {
        Type::NotUndef(inner) => !matches!(**inner, Type::Any) && accepts_undef(inner),
        Type::Data | Type::RichData => true,
        Type::Alias(alias) => &*alias.name != "Port",
        _ => false,
    })
}

/// Parameters are contravariant, so that the general form may refuse what it is of.
fn is_callable(ty: &Ty) -> bool {
    has(ty, &|ty| matches!(ty, Type::Callable(_)))
}

/// A type is read back from its text and assignable to itself; what it is assigned to takes its instances.
pub fn types(data: &[u8]) {
    let text = super::text(data);
    let reader = Reader::default();
    let found: Vec<Ty> = text.lines().filter_map(|line| reader.ty(line).ok()).take(3).collect();
    for ty in &found {
        assert_type(ty, &reader);
    }
    for a in &found {
        for b in &found {
            assert_pair(a, b);
        }
    }
}

fn assert_type(ty: &Ty, reader: &Reader) {
    if !is_nameless(ty) {
        assert_read_back(ty, reader);
    }
    let normal = normalize(ty).expect("no budget ends it");
    let again = normalize(&normal).expect("no budget ends it");
    assert!(equal(&again, &normal), "{ty}: the normal form {normal} has another one");
    let general = generalize(ty);
    assert!(
        is_irregular(ty) || is_callable(ty) || assignable(&general, ty),
        "{ty} is not of its general form {general}"
    );
    if !is_irregular(ty) {
        assert!(assignable(ty, ty), "{ty} is not assignable to itself");
        for value in examples(ty, 1, 4) {
            assert!(instance(ty, &value), "{} is an example of {ty}, not an instance", display(&value));
        }
    }
}

/// A type without a form that stands for it: one with attributes is the one that was made; the reader here knows no
/// resource types; `TypeAlias` is printed as `UnresolvedAlias`, and of a range of times with one end only that end, as in
/// the reference.
fn is_nameless(ty: &Ty) -> bool {
    has(ty, &|ty| {
        matches!(ty, Type::Object(_) | Type::TypeSet(_) | Type::AnyTypeSet | Type::Resource { .. })
            || matches!(ty.to_string().as_str(), text if text.starts_with("UnresolvedAlias") || text.starts_with("Timesp") || text.starts_with("Timest"))
    })
}

fn assert_read_back(ty: &Ty, reader: &Reader) {
    let text = type_text(ty);
    let again = reader.ty(&text).unwrap_or_else(|why| panic!("{text} is not read: {why}"));
    assert!(
        has(ty, &|ty| matches!(ty, Type::Sensitive(_))) || same(&again, ty) || equal(&again, ty),
        "{text} is read as {again}"
    );
}

fn assert_pair(a: &Ty, b: &Ty) {
    assert_eq!(equal(a, b), equal(b, a), "{a} == {b}");
    let bound = common_type(a, b);
    assert!(!type_text(&bound).is_empty());
    if equal(a, b) && !is_irregular(a) && !is_irregular(b) {
        assert!(assignable(a, b), "{a} equals {b}, which it does not take");
    }
}

/// A value is read back from its text, and its inferred type takes it.
pub fn values(data: &[u8]) {
    let text = super::text(data);
    let reader = Reader::default();
    let Some(value) = reader.literal(&text) else { return };
    let detailed = infer_detailed(&value);
    let lossy = |value: &Value| matches!(value, Value::Type(ty) if is_irregular(ty));
    assert!(contains(&value, &lossy) || instance(&detailed, &value), "{} is not of {detailed}", display(&value));
    let Some(form) = source_form(&value) else { panic!("{} has no form", display(&value)) };
    let odd = |value: &Value| match value {
        Value::Type(ty) => {
            is_nameless(ty) || matches!(**ty, Type::Alias(_)) || has(ty, &|ty| matches!(ty, Type::Sensitive(_)))
        }
        // The language prints `e+20` and reads only `e20`.
        Value::Float(float) => form.contains("e+") || !float.get().is_finite(),
        _ => false,
    };
    if contains(&value, &odd) {
        return;
    }
    let Some(again) = reader.literal(&form) else { panic!("{form} is not read") };
    assert!(eql(&again, &value), "{form} is read as {}", display(&again));
    assert_eq!(source_form(&again).as_ref(), Some(&form), "another form of the same value");
}

/// Is there, at any depth, a value of which this holds?
fn contains(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
    test(value)
        || match value {
            Value::Array(array) => array.items.iter().any(|item| contains(item, test)),
            Value::Hash(hash) => hash.iter().any(|(k, v)| contains(k, test) || contains(v, test)),
            _ => false,
        }
}
