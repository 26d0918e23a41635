//! The learner's copy, the student's version and shared lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use pprepl_lessons::{
    Feedback, JudgeSetup, LessonCells, Part, ShareError, StepKind, answers, judge_answers, prepare, question, read,
    share, student, student_answers, tried_answers, unshare, with_answers, without_answers, working_copy,
};
use pprepl_notebook::{Cell, CellKind, Document, Operation};
use pprepl_session::{Session, Settings, SystemHost};

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
fn answers_are_written_into_the_students_file() {
    let master = Document::parse(FILTERING);
    let version = student(&read("lesson.pp", &master), &master).text();
    let lesson_of = |text: &str| read("student.pp", &Document::parse(text));
    let id = |text: &str| without_answers(&lesson_of(text), &Document::parse(text));
    assert!(tried_answers(&lesson_of(&version)).is_empty());
    let untried = BTreeMap::from([("big".to_owned(), "$big = $ports.filter |$p| { ___ }".to_owned())]);
    assert_eq!(with_answers(&version, &untried), version);
    assert_eq!(with_answers(FILTERING, &untried), FILTERING);
    let answer = "$big = [443, 8080]\n# mine".to_owned();
    let known = BTreeMap::from([("big".to_owned(), answer), ("gone".to_owned(), "$x".to_owned())]);
    for text in [&version, FILTERING] {
        let written = with_answers(text, &known);
        assert_eq!(tried_answers(&lesson_of(&written))["big"], known["big"]);
        assert_eq!(with_answers(&written, &known), written);
        assert_eq!(id(&written), id(text));
        assert_eq!(written.lines().count(), text.lines().count() + if text == FILTERING { 2 } else { 1 });
    }
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
    assert_eq!(unshare("pprepl1:_w:00000000"), Err(ShareError::Checksum));
    let changed = line.replacen('A', "B", 1);
    assert_eq!(unshare(&changed), Err(ShareError::Checksum));
}

#[test]
fn a_shared_line_has_at_most_8_mib() {
    let fits = "x".repeat(6_291_443);
    let line = share(&fits).expect("a line");
    assert_eq!(line.len(), 8 << 20);
    assert_eq!(unshare(&line), Ok(fits.clone()));
    assert_eq!(unshare(&format!("{line} ")), Err(ShareError::TooLong));
    assert_eq!(share(&(fits + "x")), Err(ShareError::TooLong));
}

#[test]
fn an_answer_that_equals_the_start_is_not_tried() {
    let text = "# %%\n#| exercise one\n#| task Set it.\n#| start $a = 2\n#| check value $a == 1\n#| solution $a = 1\n";
    let lesson = Arc::new(read("lesson.pp", &Document::parse(text)));
    let state = |answer: Option<&str>| {
        let answers = answer.map(|answer| ("one".to_owned(), answer.to_owned())).into_iter().collect();
        judge_answers(&lesson, &answers, &JudgeSetup::default())[0].state
    };
    for answer in [None, Some(""), Some(" \n"), Some("$a = 2"), Some(" $a = 2\n"), Some("# Set it.\n$a = 2")] {
        assert_eq!(state(answer), Feedback::NotTried, "{answer:?}");
    }
    assert_eq!((state(Some("$a = 3")), state(Some("$a = 1"))), (Feedback::Differs, Feedback::Right));
}

#[test]
fn a_question_without_code_has_no_block() {
    let asked = |text: &str| {
        let lesson = read("lesson.pp", &Document::parse(text));
        let StepKind::Quiz(quiz) = &lesson.cells[0].kind else { panic!("no quiz") };
        question(quiz)
    };
    let cases = [
        ("# %%\n#| quiz q predict which\n#| options a, b\n#| answer a\n", "**Which is right?**\n\n- `a`\n- `b`"),
        ("# %%\n#| quiz q predict value\n1 + 1\n", "**What is the value?**\n\n```puppet\n1 + 1\n```"),
        ("# %%\n#| quiz q predict value\n", "**What is the value?**"),
    ];
    for (text, expected) in cases {
        assert_eq!(asked(text), expected);
    }
}

