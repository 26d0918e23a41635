//! The files of the module: modules, facts and data that the user uploads. A path cannot leave the root.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pprepl_rpc::{RpcError, params};
use serde_json::{Value, json};

use crate::answer::{Answer, rejected};
use crate::engine::Engine;

/// The maximum size of a file that messages carry, in bytes.
const MAX: u64 = 16 << 20;

/// The maximum number of files in a list.
const MAX_FILES: usize = 10_000;

/// Returns a path below the root.
pub fn path_of(root: &Path, path: &str) -> Result<PathBuf, RpcError> {
    let mut whole = root.to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir | Component::Prefix(_) => {
                return Err(RpcError::new(RpcError::PARAMS, format!("the path '{path}' leaves the files")));
            }
        }
    }
    Ok(whole)
}

fn failed(path: &str, error: &io::Error) -> RpcError {
    rejected(format!("{path}: {}", pprepl_session::file::reason(error)))
}

pub fn write(engine: &mut Engine, params: &Value) -> Answer {
    let name = params::text(params, "path")?;
    let path = path_of(engine.root(), name)?;
    let bytes = match params::optional_text(params, "base64")? {
        Some(coded) => STANDARD
            .decode(coded)
            .map_err(|_| RpcError::new(RpcError::PARAMS, "'base64' must be the base64 of the file's bytes"))?,
        None => params::text(params, "text")?.as_bytes().to_vec(),
    };
    if bytes.len() as u64 > MAX {
        return Err(rejected(format!("{name}: expected at most {} MiB, found {} bytes", MAX >> 20, bytes.len())));
    }
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(|error| failed(name, &error))?;
    fs::write(&path, bytes).map_err(|error| failed(name, &error))?;
    Ok(json!({}))
}

pub fn read(engine: &mut Engine, params: &Value) -> Answer {
    let name = params::text(params, "path")?;
    let path = path_of(engine.root(), name)?;
    let text =
        pprepl_session::file::read(&path, MAX).map_err(|error| rejected(format!("{name}: {}", error.message)))?;
    Ok(json!({ "text": text }))
}

pub fn list(engine: &mut Engine, params: &Value) -> Answer {
    let name = params::optional_text(params, "folder")?.unwrap_or("/");
    let mut open = vec![path_of(engine.root(), name)?];
    let mut files = Vec::new();
    while let Some(folder) = open.pop().filter(|_| files.len() < MAX_FILES) {
        let entries = fs::read_dir(&folder).map_err(|error| failed(name, &error))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                let size = fs::metadata(&path).map_or(0, |metadata| metadata.len());
                let inside = path.strip_prefix(engine.root()).unwrap_or(&path);
                files
                    .push((format!("/{}", inside.display().to_string().replace(std::path::MAIN_SEPARATOR, "/")), size));
            }
        }
    }
    files.sort();
    let files: Vec<Value> = files.iter().map(|(path, size)| json!({ "path": path, "size": size })).collect();
    Ok(json!({ "files": files }))
}

pub fn delete(engine: &mut Engine, params: &Value) -> Answer {
    let name = params::text(params, "path")?;
    let path = path_of(engine.root(), name)?;
    if path == engine.root() {
        return Err(rejected("expected a file or a directory in '/', found '/' itself"));
    }
    let result = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(name, &error)),
        _ => Ok(json!({})),
    }
}
