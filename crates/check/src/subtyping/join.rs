//! The join (least upper bound) of several types: alternatives of one kind are merged, alternatives of
//! different kinds make a Variant. Unlike the common type of the language, the join keeps undef.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{FloatRange, IntegerRange, StructElement, Ty, Type, same};

use super::kind::Kind;
use super::meet::enumeration;
use super::shape::{self, Range, elements, hash_pair, hash_range, is_empty_array, is_empty_hash, string_values};
use super::{Distinct, TypeLattice, is_any, is_never, never};

/// The maximum number of alternatives; a larger join is `Any`.
const ALTERNATIVES: usize = 8;
/// The maximum number of alternatives that are compared for containment; a larger join is `Any`.
const COMPARED: usize = 256;
/// The maximum number of strings in an Enum; a larger one is `String`.
const STRINGS: usize = 32;
/// The maximum length of a Tuple; a longer one becomes an Array.
const POSITIONS: usize = 16;
/// The maximum number of Struct entries; a larger one becomes a Hash.
const ENTRIES: usize = 64;

impl TypeLattice {
    pub(crate) fn join2(&self, a: &Ty, b: &Ty) -> Ty {
        if Rc::ptr_eq(a, b) { a.clone() } else { self.join(&[a.clone(), b.clone()]) }
    }

    pub(crate) fn join(&self, types: &[Ty]) -> Ty {
        if types.iter().any(|ty| is_any(ty)) {
            return c::any();
        }
        let mut distinct = Distinct::default();
        distinct.extend(types.iter().filter(|ty| !is_never(ty)).cloned());
        match &distinct.types()[..] {
            [] => never(),
            [only] => only.clone(),
            several => self.join_distinct(several),
        }
    }

    fn join_distinct(&self, types: &[Ty]) -> Ty {
        let mut undef = false;
        let mut atoms = Distinct::default();
        for ty in types {
            // An alias stays an alias, unless it includes undef.
            let parts = self.atoms(ty);
            undef |= parts.iter().any(|part| matches!(**part, Type::Undef));
            if matches!(**ty, Type::Alias(_) | Type::Data | Type::RichData) {
                atoms.add(ty.clone());
            } else {
                atoms.extend(parts.into_iter().filter(|part| !matches!(**part, Type::Undef)));
            }
        }
        let atoms = atoms.types();
        if atoms.iter().any(|atom| is_any(atom)) {
            return c::any();
        }
        if atoms.is_empty() {
            return if undef { c::undef() } else { never() };
        }
        let merged = self.merge_kinds(atoms);
        if merged.len() > COMPARED {
            return c::any();
        }
        let mut merged = self.without_contained(merged);
        if merged.len() > ALTERNATIVES {
            return c::any();
        }
        if undef && !merged.iter().any(|ty| is_name(ty) && self.contains(ty, &c::undef())) {
            merged.push(c::undef());
        }
        self.variant(merged)
    }

