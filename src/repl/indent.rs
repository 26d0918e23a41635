//! Indentation of a new line, and of a line that a bracket closes.

/// The spaces of one level.
const STEP: &str = "  ";

/// The indentation of a line that Enter starts after `before`: that of the line before, one level more after an opening
/// bracket at its end.
pub fn next_line(before: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or("");
    let own = line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut indent = line.get(..own).unwrap_or("").to_owned();
    let code = line.trim_end();
    let lambda = code.ends_with('|') && code.matches('|').count() >= 2;
    if code.ends_with(['{', '(', '[']) || code.ends_with("=>") || lambda && !code.ends_with("||") {
        indent.push_str(STEP);
    }
    indent
}

/// How many blanks before the cursor a closing bracket takes away: one level, when only blanks stand there.
pub fn closing(before: &str) -> usize {
    let line = before.rsplit('\n').next().unwrap_or("");
    let first = before.len() == line.len();
    let blank = !line.is_empty() && line.chars().all(|c| c == ' ');
    if blank && !first { line.len().min(STEP.len()) } else { 0 }
}
