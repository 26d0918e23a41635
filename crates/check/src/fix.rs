//! Fixes for values of the wrong type: an edit of the source, where one exists.
//!
//! A fix is offered for a literal (or for a variable, by interpolation) when the type of the new source may
//! be accepted. The fix is safe where a declaration requires the other form of the same literal: `'80'` for `80`, `{}`
//! for `[]`. Between operands and in calls it never is: the other operand, or the order of the arguments, may be wrong.

use std::rc::Rc;

use pprepl_text::{Fix, Span, WordReplacement};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::numeric_text::to_number;
use puppet_pcore::{Ty, Type, Value, infer_detailed, source_form};

use super::checker::Checker;
use super::display::display;
use super::requirement::Requirement;
use super::subtyping::{Kind, is_any, shape};

/// Words of other languages for a missing value.
const MISSING: &[&str] = &["undefined", "null", "none", "nil", "undef"];

impl<'a> Checker<'a> {
    /// Returns a fix for the source at `at`, of type `found`, so that its type may be accepted by `wanted`.
    pub(super) fn fix(&self, found: &Ty, wanted: &Ty, at: Span) -> Option<Fix> {
        if self.reports.suppress_depth > 0 || is_any(wanted) {
            return None;
        }
        let text = at.of(self.sources.get(self.file as usize)?.text());
        let kinds = self.sets.kinds(wanted);
        let has = |kind: Kind| kinds.contains(&kind);
        match Kind::of(found) {
            Kind::String => self.fix_string(found, wanted, at, text),
            Kind::Integer if has(Kind::String) => self.fix_integer(wanted, at, text),
            Kind::Integer if has(Kind::Float) && is_digits(text) => {
                Some(Fix::replace(at, format!("{text}.0")).surely(true))
            }
            Kind::Array if has(Kind::Hash) && shape::is_empty_array(found) && text == "[]" => {
                Some(Fix::replace(at, "{}").surely(true))
            }
            Kind::Hash if has(Kind::Array) && shape::is_empty_hash(found) && text == "{}" => {
                Some(Fix::replace(at, "[]").surely(true))
            }
            _ => None,
        }
        .or_else(|| self.fix_by_list(found, wanted, at, text))
    }

    fn may_be(&self, ty: &Ty, wanted: &Ty) -> bool {
        !self.sets.is_disjoint(ty, wanted)
    }

    fn fix_string(&self, found: &Ty, wanted: &Ty, at: Span, text: &str) -> Option<Fix> {
        let hidden: Ty = Rc::new(Type::Sensitive(found.clone()));
        if self.may_be(&hidden, wanted) {
            return Some(Fix::wrap(at, "Sensitive(", ")", format!("write Sensitive({text})")).surely(true));
        }
        let value = shape::string_value(found).filter(|value| is_literal(text, value))?;
        if let Some(near) = self.closest_member(value, wanted) {
            return WordReplacement { from: value.to_owned(), to: near }
                .fix(at, self.sources.get(self.file as usize)?.text());
        }
        if MISSING.contains(&value) && self.may_be(&c::undef(), wanted) {
            return Some(Fix::replace(at, "undef"));
        }
        let number = to_number(&Value::str(value))?;
        let written = number_literal(value).filter(|_| self.may_be(&infer_detailed(&number), wanted))?;
        // A literal with another radix may be meant as a string of digits: a mode, a phone number.
        Some(Fix::replace(at, written).surely(is_digits(value)))
    }

    fn closest_member(&self, value: &str, wanted: &Ty) -> Option<String> {
        self.sets.near_member(value, wanted)
    }

    fn fix_integer(&self, wanted: &Ty, at: Span, text: &str) -> Option<Fix> {
        if is_digits(text) {
            let fits = self.may_be(&infer_detailed(&Value::str(text)), wanted);
            return fits.then(|| Fix::replace(at, format!("'{text}'")).surely(true));
        }
        let name = text.strip_prefix('$').filter(|name| is_name(name))?;
        self.may_be(&c::string(), wanted).then(|| Fix::replace(at, format!("\"${{{name}}}\"")))
    }

    /// Returns the fix that wraps the value in an array.
    fn fix_by_list(&self, found: &Ty, wanted: &Ty, at: Span, text: &str) -> Option<Fix> {
        let kinds = self.sets.kinds(wanted);
        let one: Ty = Rc::new(Type::Tuple(vec![found.clone()], None));
        let simple = !text.contains('\n') && Kind::of(found) != Kind::Array && kinds[..] == [Kind::Array];
        (simple && self.may_be(&one, wanted)).then(|| Fix::wrap(at, "[", "]", format!("write [{text}]")))
    }

    /// Returns the fix that wraps an annotation which rejects undef in `Optional[..]`.
    pub(super) fn fix_annotation(&self, found: &Ty, wanted: &Requirement<'a>) -> Option<Fix> {
        let written = wanted.written.filter(|written| written.file == self.file && self.reports.suppress_depth == 0)?;
        if Kind::of(found) != Kind::Undef {
            return None;
        }
        let title = format!("declare Optional[{}]", display(&wanted.ty));
        Some(Fix::wrap(written.expr.span, "Optional[", "]", title))
    }

    /// Returns the fix that wraps a match variable in `Integer(..)`.
    pub(super) fn fix_match_variable(&self, at: Span) -> Option<Fix> {
        let text = at.of(self.sources.get(self.file as usize)?.text());
        let number = text.strip_prefix('$')?.parse::<u32>().ok()?;
        Some(Fix::wrap(at, "Integer(", ")", format!("write Integer(${number})")))
    }
}

/// Returns the number in a string as a literal with the same radix.
pub(super) fn number_literal(text: &str) -> Option<String> {
    let number = to_number(&Value::str(text))?;
    let is_literal = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
        && text.starts_with(|first: char| first.is_ascii_digit());
    if is_literal { Some(text.to_owned()) } else { source_form(&number) }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'))
}

/// Returns whether the source is exactly this value as a literal, quoted or as a bareword.
fn is_literal(text: &str, value: &str) -> bool {
    let inner = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    inner.unwrap_or(text) == value
}
