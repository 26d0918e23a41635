//! Lessons, a row each: `tests/rules/lessons.txt`. A row is a kind and a lesson, and ` :: ` before the learner's work.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use pprepl_lessons::{
    CellPlace, Checked, Deck, Dialogue, Exercise, GradeCounts, Judge, JudgeSetup, Learner, Lesson, LessonCells, Part,
    ProgressFiles, StepKind, Verdict, answers_in, grade, judge_answers, panes_of, read, share, student, test_cells,
    unshare, working_copy,
};
use pprepl_notebook::Document;
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_testing::check_rules;
use pprepl_text::{Diagnostic, Source};
use tempfile::TempDir;

use crate::judging::exercises;
use crate::options::brief;

/// The lesson of a row.
struct Row {
    document: Document,
    lesson: Arc<Lesson>,
    setup: JudgeSetup,
    /// The directory of a lesson with files.
    folder: Option<TempDir>,
}

impl Row {
    fn new(text: &str) -> Row {
        let document = Document::parse(text);
        let lesson = Arc::new(read("lesson.pp", &document));
        let folder = (!lesson.files.is_empty()).then(|| tempfile::tempdir().expect("a directory"));
        let root = folder.as_ref().map(|folder| folder.path().join("lesson"));
        let setup = JudgeSetup { folder: root, ..JudgeSetup::default() };
        Row { document, lesson, setup, folder }
    }

    fn judge(&self) -> Judge {
        Judge::new(Arc::clone(&self.lesson), &self.setup)
    }

    fn learner(&self) -> Learner {
        let opened = Learner::new(Arc::clone(&self.lesson), String::new(), &self.setup, ProgressFiles::default());
        opened.expect("a learner")
    }

    /// Returns what the reader makes of the file.
    fn read(&self) -> String {
        let Lesson { name, title, needs, minutes, files, facts, edition, cells, findings } = &*self.lesson;
        let mut out = format!("{name:?} {title:?} {needs:?} {minutes:?} {files:?} {facts:?} {edition:?}\n");
        cells.iter().for_each(|cell| writeln!(out, "{cell:?}").unwrap());
        let graded: Vec<&str> = self.lesson.graded_steps().map(|(name, _)| name).collect();
        let steps: Vec<&str> = self.lesson.steps().map(|(name, _)| name).collect();
        let _ = writeln!(out, "steps {steps:?} graded {graded:?} {}", self.lesson.graded_end());
        out + &self.found(findings)
    }

