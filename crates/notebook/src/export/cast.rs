//! A notebook as an asciinema recording (format version 2): each cell is typed, then its output appears. Markdown
//! cells appear as comments, options do not. The times are synthetic and deterministic.

use serde_json::json;

use super::markdown::output_text;
use crate::{Cell, Document, Outputs};
use pprepl_text::theme::{ColorDepth, Role, Theme, Themes};
use pprepl_text::{json_text, visible};
use puppet_tree::Highlighter;

/// The options of a recording.
#[derive(Clone, Debug)]
pub struct Cast {
    /// The screen's width in columns.
    pub width: u16,
    /// The screen's height in lines.
    pub height: u16,
    pub theme: String,
    pub themes: Themes,
}

impl Default for Cast {
    fn default() -> Cast {
        Cast { width: 80, height: 24, theme: "16-colour".to_owned(), themes: Themes::default() }
    }
}

/// The maximum number of seconds between two keys: a long cell is typed faster.
const KEY: f64 = 0.045;

/// The maximum number of seconds for typing a cell.
const LONGEST: f64 = 5.0;

/// The number of seconds before the result, and for reading it.
const ANSWER: f64 = 0.35;
const READING: f64 = 1.5;

const PROMPT: &str = "pp> ";
const CONTINUATION: &str = "... ";

/// Writes the notebook as a recording.
pub fn cast(document: &Document, outputs: &Outputs, how: &Cast) -> String {
    let theme = how.themes.get_or_plain(&how.theme);
    let mut tape = Recording { out: String::new(), now: 0.5, theme, highlighter: Highlighter::new() };
    let mut header = json!({
        "version": 2,
        "width": how.width,
        "height": how.height,
        "env": { "TERM": "xterm-256color", "SHELL": "pprepl" },
    });
    if let (Some(title), Some(header)) = (super::title::title(document), header.as_object_mut()) {
        header.insert("title".to_owned(), json!(visible(&title)));
    }
    tape.out.push_str(&format!("{}\n", json_text(&header)));
    for cell in document.cells().iter().filter(|cell| !cell.is_note()) {
        if cell.is_code() { tape.code(cell, outputs) } else { tape.prose(cell) }
    }
    tape.out
}

struct Recording {
    out: String,
    /// The seconds since the start.
    now: f64,
    theme: Theme,
    highlighter: Highlighter,
}

impl Recording {
    /// Adds an output event.
    fn show(&mut self, text: &str) {
        if !text.is_empty() {
            let text = text.replace('\n', "\r\n");
            self.out.push_str(&format!("[{:.6}, \"o\", {}]\n", self.now, json!(text)));
        }
    }

    fn styled(&self, role: Role, text: &str) -> String {
        self.theme.style(role).paint(text, ColorDepth::Ansi256)
    }

    fn prose(&mut self, cell: &Cell) {
        let lines: Vec<String> = cell.body().lines().map(|line| format!("# {line}").trim_end().to_owned()).collect();
        let text = self.styled(Role::Comment, &visible(&lines.join("\n")));
        self.show(&format!("{text}\n\n"));
        self.now += READING;
    }

    fn code(&mut self, cell: &Cell, outputs: &Outputs) {
        self.type_code(cell.body());
        self.now += ANSWER;
        self.show("\n");
        if let Some(output) = outputs.get(&cell.id) {
            let mut text = output_text(output);
            if !text.is_empty() {
                text.push('\n');
            }
            let text = if output.failed { self.styled(Role::Error, &text) } else { text };
            self.show(&text);
        }
        self.now += READING;
        self.show("\n");
    }

    /// Types code key by key, with syntax highlighting.
    fn type_code(&mut self, code: &str) {
        let keys = code.chars().count().max(1);
        let pause = KEY.min(LONGEST / keys as f64);
        let prompt = self.styled(Role::Prompt, PROMPT);
        self.show(&prompt);
        let mut at = 0;
        for part in self.highlighter.text(code) {
            let (start, end) = (part.span.start as usize, part.span.end as usize);
            self.type_text(code.get(at..start).unwrap_or(""), Role::Plain, pause);
            self.type_text(code.get(start..end).unwrap_or(""), part.capture, pause);
            at = end;
        }
        self.type_text(code.get(at..).unwrap_or(""), Role::Plain, pause);
    }

    fn type_text(&mut self, text: &str, capture: Role, pause: f64) {
        let mut buffer = [0; 4];
        for ch in text.chars() {
            self.now += pause;
            if ch == '\n' {
                let continuation = self.styled(Role::PromptContinuation, CONTINUATION);
                self.show(&format!("\n{continuation}"));
            } else {
                let key = visible(ch.encode_utf8(&mut buffer)).into_owned();
                let painted = if capture == Role::Plain { key } else { self.styled(capture, &key) };
                self.show(&painted);
            }
        }
    }
}
