//! `pprepl run`: a notebook without a screen, with its exit status, its places, and its reports for machines.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use pprepl_testing::process::Ended;

fn pprepl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(arguments).env_remove("NO_COLOR").stdin(Stdio::null()).output().unwrap()
}

fn notebook(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pp");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

/// Standard output, standard error with the file's name shortened, and the status.
fn run(path: &Path, options: &[&str]) -> (String, String, i32) {
    let mut arguments = vec!["run"];
    arguments.extend(options);
    let file = path.to_str().unwrap();
    arguments.push(file);
    let output = pprepl(&arguments);
    let shown = file.replace('\\', "/");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&shown, "lesson.pp").replace(file, "lesson.pp");
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
}

const LESSON: &str = "# %% [markdown]
# # Numbers
#
# Prose with $x = 9 in it.

# %% Set it
$x = 2

# %% Use it
notice(\"x is ${x}\")
$x * 21

# %%
function twice($n) { $n * 2 }
";

#[test]
fn a_notebook_runs_top_to_bottom() {
    let (_folder, path) = notebook(LESSON);
    assert_eq!(run(&path, &[]), ("2\n42\n".to_owned(), "Notice: x is 2\n".to_owned(), 0));
}

#[test]
fn a_failing_cell_is_told_with_its_place_in_the_file() {
    let (_folder, path) = notebook("# %%\n$x = 1\n\n# %%\n\n$x + $y\n\n# %%\n'still runs'\n");
    let (out, err, status) = run(&path, &[]);
    assert_eq!((out.as_str(), status), ("1\n'still runs'\n", 1));
    assert!(err.contains("unset-variable") && err.contains("lesson.pp:6:6"), "{err}");
    let (_folder, path) = notebook("# %%\n$x = (\n");
    assert_eq!(run(&path, &[]).2, 2);
    assert_eq!(run(Path::new("/no/such/lesson.pp"), &[]).2, 64);
}

/// The lines that advice names are the file's, as those of the frames are.
#[test]
fn advice_names_lines_of_the_file() {
    let (_folder, path) = notebook("# %%\n1\n\n# %%\n$x = [\n  1\n");
    for options in [&[][..], &["--check"]] {
        let (_, err, _) = run(&path, options);
        assert!(err.contains("lesson.pp:5:6") && err.contains("close the `[` of line 5"), "{err}");
    }
}

#[test]
fn cells_in_the_wrong_order_are_explained() {
    let (_folder, path) = notebook("# %%\n$y = $x + 1\n\n# %%\n$x = 1\n\n# %%\n$x = 2\n");
    let (_, err, status) = run(&path, &[]);
    assert_eq!(status, 1);
    assert!(err.contains("cell-order") && err.contains("move cell 2 above this one"), "{err}");
    assert!(err.contains("assigned-twice") && !err.contains("defined-in-two-cells"), "one error for one fault\n{err}");
}

#[test]
fn json_has_a_line_for_each_cell() {
    let (_folder, path) = notebook(LESSON);
    let (out, _, status) = run(&path, &["--json"]);
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |key: &str| rows.iter().map(|row| row[key].to_string()).collect::<Vec<_>>();
    assert_eq!(status, 0);
    assert_eq!(of("title"), ["\"\"", "\"Set it\"", "\"Use it\""], "functions come first");
    assert_eq!(of("line"), ["14", "7", "10"]);
    assert_eq!(of("value")[1..], ["\"2\"", "\"42\""]);
    assert_eq!(rows[2]["logs"], serde_json::json!([["notice", "x is 2"]]));
}

#[test]
fn junit_is_xml() {
    let (_folder, path) =
        notebook("# %% a < b & \"c\"\nnotice(\"]]> \\u{1b}[31m\")\n\n# %%\nfail('<no>')\n\n# %%\n$x = (\n");
    let (out, _, status) = run(&path, &["--junit"]);
    assert_eq!(status, 2);
    assert!(
        out.starts_with(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"3\" failures=\"1\" errors=\"1\""
        ),
        "{out}"
    );
    assert!(
        out.contains(
            "<testcase name=\"a &lt; b &amp; &quot;c&quot;\" classname=\"lesson.pp\" file=\"lesson.pp\" line=\"2\""
        ),
        "{out}"
    );
    assert!(out.contains("<system-err>notice: ]]&gt; \u{fffd}[31m\n</system-err>"), "{out}");
    assert!(out.contains("message=\"&lt;no&gt;\""), "{out}");
    assert!(out.contains("<error type=\"") && out.ends_with("</testsuites>\n"), "{out}");
}

/// Characters that XML cannot hold are replaced, and those that a reader cannot see are written as numbers.
#[test]
fn junit_holds_strange_characters() {
    let (_folder, path) = notebook("# %% a\u{202e}b\u{ffff}c\u{1}d\u{e9}\n1\n\n# %%\nfail(\"x\\u{202e}y\")\n");
    let (out, _, status) = run(&path, &["--junit"]);
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("<testcase name=\"a&#x202e;b\u{fffd}c\u{fffd}d\u{e9}\""), "{out}");
    assert!(!out.contains(['\u{202e}', '\u{ffff}', '\u{1}']), "{out}");
}

