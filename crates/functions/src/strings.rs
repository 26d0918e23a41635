//! Functions that change strings: case, whitespace, ends. They accept a string, a number (which stays as it is) or a
//! collection.

use pprepl_budget as budget;
use pprepl_text::Topic;
use puppet_eval::{Builtin, Call, EvalResult, Flow, Signature};
use puppet_pcore::{Hash, Value, letter_case};

use super::iterable::Elements;
use super::{polled, ruby};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "upcase",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", upcase),
            Signature::new(
                "Array[Variant[String, Numeric, Array, Hash]] $texts",
                "Array[Variant[String, Numeric, Array, Hash]]",
                upcase,
            ),
            Signature::new(
                "Hash[Variant[String, Numeric, Array, Hash], Variant[String, Numeric, Array, Hash]] $texts",
                "Hash[Variant[String, Numeric, Array, Hash], Variant[String, Numeric, Array, Hash]]",
                upcase,
            ),
        ],
        "Converts letters to uppercase, also in nested arrays and hashes.",
    )
    .shows("upcase(['straße', 'x'])", "['STRASSE', 'X']"),
    Builtin::new(
        "downcase",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", downcase),
            Signature::new(
                "Array[Variant[String, Numeric, Array, Hash]] $texts",
                "Array[Variant[String, Numeric, Array, Hash]]",
                downcase,
            ),
            Signature::new(
                "Hash[Variant[String, Numeric, Array, Hash], Variant[String, Numeric, Array, Hash]] $texts",
                "Hash[Variant[String, Numeric, Array, Hash], Variant[String, Numeric, Array, Hash]]",
                downcase,
            ),
        ],
        "Converts letters to lowercase, also in nested arrays and hashes.",
    )
    .shows("downcase('WEB01')", "'web01'"),
    Builtin::new(
        "capitalize",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", capitalize),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", capitalize),
        ],
        "Converts the first letter to uppercase and the others to lowercase.",
    )
    .shows("capitalize('hELLO world')", "'Hello world'"),
    Builtin::new(
        "camelcase",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", camelcase),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", camelcase),
        ],
        "Joins the words between underscores, each capitalized.",
    )
    .shows("camelcase('web_server_port')", "'WebServerPort'"),
    Builtin::new(
        "chomp",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", chomp),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", chomp),
        ],
        "Removes one line end from the end.",
    )
    .shows("chomp(\"line\\n\")", "'line'"),
    Builtin::new(
        "chop",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", chop),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", chop),
        ],
        "Removes the last character (a carriage return and line feed count as one).",
    )
    .shows("chop('abc')", "'ab'"),
    Builtin::new(
        "strip",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", strip),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", strip),
        ],
        "Removes whitespace from both ends.",
    )
    .shows("strip('  a b ')", "'a b'"),
    Builtin::new(
        "lstrip",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", lstrip),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", lstrip),
        ],
        "Removes whitespace from the start.",
    )
    .shows("lstrip('  a ')", "'a '"),
    Builtin::new(
        "rstrip",
        &[
            Signature::new("Numeric $number", "Numeric", same),
            Signature::new("String $text", "String", rstrip),
            Signature::new("Iterable[Variant[String, Numeric]] $texts", "Array[Variant[String, Numeric]]", rstrip),
        ],
        "Removes whitespace from the end.",
    )
    .shows("rstrip(' a  ')", "' a'"),
];

/// Whitespace and NUL, as Ruby strips them.
const SPACE: [char; 7] = ['\0', '\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

/// Returns a number unchanged.
fn same(call: &mut Call<'_>) -> EvalResult {
    Ok(call.take(0))
}

/// Applies `change` to a string or to each string of a list.
fn flat(call: &mut Call<'_>, change: fn(&str) -> String) -> EvalResult {
    let one = |value: Value| match &value {
        Value::Str(text) => {
            budget::charge(text.text.len())?;
            Ok(Value::from(change(&text.text)))
        }
        _ => Ok(value),
    };
    let subject = call.take(0);
    if let Value::Str(text) = &subject {
        budget::charge(text.text.len())?;
        return Ok(Value::from(change(&text.text)));
    }
    // A type may be iterable, but contains no strings to change.
    match Elements::of(&subject).filter(|_| !matches!(subject, Value::Type(_))) {
        Some(elements) => polled::map(elements.to_values(call)?.into_iter(), one).map(Value::array),
        None => call.fail(format!("{} is not a list of strings", ruby::inspected(&subject))),
    }
}

/// Applies `change` to strings in nested arrays and hashes.
fn deep(value: &Value, change: fn(&str) -> String) -> EvalResult {
    budget::poll()?;
    match value {
        Value::Str(text) => {
            budget::charge(text.text.len())?;
            Ok(Value::from(change(&text.text)))
        }
        Value::Int(_) | Value::Big(_) | Value::Float(_) => Ok(value.clone()),
        Value::Array(items) => {
            items.items.iter().map(|item| deep(item, change)).collect::<EvalResult<Vec<_>>>().map(Value::array)
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| Ok((deep(key, change)?, deep(value, change)?)));
            entries.collect::<EvalResult<Hash>>().map(Value::hash)
        }
        other => Err(Flow::fail_with(Topic::ArgumentValue, format!("{} has no letter case", ruby::inspected(other)))),
    }
}

fn upcase(call: &mut Call<'_>) -> EvalResult {
    deep(&call.take(0), str::to_uppercase)
}

fn downcase(call: &mut Call<'_>) -> EvalResult {
    deep(&call.take(0), letter_case::lower)
}

fn capitalize(call: &mut Call<'_>) -> EvalResult {
    flat(call, letter_case::capitalized)
}

fn camelcase(call: &mut Call<'_>) -> EvalResult {
    flat(call, |text| text.split('_').map(letter_case::capitalized).collect())
}

fn chomp(call: &mut Call<'_>) -> EvalResult {
    flat(call, |text| {
        let cut = text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r']));
        cut.unwrap_or(text).to_owned()
    })
}

fn chop(call: &mut Call<'_>) -> EvalResult {
    flat(call, |text| match text.strip_suffix("\r\n") {
        Some(cut) => cut.to_owned(),
        None => {
            let mut rest = text.chars();
            rest.next_back();
            rest.as_str().to_owned()
        }
    })
}

fn strip(call: &mut Call<'_>) -> EvalResult {
    flat(call, |text| text.trim_matches(SPACE).to_owned())
}

fn lstrip(call: &mut Call<'_>) -> EvalResult {
    flat(call, |text| text.trim_start_matches(SPACE).to_owned())
}

fn rstrip(call: &mut Call<'_>) -> EvalResult {
    flat(call, |text| text.trim_end_matches(SPACE).to_owned())
}
