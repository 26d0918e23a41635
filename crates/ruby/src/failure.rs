//! The errors of code in Ruby.

use pprepl_text::Topic;
use puppet_eval::Flow;
use serde_json::Value as Json;

/// The exceptions whose message alone is the error, as in Puppet.
const PLAIN: [&str; 5] = ["Puppet::ParseError", "Puppet::Error", "ArgumentError", "RuntimeError", "Pprepl::NotAValue"];

/// Creates the error of an exception; `what` names the function or template.
pub(crate) fn exception(what: &str, found: &Json) -> Box<Flow> {
    let text = |key: &str| found.get(key).and_then(Json::as_str).unwrap_or_default();
    let (class, message) = (text("class"), text("message"));
    let message = if PLAIN.contains(&class) { message.to_owned() } else { format!("{class}: {message}") };
    let mut flow = Flow::fail_with(Topic::RubyCode, message.clone());
    let at = text("at");
    flow.note(|| match at {
        "" => format!("raised by {what}, in Ruby"),
        at => format!("raised by {what}, in Ruby, at {at}"),
    });
    if let Some(help) = advice(class, &message) {
        flow.with_help(|| Some(help.to_owned()));
    }
    flow
}

/// Returns advice on an exception.
fn advice(class: &str, message: &str) -> Option<&'static str> {
    match class {
        "NoMemoryError" => Some("`:set memory MIB` changes the limit of Ruby's memory"),
        "LoadError" => Some("install the library for the Ruby that `--ruby` names"),
        "NameError" if message.contains("Puppet") => {
            Some("`--ruby=puppet` loads the real Puppet library, if it is installed for this Ruby")
        }
        _ => None,
    }
}

/// Creates the error of a process that ended; `what` names the function or template.
pub(crate) fn ended(what: &str, how: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::RubyCode, format!("Ruby stopped in {what}: {how}"));
    flow.with_help(|| Some("the next call starts Ruby again".to_owned()));
    flow
}

/// Creates the error of a Ruby that does not start.
pub(crate) fn not_started(program: &str, why: &str) -> Box<Flow> {
    let mut flow = Flow::fail_with(Topic::RubyCode, format!("cannot start {program}: {why}"));
    flow.with_help(|| Some("name a Ruby 2.7 to 3.4 with `--ruby=PATH`, or turn it off with `--ruby=off`".to_owned()));
    flow
}
