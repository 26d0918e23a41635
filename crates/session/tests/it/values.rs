//! Values: operators against exact arithmetic, hashes against a list, prints that read back, updates in place.

use std::rc::Rc;

use num_bigint::BigInt;
use pprepl_session::{Edition, Outcome, Session, Settings, SystemHost};
use proptest::prelude::*;
use puppet_pcore::operators::{Operator, Rules, Strictness, add_owned, binary, negate, shift_left_owned};
use puppet_pcore::{ErrorOperand, Hash, Int, Value, access, contains, equals, interpolate, program_form};

fn strict() -> Rules {
    Rules { strict: Strictness::Error, ..Rules::default() }
}

fn shown(value: &Value) -> String {
    program_form(value).unwrap_or_else(|| format!("({})", interpolate(value)))
}

/// `left operator right` in the form of the reference: the value, or the issue and what is to blame.
fn calculated(operator: Operator, left: Value, right: Value) -> String {
    match binary(operator, &left, &right, &strict()) {
        Ok(value) => shown(&value),
        Err(issue) => format!("{} {:?}", issue.code, issue.blame),
    }
}

#[test]
fn operators_blame_what_the_reference_blames() {
    let int = Value::Int;
    assert_eq!(calculated(Operator::Divide, int(-7), int(2)), "-4");
    assert_eq!(calculated(Operator::Modulo, int(7), int(-3)), "-2");
    assert_eq!(calculated(Operator::Divide, int(1), int(0)), "DIV_BY_ZERO Right");
    assert_eq!(calculated(Operator::Divide, int(1), Value::float(0.0)), "RESULT_IS_INFINITY Left");
    assert_eq!(calculated(Operator::Modulo, int(1), Value::float(2.0)), "OPERATOR_NOT_APPLICABLE_WHEN Left");
    assert_eq!(calculated(Operator::ShiftLeft, Value::float(1.0), int(1)), "OPERATOR_NOT_APPLICABLE Left");
    assert_eq!(calculated(Operator::ShiftRight, int(8), int(-1)), "16");
    assert_eq!(calculated(Operator::Add, Value::str("0x1F"), int(1)), "NUMERIC_COERCION Left");
    assert_eq!(calculated(Operator::Add, int(1), Value::str("a")), "NOT_NUMERIC Right");
    assert_eq!(calculated(Operator::Add, int(i64::MAX), int(1)), "NUMERIC_OVERFLOW Whole");
    assert_eq!(calculated(Operator::Add, Value::Undef, int(1)), "NOT_NUMERIC Left");
}

#[test]
fn an_overflow_shows_the_exact_value() {
    let issue = binary(Operator::Add, &Value::Int(i64::MAX), &Value::Int(1), &strict()).unwrap_err();
    assert!(issue.message.contains("'+0x8000000000000000'"), "{}", issue.message);
    let issue = binary(Operator::Multiply, &Value::Int(i64::MIN), &Value::Int(2), &strict()).unwrap_err();
    assert!(issue.message.contains("'-0x10000000000000000'"), "{}", issue.message);
}

#[test]
fn minus_does_not_look_at_the_limit() {
    assert_eq!(shown(&negate(&Value::Int(i64::MIN), &strict()).unwrap()), "9223372036854775808");
    assert_eq!(negate(&Value::str("1"), &strict()).unwrap_err().blame, ErrorOperand::Whole);
}

#[test]
fn strings_are_numbers_with_a_warning_where_that_is_allowed() {
    let rules = Rules::default();
    assert_eq!(shown(&binary(Operator::Add, &Value::str(" 0x10 "), &Value::Int(1), &rules).unwrap()), "17");
    assert_eq!(rules.warnings.borrow()[0].code, "NUMERIC_COERCION");
    let rules = Rules { strict: Strictness::Off, ..Rules::default() };
    assert_eq!(shown(&binary(Operator::Multiply, &Value::str("1.5"), &Value::Int(2), &rules).unwrap()), "3.0");
    assert!(rules.warnings.borrow().is_empty());
}

#[test]
fn integers_may_be_without_limit() {
    let rules = Rules { unlimited_integers: true, ..Rules::default() };
    let square = binary(Operator::Multiply, &Value::Int(i64::MAX), &Value::Int(i64::MAX), &rules).unwrap();
    assert_eq!(shown(&square), "85070591730234615847396907784232501249");
    assert_eq!(shown(&binary(Operator::Divide, &square, &Value::Int(i64::MAX), &rules).unwrap()), i64::MAX.to_string());
}

