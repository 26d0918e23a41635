//! The prompt at a breakpoint. The session is busy then, so this prompt is simple: it has no completion and a separate
//! history. An open bracket or heredoc continues in the next line, as at the session's prompt.

use std::rc::Rc;

use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use pprepl_session::DebugOutput;
use pprepl_session::commands;
use pprepl_session::edit;
use pprepl_session::{Dialogue, Settings};
use pprepl_text::outline::outlined;
use pprepl_text::theme::Role;
use pprepl_text::visible;

use super::show::Screen;
use super::terminal;

/// Dialog that reads debugger commands from the terminal.
pub struct DebugDialog {
    screen: Rc<Screen>,
    settings: Settings,
    editor: Option<Editor<(), MemHistory>>,
}

impl DebugDialog {
    /// Returns a dialog for `screen`.
    pub fn new(screen: Rc<Screen>, settings: Settings) -> DebugDialog {
        DebugDialog { screen, settings, editor: None }
    }

    fn editor(&mut self) -> Option<&mut Editor<(), MemHistory>> {
        if self.editor.is_none() {
            let config = Config::builder().auto_add_history(true).bracketed_paste(false).build();
            self.editor = Editor::with_history(config, MemHistory::new()).ok();
        }
        self.editor.as_mut()
    }
}

impl Dialogue for DebugDialog {
    fn ask(&mut self, prompt: &str) -> Option<String> {
        let options = self.settings.input_options();
        let editor = self.editor()?;
        let mut text = String::new();
        loop {
            let shown = if text.is_empty() { format!("{prompt} ") } else { format!("{:1$}", "", prompt.len() + 1) };
            match editor.readline(&shown) {
                Ok(line) => text.push_str(&line),
                Err(ReadlineError::Eof) if text.is_empty() => return Some(":continue".to_owned()),
                Err(_) => return None,
            }
            if commands::is_command(&text) || !edit::code_is_incomplete(&text, options) {
                return Some(text);
            }
            text.push('\n');
        }
    }

    fn report(&mut self, told: &DebugOutput) {
        match told {
            DebugOutput::Text(text) => self.screen.note(text),
            DebugOutput::Fault(plain, colored) => {
                self.screen.line(if self.screen.is_colored() { colored } else { plain });
            }
            DebugOutput::Value(value, type_name) => {
                let arrow = self.screen.styled(Role::Result, "=>", &self.settings);
                self.screen.line(&format!("{arrow} {}", self.screen.code(&visible(value), &self.settings)));
                let room = terminal::width().saturating_sub(6);
                let line = format!("   : {}", outlined(&visible(type_name), room));
                self.screen.line(&self.screen.styled(Role::TypeLine, &line, &self.settings));
            }
        }
    }
}
