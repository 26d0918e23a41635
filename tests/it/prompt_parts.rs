//! The parts of the prompt that need no terminal: each row of `tests/rules/prompt.txt` gives what a part makes of a line. A
//! line end is ⏎, an escape character ␛, a cursor ¦.

use std::rc::Rc;

use pprepl::repl::fold::folded;
use pprepl::repl::gutter::{Gutter, Signs};
use pprepl::repl::history::History;
use pprepl::repl::history_entry::{Entry, EntryResult};
use pprepl::repl::history_picker::{items, preview};
use pprepl::repl::menu::{Menu, insertion};
use pprepl::repl::open::what_is_open;
use pprepl::repl::pasted::{PasteKey, PasteReader, PastedInputs};
use pprepl::repl::recall::Recaller;
use pprepl::repl::rows::rows;
use pprepl::repl::suggestion::{by_grammar, first_line, first_word};
use pprepl::repl::typing::what_is_wrong;
use pprepl::repl::vi_line::{ViLine, ViReply};
use pprepl_session::complete::{Completion, Item, ItemKind};
use pprepl_session::edit::{Edit, MAX_MARKED};
use pprepl_session::{LexOptions, Session, Settings, SystemHost};
use pprepl_widgets::picker::PickerItem;
use rustyline::{Event, KeyCode, KeyEvent, Modifiers};

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| panic!("{text} is a number"))
}

/// Returns the parts of a row between ` | `.
fn parts(row: &str) -> Vec<&str> {
    row.split(" | ").map(|part| part.trim_end_matches(" |")).collect()
}

fn with_cursor(text: &str, cursor: usize) -> String {
    let mut text = text.to_owned();
    text.insert(cursor, '¦');
    text
}

fn without_cursor(text: &str) -> (String, usize) {
    (text.replace('¦', ""), text.find('¦').unwrap_or(text.len()))
}

const NAMED: [(&str, KeyCode, Modifiers); 31] = [
    ("<esc>", KeyCode::Esc, Modifiers::NONE),
    ("<c-[>", KeyCode::Char('['), Modifiers::CTRL),
    ("<c-r>", KeyCode::Char('R'), Modifiers::CTRL),
    ("<c-h>", KeyCode::Char('H'), Modifiers::CTRL),
    ("<c-a>", KeyCode::Char('A'), Modifiers::CTRL),
    ("<c-i>", KeyCode::Char('I'), Modifiers::CTRL),
    ("<c-j>", KeyCode::Char('J'), Modifiers::CTRL),
    ("<c-m>", KeyCode::Char('M'), Modifiers::CTRL),
    ("<a-k>", KeyCode::Char('k'), Modifiers::ALT),
    ("<a-h>", KeyCode::Char('h'), Modifiers::ALT),
    ("<a-J>", KeyCode::Char('J'), Modifiers::ALT),
    ("<a-I>", KeyCode::Char('I'), Modifiers::ALT),
    ("<a-M>", KeyCode::Char('M'), Modifiers::ALT),
    ("<a-[>", KeyCode::Char('['), Modifiers::ALT),
    ("<a-.>", KeyCode::Char('.'), Modifiers::ALT),
    ("<bs>", KeyCode::Backspace, Modifiers::NONE),
    ("<del>", KeyCode::Delete, Modifiers::NONE),
    ("<enter>", KeyCode::Enter, Modifiers::NONE),
    ("<tab>", KeyCode::Tab, Modifiers::NONE),
    ("<left>", KeyCode::Left, Modifiers::NONE),
    ("<right>", KeyCode::Right, Modifiers::NONE),
    ("<up>", KeyCode::Up, Modifiers::NONE),
    ("<down>", KeyCode::Down, Modifiers::NONE),
    ("<home>", KeyCode::Home, Modifiers::NONE),
    ("<s-home>", KeyCode::Home, Modifiers::SHIFT),
    ("<end>", KeyCode::End, Modifiers::NONE),
    ("<s-end>", KeyCode::End, Modifiers::SHIFT),
    ("<pagedown>", KeyCode::PageDown, Modifiers::NONE),
    ("<pageup>", KeyCode::PageUp, Modifiers::NONE),
    ("<start>", KeyCode::BracketedPasteStart, Modifiers::NONE),
    ("<stop>", KeyCode::BracketedPasteEnd, Modifiers::NONE),
];

