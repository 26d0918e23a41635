//! What the notebook replies to keys that other tests leave out: each screen after each key, on small screens.

use std::path::Path;

use pprepl::tui::table::KeySet;

use crate::screen::Screen;

/// Presses keys, or types a text after `'`, and returns the screen after each.
fn story(screen: &mut Screen, steps: &[&str]) -> String {
    let mut all = String::new();
    for step in steps {
        match step.strip_prefix('\'') {
            Some(text) => screen.types(text),
            None => screen.keys(step),
        };
        all += &format!("{step}\n{}\n\n", screen.text());
    }
    // Folders of tests have names of their own.
    let folder = screen.folder_name();
    if folder.is_empty() { all } else { all.replace(&folder, "FOLDER") }
}

#[test]
fn values_are_explored_and_named() {
    let mut screen = Screen::of("# %%\n$h = { 'a' => { 'b' => 1 }, 'c' => 2 }\n\n# %%\n7\n\n# %%\n8\n", 60, 14);
    let steps = [
        "alt-v", "down", "right", "enter", "alt-v", "enter", "c", "esc", "f7", "ctrl-s", "f2", "'unused", "enter",
        "esc", "g g", "alt-v", "down", "down", "right", "alt-c",
    ];
    insta::assert_snapshot!(story(&mut screen, &steps));
    let mut screen = Screen::of("# %%\n7\n\n# %%\n$a = 1\n", 60, 14);
    insta::assert_snapshot!(
        "one_value",
        story(&mut screen, &["enter", "' + 1", "ctrl-s", "f2", "'manifest", "enter", "enter"])
    );
}

#[test]
fn a_late_answer_opens_no_dialog_at_another_cell() {
    let mut screen = Screen::of("# %%\n{ 'a' => 1 }\n\n# %%\n8\n", 60, 14);
    assert!(!screen.keys("alt-v j").text().contains('╭'), "{}", screen.text());
    assert!(screen.keys("k").keys("alt-v").text().contains('╭'), "{}", screen.text());
    let mut screen = Screen::of("# %%\nnotice(1)\n\n# %%\n8\n", 60, 14);
    let help = screen.keys("j").keys("?").text();
    assert_ne!(screen.keys("esc").keys("k").keys("enter").keys("f1").text(), help);
    assert_eq!(screen.keys("esc").keys("f1 esc esc j ?").text(), help);
}

#[test]
fn facts_and_searches_are_asked_for() {
    let text = "# %% [markdown]\n# (a) `fact`\n\n# %%\n$os = $facts['os']\n\n# %%\nfact('os.family')\n";
    let mut screen = Screen::of(text, 60, 14);
    let steps = [
        "f2",
        "'set a fact",
        "enter",
        "'=x",
        "enter",
        "f2",
        "'set a fact",
        "enter",
        "'novalue",
        "enter",
        "alt-(",
        "'(function_call)",
        "enter",
        "alt-(",
        "esc",
        "ctrl-f",
        "'/f[a-c]/",
        "enter",
        "f3",
        "esc",
        "F",
        "ctrl-f",
        "enter",
        "f3",
    ];
    insta::assert_snapshot!(story(&mut screen, &steps));
}

#[test]
fn a_trace_is_read_and_searched() {
    let text = "# %%\n$ports = [80, 443].map |$p| { $p + 1 }\n$ports.length\n\n# %%\n1\n";
    let mut screen = Screen::of(text, 70, 18);
    let steps = [
        "f11", "alt-o", "right", "right", "left", "down", "up", "space", "/", "'443", "enter", "p", "enter", "p",
        "'443", "enter", "p", "esc", "esc", "down", "alt-w",
    ];
    insta::assert_snapshot!(story(&mut screen, &steps));
}

