//! Character classes of the lexical grammar. They are tables, so that the lexer's loops need one load and one test a
//! byte. Word characters are ASCII only; spaces are those of all of Unicode.

/// Returns whether the byte is one of `[A-Za-z0-9_]`.
pub(super) const fn is_word(byte: u8) -> bool {
    WORD[byte as usize]
}

static WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Returns whether the character is whitespace within a line (`[[:blank:]]`).
pub(super) const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}')
}

/// Returns whether no word boundary is between a digit and this character.
pub(super) fn continues_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Returns the word with its first letter in upper case.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// Returns the end of the run of word bytes that starts at `from`.
pub(super) fn word_end(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len())
}

/// Returns the end of a variable's name (`(::)?(\w+::)*\w+`) that starts at `from`, if there is one.
pub(super) fn variable_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut end = from;
    if bytes.get(from..from + 2) == Some(b"::") {
        end += 2;
    }
    let first = word_end(bytes, end);
    if first == end {
        return None;
    }
    end = first;
    while bytes.get(end..end + 2) == Some(b"::") {
        let next = word_end(bytes, end + 2);
        if next == end + 2 {
            break;
        }
        end = next;
    }
    Some(end)
}
