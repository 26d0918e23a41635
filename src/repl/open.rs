//! The construct that keeps an input open: shown on the empty line that Enter starts, and below a command that does not run inside it.

use pprepl_session::commands;
use pprepl_session::edit;
use pprepl_session::{LexOptions, OpenEnd, lex};
use pprepl_text::columns::{shortened, width};
use pprepl_text::visible;

/// Returns what keeps the input open, and how to leave it, in at most `columns` columns, if its last line is empty or a
/// command.
pub fn what_is_open(text: &str, columns: usize, options: LexOptions) -> Option<String> {
    let fitting = ways(text, options)?.into_iter().reduce(|one, next| if width(&one) <= columns { one } else { next });
    fitting.map(|text| shortened(&visible(&text), columns))
}

/// Returns the message in several lengths, the longest first.
fn ways(text: &str, options: LexOptions) -> Option<Vec<String>> {
    let (before, last) = text.rsplit_once('\n')?;
    if let Some(command) = edit::command_inside(text, options) {
        let (outer, _) = text.trim_end().rsplit_once('\n')?;
        let inside = construct(outer, options).map_or("incomplete input".to_owned(), |open| open.place());
        return Some(vec![
            format!("'{command}' does not run inside the {inside}; Ctrl-C drops the input"),
            format!("'{command}' does not run here; Ctrl-C drops the input"),
        ]);
    }
    if !last.trim().is_empty() {
        return None;
    }
    let is_command = commands::is_command(text);
    let leave = if is_command { "; Enter runs the command, Ctrl-C drops it" } else { "; Ctrl-C drops the input" };
    match construct(before, options) {
        Some(open) => Some(vec![
            format!("{} {}{leave}", open.headline(), open.full_place()),
            format!("{} from line {}{leave}", open.headline(), open.line),
            format!("{} from line {}", open.headline(), open.line),
            open.headline(),
        ]),
        None if is_command => None,
        None if edit::is_incomplete(before, options) => Some(vec!["incomplete input; Ctrl-C drops it".to_owned()]),
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

fn construct(text: &str, options: LexOptions) -> Option<Open<'_>> {
    let lexed = lex(&format!("{text}\n"), options);
    let open = lexed.unfinished()?;
    let opener = open.opener.of(text).split('\n').next().unwrap_or("");
    let before = text.get(..open.opener.start as usize)?;
    let row = before.rsplit('\n').next().unwrap_or_default();
    Some(Open { what: open.what, opener, line: before.matches('\n').count() + 1, character: row.chars().count() + 1 })
}

impl Open<'_> {
    fn headline(&self) -> String {
        match self.what {
            OpenEnd::Heredoc => format!("missing end tag of {}", self.opener),
            OpenEnd::Comment => "unclosed comment".to_owned(),
            OpenEnd::SingleQuote | OpenEnd::DoubleQuote => "unclosed string".to_owned(),
            _ => format!("unclosed {}", self.opener),
        }
    }

    fn full_place(&self) -> String {
        format!("from line {}, character {}", self.line, self.character)
    }

    fn place(&self) -> String {
        let what = match self.what {
            OpenEnd::Heredoc => "heredoc",
            OpenEnd::Comment => "comment",
            OpenEnd::SingleQuote | OpenEnd::DoubleQuote => "string",
            _ => self.opener,
        };
        format!("{what} {}", self.full_place())
    }
}
