//! The files of an environment and their roles.

use std::fs;
use std::path::{Path, PathBuf};

use pprepl_files::Rules;
use pprepl_project::{Discovery, is_environment};
use puppet_functions::loader::environment::Environment;

fn write(root: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn members(root: &Path, module_path: &[&str], manifests: &[&str]) -> Vec<String> {
    let environment = Environment {
        root: root.to_owned(),
        name: "test".to_owned(),
        module_path: module_path.iter().map(|folder| root.join(folder)).collect(),
        manifests: manifests.iter().map(|file| root.join(file)).collect(),
    };
    let members = Discovery::new(&environment, &Rules::default()).members();
    let shown = |path: &PathBuf| pprepl_files::slashed(path.strip_prefix(root).unwrap());
    members.iter().map(|one| format!("{} {:?} {}", shown(&one.path), one.role, one.expects)).collect()
}

#[test]
fn each_file_has_its_role() {
    let root = tempfile::tempdir().unwrap();
    write(
        root.path(),
        &[
            ("manifests/site.pp", ""),
            ("hiera.yaml", "version: 5\nhierarchy: [{name: a, path: x.yaml, datadir: 'hiera/%{env}'}, {name: b}]\n"),
            ("hiera/prod/x.yaml", ""),
            ("data/y.eyaml", ""),
            ("functions/f.pp", ""),
            ("site/profile/manifests/web/nginx.pp", ""),
            ("modules/profile/manifests/init.pp", "hidden by the module in site"),
            ("modules/web/manifests/init.pp", ""),
            ("modules/web/manifests/.hidden.pp", ""),
            ("modules/web/plans/deploy.pp", ""),
            ("modules/web/types/port.pp", ""),
            ("modules/web/templates/a.epp", ""),
            ("modules/web/lib/puppet/functions/web/f.rb", ""),
            ("modules/web/lib/puppet/parser/functions/g.rb", ""),
            ("modules/web/lib/puppet/type/h.rb", ""),
            ("modules/web/data/ignored.yaml", "a module without hiera.yaml has no data"),
            ("modules/Not-A-Module/manifests/init.pp", ""),
            ("modules/1module/manifests/init.pp", "a name begins with a letter"),
            ("modules/own_2/hiera.yaml", "version: 5\n"),
            ("modules/own_2/data/deep/o.json", ""),
            ("modules/own_2/data/o.yaml/p.yml", "below a directory whose name ends as a file's"),
            ("modules/own_2/data/o.txt", ""),
            ("modules/own_2/manifests/deep/init.pp", ""),
            ("modules/own_2/manifests/init.pp/deep.pp", "below a directory, too"),
            ("modules/own_2/manifests/other.pp/deep.pp", ""),
            ("modules/own_2/manifests/other.epp", ""),
            ("modules/own_2/manifests/otherpp", ""),
        ],
    );
    assert_eq!(
        members(root.path(), &["site", "modules"], &["manifests/site.pp"]),
        [
            "data/y.eyaml Data ",
            "functions/f.pp Function environment::f",
            "hiera.yaml DataConfig ",
            "hiera/prod/x.yaml Data ",
            "manifests/site.pp SiteManifest ",
            "modules/own_2/data/deep/o.json Data ",
            "modules/own_2/data/o.yaml/p.yml Data ",
            "modules/own_2/hiera.yaml DataConfig ",
            "modules/own_2/manifests/deep/init.pp Manifest own_2::deep::init",
            "modules/own_2/manifests/init.pp/deep.pp Manifest own_2::init.pp::deep",
            "modules/own_2/manifests/other.pp/deep.pp Manifest own_2::other.pp::deep",
            "modules/web/lib/puppet/functions/web/f.rb RubyFunction web::f",
            "modules/web/lib/puppet/parser/functions/g.rb RubyFunction g",
            "modules/web/lib/puppet/type/h.rb RubyType h",
            "modules/web/manifests/init.pp Manifest web",
            "modules/web/plans/deploy.pp Plan web::deploy",
            "modules/web/templates/a.epp Template web::a",
            "modules/web/types/port.pp TypeAlias web::port",
            "site/profile/manifests/web/nginx.pp Manifest profile::web::nginx",
        ]
    );
}

#[test]
fn a_module_is_not_an_environment() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &[("module/manifests/init.pp", ""), ("control/hiera.yaml", ""), ("control/modules/x", "")]);
    assert!(!is_environment(&root.path().join("module")));
    assert!(is_environment(&root.path().join("control")));
    write(root.path(), &[("module/environment.conf", "")]);
    assert!(is_environment(&root.path().join("module")));
    let rows = [
        ("modules/x/y", false),
        ("hiera.yaml", false),
        ("manifests/site.pp modules/x/y", true),
        ("manifests/site.pp hiera.yaml modules", false),
    ];
    for (number, (files, expected)) in rows.into_iter().enumerate() {
        let folder = root.path().join(number.to_string());
        let files: Vec<(&str, &str)> = files.split(' ').map(|name| (name, "")).collect();
        write(&folder, &files);
        assert_eq!(is_environment(&folder), expected, "{files:?}");
    }
}

