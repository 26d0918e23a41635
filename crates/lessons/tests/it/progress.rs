//! The progress file: it only grows, survives damage, and takes events from many processes at once.

use std::fs;
use std::io::Write;

use pprepl_lessons::{Course, Progress, Record, StepState, append};

fn record(step: &str, state: StepState, tries: u32) -> Record {
    Record { lesson: "values".to_owned(), step: step.to_owned(), time: 1, state, tries, ..Record::default() }
}

#[test]
fn a_right_answer_stays_right() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/progress.jsonl");
    for (state, tries) in [(StepState::Tried, 1), (StepState::Done, 2), (StepState::Tried, 3)] {
        append(&path, &record("big", state, tries)).unwrap();
    }
    let step = Progress::read(&path).unwrap().step("values", "big");
    assert_eq!((step.state, step.tries), (StepState::Done, 3));
}

#[test]
fn damaged_lines_are_skipped_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("progress.jsonl");
    append(&path, &record("a", StepState::Done, 1)).unwrap();
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"lesson\":\"val\xff\n\x1b[31m\n{\"lesson\":\"values\",\"step\":\"b\",\"ti").unwrap();
    append(&path, &record("c", StepState::Done, 1)).unwrap();
    let progress = Progress::read(&path).unwrap();
    assert_eq!(progress.unreadable, 3);
    assert_eq!(progress.of_lesson("values").map(|(step, _)| step).collect::<Vec<_>>(), ["a", "c"]);
    assert!(fs::read(&path).unwrap().windows(2).any(|pair| pair == b"\xff\n"), "the damaged lines are lost");
}

#[test]
fn no_file_is_no_progress() {
    let progress = Progress::read(std::path::Path::new("/nowhere/progress.jsonl")).unwrap();
    assert_eq!(progress.step("values", "a").state, StepState::Open);
}

#[test]
fn events_of_thirty_learners_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("progress.jsonl");
    std::thread::scope(|scope| {
        for learner in 0..30 {
            let path = &path;
            scope.spawn(move || {
                for step in 0..20 {
                    append(path, &record(&format!("s{learner}-{step}"), StepState::Done, 1)).unwrap();
                }
            });
        }
    });
    let progress = Progress::read(&path).unwrap();
    assert_eq!((progress.of_lesson("values").count(), progress.unreadable), (600, 0));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Progress::read(folder.path()).is_err(), "a directory");
    assert!(Progress::records(folder.path()).is_err(), "a directory");
}

#[test]
fn lessons_have_the_names_of_their_files() {
    static FILES: [(&str, &str); 5] = [
        ("01-values.pp", "# %% [markdown]\n#| lesson values   title \"Values\"\n"),
        ("tour.pp", ""),
        ("web-server.pp", "# %%\n#| run a\n1\n"),
        ("2-.pp", ""),
        ("03b-x", ""),
    ];
    let course = Course::new(&FILES);
    assert_eq!(course.names().collect::<Vec<_>>(), ["values", "tour", "web-server", "", "03b-x"]);
    let found = ["values", "1", "001", "tour", "server", "web-server", "2", "3", "03b-x", "x"]
        .map(|name| course.text(name).map_or("", |(file, _)| file));
    let expected =
        ["01-values.pp", "01-values.pp", "01-values.pp", "tour.pp", "", "web-server.pp", "2-.pp", "", "03b-x", ""];
    assert_eq!(found, expected);
    let chapters = course.chapters(&Progress::default());
    assert_eq!(
        chapters.iter().map(|one| (one.number, one.title.as_str())).collect::<Vec<_>>(),
        [(1, "Values"), (2, "")]
    );
}

#[test]
fn a_chapter_counts_its_steps() {
    static FILES: [(&str, &str); 2] = [
        (
            "01-values.pp",
            "# %%\n#| exercise a\n\n# %%\n#| exercise b\n\n# %%\n#| exercise c\n\n# %%\n#| exercise d\n\n# %%\n#| run e\n1\n",
        ),
        ("02-types.pp", "# %%\n#| exercise a\n"),
    ];
    let mut progress = Progress::default();
    for (step, state) in
        [("a", StepState::Done), ("b", StepState::Tried), ("c", StepState::Shown), ("x", StepState::Done)]
    {
        progress.note(&Record { lesson: String::new(), ..record(step, state, 1) });
    }
    let chapters = Course::new(&FILES).chapters(&progress);
    let counts: Vec<_> = chapters.iter().map(|one| (one.number, one.steps, one.done, one.tried)).collect();
    assert_eq!(counts, [(1, 5, 1, 3), (2, 1, 1, 1)]);
}
