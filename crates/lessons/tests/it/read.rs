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
    let catalog = checks("#| check catalog File['a, b'] { content => 'x } edge', 'mode' => '0644' }  no User['x']");
    let CheckKind::Catalog { resources, edges } = &catalog[0].kind else { panic!("{catalog:?}") };
    assert_eq!((resources.len(), edges.len()), (2, 0));
    assert_eq!(resources[0].attributes[0].1.text, "'x } edge'");
    assert_eq!(resources[0].attributes[1].0, "mode", "a name may have quotes");
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

/// Returns the messages about an option of an exercise, or what it is read as.
fn read_as(option: &str) -> String {
    let lesson = lesson(&format!("# %%\n#| exercise a\n#| {option}\n"));
    if let Some(found) = lesson.findings.first() {
        return format!("{} (help: {})", found.message, found.help.as_deref().unwrap_or(""));
    }
    let StepKind::Exercise(exercise) = &lesson.cells[0].kind else { panic!("no exercise") };
    let checks =
        exercise.checks.iter().map(|check| format!("{}{:?}", if check.is_hidden { "hidden " } else { "" }, check.kind));
    checks
        .chain(exercise.whens.iter().map(|when| format!("{:?} {:?}", when.condition, when.say)))
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn each_form_of_a_check_is_read_or_rejected() {
    let options = [
        "check same $a over $b : Integer",
        "check same $a over $b_1 : Integer, $B : String",
        "check same $a over b : Integer",
        "check same $a over $ : Integer",
        "check same $a over $b::c : Integer",
        "check same $a over $b-c : Integer",
        "check same $a over Integer, $b : Integer",
        "check same $a over",
        "check same over Integer",
        "check same $a over $b : [",
        "check finding",
        "check finding two words",
        "check finding pointless-test",
        "check command type 1",
        "check command a_b",
        "check logs",
        "check logs notice",
        "check logs notice /",
        "check logs notice //",
        "check logs notice /a/",
        "check logs notice \"a, b\", warning 'c'",
        "check catalog",
        "check catalog edge",
        "check catalog edge Package['a'] -> Service['a'] ~> File['b'] -> File['c'], File['d'] ~> File['e']",
        "check catalog edge Package['a'] -> service['a']",
        "check catalog edge Package['a'] -> Service[",
        "check catalog edge Package['a', -> Service['b']",
        "check catalog edge Package['a'] -> Service[1 +]",
        "check catalog edge Package['a'] -> Service['b'] more",
        "check catalog file['a']",
        "check catalog ['a']",
        "check catalog File[1 +]",
        "check catalog File[[1]]",
        "check catalog File['a]']",
        "check catalog File['a\\']b'] { mode => 1 }",
        "check catalog File['a\\\\'] { mode => 1 }",
        "check catalog File[\"a]\"]",
        "check catalog File['a'",
        "check catalog ]['a']",
        "check catalog File['a'] { mode => '}', owner => { 'a' => 1 } }, no User['b']  Group['c']",
        "check catalog File['a'] { mode => 1",
        "check catalog File['a'] { 1 }",
        "check catalog File['a'] { unless => 1, 2 => 3 }",
        "check catalog no",
        "check hidden",
        "check hidden value $a == 1",
        "check uses a, b forbids c d",
        "check uses forbids c",
        "check fails",
        "check type $a : Integer",
        "check type $a :",
        "check type : Integer",
        "check for $a in [1]  $b == [1]",
        "check for $a in [1]  $b",
        "check for $a  $b == [1]",
        "check for a in [1]  $b == [1]",
        "check for $a in [1]",
        "when finding pointless-test say \"A\"",
        "when finding pointless test say \"A\"",
        "when finding say \"A\"",
        "when error type-mismatch say A",
        "when error == 1 say 'A'",
        "when error say A",
        "when uses filter say A",
        "when uses == 1 say A",
        "when uses say A",
        "when missing $a say A",
        "when missing == 1 say A",
        "when missing say A",
        "when $a == 1 say",
        "when $a == 1 say \"\"",
        "when $a == say A",
        "when say A",
        "when $a == 1",
    ];
    let read = options.map(|option| format!("{option}\n  {}", read_as(option)));
    insta::assert_snapshot!(read.join("\n"));
}

#[test]
fn each_form_of_a_step_is_read_or_rejected() {
    let cells = [
        "#| quiz q predict value",
        "#| quiz a.b predict value",
        "#| quiz q predict valu",
        "#| quiz q predict",
        "#| quiz predict value",
        "#| pane",
        "#| pane catalog, log",
        "#| pane ,",
        "#| pane catalgo, xyz",
        "#| quiz q predict which\n#| options don't, it's, 'a, b', \"c, d\", [1, 2], {a => 1, b => 2}, f(1, 2), ), x",
        "#| quiz q predict which\n#| options\n#|   one, two\n#|   three",
        "#| run",
        "#| run a b",
        "#| exercise",
    ];
    let read = cells.map(|cell| {
        let lesson = lesson(&format!("# %%\n{cell}\n1\n"));
        let found: Vec<String> = lesson
            .findings
            .iter()
            .map(|one| format!("  {} (help: {})\n", one.message, one.help.as_deref().unwrap_or("")))
            .collect();
        let options = match &lesson.cells[0].kind {
            StepKind::Quiz(quiz) => format!(", options {:?}", quiz.options),
            _ => String::new(),
        };
        format!("{cell}\n{}  {:?}, panes {:?}{options}", found.concat(), lesson.cells[0].step(), lesson.cells[0].panes)
    });
    insta::assert_snapshot!(read.join("\n"));
}

#[test]
fn the_path_of_a_file_stays_inside_the_directory() {
    let paths = [
        "a.txt",
        "data/a.yaml",
        "a b/c",
        "./a",
        "a/./b",
        "a/../b",
        "../a",
        "a/",
        "/a",
        "a//b",
        "",
        "C:/a",
        "a\\b",
        "a\u{7}b",
    ];
    let read = paths.map(|path| {
        let lesson = lesson(&format!("# %% [markdown]\n#| lesson a\n#| file {path}\n#|   text\n"));
        let found = lesson.findings.iter().map(|one| one.message.clone());
        found
            .chain(lesson.files.iter().map(|file| format!("{:?} {:?}", file.path, file.text)))
            .collect::<Vec<_>>()
            .join("; ")
    });
    insta::assert_snapshot!(read.join("\n"));
}
