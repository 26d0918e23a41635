//! The output of the prompt for an input, without colors, in a terminal of 80 columns.

use pprepl_session::settings::{Echo, TypeLine};
use pprepl_session::{
    CommandAnswer, DescribedTypes, Evaluation, Outcome, Report, Session, Settings, TypeText, commands,
};
use pprepl_text::columns::{hung, width};
use pprepl_text::layout::layout;
use pprepl_text::outline::outlined;
use pprepl_text::{Severity, visible};

use pprepl_session::LogFilter;

/// The columns of the terminal.
const WIDTH: usize = 80;

/// Maximum length of a type on the type line, in bytes.
const MAX_TYPE: usize = 4 << 10;

/// The output of an input.
#[derive(Default)]
pub(super) struct Printed {
    pub(super) lines: Vec<String>,
    /// The issue codes of the errors, in order.
    pub(super) codes: Vec<String>,
    /// Whether a command gave it.
    pub(super) of_command: bool,
    /// Whether the input ends the session.
    pub(super) quits: bool,
}

/// Makes the session report the type of the type line, and no other type.
pub(super) fn report_types(session: &mut Session) {
    let outline = TypeText::Outline(MAX_TYPE);
    session.report_types(match session.settings().display.types {
        TypeLine::Detailed => DescribedTypes { detailed: outline, ..DescribedTypes::NONE },
        TypeLine::Reduced => DescribedTypes { reduced: outline, ..DescribedTypes::NONE },
        TypeLine::Generalized => DescribedTypes { generalized: outline, ..DescribedTypes::NONE },
        TypeLine::Off => DescribedTypes::NONE,
    });
}

/// Submits an input.
pub(super) fn submit(session: &mut Session, input: &str) -> Printed {
    match commands::submit(session, input) {
        Outcome::Evaluated(evaluation) => evaluated(&evaluation, session.settings()),
        Outcome::Command(answer) => answered(&answer),
        Outcome::Quit => Printed { quits: true, of_command: true, ..Printed::default() },
        Outcome::Nothing | Outcome::Edit(_) | Outcome::Lesson(_) => {
            Printed { of_command: commands::is_command(input), ..Printed::default() }
        }
    }
}

fn evaluated(evaluation: &Evaluation, settings: &Settings) -> Printed {
    let filter = LogFilter::new(&settings.display.log_level, false);
    let shown = evaluation.logs.iter().filter(|(level, _)| filter.shows(*level));
    let mut printed = Printed::default();
    shown.for_each(|(level, text)| printed.push(&format!("{}: {}", level.label(), visible(text))));
    evaluation.changed_lines().iter().for_each(|line| printed.push(&visible(line)));
    printed.reports(&evaluation.reports);
    if settings.display.echo != Echo::Off && !evaluation.failed() {
        printed.value(evaluation, settings);
    }
    printed.reports(&evaluation.notes);
    printed
}

fn answered(answer: &CommandAnswer) -> Printed {
    let mut printed = Printed { of_command: true, ..Printed::default() };
    for row in answer.text.lines() {
        hung(&visible(row), WIDTH).iter().for_each(|line| printed.push(line));
    }
    printed.reports(&answer.reports);
    printed
}

impl Printed {
    fn push(&mut self, text: &str) {
        self.lines.extend(text.lines().map(|line| line.trim_end().to_owned()));
    }

    fn reports(&mut self, reports: &[Report]) {
        for report in reports {
            self.push(report.frame());
            self.codes.extend((report.severity == Severity::Error).then(|| report.code.to_string()));
        }
    }

    fn value(&mut self, evaluation: &Evaluation, settings: &Settings) {
        for statement in &evaluation.display.statements {
            let text = layout(&visible(&statement.value), WIDTH - 3);
            self.push(&format!("=> {text}  # line {}", statement.line));
        }
        match (&evaluation.value, &evaluation.shown) {
            (Some(value), _) if evaluation.display.table.is_some() && width(value) + 3 > WIDTH => {
                let table = evaluation.display.table.as_ref().map(|table| table.text(WIDTH - 3)).unwrap_or_default();
                self.push(&format!("=> {}", visible(&table).replace('\n', "\n   ")));
            }
            (Some(value), _) => self.push(&format!("=> {}", layout(&visible(value), WIDTH - 3))),
            (None, Some(shown)) => self.push(&format!("=> {}", visible(shown))),
            (None, None) => return,
        }
        if let Some(name) = evaluation.type_line(settings.display.types) {
            self.push(&format!("   : {}", outlined(&visible(name), WIDTH - 6)));
        }
    }
}
