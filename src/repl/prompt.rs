//! The prompt: the input number, the edition if it is not 8, language settings that differ from the edition, and the fork.

use pprepl_session::{Edition, Session, fork_name};
use pprepl_text::theme::Role;

use super::show::Screen;

/// Returns the prompt without and with colors.
pub fn prompt(session: &Session, screen: &Screen) -> (String, String) {
    let number = session.inputs().last().map_or(1, |input| input.number + 1);
    let edition = match session.settings().edition {
        Edition::Eight => String::new(),
        edition => format!(" {}", edition.as_str()),
    };
    let changed: String =
        listed(&session.settings().changed_language()).into_iter().map(|word| format!(" {word}")).collect();
    let fork = fork_name(session).map(|name| format!(" ({name})")).unwrap_or_default();
    let text = format!("pprepl{edition}{changed}{fork}:{number}>");
    let styled = screen.styled(Role::Prompt, &text, session.settings());
    (format!("{text} "), format!("{styled} "))
}

/// Returns the first settings, and the number of the others.
fn listed(changed: &[(&'static str, String)]) -> Vec<String> {
    const MAX_LISTED: usize = 2;
    let mut words: Vec<String> = changed.iter().take(MAX_LISTED).map(|(key, value)| format!("{key}={value}")).collect();
    let more = changed.len().saturating_sub(MAX_LISTED);
    words.extend((more > 0).then(|| format!("+{more}")));
    words
}