/// Returns the keys that a text names.
fn keys(text: &str) -> Vec<KeyEvent> {
    let (mut rest, mut all) = (text, Vec::new());
    while let Some(typed) = rest.chars().next() {
        let (key, length) = match NAMED.iter().find(|(name, ..)| rest.starts_with(name)) {
            Some((name, code, modifiers)) => (KeyEvent(*code, *modifiers), name.len()),
            None => (KeyEvent(KeyCode::Char(typed), Modifiers::NONE), typed.len_utf8()),
        };
        all.push(key);
        rest = &rest[length..];
    }
    all
}

/// `rows COLUMNS TEXT`: the rows of a screen, each with the number of its line.
fn screen_rows(row: &str) -> String {
    let (columns, text) = row.split_once(' ').expect("columns and a text");
    let shown = rows(text, number(columns));
    shown.iter().map(|row| format!("{}:{}<{}>", row.line, row.painted, row.plain)).collect::<Vec<_>>().join(" ")
}

/// `gutter COLUMNS TEXT`: each line of a block with its signs, and those whose label is at the right.
fn signs(row: &str) -> String {
    let (columns, text) = row.split_once(' ').expect("columns and a text");
    let gutter = Gutter::new(text);
    let last = gutter.last_columns();
    let signs = Signs { gutter: Some(Rc::new(gutter)), style: ("<".to_owned(), ">".to_owned()) };
    let cut = signs.with_cuts(text, 0);
    let line = |(at, line): (usize, &str)| {
        let end = line.chars().count();
        let wide = if signs.is_wide(at, end, number(columns)) { " wide" } else { "" };
        format!("{line}{}{wide}", signs.after_line(at, end, number(columns)))
    };
    cut.split('\n').enumerate().map(line).chain([format!("last {last}")]).collect::<Vec<_>>().join(" | ")
}

/// `paste KEYS`: what a paste takes of keys.
fn pasted(row: &str) -> String {
    let mut reader = PasteReader::default();
    let told = |key: KeyEvent| match reader.key(&Event::KeySeq(vec![key])) {
        PasteKey::None => "-".to_owned(),
        PasteKey::Taken => "+".to_owned(),
        PasteKey::Ended(text) => format!("[{text:?}]"),
    };
    keys(row).into_iter().map(told).collect()
}

/// `split PASTED | LINE`: the inputs of a pasted transcript whose line was edited.
fn split(row: &str) -> String {
    let (pasted, line) = row.split_once(" | ").expect("a paste and a line");
    match PastedInputs::of(pasted) {
        None => "not a transcript".to_owned(),
        Some(inputs) => format!("{:?} {:?}", inputs.line(), inputs.split(line)),
    }
}

/// `menu COLUMNS ROWS LINE | ITEMS | KEYS`: the menu of these items after keys.
fn menu(row: &str) -> String {
    let all = parts(row);
    let mut words = all[0].splitn(3, ' ');
    let (columns, rows) = (number(words.next().expect("columns")), number(words.next().expect("rows")));
    let (line, mut cursor) = without_cursor(words.next().unwrap_or_default());
    let item = |item: &str| {
        let mut fields = item.split(';').map(str::to_owned);
        let mut next = || fields.next().unwrap_or_default();
        Item::new(next(), ItemKind::Function, next(), next())
    };
    let items: Vec<Item> = all[1].split(',').map(item).collect();
    let from = line[..cursor].rfind([' ', '[', '.', '\'']).map_or(0, |at| at + 1);
    let mut menu = Menu::default();
    let edit = menu.open(&line, cursor, Completion { from, items });
    let mut line = edit.applied(&line);
    cursor = edit.cursor;
    let mut told = vec![with_cursor(&line, cursor)];
    for key in keys(all.get(2).copied().unwrap_or_default()) {
        match key.0 {
            KeyCode::Down => {
                menu.step(1);
            }
            KeyCode::Up => {
                menu.step(-1);
            }
            KeyCode::PageDown => {
                menu.step(10);
            }
            KeyCode::PageUp => {
                menu.step(-10);
            }
            KeyCode::Left => cursor -= 1,
            KeyCode::Esc => told.push(format!("closed {}", menu.close())),
            KeyCode::Enter => {
                let Some(edit) = menu.accept() else { continue };
                line = edit.applied(&line);
                cursor = edit.cursor;
                told.push(with_cursor(&line, cursor));
            }
            KeyCode::Char(typed) => {
                line.insert(cursor, typed);
                cursor += typed.len_utf8();
            }
            key => panic!("{key:?}"),
        }
        if menu.follow(&line, cursor) {
            told.push("left".to_owned());
        }
    }
    if menu.is_open() && menu.item_text().is_none() {
        told.push("open without an item".to_owned());
    }
    told.extend(menu.text(columns, rows));
    told.extend(menu.item_text());
    told.join(" | ").replace('\u{2063}', "")
}

