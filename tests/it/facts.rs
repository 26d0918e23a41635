//! Facts: bundled sets, files, single facts, and one expression over many sets, as a user meets them.

use std::fs;
use std::process::Command;

use pprepl_session::commands;
use pprepl_session::complete::complete;
use pprepl_session::{Outcome, Session, Settings, SystemHost, fact_sets};
use pprepl_text::theme::Role;

fn session() -> Session {
    Session::new(Settings::default(), Box::new(SystemHost::silent()))
}

fn with(set: &str) -> Session {
    let mut session = session();
    session.set("facts", set).expect("the set");
    session
}

/// What an input or a command shows: value or text, findings as `CODE: message`.
fn say(session: &mut Session, line: &str) -> String {
    let (text, reports) = match commands::submit(session, line) {
        Outcome::Command(answer) => (answer.text.clone(), answer.reports.clone()),
        Outcome::Evaluated(evaluation) => (evaluation.value.clone().unwrap_or_default(), evaluation.reports.clone()),
        other => panic!("{line}: {other:?}"),
    };
    let told = reports.iter().map(|r| format!("{}: {} {}", r.code, r.message, r.help.clone().unwrap_or_default()));
    [text].into_iter().chain(told).collect::<Vec<_>>().join("\n")
}

fn labels(session: &mut Session, text: &str) -> Vec<String> {
    complete(session, text, text.len()).items.into_iter().map(|item| item.label).collect()
}

#[test]
fn a_session_without_facts_has_none() {
    let mut s = session();
    assert!(say(&mut s, "$facts['os']").contains("UNKNOWN_VARIABLE"));
    assert!(say(&mut s, ":facts").contains("the session has no facts"));
    assert!(say(&mut s, ":facts os").contains(":facts use debian-12"));
}

#[test]
fn every_bundled_set_is_whole_and_agrees_with_itself() {
    assert!(fact_sets().count() >= 14);
    for (set, _) in fact_sets() {
        let mut s = with(set);
        let mut is = |code: &str| assert_eq!(say(&mut s, code), "true", "{set}: {code}");
        is(
            "$facts['os'] =~ Struct[{name => String[1], family => String[1], architecture => String[1], hardware => String[1], \
            release => Hash[String, String], distro => Optional[Hash], selinux => Optional[Hash], macosx => Optional[Hash], \
            windows => Optional[Hash]}]",
        );
        is("$facts['os']['release']['full'].match(\"^${facts['os']['release']['major']}\") =~ Array");
        is("$facts['networking']['fqdn'] == \"${facts['networking']['hostname']}.${facts['networking']['domain']}\"");
        is("$facts['networking']['interfaces'][$facts['networking']['primary']]['ip'] == $facts['networking']['ip']");
        is("$facts['networking']['ip'] =~ /^192\\.0\\.2\\./");
        is(
            "$facts['networking']['interfaces'].all |$name, $about| { $about['bindings'][0]['address'] == $about['ip'] }",
        );
        is("$m = $facts['memory']['system']; $m['available_bytes'] + $m['used_bytes'] == $m['total_bytes']");
        is(
            "$facts.get('mountpoints', {}).all |$at, $m| { $m['available_bytes'] + $m['used_bytes'] == $m['size_bytes'] }",
        );
        is("$facts['processors']['models'].size == $facts['processors']['count']");
        is("$facts['kernelrelease'] =~ String[1] and $facts['kernelmajversion'] =~ String[1]");
        is("$facts['kernelversion'].match(\"^${facts['kernelmajversion']}\") =~ Array");
        is("$facts['is_virtual'] == ($facts['virtual'] != 'physical')");
        is("$facts['system_uptime']['days'] == $facts['system_uptime']['seconds'] / 86400");
        is("$facts['system_uptime']['hours'] == $facts['system_uptime']['seconds'] / 3600");
        is("$facts['ruby']['version'] =~ SemVerRange('3.x') and $facts['puppetversion'] =~ SemVerRange('8.x')");
        is("$facts['facterversion'] =~ SemVerRange('4.x') and $facts['identity']['privileged']");
        is("$facts['clientcert'] == $trusted['certname'] and $trusted['certname'] == $facts['networking']['fqdn']");
        is("[$facts['path'], $facts['timezone']] =~ Array[String[1]]");
    }
}

