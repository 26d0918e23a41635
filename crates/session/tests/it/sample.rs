//! Values drawn from types: each is what it is said to be, every kind of type gives some, and nothing is huge.

use std::rc::Rc;

use pprepl_session::commands;
use pprepl_session::{Outcome, Session, Settings, SystemHost};
use puppet_pcore::sample::{counter_example, examples, near_misses};
use puppet_pcore::*;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse};

/// A literal or a type expression.
fn value(expr: &Expr) -> Value {
    match &expr.kind {
        ExprKind::Undef => Value::Undef,
        ExprKind::Default => Value::Default,
        ExprKind::Integer(i, _) => Value::Int(*i),
        ExprKind::Float(f) => Value::float(*f),
        ExprKind::Bool(b) => Value::bool(*b),
        ExprKind::String(text) | ExprKind::Name(text) => Value::str(&**text),
        ExprKind::Regexp(source) => Value::Regexp(Regexp::new(&**source)),
        ExprKind::Array(items) => Value::array(items.iter().map(value).collect()),
        ExprKind::Hash(entries) => Value::hash(entries.iter().map(|e| (value(&e.key), value(&e.value))).collect()),
        ExprKind::Ref(name) if &**name == "Port" => Value::Type(alias("Port", |_| read("Integer[1, 65535]"))),
        ExprKind::Ref(name) if &**name == "Tree" => Value::Type(alias("Tree", |tree| {
            Type::Variant(vec![Rc::new(Type::Array(tree, None)), read("Integer")]).into()
        })),
        ExprKind::Ref(name) if &**name == "Endless" => {
            Value::Type(alias("Endless", |endless| Type::Array(endless, Some(Size { from: 1, to: None })).into()))
        }
        ExprKind::Ref(name) => Value::Type(type_named(name).unwrap_or_else(|| panic!("{name}"))),
        ExprKind::Access(left, keys) => {
            let Value::Type(ty) = value(left) else { panic!("not a type") };
            let keys: Vec<Value> = keys.iter().map(value).collect();
            parameterize(&TypeRules::PUPPET8, &ty, &keys).unwrap_or_else(|issue| panic!("{}", issue.message))
        }
        ExprKind::Negate(inner) => match value(inner) {
            Value::Int(i) => Value::Int(-i),
            Value::Float(f) => Value::float(-f.get()),
            other => other,
        },
        other => panic!("{other:?}"),
    }
}

fn read(source: &str) -> Ty {
    let Value::Type(ty) = value(&parse(source, LexOptions::PUPPET8).program.body) else {
        panic!("{source} is no type")
    };
    ty
}

fn alias(name: &str, meaning: impl Fn(Ty) -> Ty) -> Ty {
    let alias = Rc::new(Alias::new(name));
    let ty: Ty = Rc::new(Type::Alias(alias.clone()));
    assert!(resolve_alias(&alias, &meaning(ty.clone())).is_ok());
    ty
}

fn shown(values: &[Value]) -> String {
    values.iter().map(display).collect::<Vec<_>>().join(" | ")
}

/// Types that have instances.
const INHABITED: &str = "Any Undef NotUndef Default Scalar ScalarData Data RichData RichDataKey Numeric Integer Integer[1,10] \
    Integer[5] Float Float[0.5,1.5] Boolean Boolean[true] String String[3] String[2,4] Enum[a,b] Enum[a,b,true] Pattern \
    Pattern[/^[a-z]+\\d{2}$/] Pattern[/\\A(?:0|[1-9]\\d*)\\z/,/x/] Pattern[/(a|b)\\1/] Pattern[/\\A(?=.*\\d)[a-z\\d]{3,}\\z/] \
    Regexp Regexp[/a/] Collection Collection[2,3] Array Array[Integer] Array[String[1],1,3] Tuple Tuple[Integer,String] \
    Tuple[Integer,String,1,4] Hash Hash[String,Integer] Hash[String,Any,2,3] Struct[{a=>Integer,Optional[b]=>String}] \
    Struct[{NotUndef[a]=>Any}] Variant[Integer,String] Optional Optional[Integer] Iterable Iterable[Integer] Iterator \
    Iterator[String] Callable Callable[Integer,String] Type Type[Integer] Type[Variant[Integer,String]] Type[Resource] \
    Init Init[Integer] Init[SemVer] Sensitive Sensitive[String] SemVer SemVer['>=1.2.0'] SemVer['^2.0.0','<0.5.0'] \
    SemVerRange Timespan Timespan[10,20] Timestamp Timestamp['2020-01-01','2021-01-01'] Binary URI \
    URI[{scheme=>https}] Error Error['kind'] Deferred Object Port Tree Array[Tree,1] Hash[Port,Tree] \
    Array[Array[Array[Array[Array[Integer]]]]] Struct[{a=>Struct[{b=>Struct[{c=>Integer[3,4]}]}]}]";

/// Types whose instances cannot be written, or that have none.
const EMPTY: &str = "Runtime Runtime[ruby,'X'] Resource File Class CatalogEntry Enum Variant Integer[5,5] \
    Array[Integer,1000000] Array[Enum,1] Endless TypeSet Hash[Boolean,Any,3]";

