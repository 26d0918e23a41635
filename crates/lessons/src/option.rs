//! The options of a cell: comment lines `#|` at its top, each a name and a value. Three or more spaces after `#|`
//! continue the value above.

use pprepl_notebook::is_option_line;
use pprepl_text::Span;

use crate::code::Code;

/// An option of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellOption {
    pub name: String,
    /// The place of the name in the file.
    pub span: Span,
    /// The value, without the spaces around it.
    pub value: Code,
}

/// A line of a cell that belongs to its options: its offset in the file and its text.
type OptionLine<'t> = (usize, &'t str);

/// The sign of an option line.
const SIGN: &str = "#|";

/// The indentation of a line that continues a value.
const CONTINUATION: &str = "   ";

/// Parses the options at the top of a cell. `lines` are the lines of the cell with their offsets in the file.
pub(crate) fn options<'t>(lines: impl Iterator<Item = OptionLine<'t>>) -> Vec<CellOption> {
    let mut options: Vec<CellOption> = Vec::new();
    for (start, line) in lines.take_while(|(_, line)| is_option_line(line)) {
        let text = line.get(SIGN.len()..).unwrap_or("");
        match (text.strip_prefix(CONTINUATION), options.last_mut()) {
            (Some(more), Some(option)) => continued(option, more, start + line.len()),
            _ if text.trim().is_empty() => {}
            _ => options.push(option(text, start + SIGN.len())),
        }
    }
    options
}

/// Adds a line to the value of an option.
fn continued(option: &mut CellOption, more: &str, end: usize) {
    let is_first = option.value.text.is_empty();
    if !is_first {
        option.value.text.push('\n');
    }
    option.value.text.push_str(more.trim_end());
    let more_start = end - more.len();
    if is_first {
        option.value.span.start = offset(more_start);
    }
    option.value.span.end = offset(end);
}

/// Parses the first line of an option; `at` is the offset of the text after the sign.
fn option(text: &str, at: usize) -> CellOption {
    let lead = text.len() - text.trim_start().len();
    let rest = text.get(lead..).unwrap_or("");
    let name = rest.split(char::is_whitespace).next().unwrap_or("");
    let value = rest.get(name.len()..).unwrap_or("");
    let gap = value.len() - value.trim_start().len();
    let start = at + lead;
    let value_start = start + name.len() + gap;
    let value = value.trim();
    CellOption {
        name: name.to_owned(),
        span: span(start, name.len()),
        value: Code { text: value.to_owned(), span: span(value_start, value.len()) },
    }
}

/// Returns the span of `len` bytes from `start` on.
pub(crate) fn span(start: usize, len: usize) -> Span {
    Span::new(offset(start), offset(start + len))
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