#[test]
fn a_set_gives_the_variables_that_the_compiler_has() {
    let mut s = with("debian-12");
    assert_eq!(say(&mut s, "$facts['os']['family']"), "'Debian'");
    assert_eq!(say(&mut s, "$kernel"), "'Linux'");
    assert_eq!(say(&mut s, "$::os['release']['major']"), "'12'");
    assert_eq!(
        say(&mut s, "$trusted"),
        "{'authenticated' => 'local', 'certname' => 'deb12.example.com', 'extensions' => {}, 'hostname' => 'deb12', \
         'domain' => 'example.com', 'external' => {}}"
    );
    assert_eq!(say(&mut s, "$server_facts['environment']"), "'production'");
    assert_eq!(say(&mut s, "$server_facts.keys.sort"), "['environment', 'serverip', 'servername', 'serverversion']");
    assert_eq!(say(&mut s, "[$environment, $clientcert, $clientnoop]"), "['production', 'deb12.example.com', false]");
    assert!(say(&mut s, "$facts = 1").contains("RUNTIME_ERROR"));
    assert!(say(&mut s, "$server_facts = 1").contains("ILLEGAL_RESERVED_ASSIGNMENT"));
}

#[test]
fn the_variables_of_a_compile_exist_without_options() {
    let mut s = session();
    assert_eq!(
        say(&mut s, "[$environment, $server_facts, $::environment]"),
        "['production', {'environment' => 'production'}, 'production']"
    );
    assert_eq!(
        say(&mut s, "$trusted"),
        "{'authenticated' => 'local', 'certname' => 'localhost', 'extensions' => {}, 'hostname' => 'localhost', \
         'domain' => undef, 'external' => {}}"
    );
    // An assignment hides the preset, as in a scope without a node, until it is undone.
    assert_eq!(say(&mut s, "$environment = 1"), "1");
    assert_eq!(say(&mut s, "$environment"), "1");
    say(&mut s, ":undo");
    assert_eq!(say(&mut s, "$environment"), "'production'");
}

#[test]
fn trusted_facts_of_a_file_are_no_facts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("web1.yaml");
    let text = "role: web\nenvironment: fact\ntrusted:\n  certname: web1.a.b\n  extensions: {pp_role: x}\n";
    fs::write(&path, text).unwrap();
    let mut s = session();
    say(&mut s, &format!(":facts use {}", path.display()));
    assert_eq!(
        say(&mut s, "$trusted"),
        "{'authenticated' => 'local', 'certname' => 'web1.a.b', 'extensions' => {'pp_role' => 'x'}, \
         'hostname' => 'web1', 'domain' => 'a.b', 'external' => {}}"
    );
    assert_eq!(
        say(&mut s, "[$facts['trusted'], $facts['environment'], $environment]"),
        "[undef, 'fact', 'production']"
    );
}

#[test]
fn facts_of_old_come_when_they_are_asked_for() {
    let mut s = with("rhel-9");
    assert!(say(&mut s, "$osfamily").contains("UNKNOWN_VARIABLE"));
    say(&mut s, ":set legacy_facts on");
    assert_eq!(say(&mut s, "[$osfamily, $operatingsystemmajrelease, $fqdn]"), "['RedHat', '9', 'rhel9.example.com']");
    assert_eq!(say(&mut s, "[$ipaddress, $ipaddress_eth0, $interfaces]"), "['192.0.2.14', '192.0.2.14', 'eth0,lo']");
    assert_eq!(say(&mut s, "[$facts['memorysize_mb'], $processor0 == $processors['models'][0]]"), "[7875.0, true]");
    say(&mut s, ":set legacy_facts off");
    assert!(say(&mut s, "$osfamily").contains("UNKNOWN_VARIABLE"));
}

