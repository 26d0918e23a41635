//! Sessions as their users meet them: every statement's value, files step by step, match variables and their life,
//! limits of output, node data of a classifier, and the formats that run again.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";
const CTRL_U: &str = "\u{15}";

/// Runs pprepl in a directory. Returns the exit status, the output and the errors.
fn run(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder)
        .env_remove("FORCE_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the input is read");
    let output = child.wait_with_output().expect("pprepl ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

/// Runs lines as piped input.
#[track_caller]
fn piped(lines: &[&str]) -> String {
    let folder = folder();
    let (_, out, err) = run(folder.path(), &[], &(lines.join("\n") + "\n"));
    format!("{out}{err}")
}

#[test]
fn echo_all_shows_the_value_of_each_statement_with_its_line() {
    let mut t = Terminal::ready();
    t.line(":set echo all").see("echo = all");
    t.line("$a = 1; $a + 1; 'last'").see("=> 1  # line 1").see("=> 2  # line 1").see("=> 'last'").see("pprepl:2>");
    t.line("1 2").see("=> 1  # line 1").see("=> 2").see("pprepl:3>");
    // A word in front of others stays an error, as does a value in a body.
    t.line("echo 'a'").see("write `notice('a')`");
    t.line("if true { 1; 2 }").see("without effect");
    t.line(":set echo last").see("echo = last").line("1; 2").see("without effect");
}

#[test]
fn echo_all_is_obeyed_in_pipes_and_json() {
    let out = piped(&[":set echo all", "function f($x) { $x }; f(3); 4"]);
    assert!(out.ends_with("3  # line 1\n4\n"), "{out}");
    let folder = folder();
    let (_, out, _) = run(folder.path(), &["--json", "--set", "echo=all", "-e", "1\n[2]\n3"], "");
    assert!(out.contains(r#""statements":[{"line":1,"value":"1"},{"line":2,"value":"[2]"}]"#), "{out}");
}

const PLAYED: &str = "# Ports of the web server.\n$ports = [80, 443]\n\n$text = @(END)\n  a ${x}\n  | END\n\
                      $port = 8080 $next = $port + 1\n$ports[0] + 'x'\nnotice('end')\n";

#[test]
fn a_file_is_played_step_by_step() {
    let home = folder();
    fs::write(home.path().join("site.pp"), PLAYED).expect("a file");
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>").line(":play site.pp").see("site.pp has 5 steps. Enter runs one").see("site.pp:1  step 1 of 5");
    t.see("$ports = [80, 443]").keys("\r").see("=> [80, 443]");
    t.see("site.pp:4  step 2 of 5").see("| END").keys("\r").see("=> \"a \\${x}\\n\"");
    t.see("site.pp:7  step 3 of 5").keys("\r").see("=> 8081");
    // A step that fails stays, with the line of the file; the changed step runs.
    t.see("site.pp:8  step 4 of 5").keys("\r").see("site.pp:8:").see("pprepl:5> $ports[0] + 'x'");
    t.keys(CTRL_U).keys("$ports[0] + 1\r").see("=> 81");
    // Ctrl-C pauses.
    t.see("site.pp:9  step 5 of 5").keys(CTRL_C).see("Paused site.pp; 1 step left. ':play' continues.");
    t.line("1 + 1").see("=> 2").line(":play").see("step 5 of 5").keys("\r").see("Notice: end");
    t.see("site.pp is played to its end.").line(":play").see("Nothing is played.");
}

#[test]
fn steps_are_omitted_and_the_rest_runs_to_the_first_error() {
    let home = folder();
    fs::write(home.path().join("site.pp"), PLAYED).expect("a file");
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>").line(":play site.pp").see("step 1 of 5").keys(CTRL_C).see("Paused site.pp");
    t.line(":play skip")
        .see("step 2 of 5")
        .keys(CTRL_C)
        .see("4 steps left")
        .line(":play rest")
        .see("=> 8081")
        .see("unknown variable `$ports`");
    t.see("step 4 of 5").keys(CTRL_C).line(":play stop").see("Ended site.pp; 2 steps did not run.");
}

#[test]
fn a_file_is_played_in_a_pipe() {
    let home = folder();
    fs::write(home.path().join("site.pp"), "$a = 1\n\n# twice\n$b = $a * 2\n$c = $nothing\nnotice('never')\n")
        .expect("a file");
    let (status, out, err) = run(home.path(), &["-e", ":play site.pp"], "");
    assert_eq!(out, "site.pp:1> $a = 1\n1\nsite.pp:3> # twice\n$b = $a * 2\n2\nsite.pp:5> $c = $nothing\n");
    assert!(err.contains("site.pp:5:6"), "{err}");
    assert_eq!(status, 1);
    fs::write(home.path().join("bad.pp"), "$a = 1\n$b = = 2\n").expect("a file");
    let (status, out, err) = run(home.path(), &["-e", ":play bad.pp"], "");
    assert!(out.is_empty() && err.contains("bad.pp:2:6"), "{out}{err}");
    assert_ne!(status, 0);
}

#[test]
fn a_match_is_explained_with_its_groups_and_their_places() {
    let out = piped(&[":match 'web01.example' =~ /(web)(\\d+)/"]);
    assert!(out.contains("$1  'web'    characters 1 to 3"), "{out}");
    assert!(out.contains("$0, $1, ... are valid until the next successful match"), "{out}");
    let out = piped(&[":match 'foox' =~ /foo(y)/"]);
    assert!(out.contains("does not match") && out.contains("matches up to /foo/, not with (y)"), "{out}");
    let out = piped(&[":match regsubst('a1b2', '\\d', '<\\0>', 'G')"]);
    assert!(out.contains("'a<1>b<2>'") && out.contains("regsubst() does not set $0, $1, ..."), "{out}");
}

#[test]
fn match_variables_tell_who_set_them_and_when_they_are_stale() {
    let mut t = Terminal::ready();
    t.line("'web01' =~ /(\\d+)/").see("=> true").line("'x' =~ /(y)/").see("=> false");
    t.line(":match")
        .see("$1  '01'")
        .see("set by input 1: 'web01' =~ /(\\d+)/")
        .see("the match of input 2 did not set them");
    t.line(":scope").see("match variables").see("$1  = '01'  input 1");
    t.line("if 'a' =~ /(a)/ { notice($1) }  notice($1)").see("Notice: a").see("Notice: 01");
    t.see("note[older-match]: $1 is not of the match in line 1, which ended with its if").see("it has the value of");
}

#[test]
fn a_heredoc_tells_of_lines_left_of_its_margin_and_of_equal_tags() {
    let out = piped(&["$t = @(END)", "    in", "  left", "    | END", ":heredoc"]);
    assert!(out.contains("line 3 starts left of the margin: nothing is removed from it"), "{out}");
    let out = piped(&[":heredoc [@(T), @(T)]", "one", "T", "two", "T"]);
    assert!(out.contains("2 heredocs of this line have the tag T: the first end line ends the first of them"), "{out}");
}

#[test]
fn a_long_list_of_hashes_is_a_table_at_the_prompt() {
    let mut t = Terminal::ready();
    let rows = "Integer[1, 3].map |$i| { { 'name' => \"web0${i}.example.com\", 'port' => 8000 + $i } }";
    t.line(rows)
        .see("=> name               port")
        .see("   web01.example.com  8001")
        .see(": Array[Hash[Enum['name', 'port'],");
    t.line(":out").see("[{'name' => 'web01.example.com', 'port' => 8001}");
    t.line(":set tables off").see("tables = off").line(rows).see("{'name' => 'web01.example.com', 'port' => 8001}");
    t.line("[{'a' => 1}, {'a' => 2}]").see("=> [{'a' => 1}, {'a' => 2}]");
}

#[test]
fn depth_and_lines_are_limited_also_in_pipes() {
    let folder = folder();
    let deep = "{ 'a' => { 'b' => [1, { 'c' => 2 }] }, 'd' => [] }";
    let (_, out, _) = run(folder.path(), &["--set", "output_depth=2", "-e", deep], "");
    assert_eq!(out, "{'a' => {'b' => […]}, 'd' => []}\n");
    let long = "Integer[1, 100].map |$i| { \"line ${i}\" }";
    let (_, out, _) = run(folder.path(), &["--set", "output_lines=3", "-e", long], "");
    assert_eq!(out.lines().count(), 4, "{out}");
    assert!(out.ends_with("more lines\n"), "{out}");
    let (_, out, _) = run(folder.path(), &["-e", long], "");
    assert_eq!(out.lines().count(), 1);
    let mut t = Terminal::ready();
    t.line(":set output_depth 1").see("output_depth = 1").line(deep).see("=> {'a' => {…}, 'd' => []}");
}

#[test]
fn the_data_of_a_classifier_apply_before_and_after_the_files() {
    let home = folder();
    fs::write(
        home.path().join("site.pp"),
        "notice(\"role ${role}\")\nclass web($port = 80) { notice(\"port ${port}\") }\n",
    )
    .expect("a file");
    fs::write(
        home.path().join("enc.yaml"),
        "parameters:\n  role: front\nclasses:\n  web:\n    port: 8080\nenvironment: x\n",
    )
    .expect("a file");
    let (status, out, err) = run(home.path(), &["--enc", "enc.yaml", "site.pp", "-e", "$role"], "");
    assert_eq!((status, &*out), (0, "'front'\n"), "{err}");
    assert_eq!(err, "Notice: role front\nNotice: port 8080\n");
    let (status, out, _) = run(home.path(), &["--enc", "enc.yaml", "catalog", "site.pp"], "");
    assert!(status == 0 && out.contains("\"Web\"") && out.contains("8080"), "{out}");
    let (status, _, err) = run(home.path(), &["--enc", "site.pp", "-e", "1"], "");
    assert!(status == 64 && err.contains("--enc: site.pp is not the output of a classifier"), "{err}");
    let mut t = Terminal::start_in(home.path(), &["--enc", "enc.yaml", "-i", "site.pp"], &[]);
    t.see("Notice: role front").see("Notice: port 8080").line("$role").see("=> 'front'");
}

#[test]
fn saved_sessions_run_again_in_each_form() {
    let home = folder();
    let session = "$port = 80\n$port + 1\nfunction f($x) { $x * 2 }\nf($port)\n$t = @(END)\n  x\n  | END\n\
                   :save s.pp\n:save s.md\n:save s.ipynb\n:save --notebook nb.pp\n:save s.txt\n";
    let (_, out, err) = run(home.path(), &[], session);
    assert_eq!(out.matches("Saved").count(), 5, "{out}{err}");
    for name in ["s.md", "s.ipynb", "nb.pp"] {
        let (status, out, err) = run(home.path(), &["run", name], "");
        assert_eq!(status, 0, "{name}: {err}");
        for value in ["80\n", "81\n", "160\n", "\"x\\n\"\n"] {
            assert!(out.contains(value), "{name}: {value:?} in {out}");
        }
    }
    let (status, _, err) = run(home.path(), &["s.pp"], "");
    assert_eq!(status, 0, "{err}");
    let (status, out, err) = run(home.path(), &["test", "s.txt"], "");
    assert_eq!(status, 0, "{out}{err}");
}

#[test]
fn a_cycle_is_told_when_it_arises() {
    let mut t = Terminal::ready();
    t.line("notify { 'a': require => Notify['b'] }").see("is not declared so far");
    t.line("notify { 'b': require => Notify['a'] }").see("note[dependency-cycle]").see("Notify['a'] => Notify['b']");
}

#[test]
fn a_cycle_is_told_at_the_end_of_a_pipe() {
    let folder = folder();
    let code = "notify { 'a': require => Notify['b'] } notify { 'b': require => Notify['a'] }";
    let (status, _, err) = run(folder.path(), &[], &format!("{code}\n"));
    assert!(err.contains("warning[dependency-cycle]"), "{err}");
    assert_eq!(status, 0);
    let (_, _, err) = run(folder.path(), &["-e", "notify { 'a': }"], "");
    assert!(err.is_empty(), "{err}");
}

#[test]
fn keys_lists_the_active_keys_and_those_of_the_user() {
    let home = folder();
    fs::create_dir(home.path().join("pprepl")).expect("a directory");
    fs::write(home.path().join("pprepl/config.toml"), "[keys]\n\"prompt.align\" = \"alt-a\"\n").expect("a file");
    let mut t = Terminal::start_in(home.path(), &[], &[("XDG_CONFIG_HOME", home.path().to_str().expect("a name"))]);
    t.see("pprepl:1>").line(":keys align").see("alt-a  prompt.align (config.toml)").see("Alt-=").lose("Ctrl-Z");
}

#[test]
fn each_result_of_rpc_has_the_version_of_its_form() {
    let folder = folder();
    let request = |id: u32, method: &str, params: &str| {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}\n")
    };
    let requests = request(1, "eval", "{\"source\":\"1\"}")
        + &request(2, "command", "{\"line\":\":type 1\"}")
        + &request(3, "reset", "{}");
    let (_, out, _) = run(folder.path(), &["rpc"], &requests);
    assert_eq!(out.lines().count(), 3);
    assert!(out.lines().all(|line| line.contains("\"result\":{\"version\":1")), "{out}");
}

#[test]
fn plain_style_has_sentences_without_drawings() {
    let folder = folder();
    let plain = |code: &str| run(folder.path(), &["--style", "plain", "-e", code], "").1;
    assert_eq!(
        plain(":lattice Boolean"),
        "Directly above Boolean: ScalarData.\nDirectly below Boolean: Boolean[true], Boolean[false].\n"
    );
    assert_eq!(
        plain(":table [{ 'a' => 1, 'b' => 'x' }, { 'a' => 2, 'b' => 'y' }]"),
        "Row 1: a 1; b x.\nRow 2: a 2; b y.\n"
    );
    let mut t = Terminal::start_in(folder.path(), &["--style", "plain"], &[]);
    t.see("pprepl:1>")
        .line(":set echo all")
        .see("echo = all")
        .line("1; 'b'")
        .see("Value of line 1: 1")
        .see("Value: 'b'");
    let rows = "Integer[1, 3].map |$i| { { 'name' => \"web0${i}.example.com\", 'port' => 8000 + $i } }";
    t.line(rows).see("Value: [");
}
