//! Bounds and rare arms of commands without a prompt: options that contradict, long transcripts, and places in reports.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{self, Ran, tree};

fn pprepl(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::from(program::pprepl(folder, arguments).env("NO_COLOR", "1"))
}

#[test]
fn options_that_write_one_file_take_one_notebook() {
    let folder = tree(&[("a.pp", "1\n"), ("b.pp", "2\n"), ("a.results", "")]);
    for (options, named) in [
        (&["--watch"][..], "--watch"),
        (&["--compare", "a.results"], "--compare"),
        (&["--grade", "--junit"], "--grade --junit"),
        (&["--trace=html"], "--trace=html"),
        (&["--markdown", "a.md"], "an export"),
    ] {
        let ran = pprepl(folder.path(), &[&["run"], options, &["a.pp", "b.pp"]].concat());
        let message = format!("{named} takes one notebook, found 2");
        assert!(ran.status == 64 && ran.err.contains(&message), "{named}: {} {}", ran.status, ran.err);
        assert_eq!(ran.out, "");
    }
    let ran = pprepl(folder.path(), &["run", "a.pp", "b.pp"]);
    assert_eq!((ran.out.as_str(), ran.status), ("1\n2\n", 0));
}

#[test]
fn files_of_options_exist() {
    let folder = tree(&[("data.json", "[]\n")]);
    for option in ["puppetdb", "stand-ins", "hiera"] {
        let ran = pprepl(folder.path(), &[&format!("--{option}"), "nosuch", "-e", "1"]);
        assert_eq!((ran.out.as_str(), ran.status), ("", 64), "{option}");
        assert!(ran.err.contains(&format!("--{option}: file not found: nosuch")), "{}", ran.err);
    }
    let ran = pprepl(folder.path(), &["--puppetdb", "data.json", "-e", "1"]);
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.status), ("1\n", "", 0));
}

#[test]
fn errors_of_a_check_belong_to_their_cells() {
    const WRONG: &str = "class web(Integer $port = '80') { }";
    let names = ["First", "Second", "Third"];
    for wrong in 0..3 {
        // The error is in the first and in the last line of its cell.
        for body in [format!("{WRONG}\n$a = 1"), format!("$a = 1\n{WRONG}"), WRONG.to_owned()] {
            let mut text = String::new();
            for (at, name) in names.iter().enumerate() {
                let body = if at == wrong { body.clone() } else { format!("$v{at} = {at}") };
                let _ = writeln!(text, "# %% {name}\n{body}\n");
            }
            let folder = tree(&[("lesson.pp", text.trim_end())]);
            let ran = pprepl(folder.path(), &["run", "--check", "--junit", "lesson.pp"]);
            let cases: Vec<&str> = ran.out.split("<testcase ").skip(1).collect();
            let bad: Vec<bool> =
                cases.iter().map(|case| case.contains("<error") || case.contains("<failure")).collect();
            assert_eq!(bad, [0, 1, 2].map(|at| at == wrong), "{}", ran.out);
            assert!(cases[wrong].starts_with(&format!("name=\"{}\"", names[wrong])), "{}", ran.out);
        }
    }
}

#[test]
fn a_long_transcript_is_compared_from_both_ends() {
    let prompt = "pprepl:1> Integer[1, 1100].each |$n| { notice($n) }\n";
    let folder = tree(&[("long.txt", prompt)]);
    pprepl(folder.path(), &["test", "--update", "long.txt"]);
    let path = folder.path().join("long.txt");
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.contains("\nNotice: 1\n") && whole.contains("\nNotice: 1100\n"), "all lines are written");
    assert_eq!(pprepl(folder.path(), &["test", "long.txt"]).status, 0);
    for changed in [
        whole.replace("Notice: 500\n", "Notice: five hundred\n"),
        whole.replace("Notice: 500\n", ""),
        whole.replace("Notice: 500\n", "Notice: 500\nNotice: 500\n"),
        whole.replace("Notice: 1\n", ""),
        whole.replace("Notice: 1100\n", ""),
    ] {
        fs::write(&path, &changed).unwrap();
        assert_eq!(pprepl(folder.path(), &["test", "long.txt"]).status, 1);
        pprepl(folder.path(), &["test", "--update", "long.txt"]);
        assert!(fs::read_to_string(&path).unwrap() == whole, "the update restores all lines");
    }
    // Lines around a change keep the form that their author gave them.
    let own = whole.replace("Notice: 10\n", "notice: ...\n").replace("Notice: 500\n", "Notice: other\n");
    fs::write(&path, own.replace("notice: ...", "Notice: 1...")).unwrap();
    pprepl(folder.path(), &["test", "--update", "long.txt"]);
    assert!(fs::read_to_string(&path).unwrap() == whole.replace("Notice: 10\n", "Notice: 1...\n"));
}

