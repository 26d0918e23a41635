//! Array and hash literals: a requirement is passed down to the elements, so that a finding points at the
//! wrong element.

use std::rc::Rc;

use pprepl_text::{RuleCode, suggest};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{StructElement, Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind, HashEntry};

use super::arguments::unqualified;
use super::checker::Checker;
use super::display::display;
use super::finding::Finding;
use super::requirement::{Part, Requirement};
use super::subtyping::join_element;
use super::subtyping::shape::{self, Range, elements, is_empty_array};
use super::subtyping::{Distinct, Kind, hash_pair, is_never, never};
use super::typed_expr::{FileSpan, LiteralSpans, Origin, TypeOrigin, TypedExpr};

/// The limit up to which hash literals are Structs; larger ones are Hashes.
const ENTRIES: usize = 200;

/// The state of inferring an array literal.
#[derive(Default)]
struct List {
    types: Vec<Ty>,
    spots: Vec<FileSpan>,
    /// Whether its length is unknown.
    open: bool,
    least: i64,
}

impl<'a> Checker<'a> {
    pub(super) fn array(&mut self, items: &'a [Expr], expr: &'a Expr, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        let opened = wanted.cloned().map(|wanted| self.opened(wanted));
        let target = wanted.and_then(|wanted| self.only_alternative(&wanted.ty, Kind::Array));
        let before = self.reports.errors + self.reports.suppressed;
        let mut list = List::default();
        for item in items {
            if matches!(unqualified(item).kind, ExprKind::Unfold(_)) {
                if !self.unfold_into(&mut list, unqualified(item)) {
                    return TypedExpr::of(never());
                }
                continue;
            }
            let element = match (&opened, &target) {
                (Some(wanted), Some(target)) => {
                    let at = list.types.len();
                    self.worth(wanted.part(elements(target).at(at), Part::Element(at)))
                }
                _ => None,
            };
            let found = self.check(item, element.as_ref());
            list.types.push(found.ty);
            list.spots.push(self.span(item));
            list.least += 1;
        }
        if target.is_some() && self.reports.errors + self.reports.suppressed > before {
            return TypedExpr::any();
        }
        let ty = if list.types.len() > ENTRIES && !list.open {
            let wide: Vec<Ty> = list.types.iter().map(|ty| self.sets.widen(ty)).collect();
            self.sets.array_of(self.sets.join(&wide), Range::exactly(wide.len()))
        } else if list.open {
            self.sets.array_of(self.sets.join(&list.types), Range { min: list.least, max: None })
        } else if list.types.is_empty() {
            c::empty_array()
        } else {
            Rc::new(Type::Tuple(list.types, None))
        };
        let source = Some(Origin { spot: self.span(expr), why: TypeOrigin::Written });
        let parts = (!list.open).then(|| LiteralSpans::Elements(list.spots.into()));
        self.enforce(TypedExpr { ty, source, parts }, wanted, expr.span)
    }

    /// Adds the elements of a splat `*x` to an array. Returns `false` when its evaluation never completes.
    fn unfold_into(&mut self, list: &mut List, item: &'a Expr) -> bool {
        let found = self.check(item, None);
        match &*found.ty {
            ty if is_never(ty) => return false,
            Type::Tuple(types, None) if !types.is_empty() => {
                list.types.extend(types.iter().cloned());
                list.spots.extend(types.iter().map(|_| self.span(item)));
                list.least += types.len() as i64;
            }
            ty if is_empty_array(ty) => {}
            _ => {
                list.open = true;
                let atoms = self.sets.atoms(&found.ty);
                let of_array = |atom: &Ty| Kind::of(atom) == Kind::Array;
                let least = atoms.iter().map(|atom| if of_array(atom) { elements(atom).range.min } else { 0 }).min();
                list.least += least.unwrap_or(0);
                let held: Vec<Ty> =
                    atoms.iter().map(|atom| if of_array(atom) { self.sets.element(atom) } else { c::any() }).collect();
                list.types.push(self.sets.join(&held));
            }
        }
        true
    }

