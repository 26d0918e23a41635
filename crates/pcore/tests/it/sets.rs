//! Types as sets of values: a value is in the intersection, the difference and the normal form of random types
//! exactly when the evaluator's instance check says so.

use std::rc::Rc;

use pprepl_testing::random::Random;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::sample::{examples, near_misses};
use puppet_pcore::{
    FloatRange, IntegerRange, Regexp, SetResult, Size, StructElement, Ty, Type, TypeRules, Value, difference, instance,
    intersection, normal_form, source_form, surely_assignable, type_text,
};

const RULES: TypeRules = TypeRules::EDITION8;

fn integer(from: Option<i64>, to: Option<i64>) -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: from.map(Into::into), to: to.map(Into::into) }))
}

fn enumeration(values: &[&str], ignore_case: bool) -> Ty {
    let mut values: Vec<Rc<str>> = values.iter().map(|value| Rc::from(*value)).collect();
    values.sort();
    values.dedup();
    Rc::new(Type::Enum { values, ignore_case })
}

fn pattern(source: &str) -> Ty {
    Rc::new(Type::Pattern(vec![Regexp::new(source)]))
}

fn string(from: i64, to: Option<i64>) -> Ty {
    Rc::new(Type::String(puppet_pcore::StringType::Size(Size { from, to })))
}

fn variant(types: &[Ty]) -> Ty {
    Rc::new(Type::Variant(types.to_vec()))
}

fn array(element: Ty, size: Option<(i64, Option<i64>)>) -> Ty {
    Rc::new(Type::Array(element, size.map(|(from, to)| Size { from, to })))
}

fn tuple(types: &[Ty]) -> Ty {
    Rc::new(Type::Tuple(types.to_vec(), None))
}

fn structure(entries: &[(&str, bool, Ty)]) -> Ty {
    let element = |(name, optional, value): &(&str, bool, Ty)| {
        let key = c::string_value(&Rc::from(*name));
        let key = if *optional { c::optional_of(key) } else { key };
        StructElement { name: Rc::from(*name), key, value: value.clone() }
    };
    Rc::new(Type::Struct(entries.iter().map(element).collect()))
}

/// Types at random, nested up to a depth.
struct Types(Random);

impl Types {
    fn size(&mut self) -> Option<Size> {
        let from = self.0.below(4) as i64;
        match self.0.below(3) {
            0 => None,
            1 => Some(Size { from, to: None }),
            _ => Some(Size { from, to: Some(from + self.0.below(3) as i64) }),
        }
    }

    fn bound(&mut self) -> Option<i64> {
        (self.0.below(4) > 0).then(|| self.0.below(9) as i64)
    }

    fn words(&mut self) -> Vec<&'static str> {
        const WORDS: &[&str] = &["a", "b", "abc", "A", "", "80", "Web", "web"];
        (0..1 + self.0.below(3)).map(|_| WORDS[self.0.below(WORDS.len())]).collect()
    }

    fn plain(&mut self) -> Ty {
        match self.0.below(20) {
            0..4 => {
                let (from, to) = (self.bound(), self.bound());
                integer(from, to)
            }
            4..6 => {
                let (from, to) = (self.bound(), self.bound());
                let half = |bound: Option<i64>| bound.map(|bound| bound as f64 / 2.0);
                Rc::new(Type::Float(FloatRange { from: half(from), to: half(to) }))
            }
            6 => c::string(),
            7 | 8 => {
                let size = self.size().unwrap_or(Size::ANY);
                Rc::new(Type::String(puppet_pcore::StringType::Size(size)))
            }
            9..12 => {
                let ignore_case = self.0.below(4) == 0;
                enumeration(&self.words(), ignore_case)
            }
            12 => pattern(["a", "^[a-z]+$", "b$"][self.0.below(3)]),
            13 => [c::boolean(), c::yes(), c::no()][self.0.below(3)].clone(),
            14 => c::undef(),
            15 => [c::scalar(), c::scalar_data(), c::numeric(), c::data(), c::any()][self.0.below(5)].clone(),
            16 => [c::not_undef(), c::regexp(), c::default_type(), c::collection()][self.0.below(4)].clone(),
            17 => [c::timespan(), c::sem_ver(), c::callable(), c::type_type(), c::rich_data()][self.0.below(5)].clone(),
            18 => Rc::new(Type::Iterable(Some(c::integer()))),
            _ => Rc::new(Type::Type(Some(c::integer()))),
        }
    }

    fn of(&mut self, depth: usize) -> Ty {
        if depth == 0 {
            return self.plain();
        }
        match self.0.below(14) {
            0 | 1 => Rc::new(Type::Array(self.of(depth - 1), self.size())),
            2 => {
                let types = (0..1 + self.0.below(3)).map(|_| self.of(depth - 1)).collect();
                let size = self.size().filter(|size| size.to.is_some());
                Rc::new(Type::Tuple(types, size))
            }
            3 => {
                let key = if self.0.below(3) == 0 { self.plain() } else { c::string() };
                Rc::new(Type::Hash(key, self.of(depth - 1), self.size()))
            }
            4 => {
                let entries: Vec<(&str, bool, Ty)> = ["a", "b", "abc"]
                    .into_iter()
                    .filter(|_| self.0.below(2) == 0)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|name| (name, self.0.below(3) == 0, self.of(depth - 1)))
                    .collect();
                if entries.is_empty() { c::undef() } else { structure(&entries) }
            }
            5 | 6 => {
                let types: Vec<Ty> = (0..1 + self.0.below(4)).map(|_| self.of(depth - 1)).collect();
                variant(&types)
            }
            7 => c::optional_of(self.of(depth - 1)),
            8 => Rc::new(Type::Sensitive(self.of(depth - 1))),
            9 => Rc::new(Type::NotUndef(self.of(depth - 1))),
            _ => self.plain(),
        }
    }
}

