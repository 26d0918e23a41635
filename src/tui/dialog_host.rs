//! The open dialog, and the values of its rows.

use pprepl_notebook::export::Form;
use pprepl_notebook::pane::View;
use pprepl_notebook::{CellId, CellKind};
use pprepl_session::Part;
use pprepl_session::{RULES, Rule, RuleSet};
use pprepl_text::Severity;
use ratatui::layout::Rect;

use crate::themes::THEMES;

use super::action;
use super::dialog::{Ask, Dialog, Item, ListDialog, PromptDialog, QuestionDialog, ReaderDialog, StyledLine};
use super::dialogs::Choice;
use super::help;
use super::keymap::{Bound, Entry, Keymap};
use super::table::KeySet;
use super::workspace::Workspace;

/// The open dialog and the values of its rows.
#[derive(Default)]
pub struct DialogHost {
    pub open: Option<Dialog>,
    /// The values of the rows in the open list, or the subject of the open question.
    choices: Vec<Choice>,
    /// The filter at the start of the dialog.
    filter_before: String,
}

impl DialogHost {
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns the purpose of the open dialog.
    pub fn purpose(&self) -> Option<Ask> {
        self.open.as_ref().map(Dialog::ask)
    }

    pub fn close(&mut self) {
        self.open = None;
    }

    /// Returns the value of a row.
    pub fn choice(&self, row: usize) -> Option<&Choice> {
        self.choices.get(row)
    }

    /// Returns the value of the selected row of the open list.
    pub fn selected(&self) -> Option<&Choice> {
        match &self.open {
            Some(Dialog::List(list)) => self.choice(list.selected()?),
            _ => None,
        }
    }

    /// Returns the text in the open prompt.
    pub fn typed(&self) -> Option<String> {
        match &self.open {
            Some(Dialog::Prompt(prompt)) => Some(prompt.line.text().to_owned()),
            _ => None,
        }
    }

