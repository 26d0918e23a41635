//! What packages need: one version, one repository, metadata in every crate, and files of a release without open places.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toml::{Table, Value};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn toml(path: &Path) -> Table {
    fs::read_to_string(path).unwrap().parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The manifests of the crates, with their directories.
fn crates() -> Vec<(PathBuf, Table)> {
    let entries = fs::read_dir(root().join("crates")).unwrap().flatten().map(|entry| entry.path());
    let folders = entries.chain([root().to_owned(), root().join("tree-sitter-puppet")]);
    let manifests = folders.map(|folder| (folder.join("Cargo.toml"), folder)).filter(|(path, _)| path.is_file());
    manifests.map(|(path, folder)| (folder, toml(&path))).collect()
}

fn is_published(manifest: &Table) -> bool {
    manifest["package"].get("publish").and_then(Value::as_bool) != Some(false)
}

/// Returns a field of a package, as the workspace has it where the package takes it from there.
fn field(manifest: &Table, name: &str) -> Option<Value> {
    let found = manifest["package"].get(name)?.clone();
    if found.get("workspace").is_some() {
        return toml(&root().join("Cargo.toml"))["workspace"]["package"].get(name).cloned();
    }
    Some(found)
}

#[test]
fn all_versions_agree() {
    let whole = toml(&root().join("Cargo.toml"));
    let version = whole["workspace"]["package"]["version"].as_str().unwrap().to_owned();
    for (folder, manifest) in crates() {
        let own = field(&manifest, "version").unwrap_or_else(|| panic!("{} has no version", folder.display()));
        assert_eq!(own.as_str(), Some(&*version), "{}", folder.display());
    }
    for (name, row) in whole["workspace"]["dependencies"].as_table().unwrap() {
        let Some(path) = row.get("path").and_then(Value::as_str) else { continue };
        let is_tested_only = !is_published(&toml(&root().join(path).join("Cargo.toml")));
        let asked = row.get("version").and_then(Value::as_str);
        assert!(is_tested_only || asked == Some(&*version), "{name}: {asked:?}, expected {version}");
    }
    for file in ["package.json", "tree-sitter.json"] {
        let text = fs::read_to_string(root().join("tree-sitter-puppet").join(file)).unwrap();
        let data: serde_json::Value = serde_json::from_str(&text).unwrap();
        let own = data.get("version").or_else(|| data.get("metadata")?.get("version"));
        assert_eq!(own.and_then(serde_json::Value::as_str), Some(&*version), "{file}");
    }
    let debian = fs::read_to_string(root().join("release/debian/changelog")).unwrap();
    assert!(debian.starts_with(&format!("pprepl ({version}-1) ")), "release/debian/changelog: {debian}");
}

#[test]
fn every_published_crate_has_its_metadata() {
    for (folder, manifest) in crates().into_iter().filter(|(_, manifest)| is_published(manifest)) {
        let name = folder.display();
        for field_name in ["description", "license", "repository", "keywords", "categories", "include", "rust-version"]
        {
            assert!(field(&manifest, field_name).is_some(), "{name} has no {field_name}");
        }
        let keywords = field(&manifest, "keywords").and_then(|words| words.as_array().map(Vec::len)).unwrap_or(0);
        assert!((1..=5).contains(&keywords), "{name}: the registry takes at most 5 keywords");
        for path in field(&manifest, "include").unwrap().as_array().unwrap() {
            let path = path.as_str().unwrap().trim_start_matches('/');
            assert!(path.contains('*') || folder.join(path).exists(), "{name}: {path} not found");
        }
    }
}

#[test]
fn the_repository_is_named_in_one_place() {
    let listed = Command::new("git").args(["grep", "-l", "example.invalid", "--", "."]).current_dir(root()).output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        return pprepl_testing::skip("this is no checkout of git");
    };
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    // Module paths of Go have no scheme.
    let repository = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://");
    // Documents and the grammar's build files cannot read Cargo.toml: they say the same.
    for name in names.lines().filter(|name| !name.starts_with("tests/")) {
        let text = fs::read_to_string(root().join(name)).unwrap();
        let host = text.matches("example.invalid").count();
        assert_eq!(host, text.matches(repository).count(), "{name} names another repository than Cargo.toml");
        let may = ["Cargo.toml", "docs/install.md"].contains(&name) || name.starts_with("tree-sitter-puppet/");
        assert!(may, "{name} names the repository; Cargo.toml is the place");
        assert!(name != "docs/install.md" || host == 1, "{name} names the repository {host} times; take it from there");
    }
}

#[test]
fn each_program_that_is_named_is_a_program_of_a_release() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let workflow = read("release/github/workflows/release.yml");
    let target = regex::Regex::new(r"\b(?:x86_64|aarch64)-[a-z]+-[a-z]+(?:-[a-z]+)?\b").unwrap();
    let built: BTreeSet<&str> = workflow.lines().filter(|line| line.contains("target: ")).collect();
    for name in
        ["docs/install.md", "release/github/action.yml", "release/homebrew/pprepl.rb", "release/docker/Dockerfile"]
    {
        let text = read(name);
        for found in target.find_iter(&text) {
            let is_built = built.iter().any(|line| line.contains(found.as_str()));
            assert!(is_built, "{name} names {}, which the workflow does not build", found.as_str());
        }
    }
    let version = regex::Regex::new(r"pprepl-(\d[0-9.]*\d)-|download/v([0-9.]+\d)").unwrap();
    let text = read("docs/install.md");
    for found in version.captures_iter(&text) {
        let named = found.get(1).or_else(|| found.get(2)).map(|version| version.as_str());
        assert_eq!(named, Some(env!("CARGO_PKG_VERSION")), "{}", &found[0]);
    }
}

