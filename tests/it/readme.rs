//! The README's tour is a transcript of a session: every value and type in it is what the session answers.

use pprepl::commands;
use pprepl::session::{Outcome, Session, Settings, SystemHost};

/// The inputs of the README's transcripts, each with the lines that the session printed.
fn transcript(readme: &str) -> Vec<(String, Vec<String>)> {
    let mut inputs: Vec<(String, Vec<String>)> = Vec::new();
    for line in readme.lines().filter_map(|line| line.strip_prefix("    ")) {
        if let Some((_, code)) = line.strip_prefix("pprepl:").and_then(|rest| rest.split_once("> ")) {
            inputs.push((code.to_owned(), Vec::new()));
        } else if let Some((input, printed)) = inputs.last_mut() {
            let prints = line.starts_with("=> ") || line.starts_with("   : ") || line.starts_with("Notice: ");
            match prints {
                true => printed.push(line.trim_start().to_owned()),
                false if printed.is_empty() => *input += &format!("\n{line}"),
                false => {}
            }
        }
    }
    inputs
}

/// What the session prints for an input, as the README shows it.
fn printed(session: &mut Session, input: &str) -> Vec<String> {
    let Outcome::Evaluated(evaluation) = commands::submit(session, input) else { return Vec::new() };
    let logs = evaluation.logs.iter().map(|(level, text)| {
        let mut word = level.clone();
        word.get_mut(..1).map(str::make_ascii_uppercase);
        format!("{word}: {text}")
    });
    let value = evaluation.value.iter().map(|value| format!("=> {value}"));
    let shown = evaluation.reduced.iter().map(|shown| format!(": {shown}"));
    logs.chain(value).chain(shown).collect()
}

#[test]
fn the_tour_is_what_a_session_answers() {
    let readme = std::fs::read_to_string(&pprepl_testing::path("README.md")).expect("a README");
    let inputs = transcript(&readme);
    assert!(inputs.len() >= 4, "the README has a tour");
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for (input, wanted) in inputs {
        assert_eq!(printed(&mut session, &input), wanted, "{input}");
    }
}
