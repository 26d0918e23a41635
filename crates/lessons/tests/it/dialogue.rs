//! The dialogue of a lesson: what the learner reads after each input.

use std::fmt::Write;

use pprepl_lessons::{Dialogue, JudgeSetup, Learner, Progress, ProgressFiles, Say, StepState, Waiting};

use crate::judging::lesson;

const LESSON: &str = "\
# %% [markdown]
#| lesson talk   title \"A talk\"
# Text of the lesson.

# %%
#| given
$limit = 5

# %% Look
#| run look
$limit + 1

# %% [markdown]
# Text above a step.

# %%
#| exercise big-one
#| task   Set `$big` to 2.
#| start  $big = ___
#| check value $big == 2
#| when error syntax   say \"A bracket is missing.\"
#| hint   It is one more than 1.
#| hint   It is 1 + 1.
#| solution $big = 2
#| right  $big = 1 + 1

# %%
#| exercise ask
#| check command type
#| solution :type 1

# %% Guess
#| quiz guess predict value
#| because It adds.
$limit + 2

# %%
#| exercise last
#| after big-one
#| check value $big == 2
#| solution $last = $big

# %% [markdown]
# # Reference: numbers
# All about numbers.

# %%
1 + 1

# %% [markdown]
# # Reference: text
# All about text.

# %%
#| run seen
'text'

# %% [markdown]
# Plain text ends it.
";

fn dialogue(text: &str, files: ProgressFiles) -> Dialogue {
    Dialogue::new(Learner::new(lesson(text), String::new(), &JudgeSetup::default(), files).expect("a learner"))
}

/// Writes what a learner types, and what the dialogue says and waits for.
fn shown(dialogue: &mut Dialogue, inputs: &[&str]) -> String {
    let mut out = String::new();
    for input in inputs {
        let says = match *input {
            "begin" => dialogue.begin(),
            ":next" => dialogue.go_on(),
            ":run" => dialogue.run(),
            ":hint" => dialogue.hint(),
            ":solution" => dialogue.solution(),
            ":skip" => dialogue.skip(),
            ":advance" => dialogue.advance(),
            ":again" => dialogue.again(),
            input if dialogue.waits_for() == Waiting::Prediction => dialogue.predict(input),
            input => dialogue.answer(input).1,
        };
        let _ = writeln!(out, "> {input}");
        says.iter().for_each(|say| line(&mut out, say));
        let command = if dialogue.wants_command() { ", a command" } else { "" };
        let _ = writeln!(out, "({:?}{command})", dialogue.waits_for());
    }
    out
}

fn line(out: &mut String, say: &Say) {
    let _ = writeln!(out, "  {say:?}");
}

#[test]
fn each_input_has_its_reply() {
    let inputs = [
        ":hint",
        ":solution",
        ":skip",
        ":run",
        ":again",
        "1",
        "begin",
        ":hint",
        ":solution",
        ":run",
        ":again",
        ":run",
        "$big = [",
        "$big = ",
        "$big = 3",
        "$big = fail('x')",
        "$big = 4",
        "$big = 5",
        ":hint",
        ":hint",
        "$c = 1",
        "$big = 1 + 1",
        ":tokens 1",
        ":type 2",
        ":hint",
        ":solution",
        "[",
        "8",
        "1",
        ":solution",
        ":skip",
        ":next",
        ":next",
        ":next",
        ":next",
        ":next",
        ":next",
    ];
    insta::assert_snapshot!(shown(&mut dialogue(LESSON, ProgressFiles::default()), &inputs));
}

#[test]
fn a_lesson_is_played_to_its_end() {
    let inputs = ["begin", ":advance", ":advance", ":advance", ":advance", ":advance", ":advance", ":advance"];
    insta::assert_snapshot!(shown(&mut dialogue(LESSON, ProgressFiles::default()), &inputs));
}

#[test]
fn a_lesson_continues_at_the_first_open_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ProgressFiles { own: Some(folder.path().join("progress.jsonl")), report: None };
    let mut out = String::new();
    let visits: [&[&str]; 4] = [
        &["begin", ":run", ":skip"],
        &["begin", ":skip", "7"],
        &["begin", "$big = 2", "begin"],
        &["begin", ":skip", "$big = 2", ":skip"],
    ];
    for inputs in visits {
        let _ = writeln!(out, "=== A new dialogue\n{}", shown(&mut dialogue(LESSON, files.clone()), inputs));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_check_that_does_not_run_is_said_with_a_good_answer() {
    let text = "# %%\n#| exercise one\n#| check value $a == no_such(1)\n#| solution $a = 1\n";
    insta::assert_snapshot!(shown(&mut dialogue(text, ProgressFiles::default()), &["begin", "$a = 2"]));
}

#[test]
fn a_step_that_is_done_is_not_recorded_as_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("progress.jsonl");
    let mut dialogue = dialogue(LESSON, ProgressFiles { own: Some(path.clone()), report: None });
    dialogue.begin();
    dialogue.learner().check("big-one", "$big = 2");
    dialogue.run();
    dialogue.skip();
    dialogue.skip();
    let records = Progress::records(&path).expect("records");
    let states: Vec<_> = records.iter().map(|record| (record.step.as_str(), record.state)).collect();
    assert_eq!(states, [("big-one", StepState::Done), ("look", StepState::Done), ("ask", StepState::Skipped)]);
}

#[test]
fn the_next_open_step_comes_after_the_current_one_or_from_the_start() {
    let mut open = dialogue(LESSON, ProgressFiles::default());
    open.begin();
    let learner = open.learner();
    let mut next = |done: &str, from: Option<&str>| {
        learner.check("big-one", done);
        learner.next_open(from).map(str::to_owned)
    };
    let cases = [
        ("", None, Some("look")),
        ("", Some("look"), Some("big-one")),
        ("", Some("last"), Some("look")),
        ("$big = 3", Some("look"), Some("big-one")),
        ("$big = 2", Some("look"), Some("ask")),
        ("", Some("no-such"), Some("look")),
    ];
    for (answer, from, expected) in cases {
        assert_eq!(next(answer, from).as_deref(), expected, "{answer} {from:?}");
    }
    for step in ["look", "ask", "guess"] {
        learner.record(step, StepState::Skipped, None);
    }
    assert_eq!((learner.next_open(Some("last")), learner.next_open(Some("guess"))), (None, Some("last")));
}
