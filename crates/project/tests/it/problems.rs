//! Problems of a whole environment: what nothing gives or declares, and what may be given or declared after all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pprepl_project::{Problem, ProblemKind};

use crate::sample::{entry, project};

const SITE: &str = "manifests/site.pp";
const CLASS: &str = "modules/a/manifests/init.pp";

/// The problems of a file: the message in short, and `?` where it is not certain.
fn problems(files: &[(&str, &str)], file: &str) -> Vec<String> {
    project(files).problems().of(file).iter().map(told).collect()
}

fn told(problem: &Problem) -> String {
    let mark = if problem.is_certain { "" } else { "?" };
    match &problem.kind {
        ProblemKind::MissingParameters { definition, parameters, .. } => {
            format!("{} needs {}{mark}", definition.name, parameters.join(", "))
        }
        ProblemKind::Undeclared { type_name, title, .. } => format!("{type_name}[{title}]{mark}"),
    }
}

#[test]
fn required_parameters_come_from_declarations_and_data() {
    let class = (CLASS, "class a(Integer $x, Optional[String] $y, $z = 1) { }");
    let site = |text| problems(&[class, (SITE, text)], SITE);
    assert_eq!(site("include a"), ["a needs x, y"], "Optional is not a default");
    assert_eq!(site("class { 'a': x => 1 }"), ["a needs y"]);
    assert_eq!(site("class { 'a': x => 1, y => undef }"), [""; 0]);
    assert_eq!(site("class { 'a': * => $all }"), [""; 0]);
    assert_eq!(site("class { 'a': x => 1, y => 'b' }\ninclude a"), [""; 0]);
    assert_eq!(site("class { '::a': x => 1, y => 'b' }\ninclude a"), [""; 0]);
    assert_eq!(site("class { $name: x => 1 }\ninclude a"), ["a needs x, y?"]);
    assert_eq!(site("create_resources('class', $all)\ninclude a"), ["a needs x, y?"]);
    assert_eq!(site("include \"a::${x}\"\ninclude a"), ["a needs x, y"], "no values");
    let with_data = |text| problems(&[class, (SITE, "include a"), ("data/common.yaml", text)], SITE);
    assert_eq!(with_data("a::x: 1\na::y: b\n"), [""; 0]);
    assert_eq!(with_data("a::x: 1\n"), ["a needs y"]);
    assert_eq!(with_data("a::x: 1\nb: ["), ["a needs y?"], "the rest of the file cannot be read");
    let heir = [class, (SITE, "include b"), ("modules/b/manifests/init.pp", "class b inherits a { }")];
    assert_eq!(problems(&heir, "modules/b/manifests/init.pp"), ["a needs x, y"]);
}

#[test]
fn defined_types_may_get_parameters_from_elsewhere() {
    let define = ("modules/a/manifests/d.pp", "define a::d($x) { }");
    let site = |text| problems(&[define, (SITE, text)], SITE);
    assert_eq!(site("a::d { 'one': }\na::d { 'two': x => 1 }"), ["a::d needs x"]);
    assert_eq!(site("a::d { default: x => 1; 'one': }"), [""; 0]);
    assert_eq!(site("A::D { x => 1 }\na::d { 'one': }"), ["a::d needs x?"]);
    assert_eq!(site("a::d { 'one': }\nA::D <| title == 'one' |> { x => 1 }"), ["a::d needs x?"]);
    assert_eq!(site("a::d { 'one': }\nA::D['one'] { x => 1 }"), ["a::d needs x?"]);
}

