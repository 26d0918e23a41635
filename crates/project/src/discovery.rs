//! Finds the files of an environment: its own directories, and those of its modules.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pprepl_files::{self as files, Links, Rules};
use puppet_functions::loader::environment::{Environment, puppetfile_modules};
use puppet_functions::loader::yaml;
use rustc_hash::FxHashMap;

use super::gaps::{Gaps, fixed_part, is_inside};
use super::member::{FileRole, Member};

/// The maximum size of a `hiera.yaml`, in bytes.
const MAX_CONFIG: u64 = 16 << 20;

/// The maximum depth of directories.
const MAX_DEPTH: usize = 24;

/// The maximum number of directories to search for manifests where nothing says which there are.
const MAX_FOLDERS: usize = 1_000;

/// The data directory of a layer without another setting.
const DATA: &str = "data";

/// Returns whether a directory is an environment of a control repository rather than a module or any other directory.
pub fn is_environment(root: &Path) -> bool {
    let has = |name: &str| root.join(name).exists();
    has("environment.conf") || (has("manifests") || has("hiera.yaml")) && root.join("modules").is_dir()
}

/// A search for the files of an environment.
#[derive(Clone, Debug)]
pub struct Discovery {
    environment: Environment,
    members: FxHashMap<PathBuf, Member>,
    gaps: Gaps,
    /// The files that configure the environment and its data.
    configurations: Vec<PathBuf>,
    /// The rules for reading the configurations.
    rules: Rules,
}

impl Discovery {
    fn empty(environment: &Environment, rules: &Rules) -> Discovery {
        Discovery {
            rules: Rules { limit: MAX_CONFIG, ..rules.clone() },
            environment: environment.clone(),
            members: FxHashMap::default(),
            gaps: Gaps::default(),
            configurations: vec![environment.root.join("environment.conf"), environment.root.join("Puppetfile")],
        }
    }

    /// Finds the files of an environment.
    pub fn new(environment: &Environment, rules: &Rules) -> Discovery {
        let mut discovery = Discovery::empty(environment, rules);
        discovery.own_files();
        discovery.modules();
        discovery
    }

    /// Finds the files of a module outside any environment, and of the modules that its tests use.
    pub(super) fn of_module(environment: &Environment, rules: &Rules, name: &str) -> Discovery {
        let mut discovery = Discovery::empty(environment, rules);
        let root = environment.root.clone();
        discovery.module(&root, name);
        discovery.modules();
        discovery
    }

    /// Finds the files of the modules in the module path.
    pub(super) fn of_modules(environment: &Environment, rules: &Rules) -> Discovery {
        let mut discovery = Discovery::empty(environment, rules);
        discovery.modules();
        discovery
    }

    /// Finds the manifests below a directory without any structure; each sees the definitions of the others.
    pub(super) fn of_manifests(environment: &Environment, rules: &Rules) -> Discovery {
        let mut discovery = Discovery::empty(environment, rules);
        let (mut open, mut links) = (vec![environment.root.clone()], Links::default());
        for _ in 0..MAX_FOLDERS {
            let Some(folder) = open.pop() else { break };
            for Entry { name, path, is_folder } in followed(&mut links, &folder) {
                if is_folder && name != "node_modules" {
                    open.push(path);
                } else if let Some(stem) = name.strip_suffix(".pp") {
                    discovery.add(path, FileRole::Manifest, None, stem);
                }
            }
        }
        discovery.modules();
        discovery
    }

    /// Adds a file of the environment that nothing loads, unless the file has a role.
    pub fn add_other(&mut self, path: &Path) {
        let role = if has_extension(path, "epp") { FileRole::Template } else { FileRole::Other };
        self.add(path.to_owned(), role, None, "");
    }

    /// Returns the environment.
    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Returns whether all modules are here: the module directories exist, and they have each module that the Puppetfile
    /// names. Where modules are missing, an unknown name may be one of theirs.
    pub fn has_all_modules(&self) -> bool {
        let path = &self.environment.module_path;
        let is_installed = |name: &str| path.iter().any(|folder| folder.join(name).is_dir());
        path.iter().all(|folder| folder.is_dir()) && self.puppetfile().iter().all(|name| is_installed(name))
    }

