//! Ruby's lower and title case, which differ from Rust's for a few letters.

/// Converts to lowercase letter by letter: Ruby has no final sigma.
pub fn lower(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.chars().flat_map(char::to_lowercase).collect() }
}

/// Returns the text with its first letter in title case, and the others in lowercase.
pub fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    let mut out = String::with_capacity(text.len());
    write_title(first, &mut out);
    out.push_str(&lower(rest.as_str()));
    out
}

/// Writes a letter in title case. Digraphs have their own; an expansion (`ß`) is capitalized only at its start.
fn write_title(first: char, out: &mut String) {
    match first {
        'Ǆ' | 'ǅ' | 'ǆ' => out.push('ǅ'),
        'Ǉ' | 'ǈ' | 'ǉ' => out.push('ǈ'),
        'Ǌ' | 'ǋ' | 'ǌ' => out.push('ǋ'),
        'Ǳ' | 'ǲ' | 'ǳ' => out.push('ǲ'),
        // Georgian letters have uppercase but no title case.
        '\u{10d0}'..='\u{10ff}' => out.push(first),
        '\u{1c90}'..='\u{1cbf}' => out.extend(first.to_lowercase()),
        'ŉ' => out.push_str("ʼN"),
        '\u{1f80}'..='\u{1fff}' => out.push_str(&greek_title(first)),
        _ => {
            let mut upper = first.to_uppercase();
            out.extend(upper.next());
            out.extend(upper.flat_map(char::to_lowercase));
        }
    }
}

/// Returns the title case of a Greek letter with iota subscript, which stays below. Uppercase writes it as a separate
/// letter.
fn greek_title(first: char) -> String {
    let upper: String = first.to_uppercase().collect();
    let Some(stem) = upper.strip_suffix('Ι').filter(|stem| !stem.is_empty()) else { return upper };
    let title = match first {
        '\u{1f80}'..='\u{1faf}' => char::from_u32(u32::from(first) | 8),
        'ᾳ' | 'ῃ' | 'ῳ' => char::from_u32(u32::from(first) + 9),
        'ᾼ' | 'ῌ' | 'ῼ' => Some(first),
        _ => None,
    };
    title.map_or_else(|| format!("{stem}\u{345}"), String::from)
}
