//! Strings from values: `sprintf` and `shellquote`. Old-style functions.

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;
use puppet_pcore::sprintf::sprintf as sprintf_text;

use super::arrays::flatten_into;
use super::{polled, ruby};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "sprintf",
        &[Signature::new("Any $format, Any *$values, Optional[Callable] &$block", "String", sprintf)],
        "Formats values like Ruby's sprintf; a hash fills named placeholders (%<name>s, %{name}).",
    )
    .shows("sprintf('%05.1f|%-4s|%x', 3.14159, 'ab', 255)", "'003.1|ab  |ff'"),
    Builtin::new(
        "shellquote",
        &[Signature::new("Any *$words, Optional[Callable] &$block", "String", shellquote)],
        "Quotes words for a Bourne shell where needed, and joins them with spaces.",
    )
    .shows("shellquote('echo', 'two words', '$x')", "'echo \"two words\" \\'$x\\''"),
];

fn sprintf(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let Some(format) = ruby::legacy_text(call.arg(0)) else {
        return call.fail(format!("the format should be a string, not {}", ruby::inspected(call.arg(0))));
    };
    let values: Vec<Value> = call.args().iter().skip(1).map(ruby::legacy).collect();
    budget::poll()?;
    Ok(Value::from(sprintf_text(&format, &values)?))
}

fn shellquote(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    let mut words = Vec::new();
    for index in 0..call.len() {
        match call.take(index) {
            Value::Array(items) => {
                flatten_into(&items.items, &mut words, usize::MAX);
            }
            // Undef is an empty word as an argument, but adds no word inside an array.
            Value::Undef | Value::Unset => words.push(Value::str("")),
            other => words.push(other),
        }
    }
    let quoted = polled::map(words.iter(), |word| quoted_word(call, word))?;
    polled::join(quoted.iter().map(String::as_str), " ").map(Value::from)
}

fn quoted_word(call: &Call<'_>, word: &Value) -> EvalResult<String> {
    let text = match word {
        Value::Undef => None,
        other => ruby::legacy_text(other),
    };
    match text {
        Some(text) => {
            budget::charge(text.len())?;
            let quoted = shell_word(text);
            budget::poll()?;
            Ok(quoted)
        }
        None => call.fail(format!("{} is not a string for a shell", ruby::inspected(word))),
    }
}

/// Quotes a word: none if all characters are harmless, else double quotes, else single quotes, else escapes.
fn shell_word(word: String) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "@%_+=:,./-".contains(c);
    let special = |c: char| "!\"`$\\".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        word
    } else if !word.contains(special) {
        format!("\"{word}\"")
    } else if !word.contains('\'') {
        format!("'{word}'")
    } else {
        // As in the reference, which treats each byte as a character.
        let bytes = word.bytes().map(char::from).take_while(|_| !budget::is_exhausted());
        let escaped = bytes.flat_map(|c| special(c).then_some('\\').into_iter().chain([c]));
        format!("\"{}\"", escaped.collect::<String>())
    }
}