/// What makes the status bad is in the report, too.
#[test]
fn junit_tells_of_cells_that_do_not_fit_together_and_of_the_catalog() {
    let (_folder, path) = notebook("# %% a\n$x = 1\n\n# %% b\n$x = 2\n");
    let (out, _, status) = run(&path, &["--check", "--junit"]);
    assert_eq!(status, 1);
    assert!(
        out.contains("failures=\"1\" errors=\"0\"") && out.contains("<failure type=\"defined-in-two-cells\""),
        "{out}"
    );
    let (_folder, path) = notebook("notify { 'n': require => File['/none'] }\n");
    let (out, _, status) = run(&path, &["--junit", "--node", "n.example"]);
    assert_eq!(status, 1);
    assert!(out.contains("tests=\"2\" failures=\"1\"") && out.contains("<testcase name=\"catalog\""), "{out}");
}

#[test]
fn a_check_runs_nothing() {
    let (_folder, path) = notebook("# %%\nnotice('not said')\n$x = 1\n\n# %%\n$x + 'a'\n");
    let (out, err, status) = run(&path, &["--check"]);
    assert_eq!((out.as_str(), status), ("", 1), "{err}");
    assert!(err.contains("lesson.pp:6") && !err.contains("not said"), "{err}");
    let (_folder, path) = notebook(LESSON);
    let (out, err, status) = run(&path, &["--check"]);
    assert_eq!((out.as_str(), status), ("", 0));
    assert_eq!(err.matches("[").count(), 1, "only the value in the middle is told: {err}");
}

#[test]
fn a_notebook_is_written_with_its_results() {
    let (folder, path) = notebook(&format!("{LESSON}\n# %%\n$secret = Sensitive('hush')\n"));
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (html, markdown, ipynb, cast) = (at("a.html"), at("a.md"), at("a.ipynb"), at("a.cast"));
    let options = ["--html", &html, "--markdown", &markdown, "--ipynb", &ipynb, "--cast", &cast, "--quiet"];
    assert_eq!(run(&path, &options), (String::new(), String::new(), 0));
    for file in [&html, &markdown, &ipynb, &cast] {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains("42") && text.contains("x is 2"), "{file}: {text}");
        assert!(
            !text.replace("Sensitive('hush')", "").replace("Sensitive(&#39;hush&#39;)", "").contains("> hush"),
            "{file}"
        );
    }
    // What was written can be run in turn.
    for file in [&markdown, &ipynb] {
        assert_eq!(run(Path::new(file), &["--quiet"]).2, 0, "{file}");
    }
    let (_, err, status) = run(&path, &["--html", "/no/such/folder/a.html"]);
    assert!(status == 64 && err.contains("file-write"), "{err}");
}

#[test]
fn a_form_goes_to_the_standard_output_alone() {
    let (_folder, path) = notebook(LESSON);
    let (out, err, status) = run(&path, &["--ipynb", "-"]);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((told["nbformat"].as_u64(), err.as_str(), status), (Some(4), "Notice: x is 2\n", 0));
    assert!(!Path::new("-").exists());
}

#[test]
fn what_cannot_be_run_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    for (name, words) in [("a.html", "this is an HTML page"), ("a.cast", "this is a recording")] {
        let path = folder.path().join(name);
        std::fs::write(&path, "<!DOCTYPE html>\n<p>$x</p>\n").unwrap();
        let (out, err, status) = run(&path, &[]);
        assert_eq!((out.as_str(), err.lines().count(), status), ("", 1, 2), "{err}");
        assert!(err.contains(words), "{err}");
    }
    let refused = pprepl(&["run", "--watch", "-"]);
    assert_eq!((refused.stdout.len(), refused.status.code()), (0, Some(64)));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("--watch needs a file"));
}

#[test]
fn watch_runs_what_a_change_concerns() {
    let (_folder, path) = notebook("# %%\n$x = 1\n\n# %%\n'other'\n\n# %%\n$x + 1\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(["run", "--watch"]).arg(&path).stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null());
    let mut child = Ended(command.spawn().unwrap());
    let mut out = child.0.stdout.take().unwrap();
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = out.read(&mut buffer) {
            let _ = sender.send(String::from_utf8_lossy(&buffer[..count]).into_owned());
        }
    });
    let mut seen = String::new();
    let mut wait_for = |wanted: &str| {
        while !seen.ends_with(wanted) {
            seen +=
                &lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no {wanted:?} in {seen:?}"));
        }
    };
    wait_for("1\n'other'\n2\n");
    std::fs::write(&path, "# %%\n$x = 5\n\n# %%\n'other'\n\n# %%\n$x + 1\n").unwrap();
    wait_for("1\n'other'\n2\n5\n6\n");
}

