//! Functions that change strings: case, white space, ends. They take a string, a number (which stays as it is) or many.

use crate::eval::{Builtin, Call, Flow, R};
use crate::pcore::{Hash, Value};

use super::elements::Elements;
use super::{ruby, signature};

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "upcase",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", upcase),
            signature("Array $texts", "Array", upcase),
            signature("Hash $texts", "Hash", upcase),
        ],
        statement: false,
        summary: "Makes letters upper case, in nested arrays and hashes as well.",
        example: "upcase(['straße', 'x'])",
        gives: "['STRASSE', 'X']",
    },
    Builtin {
        name: "downcase",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", downcase),
            signature("Array $texts", "Array", downcase),
            signature("Hash $texts", "Hash", downcase),
        ],
        statement: false,
        summary: "Makes letters lower case, in nested arrays and hashes as well.",
        example: "downcase('WEB01')",
        gives: "'web01'",
    },
    Builtin {
        name: "capitalize",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", capitalize),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", capitalize),
        ],
        statement: false,
        summary: "Makes the first letter upper case and the others lower case.",
        example: "capitalize('hELLO world')",
        gives: "'Hello world'",
    },
    Builtin {
        name: "camelcase",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", camelcase),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", camelcase),
        ],
        statement: false,
        summary: "Joins the words between underscores, each capitalized.",
        example: "camelcase('web_server_port')",
        gives: "'WebServerPort'",
    },
    Builtin {
        name: "chomp",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", chomp),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", chomp),
        ],
        statement: false,
        summary: "Takes one line end off the end.",
        example: "chomp(\"line\\n\")",
        gives: "'line'",
    },
    Builtin {
        name: "chop",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", chop),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", chop),
        ],
        statement: false,
        summary: "Takes the last character off (a carriage return and line feed count as one).",
        example: "chop('abc')",
        gives: "'ab'",
    },
    Builtin {
        name: "strip",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", strip),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", strip),
        ],
        statement: false,
        summary: "Takes white space off both ends.",
        example: "strip('  a b ')",
        gives: "'a b'",
    },
    Builtin {
        name: "lstrip",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", lstrip),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", lstrip),
        ],
        statement: false,
        summary: "Takes white space off the start.",
        example: "lstrip('  a ')",
        gives: "'a '",
    },
    Builtin {
        name: "rstrip",
        signatures: &[
            signature("Numeric $number", "Numeric", same),
            signature("String $text", "String", rstrip),
            signature("Iterable[Variant[String, Numeric]] $texts", "Array", rstrip),
        ],
        statement: false,
        summary: "Takes white space off the end.",
        example: "rstrip(' a  ')",
        gives: "' a'",
    },
];

/// White space and NUL, as Ruby strips them.
const BLANK: [char; 7] = ['\0', '\t', '\n', '\u{b}', '\u{c}', '\r', ' '];

/// A number is what it is.
fn same(call: &mut Call<'_>) -> R {
    Ok(call.take(0))
}

/// Applies to a string or to each string of a list.
fn flat(call: &mut Call<'_>, change: fn(&str) -> String) -> R {
    let one = |value: Value| value.as_str().map(|text| Value::from(change(text))).unwrap_or(value);
    let subject = call.take(0);
    if let Value::Str(text) = &subject {
        return Ok(Value::from(change(&text.text)));
    }
    match Elements::of(&subject) {
        Some(elements) => Ok(Value::array(elements.to_values(call)?.into_iter().map(one).collect())),
        None => call.fail(format!("{} is not a list of strings", ruby::inspected(&subject))),
    }
}

/// Applies to strings in nested arrays and hashes.
fn deep(value: &Value, change: fn(&str) -> String) -> R {
    match value {
        Value::Str(text) => Ok(Value::from(change(&text.text))),
        Value::Int(_) | Value::Big(_) | Value::Float(_) => Ok(value.clone()),
        Value::Array(items) => {
            items.items.iter().map(|item| deep(item, change)).collect::<R<Vec<_>>>().map(Value::array)
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| Ok((deep(key, change)?, deep(value, change)?)));
            entries.collect::<R<Hash>>().map(Value::hash)
        }
        other => Err(Flow::runtime(format!("{} has no letter case", ruby::inspected(other)))),
    }
}

fn upcase(call: &mut Call<'_>) -> R {
    deep(&call.take(0), str::to_uppercase)
}

fn downcase(call: &mut Call<'_>) -> R {
    deep(&call.take(0), lower)
}

/// Letter by letter: Ruby knows no final sigma.
fn lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().flat_map(char::to_lowercase).collect() }
}

fn capitalize(call: &mut Call<'_>) -> R {
    flat(call, capitalized)
}

fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    let mut out = String::with_capacity(text.len());
    write_title(first, &mut out);
    out.push_str(&lower(rest.as_str()));
    out
}

/// The title case of a letter: digraphs have one of their own, an expansion (`ß`) is upper case only at its start.
fn write_title(first: char, out: &mut String) {
    match first {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        _ => {
            let mut upper = first.to_uppercase();
            out.extend(upper.next());
            out.extend(upper.flat_map(char::to_lowercase));
        }
    }
}

fn camelcase(call: &mut Call<'_>) -> R {
    flat(call, |text| text.split('_').map(capitalized).collect())
}

fn chomp(call: &mut Call<'_>) -> R {
    flat(call, |text| {
        let cut = text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r']));
        cut.unwrap_or(text).to_owned()
    })
}

fn chop(call: &mut Call<'_>) -> R {
    flat(call, |text| match text.strip_suffix("\r\n") {
        Some(cut) => cut.to_owned(),
        None => {
            let mut rest = text.chars();
            rest.next_back();
            rest.as_str().to_owned()
        }
    })
}

fn strip(call: &mut Call<'_>) -> R {
    flat(call, |text| text.trim_matches(BLANK).to_owned())
}

fn lstrip(call: &mut Call<'_>) -> R {
    flat(call, |text| text.trim_start_matches(BLANK).to_owned())
}

fn rstrip(call: &mut Call<'_>) -> R {
    flat(call, |text| text.trim_end_matches(BLANK).to_owned())
}