    /// Returns whether a file contains Hiera data or configures them.
    pub fn is_data(&self, path: &Path) -> bool {
        let is_data = |member: &Member| matches!(member.role, FileRole::Data | FileRole::DataConfig);
        self.members.get(path).is_some_and(is_data)
    }

    /// Returns a file.
    pub fn member(&self, path: &Path) -> Option<&Member> {
        self.members.get(path)
    }

    /// Returns what the environment uses and the files do not have.
    pub fn gaps(&self) -> &Gaps {
        &self.gaps
    }

    /// Returns the files that configure the environment and its data, some of which may not exist.
    pub fn configurations(&self) -> &[PathBuf] {
        &self.configurations
    }

    /// Returns the files in the order of their names.
    pub fn members(&self) -> Vec<Member> {
        let mut all: Vec<Member> = self.members.values().cloned().collect();
        all.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        all
    }

    /// Reads a file that configures the environment, a module or data.
    fn configuration(&self, path: &Path) -> Option<String> {
        files::read_code(path, &self.rules).and_then(files::text).ok()
    }

    /// Returns the names of the modules in the Puppetfile, without their authors.
    fn puppetfile(&self) -> Vec<String> {
        puppetfile_modules(&self.configuration(&self.environment.root.join("Puppetfile")).unwrap_or_default())
    }

    fn add(&mut self, path: PathBuf, role: FileRole, module: Option<&Arc<str>>, expects: &str) {
        self.members.entry(path).or_insert_with_key(|path| Member {
            name: pprepl_files::slashed(path).into(),
            path: path.clone(),
            role,
            module: module.cloned(),
            expects: expects.to_ascii_lowercase().into(),
        });
    }

    fn own_files(&mut self) {
        let root = self.environment.root.clone();
        for manifest in self.environment.manifests.clone() {
            self.add(manifest, FileRole::SiteManifest, None, "");
        }
        self.code(&root, "environment", None);
        self.data(&root, None);
    }

    fn modules(&mut self) {
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        for folder in self.environment.module_path.clone() {
            for Entry { name, path, is_folder } in entries(&folder) {
                if is_folder && is_module_name(&name) && seen.insert(name.clone()) {
                    self.module(&path, &name);
                    found.push((Arc::<str>::from(name), path));
                }
            }
        }
        for (name, path) in &found {
            let metadata = path.join("metadata.json");
            let text = self.configuration(&metadata).unwrap_or_default();
            self.gaps.see_metadata(name, &text, &|name| seen.contains(name));
            self.configurations.push(metadata);
        }
    }

    fn module(&mut self, root: &Path, name: &str) {
        let module: Arc<str> = name.into();
        self.folder(&root.join("manifests"), FileRole::Manifest, "pp", Some(&module), name);
        self.folder(&root.join("plans"), FileRole::Plan, "pp", Some(&module), name);
        self.folder(&root.join("templates"), FileRole::Template, "epp", Some(&module), name);
        self.code(root, name, Some(&module));
        let library = root.join("lib").join("puppet");
        self.folder(&library.join("functions"), FileRole::RubyFunction, "rb", Some(&module), "");
        self.folder(&library.join("parser").join("functions"), FileRole::RubyFunction, "rb", Some(&module), "");
        self.folder(&library.join("type"), FileRole::RubyType, "rb", Some(&module), "");
        self.data(root, Some(&module));
    }

    fn code(&mut self, root: &Path, name: &str, module: Option<&Arc<str>>) {
        self.folder(&root.join("functions"), FileRole::Function, "pp", module, name);
        self.folder(&root.join("types"), FileRole::TypeAlias, "pp", module, name);
    }

