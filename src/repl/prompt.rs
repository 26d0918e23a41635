//! The prompt: the input number, the edition if it is not 8, language settings that differ from the edition, and the fork.

use pprepl_session::{Session, fork_name};
use pprepl_text::theme::Role;

use super::show::Screen;

/// Returns the prompt without and with colors.
pub fn prompt(session: &Session, screen: &Screen) -> (String, String) {
    let number = session.inputs().last().map_or(1, |input| input.number + 1);
    let words: String = session.settings().language_words().into_iter().map(|word| format!(" {word}")).collect();
    let fork = fork_name(session).map(|name| format!(" ({name})")).unwrap_or_default();
    let text = format!("pprepl{words}{fork}:{number}>");
    let styled = screen.styled(Role::Prompt, &text, session.settings());
    (format!("{text} "), format!("{styled} "))
}
