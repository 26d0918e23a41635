//! The table of settings: each row reads, writes and describes a setting of its own, and an edition sets the language.

use pprepl_session::settings::{Allowed, SETTINGS, Setting};
use pprepl_session::{Edition, Outcome, Session, Settings, SystemHost, commands, config};

/// A value that the setting accepts and that differs from its default.
fn another(row: &Setting) -> String {
    let usual = row.value(&Settings::default());
    match row.allowed {
        Allowed::Number(from, to) => if usual == to.to_string() { from } else { to }.to_string(),
        Allowed::Text | Allowed::Word => "another".to_owned(),
        Allowed::Switch | Allowed::Words(_) => {
            row.words().iter().find(|word| **word != usual).copied().unwrap_or_default().to_owned()
        }
    }
}

#[test]
fn each_row_sets_its_own_value_and_no_other() {
    let usual = Settings::default();
    for row in SETTINGS {
        let mut changed = usual.clone();
        let value = another(row);
        changed.set(row.key, &value).unwrap_or_else(|error| panic!("{}: {error}", row.key));
        assert_eq!(row.value(&changed), value, "{}", row.key);
        for other in SETTINGS.iter().filter(|other| other.key != row.key && row.key != "edition") {
            assert_eq!(other.value(&changed), other.value(&usual), "{} changes {}", row.key, other.key);
        }
    }
}

#[test]
fn each_row_accepts_its_default_and_describes_itself() {
    for row in SETTINGS {
        let mut settings = Settings::default();
        settings.set(row.key, &another(row)).unwrap();
        let default = row.value(&Settings::default());
        settings.set(row.key, &default).unwrap_or_else(|error| panic!("{}: {error}", row.key));
        assert_eq!(settings, Settings::default(), "{}", row.key);
        assert!(!row.summary.is_empty() && !row.summary.ends_with('.'), "{}", row.key);
        assert_eq!(SETTINGS.iter().filter(|other| other.key == row.key).count(), 1, "{}", row.key);
    }
}

#[test]
fn an_edition_sets_the_whole_language_and_nothing_else() {
    for edition in Edition::ALL {
        let mut settings = Settings::default();
        for row in SETTINGS.iter().filter(|row| row.key != "edition") {
            settings.set(row.key, &another(row)).unwrap();
        }
        let before = settings.clone();
        settings.set("edition", edition.as_str()).unwrap();
        for row in SETTINGS {
            let expected = if row.is_language() { Settings::of(edition) } else { before.clone() };
            assert_eq!(row.value(&settings), row.value(&expected), "{} in {}", row.key, edition.as_str());
        }
    }
}

/// A missing file is empty and is created; one that cannot be read is an error, and stays as it is.
#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("new/config.toml");
    let errors = |path: &std::path::Path| -> Vec<String> {
        let found = config::load(path, &Settings::default(), |_| false);
        found.errors.into_iter().map(|error| error.message).collect()
    };
    assert_eq!(errors(&missing), [""; 0]);
    let unreadable = errors(folder.path());
    assert!(unreadable.len() == 1 && unreadable[0].starts_with("cannot read it: "), "{unreadable:?}");
    config::save(&missing, "settings", "theme", Some("'dark'")).expect("a new file");
    assert!(std::fs::read_to_string(&missing).expect("text").contains("theme"));
    assert!(config::save(folder.path(), "settings", "theme", Some("'dark'")).is_err());
    assert!(folder.path().is_dir());
}

/// A row is added, changed or removed in its place; all other text stays.
#[test]
fn a_row_is_saved_where_it_belongs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("config.toml");
    let dark = "[settings]\ntheme = 'dark' # mine";
    let rows = [
        ("", "aliases", "my-key_1", Some("x"), "[aliases]\nmy-key_1 = \"x\"\n"),
        ("", "aliases", "a b", Some("x"), "[aliases]\n\"a b\" = \"x\"\n"),
        ("", "aliases", "a", None, ""),
        ("[settings]", "settings", "a", Some("b"), "[settings]\na = \"b\"\n"),
        ("[settings]\n[keys]\n", "settings", "a", Some("b"), "[settings]\na = \"b\"\n[keys]\n"),
        (dark, "settings", "theme", Some("light"), "[settings]\ntheme = \"light\" # mine"),
        (dark, "settings", "theme", None, "[settings]\n"),
        (dark, "settings", "other", None, dark),
        (dark, "settings", "a", Some("b"), "[settings]\na = \"b\"\ntheme = 'dark' # mine"),
        ("[settings]\na = 'b'\n[keys]\na = 'c'\n", "settings", "a", None, "[settings]\n[keys]\na = 'c'\n"),
        ("[settings]\na = 'b'\n[keys]\na = 'c'\n", "keys", "a", Some("d"), "[settings]\na = 'b'\n[keys]\na = \"d\"\n"),
        ("# none", "keys", "a", Some("b"), "# none\n\n[keys]\na = \"b\"\n"),
        ("# none\n", "keys", "a", Some("b"), "# none\n\n[keys]\na = \"b\"\n"),
        ("keys = { a = 'b' }\n", "keys", "c", Some("d"), "write the table 'keys' with a line [keys] first"),
    ];
    for (before, table, key, value, after) in rows {
        std::fs::write(&path, before).expect("a file");
        let saved = config::save(&path, table, key, value).map_err(|error| error.to_string());
        let found = saved.map_or_else(|error| error, |()| std::fs::read_to_string(&path).expect("text"));
        assert_eq!(found, after, "{before:?} {table} {key} {value:?}");
    }
}

#[test]
fn settings_that_differ_are_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, sets, saved) in [
        (1, &[][..], vec![]),
        (2, &[("timing", "on")], vec!["[settings]", "timing = \"on\""]),
        (3, &[("edition", "puppet8")], vec!["[settings]", "edition = \"puppet8\""]),
        (
            4,
            &[("edition", "puppet8"), ("timing", "on")],
            vec!["[settings]", "edition = \"puppet8\"", "timing = \"on\""],
        ),
    ] {
        let path = folder.path().join(format!("{number}.toml"));
        let mut settings = Settings::default();
        settings.personal.file = Some(path.clone());
        let mut session = Session::new(settings, Box::new(SystemHost::silent()));
        for (key, value) in sets {
            session.set(key, value).expect("a setting");
        }
        let answer = commands::submit(&mut session, ":set --save");
        assert!(matches!(answer, Outcome::Command(ref answer) if answer.reports.is_empty()), "{answer:?}");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, saved);
    }
}
