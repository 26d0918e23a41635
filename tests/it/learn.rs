//! Lessons at the prompt: a learner goes through a chapter, makes mistakes, is killed and goes on.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::terminal::Terminal;

/// Runs piped inputs in a home, and returns what the prompt prints.
fn piped(home: &Path, inputs: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .env("HOME", home)
        .env("XDG_DATA_HOME", home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    let text = inputs.iter().map(|input| format!("{input}\n")).collect::<String>();
    child.stdin.take().expect("an input").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_learner_goes_through_the_first_chapter() {
    let home = tempfile::tempdir().expect("a folder");
    let inputs = [
        ":learn first-steps",
        "20",
        "",
        "2",
        "",
        "$free = $disk + $used",
        "$free = $disk * $used",
        "$free = $disk - $used",
        "$doubled = memory * 2",
        "$doubled = $memory + $memory",
        "$line = 'web listens on port ${port}'",
        ":explore",
        "\"port ${port}\"",
        ":next",
        "$line = \"web listens on port ${port}\"",
        "false",
        "$is_high = true",
        ":solution",
        "$is_high = $port > 1023",
        "yes",
        "",
        "$last = $hosts[3]",
        ":hint",
        "$last = $hosts[-1]",
        ":skip",
        "$state = if $used > 450 { 'full' } else { 'ok' }",
        "file { '/etc/motd': ensure => file, content => \"Welcome to ${host}\" }",
        ":next",
        ":leave",
        ":learn",
    ];
    insta::assert_snapshot!(piped(home.path(), &inputs));
}

#[test]
fn the_lesson_has_a_session_of_its_own() {
    let home = tempfile::tempdir().expect("a folder");
    let shown = piped(home.path(), &["$disk = 'mine'", ":learn 1", ":skip", "$x = 5", ":leave", "$disk", "$x"]);
    assert!(shown.contains("'mine'"), "{shown}");
    assert!(!shown.trim_end().ends_with('5'), "{shown}");
}

#[test]
fn a_file_is_a_lesson_and_a_wrong_name_is_not() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.pp");
    std::fs::write(&file, "# %%\n#| exercise one\n#| task Set `$a` to 1.\n#| check value $a == 1\n").expect("written");
    let open = format!(":learn {}", file.display());
    let shown =
        piped(home.path(), &[&open, "$a = 2", "$a = 1", ":leave", ":learn valeus", ":hint", ":learn /etc/hostname"]);
    insta::assert_snapshot!(shown.replace(&home.path().display().to_string(), "HOME"));
}

#[test]
fn an_answer_that_never_ends_or_prints_escapes_is_answered_in_words() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("mine.pp");
    std::fs::write(&file, "# %%\n#| exercise one\n#| check value $a == 1\n").expect("written");
    let open = format!(":learn {}", file.display());
    let inputs = [
        ":set time 1",
        &open,
        "$a = Integer[1, 9000000000000].reduce |$m, $n| { $n }",
        "$a = \"\\u{1b}[31mred\\u{7}\"",
        "$a = ___",
        "$a = 1",
    ];
    let shown = piped(home.path(), &inputs);
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{7}'), "{shown}");
    for words in ["does not end in time", "hole", "\u{2713} Right."] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
}

#[test]
fn a_killed_learner_continues_at_the_open_step() {
    let home = tempfile::tempdir().expect("a folder");
    let mut first = Terminal::start_in(home.path(), &[], &[]);
    first.see("pprepl:1>");
    first.line(":learn 1").see("Step 1 of 15").line("14").see("Step 2 of 15");
    first.keys("\r").see("Step 3 of 15").kill();
    let mut second = Terminal::start_in(home.path(), &[], &[]);
    second.see("pprepl:1>");
    second.line(":learn 1").see("2 of 15 steps are done").see("Step 3 of 15");
    second.line("2").see("Step 4 of 15");
}

#[test]
fn a_damaged_progress_file_is_kept_and_reported() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("pprepl/learn");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("progress.jsonl");
    std::fs::write(
        &path,
        b"\xff\x1b[31m{\n{\"lesson\":\"first-steps\",\"step\":\"precedence\",\"time\":1,\"state\":\"done\"}\n",
    )
    .expect("written");
    let shown = piped(home.path(), &[":learn 1", "", ":leave"]);
    assert!(shown.contains("1 of 15 steps are done"), "{shown}");
    assert!(shown.contains("1 line of your progress cannot be read"), "{shown}");
    assert!(std::fs::read(&path).expect("it is there").starts_with(b"\xff\x1b[31m{\n"));
}

#[test]
fn text_is_as_wide_as_the_terminal() {
    let mut t = Terminal::ready();
    t.resize(40, 50).line(":learn first-steps").see("Step 1 of 15");
    let screen = t.screen();
    let rows: Vec<&str> = screen.lines().skip_while(|row| !row.contains("First steps")).collect();
    assert!(rows.iter().all(|row| row.chars().count() <= 48), "{screen}");
    assert!(rows.iter().any(|row| row.chars().count() > 40), "{screen}");
}