    fn merge_kinds(&self, atoms: Vec<Ty>) -> Vec<Ty> {
        let mut groups: Vec<(Option<Kind>, Vec<Ty>)> = Vec::new();
        for atom in atoms {
            let kind = (!is_name(&atom)).then(|| Kind::of(&atom));
            match groups.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, members)) => members.push(atom),
                None => groups.push((kind, vec![atom])),
            }
        }
        groups.into_iter().flat_map(|(kind, members)| self.merge(kind, members)).collect()
    }

    fn merge(&self, kind: Option<Kind>, members: Vec<Ty>) -> Vec<Ty> {
        if members.len() == 1 {
            return members;
        }
        match kind {
            Some(Kind::Integer) => vec![integers(&members)],
            Some(Kind::Float) => vec![floats(&members)],
            Some(Kind::String) => strings(members),
            Some(Kind::Boolean) => vec![c::boolean()],
            Some(Kind::Regexp) => vec![c::regexp()],
            Some(Kind::Array) => vec![self.join_arrays(&members)],
            Some(Kind::Hash) => vec![self.join_hashes(&members)],
            _ => members,
        }
    }

    /// Removes the types that another one contains.
    fn without_contained(&self, types: Vec<Ty>) -> Vec<Ty> {
        if types.len() < 2 {
            return types;
        }
        let held = |i: usize, x: &Ty| {
            types.iter().enumerate().any(|(j, y)| i != j && self.contains(y, x) && (j < i || !self.contains(x, y)))
        };
        types.iter().enumerate().filter(|(i, x)| !held(*i, x)).map(|(_, x)| x.clone()).collect()
    }

    fn join_arrays(&self, members: &[Ty]) -> Ty {
        let lengths: Option<Vec<&[Ty]>> = members
            .iter()
            .map(|ty| match &**ty {
                Type::Tuple(types, None) if types.len() <= POSITIONS => Some(&types[..]),
                _ => None,
            })
            .collect();
        if let Some(tuples) = lengths
            && let Some(first) = tuples.first()
            && !first.is_empty()
            && tuples.iter().all(|types| types.len() == first.len())
        {
            let at = |i: usize| -> Vec<Ty> { tuples.iter().filter_map(|types| types.get(i).cloned()).collect() };
            return Rc::new(Type::Tuple((0..first.len()).map(|i| self.join(&at(i))).collect(), None));
        }
        let range = members.iter().map(|ty| elements(ty).range).reduce(Range::bounds).unwrap_or(Range::ANY);
        let held: Vec<Ty> = members.iter().filter(|ty| !is_empty_array(ty)).map(|ty| self.element(ty)).collect();
        self.array_of(self.join(&held), range)
    }

    fn join_hashes(&self, members: &[Ty]) -> Ty {
        let structs: Option<Vec<&[StructElement]>> = members
            .iter()
            .map(|ty| shape::entries(ty).or(if is_empty_hash(ty) { Some(&[][..]) } else { None }))
            .collect();
        if let Some(structs) = structs
            && structs.iter().map(|entries| entries.len()).sum::<usize>() <= ENTRIES
        {
            return self.join_structs(&structs);
        }
        let pairs: Vec<(Ty, Ty)> = members.iter().map(|ty| hash_pair(self, ty)).collect();
        let range = members.iter().map(|ty| hash_range(self, ty)).reduce(Range::bounds).unwrap_or(Range::ANY);
        let (keys, values): (Vec<Ty>, Vec<Ty>) = pairs.into_iter().unzip();
        self.hash_of(self.join(&keys), self.join(&values), range)
    }

    fn join_structs(&self, structs: &[&[StructElement]]) -> Ty {
        let mut joined: Vec<StructElement> = Vec::new();
        // There are at most ENTRIES of them.
        for element in structs.iter().flat_map(|entries| entries.iter()) {
            if joined.iter().any(|known| known.name == element.name) {
                continue;
            }
            let here: Vec<Option<&StructElement>> =
                structs.iter().map(|entries| shape::entry(entries, &element.name)).collect();
            let optional = here.iter().any(|entry| entry.is_none_or(StructElement::is_optional));
            let values: Vec<Ty> = here.iter().flatten().map(|entry| entry.value.clone()).collect();
            joined.push(struct_element(&element.name, optional, self.join(&values)));
        }
        Rc::new(Type::Struct(joined))
    }

    /// Returns a union as it is usually written: a single alternative is itself, undef makes it Optional, and
    /// Integer with Float is Numeric.
    pub(crate) fn variant(&self, types: Vec<Ty>) -> Ty {
        let mut each = Distinct::default();
        each.extend(types);
        let mut distinct = each.types();
        let at = |wanted: &Type| distinct.iter().position(|ty| same(ty, wanted));
        if let (Some(integer), Some(float)) = (at(&c::integer()), at(&c::float())) {
            distinct[integer] = c::numeric();
            distinct.remove(float);
        }
        let all = distinct.len();
        distinct.retain(|ty| !matches!(**ty, Type::Undef));
        let undef = distinct.len() < all;
        let rest = match distinct.len() {
            0 => return if undef { c::undef() } else { never() },
            1 => distinct.remove(0),
            _ => Rc::new(Type::Variant(distinct)),
        };
        if undef { c::optional_of(rest) } else { rest }
    }
}

fn is_name(ty: &Type) -> bool {
    matches!(ty, Type::Alias(_) | Type::Data | Type::RichData)
}

/// Returns an entry of a Struct.
pub(crate) fn struct_element(name: &Rc<str>, optional: bool, value: Ty) -> StructElement {
    let key = c::string_value(name);
    StructElement { name: name.clone(), key: if optional { c::optional_of(key) } else { key }, value }
}

fn integers(members: &[Ty]) -> Ty {
    let ranges: Vec<&IntegerRange> = members
        .iter()
        .filter_map(|ty| match &**ty {
            Type::Integer(range) => Some(range),
            _ => None,
        })
        .collect();
    let from = ranges.iter().map(|range| range.ascending().0).collect::<Option<Vec<_>>>();
    let to = ranges.iter().map(|range| range.ascending().1).collect::<Option<Vec<_>>>();
    let from = from.and_then(|all| all.into_iter().min().cloned());
    let to = to.and_then(|all| all.into_iter().max().cloned());
    Rc::new(Type::Integer(IntegerRange { from, to }))
}

fn floats(members: &[Ty]) -> Ty {
    let ranges: Vec<&FloatRange> = members
        .iter()
        .filter_map(|ty| match &**ty {
            Type::Float(range) => Some(range),
            _ => None,
        })
        .collect();
    let from = ranges.iter().map(|range| range.ascending().0).collect::<Option<Vec<_>>>();
    let to = ranges.iter().map(|range| range.ascending().1).collect::<Option<Vec<_>>>();
    let from = from.and_then(|all| all.into_iter().reduce(f64::min));
    let to = to.and_then(|all| all.into_iter().reduce(f64::max));
    Rc::new(Type::Float(FloatRange { from, to }))
}

fn strings(members: Vec<Ty>) -> Vec<Ty> {
    let values: Option<Vec<(Vec<Rc<str>>, bool)>> = members.iter().map(|ty| string_values(ty)).collect();
    if let Some(values) = values
        && values.iter().all(|(_, ignore_case)| !ignore_case)
        && values.iter().map(|(strings, _)| strings.len()).sum::<usize>() <= STRINGS
    {
        return vec![enumeration(values.into_iter().flat_map(|(strings, _)| strings).collect())];
    }
    if members.iter().all(|ty| matches!(**ty, Type::Pattern(_))) { members } else { vec![c::string()] }
}
