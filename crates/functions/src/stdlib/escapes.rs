//! Escapes for shells, patterns and URIs; splitting of shell words.

use std::fmt::Write as _;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::{polled, ruby};
use super::arguments::{first, wants};
use super::strings::each_text;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "shell_escape",
        &[Signature::new("Any $text", "String", shell_escape)],
        "Quotes the string as one shell word.",
    )
    .shows("shell_escape('foo b\"ar')", "'foo\\ b\\\"ar'"),
    Builtin::new(
        "shell_join",
        &[Signature::new("Any $words, Optional[Callable] &$block", "String", shell_join)],
        "Joins words into a shell command line.",
    )
    .shows("shell_join(['foo bar', 'ba z'])", "'foo\\ bar ba\\ z'"),
    Builtin::new(
        "shell_split",
        &[Signature::new("Any $line, Optional[Callable] &$block", "Array[String]", shell_split)],
        "Splits a shell command line into words.",
    )
    .shows("shell_split('foo\\ bar \"a b\"')", "['foo bar', 'a b']"),
    Builtin::new(
        "batch_escape",
        &[Signature::new("Any $text", "String", batch_escape)],
        "Quotes the string as one word for cmd on Windows.",
    )
    .shows("batch_escape('foo b\"ar')", "'\"foo b\"\"ar\"'"),
    Builtin::new(
        "powershell_escape",
        &[Signature::new("Any $text", "String", powershell_escape)],
        "Quotes the string as one word for PowerShell.",
    )
    .shows("powershell_escape('foo b')", "'foo` b'"),
    Builtin::new(
        "regexpescape",
        &[Signature::new(
            "Any $texts, Any *$ignored, Optional[Callable] &$block",
            "Variant[String, Array]",
            regexpescape,
        )],
        "Returns a pattern that matches the string literally.",
    )
    .shows("regexpescape('a.b')", "'a\\.b'"),
    Builtin::new(
        "uriescape",
        &[Signature::new("Any $texts, Any *$ignored, Optional[Callable] &$block", "Variant[String, Array]", uriescape)],
        "Escapes characters that are not allowed in a URI.",
    )
    .shows("uriescape('a b/c')", "'a%20b/c'"),
    Builtin::new(
        "uriescape",
        &[Signature::new("Any *$texts, Optional[Callable] &$block", "Undef", no_uriescape)],
        "Fails, since Puppet 8 cannot escape URIs.",
    )
    .marked("This function is not available in Puppet 8"),
];

fn no_uriescape(call: &mut Call<'_>) -> EvalResult {
    call.fail("stdlib 9 has no `uriescape` for Puppet 8")
}

fn shell_word(text: &str) -> EvalResult<String> {
    if text.is_empty() {
        return Ok("''".to_owned());
    }
    polled::write(text, |letter, out| match letter {
        '\n' => out.push_str("'\n'"),
        c if c.is_ascii_alphanumeric() || "_-.,:+/@".contains(c) => out.push(c),
        c => out.extend(['\\', c]),
    })
}

pub(super) fn shell_escape(call: &mut Call<'_>) -> EvalResult {
    shell_word(&text_of(call.arg(0))?).map(Value::from)
}

/// Returns Ruby's string form of a value; undef has none.
fn text_of(value: &Value) -> EvalResult<String> {
    if value.is_undef() { Ok(String::new()) } else { ruby::text(value) }
}

fn shell_join(call: &mut Call<'_>) -> EvalResult {
    match first(call)? {
        Value::Array(words) => {
            let words = polled::map(words.items.iter(), |word| shell_word(&text_of(word)?))?;
            polled::join(words.iter().map(String::as_str), " ").map(Value::from)
        }
        other => wants(call, "an array", &other),
    }
}

fn shell_split(call: &mut Call<'_>) -> EvalResult {
    let line = text_of(&first(call)?)?;
    let words = words(&line);
    budget::poll()?;
    match words {
        Some(words) => polled::collect(words.into_iter().map(Value::from)).map(Value::array),
        None => call.fail("a quote of the line is not closed"),
    }
}

/// Splits a shell command line into words; `None` when a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next().filter(|_| !budget::is_exhausted()) {
        match letter {
            ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c' => all.extend(word.take()),
            '\'' => quoted(&mut letters, '\'', word.get_or_insert_default())?,
            '"' => quoted(&mut letters, '"', word.get_or_insert_default())?,
            '\\' => match letters.next() {
                Some('\n') => {}
                Some(next) => word.get_or_insert_default().push(next),
                None => word.get_or_insert_default().push('\\'),
            },
            other => word.get_or_insert_default().push(other),
        }
    }
    all.extend(word);
    Some(all)
}

/// Adds the text up to the closing quote; double quotes allow escapes.
fn quoted(letters: &mut std::str::Chars<'_>, quote: char, word: &mut String) -> Option<()> {
    loop {
        match letters.next().filter(|_| !budget::is_exhausted())? {
            letter if letter == quote => return Some(()),
            '\\' if quote == '"' => match letters.next()? {
                escaped @ ('$' | '`' | '"' | '\\' | '\n') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            other => word.push(other),
        }
    }
}

pub(super) fn batch_escape(call: &mut Call<'_>) -> EvalResult {
    let escaped = polled::write(&text_of(call.arg(0))?, |letter, out| match letter {
        '"' => out.push_str("\"\""),
        '$' | '\\' => out.extend(['\\', letter]),
        other => out.push(other),
    })?;
    Ok(Value::from(format!("\"{escaped}\"")))
}

pub(super) fn powershell_escape(call: &mut Call<'_>) -> EvalResult {
    let escaped = polled::write(&text_of(call.arg(0))?, |letter, out| match letter {
        ' ' | '\'' | '`' | '|' | '\n' | '$' => out.extend(['`', letter]),
        '"' => out.push_str("\\`\""),
        other => out.push(other),
    })?;
    Ok(Value::from(escaped))
}

fn regexpescape(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    each_text(call, &value, |text| {
        budget::charge(text.len())?;
        let pattern = pattern_of(text);
        budget::poll()?;
        Ok(pattern)
    })
}

/// Returns a pattern that matches the string literally.
pub(crate) fn pattern_of(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars().take_while(|_| !budget::is_exhausted()) {
        match letter {
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^' | '$' | '#' | ' ' => {
                out.extend(['\\', letter])
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x0c' => out.push_str("\\f"),
            '\x0b' => out.push_str("\\v"),
            other => out.push(other),
        }
    }
    out
}

fn uriescape(call: &mut Call<'_>) -> EvalResult {
    let value = first(call)?;
    each_text(call, &value, |text| {
        budget::charge(text.len())?;
        let escaped = percent(text, ";/?:@&=+$,[]-_.!~*'()");
        budget::poll()?;
        Ok(escaped)
    })
}

/// Percent-encodes every byte that is not a letter, a digit or one of `kept`.
pub(super) fn percent(text: &str, kept: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes().take_while(|_| !budget::is_exhausted()) {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
