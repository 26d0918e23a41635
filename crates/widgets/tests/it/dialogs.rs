//! Dialogs and the picker: the screen after keys, a row each in `tests/rules/dialogs.txt`. `‸` is the cursor.

use pprepl_text::theme::{ColorDepth, Role};
use pprepl_widgets::dialog::{Dialog, Item, LineInput, ListDialog, PromptDialog, QuestionDialog, ReaderDialog};
use pprepl_widgets::editor::TextUndo;
use pprepl_widgets::key::Key;
use pprepl_widgets::paint::Palette;
use pprepl_widgets::picker::{Picker, PickerItem, PickerReply};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SCREEN: Rect = Rect::new(0, 0, 60, 12);

fn palette() -> Palette {
    Palette { theme: pprepl_testing::THEMES.get("dark").expect("the theme"), depth: ColorDepth::None }
}

/// Returns the keys of a text: characters, and names in angle brackets.
fn keys(text: &str) -> Vec<Key> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|inner| inner.split_once('>'));
        match named.and_then(|(name, behind)| Some((Key::parse(name)?, behind))) {
            Some((key, behind)) => {
                all.push(key);
                rest = behind;
            }
            None => {
                all.push(Key::parse(if first == ' ' { "space" } else { &rest[..first.len_utf8()] }).expect("a key"));
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    all
}

fn rows(screen: &Buffer) -> String {
    let row = |y| (0..screen.area.width).map(|x| screen[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    let all: Vec<String> = (0..screen.area.height).map(row).collect();
    all.join("⏎").trim_end_matches('⏎').to_owned()
}

/// Presses keys in a dialog, which is drawn after each. `PASTE` pastes, `WHEEL` scrolls, `CLICK5` clicks in row 5, and
/// `CLICK` in row 6.
fn played(dialog: Dialog, text: &str) -> String {
    played_on(SCREEN, dialog, text)
}

fn played_on(screen: Rect, mut dialog: Dialog, text: &str) -> String {
    let mut terminal = Terminal::new(TestBackend::new(screen.width, screen.height)).expect("a terminal");
    let mut replies = String::new();
    let mut draw = |dialog: &mut Dialog| {
        terminal.draw(|frame| dialog.draw(frame, screen, &palette())).expect("a screen");
        rows(terminal.backend().buffer())
    };
    let mut shown = draw(&mut dialog);
    for part in text.split_inclusive(' ').map(str::trim_end).filter(|part| !part.is_empty()) {
        match part {
            "PASTE" => dialog.paste("row 1\nx"),
            "WHEEL" => drop(dialog.scroll(2)),
            part if part.starts_with("CLICK") => {
                let row = match &part["CLICK".len()..] {
                    "" => 6,
                    row => row.parse().expect("the row of the screen"),
                };
                replies.push_str(&format!("{:?} ", dialog.click(20, row)));
            }
            part => {
                for key in keys(part) {
                    replies.push_str(&format!("{:?} ", dialog.key(key)));
                    draw(&mut dialog);
                }
            }
        }
        shown = draw(&mut dialog);
    }
    format!("{replies}| {shown}")
}

fn list() -> Dialog {
    let item = |at: usize| Item {
        label: format!("row {at}"),
        detail: format!("detail of {at}"),
        key: if at.is_multiple_of(2) { format!("f{at}") } else { String::new() },
        words: if at == 7 { "seven lucky" } else { "" },
    };
    Dialog::List(ListDialog::new("A list", (0..14).map(item).collect(), 1))
}

fn reader() -> Dialog {
    let long = "a line that is so long that it does not fit in the width of the dialog and goes on in the next row";
    let line = |at: usize| vec![(Role::Key, format!("{at} ")), (Role::Screen, format!("line {at}"))];
    let mut lines: Vec<_> = (0..20).map(line).collect();
    lines.insert(2, vec![(Role::Key, "k  ".to_owned()), (Role::Screen, long.to_owned())]);
    let mut reader = ReaderDialog::new("A text", lines);
    reader.put_above(vec![vec![(Role::Title, "above".to_owned())]]);
    Dialog::Reader(reader)
}

fn question(answers: &[(char, &'static str)]) -> Dialog {
    let lines = vec![vec![(Role::Plain, "plain ".to_owned()), (Role::Key, "key".to_owned())]];
    Dialog::Question(QuestionDialog::new("A question", "What now?".to_owned(), answers.to_vec()).with_lines(lines))
}

fn prompt(text: &str) -> PromptDialog {
    let mut prompt = PromptDialog::new("A line", text);
    prompt.remark = (Role::Hint, "a remark".to_owned());
    prompt
}

fn picked(text: &str) -> String {
    let item = |at: usize| PickerItem {
        text: format!("input {at}\n  second line"),
        detail: if at.is_multiple_of(3) { format!("value {at}") } else { String::new() },
        failed: at == 4,
        groups: if at.is_multiple_of(2) { 2 } else { 4 },
    };
    let (size, keys_of) = text.split_once(' ').unwrap_or((text, ""));
    let (height, width) = size.split_once('x').unwrap_or((size, "50"));
    let [height, width] = [height, width].map(|length| length.parse::<u16>().expect("a length"));
    let mut picker = Picker::new("Inputs", &["all", "even", "odd"], (0..12).map(item).collect(), "");
    let area = Rect::new(0, 0, width, height);
    let preview: Vec<(Role, String)> = (0..6).map(|at| (Role::Screen, format!("preview {at}"))).collect();
    let draw = |picker: &mut Picker| {
        let mut screen = Buffer::empty(area);
        let at = picker.draw(area, &mut screen, &palette(), &preview);
        format!("{} | cursor {},{}", rows(&screen), at.x, at.y)
    };
    let mut shown = draw(&mut picker);
    let mut replies = String::new();
    for key in keys(keys_of) {
        let reply = picker.key(key);
        if reply != PickerReply::Stay {
            replies.push_str(&format!("{reply:?} "));
        }
        shown = draw(&mut picker);
    }
    format!("{replies}{:?} | {shown}", picker.selected())
}

/// Returns a line of text and its cursor after keys; the line is drawn in ten columns.
fn line(text: &str) -> String {
    let (start, keys_of) = text.split_once(" :: ").expect("a text and its keys");
    let mut input = LineInput::new(start.replace('*', ""));
    if start.ends_with('*') {
        input.select();
    }
    let unknown: Vec<String> =
        keys(keys_of).into_iter().filter(|key| !input.key(*key)).map(|key| key.to_string()).collect();
    let mut screen = Buffer::empty(Rect::new(0, 0, 12, 1));
    let column = input.draw(Rect::new(1, 0, 10, 1), &mut screen, &palette());
    format!(
        "{:?} | {:?} at {column}{}",
        input.text(),
        rows(&screen),
        unknown.iter().map(|key| format!(" | no {key}")).collect::<String>()
    )
}

/// Plays states of a line: `text¦` notes a state, `u`, `r` and `b` undo, redo and go to the next branch.
fn undone(text: &str) -> String {
    let mut undo = TextUndo::default();
    let mut told = Vec::new();
    for step in text.split(' ') {
        let found = match step {
            "u" => undo.undo(),
            "r" => undo.redo(),
            "b" => undo.next_branch(),
            state => {
                let cursor = state.find('¦').expect("the cursor");
                undo.note(&state.replace('¦', ""), cursor);
                continue;
            }
        };
        told.push(found.map_or("nothing".to_owned(), |(mut text, cursor)| {
            text.insert(cursor, '¦');
            text
        }));
    }
    told.join(" ")
}

#[test]
fn dialogs_answer_to_keys() {
    pprepl_testing::check_rules("dialogs.txt", |row| {
        let (kind, text) = row.split_once(' ').unwrap_or((row, ""));
        match kind {
            "list" => played(list(), text),
            "reader" => played(reader(), text),
            "question" => played(question(&[('y', "yes"), ('n', "no")]), text),
            "information" => played(question(&[]), text),
            "prompt" => played(Dialog::Prompt(prompt("abc")), text),
            "selected" => played(Dialog::Prompt(prompt("abc").selected()), text),
            "bottom" => played(Dialog::Prompt(prompt("abc").at_bottom()), text),
            // A screen of this height.
            "low" => {
                let (height, text) = text.split_once(' ').unwrap_or((text, ""));
                let screen = Rect { height: height.parse().expect("a height"), ..SCREEN };
                let dialogs = [list(), reader(), question(&[('y', "yes")]), Dialog::Prompt(prompt("abc").at_bottom())];
                dialogs.map(|dialog| played_on(screen, dialog, text)).join(" || ")
            }
            "picker" => picked(text),
            "line" => line(text),
            "undo" => undone(text),
            other => panic!("{other}: an unknown kind of row"),
        }
    });
}