fn each(types: &str, mut check: impl FnMut(&str, &Ty)) {
    for source in types.split_whitespace().filter(|source| *source != "File" && *source != "Integer[5,5]") {
        check(source, &read(source));
    }
}

#[test]
fn every_type_has_examples_that_are_its_instances() {
    each(INHABITED, |source, ty| {
        let found = examples(ty, 1, 10);
        assert!(!found.is_empty(), "no example of {source}");
        for value in &found {
            assert!(instance(ty, value), "{} is no {source}", display(value));
        }
        for (place, value) in found.iter().enumerate() {
            assert!(
                !found.iter().skip(place + 1).any(|other| eql(value, other) && display(value) == display(other)),
                "{source} twice: {}",
                display(value)
            );
        }
    });
    each(EMPTY, |source, ty| assert!(examples(ty, 1, 10).is_empty(), "{source}: {}", shown(&examples(ty, 1, 10))));
}

#[test]
fn near_misses_are_no_instances() {
    each(INHABITED, |source, ty| {
        let found = near_misses(ty, 1, 10);
        assert!(!found.is_empty() || ["Any"].contains(&source), "no near miss of {source}");
        for value in &found {
            assert!(!instance(ty, value), "{} is of {source}", display(value));
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_values_and_another_one_others() {
    each(INHABITED, |source, ty| assert_eq!(shown(&examples(ty, 7, 9)), shown(&examples(ty, 7, 9)), "{source}"));
    assert_ne!(shown(&examples(&read("Integer"), 1, 12)), shown(&examples(&read("Integer"), 2, 12)));
}

#[test]
fn the_most_telling_come_first() {
    let first = |source: &str, n: usize| shown(&examples(&read(source), 1, n));
    assert_eq!(first("Integer[1, 10]", 2), "1 | 10");
    assert_eq!(first("Variant[Integer[3, 3], Enum[x], Undef]", 3), "3 | 'x' | undef");
    assert_eq!(first("Struct[{a => Integer[1, 1], Optional[b] => Enum[x]}]", 2), "{'a' => 1, 'b' => 'x'} | {'a' => 1}");
    let misses = |source: &str, n: usize| shown(&near_misses(&read(source), 1, n));
    assert_eq!(misses("Integer[1, 10]", 2), "11 | 0");
    assert_eq!(misses("Enum[a]", 1), "'A'");
    assert_eq!(misses("String[3, 4]", 2), "'abcde' | 'ab'");
    assert_eq!(misses("Struct[{a => Integer[1, 1]}]", 2), "{} | {'a' => 1, 'as' => 1}");
    assert_eq!(misses("NotUndef", 1), "undef");
}

#[test]
fn a_counter_example_proves_what_is_not_assignable() {
    let proof = |a: &str, b: &str| counter_example(&read(a), &read(b)).map(|value| display(&value));
    assert_eq!(proof("Integer", "Integer[0, 100]").as_deref(), Some("101"));
    assert_eq!(proof("Array[Integer]", "Array[Integer[0, 10]]").as_deref(), Some("[11, 0, -1]"));
    assert_eq!(proof("Optional[Integer]", "Integer").as_deref(), Some("undef"));
    assert_eq!(proof("Integer", "Numeric"), None);
    for (a, b) in [
        ("String", "String[3]"),
        ("String[1, 5]", "String[1, 4]"),
        ("Enum[a, b]", "Enum[a]"),
        ("Variant[Integer, String]", "Integer"),
        ("Hash[String, Integer]", "Hash[String[1], Integer]"),
        ("Hash[String, Integer]", "Hash[String, Integer[0]]"),
        ("Hash[String, Integer]", "Struct[{a => Integer}]"),
        ("Struct[{a => Integer}]", "Struct[{a => Integer[1, 5]}]"),
        ("Struct[{Optional[a] => Integer}]", "Struct[{a => Integer}]"),
        ("Tuple[Integer, String]", "Tuple[Integer, Integer]"),
        ("Array[Integer]", "Tuple[Integer]"),
        ("Array[Integer, 0, 5]", "Array[Integer, 0, 4]"),
        ("Sensitive[Numeric]", "Sensitive[Integer]"),
        ("Type[Numeric]", "Type[Integer]"),
        ("Pattern[/^a/]", "Enum[a]"),
        ("SemVer['>=1.0.0']", "SemVer['>=1.2.3']"),
        ("Timespan", "Timespan[0, 10]"),
        ("Float", "Float[0.0, 1.0]"),
        ("Data", "Scalar"),
        ("RichData", "Data"),
        ("Any", "RichData"),
        ("Iterable[Integer]", "Array[Integer]"),
        ("Array[Array[Array[Integer]]]", "Array[Array[Array[Integer[1]]]]"),
        ("Tree", "Array"),
        ("Port", "Integer[1, 1000]"),
    ] {
        let value = counter_example(&read(a), &read(b)).unwrap_or_else(|| panic!("no {a} is found that is no {b}"));
        assert!(instance(&read(a), &value) && !instance(&read(b), &value), "{a} {b}: {}", display(&value));
    }
}

fn answer(before: &[&str], line: &str) -> (String, Option<serde_json::Value>) {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    before.iter().for_each(|line| drop(commands::submit(&mut session, line)));
    match commands::submit(&mut session, line) {
        Outcome::Command(answer) => {
            let reports: Vec<String> = answer.reports.iter().map(|r| format!("{}: {}", r.code, r.message)).collect();
            (format!("{}{}", answer.text, reports.join("\n")), answer.data)
        }
        other => panic!("{other:?}"),
    }
}

/// The values of both sides; each miss has a reason.
fn sides(before: &[&str], line: &str) -> String {
    let data = answer(before, line).1.unwrap_or_else(|| panic!("{line} gives no data"));
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let matching: Vec<String> = data["matching"].as_array().unwrap().iter().map(text).collect();
    let misses = data["misses"].as_array().unwrap();
    assert!(misses.iter().all(|miss| !text(&miss["why"]).is_empty()), "{line}: a miss without a reason");
    let misses: Vec<String> = misses.iter().map(|miss| text(&miss["value"])).collect();
    format!("{}: {} || {}", text(&data["type"]), matching.join(" | "), misses.join(" | "))
}

#[test]
fn the_command_shows_both_sides_with_reasons() {
    let port = ["type Port = Integer[1, 65535]"];
    assert_eq!(sides(&port, ":example Port"), "Port: 1 | 65535 | 42 | 2 | 65534 | 16125 || 65536 | 0 | 1.0 | '1'");
    let (text, _) = answer(&port, ":example Port");
    assert!(text.starts_with("of Port:\n  1\n  65535\n") && text.contains("\nnear misses:\n  65536  "), "{text}");
    insta::assert_snapshot!(sides(&[], ":example Struct[{name => String[1], Optional[mode] => Enum[ro, rw]}]"));
    insta::assert_snapshot!(sides(&[], ":example Pattern[/\\A[a-z]+-\\d{2}\\z/]"));
    insta::assert_snapshot!(sides(&[], ":example Hash[String[1], Array[Integer[0], 1, 2]]"));
}

#[test]
fn what_has_no_source_form_is_shown_as_what_makes_it() {
    assert!(sides(&[], ":example Sensitive[String]").starts_with("Sensitive[String]: Sensitive('text') | "));
    assert!(sides(&[], ":example Iterator[Integer]").starts_with("Iterator[Integer]: [1, 0, -1].step(1) | "));
    assert_eq!(
        sides(&[], ":example Callable[Integer]").split(" || ").next(),
        Some("Callable[Integer]: Callable[Integer]")
    );
    insta::assert_snapshot!(sides(&[], ":example Hash[Integer, String, 2, 2]"));
    insta::assert_snapshot!(sides(&[], ":example RichData"));
}

#[test]
fn the_command_tells_what_is_not_possible() {
    assert!(answer(&[], ":example Runtime").0.starts_with("no value of Runtime can be made\n"));
    assert!(answer(&[], ":example 5").0.contains("expected a type, found a value"));
    assert!(answer(&[], ":example Integer[").0.contains("SYNTAX_ERROR"));
    assert!(answer(&[], ":example Integer['a']").0.contains("BAD_INTEGER_SLICE_TYPE"));
    assert!(answer(&[], ":example notice('x')").0.contains("may not do anything"));
}

/// The patterns of the conformance data that match some subject: for nearly all a string is found.
#[test]
fn strings_are_found_for_patterns() {
    let path = &pprepl_testing::path("tests/conformance/regex.jsonl");
    let text = std::fs::read_to_string(path).expect("the patterns");
    let (mut all, mut missed) = (0, Vec::new());
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row of JSON");
        if row["m"].is_null() {
            continue;
        }
        let source = row["re"].as_str().expect("a pattern");
        all += 1;
        let ty: Ty = Rc::new(Type::Pattern(vec![Regexp::new(source)]));
        let found = examples(&ty, 1, 3);
        assert!(found.iter().all(|value| instance(&ty, value)));
        if found.is_empty() {
            missed.push(source.to_owned());
        }
    }
    assert!(all > 100 && missed.len() * 100 <= all * 3, "{} of {all} without a string: {missed:?}", missed.len());
}

/// Returns values of a type and near misses of it; for `A not B`, a value of `A` that is not one of `B`.
fn drawn(line: &str) -> String {
    if let Some((a, b)) = line.split_once(" not ") {
        return counter_example(&read(a), &read(b)).map_or_else(|| "none".to_owned(), |value| display(&value));
    }
    let ty = read(line);
    let (found, misses) = (examples(&ty, 1, 40), near_misses(&ty, 1, 40));
    assert!(
        found.iter().all(|value| instance(&ty, value)) && !misses.iter().any(|value| instance(&ty, value)),
        "{line}"
    );
    format!("{} || {}", shown(&found), shown(&misses)).replace('\n', "\\n")
}

#[test]
fn values_are_drawn_in_order() {
    pprepl_testing::check_rules("examples.txt", drawn);
}
