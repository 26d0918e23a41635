//! Requirements: a required type with the annotation that requires it, and its parts for the parts of a literal.

use std::borrow::Cow;

use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind};

use super::typed_expr::FileSpan;

/// A required type with its origin.
#[derive(Clone)]
pub(super) struct Requirement<'a> {
    pub(super) ty: Ty,
    /// The span of the annotation that requires it.
    pub(super) spot: Option<FileSpan>,
    /// The annotation, where it is known.
    pub(super) written: Option<Annotation<'a>>,
    /// The reason, for the note.
    pub(super) why: Cow<'static, str>,
    /// The type to display, when it differs from the required one.
    pub(super) shown: Option<Ty>,
}

/// An annotation with its source file.
#[derive(Clone, Copy)]
pub(super) struct Annotation<'a> {
    pub(super) expr: &'a Expr,
    pub(super) file: u32,
}

impl Annotation<'_> {
    fn span(&self) -> FileSpan {
        FileSpan { file: self.file, span: self.expr.span }
    }
}

/// A part of a literal.
#[derive(Clone, Copy)]
pub(super) enum Part<'n> {
    Element(usize),
    Key,
    Value,
    Entry(&'n str),
    /// An argument of a Callable.
    Argument(usize),
}

impl<'a> Requirement<'a> {
    pub(super) fn new(ty: Ty, written: Annotation<'a>, why: impl Into<Cow<'static, str>>) -> Requirement<'a> {
        Requirement { ty, spot: Some(written.span()), written: Some(written), why: why.into(), shown: None }
    }

    /// Returns the requirement on a part of a literal.
    pub(super) fn part(&self, ty: Ty, part: Part<'_>) -> Requirement<'a> {
        let written = self.written.and_then(|written| {
            let expr = part_of(written.expr, part)?;
            Some(Annotation { expr, file: written.file })
        });
        let spot = written.map(|written| written.span()).or(self.spot);
        Requirement { ty, spot, written, why: self.why.clone(), shown: None }
    }
}

/// Returns the part of an annotation that describes a part of a literal.
fn part_of<'a>(annotation: &'a Expr, part: Part<'_>) -> Option<&'a Expr> {
    let ExprKind::Access(left, keys) = &annotation.kind else { return None };
    let ExprKind::Ref(name) = &left.kind else { return None };
    let is_type = |key: &&Expr| matches!(key.kind, ExprKind::Ref(_) | ExprKind::Access(..));
    match (&**name, part) {
        ("Optional" | "NotUndef", _) => part_of(keys.first()?, part),
        ("Variant", _) => {
            let families: &[&str] =
                if matches!(part, Part::Element(_)) { &["Array", "Tuple"] } else { &["Hash", "Struct"] };
            let mut suited = keys.iter().filter(|key| family_of(key).is_some_and(|name| families.contains(&name)));
            let only = suited.next()?;
            if suited.next().is_some() { None } else { part_of(only, part) }
        }
        ("Array", Part::Element(_)) => keys.first().filter(is_type),
        ("Tuple", Part::Element(index)) => {
            let types: Vec<&Expr> = keys.iter().filter(is_type).collect();
            types.get(index).or(types.last()).copied()
        }
        ("Callable", Part::Argument(index)) => {
            let written = match &keys.first()?.kind {
                ExprKind::Array(written) => written,
                _ => keys,
            };
            let types: Vec<&Expr> = written.iter().filter(is_type).collect();
            types.get(index).or(types.last()).copied()
        }
        ("Hash", Part::Key) => keys.first(),
        ("Hash", Part::Value | Part::Entry(_)) => keys.get(1),
        ("Struct", Part::Entry(name)) => {
            let ExprKind::Hash(entries) = &keys.first()?.kind else { return None };
            entries.iter().find(|entry| key_name(&entry.key) == Some(name)).map(|entry| &entry.value)
        }
        _ => None,
    }
}

fn family_of(key: &Expr) -> Option<&str> {
    let ExprKind::Access(left, _) = &key.kind else { return None };
    match &left.kind {
        ExprKind::Ref(name) => Some(name),
        _ => None,
    }
}

fn key_name(key: &Expr) -> Option<&str> {
    match &key.kind {
        ExprKind::Name(name) | ExprKind::String(name) => Some(name),
        ExprKind::Access(_, keys) => keys.first().and_then(key_name),
        _ => None,
    }
}
