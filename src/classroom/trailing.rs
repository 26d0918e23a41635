//! A command after the start of an answer: the prompt of a step has the start in its line, and `:hint` comes after it.

use pprepl_session::commands::is_command;

/// The commands about the step.
const OF_STEP: &[&str] = &[":hint", ":solution", ":skip", ":next", ":explore", ":leave"];

/// Returns the code before a command at the end of a line, and the command. `$a::hint` is a name of Puppet.
pub fn command_at_end(line: &str) -> Option<(&str, &str)> {
    let (start, command) = line.split_at_checked(line.rfind(':')?)?;
    let is_behind = !start.trim().is_empty() && !start.ends_with(':') && !is_command(line);
    (is_behind && OF_STEP.contains(&command)).then(|| (start.trim_end(), command))
}
