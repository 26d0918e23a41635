//! The binary without a prompt: files, code, pipes, exit status, bad input.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn pprepl(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    pprepl(arguments).output().expect("pprepl runs")
}

/// Runs with `input` on the standard input.
fn pipe(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = pprepl(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    child.stdin.take().expect("stdin").write_all(input).expect("input is taken");
    child.wait_with_output().expect("pprepl ends")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("a status")
}

/// A folder with one file.
fn file(name: &str, text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    (folder, path)
}

#[test]
fn code_of_the_command_line_prints_its_value() {
    let output = run(&["-e", "[1, 2].map |$x| { $x * 2 }"]);
    assert_eq!((status(&output), out(&output).as_str(), err(&output).as_str()), (0, "[2, 4]\n", ""));
}

#[test]
fn several_pieces_of_code_share_a_session() {
    let output = run(&["-e", "$a = 1", "-e", "$a + 1"]);
    assert_eq!((status(&output), out(&output).as_str()), (0, "1\n2\n"));
}

#[test]
fn an_evaluation_error_is_status_1_and_a_syntax_error_2() {
    let failed = run(&["-e", "$nosuch"]);
    assert_eq!((status(&failed), out(&failed).as_str()), (1, ""));
    assert!(err(&failed).contains("unset-variable"), "{}", err(&failed));
    let invalid = run(&["-e", "$x = = 1"]);
    assert_eq!((status(&invalid), out(&invalid).as_str()), (2, ""));
    assert!(err(&invalid).contains("error[syntax]"), "{}", err(&invalid));
    assert_eq!(status(&run(&["-e", "1 2"])), 2, "validation counts as syntax");
}

#[test]
fn an_unknown_option_is_status_64() {
    let output = run(&["--nosuch"]);
    assert_eq!((status(&output), out(&output).as_str()), (64, ""));
    assert!(err(&output).contains("--nosuch"));
    assert_eq!(status(&run(&["--edition", "9"])), 64);
    assert_eq!(status(&run(&["--set", "nosuch=1"])), 64);
    assert_eq!(status(&run(&["tokens"])), 64);
}

#[test]
fn help_and_version_go_to_standard_output() {
    let help = run(&["--help"]);
    assert_eq!(status(&help), 0);
    assert!(out(&help).contains("Exit status"), "{}", out(&help));
    assert!(out(&run(&["--version"])).starts_with("pprepl 0."));
}

#[test]
fn a_file_is_evaluated_and_its_logs_go_to_standard_error() {
    let (_folder, path) = file("site.pp", "$x = 20\nnotice(\"x is ${x}\")\n$x + 1\n");
    let output = run(&[path.to_str().unwrap()]);
    assert_eq!((status(&output), out(&output).as_str()), (0, "21\n"));
    assert_eq!(err(&output), "Notice: x is 20\n");
    let quiet = run(&["--quiet", path.to_str().unwrap()]);
    assert_eq!((out(&quiet).as_str(), err(&quiet).as_str()), ("", ""));
}

#[test]
fn a_file_with_an_error_names_its_place() {
    let (_folder, path) = file("bad.pp", "$a = 1\n$b = $a + $nosuch\n");
    let output = run(&[path.to_str().unwrap()]);
    assert_eq!(status(&output), 1);
    assert!(err(&output).contains("bad.pp:2:11"), "{}", err(&output));
}

#[test]
fn piped_input_is_taken_as_typed() {
    let output =
        pipe(&[], b"$a = [1,\n  2]\n$t = @(END)\n  text {\n  | END\nif $a {\n  'yes'\n}\nelse {\n  'no'\n}\n:ast 1\n");
    assert_eq!(status(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), "[1, 2]\n\"text {\\n\"\n'yes'\n1\n");
}

#[test]
fn piped_input_goes_on_after_an_error() {
    let output = pipe(&[], b"$nosuch\n1 + 1\n");
    assert_eq!((status(&output), out(&output).as_str()), (1, "2\n"));
    let worst = pipe(&[], b"$x = = 1\n$nosuch\n'on'");
    assert_eq!((status(&worst), out(&worst).as_str()), (2, "'on'\n"));
}

#[test]
fn a_fix_shows_its_change_unless_it_is_quiet() {
    let change = "- $a = [1 2]\n+ $a = [1, 2]\n";
    let told = pipe(&[], b"$a = [1 2]\n:fix\n");
    assert_eq!((out(&told).as_str(), err(&told).ends_with(change)), ("[1, 2]\n", true), "{}", err(&told));
    let quiet = pipe(&["--quiet"], b"$a = [1 2]\n:fix\n");
    assert_eq!((out(&quiet).as_str(), err(&quiet).contains(change)), ("", false), "{}", err(&quiet));
}

#[test]
fn piped_input_ends_with_quit() {
    for quit in [":q", ":quit", " :q ", ":q\r"] {
        let output = pipe(&[], format!("1\n{quit}\n2\n$nosuch\n").as_bytes());
        assert_eq!((status(&output), out(&output).as_str()), (0, "1\n"), "{quit:?}: {}", err(&output));
    }
    let output = pipe(&[], b"1\n:qx\n2\n");
    assert_eq!(out(&output), "1\n2\n");
    assert!(err(&output).contains("unknown command ':qx'"), "{}", err(&output));
}

#[test]
fn log_lines_have_the_color_of_their_level() {
    let lines = b":set log_level debug\ndebug('d') info('i') notice('n') warning('w') err('e')\n";
    let output = pipe(&["--color", "always"], lines);
    let shown = out(&output) + &err(&output);
    insta::assert_snapshot!(shown.replace('\u{1b}', "^"));
    let plain = pipe(&["--color", "never"], lines);
    assert!(!err(&plain).contains('\u{1b}'), "{}", err(&plain));
}

#[test]
fn an_input_that_never_ends_is_told() {
    let output = pipe(&[], b"if true {\n");
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("error[syntax]"), "{}", err(&output));
    assert_eq!(status(&pipe(&[], b"")), 0);
}

