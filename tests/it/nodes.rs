//! Many nodes at once: `pprepl catalog --nodes` and `pprepl diff`, in real processes over a small control repository.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::program::{self, Ran, write};

fn pprepl(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::from(program::pprepl(folder, arguments).env_remove("NO_COLOR"))
}

/// An environment: a class with data for each role, a define with templates, and a node that fails.
const ENVIRONMENT: &[(&str, &str)] = &[
    ("environment.conf", "modulepath = modules\n"),
    (
        "hiera.yaml",
        "version: 5\nhierarchy:\n  - name: roles\n    path: \"%{facts.role}.yaml\"\n  - name: all\n    path: all.yaml\n",
    ),
    ("data/web.yaml", "base::packages: [nginx, curl]\n"),
    (
        "data/all.yaml",
        "lookup_options: {base::secret: {convert_to: Sensitive}}\nbase::packages: [curl]\nbase::secret: hunter2\n",
    ),
    ("manifests/site.pp", "node /^bad/ { include nothing::here }\nnode default { include base }\n"),
    (
        "modules/base/manifests/init.pp",
        "class base(Array[String] $packages, Sensitive[String] $secret) {\n  package { $packages: ensure => installed }\n  \
         $packages.each |$name| { base::note { $name: text => \"${name} on ${facts['networking']['hostname']}\" } }\n  \
         file { '/etc/secret': content => $secret }\n  file { '/etc/motd': content => epp('base/motd.epp') }\n}\n",
    ),
    (
        "modules/base/manifests/note.pp",
        "define base::note(String $text) {\n  notify { $title: message => template('base/note.erb') }\n}\n",
    ),
    ("modules/base/templates/note.erb", "<%= @title %>: <%= @text %> in <%= @environment %>"),
    ("modules/base/templates/motd.epp", "This is <%= $trusted['certname'] %>.\nBe careful.\n"),
];

/// A directory with `production`, and facts of some nodes in `nodes`.
fn repository(names: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    ENVIRONMENT.iter().for_each(|(name, text)| write(root.path(), &format!("production/{name}"), text));
    for (name, role) in names {
        let host = name.split('.').next().unwrap();
        let facts =
            format!("{{\"role\": \"{role}\", \"networking\": {{\"hostname\": \"{host}\", \"fqdn\": \"{name}\"}}}}");
        write(root.path(), &format!("nodes/{name}.json"), &facts);
    }
    root
}

const NAMES: &[(&str, &str)] = &[
    ("web1.example.com", "web"),
    ("web2.example.com", "web"),
    ("web3.example.com", "web"),
    ("db1.example.com", "db"),
    ("db2.example.com", "db"),
    ("mail.example.com", "mail"),
    ("log.example.com", "log"),
];

#[test]
fn each_node_has_the_catalog_that_it_has_alone() {
    let root = repository(NAMES);
    for jobs in ["1", "3"] {
        let arguments = ["catalog", "--environment", "production", "--nodes", "nodes", "--out", "out", "--jobs", jobs];
        let ran = pprepl(root.path(), &arguments);
        assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.status), ("7 nodes compiled\n", "", 0));
        for (name, _) in NAMES {
            let facts = format!("nodes/{name}.json");
            let alone = ["catalog", "--environment", "production", "--node", name, "--facts", &facts];
            let alone = pprepl(root.path(), &alone);
            assert_eq!(fs::read_to_string(root.path().join(format!("out/{name}.json"))).unwrap(), alone.out, "{name}");
            assert!(alone.out.contains(&format!("This is {name}.")), "{}", alone.out);
        }
        let left = fs::read_dir(root.path().join("out")).unwrap().count();
        assert_eq!(left, NAMES.len(), "no other file is left");
        fs::remove_dir_all(root.path().join("out")).unwrap();
    }
}

