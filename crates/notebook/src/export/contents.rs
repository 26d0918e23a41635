//! The headings of a page: each with a unique id, in levels without gaps, and the table of contents from them.

use std::collections::BTreeSet;

/// A heading of the page.
pub(super) struct Entry {
    /// Its level on the page, 2 to 6.
    pub level: u8,
    pub id: String,
    pub text: String,
}

/// The headings so far.
#[derive(Default)]
pub(super) struct Contents {
    pub entries: Vec<Entry>,
    /// The Markdown levels of the headings that may contain the next one, as a stack.
    above: Vec<u8>,
    ids: BTreeSet<String>,
}

impl Contents {
    /// Adds a heading and returns its level on the page and its id. The page title has level 1; a heading is one
    /// level below the nearest preceding heading with a smaller Markdown level.
    pub(super) fn add(&mut self, level: u8, text: &str) -> (u8, String) {
        self.above.retain(|above| *above < level);
        self.above.push(level);
        let level = (1 + self.above.len()).min(6) as u8;
        let id = self.id(text);
        self.entries.push(Entry { level, id: id.clone(), text: text.to_owned() });
        (level, id)
    }

    /// Returns a unique id made of the letters and digits of a string.
    fn id(&mut self, text: &str) -> String {
        let letters = text.to_lowercase();
        let words: Vec<&str> =
            letters.split(|ch: char| !ch.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let start = format!("h-{}", words.join("-"));
        let mut id = start.clone();
        let mut number = 1;
        while !self.ids.insert(id.clone()) {
            number += 1;
            id = format!("{start}-{number}");
        }
        id
    }
}
