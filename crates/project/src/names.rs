//! Names as written in source: their spans without quotes, and their qualified forms.

use pprepl_text::Span;
use puppet_syntax::ast::{Expr, ExprKind};

/// Returns the span of a name in the text of `span`, ignoring case; the whole span if it is not written there.
pub(super) fn name_span(text: &str, span: Span, name: &str) -> Span {
    let plain = name.strip_prefix("::").unwrap_or(name).as_bytes();
    let mut parts = span.of(text).as_bytes().windows(plain.len().max(1));
    match parts.position(|part| part.eq_ignore_ascii_case(plain)) {
        Some(at) => {
            let start = span.start + at as u32;
            Span::new(start, start + plain.len() as u32)
        }
        None => span,
    }
}

/// Returns the name of a definition inside the class `outer`.
pub(super) fn qualified(outer: &str, name: &str) -> String {
    let plain = name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase();
    if outer.is_empty() { plain } else { format!("{outer}::{plain}") }
}

/// Returns the variables that the strings of a call name, without `$`, each with its argument: `getvar('x.key')`,
/// `defined('$x')`.
pub(super) fn variables_in_strings(call: &Expr) -> Vec<(&str, &Expr)> {
    let (functor, arguments): (&Expr, Vec<&Expr>) = match &call.kind {
        ExprKind::Call(call) => (&call.functor, call.args.iter().collect()),
        ExprKind::Method(method) => (&method.name, std::iter::once(&method.receiver).chain(&method.args).collect()),
        _ => return Vec::new(),
    };
    let ExprKind::Name(function) = &functor.kind else { return Vec::new() };
    match &**function {
        "getvar" => {
            let first = arguments.into_iter().next();
            first.and_then(|first| Some((first.literal_text()?.split('.').next()?, first))).into_iter().collect()
        }
        "defined" => {
            arguments.into_iter().filter_map(|one| Some((one.literal_text()?.strip_prefix('$')?, one))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether this is a type of the language itself, whose references are not indexed.
pub(super) fn is_language_type(name: &str) -> bool {
    matches!(
        name,
        "Any"
            | "Array"
            | "Binary"
            | "Boolean"
            | "Callable"
            | "CatalogEntry"
            | "Collection"
            | "Data"
            | "Default"
            | "Deferred"
            | "Enum"
            | "Float"
            | "Hash"
            | "Integer"
            | "Iterable"
            | "NotUndef"
            | "Numeric"
            | "Optional"
            | "Pattern"
            | "Regexp"
            | "RichData"
            | "Scalar"
            | "ScalarData"
            | "SemVer"
            | "SemVerRange"
            | "Sensitive"
            | "String"
            | "Struct"
            | "Timespan"
            | "Timestamp"
            | "Tuple"
            | "Type"
            | "Undef"
            | "URI"
            | "Variant"
    )
}
