//! The commands of lessons. The session only reads them: the front end that shows lessons carries them out.

use pprepl_text::IssueCode;

use crate::{LessonRequest, Outcome};

use super::command::{Arguments, Command, CommandError, CommandResult, Group, Kind, Param};

/// The topics of `:quiz`.
pub const QUIZ_TOPICS: &[&str] =
    &["types", "matching", "heredocs", "order", "truth", "strings", "functions", "misconceptions"];

const fn command(
    name: &'static str,
    summary: &'static str,
    run: fn(&mut crate::Session, &Arguments) -> CommandResult,
) -> Command {
    Command { name, aliases: &[], params: &[], group: Group::Lessons, summary, details: "", examples: &[], run }
}

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "learn",
        aliases: &[],
        params: &[Param::optional("LESSON", Kind::Text)],
        group: Group::Lessons,
        summary: "learn Puppet: list the chapters, or start one",
        details: "LESSON is the name or the number of a chapter, or a lesson file. A lesson has a session of its own; \
                  ':leave' returns to yours. Progress is saved.",
        examples: &[],
        run: |_, arguments| request(LessonRequest::Learn(arguments.text(0).trim().to_owned())),
    },
    command("tour", "learn pprepl in twelve steps", |_, _| request(LessonRequest::Learn("tour".to_owned()))),
    Command {
        name: "quiz",
        aliases: &[],
        params: &[Param::optional("TOPIC", Kind::Word(QUIZ_TOPICS)), Param::optional("SEED", Kind::Number)],
        group: Group::Lessons,
        summary: "answer ten questions",
        details: "TOPIC is types, matching, heredocs, order, truth, strings, functions or misconceptions; without it the \
                  topics are mixed. A question that you got wrong comes back after 1, 3, 7, 14 and 30 days. With a SEED \
                  everybody gets the same questions.",
        examples: &[],
        run: quiz,
    },
    Command {
        name: "report",
        aliases: &[],
        params: &[Param::optional("FILE", Kind::Text)],
        group: Group::Lessons,
        summary: "report your progress to your teacher's file",
        details: "FILE is a file or a directory; your name may follow it. The report has the steps that you tried and did, \
                  never your answers. 'off' ends it. Without FILE it shows where the report goes.",
        examples: &[],
        run: report,
    },
    Command {
        name: "share",
        aliases: &[],
        params: &[Param::optional("N-M or open FILE", Kind::Text)],
        group: Group::Lessons,
        summary: "print the session as one line to paste",
        details: "':share 3' and ':share 2-4' print only these inputs. The line is also copied to the clipboard if the terminal can. A pasted line never runs: ':share open \
                  FILE' writes its notebook to a new file.",
        examples: &[],
        run: |_, arguments| request(LessonRequest::Share(arguments.text(0).trim().to_owned())),
    },
    command("hint", "get a hint for the exercise", |_, _| request(LessonRequest::Hint)),
    command("solution", "show the solution of the exercise", |_, _| request(LessonRequest::Solution)),
    command("next", "continue the lesson: run its code, or the solution", |_, _| request(LessonRequest::Next)),
    command("skip", "omit the step of the lesson", |_, _| request(LessonRequest::Skip)),
    command("explore", "try things in the lesson: inputs are not judged until ':next'", |_, _| {
        request(LessonRequest::Explore)
    }),
    command("leave", "leave the lesson and return to your session", |_, _| request(LessonRequest::Leave)),
];

fn request(request: LessonRequest) -> CommandResult {
    Ok(Outcome::Lesson(request))
}

fn quiz(_: &mut crate::Session, arguments: &Arguments) -> CommandResult {
    let (topic, seed) = match (arguments.get(0), arguments.get(1).map(|word| (word, word.parse::<u64>()))) {
        (topic, None) => (topic.unwrap_or_default(), None),
        (topic, Some((_, Ok(seed)))) => (topic.unwrap_or_default(), Some(seed)),
        // The front end knows the topics: it names the nearest one.
        (None, Some((word, Err(_)))) => (word, None),
        (Some(_), Some((word, Err(_)))) => {
            let message = format!("expected a number as SEED, found '{word}'");
            return Err(CommandError::new(IssueCode::CommandArgument, message));
        }
    };
    request(LessonRequest::Quiz { topic: topic.to_owned(), seed })
}

fn report(_: &mut crate::Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0).trim();
    let (path, name) = match text.strip_prefix(['\'', '"']) {
        Some(rest) => rest.split_once(['\'', '"']).unwrap_or((rest, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    };
    request(LessonRequest::Report { path: path.to_owned(), name: name.trim().to_owned() })
}