    /// Returns the array type that a splat `*x` yields.
    pub(super) fn unfolded(&self, ty: &Ty) -> Ty {
        if super::subtyping::is_any(ty) {
            return c::array();
        }
        let each: Vec<Ty> = self
            .sets
            .atoms(ty)
            .into_iter()
            .map(|atom| match Kind::of(&atom) {
                Kind::Undef => c::empty_array(),
                Kind::Array => atom,
                Kind::Hash => self.pairs_of(&atom),
                Kind::Iterator => c::array(),
                kind if kind.is_vague() => c::array(),
                _ => Rc::new(Type::Tuple(vec![atom], None)),
            })
            .collect();
        self.sets.join(&each)
    }

    /// Returns the type of a hash as an array of pairs.
    pub(super) fn pairs_of(&self, hash: &Ty) -> Ty {
        let (key, value) = hash_pair(&self.sets, hash);
        if is_never(&key) {
            return c::empty_array();
        }
        let pair = Rc::new(Type::Tuple(vec![key, value], None));
        self.sets.array_of(pair, shape::hash_range(&self.sets, hash))
    }

    pub(super) fn hash(
        &mut self,
        entries: &'a [HashEntry],
        expr: &'a Expr,
        wanted: Option<&Requirement<'a>>,
    ) -> TypedExpr {
        let opened = wanted.cloned().map(|wanted| self.opened(wanted));
        let target = wanted.and_then(|wanted| self.only_alternative(&wanted.ty, Kind::Hash));
        let known: Option<Vec<StructElement>> =
            target.as_ref().and_then(|target| shape::entries(target)).map(<[StructElement]>::to_vec);
        let pair = match (&target, &known) {
            (Some(target), None) => Some(hash_pair(&self.sets, target)),
            _ => None,
        };
        let before = self.reports.errors + self.reports.suppressed;
        let mut read = Read::default();
        for entry in entries {
            let key_wanted = match (&opened, &pair) {
                (Some(wanted), Some((key, _))) => self.worth(wanted.part(key.clone(), Part::Key)),
                _ => None,
            };
            let key = self.check(&entry.key, key_wanted.as_ref());
            let name: Option<Rc<str>> = shape::string_value(&key.ty).filter(|name| !name.is_empty()).map(Into::into);
            let value_wanted = match (&opened, &known, &pair, &name) {
                (Some(wanted), Some(known), _, Some(name)) => self.entry_requirement(wanted, known, name, entry),
                (Some(wanted), None, Some((_, value)), _) => {
                    let part = name.as_deref().map_or(Part::Value, Part::Entry);
                    self.worth(wanted.part(value.clone(), part))
                }
                _ => None,
            };
            let value = self.check(&entry.value, value_wanted.as_ref());
            let spot = self.span(&entry.value);
            read.add(name, key.ty, value.ty, spot);
        }
        let mut failed = self.reports.errors + self.reports.suppressed > before;
        if let (Some(wanted), Some(known)) = (wanted, &known)
            && !failed
            && !read.open
        {
            failed = self.missing_keys(&self.opened(wanted.clone()), known, &read, expr);
        }
        if target.is_some() && failed {
            return TypedExpr::any();
        }
        let source = Some(Origin { spot: self.span(expr), why: TypeOrigin::Written });
        let parts = (!read.open).then(|| LiteralSpans::Entries(read.spots.clone().into()));
        let ty = self.hash_type(read);
        self.enforce(TypedExpr { ty, source, parts }, wanted, expr.span)
    }

