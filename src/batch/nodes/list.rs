//! Lists of nodes for people.

use pprepl_text::visible;

/// The maximum number of node names in a line.
const MAX_NAMES: usize = 5;

/// Returns the number of nodes and the first names.
pub fn names<N: AsRef<str>>(nodes: impl ExactSizeIterator<Item = N>) -> String {
    let count = nodes.len();
    let noun = if count == 1 { "node" } else { "nodes" };
    let first: Vec<N> = nodes.take(MAX_NAMES).collect();
    let first = first.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", ");
    let rest = match count.saturating_sub(MAX_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{count} {noun}: {}{rest}", visible(&first))
}
