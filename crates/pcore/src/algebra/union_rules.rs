//! The rows of the documents' unions, by their line: 000 is the fourth edition, 001 the third.
//!
//! The rows only document an answer. `edition_union` computes it, since the rows contradict each other when
//! they are read one by one. Typing mistakes of the documents are fixed here and noted. Two types that no
//! document mentions have no row.

use super::super::{StringType, Ty, Type};
use super::{TypeRules, assignable_by, same, type_text};

/// A row of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionRow {
    /// The document: `000` or `001`.
    pub document: &'static str,
    pub line: u16,
    /// The row, with one space between its parts.
    pub text: &'static str,
    /// A remark about the row: a mistake that is fixed, or a claim that does not hold.
    pub remark: &'static str,
}

struct Rule {
    row: UnionRow,
    left: fn(&Type) -> bool,
    right: fn(&Type) -> bool,
    both: fn(&Type, &Type) -> bool,
}

macro_rules! rows {
    ($name:ident $document:literal: $($line:literal $left:ident $right:ident $both:ident $text:literal $(($remark:literal))?;)*) => {
        static $name: &[Rule] = &[$(Rule {
            row: UnionRow { document: $document, line: $line, text: $text, remark: concat!("", $($remark)?) },
            left: is::$left,
            right: is::$right,
            both: pair::$both,
        }),*];
    };
}