#[test]
fn directories_are_searched_to_a_depth() {
    let root = tempfile::tempdir().unwrap();
    let deep = "a/".repeat(24);
    let names = ["modules/m/manifests/", "data/"].map(|folder| format!("{folder}{deep}"));
    let all = names
        .iter()
        .flat_map(|folder| ["in.pp", "in.yaml", "a/out.pp", "a/out.yaml"].map(|name| format!("{folder}{name}")));
    let all: Vec<String> = all.collect();
    write(root.path(), &all.iter().map(|name| (name.as_str(), "")).collect::<Vec<_>>());
    let found = members(root.path(), &["modules"], &[]);
    let ends: Vec<&str> = found.iter().filter_map(|name| name.split(' ').next()?.rsplit('/').next()).collect();
    assert_eq!(ends, ["in.yaml", "in.pp"]);
}

#[cfg(unix)]
#[test]
fn a_directory_that_links_to_itself_ends() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), &[("modules/m/manifests/init.pp", ""), ("data/a.yaml", "")]);
    std::os::unix::fs::symlink(root.path().join("data"), root.path().join("data/again")).unwrap();
    std::os::unix::fs::symlink(root.path().join("modules/m"), root.path().join("modules/m/manifests/m")).unwrap();
    assert!(members(root.path(), &["modules"], &[]).len() > 1);
}

/// What a file will be that is not on disk yet: its path says it.
#[test]
fn a_new_file_has_the_role_of_its_path() {
    let root = tempfile::tempdir().unwrap();
    let files = [("manifests/site.pp", ""), ("data/common.yaml", ""), ("modules/web/manifests/init.pp", "")];
    write(root.path(), &files);
    let environment = Environment {
        root: root.path().to_owned(),
        name: "test".to_owned(),
        module_path: vec![root.path().join("modules")],
        manifests: vec![root.path().join("manifests/site.pp")],
    };
    let discovery = Discovery::new(&environment, &Rules::default());
    let rows = [
        ("modules/web/manifests/init.pp", "Manifest web of web"),
        ("modules/web/manifests/new.pp", "Manifest web::new of web"),
        ("modules/web/manifests/a/init.pp", "Manifest web::a::init of web"),
        ("modules/web/manifests/new.yaml", "nothing"),
        ("modules/web/functions/f.pp", "Function web::f of web"),
        ("modules/web/types/Port.pp", "TypeAlias web::port of web"),
        ("modules/web/plans/init.pp", "Plan web of web"),
        ("modules/web/templates/a.epp", "Template web::a of web"),
        ("modules/web/templates/a.erb", "nothing"),
        ("modules/web/files/a.pp", "nothing"),
        ("modules/web", "nothing"),
        ("modules/other/manifests/x.pp", "Manifest other::x of other"),
        ("manifests/new.pp", "SiteManifest "),
        ("manifests/a/b.pp", "SiteManifest "),
        ("manifests/new.yaml", "nothing"),
        ("data/new.yaml", "Data "),
        ("data/deep/new.yaml", "nothing"),
        ("functions/f.pp", "Function environment::f"),
        ("types/t.pp", "TypeAlias environment::t"),
        ("new.pp", "nothing"),
        ("../out.pp", "nothing"),
    ];
    for (path, expected) in rows {
        let found = discovery.member_at(&root.path().join(path)).map_or("nothing".to_owned(), |found| {
            let of = found.module.map_or_else(String::new, |module| format!(" of {module}"));
            format!("{:?} {}{of}", found.role, found.expects)
        });
        assert_eq!(found, expected, "{path}");
    }
}
