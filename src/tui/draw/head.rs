//! The line above the cells: the file and its state, and the state of the evaluation.

use pprepl_text::theme::Role;
use ratatui::buffer::Buffer;

use crate::tui::engine::Engine;
use crate::tui::file_watch::Disk;
use crate::tui::notebook_view::NotebookView;
use crate::tui::paint::Palette;
use crate::tui::results::duration;
use crate::tui::status_line;

/// Draws the line. `language` are the settings that change the meaning of code; `lesson` is the title and the progress
/// of the open lesson.
pub fn draw(
    buffer: &mut Buffer,
    notebook: &mut NotebookView,
    disk: &Disk,
    engine: &Engine,
    (facts, language): (&str, &str),
    lesson: Option<String>,
    palette: &Palette,
) {
    let look = palette.style(Role::Status);
    let sign = if notebook.book.is_dirty() { " ●" } else { "" };
    let right = state_line(notebook, engine, (facts, language), lesson.is_some());
    let left = match &lesson {
        Some(lesson) => format!(" {lesson}{}", disk.sign()),
        None => format!(" {}{sign}{}", notebook.book.name(), disk.sign()),
    };
    status_line::two_sided(buffer, notebook.viewport.areas.head, look, (&left, look), &right);
}

/// Returns the state of the evaluation as text. Examples of a lesson fail on purpose: they are not counted.
fn state_line(
    notebook: &mut NotebookView,
    engine: &Engine,
    (facts, language): (&str, &str),
    is_lesson: bool,
) -> String {
    let (book, cells) = (&notebook.book, &mut notebook.cells);
    let auto = if engine.is_auto() { "auto" } else { "manual" };
    let paused = engine.pause().cell().and_then(|id| Some(format!("‖ cell {} paused", book.number(id)?)));
    let running = || {
        let (id, since) = cells.running()?;
        Some(format!("▶ cell {} {}", book.number(id)?, duration(since.elapsed())))
    };
    let running = paused.or_else(running);
    let [failed, stale, waiting] = cells.counts();
    let mut parts: Vec<String> = Vec::new();
    parts.extend(running);
    parts.extend((waiting > 0).then(|| format!("{waiting} waiting")));
    parts.extend((failed > 0 && !is_lesson).then(|| format!("{failed} failed")));
    parts.extend((stale > 0).then(|| format!("{stale} stale")));
    parts.extend((!language.is_empty()).then(|| language.to_owned()));
    parts.extend((!facts.is_empty()).then(|| format!("facts {facts}")));
    parts.extend((!is_lesson || !engine.is_auto()).then(|| auto.to_owned()));
    format!("{} ", parts.join("  "))
}
