//! What a static check costs: Debian's manifests by lines, a cell of 500 lines, and one line in a session of 1,000
//! definitions.
//!
//! `cargo bench --profile dist --bench check` prints a row for each, in CPU time of the thread (other work on the machine is not in it):
//! the median and the least of several rounds. `PPREPL_DEBIAN=FOLDER` names the unpacked packages of Debian's modules;
//! without it that row is left out. Goals: 600,000 lines a second; 2 ms; 0.2 ms.

#[path = "../../crates/session/tests/it/debian_modules.rs"]
mod modules;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cpu_time::ThreadTime;
use pprepl_session::{Session, Settings, SystemHost};

/// The time of each of several rounds, in order.
fn rounds(count: usize, mut act: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..count)
        .map(|_| {
            let start = ThreadTime::now();
            act();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times
}

fn row(what: &str, times: &[Duration], told: impl Fn(Duration) -> String) {
    println!("| {what} | {} | {} |", told(times[times.len() / 2]), told(times[0]));
}

fn micros(time: Duration) -> String {
    format!("{:.0} us", time.as_secs_f64() * 1e6)
}

/// A cell of so many lines, of the usual kinds of statements.
fn cell(lines: usize) -> String {
    let part = "function scaled_@(Array[Numeric] $xs, Numeric $by = 2) >> Array[Numeric] {\n  $xs.map |$x| { $x * $by }\n}\n\
                $port_@ = 8000 + @\n$name_@ = \"web-${port_@}\"\n$list_@ = [1, 2, 3].filter |$x| { $x > 1 }\n\
                $conf_@ = { 'port' => $port_@, 'name' => $name_@, 'list' => scaled_@($list_@) }\n\
                $kind_@ = case $conf_@['port'] {\n  Integer[1024]: { 'high' }\n  default: { 'low' }\n}\n\
                if $name_@ =~ /web-(\\d+)/ {\n  notice(Integer($1) + $conf_@['port'])\n} else {\n  fail(\"no ${name_@}\")\n}\n";
    let count = lines / part.lines().count();
    let mut all: String = (0..count).map(|number| part.replace('@', &number.to_string())).collect();
    (all.lines().count()..lines).for_each(|number| all.push_str(&format!("notice({number})\n")));
    all
}

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// A session of so many functions, aliases and variables.
fn crowded(definitions: usize) -> Session {
    let mut session = session();
    for number in 0..definitions / 4 {
        let text = format!(
            "type T{number} = Struct[{{ port => Integer[1, 65535], name => String }}]\n\
             function f{number}(T{number} $x, Integer $n = 1) >> Integer {{ $x['port'] + $n }}\n\
             function g{number}($x) {{ if $x =~ String {{ $x.upcase }} else {{ f{number}($x) }} }}\n\
             $v{number} = {{ port => {number}, name => 'n{number}' }}"
        );
        assert!(!session.evaluate("input", &text).failed());
    }
    session
}

/// The manifests that Puppet accepts: the name and the text of each.
fn manifests(root: &Path) -> Vec<(String, String)> {
    let list = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/syntax/debian.jsonl");
    let mut found = Vec::new();
    for line in fs::read_to_string(list).expect("the list of manifests").lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        if row["accepted"] == true
            && row["tasks"] != true
            && let Ok(manifest) = fs::read_to_string(root.join(text("package")).join(text("path")))
        {
            found.push((text("path"), manifest));
        }
    }
    found
}

fn debian() {
    let Some(root) = std::env::var_os("PPREPL_DEBIAN").map(PathBuf::from) else { return };
    let links = modules::linked(&root);
    let mut settings = Settings::default();
    settings.set("modulepath", &links.path().display().to_string()).expect("a setting");
    let manifests = manifests(&root);
    let lines: usize = manifests.iter().map(|(_, text)| text.lines().count()).sum();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let mut check =
        || manifests.iter().for_each(|(name, text)| drop(black_box(session.analyze().check_file(name, text))));
    // The first round reads the modules that the manifests name.
    let first = rounds(1, &mut check);
    let times = rounds(5, &mut check);
    let told = |time: Duration| format!("{:.0} lines/s", lines as f64 / time.as_secs_f64());
    row(&format!("{} manifests, {lines} lines, with the modules read", manifests.len()), &first, told);
    row("the same again", &times, told);
}

fn main() {
    // Tests of all targets run benches too: once, with nothing to tell.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!("| what | median | least |\n| --- | --: | --: |");
    let text = cell(500);
    let mut plain = session();
    row("a cell of 500 lines", &rounds(51, || drop(black_box(plain.analyze().check_types("cell", &text)))), micros);
    let mut large = crowded(1000);
    for line in ["$v7 + 1", "f7({ port => 80, name => 'x' }, 2)", "$v7['port'] + f8($v8)", "[1, 2].map |$x| { g9($x) }"]
    {
        let times = rounds(201, || drop(black_box(large.analyze().check_types("line", line))));
        row(&format!("`{line}` beside 1,000 definitions"), &times, micros);
    }
    debian();
}
