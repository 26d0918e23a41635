//! The user's own editor on an input: VISUAL or EDITOR, else vi.

use std::io::Write;
use std::process::Command;

/// Opens `text` in the editor. `None` when the editor gave up or nothing is left.
pub fn edit(text: &str) -> Result<Option<String>, String> {
    let folder = std::env::temp_dir();
    let path = folder.join(format!("pprepl-{}-{}.pp", std::process::id(), unique()));
    let written = std::fs::File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let edited = run(&path);
    let text = std::fs::read_to_string(&path);
    let _ = std::fs::remove_file(&path);
    if !edited? {
        return Ok(None);
    }
    let text = text.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let text = text.trim_end();
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Tells two files of one process apart, and is not to be guessed by others.
fn unique() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// Did the editor end well?
fn run(path: &std::path::Path) -> Result<bool, String> {
    let wish = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let line = wish("VISUAL").or_else(|| wish("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(path).status();
    status.map(|status| status.success()).map_err(|error| format!("cannot run the editor '{line}': {error}"))
}
