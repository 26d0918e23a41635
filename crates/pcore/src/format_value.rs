//! Values other than containers as text by one format: the meaning of each letter for each type.

use base64::Engine as _;
use pprepl_text::Topic;

use super::algebra::expanded_text;
use super::format_spec::Format;
use super::letter_case::{capitalized, lower};
use super::number_format::{Spec, float_to_integer, format_float, format_integer, pad};
use super::print::{quote, quote_double};
use super::regexp::{plain_pattern, regexp_text};
use super::ruby_text::{ruby_inspect, ruby_to_s};
use super::{Int, Result, Value, ValueError};

/// Converts a value to text.
pub(super) fn text(value: &Value, format: &Format) -> Result<String> {
    match value {
        Value::Undef | Value::Unset => undef_text(format),
        Value::Default => default_text(format),
        Value::Bool(b) => boolean_text(b.get(), format),
        Value::Int(_) | Value::Big(_) => integer_text(&value.as_int().unwrap_or(Int::Small(0)), format),
        Value::Float(f) => float_text(f.get(), format),
        Value::Str(s) => string_text(&s.text, format),
        Value::Regexp(r) => regexp_format(&r.source, format),
        Value::Binary(bytes) => binary_text(bytes, format),
        Value::Type(ty) => type_text(expanded_text(ty), format),
        Value::Uri(uri) => uri_text(&uri.text, format),
        Value::Object(_) => object_text(value, format),
        _ => any_text(value, format),
    }
}

/// Returns the flags that Ruby's `format` supports; it rejects the delimiters of containers.
fn spec(format: &Format) -> Result<Spec> {
    if format.delimiter.is_some() {
        return Err(ValueError::new(
            Topic::StringFormat,
            format!("'{}' has a delimiter, which only containers take", format.text),
        ));
    }
    Ok(Spec {
        space: format.space,
        alternate: format.alternate,
        plus: format.plus,
        minus: format.left,
        zero: format.zero,
        width: format.width,
        precision: format.precision,
    })
}

/// Formats a string like Ruby's `%s`.
fn as_string(text: &str, format: &Format) -> Result<String> {
    let spec = spec(format)?;
    Ok(cut_and_pad(text, &spec))
}

fn cut_and_pad(text: &str, spec: &Spec) -> String {
    match spec.precision {
        Some(count) => pad(&text.chars().take(count).collect::<String>(), spec),
        None => pad(text, spec),
    }
}

/// Applies width and precision only.
fn flagged(text: &str, format: &Format) -> String {
    let spec = Spec { minus: format.left, width: format.width, precision: format.precision, ..Spec::default() };
    cut_and_pad(text, &spec)
}

fn quoted(text: &str, double: bool) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    if double {
        quote_double(text, &mut out)
    } else {
        quote(text, &mut out)
    }
    out
}

fn undef_text(format: &Format) -> Result<String> {
    let (plain, alternate) = match format.letter {
        'n' => ("nil", "null"),
        'u' => ("undef", "undefined"),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => ("NaN", "NaN"),
        'v' => ("n/a", "n/a"),
        'V' => ("N/A", "N/A"),
        's' => ("", "\"\""),
        'p' => ("undef", "\"undef\""),
        _ => return Err(no_format(format, "undef")),
    };
    Ok(flagged(if format.alternate { alternate } else { plain }, format))
}

fn default_text(format: &Format) -> Result<String> {
    let (plain, alternate) = match format.letter {
        'd' | 's' | 'p' => ("default", "\"default\""),
        'D' => ("Default", "\"Default\""),
        _ => return Err(no_format(format, "default")),
    };
    Ok(flagged(if format.alternate { alternate } else { plain }, format))
}

fn boolean_text(boolean: bool, format: &Format) -> Result<String> {
    let pick = |yes: &'static str, no: &'static str| {
        let word = if boolean { yes } else { no };
        if format.alternate { &word[..1] } else { word }
    };
    let word = match format.letter {
        't' => pick("true", "false"),
        'T' => pick("True", "False"),
        'y' => pick("yes", "no"),
        'Y' => pick("Yes", "No"),
        's' | 'p' => {
            if boolean {
                "true"
            } else {
                "false"
            }
        }
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => return integer_text(&Int::Small(i64::from(boolean)), format),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => return float_text(f64::from(u8::from(boolean)), format),
        _ => return Err(no_format(format, "a Boolean")),
    };
    Ok(flagged(word, format))
}

fn integer_text(int: &Int, format: &Format) -> Result<String> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => Ok(format_integer(&spec(format)?, format.letter, int)),
        'p' => as_string(&int.to_string(), format),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => Ok(format_float(&spec(format)?, format.letter, int.to_f64())),
        'c' => {
            let code = int.as_i64().and_then(|code| u32::try_from(code).ok()).and_then(char::from_u32);
            let Some(c) = code else {
                return Err(ValueError::new(Topic::StringFormat, format!("{int} is not a character code")));
            };
            let text = if format.alternate { format!("\"{c}\"") } else { c.to_string() };
            as_string(&text, format)
        }
        's' if format.alternate => as_string(&format!("\"{int}\""), format),
        's' => as_string(&int.to_string(), format),
        _ => Err(no_format(format, "an Integer")),
    }
}

