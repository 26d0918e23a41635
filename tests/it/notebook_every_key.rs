//! Every action of the notebook by its first key (by the palette where it has none), once in each place where it works:
//! what changes on the screen and in the text. One transcript for each set of keys.

use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pprepl::tui::keymap::{Entry, Keymap, Own};
use pprepl::tui::table::{Context, KeySet};

use crate::screen::Screen;

/// A notebook with a result of each kind.
const TEXT: &str = r#"# %% [markdown]
# # Ports
# The ports of a *server*.

# %% Settings
$ports = [80, 443, 8080]
$names = { 'web' => 80, 'tls' => 443 }

# %%
function secure(Array[Integer] $given) >> Array[Integer] {
  $given.filter |$port| { $port != 80 }
}
notice("secure: ${secure($ports)}")
$found = 'host-12' =~ /-(\d+)/
secure($ports)

# %%
file { '/etc/ports': ensure => file, content => @(END) }
  one port
  | END

# %%
1 + nosuch
"#;

/// Its outcome is in another program.
const ELSEWHERE: &[&str] = &["cell.external"];

/// A notebook in which the third cell is selected, edited, or followed by a pane.
fn place(set: KeySet, context: Context) -> Screen {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ports.pp");
    std::fs::write(&path, TEXT).unwrap();
    let mut screen = Screen::with_keys(path, set, 96, 30);
    screen.owns(folder);
    // What was done can be undone.
    screen.keys("f9").keys("down").keys("down").keys("J").keys("K");
    match context {
        Context::Notebook | Context::Cell => {}
        Context::Edit => drop(screen.keys("enter").keys("down").keys("right").keys("right").types("$x")),
        Context::Pane => drop(screen.keys("tab")),
        Context::Dialog => drop(screen.keys("f2")),
    }
    screen
}

/// The lines of `after` that are not in their place in `before`.
fn changed(before: &str, after: &str) -> String {
    let mut text = String::new();
    let mut old = before.lines();
    for (row, line) in after.lines().enumerate() {
        if old.next() != Some(line) {
            let _ = writeln!(text, "  {:>2} {line}", row + 1);
        }
    }
    text
}

/// Replaces the folder of the file. The blanks behind it depend on its length, and its separators on the system.
fn without_folder(lines: &str, folder: &str) -> String {
    let line = |line: &str| match line.contains(folder) {
        true => line.replace(folder, "DIR").replace('\\', "/").split_whitespace().collect::<Vec<_>>().join(" "),
        false => line.to_owned(),
    };
    lines.lines().map(|one| line(one) + "\n").collect()
}

fn document(screen: &Screen) -> String {
    screen.app.workspace().cells().iter().map(|cell| format!("{}\n--\n", cell.text)).collect()
}

fn press(screen: &mut Screen, entry: &Entry) -> String {
    match entry.chords.first() {
        Some(chord) => {
            screen.keys(&chord.to_string());
            chord.to_string()
        }
        None => {
            screen.keys("f2").types(entry.title).keys("enter");
            "palette".to_owned()
        }
    }
}

/// Writes what one action does in one place, and what the next keys do in a dialog that it opens.
fn action(set: KeySet, entry: &Entry, context: Context) -> String {
    let mut screen = place(set, context);
    let (mut before, text) = (screen.text(), document(&screen));
    let key = press(&mut screen, entry);
    let mut transcript = format!("{} ({key}, {context:?})\n", entry.name);
    let mut write = |screen: &Screen| {
        let after = screen.text();
        transcript.push_str(&without_folder(&changed(&before, &after), &screen.folder_name()));
        before = after;
    };
    write(&screen);
    for next in ["down", "enter"] {
        if !screen.text().contains("esc: c") {
            break;
        }
        screen.keys(next);
        write(&screen);
    }
    let after = document(&screen);
    if after != text {
        let _ = write!(transcript, "  text:\n{}", changed(&text, &after));
    }
    transcript
}

/// Returns where an action works.
fn contexts(entry: &Entry) -> &'static [Context] {
    match entry.context {
        Context::Notebook if entry.chords.is_empty() => &[Context::Cell],
        Context::Notebook => &[Context::Cell, Context::Edit],
        Context::Edit => &[Context::Edit],
        Context::Cell => &[Context::Cell],
        Context::Pane => &[Context::Pane],
        Context::Dialog => &[Context::Dialog],
    }
}

/// Most of the time passes in waiting for the evaluator: many notebooks wait at once.
const AT_ONCE: usize = 12;

fn transcript(set: KeySet, is_wanted: impl Fn(&Entry) -> bool) -> String {
    let (map, _) = Keymap::new(set, &Own::new());
    let wanted = map.entries().iter().filter(|entry| !ELSEWHERE.contains(&entry.name) && is_wanted(entry));
    let all: Vec<_> = wanted.flat_map(|entry| contexts(entry).iter().map(move |context| (entry, *context))).collect();
    let rows: Vec<Mutex<String>> = all.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((entry, context)) = all.get(at) else { break };
                    *rows[at].lock().unwrap() = action(set, entry, *context);
                }
            });
        }
    });
    rows.into_iter().map(|row| row.into_inner().unwrap()).collect()
}

/// The actions whose first key is not the one of the usual keys.
fn own_keys(set: KeySet) -> String {
    let (usual, _) = Keymap::new(KeySet::Plain, &Own::new());
    let first = |entry: &Entry| entry.chords.first().map(ToString::to_string);
    transcript(set, |entry| {
        let known = usual.entries().iter().find(|known| known.name == entry.name);
        !entry.chords.is_empty() && known.and_then(first) != first(entry)
    })
}

#[test]
fn usual_keys() {
    insta::assert_snapshot!(transcript(KeySet::Plain, |_| true));
}

#[test]
fn emacs_keys() {
    insta::assert_snapshot!(own_keys(KeySet::Emacs));
}

#[test]
fn vi_keys() {
    insta::assert_snapshot!(own_keys(KeySet::Vi));
}
