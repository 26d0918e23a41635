//! The reports of a class: read as they grow, whatever happens to the files.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use pprepl_lessons::{Class, Course, Mark, Order, Record, Room, StepState, append};

const NONE: Course = Course::new(&[]);

fn record(learner: Option<&str>, step: &str, time: u64, state: StepState) -> Record {
    Record {
        lesson: "values".to_owned(),
        step: step.to_owned(),
        time,
        state,
        learner: learner.map(str::to_owned),
        ..Record::default()
    }
}

fn room(class: &Class, now: u64) -> Room {
    class.room(NONE, None, Order::Name, now)
}

fn add(path: &Path, bytes: &[u8]) {
    OpenOptions::new().append(true).create(true).open(path).expect("a file").write_all(bytes).expect("written");
}

fn names(room: &Room) -> Vec<&str> {
    room.learners.iter().map(|learner| learner.name.as_str()).collect()
}

#[test]
fn an_unfinished_line_waits_for_its_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ann.jsonl");
    let mut class = Class::open(folder.path()).expect("a class");
    assert!(!class.poll(), "nothing is new");
    let line = serde_json::to_string(&record(None, "a", 10, StepState::Done)).expect("JSON") + "\n";
    add(&path, &line.as_bytes()[..20]);
    assert!(class.poll());
    assert_eq!((names(&room(&class, 20)).len(), class.damaged()), (0, 0));
    add(&path, &line.as_bytes()[20..]);
    assert!(class.poll());
    assert_eq!(names(&room(&class, 20)), ["ann"]);
    assert!(!class.poll(), "nothing is new");
}

#[test]
fn a_file_that_shrinks_or_disappears_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.jsonl");
    for (name, step) in [("ann", "a"), ("ann", "b"), ("bob", "a")] {
        append(&path, &record(Some(name), step, 10, StepState::Done)).expect("written");
    }
    let mut class = Class::open(&path).expect("a file is a class too");
    assert_eq!(names(&room(&class, 20)), ["ann", "bob"]);
    fs::write(&path, "").expect("written");
    append(&path, &record(Some("carla"), "a", 11, StepState::Done)).expect("written");
    assert!(class.poll());
    assert_eq!(names(&room(&class, 20)), ["carla"]);
    fs::remove_file(&path).expect("removed");
    class.poll();
    assert!(names(&room(&class, 20)).len() <= 1);
}

#[test]
fn damaged_and_endless_lines_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ann.jsonl");
    add(&path, b"\xff\xfe\n{}\n\n");
    add(&path, &vec![b'x'; 300 << 10]);
    add(&path, b"\n");
    append(&path, &record(None, "a", 10, StepState::Done)).expect("written");
    let class = Class::open(folder.path()).expect("a class");
    assert_eq!((class.damaged(), names(&room(&class, 20))), (3, vec!["ann"]));
}

#[test]
fn a_learner_without_progress_is_stuck_and_then_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.jsonl");
    let events = [("a", 1000, StepState::Done), ("b", 1100, StepState::Tried), ("c", 1100, StepState::Open)];
    for (step, time, state) in events {
        append(&path, &record(Some("ann"), step, time, state)).expect("written");
    }
    append(&path, &record(Some("bob"), "a", 1000, StepState::Skipped)).expect("written");
    let class = Class::open(&path).expect("a class");
    let states = |now: u64| {
        let ann = room(&class, now).learners.remove(0);
        (ann.stuck, ann.is_away)
    };
    assert_eq!(states(1299), (None, false));
    assert_eq!(states(1300), (Some(300), false));
    assert_eq!(states(1100 + 1800), (None, true));
    let room = room(&class, 1300);
    assert_eq!(room.learners[0].marks, [Mark::Done, Mark::Tried, Mark::Open]);
    assert_eq!(room.learners[1].marks, [Mark::Skipped, Mark::Open, Mark::Open]);
}

#[test]
fn findings_count_learners_and_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.jsonl");
    for (name, finding) in [("ann", "syntax"), ("ann", "syntax"), ("ann", "syntax"), ("ann", "hole"), ("bob", "hole")] {
        let wrong = Record { finding: Some(finding.to_owned()), ..record(Some(name), "a", 1, StepState::Tried) };
        append(&path, &wrong).expect("written");
    }
    let room = room(&Class::open(&path).expect("a class"), 10);
    let found: Vec<_> = room.findings.iter().map(|one| (one.name.as_str(), one.learners, one.count)).collect();
    assert_eq!(found, [("hole", 2, 2), ("syntax", 1, 3)]);
}

#[test]
fn a_missing_directory_is_an_error() {
    assert!(Class::open(Path::new("/nowhere")).is_err());
}

