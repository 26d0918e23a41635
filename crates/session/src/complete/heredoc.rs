//! Completion in the opener of a heredoc, `@("END":json/n)`, and of escapes in strings and heredocs.

use puppet_syntax::EndContext;

use super::item::{Completion, Item, ItemKind};
use super::place::place;
use super::rank::matching_items;

/// The flags of a heredoc: the escapes that it enables.
const FLAGS: &[(&str, &str, &str)] = &[
    ("n", "\\n", "a line feed"),
    ("t", "\\t", "a tab"),
    ("s", "\\s", "a space"),
    ("r", "\\r", "a carriage return"),
    ("u", "\\u{1F600}", "a character by its code point"),
    ("L", "\\ at the end of a line", "joins the line with the next one"),
    ("$", "\\$", "a dollar sign, also before a name"),
];

/// The syntaxes that are checked or colored, with what happens.
const SYNTAXES: &[(&str, &str)] = &[
    ("json", "checked and colored as JSON"),
    ("epp", "checked and colored as a template of EPP"),
    ("pp", "checked and colored as Puppet"),
    ("base64", "checked as Base64"),
    ("yaml", "colored as YAML"),
    ("ruby", "colored as Ruby"),
    ("bash", "colored as shell code"),
];

/// The escapes of double-quoted strings.
const ESCAPES: &[(&str, &str)] = &[
    ("\\n", "a line feed"),
    ("\\t", "a tab"),
    ("\\s", "a space"),
    ("\\r", "a carriage return"),
    ("\\$", "a dollar sign, also before a name"),
    ("\\\"", "a double quote"),
    ("\\'", "a single quote"),
    ("\\\\", "a backslash"),
    ("\\u{", "a character by its code point: \\u{1F600}"),
];

/// Completes inside `@(..` at the end of `before`; `None` elsewhere.
pub fn opener(before: &str) -> Option<Completion> {
    let at = before.rfind("@(")?;
    let inside = before.get(at + 2..)?;
    if inside.contains([')', '\n']) || !is_code(before.get(..at)?) {
        return None;
    }
    if let Some((_, flags)) = inside.rsplit_once('/') {
        let new = FLAGS.iter().filter(|(flag, ..)| !flags.contains(flag));
        let items = new.map(|(flag, escape, doc)| Item::new(*flag, ItemKind::Escape, *escape, *doc)).collect();
        return Some(Completion { from: before.len(), items });
    }
    let (_, typed) = inside.split_once(':')?;
    let typed = typed.trim_start();
    let item = |(name, doc): &(&str, &str)| Item::new(*name, ItemKind::Escape, "", *doc);
    let items = matching_items(SYNTAXES.iter().map(item).collect(), typed);
    Some(Completion { from: before.len() - typed.len(), items })
}

fn is_code(before: &str) -> bool {
    matches!(place(before), EndContext::Code | EndContext::Interpolation)
}

/// Completes an escape after a backslash at the end of `before`, in the string or heredoc that starts at byte `start`.
pub fn escape(before: &str, start: usize) -> Option<Completion> {
    let slashes = before.len() - before.trim_end_matches('\\').len();
    if slashes.is_multiple_of(2) {
        return None;
    }
    let item = |(label, doc): &(&str, &str)| Item::new(*label, ItemKind::Escape, "", *doc);
    let items: Vec<Item> = match before.as_bytes().get(start) {
        Some(b'\'') => ESCAPES.iter().filter(|(label, _)| matches!(*label, "\\'" | "\\\\")).map(item).collect(),
        Some(b'"') if !is_heredoc(before, start) => ESCAPES.iter().map(item).collect(),
        _ => {
            let flags = flags_above(before, start);
            let is_on = |label: &str| label == "\\\\" || label.chars().nth(1).is_some_and(|flag| flags.contains(flag));
            ESCAPES.iter().filter(|(label, _)| !flags.is_empty() && is_on(label)).map(item).collect()
        }
    };
    Some(Completion { from: before.len() - 1, items })
}

/// Returns whether a heredoc's body starts at the byte: an opener is in the line above.
fn is_heredoc(before: &str, start: usize) -> bool {
    line_above(before, start).is_some_and(|line| line.contains("@("))
}

fn line_above(before: &str, start: usize) -> Option<&str> {
    before.get(..start)?.strip_suffix('\n')?.rsplit('\n').next()
}

/// Returns the flags of the opener in the line above; all of them after a lone `/`.
fn flags_above(before: &str, start: usize) -> String {
    let opener = line_above(before, start).and_then(|line| line.rsplit_once("@("));
    let inside = opener.and_then(|(_, rest)| rest.split(')').next()).unwrap_or_default();
    match inside.rsplit_once('/') {
        Some((_, flags)) if flags.trim().is_empty() => FLAGS.iter().map(|(flag, ..)| *flag).collect(),
        Some((_, flags)) => flags.to_owned(),
        None => String::new(),
    }
}
