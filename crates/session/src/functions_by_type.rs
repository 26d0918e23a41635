//! Functions by the types that they accept and return.

use puppet_pcore::{Value, assignable};
use rustc_hash::FxHashMap;

use super::inspector::Inspector;
use super::{FunctionView, Report};

/// The part of a signature to compare with a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeFilter {
    /// The first parameter accepts every value of the type.
    Accepts,
    /// The result is a value of the type.
    Returns,
}

impl Inspector<'_> {
    /// Returns the functions with a signature that accepts or returns a type. Parameters without a type, or of type
    /// Any, accept everything, so they do not count.
    pub fn functions_of(
        &mut self,
        filter: TypeFilter,
        code: &str,
        views: &[FunctionView],
    ) -> Result<Vec<FunctionView>, Vec<Report>> {
        let wanted = self.value(&format!("({code}) =~ Type ? {{ true => ({code}), default => type({code}) }}"))?;
        let Value::Type(wanted) = wanted.value() else { return Ok(Vec::new()) };
        let mut known: FxHashMap<String, bool> = FxHashMap::default();
        let mut fits = |text: &str, inspector: &mut Inspector<'_>| -> bool {
            if text.is_empty() || matches!(text, "Any" | "Object") {
                return false;
            }
            if let Some(fits) = known.get(text) {
                return *fits;
            }
            let fits = match inspector.value(text).as_ref().map(super::explore::CellValue::value) {
                Ok(Value::Type(ty)) => match filter {
                    TypeFilter::Accepts => assignable(ty, wanted),
                    TypeFilter::Returns => assignable(wanted, ty),
                },
                _ => false,
            };
            known.insert(text.to_owned(), fits);
            fits
        };
        let mut found = Vec::new();
        for view in views {
            let part = |signature: &String| match filter {
                TypeFilter::Accepts => first_type(signature).to_owned(),
                TypeFilter::Returns => result_type(signature).to_owned(),
            };
            if view.signatures.iter().any(|signature| fits(&part(signature), self)) {
                found.push(view.clone());
            }
        }
        Ok(found)
    }
}

/// Returns the type of the first parameter: `split(String $text, ..)` has `String`.
pub(crate) fn first_type(signature: &str) -> &str {
    let params = signature.split_once('(').map_or("", |(_, params)| params);
    let before = params.split_once('$').map_or("", |(before, _)| before);
    before.trim().trim_end_matches(['*', '&']).trim()
}

/// Returns the type after `>>`.
fn result_type(signature: &str) -> &str {
    signature.rsplit_once(">>").map_or("", |(_, result)| result.trim())
}