/// An environment whose manifests define names, keep state and log.
const STATEFUL: &[(&str, &str)] = &[
    (
        "manifests/site.pp",
        "type Site::Role = Enum['web', 'db', 'mail', 'log']\nfunction site_name(Site::Role $role) { $x = \"site ${role}\" $x }\n\
         define site_item { notify { \"item ${title}\": } }\n$top = site_name($facts['role'])\n\
         if $facts['role'] == 'web' { $only_web = 'yes' @site_item { 'virtual': } Site_item <| |> }\n\
         node /^(web)(\\d)/ { include keeps class { 'keeps::late': } notify { \"${1}-${2}\": } }\n\
         node default { include keeps::late }\n",
    ),
    ("data/common.yaml", "keeps::late::names: [b, a]\n"),
    ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: all, path: common.yaml}\n"),
    (
        "modules/keeps/manifests/init.pp",
        "class keeps(Keeps::Name $kind = \"k${facts['role']}\", $made = keeps::twice($kind)) {\n  \
         if $kind =~ /^k(.*)$/ { notify { \"${1} ${made} ${top}\": } }\n  \
         if defined(Class['keeps::late']) { warning('late is there') }\n  tag('kept')\n}\n",
    ),
    (
        "modules/keeps/manifests/late.pp",
        "class keeps::late(Array[String] $names) {\n  $sorted = sort($names)\n  \
         $sorted.each |$n| { keeps::one { $n: * => { size => $n.length + $sorted.length } } }\n  \
         notify { inline_template('<%= @sorted.join(\"+\") %>'): }\n  warning('once')\n}\n",
    ),
    (
        "modules/keeps/manifests/one.pp",
        "define keeps::one(Integer $size, $label = \"${title}-${size}\") { notify { \"one ${label} ${facts['role']}\": } }\n",
    ),
    ("modules/keeps/functions/twice.pp", "function keeps::twice($x) { $y = \"${x}${x}\" $y }\n"),
    ("modules/keeps/types/name.pp", "type Keeps::Name = Pattern[/^k/]\n"),
];

#[test]
fn no_node_sees_the_state_of_another() {
    let root = repository(NAMES);
    STATEFUL.iter().for_each(|(name, text)| write(root.path(), &format!("state/{name}"), text));
    let ran =
        pprepl(root.path(), &["catalog", "--environment", "state", "--nodes", "nodes", "--out", "out", "--jobs", "1"]);
    assert_eq!((ran.out.as_str(), ran.status), ("7 nodes compiled\n", 0), "{}", ran.err);
    assert!(ran.err.contains("once (7 nodes:"), "{}", ran.err);
    for (name, role) in NAMES {
        let facts = format!("nodes/{name}.json");
        let alone = pprepl(root.path(), &["catalog", "--environment", "state", "--node", name, "--facts", &facts]);
        let together = fs::read_to_string(root.path().join(format!("out/{name}.json"))).unwrap();
        assert_eq!(together, alone.out, "{name}");
        assert_eq!(together.contains("item virtual"), *role == "web", "{name}");
    }
}

#[test]
fn failures_are_reported_by_cause() {
    let root = repository(&[&[("bad1", "x"), ("bad2", "x")], NAMES].concat());
    write(root.path(), "nodes/odd.json", "[1]");
    write(root.path(), "nodes/README", "no node");
    let ran = pprepl(root.path(), &["catalog", "--environment", "production", "--nodes", "nodes", "--out", "out"]);
    insta::assert_snapshot!(ran.err);
    assert_eq!((ran.out.as_str(), ran.status), ("10 nodes: 7 compiled, 3 failed\n", 1));
    assert!(!root.path().join("out/bad1.json").exists());
    let ran = pprepl(root.path(), &["catalog", "--environment", "production", "--nodes", "nodes", "--check", "--json"]);
    let summary: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(summary["compiled"], 7);
    assert_eq!(summary["failed"].as_array().unwrap().len(), 2);
}

#[test]
fn the_command_line_is_checked() {
    let root = repository(NAMES);
    write(root.path(), "twice/a.json", "{}");
    write(root.path(), "twice/a.yaml", "{}");
    fs::create_dir(root.path().join("empty")).unwrap();
    let says = |arguments: &[&str]| {
        let ran = pprepl(root.path(), arguments);
        assert_eq!(ran.status, 64, "{}", ran.err);
        ran.err.lines().next().unwrap_or_default().to_owned()
    };
    let rows = [
        says(&["catalog", "--nodes", "nodes"]),
        says(&["catalog", "--nodes", "none", "--check"]),
        says(&["catalog", "--nodes", "empty", "--check"]),
        says(&["catalog", "--nodes", "twice", "--check"]),
        says(&["catalog", "--nodes", "nodes", "--check", "--node", "a"]),
        says(&["catalog", "--nodes", "nodes", "--check", "--shard", "5/4"]),
        says(&["catalog", "--nodes", "nodes", "--check", "--shard", "0/4"]),
        says(&["catalog", "--nodes", "nodes", "--check", "--shard", "half"]),
        says(&["diff", "production"]),
        says(&["diff", "production", "nowhere", "--nodes", "nodes"]),
        says(&["diff", "--merge", "none.json"]),
    ];
    insta::assert_snapshot!(rows.join("\n"));
}

