//! The variables of every kind of definition, and the scopes at their edges.

use pprepl_project::{VariableOwner, Variables};
use puppet_syntax::{LexOptions, parse};

use crate::sample::entry;

fn variables(name: &str, text: &str) -> Variables {
    Variables::new(&parse(text, LexOptions::default().for_file(name)).program, text)
}

/// Returns the occurrences: the name, the owner and the role.
fn occurrences(name: &str, text: &str) -> Vec<String> {
    let variables = variables(name, text);
    let owner = |owner: VariableOwner| match owner {
        VariableOwner::Top => "top".to_owned(),
        VariableOwner::Class(class) => class.to_string(),
        VariableOwner::Local(at) => format!("local {at}"),
    };
    let row = |one: &pprepl_project::VariableOccurrence| {
        format!("{} of {}, {:?}", one.name, owner(variables.variable(one).owner), one.role)
    };
    variables.occurrences.iter().map(row).collect()
}

#[test]
fn each_kind_of_definition_has_its_variables() {
    let rows: [(&str, &str, &[&str]); 9] = [
        (
            "modules/m/plans/p.pp",
            "plan m::p($x) { $y = $x apply($x) { $z = $y } }",
            &[
                "x of local 1, Parameter",
                "y of local 1, Assignment",
                "x of local 1, Read",
                "x of local 1, Read",
                "z of local 1, Assignment",
                "y of local 1, Read",
            ],
        ),
        ("a.pp", "$top = 1\nplan p() { $top }", &["top of top, Assignment"]),
        ("a.pp", "[$a, [$b]] = [1, [$c]]", &["a of top, Assignment", "b of top, Assignment", "c of top, Read"]),
        (
            "a.pp",
            "\"${a} ${b['k']} ${c.d} ${$e} ${upcase($f)} ${ g }\"",
            &[
                "a of top, Read",
                "b of top, Read",
                "c of top, Read",
                "e of top, Read",
                "f of top, Read",
                "g of top, Read",
            ],
        ),
        ("a.pp", "node 'x' { $n = 1 }\n$n", &["n of local 1, Assignment", "n of top, Read"]),
        ("a.pp", "type T = Enum[$x]", &["x of top, Read"]),
        ("a.pp", "$x['k'] = 1", &["x of top, Read"]),
        (
            "a.pp",
            "function f($x, *$y) { $y }",
            &["x of local 1, Parameter", "y of local 1, Parameter", "y of local 1, Read"],
        ),
        (
            "t.epp",
            "<%- | $x = $y | -%><% $x.each |$z| { %><%= $z %><% } %>",
            &[
                "x of top, Parameter",
                "y of top, Read",
                "x of top, Read",
                "z of local 1, Parameter",
                "z of local 1, Read",
            ],
        ),
    ];
    for (name, text, expected) in rows {
        assert_eq!(occurrences(name, text), expected, "{text}");
    }
}

#[test]
fn a_scope_includes_its_edges() {
    let text = "$top = 1 class a($p) { $x = 1 $x = 2 }  $end = 1";
    let variables = variables("a.pp", text);
    let visible = |offset: usize| {
        let found = variables.visible(offset as u32);
        found.iter().map(|one| one.name.to_string()).collect::<Vec<_>>().join(" ")
    };
    let (start, end) = (text.find("class").unwrap(), text.find("}").unwrap() + 1);
    let (outer, inner) = ("top end", "p x top end");
    assert_eq!([start - 1, start, end, end + 1].map(visible), [outer, inner, inner, outer]);
    let first = variables.visible(end as u32).iter().find(|one| &*one.name == "x").map(|one| one.span.start as usize);
    assert_eq!(first, text.find("$x = 1").map(|at| at + 1));
}

/// The references of a file: role, kind, name.
fn references(path: &str, text: &str) -> Vec<String> {
    let entry = entry(path, text);
    let row = |one: &pprepl_project::Reference| format!("{:?} {:?} {}", one.role, one.symbol.kind, one.symbol.name);
    entry.index.references.iter().map(row).collect()
}

#[test]
fn names_are_found_where_functions_take_them() {
    let rows: [(&str, &str, &[&str]); 8] = [
        ("a.pp", "include ''", &["Call Function include"]),
        ("a.pp", "include(('a'), [('b')])", &["Call Function include", "Include Class a", "Include Class b"]),
        ("a.pp", "lookup(('k::x'))", &["Call Function lookup", "Lookup DataKey k::x"]),
        ("a.pp", "$x = $::y", &[]),
        ("data/x.yaml", "k: '%{lookup(\"a::b\")} %{hiera(\"c\")}'\n", &["Lookup DataKey a::b", "Lookup DataKey c"]),
        ("data/x.yaml", "k: '%{literal(\"a::b\")} %{facts.x} %{lookup(\"'\n", &[]),
        ("data/x.yaml", "k: {'%{alias(\"a\")}': ['%{alias(\"b\")}']}\n", &["Lookup DataKey a", "Lookup DataKey b"]),
        ("data/x.yaml", "k: 1\n", &[]),
    ];
    for (path, text, expected) in rows {
        assert_eq!(references(path, text), expected, "{text}");
    }
}

#[test]
fn quoted_keys_before_an_error_count() {
    let keys = |text: &str| {
        let entry = entry("data/x.yaml", text);
        entry.index.definitions.iter().map(|one| one.symbol.name.to_string()).collect::<Vec<_>>()
    };
    for text in ["a: 1\n'b': [1,\n", "a: 1\n\"b\": [1,\n", "a: 1\nb: [1,\n"] {
        assert_eq!(keys(text), ["a"], "{text}");
    }
    assert_eq!(keys("'a': 1\n"), ["a"]);
}