#[test]
fn the_cells_of_a_lesson_reject_changes() {
    let text = "# %% [markdown]\n# Text\n\n# %% given=locked\n$a = 1\n\n# %% exercise=one\n$b\n\n# %%\n1\n\n# %% [markdown] quiz=q\n# Why?\n\n# %% run=r\n2\n\n# %%\n3\n";
    let copy = Document::parse(text);
    let all = copy.cells();
    let shown = |cells: &LessonCells| {
        let rejected = |cell: &Cell| {
            let id = cell.id;
            let operations = [
                ("edit", Operation::Edit { id, range: 0..0, text: "x".to_owned() }),
                ("head", Operation::Head { id, heading: String::new() }),
                ("delete", Operation::Delete { id }),
                ("turn", Operation::Turn { id, kind: CellKind::Prose }),
                ("split", Operation::Split { id, at: 1 }),
                ("merge", Operation::Merge { id }),
                ("move", Operation::Move { id, to: 0 }),
                ("fold", Operation::Fold { id, folded: true }),
                (
                    "together",
                    Operation::Together { all: vec![Operation::Move { id, to: 0 }, Operation::Delete { id }] },
                ),
            ];
            let words = operations.iter().filter(|(_, one)| cells.rejects(one, all)).map(|(word, _)| *word);
            let question = if cells.is_question(id) { "?" } else { "" };
            format!("{}{question}: {}", cell.heading, words.collect::<Vec<_>>().join(" "))
        };
        all.iter().map(rejected).collect::<Vec<_>>()
    };
    let mut cells = LessonCells::default();
    let free = |heading: &str| format!("{heading}: ");
    let headings: Vec<String> = all.iter().map(|cell| free(&cell.heading)).collect();
    assert_eq!(shown(&cells), headings, "no lesson is open");
    cells.follow(all);
    assert_eq!(shown(&cells), headings, "still no lesson");
    cells.set_lesson(true, all);
    let locked = "edit head delete turn split merge together";
    let kept = "delete turn split merge together";
    let expected = [
        ": merge".to_owned(),
        format!("given=locked: {locked}"),
        format!("exercise=one: {kept}"),
        ": merge".to_owned(),
        format!("quiz=q?: {locked}"),
        format!("run=r: {locked}"),
        free(""),
    ];
    assert_eq!(shown(&cells), expected);
    cells.unlock(all[1].id);
    assert_eq!(shown(&cells)[1], format!("given=locked: {kept}"));
    assert_eq!((cells.cell_of("q"), cells.cell_of("none")), (Some(all[4].id), None));
    assert_eq!((cells.part(all[5].id), cells.part(all[6].id)), (Some(&Part::Run("r".to_owned())), None));
    let mut requested: Vec<_> = cells.on_request().collect();
    requested.sort_unstable();
    assert_eq!(requested, [(all[2].id, true), (all[4].id, false), (all[5].id, false)]);
}

#[test]
fn a_lesson_with_files_prepares_an_environment() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (manifest, expected)) in
        [("$x = 5", "5"), ("$x = \"\\q\"", "'\\q'"), ("$x = 1 + 'a'", "fails: 'a' is not a number")]
            .into_iter()
            .enumerate()
    {
        let text =
            format!("# %% [markdown]\n#| lesson l\n#| edition puppet8\n#| file manifests/site.pp\n#|   {manifest}\n");
        let lesson = read("lesson.pp", &Document::parse(&text));
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        assert!(prepare(&lesson, None, &mut session).is_err(), "the files need a directory");
        let found = match prepare(&lesson, Some(&folder.path().join(number.to_string())), &mut session) {
            Ok(()) => session.evaluate("input", "$x").value.unwrap_or_default(),
            Err(message) => format!("fails: {}", message.rsplit(": ").next().unwrap_or_default()),
        };
        assert_eq!(found, expected, "{manifest}");
        assert_eq!(session.settings().edition.as_str(), "puppet8");
    }
}
