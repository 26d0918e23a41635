//! The nodes of a directory: a facts file each, whose name without its ending is the node's name.

use std::path::{Path, PathBuf};

use pprepl_session::file::reason;
use pprepl_text::visible;

/// A node to compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The certname, which is the name of the facts file.
    pub name: String,
    pub facts: PathBuf,
}

/// The maximum number of node names in a line.
const MAX_NAMES: usize = 5;

/// The endings of facts files.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

/// Returns the nodes of a directory by name.
///
/// # Errors
/// The directory cannot be read, has no facts file, or has two for one node.
pub fn nodes(folder: &Path) -> Result<Vec<Node>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
    let mut nodes: Vec<Node> = entries.filter_map(|entry| node(entry.ok()?.path())).collect();
    nodes.sort_by(|one, other| (&one.name, &one.facts).cmp(&(&other.name, &other.facts)));
    if nodes.is_empty() {
        return Err(format!("{}: expected facts files (NODE.json, NODE.yaml), found none", folder.display()));
    }
    match nodes.windows(2).find(|pair| pair[0].name == pair[1].name) {
        Some(pair) => {
            let (one, other) = (pair[0].facts.display(), pair[1].facts.display());
            Err(format!("{one} and {other} are facts of the same node: remove one"))
        }
        None => Ok(nodes),
    }
}

/// Returns the node of a file; `None` for hidden files and those with another ending.
fn node(path: PathBuf) -> Option<Node> {
    let ending = path.extension()?.to_str()?;
    let name = path.file_stem()?.to_str()?;
    let is_node = ENDINGS.contains(&ending) && !name.starts_with('.') && path.is_file();
    is_node.then(|| Node { name: name.to_owned(), facts: path.clone() })
}

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
