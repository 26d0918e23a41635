//! The session of the prompt.

use std::rc::Rc;

use pprepl_session::settings::TypeLine;
use pprepl_session::{DescribedTypes, LogSink, Session, Settings, SystemHost, TypeText};

use super::debugger::DebugDialog;
use super::show::Screen;
use super::start::Start;

/// Returns a session that writes its log lines to `screen` as they arrive.
pub fn session(start: &Start, screen: &Rc<Screen>) -> Session {
    session_of(&start.settings, start.stack, screen)
}

/// Returns a session with these settings.
pub fn session_of(settings: &Settings, stack: usize, screen: &Rc<Screen>) -> Session {
    let asker = DebugDialog::new(screen.clone(), settings.clone());
    let host = SystemHost::new(sink(screen.clone())).with_stack(stack).with_dialogue(Box::new(asker));
    Session::new(settings.clone(), Box::new(host))
}

fn sink(screen: Rc<Screen>) -> LogSink {
    Box::new(move |level, text| screen.log(level, text))
}

/// Maximum length of a type on the type line, in bytes.
const MAX_TYPE: usize = 4 << 10;

/// Makes the session report the type for the line below a value, and no other type.
pub fn report_types(session: &mut Session) {
    let outline = TypeText::Outline(MAX_TYPE);
    session.report_types(match session.settings().display.types {
        TypeLine::Detailed => DescribedTypes { detailed: outline, ..DescribedTypes::NONE },
        TypeLine::Reduced => DescribedTypes { reduced: outline, ..DescribedTypes::NONE },
        TypeLine::Generalized => DescribedTypes { generalized: outline, ..DescribedTypes::NONE },
        TypeLine::Off => DescribedTypes::NONE,
    });
}
