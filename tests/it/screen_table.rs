//! The notebook on a small screen after keys, a row each in `tests/rules/screens.txt`: `PLACE TEXT :: KEYS`. PLACE is the
//! size, such as `60x14`, and the keys where they are not the plain ones: `60x14,vi`; `60x14,lesson` opens a lesson. A
//! line end is ⏎. KEYS are typed, but for `<ctrl-z>` and other keys, `<paste TEXT>`, `<click COLUMN ROW>`,
//! `<wheel COLUMN ROW>` (`<wheel-up …>`) and `<size COLUMNS ROWS>`.

use pprepl::tui::table::KeySet;

use crate::screen::Screen;

/// Returns the numbers in words.
fn numbers(words: &str) -> Vec<u16> {
    words.split_whitespace().map(|word| word.parse().unwrap_or_else(|_| panic!("{word} is a number"))).collect()
}

fn opened(place: &str, text: &str) -> Screen {
    let (size, keys) = place.split_once(',').unwrap_or((place, "plain"));
    let size = numbers(&size.replace('x', " "));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lesson.pp");
    std::fs::write(&path, text.replace('⏎', "\n")).expect("the notebook is written");
    assert!(size[0] <= 200 && size[1] <= 60, "{size:?} is a small screen");
    if keys == "lesson" {
        let mut screen = Screen::lesson(&path, folder.path(), size[0], size[1]);
        screen.owns(folder);
        return screen;
    }
    let set = match keys {
        "plain" => KeySet::Plain,
        "emacs" => KeySet::Emacs,
        "vi" => KeySet::Vi,
        keys => panic!("no keys: {keys}"),
    };
    let mut screen = Screen::with_keys(path, set, size[0], size[1]);
    screen.owns(folder);
    screen
}

/// Does what is between angle brackets.
fn act(screen: &mut Screen, action: &str) {
    let (name, rest) = action.split_once(' ').unwrap_or((action, ""));
    match name {
        "paste" => drop(screen.paste(&rest.replace('⏎', "\n"))),
        "click" => drop(screen.click(numbers(rest)[0], numbers(rest)[1])),
        "wheel" => drop(screen.wheel(numbers(rest)[0], numbers(rest)[1], true)),
        "wheel-up" => drop(screen.wheel(numbers(rest)[0], numbers(rest)[1], false)),
        "size" => drop(screen.resize(numbers(rest)[0].clamp(1, 200), numbers(rest)[1].clamp(1, 60))),
        _ => drop(screen.presses(action)),
    }
}

/// Presses the keys until the notebook is left.
fn press(screen: &mut Screen, keys: &str) {
    let mut rest = keys;
    while !rest.is_empty() && !screen.app.should_quit {
        let typed = rest.split('<').next().unwrap_or_default();
        if !typed.is_empty() {
            screen.writes(&typed.replace('⏎', "\n"));
            rest = &rest[typed.len()..];
            continue;
        }
        // `<alt->>` is a key, too.
        let end = rest.find('>').unwrap_or_else(|| panic!("{rest} has >"));
        let end = end + usize::from(rest[end + 1..].starts_with('>'));
        act(screen, &rest[1..end]);
        rest = &rest[end + 1..];
    }
}

/// Returns the screen, and below it where the looks change.
fn shown(row: &str) -> String {
    let (place, row) = row.split_once(' ').expect("a place and a text");
    let (text, keys) = row.split_once(" ::").expect("a text and keys");
    let mut screen = opened(place, text);
    press(&mut screen, keys.trim_start());
    if screen.app.should_quit {
        return "left".to_owned();
    }
    screen.settle();
    screen.styled().replace(&screen.folder_name(), "FOLDER").trim_end().replace('\n', "⏎")
}

#[test]
fn keys_change_the_screen() {
    pprepl_testing::check_slow_rules("screens.txt", shown);
}