#[test]
fn a_dash_is_the_standard_input_as_one_file() {
    let output = pipe(&["-"], b"$a = 1\n$a + 1\n");
    assert_eq!((status(&output), out(&output).as_str()), (0, "2\n"));
}

#[test]
fn json_is_a_line_for_each_evaluation() {
    let output = run(&["--json", "-e", "notice('hi')", "-e", "$nosuch"]);
    assert_eq!(status(&output), 1);
    let lines: Vec<serde_json::Value> =
        out(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["logs"], serde_json::json!([["notice", "hi"]]));
    assert_eq!(lines[0]["value"], "undef");
    assert_eq!(lines[1]["diagnostics"][0]["code"], "UNKNOWN_VARIABLE");
    assert!(lines[1].get("value").is_none());
}

#[test]
fn tokens_of_a_file() {
    let (_folder, path) = file("t.pp", "$a = 'x'\n");
    let output = run(&["tokens", path.to_str().unwrap()]);
    assert_eq!((status(&output), out(&output).as_str()), (0, "1:1\tVARIABLE\ta\n1:4\tEQUALS\t=\n1:6\tSTRING\tx\n"));
    let json = run(&["tokens", "--json", path.to_str().unwrap()]);
    let data: serde_json::Value = serde_json::from_str(&out(&json)).expect("JSON");
    assert_eq!(data["tokens"][0], serde_json::json!(["VARIABLE", "a", 1, 1]));
}

#[test]
fn the_tree_of_a_file_and_of_a_template() {
    let (_folder, path) = file("t.pp", "1 + 2\n");
    assert_eq!(out(&run(&["ast", path.to_str().unwrap()])), "(+ 1 2)\n");
    let (_folder, path) = file("t.epp", "a <%= 1 %>");
    let output = run(&["ast", path.to_str().unwrap()]);
    assert!(out(&output).contains("render-s"), "{}{}", out(&output), err(&output));
    let (_folder, path) = file("bad.pp", "1 +\n");
    assert_eq!(status(&run(&["ast", path.to_str().unwrap()])), 2);
}

