//! The completion menu below the line: rustyline draws it as the hint, the key table moves in it. It never waits for a
//! key of its own: every key that it does not know closes or narrows it and keeps its usual meaning.

use std::ops::Range;

use pprepl_session::complete::{Completion, Item};
use pprepl_session::edit::Edit;
use pprepl_text::columns::{shortened, width, wrap};
use pprepl_text::visible;
use pprepl_widgets::editor::{COMPLETION_ROWS, CompletionList};

/// Maximum width of the column of labels.
const LABELS: usize = 32;

/// Separates an item from the page of the selected item in a row. It has no width.
pub const PAGE_START: char = '\u{2063}';

/// Minimum width of the page.
const LEAST_PAGE: usize = 36;

/// The menu, open or closed.
#[derive(Default)]
pub struct Menu(Option<OpenMenu>);

struct OpenMenu {
    list: CompletionList,
    /// The line that it was shown for, and its cursor.
    line: String,
    cursor: usize,
    /// The end of the word when it opened.
    least: usize,
}

impl Menu {
    /// Opens the menu for a completion at the cursor. Returns the edit that inserts the common start of all items.
    pub fn open(&mut self, line: &str, cursor: usize, completion: Completion) -> Edit {
        let from = completion.from.min(cursor);
        let start = common_start(&completion.items, line.get(from..cursor).unwrap_or_default());
        let edit = Edit::new(from..cursor, start, from + start.len());
        let (line, cursor) = (edit.applied(line), edit.cursor);
        let list = CompletionList::new(Completion { from, ..completion }, edit.text.as_str(), true);
        self.0 = Some(OpenMenu { list, line, cursor, least: cursor });
        edit
    }

    /// Adapts the menu to a line that may have changed: narrows it to the typed word, or closes it. Returns whether it
    /// closed.
    pub fn follow(&mut self, line: &str, cursor: usize) -> bool {
        let Some(open) = self.0.as_mut() else { return false };
        let closes = !open.follow(line, cursor);
        if closes {
            self.0 = None;
        }
        closes
    }

    pub fn is_open(&self) -> bool {
        self.0.is_some()
    }

    /// Closes it. Returns whether it was open.
    pub fn close(&mut self) -> bool {
        self.0.take().is_some()
    }

    /// Selects another item. Returns whether it is open.
    pub fn step(&mut self, by: isize) -> bool {
        if let Some(open) = self.0.as_mut() {
            open.list.step(by);
        }
        self.is_open()
    }

    /// Closes it. Returns the edit that inserts the selected item.
    pub fn accept(&mut self) -> Option<Edit> {
        let open = self.0.take()?;
        let item = open.list.item(open.list.chosen.unwrap_or(0))?;
        Some(insertion(&open.line, open.list.from..open.cursor, &item.label))
    }

    /// Returns the rows as text for a screen of this width, one line each with a line end before it, of which at most
    /// `most` are items; `None` if it is closed or has no room. The row of the selected item starts with `›`.
    pub fn text(&self, columns: usize, most: usize) -> Option<String> {
        let list = &self.0.as_ref()?.list;
        let rows = list.count().min(COMPLETION_ROWS).min(most);
        let chosen = list.chosen.unwrap_or(0);
        let top = list.top.max((chosen + 1).saturating_sub(rows));
        let shown: Vec<&Item> = (top..top + rows).filter_map(|row| list.item(row)).collect();
        let column = shown.iter().map(|item| width(&visible(&item.label))).max()?.min(LABELS);
        let room = columns.saturating_sub(column + 6);
        let page = if room < LEAST_PAGE { Vec::new() } else { page(list.item(chosen)?, room) };
        let count = rows.max(page.len().min(most).min(COMPLETION_ROWS));
        let mut text = String::new();
        for at in 0..count {
            text.push_str(if top + at == chosen { "\n› " } else { "\n  " });
            let item = shown.get(at);
            if room < LEAST_PAGE {
                text.extend(item.map(|item| shortened(&described(item, column), columns.saturating_sub(3))));
                continue;
            }
            let label = item.map(|item| shortened(&visible(&item.label), column)).unwrap_or_default();
            let padding = " ".repeat(column.saturating_sub(width(&label)));
            let line = page.get(at).map_or("", String::as_str);
            text.extend(
                [&*label, &*padding].into_iter().chain((!page.is_empty()).then_some("\u{2063} │ ")).chain([line]),
            );
        }
        let foot = format!("{} of {}; Enter: insert, Esc: close", chosen + 1, list.count());
        Some(text + "\n  " + &shortened(&foot, columns.saturating_sub(3)))
    }

    /// Returns the selected item, to show after the line; `None` if the menu is closed.
    pub fn item_text(&self) -> Option<String> {
        let list = &self.0.as_ref()?.list;
        let chosen = list.chosen.unwrap_or(0);
        let label = shortened(&visible(&list.item(chosen)?.label), LABELS);
        Some(format!("  › {label} ({} of {})", chosen + 1, list.count()))
    }
}

impl OpenMenu {
    /// Adapts the items to the line. Returns false if they no longer fit.
    fn follow(&mut self, line: &str, cursor: usize) -> bool {
        if line == self.line && cursor == self.cursor {
            return true;
        }
        let from = self.list.from;
        let is_same = line.get(..from) == self.line.get(..from) && line.get(cursor..) == self.line.get(self.cursor..);
        let Some(typed) = line.get(from..cursor).filter(|_| is_same && cursor >= self.least) else { return false };
        self.list.narrow(typed);
        (self.line, self.cursor) = (line.to_owned(), cursor);
        !typed.ends_with(char::is_whitespace) && !self.list.is_spent(typed)
    }
}

/// Returns the edit that replaces the typed word with a label. Omits a quote that is already after the cursor.
pub fn insertion(line: &str, word: Range<usize>, label: &str) -> Edit {
    let behind = line.get(word.end..).unwrap_or_default();
    let quote = label.chars().next_back().filter(|c| matches!(c, '\'' | '"'));
    let doubled = quote.is_some_and(|quote| label.len() > 1 && behind.starts_with(quote));
    let label = label.get(..label.len() - usize::from(doubled)).unwrap_or_default();
    let cursor = word.start + label.len();
    Edit::new(word, label, cursor)
}

/// Returns the longest common start of all labels, or what is typed if a label does not start with it.
fn common_start<'i>(items: &'i [Item], typed: &'i str) -> &'i str {
    let Some((first, others)) = items.split_first() else { return typed };
    let shared = others.iter().fold(first.label.as_str(), |start, item| {
        let same = start.char_indices().zip(item.label.chars()).take_while(|((_, a), b)| a == b);
        let end = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
        start.get(..end).unwrap_or_default()
    });
    if shared.starts_with(typed) { shared } else { typed }
}

/// Returns what is known about an item, in lines of this width.
fn page(item: &Item, room: usize) -> Vec<String> {
    let wrapped = |part: &String| wrap(&visible(part).replace('\n', " "), room);
    item.page().iter().flat_map(wrapped).collect()
}

/// Returns the label, padded to a column, with its detail and documentation.
fn described(item: &Item, column: usize) -> String {
    let label = visible(&item.label);
    let both = [item.detail.as_str(), item.doc.as_str()].into_iter().filter(|text| !text.is_empty());
    let detail = both.collect::<Vec<_>>().join("  ");
    if detail.is_empty() {
        return label.into_owned();
    }
    let padding = " ".repeat(column.saturating_sub(width(&label)) + 2);
    format!("{label}{padding}{}", visible(&detail).replace('\n', " "))
}
