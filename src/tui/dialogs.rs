//! The dialogs of single actions: palette, themes, key sets, contents, exports, rules, and prompts.

use pprepl_notebook::export::Form;
use pprepl_notebook::{CellId, CellKind};
use pprepl_session::{RULES, Rule, RuleSet};

use crate::themes::THEMES;

use super::action;
use super::command::{Command, Destination, ExportWhat, FileCommand, PreferenceCommand};
use super::dialog::Item;
use super::dialog_host::{DialogHost, PreviewedRow, path_of};
use super::files::export_path;
use super::keymap::{Bound, Entry, Keymap};
use super::table::KeySet;
use super::workspace::Workspace;

impl DialogHost {
    /// Opens the prompt for a notebook to open.
    pub fn open_notebook_prompt(&mut self) {
        self.prompt("Open a notebook", "", |text| match text.trim() {
            "" => Command::Nothing,
            _ => Command::File(FileCommand::Open(path_of(&text))),
        });
    }

    /// Opens the prompt for a line number.
    pub fn open_line_prompt(&mut self) {
        self.prompt("Go to line", "", |text| Command::Go(Destination::Line(text)));
    }

    /// Opens the prompt for a value to find in the trace.
    pub fn open_trace_search(&mut self) {
        self.prompt("Find a value in the trace", "", Command::FindInTrace);
    }

    /// Opens the prompt for code to evaluate in the selected frame of the paused cell.
    pub fn open_evaluation(&mut self) {
        self.prompt("Evaluate in this frame", "", Command::EvaluateInFrame);
    }

    /// Opens the prompt for the predicted value of a step.
    pub fn open_prediction(&mut self, question: &str) {
        self.prompt(question, "", Command::Predict);
    }

    /// Opens the prompt for the title of a cell.
    pub fn open_title(&mut self, before: &str) {
        self.prompt("Cell title", before, Command::SetTitle);
    }

    /// Opens the list of all actions.
    pub fn open_palette(&mut self, keys: &Keymap) {
        let row = |entry: &Entry| {
            let key = entry.chords.first().map(ToString::to_string).unwrap_or_default();
            let words = action::words(entry.name);
            let item = Item { label: entry.title.to_owned(), detail: entry.summary.to_owned(), key, words };
            (item, Command::ActFromPalette(entry.bound.clone()))
        };
        let mut seen: Vec<Bound> = Vec::new();
        let mut rows = Vec::new();
        for entry in keys.entries() {
            if !seen.contains(&entry.bound) {
                seen.push(entry.bound.clone());
                rows.push(row(entry));
            }
        }
        self.list("All actions", rows, 0);
    }

    /// Opens the list of themes, with this one selected.
    pub fn open_themes(&mut self, current: &str) {
        let names: Vec<&str> = THEMES.names().collect();
        let selected = names.iter().position(|name| *name == current).unwrap_or(0);
        let row = |name: &&str| {
            let preview = Command::Preference(PreferenceCommand::PreviewTheme((*name).to_owned()));
            let choose = Command::Preference(PreferenceCommand::ChooseTheme((*name).to_owned()));
            (Item { label: (*name).to_owned(), ..Item::default() }, PreviewedRow { preview, choose })
        };
        let rows = names.iter().map(row).collect();
        let cancel = Command::Preference(PreferenceCommand::RestoreTheme);
        self.previewed_list("Theme", rows, selected, cancel);
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
            let item = Item { label: set.name().to_owned(), detail: detail.to_owned(), ..Item::default() };
            (item, Command::Preference(PreferenceCommand::ChooseKeys(set)))
        };
        self.list("Keys", sets.map(row).to_vec(), selected);
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
                    (Item { label, ..Item::default() }, Command::Go(Destination::Cell(cell.id, offset)))
                })),
                CellKind::Code => {
                    number += 1;
                    let title = cell.title();
                    let first = cell.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("(empty)");
                    let label = if title.is_empty() { first.trim() } else { title };
                    let item = Item { label: format!("    {label}"), key: format!("[{number}]"), ..Item::default() };
                    rows.push((item, Command::Go(Destination::Cell(cell.id, 0))));
                }
            }
        }
        self.list("Contents", rows, selected);
    }

    /// Opens the list of export formats.
    pub fn open_export(&mut self, book: &Workspace, current: CellId) {
        let forms = Form::ALL.iter().filter(|(form, ..)| *form != Form::Manifest);
        let forms = forms.map(|(form, _, title)| (ExportWhat::Notebook(*form), *title));
        let row = |(what, title): (ExportWhat, &str)| {
            // The file is in the notebook's directory: its name is enough.
            let detail = export_path(what, book).file_name().map(|name| name.to_string_lossy().into_owned());
            let detail = detail.unwrap_or_default();
            let export = FileCommand::Export { what, overwrite: false };
            (Item { label: title.to_owned(), detail, ..Item::default() }, Command::File(export))
        };
        let rows = forms.chain([(ExportWhat::Cell(current), "SVG picture of this cell")]).map(row).collect();
        self.list("Export with the results as", rows, 0);
    }

    /// Opens the list of the checker's rules; selecting one toggles it.
    pub fn open_rules(&mut self, rules: RuleSet, selected: usize) {
        let reported = RULES.iter().enumerate().filter(|(_, rule)| rule.visible);
        let row = |(at, rule): (usize, &Rule)| {
            let on = if rules.has(rule.code) { "on" } else { "off" };
            let item = Item {
                label: rule.code.to_string(),
                detail: rule.summary.to_owned(),
                key: on.to_owned(),
                ..Item::default()
            };
            (item, Command::Preference(PreferenceCommand::ToggleRule(at)))
        };
        let rows: Vec<(Item, Command)> = reported.map(row).collect();
        self.list("Checker rules", rows, selected);
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