#[test]
fn references_need_a_declaration() {
    let site = |text| problems(&[(SITE, text)], SITE);
    assert_eq!(site("file { '/a': require => File['/b'] }"), ["file[/b]"]);
    assert_eq!(
        site("file { '/a': require => [File['/b', '/c'], Package['d']] }"),
        ["file[/b]", "file[/c]", "package[d]"]
    );
    assert_eq!(site("file { '/b/': }\nfile { '/a': require => File['/b'] }"), [""; 0]);
    assert_eq!(site("file { 'b': path => '/b' }\nfile { '/a': require => File['/b'] }"), [""; 0]);
    assert_eq!(site("notify { '::b': }\nfile { '/a': require => Notify['::b'] }"), [""; 0]);
    assert_eq!(site("notify { '::b': }\nfile { '/a': require => Notify['b'] }"), ["notify[b]"]);
    assert_eq!(site("notify { 'b': }\nfile { '/a': require => Notify['::b'] }"), ["notify[::b]"]);
    assert_eq!(site("exec { 'b': command => '/b' }\nfile { '/a': require => Exec['/b'] }"), [""; 0]);
    assert_eq!(site("@file { '/b': }\nfile { '/a': require => File['/b'] }"), [""; 0], "it may be realized");
    assert_eq!(site("@file { '/a': require => File['/b'] }"), [""; 0], "it may stay virtual");
    assert_eq!(site("file { $x: }\nfile { '/a': require => File['/b'] }"), ["file[/b]?"]);
    assert_eq!(site("file { \"/x/${y}\": }\nfile { '/a': require => File['/b'] }"), ["file[/b]"]);
    assert_eq!(site("file { \"${y}b\": }\nfile { '/a': require => File['/b'] }"), ["file[/b]?"]);
    assert_eq!(site("file { '/x': * => $all }\nfile { '/a': require => File['/b'] }"), ["file[/b]?"]);
    assert_eq!(site("create_resources('file', $x)\nfile { '/a': require => File['/b'] }"), ["file[/b]?"]);
    assert_eq!(site("create_resources($x, $y)\nfile { '/a': require => File['/b'] }"), ["file[/b]?"]);
    assert_eq!(site("File <<| |>>\nfile { '/a': require => File['/b'] }"), ["file[/b]?"]);
    assert_eq!(site("Notify <<| |>>\nfile { '/a': require => File['/b'] }"), ["file[/b]"], "of another type");
    assert_eq!(site("File <| |>\nfile { '/a': require => File['/b'] }"), ["file[/b]"], "it declares nothing");
    assert_eq!(site("if defined(File['/b']) { File['/b'] -> Service['c'] }"), ["service[c]"]);
    assert_eq!(site("if defined(\"File[${x}]\") { File['/b'] -> Service['c'] }"), [""; 0]);
    assert_eq!(site("notify { 'a': } -> Notify['b'] ~> notify { 'c': }"), ["notify[b]"]);
    assert_eq!(
        site("file { '/a': require => Class['main', 'settings'] }\nStage['main'] -> Notify['x']"),
        ["notify[x]"]
    );
    assert_eq!(site("cron { 'a': require => Mount['b'] }"), ["mount[b]?"], "a type in Ruby");
    let own =
        ("modules/own/lib/puppet/type/own_type.rb", "Puppet::Type.newtype(:own_type) do\n  newparam(:name)\nend\n");
    let define = ("modules/own/manifests/thing.pp", "define own::thing() { }");
    let files = [(SITE, "file { '/a': require => [Own_type['b'], Own::Thing['c']] }"), own, define];
    assert_eq!(problems(&files, SITE), ["own_type[b]?", "own::thing[c]"]);
    assert_eq!(site("file { '/a': require => Class['nosuch'] }"), ["class[nosuch]"]);
}

