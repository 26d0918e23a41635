//! How a file is read, by its name: as a manifest, a template or a plan.

use super::LexOptions;

impl LexOptions {
    /// Returns the options for a file with this name or path. Names other than `*.pp` and `*.epp` belong to inputs, which
    /// are read with these options unchanged.
    ///
    /// Files are read as Puppet 8 reads them: a regular expression may span lines. The setting is for inputs, where the
    /// rest of the input would otherwise follow a lone slash.
    pub fn for_file(self, name: &str) -> LexOptions {
        let (is_manifest, is_template) = (name.ends_with(".pp"), name.ends_with(".epp"));
        LexOptions {
            template: self.template || is_template,
            multiline_regexp: self.multiline_regexp || is_manifest || is_template,
            tasks: self.tasks || is_manifest && is_below_plans(name),
            ..self
        }
    }
}

/// The other directories of a module or project: their files are never plans, also in a module called `plans`.
const OTHERS: [&str; 9] = ["manifests", "functions", "types", "templates", "files", "lib", "examples", "tests", "spec"];

/// Returns whether the file is in a directory `plans` or below it. The innermost directory of a module decides: the
/// manifests of a module called `plans` are manifests.
pub fn is_below_plans(path: &str) -> bool {
    let mut folders = path.rsplit(['/', '\\']).skip(1);
    folders.find(|folder| *folder == "plans" || OTHERS.contains(folder)) == Some("plans")
}