#[test]
fn check_reports_without_running() {
    let (_folder, good) = file("good.pp", "fail('never run')\n");
    let output = run(&["check", good.to_str().unwrap()]);
    assert_eq!((status(&output), out(&output).as_str()), (0, ""), "{}", err(&output));
    let (_folder, bad) = file("bad.pp", "class c { 1 }\n$x = = 2\n");
    let output = run(&["check", "--json", good.to_str().unwrap(), bad.to_str().unwrap()]);
    assert_eq!(status(&output), 2);
    assert_eq!(out(&output).lines().count(), 2);
}

#[test]
fn files_that_cannot_be_used_are_told() {
    let missing = run(&["/nosuch/file.pp"]);
    assert_eq!(status(&missing), 64);
    assert!(err(&missing).contains("cannot read /nosuch/file.pp: no such file"), "{}", err(&missing));
    let folder = tempfile::tempdir().unwrap();
    let folder = run(&[folder.path().to_str().unwrap()]);
    assert!(err(&folder).contains("is a directory"), "{}", err(&folder));
    let (_folder, latin) = file("latin.pp", b"$ok = 1\n$a = 'caf\xe9'\n");
    let output = run(&[latin.to_str().unwrap()]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("latin.pp:2:10"), "{}", err(&output));
    let (_folder, bom) = file("bom.pp", "\u{feff}$a = 1\n");
    let output = run(&[bom.to_str().unwrap()]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("file-encoding"), "{}", err(&output));
}

#[test]
fn invalid_utf8_on_the_standard_input_is_told() {
    let output = pipe(&[], b"1\n'\xff'\n2\n");
    assert_eq!(status(&output), 2);
    assert!(out(&output).starts_with("1\n"));
    assert!(err(&output).contains("not UTF-8"), "{}", err(&output));
}

#[test]
fn colours_are_as_asked() {
    let plain = run(&["-e", "$nosuch"]);
    assert!(!err(&plain).contains('\u{1b}'), "no terminal, no colours");
    let colored = run(&["--color", "always", "-e", "$nosuch"]);
    assert!(err(&colored).contains("\u{1b}["), "{}", err(&colored));
    let never = run(&["--color=never", "-e", "warning('x')"]);
    assert_eq!(err(&never), "Warning: x\n");
}

#[test]
fn control_characters_are_shown_not_sent() {
    let output = run(&["-e", "notice(\"a\\u{1b}[2Jb\")", "-e", "\"\\u{9b}31m\""]);
    assert!(err(&output).contains("a\\e[2Jb"), "{}", err(&output));
    assert!(!out(&output).contains('\u{9b}'), "{}", out(&output));
}

#[test]
fn a_closed_pipe_is_no_news() {
    let script =
        format!("{} -e 'Integer[1, 200000].map |$i| {{ \"line ${{i}}\" }}' | head -c 10", env!("CARGO_BIN_EXE_pprepl"));
    let output = Command::new("sh").args(["-c", &script]).output().expect("sh runs");
    assert_eq!(err(&output), "");
    // The status is that of tools that SIGPIPE ends.
    let status_of = format!("{{ {}; echo $? >&2; }} | true", script.split(" | ").next().unwrap_or_default());
    let output = Command::new("sh").args(["-c", &status_of]).output().expect("sh runs");
    assert_eq!(err(&output), "141\n");
}

#[test]
fn editions_change_the_answer() {
    assert_eq!(out(&run(&["-e", "'1' + 1"])), "2\n");
    assert_eq!(status(&run(&["--edition", "puppet8", "-e", "'1' + 1"])), 1);
    assert_eq!(status(&run(&["--set", "strict=error", "-e", "'1' + 1"])), 1);
}

