//! The facts of the notebook: choosing a set, changing one fact, and what follows from it.

use pprepl_notebook::kernel::{FactsChange, FactsChanged};
use pprepl_notebook::pane::Pane;
use pprepl_session::fact_sets;
use pprepl_text::theme::Role;

use super::app::App;
use super::command::Command;
use super::dialog::Item;
use super::dialog_host::DialogHost;

/// Shows the facts after a change, or why they cannot be changed.
pub(super) fn follow(app: &mut App, changed: Result<FactsChanged, String>) {
    match changed {
        Ok(FactsChanged { message, label }) => {
            app.status.set(Role::Info, message);
            app.panes.facts.label = label;
            app.panes.refresh();
        }
        Err(reason) => app.status.set(Role::Error, reason),
    }
}

/// Filters the facts of the pane.
pub(super) fn filter(app: &mut App, text: String) {
    app.panes.facts.filter = text;
    if let Some(slot) = app.panes.slot_of(Pane::Facts) {
        app.panes.layout.place_mut(slot).line = None;
    }
    app.panes.refresh();
}

/// Returns the change that a line such as `os.family=RedHat` describes.
pub(super) fn typed(line: &str) -> Command {
    match line.split_once('=') {
        Some((path, value)) if !path.trim().is_empty() => change(path.trim(), value.trim()),
        _ => Command::status(Role::Error, "expected PATH=VALUE, such as os.family=RedHat"),
    }
}

/// Returns the change of one fact.
pub(super) fn change(path: &str, value: &str) -> Command {
    Command::ChangeFacts(FactsChange::Set { path: path.to_owned(), value: value.to_owned() })
}

impl DialogHost {
    /// Opens the list of fact sets.
    pub fn open_fact_sets(&mut self) {
        let set = |(name, summary): (&str, &str)| {
            let item = Item { label: name.to_owned(), detail: summary.to_owned(), ..Item::default() };
            (item, Command::ChangeFacts(FactsChange::Use(name.to_owned())))
        };
        let other = |label: &str, detail: &str, command| {
            (Item { label: label.to_owned(), detail: detail.to_owned(), ..Item::default() }, command)
        };
        let mut rows: Vec<(Item, Command)> = fact_sets().map(set).collect();
        rows.push(other("file", "facts from JSON or YAML", Command::AskFactsFile));
        rows.push(other("none", "no facts", Command::ChangeFacts(FactsChange::Use(String::new()))));
        self.list("Facts", rows, 0);
    }

    /// Opens the prompt for a file of facts.
    pub fn open_facts_file(&mut self) {
        self.prompt("Facts from a file (JSON or YAML)", "", |path| match path.trim() {
            "" => Command::Nothing,
            path => Command::ChangeFacts(FactsChange::Use(path.to_owned())),
        });
    }

    /// Opens the prompt for a fact to set: `PATH=VALUE`.
    pub fn open_fact(&mut self, line: &str) {
        self.prompt("Set a fact: PATH=VALUE", line, |line| typed(&line));
    }

    /// Opens the prompt for the filter of the facts. `before` is restored on cancel.
    pub fn open_facts_filter(&mut self, before: String) {
        self.filter_prompt("Filter the facts", before, Command::FilterFacts);
    }
}
