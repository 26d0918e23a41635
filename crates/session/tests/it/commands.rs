//! Every meta-command's examples, and the answers of dispatch to mistakes.

use pprepl_session::commands::{self, Command};
use pprepl_session::{Outcome, Session, Settings, SystemHost};

fn session() -> Session {
    Session::new(Settings { themes: pprepl_testing::THEMES, ..Settings::default() }, Box::new(SystemHost::silent()))
}

/// What an outcome shows, findings last.
fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Command(answer) => {
            let reports = answer
                .reports
                .iter()
                .map(|r| format!("{}: {}\n{}\n", r.code, r.message, r.help.clone().unwrap_or_default()));
            format!("{}\n{}", answer.text, reports.collect::<String>())
        }
        Outcome::Evaluated(evaluation) => {
            let reports = evaluation.reports.iter().map(|r| format!("{}: {}\n", r.code, r.message));
            format!("{}\n{}", evaluation.value.clone().unwrap_or_default(), reports.collect::<String>())
        }
        Outcome::Edit(request) => request.text().to_owned(),
        Outcome::Lesson(request) => format!("{request:?}"),
        Outcome::Quit => "quit".to_owned(),
        Outcome::Nothing => String::new(),
    }
}

#[test]
fn every_example_shows_what_it_says() {
    for command in commands::table() {
        for example in command.examples {
            let mut session = session();
            for line in example.before {
                commands::submit(&mut session, line);
            }
            let answer = shown(&commands::submit(&mut session, example.line));
            assert!(answer.contains(example.shows), "{} shows\n{answer}\nwithout {:?}", example.line, example.shows);
        }
    }
}

#[test]
fn every_point_of_the_language_has_an_input_that_runs() {
    let words = commands::pages().filter(|topic| commands::word_of_language(topic.name).is_some());
    for topic in commands::points().iter().copied().chain(words) {
        let evaluation = session().evaluate("input", topic.right);
        let messages: Vec<&str> = evaluation.reports.iter().map(|report| report.message.as_str()).collect();
        assert!(!evaluation.failed(), "{}: {:?} fails: {messages:?}", topic.name, topic.right);
        let page = shown(&commands::submit(&mut session(), &format!(":explain {}", topic.name)));
        assert!(page.contains(topic.name), "{page}");
    }
}

#[test]
fn the_table_is_sound() {
    let mut names: Vec<&str> = commands::table().flat_map(Command::names).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands twice");
    for command in commands::table() {
        assert!(!command.summary.is_empty() && !command.summary.ends_with('.'), "{}", command.name);
        let optional = command.params.iter().skip_while(|param| param.required);
        let switch = command.params.first().is_some_and(|param| param.name.starts_with("--"));
        assert!(switch || optional.clone().all(|param| !param.required), "{}", command.usage());
    }
}

#[test]
fn all_commands_of_the_issue_are_there() {
    let wanted = "help type tokens ast heredoc match vars functions types doc explain load save history out undo redo reset \
                  set theme time quit";
    for name in wanted.split_whitespace() {
        assert_eq!(commands::find(name).expect(name).name, name);
    }
}

#[test]
fn a_command_is_one_colon_and_a_letter() {
    assert!(commands::is_command(":help"));
    assert!(commands::is_command("  :h"));
    for puppet in ["::mod::fn()", "::x", ":", ": help", "$a", "", ":1", "'a'"] {
        assert!(!commands::is_command(puppet), "{puppet:?}");
    }
}

#[test]
fn names_may_be_cut_short_and_slips_are_told() {
    let mut session = session();
    let mut say = |line: &str| shown(&commands::submit(&mut session, line));
    assert!(say(":tok 1").contains("NUMBER"));
    assert!(say(":hepl").contains("did you mean ':help'?"));
    assert!(say(":re").contains(":redo or :reset"));
    assert!(say(":ast").contains(":ast needs CODE"));
    assert!(say(":quit now").contains(":quit takes no arguments"));
    assert!(say(":undo x").contains("expected an integer, found"));
    assert!(say(":set strikt").contains("did you mean 'strict'?"));
    assert!(say(":set strict maybe").contains("one of off, warning, error"));
    assert!(say(":theme nosuch").contains("unknown theme 'nosuch'"));
    assert!(say(":doc mapp").contains("did you mean 'map'?"));
    assert!(say(":load /nosuch.pp").contains("UNREADABLE_FILE"));
}

#[test]
fn a_session_is_saved_and_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.pp");
    let path = path.to_str().unwrap();
    let mut first = session();
    for input in ["$a = 20", "$nosuch", "function f($x) {\n  $x + 1\n}"] {
        commands::submit(&mut first, input);
    }
    assert!(shown(&commands::submit(&mut first, &format!(":save {path}"))).contains("Saved 2 inputs"));
    let again = shown(&commands::submit(&mut first, &format!(":save {path}")));
    assert!(again.contains("UNWRITABLE_FILE"), "a file is never written over: {again}");
    let mut second = session();
    commands::submit(&mut second, &format!(":load {path}"));
    assert!(shown(&commands::submit(&mut second, "f($a)")).contains("21"));
}
