//! A round of questions at the prompt: those that are due first, then new ones; wrong ones come back in the round.

use std::collections::{BTreeSet, VecDeque};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::bank::{draw, generated_names, topic_of};
use super::boxes::{Boxes, Card};
use super::topic::Topic;
use crate::course::Course;
use crate::judge::{Judge, JudgeSetup, QuizState};
use crate::learner::ProgressFiles;
use crate::lesson::{Lesson, LessonCell, StepKind};
use crate::progress::{PREDICTED_OTHERWISE, Progress, Record, StepState};
use crate::quiz::Quiz;
use crate::random::Random;
use crate::say::Say;
use crate::working_copy::question;

/// The number of questions of a round.
const QUESTIONS: usize = 10;

/// The number of other questions before a wrong one comes back.
const DISTANCE: usize = 3;

/// The number of tries to make a question that the round did not have yet.
const TRIES: usize = 12;

/// The options of a round.
pub struct QuizStart {
    /// The topic; `None` for all of them and the quizzes of lessons.
    pub topic: Option<Topic>,
    /// The seed of the questions.
    pub seed: u64,
    /// Whether all learners with this seed get the same questions: nothing is repeated from earlier rounds.
    pub is_shared: bool,
    /// The lessons whose quizzes come back.
    pub course: Course,
    /// The directory with a directory for each lesson.
    pub folder: Option<PathBuf>,
    pub files: ProgressFiles,
    /// The stack of this thread for evaluations, in bytes.
    pub stack: usize,
    /// Returns the current time in seconds since 1970.
    pub clock: fn() -> u64,
}

/// A question that waits for its answer.
struct PendingQuestion {
    card: Card,
    quiz: Quiz,
    judge: Judge,
}

/// A round of questions.
pub struct QuizRound {
    start: QuizStart,
    boxes: Boxes,
    random: Random,
    /// The questions that are due from earlier rounds, in their order.
    due: VecDeque<Card>,
    /// Wrong questions with the number of the question from which on they come back.
    again: VecDeque<(usize, Card)>,
    /// The names of the questions so far.
    cards: Vec<Card>,
    /// The code of the questions so far.
    codes: BTreeSet<String>,
    pending: Option<PendingQuestion>,
    right: usize,
    answered: usize,
    /// The topics of wrong answers, each once.
    wrong: Vec<String>,
    write_error: Option<String>,
}

impl QuizRound {
    /// Opens a round.
    ///
    /// # Errors
    /// The progress file exists and cannot be read.
    pub fn new(start: QuizStart) -> io::Result<QuizRound> {
        let records = match &start.files.own {
            Some(path) if !start.is_shared => Progress::records(path)?,
            _ => Vec::new(),
        };
        let boxes = Boxes::new(&records);
        let is_meant = |card: &Card| is_of_topic(card, start.topic);
        let due = boxes.due((start.clock)()).into_iter().filter(is_meant).collect();
        Ok(QuizRound {
            random: Random::new(start.seed),
            start,
            boxes,
            due,
            again: VecDeque::new(),
            cards: Vec::new(),
            codes: BTreeSet::new(),
            pending: None,
            right: 0,
            answered: 0,
            wrong: Vec::new(),
            write_error: None,
        })
    }

    /// Asks the first question.
    pub fn begin(&mut self) -> Vec<Say> {
        let count = self.due.len();
        let mut says = Vec::new();
        if count > 0 {
            let questions = if count == 1 { "question comes" } else { "questions come" };
            says.push(Say::Advice(format!("{count} {questions} back from earlier.")));
        }
        says.extend(self.next());
        says
    }

    /// Returns whether a question waits for its answer.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns the question that waits.
    pub fn quiz(&self) -> Option<&Quiz> {
        self.pending.as_ref().map(|pending| &pending.quiz)
    }

    /// Judges an answer, and asks the next question.
    pub fn answer(&mut self, input: &str) -> Vec<Say> {
        let Some(pending) = &mut self.pending else { return Vec::new() };
        let verdict = pending.judge.answer_quiz(&pending.quiz.name, pending.quiz.meant(input));
        let feedback = Say::Feedback { is_good: verdict.state == QuizState::Right, lines: verdict.lines };
        match verdict.state {
            QuizState::Unreadable => return vec![feedback],
            QuizState::Broken => {}
            QuizState::Right => self.count(true),
            QuizState::Wrong => self.count(false),
        }
        std::iter::once(feedback).chain(self.next()).collect()
    }

    /// Shows the answer, and asks the next question. It counts as a wrong answer.
    pub fn give_up(&mut self) -> Vec<Say> {
        let Some(pending) = &mut self.pending else { return Vec::new() };
        let verdict = pending.judge.answer_quiz(&pending.quiz.name, "");
        let lines = [format!("It is {}.", verdict.truth), verdict.because];
        let lines = lines.into_iter().filter(|line| !line.is_empty()).collect();
        self.count(false);
        std::iter::once(Say::Feedback { is_good: false, lines }).chain(self.next()).collect()
    }

    /// Omits the question.
    pub fn skip(&mut self) -> Vec<Say> {
        self.next()
    }

    /// Shows the question again.
    pub fn again(&self) -> Vec<Say> {
        self.pending.iter().flat_map(|pending| self.question_parts(pending)).collect()
    }

