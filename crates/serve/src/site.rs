//! The files of the site: read once into memory, and served by their exact names.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::asset::Asset;

/// The maximum number of files of a site.
const MAX_FILES: usize = 4_000;

/// The maximum size of a site in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// The page that each site has.
const INDEX: &str = "index.html";

/// The files of a site by their paths with `/`, without a leading one.
#[derive(Clone, Debug, Default)]
pub struct Site {
    pub(crate) assets: BTreeMap<String, Asset>,
}

/// A directory that is not a site.
#[derive(Debug)]
pub enum SiteError {
    /// A directory or file cannot be read.
    Read(PathBuf, io::Error),
    /// The directory has no `index.html`.
    NoIndex(PathBuf),
    /// The directory has too many or too large files.
    TooLarge(PathBuf),
}

impl Display for SiteError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SiteError::Read(path, error) => {
                write!(f, "cannot read {}: {}", path.display(), pprepl_files::reason(error))
            }
            SiteError::NoIndex(path) => {
                write!(f, "{} has no {INDEX}; 'web/build' in the source of pprepl writes the site", path.display())
            }
            SiteError::TooLarge(path) => {
                write!(f, "{} is too large: a site has at most {MAX_FILES} files and 256 MiB", path.display())
            }
        }
    }
}

impl Site {
    /// Reads the site in a directory. Links and hidden files are omitted.
    ///
    /// # Errors
    /// The directory cannot be read, is too large, or has no `index.html`.
    pub fn read(folder: &Path) -> Result<Site, SiteError> {
        let mut files = BTreeMap::new();
        let mut total = 0;
        for path in paths(folder)? {
            let Some(name) = name_of(folder, &path) else { continue };
            let bytes =
                pprepl_files::read_named(&path, MAX_BYTES).map_err(|error| SiteError::Read(path.clone(), error))?;
            total += bytes.len() as u64;
            if total > MAX_BYTES {
                return Err(SiteError::TooLarge(folder.to_owned()));
            }
            files.insert(name, bytes);
        }
        if !files.contains_key(INDEX) {
            return Err(SiteError::NoIndex(folder.to_owned()));
        }
        Ok(Site { assets: assets(files) })
    }

    /// Returns the first of these directories that has an `index.html`.
    pub fn find(folders: &[PathBuf]) -> Option<&PathBuf> {
        folders.iter().find(|folder| folder.join(INDEX).is_file())
    }

    /// Returns the file of a request's path: `/` is the page, `/class` the room.
    pub fn asset(&self, path: &str) -> Option<&Asset> {
        match path.strip_prefix('/')? {
            "" => self.assets.get(INDEX),
            "class" => self.assets.get("class.html"),
            name => self.assets.get(name),
        }
    }
}

/// Returns the files below a directory.
fn paths(folder: &Path) -> Result<Vec<PathBuf>, SiteError> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inner) = open.pop() {
        let unreadable = |error| SiteError::Read(inner.clone(), error);
        for entry in fs::read_dir(&inner).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() {
                found.push(entry.path());
            }
        }
        if found.len() + open.len() > MAX_FILES {
            return Err(SiteError::TooLarge(folder.to_owned()));
        }
    }
    Ok(found)
}

/// Returns the path of a file below a directory with `/`; `None` for a name that is not UTF-8.
pub(crate) fn name_of(folder: &Path, path: &Path) -> Option<String> {
    let parts = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_str());
    Some(parts.collect::<Option<Vec<&str>>>()?.join("/"))
}

/// Joins files with their compressed forms.
fn assets(mut files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Asset> {
    let is_compressed = |name: &str| {
        let plain = name.strip_suffix(".br").or_else(|| name.strip_suffix(".gz"));
        plain.is_some_and(|plain| files.contains_key(plain))
    };
    let names: Vec<String> = files.keys().filter(|name| !is_compressed(name)).cloned().collect();
    let mut assets = BTreeMap::new();
    for name in names {
        let Some(bytes) = files.remove(&name) else { continue };
        let mut asset = Asset::new(&name, bytes);
        asset.brotli = files.remove(&format!("{name}.br")).map(Into::into);
        asset.gzip = files.remove(&format!("{name}.gz")).map(Into::into);
        assets.insert(name, asset);
    }
    assets
}
