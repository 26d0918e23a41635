//! Texts made safe for shells, patterns and URIs, and shell words.

use crate::eval::{Builtin, Call, R};
use crate::pcore::Value;

use super::super::{ruby, signature};
use super::arguments::{first, wants};
use super::texts::each_text;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new("shell_escape", &[signature("Any $text", "String", shell_escape)], "The text as one word of a shell.")
        .shows("shell_escape('foo b\"ar')", "'foo\\ b\\\"ar'"),
    Builtin::new("shell_join", &[signature("Any $words", "String", shell_join)], "Words as a line for a shell.")
        .shows("shell_join(['foo bar', 'ba z'])", "'foo\\ bar ba\\ z'"),
    Builtin::new(
        "shell_split",
        &[signature("Any $line", "Array[String]", shell_split)],
        "The words of a shell's line.",
    )
    .shows("shell_split('foo\\ bar \"a b\"')", "['foo bar', 'a b']"),
    Builtin::new("batch_escape", &[signature("Any $text", "String", batch_escape)], "As one word of Windows's cmd.")
        .shows("batch_escape('foo b\"ar')", "'\"foo b\"\"ar\"'"),
    Builtin::new(
        "powershell_escape",
        &[signature("Any $text", "String", powershell_escape)],
        "As one word of PowerShell.",
    )
    .shows("powershell_escape('foo b')", "'foo` b'"),
    Builtin::new(
        "regexpescape",
        &[signature("Any $texts, Any *$ignored", "Variant[String, Array]", regexpescape)],
        "As a pattern that matches the text itself.",
    )
    .shows("regexpescape('a.b')", "'a\\.b'"),
    Builtin::new(
        "uriescape",
        &[signature("Any $texts, Any *$ignored", "Variant[String, Array]", uriescape)],
        "With escapes for what may not stand in a URI.",
    )
    .shows("uriescape('a b/c')", "'a%20b/c'"),
];

fn shell_word(text: &str) -> String {
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("'\n'"),
            c if c.is_ascii_alphanumeric() || "_-.,:+/@".contains(c) => out.push(c),
            c => out.extend(['\\', c]),
        }
    }
    out
}

pub(super) fn shell_escape(call: &mut Call<'_>) -> R {
    Ok(Value::from(shell_word(&text_of(call.arg(0)))))
}

/// Ruby's text of a value; undef has none.
fn text_of(value: &Value) -> String {
    if value.is_undef() { String::new() } else { ruby::to_s(value) }
}

fn shell_join(call: &mut Call<'_>) -> R {
    match first(call)? {
        Value::Array(words) => {
            let words: Vec<String> = words.items.iter().map(|word| shell_word(&text_of(word))).collect();
            Ok(Value::from(words.join(" ")))
        }
        other => wants(call, "an array", &other),
    }
}

fn shell_split(call: &mut Call<'_>) -> R {
    let line = text_of(&first(call)?);
    match words(&line) {
        Some(words) => Ok(Value::array(words.into_iter().map(Value::from).collect())),
        None => call.fail("a quote of the line is not closed"),
    }
}

/// The words of a shell's line; `None` when a quote is not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
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

/// Adds what stands up to the closing quote; double ones know escapes.
fn quoted(letters: &mut std::str::Chars<'_>, quote: char, word: &mut String) -> Option<()> {
    loop {
        match letters.next()? {
            letter if letter == quote => return Some(()),
            '\\' if quote == '"' => match letters.next()? {
                escaped @ ('$' | '`' | '"' | '\\' | '\n') => word.push(escaped),
                other => word.extend(['\\', other]),
            },
            other => word.push(other),
        }
    }
}

pub(super) fn batch_escape(call: &mut Call<'_>) -> R {
    let mut out = String::from("\"");
    for letter in text_of(call.arg(0)).chars() {
        match letter {
            '"' => out.push_str("\"\""),
            '$' | '\\' => out.extend(['\\', letter]),
            other => out.push(other),
        }
    }
    out.push('"');
    Ok(Value::from(out))
}

pub(super) fn powershell_escape(call: &mut Call<'_>) -> R {
    let mut out = String::new();
    for letter in text_of(call.arg(0)).chars() {
        match letter {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => out.extend(['`', letter]),
            '"' => out.push_str("\\`\""),
            other => out.push(other),
        }
    }
    Ok(Value::from(out))
}

fn regexpescape(call: &mut Call<'_>) -> R {
    let value = first(call)?;
    each_text(call, &value, pattern_of)
}

/// A pattern that matches the text itself.
pub(crate) fn pattern_of(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
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

fn uriescape(call: &mut Call<'_>) -> R {
    let value = first(call)?;
    each_text(call, &value, |text| percent(text, ";/?:@&=+$,[]-_.!~*'()"))
}

/// Percent signs and digits for every byte that is neither a letter, a digit nor one of `kept`.
pub(super) fn percent(text: &str, kept: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