/// Values of two types, and values that are almost of them.
fn values(types: &[&Ty], seed: u64) -> Vec<Value> {
    let of = |ty: &&Ty| examples(ty, seed, 10).into_iter().chain(near_misses(ty, seed, 10));
    types.iter().flat_map(of).chain(examples(&c::any(), seed, 6)).collect()
}

fn shown(value: &Value) -> String {
    source_form(value).unwrap_or_else(|| format!("{value:?}"))
}

/// Checks a result against what is expected of each value: equal where it is exact, else at least that.
fn check(told: &str, found: &SetResult, values: &[Value], expected: impl Fn(&Value) -> bool) {
    for value in values {
        let (is, should) = (instance(&found.ty, value), expected(value));
        let holds = if found.is_exact { is == should } else { is || !should };
        assert!(holds, "{told} is {} (exact: {}): {}", type_text(&found.ty), found.is_exact, shown(value));
    }
}

#[test]
fn operations_agree_with_the_instance_check() {
    let (mut exact, mut all, mut tested) = (0, 0, 0);
    for seed in 0..rounds() {
        let mut types = Types(Random(seed * 7 + 1));
        let (a, b) = (types.of(2), types.of(2));
        let values = values(&[&a, &b], seed);
        let (text_a, text_b) = (type_text(&a), type_text(&b));
        let shared = intersection(&RULES, &a, &b);
        check(&format!("{seed}: {text_a} & {text_b}"), &shared, &values, |v| instance(&a, v) && instance(&b, v));
        let rest = difference(&RULES, &a, &b);
        check(&format!("{seed}: {text_a} - {text_b}"), &rest, &values, |v| instance(&a, v) && !instance(&b, v));
        let normal = SetResult { ty: normal_form(&RULES, &a), is_exact: true };
        check(&format!("{seed}: {text_a}"), &normal, &values, |v| instance(&a, v));
        let made = examples(&shared.ty, seed, 4).into_iter().chain(examples(&rest.ty, seed, 4)).collect::<Vec<_>>();
        check(&format!("{seed}: {text_a} & {text_b}"), &shared, &made, |v| instance(&a, v) && instance(&b, v));
        check(&format!("{seed}: {text_a} - {text_b}"), &rest, &made, |v| instance(&a, v) && !instance(&b, v));
        exact += usize::from(shared.is_exact) + usize::from(rest.is_exact);
        (all, tested) = (all + 2, tested + 3 * values.len());
    }
    println!("{exact} of {all} results are exact, {tested} answers checked");
    assert!(exact * 10 > all * 7, "{exact} of {all}");
}

