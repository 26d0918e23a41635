//! Texts: line ends, letters, starts and ends, waste.

use crate::eval::{Builtin, Call, R};
use crate::pcore::Value;

use super::super::{ruby, signature};
use super::arguments::{first, received, wants};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "dos2unix",
        &[signature("Any $text, Any *$ignored", "String", dos2unix)],
        "The text with line ends of Unix.",
    )
    .shows(r#"dos2unix("a\r\nb")"#, r#""a\nb""#),
    Builtin::new(
        "unix2dos",
        &[signature("Any $text, Any *$ignored", "String", unix2dos)],
        "With the line ends of DOS.",
    )
    .shows(r#"unix2dos("a\nb").size"#, "4"),
    Builtin::new(
        "squeeze",
        &[signature("Any $texts, Any $letters = undef", "Variant[String, Array]", squeeze)],
        "With one letter where the same one stands several times in a row; only these letters, when some are given.",
    )
    .shows("squeeze('aaabbc')", "'abc'"),
    Builtin::new(
        "swapcase",
        &[signature("Any $texts, Any *$ignored", "Variant[String, Array]", swapcase)],
        "With small letters for capitals and the other way round.",
    )
    .shows("swapcase('aBcD')", "'AbCd'"),
    Builtin::new(
        "stdlib::start_with",
        &[signature("String $text, Variant[String[1], Array[String[1], 1]] $starts", "Boolean", start_with)],
        "Does the text start with this one, or one of these?",
    )
    .shows("stdlib::start_with('foobar', ['bar', 'foo'])", "true"),
    Builtin::new(
        "stdlib::end_with",
        &[signature("String $text, Variant[String[1], Array[String[1], 1]] $ends", "Boolean", end_with)],
        "Does the text end with this one, or one of these?",
    )
    .shows("stdlib::end_with('foobar', 'bar')", "true"),
    Builtin::new(
        "stdlib::xml_encode",
        &[signature("String $text, Enum['text', 'attr'] $kind = 'text'", "String", xml_encode)],
        "As text, or as an attribute's value, of XML.",
    )
    .shows("stdlib::xml_encode('a < b')", "'a &lt; b'"),
];

/// The text that comes first.
fn text(call: &mut Call<'_>) -> R<String> {
    match first(call)? {
        Value::Str(text) => Ok(text.text.clone()),
        other => wants(call, "a text", &other),
    }
}

fn dos2unix(call: &mut Call<'_>) -> R {
    text(call).map(|text| Value::from(text.replace("\r\n", "\n")))
}

fn unix2dos(call: &mut Call<'_>) -> R {
    let text = text(call)?;
    let lines: Vec<&str> = text.split('\n').collect();
    let last = lines.len() - 1;
    let cut = |(at, line): (usize, &&str)| {
        if at < last { line.trim_end_matches('\r').to_owned() } else { (*line).to_owned() }
    };
    Ok(Value::from(lines.iter().enumerate().map(cut).collect::<Vec<_>>().join("\r\n")))
}

/// Applies to a text, or to each element of an array; what is no text stays.
pub(super) fn each_text(call: &Call<'_>, value: &Value, change: impl Fn(&str) -> String) -> R {
    let one = |value: &Value| value.as_str().map_or_else(|| value.clone(), |text| Value::from(change(text)));
    match value {
        Value::Str(_) => Ok(one(value)),
        Value::Array(list) => Ok(Value::array(list.items.iter().map(one).collect())),
        other => wants(call, "a text or an array", other),
    }
}

fn squeeze(call: &mut Call<'_>) -> R {
    let args = received(call)?;
    let letters = args.get(1).filter(|letters| letters.is_true()).map(ruby::to_s);
    let squeezed = |text: &str| {
        let mut out = String::new();
        for letter in text.chars() {
            let counts = letters.as_ref().is_none_or(|letters| in_set(letter, letters));
            if !(counts && out.ends_with(letter)) {
                out.push(letter);
            }
        }
        out
    };
    if let Some(Value::Array(list)) = args.first()
        && let Some(other) = list.items.iter().find(|item| !matches!(item, Value::Str(_)))
    {
        return wants(call, "texts", other);
    }
    each_text(call, &args.first().cloned().unwrap_or_default(), squeezed)
}

/// Is a letter in a set as Ruby writes it: `abc`, `a-c`, `^abc` for all others?
pub(super) fn in_set(letter: char, set: &str) -> bool {
    let (negated, set) = match set.strip_prefix('^') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, set),
    };
    let letters: Vec<char> = set.chars().collect();
    let mut at = 0;
    let mut found = false;
    while at < letters.len() {
        match letters[at..] {
            [from, '-', to, ..] => {
                found |= (from..=to).contains(&letter);
                at += 3;
            }
            [one, ..] => {
                found |= one == letter;
                at += 1;
            }
            [] => break,
        }
    }
    found != negated
}

fn swapcase(call: &mut Call<'_>) -> R {
    let value = first(call)?;
    let swapped = |text: &str| {
        let one = |letter: char| -> String {
            if letter.is_uppercase() { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
        };
        text.chars().map(one).collect::<String>()
    };
    each_text(call, &value, swapped)
}

/// Does the first text fit one of those in the second argument?
fn fits_one(call: &Call<'_>, fits: fn(&str, &str) -> bool) -> R {
    let text = call.arg(0).as_str().unwrap_or_default();
    let forms = super::arrays::spread(call.arg(1));
    Ok(Value::bool(forms.iter().filter_map(Value::as_str).any(|form| fits(text, form))))
}

fn start_with(call: &mut Call<'_>) -> R {
    fits_one(call, |text, form| text.starts_with(form))
}

fn end_with(call: &mut Call<'_>) -> R {
    fits_one(call, |text, form| text.ends_with(form))
}

fn xml_encode(call: &mut Call<'_>) -> R {
    let attribute = call.arg(1).as_str() == Some("attr");
    let text = call.arg(0).as_str().unwrap_or_default();
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    Ok(Value::from(if attribute { format!("\"{}\"", escaped.replace('"', "&quot;")) } else { escaped }))
}
