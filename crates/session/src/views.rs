//! The session's data for panes and commands: variables, functions, types, tokens, trees.

use rustc_hash::FxHashMap;

use pprepl_text::{Diagnostic, Source};
use puppet_functions as functions;
use puppet_pcore::{
    Ty, Value, display_complete, display_start, exact_text, generalize, infer_detailed, infer_generalized,
    infer_reduced, is_nested_beyond, type_outline,
};
use puppet_syntax::{self as syntax, LexOptions};

use super::report::reports;
use super::session::Session;
use super::{FunctionView, Report, ResourceView, TokenView, TypeView, VariableView, engine};

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
pub(super) struct Types {
    pub(super) detailed: Option<String>,
    pub(super) reduced: Option<String>,
    pub(super) generalized: Option<String>,
}

/// Infers the types of a value.
pub(super) fn types_of(value: &Value, told: DescribedTypes) -> Types {
    let detailed = source(told.detailed, || infer_detailed(value));
    if told.generalized == TypeText::None {
        return Types { detailed, reduced: source(told.reduced, || infer_reduced(value)), generalized: None };
    }
    let reduced = infer_reduced(value);
    let generalized = source(told.generalized, || generalize(&reduced));
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
const MAX_LEVELS: usize = 5_000;

/// Returns whether the value is nested too deeply to be printed and described.
pub(super) fn is_too_deep(value: &Value) -> bool {
    is_nested_beyond(value, MAX_LEVELS)
}

/// The maximum number of nested parts that a notebook or a preview prints.
const MAX_PARTS: usize = 500_000;

/// Returns whether the value has too many parts to print unasked. (A few values that share parts can expand beyond
/// any countable size.)
pub(super) fn is_too_big(value: &Value) -> bool {
    has_more_parts(value, MAX_PARTS)
}

/// Returns whether the value has more than `most` parts.
pub(super) fn has_more_parts(value: &Value, most: usize) -> bool {
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

/// The number of bytes of a variable's value in a view, which is built on every Tab.
const MAX_DISPLAYED: usize = 2_000;

/// Returns the generalized type of a value; for a large or deeply nested value only its kind.
fn type_name(value: &Value) -> String {
    match value {
        Value::Array(_) if is_too_deep(value) || is_too_big(value) => "Array".to_owned(),
        Value::Hash(_) if is_too_deep(value) || is_too_big(value) => "Hash".to_owned(),
        _ => infer_generalized(value).to_string(),
    }
}

/// Returns the type without a walk over a large value: called on every key.
pub(super) fn quick_type_name(value: &Value) -> String {
    match value {
        Value::Array(array) if array.items.len() > LARGE => "Array".to_owned(),
        Value::Hash(hash) if hash.len() > LARGE => "Hash".to_owned(),
        _ => type_name(value),
    }
}

/// The number of elements above which a value is large.
const LARGE: usize = 1_000;

impl Session {
    /// Returns the set variables in the order of assignment; variables from before any input come first.
    pub fn variables(&self) -> Vec<VariableView> {
        let set: FxHashMap<&str, usize> = self.vm.settings_of_variables().collect();
        let view = |(name, value): (&str, &Value)| VariableView {
            name: name.to_owned(),
            value: display_start(value, MAX_DISPLAYED),
            type_name: type_name(value),
            input: set.get(name).and_then(|entry| self.input_of_entry(*entry)),
        };
        let mut views: Vec<VariableView> = self.vm.globals.iter().map(view).collect();
        // Order of assignment; slots are created when a name is compiled.
        views.sort_by_key(|view| set.get(&*view.name));
        views
    }

    /// Returns the functions, the session's first.
    pub fn functions(&self) -> Vec<FunctionView> {
        let own = self.vm.functions.defined().map(|(name, parameters, returns)| FunctionView {
            signatures: vec![format!("{name}({parameters}){returns}")],
            name,
            builtin: false,
            summary: String::new(),
            example: (String::new(), String::new()),
        });
        let builtin = functions::builtins().map(|row| FunctionView {
            name: row.name.to_owned(),
            builtin: true,
            signatures: row
                .signatures
                .iter()
                .map(|one| format!("{}({}) >> {}", row.name, one.params, one.returns))
                .collect(),
            summary: row.summary.to_owned(),
            example: (row.example.to_owned(), row.gives.to_owned()),
        });
        let mut own: Vec<FunctionView> = own.collect();
        own.sort_by(|a, b| a.name.cmp(&b.name));
        own.into_iter().chain(builtin).collect()
    }

    /// Returns the types, aliases of the session first.
    pub fn types(&self) -> Vec<TypeView> {
        let own = self.vm.aliases.defined().map(|(name, definition)| TypeView {
            name,
            builtin: false,
            definition,
            summary: String::new(),
        });
        let builtin = puppet_pcore::type_names().iter().map(|row| TypeView {
            name: row.name.to_owned(),
            builtin: true,
            definition: String::new(),
            summary: row.summary.to_owned(),
        });
        let mut own: Vec<TypeView> = own.collect();
        own.sort_by(|a, b| a.name.cmp(&b.name));
        own.into_iter().chain(builtin).collect()
    }

    /// Returns the resources declared so far.
    pub fn resources(&self) -> Vec<ResourceView> {
        let shown = |value: &Value| display_complete(value);
        let view = |(reference, parameters): (String, Vec<(String, Value)>)| ResourceView {
            reference,
            parameters: parameters.iter().map(|(name, value)| (name.clone(), shown(value))).collect(),
        };
        self.vm.catalog().resources().map(view).collect()
    }

    /// Returns the tokens of source, and its errors.
    pub fn tokens(&self, text: &str, template: bool) -> (Vec<TokenView>, Vec<Report>) {
        let source = Source::new("input", text);
        let lexed = syntax::lex(text, self.lex_options(template));
        let view = |token: &syntax::Token| {
            let place = source.line_column(token.span.start);
            TokenView {
                kind: token.kind.as_str(),
                value: syntax::token_value(token, &lexed, text).into_owned(),
                line: place.line,
                column: place.column,
            }
        };
        let tokens = lexed.tokens.iter().filter(|token| token.kind != syntax::TokenKind::End).map(view).collect();
        (tokens, reports(&source, &lexed.diagnostics))
    }

    /// Returns the syntax tree in Puppet's notation; `None` when the source has errors.
    pub fn pn(&self, text: &str, template: bool) -> (Option<String>, Vec<Report>) {
        let source = Source::new("input", text);
        let parsed = syntax::parse(text, self.lex_options(template));
        let found = reports(&source, &parsed.diagnostics);
        let whole = !parsed.diagnostics.iter().any(Diagnostic::is_error);
        (whole.then(|| syntax::pn(&parsed.program)), found)
    }

    /// Returns the syntax tree as nodes with their spans.
    pub fn tree(&self, text: &str, template: bool) -> syntax::pn::Pn {
        syntax::pn::tree(&syntax::parse(text, self.lex_options(template)).program)
    }

    pub(super) fn lex_options(&self, template: bool) -> LexOptions {
        LexOptions { template, ..engine::lex_options(&self.settings) }
    }
}