    /// Returns the score so far.
    pub fn score(&self) -> Say {
        Say::Score { right: self.right, of: self.answered, wrong: self.wrong.clone() }
    }

    /// Changes the teacher's file, with the learner's name.
    pub fn report(&mut self, report: Option<(PathBuf, String)>) {
        self.start.files.report = report;
    }

    /// Takes the error of writing the progress; each is reported once.
    pub fn take_write_error(&mut self) -> Option<String> {
        self.write_error.take()
    }

    /// Counts and records the answer to the question that waits.
    fn count(&mut self, is_right: bool) {
        let Some(pending) = &self.pending else { return };
        let card = pending.card.clone();
        self.answered += 1;
        self.right += usize::from(is_right);
        if !is_right {
            self.again.push_back((self.cards.len() + DISTANCE, card.clone()));
            let topic = title(&card);
            if !self.wrong.contains(&topic) {
                self.wrong.push(topic);
            }
        }
        let record = Record {
            lesson: card.lesson,
            step: card.step,
            time: (self.start.clock)(),
            state: StepState::Done,
            finding: (!is_right).then(|| PREDICTED_OTHERWISE.to_owned()),
            ..Record::default()
        };
        self.boxes.note(&record);
        if let Err(error) = self.start.files.append(&record) {
            self.write_error.get_or_insert_with(|| error.to_string());
        }
    }

    /// Asks the next question, or ends the round.
    fn next(&mut self) -> Vec<Say> {
        self.pending = None;
        while self.cards.len() < QUESTIONS {
            let Some(card) = self.choose() else { break };
            let pending = self.ask(card.clone());
            if let Some(pending) = pending {
                self.cards.push(card);
                let says = self.question_parts(&pending).into();
                self.pending = Some(pending);
                return says;
            }
        }
        vec![self.score()]
    }

    fn question_parts(&self, pending: &PendingQuestion) -> [Say; 2] {
        let number = Say::Number { number: self.cards.len(), of: QUESTIONS, topic: title(&pending.card) };
        [number, Say::Question(question(&pending.quiz))]
    }

    /// Chooses the next question: a wrong one of this round, one that is due, or another.
    fn choose(&mut self) -> Option<Card> {
        let is_ready = self.again.front().is_some_and(|(from, _)| *from <= self.cards.len());
        if is_ready {
            return self.again.pop_front().map(|(_, card)| card);
        }
        self.due.pop_front().or_else(|| self.other())
    }

    /// Chooses a generated question: of another topic than the last, if possible one without a card.
    fn other(&mut self) -> Option<Card> {
        let last = self.cards.last().and_then(|card| topic_of(&card.step));
        let topics: Vec<Topic> = match self.start.topic {
            Some(topic) => vec![topic],
            None => Topic::ALL.into_iter().filter(|topic| Some(*topic) != last).collect(),
        };
        let topic = *self.random.pick(&topics)?;
        let mut cards: Vec<Card> = generated_names(topic).map(Card::generated).collect();
        self.random.shuffle(&mut cards);
        let times = |card: &Card| self.cards.iter().filter(|known| *known == card).count();
        let is_last = |card: &Card| self.cards.last() == Some(card);
        cards.into_iter().min_by_key(|card| (is_last(card), times(card), self.boxes.number(card).unwrap_or(0)))
    }

    /// Prepares a question; `None` if its lesson no longer has it.
    fn ask(&mut self, card: Card) -> Option<PendingQuestion> {
        if card.is_generated() {
            let quiz = self.fresh(&card.step)?;
            let judge = Judge::new(Arc::new(Lesson::with_quiz(quiz.clone())), &self.setup(&card));
            return Some(PendingQuestion { card, quiz, judge });
        }
        let lesson = self.start.course.lesson(&card.lesson)?;
        let quiz = lesson.cells.iter().find_map(|cell| quiz_named(cell, &card.step))?.clone();
        let judge = Judge::new(lesson, &self.setup(&card));
        Some(PendingQuestion { card, quiz, judge })
    }

    /// Generates a question that this round did not have yet, if the template has another one.
    fn fresh(&mut self, name: &str) -> Option<Quiz> {
        let mut quiz = draw(name, &mut self.random)?;
        for _ in 0..TRIES {
            if self.codes.insert(quiz.code.text.clone()) {
                break;
            }
            quiz = draw(name, &mut self.random)?;
        }
        Some(quiz)
    }

    fn setup(&self, card: &Card) -> JudgeSetup {
        let folder = self.start.folder.as_ref().map(|folder| folder.join(&card.lesson).join("files"));
        JudgeSetup { folder, stack: Some(self.start.stack), ..JudgeSetup::default() }
    }
}

fn is_of_topic(card: &Card, topic: Option<Topic>) -> bool {
    match topic {
        None => true,
        Some(topic) => card.is_generated() && topic_of(&card.step) == Some(topic),
    }
}

/// Returns the topic of a question, or the name of its lesson.
fn title(card: &Card) -> String {
    match topic_of(&card.step).filter(|_| card.is_generated()) {
        Some(topic) => topic.as_str().to_owned(),
        None => format!("lesson {}", card.lesson),
    }
}

fn quiz_named<'l>(cell: &'l LessonCell, name: &str) -> Option<&'l Quiz> {
    match &cell.kind {
        StepKind::Quiz(quiz) if quiz.name == name => Some(quiz),
        _ => None,
    }
}
