//! Simple values of options: names, quoted strings, lists.

/// Returns the text of a value: without its quotes, if it is in double quotes.
pub(super) fn text(value: &str) -> String {
    let value = value.trim();
    match value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inside) => inside.replace("\\\"", "\""),
        None => match value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
            Some(inside) => inside.replace("\\'", "'"),
            None => value.to_owned(),
        },
    }
}

/// Returns whether it is the name of a lesson, a step or a rule.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Splits a list at its commas.
pub(super) fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Splits the options of a quiz: at commas outside of brackets and quotes, or one a line.
pub(super) fn choices(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    for ch in text.chars() {
        match (quote, ch) {
            (Some(sign), ch) if ch == sign => quote = None,
            // An apostrophe inside a word opens no string.
            (None, '\'' | '"') if !parts.last().is_some_and(|part| part.ends_with(char::is_alphanumeric)) => {
                quote = Some(ch);
            }
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') => depth = depth.saturating_sub(1),
            (None, ',' | '\n') if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(ch);
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}
