//! Generated questions: each has exactly one right answer, which the evaluator confirms; and a round of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use pprepl_lessons::{
    Boxes, Card, Course, Judge, JudgeSetup, Lesson, ProgressFiles, Question, Quiz, QuizRound, QuizStart, QuizState,
    Record, Say, StepState, Topic, append, generated, generated_names,
};
use pprepl_session::{Session, Settings, SystemHost};

/// The number of seeds for each question.
const SEEDS: u64 = 40;

fn names() -> Vec<String> {
    Topic::ALL.into_iter().flat_map(generated_names).collect()
}

fn judge(quiz: &Quiz) -> Judge {
    Judge::new(Arc::new(Lesson::with_quiz(quiz.clone())), &JudgeSetup::default())
}

/// What is wrong with a question. Adds the answer to those that its reason is given for.
fn flaws(quiz: &Quiz, reasons: &mut BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut judge = judge(quiz);
    let truth = judge.answer_quiz(&quiz.name, "").truth;
    reasons.entry(without_numbers(&quiz.because)).or_default().insert(without_numbers(&truth));
    let mut flaws = Vec::new();
    let mut states = Vec::new();
    for option in &quiz.options {
        states.push(judge.answer_quiz(&quiz.name, option).state);
    }
    let right = states.iter().filter(|state| **state == QuizState::Right).count();
    if quiz.options.is_empty() {
        let state = judge.answer_quiz(&quiz.name, &truth).state;
        if state != QuizState::Right {
            flaws.push(format!("the truth {truth} is {state:?}"));
        }
        if truth.starts_with("an error") {
            flaws.push(format!("fails: {truth}"));
        }
    } else if right != 1 || states.iter().any(|state| !matches!(state, QuizState::Right | QuizState::Wrong)) {
        flaws.push(format!("options {:?} are {states:?}; the truth is {truth}", quiz.options));
    }
    let different: BTreeSet<&String> = quiz.options.iter().collect();
    if different.len() != quiz.options.len() {
        flaws.push(format!("equal options {:?}", quiz.options));
    }
    let lines: Vec<&str> = quiz.code.text.lines().collect();
    if lines.len() > 8 || lines.iter().any(|line| line.chars().count() > 100) {
        flaws.push("the code is long".to_owned());
    }
    if quiz.because.is_empty() || quiz.because.chars().count() > 240 {
        flaws.push(format!("because: {:?}", quiz.because));
    }
    flaws
}

#[test]
fn each_question_has_exactly_one_right_answer() {
    let mut report = String::new();
    let mut reasons = BTreeMap::new();
    for name in names() {
        for seed in 0..SEEDS {
            let quiz = generated(&name, seed).expect("a question");
            for flaw in flaws(&quiz, &mut reasons) {
                let _ = writeln!(report, "{name} {seed}: {flaw}\n{}\n", quiz.code.text);
            }
        }
    }
    assert!(report.is_empty(), "\n{report}");
    // A reason fits its answers: few of them, apart from numbers.
    let shown = |(reason, answers): (&String, &BTreeSet<String>)| {
        let answers: Vec<&str> = answers.iter().map(String::as_str).take(4).collect();
        format!("{reason}\n  {}\n", answers.join(" | "))
    };
    insta::assert_snapshot!(reasons.iter().map(shown).collect::<String>());
}

/// Returns a text with `N` for each number.
fn without_numbers(text: &str) -> String {
    let parts = text.split(|letter: char| letter.is_ascii_digit());
    let parts: Vec<&str> = parts.collect();
    let mut out = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 && !out.ends_with('N') {
            out.push('N');
        }
        out.push_str(part);
    }
    out
}

/// `which` is the only kind whose answer the generator gives: the evaluator confirms it here.
#[test]
fn the_answer_of_a_choice_is_true() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for name in names() {
        for seed in 0..SEEDS {
            let quiz = generated(&name, seed).expect("a question");
            let Some(answer) = quiz.answer.as_ref().filter(|_| quiz.question == Question::Which) else { continue };
            for option in &quiz.options {
                session.reset();
                let holds = if quiz.code.text.contains("$value") {
                    let code = quiz.code.text.replace("$value", option);
                    value(&mut session, &code) == "true"
                } else {
                    is_first(&mut session, &quiz.code.text, &quiz.options, option)
                };
                assert_eq!(holds, option == answer, "{name} {seed}: {option}\n{}", quiz.code.text);
            }
        }
    }
}

/// Each reason of the question about `case` goes with an option of its own.
#[test]
fn the_reason_of_a_case_fits_its_answer() {
    let (mut reasons, mut answers) = (BTreeSet::new(), BTreeSet::new());
    for quiz in names().iter().flat_map(|name| (0..SEEDS).filter_map(|seed| generated(name, seed))) {
        if quiz.code.text.starts_with("case ") && quiz.options.len() == 4 {
            let truth = judge(&quiz).answer_quiz(&quiz.name, "").truth;
            reasons.insert(quiz.because.clone());
            answers.insert(truth);
        }
    }
    assert_eq!((reasons.len(), answers.len()), (4, 4), "{reasons:?} {answers:?}");
}

