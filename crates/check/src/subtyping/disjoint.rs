//! Disjointness of two types. Each alternative of one type is compared with each of the other, and the
//! weakest answer wins. Unknown counts as overlap.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{StringType, Ty, Type, Value, instance, same};

use super::kind::{Kind, is_catalog_entry};
use super::shape::{self, Range, elements, entries, hash_pair, hash_range, string_values};
use super::{Overlap, TypeLattice, is_any, is_never};

/// The maximum nesting depth of collections.
const MAX_DEPTH: usize = 12;
/// The maximum number of Tuple positions that are compared.
const POSITIONS: usize = 64;

impl TypeLattice {
    pub(super) fn overlap(&self, a: &Ty, b: &Ty, depth: usize) -> Overlap {
        if is_never(a) || is_never(b) {
            return Overlap::None;
        }
        if depth > MAX_DEPTH || is_any(a) || is_any(b) {
            return Overlap::Some;
        }
        if Rc::ptr_eq(a, b) || depth > 0 && (may_accept_all(a) || may_accept_all(b)) {
            return Overlap::Some;
        }
        let (left, right) = (self.atoms(a), self.atoms(b));
        let mut least = Overlap::None;
        for x in &left {
            for y in &right {
                least = least.min(self.atoms_overlap(x, y, depth + 1));
                if least == Overlap::Some {
                    return least;
                }
            }
        }
        least
    }

    pub(super) fn atoms_overlap(&self, a: &Ty, b: &Ty, depth: usize) -> Overlap {
        let (left, right) = (Kind::of(a), Kind::of(b));
        match (left, right) {
            // A catalog reference is disjoint from every other kind of value.
            (Kind::Open, _) if is_catalog_entry(a) && !right.is_vague() => Overlap::None,
            (_, Kind::Open) if is_catalog_entry(b) && !left.is_vague() => Overlap::None,
            (Kind::Open, _) => open(a, right),
            (_, Kind::Open) => open(b, left),
            (Kind::Iterable, Kind::Iterable) => Overlap::Some,
            (Kind::Iterable, _) => self.iterable(a, b, right, depth),
            (_, Kind::Iterable) => self.iterable(b, a, left, depth),
            // Types are objects, too.
            (Kind::Type, Kind::Object) | (Kind::Object, Kind::Type) => Overlap::Some,
            _ if left != right => Overlap::None,
            (Kind::String, _) => metadata(strings(a, b)),
            (Kind::Array, _) => self.arrays(a, b, depth),
            (Kind::Hash, _) => self.hashes(a, b, depth),
            _ => self.scalars(a, b, depth),
        }
    }

    fn scalars(&self, a: &Type, b: &Type, depth: usize) -> Overlap {
        match (a, b) {
            (Type::Integer(a), Type::Integer(b)) => {
                let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
                metadata(below(a_from, b_to) && below(b_from, a_to))
            }
            (Type::Float(a), Type::Float(b)) => {
                let ((a_from, a_to), (b_from, b_to)) = (a.ascending(), b.ascending());
                metadata(below(a_from, b_to) && below(b_from, a_to))
            }
            (Type::Boolean(Some(a)), Type::Boolean(Some(b))) => metadata(a == b),
            (Type::Regexp(Some(a)), Type::Regexp(Some(b))) => metadata(a == b),
            (Type::Sensitive(a), Type::Sensitive(b)) | (Type::Type(Some(a)), Type::Type(Some(b))) => {
                metadata(self.overlap(a, b, depth + 1) != Overlap::None)
            }
            _ => Overlap::Some,
        }
    }

    fn arrays(&self, a: &Type, b: &Type, depth: usize) -> Overlap {
        let (left, right) = (elements(a), elements(b));
        if !left.range.overlaps(right.range) {
            return Overlap::None;
        }
        let needed = left.range.min.max(right.range.min) as usize;
        let told = needed.min(left.count().max(right.count())).min(POSITIONS);
        let mut worst = Overlap::Some;
        for index in 0..told {
            worst = worst.max(self.positions(&left.at(index), &right.at(index), depth));
            if worst == Overlap::None {
                return worst;
            }
        }
        if needed > 0 {
            return worst;
        }
        if left.range.is_empty() || right.range.is_empty() {
            return Overlap::Some;
        }
        self.positions(&left.at(0), &right.at(0), depth).min(Overlap::Empty)
    }

    fn positions(&self, a: &Ty, b: &Ty, depth: usize) -> Overlap {
        if matches!(**a, Type::Unit) || matches!(**b, Type::Unit) {
            return Overlap::Some;
        }
        self.overlap(a, b, depth + 1)
    }

    fn hashes(&self, a: &Type, b: &Type, depth: usize) -> Overlap {
        if !hash_range(self, a).overlaps(hash_range(self, b)) {
            return Overlap::None;
        }
        match (entries(a), entries(b)) {
            (Some(left), Some(right)) => self.structs(left, right, depth),
            (Some(entries), None) => self.struct_and_hash(entries, b, depth),
            (None, Some(entries)) => self.struct_and_hash(entries, a, depth),
            (None, None) => self.plain_hashes(a, b, depth),
        }
    }

