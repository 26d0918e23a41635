//! Pasted text: a bracketed paste is collected key by key, so that a transcript goes into the line without its prompts
//! and answers. Nothing runs before Enter, and Enter runs the inputs of a transcript one by one.

use rustyline::{Event, KeyCode, KeyEvent, Modifiers};

use pprepl_session::edit;

/// A paste that is being received.
#[derive(Default)]
pub struct PasteReader(Option<String>);

/// The effect of a key on a paste.
pub enum PasteKey {
    /// The key does not belong to a paste.
    None,
    Taken,
    /// The paste is complete.
    Ended(String),
}

impl PasteReader {
    /// Handles a key.
    pub fn key(&mut self, event: &Event) -> PasteKey {
        let Some(KeyEvent(code, modifiers)) = event.get(0) else { return PasteKey::None };
        match (code, self.0.as_mut()) {
            (KeyCode::BracketedPasteStart, _) => self.0 = Some(String::new()),
            (_, None) => return PasteKey::None,
            (KeyCode::BracketedPasteEnd, _) => return PasteKey::Ended(self.0.take().unwrap_or_default()),
            (code, Some(text)) => text.extend(character(*code, *modifiers)),
        }
        PasteKey::Taken
    }
}

/// Returns the character that rustyline read as this key.
fn character(code: KeyCode, modifiers: Modifiers) -> Option<char> {
    match code {
        KeyCode::Enter => Some('\r'),
        KeyCode::Tab => Some('\t'),
        KeyCode::Char('J') if modifiers == Modifiers::CTRL => Some('\n'),
        KeyCode::Char('M') if modifiers == Modifiers::CTRL => Some('\r'),
        KeyCode::Char('I') if modifiers == Modifiers::CTRL => Some('\t'),
        KeyCode::Char(typed) if !modifiers.intersects(Modifiers::CTRL | Modifiers::ALT) => Some(typed),
        _ => None,
    }
}

/// The inputs of a pasted transcript, as they are in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastedInputs {
    line: String,
    /// The offsets in `line` where the second and later inputs start.
    starts: Vec<usize>,
}

impl PastedInputs {
    /// Returns the inputs, one below the other.
    pub fn new(inputs: &[String]) -> PastedInputs {
        let line = inputs.join("\n");
        let ends = inputs.iter().scan(0, |at, input| {
            *at += input.len() + 1;
            Some(*at)
        });
        let starts = ends.take(inputs.len().saturating_sub(1)).collect();
        PastedInputs { line, starts }
    }

    /// Returns the inputs of a pasted text; `None` if it is not a transcript.
    pub fn of(text: &str) -> Option<PastedInputs> {
        edit::transcript_inputs(text).map(|inputs| PastedInputs::new(&inputs))
    }

    /// Returns the line without prompts and answers.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Splits the line, which may have been edited since. Inputs between which the edit was are one input.
    pub fn split<'l>(&self, line: &'l str) -> Vec<&'l str> {
        let (before, behind) = self.unchanged(line);
        let moved = |&start: &usize| match () {
            () if start <= before => Some(start),
            () if start + behind >= self.line.len() => (start + line.len()).checked_sub(self.line.len()),
            () => None,
        };
        let is_start = |at: &usize| line.get(..*at).is_some_and(|before| before.ends_with('\n'));
        let mut inputs = Vec::new();
        let mut from = 0;
        for at in self.starts.iter().filter_map(moved).filter(is_start) {
            inputs.extend(line.get(from..at));
            from = at;
        }
        inputs.extend(line.get(from..));
        inputs.into_iter().map(str::trim_end).filter(|input| !input.trim().is_empty()).collect()
    }

    /// Returns the lengths of the start and the end that the line has in common with the pasted one.
    fn unchanged(&self, line: &str) -> (usize, usize) {
        let shorter = self.line.len().min(line.len());
        let before = self.line.bytes().zip(line.bytes()).take_while(|(a, b)| a == b).count();
        let ends = self.line.bytes().rev().zip(line.bytes().rev());
        (before, ends.take(shorter - before).take_while(|(a, b)| a == b).count())
    }
}
