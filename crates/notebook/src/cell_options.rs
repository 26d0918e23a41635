//! The option lines at the top of a cell: comments `#| NAME VALUE`. They belong to the cell's text; lessons and tests
//! give them their meaning.

/// The sign of an option line.
pub(super) const SIGN: &str = "#|";

/// Returns whether the line (without its end) is an option, or continues one.
pub fn is_option_line(line: &str) -> bool {
    line.strip_prefix(SIGN).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns the length of the options at the top of a cell's text, up to its body.
pub fn options_end(text: &str) -> usize {
    text.split_inclusive('\n').take_while(|line| is_option_line(line.trim_end_matches('\n'))).map(str::len).sum()
}
