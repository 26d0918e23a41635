//! The check of a `hiera.yaml`: what it finds, and where.

use std::fmt::Write;

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::Source;
use puppet_functions::loader::hiera::{Backends, LayerKind, check_config};

/// Returns the findings of a file, a line each.
fn findings(kind: &LayerKind, text: &str, is_strict: bool, is_complete: bool) -> String {
    let source = Source::new("hiera.yaml", text);
    let has = |name: &str| name == "my::known";
    let found = check_config(&source, kind, &Backends { has: &has, is_complete }, is_strict);
    let mut out = String::new();
    for one in found {
        let marked = one.span.map_or("nothing", |span| span.of(text));
        let help = one.help.unwrap_or_default();
        let _ = writeln!(out, "  {:?} {} at {marked:?}: {} ({help})", one.severity, one.code, one.message);
    }
    if out.is_empty() { "  nothing\n".to_owned() } else { out }
}

#[test]
fn the_version_and_the_layer_decide_what_a_file_may_have() {
    let module = LayerKind::Module("m".to_owned());
    let texts = [
        "",
        "5\n",
        ":backends: [yaml]\n",
        "version: 3\n",
        "version: 4\n",
        "version: five\n",
        "version: 5\n",
        "version: 5\ndefault_hierarchy: []\n",
        "version: 5\ndefault_hierarchy: 5\n",
        "version: 5\ndefault_hierarchy: [{name: A, path: ''}]\n",
    ];
    let mut out = String::new();
    for text in texts {
        for (kind, is_strict) in [
            (&LayerKind::Global, true),
            (&LayerKind::Global, false),
            (&LayerKind::Environment, true),
            (&LayerKind::Environment, false),
            (&module, true),
            (&module, false),
        ] {
            let strict = if is_strict { ", strict" } else { "" };
            let _ = write!(out, "{text:?} {}{strict}\n{}", kind.title(), findings(kind, text, is_strict, true));
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn levels_and_defaults_name_functions_and_files() {
    let texts = [
        "defaults: 5",
        "defaults: {data_hash: yaml_data, nosuch: 1}",
        "defaults: {lookup_key: yaml_data}",
        "defaults: {data_hash: yaml_data, datadir: ''}",
        "hierarchy: 5",
        "hierarchy: [5]",
        "hierarchy: [{name: A, path: x}, {name: A, path: y}, {name: B, path: z}]",
        "hierarchy: [{name: '', path: x}]",
        "hierarchy: [{name: A, path: ''}]",
        "hierarchy: [{name: A, path: x, datadir: ''}]",
        "hierarchy: [{name: A, paths: []}]",
        "hierarchy: [{name: A, paths: x}]",
        "hierarchy: [{name: A, paths: [x, '']}]",
        "hierarchy: [{name: A, globs: []}]",
        "hierarchy: [{name: A, globs: [x]}]",
        "hierarchy: [{name: A, uri: x}]",
        "hierarchy: [{name: A, uris: [x]}]",
        "hierarchy: [{name: A, urls: [x]}]",
        "hierarchy: [{name: A, path: x, data_hash: yaml_data}]",
        "hierarchy: [{name: A, path: x, lookup_key: yaml_data}]",
        "hierarchy: [{name: A, path: x, data_hash: yaml_dta}]",
        "hierarchy: [{name: A, path: x, lookup_key: eyaml_lookup_key}]",
        "hierarchy: [{name: A, path: x, data_dig: eyaml_lookup_key}]",
        "hierarchy: [{name: A, path: x, data_hash: eyaml_lookup_kay}]",
        "hierarchy: [{name: A, path: x, hiera3_backend: yaml_data}]",
        "hierarchy: [{name: A, path: x, hiera3_backend: nosuch}]",
        "hierarchy: [{name: A, lookup_key: 'my::known'}]",
        "hierarchy: [{name: A, lookup_key: 'other::entirely'}]",
        "hierarchy: [{name: A, lookup_key: 5}]",
    ];
    let mut out = String::new();
    for text in texts {
        let file = format!("version: 5\n{text}\n");
        let (all, some) = (true, false);
        let complete = findings(&LayerKind::Environment, &file, true, all);
        let _ = write!(out, "{text}\n{complete}");
        if findings(&LayerKind::Environment, &file, true, some) != complete {
            let _ = writeln!(out, "  (not where modules may be missing)");
        }
        let global = findings(&LayerKind::Global, &file, true, all);
        if global != complete {
            let _ = write!(out, " in the global layer\n{global}");
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn the_strictness_of_the_session_decides() {
    for (strict, expected) in [("error", "Error"), ("warning", "Warning"), ("off", "Warning")] {
        let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        session.set("strict", strict).expect("a setting");
        let view = session.analyze().check_data_config("hiera.yaml", "version: 3\n");
        let severities: Vec<String> = view.reports.iter().map(|one| format!("{:?}", one.severity)).collect();
        assert_eq!(severities, [expected], "{strict}");
    }
}