#[test]
fn who_reads_a_fact_that_is_not_there_is_told_where_it_is() {
    let mut s = session();
    let from_a_node = "it has the facts of a node: set them with ':facts use' or '--facts'";
    assert!(say(&mut s, "$facts").ends_with(from_a_node), "{}", say(&mut s, "$facts"));
    let old = "Puppet 8 has this fact as `$facts['os']['family']`";
    assert!(say(&mut s, "$::osfamily").ends_with(old), "{}", say(&mut s, "$::osfamily"));
    say(&mut s, "$osfamile = 1");
    assert!(say(&mut s, "$osfamily").ends_with("did you mean `$osfamile`?"));
}

#[test]
fn what_was_computed_stays_when_the_facts_change() {
    let mut s = with("debian-12");
    say(&mut s, "$family = $facts['os']['family']");
    say(&mut s, "function family() { $facts['os']['family'] }");
    assert_eq!(say(&mut s, "family()"), "'Debian'");
    let told = say(&mut s, ":facts use rhel-9");
    assert!(told.contains("RedHat 9.4, family RedHat") && told.contains("keep their computed values"), "{told}");
    assert_eq!(say(&mut s, "[$family, $facts['os']['family'], family()]"), "['Debian', 'RedHat', 'RedHat']");
    say(&mut s, ":reset");
    assert_eq!(say(&mut s, "$facts['os']['family']"), "'RedHat'");
    say(&mut s, ":set facts ''");
    assert!(say(&mut s, "$facts").contains("UNKNOWN_VARIABLE"));
}

#[test]
fn the_tree_is_filtered_by_a_path() {
    let mut s = with("ubuntu-24.04");
    assert_eq!(say(&mut s, ":facts os.release"), "full   '24.04'\nmajor  '24.04'");
    assert_eq!(say(&mut s, ":facts os.family"), "os.family  'Debian'");
    assert!(say(&mut s, ":facts").contains("os\n  architecture"));
    assert!(say(&mut s, ":facts processors.models.0").contains("Intel"));
    assert!(say(&mut s, ":facts mountpoints./").contains("available_bytes"));
    assert!(say(&mut s, ":facts codename").contains("os.distro.codename  'noble'"));
    assert!(say(&mut s, ":facts os.relaese").contains("did you mean 'os.release'?"));
}

#[test]
fn one_fact_can_be_set() {
    let mut s = with("debian-12");
    assert_eq!(say(&mut s, ":set fact os.family=RedHat"), "os.family = 'RedHat'   (it was 'Debian')");
    assert_eq!(say(&mut s, "[$facts['os']['family'], $os['family'], $os['name']]"), "['RedHat', 'RedHat', 'Debian']");
    assert_eq!(say(&mut s, ":set fact site.rack = [1, 'b', {x => true}]"), "site.rack = [1, 'b', {'x' => true}]");
    assert_eq!(say(&mut s, "$site['rack'][2]['x']"), "true");
    assert_eq!(say(&mut s, ":set fact role=a b c"), "role = 'a b c'");
    assert_eq!(say(&mut s, ":set fact n=12"), "n = 12");
    assert!(say(&mut s, ":set fact kernel.x=1").contains("INVALID_FACTS: 'kernel' is String"));
    assert!(say(&mut s, ":set fact kernel").contains("PATH=VALUE"));
    let mut bare = session();
    assert_eq!(say(&mut bare, ":set fact role=web"), "role = 'web'");
    assert_eq!(say(&mut bare, "$role"), "'web'");
}

