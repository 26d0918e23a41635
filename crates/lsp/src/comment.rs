//! Comments before definitions.

use pprepl_text::Span;

/// Returns the comment on the lines directly before an offset, without `#`.
pub fn comment_before(text: &str, offset: u32) -> Option<String> {
    let before = text.get(..offset as usize)?;
    let before = before.get(..before.rfind('\n').map_or(0, |at| at + 1))?;
    let mut lines: Vec<&str> = before.lines().rev().map_while(|line| line.trim_start().strip_prefix('#')).collect();
    lines.reverse();
    let text = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n");
    (!text.trim().is_empty()).then_some(text)
}

/// Returns the place of a parameter's name in the comment on the lines directly before an offset: after `@param`, and a
/// type in brackets if there is one.
pub fn parameter_in_comment(text: &str, offset: u32, name: &str) -> Option<Span> {
    let before = text.get(..offset as usize)?;
    let mut end = before.rfind('\n')? + 1;
    for line in before.get(..end)?.split_inclusive('\n').rev() {
        let start = end - line.len();
        let comment = line.trim_start().strip_prefix('#')?;
        if let Some(at) = described(comment).filter(|found| word(found) == name) {
            let start = (start + line.len() - at.len()) as u32;
            return Some(Span::new(start, start + name.len() as u32));
        }
        end = start;
    }
    None
}

/// Returns the rest of a line from the name of the parameter that it describes.
fn described(comment: &str) -> Option<&str> {
    let rest = comment.trim_start().strip_prefix("@param")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let rest = if rest.starts_with('[') { rest.get(type_length(rest)?..)?.trim_start() } else { rest };
    Some(rest.strip_prefix('$').unwrap_or(rest))
}

/// Returns the length of a type in brackets, which may have brackets itself.
fn type_length(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' if depth == 1 => return Some(at + 1),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_')).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
