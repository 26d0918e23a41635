//! The text and the notation of single values in YAML.

use std::rc::Rc;

use puppet_pcore::ruby_text::symbol;
use puppet_pcore::{Regexp, Value, float_text};

use super::super::super::loader::yaml::is_string;
use super::super::super::ruby;

/// The notation of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    Literal,
    Folded,
}

/// A single value: its text and its notation.
pub(super) struct Scalar {
    pub(super) text: String,
    /// The tag, in short.
    pub(super) tag: Option<&'static str>,
    /// Whether a plain text, or one in quotes, needs no tag.
    pub(super) plain: bool,
    pub(super) quoted: bool,
    pub(super) style: Style,
}

impl Scalar {
    pub(super) fn plain(text: String) -> Scalar {
        Scalar { text, tag: None, plain: true, quoted: false, style: Style::Plain }
    }

    /// Returns a string that only its tag explains.
    pub(super) fn tagged(tag: &'static str, text: String, style: Style) -> Scalar {
        Scalar { text, tag: Some(tag), plain: false, quoted: false, style }
    }

    /// Returns the form of a scalar value.
    pub(super) fn of(value: &Value, longest: Option<i64>) -> Scalar {
        match value {
            Value::Undef | Value::Unset => Scalar { tag: Some("!!null"), ..Scalar::plain(String::new()) },
            Value::Float(float) => Scalar::plain(float_of(float.get())),
            Value::Str(text) if text.is_bytes && !text.text.is_ascii() => {
                use base64::Engine;
                let bytes = base64::engine::general_purpose::STANDARD.encode(text.text.as_bytes());
                Scalar::tagged("!binary", bytes, Style::Literal)
            }
            Value::Str(text) => Scalar::of_text(&text.text, longest),
            Value::Default => Scalar::plain(":default".to_owned()),
            Value::Regexp(pattern) => {
                let text = puppet_pcore::regexp::inspected_regexp(&pattern.source);
                Scalar::tagged("!ruby/regexp", text, Style::Plain)
            }
            Value::Type(ty) if symbol(ty).is_some() => Scalar::plain(format!(":{}", symbol(ty).unwrap_or_default())),
            Value::Bool(_) | Value::Int(_) | Value::Big(_) => Scalar::plain(ruby::to_s(value)),
            other => Scalar::of_text(&ruby::to_s(other), longest),
        }
    }

    pub(super) fn of_text(text: &str, longest: Option<i64>) -> Scalar {
        let style = |style: Style| Scalar { text: text.to_owned(), tag: None, plain: true, quoted: true, style };
        let body = text.strip_suffix('\n').unwrap_or(text);
        // A line end before the last one, which may be the end of the text.
        if body.strip_suffix('\n').unwrap_or(body).contains('\n') {
            return style(Style::Literal);
        }
        if text == "<<" {
            return Scalar::tagged("!!str", text.to_owned(), Style::Single);
        }
        if matches!(text, "y" | "n") {
            return style(Style::Double);
        }
        if longest.is_some_and(|longest| text.chars().count() as i64 > longest) {
            return style(Style::Folded);
        }
        if is_match(text, r#"^[^[:word:]][^"]*$"#) {
            return style(Style::Double);
        }
        let is_octal = || is_match(text, r"\A0[0-7]*[89]");
        if !is_string(text) || is_octal() {
            return style(Style::Single);
        }
        style(Style::Plain)
    }
}

fn float_of(float: f64) -> String {
    match float {
        _ if float.is_nan() => ".nan".to_owned(),
        f64::INFINITY => ".inf".to_owned(),
        f64::NEG_INFINITY => "-.inf".to_owned(),
        other => float_text(other),
    }
}

fn is_match(text: &str, pattern: &'static str) -> bool {
    thread_local! {
        static KNOWN: std::cell::RefCell<rustc_hash::FxHashMap<&'static str, Rc<Regexp>>> = std::cell::RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        known.entry(pattern).or_insert_with(|| Regexp::new(pattern)).is_match(text).unwrap_or(false)
    })
}
