//! The modes of the terminal while it has a full screen: set on entry, restored on every exit.

use std::io::{self, Write, stdout};

use ratatui::crossterm::cursor::{MoveTo, SetCursorStyle, Show};
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

#[cfg(windows)]
use super::console;
use crate::terminal::sequences;
use pprepl_text::theme::terminal::{has_one_screen, is_console};

/// Sets the modes.
pub fn enter(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = stdout();
    if sequences::are_obeyed() {
        execute!(out, EnterAlternateScreen, EnableBracketedPaste, EnableFocusChange)?;
    } else {
        #[cfg(windows)]
        console::enter()?;
    }
    // Terminals without support ignore it; others distinguish Ctrl-Enter and Shift-Enter from Enter.
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
    if has_key_flags() {
        execute!(out, PushKeyboardEnhancementFlags(flags))?;
    }
    if mouse {
        execute!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// Returns whether the keyboard protocol can be asked for. A console of Windows reports such keys without it, and the
/// library refuses to ask there.
fn has_key_flags() -> bool {
    cfg!(unix) && !is_console()
}

/// Ends the keyboard protocol.
pub fn forget_keys() -> io::Result<()> {
    if has_key_flags() { execute!(stdout(), PopKeyboardEnhancementFlags) } else { Ok(()) }
}

/// Clears the screen of a terminal without an alternate screen, so that no notebook content remains.
pub fn wipe() {
    if has_one_screen() && sequences::are_obeyed() {
        let _ = execute!(stdout(), Clear(ClearType::All), MoveTo(0, 0));
    }
}

/// Restores the terminal. Ignores errors of a closed terminal.
pub fn give_back() {
    let mut out = stdout();
    let _ = forget_keys();
    // One call each: a failure does not skip the others.
    let _ = execute!(out, DisableMouseCapture);
    if sequences::are_obeyed() {
        let _ = execute!(out, DisableFocusChange, DisableBracketedPaste);
        let _ = execute!(out, LeaveAlternateScreen);
        let _ = execute!(out, SetCursorStyle::DefaultUserShape, Show);
    } else {
        #[cfg(windows)]
        let _ = console::leave();
    }
    let _ = disable_raw_mode();
}
