//! What an environment uses and does not have: data of other backends, and modules that are not installed.

use std::fs;
use std::path::Path;

use pprepl_files::Rules;
use pprepl_project::{Discovery, ProblemKind, Project, index};
use puppet_functions::loader::environment::Environment;
use puppet_syntax::LexOptions;

const CLASS: (&str, &str) = ("modules/a/manifests/init.pp", "class a($x) { Notify['b'] -> Notify['b'] }");
const SITE: (&str, &str) = ("manifests/site.pp", "include a\n");

fn discovery(root: &Path) -> Discovery {
    let environment = Environment {
        root: root.to_owned(),
        name: "test".to_owned(),
        module_path: vec![root.join("modules")],
        manifests: vec![root.join("manifests/site.pp")],
    };
    Discovery::new(&environment, &Rules::default())
}

fn write(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Returns whether the missing parameter, and the missing resource, are certain.
fn certain(files: &[(&str, &str)]) -> (bool, bool) {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &[CLASS, SITE]);
    write(root.path(), files);
    let discovery = discovery(root.path());
    let entries = discovery.members().into_iter().map(|member| {
        let text = fs::read_to_string(&member.path).unwrap();
        index(&member, text, LexOptions::default()).0
    });
    let mut project = Project::new(entries);
    project.set_gaps(discovery.gaps().clone());
    let names: Vec<_> = discovery.members().iter().map(|member| member.name.clone()).collect();
    let all: Vec<_> = names.iter().flat_map(|name| project.problems_of(name)).collect();
    let of = |is_class: bool| {
        let is_it = |kind: &ProblemKind| matches!(kind, ProblemKind::MissingParameters { .. }) == is_class;
        all.iter().find(|one| is_it(&one.kind)).expect("a problem").is_certain
    };
    (of(true), of(false))
}

#[test]
fn data_elsewhere_may_give_parameters() {
    let level = |text: &str| format!("version: 5\nhierarchy:\n  - name: one\n    {text}\n");
    let rows = [
        ("path: one.yaml", true),
        ("path: one.conf", false),
        ("paths: [one.yaml, two.json]", true),
        ("paths: [one.yaml, two.conf]", false),
        ("paths: [[one]]", false),
        ("glob: 'nodes/*.yml'", true),
        ("globs: ['nodes/*.eyaml', 'other/*']", false),
        ("mapped_paths: [names, name, 'n/%{name}.yaml']", true),
        ("mapped_paths: [names, name, 'n/%{name}']", false),
        ("uri: 'https://example.com'", false),
        ("uris: ['https://example.com']", false),
        ("data_hash: json_data", true),
        ("lookup_key: mine::backend", false),
        ("datadir: data", true),
        ("datadir: ./data", true),
        ("datadir: nosuch", false),
        ("datadir: ../data", false),
        ("datadir: ..", false),
        ("datadir: '%{environment}/data'", false),
        ("datadir: 'data/%{environment}'", true),
    ];
    for (text, expected) in rows {
        let config = level(text);
        let files = [("hiera.yaml", &*config), ("data/other.yaml", "b::x: 1\n")];
        assert_eq!(certain(&files), (expected, true), "{text}");
        // A module has its own layer.
        let files = [("modules/a/hiera.yaml", &*config), ("modules/a/data/other.yaml", "b::x: 1\n")];
        assert_eq!(certain(&files), (expected, true), "module: {text}");
        let files = [("modules/other/hiera.yaml", &*config), ("modules/other/data/other.yaml", "b::x: 1\n")];
        assert_eq!(certain(&files), (true, true), "another module: {text}");
    }
    assert_eq!(certain(&[("hieradata/x.yaml", "")]), (false, true));
    assert_eq!(certain(&[("hiera/x.yaml", "")]), (false, true));
    assert_eq!(certain(&[("other/x.yaml", "")]), (true, true));
    assert_eq!(certain(&[("hieradata/x.yaml", ""), ("hiera.yaml", "version: 5\n")]), (true, true));
    assert_eq!(certain(&[("modules/a/hieradata/x.yaml", "")]), (true, true));
    assert_eq!(certain(&[("hiera.yaml", "version: [\n")]), (false, true));
}