rows! { FOURTH "000":
    198 any any always "Any ∪ Any → Any";
    199 any all always "Any ∪ (T != Any) → Any";
    212 undef undef always "Undef ∪ Undef → Undef";
    213 undef not_undef always "Undef ∪ (T ∉ Undef) → Any";
    223 data data always "Data ∪ Data → Data";
    225 data array always "Data ∪ Array[Data] → Data";
    226 data hash always "Data ∪ Hash[Scalar, Data] → Data";
    227 data undef always "Data ∪ Undef → Data";
    224 data in_scalar always "Data ∪ Scalar → Data";
    228 data not_data always "Data ∪ (T ∉ Data) → Any";
    237 scalar scalar always "Scalar ∪ Scalar → Scalar";
    238 scalar in_scalar always "Scalar ∪ (T ∈ Scalar) → Scalar";
    239 scalar not_scalar always "Scalar ∪ (T ∉ Scalar) → Any";
    247 numeric numeric always "Numeric ∪ Numeric → Numeric";
    248 numeric in_numeric always "Numeric ∪ (T ∈ Numeric) → Numeric";
    249 numeric in_scalar always "Numeric ∪ (T ∈ Scalar) → Scalar";
    250 numeric not_scalar always "Numeric ∪ (T ∉ Scalar) → Any";
    316 range range always "Integer[a, b] ∪ Integer[c, d] → Integer[min(a, c), max(b,d)]";
    311 integer integer always "Integer ∪ Integer → Integer";
    312 integer float always "Integer ∪ Float → Numeric";
    313 integer numeric always "Integer ∪ Numeric → Numeric";
    314 integer in_scalar always "Integer ∪ (T ∈ Scalar) → Scalar";
    315 integer not_scalar always "Integer ∪ (T ∉ Scalar) → Any";
    341 range range always "Float[a, b] ∪ Float[c, d] → Float[min(a, c), max(b,d)]";
    336 float float always "Float ∪ Float → Float";
    337 float integer always "Float ∪ Integer → Numeric";
    338 float numeric always "Float ∪ Numeric → Numeric";
    339 float in_scalar always "Float ∪ (T ∈ Scalar) → Scalar";
    340 float not_scalar always "Float ∪ (T ∉ Scalar) → Any";
    388 listed listed same "String<x> ∪ String<x> → String<x>";
    389 listed listed other "String<x> ∪ String<y> → String<x,y>";
    387 string string always "String ∪ String → String";
    391 listed enumeration always "String<x> ∪ Enum[x] → String<x>";
    390 string enumeration always "String ∪ Enum → String";
    392 string pattern always "String ∪ Pattern → String";
    393 string in_scalar always "String ∪ (T ∈ Scalar) → Scalar" ("printed Literal, its old name");
    394 string not_scalar always "String ∪ (T ∉ Scalar) → Any";
    409 enumeration enumeration always "Enum[*T] ∪ Enum[*Q] → Enum[*T | *Q]" ("described in words");
    429 pattern pattern always "Pattern[*T] ∪ Pattern[*Q] → Pattern[*T | *Q]" ("described in words");
    477 unqualified unqualified regexps "Regexp ∪ Regexp → Regexp";
    478 regexp regexp same "Regexp[R] ∪ Regexp[R] → Regexp[R]";
    479 regexp regexp other "Regexp[R] ∪ Regexp[Q] → Regexp";
    480 regexp in_scalar always "Regexp[?] ∪ (T ∈ Scalar) → Scalar";
    481 regexp not_scalar always "Regexp[?] ∪ (T ∉ Scalar) → Any";
    498 unqualified unqualified arrays "Array ∪ Array → Array";
    499 array array same "Array[R] ∪ Array[R] → Array[R]";
    501 sized sized arrays "Array[R,a,b] ∪ Array[Q,c,d] → Array[R ∪ Q, min(a,c), max(b,d)]";
    500 array array other "Array[R] ∪ Array[Q] → Array[R ∪ Q]";
    502 array hash always "Array[?] ∪ Hash[?,?] → Collection";
    517 unqualified unqualified hashes "Hash ∪ Hash → Hash";
    519 sized sized hashes "Hash[K,V,a,b] ∪ Hash[Q,W,c,d] → Hash[K ∪ Q, V ∪ W, min(a,c), max(b,d)]";
    518 hash hash always "Hash[K,V] ∪ Hash[Q,W] → Hash[K ∪ Q, V ∪ W]";
    543 hash structure always "Struct[{s => T}] ∪ Hash[K,V] → Hash[String ∪ K, T ∪ V]";
    520 hash in_collection always "Hash[?] ∪ (T ∈ Collection) → Collection";
    521 hash not_collection always "Hash[?] ∪ (T ∉ Collection) → Any";
    540 unqualified unqualified structs "Struct ∪ Struct → Struct";
    541 structure structure same "Struct[T] ∪ Struct[T] → Struct[T]" ("printed Struct[x]");
    542 structure structure other "Struct[T] ∪ Struct[S (S ∉ T)] → Struct";
    543 structure hash always "Struct[{s => T}] ∪ Hash[K,V] → Hash[String ∪ K, T ∪ V]";
    544 structure in_collection always "Struct[?] ∪ (T ∈ Collection) → Collection";
    545 structure not_collection always "Struct[?] ∪ (T ∉ Collection) → Any";
    571 array tuple always "Array[T] == Tuple[T,0,default]";
    573 unqualified unqualified tuples "Tuple ∪ Tuple → Tuple";
    574 tuple tuple always "Tuple[R, ...] ∪ Tuple[S, ...] → Tuple[R ∪ S, ...]";
    586 collection array always "Collection ∪ Array → Collection";
    587 collection hash always "Collection ∪ Hash → Collection";
    585 collection collection always "Collection ∪ Collection → Collection";
    605 unqualified unqualified variants "Variant ∪ Variant → Variant";
    606 variant variant always "Variant[*T] ∪ Variant[*Q] → Variant[*T | *Q]";
    609 variant optional always "Variant[Optional[T]] == Variant[T, Undef] == Optional[Variant[T]] == Optional[T]";
    607 variant all always "Variant[*T] ∪ Q → Variant[*T | Q]";
    619 optional undef always "Optional[T] ∪ Undef → Optional[T]";
    620 optional optional always "Optional[Q] ∪ Optional[R] → Optional[Q ∪ R]" ("printed Optional[T ∪ R]");
    618 optional all always "Optional[T] ∪ T → Optional[T]" ("printed T, which does not accept undef");
    676 resource resource titled "Resource[RT,T] ∪ Resource[RT, T] → Resource[RT, T]";
    673 unqualified unqualified resources "Resource ∪ Resource → Resource";
    674 resource resource same "Resource[RT] ∪ Resource[RT] → Resource[RT]";
    677 resource resource titles "Resource[RT,T1] ∪ Resource[RT, T2] → Resource[RT]";
    675 resource resource other "Resource[RT1] ∪ Resource[RT2] → Resource";
    678 resource in_catalog always "Resource[?] ∪ (T ∈ CatalogEntry) → CatalogEntry";
    679 resource not_catalog always "Resource[?] ∪ (T ∉ CatalogEntry) → Any";
    719 unqualified unqualified classes "Class ∪ Class → Class";
    720 class class same "Class[c] ∪ Class[c] → Class[c]";
    721 class class other "Class[c1] ∪ Class[c2] → Class";
    722 class in_catalog always "Class[?] ∪ (T ∈ CatalogEntry) → CatalogEntry";
    723 class not_catalog always "Class[?] ∪ (T ∉ CatalogEntry) → Any";
    732 unqualified unqualified types "Type ∪ Type → Type";
    733 unqualified type_of types "Type ∪ Type[T] → Type";
    734 type_of type_of same "Type[T] ∪ Type[T] → Type[T]";
    735 type_of not_type always "Type[?] ∪ (T ∉ Type) → Any";
    770 unqualified unqualified callables "Callable ∪ Callable → Callable[0,default]";
    790 blocked blocked other "Callable[*S, B] ∪ Callable[*T, C] → Callable[*(S ∪ T), B ∪ C]"
        ("a block is contravariant again: Callable[.., B] with the wider B is above both");
    772 callable callable same "Callable[D] ∪ Callable[E (E == D)] → Callable[D]";
    773 callable callable wider "Callable[D] ∪ Callable[E (E > D)] → Callable[D]";
    774 callable callable narrower "Callable[D] ∪ Callable[E (E < D)] → Callable[E]";
    775 callable callable other "Callable[D] ∪ Callable[E (!(E >= D || E < D))] → Callable";
    771 callable all always "Callable[?] ∪ T (T ∉ Callable) → Any";
}

