//! Checks of literal values: duplicate keys in a hash, and parameter types that are not literals.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use rustc_hash::{FxHashMap, FxHasher};

use crate::ast::{Expr, ExprKind, HashEntry, Param};
use pprepl_text::{IssueCode, Severity};

use super::{Checker, Helped};

/// The maximum number of entries for which every pair of keys is compared; above it a table is built.
const MAX_LINEAR: usize = 12;

impl Checker<'_> {
    pub(super) fn duplicate_keys(&mut self, entries: &[HashEntry]) {
        if self.options.strict.is_none() {
            return;
        }
        if entries.len() <= MAX_LINEAR {
            for (index, entry) in entries.iter().enumerate() {
                let first = entries[..index].iter().find(|earlier| same(&earlier.key, &entry.key));
                self.duplicate_key(first, entry);
            }
        } else {
            self.duplicate_keys_of_many(entries);
        }
    }

    fn duplicate_keys_of_many(&mut self, entries: &[HashEntry]) {
        let mut seen: FxHashMap<u64, &HashEntry> = FxHashMap::default();
        for entry in entries.iter().filter(|entry| is_literal(&entry.key)) {
            let mut hasher = FxHasher::default();
            digest(&entry.key, &mut hasher);
            let first = *seen.entry(hasher.finish()).or_insert(entry);
            let twice = !std::ptr::eq(first, entry) && same(&first.key, &entry.key);
            self.duplicate_key(twice.then_some(first), entry);
        }
    }

    fn duplicate_key(&mut self, first: Option<&HashEntry>, entry: &HashEntry) {
        let Some(first) = first else { return };
        let key = entry.key.span.of(self.source);
        let severity = self.options.strict.unwrap_or(Severity::Warning);
        let found =
            self.error(IssueCode::DuplicateKey, entry.key.span, entry.at, format!("duplicate key {key} in a hash"));
        found.help("remove one of the two; the last one is used").label(first.key.span, "first here");
        found.severity = severity;
    }

    /// Checks that the types of class parameters are constant, as Puppet requires.
    pub(super) fn literal_types(&mut self, params: &[Param]) {
        for param in params {
            if param.type_expr.as_ref().is_some_and(|type_expr| !is_literal(type_expr)) {
                let message = format!("the type of `${}` is not literal", param.name);
                self.warning(IssueCode::IllegalNonliteralParameterType, param.span, param.at, message)
                    .help("give the type with plain values only, without variables, calls or calculations");
            }
        }
    }
}

/// Returns whether the value is known without evaluation.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Undef | ExprKind::Default | ExprKind::Bool(_) | ExprKind::Integer(..) | ExprKind::BigInteger(..) => {
            true
        }
        ExprKind::Float(_) | ExprKind::String(_) | ExprKind::Name(_) | ExprKind::Ref(_) | ExprKind::Regexp(_) => true,
        ExprKind::Negate(inner) => is_number(inner),
        ExprKind::Array(values) => values.iter().all(is_literal),
        ExprKind::Hash(entries) => entries.iter().all(|entry| is_literal(&entry.key) && is_literal(&entry.value)),
        ExprKind::Access(left, keys) => {
            let nested = matches!(keys.as_slice(), [only] if matches!(only.kind, ExprKind::Array(_)));
            matches!(left.kind, ExprKind::Ref(_)) && !nested && keys.iter().all(is_literal)
        }
        _ => false,
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Integer(..) | ExprKind::BigInteger(..) | ExprKind::Float(_))
}

/// Returns the text of a literal string, bareword or type.
fn text(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::String(text) | ExprKind::Name(text) | ExprKind::Ref(text) => Some(text),
        _ => None,
    }
}

fn is_type(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Ref(_))
}

/// Returns whether both are literals with the same value.
fn same(a: &Expr, b: &Expr) -> bool {
    if let (Some(left), Some(right)) = (text(a), text(b)) {
        return left == right && is_type(a) == is_type(b);
    }
    match (&a.kind, &b.kind) {
        (ExprKind::Undef, ExprKind::Undef) | (ExprKind::Default, ExprKind::Default) => true,
        (ExprKind::Bool(a), ExprKind::Bool(b)) => a == b,
        (ExprKind::Integer(a, _), ExprKind::Integer(b, _)) => a == b,
        (ExprKind::BigInteger(a, _), ExprKind::BigInteger(b, _)) => a == b,
        (ExprKind::Float(a), ExprKind::Float(b)) => a == b,
        (ExprKind::Regexp(a), ExprKind::Regexp(b)) => a == b,
        (ExprKind::Negate(a), ExprKind::Negate(b)) => is_number(a) && same(a, b),
        (ExprKind::Array(a), ExprKind::Array(b)) => all_same(a, b),
        (ExprKind::Access(a, a_keys), ExprKind::Access(b, b_keys)) => {
            is_type(a) && same(a, b) && all_same(a_keys, b_keys)
        }
        (ExprKind::Hash(a), ExprKind::Hash(b)) => same_entries(a, b),
        _ => false,
    }
}

fn all_same(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same_entries(a: &[HashEntry], b: &[HashEntry]) -> bool {
    let holds = |entry: &HashEntry| b.iter().any(|e| same(&e.key, &entry.key) && same(&e.value, &entry.value));
    a.len() == b.len() && a.iter().all(holds)
}

/// Hashes a literal; literals with the same value have equal hashes. Only for the outermost level of hashes.
fn digest(expr: &Expr, hasher: &mut FxHasher) {
    if let Some(text) = text(expr) {
        return text.hash(hasher);
    }
    discriminant(&expr.kind).hash(hasher);
    match &expr.kind {
        ExprKind::Bool(value) => value.hash(hasher),
        ExprKind::Integer(value, _) => value.hash(hasher),
        ExprKind::BigInteger(value, _) => value.hash(hasher),
        ExprKind::Float(value) => (value + 0.0).to_bits().hash(hasher),
        ExprKind::Regexp(pattern) => pattern.hash(hasher),
        ExprKind::Negate(inner) => digest(inner, hasher),
        ExprKind::Array(values) => values.iter().for_each(|value| digest(value, hasher)),
        ExprKind::Access(left, keys) => {
            digest(left, hasher);
            keys.iter().for_each(|key| digest(key, hasher));
        }
        ExprKind::Hash(entries) => entries.len().hash(hasher),
        _ => {}
    }
}