    /// Adds the files with an extension below a directory.
    fn folder(&mut self, root: &Path, role: FileRole, extension: &str, module: Option<&Arc<str>>, namespace: &str) {
        let mut links = Links::default();
        let mut open = vec![(root.to_path_buf(), namespace.to_owned(), 0)];
        while let Some((folder, namespace, depth)) = open.pop() {
            for Entry { name, path, is_folder } in followed(&mut links, &folder) {
                match name.strip_suffix(extension).and_then(|stem| stem.strip_suffix('.')) {
                    Some("init") if depth == 0 && !is_folder => self.add(path, role, module, &namespace),
                    Some(stem) if !is_folder => self.add(path, role, module, &joined(&namespace, stem)),
                    _ if is_folder && depth < MAX_DEPTH => open.push((path, joined(&namespace, &name), depth + 1)),
                    _ => {}
                }
            }
        }
    }

    /// Adds the data files of a layer: all in the data directories that its `hiera.yaml` names. What is outside of the
    /// layer is not read: the user did not open it.
    fn data(&mut self, root: &Path, module: Option<&Arc<str>>) {
        let config = root.join("hiera.yaml");
        let text = self.configuration(&config);
        self.gaps.see_layer(root, module, text.as_deref());
        if text.is_some() {
            self.add(config.clone(), FileRole::DataConfig, module, "");
        }
        self.configurations.push(config);
        let mut links = Links::default();
        for folder in data_folders(text.as_deref(), module.is_some()) {
            let mut open = vec![(root.join(folder), 0)];
            while let Some((folder, depth)) = open.pop() {
                for Entry { name, path, is_folder } in followed(&mut links, &folder) {
                    if is_folder && depth < MAX_DEPTH {
                        open.push((path, depth + 1));
                    } else if !is_folder && is_data(&name) {
                        self.add(path, FileRole::Data, module, "");
                    }
                }
            }
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn is_data(name: &str) -> bool {
    [".yaml", ".yml", ".eyaml", ".json"].iter().any(|ending| name.ends_with(ending))
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

fn joined(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { name.to_owned() } else { format!("{namespace}::{name}") }
}

/// An entry of a directory.
struct Entry {
    name: String,
    path: PathBuf,
    is_folder: bool,
}

/// Returns the visible entries of a directory in name order.
fn entries(folder: &Path) -> Vec<Entry> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten();
    let entry = |entry: fs::DirEntry| {
        let (name, path) = (entry.file_name().into_string().ok()?, entry.path());
        let kind = entry.file_type().ok()?;
        let is_folder = kind.is_dir() || kind.is_symlink() && path.is_dir();
        (!name.starts_with('.')).then_some(Entry { name, path, is_folder })
    };
    let mut found: Vec<Entry> = all.filter_map(entry).collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// Returns the visible entries of a directory in name order, without the directories that the search does not follow.
fn followed(links: &mut Links, folder: &Path) -> Vec<Entry> {
    let mut found = entries(folder);
    found.retain(|entry| !entry.is_folder || links.follows(folder, &entry.path));
    found
}

/// Returns the data directories of a layer, from the text of its `hiera.yaml`. A module without `hiera.yaml` has no data; an environment has a default.
fn data_folders(config: Option<&str>, is_module: bool) -> BTreeSet<PathBuf> {
    let usual = || BTreeSet::from([PathBuf::from(DATA)]);
    let text = match config {
        Some(text) => text,
        None if is_module => return BTreeSet::new(),
        None => return usual(),
    };
    let Ok(Some(node)) = yaml::read(text) else { return usual() };
    let datadir = |node: Option<&yaml::Node>| node?.entry("datadir")?.1.text().map(str::to_owned);
    let general = datadir(node.entry("defaults").map(|(_, node)| node)).unwrap_or_else(|| DATA.to_owned());
    let levels = ["hierarchy", "default_hierarchy"].into_iter().filter_map(|name| node.entry(name));
    let of_levels = levels.flat_map(|(_, levels)| levels.items()).map(|level| datadir(Some(level)));
    let mut found: BTreeSet<PathBuf> =
        of_levels.map(|folder| PathBuf::from(folder.unwrap_or_else(|| general.clone()))).collect();
    if found.is_empty() {
        found.insert(PathBuf::from(general));
    }
    // A directory whose name depends on the node begins at the part that does not.
    found.into_iter().map(|folder| fixed_part(&folder)).filter(|folder| is_inside(folder)).collect()
}
