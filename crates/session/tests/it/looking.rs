//! Looking up definitions, functions by type, measurements, editions, files of sessions and of catalogs.

use std::path::Path;

use pprepl_session::{Outcome, Session, Settings, SystemHost, commands};

fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        commands::submit(&mut session, input);
    }
    session
}

fn ask(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let report = |report: &pprepl_session::Report| {
                format!("{}: {}\n  {}\n", report.code, report.message, report.help.clone().unwrap_or_default())
            };
            answer.text.clone() + &answer.reports.iter().map(report).collect::<String>()
        }
        Outcome::Evaluated(evaluation) => {
            let messages: String = evaluation.reports.iter().map(|report| format!("{}\n", report.message)).collect();
            format!("=> {}\n{messages}", evaluation.value.unwrap_or_default())
        }
        other => format!("{other:?}"),
    }
}

fn asked(session: &mut Session, lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n{}\n\n", ask(session, line).trim_end())).collect()
}

/// Writes a module with comments into a directory.
fn write_module(folder: &Path) {
    let files = [
        (
            "web/manifests/init.pp",
            "# @summary Installs a web server.\n#\n# It listens on one port.\n#\n# @example Another port\n#   class { 'web':\n#     port => 8080,\n#   }\n#\n# @param port\n#   The port, on all\n#   interfaces.\nclass web(Integer[1, 65535] $port = 80) {\n  notify { \"port ${port}\": }\n}\n",
        ),
        ("web/manifests/site.pp", "# A site.\ndefine web::site(String $root) { notify { $title: } }\n"),
        ("web/types/port.pp", "# A port.\ntype Web::Port = Integer[1, 65535]\n"),
        (
            "web/functions/url.pp",
            "# Builds the URL of a host.\n# @param host The name of the host.\n# @return [String] the URL\nfunction web::url(String $host) >> String { \"http://${host}\" }\n",
        ),
        (
            "web/lib/puppet/functions/web/fetch.rb",
            "# Fetches a page.\nPuppet::Functions.create_function(:'web::fetch') do\nend\n",
        ),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }
}

#[test]
fn definitions_have_source_and_comments() {
    let folder = tempfile::tempdir().expect("a directory");
    write_module(folder.path());
    let mut s = session(&[
        "# Doubles a number.\n# @param x The number.\nfunction double(Integer $x) >> Integer { $x * 2 }",
        "type Small = Integer[0, 9]",
        "class own { define own::part() { } }",
    ]);
    ask(&mut s, &format!(":set modulepath {}", folder.path().display()));
    let shown = asked(
        &mut s,
        &[
            ":source double",
            ":source Small",
            ":source own::part",
            ":source web",
            ":source web::url",
            ":source upcase",
            ":source doubel",
            ":source web::nosuch",
            ":doc double",
            ":doc web",
            ":doc web::site",
            ":doc web::url",
            ":doc Web::Port",
            ":doc web::fetch",
            ":browse",
            ":browse web",
            ":browse wep",
        ],
    );
    insta::assert_snapshot!(shown.replace(&pprepl_files::slashed(folder.path()), "MODULES"));
    assert!(!ask(&mut s, ":functions web").contains("web::url"), "nothing is loaded");
}

#[test]
fn lists_take_regular_expressions_and_types() {
    let mut s = session(&["$port = 1", "$path = 'x'", "$other = [1]"]);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":vars ^p",
            ":vars /T$/",
            ":functions ^s.*t$",
            ":functions accepts Timespan",
            ":functions returns Timestamp",
            ":functions accepts Nosuch",
            ":functions (",
            ":types ^S.*R",
            ":history ^.p",
        ]
    ));
}

#[test]
fn tokens_have_ends_and_the_names_of_the_edition() {
    let mut s = session(&[]);
    let lines = [":tokens File[\"a${b} ${1} ${c[0]} ${if.d}\"]", ":tokens $x =~ /re/", ":tokens f (1)\n2"];
    let own = asked(&mut s, &lines);
    ask(&mut s, ":set edition puppet8");
    insta::assert_snapshot!(format!("{own}{}", asked(&mut s, &lines)));
}

#[test]
fn editions_are_compared() {
    let mut s = session(&["$n = '5'"]);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":compare '18' == 18",
            ":compare 8 puppet8 \"1\" + 1",
            ":compare 3x $n",
            ":compare 8",
            ":compare 5 +",
            ":compare if '' { 'true' } else { 'false' }",
        ]
    ));
    assert_eq!(ask(&mut s, ":set edition").lines().next(), Some("edition = 8"), "the settings stay");
    assert_eq!(ask(&mut s, "'18' == 18"), "=> false\n");
}

