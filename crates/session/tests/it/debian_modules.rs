//! The unpacked packages as a module path: a folder of links, each module by the name that its metadata tell.

use std::path::{Path, PathBuf};

use serde_json::Value;

/// Links for all modules of the packages in `root`, in a folder that goes with the value.
pub fn linked(root: &Path) -> tempfile::TempDir {
    let made = tempfile::tempdir().expect("a folder");
    let mut modules: Vec<PathBuf> =
        folders(root).iter().flat_map(|package| folders(&package.join("usr/share/puppet/modules.available"))).collect();
    modules.sort();
    for module in modules {
        let link = made.path().join(name_of(&module));
        if !link.exists() {
            pprepl_testing::link(&module, &link).expect("a link");
        }
    }
    made
}

fn folders(root: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The name without the author's; some write `author/name`, some `author-na-me`.
fn name_of(module: &Path) -> String {
    let metadata = std::fs::read_to_string(module.join("metadata.json")).unwrap_or_default();
    let metadata: Value = serde_json::from_str(&metadata).unwrap_or_default();
    let folder = module.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let full = metadata["name"].as_str().filter(|name| name.contains(['-', '/'])).map_or(folder, str::to_owned);
    full.split_once(['-', '/']).map_or(full.clone(), |(_, name)| name.replace('-', "_"))
}
