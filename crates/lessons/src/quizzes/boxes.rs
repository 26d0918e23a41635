//! Spaced repetition by Leitner's boxes: a wrong answer puts a question into box 1, a right one into the next box. The
//! boxes follow from the records of the progress; nothing else is stored.

use std::collections::BTreeMap;

use crate::progress::{PREDICTED_OTHERWISE, Record, StepState};

/// The days after which a question of each box is due again.
const DAYS: [u64; 5] = [1, 3, 7, 14, 30];

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// The name of the lesson in the records of generated questions.
pub(super) const LESSON: &str = "quiz";

/// The box after a first answer that is right.
const KNOWN: usize = 2;

/// A question: generated ones belong to the lesson `quiz`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    pub lesson: String,
    pub step: String,
}

impl Card {
    /// Returns the card of a generated question.
    pub(super) fn generated(step: String) -> Card {
        Card { lesson: LESSON.to_owned(), step }
    }

    pub(super) fn is_generated(&self) -> bool {
        self.lesson == LESSON
    }
}

/// The place of a card.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// From 1 to 5.
    number: usize,
    /// The time of the last answer, in seconds since 1970.
    last: u64,
}

impl Place {
    fn is_due(self, now: u64) -> bool {
        let days = DAYS.get(self.number.saturating_sub(1)).copied().unwrap_or(0);
        self.last.saturating_add(days * DAY) <= now
    }
}

/// The boxes of one learner.
#[derive(Clone, Debug, Default)]
pub struct Boxes {
    cards: BTreeMap<Card, Place>,
}

impl Boxes {
    /// Sorts the questions of these records into boxes.
    pub fn new(records: &[Record]) -> Boxes {
        let mut boxes = Boxes::default();
        records.iter().for_each(|record| boxes.note(record));
        boxes
    }

    /// Moves the question of a record. A quiz of a lesson gets a card with its first wrong answer.
    pub fn note(&mut self, record: &Record) {
        if record.state != StepState::Done {
            return;
        }
        let card = Card { lesson: record.lesson.clone(), step: record.step.clone() };
        let is_wrong = record.finding.as_deref() == Some(PREDICTED_OTHERWISE);
        let number = match self.number(&card) {
            _ if is_wrong => 1,
            Some(number) => (number + 1).min(DAYS.len()),
            None if card.is_generated() => KNOWN,
            None => return,
        };
        self.cards.insert(card, Place { number, last: record.time });
    }

    /// Returns the box of a question, from 1 to 5.
    pub fn number(&self, card: &Card) -> Option<usize> {
        self.cards.get(card).map(|place| place.number)
    }

    /// Returns the questions that are due at a time (seconds since 1970): lower boxes first, then older ones.
    pub fn due(&self, now: u64) -> Vec<Card> {
        let mut due: Vec<(&Card, &Place)> = self.cards.iter().filter(|(_, place)| place.is_due(now)).collect();
        due.sort_by_key(|(_, place)| (place.number, place.last));
        due.into_iter().map(|(card, _)| card.clone()).collect()
    }
}
