//! The test of a quiz: it has an answer, and one of its options is it.

use pprepl_text::IssueCode;

use super::findings::Findings;
use super::result::GradeCounts;
use crate::judge::{Judge, QuizState, is_same_option};
use crate::lesson::LessonCell;
use crate::quiz::{Question, Quiz};

/// Tests a quiz.
pub(super) fn grade(
    judge: &mut Judge,
    cell: &LessonCell,
    quiz: &Quiz,
    findings: &mut Findings,
    counts: &mut GradeCounts,
) {
    counts.quizzes += 1;
    let (name, span) = (&quiz.name, cell.body.span);
    if quiz.because.is_empty() {
        let help = "add `#| because TEXT`: learners see it after the answer";
        findings.warning(IssueCode::LessonQuiz, span, format!("quiz `{name}` has no `because`"), help);
    }
    match (quiz.question == Question::Which, &quiz.answer) {
        (true, None) => {
            let help = "add `#| answer OPTION`";
            return findings.error(IssueCode::LessonQuiz, span, format!("quiz `{name}` has no answer"), help);
        }
        (true, Some(answer)) if !quiz.options.iter().any(|option| is_same_option(option, answer)) => {
            let message = format!("the answer of quiz `{name}` is not one of its options");
            return findings.error(IssueCode::LessonQuiz, span, message, "write the answer as in `options`");
        }
        (false, Some(_)) => {
            let message = format!("quiz `{name}` has an `answer`, but its code has the answer");
            findings.warning(IssueCode::LessonQuiz, span, message, "remove `answer`");
        }
        (true, Some(_)) | (false, None) => {}
    }
    key(judge, cell, quiz, findings, counts);
}

/// Tests the answer key: exactly one option is right; without options the truth itself is.
fn key(judge: &mut Judge, cell: &LessonCell, quiz: &Quiz, findings: &mut Findings, counts: &mut GradeCounts) {
    let (name, span) = (&quiz.name, cell.body.span);
    counts.answers += quiz.options.len().max(1);
    let first = judge.answer_quiz(name, quiz.options.first().map_or("no", String::as_str));
    if first.state == QuizState::Broken {
        let message = format!("quiz `{name}` has no answer: {}", first.lines.join(" "));
        return findings.error(IssueCode::LessonQuiz, span, message, "");
    }
    if quiz.options.is_empty() {
        let is_answerable = match quiz.question {
            Question::Value | Question::Type | Question::Order => {
                judge.answer_quiz(name, &first.truth).state == QuizState::Right
            }
            Question::Fails | Question::Same | Question::Which => true,
        };
        if !is_answerable {
            let message = format!("no learner can type the answer of quiz `{name}`: {}", first.truth);
            findings.error(IssueCode::LessonQuiz, span, message, "ask for a value that can be typed, or add `options`");
        }
        return;
    }
    let right: Vec<&String> =
        quiz.options.iter().filter(|option| judge.answer_quiz(name, option).state == QuizState::Right).collect();
    if right.len() == 1 {
        return;
    }
    let message = match right.as_slice() {
        [] => format!("no option of quiz `{name}` is right: the answer is {}", first.truth),
        several => {
            let all: Vec<&str> = several.iter().map(|option| option.as_str()).collect();
            format!("several options of quiz `{name}` are right: {}", all.join(", "))
        }
    };
    findings.error(IssueCode::LessonQuiz, span, message, "exactly one option must be right");
}
