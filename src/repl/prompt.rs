//! The prompt: the input number, and the edition if it is not 8.

use pprepl_session::{Edition, Session};
use pprepl_text::theme::Role;

use super::show::Screen;

/// Returns the prompt without and with colors.
pub fn prompt(session: &Session, screen: &Screen) -> (String, String) {
    let number = session.inputs().last().map_or(1, |input| input.number + 1);
    let edition = match session.settings().edition {
        Edition::Eight => String::new(),
        edition => format!(" {}", edition.as_str()),
    };
    let text = format!("pprepl{edition}:{number}>");
    let styled = screen.styled(Role::Prompt, &text, session.settings());
    (format!("{text} "), format!("{styled} "))
}
