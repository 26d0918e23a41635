//! The room: a lesson with its learners as rows and its steps as columns, at one time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::folder::Class;
use super::history::{History, Steps};
use crate::course::Course;
use crate::progress::StepState;

/// The time without a step done or skipped after which a learner is stuck, in seconds.
const STUCK: u64 = 5 * 60;

/// The time without any event after which a learner is away, in seconds.
const AWAY: u64 = 30 * 60;

/// The state of a learner in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Not tried.
    #[default]
    Open,
    /// Tried, not right yet.
    Tried,
    /// The learner skipped it.
    Skipped,
    /// The solution was shown before the answer was right.
    Shown,
    /// Right.
    Done,
    /// A quiz that was answered wrong.
    Missed,
}

/// The order of the learners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Name,
    /// Who is stuck longest comes first.
    Stuck,
    /// Who did most comes first.
    Done,
    /// Who was active last comes first.
    Recent,
}

impl Order {
    /// Returns the next order, for the key that selects it.
    pub fn next(self) -> Order {
        match self {
            Order::Name => Order::Stuck,
            Order::Stuck => Order::Done,
            Order::Done => Order::Recent,
            Order::Recent => Order::Name,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Order::Name => "name",
            Order::Stuck => "stuck",
            Order::Done => "done",
            Order::Recent => "recent",
        }
    }
}

/// A learner in a lesson.
#[derive(Clone, Debug, Serialize)]
pub struct Learning {
    pub name: String,
    /// A mark for each step of the room.
    pub marks: Vec<Mark>,
    /// The number of steps that are done.
    pub done: usize,
    /// The step of the last event.
    pub step: String,
    /// The finding of the last wrong answer in this step.
    pub finding: Option<String>,
    /// The seconds since the last step that was done or skipped, if they are more than five minutes; not for those who are away.
    pub stuck: Option<u64>,
    /// The seconds since the last event.
    pub idle: u64,
    pub is_away: bool,
}

/// A finding of wrong answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub name: String,
    /// The number of learners.
    pub learners: usize,
    /// The number of wrong answers.
    pub count: u32,
}

/// A lesson with its learners.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Room {
    /// The names of all lessons in the reports; the ones with most learners come first.
    pub lessons: Vec<String>,
    /// The lesson of this room; empty without any.
    pub lesson: String,
    pub title: String,
    pub steps: Vec<String>,
    pub learners: Vec<Learning>,
    /// The findings, the most frequent ones first.
    pub findings: Vec<Finding>,
    /// The number of lines that cannot be read.
    pub damaged: usize,
    /// The number of files that cannot be read.
    pub unreadable: usize,
}

impl Class {
    /// Returns the room of a lesson at a time (seconds since 1970). Without a lesson it is the one that most learners
    /// work on.
    pub fn room(&self, course: Course, lesson: Option<&str>, order: Order, now: u64) -> Room {
        let all = self.steps();
        let lessons = lessons(all.iter().map(|((learner, lesson), steps)| (learner.as_str(), lesson.as_str(), steps)));
        let name = lesson.map(str::to_owned).or_else(|| lessons.first().cloned()).unwrap_or_default();
        let of_lesson: Vec<(&str, &Steps)> = all
            .iter()
            .filter(|((_, lesson), _)| *lesson == name)
            .map(|((learner, _), steps)| (learner.as_str(), steps))
            .collect();
        let (title, steps) = columns(course, &name, &of_lesson);
        let mut learners: Vec<Learning> =
            of_lesson.iter().map(|(learner, known)| learning(learner, known, &steps, now)).collect();
        sort(&mut learners, order);
        Room {
            lessons,
            findings: findings(&of_lesson),
            lesson: name,
            title,
            steps,
            learners,
            damaged: self.damaged(),
            unreadable: self.unreadable(),
        }
    }
}

/// Returns the lessons: first the ones that most learners worked on last.
fn lessons<'c>(all: impl Iterator<Item = (&'c str, &'c str, &'c Steps)>) -> Vec<String> {
    let mut latest: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (learner, lesson, steps) in all {
        names.insert(lesson);
        let last = steps.values().map(|history| history.last).max().unwrap_or(0);
        let known = latest.entry(learner).or_default();
        if last >= known.0 {
            *known = (last, lesson);
        }
    }
    let count = |name: &str| latest.values().filter(|(_, lesson)| *lesson == name).count();
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| Reverse(count(name)));
    names.into_iter().map(str::to_owned).collect()
}

