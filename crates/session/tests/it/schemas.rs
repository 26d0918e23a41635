//! The bundled schemas of resource types: what attributes take, held against what Puppet's own types take
//! (`schemas/verdicts.jsonl`, made by giving each attribute the same values), and what a user sees of them.

use pprepl_session::commands;
use pprepl_session::complete::complete;
use pprepl_session::{Outcome, Session, Settings, SystemHost};
use puppet_catalog::schema::{AttributeVerdict, check};
use puppet_catalog::{builtin, builtins};
use puppet_functions::loader::data::read_json;
use puppet_pcore::Value;

fn verdicts() -> Vec<serde_json::Value> {
    let text = include_str!("../../../../tests/schemas/verdicts.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// Does the schema refuse a resource with this attribute?
fn refuses(type_name: &str, title: &str, attribute: &str, value: Value) -> bool {
    let row = builtin(type_name).expect("a type");
    let given = [(attribute, &value)];
    check(row, title, &given).iter().any(|finding| finding.fit == AttributeVerdict::Refused)
}

/// A JSON value as Puppet's.
fn value_of(json: &serde_json::Value) -> Value {
    read_json(&json.to_string()).expect("JSON")
}

#[test]
fn values_fit_as_puppets_own_types_have_it() {
    let mut faults = Vec::new();
    let mut count = 0;
    for row in verdicts() {
        let [type_name, title, attribute] = ["type", "title", "attribute"].map(|key| row[key].as_str().unwrap());
        for (list, refused) in [("accepted", false), ("refused", true)] {
            for json in row[list].as_array().unwrap() {
                count += 1;
                if refuses(type_name, title, attribute, value_of(json)) != refused {
                    faults.push(format!("{type_name}.{attribute} => {json}: {list} by Puppet"));
                }
            }
        }
    }
    assert!(count > 10_000, "{count} values");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_goes_together_fits_as_puppets_own_types_have_it() {
    let mut faults = Vec::new();
    for line in include_str!("../../../../tests/schemas/together.jsonl").lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        let row = builtin(case["type"].as_str().unwrap()).expect("a type");
        let attributes = case["attributes"].as_object().unwrap();
        let values: Vec<(&str, Value)> =
            attributes.iter().map(|(name, value)| (name.as_str(), value_of(value))).collect();
        let given: Vec<(&str, &Value)> = values.iter().map(|(name, value)| (*name, value)).collect();
        let found = check(row, case["title"].as_str().unwrap(), &given);
        let refused = found.iter().any(|finding| finding.fit == AttributeVerdict::Refused);
        if refused != case["refused"].as_bool().unwrap() {
            faults.push(format!("{line}\n{found:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_attribute_has_a_sentence_and_a_name_of_its_own() {
    for row in builtins() {
        assert!(row.summary.ends_with('.'), "{}", row.name);
        let mut names: Vec<&str> = row.attributes.iter().map(|attribute| attribute.name).collect();
        assert!(row.attributes.iter().all(|attribute| attribute.summary.ends_with(['.', ')', '?'])), "{}", row.name);
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{}", row.name);
        assert!(row.parameters().any(|name| name == row.namevar), "{}", row.name);
    }
}

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

/// What an input finds: severity, code, place and help; `=> value` when it went well.
fn found(session: &mut Session, text: &str) -> Vec<String> {
    let Outcome::Evaluated(evaluation) = commands::submit(session, text) else { panic!("{text} is Puppet") };
    let line = |r: &pprepl_session::Report| {
        let (line, column) = r.position.unwrap_or_default();
        format!("{} {} {line}:{column} {}", r.severity.as_str(), r.code, r.help.clone().unwrap_or_default())
    };
    let value = evaluation.value.iter().map(|value| format!("=> {value}"));
    evaluation.reports.iter().map(line).chain(value).collect()
}

#[test]
fn a_slip_in_a_value_is_told_where_it_stands() {
    let cases = [
        ("file { '/a': ensure => direcotry }", "warning DOUBTFUL_ATTRIBUTE_VALUE 1:24 did you mean `directory`?"),
        ("file { '/a': ensure => '/b' }", ""),
        ("file { '/a': mode => 0644 }", "warning INVALID_ATTRIBUTE_VALUE 1:22 quote it: '0644'"),
        ("file { 'a': }", "warning INVALID_ATTRIBUTE_VALUE 1:1 start the path with '/'"),
        (
            "exec { 'ls': }",
            "warning INVALID_ATTRIBUTE_VALUE 1:1 write the absolute path of the program, or add path => ['/usr/bin', '/bin']",
        ),
        ("exec { 'ls': path => '/bin' }", ""),
        ("package { 'a': ensure => instaled }", "warning DOUBTFUL_ATTRIBUTE_VALUE 1:26 did you mean `installed`?"),
        ("package { 'a': ensure => '1.2-3' }", ""),
        ("service { 'a': ensure => true, enable => mask }", ""),
        ("service { 'a': ensure => started }", "warning INVALID_ATTRIBUTE_VALUE 1:26 it takes running or stopped"),
        ("user { 'u': uid => 'abc' }", "warning DOUBTFUL_ATTRIBUTE_VALUE 1:20 it takes a number"),
        ("file { '/a': contnet => 'x' }", "warning UNKNOWN_ATTRIBUTE 1:14 did you mean `content`?"),
        ("File { mode => 420 } file { '/a': }", "warning INVALID_ATTRIBUTE_VALUE 1:16 quote it: '420'"),
        (
            "class c { file { '/a':; '/b': force => 1 } } include c",
            "warning INVALID_ATTRIBUTE_VALUE 1:40 it takes true, false, yes or no",
        ),
        (
            "$o = { mode => 'x' } file { '/a': * => $o }",
            "warning INVALID_ATTRIBUTE_VALUE 1:40 it takes a mode as a String: '0644' or 'u=rw,go=r'",
        ),
        (
            "notify { 'n': loglevel => loud }",
            "warning INVALID_ATTRIBUTE_VALUE 1:27 it takes debug, info, notice, warning, err, alert, emerg, crit or verbose",
        ),
        ("@file { 'virtual': }", ""),
        ("user { 'u': password => Sensitive('a:b') }", ""),
    ];
    for (text, told) in cases {
        let mut all = found(&mut session(), text);
        assert!(all.pop().is_some_and(|value| value.starts_with("=> ")), "{text} goes well");
        assert_eq!(all.join("\n"), told, "{text}");
    }
}

#[test]
fn a_virtual_resource_is_looked_at_when_it_becomes_real() {
    let mut s = session();
    assert_eq!(found(&mut s, "@file { 'virtual': }").len(), 1);
    assert!(found(&mut s, "realize(File['virtual'])")[0].contains("start the path with '/'"));
}

#[test]
fn a_password_is_not_told() {
    let Outcome::Evaluated(evaluation) = commands::submit(&mut session(), "user { 'u': password => 'sec:ret' }") else {
        panic!("Puppet")
    };
    assert_eq!(evaluation.reports.len(), 1);
    assert!(!evaluation.reports[0].message.contains("sec:ret"));
}

#[test]
fn a_setting_says_how_bad_it_is() {
    let mut s = session();
    commands::submit(&mut s, ":set check_values error");
    assert_eq!(found(&mut s, "file { 'a': }"), ["error INVALID_ATTRIBUTE_VALUE 1:1 start the path with '/'"]);
    assert!(found(&mut s, "File['a']['mode']")[0].contains("UNKNOWN_RESOURCE"), "the input left no trace");
    commands::submit(&mut s, ":set check_values off");
    assert_eq!(found(&mut s, "file { 'a': }"), ["=> [File['a']]"]);
    commands::submit(&mut s, ":set edition puppet8");
    assert_eq!(s.settings().get("check_values").as_deref(), Some("note"));
}

#[test]
fn a_text_is_checked_before_it_runs() {
    let reports =
        session().source().check("x.pp", "class x { file { '/a': mode => 0644, ensrue => file, owner => $o } }");
    let told: Vec<String> = reports.iter().map(|r| format!("{} {:?}", r.code, r.position.unwrap())).collect();
    assert_eq!(told, ["INVALID_ATTRIBUTE_VALUE (1, 32)", "UNKNOWN_ATTRIBUTE (1, 38)"]);
}

/// What a command prints, findings after it.
fn say(session: &mut Session, line: &str) -> String {
    let Outcome::Command(answer) = commands::submit(session, line) else { panic!("{line} is a command") };
    let told = answer.reports.iter().map(|r| format!("{} {}", r.message, r.help.clone().unwrap_or_default()));
    [answer.text.clone()].into_iter().chain(told).collect::<Vec<_>>().join("\n")
}

#[test]
fn types_and_attributes_have_pages() {
    let mut s = session();
    let page = say(&mut s, ":doc service");
    assert!(page.contains("Properties\n  ensure") && page.contains("hasrestart"), "{page}");
    assert_eq!(
        say(&mut s, ":doc service.ensure"),
        "property ensure of service\n\nWhether the service runs.\nAccepts running or stopped.\n'true' means 'running'.\n\
         'false' means 'stopped'."
    );
    assert!(say(&mut s, ":doc file").contains("file(") && say(&mut s, ":doc file").contains("resource type file"));
    assert!(say(&mut s, ":doc File.mode").contains("octal digits or symbols"));
    assert!(say(&mut s, ":doc loglevel").starts_with("metaparameter loglevel"));
    assert!(say(&mut s, ":doc file.ensrue").contains("did you mean 'file.ensure'?"));
    assert!(say(&mut s, ":doc pakage").contains("did you mean 'package'?"));
}

fn labels(text: &str) -> Vec<String> {
    let at = text.find('¦').expect("a cursor");
    let text = text.replace('¦', "");
    complete(&mut session(), &text, at).items.into_iter().map(|item| item.label).collect()
}

#[test]
fn attributes_are_completed_in_a_body() {
    assert_eq!(labels("file { '/a': ens¦"), ["ensure"]);
    assert_eq!(labels("file { '/a': ensure => file, ow¦ }"), ["owner"]);
    assert_eq!(labels("file { '/a':\n  ensure => file,\n  mo¦\n}"), ["mode"]);
    assert_eq!(labels("service { ['a', 'b']: ensure => running; 'c': en¦"), ["enable", "ensure"]);
    assert_eq!(labels("class x { if true { package { $n: install_o¦"), ["install_only", "install_options"]);
    assert_eq!(labels("File { bac¦"), ["backup"]);
    assert_eq!(labels("File['/a'] { bac¦"), ["backup"]);
    assert_eq!(labels("user { 'u': sche¦"), ["schedule"]);
    assert!(!labels("file { '/a': ensure => file, ¦").contains(&"ensure".to_owned()));
    assert!(labels("file { upca¦").contains(&"upcase".to_owned()), "a title is an expression");
}

#[test]
fn words_of_an_attribute_are_completed_after_its_arrow() {
    assert_eq!(labels("file { '/a': ensure => ¦"), ["absent", "directory", "false", "file", "link", "present"]);
    assert_eq!(labels("file { '/a': ensure => di¦ }"), ["directory"]);
    assert_eq!(labels("file { '/a': ensure => 'di¦"), ["'directory'"]);
    assert_eq!(labels("service { 'a': ensure => \"ru¦"), ["\"running\""]);
    assert_eq!(labels("notify { 'a': loglevel => wa¦"), ["warning"]);
    assert!(labels("file { '/a': content => upca¦").contains(&"upcase".to_owned()));
    assert_eq!(labels("$h = { ensure => di¦ }").first().map(String::as_str), Some("dig"), "a hash is no resource");
}

#[test]
fn pages_are_completed() {
    assert_eq!(labels(":doc file.selinux¦"), ["file.selinux_ignore_defaults"]);
    assert!(labels(":doc filebu¦").contains(&"filebucket".to_owned()));
}

/// What `check` says of a file: severity, place, message and help.
fn told_of_file(session: &mut Session, text: &str) -> Vec<String> {
    let view = session.analyze().check_file("site.pp", text);
    let line = |r: &pprepl_session::Report| {
        let (line, column) = r.position.unwrap_or_default();
        let help = r.help.clone().unwrap_or_default();
        format!("{} {line}:{column} {}; {help}", r.severity.as_str(), r.message)
    };
    view.reports.iter().map(line).collect()
}

#[test]
fn check_warns_of_attributes_wherever_they_are_given() {
    let unknown = |place: &str| vec![format!("warning {place} `file` has no attribute `mod`; did you mean `mode`?")];
    for (source, place) in [
        ("file { '/a': mod => '0644' }", "1:14"),
        ("class c ($m) {\n  file { '/a': mod => $m }\n}", "2:16"),
        ("define d () {\n  file { '/a': * => { owner => 'root', 'mod' => '0644' } }\n}", "2:40"),
        ("File { mod => '0644' }", "1:8"),
        ("File['/a'] { mod => '0644' }", "1:14"),
        ("File <| title == '/a' |> { mod => '0644' }", "1:28"),
        ("[1].each |$i| { @file { \"/${i}\": mod => '0644' } }", "1:34"),
    ] {
        assert_eq!(told_of_file(&mut session(), source), unknown(place), "{source}");
    }
    for source in ["file { '/a': mod => undef }", "file { '/a': mode => $m, noop => true }", "class { 'a': mod => 1 }"]
    {
        assert!(told_of_file(&mut session(), source).is_empty(), "{source}");
    }
    assert_eq!(told_of_file(&mut session(), "service { 'a': * => { enable  => maybe } }").len(), 1);
    assert_eq!(told_of_file(&mut session(), "Service { ensure => running, enable => maybe }").len(), 1);
}

#[test]
fn check_knows_the_attributes_of_types_in_ruby() {
    let folder = tempfile::tempdir().unwrap();
    let types = folder.path().join("m/lib/puppet/type");
    std::fs::create_dir_all(&types).unwrap();
    let plain = "Puppet::Type.newtype(:thing) do\n  ensurable\n  newparam(:title, namevar: true)\n  newproperty(:size) do\n  end\nend\n";
    std::fs::write(types.join("thing.rb"), plain).unwrap();
    std::fs::write(types.join("open.rb"), "Puppet::Type.newtype(:open) do\n  include Others\nend\n").unwrap();
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).unwrap();
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    for source in ["thing { 'a': ensure => present, sice => 1 }", "Thing { sice => 1 }"] {
        let told = told_of_file(&mut session, source);
        assert!(
            matches!(&told[..], [one] if one.ends_with("`thing` has no attribute `sice`; did you mean `size`?")),
            "{told:?}"
        );
    }
    for source in [
        "thing { 'a': ensure => present, size => 1, require => Thing['b'] }",
        "open { 'a': sice => 1 }",
        "other { 'a': b => 1 }",
    ] {
        assert!(told_of_file(&mut session, source).is_empty(), "{source}");
    }
}
