//! Types and values from a seed: types as text (right ones, wrong ones), read by the parser and `parameterize`.

#![allow(dead_code)]

use std::collections::HashMap;
use std::rc::Rc;

use puppet_pcore::sample::examples;
use puppet_pcore::semver_range::{SemVerRange, parse_version};
use puppet_pcore::*;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse};

/// Named types that the generator uses, as a session defines them.
pub const ALIASES: [&str; 3] = [
    "type Port = Integer[1, 65535]",
    "type Tree = Variant[Integer, Array[Tree]]",
    "type Json = Variant[ScalarData, Undef, Array[Json], Hash[String, Json]]",
];

/// Reads literals and type expressions.
pub struct Reader {
    aliases: HashMap<&'static str, Ty>,
}

impl Default for Reader {
    fn default() -> Reader {
        let mut reader = Reader { aliases: HashMap::new() };
        for text in ALIASES {
            let (name, meaning) = text["type ".len()..].split_once(" = ").unwrap();
            let alias = Rc::new(Alias::new(name));
            reader.aliases.insert(name, Rc::new(Type::Alias(alias.clone())));
            let meaning = reader.ty(meaning).unwrap();
            assert!(resolve_alias(&alias, &meaning).is_ok());
        }
        reader
    }
}

impl Reader {
    /// The type that a text stands for.
    pub fn ty(&self, text: &str) -> Result<Ty, String> {
        let parsed = parse(text, LexOptions::PUPPET8);
        if let Some(found) = parsed.diagnostics.iter().find(|found| found.is_error()) {
            return Err(found.message.clone());
        }
        match self.value(&parsed.program.body)? {
            Value::Type(ty) => Ok(ty),
            other => Err(format!("{} is no type", display(&other))),
        }
    }

    /// The value of a literal; `None` where more than literals are needed.
    pub fn literal(&self, text: &str) -> Option<Value> {
        let parsed = parse(text, LexOptions::PUPPET8);
        if parsed.diagnostics.iter().any(|found| found.is_error()) {
            return None;
        }
        self.value(&parsed.program.body).ok()
    }

    fn value(&self, expr: &Expr) -> Result<Value, String> {
        let all = |items: &[Expr]| items.iter().map(|item| self.value(item)).collect::<Result<Vec<_>, _>>();
        Ok(match &expr.kind {
            ExprKind::Undef => Value::Undef,
            ExprKind::Default => Value::Default,
            ExprKind::Integer(i, _) => Value::Int(*i),
            ExprKind::Float(f) => Value::float(*f),
            ExprKind::Bool(b) => Value::bool(*b),
            ExprKind::String(text) | ExprKind::Name(text) => Value::str(&**text),
            ExprKind::Regexp(source) => Value::Regexp(Regexp::new(&**source)),
            ExprKind::Array(items) => Value::array(all(items)?),
            ExprKind::Hash(entries) => {
                let mut hash = Hash::new();
                for entry in entries {
                    hash.insert(self.value(&entry.key)?, self.value(&entry.value)?);
                }
                Value::hash(hash)
            }
            ExprKind::Ref(name) => match self.aliases.get(&**name) {
                Some(ty) => Value::Type(ty.clone()),
                None => match type_named(name) {
                    Some(ty) => Value::Type(ty),
                    None if ["File", "Notify"].contains(&&**name) => {
                        let type_name = Some(name.to_lowercase().into());
                        Value::from(Type::Resource { type_name, title: None })
                    }
                    None => return Err(format!("{name} is unknown")),
                },
            },
            ExprKind::Access(left, keys) => {
                let Value::Type(ty) = self.value(left)? else { return Err("an access".to_owned()) };
                return parameterize(&TypeRules::PUPPET8, &ty, &all(keys)?).map_err(|issue| issue.message.to_string());
            }
            ExprKind::Negate(inner) => match self.value(inner)? {
                Value::Int(i) => Value::Int(-i),
                Value::Float(f) => Value::float(-f.get()),
                _ => return Err("a minus".to_owned()),
            },
            _ => return Err("more than a literal".to_owned()),
        })
    }
}

/// Draws texts, types and values (splitmix64).
pub struct Draw(u64);

