//! Types of large and of shared values: what is small in memory has an answer, whatever a walk without memory would take,
//! and only the display is shortened.

use std::rc::Rc;

use pprepl_session::{DescribedTypes, Evaluation, Outcome, Session, Settings, SystemHost, TypeText};
use pprepl_text::outline::outlined;
use puppet_pcore::{Size, Ty, Type, Value, common_type, infer_reduced};

/// Sixty arrays (or hashes) in one another, each twice in the next: 2^60 elements for a walk without memory.
const DOUBLE: &str = "function d($s, $n) { if $n == 0 { $s } else { d([$s, $s], $n - 1) } }\n\
    function h($s, $n) { if $n == 0 { $s } else { h({a => $s, b => $s}, $n - 1) } }\n";

/// A session whose inputs may take this many seconds.
fn session(seconds: &str) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.set("time", seconds).expect("there is such a setting");
    session
}

fn evaluate(session: &mut Session, code: &str) -> Evaluation {
    match session.submit(code) {
        Outcome::Evaluated(evaluation) => *evaluation,
        _ => Evaluation::default(),
    }
}

/// The value, or the codes of the errors.
fn answer(session: &mut Session, code: &str) -> String {
    let evaluation = evaluate(session, code);
    let codes: Vec<&str> = evaluation.reports.iter().map(|report| report.code.as_str()).collect();
    evaluation.value.unwrap_or_else(|| codes.join(" "))
}

/// The definitions of sixty names, each of which stands for a type with the next one twice.
fn names(of: &str) -> String {
    let row = |at: usize| format!("type T{at} = {}\n", of.replace('@', &format!("T{}", at + 1)));
    (0..60).map(row).collect::<String>() + "type T60 = Integer\n"
}

fn check(setup: &str, rows: &[(&str, &str)]) {
    let mut session = session("60");
    session.report_types(DescribedTypes::NONE);
    assert!(!evaluate(&mut session, setup).failed(), "the definitions are fine");
    for (code, wanted) in rows {
        assert_eq!(answer(&mut session, code), *wanted, "{code}");
    }
}

#[test]
fn shared_values_are_tested_once() {
    check(
        DOUBLE,
        &[
            ("d([1], 60) =~ Data", "true"),
            ("d([default], 60) =~ Data", "false"),
            ("d([default], 60) =~ RichData", "true"),
            ("h({}, 60) =~ Hash[String, Data]", "true"),
            ("h({}, 60) =~ Struct[{a => Hash[String, Data], b => Data}]", "true"),
            ("d([1], 60) =~ Array[Array[Array[Array[Array[Array[Array[Array]]]]]]]", "true"),
            ("d([1], 60) =~ Array[Array[Array[Array[Array[Array[Array[String]]]]]]]", "false"),
            ("case d([1], 60) { Array[Data]: { 'yes' } default: { 'no' } }", "'yes'"),
            ("function g(Data $x) >> Data { $x } g(d([1], 60)) =~ Array", "true"),
            ("type Nest = Variant[Integer, Array[Nest]]\n1", "1"),
            ("d([1], 60) =~ Nest", "true"),
            ("d(['x'], 60) =~ Nest", "false"),
        ],
    );
}

#[test]
fn shared_values_have_types() {
    check(
        DOUBLE,
        &[
            ("type(d([1], 60)) =~ Type[Array]", "true"),
            ("type(d([1], 60)) == type(d([1], 60))", "true"),
            ("type(d([1], 60)) == type(d([2], 60))", "false"),
            ("type(d([1], 60)) < type(d([2], 60))", "false"),
            ("type(h({}, 60)) =~ Type[Hash]", "true"),
            ("type(h({x => 1}, 60)) <= type(h({x => 1}, 60), 'generalized')", "true"),
            ("type(d([Sensitive(1)], 60), 'reduced') =~ Type", "true"),
            ("type_of(d([1], 60)) =~ Type", "true"),
            ("[type(d([1], 60)), type(d([1], 60))].unique.size", "1"),
        ],
    );
}

#[test]
fn what_does_not_fit_is_told_of_shared_values() {
    let mut session = session("60");
    evaluate(&mut session, DOUBLE);
    evaluate(&mut session, "type Nest = Variant[String, Array[Nest]]");
    // The reference has no issue code for it.
    for code in ["assert_type(Array[Array[String]], d([1], 60))", "assert_type(Nest, d([1], 60))"] {
        assert_eq!(answer(&mut session, code), "RUNTIME_ERROR", "{code}");
    }
}

#[test]
fn names_that_double_are_looked_at_once() {
    for of in [
        "Tuple[@, @]",
        "Variant[Tuple[@, @], Array[@]]",
        "Variant[Array[@], Hash[@, @]]",
        "Struct[{a => @, b => @}]",
        "Callable[@, @]",
        "Hash[@, @]",
    ] {
        let rows = [
            ("1 =~ T0", "false"),
            ("[[[1]]] =~ T0", "false"),
            ("T0 == T0", "true"),
            ("T0 == T1", "false"),
            ("T0 < T1", "false"),
            ("type(T0) =~ Type[Type]", "true"),
        ];
        check(&names(of), &rows);
    }
}

/// A text that would be exponential ends with a limit, and the session lives on.
#[test]
fn a_text_without_end_is_refused() {
    let mut session = session("60");
    evaluate(&mut session, DOUBLE);
    let evaluation = evaluate(&mut session, "String(type(d([1], 60))).size");
    assert!(evaluation.failed(), "{evaluation:?}");
    assert!(
        evaluation.reports.iter().any(|report| report.code.as_str().ends_with("_LIMIT")),
        "{:?}",
        evaluation.reports
    );
    assert_eq!(answer(&mut session, "1 + 1"), "2");
}

