//! The global layer with a `hiera.yaml` of version 3, and nulls in files of version 5. The values are those of Puppet 8.10.

use std::path::Path;

use pprepl_session::{Session, Settings, SystemHost};

/// Returns the value or the code of the error. `SCRATCH` in a configuration is the directory of the data.
fn answer(folder: &Path, config: &str, data: &[(&str, &str)], code: &str) -> String {
    let config = config.replace("SCRATCH", &folder.display().to_string());
    for (path, text) in data.iter().copied().chain([("hiera.yaml", config.as_str())]) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.set("strict", "error").expect("a setting");
    session.set("facts", "debian-12").expect("facts");
    session.set("hiera", &folder.join("hiera.yaml").display().to_string()).expect("a file");
    let found = session.evaluate("input", code);
    found.value.unwrap_or_else(|| found.reports.first().map_or_else(String::new, |one| one.code.to_string()))
}

#[test]
fn a_global_layer_may_have_version_3() {
    let data = [
        ("first.yaml", "k: f\nh: {a: {y: 2}, l: [2]}\narr: [2]\n"),
        ("common.yaml", "k: c\nh: {a: {x: 1}, l: [1]}\narr: [1]\nonly: \"%{hiera('k')}!\"\n"),
        ("common.json", "{\"k\": \"cj\", \"j\": \"js\"}"),
        ("common.txt", "k: txt\n"),
        ("Linux.yaml", "k: L\n"),
    ];
    let usual = ":backends: [yaml]\n:yaml:\n  :datadir: SCRATCH\n:hierarchy: [first, common]\n";
    let one = "backends: yaml\nyaml:\n  datadir: SCRATCH\nhierarchy: common\n";
    let with = |line: &str| format!("{line}\n{usual}");
    for (config, code, expected) in [
        (usual.to_owned(), "lookup('k')", "'f'"),
        (with(":version: 3"), "lookup('only')", "'f!'"),
        (with(":logger: console"), "lookup('h')", "{'a' => {'y' => 2}, 'l' => [2]}"),
        (one.to_owned(), "lookup('k')", "'c'"),
        (format!("version: 3\n{one}"), "lookup('k')", "'c'"),
        (format!("version:\n{one}"), "lookup('k')", "'c'"),
        (":yaml:\n  :datadir: SCRATCH\n".to_owned(), "lookup('k')", "'c'"),
        (usual.replace("[first, common]", ""), "lookup('k')", "'c'"),
        (usual.replace("[yaml]", ""), "lookup('k')", "'f'"),
        (usual.replace("first", "'%{::kernel}'"), "lookup('k')", "'L'"),
        (usual.replace("SCRATCH\n", "SCRATCH\n  :extension: txt\n"), "lookup('k')", "'txt'"),
        (
            with(":json:\n  :datadir: SCRATCH").replace("[yaml]", "[json, yaml]"),
            "[lookup('k'), lookup('j')]",
            "['cj', 'js']",
        ),
        (
            with(":json:\n  :datadir: SCRATCH").replace("[yaml]", "[yaml, json]"),
            "[lookup('k'), lookup('j')]",
            "['f', 'js']",
        ),
        // Merges: those of `lookup` are the same, `hiera_hash` follows `merge_behavior`.
        (usual.to_owned(), "hiera_hash('h')", "{'a' => {'y' => 2}, 'l' => [2]}"),
        (with(":merge_behavior: native"), "hiera_hash('h')", "{'a' => {'y' => 2}, 'l' => [2]}"),
        (with(":merge_behavior: deep"), "hiera_hash('h')", "{'a' => {'y' => 2, 'x' => 1}, 'l' => [2, 1]}"),
        (with(":merge_behavior: deeper"), "hiera_hash('h')", "{'a' => {'x' => 1, 'y' => 2}, 'l' => [1, 2]}"),
        (with(":merge_behavior: deep"), "hiera('h')", "{'a' => {'y' => 2}, 'l' => [2]}"),
        (with(":merge_behavior: deep"), "hiera_array('arr')", "[2, 1]"),
        (with(":merge_behavior: deep"), "hiera_hash('h.a')", "{'y' => 2, 'x' => 1}"),
        (with(":merge_behavior: deep"), "hiera_hash('k')", "HIERA_DATA"),
        (usual.to_owned(), "hiera_hash('h.a')", "HIERA_DATA"),
        (with(":merge_behavior: array"), "lookup('k')", "HIERA_CONFIG"),
        (with(":foo: bar"), "lookup('k')", "HIERA_CONFIG"),
        (usual.replace("[yaml]", "[yaml, yaml]"), "lookup('k')", "HIERA_BACKEND_MULTIPLY_DEFINED"),
        (usual.replace("first", "'%{nosuch}'"), "lookup('k')", "HIERA_UNDEFINED_VARIABLE"),
        (usual.replace("[first, common]", "{a: b}"), "lookup('k')", "HIERA_CONFIG"),
        (":backends: yaml\n:yaml:\n:hierarchy: common\n".to_owned(), "lookup('k')", "HIERA_CONFIG"),
        // A file that is no hash is one of version 3 without settings.
        (String::new(), "lookup('k', {default_value => 'none'})", "'none'"),
        ("- a\n".to_owned(), "lookup('k', {default_value => 'none'})", "'none'"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(answer(folder.path(), &config, &data, code), expected, "{code} with\n{config}");
    }
}

#[test]
fn a_null_is_the_default_of_two_settings_only() {
    let data =
        [("data/common.yaml", "k: common\nm: 1\nlookup_options:\n"), ("data/a.yaml", "k: a\nlookup_options: {k: x}\n")];
    let level = "hierarchy:\n  - name: x\n    path: a.yaml\n";
    for (config, expected) in [
        ("defaults:\nLEVEL", "'a'"),
        ("hierarchy:\n", "'common'"),
        ("defaults:\nhierarchy:\n", "'common'"),
        ("", "'common'"),
        ("plan_hierarchy:\nLEVEL", "HIERA_CONFIG"),
        ("plan_hierarchy: []\nLEVEL", "'a'"),
        ("default_hierarchy:\nLEVEL", "HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE"),
        ("defaults:\n  datadir:\nLEVEL", "HIERA_CONFIG"),
        ("defaults:\n  data_hash:\nLEVEL", "HIERA_CONFIG"),
        ("defaults:\n  options:\nLEVEL", "HIERA_CONFIG"),
        ("LEVEL    options:\n", "HIERA_CONFIG"),
        ("LEVEL    datadir:\n", "HIERA_CONFIG"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let text = format!("version: 5\n{}", config.replace("LEVEL", level));
        assert_eq!(answer(folder.path(), &text, &data, "lookup('k')"), expected, "{text}");
    }
}
