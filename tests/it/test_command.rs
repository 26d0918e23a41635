//! `pprepl test` and `pprepl lesson grade`: what holds, what does not, what is corrected, and bad input.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use regex::Regex;

/// A directory with files, and the binary in it.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn with(files: &[(&str, &str)]) -> Desk {
        let desk = Desk { folder: tempfile::tempdir().expect("a directory") };
        files.iter().for_each(|(name, text)| desk.write(name, text));
        desk
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).expect("a file")
    }

    /// Runs pprepl; returns both outputs and the status. Times are 0.
    fn run(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
        command.args(arguments).current_dir(self.path()).env("NO_COLOR", "1").stdin(Stdio::null());
        let output = command.output().expect("pprepl runs");
        let text = format!(
            "{}-- errors\n{}-- status {}\n",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            output.status.code().expect("a status")
        );
        let times = Regex::new(r#"("elapsed_us":|time=")[\d.]+"#).expect("a pattern");
        times.replace_all(&text, "${1}0").into_owned()
    }
}

const NOTEBOOK: &str = "\
# %% Sum
#| expect value 3
#| expect type Integer
#| expect log notice \"sum is 3\"
$sum = 1 + 2
notice(\"sum is ${sum}\")
$sum

# %% Without expectations
$more = $sum + 1

# %% Fails
#| expect fails unset-variable
#| expect true $more == 4
$nothing

# %% A mistake that the checker finds
#| expect finding pointless-test
if 'false' { notice('always') }

# %% Catalog
#| expect catalog File['/etc/motd'] { mode => '0644' }
file { '/etc/motd': mode => '0644' }
";

const BROKEN: &str = "\
# %% Sum
#| expect value [1,
#|   3]
#| expect type String
#| expect log notice /other/
#| expect log warning \"left\"
notice('here')
warning('left')
[1, 2]

# %% Other error
#| expect fails UNKNOWN_VARIABLE
1 / 0

# %% Runs
#| expect fails
1

# %% Stops
$a = $nope

# %% Misspelled
#| expct value 3
#| expect vale 3
3
";

const TRANSCRIPT: &str = "\
# A page

    pprepl:1> [1, 2].map |$x| { $x * 10 }
    => [10, 20]
       : Array[Integer[10, 20], 2, 2]

```
pprepl:2> notice('at 12:30')
Notice: at ...
=> undef
pprepl:3> {
  'a' => [1, 2], 'b' => 'x y'
}
=> {
     'a' => [1, 2],
  'b' => 'x y' }
pprepl:4> $nope
error[unset-variable]: unknown ... `$nope`
...
pprepl:4> 1 / 0
error[DIV_BY_ZERO]: division by 0
pprepl:4> $kept = Integer[1, 100].map |$n| { $n }
=> [1, 2, ...
pprepl:5> :type 1
static       Integer[1, 1]
generalized ...
...
```

A prompt with the number 1 starts another session:

    pprepl:1> $kept
    error: unknown variable `$kept`
";

#[test]
fn what_holds_passes() {
    let desk = Desk::with(&[("book.pp", NOTEBOOK), ("page.md", TRANSCRIPT)]);
    insta::assert_snapshot!(desk.run(&["test", "book.pp", "page.md"]));
}

#[test]
fn what_does_not_hold_has_a_place() {
    let page = TRANSCRIPT.replace("20]\n", "30]\n").replace("at ...", "by ...").replace("'x y'", "'x z'");
    let page = page.replace("division by 0", "division").replace("static       Integer", "static       Float");
    let desk = Desk::with(&[("book.pp", BROKEN), ("page.md", &page)]);
    insta::assert_snapshot!(desk.run(&["test", "book.pp", "page.md"]));
}

#[test]
fn an_update_changes_only_what_does_not_hold() {
    let page = TRANSCRIPT.replace("=> [10, 20]\n", "=> [10, 30]\n").replace("=> undef", "=> 1");
    let page = page.replace("error[DIV_BY_ZERO]: division by 0\n", "=> 0\n");
    let desk = Desk::with(&[("book.pp", BROKEN), ("page.md", &page)]);
    insta::assert_snapshot!(desk.run(&["test", "--update", "book.pp", "page.md"]));
    assert!(desk.read("page.md").contains("Notice: at ..."));
    insta::assert_snapshot!("after_the_update", desk.run(&["test", "-q", "book.pp", "page.md"]));
    let before = desk.read("page.md");
    desk.run(&["test", "--update", "page.md"]);
    assert_eq!(desk.read("page.md"), before);
}

#[test]
fn an_update_answers_a_new_transcript() {
    let text = "pprepl:1> $a = [1,\r\n  2]\r\npprepl:2> notice($a)\r\npprepl:3> $a[";
    let desk = Desk::with(&[("new.txt", text)]);
    let missing = desk.run(&["test", "new.txt"]);
    assert!(missing.contains("the answer is missing: `=> [1, 2]`"), "{missing}");
    insta::assert_snapshot!(desk.run(&["test", "--update", "new.txt"]));
    assert!(desk.read("new.txt").starts_with("pprepl:1> $a = [1,\r\n  2]\r\n=> [1, 2]\r\n"));
}

/// All strings of a JSON value, in order.
fn strings(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::String(text) => vec![text.trim_end().to_owned()],
        serde_json::Value::Array(items) => items.iter().flat_map(strings).collect(),
        serde_json::Value::Object(entries) => entries.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn other_forms_of_notebooks_are_tested() {
    let desk = Desk::with(&[("book.pp", BROKEN), ("good.pp", NOTEBOOK)]);
    for name in ["book", "good"] {
        let source = format!("{name}.pp");
        desk.run(&["run", "--ipynb", &format!("{name}.ipynb"), "--markdown", &format!("{name}.md"), &source]);
    }
    insta::assert_snapshot!(desk.run(&["test", "good.ipynb", "good.md", "book.ipynb", "book.md"]));
    let lines =
        |text: &str| text.lines().filter(|line| line.starts_with("#| expect")).map(str::to_owned).collect::<Vec<_>>();
    desk.run(&["test", "--update", "book.md", "book.pp", "book.ipynb"]);
    assert_eq!(lines(&desk.read("book.md")), lines(&desk.read("book.pp")));
    let json = desk.read("book.ipynb");
    let notebook: serde_json::Value = serde_json::from_str(&json).unwrap();
    let text = strings(&notebook).join("\n");
    assert_eq!(lines(&text), lines(&desk.read("book.pp")));
    assert!(json.contains("\"nbformat\": 4"), "{json}");
}

#[test]
fn a_transcript_of_puppet_debugger_is_tested() {
    let text = "Ruby Version: 2.3.1\n1:>> $a = [1,2].map |$n| {\n  2:>>   $n * 2\n  3:>> }\n => [\n  [0] 2,\n  [1] 4\n]\n\
                4:>> \"x\"\n => \"x\"\n5:>> notice('y')\nNotice: Scope(Class[main]): y\n => nil\n\
                6:>> $foo\n => Evaluation Error: Unknown variable: 'foo'. (line: 1, column: 1)\n7:>> 1 + 1\n => 3\n";
    let desk = Desk::with(&[("old.txt", text)]);
    insta::assert_snapshot!(desk.run(&["test", "old.txt"]));
}

/// A fence has a meaning in Markdown only: what it holds there is the code of a cell, not a transcript.
#[test]
fn fences_are_text_outside_of_markdown() {
    let text = "```puppet\npprepl:1> 1 + 1\n=> 3\n```\n";
    let desk = Desk::with(&[("a.txt", text), ("a.md", text)]);
    let (plain, markdown) = (desk.run(&["test", "a.txt"]), desk.run(&["test", "a.md"]));
    assert!(plain.contains("1 of 1 test failed") && plain.ends_with("-- status 1\n"), "{plain}");
    assert!(markdown.contains("error[syntax]") && markdown.ends_with("-- status 2\n"), "{markdown}");
}

/// Ruby writes strings in double quotes, with its escapes.
#[test]
fn strings_of_puppet_debugger_are_read() {
    let holds = [
        (r#""it's""#, r#""it's""#),
        (r#"'a$b'"#, r#""a$b""#),
        (r#"'a\b"c'"#, r#""a\\b\"c""#),
        (r#"{ "k'" => ['#{x}'] }"#, "{\n  \"k'\" => [\n    [0] \"\\#{x}\"\n  ]\n}"),
        (r#""\t\n\r""#, r#""\t\n\r""#),
        (r#""\u{7}\u{8}\u{1b}\u{c}\u{b}\u{1}""#, r#""\a\b\e\f\v\u0001""#),
        (r#""é\u{7f}😀""#, r#""\u{E9}\x7F\u{1F600}""#),
    ];
    let text: String =
        (1..).zip(holds).map(|(line, (input, value))| format!("{line}:>> {input}\n => {value}\n")).collect();
    let differs = "1:>> 'a'\n => \"b\"\n2:>> 'a'\n => \"a\n3:>> '\\u{'\n => \"\\u{\"\n4:>> 'x'\n => \"\\x7\"\n";
    let desk = Desk::with(&[("holds.txt", &text), ("differs.txt", differs)]);
    let shown = desk.run(&["test", "holds.txt"]);
    assert!(shown.ends_with("-- status 0\n"), "{shown}");
    insta::assert_snapshot!(desk.run(&["test", "differs.txt"]));
}

/// Parts of answers with signs of other parts: each line of a value stays its own, whatever the layout.
#[test]
fn the_parts_of_an_answer_are_not_mixed() {
    let holds = "pprepl:1> { 'a' => 1, 'b' => 'x: y' }\n=> {'a' => 1,\n    'b' => 'x: y'}\n\
                 pprepl:2> notice(\"a\\n...b\")\nNotice: a\n...b\n=> undef\n";
    let differs = "pprepl:1> 'x'\n=> \"x\"\npprepl:2> undef\n=> nil\npprepl:3> [2]\n=> [0] 2\n\
                   pprepl:4> notice(\"a\\n...b\")\nNotice: a\n...c\n=> undef\n\
                   pprepl:5> notice(\"a\\nb\\nc\")\nNotice: a\nb\n=> undef\n\
                   pprepl:6> notice(\"a\\nb\")\nNotice: a\nb\nc\n=> undef\n";
    let desk = Desk::with(&[("holds.txt", holds), ("differs.txt", differs)]);
    let shown = desk.run(&["test", "holds.txt"]);
    assert!(shown.ends_with("-- status 0\n"), "{shown}");
    insta::assert_snapshot!(desk.run(&["test", "differs.txt"]));
}

#[test]
fn machines_read_the_results() {
    let desk = Desk::with(&[("book.pp", BROKEN), ("page.txt", "pprepl:1> 1 + 1\n=> 3\n")]);
    insta::assert_snapshot!("tests_as_json", desk.run(&["test", "--json", "book.pp", "page.txt"]));
    insta::assert_snapshot!("tests_as_junit", desk.run(&["test", "--junit", "book.pp", "page.txt"]));
}

#[test]
fn directories_are_searched_for_tests() {
    let desk = Desk::with(&[
        ("a/book.pp", NOTEBOOK),
        ("a/init.pp", "class a { fail('never declared') }\n"),
        ("b/page.md", TRANSCRIPT),
        ("b/prose.md", "# Nothing to test\n\n    pprepl:1> $input_without_answer\n"),
        ("b/.hidden.pp", BROKEN),
        ("notes.txt", "pprepl is a program\n"),
    ]);
    insta::assert_snapshot!(desk.run(&["test", "."]));
    insta::assert_snapshot!("tests_by_name", desk.run(&["test", "--filter", "CATALOG", "."]));
}

#[test]
fn bad_input_is_named() {
    let desk = Desk::with(&[
        ("syntax.pp", "# %% Broken\n#| expect value 1\n1 +\n\n# %%\n2\n"),
        ("loop.pp", "#| expect value 1\n\"\\e[31m\".each |$x| { }\n"),
        ("old.ipynb", "{\"nbformat\": 3}"),
        ("empty.pp", ""),
        ("empty", ""),
    ]);
    desk.write("bytes.pp", b"# %%\n\xff\n");
    for arguments in [
        &["test", "syntax.pp"][..],
        &["test", "loop.pp"],
        &["test", "old.ipynb", "bytes.pp", "missing.pp"],
        &["test", "empty.pp"],
        &["test", "empty"],
        &["test", "--filter", "zz\u{1b}[31m", "syntax.pp"],
        &["test", "--environment", "nowhere", "syntax.pp"],
    ] {
        insta::assert_snapshot!(format!("bad {}", arguments.join(" ").escape_default()), desk.run(arguments));
    }
}

const LESSON: &str = "\
# %% [markdown]
#| lesson ports   title \"Ports\"   minutes 5
# # Ports

# %%
#| given
$ports = [80, 443, 8080]

# %% Big
#| exercise big
#| task   Set `$big` to the ports above 100.
#| start     $big = $ports.filter |$p| { ___ }
#| check value   $big == [443, 8080]
#| check hidden for     $ports in [[], [101, 99]]   $big == [[], [101]]
#| solution  $big = $ports.filter |$p| { $p > 100 }

# %% Count
#| exercise count
#| check value   $count == 3
#| solution  $count = $ports.length
";

#[test]
fn answers_of_students_are_judged() {
    let desk = Desk::with(&[("ports.pp", LESSON)]);
    desk.run(&["lesson", "student", "ports.pp", "class/start.pp"]);
    fs::create_dir(desk.path().join("class")).expect("a directory");
    desk.run(&["lesson", "student", "ports.pp", "class/start.pp"]);
    let start = desk.read("class/start.pp");
    let answered = |big: &str, count: &str| {
        let text = start.replace("$big = $ports.filter |$p| { ___ }\n#|", "#|");
        let at = text.rfind("$big = $ports").expect("the start");
        format!("{}{big}{}", &text[..at], &text[at + "$big = $ports.filter |$p| { ___ }".len()..]) + count
    };
    desk.write("class/anna.pp", answered("$big = $ports.filter |$p| { 100 < $p }", "$count = 3\n"));
    desk.write("class/ben.pp", answered("$big = [443, 8080]", "$count = 1 +\n"));
    desk.write("class/copy.pp", "# %% Count exercise=count\n$count = $ports.length\n");
    desk.write("class/endless.pp", "# %% exercise=count\n$count = Integer[0, 10000000000].reduce |$a, $b| { $a }\n");
    desk.write("class/other.pp", "$a = 1\n");
    desk.write("class/bytes.pp", b"\xff");
    desk.write("class/old.ipynb", "{}");
    insta::assert_snapshot!(desk.run(&["lesson", "grade", "ports.pp", "class"]));
    insta::assert_snapshot!("answers_as_json", desk.run(&["lesson", "grade", "--json", "ports.pp", "class/ben.pp"]));
    insta::assert_snapshot!("answers_as_junit", desk.run(&["lesson", "grade", "--junit", "ports.pp", "class"]));
    insta::assert_snapshot!(
        "answers_right",
        desk.run(&["lesson", "grade", "ports.pp", "class/anna.pp", "class/start.pp"])
    );
    insta::assert_snapshot!("answers_to_nothing", desk.run(&["lesson", "grade", "class/other.pp", "class/anna.pp"]));
}

#[test]
fn a_shared_notebook_names_the_files_that_it_lacks() {
    let book = "# %%\n$motd = file('motd.txt', 'other.txt')\n$site = epp('web/site.epp')\nfile('motd.txt').notice\n'more.txt'.file\n";
    let desk = Desk::with(&[
        ("book.pp", book),
        ("motd.txt", "Hello"),
        ("more.txt", "x"),
        ("modules/web/templates/site.epp", "x"),
    ]);
    let shared = desk.run(&["share", "book.pp"]);
    let note = "note: the line has only the notebook, and its code also reads motd.txt, modules/web/templates/site.epp, more.txt: send them too";
    assert!(shared.contains(note), "{shared}");
    // The first file that exists counts: in the notebook, or on the disk.
    desk.write("first.pp", "# %% [markdown]\n#| file own.txt\n#|   x\n\n# %%\nfile('gone.txt', 'more.txt')\nfile('lost.txt', 'own.txt')\nfile('a.txt', 'b.txt')\n");
    let shared = desk.run(&["share", "first.pp"]);
    assert!(shared.contains("its code also reads more.txt, a.txt: send them too"), "{shared}");
    desk.write("plain.pp", "# %%\n$a = 1\n");
    desk.write("lesson.pp", "# %% [markdown]\n#| file motd.txt\n#|   Hello\n\n# %%\nfile('motd.txt')\n");
    for own in ["plain.pp", "lesson.pp"] {
        let shared = desk.run(&["share", own]);
        assert!(!shared.contains("note:"), "{shared}");
    }
}
