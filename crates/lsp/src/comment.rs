//! Comments before definitions.

/// Returns the comment on the lines directly before an offset, without `#`.
pub fn comment_before(text: &str, offset: u32) -> Option<String> {
    let before = text.get(..offset as usize)?;
    let before = before.get(..before.rfind('\n').map_or(0, |at| at + 1))?;
    let mut lines: Vec<&str> = before.lines().rev().map_while(|line| line.trim_start().strip_prefix('#')).collect();
    lines.reverse();
    let text = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n");
    (!text.trim().is_empty()).then_some(text)
}