#[test]
fn code_is_measured_without_a_trace() {
    let mut s = session(&[]);
    let text = ask(&mut s, ":bench $fresh = [1, 2].map |$x| { $x + 1 }");
    for word in ["Evaluation, ", "median", "p95", "deviation", "parse", "evaluate", "types"] {
        assert!(text.contains(word), "{text}");
    }
    assert!(ask(&mut s, ":vars").contains("No variables"));
    assert!(ask(&mut s, ":bench fail('x')").contains("x"));
    assert!(ask(&mut s, ":bench [").contains("error") || !ask(&mut s, ":bench [").is_empty());
}

#[test]
fn sessions_are_saved_in_many_forms() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let mut s = session(&["$a = 20", "$gone = 1", ":undo", "$nosuch", "_1 + 1", "function f($x) {\n  $x\n}"]);
    let mut all = String::new();
    for name in ["a.md", "a.ipynb", "a.txt"] {
        let said = ask(&mut s, &format!(":save {}", path(name)));
        assert!(said.starts_with("Saved 3 inputs"), "{said}");
        all += &format!("--- {name}\n{}", std::fs::read_to_string(path(name)).expect("a file"));
    }
    ask(&mut s, &format!(":save --notebook {}", path("a.pp")));
    all += &format!("--- a.pp\n{}", std::fs::read_to_string(path("a.pp")).expect("a file"));
    insta::assert_snapshot!(all);
    assert!(ask(&mut s, &format!(":save {}", path("a.json"))).contains("names data"));
    assert!(ask(&mut s, &format!(":save {}", path("a.md"))).contains("UNWRITABLE_FILE"));
}

#[test]
fn catalogs_are_imported_and_compared() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("catalog.json").display().to_string();
    let mut s = session(&[
        "class web { file { '/srv': ensure => directory, require => Notify[\"it's\"] } }",
        "include web",
        "notify { \"it's\": message => \"a\\nb\", loglevel => 'info' }",
    ]);
    ask(&mut s, &format!(":catalog export {path}"));
    let mut other = session(&[]);
    let lines: Vec<String> = [
        ":catalog import FILE",
        ":catalog",
        ":catalog diff FILE",
        ":undo",
        ":catalog diff FILE",
        ":catalog diff FILE FILE",
        ":catalog diff nosuch.json",
    ]
    .iter()
    .map(|line| line.replace("FILE", &path))
    .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    insta::assert_snapshot!(asked(&mut other, &lines).replace(&path, "FILE"));
    ask(&mut s, "Notify <| |> { message => 'other' }");
    assert!(ask(&mut s, &format!(":catalog diff {path}")).contains("message"));
}

#[test]
fn a_classifier_names_classes_and_parameters() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("node.yaml");
    let mut s = session(&["class web($port = 80) { notify { \"port ${port}\": } }", "class base { }"]);
    let mut apply = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        ask(&mut s, &format!(":enc {}", path.display())).replace(&path.display().to_string(), "FILE")
    };
    let yaml = "classes:\n  base:\n  web:\n    port: 8080\nparameters:\n  tier: gold\nenvironment: production\n";
    let shown =
        [apply(yaml), apply("- a\n"), apply("class: x\n"), apply("classes: [nosuch]\n"), apply("{}\n")].join("---\n");
    insta::assert_snapshot!(shown + &asked(&mut s, &["$tier", ":catalog", ":history enc", ":undo"]));
}

#[test]
fn a_graph_is_drawn_as_svg() {
    let folder = tempfile::tempdir().expect("a directory");
    let path = folder.path().join("g.svg").display().to_string();
    let mut s = session(&[
        "class web { notify { 'a <b>': } ~> notify { 'c': } @notify { 'v': } }",
        "include web",
        "notify { 'x': } -> notify { 'y': } -> Notify['x']",
    ]);
    assert!(ask(&mut s, &format!(":graph svg {path}")).contains("edges to"));
    insta::assert_snapshot!(std::fs::read_to_string(&path).expect("a file"));
}

#[test]
fn info_names_a_hundred_types_of_a_long_chain() {
    let aliases: Vec<String> = (1..=110).map(|number| format!("type A{number} = Array[A{}]", number - 1)).collect();
    let mut session = session(&["type A0 = Integer", &aliases.join("\n")]);
    let shown = ask(&mut session, ":info A110");
    let names: Vec<&str> =
        shown.lines().skip_while(|line| *line != "names in it").skip(1).take_while(|line| !line.is_empty()).collect();
    assert_eq!((names.len(), names[0], names[100]), (101, "  A110  = Array[A109]", "  A10   = Array[A9]"));
}

#[test]
fn a_template_is_found_in_a_module_and_at_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let templates = folder.path().join("m/templates");
    std::fs::create_dir_all(&templates).unwrap();
    std::fs::write(templates.join("t.epp"), "text").unwrap();
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).unwrap();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let path = templates.join("t.epp").display().to_string();
    for (reference, text) in [("m/t", Some("text")), ("m/t.epp", Some("text")), (&path, Some("text")), ("m/no", None)] {
        assert_eq!(session.inspect().template_file(reference).as_deref(), text, "{reference}");
    }
}