#[test]
fn what_nobody_else_holds_is_updated_in_place() {
    let place = |value: &Value| match value {
        Value::Array(array) => array.items.as_ptr() as usize,
        _ => 0,
    };
    let mut items = Vec::with_capacity(10);
    items.push(Value::Int(1));
    let array = Value::array(items);
    let before = place(&array);
    let array = shift_left_owned(array, Value::Int(2), &strict()).unwrap();
    let array = add_owned(array, &Value::array(vec![Value::Int(3)]), &strict()).unwrap();
    assert_eq!(place(&array), before);
    assert_eq!(shown(&array), "[1, 2, 3]");
    let held = array.clone();
    let grown = shift_left_owned(array, Value::Int(4), &strict()).unwrap();
    assert_eq!((shown(&held).as_str(), shown(&grown).as_str()), ("[1, 2, 3]", "[1, 2, 3, 4]"));

    let hash = |key: &str| Value::hash([(Value::str(key), Value::Int(1))].into_iter().collect());
    let merged = add_owned(hash("a"), &hash("b"), &strict()).unwrap();
    assert_eq!(shown(&merged), "{'a' => 1, 'b' => 1}");
}

#[test]
fn in_finds_what_the_reference_finds() {
    let found = |needle: Value, collection: Value| {
        let mut captures = None;
        let found = contains(&collection, &needle, &mut captures).unwrap();
        (found, captures.map(|captures| captures.get(0).unwrap_or("").to_owned()))
    };
    let array = |items: &[Value]| Value::array(items.to_vec());
    let pattern = Value::Regexp(puppet_pcore::Regexp::new("b+"));
    assert_eq!(found(Value::str("BC"), Value::str("abcd")), (true, None));
    assert_eq!(found(Value::Int(1), Value::str("123")), (false, None));
    assert_eq!(found(Value::str("A"), array(&[Value::str("a")])), (true, None));
    assert_eq!(found(pattern.clone(), array(&[Value::str("x"), Value::str("abb")])), (true, Some("bb".to_owned())));
    assert_eq!(found(pattern, Value::str("ac")), (false, None));
    assert_eq!(found(Value::float(1.0), array(&[Value::Int(1)])), (true, None));
}

#[test]
fn slices_follow_the_reference() {
    let items = Value::array((1..=4).map(Value::Int).collect());
    let sliced = |keys: &[i64]| {
        let keys: Vec<Value> = keys.iter().copied().map(Value::Int).collect();
        shown(&access(&items, &keys, &strict()).unwrap())
    };
    assert_eq!(sliced(&[1, -2]), "[2, 3]");
    assert_eq!(sliced(&[-5, 2]), "[1]");
    assert_eq!(sliced(&[9]), "undef");
    assert_eq!(sliced(&[4, 1]), "[]");
    assert_eq!(sliced(&[i64::MIN, i64::MAX]), "[1, 2, 3]");
    let text = Value::str("héllo");
    assert_eq!(shown(&access(&text, &[Value::str("1"), Value::Int(2)], &strict()).unwrap()), "'él'");
    assert_eq!(access(&text, &[Value::float(1.0)], &strict()).unwrap_err().code, "BAD_STRING_SLICE_KEY_TYPE");
}

/// The value that a text evaluates to, printed.
fn evaluated(source: &str) -> Option<String> {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    match Session::new(settings, Box::new(SystemHost::silent())).submit(source) {
        Outcome::Evaluated(evaluation) => evaluation.value,
        _ => None,
    }
}

