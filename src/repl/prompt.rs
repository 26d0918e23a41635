//! The prompt: the input number, the edition if it is not 8, language settings that differ from the edition, the fork, and the
//! mode of vi.

use pprepl_session::settings::Keys;
use pprepl_session::{Session, fork_name};
use pprepl_text::theme::Role;

use super::show::Screen;

/// Returns the prompt without and with colors.
pub fn prompt(session: &Session, screen: &Screen) -> (String, String) {
    let number = session.inputs().last().map_or(1, |input| input.number + 1);
    let words: String = session.settings().language_words().into_iter().map(|word| format!(" {word}")).collect();
    let fork = fork_name(session).map(|name| format!(" ({name})")).unwrap_or_default();
    let mode = if session.settings().display.keys == Keys::Vi { MODES[0] } else { "" };
    let text = format!("pprepl{words}{fork}{mode}:{number}>");
    let styled = screen.styled(Role::Prompt, &text, session.settings());
    (format!("{text} "), format!("{styled} "))
}

/// The signs of the modes of vi: insert, normal, visual. They have the same width.
const MODES: [&str; 3] = [" [I]", " [N]", " [V]"];

/// Returns a prompt in insert mode as it is in another mode.
pub fn in_mode(prompt: &str, sign: char) -> String {
    let mode = MODES.iter().find(|mode| mode.contains(sign)).unwrap_or(&MODES[0]);
    prompt.replacen(MODES[0], mode, 1)
}