fn float_text(float: f64, format: &Format) -> Result<String> {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            Ok(format_integer(&spec(format)?, format.letter, &float_to_integer(float.trunc())?))
        }
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => Ok(format_float(&spec(format)?, format.letter, float)),
        's' if format.alternate => as_string(&format!("\"{}\"", super::float_text(float)), format),
        'p' | 's' => as_string(&super::float_text(float), format),
        _ => Err(no_format(format, "a Float")),
    }
}

fn string_text(text: &str, format: &Format) -> Result<String> {
    let changed = match format.letter {
        's' => return as_string(text, format),
        'p' => return Ok(flagged(&quoted(text, format.alternate), format)),
        'c' => capitalized(text),
        'C' => {
            let parts: Vec<&str> = text.split("::").collect();
            let kept = parts.len() - parts.iter().rev().take_while(|part| part.is_empty()).count();
            parts[..kept].iter().map(|part| capitalized(part)).collect::<Vec<_>>().join("::")
        }
        'u' => text.to_uppercase(),
        'd' => lower(text),
        't' => stripped(text).to_owned(),
        _ => return Err(no_format(format, "a String")),
    };
    if format.alternate { Ok(flagged(&quoted(&changed, false), format)) } else { as_string(&changed, format) }
}

/// Trims like Ruby's `strip`: ASCII whitespace and null characters.
fn stripped(text: &str) -> &str {
    let blank = |c: char| c.is_ascii_whitespace() || c == '\x0b' || c == '\0';
    text.trim_start_matches(blank).trim_end_matches(blank)
}

fn regexp_format(source: &str, format: &Format) -> Result<String> {
    match format.letter {
        'p' => as_string(&regexp_text(source), format),
        's' if format.alternate => as_string(&quoted(&plain_pattern(source), false), format),
        's' => as_string(&plain_pattern(source), format),
        _ => Err(no_format(format, "a Regexp")),
    }
}

fn binary_text(bytes: &[u8], format: &Format) -> Result<String> {
    let strict = super::print::base64_text(bytes);
    let text = match format.letter {
        'p' => return Ok(format!("Binary(\"{}\")", as_string(&strict, format)?)),
        's' if format.alternate => return as_string(&bytes_inspect(bytes), format),
        's' => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => return Err(ValueError::new(Topic::StringFormat, "the bytes of the Binary are not valid UTF-8")),
        },
        'b' => in_lines(&strict),
        'B' => strict,
        'u' => base64::engine::general_purpose::URL_SAFE.encode(bytes),
        't' => "Binary".to_owned(),
        'T' => "BINARY".to_owned(),
        _ => return Err(no_format(format, "a Binary")),
    };
    let text = if format.alternate { ruby_inspect(&Value::from(text)) } else { text };
    as_string(&text, format)
}

/// Encodes in base 64, in lines of 60 characters.
fn in_lines(text: &str) -> String {
    let lines = text.as_bytes().chunks(60);
    lines.map(|line| format!("{}\n", String::from_utf8_lossy(line))).collect()
}

fn bytes_inspect(bytes: &[u8]) -> String {
    let shown = bytes.iter().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(*byte)),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\r' => "\\r".to_owned(),
        0x1b => "\\e".to_owned(),
        0x07 => "\\a".to_owned(),
        0x08 => "\\b".to_owned(),
        0x0b => "\\v".to_owned(),
        0x0c => "\\f".to_owned(),
        0x20..=0x7e => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    });
    format!("\"{}\"", shown.collect::<String>())
}

fn type_text(text: String, format: &Format) -> Result<String> {
    // The text of a type may be long: it is not copied where no flag applies.
    let plain = format.width.is_none() && format.precision.is_none() && format.delimiter.is_none();
    match format.letter {
        's' | 'p' if plain && !format.alternate => Ok(text),
        's' if format.alternate => as_string(&format!("\"{text}\""), format),
        's' | 'p' => as_string(&text, format),
        _ => Err(no_format(format, "a Type")),
    }
}

fn uri_text(text: &str, format: &Format) -> Result<String> {
    match format.letter {
        'p' => Ok(format!("URI({})", quoted(text, false))),
        's' if format.alternate => as_string(&quoted(text, false), format),
        's' => as_string(text, format),
        _ => Err(no_format(format, "a URI")),
    }
}

fn object_text(value: &Value, format: &Format) -> Result<String> {
    match format.letter {
        // A value of the host is a string in a program.
        'p' if matches!(value, Value::Object(object) if object.as_host().is_some()) => {
            Ok(quoted(&super::interpolate(value), false))
        }
        'p' | 's' | 'q' => Ok(super::interpolate(value)),
        _ => Err(no_format(format, "an Object")),
    }
}

/// Formats any other value by Ruby's `format`.
fn any_text(value: &Value, format: &Format) -> Result<String> {
    match format.letter {
        's' => as_string(&ruby_to_s(value), format),
        'p' => as_string(&ruby_inspect(value), format),
        _ => super::sprintf(&format.text, std::slice::from_ref(value)),
    }
}

/// Returns the error for a letter that is not valid for a type.
pub(super) fn no_format(format: &Format, what: &str) -> Box<ValueError> {
    ValueError::new(Topic::StringFormat, format!("'{}' is not a format of {what}", format.text))
}
