//! Long output: its first lines, and what is omitted.

/// Returns the part of `text` that fits into `limit` lines of this width, and what is omitted. A limit of 0 means no
/// limit.
pub fn first_lines(text: &str, limit: usize, width: usize) -> (&str, Option<String>) {
    if limit == 0 {
        return (text, None);
    }
    let lines = text.match_indices('\n').nth(limit - 1).map_or(text.len(), |(at, _)| at);
    let characters = text.char_indices().nth(limit * width).map_or(text.len(), |(at, _)| at);
    let end = lines.min(characters);
    let left = text.get(end..).unwrap_or("").trim_start_matches('\n');
    let more = match left.lines().count() {
        0 => None,
        1 => Some(format!("{} more characters", left.chars().count())),
        count => Some(format!("{count} more lines")),
    };
    (text.get(..end).unwrap_or(text), more)
}