    fn hash_type(&self, read: Read) -> Ty {
        if read.keys.is_empty() {
            return c::empty_hash();
        }
        if !read.open && read.entries.len() <= ENTRIES {
            return Rc::new(Type::Struct(read.entries));
        }
        if read.keys.len() > ENTRIES {
            let wide = |types: &[Ty]| -> Vec<Ty> { types.iter().map(|ty| self.sets.widen(ty)).collect() };
            let range = Range { min: 1, max: Some(read.keys.len() as i64) };
            return self.sets.hash_of(self.sets.join(&wide(&read.keys)), self.sets.join(&wide(&read.values)), range);
        }
        let single = |ty: &Ty| {
            shape::integer_value(ty).is_some() || shape::string_value(ty).is_some() || matches!(**ty, Type::Undef)
        };
        let range = if read.keys.iter().all(single) {
            let mut distinct = Distinct::default();
            distinct.extend(read.keys.iter().cloned());
            Range::exactly(distinct.types().len())
        } else {
            Range { min: 1, max: Some(read.keys.len() as i64) }
        };
        self.sets.hash_of(self.sets.join(&read.keys), self.sets.join(&read.values), range)
    }

    /// Returns the requirement on an entry's value; reports an entry that is not in the Struct.
    fn entry_requirement(
        &mut self,
        wanted: &Requirement<'a>,
        known: &[StructElement],
        name: &Rc<str>,
        entry: &'a HashEntry,
    ) -> Option<Requirement<'a>> {
        if let Some(element) = shape::entry(known, name) {
            return self.worth(wanted.part(element.value.clone(), Part::Entry(name)));
        }
        let spot = self.span(&entry.key);
        let tells = self.reports(RuleCode::UnrecognizedKey);
        let names = known.iter().map(|element| &*element.name).filter(|_| tells);
        let near = suggest::nearest(name, names.clone());
        let hint = match near {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("the keys are: {}", names.collect::<Vec<_>>().join(", ")),
        };
        let finding = Finding::error(RuleCode::UnrecognizedKey, spot, format!("unrecognized key '{name}'"));
        let owner = match &*wanted.ty {
            Type::Alias(alias) => alias.name.to_string(),
            _ => "the Struct".to_owned(),
        };
        let finding = finding.note_if(wanted.definition(), format!("{owner} has no such key"));
        self.report(finding.hint(Some(hint)).swap(name, near));
        None
    }

    fn missing_keys(&mut self, wanted: &Requirement<'a>, known: &[StructElement], read: &Read, expr: &'a Expr) -> bool {
        let is_missing = |element: &&StructElement| !read.entries.iter().any(|own| own.name == element.name);
        let missing: Vec<&StructElement> = shape::required(&self.sets, known).filter(is_missing).collect();
        let Some(first) = missing.first() else { return false };
        let names: Vec<String> = missing.iter().map(|element| format!("'{}'", element.name)).collect();
        let plural = if missing.len() > 1 { "s" } else { "" };
        let message = format!("missing key{plural} {} of {}", names.join(", "), display(&wanted.ty));
        let required = wanted.part(first.value.clone(), Part::Entry(&first.name));
        let spot = self.span(expr);
        self.report(Finding::error(RuleCode::MissingKey, spot, message).note_if(required.spot, "required here"));
        true
    }
}

/// The state of inferring a hash literal.
#[derive(Default)]
struct Read {
    entries: Vec<StructElement>,
    spots: Vec<(Rc<str>, FileSpan)>,
    keys: Vec<Ty>,
    values: Vec<Ty>,
    /// Whether some key is not a known string.
    open: bool,
}

impl Read {
    fn add(&mut self, name: Option<Rc<str>>, key: Ty, value: Ty, spot: FileSpan) {
        match name.filter(|_| self.keys.len() <= ENTRIES) {
            Some(name) => {
                self.entries.retain(|known| known.name != name);
                self.spots.retain(|(known, _)| *known != name);
                self.entries.push(join_element(&name, false, value.clone()));
                self.spots.push((name, spot));
            }
            None => self.open = true,
        }
        self.keys.push(key);
        self.values.push(value);
    }
}