    fn found<'d>(&self, findings: impl IntoIterator<Item = &'d Diagnostic>) -> String {
        let text = self.document.text();
        findings.into_iter().map(|found| diagnosed(found, &text)).collect()
    }

    /// Returns the slides, the code that runs, and the way through them.
    fn slides(&self) -> String {
        let deck = Deck::new(&self.lesson);
        let mut out = format!("{:?}\n", deck.title);
        for slide in &deck.slides {
            let task = slide.task(slide.parts.len()).map(|task| &task.title);
            let _ = writeln!(out, "# {} notes {:?} task {task:?}", slide.title, slide.notes);
            slide.parts.iter().for_each(|part| writeln!(out, "  {} {:?}", part.frame, part.content).unwrap());
        }
        let positions = std::iter::successors(Some(deck.beginning(0)), |position| deck.next(*position));
        let way: Vec<String> = positions.map(|at| format!("{}.{}", at.slide, at.revealed)).collect();
        out + &format!("way {}\nruns {:?}", way.join(" "), deck.code())
    }

    /// Returns the verdicts on the answers that the lesson holds.
    fn judged(&self) -> String {
        let mut judge = self.judge();
        let mut out = format!("problems {:?}\n{}", judge.problems(), self.found(&self.lesson.findings));
        for exercise in exercises(&self.lesson) {
            let _ = writeln!(out, "= {}", exercise.name);
            for (kind, answer) in own_answers(exercise) {
                let verdict = judge.judge(&exercise.name, answer);
                let _ = writeln!(out, "{kind} {}", verdict_of(&verdict));
            }
        }
        out
    }

    /// Returns the test of the lesson itself.
    fn tested(&self) -> String {
        let source = Source::new("lesson.pp", self.document.text());
        let grade = grade(&self.lesson, &source, &self.setup, Some(&["known".to_owned()]));
        let counts = GradeCounts { slowest: 0.0, ..grade.counts };
        let mut out = format!("passes {} {counts:?}\n{}", grade.passes(), self.found(&grade.findings));
        for case in &grade.cases {
            let _ = write!(out, "= {:?} line {}\n{}", case.name, case.line, self.found(&case.findings));
        }
        out
    }

    /// Returns the test of the cells as those of a notebook.
    fn cells(&self) -> String {
        let place = |(_, lines_before)| CellPlace { name: "lesson.pp".to_owned(), lines_before };
        let places: Vec<CellPlace> = self.document.lines_before().into_iter().map(place).collect();
        let session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        let tests = test_cells(&self.lesson, &self.document, &places, session, self.setup.folder.as_deref());
        let mut out = String::new();
        for test in tests {
            let _ = write!(out, "= {} {:?} {}", test.cell, test.name, test.expectations);
            let _ = writeln!(out, " invalid {} edits {:?} logs {:?}", test.invalid, test.edits, test.logs);
            test.reports.iter().for_each(|one| writeln!(out, "{} {}", one.code, one.frame().trim_end()).unwrap());
            out.push_str(&self.found(&test.findings));
        }
        out
    }

    /// Returns the grade of the learner's work, which is a copy or a student's version.
    fn graded(&self, work: &str) -> String {
        let answers = answers_in(&Document::parse(work));
        let judged = judge_answers(&self.lesson, &answers, &self.setup);
        let mut out = format!("answers {answers:?}\n");
        judged.iter().for_each(|one| writeln!(out, "{} {} {:?}", one.exercise, one.state.as_str(), one.lines).unwrap());
        out
    }

    /// Returns the verdict of every quiz on each answer; ` ;; ` is between two answers.
    fn answered(&self, answers: &str) -> String {
        let mut judge = self.judge();
        let mut out = String::new();
        for cell in &self.lesson.cells {
            let StepKind::Quiz(quiz) = &cell.kind else { continue };
            for answer in answers.split(" ;; ") {
                let found = judge.answer_quiz(&quiz.name, quiz.meant(answer));
                let run = found.evaluation.and_then(|run| run.value.or(run.shown));
                let _ = write!(out, "{} {:?} {:?} {:?}", quiz.name, found.state, found.truth, found.because);
                let _ = writeln!(out, " {run:?} {:?}", found.lines);
            }
        }
        out
    }

    /// Returns the replies to a learner who gives each exercise these answers, one after the other.
    fn tried(&self, answers: &str) -> String {
        let mut learner = self.learner();
        let mut out = String::new();
        for exercise in exercises(&self.lesson) {
            for answer in answers.split(" ;; ") {
                let checked = learner.check_and_run(&exercise.name, answer);
                let _ = writeln!(out, "{} {}", exercise.name, reply(&checked));
            }
            let (state, next) = (learner.state(&exercise.name), learner.next_open(Some(&exercise.name)));
            let _ = writeln!(out, "{state:?} next {next:?} {:?}", learner.score());
        }
        out
    }

    /// Returns what the dialogue says to each input. `:hint`, `:solution`, `:skip`, `:again` and `:next` are commands.
    fn dialogue(&self, inputs: &str) -> String {
        let mut dialogue = Dialogue::new(self.learner());
        let mut out = format!("{:?}\n", dialogue.begin());
        for input in inputs.split(" ;; ").filter(|input| !input.is_empty()) {
            let says = match input {
                ":hint" => dialogue.hint(),
                ":solution" => dialogue.solution(),
                ":skip" => dialogue.skip(),
                ":again" => dialogue.again(),
                ":next" => dialogue.advance(),
                _ if matches!(dialogue.waits_for(), pprepl_lessons::Waiting::Prediction) => dialogue.predict(input),
                _ => dialogue.answer(input).1,
            };
            let _ = writeln!(out, "> {input}\n{says:?} {:?} {}", dialogue.waits_for(), dialogue.wants_command());
        }
        out
    }

    /// Returns the learner's copy, with the answers of an earlier one.
    fn copy(&self, earlier: Option<&str>) -> String {
        let answers = earlier.map_or_else(BTreeMap::new, |earlier| answers_in(&Document::parse(earlier)));
        let copy = working_copy(&self.lesson, &answers);
        let mut cells = LessonCells::default();
        cells.set_lesson(true, copy.cells());
        let mut out = copy.text() + "--\n";
        for cell in copy.cells() {
            let (part, panes) = (Part::of(cell), panes_of(cell));
            let _ = writeln!(out, "{} {part:?} {panes:?} {}", cell.id.0, cells.is_question(cell.id));
        }
        out
    }

    /// Returns a text without the lesson's directory.
    fn portable(&self, text: String) -> String {
        self.folder.as_ref().map_or(text.clone(), |folder| text.replace(&folder.path().display().to_string(), "DIR"))
    }
}

