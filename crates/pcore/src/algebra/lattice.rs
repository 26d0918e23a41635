//! The lattice of types: the direct supertypes and subtypes of a type, and the path from a value's type up to
//! Any.
//!
//! The members are the built-in types and the session's own names. `assignable` decides their order, and the
//! direct neighbors remain after the transitive reduction. The supertypes of a type with parameters include
//! its forms with one parameter loosened.

use std::rc::Rc;

use super::super::{FloatRange, IntegerRange, Size, StringType, StructElement, TimeRange, Ty, Type};
use super::instance::parent_of;
use super::{TypeRules, assignable_by, constant, generalize, resolved, same, type_named_by, type_names};

/// The named types with their order.
pub struct Lattice {
    rules: TypeRules,
    members: Vec<Ty>,
    /// `accepts[i][j]` is true when the i-th member accepts the j-th.
    accepts: Vec<Vec<bool>>,
}

/// The neighbors of a type in the lattice.
#[derive(Debug)]
pub struct Neighbours {
    /// Names with the same set of values.
    pub equal: Vec<Ty>,
    /// Direct supertypes.
    pub parents: Vec<Ty>,
    /// Direct subtypes with a name, and the forms with one parameter tightened.
    pub children: Vec<Ty>,
}

/// A step on the path up.
#[derive(Debug)]
pub struct LatticeStep {
    pub ty: Ty,
    /// Other direct supertypes of the previous step.
    pub beside: Vec<Ty>,
}

/// Bare names with the same values as a simpler type.
const GAP: &[&str] = &["Enum", "Pattern"];
/// Names that are not types of values, or that mean little without parameters: a bare Optional accepts only
/// undef and a bare Variant nothing, though `assignable` says otherwise.
const LEFT_OUT: &[&str] = &["TypeAlias", "Pcore", "Annotation", "Optional", "Variant", "Init", "RichDataKey"];
/// The maximum depth at which parameters are loosened.
const DEEP: usize = 3;

impl Lattice {
    /// Builds the lattice of an edition's built-in types and the session's names.
    pub fn new(rules: &TypeRules, names: Vec<Ty>) -> Lattice {
        let known = type_names().iter().map(|row| row.name).filter(|name| !LEFT_OUT.contains(name));
        let (beside, plain): (Vec<&str>, Vec<&str>) = known.partition(|name| GAP.contains(name));
        let built_in = plain.into_iter().chain(beside).chain(rules.edition3x.then_some("Literal"));
        let mut members: Vec<Ty> = built_in.filter_map(|name| type_named_by(rules, name)).collect();
        members.extend(names);
        let row = |a: &Ty| members.iter().map(|b| accepts(rules, a, b)).collect();
        let accepts = members.iter().map(row).collect();
        Lattice { rules: *rules, members, accepts }
    }

    pub(super) fn accepts(&self, a: &Ty, b: &Ty) -> bool {
        accepts(&self.rules, a, b)
    }

    fn above(&self, i: usize, j: usize) -> bool {
        let accepts = |i: usize, j: usize| self.accepts.get(i).and_then(|row| row.get(j)).copied().unwrap_or(false);
        accepts(i, j) && !accepts(j, i)
    }

    /// Returns the neighbors of a type.
    pub fn neighbours(&self, ty: &Ty) -> Neighbours {
        let (equal, above, below) = self.sides(ty);
        let loose = self.looser(ty, DEEP).into_iter().filter(|other| !self.accepts(ty, other)).collect();
        Neighbours {
            equal: self.named(equal).into_iter().filter(|other| !same(other, ty)).collect(),
            parents: self.lowest(self.lowest_members(&above), loose),
            children: self.with_tighter(ty, self.named(self.highest(&below))),
        }
    }

