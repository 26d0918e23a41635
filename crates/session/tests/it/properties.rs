//! Laws that hold for all values and types, tried on many that are made by a generator: from a seed, so that a failure
//! can be run again. `PPREPL_CASES` sets how many (by hand: 200000); a failure names the types and values.
//!
//! Where a law does not hold the reference does not hold it either (each was asked of Puppet 7.23):
//! - `NotUndef[T]` of a `T` that takes undef refuses itself;
//! - names that contain themselves (`Data`, `RichData`, recursive aliases): a question met again while it is answered
//!   counts as yes, so that a Struct or a Variant with such a name within may be taken although an entry is not;
//! - `Callable`: parameters are contravariant, but generalized and normalized with the rest (`Collection[2]` in normal
//!   form is `Collection`), so that the general form refuses it;
//! - `Sensitive[T]` holds the general form of `T`, which may be less than general itself (`String[3, 3]` of an Enum);
//! - a bare `Tuple` is within every Array; a Struct has as many entries as it names for a Collection, also those that may
//!   be missing, and a Hash of strings that has the size of a Struct is within it; `Enum[.., true]` is within a Pattern
//!   that its strings as written match; `Integer` is Iterable, but -1 is not; a bare `Hash` is Iterable with any pairs;
//!   a bare `Enum` takes every type of strings and no string (see `is_unsound`);
//! - in normal form `Optional[NotUndef]` is a bare `Optional`, and `SemVer` or `Pattern` next to one
//!   with parameters is that one;
//! - what types have in common drops undef and the case of `Enum[.., true]`; a union of Patterns (the documents have a
//!   bound there, the reference has none).
//!
//! The generator writes types as text; the types are read from it by the language's own parser and `parameterize`.

use crate::generator;

use std::panic::{AssertUnwindSafe, catch_unwind};

use generator::{Draw, Reader};
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::has_fixed_encoding;
use puppet_pcore::sample::{counter_example, examples};
use puppet_pcore::*;

/// How many cases of a law are tried.
fn cases(usual: u64) -> u64 {
    std::env::var("PPREPL_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn session() -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    begin(&mut session);
    session
}

/// Begins anew, with the generator's aliases.
fn begin(session: &mut Session) {
    session.reset();
    for alias in generator::ALIASES {
        assert!(!session.evaluate("aliases", alias).failed(), "{alias}");
    }
}

/// Faults of a law: the first few are shown.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn note(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.0.push(what());
        }
    }

    fn check(self, law: &str) {
        let shown: Vec<&str> = self.0.iter().take(25).map(String::as_str).collect();
        assert!(self.0.is_empty(), "{law}: {} faults\n{}", self.0.len(), shown.join("\n"));
    }
}

/// Is something in it, at any depth, of which this holds?
fn holds_any(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
    test(value)
        || match value {
            Value::Array(array) => array.items.iter().any(|item| holds_any(item, test)),
            Value::Hash(hash) => hash.iter().any(|(k, v)| holds_any(k, test) || holds_any(v, test)),
            Value::Sensitive(hidden) => holds_any(hidden, test),
            Value::Object(object) => object.attributes.iter().any(|item| holds_any(item, test)),
            _ => false,
        }
}

/// Does a type hold one, at any depth, of which this holds?
fn type_holds(ty: &Ty, test: &dyn Fn(&Type) -> bool) -> bool {
    let mut found = test(ty);
    if !found && !matches!(&**ty, Type::Alias(_)) {
        children(ty, &mut |child| found = found || type_holds(child, test));
    }
    found
}

/// `NotUndef[T]` of a `T` that takes undef: it refuses itself.
fn refuses_itself(ty: &Ty) -> bool {
    type_holds(ty, &|ty| matches!(ty, Type::NotUndef(inner) if !matches!(**inner, Type::Any) && accepts_undef(inner)))
}

/// A name that contains itself.
fn is_recursive(ty: &Ty) -> bool {
    type_holds(ty, &|ty| match ty {
        Type::Data | Type::RichData => true,
        Type::Alias(alias) => &*alias.name != "Port",
        _ => false,
    })
}

fn is_callable(ty: &Ty) -> bool {
    type_holds(ty, &|ty| matches!(ty, Type::Callable(_)))
}

/// Does the type break a law in the reference, too?
fn is_irregular(ty: &Ty) -> bool {
    refuses_itself(ty) || is_recursive(ty)
}

