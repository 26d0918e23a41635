//! The description of a value: its types in source form, within limits of depth and size.

use puppet_pcore::{
    Ty, TypeRules, Value, exact_text, generalize, in_edition, infer_detailed, infer_generalized, infer_reduced,
    is_nested_beyond, type_outline,
};

/// The requested length of a type's source form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypeText {
    /// The type is not inferred.
    None,
    /// An outline of about this number of bytes (`Struct[{'a' => Integer, .. 97 more}]`).
    Outline(usize),
    #[default]
    Exact,
}

/// The types to infer for a value (`Session::report_types`).
#[derive(Clone, Copy, Debug, Default)]
pub struct DescribedTypes {
    /// `type($v, 'detailed')`
    pub detailed: TypeText,
    /// `type($v, 'reduced')`
    pub reduced: TypeText,
    /// `type($v, 'generalized')`
    pub generalized: TypeText,
}

impl DescribedTypes {
    pub const NONE: DescribedTypes =
        DescribedTypes { detailed: TypeText::None, reduced: TypeText::None, generalized: TypeText::None };

    /// Requests all types, each as an outline of about `most` bytes.
    pub const fn outlines(most: usize) -> DescribedTypes {
        let outline = TypeText::Outline(most);
        DescribedTypes { detailed: outline, reduced: outline, generalized: outline }
    }
}

/// The source forms of a value's types; `None` for those not requested or too long to show.
pub(crate) struct Types {
    pub(crate) detailed: Option<String>,
    pub(crate) reduced: Option<String>,
    pub(crate) generalized: Option<String>,
}

/// Infers the types of a value, under the names of the edition.
pub(crate) fn types_of(rules: &TypeRules, value: &Value, told: DescribedTypes) -> Types {
    let detailed = source(told.detailed, || in_edition(rules, &infer_detailed(value)));
    let reduce = || in_edition(rules, &infer_reduced(value));
    if told.generalized == TypeText::None {
        return Types { detailed, reduced: source(told.reduced, reduce), generalized: None };
    }
    let reduced = reduce();
    let generalized = source(told.generalized, || in_edition(rules, &generalize(&reduced)));
    Types { detailed, reduced: source(told.reduced, || reduced), generalized }
}

fn source(text: TypeText, infer: impl FnOnce() -> Ty) -> Option<String> {
    match text {
        TypeText::None => None,
        TypeText::Outline(most) => Some(type_outline(&infer(), most)),
        TypeText::Exact => exact_text(&infer()),
    }
}

/// The maximum nesting of a value to show: printing and inference use the machine stack for each level.
const MAX_LEVELS: usize = if cfg!(target_family = "wasm") { 1_000 } else { 5_000 };

/// Returns whether the value is nested too deeply to be printed and described.
pub(crate) fn is_too_deep(value: &Value) -> bool {
    is_nested_beyond(value, MAX_LEVELS)
}

/// The maximum number of nested parts that a notebook or a preview prints.
const MAX_PARTS: usize = 500_000;

/// Returns whether the value has too many parts to print unasked. (A few values that share parts can expand beyond
/// any countable size.)
pub(crate) fn is_too_big(value: &Value) -> bool {
    has_more_parts(value, MAX_PARTS)
}

/// Returns whether the value has more than `most` parts.
pub(crate) fn has_more_parts(value: &Value, most: usize) -> bool {
    fn left(value: &Value, most: usize) -> Option<usize> {
        match value {
            Value::Array(array) => {
                let most = most.checked_sub(array.items.len())?;
                array.items.iter().try_fold(most, |most, item| left(item, most))
            }
            Value::Hash(hash) => {
                let most = most.checked_sub(hash.len())?;
                hash.iter().try_fold(most, |most, (_, item)| left(item, most))
            }
            Value::Sensitive(inner) => left(inner, most),
            _ => Some(most),
        }
    }
    left(value, most).is_none()
}

/// Returns the generalized type of a value; for a large or deeply nested value only its kind.
pub(crate) fn type_name(value: &Value) -> String {
    match value {
        Value::Array(_) if is_too_deep(value) || is_too_big(value) => "Array".to_owned(),
        Value::Hash(_) if is_too_deep(value) || is_too_big(value) => "Hash".to_owned(),
        _ => infer_generalized(value).to_string(),
    }
}

/// Returns the type without a walk over a large value: called on every key.
pub(crate) fn quick_type_name(value: &Value) -> String {
    match value {
        Value::Array(array) if array.items.len() > LARGE => "Array".to_owned(),
        Value::Hash(hash) if hash.len() > LARGE => "Hash".to_owned(),
        _ => type_name(value),
    }
}

/// The number of elements above which a value is large.
const LARGE: usize = 1_000;
