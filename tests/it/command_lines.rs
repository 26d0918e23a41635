//! Command lines with their whole output, as a shell shows them.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use regex::Regex;

use crate::program::{Ran, pprepl, tree};

/// Runs command lines in a directory. `< text` after a line is its standard input, with `\n` for line ends.
pub fn shown_in(folder: &Path, lines: &[&str]) -> String {
    let real = folder.canonicalize().unwrap().display().to_string();
    let all: String = lines.iter().map(|line| run(folder, line)).collect();
    let times = Regex::new(r#"("elapsed_us":|"slowest_ms":|time="|slowest answer )[\d.]+"#).unwrap();
    times.replace_all(&all.replace(&real, "FOLDER"), "${1}0").into_owned()
}

/// Runs command lines in a new directory with these files.
pub fn shown(files: &[(&str, &str)], lines: &[&str]) -> String {
    shown_in(tree(files).path(), lines)
}

/// Returns the command of a line, with all files of a user in the directory. A part in double quotes is one word.
pub fn command(folder: &Path, line: &str) -> Command {
    let parts = line.split('"').enumerate();
    let words: Vec<&str> =
        parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect();
    let mut command = pprepl(folder, &words);
    command.env("HOME", folder).env("XDG_DATA_HOME", folder.join("data")).env("XDG_CONFIG_HOME", folder.join("config"));
    command.env("USER", "ann").env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, line: &str) -> String {
    let (words, input) = line.split_once(" < ").unwrap_or((line, ""));
    let mut child = command(folder, words).spawn().unwrap();
    // A program that does not read its input ends before.
    let _ = child.stdin.take().unwrap().write_all(input.replace("\\n", "\n").as_bytes());
    let ran = Ran::of(&child.wait_with_output().unwrap());
    format!("$ pprepl {line}\n{}{}[{}]\n", ran.out, ran.err, ran.status)
}

#[test]
fn values_are_printed_within_their_limits() {
    let files = [("all.pp", "1\n'two'\n[3]\n")];
    let lines = [
        "--set echo=all -e \"1 'two' [3]\"",
        "--set echo=all --quiet -e \"1 'two' [3]\"",
        "--set echo=off -e \"1 'two' [3]\"",
        "--set echo=all all.pp",
        "--set output_depth=1 -e [1,[2,[3]]]",
        "--set output_depth=2 -e [1,[2,[3]]]",
        "--set output_lines=2 -e Integer[1,60].map|$n|{$n}",
        "--set output_lines=20 -e Integer[1,60].map|$n|{$n}",
        "--quiet -e [1,[2]]",
        "--color never < $a = [1 2]\\n:fix\\n",
        "--quiet < $a = [1 2]\\n:fix\\n",
    ];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn checks_have_formats_and_rules() {
    let hinted = "function f(Integer $n) {\n  notice(nosuch($n))\n  $n\n}\n";
    let files = [
        ("several.pp", "class a(Integer $port = [\n  1,\n  2,\n]) { }\n"),
        ("unused.pp", "function f() {\n  $a = 1\n  2\n}\n"),
        ("good.pp", "$a = 1\nnotice($a)\n"),
        ("fix.pp", "file { '/a': ensure: file }\n"),
        ("more.pp", "file { '/a': ensure: file }\n"),
        ("hints/.pprepl.toml", "[check]\nhints = true\n"),
        ("hints/a.pp", hinted),
        ("plain/a.pp", hinted),
        ("env/environment.conf", "\n"),
        ("env/manifests/site.pp", "include a\n"),
        ("env/modules/a/manifests/init.pp", "class a { }\n"),
    ];
    let lines = [
        "check --format github several.pp unused.pp",
        "check --format junit several.pp unused.pp good.pp",
        "check --hints plain/a.pp",
        "check hints/a.pp",
        "check --no-project-config hints/a.pp",
        "check plain/a.pp",
        "check good.pp env several.pp",
        "check good.pp env",
        "check --quiet good.pp env",
        "check --fix - < $a = 1\\nnotice($a)\\n",
        "check --fix --diff - < $a = 1\\nnotice($a)\\n",
        "check --diff fix.pp",
        "check --fix --quiet fix.pp",
        "check --fix more.pp",
        "check --fix fix.pp more.pp",
    ];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn the_rules_are_listed() {
    let desk = tree(&[]);
    let list = |line: &str| shown_in(desk.path(), &[line]).lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (rows, records) = (list("check --rules"), list("check --rules --json"));
    assert_eq!(rows.len(), records.len());
    let row = |record: &String| {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        ["rule", "kind", "summary"].map(|key| record[key].as_str().unwrap().to_owned())
    };
    for (shown, record) in rows.iter().zip(&records).take_while(|(shown, _)| *shown != "[0]") {
        let columns: Vec<&str> = shown.split("  ").filter(|part| !part.is_empty()).map(str::trim).collect();
        assert_eq!(columns, row(record), "{record}");
    }
    assert!(rows[0].starts_with("type-mismatch  ") && rows[0].contains("  error  "), "{}", rows[0]);
    assert!(rows.len() > 100 && rows.last().is_some_and(|last| last == "[0]"), "{rows:?}");
}

#[test]
fn sources_with_errors_are_not_formatted() {
    let files = [("good.pp", "$a = 1\n"), ("bad.pp", "$a =\n"), ("wide.pp", "$a   =   1\n")];
    let lines = [
        "fmt - < $a =\\n",
        "fmt --check - < $a =\\n",
        "fmt --diff - < $a =\\n",
        "fmt --check --diff - < $a =\\n",
        "fmt - < $a   = 1\\n",
        "fmt --check - < $a   = 1\\n",
        "fmt --diff - < $a   = 1\\n",
        "fmt --check --diff wide.pp",
        "fmt --check good.pp bad.pp wide.pp",
        "fmt good.pp wide.pp",
        "fmt --check good.pp wide.pp",
    ];
    let desk = tree(&files);
    let good = desk.path().join("good.pp");
    let old = std::time::SystemTime::UNIX_EPOCH;
    std::fs::File::options().write(true).open(&good).unwrap().set_modified(old).unwrap();
    insta::assert_snapshot!(shown_in(desk.path(), &lines));
    assert_eq!(good.metadata().unwrap().modified().unwrap(), old, "a formatted file is not written");
}

#[test]
fn a_wrong_input_ends_the_command() {
    let files = [
        ("bad.pp", "fail('no')\n"),
        ("good.pp", "notice('good')\n"),
        ("nb.pp", "# %%\n1\n\n# %%\n# only prose\n\n# %%\n2\n"),
        ("enc.yaml", "classes: [missing]\n"),
        ("wrong.yaml", "classes: {a: 1}\n"),
        ("env/environment.conf", "\n"),
        ("env/manifests/site.pp", "notice('site')\n"),
        ("env/broken/environment.conf", "\n"),
        ("env/broken/manifests/site.pp", "fail('site')\n"),
    ];
    let lines = [
        "catalog --check good.pp bad.pp good.pp",
        "catalog --check good.pp good.pp",
        "catalog --check --enc enc.yaml good.pp",
        "--enc enc.yaml < 1",
        "--enc wrong.yaml < 1",
        "--enc enc.yaml -e 1",
        "good.pp bad.pp good.pp",
        "-e fail('a') -e 2",
        "run --environment env nb.pp",
        "run --environment env/broken nb.pp",
        "run --environment missing nb.pp",
        "run --check --environment env/broken nb.pp",
        "run --check --environment env nb.pp",
        "run - < # %%\\n1\\n\\n# %%\\n2\\n",
        "run --quiet nb.pp",
        "chek",
        "check",
        "--watch",
        "--watch --environment missing",
        "--watch missing.pp",
        "--stand-ins good.pp -e 1",
        "--stand-ins missing.pp -e 1",
        "--puppetdb missing.pp -e 1",
        "--hiera missing.yaml -e 1",
        "--tasks -e plan(1)",
    ];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn secrets_are_shown_on_request() {
    let code = "file { '/a': content => Sensitive('secret') }\n";
    let files = [("a.pp", code), ("nodes/n.yaml", "values: {a: 1}\n")];
    let desk = tree(&files);
    let lines = ["catalog a.pp", "catalog --show-sensitive a.pp", "catalog --nodes nodes --out out a.pp"];
    let mut shown = shown_in(desk.path(), &lines);
    let read = |name: &str| std::fs::read_to_string(desk.path().join(name)).unwrap();
    shown += &read("out/n.json");
    shown += &shown_in(desk.path(), &["catalog --nodes nodes --out all --show-sensitive a.pp"]);
    shown += &read("all/n.json");
    insta::assert_snapshot!(shown);
}

#[test]
fn nodes_and_their_differences() {
    let report = |version: u32, from: &str, to: &str, node: &str| {
        format!(
            "{{\"version\":{version},\"from\":\"{from}\",\"to\":\"{to}\",\"nodes\":{{\"{node}\":{{\"compared\":[]}}}}}}"
        )
    };
    let files = [
        ("nodes/n.yaml", "values: {a: 1}\n"),
        ("cycle.pp", "notify { 'a': require => Notify['b'] }\nnotify { 'b': require => Notify['a'] }\n"),
        ("logs.pp", "debug('d')\ninfo('i')\nnotice('n')\nwarning('w')\n"),
        ("old/environment.conf", ""),
        ("old/manifests/site.pp", "@@file { '/a': content => \"one\" }\nfile { '/b': content => \"1\\n2\\n\" }\n"),
        ("new/environment.conf", ""),
        ("new/manifests/site.pp", "file { '/a': content => \"one\" }\nfile { '/b': content => \"1\" }\n"),
        ("more/environment.conf", ""),
        ("more/manifests/site.pp", "file { '/a': content => \"two\" }\nfile { '/b': content => \"1\\n2\\n\" }\n"),
        ("db.yaml", "resources: []\n"),
        ("exports/environment.conf", ""),
        ("exports/manifests/site.pp", "@@notify { 'b': }\nNotify <<| |>>\n"),
        ("plain/environment.conf", ""),
        ("plain/manifests/site.pp", "notify { 'b': }\n"),
        ("1.json", &report(1, "a", "b", "x")),
        ("2.json", &report(1, "a", "b", "y")),
        ("same.json", &report(1, "a", "b", "x")),
        ("version.json", &report(2, "a", "b", "z")),
        ("from.json", &report(1, "c", "b", "z")),
        ("to.json", &report(1, "a", "c", "z")),
    ];
    let lines = [
        "catalog --nodes nodes --check cycle.pp",
        "catalog --nodes nodes --check logs.pp",
        "catalog --nodes nodes --check --quiet logs.pp",
        "catalog --nodes nodes --check --node x logs.pp",
        "catalog --nodes nodes --check --facts debian-12 logs.pp",
        "catalog --nodes nodes logs.pp",
        "diff old new --nodes nodes",
        "diff new more --nodes nodes",
        "diff --puppetdb db.yaml plain exports --nodes nodes",
        "diff --environment old new more --nodes nodes",
        "diff --merge 1.json --merge 2.json",
        "diff --merge 1.json --merge same.json",
        "diff --merge 1.json --merge version.json",
        "diff --merge 1.json --merge from.json",
        "diff --merge 1.json --merge to.json",
    ];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn piped_lines_continue_statements() {
    let inputs = [
        "if false { 1 }\nelse { 2 }\n",
        "1\nelse_x\n",
        "1\norder::x\nor::x\n",
        "true\nor false\n",
        "1\nin_x\n",
        "[1]\nin [[1]]\n",
        "notify { 'a': }\n-> notify { 'b': }\n",
        "1\n== 1\n",
        "1\n=~ Integer\n",
        "1\n? { 1 => 2 }\n",
        "[1, 2]\n.each |$x| { notice($x) }\n",
        "[1, 2]\n.Each\n",
        ":type 1\n.each\n",
        " :quit\n1\n",
        ":quiz nothing\n1\n",
        ":quux\n1\n",
        ":set echo off\n1\n:set log_level warning\nnotice(1)\nwarning(2)\n",
        ":play book.pp\n",
        "1 +\n",
    ];
    let lines: Vec<String> = inputs.iter().map(|input| format!("< {}", input.replace('\n', "\\n"))).collect();
    let lines = lines.iter().map(|line| format!("--color never {line}")).collect::<Vec<_>>();
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.extend(["--json < :play book.pp", "--json < :play wrong.pp", "-e \":play wrong.pp\""]);
    let files = [("book.pp", "$a = 1\nnotice($a)\n"), ("wrong.pp", "notice(1)\nfail('no')\nnotice(2)\n")];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn shared_text_is_written_once() {
    let desk = tree(&[("book.pp", "# %%\n$a = 1\n"), ("there.pp", "mine\n")]);
    let line = pprepl_lessons::share("# %%\n$a = 1\n").unwrap();
    let lines = [
        "share book.pp".to_owned(),
        format!("share --open - - < {line}"),
        format!("share --open there.pp - < {line}"),
        format!("share --open new.pp - < {line}"),
        "run --json new.pp".to_owned(),
        "share --open new.pp there.pp".to_owned(),
    ];
    insta::assert_snapshot!(shown_in(desk.path(), &lines.each_ref().map(String::as_str)));
}

#[test]
fn templates_are_read_as_templates_on_request() {
    let files = [("a.txt", "x <%= 1 %>"), ("a.epp", "x <%= 1 %>"), ("b.pp", "1 + 2")];
    let lines = ["tokens --epp a.txt", "tokens a.epp", "tokens b.pp", "ast --epp a.txt", "ast a.txt", "ast a.epp"];
    insta::assert_snapshot!(shown(&files, &lines));
}

#[test]
fn a_long_shared_line_has_a_note() {
    // A line has four letters for three of the text.
    let text = |length: usize| format!("# %%\n$a = '{}'\n", "x".repeat(length));
    let lines = |length: usize| {
        let desk = tree(&[("book.pp", &text(length))]);
        let ran = Ran::from(&mut pprepl(desk.path(), &["share", "book.pp"]));
        assert_eq!(ran.status, 0, "{}", ran.err);
        (ran.out.trim_end().len(), ran.err)
    };
    let (short, note) = lines(24_000);
    assert!(short <= 32 << 10 && note.is_empty(), "{short}: {note}");
    let (long, note) = lines(25_000);
    assert_eq!(
        (long > 32 << 10, note.lines().next()),
        (true, Some("note: the line has 32 KiB; a chat may cut it, so send it as a file"))
    );
}
