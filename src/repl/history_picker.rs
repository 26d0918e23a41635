//! The history picker (Ctrl-R): a fuzzy search over all inputs with a preview of each.

use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::{Position, Rect};

use pprepl_session::Settings;
use pprepl_text::theme::terminal::has_one_screen;
use pprepl_text::theme::{ColorDepth, Role};
use pprepl_widgets::key;
use pprepl_widgets::paint::Palette;
use pprepl_widgets::picker::{Picker, PickerItem, PickerReply};

use crate::terminal::sixteen::in_sixteen;

use super::history::{History, now};
use super::history_entry::Entry;
use super::key::Key;
use super::key_reader::KeyReader;
use super::show::Screen;
use super::terminal;

/// The groups of entries; [`items`] sets their bits.
const GROUPS: &[&str] = &["all", "this session", "this project", "failed"];

/// Lets the user pick an input. Returns its text; `None` if the user closed the picker. The terminal must return key by key.
pub fn pick(history: &History, typed: &str, screen: &Screen, settings: &Settings) -> Option<String> {
    let mut picker = Picker::new("History", GROUPS, items(history), typed.lines().next().unwrap_or_default());
    let palette = screen.palette(settings)?;
    screen.raw("\x1b[?1049h\x1b[2J");
    let picked = run(&mut picker, history, screen, &palette);
    if has_one_screen() {
        screen.raw("\x1b[0m\x1b[2J\x1b[H");
    }
    screen.raw("\x1b[0m\x1b[?1049l");
    let at = history.entries().len().checked_sub(1 + picked?)?;
    history.entries().get(at).map(|entry| entry.text.clone())
}

fn run(picker: &mut Picker, history: &History, screen: &Screen, palette: &Palette) -> Option<usize> {
    let mut keys = KeyReader::default();
    let mut shown: Option<Buffer> = None;
    loop {
        let frame = draw(picker, history, palette);
        let is_new = shown.as_ref().is_none_or(|before| *before != frame.0);
        if is_new {
            screen.raw(&sent(shown.as_ref(), &frame.0, frame.1, palette));
        }
        shown = Some(frame.0);
        let key = match keys.next() {
            Key::Closed => return None,
            key => widget_key(key),
        };
        match key.map(|key| picker.key(key)) {
            Some(PickerReply::Picked(item)) => return Some(item),
            Some(PickerReply::Closed) => return None,
            Some(PickerReply::Stay) | None => {}
        }
    }
}

fn draw(picker: &mut Picker, history: &History, palette: &Palette) -> (Buffer, Position) {
    let (columns, rows) = terminal::size();
    let area = Rect::new(0, 0, columns as u16, rows as u16);
    let mut buffer = Buffer::empty(area);
    let entry = picker.selected().and_then(|item| history.entries().iter().rev().nth(item));
    let preview = entry.map(preview).unwrap_or_default();
    let cursor = picker.draw(area, &mut buffer, palette, &preview);
    (buffer, cursor)
}

/// Returns the output that turns the shown screen into another.
fn sent(before: Option<&Buffer>, after: &Buffer, cursor: Position, palette: &Palette) -> String {
    let empty = Buffer::empty(after.area);
    let before = before.filter(|before| before.area == after.area);
    let mut bytes = Vec::new();
    let mut backend = CrosstermBackend::new(&mut bytes);
    // Writing to memory does not fail.
    let _ = backend.draw(before.unwrap_or(&empty).diff(after).into_iter());
    let _ = backend.set_cursor_position(cursor);
    let bytes = if palette.depth == ColorDepth::Ansi16 { in_sixteen(&bytes) } else { bytes };
    let cleared = if before.is_none() { "\x1b[0m\x1b[2J" } else { "" };
    cleared.to_owned() + &String::from_utf8_lossy(&bytes)
}

/// Returns the items of the picker, newest first.
pub fn items(history: &History) -> Vec<PickerItem> {
    let time = now();
    let item = |entry: &Entry| {
        let failed = entry.result.error.is_some();
        let groups =
            u32::from(history.is_own(entry)) << 1 | u32::from(history.is_here(entry)) << 2 | u32::from(failed) << 3;
        PickerItem { text: entry.text.clone(), detail: age(time.saturating_sub(entry.at)), failed, groups }
    };
    history.entries().iter().rev().map(item).collect()
}

/// Returns the preview of an entry: its result, when and where it ran, and its text.
pub fn preview(entry: &Entry) -> Vec<(Role, String)> {
    let result = &entry.result;
    let mut lines = Vec::new();
    lines.extend(result.error.iter().map(|error| (Role::Error, format!("error: {error}"))));
    lines.extend(result.value.iter().map(|value| (Role::Result, format!("=> {value}"))));
    lines.extend(result.type_name.iter().map(|name| (Role::TypeLine, format!(": {name}"))));
    let place = if entry.folder.is_empty() { String::new() } else { format!(" in {}", entry.folder) };
    let ran = format!("{} ago{place}", age(now().saturating_sub(entry.at)));
    lines.push((Role::Hint, ran));
    lines.extend(entry.text.lines().map(|line| (Role::Screen, line.to_owned())));
    lines
}

/// Returns a time span in its largest unit.
fn age(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..86_400 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

/// Returns a key for the widgets; `None` for one without a meaning there.
fn widget_key(key: Key) -> Option<key::Key> {
    let plain = |code| Some(key::Key { code, held: KeyModifiers::NONE });
    match key {
        Key::Char(typed) => plain(KeyCode::Char(typed)),
        Key::Ctrl('i') => plain(KeyCode::Tab),
        Key::Ctrl(letter) => Some(key::Key { code: KeyCode::Char(letter), held: KeyModifiers::CONTROL }),
        Key::Enter => plain(KeyCode::Enter),
        Key::Backspace => plain(KeyCode::Backspace),
        Key::Delete => plain(KeyCode::Delete),
        Key::Escape => plain(KeyCode::Esc),
        Key::Up => plain(KeyCode::Up),
        Key::Down => plain(KeyCode::Down),
        Key::Left => plain(KeyCode::Left),
        Key::Right => plain(KeyCode::Right),
        Key::PageUp => plain(KeyCode::PageUp),
        Key::PageDown => plain(KeyCode::PageDown),
        Key::Home => plain(KeyCode::Home),
        Key::End => plain(KeyCode::End),
        Key::BackTab => plain(KeyCode::BackTab),
        Key::Other | Key::None | Key::Closed => None,
    }
}