#[test]
fn limits_end_what_would_never_end() {
    let recursion = run(&["-e", "function f() { f() }\nf()"]);
    assert_eq!(status(&recursion), 1);
    assert!(err(&recursion).contains("call-depth"), "{}", err(&recursion));
    let brackets = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let nested = run(&["-e", &brackets]);
    assert_eq!(status(&nested), 2);
    assert!(err(&nested).contains("nesting"), "{}", err(&nested));
    let range = run(&["--set", "elements=100000", "-e", "Integer[1, 100000000000].map |$x| { $x }"]);
    assert_eq!(status(&range), 1);
    assert!(err(&range).contains("100000 elements"), "{}", err(&range));
}

#[test]
fn the_session_outlives_a_limit() {
    let output = pipe(&[], b"function f($x) { f([$x]) }\nf(1)\n'alive'\n");
    assert_eq!((status(&output), out(&output).as_str()), (1, "undef\n'alive'\n"), "{}", err(&output));
}

#[test]
fn completions_and_the_man_page_are_printed() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert_eq!(status(&output), 0);
        assert!(out(&output).contains("pprepl"));
    }
    assert!(out(&run(&["man"])).contains(".TH \"PPREPL\" \"1\""));
}

#[test]
fn memory_is_not_filled_by_doubling() {
    let limits = ["--set", "elements=100000"];
    let doubled = |code: &str| run(&[limits[0], limits[1], "-e", code]);
    let array = doubled("Integer[1, 40].reduce([1]) |$a, $i| { $a + $a }");
    assert!(err(&array).contains("100000 are the limit"), "{}", err(&array));
    let text = doubled("Integer[1, 40].reduce('x') |$a, $i| { \"${a}${a}\" }");
    assert!(err(&text).contains("the most that a string may have"), "{}", err(&text));
    let shared = doubled("Integer[1, 60].reduce({}) |$h, $i| { {'a' => $h, 'b' => $h} }");
    assert_eq!((status(&shared), out(&shared).as_str()), (0, "(a value too long to be shown)\n"), "{}", err(&shared));
}

#[test]
fn a_value_without_a_source_form_is_shown_as_text() {
    let letter = ["--set", "edition=puppet8", "-e", "Timestamp(0)"];
    assert_eq!(out(&run(&letter)), "1970-01-01T00:00:00.000000000 UTC\n");
    assert_eq!(out(&run(&["-e", "Timestamp(0)"])), "Timestamp('1970-01-01T00:00:00.000000000 UTC')\n");
    assert_eq!(out(&run(&["-e", "[1, 2].reverse_each"])), "[2, 1]\n");
}

#[test]
fn a_value_nested_without_reason_is_told_not_died_of() {
    let output = run(&["-e", "Integer[1, 100000].reduce([]) |$a, $i| { [$a] }", "-e", "'alive'"]);
    let wanted = "(a value nested too deeply to show)\n'alive'\n";
    assert_eq!((status(&output), out(&output).as_str()), (0, wanted), "{}", err(&output));
}

#[test]
fn data_are_named_on_the_command_line() {
    let here = &pprepl_testing::path("tests/hiera");
    let environment = format!("{here}/environments/production");
    let (facts, global) = (format!("{here}/facts.yaml"), format!("{here}/global/hiera.yaml"));
    let code = "[lookup('site_name'), lookup('role_value'), lookup('web::package')]";
    let found = run(&["--environment", &environment, "--facts", &facts, "--hiera", &global, "-e", code]);
    assert_eq!(out(&found).trim(), "['Global Site', 'role frontend on web1', 'apache2']", "{}", err(&found));
    let missing = run(&["--hiera", "/no/such/file", "-e", "1"]);
    assert!(status(&missing) == 64 && err(&missing).contains("/no/such/file"), "{}", err(&missing));
}

#[test]
fn fmt_writes_files_and_filters_the_standard_input() {
    let (_folder, path) = file("site.pp", "$a=1\nfile{'x':\nensure=>file\n}\n");
    let name = &pprepl_files::slashed(&path);
    let checked = run(&["fmt", "--check", name]);
    assert_eq!((status(&checked), out(&checked)), (1, format!("{name}\n")));
    let difference = run(&["fmt", "--diff", name]);
    assert!(out(&difference).contains("@@ -1,4 +1,4 @@\n-$a=1\n"), "{}", out(&difference));
    assert_eq!(status(&run(&["fmt", name])), 0);
    let formatted = "$a = 1\nfile { 'x':\n  ensure => file,\n}\n";
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), formatted);
    assert_eq!(status(&run(&["fmt", "--check", name])), 0);
    let filtered = pipe(&["fmt", "-"], b"$a=[1 ,2]");
    assert_eq!((status(&filtered), out(&filtered).as_str()), (0, "$a = [1, 2]\n"));
}