/// What a server, `puppet facts` and PuppetDB write about a node.
#[test]
fn facts_of_a_server_and_of_puppetdb_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = "--- !ruby/object:Puppet::Node::Facts\nname: web1\nvalues:\n  role: db\n  trusted:\n    certname: web1\n\
                  timestamp: 2026-11-28 05:00:00.000000000 Z\nexpiration: 2026-11-28 05:30:00.000000000 Z\n";
    for (name, text) in [
        ("server.yaml", server),
        ("facts.json", r#"{"name": "web1", "values": {"role": "db", "trusted": {"certname": "web1"}}}"#),
        (
            "answer.json",
            r#"[{"certname": "web1", "name": "role", "value": "db", "environment": "production"},
                {"certname": "web1", "name": "trusted", "value": {"certname": "web1"}, "environment": "production"}]"#,
        ),
        (
            "factsets.json",
            r#"[{"certname": "web1", "hash": "1f", "facts": {"href": "/pdb", "data": [{"name": "role", "value": "db"},
                {"name": "trusted", "value": {"certname": "web1"}}]}}]"#,
        ),
        ("inventory.json", r#"[{"certname": "web1", "facts": {"role": "db"}, "trusted": {"certname": "web1"}}]"#),
        ("row.json", r#"{"certname": "web1", "facts": {"role": "db"}, "trusted": {"certname": "web1"}}"#),
        ("plain.json", r#"{"role": "db", "trusted": {"certname": "web1"}}"#),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let mut s = session();
        assert!(say(&mut s, &format!(":facts use {}", path.display())).starts_with("facts = "), "{name}");
        assert_eq!(say(&mut s, "[$role, $facts['role'], $trusted['certname']]"), "['db', 'db', 'web1']", "{name}");
    }
}

#[test]
fn facts_come_from_files_and_faults_leave_the_session_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let mut s = session();
    say(&mut s, "$x = 1");
    assert!(say(&mut s, &format!(":facts use {}", file("a.yaml", "role: web\nnr: 3\n"))).starts_with("facts = "));
    assert_eq!(say(&mut s, "[$role, $facts['nr'], $trusted['certname'], $x]"), "['web', 3, 'localhost', 1]");
    assert_eq!(
        say(&mut s, &format!(":set facts {}", file("b.json", "{\"name\": \"n\", \"values\": {\"role\": \"db\"}}")))
            .lines()
            .count(),
        1
    );
    assert_eq!(say(&mut s, "$role"), "'db'");
    for (name, text, told) in [
        ("list.json", "[1, 2]", "expected a hash of facts, found Array[Integer]"),
        ("text.yaml", "just text\n", "expected a hash of facts, found String"),
        ("empty.yaml", "", "found Undef"),
        (
            "two.json",
            r#"[{"certname": "a", "name": "role", "value": 1}, {"certname": "b", "name": "role", "value": 2}]"#,
            "an answer about 2 nodes",
        ),
        ("broken.json", "{\"a\": }", "broken.json:1:7"),
        ("broken.yaml", "a: [1,\nb: 2\n", "broken.yaml:3"),
    ] {
        let said = say(&mut s, &format!(":facts use {}", file(name, text)));
        assert!(said.contains("INVALID_FACTS") && said.contains(told), "{said}");
        assert_eq!(say(&mut s, "[$role, $x]"), "['db', 1]");
        assert!(s.settings().environment.facts.ends_with("b.json"));
    }
    assert!(say(&mut s, ":facts use debain-12").contains("did you mean 'debian-12'?"));
    assert!(say(&mut s, ":set facts /nosuch/file").contains("/nosuch/file"));
}

#[test]
fn a_matrix_marks_the_answers_that_differ() {
    let mut s = with("debian-12");
    let table = say(&mut s, ":matrix $facts['os']['family'] over debian-12, ubuntu-22.04, rhel-9");
    assert_eq!(
        table,
        "  debian-12     'Debian'  String\n  ubuntu-22.04  'Debian'  String\n* rhel-9        'RedHat'  String\n\
         3 sets: 2 give the same answer, 1 another (*)"
    );
    assert_eq!(say(&mut s, "$facts['os']['family']"), "'Debian'", "the facts are what they were");
    assert_eq!(say(&mut s, ":matrix $facts['os']['release']['major']").lines().count(), fact_sets().count() + 1);
    let failing = say(&mut s, ":matrix $facts['os']['distro']['codename'] over debian-12, freebsd-14");
    assert!(failing.contains("* freebsd-14  [OPERATOR_NOT_APPLICABLE]"), "{failing}");
    assert!(say(&mut s, ":matrix 1 + over debian-12").contains("SYNTAX_ERROR"));
    assert!(say(&mut s, ":matrix 1 over debian-12, nosuch").contains("unknown fact set or file 'nosuch'"));
}

