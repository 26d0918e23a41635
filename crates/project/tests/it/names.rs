//! Names in the index: each definition and reference has its place, also in files with errors.

use pprepl_project::{Project, ReferenceRole, Symbol, SymbolKind};

use crate::sample::{entry, project};

/// The definitions of a file: kind, name, text of the name.
fn definitions(path: &str, text: &str) -> Vec<String> {
    let entry = entry(path, text);
    let told = |one: &pprepl_project::Definition| {
        let parameters: Vec<&str> = one.parameters.iter().map(|parameter| parameter.span.of(text)).collect();
        format!("{:?} {} `{}` ({})", one.symbol.kind, one.symbol.name, one.name.of(text), parameters.join(", "))
    };
    entry.index.definitions.iter().map(told).collect()
}

/// The references of a file: role, kind, name, text.
fn references(path: &str, text: &str) -> Vec<String> {
    let entry = entry(path, text);
    let told = |one: &pprepl_project::Reference| {
        let inside = one.inside.map_or("-", |at| &*entry.index.definitions[at as usize].symbol.name);
        let mark = if one.is_interface { " interface" } else { "" };
        format!("{:?} {:?} {} `{}` in {inside}{mark}", one.role, one.symbol.kind, one.symbol.name, one.span.of(text))
    };
    entry.index.references.iter().map(told).collect()
}

#[test]
fn definitions_have_their_names_and_parameters() {
    let text = "class Apache::Vhost(Integer $port = 80, $root) {\n  define inner($x) { }\n  class nested { }\n}\n\
                function apache::port(Integer *$all) >> String { 'x' }\ntype Apache::Port = Integer[1, 2]\n";
    assert_eq!(
        definitions("modules/apache/manifests/vhost.pp", text),
        [
            "Class apache::vhost `Apache::Vhost` ($port, $root)",
            "ResourceType apache::vhost::inner `inner` ($x)",
            "Class apache::vhost::nested `nested` ()",
            "Function apache::port `apache::port` ($all)",
            "Type apache::port `Apache::Port` ()",
        ]
    );
}

#[test]
fn a_plan_is_a_definition() {
    let text = "plan apache::deploy(TargetSpec $nodes, Integer $count = 1) {\n  apache::port()\n}\n";
    let path = "modules/apache/plans/deploy.pp";
    assert_eq!(definitions(path, text), ["Plan apache::deploy `apache::deploy` ($nodes, $count)"]);
    let call = "Call Function apache::port `apache::port` in apache::deploy interface".to_owned();
    assert!(references(path, text).contains(&call), "{:?}", references(path, text));
}

#[test]
fn references_have_their_roles_and_places() {
    let text = "class a(B::T $x = c::f(1)) inherits a::params {\n  include 'd', ::e\n  class { ['g', \"h\"]: }\n  \
                i::j { 'x': k => \"${l::m} and ${n::o('p')}\" }\n  Class['q'] -> R::S['t']\n  [1].each |$u| { v::w($u) }\n  \
                $z = lookup('a::key')\n  create_resources('aa::bb', {})\n  $cc = &dd::ee\n}\n";
    assert_eq!(
        references("modules/a/manifests/init.pp", text),
        [
            "Type Type b::t `B::T` in a interface",
            "Call Function c::f `c::f` in a",
            "Inherits Class a::params `a::params` in a interface",
            "Call Function include `include` in a",
            "Include Class d `d` in a",
            "Include Class e `e` in a",
            "Declaration Class g `g` in a",
            "Declaration Class h `h` in a",
            "Declaration ResourceType i::j `i::j` in a",
            "Variable Class l `l` in a",
            "Call Function n::o `n::o` in a",
            "Type Type class `Class` in a",
            "Resource Class q `q` in a",
            "Type Type r::s `R::S` in a",
            "Call Function each `each` in a",
            "Call Function v::w `v::w` in a",
            "Call Function lookup `lookup` in a",
            "Lookup DataKey a::key `a::key` in a",
            "Call Function create_resources `create_resources` in a",
            "Declaration ResourceType aa::bb `aa::bb` in a",
            "Call Function dd::ee `dd::ee` in a",
        ]
    );
}

#[test]
fn data_keys_refer_to_classes() {
    let text = "---\nlookup_options:\n  '^web::': {convert_to: Integer}\n  web::x: {merge: first}\n\
                \"web::port\": 80\nplain: '%{lookup(\"web::port\")} %{alias(\"other\")}'\n";
    assert_eq!(definitions("data/common.yaml", text), ["DataKey web::port `web::port` ()", "DataKey plain `plain` ()"]);
    assert_eq!(
        references("data/common.yaml", text),
        [
            "Data Class web `web` in web::port",
            "Lookup DataKey web::port `web::port` in plain",
            "Lookup DataKey other `other` in plain",
        ]
    );
    let patterns = entry("data/common.yaml", text).index.lookup_options;
    assert_eq!(patterns.iter().map(|one| &*one.pattern).collect::<Vec<_>>(), ["^web::"]);
}

#[test]
fn a_file_with_errors_gives_its_complete_parts() {
    let text = "class first { include x }\nclass second { $a = = 1 }\nclass third { include y }\n$z = ";
    let found = definitions("modules/first/manifests/init.pp", text);
    assert!(found.iter().any(|one| one.starts_with("Class first")), "{found:?}");
    assert!(found.iter().any(|one| one.starts_with("Class third")), "{found:?}");
    assert_eq!(definitions("data/common.yaml", "a: 1\nb:\n  - 2\n  - [1,\nc: }"), ["DataKey a `a` ()"]);
    assert_eq!(definitions("modules/m/lib/puppet/functions/m/f.rb", "= ="), ["Function m::f `` ()"]);
}

#[test]
fn a_compilation_finds_site_manifests_and_paths_first() {
    let index = project(&[
        ("modules/web/manifests/about.pp", "class web::vhost { }"),
        ("modules/web/manifests/vhost.pp", "class web::vhost { }"),
        ("modules/web/manifests/init.pp", "class web::vhost { } class web { }"),
        ("examples/web.pp", "class web { }"),
    ]);
    let files = |name: &str| -> Vec<String> {
        let found = index.definitions(&Symbol::new(SymbolKind::Class, name));
        found.iter().map(|one| one.file.member.name.to_string()).collect()
    };
    let folder = "modules/web/manifests";
    assert_eq!(files("::Web::Vhost"), ["vhost.pp", "init.pp", "about.pp"].map(|name| format!("{folder}/{name}")));
    assert_eq!(files("web"), [format!("{folder}/init.pp")], "nothing loads an example");
    assert!(index.has(SymbolKind::Class, "web") && !index.has(SymbolKind::Type, "web"));
}

#[test]
fn references_are_found_in_all_files() {
    let index = project(&[
        ("modules/web/manifests/vhost.pp", "define web::vhost($port) { }"),
        ("manifests/site.pp", "web::vhost { 'a': }\nWeb::Vhost['a'] -> File['x']\n"),
        ("examples/web.pp", "web::vhost { 'b': }"),
    ]);
    let found = index.references(&Symbol::new(SymbolKind::ResourceType, "web::vhost"));
    let told: Vec<(&str, ReferenceRole)> = found.iter().map(|one| (&*one.file.member.name, one.item.role)).collect();
    assert_eq!(
        told,
        [
            ("examples/web.pp", ReferenceRole::Declaration),
            ("manifests/site.pp", ReferenceRole::Declaration),
            ("manifests/site.pp", ReferenceRole::Type),
        ]
    );
}

#[test]
fn threads_share_an_index() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Project>();
}
