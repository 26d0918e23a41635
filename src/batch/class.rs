//! `pprepl class --list`: a class as text or JSON, without a screen.

use std::time::{SystemTime, UNIX_EPOCH};

use pprepl_lessons::{Class, Learning, Mark, Order, Room};
use pprepl_text::columns::columns;
use pprepl_text::visible;

use super::arguments::ClassArgs;
use super::{Status, printer};
use crate::course::COURSE;

/// Prints a class.
pub fn list(what: &ClassArgs) -> Status {
    let class = match Class::open(&what.folder) {
        Ok(class) => class,
        Err(error) => {
            let name = what.folder.display().to_string();
            printer::error(&format!("error: cannot read {}: {}", visible(&name), pprepl_files::reason(&error)));
            return Status::Usage;
        }
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let room = class.room(COURSE, what.lesson.as_deref(), Order::Name, now);
    if what.json {
        printer::record(&serde_json::json!(room));
    } else {
        printer::text(&table(&room));
    }
    Status::Success
}

fn table(room: &Room) -> String {
    if room.learners.is_empty() {
        return "no report\n".to_owned();
    }
    let rows: Vec<Vec<String>> = room.learners.iter().map(row).collect();
    let mut text = format!("{} ({})\n{}\n", visible(&room.lesson), room.learners.len(), columns(&rows));
    if !room.findings.is_empty() {
        let finding = |finding: &pprepl_lessons::Finding| {
            let people = if finding.learners == 1 { "learner" } else { "learners" };
            vec![format!("  {}", visible(&finding.name)), format!("{} {people}", finding.learners)]
        };
        let rows: Vec<Vec<String>> = room.findings.iter().map(finding).collect();
        text.push_str(&format!("findings:\n{}\n", columns(&rows)));
    }
    let problems = [(room.damaged, "lines that cannot be read"), (room.unreadable, "files that cannot be read")];
    for (count, what) in problems.into_iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!("{what}: {count}\n"));
    }
    text
}

fn row(learner: &Learning) -> Vec<String> {
    let marks: String = learner.marks.iter().map(|mark| sign(*mark)).collect();
    let state = match learner.stuck {
        Some(seconds) => format!("stuck for {} min at {}", seconds / 60, learner.step),
        None if learner.is_away => "away".to_owned(),
        None => learner.step.clone(),
    };
    let done = format!("{}/{}", learner.done, learner.marks.len());
    vec![format!("  {}", visible(&learner.name)), marks, done, visible(&state).into_owned()]
}

fn sign(mark: Mark) -> char {
    match mark {
        Mark::Open => '.',
        Mark::Tried => 'x',
        Mark::Skipped => '-',
        Mark::Shown => '?',
        Mark::Done => '+',
        Mark::Missed => '~',
    }
}
