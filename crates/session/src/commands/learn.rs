//! The commands of lessons. The session only reads them: the front end that shows lessons carries them out.

use crate::{LessonRequest, Outcome};

use super::command::{Arguments, Command, CommandResult, Group, Kind, Param};

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
