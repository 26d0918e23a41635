//! The nodes of a directory: a facts file each, whose name without its ending is the node's name.

use std::path::{Path, PathBuf};

use super::file::reason;

/// A node with its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeFile {
    /// The certname, which is the name of the facts file.
    pub name: String,
    pub facts: PathBuf,
}

/// The endings of facts files.
const ENDINGS: [&str; 3] = ["json", "yaml", "yml"];

/// Returns the nodes of a directory by name.
///
/// # Errors
/// The directory cannot be read, has no facts file, or has two for one node.
pub fn nodes(folder: &Path) -> Result<Vec<NodeFile>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
    let mut nodes: Vec<NodeFile> = entries.filter_map(|entry| node(entry.ok()?.path())).collect();
    nodes.sort_by(|one, other| (&one.name, &one.facts).cmp(&(&other.name, &other.facts)));
    if nodes.is_empty() {
        return Err(format!("{}: expected facts files (NODE.json, NODE.yaml), found none", folder.display()));
    }
    match nodes.windows(2).find(|pair| pair[0].name == pair[1].name) {
        Some(pair) => {
            let (one, other) = (pprepl_files::slashed(&pair[0].facts), pprepl_files::slashed(&pair[1].facts));
            Err(format!("{one} and {other} are facts of the same node: remove one"))
        }
        None => Ok(nodes),
    }
}

/// Returns the node of a file; `None` for hidden files and those with another ending.
fn node(path: PathBuf) -> Option<NodeFile> {
    let ending = path.extension()?.to_str()?;
    let name = path.file_stem()?.to_str()?;
    let is_node = ENDINGS.contains(&ending) && !name.starts_with('.') && path.is_file();
    is_node.then(|| NodeFile { name: name.to_owned(), facts: path.clone() })
}
