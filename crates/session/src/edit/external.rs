//! Edits an input in the user's own editor: VISUAL or EDITOR, else vi.

use std::io::Write;
use std::process::Command;

use crate::file::reason;

/// Opens `text` in the editor. `None` when the editor failed or the file is empty.
pub fn edit(text: &str) -> Result<Option<String>, String> {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("pprepl-{}-{}.pp", std::process::id(), unique()));
    let written = create(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| format!("cannot write {}: {}", path.display(), reason(&error)))?;
    let edited = run(&path);
    let text = std::fs::read_to_string(&path);
    let _ = std::fs::remove_file(&path);
    if !edited? {
        return Ok(None);
    }
    let text = text.map_err(|error| format!("cannot read {}: {}", path.display(), reason(&error)))?;
    let text = text.trim_end();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Creates a file that only the user can read: the input may be a secret.
fn create(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Returns a number that is unique in the process and not guessable by others.
fn unique() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// Runs the editor. Returns whether it exited successfully.
fn run(path: &std::path::Path) -> Result<bool, String> {
    let wish = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let line = wish("VISUAL").or_else(|| wish("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(path).status();
    status.map(|status| status.success()).map_err(|error| {
        let advice = "VISUAL or EDITOR names the editor";
        format!("cannot run the editor '{line}': {} ({advice})", reason(&error))
    })
}
