//! The learner's copy, the student's version and shared lines.

use std::collections::BTreeMap;

use pprepl_lessons::{Part, ShareError, answers, read, share, student, student_answers, unshare, working_copy};
use pprepl_notebook::{CellKind, Document};

const FILTERING: &str = include_str!("data/filtering.pp");

#[test]
fn the_copy_shows_the_task_and_no_solution() {
    let lesson = read("lesson.pp", &Document::parse(FILTERING));
    let copy = working_copy(&lesson, &BTreeMap::new());
    insta::assert_snapshot!(copy.text());
}

#[test]
fn answers_survive_a_new_copy() {
    let lesson = read("lesson.pp", &Document::parse(FILTERING));
    let kept = BTreeMap::from([("big".to_owned(), "$big = [443, 8080]\n# mine".to_owned())]);
    let written = working_copy(&lesson, &kept).text();
    assert_eq!(answers(&Document::parse(&written)), kept);
    let again = working_copy(&lesson, &answers(&Document::parse(&written)));
    assert_eq!(again.text(), written);
}

#[test]
fn the_parts_of_a_copy_are_known_by_their_headings() {
    let lesson = read("lesson.pp", &Document::parse(FILTERING));
    let copy = Document::parse(&working_copy(&lesson, &BTreeMap::new()).text());
    let parts: Vec<_> = copy.cells().iter().filter_map(Part::of).collect();
    assert_eq!(parts, [Part::Given, Part::Exercise("big".to_owned()), Part::Quiz("trap-1".to_owned())]);
    assert_eq!(copy.cells()[2].title(), "Keep the big ports");
    assert_eq!(copy.cells()[3].kind, CellKind::Prose);
}

#[test]
fn the_version_for_students_has_no_secrets() {
    let master = Document::parse(FILTERING);
    let version = student(&read("lesson.pp", &master), &master).text();
    insta::assert_snapshot!(version);
    let lesson = read("student.pp", &Document::parse(&version));
    assert!(lesson.findings.is_empty());
    assert_eq!(student_answers(&lesson)["big"], "$big = $ports.filter |$p| { ___ }");
}

#[test]
fn a_shared_line_survives_wrapping_and_notices_damage() {
    let line = share(FILTERING).expect("a line");
    assert_eq!(unshare(&line).unwrap(), FILTERING);
    let wrapped: String =
        line.chars().collect::<Vec<_>>().chunks(60).map(|part| part.iter().collect::<String>() + "\r\n").collect();
    assert_eq!(unshare(&wrapped).unwrap(), FILTERING);
    assert_eq!(unshare("print('x')"), Err(ShareError::Prefix));
    assert_eq!(unshare(&line[..line.len() - 12]), Err(ShareError::Damaged));
    let changed = line.replacen('A', "B", 1);
    assert_eq!(unshare(&changed), Err(ShareError::Checksum));
}