/// Returns the title and the steps of a lesson: first the steps of the course, then others in the order of their first events.
fn columns(course: Course, name: &str, learners: &[(&str, &Steps)]) -> (String, Vec<String>) {
    let lesson = course.lesson(name);
    let title = lesson.as_ref().map_or_else(String::new, |lesson| lesson.title.clone());
    let mut steps: Vec<String> =
        lesson.iter().flat_map(|lesson| lesson.graded_steps()).map(|(step, _)| step.to_owned()).collect();
    let mut others: BTreeMap<&str, u64> = BTreeMap::new();
    for (step, history) in learners.iter().flat_map(|(_, known)| known.iter()) {
        let first = others.entry(step).or_insert(history.first);
        *first = (*first).min(history.first);
    }
    let mut others: Vec<(u64, &str)> = others.into_iter().map(|(step, first)| (first, step)).collect();
    others.sort_unstable();
    let is_new = |step: &&str| !steps.iter().any(|known| known == step);
    let others: Vec<String> = others.into_iter().map(|(_, step)| step).filter(is_new).map(str::to_owned).collect();
    steps.extend(others);
    (title, steps)
}

fn learning(name: &str, known: &Steps, steps: &[String], now: u64) -> Learning {
    let marks: Vec<Mark> = steps.iter().map(|step| known.get(step).map_or(Mark::Open, mark)).collect();
    let (step, history) = match known.iter().max_by_key(|(_, history)| history.last) {
        Some((step, history)) => (step.clone(), history.clone()),
        None => (String::new(), History::default()),
    };
    let done = marks.iter().filter(|mark| matches!(mark, Mark::Done | Mark::Missed)).count();
    let begin = known.values().map(|history| history.first).min().unwrap_or(now);
    let right = known.values().filter_map(passed).max().unwrap_or(begin);
    let idle = now.saturating_sub(history.last);
    let waiting = now.saturating_sub(right);
    let is_away = idle >= AWAY;
    let is_stuck = waiting >= STUCK && !is_away && done < steps.len();
    let finding = history.finding.clone().filter(|_| history.state != StepState::Done);
    Learning { name: name.to_owned(), marks, done, step, finding, stuck: is_stuck.then_some(waiting), idle, is_away }
}

/// Returns the time at which a learner finished or skipped a step.
fn passed(history: &History) -> Option<u64> {
    history.done.or_else(|| (history.state == StepState::Skipped).then_some(history.last))
}

fn mark(history: &History) -> Mark {
    match history.state {
        StepState::Open => Mark::Open,
        StepState::Tried => Mark::Tried,
        StepState::Skipped => Mark::Skipped,
        StepState::Shown => Mark::Shown,
        StepState::Done if history.is_other => Mark::Missed,
        StepState::Done => Mark::Done,
    }
}

fn sort(learners: &mut [Learning], order: Order) {
    learners.sort_by_key(|learner| learner.name.to_lowercase());
    match order {
        Order::Name => {}
        Order::Stuck => learners.sort_by_key(|learner| (Reverse(learner.stuck), learner.is_away)),
        Order::Done => learners.sort_by_key(|learner| Reverse(learner.done)),
        Order::Recent => learners.sort_by_key(|learner| learner.idle),
    }
}

fn findings(learners: &[(&str, &Steps)]) -> Vec<Finding> {
    let mut all: BTreeMap<&str, (BTreeSet<&str>, u32)> = BTreeMap::new();
    for (learner, steps) in learners {
        for (finding, count) in steps.values().flat_map(|history| &history.findings) {
            let known = all.entry(finding).or_default();
            known.0.insert(learner);
            known.1 += count;
        }
    }
    let row = |(name, (learners, count)): (&str, (BTreeSet<&str>, u32))| Finding {
        name: name.to_owned(),
        learners: learners.len(),
        count,
    };
    let mut findings: Vec<Finding> = all.into_iter().map(row).collect();
    findings.sort_by_key(|finding| Reverse((finding.learners, finding.count)));
    findings
}