#[test]
fn markdown_has_a_transcript_and_cells() {
    let page = |cell: &str| format!("# Page\n\n    pprepl:1> 1 + 1\n    => 2\n\n```puppet\n{cell}```\n");
    let tested = |cell: &str| {
        let folder = tree(&[("page.md", &page(cell))]);
        let ran = pprepl(folder.path(), &["test", "page.md"]);
        (ran.status, ran.out + &ran.err)
    };
    assert_eq!(tested("#| expect value 3\n1 + 2\n").0, 0);
    let (status, text) = tested("#| expect value 4\n1 + 2\n");
    assert!(status == 1 && text.contains("page.md:7"), "{text}");
    // A block without code is no test of its own.
    let (status, text) = tested("\n");
    assert!(status == 0 && text.contains("1 test"), "{text}");
}

#[test]
fn values_of_statements_fit_the_page() {
    let value = format!("['{}', '{}']", "a".repeat(28), "b".repeat(28));
    let folder = tree(&[("new.txt", &format!("pprepl:1> {value}; 2\n"))]);
    let ran = pprepl(folder.path(), &["test", "--update", "--set", "echo=all", "new.txt"]);
    let text = fs::read_to_string(folder.path().join("new.txt")).unwrap();
    assert!(text.contains(&format!("\n=> {value}  # line 1\n=> 2\n")), "{text}{}{}", ran.out, ran.err);
    assert_eq!(pprepl(folder.path(), &["test", "--set", "echo=all", "new.txt"]).status, 0);
}

