//! What may declare a resource or class by a name that code computes, and what cannot.

use pprepl_project::{FileRole, Member, Problem, ProblemKind, Project, Symbol, SymbolKind, index};
use puppet_syntax::LexOptions;

use crate::sample::{entry, member, project};

const SITE: &str = "manifests/site.pp";
const A: &str = "modules/a/manifests/init.pp";
const B: &str = "modules/b/manifests/init.pp";
const DATA: &str = "data/common.yaml";

/// The problems of a file: the message in short, and `?` where it is not certain.
fn problems(files: &[(&str, &str)], file: &str) -> Vec<String> {
    project(files).problems().of(file).iter().map(shown).collect()
}

fn shown(problem: &Problem) -> String {
    let mark = if problem.is_certain { "" } else { "?" };
    match &problem.kind {
        ProblemKind::MissingParameters { definition, parameters, .. } => {
            format!("{} needs {}{mark}", definition.name, parameters.join(", "))
        }
        ProblemKind::Undeclared { type_name, title, .. } => format!("{type_name}[{title}]{mark}"),
    }
}

/// Each statement includes the classes that the data name, and no others.
#[test]
fn classes_come_from_data() {
    let statements = [
        "hiera_include('classes')",
        "::hiera_include('classes')",
        "include(lookup('classes'))",
        "include((lookup('classes')))",
        "include([lookup('classes')])",
        "contain hiera('classes')",
        "lookup('classes').include",
        "lookup('classes').unique.include",
        "(lookup('classes')).unique.include",
        "include(hiera_array('classes'), hiera_hash('more'))",
        "include ['a', \"b${x}\"]",
    ];
    let rows = [
        ("classes: [b]\n", "class b { notify { $x: } }", "notify[c]?"),
        ("classes: ['::b']\n", "class b { notify { $x: } }", "notify[c]?"),
        ("classes: {x: b}\n", "class b { notify { $x: } }", "notify[c]?"),
        ("classes: [other]\n", "class b { notify { $x: } }", "notify[c]"),
    ];
    for statement in statements {
        for (data, b, expected) in rows {
            let expected = if statement.contains("${") { "notify[c]?" } else { expected };
            let site = format!("include a\n{statement}\n");
            let files = [(SITE, &*site), (A, "class a { Notify['c'] -> Notify['c'] }"), (B, b), (DATA, data)];
            assert_eq!(problems(&files, A), [expected; 2], "{statement} {data}");
        }
    }
    let words = |text: &str| {
        let found = entry(DATA, text).index.words;
        found.iter().map(|word| word.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(words("x: [a_b, '::c::d2', E, 1a, f-g, '', e::F]\n"), ["a_b", "c::d2"]);
}

#[test]
fn prefixes_open_the_classes_that_have_them() {
    let files = |site: &'static str, name: &'static str| {
        let path = ["modules/", name, "/manifests/init.pp"].concat();
        let text = format!("class {name} {{ notify {{ $x: }} }}");
        let others = ["modules/b0/manifests/init.pp", "modules/z/manifests/init.pp"];
        let found = [
            (SITE, site),
            (A, "class a { Notify['c'] -> Notify['c'] }"),
            (others[0], "class b0 { }"),
            (others[1], "class z { }"),
            (&path, &text),
        ];
        problems(&found, A)
    };
    for (name, expected) in [("b", "notify[c]?"), ("bc", "notify[c]?"), ("c", "notify[c]"), ("ab", "notify[c]")] {
        assert_eq!(files("include a\ninclude \"b${x}\"", name), [expected; 2], "{name}");
    }
}

#[test]
fn titles_and_references_have_all_their_forms() {
    let define = ("modules/a/manifests/d.pp", "define a::d($x) { }");
    let class = (A, "class a(Integer $x) { }");
    let rows: [(&str, &[&str]); 23] = [
        ("file { ('/b'): }\nfile { '/a': require => File['/b'] }", &[]),
        ("file { [('/b')]: }\nfile { '/a': require => File['/b'] }", &[]),
        ("file { '/a': require => (File['/b']) }", &["file[/b]"]),
        ("file { \"/x/${y}b\": }\nfile { '/a': require => File['/x/c'] }", &["file[/x/c]"]),
        ("file { \"/x/${y}c\": }\nfile { '/a': require => File['/x/c'] }", &["file[/x/c]?"]),
        ("file { \"/z/${y}c\": }\nfile { '/a': require => File['/x/c'] }", &["file[/x/c]"]),
        ("file { \"/x/${y}/\": }\nfile { '/a': require => File['/x/c'] }", &["file[/x/c]?"]),
        ("include(('a'))", &["a needs x"]),
        ("include(['a', ['a']])", &["a needs x", "a needs x"]),
        ("include ''", &[]),
        ("a::d { 'one': }\n$type['one'] { x => 1 }", &["a::d needs x?"]),
        ("a::d { 'one': }\nResource['a::d', 'one'] { x => 1 }", &["a::d needs x"]),
        ("a::d { 'one': }\ncreate_resources($x, $y)", &["a::d needs x?"]),
        ("Node['x'] -> Notify['y']", &["notify[y]"]),
        ("Exec['x'] -> Tidy['y']", &["exec[x]", "tidy[y]?"]),
        ("a::d { 'one': x => 1 }\nNotify['y'] -> Notify['y']", &["notify[y]", "notify[y]"]),
        ("nosuch::d { 'one': x => 1 }\nNotify['y'] -> Notify['y']", &["notify[y]?", "notify[y]?"]),
        ("include nosuch\nNotify['y'] -> Notify['y']", &["notify[y]?", "notify[y]?"]),
        ("nosuch { 'one': x => 1 }\nNotify['y'] -> Notify['y']", &["notify[y]", "notify[y]"]),
        ("ensure_packages(['x'])\nPackage['y'] -> Notify['z']", &["package[y]?", "notify[z]"]),
        ("realize(Notify['y'], [Notify['z']])", &["notify[y]", "notify[z]"]),
        ("if defined(Notify['y'], 'x') { Notify['y'] -> Notify['z'] }", &["notify[z]"]),
        ("if defined($x) { Notify['y'] -> Notify['z'] }", &[]),
    ];
    for (text, expected) in rows {
        assert_eq!(problems(&[define, class, (SITE, text)], SITE), expected, "{text}");
    }
}

#[test]
fn functions_in_ruby_open_what_they_declare() {
    for (name, text, expected) in [
        ("ensure_packages", "create_resources('x')", "notify[c]"),
        ("make", "create_resources('x')", "notify[c]?"),
        ("make", "  # create_resources('x')", "notify[c]"),
    ] {
        let ruby = format!("modules/b/lib/puppet/functions/{name}.rb");
        let site = format!("include a\n{name}(['x'])");
        let files = [(SITE, &*site), (A, "class a { Notify['c'] -> Notify['c'] }"), (&*ruby, text)];
        assert_eq!(problems(&files, A), [expected; 2], "{name} {text}");
    }
}

/// The nearest title is searched for the first problems of a file only.
#[test]
fn twenty_problems_have_suggestions() {
    let ends: String = (10..32).map(|at| format!("Notify['title_{at}x'] -> Notify['declared']\n")).collect();
    let titles: String = (10..32).map(|at| format!("notify {{ 'title_{at}': }}\n")).collect();
    let text = format!("notify {{ 'declared': }}\n{titles}{ends}");
    let found = project(&[(SITE, &text)]);
    let near = |problem: &Problem| match &problem.kind {
        ProblemKind::Undeclared { near, .. } => near.as_deref().map(str::to_owned),
        ProblemKind::MissingParameters { .. } => None,
    };
    let expected: Vec<Option<String>> = (10..32).map(|at| (at < 30).then(|| format!("title_{at}"))).collect();
    assert_eq!(found.problems().of(SITE).iter().map(near).collect::<Vec<_>>(), expected);
}

/// A survey of an index stays only while it sees the same.
#[test]
fn words_adjustments_and_roles_change_the_survey() {
    let a = (A, "class a { Notify['c'] -> Notify['c'] }");
    let define = ("modules/a/manifests/d.pp", "define a::d($x) { }");
    let steps = [
        (SITE, "include a\nlookup('classes').include\na::d { 'one': }"),
        (DATA, "classes: [b]\n"),
        (DATA, "classes: [other]\n"),
        (DATA, "classes: [b]\n"),
        (B, "class b { $v = A::D }"),
        (B, "class b { A::D { x => 1 } }"),
        (B, "class b { $v = A::D }"),
    ];
    let mut texts = std::collections::BTreeMap::from([a, define, (B, "class b { notify { $x: } }")]);
    let all = |texts: &std::collections::BTreeMap<&'static str, &'static str>| {
        texts.iter().map(|(name, text)| (*name, *text)).collect::<Vec<_>>()
    };
    let mut edited = project(&all(&texts));
    let mut seen = Vec::new();
    for (file, text) in steps {
        texts.insert(file, text);
        edited.update(entry(file, text));
        let fresh = project(&all(&texts));
        for name in texts.keys() {
            assert_eq!(edited.problems_of(name), fresh.problems().of(name), "{name} after {text}");
        }
        seen.push(
            [SITE, A].map(|name| edited.problems_of(name).iter().map(shown).collect::<Vec<_>>().join(" ")).join(" "),
        );
    }
    assert_eq!(
        seen,
        [
            "a::d needs x notify[c] notify[c]",
            "a::d needs x notify[c]? notify[c]?",
            "a::d needs x notify[c] notify[c]",
            "a::d needs x notify[c]? notify[c]?",
            "a::d needs x notify[c] notify[c]",
            "a::d needs x? notify[c] notify[c]",
            "a::d needs x notify[c] notify[c]",
        ]
    );
    let other = Member { role: FileRole::Other, ..member(SITE) };
    let moved = || index(&other, texts[SITE], LexOptions::default()).0;
    edited.update(moved());
    let mut entries: Vec<_> =
        texts.iter().filter(|(name, _)| **name != SITE).map(|(name, text)| entry(name, text)).collect();
    entries.push(moved());
    let fresh = Project::new(entries);
    assert_eq!(edited.problems_of(A), fresh.problems().of(A));
    assert_eq!(edited.problems_of(A).iter().map(shown).collect::<Vec<_>>(), ["notify[c]", "notify[c]"]);
}

#[test]
fn indexes_are_equal_with_equal_files() {
    let of = |path: &str, text: &str| project(&[(path, text)]);
    assert_eq!(of(SITE, "$x = 1"), of(SITE, "$x = 1"));
    assert_ne!(of(SITE, "$x = 1"), of(SITE, "$x = 2"));
    assert_ne!(of(SITE, "$x = 1"), of("manifests/other.pp", "$x = 1"));
    let other = Member { role: FileRole::Other, ..member(SITE) };
    let moved = index(&other, "$x = 1", LexOptions::default()).0;
    assert_ne!(of(SITE, "$x = 1"), Project::new([moved]));
}

#[test]
fn a_type_alias_hides_a_defined_type_of_its_name() {
    let define = ("modules/a/manifests/d.pp", "define a::d($x) { }");
    let alias = ("modules/a/types/d.pp", "type A::D = Integer");
    let site = (SITE, "a::d { 'one': x => 1 }\nA::D['one'] -> Notify['y']");
    let roles = |files: &[(&str, &str)]| {
        let index = project(files);
        let found = index.references(&Symbol::new(SymbolKind::ResourceType, "a::d"));
        found.iter().map(|one| format!("{:?}", one.item.role)).collect::<Vec<_>>()
    };
    assert_eq!(roles(&[define, site]), ["Declaration", "Type"]);
    assert_eq!(roles(&[define, alias, site]), ["Declaration"]);
}
