//! Plain English, held by a test: counts banned words in names, strings, comments and documents. The counts may shrink,
//! and never grow. `cargo test --test it words -- --nocapture` prints them; `PPREPL_WORDS=1` prints every hit.

mod exceptions;
mod prose;
mod rules;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use exceptions::EXCEPTIONS;
use prose::{Class, Prose};
use regex::{Regex, RegexSet, RegexSetBuilder};
use rules::{CONSTANTS_ONLY, FILES_ONLY, Matcher, NAME_PARTS, RULES, Scope, ascii};

/// The hits that each class may have. Lower a budget when a count shrinks; never raise one.
const BUDGETS: [(&str, usize); 4] = [("names", 0), ("strings", 0), ("comments", 0), ("docs", 0)];

/// A declaration with its name.
static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"^\s*(?:pub(?:\([a-z]+\))?\s+)?(?:const\s+|async\s+)*(?:fn|struct|enum|trait|type|const|static|mod)\s+([A-Za-z_]\w*)",
    )
    .expect("a pattern")
});

/// Words of which `look` is a part.
static LOOK_UP: LazyLock<Regex> = LazyLock::new(|| Regex::new("(?i)look_?(?:up|behind|ahead)").expect("a pattern"));

/// A part of a name in snake_case or CamelCase.
static PART: LazyLock<Regex> = LazyLock::new(|| Regex::new("[A-Z]?[a-z0-9]+|[A-Z]+").expect("a pattern"));

