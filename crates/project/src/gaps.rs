//! Things that an environment uses and the index cannot know: layers of Hiera data, and modules that are not installed.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use puppet_functions::loader::yaml::{self, Node};
use serde::Deserialize;

/// The gaps of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// The layers with data outside of the files of the index: from other backends, from other places, or in files that
    /// are not here. The names of modules; `None` for the environment.
    layers: BTreeSet<Option<Arc<str>>>,
    /// The modules that need others that are not here.
    modules: BTreeSet<Arc<str>>,
    /// The modules in a directory that does not have the name of their metadata: where they are installed, the directory
    /// has another name.
    renamed: BTreeSet<Arc<str>>,
}

/// The part of a module's `metadata.json` that names it and other modules.
#[derive(Deserialize)]
struct Metadata {
    name: Option<String>,
    #[serde(default)]
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: Option<String>,
}

/// The functions that read data files of the index.
const FILE_BACKENDS: [&str; 3] = ["yaml_data", "json_data", "eyaml_lookup_key"];

/// The directories that older configurations outside of an environment read.
const OLD_FOLDERS: [&str; 2] = ["hieradata", "hiera"];

impl Gaps {
    /// Returns whether a layer has data that the index does not know.
    pub(super) fn has_layer(&self, module: Option<&str>) -> bool {
        self.layers.iter().any(|layer| layer.as_deref() == module)
    }

    /// Returns whether a module needs one that is not here.
    pub(super) fn has_module(&self, module: &str) -> bool {
        self.modules.contains(module)
    }

    /// Returns whether the directory of a module has another name than its metadata.
    pub(super) fn has_renamed(&self, module: &str) -> bool {
        self.renamed.contains(module)
    }

    /// Adds a module, if the text of its `metadata.json` has another name, or a dependency that is not installed.
    pub(super) fn see_metadata(&mut self, module: &Arc<str>, text: &str, is_installed: &dyn Fn(&str) -> bool) {
        let Ok(metadata) = serde_json::from_str::<Metadata>(text) else { return };
        let mut names = metadata.dependencies.iter().filter_map(|dependency| dependency.name.as_deref());
        if metadata.name.is_some_and(|name| *own_name(&name) != **module) {
            self.renamed.insert(module.clone());
        }
        if !names.all(|name| is_installed(own_name(name))) {
            self.modules.insert(module.clone());
        }
    }

    /// Adds a layer, if the text of its `hiera.yaml` (`None` if it has none) names such data.
    pub(super) fn see_layer(&mut self, root: &Path, module: Option<&Arc<str>>, config: Option<&str>) {
        let is_opaque = match config {
            Some(text) => yaml::read(text).ok().flatten().is_none_or(|config| is_opaque(root, &config)),
            None => module.is_none() && OLD_FOLDERS.iter().any(|folder| root.join(folder).is_dir()),
        };
        if is_opaque {
            self.layers.insert(module.cloned());
        }
    }
}

/// Returns the name of a module without its author.
pub(super) fn own_name(name: &str) -> &str {
    name.rsplit(['/', '-']).next().unwrap_or(name)
}

fn is_opaque(root: &Path, config: &Node) -> bool {
    let general = config.entry("defaults").map(|(_, node)| node);
    let is_known = |level: &Node| {
        let datadir = |node: Option<&Node>| node?.entry("datadir")?.1.text().map(str::to_owned);
        let folder = datadir(Some(level)).or_else(|| datadir(general)).unwrap_or_else(|| "data".to_owned());
        has_file_backend(level, general) && has_known_paths(level) && is_here(root, &folder)
    };
    let levels = ["hierarchy", "default_hierarchy"].into_iter().filter_map(|name| config.entry(name));
    let mut levels = levels.flat_map(|(_, levels)| levels.items());
    !levels.all(is_known)
}

/// Returns whether a level, or the defaults if it does not say, reads files of a known format.
fn has_file_backend(level: &Node, general: Option<&Node>) -> bool {
    const KEYS: [&str; 5] = ["data_hash", "lookup_key", "data_dig", "hiera3_backend", "v3_backend"];
    let backend = |node: &Node| KEYS.iter().find_map(|key| Some(node.entry(key)?.1.text().map(str::to_owned)));
    let own = backend(level).or_else(|| backend(general?));
    own.is_none_or(|name| name.is_some_and(|name| FILE_BACKENDS.contains(&&*name)))
}

/// Returns whether a level names files that the index recognizes as data.
fn has_known_paths(level: &Node) -> bool {
    let texts = |key: &str| {
        let (_, node) = level.entry(key)?;
        let items: Vec<Option<String>> = node.items().map(|item| item.text().map(str::to_owned)).collect();
        Some(if items.is_empty() { vec![node.text().map(str::to_owned)] } else { items })
    };
    let has_ending = |path: &String| [".yaml", ".yml", ".eyaml", ".json"].iter().any(|ending| path.ends_with(ending));
    let plain = ["path", "paths", "glob", "globs"].into_iter().filter_map(texts).flatten();
    let is_elsewhere = ["uri", "uris"].iter().any(|key| level.entry(key).is_some());
    // The last part of `mapped_paths` is the template of the path.
    let mapped = texts("mapped_paths").and_then(|parts| parts.last().cloned());
    !is_elsewhere && plain.chain(mapped).all(|path| path.as_ref().is_some_and(has_ending))
}

/// Returns whether a data directory is part of the layer, and exists up to the part that depends on the node.
fn is_here(root: &Path, folder: &str) -> bool {
    let fixed = fixed_part(Path::new(folder));
    is_inside(&fixed) && root.join(fixed).is_dir()
}

/// Returns whether a path leads to the directory that it is relative to, or below.
pub(super) fn is_inside(path: &Path) -> bool {
    let mut parts = path.components();
    !path.as_os_str().is_empty() && parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// Returns the leading part of a path without interpolation.
pub(super) fn fixed_part(folder: &Path) -> PathBuf {
    folder.iter().take_while(|part| !part.to_string_lossy().contains("%{")).collect()
}