#[test]
fn fmt_leaves_a_text_with_errors_as_it_is() {
    let (_folder, path) = file("site.pp", "$a=(1\n");
    let output = run(&["fmt", path.to_str().expect("a name")]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("error[syntax]"), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "$a=(1\n");
    assert_eq!(out(&pipe(&["fmt", "-"], b"$a=(1\n")), "$a=(1\n", "a filter loses nothing");
}

#[test]
fn fmt_goes_through_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("manifests/.hidden");
    std::fs::create_dir_all(&inner).expect("folders");
    let (init, template) = (folder.path().join("manifests/init.pp"), folder.path().join("motd.epp"));
    let others = [(inner.join("x.pp"), "$a=1\n"), (folder.path().join("README.md"), "a=1\n")];
    let written = [(init.clone(), "$a=1\n"), (template.clone(), "<%=$a%>\n")].into_iter().chain(others.clone());
    written.for_each(|(path, text)| std::fs::write(path, text).expect("a file"));
    let name = folder.path().to_str().expect("a name");
    let named = format!("{}\n{}\n", pprepl_files::slashed(&init), pprepl_files::slashed(&template));
    let checked = run(&["fmt", "--check", name]);
    assert_eq!((status(&checked), out(&checked)), (1, named), "{}", err(&checked));
    assert_eq!(status(&run(&["fmt", name])), 0);
    for (path, text) in others.into_iter().chain([(init, "$a = 1\n"), (template, "<%= $a %>\n")]) {
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), text, "{}", path.display());
    }
    assert_eq!(status(&run(&["fmt", "--check", name])), 0);
    assert_eq!(status(&run(&["fmt", "/no/such/folder"])), 64);
}

#[test]
fn fmt_touches_only_the_code_of_a_template() {
    let (_folder, path) = file("motd.epp", "a  =>  b\n<%if $x{-%>\nx<%=$x+1%>\n<%}-%>\n");
    assert_eq!(status(&run(&["fmt", path.to_str().expect("a name")])), 0);
    let formatted = "a  =>  b\n<% if $x { -%>\nx<%= $x + 1 %>\n<% } -%>\n";
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), formatted);
}

/// The file that a link leads to is written, the link stays.
#[cfg(unix)]
#[test]
fn fmt_writes_through_links_and_keeps_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.pp"), folder.path().join("link.pp"));
    std::fs::write(&real, "$a=1\n").unwrap();
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.pp", &link).unwrap();
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_pprepl")).arg("fmt").arg(&link).status().unwrap();
    assert!(status.success());
    assert_eq!(std::fs::read_to_string(&real).unwrap(), "$a = 1\n");
    assert!(link.is_symlink());
    assert_eq!(std::fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside them");
}

/// Runs pprepl in a folder.
fn run_in(folder: &std::path::Path, arguments: &[&str]) -> Output {
    pprepl(arguments).current_dir(folder).output().expect("pprepl runs")
}

#[test]
fn options_may_stand_before_a_subcommand() {
    let (folder, _) = file("x.pp", "$x = )");
    let rows: &[&[&str]] = &[
        &["-q", "check", "x.pp"],
        &["--modulepath", "m", "check", "x.pp"],
        &["--edition", "8", "--set=depth=50", "check", "x.pp"],
        &["--json", "check", "x.pp"],
    ];
    for arguments in rows {
        let output = run_in(folder.path(), arguments);
        let text = format!("{}{}", out(&output), err(&output));
        assert_eq!(status(&output), 2, "{arguments:?}: {text}");
        assert!(text.contains("x.pp"), "{arguments:?}: {text}");
        assert!(!text.contains("cannot read check"), "{arguments:?}: {text}");
    }
    let output = run_in(folder.path(), &["--set", "depth=77", "--set", "color=on", "check", "--set", "bad", "x.pp"]);
    assert_eq!(status(&output), 64, "options of both sides count: {}", err(&output));
    let output = run_in(folder.path(), &["-e", "1", "check", "x.pp"]);
    assert_eq!(status(&output), 64, "what a subcommand does not take is refused");
    assert!(err(&output).contains("-e"), "{}", err(&output));
}

