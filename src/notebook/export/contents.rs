//! The headings of a page: each with an id of its own, in an order without gaps, and the table of contents made of them.

use std::collections::BTreeSet;

/// A heading of the page.
pub(super) struct Entry {
    /// Its level on the page, 2 to 6.
    pub level: u8,
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
}

/// The headings so far.
#[derive(Default)]
pub(super) struct Contents {
    pub entries: Vec<Entry>,
    ids: BTreeSet<String>,
}

impl Contents {
    /// Adds a heading of a level of the prose, and gives its level on the page and its id. The page's own title is of
    /// level 1; a heading is at most one level below the one before.
    pub(super) fn add(&mut self, level: u8, text: &str) -> (u8, String) {
        let before = self.entries.last().map_or(1, |entry| entry.level);
        let level = (level + 1).clamp(2, 6).min(before + 1);
        let id = self.id(text);
        self.entries.push(Entry { level, id: id.clone(), text: text.to_owned() });
        (level, id)
    }

    /// An id out of the letters and digits of a text, never given twice.
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
