//! Lessons in piped input: the dialogue of the prompt, printed.

use pprepl_session::{Outcome, Session, commands};
use pprepl_text::columns::wrap;
use pprepl_text::visible;

use super::arguments::Arguments;
use super::output::show;
use super::session::session;
use super::{Status, printer};
use crate::classroom::{Lessons, Row, WIDEST, marked_lines};

/// Submits an input as the prompt does: to the lesson, or to the session.
pub fn submit(lessons: &mut Lessons, session: &mut Session, text: &str, arguments: &Arguments) -> Status {
    if let Some(rows) = lessons.take(text, session) {
        return print(rows, session, arguments);
    }
    let outcome = commands::submit(session, text);
    if let Outcome::Lesson(request) = &outcome {
        let settings = session.settings().clone();
        let rows = lessons.request(request, session, || new_session(&settings, arguments));
        return print(rows, session, arguments);
    }
    let status = show(outcome.clone(), session, arguments);
    let rows = lessons.after(text, &outcome, session);
    status.max(print(rows, session, arguments))
}

fn new_session(settings: &pprepl_session::Settings, arguments: &Arguments) -> Session {
    session(settings.clone(), &arguments.inputs.options)
}

/// Prints rows, and runs the code of the lesson.
fn print(rows: Vec<Row>, session: &mut Session, arguments: &Arguments) -> Status {
    let mut status = Status::Success;
    for row in rows {
        match row {
            Row::Line(_, text) => printer::line(&visible(&text)),
            Row::Text(_, text) => wrap(&visible(&text), WIDEST).iter().for_each(|line| printer::line(line)),
            Row::Marked { mark, text, .. } => {
                marked_lines(&mark, &visible(&text), WIDEST).iter().for_each(|line| printer::line(line));
            }
            Row::Copy(line) => printer::line(&visible(&line)),
            Row::Code(code) | Row::Start(code) => print_code(&code),
            Row::Run { code, is_shown, has_result } => {
                if is_shown {
                    print_code(&code);
                }
                let outcome = commands::submit(session, &code);
                let failed = matches!(&outcome, Outcome::Evaluated(evaluation) if evaluation.failed());
                if has_result || (failed && is_shown) {
                    status = status.max(show(outcome, session, arguments));
                }
            }
        }
    }
    status
}

fn print_code(code: &str) {
    code.lines().for_each(|line| printer::line(&format!("  {}", visible(line))));
}