#[test]
fn a_subcommand_goes_before_a_file_of_its_name() {
    let (folder, _) = file("check", "notice('evaluated')");
    std::fs::write(folder.path().join("x.pp"), "1 + 1").expect("written");
    let output = run_in(folder.path(), &["-q", "check", "x.pp"]);
    assert!(!err(&output).contains("evaluated"), "{}", err(&output));
    for arguments in [&["./check"][..], &["--", "check"], &["--color", "never", "./check"]] {
        let output = run_in(folder.path(), arguments);
        assert!(err(&output).contains("evaluated"), "{arguments:?}: {}", err(&output));
    }
    assert!(out(&run(&["--help"])).contains("./check"));
}

#[test]
fn an_operand_that_is_nearly_a_subcommand_gets_advice() {
    let (folder, _) = file("x.pp", "1");
    for (arguments, meant) in
        [(&["chek", "x.pp"][..], "check"), (&["-q", "ntoebook"], "notebook"), (&["x.pp", "run"], "run")]
    {
        let output = run_in(folder.path(), arguments);
        assert_eq!(status(&output), 64);
        assert!(err(&output).contains(&format!("pprepl {meant}")), "{arguments:?}: {}", err(&output));
    }
    assert!(!err(&run_in(folder.path(), &["nosuch.pp"])).contains("subcommand"));
}

/// Starts pprepl, interrupts it when it says `go`, and gives its status and what it said.
#[cfg(unix)]
fn interrupted(folder: &std::path::Path, arguments: &[&str]) -> (Option<i32>, String) {
    use std::io::{BufRead, BufReader, Read};

    use pprepl_testing::process::Ended;

    let child = pprepl(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pprepl starts");
    let mut child = Ended(child);
    let mut errors = BufReader::new(child.0.stderr.take().expect("stderr"));
    let mut said = String::new();
    errors.read_line(&mut said).expect("a line");
    assert!(said.contains("go"), "{said}");
    let process = child.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &process]).status().expect("kill").success());
    errors.read_to_string(&mut said).expect("text");
    (child.0.wait().expect("it ends").code(), said)
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_status_130() {
    let endless = "notice('go')\nInteger[1, 9223372036854775807].each |$x| { }";
    let (folder, _) = file("x.pp", endless);
    std::fs::write(folder.path().join("n.pp"), format!("# %%\n{endless}\n# %%\nnotice('after')\n")).expect("written");
    let rows: &[&[&str]] =
        &[&["-e", endless, "-e", "notice('after')"], &["x.pp"], &["run", "n.pp"], &["catalog", "x.pp"]];
    for arguments in rows {
        let (status, said) = interrupted(folder.path(), arguments);
        assert_eq!(status, Some(130), "{arguments:?}: {said}");
        assert!(!said.contains("after"), "{arguments:?}: {said}");
    }
}

