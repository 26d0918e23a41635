//! Code typed key by key at human speed.

use std::time::{Duration, Instant};

use pprepl_notebook::CellId;
use unicode_segmentation::UnicodeSegmentation;

/// The allowed speeds, in keys per second.
pub const SPEEDS: std::ops::RangeInclusive<u32> = 1..=200;

/// Code that is typed.
#[derive(Clone, Debug)]
pub struct Typing {
    pub cell: CellId,
    text: String,
    /// The number of typed bytes.
    typed: usize,
    /// The number of typed keys, for the rhythm.
    keys: u32,
    /// The time of the next key.
    due: Instant,
    is_paused: bool,
    /// Keys per second.
    speed: u32,
}

impl Typing {
    /// Starts to type code at a speed in keys per second.
    pub fn new(cell: CellId, text: String, speed: u32, now: Instant) -> Typing {
        Typing { cell, text, typed: 0, keys: 0, due: now, is_paused: false, speed }
    }

    /// Returns the typed code.
    pub fn typed(&self) -> &str {
        self.text.get(..self.typed).unwrap_or(&self.text)
    }

    pub fn is_done(&self) -> bool {
        self.typed >= self.text.len()
    }

    pub fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// Changes the speed.
    pub fn set_speed(&mut self, speed: u32) {
        self.speed = speed;
    }

    /// Pauses, or continues.
    pub fn toggle_pause(&mut self, now: Instant) {
        self.is_paused = !self.is_paused;
        self.due = now;
    }

    /// Returns the time until the next key; `None` while it is paused or done.
    pub fn wait(&self, now: Instant) -> Option<Duration> {
        (!self.is_paused && !self.is_done()).then(|| self.due.saturating_duration_since(now))
    }

    /// Types the keys that are due. Returns whether it typed any.
    pub fn tick(&mut self, now: Instant) -> bool {
        let before = self.typed;
        while !self.is_paused && !self.is_done() && self.due <= now {
            self.key();
        }
        self.typed > before
    }

    /// Types one key. The spaces at the start of a line come with its line end, as in an editor.
    fn key(&mut self) {
        let rest = self.text.get(self.typed..).unwrap_or("");
        let key = rest.graphemes(true).next().unwrap_or(rest);
        let mut length = key.len();
        if key.ends_with('\n') {
            let indented = rest.get(length..).unwrap_or("");
            length += indented.len() - indented.trim_start_matches(' ').len();
        }
        self.due += pause_after(key, self.keys, self.speed);
        self.typed += length.max(1);
        self.keys = self.keys.wrapping_add(1);
    }
}

/// Returns the pause after a key: longer after signs and lines, and never quite even.
fn pause_after(key: &str, number: u32, speed: u32) -> Duration {
    let base = 1_000 / u64::from(speed.clamp(*SPEEDS.start(), *SPEEDS.end()));
    let percent = match key.chars().next() {
        Some('\n') => 300,
        Some(ch) if ch.is_alphanumeric() => 90,
        Some(' ') => 80,
        _ => 130,
    };
    // A multiplicative hash of the key's number: 70 to 130 percent, the same in every talk.
    let uneven = 70 + u64::from(number.wrapping_mul(2_654_435_761) >> 16) % 61;
    Duration::from_micros(base * percent * uneven / 10)
}