#[test]
fn the_trace_of_another_cell_starts_at_its_first_step() {
    let text = "# %%\n[80, 443].map |$p| { $p + 1 }\n\n# %%\n[80, 443].map |$p| { $p + 1 }\n";
    let mut screen = Screen::of(text, 90, 20);
    let steps = ["f11", "alt-o", "right", "right", "esc", "j", "k", "enter", "end", "' - 1", "esc", "f5", "f11"];
    insta::assert_snapshot!(story(&mut screen, &steps));
}

#[test]
fn hidden_results_keep_what_matters() {
    let text = "# %%\n#| expect value 1\n1\n\n# %%\n#| expect value 3\n2\n\n# %%\nfunction f() { 1 }\n\n# %%\n$a = 1\n\n# %%\n\
                $a + 1\n";
    let mut screen = Screen::of(text, 60, 20);
    let steps = ["H", "alt-r", "g g j j j enter", "end", "'0", "f10", "H", "f7", "alt-r"];
    insta::assert_snapshot!(story(&mut screen, &steps));
}

#[test]
fn files_are_saved_under_names() {
    let mut screen = Screen::new_notebook();
    screen.resize(60, 12);
    let steps = ["enter", "'$a = 1", "ctrl-s", "ctrl-u", "enter", "ctrl-s", "esc", "ctrl-q", "esc"];
    insta::assert_snapshot!(story(&mut screen, &steps));
}

#[test]
fn the_panes_are_below_the_cells_on_a_narrow_screen() {
    let mut screen = Screen::of("# %%\nfile { '/a': ensure => file }\n", 60, 24);
    let steps = ["alt-8", "alt-o", "enter", "left", "esc", "alt-t", "alt-1", "alt-w", "alt-w"];
    insta::assert_snapshot!(story(&mut screen, &steps));
}

#[test]
fn the_keys_of_vi_change_the_cursor() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pp");
    std::fs::write(&path, "# %%\n$a = 1\n").unwrap();
    let mut screen = Screen::with_keys(path, KeySet::Vi, 60, 12);
    let mut shapes = Vec::new();
    for keys in ["enter", "i", "esc", "v", "esc", "f2", "esc", "i", "f2"] {
        screen.keys(keys);
        shapes.push(format!("{keys}: {:?}", screen.app.cursor_style()));
    }
    insta::assert_snapshot!(shapes.join("\n"));
}

const LESSON: &str = "\
# %% [markdown]
#| lesson small   title \"Small\"
#| unknown one
#| unknown two
# # Small

# %% Given
#| given
$x = 1

# %% Asked
#| quiz guess predict value
#| because It adds.
1 + 2

# %% Chosen
#| quiz same predict value
#| options 1, 2
2

# %% Run
#| run list
[4, 5]

# %% Written
#| exercise one
#| task   Set `$a` to 1.
#| check value $a == 1
#| hint   Write a number.

# %% Solved
#| exercise two
#| task   Set `$b` to 2.
#| check value $b == 2
#| solution $b = 2
";

fn lesson(home: &Path) -> Screen {
    let file = home.join("lesson.pp");
    std::fs::write(&file, LESSON).unwrap();
    Screen::lesson(&file, home, 70, 16)
}

#[test]
fn a_lesson_replies_to_each_action() {
    let home = tempfile::tempdir().unwrap();
    let mut screen = lesson(home.path());
    let steps = [
        "j",
        "alt-q u",
        "esc",
        "alt-h",
        "alt-q s",
        "alt-q n",
        "alt-h",
        "alt-q s",
        "f5",
        "enter",
        "f5",
        "')(",
        "enter",
        "f5",
        "'3",
        "enter",
        "f5",
        "alt-q u",
        "esc",
        "alt-q n",
        "f5",
        "enter",
        "alt-q n",
        "f5",
        "f5",
        "alt-q n",
        "f10",
        "f5",
        "enter",
        "'\n$a = 2",
        "f5",
        "alt-q s",
        "alt-h",
        "alt-h",
        "alt-q k",
        "f5",
        "alt-q s",
        "esc",
        "'\n$b = 1",
        "f5",
        "f5",
        "f5",
        "alt-q s",
        "alt-q k",
        "alt-q n",
        "esc",
        "alt-q l",
    ];
    let told = screen.text() + "\n\n" + &story(&mut screen, &steps);
    insta::assert_snapshot!(told.replace(&home.path().display().to_string(), "HOME"));
    // Opened again, it has what was done.
    screen.keys("esc");
    screen.quit();
    let mut again = lesson(home.path());
    insta::assert_snapshot!("lesson_again", story(&mut again, &["alt-q l", "esc", "alt-q n"]));
}

