//! Terminal capabilities as the environment declares them: color depth, dark or light background. The front end
//! decides whether the output is a terminal at all.

use super::ColorDepth;

/// Returns whether the output shows colors. `wish` is the user's choice on the command line. Without it the environment
/// decides: `NO_COLOR` forbids colors, `FORCE_COLOR` and `CLICOLOR_FORCE` ask for them everywhere, `CLICOLOR=0` and
/// `FORCE_COLOR=0` forbid them, and else a terminal has them.
pub fn has_colors(wish: Option<bool>, is_terminal: bool) -> bool {
    wish.unwrap_or_else(|| match by_variables(|name| std::env::var(name).ok()) {
        Some(colors) => colors,
        None => is_terminal && !is_dumb() && !is_monochrome(),
    })
}

/// Returns the choice of the environment's variables.
pub fn by_variables(variable: impl Fn(&str) -> Option<String>) -> Option<bool> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let is_off = |value: &String| value == "0" || value.eq_ignore_ascii_case("false");
    if set("NO_COLOR").is_some() {
        return Some(false);
    }
    let forced = set("FORCE_COLOR").map(|value| !is_off(&value));
    forced
        .or_else(|| set("CLICOLOR_FORCE").filter(|value| !is_off(value)).map(|_| true))
        .or_else(|| set("CLICOLOR").filter(is_off).map(|_| false))
}

/// Returns the color depth. A terminal without colors still shows bold, underline and reverse.
pub fn depth(colors: bool, is_terminal: bool) -> ColorDepth {
    if !colors {
        let shows = is_terminal && !is_dumb();
        return if shows { ColorDepth::Ansi16 } else { ColorDepth::None };
    }
    let colorterm = std::env::var("COLORTERM").unwrap_or_default();
    let term = std::env::var("TERM").unwrap_or_default();
    if colorterm.contains("truecolor") || colorterm.contains("24bit") || term.contains("direct") {
        ColorDepth::TrueColor
    } else if term.contains("256") {
        ColorDepth::Ansi256
    } else if cfg!(windows) && term.is_empty() {
        // A console of Windows has no name, and all colors.
        ColorDepth::TrueColor
    } else {
        ColorDepth::Ansi16
    }
}

/// Returns whether the terminal has one color, by its terminfo name.
fn is_monochrome() -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    let old = ["vt1", "vt2", "vt3", "vt4"].iter().any(|kind| term.starts_with(kind));
    old || term.ends_with("-m") || term.ends_with("-mono")
}

/// Returns whether the terminal cannot edit lines, so that lines are read as they arrive.
pub fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|term| ["dumb", "cons25", "emacs"].contains(&term.as_str()))
}

/// Returns whether the locale uses UTF-8; true where no locale is set, because it is likely.
pub fn is_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default().to_ascii_lowercase();
    locale.is_empty() || locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns whether the terminal is the Linux console, whose fonts have few symbols and which has no alternate
/// screen.
pub fn is_console() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "linux" || term.starts_with("linux-"))
}

/// Returns whether the terminal has no alternate screen to restore the previous content from.
pub fn has_one_screen() -> bool {
    let old =
        std::env::var("TERM").is_ok_and(|term| ["vt1", "vt2", "vt3", "vt4"].iter().any(|kind| term.starts_with(kind)));
    old || is_console()
}

/// COLORFGBG ends in the background's color: 7 and 15 are white.
pub(super) fn automatic() -> &'static str {
    let background = std::env::var("COLORFGBG").unwrap_or_default();
    match background.rsplit(';').next() {
        Some("7" | "15") => "light",
        _ => "dark",
    }
}
