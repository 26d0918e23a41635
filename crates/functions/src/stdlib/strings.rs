//! Strings: line ends, letters, prefixes and suffixes, whitespace.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::{polled, ruby};
use super::arguments::{first, received, wants};
use super::coercion::LetterSet;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "dos2unix",
        &[Signature::new("Any $text, Optional[Callable] &$block", "String", dos2unix)],
        "Converts line ends to those of Unix.",
    )
    .shows(r#"dos2unix("a\r\nb")"#, r#""a\nb""#),
    Builtin::new(
        "unix2dos",
        &[Signature::new("Any $text, Optional[Callable] &$block", "String", unix2dos)],
        "Converts line ends to those of DOS.",
    )
    .shows(r#"unix2dos("a\nb").size"#, "4"),
    Builtin::new(
        "squeeze",
        &[Signature::new(
            "Any $texts, Any $letters = undef, Optional[Callable] &$block",
            "Variant[String, Array]",
            squeeze,
        )],
        "Replaces runs of the same letter by one; only of the given letters, if any.",
    )
    .shows("squeeze('aaabbc')", "'abc'"),
    Builtin::new(
        "swapcase",
        &[Signature::new("Any $texts, Any *$ignored, Optional[Callable] &$block", "Variant[String, Array]", swapcase)],
        "Swaps uppercase and lowercase letters.",
    )
    .shows("swapcase('aBcD')", "'AbCd'"),
    Builtin::new(
        "stdlib::start_with",
        &[Signature::new("String $text, Variant[String[1], Array[String[1], 1]] $starts", "Boolean", start_with)],
        "Returns whether the string starts with the prefix, or with one of several.",
    )
    .shows("stdlib::start_with('foobar', ['bar', 'foo'])", "true"),
    Builtin::new(
        "stdlib::end_with",
        &[Signature::new("String $text, Variant[String[1], Array[String[1], 1]] $ends", "Boolean", end_with)],
        "Returns whether the string ends with the suffix, or with one of several.",
    )
    .shows("stdlib::end_with('foobar', 'bar')", "true"),
    Builtin::new(
        "stdlib::xml_encode",
        &[Signature::new("String $text, Enum['text', 'attr'] $kind = 'text'", "String", xml_encode)],
        "Escapes a string as XML text, or as the value of an XML attribute.",
    )
    .shows("stdlib::xml_encode('a < b')", "'a &lt; b'"),
];

/// Returns the string in the first argument.
fn text(call: &mut Call<'_>) -> EvalResult<String> {
    match first(call)? {
        Value::Str(text) => Ok(text.text.clone()),
        other => wants(call, "a string", &other),
    }
}

fn dos2unix(call: &mut Call<'_>) -> EvalResult {
    let text = text(call)?;
    budget::charge(text.len())?;
    Ok(Value::from(text.replace("\r\n", "\n")))
}

fn unix2dos(call: &mut Call<'_>) -> EvalResult {
    let text = text(call)?;
    let lines = polled::collect(text.split('\n'))?;
    let last = lines.len() - 1;
    let cut = |(at, line): (usize, &&'_ str)| if at < last { line.trim_end_matches('\r').len() } else { line.len() };
    let lines = lines.iter().enumerate().map(|(at, line)| &line[..cut((at, line))]);
    polled::join(lines, "\r\n").map(Value::from)
}

/// Applies `change` to a string, or to each string in an array; other values are unchanged.
pub(super) fn each_text(call: &Call<'_>, value: &Value, change: impl Fn(&str) -> EvalResult<String>) -> EvalResult {
    let one = |value: &Value| value.as_str().map_or_else(|| Ok(value.clone()), |text| change(text).map(Value::from));
    match value {
        Value::Str(_) => one(value),
        Value::Array(list) => polled::map(list.items.iter(), one).map(Value::array),
        other => wants(call, "a string or an array", other),
    }
}

fn squeeze(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let letters = args.get(1).filter(|letters| letters.is_true());
    let is_empty = matches!(args.first(), Some(Value::Array(list)) if list.items.is_empty());
    if let Some(other) = letters.filter(|letters| !is_empty && !matches!(letters, Value::Str(_))) {
        return wants(call, "a string of letters second", other);
    }
    let letters = letters.map(|letters| LetterSet::new(&ruby::to_s(letters)));
    let squeezed = |text: &str| {
        polled::write(text, |letter, out| {
            let counts = letters.as_ref().is_none_or(|letters| letters.contains(letter));
            if !(counts && out.ends_with(letter)) {
                out.push(letter);
            }
        })
    };
    if let Some(Value::Array(list)) = args.first()
        && let Some(other) = list.items.iter().find(|item| !matches!(item, Value::Str(_)))
    {
        return wants(call, "texts", other);
    }
    each_text(call, &args.first().cloned().unwrap_or_default(), squeezed)
}

fn swapcase(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    let swapped = |text: &str| {
        polled::write(text, |letter, out| match letter.is_uppercase() {
            true => out.extend(letter.to_lowercase()),
            false => out.extend(letter.to_uppercase()),
        })
    };
    each_text(call, &value, swapped)
}

/// Returns whether the string fits one of the strings in the second argument.
fn fits_one(call: &Call<'_>, fits: fn(&str, &str) -> bool) -> EvalResult {
    let text = call.arg(0).as_str().unwrap_or_default();
    let forms = super::coercion::spread(call.arg(1));
    Ok(Value::bool(forms.iter().filter_map(Value::as_str).any(|form| fits(text, form))))
}

fn start_with(call: &mut Call<'_>) -> EvalResult {
    fits_one(call, |text, form| text.starts_with(form))
}

fn end_with(call: &mut Call<'_>) -> EvalResult {
    fits_one(call, |text, form| text.ends_with(form))
}

fn xml_encode(call: &mut Call<'_>) -> EvalResult {
    let attribute = call.arg(1).as_str() == Some("attr");
    let text = call.arg(0).as_str().unwrap_or_default();
    let escaped = polled::write(text, |letter, out| match letter {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' if attribute => out.push_str("&quot;"),
        '\'' if attribute => out.push_str("&apos;"),
        other => out.push(other),
    })?;
    Ok(Value::from(if attribute { format!("\"{escaped}\"") } else { escaped }))
}
