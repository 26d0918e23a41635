//! Operators on hashes, and matches with a Struct.

use pprepl_text::RuleCode;
use puppet_pcore::{StructElement, Ty, Type};
use puppet_syntax::ast::{Expr, ExprKind};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::super::subtyping::{Kind, shape};

impl<'a> Checker<'a> {
    /// Notes `{} =~ Struct[{a => Optional[T]}]`: an Optional value also makes the key optional.
    pub(in super::super) fn note_optional_value(&mut self, found: &Ty, right: &'a Expr) {
        let ExprKind::Access(left, keys) = &unqualified(right).kind else { return };
        let (ExprKind::Ref(name), [Expr { kind: ExprKind::Hash(entries), .. }]) = (&left.kind, &keys[..]) else {
            return;
        };
        let known = shape::entries(found).or_else(|| shape::is_empty_hash(found).then_some(&[]));
        let (true, Some(known)) = (&**name == "Struct" && self.notes_on(RuleCode::OptionalValue), known) else {
            return;
        };
        for entry in entries {
            let (ExprKind::Name(key) | ExprKind::String(key)) = &entry.key.kind else { continue };
            let ExprKind::Access(outer, _) = &entry.value.kind else { continue };
            let optional = matches!(&outer.kind, ExprKind::Ref(name) if &**name == "Optional");
            if optional && shape::entry(known, key).is_none() {
                let message = format!("an Optional value makes the key optional: '{key}' may be absent");
                let help = format!("write NotUndef['{key}'] for a key that must be there");
                let finding = self.note_at(RuleCode::OptionalValue, entry.value.span, message);
                self.report(finding.hint(Some(help)));
            }
        }
    }

    /// Notes `{a => {b => 1}} + {a => {c => 2}}`, which drops `b`.
    pub(in super::super) fn note_shallow_merge(&mut self, a: &Ty, b: &Ty, expr: &'a Expr) {
        if self.reports.suppress_depth > 0 {
            return;
        }
        let (Some(left), Some(right)) = (shape::entries(a), shape::entries(b)) else { return };
        let loses = |one: &StructElement| {
            let other = shape::entry(right, &one.name)?;
            let (before, after) = (shape::entries(&one.value)?, nested(&other.value)?);
            before.iter().find(|inner| shape::entry(after, &inner.name).is_none()).map(|inner| inner.name.clone())
        };
        let Some((outer, inner)) = left.iter().find_map(|one| Some((one.name.clone(), loses(one)?))) else { return };
        let message = format!("`+` replaces the value of '{outer}': its key '{inner}' is lost");
        let help = "merge nested hashes with deep_merge() of stdlib".to_owned();
        let finding = self.note_at(RuleCode::ShallowMerge, expr.span, message);
        self.report(finding.hint(Some(help)));
    }

    /// Notes `'x' in {'a' => 'x'}`: `in` looks at the keys.
    pub(in super::super) fn note_value_in_hash(&mut self, a: &Ty, b: &Ty, right: &'a Expr, expr: &'a Expr) {
        let (Some(text), Some(entries)) = (shape::string_value(a), shape::entries(b)) else { return };
        let is = |other: &str| other.to_lowercase() == text.to_lowercase();
        let is_key = entries.iter().any(|entry| is(&entry.name));
        let is_value = entries.iter().any(|entry| shape::string_value(&entry.value).is_some_and(is));
        if is_key || !is_value || !self.notes_on(RuleCode::ValueInHash) {
            return;
        }
        let message = format!("`in` looks at the keys of a hash: '{text}' is a value");
        let right = self.text_of(right);
        let finding = self.note_at(RuleCode::ValueInHash, expr.span, message);
        self.report(finding.hint(Some(format!("write `in {right}.values`"))));
    }
}

/// Returns the keys of a nested hash.
fn nested(ty: &Type) -> Option<&[StructElement]> {
    match Kind::of(ty) {
        Kind::Hash => shape::entries(ty),
        _ => None,
    }
}
