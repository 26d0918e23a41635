//! The specification by which front ends find the kernel: `kernel.json` and its logos, in a directory of Jupyter.

use std::env;
use std::fmt::{self, Display};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::info::LANGUAGE;
use super::message::PROTOCOL;

/// The logos: file names of Jupyter, and contents.
const LOGOS: [(&str, &[u8]); 3] = [
    ("logo-32x32.png", include_bytes!("../logos/logo-32x32.png")),
    ("logo-64x64.png", include_bytes!("../logos/logo-64x64.png")),
    ("logo-svg.svg", include_bytes!("../logos/logo-svg.svg")),
];

/// The directory of the kernels in a directory of Jupyter.
const KERNELS: &str = "kernels";

/// The content of a kernel specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernelspec {
    /// The name of its directory, by which notebooks refer to it.
    pub name: String,
    /// The name in menus.
    pub display_name: String,
    /// The program and its options before `kernel`.
    pub program: Vec<String>,
}

/// Where a specification is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The user's data directory of Jupyter.
    User,
    /// A prefix such as `/usr/local` or a Python environment.
    Prefix(PathBuf),
}

/// The reason why a specification cannot be installed.
#[derive(Debug)]
pub enum InstallError {
    /// The name has other characters than letters, digits, `.`, `_` and `-`.
    Name(String),
    /// The user has no home directory.
    NoHome,
    /// A file cannot be written.
    Unwritable(PathBuf, io::Error),
}

impl Kernelspec {
    /// Writes the specification, over one of the same name. Returns its directory.
    pub fn install(&self, place: &Place) -> Result<PathBuf, InstallError> {
        let is_valid = |name: &str| {
            let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
            !name.is_empty() && !name.starts_with('.') && name.chars().all(fits)
        };
        if !is_valid(&self.name) {
            return Err(InstallError::Name(self.name.clone()));
        }
        let folder = data_folder(place).ok_or(InstallError::NoHome)?.join(KERNELS).join(&self.name);
        fs::create_dir_all(&folder).map_err(|error| InstallError::Unwritable(folder.clone(), error))?;
        let text = format!("{:#}\n", self.content());
        write(&folder, "kernel.json", text.as_bytes())?;
        LOGOS.iter().try_for_each(|(name, bytes)| write(&folder, name, bytes))?;
        Ok(folder)
    }

    /// Returns the content of `kernel.json`.
    pub fn content(&self) -> Value {
        let options = ["kernel", "--connection-file", "{connection_file}"].map(str::to_owned);
        let arguments: Vec<String> = self.program.iter().cloned().chain(options).collect();
        json!({
            "argv": arguments,
            "display_name": self.display_name,
            "language": LANGUAGE,
            "interrupt_mode": "message",
            "kernel_protocol_version": PROTOCOL,
            "metadata": { "debugger": false },
        })
    }
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), InstallError> {
    let path = folder.join(name);
    fs::write(&path, bytes).map_err(|error| InstallError::Unwritable(path, error))
}

/// Returns the directory in which Jupyter looks for data.
fn data_folder(place: &Place) -> Option<PathBuf> {
    match place {
        Place::Prefix(prefix) => Some(prefix.join("share").join("jupyter")),
        Place::User => variable("JUPYTER_DATA_DIR").or_else(user_folder),
    }
}

#[cfg(windows)]
fn user_folder() -> Option<PathBuf> {
    variable("APPDATA").map(|folder| folder.join("jupyter"))
}

#[cfg(target_os = "macos")]
fn user_folder() -> Option<PathBuf> {
    variable("HOME").map(|home| home.join("Library").join("Jupyter"))
}

#[cfg(not(any(windows, target_os = "macos")))]
fn user_folder() -> Option<PathBuf> {
    let usual = || variable("HOME").map(|home| home.join(".local").join("share"));
    variable("XDG_DATA_HOME").or_else(usual).map(|folder| folder.join("jupyter"))
}

fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

impl Display for InstallError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstallError::Name(name) => {
                write!(out, "expected a name of letters, digits, '.', '_' and '-', found '{name}'")
            }
            InstallError::NoHome => out.write_str("home directory not found; use --prefix DIR"),
            InstallError::Unwritable(path, error) => {
                write!(out, "{}: {}", path.display(), pprepl_files::reason(error))
            }
        }
    }
}

impl std::error::Error for InstallError {}
