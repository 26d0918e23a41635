//! The check of a type against a requirement, and the report of a mismatch.

use pprepl_text::{RuleCode, Span};
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind};

use super::checker::Checker;
use super::display::display;
use super::finding::Finding;
use super::hint::By;
use super::requirement::{Annotation, Requirement};
use super::subtyping::{Kind, Overlap, Verdict, hash_pair, is_any, is_never, shape};
use super::typed_expr::{FileSpan, LiteralSpans, TypedExpr};

/// Returns `T` of `Optional[T]`.
fn without_optional(annotation: &Expr) -> &Expr {
    match &annotation.kind {
        ExprKind::Access(left, keys) if matches!(&left.kind, ExprKind::Ref(name) if &**name == "Optional") => {
            keys.first().map_or(annotation, without_optional)
        }
        _ => annotation,
    }
}

impl<'a> Checker<'a> {
    /// Checks a type against a requirement; reports when they are disjoint.
    pub(super) fn enforce(&mut self, found: TypedExpr, wanted: Option<&Requirement<'a>>, at: Span) -> TypedExpr {
        let Some(wanted) = wanted else { return found };
        self.probe_note(at, &found.ty, Some(wanted));
        match self.sets.fits(&found.ty, &wanted.ty) {
            Verdict::Always => found,
            Verdict::Maybe if self.refuses_function(&found, &wanted.ty) => {
                self.mismatch(RuleCode::TypeMismatch, at, wanted, &found);
                TypedExpr::any()
            }
            Verdict::Maybe => {
                self.deferred(&found, wanted, self.span_of(at));
                TypedExpr { ty: self.sets.meet(&found.ty, &wanted.ty), source: found.source, parts: None }
            }
            Verdict::EmptyOnly => {
                self.mismatch(RuleCode::ElementMismatch, at, wanted, &found);
                TypedExpr::of(wanted.ty.clone())
            }
            Verdict::Never => {
                self.mismatch(RuleCode::TypeMismatch, at, wanted, &found);
                TypedExpr::any()
            }
        }
    }

    pub(super) fn mismatch(&mut self, code: RuleCode, at: Span, wanted: &Requirement<'a>, found: &TypedExpr) {
        let spot = self.span_of(at);
        let text = self.sets.found(&found.ty, &wanted.ty);
        let message = format!("expected {}, found {text}", display(wanted.shown.as_ref().unwrap_or(&wanted.ty)));
        let mut finding = Finding::error(code, spot, message).note_if(wanted.spot, wanted.why.clone());
        match self.inner_mismatch(found, &wanted.ty) {
            Some((inner, message)) => finding = finding.note_if(inner, message),
            None => finding = Self::from(finding, found),
        }
        let hint = self.sets.hint(&found.ty, &wanted.ty, By::Declaration);
        let fix = self.fix(&found.ty, &wanted.ty, at).or_else(|| self.fix_annotation(&found.ty, wanted));
        self.report(finding.hint(hint).fix(fix));
    }

    /// Returns the mismatched element or entry, where exactly one alternative is possible.
    fn inner_mismatch(&self, found: &TypedExpr, wanted: &Ty) -> Option<(Option<FileSpan>, String)> {
        let told = |place: String, wanted: &Ty, inner: &Ty| {
            format!("{place}: expected {}, found {}", display(wanted), self.sets.found(inner, wanted))
        };
        match &*found.ty {
            Type::Tuple(types, _) => {
                let target = self.only_alternative(wanted, Kind::Array)?;
                let elements = shape::elements(&target);
                let at =
                    (0..types.len()).find(|i| self.sets.overlap_of(&types[*i], &elements.at(*i)) == Overlap::None)?;
                let spot = match &found.parts {
                    Some(LiteralSpans::Elements(spots)) => spots.get(at).copied(),
                    _ => None,
                };
                Some((spot, told(format!("element {at}"), &elements.at(at), &types[at])))
            }
            Type::Struct(entries) => {
                let target = self.only_alternative(wanted, Kind::Hash)?;
                let value_of = |name: &str| match shape::entries(&target) {
                    Some(known) => shape::entry(known, name).map(|entry| entry.value.clone()),
                    None => Some(hash_pair(&self.sets, &target).1),
                };
                let (entry, value) = entries.iter().find_map(|entry| {
                    let value = value_of(&entry.name)?;
                    (self.sets.overlap_of(&entry.value, &value) == Overlap::None).then_some((entry, value))
                })?;
                let spot = match &found.parts {
                    Some(LiteralSpans::Entries(spots)) => {
                        spots.iter().find(|(name, _)| *name == entry.name).map(|(_, spot)| *spot)
                    }
                    _ => None,
                };
                Some((spot, told(format!("entry '{}'", entry.name), &value, &entry.value)))
            }
            _ => None,
        }
    }

    /// Returns the requirement with an alias of this source replaced by its definition. A part of a literal
    /// is then checked against its part of the definition.
    pub(super) fn opened(&self, wanted: Requirement<'a>) -> Requirement<'a> {
        let Some(Annotation { expr, .. }) = wanted.written else { return wanted };
        let ExprKind::Ref(name) = &without_optional(expr).kind else { return wanted };
        let plain = name.strip_prefix("::").unwrap_or(name).to_lowercase();
        match self.definitions.aliases.get(plain.as_str()) {
            Some(alias) => {
                let written = Some(Annotation { expr: alias.definition, file: 0 });
                Requirement { written, why: format!("{name} requires it").into(), ..wanted }
            }
            None => wanted,
        }
    }

    /// Returns the one alternative of a kind, when a literal of that kind can match no other.
    pub(super) fn only_alternative(&self, wanted: &Ty, kind: Kind) -> Option<Ty> {
        if is_any(wanted) {
            return None;
        }
        let atoms = self.sets.atoms(wanted);
        if atoms.iter().any(|atom| Kind::of(atom).is_vague()) {
            return None;
        }
        let mut suited = atoms.into_iter().filter(|atom| Kind::of(atom) == kind);
        let only = suited.next()?;
        if suited.next().is_some() { None } else { Some(only) }
    }

    /// Returns the requirement; `None` for `Any` and for a type without values, which require nothing.
    pub(super) fn worth(&self, requirement: Requirement<'a>) -> Option<Requirement<'a>> {
        (!is_any(&requirement.ty) && !is_never(&requirement.ty)).then_some(requirement)
    }
}