#[cfg(unix)]
#[test]
fn a_directory_of_another_process_is_left_alone() {
    let lesson = "# %% [markdown]\n#| lesson l\n#| file data/x.txt\n#|   hello\n\n# %%\n#| exercise one\n\
                  #| check value $a == 1\n#| solution $a = 1\n";
    let folder = tree(&[("lesson.pp", lesson), ("tmp/keep", "")]);
    let script = format!(
        "mkdir tmp/pprepl_lesson_$$_0; TMPDIR=$PWD/tmp exec {} run --grade lesson.pp",
        env!("CARGO_BIN_EXE_pprepl")
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let left: Vec<String> = fs::read_dir(folder.path().join("tmp"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "keep")
        .collect();
    assert!(left.len() == 1 && left[0].ends_with("_0"), "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_kernel_is_installed_in_the_first_directory_that_is_named() {
    let desk = tree(&[]);
    let root = desk.path();
    let install = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
        command
            .args(["kernel", "install", "--user"])
            .current_dir(root)
            .env("HOME", root.join("home"))
            .stdin(Stdio::null());
        for name in ["JUPYTER_DATA_DIR", "XDG_DATA_HOME"] {
            command.env_remove(name);
        }
        for (name, value) in variables {
            command.env(name, if value.is_empty() { value.into() } else { root.join(value) });
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let own = "home/.local/share/jupyter";
    for (variables, folder) in [
        (&[][..], own),
        (&[("JUPYTER_DATA_DIR", ""), ("XDG_DATA_HOME", "")], own),
        (&[("JUPYTER_DATA_DIR", ""), ("XDG_DATA_HOME", "data")], "data/jupyter"),
        (&[("JUPYTER_DATA_DIR", "named"), ("XDG_DATA_HOME", "other")], "named"),
    ] {
        install(variables);
        let kernel = root.join(folder).join("kernels");
        assert!(kernel.is_dir(), "{folder}");
        fs::remove_dir_all(kernel).unwrap();
    }
}

#[test]
fn the_time_zone_and_the_home_of_the_user_apply() {
    let desk = tree(&[("home/x.pp", "'of the home'\n")]);
    let run = |code: &str, zone: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
        command.args(["-e", code]).current_dir(desk.path()).env("TZ", zone).env("HOME", desk.path().join("home"));
        let output = command.env("NO_COLOR", "1").stdin(Stdio::null()).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let hour = "Timestamp(0).strftime('%H:%M', 'current')";
    assert_eq!(run(hour, ""), "'00:00'\n");
    assert_eq!(run(hour, "UTC"), "'00:00'\n");
    assert_eq!(run(hour, "Asia/Tokyo"), "'09:00'\n");
    assert!(run(":load ~/x.pp", "").contains("of the home"), "{}", run(":load ~/x.pp", ""));
    assert!(run(":load ~x.pp", "").contains("error["), "only `~/` is the home");
}

#[test]
fn labels_in_sentences_have_their_places() {
    let folder = tree(&[]);
    let said = |code: &str| pprepl(folder.path(), &["--style", "plain", "-e", code]).err;
    let there = said("define x(string $a) { }");
    assert!(there.contains("\nThere: expected a parameter, found name `string`.\n"), "{there}");
    let elsewhere = said("$a = 1; $a = 2");
    assert!(elsewhere.contains("\nAt line 1, column 1: the first assignment.\n"), "{elsewhere}");
}

#[test]
fn keys_of_structs_in_a_catalog_are_strings() {
    let code = "define d(Any $t) { }\nd { 'x': t => Struct[{NotUndef['a'] => Optional[Integer], Optional['b'] => String, 'c' => Any}] }\n";
    let folder = tree(&[("c.pp", code)]);
    let catalog: serde_json::Value = serde_json::from_str(&pprepl(folder.path(), &["catalog", "c.pp"]).out).unwrap();
    let all = catalog["resources"].as_array().unwrap();
    let own = all.iter().find(|one| one["type"] == "D").expect("the resource");
    let elements = own["parameters"]["t"]["elements"].as_array().unwrap();
    let kind = |at: usize| elements[at]["key_type"]["__ptype"].as_str().unwrap().trim_start_matches("Pcore::");
    assert_eq!([kind(0), kind(1), kind(2)], ["StringType", "OptionalType", "OptionalType"]);
    assert_eq!(elements[0]["key_type"]["size_type_or_value"], "a");
}

#[test]
fn definitions_inside_a_class_are_checked_from_other_files() {
    let folder = tree(&[
        ("environment.conf", ""),
        (
            "modules/m/manifests/init.pp",
            "class m {\n  class inner(Integer $n) { }\n  define thing(Integer $n) { }\n  class mid { class low(Integer $n) { } }\n}\n",
        ),
        (
            "manifests/site.pp",
            "include m\nclass { 'm::inner': n => 'x' }\nm::thing { 'a': n => 'x' }\nclass { 'm::mid::low': n => 'x' }\n",
        ),
    ]);
    let ran = pprepl(folder.path(), &["check", "."]);
    for (line, label) in [(2, "m::inner"), (3, "m::thing"), (4, "m::mid::low")] {
        assert!(ran.err.contains(&format!("site.pp:{line}:")), "{}", ran.err);
        assert!(ran.err.contains(&format!("{label} declares $n as Integer")), "{}", ran.err);
    }
    assert_eq!(ran.err.matches("error[type-mismatch]").count(), 3, "{}", ran.err);
}

#[test]
fn a_large_hash_of_data_has_a_general_type() {
    for (count, errors) in [(1, 1), (64, 64), (65, 0)] {
        let rows: String = (1..=count).map(|at| format!("  k{at}: x\n")).collect();
        let folder = tree(&[
            ("environment.conf", ""),
            ("hiera.yaml", "version: 5\nhierarchy:\n  - name: all\n    path: all.yaml\n"),
            ("data/all.yaml", &format!("app::sizes:\n{rows}")),
            ("modules/app/manifests/init.pp", "class app(Hash[String, Integer] $sizes) { }\n"),
        ]);
        let ran = pprepl(folder.path(), &["check", "."]);
        assert_eq!(ran.err.matches("expected Integer, found String").count(), errors, "{count}: {}", ran.err);
    }
}