/// Returns the answers in an exercise, each with its kind.
fn own_answers(exercise: &Exercise) -> impl Iterator<Item = (&'static str, &str)> {
    let rights = exercise.rights.iter().map(|code| ("right", code.text.as_str()));
    let wrongs = exercise.wrongs.iter().map(|code| ("wrong", code.text.as_str()));
    let solution = exercise.solution.iter().map(|code| ("solution", code.text.as_str()));
    std::iter::once(("start", exercise.start.text.as_str())).chain(solution).chain(rights).chain(wrongs)
}

fn verdict_of(verdict: &Verdict) -> String {
    let codes: Vec<String> = verdict.reports.iter().map(|one| format!("{} {:?}", one.code, one.position)).collect();
    format!(
        "{} {:?} {:?} {:?} {codes:?} short {:?} run {}",
        verdict.state.as_str(),
        verdict.check,
        verdict.when,
        verdict.lines,
        verdict.short_lines(),
        verdict.may_run()
    )
}

fn reply(checked: &Checked) -> String {
    let Checked { verdict, hint, others, may_show_solution, output } = checked;
    format!("{} | {hint:?} {others:?} {may_show_solution} {output:?}", verdict_of(verdict))
}

/// Returns a diagnostic with all its places.
fn diagnosed(found: &Diagnostic, text: &str) -> String {
    let text = found.source.as_ref().map_or(text, |source| source.text());
    let place = found.span.map_or("-", |span| span.of(text));
    let mut out = format!("{:?} {} `{place}` {:?} {}", found.severity, found.code, found.span, found.message);
    let _ = write!(out, " ({})", found.help.as_deref().unwrap_or("-"));
    found.labels.iter().for_each(|label| write!(out, " [{:?} {}]", label.span, label.message).unwrap());
    if !found.notes.is_empty() {
        let _ = write!(out, " notes {:?}", found.notes);
    }
    if !found.fixes.is_empty() || found.swap.is_some() {
        let _ = write!(out, " fixes {:?} {:?}", found.fixes, found.swap);
    }
    out + "\n"
}

fn shared(text: &str) -> String {
    if let Ok(text) = unshare(text) {
        return text;
    }
    let line = share(text).expect("a line");
    let back = unshare(&line).expect("a text");
    format!("{line} {} {}", back == text, unshare(text).expect_err("not a shared line"))
}

/// Answers a row. In a text, `⏎` is a line end.
fn shown(row: &str) -> String {
    let text = row.replace('⏎', "\n");
    let parts = text.split_once(" :: ").or_else(|| Some((text.strip_suffix(" ::")?, "")));
    let (lesson, work) = parts.map_or((text.as_str(), None), |(lesson, work)| (lesson, Some(work)));
    let (kind, lesson) = lesson.split_once(' ').unwrap_or((lesson, ""));
    let row_of = Row::new(lesson);
    let given = || work.unwrap_or_else(|| panic!("the row {row:?} has no ` :: ` before the learner's work"));
    let out = match kind {
        "read" => row_of.read(),
        "slides" => row_of.slides(),
        "judge" => row_of.judged(),
        "test" => row_of.tested(),
        "cells" => row_of.cells(),
        "grade" => row_of.graded(given()),
        "answer" => row_of.answered(given()),
        "try" => row_of.tried(given()),
        "dialogue" => row_of.dialogue(given()),
        "copy" => row_of.copy(work),
        "student" => student(&row_of.lesson, &row_of.document).text(),
        "share" => shared(lesson),
        other => panic!("unknown kind {other:?} in the row {row:?}"),
    };
    brief(&row_of.portable(out)).trim_end_matches('\n').replace('\n', "⏎")
}

#[test]
fn lessons_are_read_judged_and_graded() {
    check_rules("lessons.txt", shown);
}
