//! The construct that keeps an input open: shown on the empty line that Enter starts, and below a command that does not run inside it.

use pprepl_session::commands;
use pprepl_session::edit;
use pprepl_session::{LexOptions, OpenEnd, lex};

/// Returns what keeps the input open, and how to leave it, if its last line is empty or a command.
pub fn what_is_open(text: &str) -> Option<String> {
    let (before, last) = text.rsplit_once('\n')?;
    if let Some(command) = edit::command_inside(text) {
        let (outer, _) = text.trim_end().rsplit_once('\n')?;
        let inside = construct(outer).map_or("incomplete input".to_owned(), |open| open.place());
        return Some(format!("'{command}' does not run inside the {inside}; Ctrl-C drops the input"));
    }
    if !last.trim().is_empty() {
        return None;
    }
    let is_command = commands::is_command(text);
    match construct(before) {
        Some(open) if is_command => Some(open.headline() + "; Enter runs the command, Ctrl-C drops it"),
        Some(open) => Some(open.headline() + "; Ctrl-C drops the input"),
        None if is_command => None,
        None if edit::is_incomplete(before) => Some("incomplete input; Ctrl-C drops it".to_owned()),
        None => None,
    }
}

/// A construct without its end.
struct Open<'t> {
    what: OpenEnd,
    opener: &'t str,
    /// The place of the opener, counted from one: line and character.
    line: usize,
    character: usize,
}

fn construct(text: &str) -> Option<Open<'_>> {
    let lexed = lex(&format!("{text}\n"), LexOptions::default());
    let open = lexed.unfinished()?;
    let opener = open.opener.of(text).split('\n').next().unwrap_or("");
    let before = text.get(..open.opener.start as usize)?;
    let row = before.rsplit('\n').next().unwrap_or_default();
    Some(Open { what: open.what, opener, line: before.matches('\n').count() + 1, character: row.chars().count() + 1 })
}

impl Open<'_> {
    fn headline(&self) -> String {
        let Open { opener, line, character, .. } = self;
        let place = format!("from line {line}, character {character}");
        match self.what {
            OpenEnd::Heredoc => format!("heredoc {opener} {place}: missing end tag"),
            OpenEnd::Comment => format!("unclosed comment {place}"),
            OpenEnd::SingleQuote | OpenEnd::DoubleQuote => format!("unclosed string {place}"),
            _ => format!("unclosed {opener} {place}"),
        }
    }

    fn place(&self) -> String {
        let Open { opener, line, character, .. } = self;
        let what = match self.what {
            OpenEnd::Heredoc => "heredoc",
            OpenEnd::Comment => "comment",
            OpenEnd::SingleQuote | OpenEnd::DoubleQuote => "string",
            _ => opener,
        };
        format!("{what} from line {line}, character {character}")
    }
}