fn value(session: &mut Session, code: &str) -> String {
    let evaluation = session.evaluate("quiz", code);
    assert!(!evaluation.failed(), "{code}");
    evaluation.value.unwrap_or_default()
}

/// Is the resource applied before the other? Then the reverse relationship is a cycle.
fn is_first(session: &mut Session, code: &str, options: &[String], resource: &str) -> bool {
    let other = options.iter().find(|option| *option != resource).expect("two options");
    let evaluation = session.evaluate("quiz", &format!("{code}\n{other} -> {resource}"));
    evaluation.failed() || !session.catalog().findings().is_empty()
}

#[test]
fn a_question_is_another_one_with_another_seed() {
    for name in names() {
        let all: BTreeSet<String> =
            (0..SEEDS).filter_map(|seed| generated(&name, seed)).map(|quiz| quiz.code.text).collect();
        assert!(all.len() >= 3, "{name}: {all:?}");
        let same = [generated(&name, 7), generated(&name, 7)].map(|quiz| quiz.expect("a question").code.text);
        assert_eq!(same[0], same[1]);
    }
}

#[test]
fn the_questions_of_a_seed() {
    let mut text = String::new();
    for name in names() {
        let quiz = generated(&name, 1).expect("a question");
        let truth = judge(&quiz).answer_quiz(&name, "").truth;
        let options = if quiz.options.is_empty() { String::new() } else { format!("  ({})", quiz.options.join(" | ")) };
        let code = quiz.code.text.replace('\n', "\n    ");
        let _ = writeln!(text, "{name}\n    {code}\n  = {truth}{options}\n  {}\n", quiz.because);
    }
    insta::assert_snapshot!(text);
}

const DAY: u64 = 24 * 60 * 60;

/// The time of the tests, in seconds since 1970.
const NOW: u64 = 1_000 * DAY;

fn answered(lesson: &str, step: &str, days_ago: u64, is_right: bool) -> Record {
    Record {
        lesson: lesson.to_owned(),
        step: step.to_owned(),
        time: NOW - days_ago * DAY,
        state: StepState::Done,
        finding: (!is_right).then(|| "predicted-otherwise".to_owned()),
        ..Record::default()
    }
}

fn card(lesson: &str, step: &str) -> Card {
    Card { lesson: lesson.to_owned(), step: step.to_owned() }
}

#[test]
fn a_wrong_answer_goes_to_the_first_box_and_right_ones_go_on() {
    let asked = card("quiz", "truth-order");
    let mut boxes = Boxes::default();
    let mut numbers = Vec::new();
    for is_right in [true, true, false, true, true, true, true, true] {
        boxes.note(&answered("quiz", "truth-order", 0, is_right));
        numbers.extend(boxes.number(&asked));
    }
    assert_eq!(numbers, [2, 3, 1, 2, 3, 4, 5, 5]);
}

#[test]
fn a_question_is_due_after_the_days_of_its_box() {
    for (right, days) in [(0, 1), (1, 3), (2, 7), (3, 14), (4, 30), (9, 30)] {
        let all = |last: u64| {
            let mut records = vec![answered("quiz", "truth-order", 100, false)];
            records.extend((0..right).map(|_| answered("quiz", "truth-order", 50, true)));
            records.iter_mut().for_each(|record| record.time = NOW - last * DAY);
            Boxes::new(&records).due(NOW).len()
        };
        assert_eq!((all(days - 1), all(days)), (0, 1), "{right} right answers");
    }
}

#[test]
fn quizzes_of_lessons_come_back_only_after_a_wrong_answer() {
    let records = [
        answered("values", "text", 9, true),
        answered("values", "number", 2, false),
        answered("types", "old", 9, false),
        answered("types", "old", 8, true),
        Record { state: StepState::Tried, ..answered("types", "exercise", 9, false) },
    ];
    assert_eq!(Boxes::new(&records).due(NOW), [card("values", "number"), card("types", "old")]);
}

static COURSE: Course = Course::new(&[("01-mini.pp", MINI)]);

const MINI: &str = "# %% [markdown]
#| lesson mini   title \"Mini\"

# %%
#| given
$limit = 5

# %% Text or number?
#| quiz trap   predict value
#| because  The given value is 5.
$limit + 1
";

fn round(folder: &Path, topic: Option<Topic>, seed: u64, is_shared: bool) -> QuizRound {
    let start = QuizStart {
        topic,
        seed,
        is_shared,
        course: COURSE,
        folder: None,
        files: ProgressFiles { own: Some(folder.join("progress.jsonl")), report: None },
        stack: 1 << 20,
        clock: || NOW,
    };
    QuizRound::new(start).expect("a round")
}

