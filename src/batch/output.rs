//! Prints the outcome of inputs.

use pprepl_session::settings::Echo;
use pprepl_session::{Effect, Evaluation, Outcome, PlayRequest, Playback, Session, commands, json};
use pprepl_text::visible;

use super::arguments::Arguments;
use super::{Status, node_data, printer};

/// Sets the parameters of the node, and opens the environment of the command line.
pub fn open(arguments: &Arguments, session: &mut Session) -> Status {
    open_with(arguments, session, None)
}

/// Does the same with manifests in place of those of the environment.
pub fn open_with(arguments: &Arguments, session: &mut Session, manifests: Option<&[(String, String)]>) -> Status {
    let status = classify(arguments, session);
    if status != Status::Success {
        return status;
    }
    let root = arguments.inputs.options.environment.as_ref();
    match root.map(|root| session.open_environment_with(root, None, manifests)) {
        None => Status::Success,
        Some(Ok(evaluations)) => last_status(&evaluations, arguments),
        Some(Err(error)) => {
            printer::error(&error.lines());
            Status::Usage
        }
    }
}

/// Runs an input without printing its value, if there is one.
pub fn run_silently(
    input: Result<Option<(String, String)>, Status>,
    session: &mut Session,
    arguments: &Arguments,
) -> Status {
    match input {
        Ok(Some((name, code))) => finish(&session.evaluate(&name, &code), false, arguments),
        Ok(None) => Status::Success,
        Err(status) => status,
    }
}

/// Processes an input as typed: whitespace, a meta-command or Puppet.
pub fn submit(session: &mut Session, text: &str, arguments: &Arguments) -> Status {
    let outcome = commands::submit(session, text);
    show(outcome, session, arguments)
}

/// Prints an outcome.
pub fn show(mut outcome: Outcome, session: &mut Session, arguments: &Arguments) -> Status {
    if let Outcome::Evaluated(evaluation) = &mut outcome
        && arguments.inputs.json
    {
        session.keep_passing_fixes(evaluation);
    }
    let echoes = echoes(session);
    let status = print(&outcome, echoes, arguments);
    match &outcome {
        Outcome::Command(answer) => match &answer.effect {
            Some(Effect::Play(PlayRequest::Start(playback))) => status.max(play(playback, session, arguments)),
            Some(Effect::Once(_)) => status.max(Status::Failed),
            Some(Effect::Copy(_) | Effect::Keys(_) | Effect::Play(_)) | None => status,
        },
        _ => status,
    }
}

/// Runs the steps of a file, up to the first that fails. Each is printed before its result.
fn play(playback: &Playback, session: &mut Session, arguments: &Arguments) -> Status {
    for step in &playback.steps {
        if !arguments.inputs.json {
            printer::line(&visible(&format!("{}:{}> {}", playback.name, step.line, step.text)));
        }
        let outcome = pprepl_session::play(session, &playback.name, step);
        let status = show(outcome, session, arguments);
        if status != Status::Success {
            return status;
        }
    }
    Status::Success
}

/// Returns whether the settings show values.
pub fn echoes(session: &Session) -> bool {
    session.settings().display.echo != Echo::Off
}

/// Prints an outcome; the value of an evaluation only if `echoes`.
fn print(outcome: &Outcome, echoes: bool, arguments: &Arguments) -> Status {
    match outcome {
        Outcome::Nothing | Outcome::Quit | Outcome::Edit(_) => Status::Success,
        Outcome::Lesson(_) => {
            printer::error_line("error: lessons run at the prompt and in the notebook: 'pprepl learn'");
            Status::Usage
        }
        Outcome::Evaluated(evaluation) => finish(evaluation, echoes, arguments),
        Outcome::Command(answer) => {
            if arguments.inputs.json {
                printer::record(&json::answer(answer));
            } else {
                printer::answer(answer, &arguments.inputs.options);
            }
            Status::of_reports(&answer.reports).min(Status::Failed)
        }
    }
}

/// Prints an evaluation, with its value if `value`.
pub fn finish(evaluation: &Evaluation, value: bool, arguments: &Arguments) -> Status {
    if arguments.inputs.json {
        printer::record(&json::evaluation(evaluation));
    } else {
        printer::evaluation(evaluation, value, &arguments.inputs.options);
    }
    Status::of(evaluation)
}

/// Reports the diagnostics of evaluations that were not requested one by one; does not print their values.
fn last_status(evaluations: &[Evaluation], arguments: &Arguments) -> Status {
    evaluations.iter().map(|evaluation| finish(evaluation, false, arguments)).max().unwrap_or(Status::Success)
}

/// Uses the environment and the parameters of the classifier's file, if the command line names one.
fn classify(arguments: &Arguments, session: &mut Session) -> Status {
    match node_data::classification(arguments) {
        Err(status) => status,
        Ok(found) => found
            .and_then(|(name, found)| session.classify(&name, &found, false))
            .map_or(Status::Success, |evaluation| finish(&evaluation, false, arguments)),
    }
}
