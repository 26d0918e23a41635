//! The directory of a class, which the teacher changes and learners may be able to write: what is there counts.

use std::fs;
use std::path::{Path, PathBuf};

use crate::class::{join, record};
use crate::fixture::{COURSE, NOON, Place, post, room};

fn reports(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")).collect()
}

#[test]
fn deleted_files_make_room_in_a_full_class() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let later = |number: u64| NOON + number * 1_000;
    for number in 0..200 {
        join(&mut app, &token, &format!("learner {number}"), later(number)).expect("joined");
    }
    assert_eq!(join(&mut app, &token, "Ann", later(201)).expect_err("full").0, 507);
    for path in reports(&place.path().join("room")).iter().take(2) {
        fs::remove_file(path).expect("deleted");
    }
    join(&mut app, &token, "Ann", later(202)).expect("joined");
    join(&mut app, &token, "Bob", later(203)).expect("joined");
    assert_eq!(join(&mut app, &token, "Carla", later(204)).expect_err("full").0, 507);
}

#[test]
fn a_new_learner_of_a_deleted_name_gets_another_secret() {
    let place = Place::new();
    let (mut app, token, _) = place.class();
    let first = join(&mut app, &token, "Ann", NOON).expect("joined");
    let file = reports(&place.path().join("room")).remove(0);
    fs::remove_file(&file).expect("deleted");
    let line = record("Ann", "one", "done");
    assert_eq!(post(&mut app, "/api/class/progress", &first, &line, NOON).0, 403);
    let second = join(&mut app, &token, "Ann", NOON).expect("joined");
    assert_eq!(post(&mut app, "/api/class/progress", &first, &line, NOON).0, 403);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "");
    assert_eq!(post(&mut app, "/api/class/progress", &second, &line, NOON).0, 200);
    // The secret itself is stored nowhere.
    let stored = fs::read_to_string(place.path().join("room/.serve.json")).expect("secrets");
    assert!(!stored.contains(&second), "{stored}");
}

#[test]
fn learners_of_a_class_that_an_earlier_version_began_keep_their_secrets() {
    let place = Place::new();
    let folder = place.path().join("room");
    fs::create_dir(&folder).expect("a directory");
    let keys =
        format!("{{\"learners\":\"abcdefghij\",\"teacher\":\"{}\",\"key\":\"{}\"}}", "t".repeat(20), "a".repeat(40));
    fs::write(folder.join(".serve.json"), keys).expect("secrets");
    fs::write(folder.join("tom-e1608f75c5.jsonl"), "").expect("a report");
    let (mut app, token, _) = place.class();
    assert_eq!(join(&mut app, &token, "Tom", NOON).expect_err("taken").0, 409);
    let secret = "e877201f314d300910062c9e73e0a202";
    assert_eq!(post(&mut app, "/api/class/progress", secret, &record("Tom", "one", "done"), NOON).0, 200);
    assert!(fs::read_to_string(folder.join("tom-e1608f75c5.jsonl")).expect("a file").contains("\"one\""));
}

#[test]
fn names_that_look_alike_are_one_name() {
    for (name, others) in [
        ("Ann", ["ann", "\u{410}nn", "An\u{578}", "\u{ff21}nn"].as_slice()),
        ("Zo\u{eb}", &["Zoe\u{308}", "zo\u{eb}"]),
        ("Tom", &["T\u{43e}m", "Torn"]),
        ("Paul 1", &["Paul l", "P\u{430}ul 1"]),
    ] {
        let place = Place::new();
        let (mut app, token, _) = place.class();
        join(&mut app, &token, name, NOON).expect("joined");
        for other in others {
            let (status, text) = join(&mut app, &token, other, NOON).expect_err(other);
            assert_eq!(status, 409, "{other:?}: {text}");
        }
        assert_eq!(reports(&place.path().join("room")).len(), 1);
    }
}

/// What a learner who can write the directory may leave in place of a report.
#[cfg(unix)]
#[test]
fn a_report_that_is_no_file_of_its_own_is_neither_read_nor_written() {
    use std::os::unix::fs::symlink;
    type Leave = fn(&Path, &Path);
    let leaves: [(&str, Leave); 5] = [
        ("a link", |report, outside| symlink(outside, report).expect("a link")),
        ("a dangling link", |report, outside| symlink(outside.with_extension("none"), report).expect("a link")),
        ("a second name", |report, outside| fs::hard_link(outside, report).expect("a name")),
        ("a directory", |report, _| fs::create_dir(report).expect("a directory")),
        ("a pipe", |report, _| {
            let made = std::process::Command::new("mkfifo").arg(report).status();
            assert!(made.expect("mkfifo is there").success());
        }),
    ];
    for (what, leave) in leaves {
        let place = Place::new();
        let (mut app, token, teacher) = place.class();
        let key = join(&mut app, &token, "Ann", NOON).expect("joined");
        let report = reports(&place.path().join("room")).remove(0);
        let outside = place.path().join("outside.jsonl");
        let secret = "{\"lesson\":\"ports\",\"step\":\"one\",\"time\":1,\"state\":\"done\",\"learner\":\"secret\"}\n";
        fs::write(&outside, secret).expect("a file");
        fs::remove_file(&report).expect("removed");
        leave(&report, &outside);
        let (status, _) = post(&mut app, "/api/class/progress", &key, &record("Ann", "one", "done"), NOON);
        assert!(matches!(status, 403 | 500), "{what}: {status}");
        assert_eq!(fs::read_to_string(&outside).expect("a file"), secret, "{what}");
        assert!(!place.path().join("outside.none").exists(), "{what}");
        let (status, answer) = room(&mut app, &teacher, NOON);
        assert_eq!((status, &answer["room"]["unreadable"]), (200, &1.into()), "{what}");
        assert_eq!(answer["room"]["learners"].as_array().map(Vec::len), Some(0), "{what}");
    }
}

#[test]
fn a_huge_report_is_counted_and_not_read() {
    let place = Place::new();
    let (mut app, token, teacher) = place.class();
    let key = join(&mut app, &token, "Ann", NOON).expect("joined");
    assert_eq!(post(&mut app, "/api/class/progress", &key, &record("Ann", "one", "done"), NOON).0, 200);
    let huge = fs::File::create(place.path().join("room/z.jsonl")).expect("a file");
    huge.set_len(3 << 30).expect("a size");
    let (status, answer) = room(&mut app, &teacher, NOON);
    assert_eq!((status, &answer["room"]["unreadable"]), (200, &1.into()));
    assert_eq!(answer["room"]["learners"].as_array().map(Vec::len), Some(1));
    let class = pprepl_lessons::Class::open(&place.path().join("room")).expect("a class");
    assert_eq!(class.room(COURSE, None, pprepl_lessons::Order::Name, NOON / 1_000).unreadable, 1);
}