#[test]
fn the_histories_of_two_files_are_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let missed = |time| Record {
        finding: Some("predicted-otherwise".to_owned()),
        ..record(Some("ann"), "q", time, StepState::Done)
    };
    let files = [
        (
            "a",
            vec![
                record(Some("ann"), "a", 100, StepState::Done),
                missed(200),
                record(Some("bob"), "q", 300, StepState::Done),
            ],
        ),
        ("b", vec![record(Some("ann"), "a", 50, StepState::Tried), record(Some("ann"), "q", 150, StepState::Done)]),
        (
            "c",
            vec![
                Record { learner: Some("bob".to_owned()), ..missed(300) },
                record(Some("ann"), "z", 40, StepState::Tried),
            ],
        ),
    ];
    for (name, records) in files {
        records.iter().for_each(|one| append(&folder.path().join(format!("{name}.jsonl")), one).expect("written"));
    }
    let room = room(&Class::open(folder.path()).expect("a class"), 310);
    assert_eq!(room.steps, ["z", "a", "q"], "in the order of their first events");
    let marks: Vec<_> = room.learners.iter().map(|one| (one.name.as_str(), one.marks.as_slice(), one.done)).collect();
    let ann = [Mark::Tried, Mark::Done, Mark::Missed];
    assert_eq!(marks, [("ann", &ann[..], 2), ("bob", &[Mark::Open, Mark::Open, Mark::Missed][..], 1)]);
}

#[test]
fn a_learner_who_is_ready_is_not_stuck() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.jsonl");
    for (name, step, time) in [("ann", "a", 1000), ("ann", "b", 1000), ("bob", "a", 1000), ("bob", "old", 900)] {
        append(&path, &record(Some(name), step, time, StepState::Done)).expect("written");
    }
    let room = room(&Class::open(&path).expect("a class"), 1400);
    let stuck: Vec<_> = room.learners.iter().map(|one| (one.name.as_str(), one.done, one.stuck)).collect();
    assert_eq!(stuck, [("ann", 2, Some(400)), ("bob", 2, Some(400))]);
    let ready = Record { lesson: "other".to_owned(), ..record(Some("carla"), "a", 1000, StepState::Done) };
    append(&path, &ready).expect("written");
    let room = Class::open(&path).expect("a class").room(NONE, Some("other"), Order::Name, 1400);
    assert_eq!((room.learners[0].done, room.learners[0].stuck), (1, None), "all steps are done");
}

#[test]
fn the_lesson_of_most_learners_comes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.jsonl");
    let add = |name: &str, lesson: &str, time| {
        let record = Record { lesson: lesson.to_owned(), ..record(Some(name), "a", time, StepState::Done) };
        append(&path, &record).expect("written");
        room(&Class::open(&path).expect("a class"), 10).lessons
    };
    assert_eq!(add("ann", "values", 5), ["values"]);
    assert_eq!(add("ann", "types", 4), ["values", "types"], "an older event");
    assert_eq!(add("ann", "xml", 5), ["xml", "types", "values"], "of equal times the last lesson counts");
    assert_eq!(add("bob", "types", 1), ["types", "xml", "values"]);
    assert_eq!(add("carla", "values", 1), ["types", "values", "xml"]);
}

#[test]
fn a_line_of_64_kib_is_read_and_a_longer_one_is_damaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = serde_json::to_string(&record(None, "a", 10, StepState::Done)).expect("JSON");
    for (length, damaged) in [(64 << 10, 0), ((64 << 10) + 1, 1)] {
        let path = folder.path().join(format!("{length}.jsonl"));
        add(&path, format!("{line}{}\n", " ".repeat(length - line.len() - 1)).as_bytes());
        let class = Class::open(&path).expect("a class");
        assert_eq!((class.damaged(), names(&room(&class, 20)).len()), (damaged, 1 - damaged), "{length}");
    }
}

#[test]
fn a_long_line_that_comes_in_parts_is_one_damaged_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ann.jsonl");
    let mut class = Class::open(folder.path()).expect("a class");
    for part in [vec![b'x'; 70 << 10], vec![b' '; 10], b"{}".to_vec(), vec![b'\n']] {
        add(&path, &part);
        class.poll();
    }
    append(&path, &record(None, "a", 10, StepState::Done)).expect("written");
    class.poll();
    assert_eq!((class.damaged(), names(&room(&class, 20))), (1, vec!["ann"]));
}

#[test]
fn a_file_that_becomes_a_directory_and_a_file_again_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.jsonl");
    append(&path, &record(Some("ann"), "a", 10, StepState::Done)).expect("written");
    let mut class = Class::open(folder.path()).expect("a class");
    assert_eq!(class.unreadable(), 0);
    fs::remove_file(&path).expect("removed");
    fs::create_dir(&path).expect("a directory");
    let changed = class.poll();
    assert_eq!((changed, class.unreadable(), class.poll()), (true, 1, false));
    fs::remove_dir(&path).expect("removed");
    append(&path, &record(Some("ann"), "a", 10, StepState::Done)).expect("written");
    assert_eq!((class.poll(), class.unreadable(), class.poll()), (true, 0, false));
}