/// What is compiled in a form of its own gives what the plain call gives.
#[test]
fn calls_that_are_compiled_in_place_answer_as_any_other() {
    let answers = [
        ("['b', 'A', 'a', 'B'].sort |$a, $b| { compare($a, $b) }", "['A', 'a', 'b', 'B']"),
        ("['b', 'A', 'a', 'B'].sort |$a, $b| { compare($b, $a) }", "['b', 'B', 'A', 'a']"),
        ("[3, -1, 2, 3].sort |$x, $y| { compare($y, $x) }", "[3, 3, 2, -1]"),
        ("[3, 1.5, 2].sort |$x, $y| { compare($x, $y) }", "[1.5, 2, 3]"),
        ("[[1, 'b'], [1, 'a'], [0, 'c']].sort |$x, $y| { compare($x[0], $y[0]) }", "[[0, 'c'], [1, 'b'], [1, 'a']]"),
        ("[2, 1, 3].sort |$x, $y| { compare($x, $x) }", "[2, 1, 3]"),
        ("function compare($a, $b) { $b - $a }\n[1, 3, 2].sort |$x, $y| { compare($x, $y) }", "[3, 2, 1]"),
        ("[compare(1, 2), compare('a', 'A'), compare('a', 'A', false), compare(2.5, 1)]", "[-1, 0, 1, 1]"),
        ("with(1, 2) |$a, $b| { $c = $a + $b $c * 2 }", "6"),
        ("with(with(1) |$a| { $a + 1 }, with(2) |$a| { $a * 5 }) |$a, $b| { [$a, $b] }", "[2, 10]"),
        ("with('ab') |$x| { if $x =~ /a(.)/ { next($1) } 'none' }", "'b'"),
        ("[1, 2].map |$x| { with($x) |$y| { if $y == 1 { next('one') } \"${y}\" } }", "['one', '2']"),
        ("Integer[1, 3].map |$i| { Integer('0x1F') + $i }", "[32, 33, 34]"),
        ("Integer('99999999999999999999') % 1000", "999"),
        ("Integer('-99999999999999999999') % 1000", "1"),
        ("(0 - 7 * Integer('1')) % 3", "2"),
        ("function f(Integer $n) >> Integer { $m = $n - 1 if $n < 1 { 0 } else { $n + f($m) } }\nf(10)", "55"),
        ("function g($n) { if $n > 0 { $rest = g($n - 1) } else { $rest = '' } \"${n}:${rest}\" }\ng(2)", "'2:1:0:'"),
        ("[1, 'a', 2].map |Variant[Integer, String] $x| { $y = \"<${x}>\" $y }", "['<1>', '<a>', '<2>']"),
        ("$h = {'a' => {'b' => 1}}\n[$h['a']['b'], $h['z'], \"${h['a']['b']}${h['z']}\"]", "[1, undef, '1']"),
        ("$h = {'k' => Sensitive('x')}\n\"${h['k']}\"", "'Sensitive [value redacted]'"),
    ];
    for (source, answer) in answers {
        assert_eq!(evaluated(source).as_deref(), Some(answer), "{source}");
    }
}

#[test]
fn what_a_compiled_call_refuses_is_refused_as_ever() {
    for source in [
        "compare(1, 'a')",
        "['a', 1].sort |$x, $y| { compare($x, $y) }",
        "[2, 1].sort |$x, $y| { 'no number' }",
        "[1, 'a'].map |Integer $x| { $x }",
        "function f(Integer $n) >> String { $n }\nf(1)",
        "function f(Integer $n) { $n }\nf('a')",
        "Integer('1x')",
    ] {
        assert_eq!(evaluated(source), None, "{source}");
    }
}

/// Values that have a source form which reads back.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Undef),
        Just(Value::Default),
        any::<bool>().prop_map(Value::from),
        // The literal of the least integer is refused before its minus is seen.
        (-i64::MAX..=i64::MAX).prop_map(Value::Int),
        // Greater ones print with `e+`, which is no number to Puppet; so do strings with a backslash before the quote.
        (-1e14f64..1e14).prop_map(Value::float),
        r"[ -\[\]-~é\n\t]{0,6}".prop_map(Value::from),
        r"[a-z/.]{1,4}".prop_map(|source| Value::Regexp(puppet_pcore::Regexp::new(source))),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::array),
            proptest::collection::vec((inner.clone(), inner), 0..4)
                .prop_map(|entries| Value::hash(entries.into_iter().collect::<Hash>())),
        ]
    })
}