/// `recall ENTRIES | LINE | KEYS`: the line after each key. An entry with `!` failed, one with `?` did not run.
fn recall(row: &str) -> String {
    let all = parts(row);
    let entry = |text: &str| {
        let (text, failed) = (text.trim_end_matches(['!', '?']), text.ends_with('!'));
        let value = (!failed && !text.ends_with('?')).then(|| "1".to_owned());
        let error = failed.then(|| "error".to_owned());
        Entry {
            text: text.to_owned(),
            result: EntryResult { value, error, ..EntryResult::default() },
            ..Entry::default()
        }
    };
    let (line, mut cursor) = without_cursor(all[1]);
    let mut line = line;
    let mut recaller = Recaller::new(History::new(all[0].split(',').map(entry).collect()));
    let mut told = Vec::new();
    for key in keys(all[2]) {
        let edit: Option<Edit> = match key.0 {
            KeyCode::Up => recaller.older(&line, cursor),
            KeyCode::Down => recaller.newer(&line),
            KeyCode::PageUp => recaller.oldest(&line),
            KeyCode::PageDown => recaller.newest(&line),
            KeyCode::Esc => {
                recaller.forget();
                continue;
            }
            KeyCode::Char(typed) => {
                line.insert(cursor, typed);
                cursor += typed.len_utf8();
                continue;
            }
            key => panic!("{key:?}"),
        };
        match edit {
            None => told.push("-".to_owned()),
            Some(edit) => {
                line = edit.applied(&line);
                cursor = edit.cursor;
                told.push(with_cursor(&line, cursor));
            }
        }
    }
    told.join(" ")
}

/// `picker SECONDS PLACE TEXT`: the item of the picker of an entry that ran some seconds ago, and its preview. It failed if
/// PLACE ends with `!`; `here` and `own` say where it ran.
fn picker(row: &str) -> String {
    let mut words = row.splitn(3, ' ');
    let ago = number(words.next().expect("seconds")) as u64;
    let (place, text) = (words.next().expect("a place"), words.next().expect("a text"));
    let mut history = History::new(Vec::new());
    history.remember("known");
    let known = history.entries()[0].clone();
    let here = known.folder.clone();
    let error = place.ends_with('!').then(|| "no".to_owned());
    let value = (!place.ends_with('!')).then(|| "1".to_owned());
    let entry = Entry {
        // An entry of the future has no age.
        at: if ago == 0 { known.at + 1_000 } else { known.at - ago },
        text: text.to_owned(),
        session: if place.contains("own") { known.session } else { String::new() },
        folder: if place.contains("here") { known.folder } else { "/elsewhere".to_owned() },
        result: EntryResult { error, type_name: value.as_ref().map(|_| "Integer".to_owned()), value },
    };
    let history = if place.contains("own") {
        history.remember(text);
        let result = entry.result.clone();
        history.finish(text, result, true);
        history
    } else {
        History::new(vec![entry.clone()])
    };
    let items = items(&history);
    let preview: Vec<String> = preview(&entry).into_iter().map(|(role, line)| format!("{role:?} {line}")).collect();
    let PickerItem { text, detail, failed, groups } = &items[0];
    let age = if place.contains("own") { "now" } else { detail.as_str() };
    format!("{text} {age} {failed} {groups} | {}", preview.join(" | ")).replace(&here, "HERE")
}

/// `remember ENTRIES | LINE`: the inputs after one more each, and what continues the line.
fn remember(row: &str) -> String {
    let all = parts(row);
    let mut history = History::new(Vec::new());
    let mut told = Vec::new();
    for text in all[0].split(',') {
        let (text, failed) = (text.trim_end_matches(['!', '?']), text.ends_with('!'));
        told.push(history.remember(text).to_string());
        let error = failed.then(|| "error".to_owned());
        let result = EntryResult { value: Some("1".to_owned()), error, ..EntryResult::default() };
        history.finish(text, result, true);
    }
    let known: Vec<&str> = history.entries().iter().map(|entry| entry.text.as_str()).collect();
    format!("{} {known:?} {:?}", told.join(" "), history.continuation(all[1]))
}