#[test]
fn files_of_a_release_have_no_open_places() {
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new("bash").arg(root().join("release/files")).arg(folder.path()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let version = env!("CARGO_PKG_VERSION");
    let open = regex::Regex::new("@[A-Z0-9_]{5,}@").unwrap();
    for name in [
        "homebrew/pprepl.rb",
        "nix/flake.nix",
        "docker/Dockerfile",
        "github/action.yml",
        "github/workflows/release.yml",
    ] {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(!open.is_match(&text), "{name}: {:?}", open.find(&text));
        assert!(name.ends_with("release.yml") || text.contains(version), "{name} has no version");
    }
}

#[test]
fn a_program_passes_the_smoke_test_of_a_release() {
    let program = env!("CARGO_BIN_EXE_pprepl");
    let ran = Command::new("bash").arg(root().join("release/smoke")).arg(program).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let folder = tempfile::tempdir().unwrap();
    let ran = Command::new("bash").arg(root().join("release/assets")).arg(folder.path()).arg(program).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    for name in ["man/pprepl.1", "man/pprepl-check.1", "pprepl.bash", "_pprepl", "pprepl.fish"] {
        assert!(fs::metadata(folder.path().join(name)).is_ok_and(|about| about.len() > 200), "{name}");
    }
}

/// Runs `release/install-check` on a file. `None` says that this system makes no empty root.
fn check_installation(file: &Path) -> Option<std::process::Output> {
    let root = ["--user", "--map-root-user", "--net", "chroot", "/", "true"];
    if !Command::new("unshare").args(root).status().is_ok_and(|status| status.success()) {
        pprepl_testing::skip("unshare cannot make a root without a network");
        return None;
    }
    let script = self::root().join("release/install-check");
    Some(Command::new("bash").arg(script).arg(file).output().unwrap())
}

#[test]
fn a_program_is_installed_tried_and_removed_in_an_empty_root() {
    let Some(ran) = check_installation(Path::new(env!("CARGO_BIN_EXE_pprepl"))) else { return };
    let table = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{table}{}", String::from_utf8_lossy(&ran.stderr));
    // A program alone has no site.
    assert_eq!(table.lines().last(), Some("| pprepl | ok | ok | ok | ok | ok | ok | - | ok | ok |"));
}

#[test]
fn another_program_fails_the_check_of_its_installation() {
    let Some(ran) = check_installation(Path::new("/bin/true")) else { return };
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stdout));
}

/// Returns whether a license expression (`MIT OR Apache-2.0`, `(MIT OR Unlicense) AND Zlib`) can be met. `/` is an old
/// `OR`, and an exception (`WITH`) only adds permissions.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = text.split_whitespace().peekable();
    any_of(&mut words, allowed)
}

type Words<'w> = std::iter::Peekable<std::str::SplitWhitespace<'w>>;

fn any_of(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut is_met = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        is_met |= all_of(words, allowed);
    }
    is_met
}

fn all_of(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let mut is_met = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        is_met &= one(words, allowed);
    }
    is_met
}

fn one(words: &mut Words<'_>, allowed: &[String]) -> bool {
    let Some(word) = words.next() else { return false };
    if word == "(" {
        let is_met = any_of(words, allowed);
        words.next_if_eq(&")");
        return is_met;
    }
    if words.next_if_eq(&"WITH").is_some() {
        words.next();
    }
    allowed.iter().any(|license| license == word)
}

#[test]
fn license_expressions_are_read() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("MIT/Apache-2.0", true),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(MIT OR GPL-3.0) AND GPL-3.0", false),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("", false),
    ] {
        let allowed = ["MIT", "Apache-2.0", "Zlib"].map(str::to_owned);
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

/// `cargo deny` is not on every machine; the licenses of the crates are read here all the same.
#[test]
fn every_crate_has_an_allowed_license() {
    let listed = Command::new(env!("CARGO"))
        .args(["tree", "--workspace", "--locked", "--offline", "--target", "all", "--edges", "all"])
        .args(["--prefix", "none", "--format", "{p}|{l}"])
        .current_dir(root())
        .output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        return pprepl_testing::skip("cargo cannot list the crates without a network");
    };
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let rules: toml::Table = fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap();
    let licenses = &rules["licenses"];
    let names = |list: &toml::Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    let allowed = names(&licenses["allow"]);
    let mut refused = Vec::new();
    // Packages of the workspace have their path in parentheses.
    let foreign: BTreeSet<&str> = listed.lines().filter(|line| !line.contains(" (/")).collect();
    assert!(foreign.len() > 100, "{listed}");
    for (name, license) in foreign.iter().filter_map(|line| line.split_once('|')) {
        let name = name.split_whitespace().next().unwrap_or_default();
        let exceptions = licenses["exceptions"].as_array().unwrap().iter();
        let own = exceptions.filter(|one| one["crate"].as_str() == Some(name)).flat_map(|one| names(&one["allow"]));
        let allowed: Vec<String> = allowed.iter().cloned().chain(own).collect();
        if !is_allowed(license.trim_end_matches(" (*)"), &allowed) {
            refused.push(format!("{name}: {license}"));
        }
    }
    assert!(refused.is_empty(), "deny.toml allows none of these licenses: {refused:#?}");
}
