//! The user's own files: keys and themes.

use pprepl::themes::THEMES;
use pprepl::tui::key::Chord;
use pprepl::tui::keymap::{self, Keymap};
use pprepl::tui::table::KeySet;
use pprepl_text::theme::{ColorDepth, Role};

/// A key file is read or refused; the keys in force, written as a key file, give the same keys.
pub fn keys(data: &[u8]) {
    let text = super::text(data);
    for word in text.lines() {
        if let Some(chord) = Chord::parse(word) {
            assert_eq!(Chord::parse(&chord.to_string()).as_ref(), Some(&chord), "{word:?} is shown as {chord}");
        }
    }
    let Ok(own) = keymap::read(&text) else { return };
    for set in [KeySet::Plain, KeySet::Emacs, KeySet::Vi] {
        let (map, faults) = Keymap::new(set, &own);
        assert!(faults.len() <= own.len() && faults.iter().all(|fault| !fault.to_string().is_empty()), "{faults:?}");
        let written = keymap::source(&map);
        let again = keymap::read(&written).unwrap_or_else(|fault| panic!("{fault}\n{written}"));
        let (again, faults) = Keymap::new(set, &again);
        assert!(faults.is_empty(), "{faults:?}");
        for (one, other) in map.entries().iter().zip(again.entries()) {
            assert_eq!((one.name, &one.chords), (other.name, &other.chords), "{written}");
        }
    }
}

/// A theme is read or refused; its styles change no character of a text.
pub fn theme(data: &[u8]) {
    let text = super::text(data);
    let Ok(theme) = THEMES.parse("own", &text) else { return };
    let shown: String = text.chars().filter(|c| *c != '\u{1b}').take(40).collect();
    for &role in Role::ALL {
        let style = theme.style(role);
        assert_eq!(style.overlaid(style), style, "{role} over itself");
        for depth in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::Ansi256, ColorDepth::TrueColor] {
            assert_eq!(without_sequences(&style.paint(&shown, depth)), shown, "{role}");
        }
    }
}

/// The text without escape sequences for colors.
fn without_sequences(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
}
