//! Names of other languages (Python, Ruby, JavaScript, shell, Ansible, Terraform, older Puppet), and the Puppet way to
//! write them.

mod functions;
mod rewrite;
mod way;
mod words;

use functions::FUNCTIONS;
use words::WORDS;

pub use rewrite::{CallParts, operand, rewrite_call};
pub use way::{FunctionWay, WordWay};

/// Returns a name without case, underscores and hyphens: `toUpperCase`, `to_upper_case` and `TOUPPERCASE` are one name.
fn folded(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns the ways to write a function of another language: the one for this number of arguments first. The number
/// includes the receiver; `None` when it is unknown.
pub fn function_way(name: &str, arguments: Option<usize>) -> Option<FunctionWay> {
    let name = folded(name.strip_prefix("::").unwrap_or(name));
    let rows = || FUNCTIONS.iter().filter(|(foreign, _)| *foreign == name).map(|(_, way)| *way);
    let fits = |way: &FunctionWay| match way {
        FunctionWay::Code(count, ..) => arguments.is_none_or(|given| given == *count),
        FunctionWay::Call(_) | FunctionWay::Words(_) => true,
    };
    rows().find(fits).or_else(|| rows().next())
}

/// Returns Puppet's function for a name of another language, where one has the same arguments.
pub fn function_meant(name: &str) -> Option<&'static str> {
    match function_way(name, None)? {
        FunctionWay::Call(ours) => Some(ours),
        FunctionWay::Code(..) | FunctionWay::Words(_) => None,
    }
}

/// Returns advice for a function of another language that no call in Puppet replaces.
pub(crate) fn function_words(name: &str) -> Option<&'static str> {
    match function_way(name, None)? {
        FunctionWay::Words(advice) => Some(advice),
        FunctionWay::Call(_) | FunctionWay::Code(..) => None,
    }
}

/// Returns advice for a function of another language.
pub fn function_advice(name: &str, arguments: Option<usize>) -> Option<String> {
    Some(match function_way(name, arguments)? {
        FunctionWay::Call(ours) => format!("Puppet's function is `{ours}`"),
        FunctionWay::Code(_, _, advice) | FunctionWay::Words(advice) => advice.to_owned(),
    })
}

/// Returns how Puppet writes a word of another language; case does not matter.
pub fn word_way(word: &str) -> Option<WordWay> {
    let word = folded(word);
    WORDS.iter().find(|(foreign, _)| *foreign == word).map(|(_, way)| *way)
}

/// Returns advice for a word of another language.
pub fn word_advice(word: &str) -> Option<String> {
    Some(match word_way(word)? {
        WordWay::Type(ours) => format!("Puppet's type is `{ours}`"),
        WordWay::Value(ours, is) => format!("write `{ours}`, {is}"),
        WordWay::Words(advice) => advice.to_owned(),
    })
}
