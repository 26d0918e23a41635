//! Opening a round of questions: its topic and its seed.

use std::time::{SystemTime, UNIX_EPOCH};

use pprepl_lessons::{ProgressFiles, QuizRound, QuizStart, Topic};
use pprepl_text::suggest;

use super::ProgressReport;
use super::open::LessonError;
use crate::course::{COURSE, lessons_folder, progress_file};

/// Opens a round about a topic; the empty name means all topics. A seed gives everybody the same questions.
///
/// # Errors
/// The topic is unknown, or the progress file cannot be read.
pub fn open_quiz(
    topic: &str,
    seed: Option<u64>,
    stack: usize,
    report: ProgressReport,
) -> Result<QuizRound, LessonError> {
    let start = QuizStart {
        topic: if topic.is_empty() { None } else { Some(topic_named(topic)?) },
        seed: seed.unwrap_or_else(|| since_1970().1),
        is_shared: seed.is_some(),
        course: COURSE,
        folder: lessons_folder(),
        files: ProgressFiles { own: progress_file(), report },
        stack,
        clock: || since_1970().0,
    };
    QuizRound::new(start).map_err(LessonError::Progress)
}

fn topic_named(name: &str) -> Result<Topic, LessonError> {
    let names = Topic::ALL.map(Topic::as_str);
    let unknown = || LessonError::Topic(name.to_owned(), suggest::nearest(name, names));
    Topic::from_name(&name.to_lowercase()).ok_or_else(unknown)
}

/// Returns the time since 1970 in seconds, and its nanoseconds.
fn since_1970() -> (u64, u64) {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs(), u64::try_from(since.as_nanos() % (1 << 60)).unwrap_or(0))
}