    /// Returns the members equal to a type, above it, and below it.
    fn sides(&self, ty: &Ty) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
        let (mut equal, mut above, mut below) = (Vec::new(), Vec::new(), Vec::new());
        for (index, member) in self.members.iter().enumerate() {
            match (self.accepts(member, ty), self.accepts(ty, member)) {
                (true, true) => equal.push(index),
                (true, false) => above.push(index),
                (false, true) => below.push(index),
                (false, false) => {}
            }
        }
        (equal, above, below)
    }

    fn named(&self, places: Vec<usize>) -> Vec<Ty> {
        places.into_iter().filter_map(|place| self.members.get(place).cloned()).collect()
    }

    fn lowest_members(&self, above: &[usize]) -> Vec<usize> {
        let lowest = above.iter().filter(|i| !above.iter().any(|j| self.above(**i, *j)));
        self.without_doubles(lowest.copied().collect())
    }

    fn highest(&self, below: &[usize]) -> Vec<usize> {
        let highest = below.iter().filter(|i| !below.iter().any(|j| self.above(*j, **i)));
        self.without_doubles(highest.copied().collect())
    }

    /// Keeps only the simplest of several equal built-in types, and all names of the session.
    fn without_doubles(&self, places: Vec<usize>) -> Vec<usize> {
        let equal = |i: usize, j: usize| {
            let accepts = |i: usize, j: usize| self.accepts.get(i).and_then(|row| row.get(j)).copied();
            accepts(i, j) == Some(true) && accepts(j, i) == Some(true)
        };
        let own = |i: usize| self.members.get(i).is_some_and(|ty| matches!(&**ty, Type::Alias(a) if !a.built_in));
        let doubled = |at: usize, i: usize| !own(i) && places.iter().take(at).any(|j| equal(i, *j));
        places.iter().enumerate().filter(|(at, i)| !doubled(*at, **i)).map(|(_, i)| *i).collect()
    }

    /// Returns the lowest of some members and other types.
    fn lowest(&self, members: Vec<usize>, loose: Vec<Ty>) -> Vec<Ty> {
        let mut all: Vec<Ty> = self.named(members);
        for ty in loose {
            if !all.iter().any(|other| self.accepts(other, &ty) && self.accepts(&ty, other)) {
                all.push(ty);
            }
        }
        let strictly = |a: &Ty, b: &Ty| self.accepts(a, b) && !self.accepts(b, a);
        all.iter().filter(|ty| !all.iter().any(|other| strictly(ty, other))).cloned().collect()
    }

    /// Returns the path from a type up to Any through named types; it includes `through` where that is a
    /// supertype.
    pub fn path(&self, from: &Ty, through: Option<&Ty>) -> Vec<LatticeStep> {
        let mut path = vec![LatticeStep { ty: from.clone(), beside: Vec::new() }];
        let mut current = from.clone();
        let mut goal = through.filter(|goal| self.accepts(goal, from) && !same(goal, from)).cloned();
        while path.len() <= self.members.len() + 2 {
            if goal.as_ref().is_some_and(|goal| self.accepts(&current, goal)) {
                goal = None;
            }
            let (_, above, _) = self.sides(&current);
            let mut parents = self.lowest_members(&above);
            if let Some(goal) = &goal {
                // Steps past the goal are removed; where no named type lies between, the goal is next.
                parents.retain(|i| self.members.get(*i).is_some_and(|ty| self.accepts(goal, ty)));
                if parents.is_empty() {
                    current = goal.clone();
                    path.push(LatticeStep { ty: current.clone(), beside: Vec::new() });
                    continue;
                }
            }
            let Some(next) = parents.iter().max_by_key(|i| (self.height(**i), **i)).copied() else {
                break;
            };
            let Some(ty) = self.members.get(next).cloned() else { break };
            let beside = self.named(parents.into_iter().filter(|i| *i != next).collect());
            path.push(LatticeStep { ty: ty.clone(), beside });
            current = ty;
        }
        path
    }

    /// Returns the named types directly above two types.
    pub fn above_both(&self, a: &Ty, b: &Ty) -> Vec<Ty> {
        let both = |ty: &Ty| self.accepts(ty, a) && self.accepts(ty, b);
        let above: Vec<usize> =
            self.members.iter().enumerate().filter(|(_, ty)| both(ty)).map(|(index, _)| index).collect();
        self.named(self.lowest_members(&above))
    }

    /// Counts the members above a member: a path through the member with most of them explains most.
    fn height(&self, i: usize) -> usize {
        (0..self.members.len()).filter(|j| self.above(*j, i)).count()
    }

    /// Returns the type with one parameter loosened, in every possible way.
    fn looser(&self, ty: &Ty, depth: usize) -> Vec<Ty> {
        let made: Vec<Type> = match &**ty {
            _ if depth == 0 => Vec::new(),
            Type::Alias(alias) if !alias.built_in => return self.looser_name(ty, depth),
            Type::Integer(range) => integers(range),
            Type::Float(range) => floats(*range),
            Type::Timespan(range) => times(range, Type::Timespan),
            Type::Timestamp(range) => times(range, Type::Timestamp),
            Type::String(StringType::Size(size)) => {
                sizes(*size, |size| Type::String(size.map_or(StringType::Any, StringType::Size)))
            }
            Type::Enum { values, .. } if !values.is_empty() => return vec![generalize(ty)],
            Type::Collection(Some(size)) => sizes(*size, Type::Collection),
            Type::Array(element, size) => {
                let mut made = self.inner(element, depth, |element| Type::Array(element, *size));
                made.extend(size.iter().flat_map(|size| sizes(*size, |size| Type::Array(element.clone(), size))));
                made
            }
            Type::Hash(key, value, size) => {
                let mut made = self.inner(key, depth, |key| Type::Hash(key, value.clone(), *size));
                made.extend(self.inner(value, depth, |value| Type::Hash(key.clone(), value, *size)));
                made.extend(
                    size.iter().flat_map(|size| sizes(*size, |size| Type::Hash(key.clone(), value.clone(), size))),
                );
                made
            }
            Type::Tuple(types, size) => self.tuple(types, *size, depth),
            Type::Struct(elements) => self.structure(elements, depth),
            Type::Callable(callable) => self.looser_callables(callable, depth),
            Type::Optional(Some(inner)) => self.inner(inner, depth, |inner| Type::Optional(Some(inner))),
            Type::NotUndef(inner) => self.inner(inner, depth, Type::NotUndef),
            Type::Sensitive(inner) => self.inner(inner, depth, Type::Sensitive),
            Type::Type(Some(inner)) => self.inner(inner, depth, |inner| Type::Type(Some(inner))),
            Type::Iterable(Some(inner)) => self.inner(inner, depth, |inner| Type::Iterable(Some(inner))),
            Type::Iterator(Some(inner)) => self.inner(inner, depth, |inner| Type::Iterator(Some(inner))),
            Type::Resource { type_name, title: Some(_) } => {
                vec![Type::Resource { type_name: type_name.clone(), title: None }]
            }
            Type::Runtime { runtime, name: Some(_) } => vec![Type::Runtime { runtime: runtime.clone(), name: None }],
            Type::ObjectExtension(object, _) => vec![Type::Object(object.clone())],
            Type::Object(object) => parent_of(object).map(Type::Object).into_iter().collect(),
            _ => Vec::new(),
        };
        made.into_iter().map(Rc::new).collect()
    }

    fn looser_name(&self, ty: &Ty, depth: usize) -> Vec<Ty> {
        let meaning = resolved(ty);
        if matches!(*meaning, Type::Alias(_)) { Vec::new() } else { self.looser(&meaning, depth - 1) }
    }

    /// Returns the direct named subtypes of a type.
    pub(super) fn named_below(&self, ty: &Ty) -> Vec<Ty> {
        let (_, _, below) = self.sides(ty);
        self.named(self.highest(&below))
    }

    /// Returns a wrapper type around each direct supertype of its inner type.
    pub(super) fn inner(&self, inner: &Ty, depth: usize, around: impl Fn(Ty) -> Type) -> Vec<Type> {
        if matches!(**inner, Type::Any) {
            return Vec::new();
        }
        let (_, above, _) = self.sides(inner);
        let loose = self.looser(inner, depth - 1).into_iter().filter(|other| !self.accepts(inner, other)).collect();
        self.lowest(self.lowest_members(&above), loose).into_iter().take(4).map(around).collect()
    }

    fn tuple(&self, types: &[Ty], size: Option<Size>, depth: usize) -> Vec<Type> {
        let mut made = Vec::new();
        for (index, ty) in types.iter().enumerate().take(6) {
            made.extend(self.inner(ty, depth, |looser| {
                let mut types = types.to_vec();
                if let Some(place) = types.get_mut(index) {
                    *place = looser;
                }
                Type::Tuple(types, size)
            }));
        }
        made.extend(
            size.iter()
                .flat_map(|size| sizes(*size, |size| Type::Tuple(types.to_vec(), Some(size.unwrap_or(Size::ANY))))),
        );
        made
    }

    fn structure(&self, elements: &[StructElement], depth: usize) -> Vec<Type> {
        let mut made = Vec::new();
        for (index, element) in elements.iter().enumerate().take(6) {
            let with = |changed: StructElement| {
                let mut elements = elements.to_vec();
                if let Some(place) = elements.get_mut(index) {
                    *place = changed;
                }
                Type::Struct(elements)
            };
            made.extend(self.inner(&element.value, depth, |value| with(StructElement { value, ..element.clone() })));
            if !element.is_optional() {
                let key = constant::optional_of(constant::string_value(&element.name));
                made.push(with(StructElement { key, ..element.clone() }));
            }
        }
        made
    }
}

