//! The reader: what a lesson says, what it rejects with its place, and that no text is lost.

use pprepl_lessons::{Check, CheckKind, Lesson, StepKind, read};
use pprepl_notebook::Document;
use pprepl_text::render;

const FILTERING: &str = include_str!("data/filtering.pp");

fn lesson(text: &str) -> Lesson {
    read("lesson.pp", &Document::parse(text))
}

/// Returns the findings of a lesson as the user sees them.
fn findings(text: &str) -> String {
    lesson(text).findings.iter().map(|found| render(found, false)).collect::<Vec<_>>().join("\n")
}

fn checks(text: &str) -> Vec<Check> {
    let whole = format!("# %%\n#| exercise a\n{text}\n");
    let lesson = lesson(&whole);
    assert!(lesson.findings.is_empty(), "{}", findings(&whole));
    let StepKind::Exercise(exercise) = &lesson.cells[0].kind else { panic!("no exercise") };
    exercise.checks.clone()
}

#[test]
fn each_part_of_a_lesson_is_read() {
    let lesson = lesson(FILTERING);
    assert!(lesson.findings.is_empty(), "{}", findings(FILTERING));
    assert_eq!((lesson.name.as_str(), lesson.title.as_str(), lesson.minutes), ("types-2", "Filtering", Some(10)));
    assert_eq!(lesson.needs, ["types-1"]);
    assert_eq!(lesson.steps().map(|(name, _)| name).collect::<Vec<_>>(), ["big", "trap-1"]);
    insta::assert_debug_snapshot!(lesson.cells);
}

#[test]
fn places_are_those_in_the_file() {
    let lesson = lesson(FILTERING);
    let StepKind::Exercise(exercise) = &lesson.cells[2].kind else { panic!("no exercise") };
    for check in &exercise.checks {
        let CheckKind::Equal { actual, expected, .. } = &check.kind else { continue };
        assert_eq!(actual.span.of(FILTERING), actual.text);
        assert_eq!(expected.span.of(FILTERING), expected.text);
    }
    assert_eq!(exercise.start.span.of(FILTERING), "$big = $ports.filter |$p| { ___ }");
    assert_eq!(lesson.cells[3].body.span.of(FILTERING), "\"18\" == 18");
}

#[test]
fn what_cannot_be_read_has_a_place_and_a_form() {
    insta::assert_snapshot!(findings(include_str!("data/broken.pp")));
}

#[test]
fn commas_and_words_inside_code_do_not_cut() {
    let catalog = checks("#| check catalog File['a, b'] { content => 'x } edge', mode => '0644' }  no User['x']");
    let CheckKind::Catalog { resources, edges } = &catalog[0].kind else { panic!("{catalog:?}") };
    assert_eq!((resources.len(), edges.len()), (2, 0));
    assert_eq!(resources[0].attributes[0].1.text, "'x } edge'");
    assert!(resources[1].is_absent);
    let same = checks("#| check same f($a, $b) == \"over ${a}\" over $a : Array[String, 1], $b : Integer");
    let CheckKind::Same { samples, reference, .. } = &same[0].kind else { panic!("{same:?}") };
    assert_eq!((samples.len(), reference.text.as_str()), (2, "\"over ${a}\""));
}

#[test]
fn a_lesson_survives_changes_of_other_cells() {
    let mut document = Document::parse(FILTERING);
    let first = document.cells()[0].clone();
    let text = format!("{}\nMore.", first.text);
    let edit = pprepl_notebook::Operation::Edit { id: first.id, range: 0..first.text.len(), text };
    document.apply(edit).unwrap();
    let written = document.text();
    assert_eq!(written, FILTERING.replace("privileges.\n", "privileges.\n# More.\n"));
    assert_eq!(format!("{:?}", Document::parse(&written).cells()[0].text), format!("{:?}", document.cells()[0].text));
}
