//! The line of a meta-command: a single `:` and a letter at the start of an input, so that `::mod::fn()` stays Puppet.

/// Returns whether the input is a meta-command: one colon and a letter.
pub fn is_command(text: &str) -> bool {
    text.trim_start().strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Splits a command's line into its name and the rest; `:t 1` is `("t", " 1")`.
pub fn split(line: &str) -> (&str, &str) {
    let line = line.trim().trim_start_matches(':');
    let end = line.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(line.len());
    // `:q!` and `:type!` are valid: the mark is part of neither.
    line.split_at(end)
}

/// Returns the offset of the last argument in a command's line: after the name and its switches.
pub fn code_start(line: &str) -> usize {
    let after = |at: usize| at + line.get(at..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let name = after(0) + split(line).0.len() + 1;
    let mut argument = after(name.min(line.len()));
    while let Some(rest) = line.get(argument..).filter(|rest| rest.starts_with("--")) {
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        if !["--epp", "--outline"].contains(&rest.get(..word).unwrap_or("")) {
            break;
        }
        argument = after(argument + word);
    }
    argument
}