    fn structs(
        &self,
        left: &[puppet_pcore::StructElement],
        right: &[puppet_pcore::StructElement],
        depth: usize,
    ) -> Overlap {
        let mut worst = Overlap::Some;
        for element in shape::required(self, left).chain(shape::required(self, right)) {
            let (Some(a), Some(b)) = (shape::entry(left, &element.name), shape::entry(right, &element.name)) else {
                return Overlap::None;
            };
            worst = worst.max(self.overlap(&a.value, &b.value, depth + 1));
        }
        worst
    }

    fn struct_and_hash(&self, entries: &[puppet_pcore::StructElement], hash: &Type, depth: usize) -> Overlap {
        let (key, value) = hash_pair(self, hash);
        let mut worst = Overlap::Some;
        for element in shape::required(self, entries) {
            if self.overlap(&c::string_value(&element.name), &key, depth + 1) == Overlap::None {
                return Overlap::None;
            }
            worst = worst.max(self.overlap(&element.value, &value, depth + 1));
        }
        worst
    }

    fn plain_hashes(&self, a: &Type, b: &Type, depth: usize) -> Overlap {
        let ((key_a, value_a), (key_b, value_b)) = (hash_pair(self, a), hash_pair(self, b));
        if is_never(&key_a) || is_never(&key_b) {
            return Overlap::Some;
        }
        let keys = self.overlap(&key_a, &key_b, depth + 1);
        let values = self.overlap(&value_a, &value_b, depth + 1);
        if keys == Overlap::Some && values == Overlap::Some {
            return Overlap::Some;
        }
        let needed = hash_range(self, a).min.max(hash_range(self, b).min);
        let apart = keys == Overlap::None || values == Overlap::None;
        if needed > 0 && apart { Overlap::None } else { Overlap::Empty }
    }

    /// Compares an Iterable: its test uses the common type of the elements, which drops undef.
    fn iterable(&self, iterable: &Type, other: &Ty, kind: Kind, depth: usize) -> Overlap {
        let Type::Iterable(element) = iterable else { return Overlap::Some };
        let wanted = element.clone().unwrap_or_else(c::any);
        match kind {
            Kind::Array => {
                let held = self.subtract(&self.element(other), &c::undef());
                if is_never(&held) || self.overlap(&held, &wanted, depth + 1) != Overlap::None {
                    return Overlap::Some;
                }
                if elements(other).range.min > 0 { Overlap::None } else { Overlap::Empty }
            }
            Kind::Hash => {
                let (key, value) = hash_pair(self, other);
                if is_never(&key) {
                    return Overlap::Some;
                }
                let pair: Ty = Rc::new(Type::Tuple(vec![key, value], None));
                match self.overlap(&pair, &wanted, depth + 1) {
                    Overlap::Some => Overlap::Some,
                    found if hash_range(self, other).min > 0 => found,
                    _ => Overlap::Empty,
                }
            }
            Kind::String => self.overlap(&c::string(), &wanted, depth + 1),
            Kind::Integer => self.overlap(&c::integer(), &wanted, depth + 1),
            // Only ranges and Enums can be iterated as types.
            Kind::Type => metadata(match &**other {
                Type::Type(Some(of)) => {
                    let kind = Kind::of(of);
                    kind == Kind::Integer
                        || kind.is_vague()
                        || matches!(**of, Type::Enum { .. })
                        || matches!(**of, Type::Variant(_) | Type::Optional(_))
                }
                _ => true,
            }),
            Kind::Iterator | Kind::Object | Kind::Uri | Kind::Binary => Overlap::Some,
            _ => Overlap::None,
        }
    }
}

fn metadata(some: bool) -> Overlap {
    if some { Overlap::Some } else { Overlap::None }
}

/// Returns whether `from <= to`; a missing bound is unbounded.
fn below<T: PartialOrd>(from: Option<T>, to: Option<T>) -> bool {
    from.zip(to).is_none_or(|(from, to)| from <= to)
}

fn open(ty: &Type, other: Kind) -> Overlap {
    metadata(!(matches!(ty, Type::NotUndef(_)) && other == Kind::Undef))
}

fn strings(a: &Ty, b: &Ty) -> bool {
    if same(a, b) {
        return true;
    }
    match (string_values(a), string_values(b)) {
        (Some((left, i)), Some((right, j))) => {
            let alike = |x: &str, y: &str| if i || j { x.to_lowercase() == y.to_lowercase() } else { x == y };
            left.iter().any(|x| right.iter().any(|y| alike(x, y)))
        }
        (Some(values), None) => any_instance(&values, b),
        (None, Some(values)) => any_instance(&values, a),
        (None, None) => length(a).overlaps(length(b)),
    }
}

fn any_instance((values, ignore_case): &(Vec<Rc<str>>, bool), ty: &Type) -> bool {
    (*ignore_case && matches!(ty, Type::Pattern(_))) || values.iter().any(|value| instance(ty, &Value::str(&**value)))
}

fn length(ty: &Type) -> Range {
    match ty {
        Type::String(StringType::Size(size)) => Range::of(Some(*size)),
        _ => Range::ANY,
    }
}

/// Returns whether the type holds an Optional without a type, as which Puppet accepts any type within another one.
fn may_accept_all(ty: &Type) -> bool {
    match ty {
        Type::Optional(None) => true,
        Type::Variant(types) => types.iter().any(|ty| may_accept_all(ty)),
        Type::NotUndef(inner) | Type::Optional(Some(inner)) => may_accept_all(inner),
        _ => false,
    }
}