/// `vi LINE | KEYS`: the line, its cursor, the mode and the replies. `<open>` before the keys says that a menu is open.
fn vi(row: &str) -> String {
    let all = parts(row);
    let (mut line, mut cursor) = without_cursor(all[0]);
    let (is_open, typed) = match all[1].strip_prefix("<open>") {
        Some(rest) => (true, rest),
        None => (false, all[1]),
    };
    let mut editor = ViLine::default();
    let mut told = String::new();
    for key in keys(typed) {
        match editor.key(&Event::KeySeq(vec![key]), &line, cursor, is_open, true) {
            None => told += &format!(" other({key:?})"),
            Some(ViReply::Older) => told += " older",
            Some(ViReply::Newer) => told += " newer",
            Some(ViReply::Pick) => told += " pick",
            Some(ViReply::Repaint) => told += " same",
            Some(ViReply::Edit(edit)) => {
                told += &format!(" {}-{}{:?}", edit.range.start, edit.range.end, edit.text);
                line = edit.applied(&line);
                cursor = edit.cursor;
            }
        }
    }
    let selected = editor.selection(&line).map(|range| format!(" {range:?}")).unwrap_or_default();
    let stale = editor.selection("another line").is_some();
    format!(
        "{} {}{selected}{}{told}",
        with_cursor(&line, cursor),
        editor.mode_sign(),
        if stale { " stale" } else { "" }
    )
}

#[test]
fn parts_of_the_prompt_follow_rules() {
    pprepl_testing::check_rules("prompt.txt", |row| {
        let row = row.replace('⏎', "\n").replace('⇥', "\t").replace('␛', "\u{1b}");
        let (part, row) = row.split_once(' ').expect("a part and a text");
        let told = match part {
            "rows" => screen_rows(row),
            "fold" => row.split_once(' ').map(|(limit, text)| folded(text, number(limit))).expect("a limit"),
            "gutter" => signs(row),
            "paste" => pasted(row),
            "split" => split(row),
            "menu" => menu(row),
            "insert" => {
                let (line, label) = row.split_once(" | ").expect("a line and a label");
                let (line, cursor) = without_cursor(line);
                let edit = insertion(&line, cursor.saturating_sub(2)..cursor, label);
                with_cursor(&edit.applied(&line), edit.cursor)
            }
            "picker" => picker(row),
            "recall" => recall(row),
            "remember" => remember(row),
            "vi" => vi(row),
            "open" => {
                let (columns, text) = row.split_once(' ').expect("columns and a text");
                format!("{:?}", what_is_open(text, number(columns), LexOptions::default()))
            }
            "wrong" => {
                let (columns, text) = row.split_once(' ').expect("columns and a text");
                let session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
                format!("{:?}", what_is_wrong(&session, text, number(columns)))
            }
            "suggest" => {
                format!("{:?}", by_grammar(&mut Session::new(Settings::default(), Box::new(SystemHost::silent())), row))
            }
            "word" => format!("{:?}", first_word(row)),
            "line" => first_line(row),
            part => panic!("{part}"),
        };
        told.replace('\n', "⏎").replace('\t', "⇥").replace('\u{1b}', "␛")
    });
}

#[test]
fn a_long_line_is_neither_completed_nor_checked() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let long = |end: &str, length: usize| format!("notice({}{end}", " ".repeat(length - "notice(".len() - end.len()));
    assert_eq!(by_grammar(&mut session, &long("1", MAX_MARKED)).as_deref(), Some(")"));
    assert!(what_is_wrong(&session, &long("1 + )", MAX_MARKED), 80).is_some());
    for length in [MAX_MARKED + 1, MAX_MARKED + 10] {
        assert_eq!(by_grammar(&mut session, &long("1", length)), None);
        assert_eq!(what_is_wrong(&session, &long("1 + )", length), 80), None);
    }
}

#[test]
fn signs_are_those_of_one_block() {
    let gutter = Gutter::new("if true {\n1");
    assert!(gutter.is_of("if true {\n1") && !gutter.is_of("if true {\n2"));
    assert!(!Signs::default().has_signs());
    assert!(Signs { gutter: Some(Rc::new(gutter)), ..Signs::default() }.has_signs());
}

#[test]
fn a_key_sequence_is_not_a_key_of_vi() {
    let mut line = ViLine::default();
    let both = Event::KeySeq(keys("<c-i><c-j>"));
    assert!(line.key(&both, "", 0, false, false).is_none());
    line.key(&Event::KeySeq(keys("<esc>")), "a", 1, false, false);
    assert_eq!(line.mode_sign(), 'N');
    line.start_line();
    assert_eq!(line.mode_sign(), 'I');
}
