//! A directory environment of a control repository: `environment.conf`, `manifests`, `modules`, `functions`, `types`.
//! Only the settings `modulepath` and `manifest` of `environment.conf` apply; the others concern servers.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use pprepl_files::path_list;
use puppet_eval::Host;

/// An environment on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment {
    pub root: PathBuf,
    /// Its name, which is the name of the directory.
    pub name: String,
    /// The directories of its modules, highest precedence first.
    pub module_path: Vec<PathBuf>,
    /// The site's manifests in evaluation order.
    pub manifests: Vec<PathBuf>,
}

/// The reason why a directory is not an environment.
#[derive(Debug)]
pub enum OpenError {
    NotFolder(PathBuf),
    /// Its `environment.conf` cannot be read.
    Unreadable(PathBuf, io::Error),
}

impl Environment {
    /// Reads an environment's directory; `base` replaces `$basemodulepath`.
    ///
    /// # Errors
    /// It is not a directory, or its `environment.conf` exists and cannot be read.
    pub fn open(host: &mut dyn Host, root: &Path, base: &[PathBuf]) -> Result<Environment, OpenError> {
        if !host.is_folder(root) {
            return Err(OpenError::NotFolder(root.to_owned()));
        }
        let conf = configuration(host, root)?;
        let module_path = match setting(&conf, "modulepath") {
            Some(text) => path_list::split(&text).iter().flat_map(|part| module_folders(root, part, base)).collect(),
            None => std::iter::once(root.join("modules")).chain(base.iter().cloned()).collect(),
        };
        let manifest = setting(&conf, "manifest").map_or_else(|| root.join("manifests"), |text| root.join(text));
        let manifests = if host.is_folder(&manifest) {
            host.manifests_in(&manifest)
        } else {
            vec![manifest].into_iter().filter(|file| !is_missing(&host.read_code(file))).collect()
        };
        let name = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let name = name.file_name().map_or_else(|| "production".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Environment { root: root.to_path_buf(), name, module_path, manifests })
    }
}

/// Returns the text of `environment.conf`; empty without one.
fn configuration(host: &mut dyn Host, root: &Path) -> Result<String, OpenError> {
    let path = root.join("environment.conf");
    let read = host.read_code(&path);
    match read {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(String::new()),
        read if is_missing(&read) => Ok(String::new()),
        Err(error) => Err(OpenError::Unreadable(path, error)),
    }
}

fn is_missing(read: &io::Result<String>) -> bool {
    read.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory))
}

/// Returns the directories of an entry of `modulepath`.
fn module_folders(root: &Path, part: &Path, base: &[PathBuf]) -> Vec<PathBuf> {
    if part == Path::new("$basemodulepath") { base.to_vec() } else { vec![root.join(part)] }
}

/// Returns a setting of `environment.conf`: `name = value`, with comments after `#`.
fn setting(conf: &str, name: &str) -> Option<String> {
    let lines = conf.lines().map(|line| line.split_once('#').map_or(line, |(before, _)| before));
    let pairs = lines.filter_map(|line| line.split_once('='));
    let mut values = pairs.filter(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned());
    values.rfind(|value| !value.is_empty())
}

/// Returns the names of the modules in the text of a Puppetfile, without their authors.
pub fn puppetfile_modules(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let (_, rest) = line.trim().strip_prefix("mod ")?.split_once(['\'', '"'])?;
        let (name, _) = rest.split_once(['\'', '"'])?;
        Some(name.rsplit(['/', '-']).next().unwrap_or(name).to_owned())
    };
    text.lines().filter_map(name).collect()
}