#[test]
fn a_restart_clears_the_results() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$a + 1\n", 60, 12);
    screen.keys("f2").types("manual").keys("enter");
    insta::assert_snapshot!(story(&mut screen, &["f2", "'restart", "enter", "j", "f5"]));
}

/// The column where the panes start.
fn panes_start(screen: &Screen) -> usize {
    let text = screen.text();
    let row = text.lines().find(|row| row.contains("Scope ─")).unwrap();
    let before = row.split("Scope ─").next().unwrap();
    before.chars().count()
}

#[test]
fn the_panes_are_made_wider_and_narrower() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pp");
    std::fs::write(&path, "# %%\n$a = 1\n").unwrap();
    let mut screen = Screen::with_keys(path, KeySet::Plain, 200, 16);
    screen.keys("alt-6");
    let start = panes_start(&screen);
    screen.keys("alt-<");
    assert_eq!(panes_start(&screen), start - 10, "{}", screen.text());
    screen.keys("alt->").keys("alt->");
    assert_eq!(panes_start(&screen), start + 10, "{}", screen.text());
    for _ in 0..20 {
        screen.keys("alt-<");
    }
    let least = panes_start(&screen);
    for _ in 0..20 {
        screen.keys("alt->");
    }
    assert_eq!(panes_start(&screen) - least, 130, "{}", screen.text());
}

