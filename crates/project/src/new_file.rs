//! The role of a file that is not on disk yet, or came after the search: its path says what it will be.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::discovery::Discovery;
use super::member::{FileRole, Member};

impl Discovery {
    /// Returns a file of the environment, also one that the search did not find.
    pub fn member_at(&self, path: &Path) -> Option<Member> {
        self.member(path).cloned().or_else(|| self.in_module(path)).or_else(|| self.in_environment(path))
    }

    fn in_module(&self, path: &Path) -> Option<Member> {
        let environment = self.environment();
        let below = environment.module_path.iter().find_map(|folder| path.strip_prefix(folder).ok());
        if let Some(below) = below {
            let module: Arc<str> = below.iter().next()?.to_str()?.into();
            let inside = below.strip_prefix(&*module).ok()?;
            return member(path, inside, &module, Some(&module));
        }
        // The directory that is open may be a module itself.
        let is_below = |one: &Member| environment.module_path.iter().any(|folder| one.path.starts_with(folder));
        let is_own = |one: &Member| one.path.starts_with(&environment.root) && !is_below(one);
        let own = |one: &Member| is_own(one).then(|| one.module.clone()).flatten();
        let module = self.members().iter().find_map(own)?;
        member(path, path.strip_prefix(&environment.root).ok()?, &module, Some(&module))
    }

    fn in_environment(&self, path: &Path) -> Option<Member> {
        let inside = path.strip_prefix(&self.environment().root).ok()?;
        if inside.starts_with("manifests") && has_extension(inside, "pp") {
            return Some(new_member(path, FileRole::SiteManifest, "", None));
        }
        let data = self.members().iter().any(|one| one.role == FileRole::Data && one.path.parent() == path.parent());
        if data {
            return Some(new_member(path, FileRole::Data, "", None));
        }
        member(path, inside, "environment", None)
    }
}

/// Returns the member at a path inside a module or environment; `None` if nothing loads it.
fn member(path: &Path, inside: &Path, namespace: &str, module: Option<&Arc<str>>) -> Option<Member> {
    let mut parts = inside.iter().map(|part| part.to_str().unwrap_or_default());
    let (role, extension) = match parts.next()? {
        "manifests" => (FileRole::Manifest, "pp"),
        "functions" => (FileRole::Function, "pp"),
        "types" => (FileRole::TypeAlias, "pp"),
        "plans" => (FileRole::Plan, "pp"),
        "templates" => (FileRole::Template, "epp"),
        _ => return None,
    };
    if !has_extension(inside, extension) {
        return None;
    }
    let rest: PathBuf = parts.collect::<PathBuf>().with_extension("");
    let names = rest.iter().map(|part| part.to_string_lossy().into_owned());
    let names: Vec<String> = names.filter(|name| rest.iter().count() > 1 || name != "init").collect();
    let expects = std::iter::once(namespace.to_owned()).chain(names).collect::<Vec<_>>().join("::");
    Some(new_member(path, role, &expects, module))
}

fn new_member(path: &Path, role: FileRole, expects: &str, module: Option<&Arc<str>>) -> Member {
    Member {
        name: pprepl_files::slashed(path).into(),
        path: path.to_owned(),
        role,
        module: module.cloned(),
        expects: expects.to_ascii_lowercase().into(),
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}