fn exact(operator: Operator, a: &BigInt, b: &BigInt) -> Option<BigInt> {
    let zero = BigInt::from(0);
    let floor = |a: &BigInt, b: &BigInt| {
        let quotient = a / b;
        if (a % b) != zero && (a < &zero) != (b < &zero) { quotient - 1 } else { quotient }
    };
    match operator {
        Operator::Add => Some(a + b),
        Operator::Subtract => Some(a - b),
        Operator::Multiply => Some(a * b),
        Operator::Divide => (*b != zero).then(|| floor(a, b)),
        Operator::Modulo => (*b != zero).then(|| a - floor(a, b) * b),
        Operator::ShiftLeft | Operator::ShiftRight => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn integers_agree_with_exact_arithmetic(
        a in prop_oneof![any::<i64>(), -9i64..9, Just(i64::MIN), Just(i64::MAX)],
        b in prop_oneof![any::<i64>(), -9i64..9, Just(i64::MIN), Just(i64::MAX)],
    ) {
        let rules = Rules { unlimited_integers: true, ..Rules::default() };
        for operator in [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide, Operator::Modulo] {
            let ours = binary(operator, &Value::Int(a), &Value::Int(b), &rules).ok().and_then(|value| value.as_int());
            let exact = exact(operator, &BigInt::from(a), &BigInt::from(b));
            prop_assert_eq!(ours, exact.clone().map(Int::from));
            let limited = binary(operator, &Value::Int(a), &Value::Int(b), &strict());
            let fits = exact.is_some_and(|exact| i64::try_from(exact).is_ok());
            prop_assert_eq!(limited.is_ok(), fits);
        }
    }

    #[test]
    fn integers_and_floats_are_ordered_exactly(a in any::<i64>(), offset in -3i64..3) {
        let float = a as f64;
        let near = a.saturating_add(offset);
        let exact = BigInt::from(near).cmp(&num_traits::FromPrimitive::from_f64(float).unwrap());
        let ours = puppet_pcore::compare(&Value::Int(near), &Value::float(float)).unwrap();
        prop_assert_eq!(ours, exact);
        prop_assert_eq!(equals(&Value::Int(near), &Value::float(float)), exact.is_eq());
    }

    /// What prints the same program text is the same value, and the text evaluates to it.
    #[test]
    fn source_forms_read_back(value in any_value()) {
        let text = program_form(&value).unwrap();
        prop_assert_eq!(evaluated(&text), Some(text));
    }

    /// A hash behaves as a list of entries searched from the start.
    #[test]
    fn hashes_behave_as_lists(steps in proptest::collection::vec((0u8..8, 0i64..40, any::<bool>()), 0..120)) {
        let mut hash = Hash::new();
        let mut list: Vec<(Value, Value)> = Vec::new();
        for (step, number, text) in steps {
            let key = if text { Value::from(format!("k{number}")) } else { Value::Int(number) };
            let place = list.iter().position(|(other, _)| puppet_pcore::eql(other, &key));
            if step == 0 {
                prop_assert_eq!(hash.remove(&key).is_some(), place.is_some());
                place.map(|place| list.remove(place));
            } else {
                hash.insert(key.clone(), Value::Int(i64::from(step)));
                match place {
                    Some(place) => list[place].1 = Value::Int(i64::from(step)),
                    None => list.push((key.clone(), Value::Int(i64::from(step)))),
                }
            }
            prop_assert_eq!(hash.contains_key(&key), list.iter().any(|(other, _)| puppet_pcore::eql(other, &key)));
        }
        let listed: Vec<String> = list.iter().map(|(key, value)| format!("{} {}", shown(key), shown(value))).collect();
        let held: Vec<String> = hash.iter().map(|(key, value)| format!("{} {}", shown(key), shown(value))).collect();
        prop_assert_eq!(held, listed);
        for (key, value) in &list {
            prop_assert!(hash.get(key).is_some_and(|held| equals(held, value)));
            if let Value::Str(text) = key {
                prop_assert!(hash.get_str(&text.text).is_some());
            }
        }
    }

    /// Equal keys hash alike, whatever they are.
    #[test]
    fn equal_values_are_one_key(value in any_value()) {
        let copy = match &value {
            Value::Array(array) => Value::array(array.items.clone()),
            Value::Hash(hash) => Value::hash(hash.iter().rev().map(|(k, v)| (k.clone(), v.clone())).collect()),
            Value::Str(text) => Value::Str(Rc::new((**text).clone())),
            other => other.clone(),
        };
        let mut hash: Hash = (0..20).map(|i| (Value::Int(i), Value::Undef)).collect();
        let before = hash.len() + usize::from(!hash.contains_key(&value));
        hash.insert(value, Value::Undef);
        hash.insert(copy, Value::Undef);
        prop_assert_eq!(hash.len(), before);
    }

    /// Numbers are written by hand: as the standard library writes them.
    #[test]
    fn numbers_are_written_as_ever(integer in any::<i64>(), small in -100_000i64..100_000, digits in 0i64..1_000_000_000_000) {
        for integer in [integer, integer >> 32, small, i64::MIN, i64::MAX, 999, 1000, -1000] {
            prop_assert_eq!(interpolate(&Value::Int(integer)), integer.to_string());
        }
        for scale in [1.0, 10.0, 100.0, 1000.0, 10_000.0, 7.0, -8.0] {
            let float = digits as f64 / scale;
            prop_assert_eq!(interpolate(&Value::float(float)), format!("{float:?}"));
            let float = small as f64 / scale;
            if float.abs() >= 1e-4 {
                prop_assert_eq!(interpolate(&Value::float(float)), format!("{float:?}"));
            }
        }
    }
}