#[test]
fn a_matrix_leaves_no_trace() {
    let mut s = session();
    let table = say(&mut s, ":matrix $y = $kernel; notify { $y: }; $y.upcase over debian-12, freebsd-14");
    assert!(table.contains("'LINUX'") && table.contains("'FREEBSD'"), "{table}");
    assert!(say(&mut s, "$y").contains("UNKNOWN_VARIABLE"));
    assert!(say(&mut s, "Notify['Linux']['message']").contains("UNKNOWN_RESOURCE"));
    assert!(say(&mut s, "$facts").contains("UNKNOWN_VARIABLE"));
}

#[test]
fn the_lit_rows_have_a_role() {
    let mut s = session();
    let Outcome::Command(answer) = commands::submit(&mut s, ":matrix $kernel over debian-12 rhel-9 freebsd-14") else {
        panic!("a command")
    };
    let roles: Vec<Role> = answer.styled.iter().map(|line| line[0].0).collect();
    assert_eq!(roles, [Role::Plain, Role::Plain, Role::Match, Role::Hint]);
    assert_eq!(answer.data.as_ref().unwrap()["rows"][2]["differs"], true);
}

#[test]
fn paths_and_sets_are_completed() {
    let mut s = with("debian-12");
    assert_eq!(labels(&mut s, ":facts os.rel"), ["os.release."]);
    assert_eq!(labels(&mut s, ":facts os.release."), ["os.release.full", "os.release.major", "os.release.minor"]);
    assert_eq!(labels(&mut s, ":facts use ub"), ["ubuntu-22.04", "ubuntu-24.04"]);
    assert_eq!(labels(&mut s, ":facts us"), ["use"]);
    assert_eq!(labels(&mut s, ":set facts rh"), ["rhel-9"]);
    assert_eq!(labels(&mut s, ":set fact os.fam"), ["os.family="]);
    assert_eq!(labels(&mut s, ":matrix $kernel over wind"), ["windows-2022"]);
    assert_eq!(labels(&mut s, ":matrix $facts['os']['fam"), ["'family'"]);
    assert_eq!(labels(&mut s, "$facts['os']['release']['m"), ["'major'", "'minor'"]);
}

#[test]
fn the_command_line_takes_a_set_or_a_file() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_pprepl")).args(arguments).output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    assert_eq!(run(&["--facts", "rhel-9", "-e", "$os['name']"]), (Some(0), "'RedHat'\n".to_owned(), String::new()));
    assert_eq!(run(&["--set", "facts=sles-15", "-e", "$os['family']"]).1, "'Suse'\n");
    let (status, _, told) = run(&["--facts", "rhel9", "-e", "1"]);
    assert_eq!(status, Some(64));
    assert!(told.contains("did you mean 'rhel-9'?"), "{told}");
}

#[test]
fn the_name_of_the_node_is_the_certname() {
    let expected = "['web1.example.com', 'web1', 'example.com', 'web1.example.com']";
    let code = "[$trusted['certname'], $trusted['hostname'], $trusted['domain'], $facts['clientcert']]";
    let mut settings = Settings::default();
    settings.set("node", "web1.example.com").expect("a setting");
    settings.set("facts", "debian-12").expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    assert_eq!(say(&mut s, code), expected);
    assert_eq!(say(&mut s, "$clientcert"), "'web1.example.com'");
    // Whatever sets facts or the node later keeps it.
    s.set("facts", "rhel-9").expect("the set");
    assert_eq!(say(&mut s, code), expected);
    s.set_fact("clientcert", "'other'").expect("a fact");
    assert_eq!(say(&mut s, code), expected);
    let mut s = with("debian-12");
    assert_eq!(say(&mut s, "$trusted['certname']"), "'deb12.example.com'");
    say(&mut s, ":set node web1.example.com");
    assert_eq!(say(&mut s, code), expected);
    let mut s = session();
    say(&mut s, ":set node web1.example.com");
    assert_eq!(say(&mut s, "$trusted['certname']"), "'web1.example.com'");
}