/// Returns whether `a` accepts `b`. A bare Tuple is treated as every array; the reference forgets that it has
/// elements.
fn accepts(rules: &TypeRules, a: &Type, b: &Type) -> bool {
    let bare = matches!(b, Type::Tuple(types, None) if types.is_empty());
    assignable_by(rules, a, b) && (!bare || matches!(a, Type::Tuple(..)) || assignable_by(rules, a, &constant::array()))
}

fn integers(range: &IntegerRange) -> Vec<Type> {
    let (from, to) = range.ascending();
    let (from, to) = (from.cloned(), to.cloned());
    let mut made = Vec::new();
    if to.is_some() {
        made.push(Type::Integer(IntegerRange { from: from.clone(), to: None }));
    }
    if from.is_some() {
        made.push(Type::Integer(IntegerRange { from: None, to }));
    }
    made
}

fn floats(range: FloatRange) -> Vec<Type> {
    let (from, to) = range.ascending();
    let mut made = Vec::new();
    if to.is_some() {
        made.push(Type::Float(FloatRange { from, to: None }));
    }
    if from.is_some() {
        made.push(Type::Float(FloatRange { from: None, to }));
    }
    made
}

fn times(range: &TimeRange, make: fn(Box<TimeRange>) -> Type) -> Vec<Type> {
    let mut made = Vec::new();
    if range.to.is_some() {
        made.push(make(Box::new(TimeRange { to: None, ..*range })));
    }
    if range.from.is_some() {
        made.push(make(Box::new(TimeRange { from: None, ..*range })));
    }
    made
}

/// Returns the type without its lower bound, and without its upper bound; `None` for any size.
fn sizes(size: Size, make: impl Fn(Option<Size>) -> Type) -> Vec<Type> {
    let mut made = Vec::new();
    let kept = |size: Size| (size != Size::ANY).then_some(size);
    if size.to.is_some() {
        made.push(make(kept(Size { to: None, ..size })));
    }
    if size.from > 0 {
        made.push(make(kept(Size { from: 0, ..size })));
    }
    made
}
