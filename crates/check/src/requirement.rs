//! Requirements: a required type with the annotation that requires it, and its parts for the parts of a literal.

use std::borrow::Cow;

use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::type_parts::{struct_entry, tuple_element, type_arguments, types_of};

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

    /// Returns the span of the definition: of an alias's own, where it is opened.
    pub(super) fn definition(&self) -> Option<FileSpan> {
        self.written.map(|written| written.span()).or(self.spot)
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
    let (name, arguments) = type_arguments(annotation)?;
    match (name, part) {
        ("Optional" | "NotUndef", _) => part_of(arguments.first()?, part),
        ("Variant", _) => part_of(only_alternative(arguments, part)?, part),
        ("Array", Part::Element(_)) => types_of(arguments).next(),
        ("Tuple", Part::Element(index)) => tuple_element(arguments, index),
        ("Callable", Part::Argument(index)) => {
            let written = match &arguments.first()?.kind {
                ExprKind::Array(written) => written,
                _ => arguments,
            };
            tuple_element(written, index)
        }
        ("Hash", Part::Key) => arguments.first(),
        ("Hash", Part::Value | Part::Entry(_)) => arguments.get(1),
        ("Struct", Part::Entry(name)) => struct_entry(arguments, name),
        _ => None,
    }
}

/// Returns the alternative of a Variant for a part of a literal, if only one has such parts.
fn only_alternative<'a>(alternatives: &'a [Expr], part: Part<'_>) -> Option<&'a Expr> {
    let families: &[&str] = match part {
        Part::Element(_) => &["Array", "Tuple"],
        Part::Key | Part::Value | Part::Entry(_) | Part::Argument(_) => &["Hash", "Struct"],
    };
    let has_parts = |alternative: &&Expr| type_arguments(alternative).is_some_and(|(name, _)| families.contains(&name));
    let mut matching = alternatives.iter().filter(has_parts);
    let only = matching.next()?;
    if matching.next().is_some() { None } else { Some(only) }
}