#[test]
fn the_current_cell_is_scrolled_into_view() {
    let lines = |count: usize| (1..=count).map(|n| format!("$l{n} = {n}\n")).collect::<String>();
    let notices = (1..=6).map(|n| format!("notice('n{n}')\n")).collect::<String>();
    let text = format!(
        "# %%\n$a = 1\n\n# %%\n{notices}\n# %%\n{}\n# %%\n{notices}$z = 1\n\n# %%\n$b = 2\n\n# %%\n$c = 3\n",
        lines(14)
    );
    let mut screen = Screen::of(&text.replace("$l", "$m"), 40, 12);
    // From cell to cell, in a cell that is higher than the screen, and back.
    let steps = [
        "j",
        "j",
        "enter",
        "down down down down down down down down",
        "down down down",
        "ctrl-home",
        "esc",
        "j",
        "j",
        "j",
        "k",
        "k",
        "k",
        "enter",
        "ctrl-end",
        "esc",
        "g g",
        "G",
        "k k k",
        "space",
        "enter",
        "esc",
        "k",
        "j j",
    ];
    insta::assert_snapshot!(story(&mut screen, &steps));
    // Each cell has two rows, and the screen nine for cells.
    let small: Vec<String> = (1..=7).map(|n| format!("# %%\n# c{n}\n")).collect();
    let mut screen = Screen::of(&small.join("\n"), 40, 12);
    let mut seen = Vec::new();
    for keys in ["j", "j", "j", "j", "j", "j", "k", "k", "k", "k", "k", "k"] {
        screen.keys(keys);
        let text = screen.text();
        seen.push(
            text.lines()
                .filter_map(|row| Some(row.split_once("# ")?.1.get(..2)?.to_owned()))
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
    insta::assert_snapshot!("small_cells", seen.join("\n"));
}

/// The key bar: the last row of the screen.
fn key_bar(screen: &Screen) -> String {
    screen.text().lines().last().unwrap_or_default().trim().to_owned()
}

#[test]
fn the_key_bar_follows_the_focus() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pp");
    std::fs::write(&path, "# %%\n$a = [1, 2].map |$x| { $x + 1 }\n\n# %%\nnotify { 'n': }\n").unwrap();
    let mut screen = Screen::with_keys(path, KeySet::Plain, 200, 30);
    let mut bars = format!("start: {}\n", key_bar(&screen));
    for keys in [
        "enter", "esc", "alt-8", "alt-o", "alt-o", "esc", "alt-t", "alt-o", "alt-o", "esc", "alt-!", "alt-o", "alt-o",
        "esc", "esc",
    ] {
        screen.keys(keys);
        bars += &format!("{keys}: {}\n", key_bar(&screen));
    }
    insta::assert_snapshot!(bars);
}

#[test]
fn cells_and_panes_share_the_screen_by_its_size() {
    let mut screen = Screen::of("# %%\n$answer = 42\n", 120, 30);
    screen.keys("alt-6");
    let mut rows = String::new();
    for (width, height) in
        [(100, 20), (99, 20), (60, 16), (59, 16), (60, 15), (99, 8), (99, 7), (99, 6), (99, 5), (99, 3), (99, 2)]
    {
        for focus in ["", "tab", "esc"] {
            screen.resize(width, height);
            if !focus.is_empty() {
                screen.keys(focus);
            }
            let text = screen.text();
            let row = |wanted: &str| text.lines().position(|row| row.contains(wanted));
            let column = text.lines().find_map(|row| Some(row[..row.find("Scope ─")?].chars().count()));
            rows += &format!(
                "{width}x{height} {focus:3}: cell {:?}, pane {:?} {column:?}, head {:?}, bar {:?}\n",
                row("⇒ 42"),
                row("Scope ─"),
                row("lesson.pp"),
                row("f1"),
            );
        }
    }
    insta::assert_snapshot!(rows);
}

/// Returns the journals below a directory.
fn journals(folder: &Path) -> Vec<std::path::PathBuf> {
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let below = |path: std::path::PathBuf| match path.is_dir() {
        true => journals(&path),
        false => Vec::from_iter(path.extension().is_some_and(|ending| ending == "journal").then_some(path)),
    };
    all.flat_map(below).collect()
}

#[test]
fn what_a_crash_left_has_an_age() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("lesson.pp");
    std::fs::write(&file, "# %%\n1\n").unwrap();
    let open = || Screen::with_state(file.clone(), home.path(), pprepl_session::Settings::default(), 100, 24);
    let mut screen = open();
    let written = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
    let length = || journals(home.path()).first().map_or(0, |path| written(path));
    let empty = length();
    screen.keys("enter").types("2").types("3");
    let mut tries = 0;
    while length() <= empty && tries < 500 {
        tries += 1;
        std::thread::sleep(std::time::Duration::from_millis(10));
        screen.settle();
    }
    assert!(length() > empty, "nothing was written");
    let own = journals(home.path()).remove(0);
    let bytes = std::fs::read(&own).unwrap();
    drop(screen);
    journals(home.path()).into_iter().for_each(|path| std::fs::remove_file(path).unwrap());
    let now = std::time::SystemTime::now();
    let mut shown = Vec::new();
    for seconds in [150, 7_100, 7_300, 172_700, 172_900] {
        // A new file, which no other process has locked.
        let _ = std::fs::remove_file(&own);
        std::fs::write(&own, &bytes).unwrap();
        let journal = std::fs::File::options().write(true).open(&own).unwrap();
        journal.set_modified(now - std::time::Duration::from_secs(seconds)).unwrap();
        drop(journal);
        let text = open().text().replace(['\n', '│'], " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let from = text.find("ended unexpectedly").unwrap_or_else(|| panic!("{text}"));
        shown.push(text[from..].split(" that the file").next().unwrap_or_default().to_owned());
    }
    insta::assert_snapshot!(shown.join("\n"));
}
