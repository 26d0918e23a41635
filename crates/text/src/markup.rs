//! Text that is safe to show: control and direction characters become visible escapes.
//!
//! A value, a file or a message may hold an escape sequence that would clear the screen. It may also hold a direction
//! mark that shows code in another order than it runs. Front ends pass all text of users through [`visible`]. Line
//! ends and tabs stay: they are layout, not control.

use std::borrow::Cow;
use std::fmt::Write;

/// Writes every character that a terminal would obey, hide or reorder as `\u{..}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if is_plain(text) || !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for ch in text.chars() {
        push_visible(&mut shown, ch);
    }
    Cow::Owned(shown)
}

/// Appends `ch` to `shown`, as an escape when it cannot be shown.
fn push_visible(shown: &mut String, ch: char) {
    match ch {
        '\r' => shown.push_str("\\r"),
        '\u{1b}' => shown.push_str("\\e"),
        ch if is_hidden(ch) => {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(ch));
        }
        ch => shown.push(ch),
    }
}

/// Returns whether `text` has only printable ASCII, line ends and tabs: the common case, detected without decoding.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// Returns whether a character sets the direction of the text after it: a mark, embedding, override or isolate. It has
/// no width.
pub fn is_direction(ch: char) -> bool {
    matches!(ch, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a terminal would obey, hide or reorder this character.
pub fn is_hidden(ch: char) -> bool {
    match ch {
        '\n' | '\t' => false,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => true,
        ch if is_direction(ch) => true,
        // Characters without width that make two different names look alike; line separators that Puppet does not
        // treat as line ends.
        '\u{ad}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}' => true,
        // Fillers and joiners that are invisible.
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' => true,
        '\u{3164}' | '\u{ffa0}' => true,
        '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

/// Makes whitespace visible: `·` is a space, `→` a tab, `⏎` a line end (which stays after it).
pub fn spaces(text: &str) -> String {
    let mut shown = String::new();
    for ch in visible(text).chars() {
        match ch {
            ' ' => shown.push('·'),
            '\t' => shown.push('→'),
            '\n' => shown.push_str("⏎\n"),
            ch => shown.push(ch),
        }
    }
    shown
}