#[test]
fn modules_that_are_not_here_may_declare_resources() {
    let metadata =
        |dependency: &str| format!(r#"{{ "name": "me-a", "dependencies": [{{ "name": "{dependency}" }}] }}"#);
    for (dependency, expected) in [("me/b", true), ("me-b2", true), ("other/nosuch", false)] {
        let text = metadata(dependency);
        let files = [
            ("modules/a/metadata.json", &*text),
            ("modules/b/manifests/init.pp", "class b { }"),
            ("modules/b2/manifests/init.pp", "class b2 { }"),
        ];
        assert_eq!(certain(&files), (true, expected), "{dependency}");
    }
}

#[test]
fn names_of_files_and_directories_decide_what_they_are() {
    let root = tempfile::tempdir().unwrap();
    let files = [
        ("manifests/site.pp", ""),
        ("data/readme.md", ""),
        ("data/deep/x.yml", ""),
        ("data/x.json", ""),
        ("modules/web2/manifests/init.pp", ""),
        ("modules/web2/manifests/dir.pp/inner.pp", ""),
        ("modules/web2/manifests/init.pp.d/inner.pp", ""),
        ("modules/web2/manifests/deep/init.pp", ""),
        ("modules/web2/manifests/notes.txt", ""),
        ("modules/web2/templates/init.pp/a.epp", ""),
        ("modules/2web/manifests/init.pp", ""),
        ("modules/we-b/manifests/init.pp", ""),
        ("modules/file", ""),
    ];
    write(root.path(), &files);
    let show = |path: &Path| pprepl_files::slashed(path.strip_prefix(root.path()).unwrap());
    let members = discovery(root.path()).members();
    let found: Vec<String> =
        members.iter().map(|one| format!("{} {:?} {}", show(&one.path), one.role, one.expects)).collect();
    assert_eq!(
        found,
        [
            "data/deep/x.yml Data ",
            "data/x.json Data ",
            "manifests/site.pp SiteManifest ",
            "modules/web2/manifests/deep/init.pp Manifest web2::deep::init",
            "modules/web2/manifests/dir.pp/inner.pp Manifest web2::dir.pp::inner",
            "modules/web2/manifests/init.pp Manifest web2",
            "modules/web2/manifests/init.pp.d/inner.pp Manifest web2::init.pp.d::inner",
            "modules/web2/templates/init.pp/a.epp Template web2::init.pp::a",
        ]
    );
}

/// A link to a file is a file, a link to a directory is a directory, and a broken one is neither.
#[cfg(unix)]
#[test]
fn links_are_what_they_lead_to() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &[("other/real/x.yaml", ""), ("other/y.yaml", ""), ("data/z.yaml", "")]);
    let link = |from: &str, to: &str| std::os::unix::fs::symlink(root.path().join(from), root.path().join(to)).unwrap();
    link("other/real", "data/folder");
    link("other/y.yaml", "data/link.yaml");
    link("other/real", "data/folder.yaml");
    let members = discovery(root.path()).members();
    let found: Vec<String> =
        members.iter().map(|one| pprepl_files::slashed(one.path.strip_prefix(root.path()).unwrap())).collect();
    assert_eq!(
        found,
        ["data/folder.yaml/x.yaml", "data/folder/x.yaml", "data/link.yaml", "data/z.yaml", "manifests/site.pp"]
    );
}

/// Directories that link to each other have millions of paths.
#[cfg(unix)]
#[test]
fn links_in_circles_end() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &[("data/a/x.yaml", ""), ("data/b/y.yaml", ""), ("data/c/z.yaml", "")]);
    let link = |to: &str, at: &str| std::os::unix::fs::symlink(root.path().join(to), root.path().join(at)).unwrap();
    for (one, other) in ["ab", "ba", "ac", "ca", "bc", "cb"].iter().filter_map(|pair| pair.split_at_checked(1)) {
        for name in ["1", "2"] {
            link(&format!("data/{other}"), &format!("data/{one}/to_{other}{name}"));
        }
    }
    link("data", "data/a/up");
    let found = discovery(root.path()).members();
    let count = |name: &str| found.iter().filter(|one| one.path.ends_with(name)).count();
    assert!((1..=300).contains(&count("x.yaml")), "{}", count("x.yaml"));
    assert!(found.iter().all(|one| !one.path.to_string_lossy().contains("up/")), "a link to what contains it");
}

/// A `hiera.yaml` from elsewhere makes nothing read what nobody opened.
#[test]
fn data_outside_of_the_layer_is_not_read() {
    let parent = tempfile::tempdir().unwrap();
    let root = parent.path().join("code");
    let level = |folder: &str| format!("version: 5\nhierarchy: [{{name: a, path: x.yaml, datadir: '{folder}'}}]\n");
    for (folder, expected) in [("data", true), ("../other", false), ("..", false), (".", true), ("data/../..", false)] {
        write(&root, &[("hiera.yaml", &level(folder)), ("data/x.yaml", ""), ("../other/x.yaml", "")]);
        let is_read = discovery(&root).members().iter().any(|one| one.path.ends_with("x.yaml"));
        assert_eq!(is_read, expected, "{folder}");
    }
}
