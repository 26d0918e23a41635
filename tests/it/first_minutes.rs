//! Transcripts of the first five minutes at the prompt: as a Python programmer, a teacher and a Puppet veteran spend them.

use crate::terminal::Terminal;

/// What the terminal shows, with all that scrolled away.
fn shown(terminal: &Terminal) -> String {
    let mut parser = vt100::Parser::new(LINES.try_into().expect("lines"), COLUMNS.try_into().expect("columns"), 0);
    parser.process(terminal.raw().as_bytes());
    let text = parser.screen().contents();
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

const LINES: u16 = 2000;
const COLUMNS: u16 = 100;

fn last_line(screen: &str) -> &str {
    screen.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").trim_end()
}

/// The input being typed: the text after the last prompt.
fn typed(screen: &str) -> &str {
    screen.rsplit("\npprepl").next().unwrap_or("")
}

fn is_at_prompt(last: &str) -> bool {
    last.starts_with("pprepl") && last.ends_with('>')
}

/// Presses a key, waits for a prompt or a page that was not there before, and returns the last line.
fn press(terminal: &mut Terminal, key: &str) -> String {
    // The answer may come before this thread looks again.
    let before = last_line(&terminal.screen()).to_owned();
    let is_new = |last: &str| is_at_prompt(last) || last.contains(": close") && last != before;
    terminal.keys(key).wait("a prompt", |screen| is_new(last_line(screen)));
    last_line(&terminal.screen()).to_owned()
}

/// Types the inputs, each after the answer to the one before.
fn transcript(inputs: &[&str]) -> String {
    let mut terminal = Terminal::ready();
    for input in inputs {
        let lines: Vec<&str> = input.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let tail: String = line.chars().rev().take(12).collect::<Vec<_>>().into_iter().rev().collect();
            terminal.keys(line).wait(line, |screen| typed(screen).contains(&tail));
            if number + 1 < lines.len() {
                terminal.keys("\r");
            }
        }
        let mut last = press(&mut terminal, "\r");
        while !is_at_prompt(&last) {
            last = press(&mut terminal, " ");
        }
    }
    let text = shown(&terminal);
    let version = env!("CARGO_PKG_VERSION");
    text.replace(version, "VERSION")
}

#[test]
fn a_python_programmer() {
    insta::assert_snapshot!(transcript(&[
        "name = \"Ada\"",
        "$name = \"Ada\"",
        "$name + \"!\"",
        ":explain",
        "\"${name}!\"",
        "print($name)",
        "for x in [1, 2]",
        "[1, 2].each |$x| { notice($x) }",
        "[1, 2].map |$x| { $x * 2 }",
        "len($name)",
        ":fix",
        "$name = 'Grace'",
        ":explain",
        "$nothing = None",
        "help",
        ":help",
        ":doc map",
        ":cheat",
    ]));
}

#[test]
fn a_teacher() {
    let mut inputs = vec![":tour"];
    inputs.extend([":next"; 12]);
    inputs.push(":leave");
    inputs.extend([
        ":explain topics",
        ":explain topics variables",
        ":explain operators",
        ":explain ordering",
        ":explain Integer",
        "if '' { 'yes' }",
        "'abc' == 'ABC'",
    ]);
    insta::assert_snapshot!(transcript(&inputs));
}

#[test]
fn a_puppet_veteran() {
    insta::assert_snapshot!(transcript(&[
        "include apache",
        ":explain",
        "\"18\" + 1",
        ":explain additions",
        ":set edition puppet8",
        "\"18\" + 1",
        ":set edition 8",
        "$facts['os']['family']",
        ":explain facts",
        ":set facts debian-12",
        "$facts['os']['family']",
        "package { 'ntp': } -> service { 'ntp': ensure => runing }",
        ":catalog",
        "lookup('ntp::servers')",
        ":explain hiera",
        ":explain UNKNOWN_VARIABLE",
        ":help all",
    ]));
}

#[test]
fn the_greeting_offers_the_tour_until_it_was_started() {
    const OFFER: &str = "New here? ':tour'";
    let home = tempfile::tempdir().expect("a directory");
    let start = || {
        let mut terminal = Terminal::start_in(home.path(), &[], &[]);
        terminal.see("pprepl:1>");
        terminal
    };
    let mut first = start();
    assert!(first.screen().contains(OFFER), "{}", first.screen());
    assert!(start().screen().contains(OFFER));
    first.line(":tour").see("Step 1 of 12");
    first.line("$ports = [8080]").see("Step 2 of 12");
    assert!(!start().screen().contains(OFFER));
}

#[test]
fn five_greetings_offer_the_tour() {
    let home = tempfile::tempdir().expect("a directory");
    let offers = (0..7).filter(|_| {
        let mut terminal = Terminal::start_in(home.path(), &[], &[]);
        terminal.see("pprepl:1>").screen().contains("New here?")
    });
    assert_eq!(offers.count(), 5);
}