rows! { THIRD "001":
    188 any any always "Object ∪ Object → Object";
    189 any all always "Object ∪ any → Object";
    203 undef undef always "Undef ∪ Undef → Undef";
    204 undef not_undef always "Undef ∪ any → Object";
    214 data data always "Data ∪ Data → Data";
    216 data array always "Data ∪ Array[Data] → Data";
    217 data hash always "Data ∪ Hash[Literal, Data] → Data";
    218 data undef always "Data ∪ Undef → Data";
    215 data in_scalar always "Data ∪ Literal → Data";
    219 data all always "Data ∪ any → Object";
    228 scalar scalar always "Literal ∪ Literal → Literal";
    229 scalar in_scalar always "Literal ∪ (T ∈ Literal) → Literal";
    230 scalar not_scalar always "Literal ∪ (T ∉ Literal) → Object";
    238 numeric numeric always "Numeric ∪ Numeric → Numeric";
    239 numeric in_numeric always "Numeric ∪ (T ∈ Numeric) → Numeric";
    240 numeric not_numeric always "Numeric ∪ (T ∉ Numeric) → Object";
    304 range range always "Integer[a, b] ∪ Integer[c, d] → Integer[min(a, c), max(b,d)]";
    300 integer integer always "Integer ∪ Integer → Integer";
    301 integer float always "Integer ∪ Float → Numeric";
    302 integer numeric always "Integer ∪ Numeric → Numeric";
    303 integer not_numeric always "Integer ∪ (T ∉ Numeric) → Object";
    327 range range always "Float[a, b] ∪ Float[c, d] → Float[min(a, c), max(b,d)]";
    323 float float always "Float ∪ Float → Float";
    324 float integer always "Float ∪ Integer → Numeric";
    325 float numeric always "Float ∪ Numeric → Numeric";
    326 float not_numeric always "Float ∪ (T ∉ Numeric) → Object";
    374 listed listed same "String<x> ∪ String<x> → String<x>";
    375 listed listed other "String<x> ∪ String<y> → String<x,y>";
    373 string string always "String ∪ String → String";
    377 listed enumeration always "String<x> ∪ Enum[x] → String<x>";
    376 string enumeration always "String ∪ Enum → String";
    378 string pattern always "String ∪ Pattern → String";
    379 string in_scalar always "String ∪ (T ∈ Literal) → Literal";
    380 string not_scalar always "String ∪ (T ∉ Literal) → Object";
    395 enumeration enumeration always "Enum[*T] ∪ Enum[*Q] → Enum[*T | *Q]" ("described in words");
    415 pattern pattern always "Pattern[*T] ∪ Pattern[*Q] → Pattern[*T | *Q]" ("described in words");
    454 unqualified unqualified regexps "Regexp ∪ Regexp → Regexp";
    455 regexp regexp same "Regexp[R] ∪ Regexp[R] → Regexp[R]";
    456 regexp regexp other "Regexp[R] ∪ Regexp[Q] → Regexp";
    457 regexp in_scalar always "Regexp[R] ∪ Literal → Literal";
    473 unqualified unqualified arrays "Array ∪ Array → Array";
    474 array array same "Array[R] ∪ Array[R] → Array[R]";
    476 sized sized arrays "Array[R,a,b] ∪ Array[Q,c,d] → Array[R ∪ Q, min(a,c), max(b,d)]";
    475 array array other "Array[R] ∪ Array[Q] → Array[R ∪ Q]";
    491 unqualified unqualified hashes "Hash ∪ Hash → Hash";
    493 sized sized hashes "Hash[K,V,a,b] ∪ Hash[Q,W,c,d] → Hash[K ∪ Q, V ∪ W, min(a,c), max(b,d)]";
    492 hash hash always "Hash[K,V] ∪ Hash[Q,W] → Hash[K ∪ Q, V ∪ W]";
    504 collection array always "Collection ∪ Array → Collection";
    505 collection hash always "Collection ∪ Hash → Collection";
    503 collection collection always "Collection ∪ Collection → Collection";
    524 unqualified unqualified variants "Variant ∪ Variant → Variant";
    525 variant variant always "Variant[*T] ∪ Variant[*Q] → Variant[*T | *Q]";
    535 optional undef always "Optional[T] ∪ Undef → Optional[T]";
    536 optional optional always "Optional[Q] ∪ Optional[R] → Optional[Q ∪ R]" ("printed Optional[T ∪ R]");
    534 optional all always "Optional[T] ∪ T → Optional[T]" ("printed T, which does not accept undef");
    587 resource resource titled "Resource[RT,T] ∪ Resource[RT, T] → Resource[RT, T]" ("printed ∩");
    584 unqualified unqualified resources "Resource ∪ Resource → Resource" ("printed ∩");
    585 resource resource same "Resource[RT] ∪ Resource[RT] → Resource[RT]" ("printed ∩");
    588 resource resource titles "Resource[RT,T1] ∪ Resource[RT, T2] → Resource[RT]" ("printed ∩");
    586 resource resource other "Resource[RT1] ∪ Resource[RT2] → Resource" ("printed ∩");
    615 unqualified unqualified classes "Class ∪ Class → Class" ("printed ∩");
    616 class class same "Class[c] ∪ Class[c] → Class[c]" ("printed ∩");
    617 class class other "Class[c1] ∪ Class[c2] → Class" ("printed ∩");
}