/// The right answer to the question that waits.
fn right_answer(round: &QuizRound) -> String {
    let quiz = round.quiz().expect("a question").clone();
    let mut judge = judge(&quiz);
    match quiz.options.iter().find(|option| judge.answer_quiz(&quiz.name, option).state == QuizState::Right) {
        Some(option) => option.clone(),
        None => judge.answer_quiz(&quiz.name, "").truth,
    }
}

fn score(says: &[Say]) -> Option<(usize, usize)> {
    says.iter().find_map(|say| match say {
        Say::Score { right, of, .. } => Some((*right, *of)),
        _ => None,
    })
}

#[test]
fn a_round_has_ten_questions_and_a_score() {
    let folder = tempfile::tempdir().expect("a folder");
    for seed in 0..6 {
        let mut round = round(folder.path(), None, seed, true);
        let mut says = round.begin();
        let mut codes = Vec::new();
        while round.is_waiting() {
            codes.push(round.quiz().expect("a question").code.text.clone());
            let answer = right_answer(&round);
            says = round.answer(&answer);
        }
        assert_eq!(score(&says), Some((10, 10)));
        assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), 10, "{codes:?}");
    }
}

#[test]
fn the_same_seed_asks_the_same_questions() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = |seed| {
        let mut round = round(folder.path(), Some(Topic::Strings), seed, true);
        round.begin();
        let mut codes = Vec::new();
        for _ in 0..4 {
            codes.push(round.quiz().expect("a question").code.text.clone());
            round.skip();
        }
        codes
    };
    assert_eq!(first(3), first(3));
    assert_ne!(first(3), first(4));
}

#[test]
fn a_wrong_question_comes_back_in_the_round_and_the_next_day() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut first = round(folder.path(), Some(Topic::Truth), 1, false);
    first.begin();
    let missed = first.quiz().expect("a question").name.clone();
    let says = first.give_up();
    assert!(matches!(&says[0], Say::Feedback { is_good: false, lines } if lines[0].starts_with("It is ")), "{says:?}");
    let mut later = Vec::new();
    while first.is_waiting() {
        later.push(first.quiz().expect("a question").name.clone());
        let answer = right_answer(&first);
        first.answer(&answer);
    }
    assert_eq!(later.iter().position(|name| *name == missed), Some(3), "{missed} of {later:?}");
    // It was answered rightly then: box 2.
    let mut again = round(folder.path(), Some(Topic::Truth), 2, false);
    again.begin();
    assert_ne!(again.quiz().expect("a question").name, missed);
}

#[test]
fn due_questions_come_first_with_the_quizzes_of_lessons() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("progress.jsonl");
    let gone = answered("mini", "gone", 9, false);
    for record in [answered("quiz", "order-class", 5, false), answered("mini", "trap", 4, false), gone] {
        append(&path, &record).expect("written");
    }
    // A seed that is shared asks everyone the same.
    let says = round(folder.path(), None, 5, true).begin();
    assert!(matches!(says[0], Say::Number { .. }), "{says:?}");
    let mut round = round(folder.path(), None, 5, false);
    let says = round.begin();
    assert_eq!(says[0], Say::Advice("3 questions come back from earlier.".to_owned()));
    assert_eq!(round.quiz().expect("a question").name, "order-class");
    round.skip();
    assert_eq!(round.quiz().expect("a question").name, "trap");
    let says = round.answer("6");
    assert!(matches!(&says[0], Say::Feedback { is_good: true, .. }), "{says:?}");
    let records = pprepl_lessons::Progress::records(&path).expect("records");
    assert_eq!(records.last().map(|record| (record.lesson.as_str(), record.step.as_str())), Some(("mini", "trap")));
    assert_eq!(records.last().and_then(|record| record.answer.clone()), None);
}

#[test]
fn only_due_questions_of_the_topic_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("progress.jsonl");
    for (lesson, step) in [("quiz", "order-class"), ("mini", "trap"), ("mini", "truth-order"), ("quiz", "truth-order")]
    {
        append(&path, &answered(lesson, step, 9, false)).expect("written");
    }
    let first = |topic: Topic| {
        let mut round = round(folder.path(), Some(topic), 5, false);
        let says = round.begin();
        (says[0].clone(), round.quiz().expect("a question").name.clone())
    };
    let one = Say::Advice("1 question comes back from earlier.".to_owned());
    assert_eq!(first(Topic::Truth), (one.clone(), "truth-order".to_owned()));
    assert_eq!(first(Topic::Order), (one, "order-class".to_owned()));
    assert!(matches!(first(Topic::Strings).0, Say::Number { number: 1, of: 10, .. }));
}