/// `production` and a copy `next` in which the data, a template, a resource and a secret differ.
fn changed() -> tempfile::TempDir {
    let root = repository(&[&[("bad1", "x")], NAMES].concat());
    ENVIRONMENT.iter().for_each(|(name, text)| write(root.path(), &format!("next/{name}"), text));
    write(root.path(), "next/data/web.yaml", "base::packages: [nginx]\nbase::secret: other\n");
    write(
        root.path(),
        "next/modules/base/templates/motd.epp",
        "This is <%= $trusted['certname'] %>.\nBe very careful.\n",
    );
    root
}

#[test]
fn environments_are_compared() {
    let root = changed();
    let ran = pprepl(root.path(), &["diff", "production", "next", "--nodes", "nodes"]);
    insta::assert_snapshot!(ran.out);
    assert_eq!((ran.err.as_str(), ran.status), ("", 1));
    fs::remove_file(root.path().join("nodes/bad1.json")).unwrap();
    let ran = pprepl(root.path(), &["diff", "production", "next", "--nodes", "nodes", "--html", "page.html"]);
    assert_eq!(ran.status, 3);
    let page = fs::read_to_string(root.path().join("page.html")).unwrap();
    assert!(page.contains("7 nodes: 0 equal, 7 different") && !page.contains("hunter2") && !page.contains("<script"));
    insta::assert_snapshot!("environments_as_a_page", page);
    let ran = pprepl(root.path(), &["diff", "production", "production", "--nodes", "nodes"]);
    assert_eq!((ran.out.as_str(), ran.status), ("7 nodes: 7 equal, 0 different\n", 0));
}

#[test]
fn parts_of_several_machines_merge_to_the_whole() {
    let root = changed();
    let whole = pprepl(root.path(), &["diff", "production", "next", "--nodes", "nodes", "--json"]);
    let mut parts = vec!["diff".to_owned(), "--json".to_owned()];
    for shard in 1..=4 {
        let share = format!("{shard}/4");
        let part =
            pprepl(root.path(), &["diff", "production", "next", "--nodes", "nodes", "--json", "--shard", &share]);
        let file = format!("part{shard}.json");
        write(root.path(), &file, &part.out);
        parts.extend(["--merge".to_owned(), file]);
    }
    let merged = pprepl(root.path(), &parts.iter().map(String::as_str).collect::<Vec<_>>());
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert_eq!(json(&merged.out)["nodes"].as_object().unwrap().len(), 8);
    assert_eq!((json(&merged.out), merged.status), (json(&whole.out), whole.status));
    let twice = pprepl(root.path(), &["diff", "--merge", "part1.json", "--merge", "part1.json"]);
    assert!(twice.err.contains("is in an earlier part"), "{}", twice.err);
}

#[test]
fn revisions_of_a_repository_are_compared() {
    let git = |folder: &Path, arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=t", "-c", "user.email=t@example.com"]).args(arguments).current_dir(folder);
        command.output().is_ok_and(|output| output.status.success())
    };
    let root = repository(NAMES);
    let control = root.path().join("production");
    if !git(&control, &["init", "-q"]) {
        pprepl_testing::skip("git cannot be run");
        return;
    }
    assert!(git(&control, &["add", "."]) && git(&control, &["commit", "-qm", "one"]) && git(&control, &["tag", "one"]));
    write(&control, "data/web.yaml", "base::packages: [nginx]\n");
    assert!(git(&control, &["commit", "-qam", "two"]));
    // What is not committed does not count, and stays.
    write(&control, "data/web.yaml", "base::packages: [apache2]\n");
    let ran = pprepl(&control, &["diff", "one", "HEAD", "--nodes", "../nodes"]);
    assert_eq!((ran.err.as_str(), ran.status), ("", 3));
    assert!(ran.out.contains("- Package[curl] on 3 nodes: web1.example.com, web2"), "{}", ran.out);
    assert!(ran.out.ends_with("7 nodes: 4 equal, 3 different\n"), "{}", ran.out);
    assert_eq!(fs::read_to_string(control.join("data/web.yaml")).unwrap(), "base::packages: [apache2]\n");
    let ran = pprepl(&control, &["diff", "HEAD", ".", "--nodes", "../nodes"]);
    assert!(ran.out.contains("+ Package[apache2] on 3 nodes"), "{}", ran.out);
}
