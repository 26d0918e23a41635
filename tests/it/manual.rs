//! The manual pages and the completions: one page for each subcommand, without a fault for mandoc; words in real shells.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn pprepl(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pprepl")).args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns whether a program is there; the test says that it skips otherwise.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        pprepl_testing::skip(format_args!("{program} is not installed"));
    }
    found
}

fn pages() -> (tempfile::TempDir, Vec<std::path::PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    assert!(pprepl(&["man", "--dir", folder.path().to_str().unwrap()]).status.success());
    let mut paths: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    (folder, paths)
}

#[test]
fn each_subcommand_has_a_page_with_all_sections() {
    let (_folder, paths) = pages();
    let names: Vec<String> = pprepl::batch::arguments::description()
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| format!("pprepl-{}.1", command.get_name()))
        .collect();
    for name in names.iter().filter(|name| *name != "pprepl-help.1") {
        let path = paths.iter().find(|path| path.ends_with(name)).unwrap_or_else(|| panic!("no {name}"));
        let text = fs::read_to_string(path).unwrap();
        for section in
            ["NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "EXAMPLES", "\"EXIT STATUS\"", "\"SEE ALSO\""]
        {
            assert!(text.contains(&format!("\n.SH {section}\n")), "{name} has no {section}");
        }
    }
    let main = out(&pprepl(&["man"]));
    assert!(main.contains("pprepl\\-check\\fP(1)") && main.contains("\\fB:type\\fP"), "{main}");
    assert!(out(&pprepl(&["man", "check"])).contains("\\-\\-sarif"));
    let wrong = pprepl(&["man", "chek"]);
    assert_eq!(wrong.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("did you mean 'check'?"));
}

#[test]
fn pages_read_as_they_are_written() {
    let (_folder, paths) = pages();
    let mut all = String::new();
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        // The head has the version and the day.
        let lines = text.lines().filter(|line| !line.starts_with(".TH"));
        all.extend(lines.flat_map(|line| [line, "\n"]));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn mandoc_finds_no_fault_in_the_pages() {
    if !has("mandoc") {
        return;
    }
    let (_folder, paths) = pages();
    let found = Command::new("mandoc").args(["-Tlint", "-Wstyle"]).args(&paths).output().unwrap();
    let text = out(&found);
    // mandoc looks for the pages of other packages in the system.
    let faults: Vec<&str> = text.lines().filter(|line| !line.contains("referenced manual not found")).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

fn script(folder: &Path, shell: &str) -> String {
    let path = folder.join(format!("script.{shell}"));
    fs::write(&path, out(&pprepl(&["completions", shell]))).unwrap();
    path.display().to_string()
}

/// Rows: the words before the word to complete, and words that are offered.
const OFFERED: &[(&[&str], &str)] = &[
    (&["--facts"], "debian-12"),
    (&["--edition"], "puppet8"),
    (&["--set"], "style=plain"),
    (&["--set"], "steps="),
    (&["--color"], "always"),
    (&["check", "--deny"], "unused-variable"),
    (&["notebook", "--theme"], "high-contrast"),
    (&["completions"], "fish"),
    (&[], "check"),
];

#[test]
fn bash_completes_values() {
    if !has("bash") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = script(folder.path(), "bash");
    for (words, offered) in OFFERED {
        let line: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let code = format!(
            "source {script}; COMP_WORDS=(pprepl {} ''); COMP_CWORD={}; _pprepl pprepl '' \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            line.join(" "),
            words.len() + 1
        );
        let found = out(&Command::new("bash").args(["-c", &code]).output().unwrap());
        assert!(found.lines().any(|word| word == *offered), "{words:?}: {found}");
    }
}

#[test]
fn fish_completes_values() {
    if !has("fish") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = script(folder.path(), "fish");
    // fish offers files for operands.
    for (words, offered) in OFFERED.iter().filter(|(words, _)| words.last().is_some_and(|last| last.starts_with('-'))) {
        let code = format!("source {script}; complete -C 'pprepl {} '", words.join(" "));
        let ran = Command::new("fish").env("HOME", folder.path()).args(["-N", "-c", &code]).output().unwrap();
        let found = out(&ran);
        assert!(found.lines().any(|line| line.split('\t').next() == Some(offered)), "{words:?}: {found}");
    }
}

/// Rows: a line of a prompt, and what Tab makes of it.
const COMPLETED: &[(&str, &str)] = &[
    ("pprepl che", "pprepl check "),
    ("pprepl --facts deb", "pprepl --facts debian-12 "),
    ("pprepl --edition pup", "pprepl --edition puppet8 "),
    ("pprepl check --deny unused-v", "pprepl check --deny unused-variable "),
    ("pprepl notebook --theme high", "pprepl notebook --theme high-contrast "),
    ("pprepl completions fi", "pprepl completions fish "),
    ("pprepl lesson stu", "pprepl lesson student "),
    ("pprepl kernel install --disp", "pprepl kernel install --display-name="),
    ("pprepl /usr/bi", "pprepl /usr/bin/"),
    ("pprepl a.pp /usr/bi", "pprepl a.pp /usr/bin/"),
];

/// An interactive zsh on a terminal of its own. Ctrl-X saves the line and clears it.
const ZSH: &str = r#"
zmodload zsh/zpty || exit 77
zpty -b shell zsh -f -i
zpty -w shell "source setup.zsh"
await() {
    while [[ ! -f $1 ]] || (( $(wc -l < $1) < $2 )); do
        zpty -r -t shell output
        (( SECONDS < 60 )) || exit 1
        sleep 0.02
    done
}
await ready 1
count=0
while read -r line; do
    zpty -w -n shell "$line"$'\t\x18'
    count=$((count + 1))
    await lines $count
done < typed
zpty -d shell
"#;

const ZSH_SETUP: &str = r#"
autoload -Uz compinit
compinit -u -D
source script.zsh
zstyle ':completion:*' menu no
save() { print -r -- "$BUFFER|" >> lines; BUFFER= }
zle -N save
bindkey '^X' save
print ready > ready
"#;

#[test]
fn zsh_completes_values_and_subcommands() {
    if !has("zsh") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "zsh");
    fs::write(folder.path().join("setup.zsh"), ZSH_SETUP).unwrap();
    let typed: String = COMPLETED.iter().map(|(line, _)| format!("{line}\n")).collect();
    fs::write(folder.path().join("typed"), typed).unwrap();
    let ran =
        Command::new("zsh").args(["-f", "-c", ZSH]).current_dir(folder.path()).env("TERM", "xterm").output().unwrap();
    if ran.status.code() == Some(77) {
        pprepl_testing::skip("zsh has no module zsh/zpty");
        return;
    }
    let lines = fs::read_to_string(folder.path().join("lines")).unwrap_or_default();
    let found: Vec<&str> = lines.lines().map(|line| line.trim_end_matches('|')).collect();
    let expected: Vec<&str> = COMPLETED.iter().map(|(_, line)| *line).collect();
    assert_eq!(found, expected, "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn zsh_reads_the_script_and_knows_the_words() {
    if !has("zsh") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = script(folder.path(), "zsh");
    assert!(Command::new("zsh").args(["-n", &script]).status().unwrap().success());
    let text = fs::read_to_string(&script).unwrap();
    for (_, offered) in OFFERED {
        assert!(text.contains(offered), "{offered}");
    }
}