#[test]
fn data_of_a_node_are_found_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let hiera = "version: 5\nhierarchy:\n  - name: node\n    path: \"nodes/%{trusted.certname}.yaml\"\n";
    fs::create_dir_all(folder.path().join("data/nodes")).expect("a folder");
    fs::write(folder.path().join("hiera.yaml"), hiera).expect("a file");
    fs::write(folder.path().join("data/nodes/web1.example.com.yaml"), "k: web\n").expect("a file");
    fs::write(folder.path().join("data/nodes/deb12.example.com.yaml"), "k: facts\n").expect("a file");
    let config = folder.path().join("hiera.yaml").display().to_string();
    let common = ["--node", "web1.example.com", "--facts", "debian-12", "--hiera", &config];
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
        let output = command.args(args).env("HOME", folder.path()).output().expect("pprepl runs");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let evaluated = run(&[&common[..], &["-e", "lookup('k')"]].concat());
    assert!(evaluated.contains("web") && !evaluated.contains("facts"), "{evaluated}");
    let manifest = folder.path().join("main.pp");
    fs::write(&manifest, "notify { lookup('k'): }\n").expect("a file");
    let manifest = manifest.display().to_string();
    let catalog = run(&[&["catalog"][..], &common[..], &[&manifest]].concat());
    assert!(catalog.contains("Notify[web]") || catalog.contains("\"web\""), "{catalog}");
}

#[test]
fn a_matrix_takes_the_nodes_of_a_directory() {
    let root = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("nodes/web1.example.com.json", r#"{"role": "web", "os": {"family": "Debian"}}"#);
    write("nodes/web2.example.com.yaml", "role: web\nos: {family: RedHat}\n");
    write("nodes/.hidden.json", "{}");
    write("env/environment.conf", "");
    write("env/hiera.yaml", "version: 5\nhierarchy: [{name: own, paths: ['%{trusted.certname}.yaml', common.yaml]}]\n");
    write("env/data/common.yaml", "port: 80\n");
    write("env/data/web2.example.com.yaml", "port: 8080\n");
    let at = |name: &str| root.path().join(name).display().to_string();
    let mut s = session();
    s.open_environment(&root.path().join("env"), None).unwrap();
    s.evaluate("input", "$factor = 2");
    let expression = "[$trusted['certname'], $facts['role'], lookup('port') * $factor]";
    let table = say(&mut s, &format!(":matrix {expression} over {}", at("nodes")));
    let rows: Vec<&str> = table.lines().map(str::trim_start).collect();
    assert!(rows[0].contains("web1.example.com") && rows[0].contains("['web1.example.com', 'web', 160]"), "{table}");
    assert!(rows[1].contains("web2.example.com") && rows[1].contains("['web2.example.com', 'web', 16160]"), "{table}");
    assert_eq!(rows.len(), 3, "{table}");
    // The session keeps its own node, facts and data.
    assert_eq!(s.evaluate("input", "[lookup('port'), $factor]").value.as_deref(), Some("[80, 2]"));
    assert!(s.evaluate("input", "$facts['role']").failed() || !s.facts().is_loaded());
    let mixed = say(&mut s, &format!(":matrix $facts['os']['family'] over debian-12 {}", at("nodes")));
    assert!(mixed.contains("3 sets: 2 give the same answer, 1 another (*)"), "{mixed}");
    fs::create_dir(root.path().join("empty")).unwrap();
    let none = say(&mut s, &format!(":matrix 1 over {}", at("empty")));
    assert!(none.contains("expected facts files (NODE.json, NODE.yaml), found none"), "{none}");
    write("nodes/web1.example.com.yml", "{}");
    let twice = say(&mut s, &format!(":matrix 1 over {}", at("nodes")));
    assert!(twice.contains("are facts of the same node: remove one"), "{twice}");
}
