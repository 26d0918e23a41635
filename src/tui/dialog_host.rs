//! The open dialog, with the command of each answer next to its label. An answer is returned as that command.

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;

use pprepl_notebook::CellId;
use pprepl_notebook::file::DiskChange;
use pprepl_notebook::manifest::UnusedValueFix;
use pprepl_notebook::pane::View;
use pprepl_session::{FixedText, Part};
use pprepl_text::theme::Role;
use pprepl_text::{difference, visible};

use super::command::{Command, DialogRequest, FileCommand, SearchCommand};
use super::dialog::{Dialog, Item, ListDialog, PromptDialog, QuestionDialog, ReaderDialog, Reply, StyledLine};
use super::help;
use super::key::Key;
use super::paint::Palette;
use super::workspace;

/// Holds at most one open dialog, and turns its answers into commands.
#[derive(Default)]
pub struct DialogHost {
    open: Option<OpenDialog>,
}

/// A dialog and its commands.
struct OpenDialog {
    dialog: Dialog,
    answers: Answers,
    /// The command when the user closes it without an answer.
    cancel: Option<Command>,
}

/// An answer of a question: its letter, its label and its command.
type Answer = (char, &'static str, Command);

/// The commands of a dialog's answers.
enum Answers {
    /// One for each row of a list, or for each answer of a question.
    Rows(Vec<Command>),
    /// One for each row of a list, and the one that previews it.
    PreviewedRows(Vec<PreviewedRow>),
    /// The elements of a value.
    Parts(Vec<PartRow>),
    /// The one for the entered text, and the one that previews it.
    Text { submit: fn(String) -> Command, preview: Option<fn(String) -> Command> },
    /// None: the help is only read.
    Help,
    /// None: the text is only read.
    Reader,
}

/// The commands of a row that is previewed while it is selected.
pub struct PreviewedRow {
    pub preview: Command,
    pub choose: Command,
}

/// A row of the list of a value's elements.
struct PartRow {
    /// The indices that lead to the element.
    path: Vec<usize>,
    /// The code that accesses it; empty for the row that leads back.
    access: String,
    has_parts: bool,
}

impl PartRow {
    fn command(&self) -> Command {
        if self.has_parts { Command::Explore(self.path.clone()) } else { Command::CopyAccess(self.access.clone()) }
    }
}

impl Answers {
    fn of_row(&self, row: usize) -> Option<Command> {
        match self {
            Answers::Rows(commands) => commands.get(row).cloned(),
            Answers::PreviewedRows(rows) => rows.get(row).map(|row| row.choose.clone()),
            Answers::Parts(parts) => parts.get(row).map(PartRow::command),
            Answers::Text { .. } | Answers::Help | Answers::Reader => None,
        }
    }
}

impl OpenDialog {
    /// Returns the selected row of a list.
    fn selected(&self) -> Option<usize> {
        match &self.dialog {
            Dialog::List(list) => list.selected(),
            Dialog::Prompt(_) | Dialog::Question(_) | Dialog::Reader(_) => None,
        }
    }

    /// Returns the command that previews the selected row or the entered text.
    fn preview(&self) -> Option<Command> {
        match (&self.answers, &self.dialog) {
            (Answers::PreviewedRows(rows), _) => rows.get(self.selected()?).map(|row| row.preview.clone()),
            (Answers::Text { preview, .. }, Dialog::Prompt(prompt)) => {
                preview.map(|preview| preview(prompt.line.text().to_owned()))
            }
            _ => None,
        }
    }

    /// Handles the keys of a value's elements in addition to those of every list; `None` for other keys.
    fn part_key(&self, key: Key) -> Option<PartKey> {
        let Answers::Parts(parts) = &self.answers else { return None };
        let selected = self.selected().and_then(|row| parts.get(row));
        match (key.code, selected) {
            (KeyCode::Char('c'), Some(part)) if key.held == KeyModifiers::ALT => Some(match part.access.is_empty() {
                true => PartKey::Nothing,
                false => PartKey::Close(Command::CopyAccess(part.access.clone())),
            }),
            (KeyCode::Right, Some(part)) if part.has_parts => Some(PartKey::Show(part.path.clone())),
            (KeyCode::Left, _) => Some(match parts.first().filter(|first| first.access.is_empty()) {
                Some(back) => PartKey::Show(back.path.clone()),
                None => PartKey::Nothing,
            }),
            _ => None,
        }
    }
}

/// The effect of a key in the list of a value's elements.
enum PartKey {
    Nothing,
    /// The dialog closes with this command.
    Close(Command),
    /// Shows the elements at this path. The dialog stays open until they are there.
    Show(Vec<usize>),
}

impl DialogHost {
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Handles a key. Returns the command of the answer.
    pub fn key(&mut self, key: Key) -> Option<Command> {
        match self.open.as_ref()?.part_key(key) {
            Some(PartKey::Nothing) => return None,
            Some(PartKey::Show(path)) => return Some(Command::Explore(path)),
            Some(PartKey::Close(command)) => {
                self.open = None;
                return Some(command);
            }
            None => {}
        }
        let reply = self.open.as_mut()?.dialog.key(key);
        self.replied(reply)
    }

    /// Handles a click at this screen position. Returns the command of the answer.
    pub fn click(&mut self, column: u16, row: u16) -> Option<Command> {
        let reply = self.open.as_mut()?.dialog.click(column, row);
        self.replied(reply)
    }

    /// Scrolls by a number of rows. Returns the command that previews the selected row.
    pub fn scroll(&mut self, rows: isize) -> Option<Command> {
        let reply = self.open.as_mut()?.dialog.scroll(rows);
        self.replied(reply)
    }

    /// Inserts pasted text.
    pub fn paste(&mut self, text: &str) {
        if let Some(open) = &mut self.open {
            open.dialog.paste(text);
        }
    }

    pub fn draw(&mut self, frame: &mut Frame, screen: Rect, palette: &Palette) {
        if let Some(open) = &mut self.open {
            open.dialog.draw(frame, screen, palette);
        }
    }

    fn replied(&mut self, reply: Reply) -> Option<Command> {
        match reply {
            Reply::Stay => None,
            Reply::Moved => self.open.as_ref()?.preview(),
            Reply::Closed => self.open.take()?.cancel,
            Reply::Chosen(row) => self.open.take()?.answers.of_row(row),
            Reply::Entered(text) => match self.open.take()?.answers {
                Answers::Text { submit, .. } => Some(submit(text)),
                _ => None,
            },
        }
    }

    /// Shows a remark in the open prompt.
    pub fn remark(&mut self, role: Role, text: String) {
        if let Some(OpenDialog { dialog: Dialog::Prompt(prompt), .. }) = &mut self.open {
            prompt.remark = (role, text);
        }
    }

    // Opening

    fn show(&mut self, dialog: Dialog, answers: Answers, cancel: Option<Command>) {
        self.open = Some(OpenDialog { dialog, answers, cancel });
    }

    /// Opens a list with the command of each row.
    pub fn list(&mut self, title: &str, rows: Vec<(Item, Command)>, selected: usize) {
        let (items, commands) = rows.into_iter().unzip();
        self.show(Dialog::List(ListDialog::new(title, items, selected)), Answers::Rows(commands), None);
    }

    /// Opens a list whose selected row is previewed. `cancel` undoes the preview.
    pub fn previewed_list(&mut self, title: &str, rows: Vec<(Item, PreviewedRow)>, selected: usize, cancel: Command) {
        let (items, commands) = rows.into_iter().unzip();
        let list = ListDialog::new(title, items, selected);
        self.show(Dialog::List(list), Answers::PreviewedRows(commands), Some(cancel));
    }

    /// Opens a prompt. The entered text is the argument of the command.
    pub fn prompt(&mut self, title: &str, text: &str, submit: fn(String) -> Command) {
        let prompt = PromptDialog::new(title, text);
        self.show(Dialog::Prompt(prompt), Answers::Text { submit, preview: None }, None);
    }

    /// Opens a prompt for vi's command line.
    pub fn open_command_line(&mut self) {
        let prompt = PromptDialog::new("w, q, wq, q!, e FILE or a line number", "").at_bottom();
        self.show(Dialog::Prompt(prompt), Answers::Text { submit: Command::CommandLine, preview: None }, None);
    }

    /// Opens the prompt of the catalog's filter. `before` is restored on cancel.
    pub fn open_filter(&mut self, before: String) {
        let prompt = PromptDialog::new("Filter the catalog", &before).selected();
        let answers = Answers::Text { submit: Command::FilterCatalog, preview: Some(Command::FilterCatalog) };
        self.show(Dialog::Prompt(prompt), answers, Some(Command::FilterCatalog(before)));
    }

    /// Opens a prompt for a query that is searched for while it is typed. Returns the command that previews `before`.
    fn open_search(
        &mut self,
        title: &str,
        before: &str,
        preview: fn(String) -> Command,
        submit: fn(String) -> Command,
    ) -> Option<Command> {
        let prompt = PromptDialog::new(title, before).selected().at_bottom();
        let answers = Answers::Text { submit, preview: Some(preview) };
        self.show(Dialog::Prompt(prompt), answers, Some(Command::Search(SearchCommand::Cancel)));
        Some(preview(before.to_owned()))
    }

    /// Opens a reader with these lines.
    pub fn read(&mut self, title: &str, lines: Vec<StyledLine>) {
        self.show(Dialog::Reader(ReaderDialog::new(title, lines)), Answers::Reader, None);
    }

    /// Opens the help.
    pub fn open_help(&mut self, lines: Vec<StyledLine>) {
        self.show(Dialog::Reader(ReaderDialog::new("Help", lines)), Answers::Help, None);
    }

    /// Shows the information on a word above the open help. `more` is the key that shows all of it.
    pub fn show_help(&mut self, view: &View, more: &str) {
        if let Some(OpenDialog { dialog: Dialog::Reader(reader), answers: Answers::Help, .. }) = &mut self.open
            && !view.lines.is_empty()
        {
            reader.put_above(help::word(view, more));
        }
    }

    /// Opens a question. Each answer has its letter, its label and its command. `cancel` runs without an answer.
    pub(super) fn question(&mut self, title: &str, text: &str, answers: Vec<Answer>, cancel: Option<Command>) {
        let (labels, commands) = answers.into_iter().map(|(letter, label, command)| ((letter, label), command)).unzip();
        let question = QuestionDialog::new(title, text.to_owned(), labels);
        self.show(Dialog::Question(question), Answers::Rows(commands), cancel);
    }

    /// Opens the dialog that a component asks for. Returns the command that previews it.
    pub fn open(&mut self, request: DialogRequest) -> Option<Command> {
        const UNSAVED: &str = "The notebook has unsaved changes.";
        match request {
            DialogRequest::SaveAs(path) => {
                self.prompt("Save as", &path, |text| file(FileCommand::SaveAs(path_of(&text))))
            }
            DialogRequest::SaveAsAndQuit => {
                self.prompt("Save as", "notebook.pp", |text| file(FileCommand::SaveAsAndQuit(path_of(&text))));
            }
            DialogRequest::Quit => {
                let answers = vec![
                    ('s', "save and quit", file(FileCommand::SaveAndQuit)),
                    ('d', "discard the changes and quit", file(FileCommand::DiscardAndQuit)),
                ];
                self.question("Quit?", UNSAVED, answers, None);
            }
            DialogRequest::OpenOther(path) => {
                let answers = vec![
                    ('s', "save and open", file(FileCommand::SaveAndOpen(path.clone()))),
                    ('d', "discard the changes and open", file(FileCommand::DiscardAndOpen(path))),
                ];
                self.question("Open another notebook?", UNSAVED, answers, None);
            }
            DialogRequest::Overwrite(change) => self.ask_to_overwrite(change),
            DialogRequest::OverwriteExport(what, change) => {
                let overwrite = file(FileCommand::Export { what, overwrite: true });
                self.question("Overwrite it?", workspace::words(change), vec![('o', "overwrite it", overwrite)], None);
            }
            DialogRequest::Changed { unsaved } => self.ask_to_reload(unsaved),
            DialogRequest::Recover(text) => {
                let answers = vec![
                    ('r', "restore them", file(FileCommand::Recover)),
                    ('d', "discard them", Command::Dialog(DialogRequest::DiscardRecovery)),
                ];
                self.question("Restore unsaved changes?", &text, answers, Some(recovery_reminder()));
            }
            DialogRequest::DiscardRecovery => {
                let answers =
                    vec![('k', "keep them", Command::Offer), ('d', "delete them", file(FileCommand::DiscardRecovery))];
                let text = "The unsaved changes will be deleted permanently.";
                self.question("Delete them?", text, answers, Some(recovery_reminder()));
            }
            DialogRequest::Find(before) => {
                let submit = |text| Command::Search(SearchCommand::Find(text));
                return self.open_search("Find", &before, preview_search, submit);
            }
            DialogRequest::FindStructure(before) => {
                let submit = |text| Command::Search(SearchCommand::FindStructure(text));
                let preview = |text| Command::Search(SearchCommand::PreviewStructure(text));
                return self.open_search("Find in the syntax tree", &before, preview, submit);
            }
            DialogRequest::Replace(before) => {
                let submit = |text| Command::Search(SearchCommand::AskReplacement(text));
                return self.open_search("Replace: find", &before, preview_search, submit);
            }
            DialogRequest::ReplaceWith => {
                let prompt = PromptDialog::new("Replace: with", "").at_bottom();
                let submit = |text| Command::Search(SearchCommand::ReplaceAll(text));
                let cancel = Some(Command::Search(SearchCommand::Cancel));
                self.show(Dialog::Prompt(prompt), Answers::Text { submit, preview: None }, cancel);
            }
            DialogRequest::UnusedValues(count) => self.open_unused_values(count),
            DialogRequest::Fix(id, version, fix) => self.ask_to_fix(id, version, fix),
            DialogRequest::Lesson(question) => self.open_lesson_question(question),
        }
        None
    }

    /// Asks before overwriting a file that another program changed.
    fn ask_to_overwrite(&mut self, change: DiskChange) {
        let (title, label) = match change {
            DiskChange::Gone => ("Create it again?", "create it again"),
            DiskChange::Written | DiskChange::Appeared => ("Overwrite it?", "overwrite it"),
        };
        let mut answers = vec![('o', label, file(FileCommand::Overwrite))];
        if change == DiskChange::Written {
            answers.push(('r', "reload it (undo restores the changes made here)", file(FileCommand::ReloadInstead)));
        }
        answers.push(('a', "save under another name", file(FileCommand::SaveElsewhere)));
        self.question(title, workspace::words(change), answers, Some(file(FileCommand::KeepPath)));
    }

    fn ask_to_reload(&mut self, unsaved: bool) {
        let mut text = "Another program changed the file.".to_owned();
        if unsaved {
            text.push_str(" Reloading discards unsaved changes; undo restores them.");
        }
        let answers = vec![
            ('r', "reload it", file(FileCommand::Reload)),
            ('k', "keep this version; saving asks first", Command::Nothing),
        ];
        self.question("The file has changed", &text, answers, None);
    }

    /// Shows a fix as a diff and asks whether to apply it.
    fn ask_to_fix(&mut self, id: CellId, version: u64, fix: FixedText) {
        let line =
            |line: String| vec![(difference::line_role(&line).unwrap_or(Role::Plain), visible(&line).into_owned())];
        let lines = fix.changed_lines().into_iter().map(line).collect();
        let question = QuestionDialog::new("Apply the fix?", String::new(), vec![('a', "apply it")]).with_lines(lines);
        let apply = Command::ApplyFix(id, version, fix);
        self.show(Dialog::Question(question), Answers::Rows(vec![apply]), None);
    }

    /// Opens the list of fixes for a number of unused values.
    fn open_unused_values(&mut self, count: usize) {
        let ways = [
            (UnusedValueFix::Assign, "$value_1 = ...", "assign to variables; the cells keep their results"),
            (UnusedValueFix::Notice, "notice(...)", "log each value, also when Puppet runs the file"),
        ];
        let row = |(how, label, detail): (UnusedValueFix, &str, &str)| {
            let item = Item { label: label.to_owned(), detail: detail.to_owned(), ..Item::default() };
            (item, Command::FixUnusedValues(how))
        };
        let title = if count == 1 { "1 unused value".to_owned() } else { format!("{count} unused values") };
        self.list(&title, ways.map(row).to_vec(), 0);
    }

    /// Shows the list of a value's elements, unless another dialog is open; `path` leads to the value.
    pub fn show_parts(&mut self, path: &[usize], parts: Vec<Part>) {
        if self.open.as_ref().is_some_and(|open| !matches!(open.answers, Answers::Parts(_))) {
            return;
        }
        let row = |(at, part): (usize, Part)| {
            let has_parts = part.parts > 0;
            let label = format!("{} {}: {}", if has_parts { "▸" } else { " " }, part.key, part.text);
            let item = Item { label, detail: part.type_name.clone(), ..Item::default() };
            let path = path.iter().copied().chain([at]).collect();
            (item, PartRow { path, access: part.access, has_parts })
        };
        let mut rows: Vec<(Item, PartRow)> = parts.into_iter().enumerate().map(row).collect();
        if let Some((_, up)) = path.split_last() {
            let item = Item { label: "‹ back".to_owned(), ..Item::default() };
            rows.insert(0, (item, PartRow { path: up.to_vec(), access: String::new(), has_parts: true }));
        }
        let (items, rows) = rows.into_iter().unzip();
        let mut list = ListDialog::new("Value", items, usize::from(!path.is_empty()));
        list.foot = "enter, right: open; left: back; alt-c: copy the path; esc: close".to_owned();
        self.show(Dialog::List(list), Answers::Parts(rows), None);
    }
}

fn file(command: FileCommand) -> Command {
    Command::File(command)
}

fn preview_search(text: String) -> Command {
    Command::Search(SearchCommand::Preview(text))
}

fn recovery_reminder() -> Command {
    Command::status(Role::Hint, "the unsaved changes are still in the journal; you are asked again next time")
}

/// Expands a typed path: `~/` is the user's home directory.
pub fn path_of(text: &str) -> PathBuf {
    let home = text.strip_prefix("~/").and_then(|rest| Some(std::env::home_dir()?.join(rest)));
    home.unwrap_or_else(|| PathBuf::from(text))
}