const LEAVES: [&str; 34] = [
    "Any",
    "Undef",
    "NotUndef",
    "Default",
    "Scalar",
    "ScalarData",
    "Data",
    "RichData",
    "RichDataKey",
    "Numeric",
    "Integer",
    "Float",
    "Boolean",
    "String",
    "Pattern",
    "Regexp",
    "Collection",
    "Array",
    "Hash",
    "Tuple",
    "Iterable",
    "Iterator",
    "Callable",
    "Type",
    "SemVer",
    "SemVerRange",
    "Timespan",
    "Timestamp",
    "Binary",
    "URI",
    "Error",
    "Port",
    "Tree",
    "Json",
];

const WORDS: [&str; 6] = ["a", "b", "A", "abc", "red", ""];

const PATTERNS: [&str; 6] = ["/a/", "/^[a-z]+$/", "/\\A\\d+\\z/", "/b|c/", "/\\Aabc\\z/", "/./"];

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x2545_f491_4f6c_dd1d))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A type that can be read.
    pub fn ty(&mut self, reader: &Reader, depth: usize) -> Ty {
        loop {
            let text = self.type_text(depth);
            if let Ok(ty) = reader.ty(&text) {
                return ty;
            }
        }
    }

    /// Two types, often near to each other.
    pub fn related_types(&mut self, reader: &Reader) -> (Ty, Ty) {
        let a = self.ty(reader, 3);
        let b = self.relative_of(&a, reader);
        if self.below(2) == 0 { (a, b) } else { (b, a) }
    }

    /// A type like another: wider, narrower, with one part changed, or any.
    pub fn relative_of(&mut self, ty: &Ty, reader: &Reader) -> Ty {
        let other = self.ty(reader, 1);
        match self.below(8) {
            0 => self.ty(reader, 2),
            1 => generalize(ty),
            2 => variant_of([ty.clone(), other]),
            3 => common_type(ty, &other),
            4 => Rc::new(Type::Optional(Some(ty.clone()))),
            _ => self.changed(ty, reader),
        }
    }

    /// The type with one part drawn anew.
    fn changed(&mut self, ty: &Ty, reader: &Reader) -> Ty {
        let anew = |draw: &mut Draw, inner: &Ty| {
            if draw.below(3) == 0 { draw.ty(reader, 1) } else { draw.changed(inner, reader) }
        };
        match &**ty {
            Type::Array(element, size) => Type::Array(anew(self, element), self.size(*size)).into(),
            Type::Hash(key, value, size) if self.below(2) == 0 => {
                Type::Hash(anew(self, key), value.clone(), self.size(*size)).into()
            }
            Type::Hash(key, value, size) => Type::Hash(key.clone(), anew(self, value), self.size(*size)).into(),
            Type::Tuple(types, size) if !types.is_empty() => {
                let mut types = types.clone();
                let place = self.below(types.len());
                types[place] = anew(self, &types[place].clone());
                Type::Tuple(types, *size).into()
            }
            Type::Struct(elements) if !elements.is_empty() => {
                let mut elements = elements.clone();
                let place = self.below(elements.len());
                elements[place].value = anew(self, &elements[place].value.clone());
                Type::Struct(elements).into()
            }
            Type::Variant(types) if types.len() > 1 => {
                let mut types = types.clone();
                types.remove(self.below(types.len()));
                variant_of(types)
            }
            Type::Optional(Some(inner)) => Type::Optional(Some(anew(self, inner))).into(),
            Type::Sensitive(_) | Type::Type(Some(_)) | Type::Iterable(Some(_)) => {
                let text = format!("{}[{}]", self.pick(&["Sensitive", "Type", "Iterable"]), self.type_text(1));
                reader.ty(&text).unwrap_or_else(|_| ty.clone())
            }
            Type::Integer(_) => reader.ty(&self.integer_type()).unwrap_or_else(|_| ty.clone()),
            Type::String(_) | Type::Enum { .. } | Type::Pattern(_) => {
                let text = self.string_type();
                reader.ty(&text).unwrap_or_else(|_| ty.clone())
            }
            _ => self.ty(reader, 1),
        }
    }

    fn size(&mut self, size: Option<Size>) -> Option<Size> {
        match self.below(5) {
            0 => None,
            1 => Some(Size { from: self.below(3) as i64, to: Some(2 + self.below(3) as i64) }),
            _ => size,
        }
    }

    fn integer_type(&mut self) -> String {
        let from = self.pick(&[-5i64, 0, 1, 3, 10, 100]);
        match self.below(4) {
            0 => "Integer".to_owned(),
            1 => format!("Integer[{from}]"),
            2 => format!("Integer[default, {}]", from + self.below(20) as i64),
            _ => format!("Integer[{from}, {}]", from + self.below(20) as i64),
        }
    }

    fn string_type(&mut self) -> String {
        let word = |draw: &mut Draw| format!("'{}'", draw.pick(&WORDS));
        match self.below(8) {
            0 => "String".to_owned(),
            1 => format!("String[{}]", self.below(5)),
            2 => format!("String[{}, {}]", self.below(3), 2 + self.below(4)),
            3 => format!("Enum[{}]", word(self)),
            4 => format!("Enum[{}, {}]", word(self), word(self)),
            5 => format!("Enum[{}, {}, true]", word(self), word(self)),
            6 => format!("Pattern[{}]", self.pick(&PATTERNS)),
            _ => format!("Pattern[{}, {}]", self.pick(&PATTERNS), self.pick(&PATTERNS)),
        }
    }

    /// The text of a type; nearly always right.
    pub fn type_text(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(5) == 0 {
            return self.pick(&LEAVES).to_owned();
        }
        let inner = |draw: &mut Draw| draw.type_text(depth - 1);
        match self.below(24) {
            0 | 1 => self.integer_type(),
            2 | 3 => self.string_type(),
            4 => self
                .pick(&["Float[1.0]", "Float[0.5, 1.5]", "Float[default, 2.0]", "Boolean[true]", "Boolean[false]"])
                .to_owned(),
            5 => format!("Array[{}]", inner(self)),
            6 => format!("Array[{}, {}, {}]", inner(self), self.below(3), 2 + self.below(3)),
            7 => format!("Hash[{}, {}]", self.string_type(), inner(self)),
            8 => format!("Hash[{}, {}, {}, {}]", inner(self), inner(self), self.below(2), 2 + self.below(2)),
            9 => format!("Tuple[{}, {}]", inner(self), inner(self)),
            10 => format!("Tuple[{}, {}, {}, {}]", inner(self), inner(self), self.below(2), 2 + self.below(3)),
            11 | 12 => self.struct_text(depth),
            13 => format!("Variant[{}, {}]", inner(self), inner(self)),
            14 => format!("Variant[{}, {}, {}]", inner(self), inner(self), inner(self)),
            15 => format!("Optional[{}]", inner(self)),
            16 => format!("NotUndef[{}]", inner(self)),
            17 => format!("Type[{}]", inner(self)),
            18 => format!("Sensitive[{}]", inner(self)),
            19 => format!("{}[{}]", self.pick(&["Iterable", "Iterator"]), inner(self)),
            20 => self.callable_text(depth),
            21 => self
                .pick(&[
                    "SemVer['>=1.0.0']",
                    "SemVer['1.x', '>=3.0.0']",
                    "Regexp[/a/]",
                    "Collection[1, 3]",
                    "Collection[2]",
                ])
                .to_owned(),
            22 => self
                .pick(&[
                    "Timespan[0, 60]",
                    "Timespan[30]",
                    "Timestamp['2020-01-01']",
                    "Init[Integer]",
                    "Init",
                    "Error['x']",
                    "URI[{scheme => 'http'}]",
                ])
                .to_owned(),
            _ => self
                .pick(&[
                    "Resource",
                    "Class",
                    "File",
                    "File['/a']",
                    "Class['a::b']",
                    "CatalogEntry",
                    "Object",
                    "Deferred",
                    "Runtime[ruby, 'X']",
                ])
                .to_owned(),
        }
    }

    fn struct_text(&mut self, depth: usize) -> String {
        let mut entries = Vec::new();
        for key in ["a", "b", "c"].into_iter().take(1 + self.below(3)) {
            let value = self.type_text(depth - 1);
            entries.push(match self.below(4) {
                0 => format!("Optional['{key}'] => {value}"),
                1 => format!("NotUndef['{key}'] => {value}"),
                _ => format!("'{key}' => {value}"),
            });
        }
        format!("Struct[{{{}}}]", entries.join(", "))
    }

    fn callable_text(&mut self, depth: usize) -> String {
        let inner = |draw: &mut Draw| draw.type_text(depth - 1);
        match self.below(5) {
            0 => format!("Callable[{}]", inner(self)),
            1 => format!("Callable[{}, {}]", inner(self), inner(self)),
            2 => format!("Callable[{}, {}, {}]", inner(self), self.below(2), 1 + self.below(3)),
            3 => format!("Callable[[{}], {}]", inner(self), inner(self)),
            _ => "Callable[0, 0]".to_owned(),
        }
    }

    /// A value of any type.
    pub fn any_value(&mut self, depth: usize) -> Value {
        if self.below(2) == 0 {
            return self.data_value(depth);
        }
        let reader = Reader::default();
        let ty = self.ty(&reader, depth);
        let seed = self.next();
        let found = examples(&ty, seed, 12);
        if found.is_empty() { Value::Undef } else { found[self.below(found.len())].clone() }
    }

    /// A value with a source form, of any kind.
    pub fn data_value(&mut self, depth: usize) -> Value {
        let simple = if depth == 0 { 16 } else { 22 };
        match self.below(simple) {
            0..=3 => Value::str(self.string()),
            4 => Value::Int(self.next() as i64 >> self.below(64)),
            5 => Value::from(num_bigint::BigInt::from(self.next() as i64) * self.next() * self.next()),
            6 | 7 => Value::float(self.float()),
            8 => Value::bool(self.below(2) == 0),
            9 => {
                if self.below(2) == 0 {
                    Value::Undef
                } else {
                    Value::Default
                }
            }
            10 => Value::Binary(Rc::new((0..self.below(12)).map(|_| self.next() as u8).collect())),
            11 => Value::Regexp(Regexp::new(
                self.pick(&["a", "a/b", "[/]", "a\\/b", "(\\d+)", "^$", "", "\t", "é☃", "\\\\", "a\\nb", "(?m:x)"]),
            )),
            12 => self.version(),
            13 => Value::Timespan(Rc::new(self.time())),
            14 => Value::Timestamp(Rc::new(self.time().abs())),
            15 => uri::parse(self.pick(&["http://example.com/a?b=c#d", "mailto:a@b.c", "x", "file:///it's", "a%20b"]))
                .unwrap(),
            16..=18 => Value::array((0..self.below(4)).map(|_| self.data_value(depth - 1)).collect()),
            19 | 20 => {
                let entries = 0..self.below(4);
                Value::hash(entries.map(|_| (self.data_value(depth - 1), self.data_value(depth - 1))).collect())
            }
            _ => Value::Type(self.ty(&Reader::default(), 2)),
        }
    }

    fn version(&mut self) -> Value {
        match self.below(2) {
            0 => {
                let text = self.pick(&["1.2.3", "0.0.0", "1.0.0-alpha.1", "2.3.4+build.5", "1.0.0-rc.1+x"]);
                Value::SemVer(Rc::new(parse_version(text).unwrap()))
            }
            _ => {
                let text = self.pick(&[">=1.0.0 <2.0.0", "*", "1.2.3", "~1.2", "^2.0.0", "1.x || >=3.0.0", "<0.5.0"]);
                Value::SemVerRange(Rc::new(SemVerRange::parse(text).unwrap()))
            }
        }
    }

    fn time(&mut self) -> i128 {
        let unit = self.pick(&[1i128, 1_000, 1_000_000, 5_000_000, 1_000_000_000, 60_000_000_000, 86_400_000_000_000]);
        unit * (i128::from(self.next() as i16))
    }

    fn float(&mut self) -> f64 {
        let any = f64::from_bits(self.next());
        let usual =
            [0.0, -0.0, 1.5, 1e15, 1e16, 123_456_789.125, 1e-4, 1e-5, 5e-324, f64::MAX, f64::MIN, f64::MIN_POSITIVE];
        if any.is_finite() && self.below(2) == 0 { any } else { self.pick(&usual) }
    }

    fn string(&mut self) -> String {
        const PARTS: [&str; 24] = [
            "a", "b c", "'", "\"", "\\", "\\\\", "$", "${x}", "\n", "\t", "\r", "\u{0}", "\u{1b}", "\u{7f}", "é", "☃",
            "😀", "e\u{301}", "{", "}", "/", "1", "\\n", "\\'",
        ];
        (0..self.below(6)).map(|_| self.pick(&PARTS)).collect()
    }

    /// A text that looks like a type or a call of `new`, with right and wrong parameters.
    pub fn wild(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => format!("{}.new({})", self.wild_type(2), self.wild_list(depth)),
            1 => format!("{}({})", self.wild_type(1), self.wild_list(depth)),
            2 => format!(
                "{} {} {}",
                self.wild_value(depth),
                self.pick(&["=~", "<", "<=", "==", "in", "!=", "+", "-", ">>"]),
                self.wild_type(depth)
            ),
            3 => format!(
                "type({}, {})",
                self.wild_value(depth),
                self.pick(&["'detailed'", "'reduced'", "'generalized'", "1"])
            ),
            4 => format!("assert_type({}, {})", self.wild_type(depth), self.wild_value(depth)),
            _ => self.wild_type(depth),
        }
    }

    fn wild_type(&mut self, depth: usize) -> String {
        const NAMES: [&str; 48] = [
            "Any",
            "Undef",
            "NotUndef",
            "Default",
            "Scalar",
            "Data",
            "RichData",
            "Numeric",
            "Integer",
            "Float",
            "Boolean",
            "String",
            "Enum",
            "Pattern",
            "Regexp",
            "Collection",
            "Array",
            "Tuple",
            "Hash",
            "Struct",
            "Variant",
            "Optional",
            "Iterable",
            "Iterator",
            "Callable",
            "Type",
            "Init",
            "Sensitive",
            "SemVer",
            "SemVerRange",
            "Timespan",
            "Timestamp",
            "Binary",
            "URI",
            "Object",
            "TypeSet",
            "Error",
            "Deferred",
            "Resource",
            "Class",
            "CatalogEntry",
            "Runtime",
            "TypeReference",
            "File",
            "Tree",
            "Port",
            "Ruby",
            "Nosuch",
        ];
        let name = self.pick(&NAMES);
        if depth == 0 || self.below(4) == 0 {
            return name.to_owned();
        }
        if self.below(4) == 0 {
            return self.type_text(depth);
        }
        format!("{name}[{}]", self.wild_list(depth))
    }

    fn wild_list(&mut self, depth: usize) -> String {
        let count = 1 + self.below(4);
        (0..count).map(|_| self.wild_value(depth.saturating_sub(1))).collect::<Vec<_>>().join(", ")
    }

    fn wild_value(&mut self, depth: usize) -> String {
        const LITERALS: [&str; 36] = [
            "1",
            "0",
            "-1",
            "5",
            "9223372036854775807",
            "-9223372036854775807",
            "99999999999999999999",
            "1.5",
            "-0.0",
            "1e308",
            "'a'",
            "''",
            "'1'",
            "'0x1f'",
            "'abc'",
            "\"\\n\"",
            "undef",
            "default",
            "true",
            "false",
            "/a/",
            "/(a+)+$/",
            "/[/",
            "[]",
            "{}",
            "{a => 1}",
            "{a => Integer}",
            "{'from' => '10', 'radix' => 16}",
            "'%d'",
            "'1.2.3'",
            "'>=1.0.0'",
            "'http://a/b'",
            "'2020-01-01'",
            "'ruby'",
            "1000000",
            "{attributes => {a => Integer}}",
        ];
        match self.below(if depth == 0 { 3 } else { 7 }) {
            0..=2 => self.pick(&LITERALS).to_owned(),
            3 => format!("[{}]", self.wild_list(depth)),
            4 => format!("{{{} => {}}}", self.wild_value(depth - 1), self.wild_value(depth - 1)),
            5 => format!(
                "{{{} => {}, {} => {}}}",
                self.wild_value(0),
                self.wild_type(depth - 1),
                self.wild_value(depth - 1),
                self.wild_value(0)
            ),
            _ => self.wild_type(depth - 1),
        }
    }
}