#[test]
fn only_code_that_may_run_opens_types() {
    let (a, b) = ("modules/a/manifests/init.pp", "modules/b/manifests/init.pp");
    let site = |text, other| {
        let files = [(SITE, text), (a, "class a { file { '/a': require => File['/b'] } }"), (b, other)];
        problems(&files, a)
    };
    let opens = "class b { file { $x: } }";
    assert_eq!(site("include a", opens), ["file[/b]"], "nothing includes b");
    assert_eq!(site("include a, b", opens), ["file[/b]?"]);
    assert_eq!(site("include a\ninclude $classes", opens), ["file[/b]?"]);
    assert_eq!(site("include a\ninclude \"b${x}\"", opens), ["file[/b]?"]);
    assert_eq!(site("include a\ninclude \"c${x}\"", opens), ["file[/b]"]);
    assert_eq!(site("include a\ncreate_resources('notify', $x)", opens), ["file[/b]"], "it declares no class");
    assert_eq!(site("include a\ncreate_resources('class', $x)", opens), ["file[/b]?"]);
    assert_eq!(site("include a\ncreate_resources('b', $x)", "define b($y) { file { $y: } }"), ["file[/b]?"]);
    assert_eq!(site("", opens), ["file[/b]?"], "nodes are classified elsewhere");
    assert_eq!(site("include b", "class b { }"), ["file[/b]?"], "nothing includes a");
    assert_eq!(site("include a", "class b { = }"), ["file[/b]?"], "the file cannot be read");
    let ruby = "modules/b/lib/puppet/functions/make.rb";
    let calls = |text: &str| {
        problems(&[(SITE, "include a\nmake()"), (a, "class a { Notify['b'] -> Notify['c'] }"), (ruby, text)], a)
    };
    assert_eq!(calls("# create_resources('x')\n1"), ["notify[b]", "notify[c]"]);
    assert_eq!(calls("call_function('create_resources', 'x', {})"), ["notify[b]?", "notify[c]?"]);
    let data = |text: &str| {
        let files = [
            (SITE, "include a\nlookup('classes').include"),
            (a, "class a { Notify['b'] -> Notify['b'] }"),
            (b, "class b { notify { $x: } }"),
            ("data/common.yaml", text),
        ];
        problems(&files, a)
    };
    assert_eq!(data("classes: [b]\n"), ["notify[b]?", "notify[b]?"]);
    assert_eq!(data("classes: [c]\n"), ["notify[b]", "notify[b]"]);
}

#[test]
fn a_change_affects_the_files_whose_faults_differ() {
    let other = "modules/b/manifests/init.pp";
    let before =
        project(&[(SITE, "include a, b"), (CLASS, "class a { Notify['x'] -> Notify['x'] }"), (other, "class b { }")]);
    let mut after = before.clone();
    after.update(entry(other, "class b { notify { 'x': } }"));
    let affected = after.affected(&before, &BTreeSet::from([Arc::from(other)]));
    assert_eq!(affected.iter().map(|name| &**name).collect::<Vec<_>>(), [SITE, CLASS, other]);
    let mut same = after.clone();
    same.update(entry(other, "class b { notify { 'x': message => 'y' } }"));
    assert_eq!(same.affected(&after, &BTreeSet::from([Arc::from(other)])).len(), 1);
}

/// The problems of a file are found alone, with a survey that outlives most edits.
#[test]
fn problems_after_edits_are_those_of_a_fresh_index() {
    let class = (CLASS, "class a(Integer $x) { }");
    let mut edited = project(&[class, (SITE, "")]);
    let steps = [
        (SITE, "include a"),
        (SITE, "include a\n$y = 1"),
        (SITE, "include a\n$y = "),
        (SITE, "include a\n$y = 12"),
        (SITE, "class { 'a': x => 1 }\ninclude a"),
        (SITE, "\nclass { 'a': x => 1 }\n# moved\ninclude a"),
        (SITE, "notify { 'n': require => File['/x'] }"),
        ("modules/b/manifests/init.pp", "class b { file { '/x': } }"),
        (SITE, "include b\nnotify { 'n': require => File['/x'] }"),
        ("modules/b/manifests/init.pp", "class b { file { '/y': } }"),
        ("modules/b/manifests/init.pp", "class b { file { $y: } }"),
        ("modules/b/manifests/init.pp", "class b { file { '/x': } }"),
        (CLASS, "class a(Integer $x = 1) { }"),
        ("data/common.yaml", "a::x: 1"),
        (SITE, "include a, b"),
        (CLASS, "class a(Integer $x) { }"),
    ];
    let mut texts = BTreeMap::from([class, (SITE, "")]);
    for (file, text) in steps {
        texts.insert(file, text);
        edited.update(entry(file, text));
        let all: Vec<_> = texts.iter().map(|(name, text)| (*name, *text)).collect();
        let fresh = project(&all);
        for name in texts.keys() {
            assert_eq!(edited.problems_of(name), fresh.problems().of(name), "{name} after {text}");
        }
    }
    edited.remove(CLASS);
    texts.remove(CLASS);
    let all: Vec<_> = texts.into_iter().collect();
    assert_eq!(edited.problems_of(SITE), project(&all).problems().of(SITE));
}