/// The number of random pairs of types; a longer run sets `PPREPL_ROUNDS`.
fn rounds() -> u64 {
    std::env::var("PPREPL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(3_000)
}

#[test]
fn a_name_that_recurses_hides_no_alternative() {
    let mixed = variant(&[tuple(&[c::data()]), c::sem_ver()]);
    assert!(!surely_assignable(&RULES, &c::data(), &mixed));
    assert!(surely_assignable(&RULES, &c::data(), &variant(&[tuple(&[c::data()]), c::string()])));
    assert!(surely_assignable(&RULES, &c::rich_data(), &c::data()));
    assert!(!surely_assignable(&RULES, &c::data(), &c::rich_data()));
}

#[test]
fn a_normal_form_is_its_own_normal_form() {
    for seed in 0..rounds() {
        let ty = Types(Random(seed * 11 + 5)).of(3);
        let normal = normal_form(&RULES, &ty);
        let again = normal_form(&RULES, &normal);
        assert_eq!(type_text(&normal), type_text(&again), "{seed}: {}", type_text(&ty));
    }
}

#[test]
fn unions_have_a_normal_form() {
    let cases = [
        (variant(&[integer(Some(1), Some(3)), integer(Some(2), Some(9))]), "Integer[1, 9]"),
        (variant(&[integer(Some(1), Some(3)), integer(Some(4), Some(9))]), "Integer[1, 9]"),
        (variant(&[integer(Some(1), Some(3)), integer(Some(5), Some(9))]), "Variant[Integer[1, 3], Integer[5, 9]]"),
        (variant(&[c::integer(), c::float()]), "Numeric"),
        (variant(&[c::integer(), c::string(), c::boolean(), c::float()]), "ScalarData"),
        (variant(&[c::yes(), c::undef(), c::no()]), "Optional[Boolean]"),
        (variant(&[enumeration(&["a"], false), enumeration(&["b"], false)]), "Enum['a', 'b']"),
        (variant(&[enumeration(&["a", ""], false), string(1, None)]), "String"),
        (variant(&[string(0, Some(2)), string(3, None)]), "String"),
        (variant(&[c::undef(), c::not_undef()]), "Any"),
        (
            array(variant(&[integer(Some(1), Some(3)), integer(Some(2), Some(9))]), Some((1, None))),
            "Array[Integer[1, 9], 1]",
        ),
        (variant(&[array(c::integer(), Some((1, None))), c::empty_array()]), "Array[Integer]"),
        (variant(&[array(c::any(), None), c::hash()]), "Collection"),
        (variant(&[c::data(), c::integer()]), "Data"),
        (variant(&[]), "Variant"),
    ];
    for (ty, expected) in cases {
        assert_eq!(type_text(&normal_form(&RULES, &ty)), expected, "{}", type_text(&ty));
    }
}

#[test]
fn intersections_and_differences_are_exact_where_a_type_expresses_them() {
    let (one, two) = (integer(Some(1), Some(5)), integer(Some(3), Some(9)));
    let cases = [
        (intersection(&RULES, &one, &two), "Integer[3, 5]", true),
        (difference(&RULES, &one, &two), "Integer[1, 2]", true),
        (difference(&RULES, &integer(None, None), &two), "Variant[Integer[default, 2], Integer[10]]", true),
        (intersection(&RULES, &c::optional_of(c::string()), &c::scalar()), "String", true),
        (difference(&RULES, &c::optional_of(c::string()), &c::undef()), "String", true),
        (difference(&RULES, &c::any(), &c::undef()), "NotUndef", true),
        (difference(&RULES, &c::boolean(), &c::yes()), "Boolean[false]", true),
        (difference(&RULES, &enumeration(&["a", "b"], false), &pattern("a")), "Enum['b']", true),
        (difference(&RULES, &c::string(), &enumeration(&[""], false)), "String[1]", true),
        (intersection(&RULES, &string(2, None), &pattern("a")), "Pattern[/a/]", false),
        (intersection(&RULES, &c::integer(), &c::string()), "Variant", true),
        (intersection(&RULES, &array(c::integer(), None), &array(c::string(), None)), "Array[0, 0]", true),
        (difference(&RULES, &array(c::integer(), None), &array(c::string(), None)), "Array[Integer, 1]", true),
        (
            difference(&RULES, &tuple(&[c::scalar(), c::integer()]), &tuple(&[c::integer(), c::integer()])),
            "Tuple[Variant[Float, String, Boolean, Regexp, Timespan, Timestamp, SemVer, SemVerRange], Integer]",
            true,
        ),
        (
            intersection(
                &RULES,
                &structure(&[("a", false, c::integer()), ("b", true, c::string())]),
                &Rc::new(Type::Hash(c::string(), c::integer(), None)),
            ),
            "Struct[{'a' => Integer}]",
            true,
        ),
        (
            difference(&RULES, &structure(&[("a", false, one.clone())]), &structure(&[("a", false, two.clone())])),
            "Struct[{'a' => Integer[1, 2]}]",
            true,
        ),
        (difference(&RULES, &c::data(), &c::data()), "Variant", true),
        (difference(&RULES, &c::data(), &c::scalar_data()), "Optional[Variant[Hash[String, Data], Array[Data]]]", true),
    ];
    for (result, expected, is_exact) in cases {
        assert_eq!((type_text(&result.ty).as_str(), result.is_exact), (expected, is_exact));
    }
}