    /// Shows a remark in the open prompt.
    pub fn remark(&mut self, remark: (&'static str, String)) {
        if let Some(Dialog::Prompt(prompt)) = &mut self.open {
            prompt.remark = remark;
        }
    }

    /// Opens a prompt.
    pub fn ask(&mut self, ask: Ask, title: &str, text: &str) {
        self.open = Some(Dialog::Prompt(PromptDialog::new(ask, title, text)));
    }

    /// Opens the prompt of the catalog's filter, and keeps this filter to restore it on cancel.
    pub fn ask_for_filter(&mut self, before: String) {
        self.ask(Ask::Filter, "Filter the catalog", &before);
        self.filter_before = before;
    }

    /// Takes the filter to restore.
    pub fn take_filter(&mut self) -> String {
        std::mem::take(&mut self.filter_before)
    }

    /// Opens a text to read.
    pub fn read(&mut self, title: &str, lines: Vec<StyledLine>) {
        self.open = Some(Dialog::Reader(ReaderDialog::new(title, lines)));
    }

    /// Opens a list.
    pub fn list(&mut self, ask: Ask, title: &str, rows: Vec<(Item, Choice)>, selected: usize) {
        let (items, choices) = rows.into_iter().unzip();
        self.choices = choices;
        self.open = Some(Dialog::List(ListDialog::new(ask, title, items, selected)));
    }

    /// Opens a question.
    pub fn question(&mut self, ask: Ask, title: &str, text: String, answers: Vec<(char, &'static str)>) {
        let (title, rows) = (title.to_owned(), Rect::ZERO);
        self.open = Some(Dialog::Question(QuestionDialog { ask, title, text, answers, rows }));
    }

    /// Opens a question about this value.
    pub fn question_about(
        &mut self,
        subject: Choice,
        ask: Ask,
        title: &str,
        text: String,
        answers: Vec<(char, &'static str)>,
    ) {
        self.choices = vec![subject];
        self.question(ask, title, text, answers);
    }

    /// Shows the information on a word above the open help. `more` is the key that shows all of it.
    pub fn show_help(&mut self, view: &View, more: &str) {
        if let Some(Dialog::Reader(reader)) = &mut self.open
            && reader.title == "Help"
            && !view.lines.is_empty()
        {
            reader.put_above(help::word(view, more));
        }
    }

    /// Opens the list of all actions.
    pub fn open_palette(&mut self, keys: &Keymap) {
        let row = |entry: &Entry| {
            let key = entry.chords.first().map(ToString::to_string).unwrap_or_default();
            let words = action::words(entry.name);
            let item = Item { label: entry.title.to_owned(), detail: entry.summary.to_owned(), key, words };
            (item, Choice::Action(entry.bound.clone()))
        };
        let mut seen: Vec<Bound> = Vec::new();
        let mut rows = Vec::new();
        for entry in keys.entries() {
            if !seen.contains(&entry.bound) {
                seen.push(entry.bound.clone());
                rows.push(row(entry));
            }
        }
        self.list(Ask::Palette, "All actions", rows, 0);
    }

    /// Opens the list of themes, with this one selected.
    pub fn open_themes(&mut self, current: &str) {
        let names: Vec<&str> = THEMES.names().collect();
        let selected = names.iter().position(|name| *name == current).unwrap_or(0);
        let row =
            |name: &&str| (Item { label: (*name).to_owned(), ..Item::default() }, Choice::Theme((*name).to_owned()));
        let rows = names.iter().map(row).collect();
        self.list(Ask::Theme, "Theme", rows, selected);
    }

    /// Opens the list of key sets, with this one selected.
    pub fn open_key_sets(&mut self, current: KeySet) {
        let sets = [
            (KeySet::Plain, "as in most editors"),
            (KeySet::Emacs, "as in Emacs and the shell"),
            (KeySet::Vi, "as in vi, with its modes"),
        ];
        let selected = sets.iter().position(|(set, _)| *set == current).unwrap_or(0);
        let row = |(set, detail): (KeySet, &str)| {
            (Item { label: set.name().to_owned(), detail: detail.to_owned(), ..Item::default() }, Choice::Keys(set))
        };
        self.list(Ask::KeySet, "Keys", sets.map(row).to_vec(), selected);
    }

    /// Opens the list of headings and cells, with this cell selected.
    pub fn open_contents(&mut self, book: &Workspace, current: CellId) {
        let mut rows = Vec::new();
        let mut selected = 0;
        let mut number = 0;
        for cell in book.cells() {
            if cell.id == current {
                selected = rows.len();
            }
            match cell.kind {
                CellKind::Prose => rows.extend(headings(&cell.text).map(|(offset, level, title)| {
                    let label = format!("{}{title}", "  ".repeat(level.saturating_sub(1)));
                    (Item { label, ..Item::default() }, Choice::Cell(cell.id, offset))
                })),
                CellKind::Code => {
                    number += 1;
                    let title = cell.title();
                    let first = cell.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("(empty)");
                    let label = if title.is_empty() { first.trim() } else { title };
                    let item = Item { label: format!("    {label}"), key: format!("[{number}]"), ..Item::default() };
                    rows.push((item, Choice::Cell(cell.id, 0)));
                }
            }
        }
        self.list(Ask::Contents, "Contents", rows, selected);
    }

    /// Opens the list of export formats.
    pub fn open_export(&mut self, book: &Workspace) {
        let forms = Form::ALL.iter().filter(|(form, ..)| *form != Form::Manifest);
        let row = |(form, end, title): &(Form, &str, &str)| {
            // The file is in the notebook's directory: its name is enough.
            let detail = book.export_path(end).file_name().map(|name| name.to_string_lossy().into_owned());
            let detail = detail.unwrap_or_default();
            (Item { label: (*title).to_owned(), detail, ..Item::default() }, Choice::Form(*form))
        };
        let rows = forms.map(row).collect();
        self.list(Ask::Export, "Export with the results as", rows, 0);
    }

    /// Opens the list of the checker's rules; selecting one toggles it.
    pub fn open_rules(&mut self, rules: RuleSet, selected: usize) {
        let told = RULES.iter().enumerate().filter(|(_, rule)| rule.severity != Severity::Note);
        let row = |(at, rule): (usize, &Rule)| {
            let on = if rules.has(rule.code) { "on" } else { "off" };
            let item = Item {
                label: rule.code.to_string(),
                detail: rule.summary.to_owned(),
                key: on.to_owned(),
                ..Item::default()
            };
            (item, Choice::Rule(at))
        };
        let rows: Vec<(Item, Choice)> = told.map(row).collect();
        self.list(Ask::Rules, "Checker rules", rows, selected);
    }

    /// Shows the list of a value's elements, unless another dialog is open; `path` leads to the value.
    pub fn show_parts(&mut self, path: &[usize], parts: Vec<Part>) {
        if self.purpose().is_some_and(|ask| ask != Ask::Explore) {
            return;
        }
        let row = |(at, part): (usize, Part)| {
            let more = if part.parts > 0 { "▸" } else { " " };
            let label = format!("{more} {}: {}", part.key, part.text);
            let item = Item { label, detail: part.type_name.clone(), ..Item::default() };
            let way: Vec<usize> = path.iter().copied().chain([at]).collect();
            (item, Choice::Part(way, part.access, part.parts))
        };
        let mut rows: Vec<(Item, Choice)> = parts.into_iter().enumerate().map(row).collect();
        if let Some((_, up)) = path.split_last() {
            let item = Item { label: "‹ back".to_owned(), ..Item::default() };
            rows.insert(0, (item, Choice::Part(up.to_vec(), String::new(), 1)));
        }
        self.list(Ask::Explore, "Value", rows, usize::from(!path.is_empty()));
        if let Some(Dialog::List(list)) = &mut self.open {
            list.foot = "enter, right: open; left: back; alt-c: copy the path; esc: close".to_owned();
        }
    }
}

/// Iterates over the headings of Markdown: offset, level, text.
fn headings(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut at = 0;
    text.split('\n').filter_map(move |line| {
        let start = at;
        at += line.len() + 1;
        let level = line.bytes().take_while(|byte| *byte == b'#').count();
        let title = line.get(level..)?.strip_prefix(' ')?;
        (1..=6).contains(&level).then_some((start, level, title.trim()))
    })
}