/// A banned word in its place.
struct Hit {
    class: &'static str,
    line: String,
    /// The index of the exception that covers it.
    exception: Option<usize>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a directory with this extension, without tests and build output, in order.
fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() && !["tests", "target", ".git"].iter().any(|skipped| name == *skipped) {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|is| is == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Finds banned words in prose. The set of all patterns decides first, in one pass, which rules to try.
struct Finder {
    set: RegexSet,
    matchers: Vec<Matcher>,
}

impl Finder {
    fn new() -> Finder {
        let patterns = RULES.iter().map(|rule| ascii(rule.pattern));
        let mut builder = RegexSetBuilder::new(patterns);
        builder.case_insensitive(true).size_limit(1 << 26).dfa_size_limit(1 << 26);
        Finder { set: builder.build().expect("patterns"), matchers: Matcher::all() }
    }

    fn find(&self, path: &Path, prose: &Prose, hits: &mut Vec<Hit>) {
        let class = match prose.class {
            Class::Strings => "strings",
            Class::Docs => "docs",
            Class::Comments | Class::DocComments => "comments",
        };
        let tried = self.set.matches(&prose.text);
        for matcher in tried.iter().filter_map(|at| self.matchers.get(at)) {
            let rule = matcher.rule;
            if rule.scope == Scope::DocComments && prose.class != Class::DocComments {
                continue;
            }
            for at in matcher.hits(&prose.text) {
                let near: String = prose.text[at..].chars().take(50).collect();
                let place = format!("{}:{}", relative(path), prose.line_at(at));
                let line = format!("{place}: {}: {near:?}; write: {}", rule.id, rule.hint);
                let is_string = prose.class == Class::Strings;
                let exception = is_string.then(|| exceptions::covering(rule.id, &prose.text, at)).flatten();
                hits.push(Hit { class, line, exception });
            }
        }
    }
}

/// The parts of a name in snake_case or CamelCase, in lower case.
fn parts(name: &str) -> Vec<String> {
    PART.find_iter(name).map(|part| part.as_str().to_ascii_lowercase()).collect()
}

fn replacement(part: &str) -> Option<&'static str> {
    NAME_PARTS.iter().find(|(banned, _)| *banned == part).map(|(_, term)| *term)
}

/// The names that source declares: types, functions, constants, modules.
fn declared_names(path: &Path, source: &str, hits: &mut Vec<Hit>) {
    for (number, line) in source.lines().enumerate() {
        let Some(name) = DECLARED.captures(line).and_then(|found| found.get(1)).map(|name| name.as_str()) else {
            continue;
        };
        if LOOK_UP.is_match(name) {
            continue;
        }
        let is_constant = name == name.to_ascii_uppercase();
        let applies = |part: &str| !FILES_ONLY.contains(&part) && (is_constant || !CONSTANTS_ONLY.contains(&part));
        if let Some(term) = parts(name).iter().filter(|part| applies(part)).find_map(|part| replacement(part)) {
            let line = format!("{}:{}: {name}; write: {term}", relative(path), number + 1);
            hits.push(Hit { class: "names", line, exception: None });
        }
    }
}

/// The names of files and directories.
fn file_names(paths: &[PathBuf], hits: &mut Vec<Hit>) {
    let mut known = BTreeSet::new();
    for path in paths {
        let root = root();
        let inner = path.ancestors().take_while(|dir| **dir != root).filter(|dir| dir.parent() != Some(&root));
        for dir in inner.filter(|dir| known.insert(dir.to_path_buf())) {
            let stem = dir.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            for term in parts(&stem).iter().filter_map(|part| replacement(part)) {
                let line = format!("{}: file name; write: {term}", relative(dir));
                hits.push(Hit { class: "names", line, exception: None });
            }
        }
    }
}

fn hits() -> Vec<Hit> {
    let root = root();
    let finder = Finder::new();
    let mut hits = Vec::new();
    let sources: Vec<PathBuf> = ["src", "crates"].iter().flat_map(|dir| files(&root.join(dir), "rs")).collect();
    for path in &sources {
        let source = fs::read_to_string(path).unwrap_or_default();
        for prose in prose::of_rust(&source) {
            finder.find(path, &prose, &mut hits);
        }
        declared_names(path, &source, &mut hits);
    }
    file_names(&sources, &mut hits);
    let top = fs::read_dir(&root).into_iter().flatten().flatten().map(|entry| entry.path());
    let top = top.filter(|path| path.extension().is_some_and(|is| is == "md"));
    for path in top.chain(files(&root.join("docs"), "md")) {
        for prose in prose::of_markdown(&fs::read_to_string(&path).unwrap_or_default()) {
            finder.find(&path, &prose, &mut hits);
        }
    }
    for path in files(&root.join("lessons"), "pp") {
        let source = fs::read_to_string(&path).unwrap_or_default();
        let comments: Vec<&str> = source.lines().map(|line| line.strip_prefix('#').unwrap_or("").trim()).collect();
        for prose in prose::of_markdown(&comments.join("\n")) {
            finder.find(&path, &prose, &mut hits);
        }
    }
    hits
}

#[test]
fn banned_words_stay_within_their_budgets() {
    let hits = hits();
    if std::env::var_os("PPREPL_WORDS").is_some() {
        hits.iter().for_each(|hit| println!("{}\t{}", hit.class, hit.line));
    }
    let stale = EXCEPTIONS.iter().enumerate().filter(|(at, _)| !hits.iter().any(|hit| hit.exception == Some(*at)));
    let mut over: Vec<String> = stale.map(|(_, one)| format!("no string needs the exception {one:?}")).collect();
    for (class, budget) in BUDGETS {
        let found: Vec<&Hit> = hits.iter().filter(|hit| hit.class == class && hit.exception.is_none()).collect();
        println!("{class:8} {:5} hits, budget {budget}", found.len());
        if found.len() > budget {
            over.push(format!("{class}: {} hits, budget {budget}; PPREPL_WORDS=1 prints all, such as", found.len()));
            over.extend(found.iter().rev().take(10).map(|hit| hit.line.clone()));
        }
    }
    assert!(over.is_empty(), "\n{}\n", over.join("\n"));
}

#[test]
fn exceptions_have_their_text_from_data() {
    for one in EXCEPTIONS {
        let data = fs::read_to_string(root().join(one.source)).unwrap_or_default();
        assert!(data.contains(one.text), "{one:?}");
    }
}

#[test]
fn exceptions_cover_only_their_text_and_rule() {
    let text = "f does not take a lambda; g does not take it";
    assert_eq!(exceptions::covering("does-not-take", text, 2), Some(0));
    assert_eq!(exceptions::covering("does-not-take", text, 28), None);
    assert_eq!(exceptions::covering("is-taken", text, 2), None);
}

#[test]
fn rules_find_what_they_ban() {
    let finder = Finder::new();
    let count = |text: &str| {
        let mut hits = Vec::new();
        prose::of_markdown(text).iter().for_each(|prose| finder.find(Path::new("x"), prose, &mut hits));
        hits.len()
    };
    for banned in
        ["There is no such type here, as it is told.", "the slip is mended", "What is left.", "a blank between"]
    {
        assert!(count(banned) > 0, "{banned}");
    }
    for allowed in ["unknown type", "a blank line", "there is no need for it", "`what is told`", "What is it?"] {
        assert_eq!(count(allowed), 0, "{allowed}");
    }
}

#[test]
fn prose_is_found_in_source() {
    let source = "//! Head\n//! goes on.\nfn f() { g(\"ab \\\n    cd\", 'x', r#\"raw \"text\"\"#); } // why\n#[cfg(test)]\nmod t { /* no */ }\n";
    let found = prose::of_rust(source);
    let found: Vec<(Class, &str, usize)> =
        found.iter().map(|prose| (prose.class, &*prose.text, prose.line_at(0))).collect();
    assert_eq!(
        found,
        [
            (Class::DocComments, "Head goes on.", 1),
            (Class::Strings, "ab cd", 3),
            (Class::Strings, "raw \"text\"", 4),
            (Class::Comments, "why", 4),
        ]
    );
}
