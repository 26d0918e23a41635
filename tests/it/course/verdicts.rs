//! The verdicts of the judge on mutants of the solutions, against what the evaluator sees.
//!
//! `LESSON_VERDICTS=FILE` writes a sample of 100 verdicts and all disagreements to a file, to be read by hand.

use std::fmt::Write as _;
use std::sync::Arc;

use pprepl_lessons::{Exercise, Feedback, Judge, JudgeSetup, Lesson, StepKind, Verdict};
use pprepl_text::Source;

use super::for_each_lesson;
use super::mutants::mutants;
use super::observed::Observer;

/// The number of mutants of an exercise that are judged.
const MUTANTS: usize = 12;

/// A verdict on an answer.
struct Row {
    exercise: String,
    role: String,
    code: String,
    state: Feedback,
    feedback: String,
    /// What differs from the solution; `None` where the evaluator sees no difference.
    difference: Option<String>,
    /// Whether the lesson itself calls the answer right.
    is_known_right: bool,
}

impl Row {
    /// Returns whether a mutant passes although it does something else.
    fn escapes(&self) -> bool {
        self.state == Feedback::Right && self.difference.is_some() && !self.is_known_right
    }

    /// Returns whether an answer that does the same is refused for what it does.
    fn is_refused(&self) -> bool {
        let is_refused = matches!(self.state, Feedback::Differs | Feedback::Fails | Feedback::Broken);
        let is_mutant = self.role.starts_with("mutant");
        is_refused && (self.is_known_right || (is_mutant && self.difference.is_none()))
    }

    fn line(&self) -> String {
        format!("{} ({}) {}: {}\n", self.exercise, self.role, self.state.as_str(), self.feedback.replace('\n', "⏎"))
    }

    fn text(&self) -> String {
        let code = self.code.replace('\n', "\n    ");
        let difference = self.difference.as_deref().map_or(String::new(), |found| format!("  evaluator: {found}\n"));
        format!(
            "{} ({})\n    {code}\n  verdict: {}\n  feedback: {}\n{difference}\n",
            self.exercise,
            self.role,
            self.state.as_str(),
            self.feedback
        )
    }
}

fn rows(lesson: &Arc<Lesson>, _: &Arc<Source>, setup: &JudgeSetup) -> Vec<Row> {
    let mut judge = Judge::new(Arc::clone(lesson), setup);
    let mut all = Vec::new();
    for (cell, one) in lesson.cells.iter().enumerate() {
        let StepKind::Exercise(exercise) = &one.kind else { continue };
        let Some(mut observer) = Observer::new(lesson, cell, exercise, setup.folder.as_deref()) else { continue };
        let solution = exercise.solution.as_ref().map_or("", |code| code.text.as_str());
        let expected = observer.observe(solution);
        for (role, code, is_known_right) in answers(exercise, solution) {
            let seen = observer.observe(&code);
            let verdict = judge.judge(&exercise.name, &code);
            let difference = (seen != expected).then(|| expected.difference(&seen));
            let feedback = feedback(&verdict);
            let exercise = format!("{}/{}", lesson.name, exercise.name);
            all.push(Row { exercise, role, code, state: verdict.state, feedback, difference, is_known_right });
        }
    }
    all
}

/// Returns the answers of the lesson and the mutants of its solution.
fn answers(exercise: &Exercise, solution: &str) -> Vec<(String, String, bool)> {
    let rights = exercise.rights.iter().map(|code| ("right".to_owned(), code.text.clone(), true));
    let wrongs = exercise.wrongs.iter().map(|code| ("wrong".to_owned(), code.text.clone(), false));
    let found = mutants(solution);
    let step = found.len().div_ceil(MUTANTS).max(1);
    let found =
        found.into_iter().step_by(step).map(|mutant| (format!("mutant: {}", mutant.change), mutant.code, false));
    rights.chain(wrongs).chain(found).collect()
}

fn feedback(verdict: &Verdict) -> String {
    let when = verdict.when.as_ref().map(|(_, text)| format!(" [when: {text}]"));
    verdict.lines.join(" | ") + &when.unwrap_or_default()
}

#[test]
fn mutants_of_solutions_are_judged_by_what_they_do() {
    let rows: Vec<Row> = for_each_lesson(rows).into_iter().flat_map(|(_, rows)| rows).collect();
    let is_mutant = |row: &&Row| row.role.starts_with("mutant");
    let mutants = rows.iter().filter(is_mutant).count();
    let changed = rows.iter().filter(is_mutant).filter(|row| row.difference.is_some()).count();
    let escaped: Vec<&Row> = rows.iter().filter(|row| row.escapes()).collect();
    let refused: Vec<&Row> = rows.iter().filter(|row| row.is_refused()).collect();
    let texts = |rows: &[&Row]| rows.iter().map(|row| row.text()).collect::<String>();
    let mut report = format!(
        "{} verdicts, {mutants} mutants, {changed} of them do something else; {} pass although they do; {} answers are \
         refused although they do the same\n\n",
        rows.len(),
        escaped.len(),
        refused.len()
    );
    let _ = write!(report, "== Pass, but differ\n\n{}== Refused, but the same\n\n{}", texts(&escaped), texts(&refused));
    if let Some(path) = std::env::var_os("LESSON_VERDICTS") {
        let step = (rows.len() / 100).max(1);
        let sample: Vec<&Row> = rows.iter().step_by(step).take(100).collect();
        std::fs::write(path, format!("{report}== A sample of 100\n\n{}", texts(&sample))).expect("a file");
    }
    assert!(mutants > 300 && changed > 250, "{report}");
    // What a learner reads, verdict by verdict.
    let lines: String = rows.iter().map(Row::line).collect();
    let folder = regex::Regex::new("template [^`]*/lesson/").expect("a pattern");
    insta::assert_snapshot!("verdicts", folder.replace_all(&lines, "template lesson/"));
    assert!(escaped.len() <= MAX_ESCAPED && refused.len() <= MAX_REFUSED, "{report}");
}

/// The mutants that pass although the evaluator sees a difference: in what the task leaves open. The tour asks for any
/// ports and any content; the default of `classes/rotate` is given by the start.
const MAX_ESCAPED: usize = 5;

/// The mutants that are refused although the evaluator sees no difference: a collector that misses virtual resources,
/// which no catalog view shows, and a parameter type that no probe has the form for.
const MAX_REFUSED: usize = 3;
