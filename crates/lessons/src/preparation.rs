//! The preparation of a lesson: its edition and facts apply, and its files become the environment.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;

use pprepl_session::Session;
use pprepl_text::Severity;

use crate::lesson::Lesson;

/// Applies the edition and the facts of a lesson with `set`, which changes a setting.
///
/// # Errors
/// A setting rejects its value.
pub fn configure<E: Display>(
    lesson: &Lesson,
    mut set: impl FnMut(&'static str, &str) -> Result<(), E>,
) -> Result<(), String> {
    let given = [("edition", &lesson.edition), ("facts", &lesson.facts)];
    for (key, value) in given.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?))) {
        set(key, value).map_err(|error| format!("the {key} of the lesson: {error}"))?;
    }
    Ok(())
}

/// Prepares a session for a lesson: its settings apply, and its files below `folder` are the environment.
///
/// # Errors
/// A setting rejects its value, the files cannot be written, or the environment fails to load.
pub fn prepare(lesson: &Lesson, folder: Option<&Path>, session: &mut Session) -> Result<(), String> {
    configure(lesson, |key, value| session.set(key, value))?;
    if lesson.files.is_empty() {
        return Ok(());
    }
    let folder = folder.ok_or("the lesson has files, but no directory is given for them")?;
    write_files(lesson, folder).map_err(|error| format!("cannot write the files of the lesson: {error}"))?;
    let evaluations = session.open_environment(folder, None).map_err(|error| error.to_string())?;
    let failed = evaluations.iter().flat_map(|one| &one.reports).find(|report| report.severity == Severity::Error);
    failed.map_or(Ok(()), |report| Err(format!("{}: {}", report.source_name, report.message)))
}

/// Writes the files of a lesson into a directory. Equal files stay as they are.
///
/// # Errors
/// A file cannot be written, or its path leaves the directory.
pub fn write_files(lesson: &Lesson, folder: &Path) -> io::Result<()> {
    lesson.files.iter().try_for_each(|file| write(folder, &file.path, &file.text))
}

fn write(folder: &Path, path: &str, text: &str) -> io::Result<()> {
    let is_inside = path.split('/').all(|part| !part.is_empty() && part != "..") && !Path::new(path).is_absolute();
    if !is_inside {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path leaves the directory"));
    }
    let path = folder.join(path);
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    // An equal file stays as it is: two judges may share the directory.
    match pprepl_files::read_named_text(&path, text.len() as u64) {
        Ok(known) if known == text => Ok(()),
        _ => fs::write(&path, text),
    }
}