#[test]
fn a_check_tells_where_puppet_refuses_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.pp");
    std::fs::write(&path, "# %%\n$a = [1]\n$a\n\n# %%\n$b = 2\n").unwrap();
    let (out, err, status) = run(&path, &["--check"]);
    assert_eq!((out.as_str(), status), ("", 0));
    assert!(err.contains("note[unused-value]") && err.contains(":3:1"), "{err}");
    let (out, _, status) = run(&path, &["--check", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["cells"][0]["code"], "IDEM_EXPRESSION_NOT_LAST");
    assert_eq!((told["cells"][0]["position"].to_string(), status), ("[3,1]".to_owned(), 0));
    // Running it is something else.
    let (_, err, status) = run(&path, &[]);
    assert_eq!((err.as_str(), status), ("", 0));
}

/// A million lines before a cell cost its run nothing: places are counted, not written.
#[test]
fn cells_far_down_run_as_fast_and_have_the_numbers_of_the_screen() {
    let far = "\n".repeat(1_000_000);
    let (_folder, path) = notebook(&format!("# %% [markdown]\n# Text\n\n# %%\n$a = 1\n{far}# %% far\n$b = $nope\n"));
    let (out, err, _) = run(&path, &["--json"]);
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["cell"], &rows[1]["cell"]), (&1.into(), &2.into()), "{err}");
    assert_eq!(rows[1]["diagnostics"][0]["line"], 1_000_007);
}

/// Results stand beside the notebook, never in it: two runs give the same text, and another result is seen.
#[test]
fn results_alone_are_written_and_compared_with() {
    let (folder, path) = notebook(
        "# %% Ports\n$ports = [80, 443]\n\n# %%\nnotice('# of ports') $ports.map |$p| { $p + 1 }\n\n# %%\n$ports + nope($ports)\n",
    );
    let results = folder.path().join("lesson.results");
    let kept = results.to_str().unwrap();
    assert_eq!(run(&path, &["--results", kept, "--quiet"]).2, 1);
    insta::assert_snapshot!(std::fs::read_to_string(&results).unwrap(), @r"
    # Results of the cells, written by pprepl

    # 1 Ports
    => [80, 443]
     : Array[Integer[80, 443], 2, 2]

    # 2
    Notice: # of ports
    => [81, 444]
     : Array[Integer[81, 444], 2, 2]

    # 3
    error[UNKNOWN_FUNCTION]: unknown function `nope`
    ");
    let (out, err, status) = run(&path, &["--compare", kept]);
    assert_eq!((out.as_str(), err.as_str(), status), ("", "Notice: # of ports\n", 0), "it fails as before");
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap().replace("443", "8443")).unwrap();
    let (out, _, status) = run(&path, &["--compare", kept]);
    assert!(out.contains("-=> [80, 443]\n") && out.contains("+=> [80, 8443]\n"), "{out}");
    assert_eq!(status, 1);
}

#[test]
fn what_holds_no_results_is_not_compared_with() {
    let (folder, path) = notebook(LESSON);
    let (_, err, status) = run(&path, &["--compare", path.to_str().unwrap()]);
    assert!(err.contains("UNREADABLE_RESULTS"), "{err}");
    assert_eq!(status, 64);
    let none = folder.path().join("none.results");
    let (_, err, status) = run(&path, &["--compare", none.to_str().unwrap()]);
    assert!(err.contains("file-read"), "{err}");
    assert_eq!(status, 64);
}

#[test]
fn a_trace_follows_each_value_or_is_data_or_a_page() {
    let (_folder, path) =
        notebook("# %%\n$x = [1, 2].map |$n| { $n * 2 }\n# %% '<b>'\nnotice(\"${x} <b>\")\n# %%\n$x[0] + 'a'\n");
    let (out, err, status) = run(&path, &["--trace"]);
    assert_eq!(status, 1);
    assert!(out.contains("[2, 4]\n1  $x = [1, 2].map |$n|") && out.contains("round 2 of 2  $n = 2"), "{out}");
    assert!(out.contains("error: 'a' is not a number") && err.contains("Notice: [2, 4] <b>"), "{out}{err}");
    assert!(!out.contains('\u{1b}'));
    let (out, _, _) = run(&path, &["--trace=json"]);
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[1]["cell"], &lines[1]["steps"][0]["kind"]), (&serde_json::json!(2), &serde_json::json!("call")));
    let (page, _, status) = run(&path, &["--trace=html"]);
    assert_eq!(status, 1);
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("<details open>") && !page.contains("<script") && !page.contains("<b>'\n"));
    assert_eq!(page.matches("<details").count(), page.matches("</details>").count());
    let (_folder, long) = notebook("# %%\nInteger[1, 300].each |$n| { Integer[1, 300].each |$m| { $n + $m } }\n");
    let beyond = |page: &str| page.contains(" events beyond the limits");
    assert!(!beyond(&page) && beyond(&run(&long, &["--trace=html"]).0));
    let (_, err, status) = run(&path, &["--trace=pdf"]);
    assert!(status == 64 && err.contains("text, json, html"), "{err}");
}