/// Returns the row that documents an answer; the first type's rows come before the second's.
pub(super) fn row_of(third: bool, a: &Type, b: &Type, answer: &Ty) -> Option<UnionRow> {
    let rules = if third { THIRD } else { FOURTH };
    let head = head(&answer_text(answer));
    let fits = |rule: &&Rule, a: &Type, b: &Type| {
        (rule.left)(a) && (rule.right)(b) && (rule.both)(a, b) && result(rule.row.text).is_none_or(|r| r == head)
    };
    let found = rules.iter().find(|rule| fits(rule, a, b)).or_else(|| rules.iter().find(|rule| fits(rule, b, a)));
    found.map(|rule| rule.row)
}

fn answer_text(answer: &Ty) -> String {
    match &**answer {
        Type::Resource { .. } => "Resource".to_owned(),
        _ => type_text(answer),
    }
}

/// Returns the name that a type's text starts with.
fn head(text: &str) -> String {
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// Returns the name that a row's answer starts with, in the fourth edition's words; `None` for a row without
/// an arrow.
fn result(text: &str) -> Option<String> {
    let (_, result) = text.split_once("→ ")?;
    Some(match head(result).as_str() {
        "Object" => "Any".to_owned(),
        "Literal" => "Scalar".to_owned(),
        name => name.to_owned(),
    })
}

/// Predicates for one side of a row.
mod is {
    use super::*;

    macro_rules! families {
        ($($name:ident = $pattern:pat,)*) => {
            $(pub(super) fn $name(ty: &Type) -> bool { matches!(ty, $pattern) })*
        };
    }

    families! {
        all = _,
        any = Type::Any,
        undef = Type::Undef,
        data = Type::Data,
        scalar = Type::Scalar,
        numeric = Type::Numeric,
        integer = Type::Integer(_),
        float = Type::Float(_),
        string = Type::String(_),
        listed = Type::String(StringType::Value(_) | StringType::Values(_)),
        enumeration = Type::Enum { .. },
        pattern = Type::Pattern(_),
        regexp = Type::Regexp(_),
        array = Type::Array(..),
        hash = Type::Hash(..),
        structure = Type::Struct(_) | Type::AnyStruct,
        tuple = Type::Tuple(..),
        collection = Type::Collection(_),
        variant = Type::Variant(_),
        optional = Type::Optional(_),
        resource = Type::Resource { .. },
        class = Type::Class(_),
        type_of = Type::Type(_),
        callable = Type::Callable(_),
        sized = Type::Array(_, Some(_)) | Type::Hash(_, _, Some(_)),
    }

    macro_rules! memberships {
        ($($name:ident $kind:expr, $within:literal;)*) => {
            $(pub(super) fn $name(ty: &Type) -> bool { contains(&$kind, ty) == $within })*
        };
    }

    memberships! {
        not_undef Type::Undef, false;
        not_data Type::Data, false;
        in_scalar Type::Scalar, true;
        not_scalar Type::Scalar, false;
        in_numeric Type::Numeric, true;
        not_numeric Type::Numeric, false;
        in_collection Type::Collection(None), true;
        not_collection Type::Collection(None), false;
        in_catalog Type::CatalogEntry, true;
        not_catalog Type::CatalogEntry, false;
        not_type Type::Type(None), false;
    }

    /// Tests for a range with a bound.
    pub(super) fn range(ty: &Type) -> bool {
        match ty {
            Type::Integer(range) => range.from.is_some() || range.to.is_some(),
            Type::Float(range) => range.from.is_some() || range.to.is_some(),
            _ => false,
        }
    }

    /// Tests for a callable whose block is typed.
    pub(super) fn blocked(ty: &Type) -> bool {
        matches!(ty, Type::Callable(callable) if callable.block.is_some())
    }

    pub(super) fn unqualified(ty: &Type) -> bool {
        match ty {
            Type::Array(element, None) => any(element),
            Type::Hash(key, value, None) => any(key) && any(value),
            Type::Tuple(types, None) | Type::Variant(types) => types.is_empty(),
            Type::Struct(elements) => elements.is_empty(),
            Type::Callable(callable) => callable.params.is_none(),
            Type::Regexp(None) | Type::Class(None) | Type::Type(None) | Type::AnyStruct => true,
            Type::Resource { type_name: None, .. } => true,
            _ => false,
        }
    }
}

/// Predicates for both sides of a row.
mod pair {
    use super::*;

    pub(super) fn always(_: &Type, _: &Type) -> bool {
        true
    }

    pub(super) fn same(a: &Type, b: &Type) -> bool {
        super::same(a, b)
    }

    pub(super) fn other(a: &Type, b: &Type) -> bool {
        !same(a, b)
    }

    /// Returns whether the first callable is the wider one: it accepts narrower arguments.
    pub(super) fn wider(a: &Type, b: &Type) -> bool {
        contains(a, b)
    }

    pub(super) fn narrower(a: &Type, b: &Type) -> bool {
        contains(b, a)
    }

    /// Returns whether both are the same title of the same resource type.
    pub(super) fn titled(a: &Type, b: &Type) -> bool {
        same(a, b) && matches!(a, Type::Resource { title: Some(_), .. })
    }

    /// Returns whether both are titles of one resource type.
    pub(super) fn titles(a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Resource { type_name: a, .. }, Type::Resource { type_name: b, .. }) => a == b && a.is_some(),
            _ => false,
        }
    }

    macro_rules! both {
        ($($name:ident $family:ident;)*) => {
            $(pub(super) fn $name(a: &Type, b: &Type) -> bool { is::$family(a) && is::$family(b) })*
        };
    }

    both! {
        regexps regexp;
        arrays array;
        hashes hash;
        structs structure;
        tuples tuple;
        variants variant;
        resources resource;
        classes class;
        types type_of;
        callables callable;
    }
}

/// Returns whether `a` contains `b` in the documents' own relation: Data is Scalar and collections of it, a
/// Pattern contains each of its parts.
pub(super) fn contains(a: &Type, b: &Type) -> bool {
    match a {
        Type::Data => is_data(b),
        Type::Struct(elements) if elements.is_empty() => matches!(b, Type::Struct(_) | Type::AnyStruct),
        Type::Variant(types) if types.is_empty() => matches!(b, Type::Variant(types) if types.is_empty()),
        _ => assignable_by(&TypeRules::EDITION8, a, b),
    }
}

fn is_data(ty: &Type) -> bool {
    match ty {
        Type::Data | Type::Undef | Type::Unit => true,
        Type::Array(element, _) => is_data(element),
        Type::Hash(key, value, _) => contains(&Type::Scalar, key) && is_data(value),
        Type::Tuple(types, _) => !types.is_empty() && types.iter().all(|ty| is_data(ty)),
        Type::Struct(elements) => elements.iter().all(|element| is_data(&element.value)),
        Type::Variant(types) => !types.is_empty() && types.iter().all(|ty| is_data(ty)),
        Type::Optional(Some(inner)) => is_data(inner),
        _ => contains(&Type::Scalar, ty),
    }
}