#[test]
fn limits_are_options_of_every_way_to_start() {
    let code = "$a = 1\nInteger[1, 9223372036854775807].reduce([]) |$m, $x| { $m + [$x, $x] }";
    let (folder, _) = file("n.pp", format!("# %%\n{code}\n"));
    for (option, limit, wanted) in
        [("--time", "1", "TIME_LIMIT"), ("--steps", "500", "STEP_LIMIT"), ("--memory", "32", "MEMORY_LIMIT")]
    {
        let output = run(&[option, limit, "-e", code]);
        assert_eq!(status(&output), 1);
        let topic = wanted.to_lowercase().replace('_', "-");
        assert!(err(&output).contains(&format!("error[{topic}]")), "{}", err(&output));
        let json = run(&[option, limit, "--json", "-e", code]);
        assert!(out(&json).contains(wanted) && out(&json).contains("\"line\":2"), "{}", out(&json));
        let junit = run_in(folder.path(), &["run", option, limit, "--junit", "n.pp"]);
        assert!(out(&junit).contains(&topic) && out(&junit).contains("n.pp:3:"), "{}", out(&junit));
    }
    assert_eq!(status(&run(&["--time", "-1", "-e", "1"])), 64);
    assert_eq!(status(&run(&["--memory", "99999999", "-e", "1"])), 64);
}

/// What a terminal would obey, hide or reorder.
const HIDDEN: &str = "\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200b}\u{200d}\u{feff}\u{180e}\u{115f}\u{3164}";

#[test]
fn json_is_ascii_where_characters_are_hidden() {
    let text = format!("notify {{ 'a{HIDDEN}': }}\n$x = \"{HIDDEN}\"\n$nosuch{{\"{HIDDEN}\"}}");
    let (folder, _) = file("x.pp", &text);
    let rows: &[&[&str]] = &[
        &["--json", "x.pp"],
        &["tokens", "--json", "x.pp"],
        &["ast", "--json", "x.pp"],
        &["check", "--json", "x.pp"],
        &["check", "--sarif", "x.pp"],
        &["run", "--json", "x.pp"],
        &["run", "--junit", "x.pp"],
    ];
    let catalog = file("c.pp", format!("notify {{ 'a{HIDDEN}': message => \"{HIDDEN}\" }}"));
    let of_catalog: &[&str] = &["catalog", "c.pp"];
    let all = rows.iter().map(|arguments| (*arguments, folder.path())).chain([(of_catalog, catalog.0.path())]);
    for (arguments, folder) in all {
        let output = run_in(folder, arguments);
        assert!(!output.stdout.is_empty(), "{arguments:?}: {}", err(&output));
        let sent = out(&output).chars().find(|ch| HIDDEN.contains(*ch) && !ch.is_ascii_graphic()).map(u32::from);
        let joiner = sent == Some(0x200d) && arguments.contains(&"--junit");
        assert!(sent.is_none() || joiner, "{arguments:?} sends U+{sent:04x?}");
    }
}

#[test]
fn values_show_what_is_invisible() {
    let shown = out(&run(&["-e", "\"a\\u{180e}b\\u{115f}c\\u{3164}d\""]));
    for (raw, escape) in [('\u{180e}', "180e"), ('\u{115f}', "115f"), ('\u{3164}', "3164")] {
        assert!(!shown.contains(raw) && shown.to_lowercase().contains(escape), "{shown:?}");
    }
}

#[test]
fn fmt_diff_into_a_pipe_is_as_it_is() {
    let (folder, _) = file("e.pp", "$x='\u{1b}]52;c;x\u{7}'\n");
    let output = run_in(folder.path(), &["fmt", "--diff", "e.pp"]);
    assert!(out(&output).contains("\u{1b}]52;c;x\u{7}"), "{:?}", out(&output));
}

#[test]
fn subcommand_names_are_lower_case_letters() {
    // A command line without such a word is parsed without the subcommands.
    for subcommand in pprepl::batch::arguments::description().get_subcommands() {
        assert!(subcommand.get_name().bytes().all(|b| b.is_ascii_lowercase()), "{}", subcommand.get_name());
    }
}

#[test]
fn explain_prints_pages_and_suggests_names() {
    let found = run(&["explain", "assigned-twice"]);
    assert_eq!(found.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&found.stdout).contains("Right"));
    let data: serde_json::Value = serde_json::from_slice(&run(&["explain", "operand", "--json"]).stdout).unwrap();
    assert_eq!(data["topic"], "operand");
    let unknown = run(&["explain", "assigned-twise"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("assigned-twice"));
    assert!(String::from_utf8_lossy(&run(&["explain"]).stdout).contains("variables"));
}