/// Is a part lost in its normal form?
fn loses_a_part(ty: &Ty) -> bool {
    let any = |ty: &Type| matches!(ty, Type::NotUndef(inner) if matches!(**inner, Type::Any | Type::NotUndef(_)));
    let all = |test: &dyn Fn(&Type) -> bool| type_holds(ty, test);
    let bare_pattern = |ty: &Type| matches!(ty, Type::Pattern(patterns) if patterns.is_empty());
    all(&|ty| matches!(ty, Type::Optional(Some(inner)) if any(inner)))
        || all(&bare_pattern) && all(&|ty| matches!(ty, Type::Pattern(patterns) if !patterns.is_empty()))
        || all(&|ty| matches!(ty, Type::SemVer(ranges) if ranges.is_empty()))
            && all(&|ty| matches!(ty, Type::SemVer(ranges) if !ranges.is_empty()))
}

fn is_bare_tuple(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(types, _) if types.is_empty())
}

type Test<'a> = &'a dyn Fn(&Type) -> bool;

/// Pairs of kinds for which the reference says that one type is within the other although some instances are not.
fn is_unsound(a: &Ty, b: &Ty) -> bool {
    let optional_key = |ty: &Type| matches!(ty, Type::Struct(elements) if elements.iter().any(|e| e.is_optional()));
    let any_case = |ty: &Type| matches!(ty, Type::Enum { ignore_case: true, .. });
    let bare_hash = |ty: &Type| matches!(ty, Type::Hash(k, v, None) if matches!((&**k, &**v), (Type::Any, Type::Any)));
    let pairs: [(Test, Test); 6] = [
        (&bare_hash, &|ty| matches!(ty, Type::Iterable(Some(_)))),
        (&|_| true, &|ty| matches!(ty, Type::Enum { values, .. } if values.is_empty())),
        (&optional_key, &|ty| matches!(ty, Type::Collection(Some(_)) | Type::Hash(_, _, Some(_)))),
        (&any_case, &|ty| matches!(ty, Type::Pattern(_))),
        (&|ty| matches!(ty, Type::Integer(_) | Type::Numeric), &|ty| matches!(ty, Type::Iterable(_))),
        (&|ty| matches!(ty, Type::Hash(..)), &|ty| matches!(ty, Type::Struct(_))),
    ];
    type_holds(a, &is_bare_tuple) || pairs.iter().any(|(of_a, of_b)| type_holds(a, of_a) && type_holds(b, of_b))
}

/// What is printed for a value is read back as the same value, of the same type. Left out is what has no source form:
/// Sensitive, what can be called, iterators (an array comes back), an alias alone,
/// which shows what it stands for, and `Sensitive[..]` types, which read their own form as a more general one.
#[test]
fn what_is_printed_is_read_back() {
    let mut faults = Faults::default();
    let mut session = session();
    let reader = Reader::default();
    for seed in 0..cases(1_500) {
        let value = Draw::new(seed).data_value(3);
        let odd = |value: &Value| match value {
            Value::Type(ty) => matches!(**ty, Type::Alias(_)) || type_holds(ty, &|ty| matches!(ty, Type::Sensitive(_))),
            // Puppet prints it with its options, which are part of the pattern that is read.
            Value::Regexp(pattern) => has_fixed_encoding(&pattern.source),
            _ => false,
        };
        if holds_any(&value, &odd) {
            continue;
        }
        let text = source_form(&value).unwrap_or_else(|| panic!("no form of {}", display(&value)));
        if let Some(literal) = reader.literal(&readable(&text)) {
            let class = holds_any(&value, &|value| matches!(value, Value::Type(ty) if matches!(**ty, Type::Object(_))));
            faults.note(class || eql(&literal, &value), || format!("{text} is read as {}", display(&literal)));
            faults.note(same_bits(&literal, &value), || format!("{text} loses the sign of a zero"));
        }
        if session.inputs().len() > 2_000 {
            begin(&mut session);
        }
        let evaluation = session.evaluate("value", &readable(&text));
        let again = evaluation.value.clone().unwrap_or_default();
        let report = evaluation.reports.first().map(|report| report.message.clone()).unwrap_or_default();
        faults.note(again == text, || format!("{text}\n    gives {again} {report}"));
        let detailed = infer_detailed(&value).to_string();
        let got = evaluation.detailed.unwrap_or_default();
        faults.note(got == detailed, || format!("{text}\n    is of {got}, not {detailed}"));
    }
    faults.check("round trip");
}

/// The text with the exponents of floats as the language reads them: it writes `e+20`, and reads only `e20`.
/// (No string of the generator holds `e+`.)
fn readable(text: &str) -> String {
    text.replace("e+", "e")
}

