//! The files that a search for code excludes, because others wrote them: files that a `.gitignore` ignores, directories of other
//! people's code, and what the user excludes. What the user names is always taken.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use pprepl_files as files;
use pprepl_session::config::CheckRules;
use pprepl_text::visible;

/// Maximum size of a `.gitignore`, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Directories with code of others: dependencies of Ruby, built packages, dependencies of JavaScript.
const OF_OTHERS: [&str; 3] = ["vendor", "pkg", "node_modules"];

/// Directories of a module, in which every name is part of a name in the code.
const OF_CODE: [&str; 5] = ["manifests", "functions", "types", "plans", "templates"];

/// The patterns of the user. Each applies below its directory.
#[derive(Default)]
pub struct Exclusion {
    patterns: Vec<Gitignore>,
}

impl Exclusion {
    /// Returns the patterns of the command line, the user's file and the nearest file of the directory above an operand.
    ///
    /// # Errors
    /// A pattern is invalid.
    pub fn of(given: &[String], own: &CheckRules, project: Option<(&Path, &CheckRules)>) -> Result<Exclusion, String> {
        let mut exclusion = Exclusion::default();
        let mut add = |folder: &Path, patterns: &[String]| exclusion.add(folder, patterns);
        add(Path::new("."), given)?;
        add(Path::new("."), &own.exclude)?;
        if let Some((file, rules)) = project {
            add(file.parent().unwrap_or(Path::new(".")), &rules.exclude)?;
        }
        Ok(exclusion)
    }

    /// Adds patterns that apply below a directory.
    fn add(&mut self, folder: &Path, patterns: &[String]) -> Result<(), String> {
        if patterns.is_empty() {
            return Ok(());
        }
        // The paths of a search are canonical.
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let mut builder = GitignoreBuilder::new(folder);
        for pattern in patterns {
            builder.add_line(None, pattern).map_err(|error| format!("invalid pattern '{pattern}': {error}"))?;
        }
        self.patterns.push(builder.build().map_err(|error| error.to_string())?);
        Ok(())
    }
}

/// Parses a pattern of the command line.
pub fn pattern(text: &str) -> Result<String, String> {
    GitignoreBuilder::new("").add_line(None, text).map_err(|error| visible(&error.to_string()).into_owned())?;
    Ok(text.to_owned())
}

/// The `.gitignore` files that apply in a directory of a search.
pub struct IgnoreFiles<'e> {
    exclusion: &'e Exclusion,
    /// The directory of the search.
    root: PathBuf,
    /// The files of the directories from the root of the repository down to this one.
    stack: Vec<Gitignore>,
    /// The user's own file for all repositories.
    global: Gitignore,
}

impl<'e> IgnoreFiles<'e> {
    /// Starts a search below a directory, a canonical path. Files above it do not apply if they ignore the directory itself.
    pub fn of(exclusion: &'e Exclusion, root: &Path) -> IgnoreFiles<'e> {
        let mut above = Vec::new();
        for folder in root.ancestors().skip(1).take(above_limit(root)) {
            above.extend(read(folder));
        }
        let decided =
            above.iter().map(|file| file.matched_path_or_any_parents(root, true)).find(|found| !found.is_none());
        if decided.is_some_and(|found| found.is_ignore()) {
            above.clear();
        }
        above.reverse();
        IgnoreFiles { exclusion, root: root.to_owned(), stack: above, global: Gitignore::global().0 }
    }

    /// Enters a directory. Returns the depth to return to.
    pub fn enter(&mut self, folder: &Path) -> usize {
        let depth = self.stack.len();
        self.stack.extend(read(folder));
        depth
    }

    /// Leaves a directory.
    pub fn leave(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }

    /// Returns whether a file or directory is excluded.
    pub fn excludes(&self, path: &Path, is_folder: bool) -> bool {
        let by_user = || self.exclusion.patterns.iter().any(|patterns| patterns.matched(path, is_folder).is_ignore());
        by_user() || is_folder && self.is_of_others(path) || self.is_ignored(path, is_folder)
    }

    fn is_ignored(&self, path: &Path, is_folder: bool) -> bool {
        let files = self.stack.iter().rev().chain([&self.global]);
        let mut matches = files.map(|file| file.matched(path, is_folder));
        matches.find(|found| !found.is_none()).is_some_and(|found| found.is_ignore())
    }

    /// Returns whether a directory has code of others by its name. A module, or a part of one, may have such a name.
    fn is_of_others(&self, path: &Path) -> bool {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let own = name(path);
        let is_named =
            OF_OTHERS.contains(&&*own) || own == "fixtures" && path.parent().map(name) == Some("spec".into());
        let is_searched = |folder: &&Path| folder.starts_with(&self.root);
        let is_code = || path.ancestors().skip(1).take_while(is_searched).any(|one| OF_CODE.contains(&&*name(one)));
        let is_module = || {
            let has_parts = path.join("manifests").is_dir() || path.join("metadata.json").is_file();
            has_parts || path.parent().map(name) == Some("modules".into())
        };
        is_named && !is_code() && !is_module()
    }
}

/// Returns how many directories above one belong to its repository; all of them without a repository.
fn above_limit(root: &Path) -> usize {
    let repository = root.ancestors().position(|folder| folder.join(".git").exists());
    repository.unwrap_or(usize::MAX)
}

/// Reads the patterns of a directory, of its repository and its `.gitignore`. Invalid patterns are ignored, as in git.
fn read(folder: &Path) -> Option<Gitignore> {
    let mut builder = GitignoreBuilder::new(folder);
    let mut is_empty = true;
    for name in [".git/info/exclude", ".gitignore"] {
        let path = folder.join(name);
        let Ok(text) = files::read_named_text(&path, MAX_BYTES) else { continue };
        for line in text.lines() {
            let _ = builder.add_line(Some(path.clone()), line);
            is_empty = false;
        }
    }
    if is_empty { None } else { builder.build().ok() }
}
