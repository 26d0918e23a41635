//! Keys at random on a notebook with every pane in use: nothing breaks, whatever the size of the screen, what is on it stays
//! within it, a file of the cells would read as the same cells, and undo leads back to the first text. `NOTEBOOK_SEED` and `NOTEBOOK_KEYS` say which keys and how many.

use std::collections::BTreeSet;
use std::path::Path;

use crate::screen;
use pprepl_testing::random;

use pprepl::tui::action::{Action, ROWS};
use pprepl::tui::editor;
use pprepl::tui::key::Chord;
use pprepl_notebook::{Cell, CellId, CellKind, Document};
use random::Random;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use screen::Screen;

const TEXT: &str = r#"# %% [markdown]
# # Résumé 你好

# %%
class web($port = 80) {
  package { 'nginx': }
  -> file { '/etc/nginx.conf': content => "listen ${port}", notify => Service['nginx'] }
  service { 'nginx': }
}
include web

# %%
$text = @("END"/tL)
    a\tb ${facts} \
    joined 👍🏽
    |- END
$ports = [80, 443]

# %%
inline_epp(@(T:epp))
  <% $ports.each |$p| { -%>
  port <%= $p %>
  <% } -%>
  | T

# %%
'web-42' =~ /(?<role>\w+)-(\d+)/
$1
"#;

/// Every key but those that leave, and those that only a terminal can serve. Dialogs take names of files from these keys,
/// and write them: without `/` and `~` no name leads out of the folder that the test runs in.
fn keys() -> Vec<KeyEvent> {
    let harmless =
        |action: &Action| !matches!(action, Action::Quit | Action::Suspend | Action::ExternalEditor | Action::Save);
    let own = ROWS
        .iter()
        .filter(|row| harmless(&row.action))
        .flat_map(|row| row.keys.iter().chain(row.further.iter().flat_map(|(_, keys)| keys.iter())));
    let text = editor::ROWS.iter().flat_map(|row| row.keys.iter());
    let chords = own.chain(text).filter_map(|keys| Chord::parse(keys));
    let pressed = |chord: Chord| chord.0.into_iter().map(|key| KeyEvent::new(key.code, key.held));
    let typed = "$ab{}()[]'\"|<%>@ \n:="
        .chars()
        .map(|ch| KeyEvent::new(if ch == '\n' { KeyCode::Enter } else { KeyCode::Char(ch) }, KeyModifiers::NONE));
    let leads_out = |key: &KeyEvent| matches!(key.code, KeyCode::Char('/' | '~'));
    chords.flat_map(pressed).chain(typed).filter(|key| !leads_out(key)).collect()
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What a file keeps of the cells.
fn kept(cells: &[Cell]) -> Vec<(CellKind, String, String)> {
    cells.iter().map(|cell| (cell.kind, cell.heading.clone(), cell.text.clone())).collect()
}

/// The cells are there, the current one is one of them, and a file of them reads as the same cells.
fn assert_whole(screen: &Screen, told: impl Fn() -> String) {
    let cells = screen.app.workspace().cells();
    let ids: BTreeSet<CellId> = cells.iter().map(|cell| cell.id).collect();
    assert_eq!(ids.len(), cells.len(), "{}", told());
    assert!(ids.contains(&screen.app.current()), "{}", told());
    let file = Document::of(kept(cells)).text();
    assert_eq!(kept(Document::parse(&file).cells()), kept(cells), "{}", told());
}

/// Leaves what is open, takes every change back, and returns the cells.
fn undone(screen: &mut Screen, most: usize) -> Vec<(CellKind, String, String)> {
    screen.resize(100, 30);
    for _ in 0..8 {
        screen.keys("esc");
    }
    let undo = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::NONE);
    for _ in 0..=most / 20 {
        (0..20).for_each(|_| screen.app.terminal(Event::Key(undo)));
        screen.draw();
        if screen.text().contains("nothing to undo") {
            break;
        }
    }
    kept(screen.app.workspace().cells())
}

#[test]
fn keys_at_random_break_nothing() {
    let (seed, count) = (number("NOTEBOOK_SEED", 1), number("NOTEBOOK_KEYS", 800));
    // The only test of this file: nobody else minds the folder.
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let keys = keys();
    let mut random = Random(seed);
    let mut screen = Screen::of(TEXT, 100, 30);
    let (first, path) = (kept(screen.app.workspace().cells()), screen.app.workspace().path().map(Path::to_owned));
    let mut pressed: Vec<String> = Vec::new();
    for turn in 0..count {
        let event = match random.below(12) {
            0 => {
                let (column, row) = (random.below(100) as u16, random.below(30) as u16);
                let kind = MouseEventKind::Down(MouseButton::Left);
                Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
            }
            _ => Event::Key(keys[random.below(keys.len())]),
        };
        pressed.push(format!("{event:?}"));
        let told = || format!("seed {seed}, turn {turn}: {:#?}", &pressed[pressed.len().saturating_sub(12)..]);
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            screen.app.terminal(event);
            screen.app.listen();
            if turn % 97 == 0 {
                let (width, height) = [(100, 30), (80, 24), (40, 12), (120, 40), (9, 4)][random.below(5)];
                screen.resize(width, height);
            }
            screen.draw();
            screen.app.flush_queries();
            screen.app.wishes.clear();
            if turn % 50 == 0 {
                screen.settle();
            }
        }));
        assert!(done.is_ok() && !screen.app.should_quit, "{}", told());
        assert_whole(&screen, told);
        assert!(
            !["broke down", "internal error in this cell"].iter().any(|failure| screen.text().contains(failure)),
            "{}",
            told()
        );
    }
    let last = undone(&mut screen, count as usize);
    // Another file may have been opened.
    if screen.app.workspace().path() == path.as_deref() {
        assert_eq!(last, first, "seed {seed}, undo");
    }
}