#[test]
fn types_are_told_when_somebody_looks() {
    let code = "Integer[0, 300].map |$i| { {\"k${i}\" => $i} }";
    let mut exact = session("60");
    let whole = evaluate(&mut exact, code);
    assert!(whole.detailed.is_some_and(|text| text.ends_with("Struct[{'k300' => Integer[300, 300]}]]")));
    assert!(whole.reduced.is_some_and(|text| text.contains("'k150', 'k151'") && text.ends_with("301, 301]")));

    exact.report_types(DescribedTypes { reduced: TypeText::Outline(40), ..DescribedTypes::NONE });
    let shown = evaluate(&mut exact, code);
    assert_eq!((shown.detailed, shown.generalized), (None, None));
    let outline = "Array[Hash[Enum['k0', 'k1', 'k10', 'k100', .. 297 more], ..], 301, 301]";
    assert_eq!(shown.reduced.as_deref(), Some(outline));

    exact.report_types(DescribedTypes::NONE);
    assert_eq!(evaluate(&mut exact, code).reduced, None);
    assert_eq!(
        exact.preview("[1, 2]", std::time::Duration::from_secs(5)).map(|seen| seen.reduced),
        Some("Array[Integer[1, 2], 2, 2]".to_owned())
    );
}

#[test]
fn a_type_line_is_cut_in_its_structure() {
    let text = "Struct[{'a' => Integer, 'b' => Array[String, 1, 2], 'c' => Integer, 'd' => Float}]";
    let nested = "Array[Struct[{'name' => Enum['a', 'b', 'c', 'd'], 'uid' => Integer[0, 10]}], 2, 3]";
    let rows = [
        (text, 90, text),
        (text, 60, "Struct[{'a' => Integer, .. 3 more}]"),
        (text, 30, "Struct[{.. 4 more}]"),
        (text, 12, "Struct[{'a'…"),
        (nested, 75, "Array[Struct[{'name' => Enum['a', 'b', 'c', 'd'], .. 1 more}], .. 2 more]"),
        (nested, 50, "Array[Struct[{.. 2 more}], 2, 3]"),
        ("Enum['aaaaaaaa', 'bbbbbbbb', 'cccccccc', .. 97 more]", 40, "Enum['aaaaaaaa', 'bbbbbbbb', .. 98 more]"),
        (r"Pattern[/a[,]/, /b\/]/, /ccccccccccccccccccc/]", 40, r"Pattern[/a[,]/, /b\/]/, .. 1 more]"),
        (r"Enum['a]\',', 'bbbbbbbbbbbbbbbbbbbbbbbbb']", 30, r"Enum['a]\',', .. 1 more]"),
        ("Integer[1000000000000, 2000000000000]", 24, "Integer[.. 2 more]"),
        ("", 3, ""),
    ];
    for (text, room, wanted) in rows {
        assert_eq!(outlined(text, room), wanted, "{text} in {room}");
    }
}

/// The common type of a list is that of its elements, taken step by step.
#[test]
fn gathered_types_are_those_of_each_step() {
    let mut random = Random(42);
    for _ in 0..20_000 {
        let value = value(&mut random, 3);
        let (fast, slow) = (infer_reduced(&value).to_string(), by_steps(&value).to_string());
        assert_eq!(fast, slow, "{}", puppet_pcore::display(&value));
    }
}

fn by_steps(value: &Value) -> Ty {
    let exactly = |len: usize| Some(Size { from: len as i64, to: Some(len as i64) });
    match value {
        Value::Array(array) if !array.items.is_empty() => {
            Rc::new(Type::Array(joined(array.items.iter()), exactly(array.items.len())))
        }
        Value::Hash(hash) if !hash.is_empty() => {
            Rc::new(Type::Hash(joined(hash.keys()), joined(hash.values()), exactly(hash.len())))
        }
        other => infer_reduced(other),
    }
}

fn joined<'a>(values: impl Iterator<Item = &'a Value>) -> Ty {
    let mut types = values.map(by_steps);
    let first = types.next().unwrap_or_else(|| Rc::new(Type::Unit));
    types.fold(first, |all, ty| common_type(&all, &ty))
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

fn value(random: &mut Random, depth: u64) -> Value {
    let kinds = if depth == 0 { 6 } else { 12 };
    match random.below(kinds) {
        0 | 1 => Value::str(["", "a", "b", "cc", "d"][random.below(5) as usize]),
        2 => Value::Int(random.below(4) as i64),
        3 => Value::float(random.below(3) as f64),
        4 if random.below(3) == 0 => Value::Undef,
        4 => Value::bool(random.below(2) == 0),
        5 if random.below(4) == 0 => Value::Default,
        5 => Value::Type(infer_reduced(&Value::array(strings(random)))),
        6..=9 => Value::array((0..random.below(4)).map(|_| value(random, depth - 1)).collect()),
        _ => {
            let pairs = (0..random.below(3)).map(|_| (value(random, 0), value(random, depth - 1)));
            Value::hash(pairs.collect())
        }
    }
}

fn strings(random: &mut Random) -> Vec<Value> {
    (0..random.below(4)).map(|_| Value::str(["x", "y", "z"][random.below(3) as usize])).collect()
}