/// What the forms look like; edition puppet8 keeps those of the reference, which are not all read back.
#[test]
fn forms_of_values() {
    let own = |code: &str| session().evaluate("form", code).value.unwrap_or_default();
    let letter = |code: &str| {
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        session.set("edition", "puppet8").unwrap();
        session.evaluate("form", code).value.unwrap_or_default()
    };
    for (code, form, to_the_letter) in [
        ("SemVer('1.2.3')", "SemVer('1.2.3')", "1.2.3"),
        ("SemVerRange('1.x')", "SemVerRange('>=1.0.0 <2.0.0')", ">=1.0.0 <2.0.0"),
        ("Timespan(90)", "Timespan('0-00:01:30')", ""),
        ("Timespan(-0.005)", "Timespan({'milliseconds' => 5, 'negative' => true})", ""),
        ("Timestamp(0.5)", "Timestamp('1970-01-01T00:00:00.500000000 UTC')", ""),
        ("1e20", "1.0e+20", "1.0e+20"),
        ("[1e-20, 1.5]", "[1.0e-20, 1.5]", "[1.0e-20, 1.5]"),
        (r"'a\\\\b'", r"'a\\\b'", r"'a\\b'"),
        (r#""\\'""#, r"'\\\''", r"'\''"),
        (r"'b\b'", r"'b\b'", r"'b\b'"),
        (r"{'x\\' => 1}", r"{'x\\' => 1}", r"{'x\' => 1}"),
        (r#"Regexp("a\nb")"#, r#"Regexp("a\nb")"#, "/a\nb/"),
        (r"/a\/b/", r"/a\/b/", r"/a\/b/"),
    ] {
        assert_eq!((own(code).as_str(), letter(code).as_str()), (form, to_the_letter), "{code}");
        assert_eq!(own(&readable(form)), form);
    }
}

/// Zeros of the same sign, at the top.
fn same_bits(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.get().to_bits() == b.get().to_bits(),
        _ => true,
    }
}

/// Every inference accepts the value. But the reference drops undef from what elements have in common, so that reduced
/// and generalized types of what holds undef may not, nor any type of a Sensitive that hides undef
/// (or what can be called: see above).
#[test]
fn an_inferred_type_accepts_its_value() {
    let mut faults = Faults::default();
    for seed in 0..cases(1_500) {
        let mut draw = Draw::new(seed);
        let value = draw.any_value(3);
        let is_lossy = |value: &Value| match value {
            Value::Sensitive(hidden) => {
                holds_any(hidden, &|value| value.is_undef() || matches!(value, Value::Callable(_)))
            }
            Value::Type(ty) => refuses_itself(ty),
            _ => false,
        };
        if holds_any(&value, &is_lossy) {
            continue;
        }
        let check = |faults: &mut Faults, name: &str, ty: Ty| {
            faults.note(instance(&ty, &value), || format!("{name}: {} is no {ty}", display(&value)));
        };
        check(&mut faults, "detailed", infer_detailed(&value));
        // The rows of the documents for Data are those of their own, wider Data (claims.md §2d: A-006, A-008).
        let data = |value: &Value| matches!(value, Value::Type(ty) if type_holds(ty, &|ty| matches!(ty, Type::Data)));
        if !holds_any(&value, &data) {
            check(&mut faults, "documents", infer_by_documents(&value));
        }
        let called = holds_any(&value, &|value| match value {
            Value::Callable(_) => true,
            Value::Type(ty) => is_callable(ty),
            Value::Iterator(iterator) => is_callable(&iterator.element),
            _ => false,
        });
        if !called && !holds_any(&value, &Value::is_undef) {
            check(&mut faults, "reduced", infer_reduced(&value));
            check(&mut faults, "generalized", infer_generalized(&value));
        }
    }
    faults.check("inference");
}

/// What is assignable has only instances of the wider type. What is not has mostly a counter-example; where none is
/// found the reference's calculation is coarser than the sets are (a Variant that covers a range only together, a
/// Pattern or Enum that happens to hold all, types without instances), or the values cannot be made (`Resource`).
/// About 98.7 of 100 refusals are proven; the bar is 95.
#[test]
fn assignable_agrees_with_instances() {
    let mut faults = Faults::default();
    let reader = Reader::default();
    let (mut refused, mut proven) = (0u64, 0u64);
    let mut unproven = Vec::new();
    for seed in 0..cases(1_500) {
        let (a, b) = Draw::new(seed).related_types(&reader);
        if is_irregular(&a) || is_irregular(&b) {
            continue;
        }
        if assignable(&b, &a) {
            if is_unsound(&a, &b) {
                continue;
            }
            for value in examples(&a, seed, 8) {
                faults
                    .note(instance(&b, &value), || format!("{a} <= {b}, but {} is of the first only", display(&value)));
            }
        } else if !examples(&a, seed, 1).is_empty() {
            refused += 1;
            match counter_example(&a, &b) {
                Some(value) => {
                    proven += 1;
                    faults.note(instance(&a, &value) && !instance(&b, &value), || {
                        format!("{} proves nothing", display(&value))
                    });
                }
                None => unproven.push(format!("{a}  <=  {b}")),
            }
        }
    }
    if std::env::var_os("PPREPL_CASES").is_some() {
        println!("{proven} of {refused} refusals have a counter-example");
        unproven.iter().take(60).for_each(|pair| println!("  none: {pair}"));
    }
    assert!(proven * 100 >= refused * 95, "{proven} of {refused}\n{}", unproven.join("\n"));
    faults.check("assignable");
}

/// The common type accepts both, but for undef, which the reference drops.
#[test]
fn the_common_type_is_an_upper_bound() {
    let mut faults = Faults::default();
    let reader = Reader::default();
    for seed in 0..cases(1_500) {
        let (a, b) = Draw::new(seed).related_types(&reader);
        let undef = |ty: &Type| matches!(ty, Type::Undef | Type::Optional(_));
        let any_case = |ty: &Type| matches!(ty, Type::Enum { ignore_case: true, .. });
        let dropped = |ty: &Ty| type_holds(ty, &undef) || type_holds(ty, &any_case) || refuses_itself(ty);
        if dropped(&a) || dropped(&b) {
            continue;
        }
        let bound = common_type(&a, &b);
        let takes = |ty: &Ty| assignable_by(&TypeRules::EDITION8, &bound, ty);
        faults.note(takes(&a), || format!("{a} with {b} has in common {bound}, which refuses the first"));
        faults.note(takes(&b), || format!("{a} with {b} has in common {bound}, which refuses the second"));
    }
    faults.check("common type");
}

/// A type is assignable to itself, and the order goes on.
#[test]
fn assignable_is_an_order() {
    let mut faults = Faults::default();
    let reader = Reader::default();
    for seed in 0..cases(2_500) {
        let mut draw = Draw::new(seed);
        let (a, b) = draw.related_types(&reader);
        let c = draw.relative_of(&b, &reader);
        if [&a, &b, &c].into_iter().any(|ty| is_irregular(ty) || type_holds(ty, &is_bare_tuple)) {
            continue;
        }
        faults.note(assignable(&a, &a), || format!("{a} is not within itself"));
        if assignable(&b, &a) && assignable(&c, &b) {
            faults.note(assignable(&c, &a), || format!("{a} <= {b} <= {c}, but not the first within the last"));
        }
    }
    faults.check("order");
}

/// The normal form is the same type, the general form a wider one, and the text of a type is read back.
#[test]
fn forms_of_a_type() {
    let mut faults = Faults::default();
    let reader = Reader::default();
    for seed in 0..cases(2_500) {
        let ty = Draw::new(seed).ty(&reader, 3);
        if refuses_itself(&ty) {
            continue;
        }
        let normal = normalize(&ty).expect("nothing ends it");
        let takes = |wide: &Ty| assignable_by(&TypeRules::EDITION8, wide, &ty);
        faults.note(is_callable(&ty) || loses_a_part(&ty) || takes(&normal), || {
            format!("{ty} in normal form is {normal}")
        });
        let general = generalize(&ty);
        faults.note(is_callable(&ty) || takes(&general), || format!("{ty} in general is {general}"));
        let text = type_text(&ty);
        match reader.ty(&text) {
            Ok(again) => {
                let hidden = type_holds(&ty, &|ty| matches!(ty, Type::Sensitive(_)));
                faults.note(hidden || same(&again, &ty) || equal(&again, &ty), || format!("{text} is read as {again}"));
            }
            Err(why) => faults.note(false, || format!("{text} is not read: {why}")),
        }
    }
    faults.check("forms");
}

/// Any text: an answer or a diagnostic.
#[test]
fn no_text_makes_it_panic() {
    let mut faults = Faults::default();
    let mut session = session();
    for seed in 0..cases(1_500) {
        let text = Draw::new(seed).wild(4);
        if session.inputs().len() > 500 {
            begin(&mut session);
        }
        let started = std::time::Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| session.evaluate("wild", &text)));
        faults.note(result.is_ok(), || format!("panic: {text}"));
        if std::env::var_os("PPREPL_CASES").is_some() && started.elapsed().as_millis() > 500 {
            println!("{} ms: {text}", started.elapsed().as_millis());
        }
    }
    faults.check("no panic");
}
