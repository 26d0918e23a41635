//! Random types, each with random values of it.

use super::random::Random;

/// A type: enough of it to write it down and to write values of it.
#[derive(Clone, Debug)]
pub enum T {
    Any,
    Undef,
    Default,
    Boolean(Option<bool>),
    Integer(Option<(i64, i64)>),
    Float,
    Numeric,
    String,
    Sized(usize),
    Enum(Vec<&'static str>),
    Pattern,
    Regexp,
    Scalar,
    ScalarData,
    Data,
    NotUndef,
    Sensitive(Box<T>),
    Type(Box<T>),
    Optional(Box<T>),
    Variant(Vec<T>),
    Array(Box<T>, Option<(usize, usize)>),
    Tuple(Vec<T>),
    Repeated(Box<T>, Box<T>, usize, usize),
    Hash(Box<T>, Box<T>),
    Struct(Vec<(&'static str, bool, T)>),
    Collection,
    Iterable(Box<T>),
    Timespan,
    SemVer,
    Alias(String, Box<T>),
}

pub const WORDS: &[&str] =
    &["a", "b", "ab", "abc", "web", "Web", "x1", "12", "0", "-3", "1.5", "", "eth0", "true", "undef", "ä"];
pub const KEYS: &[&str] = &["a", "b", "c", "ab", "port"];

impl T {
    pub fn random(rng: &mut Random, depth: usize) -> T {
        if depth == 0 {
            return match rng.below(14) {
                0 => T::Undef,
                1 => T::Boolean(None),
                2 => T::Boolean(Some(rng.percent(50))),
                3 | 4 => T::Integer(None),
                5 => {
                    let from = rng.below(6) as i64 - 2;
                    T::Integer(Some((from, from + rng.below(6) as i64)))
                }
                6 => T::Float,
                7 => T::Numeric,
                8 | 9 => T::String,
                10 => T::Sized(1 + rng.below(3)),
                11 => T::words(rng),
                12 => T::Pattern,
                _ => match rng.below(12) {
                    0 => T::Regexp,
                    1 => T::Scalar,
                    2 => T::ScalarData,
                    3 => T::Data,
                    4 => T::NotUndef,
                    5 => T::Collection,
                    6 => T::Timespan,
                    7 => T::SemVer,
                    8 => T::Default,
                    _ => T::Any,
                },
            };
        }
        let inner = |rng: &mut Random| {
            let depth = rng.below(depth);
            Box::new(T::random(rng, depth))
        };
        match rng.below(16) {
            0 | 1 => T::Optional(match inner(rng) {
                // An alias of Optional[NotUndef] is a bare Optional, of which only undef is a value.
                bare if matches!(*bare, T::NotUndef) => Box::new(T::String),
                other => other,
            }),
            2..=4 => T::Variant((0..2 + rng.below(2)).map(|_| *inner(rng)).collect()),
            5 | 6 => T::Array(inner(rng), None),
            7 => {
                let from = rng.below(3);
                T::Array(inner(rng), Some((from, from + rng.below(3))))
            }
            8 => T::Tuple((0..1 + rng.below(3)).map(|_| *inner(rng)).collect()),
            9 => T::Repeated(inner(rng), inner(rng), rng.below(3), 3),
            10 | 11 => {
                let key = match rng.below(4) {
                    0 => T::Integer(None),
                    1 => T::words(rng),
                    2 => *inner(rng),
                    _ => T::String,
                };
                T::Hash(Box::new(key), inner(rng))
            }
            12 | 13 => {
                let count = 1 + rng.below(3);
                T::Struct(KEYS[..count].iter().map(|key| (*key, rng.percent(30), *inner(rng))).collect())
            }
            14 => match rng.below(3) {
                0 => T::Sensitive(inner(rng)),
                1 => T::Type(inner(rng)),
                _ => T::Iterable(inner(rng)),
            },
            _ => T::random(rng, 0),
        }
    }

    /// A type that takes what an expression of a kind gives, most often.
    pub fn wide(rng: &mut Random, kind: super::generate::K) -> T {
        use super::generate::K;
        let own = match kind {
            K::Int => rng.pick(&[T::Integer(None), T::Numeric, T::Scalar]).clone(),
            K::Float => T::Numeric,
            K::Str => rng.pick(&[T::String, T::ScalarData, T::Scalar]).clone(),
            K::Bool => T::Boolean(None),
            K::Array => rng.pick(&[T::Array(Box::new(T::Any), None), T::Collection]).clone(),
            K::Hash => rng.pick(&[T::Hash(Box::new(T::Any), Box::new(T::Any)), T::Collection]).clone(),
            _ => return T::Any,
        };
        match rng.below(5) {
            0 => T::Optional(Box::new(own)),
            1 => T::Variant(vec![T::random(rng, 1), own]),
            2 => T::Variant(vec![own, T::Undef, T::String]),
            _ => own,
        }
    }

    fn words(rng: &mut Random) -> T {
        let mut words: Vec<&'static str> = (0..1 + rng.below(3)).map(|_| *rng.pick(&WORDS[..7])).collect();
        words.sort_unstable();
        words.dedup();
        T::Enum(words)
    }

    pub fn text(&self) -> String {
        let all = |types: &[T]| types.iter().map(T::text).collect::<Vec<_>>().join(", ");
        match self {
            T::Any => "Any".into(),
            T::Undef => "Undef".into(),
            T::Default => "Default".into(),
            T::Boolean(None) => "Boolean".into(),
            T::Boolean(Some(value)) => format!("Boolean[{value}]"),
            T::Integer(None) => "Integer".into(),
            T::Integer(Some((from, to))) => format!("Integer[{from}, {to}]"),
            T::Float => "Float".into(),
            T::Numeric => "Numeric".into(),
            T::String => "String".into(),
            T::Sized(n) => format!("String[{n}]"),
            T::Enum(words) => {
                format!("Enum[{}]", words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", "))
            }
            T::Pattern => "Pattern[/\\A[a-z]/]".into(),
            T::Regexp => "Regexp".into(),
            T::Scalar => "Scalar".into(),
            T::ScalarData => "ScalarData".into(),
            T::Data => "Data".into(),
            T::NotUndef => "NotUndef".into(),
            T::Sensitive(inner) => format!("Sensitive[{}]", inner.text()),
            T::Type(inner) => format!("Type[{}]", inner.text()),
            T::Optional(inner) => format!("Optional[{}]", inner.text()),
            T::Variant(types) => format!("Variant[{}]", all(types)),
            T::Array(inner, None) => format!("Array[{}]", inner.text()),
            T::Array(inner, Some((from, to))) => format!("Array[{}, {from}, {to}]", inner.text()),
            T::Tuple(types) => format!("Tuple[{}]", all(types)),
            T::Repeated(a, b, from, to) => format!("Tuple[{}, {}, {from}, {to}]", a.text(), b.text()),
            T::Hash(key, value) => format!("Hash[{}, {}]", key.text(), value.text()),
            T::Struct(entries) => {
                let entry = |(key, optional, value): &(&str, bool, T)| match optional {
                    true => format!("Optional[{key}] => {}", value.text()),
                    false => format!("{key} => {}", value.text()),
                };
                format!("Struct[{{{}}}]", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            T::Collection => "Collection".into(),
            T::Iterable(inner) => format!("Iterable[{}]", inner.text()),
            T::Timespan => "Timespan".into(),
            T::SemVer => "SemVer".into(),
            T::Alias(name, _) => name.clone(),
        }
    }

    /// A value of this type; sometimes of another, where the type has few.
    pub fn value(&self, rng: &mut Random) -> String {
        let several = |rng: &mut Random, inner: &T, from: usize, to: usize| {
            let count = from + rng.below(to - from + 1);
            let items: Vec<String> = (0..count).map(|_| inner.value(rng)).collect();
            format!("[{}]", items.join(", "))
        };
        match self {
            T::Any | T::NotUndef => {
                let depth = rng.below(2);
                let ty = T::random(rng, depth);
                let value = if matches!(ty, T::Any | T::NotUndef) { "'any'".into() } else { ty.value(rng) };
                if matches!(self, T::NotUndef) && value == "undef" { "'any'".into() } else { value }
            }
            T::Undef => "undef".into(),
            T::Default => "default".into(),
            T::Boolean(value) => value.unwrap_or(rng.percent(50)).to_string(),
            T::Integer(None) => rng.word(&["0", "1", "2", "3", "-1", "7", "12", "100"]),
            T::Integer(Some((from, to))) => (from + rng.below((to - from + 1) as usize) as i64).to_string(),
            T::Float => rng.word(&["0.0", "1.0", "1.5", "-2.25", "12.0"]),
            T::Numeric => if rng.percent(50) { T::Integer(None) } else { T::Float }.value(rng),
            T::String => format!("'{}'", rng.pick(WORDS)),
            T::Sized(n) => format!("'{}'", "abcdef".get(..n + rng.below(2)).unwrap_or("abc")),
            T::Enum(words) => format!("'{}'", rng.pick(words)),
            T::Pattern => rng.word(&["'a'", "'abc'", "'web'", "'x1'"]),
            T::Regexp => rng.word(&["/a/", "/(a)(b)?/", "/^x/"]),
            T::Scalar | T::ScalarData => rng.word(&["1", "'a'", "1.5", "true", "''"]),
            T::Data => rng.word(&["1", "'a'", "undef", "[1, 'a']", "{'a' => 1}", "true"]),
            T::Sensitive(inner) => format!("Sensitive({})", inner.value(rng)),
            T::Type(inner) => inner.text(),
            T::Optional(inner) => {
                if rng.percent(40) {
                    "undef".into()
                } else {
                    inner.value(rng)
                }
            }
            T::Variant(types) => rng.pick(types).clone().value(rng),
            T::Array(inner, None) => several(rng, inner, 0, 3),
            T::Array(inner, Some((from, to))) => several(rng, inner, *from, *to),
            T::Tuple(types) => {
                format!("[{}]", types.iter().map(|ty| ty.value(rng)).collect::<Vec<_>>().join(", "))
            }
            T::Repeated(a, b, from, to) => {
                let count = from + rng.below(to - from + 1);
                let items = (0..count).map(|at| if at == 0 { a.value(rng) } else { b.value(rng) });
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            T::Hash(key, value) => {
                let (mut items, mut keys) = (Vec::new(), Vec::new());
                for _ in 0..rng.below(3) {
                    let (key, value) = (key.value(rng), value.value(rng));
                    if is_new_key(&mut keys, &key) {
                        items.push(format!("{key} => {value}"));
                    }
                }
                format!("{{{}}}", items.join(", "))
            }
            T::Struct(entries) => {
                let mut items = Vec::new();
                for (key, optional, value) in entries {
                    if !*optional || rng.percent(60) {
                        items.push(format!("{key} => {}", value.value(rng)));
                    }
                }
                format!("{{{}}}", items.join(", "))
            }
            T::Collection => rng.word(&["[1, 2]", "[]", "{'a' => 1}", "['x']"]),
            T::Iterable(inner) => several(rng, inner, 0, 3),
            T::Timespan => format!("Timespan({})", rng.below(100)),
            T::SemVer => "SemVer('1.2.3')".into(),
            T::Alias(_, inner) => inner.value(rng),
        }
    }

    /// The kind of expression that most values of this type are.
    pub fn kind(&self) -> super::generate::K {
        use super::generate::K;
        match self {
            T::Integer(_) => K::Int,
            T::Float | T::Numeric => K::Float,
            T::String | T::Sized(_) | T::Enum(_) | T::Pattern => K::Str,
            T::Boolean(_) => K::Bool,
            T::Array(..) | T::Tuple(_) | T::Repeated(..) => K::Array,
            T::Hash(..) | T::Struct(_) => K::Hash,
            T::Optional(inner) | T::Alias(_, inner) => inner.kind(),
            _ => K::Any,
        }
    }
}

/// Returns whether a hash can have a key beside these, and adds it to them. Keys of the same characters may be equal: the
/// order of a hash's entries does not count.
pub fn is_new_key(keys: &mut Vec<Vec<char>>, key: &str) -> bool {
    let mut letters: Vec<char> = key.chars().collect();
    letters.sort_unstable();
    let is_new = !keys.contains(&letters);
    keys.push(letters);
    is_new
}
