//! The directory that an editor opens: a part of an environment, a module, a directory of modules, or any directory with
//! manifests.

use std::path::{Path, PathBuf};

use pprepl_files::{self as files, Rules};
use puppet_eval::Host;
use puppet_functions::loader::environment::Environment;

use super::discovery::{Discovery, is_environment};
use super::gaps::own_name;

/// The number of directories above the opened one in which an environment is searched.
const MAX_ABOVE: usize = 4;

/// The maximum size of a `metadata.json`, in bytes.
const MAX_METADATA: u64 = 4 << 20;

impl Discovery {
    /// Finds the files that belong to a directory. `base` replaces `$basemodulepath`; `rules` are those of the host.
    pub fn around(host: &mut dyn Host, root: &Path, base: &[PathBuf], rules: &Rules) -> Discovery {
        if let Some(environment) = environment_around(root)
            && let Ok(mut environment) = Environment::open(host, environment, base)
        {
            environment.module_path.retain(|folder| host.check_code(folder).is_ok());
            environment.manifests.retain(|file| host.check_code(file).is_ok());
            return Discovery::new(&environment, rules);
        }
        let name = root.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let environment = |module_path: Vec<PathBuf>| Environment {
            root: root.to_owned(),
            name: "production".to_owned(),
            module_path: module_path.into_iter().chain(base.iter().cloned()).collect(),
            manifests: Vec::new(),
        };
        if is_module(root) {
            let name = module_name(root, rules).unwrap_or(name);
            return Discovery::of_module(&environment(fixtures(root)), rules, &name);
        }
        if has_modules(root) {
            return Discovery::of_modules(&environment(vec![root.to_owned()]), rules);
        }
        Discovery::of_manifests(&environment(Vec::new()), rules)
    }
}

/// Returns the innermost environment that contains a directory.
fn environment_around(root: &Path) -> Option<&Path> {
    root.ancestors().take(MAX_ABOVE).find(|folder| is_environment(folder))
}

fn is_module(root: &Path) -> bool {
    root.join("metadata.json").is_file() || root.join("manifests").join("init.pp").is_file()
}

/// Returns the name in `metadata.json` without its author.
fn module_name(root: &Path, rules: &Rules) -> Option<String> {
    let rules = Rules { limit: MAX_METADATA, ..rules.clone() };
    let text = files::read_code(&root.join("metadata.json"), &rules).and_then(files::text).ok()?;
    let metadata = puppet_functions::loader::yaml::read(&text).ok()??;
    let name = metadata.entry("name")?.1.text()?.to_owned();
    Some(own_name(&name).to_owned())
}

/// Returns the directories with the modules that a module's tests use.
fn fixtures(root: &Path) -> Vec<PathBuf> {
    let folder = root.join("spec").join("fixtures").join("modules");
    if folder.is_dir() { vec![folder] } else { Vec::new() }
}

fn has_modules(root: &Path) -> bool {
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| is_module(&entry.path()))
}
