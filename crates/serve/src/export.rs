//! Writing the site as files, for any static server.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use hyper::body::Bytes;

use crate::folder::SharedFolder;
use crate::headers::{FOREVER, SECURITY};
use crate::site::Site;

/// A site that cannot be written.
#[derive(Debug)]
pub enum ExportError {
    /// The directory has files.
    NotEmpty(PathBuf),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
}

impl Display for ExportError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::NotEmpty(path) => write!(f, "{} is not empty; name a new directory", path.display()),
            ExportError::Write(path, error) => {
                write!(f, "cannot write {}: {}", path.display(), pprepl_files::reason(error))
            }
        }
    }
}

/// Writes a site with the shared files into a new or empty directory. Returns the number of files. `_headers` has the headers
/// in the form that several hosts read; without them the page works, and is not isolated.
///
/// # Errors
/// The directory has files, or a file cannot be written.
pub fn export(site: &Site, folder: Option<&SharedFolder>, out: &Path) -> Result<usize, ExportError> {
    let is_used = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    if is_used {
        return Err(ExportError::NotEmpty(out.to_owned()));
    }
    let mut count = 0;
    let mut write = |name: &str, bytes: &[u8]| {
        count += 1;
        write_file(&out.join(name), bytes)
    };
    for (name, asset) in &site.assets {
        write(name, &asset.plain)?;
        let compressed = |bytes: &Option<Bytes>| bytes.clone();
        for (extension, bytes) in [("br", compressed(&asset.brotli)), ("gz", compressed(&asset.gzip))] {
            if let Some(bytes) = bytes {
                write(&format!("{name}.{extension}"), &bytes)?;
            }
        }
    }
    for (name, asset) in folder.into_iter().flat_map(SharedFolder::files) {
        write(&format!("folder/{name}"), &asset.plain)?;
    }
    if let Some(folder) = folder {
        write("folder/index.json", &folder.index().plain)?;
    }
    write("_headers", headers_file(site).as_bytes())?;
    Ok(count)
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let failed = |error| ExportError::Write(path.to_owned(), error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}

/// Returns the headers of all files, and the caching of those with a digest.
fn headers_file(site: &Site) -> String {
    let mut text = "/*\n".to_owned();
    for (name, value) in SECURITY {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    for (name, _) in site.assets.iter().filter(|(_, asset)| asset.is_hashed) {
        text.push_str(&format!("/{name}\n  cache-control: {FOREVER}\n"));
    }
    text
}
