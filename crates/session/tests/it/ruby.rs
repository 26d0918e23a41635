//! Ruby code of modules, run by the installed Ruby where the user asks for it. `tests/ruby/modules` has the functions;
//! `calls.jsonl` and `templates.jsonl` hold calls and templates with the values that Puppet 7.23 gives (`source`), or with
//! ours where Puppet has no such call. Without a Ruby these tests are skipped.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pprepl_session::{Edition, Evaluation, Level, Origin, Session, Settings, SystemHost};
use serde_json::Value as Json;

fn root() -> PathBuf {
    pprepl_testing::root().join("tests/ruby")
}

fn has_ruby() -> bool {
    // Wine shows the files of its system: Windows cannot run that Ruby.
    let found = cfg!(unix) && Path::new("/usr/bin/ruby").exists();
    if !found {
        pprepl_testing::skip("/usr/bin/ruby is not installed");
    }
    found
}

fn has_library() -> bool {
    let found = Path::new("/usr/lib/ruby/vendor_ruby/puppet.rb").exists();
    if !found {
        pprepl_testing::skip("the library of Puppet is not installed");
    }
    found
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.set("modulepath", &root().join("modules").display().to_string()).expect("a setting");
    settings
}

/// A session that runs the Ruby code of the modules.
fn session() -> Option<Session> {
    let mut settings = settings();
    settings.set("ruby", "/usr/bin/ruby").expect("a setting");
    has_ruby().then(|| Session::new(settings, Box::new(SystemHost::silent())))
}

fn run(s: &mut Session, input: &str) -> Evaluation {
    s.evaluate("input", input)
}

fn value(evaluation: &Evaluation) -> &str {
    evaluation.value.as_deref().unwrap_or_else(|| panic!("{:?}", evaluation.reports))
}

/// The message and the notes of the error.
fn error(evaluation: &Evaluation) -> String {
    let report = evaluation.reports.first().unwrap_or_else(|| panic!("{:?}", evaluation.value));
    format!("{} {} {}", report.message, report.notes.join(" "), report.help.as_deref().unwrap_or_default())
}

fn cases(name: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(root().join(name)).expect("the cases");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

/// Runs the cases, each in a session that starts over; returns those with another value.
fn differing(s: &mut Session, cases: &[Json], input: impl Fn(&Json) -> String) -> Vec<String> {
    let mut wrong = Vec::new();
    for case in cases {
        s.reset();
        let evaluation = run(s, &input(case));
        let gives = case["gives"].as_str().unwrap_or_default();
        let found = match &evaluation.value {
            Some(value) => value.clone(),
            None => error(&evaluation),
        };
        let expected = quoted(gives);
        if found != expected {
            wrong.push(format!("{}\n  expected {expected}\n  found    {found}", input(case)));
        }
    }
    wrong
}

/// A string as the source that a session shows.
fn quoted(text: &str) -> String {
    let mut s = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let plain = text.replace('\\', "\\\\").replace('\'', "\\'");
    value(&run(&mut s, &format!("'{plain}'"))).to_owned()
}

#[test]
fn functions_give_the_values_of_puppet() {
    let Some(mut s) = session() else { return };
    let cases = cases("calls.jsonl");
    assert!(cases.len() >= 70, "{}", cases.len());
    let wrong = differing(&mut s, &cases, |case| {
        format!(
            "{}\nString({}, '%p')",
            case["setup"].as_str().unwrap_or_default(),
            case["call"].as_str().expect("a call")
        )
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Ruby starts without RubyGems, and finds a gem all the same.
#[test]
fn gems_are_found() {
    let Some(mut s) = session() else { return };
    let gem = "require 'rake'; exit($\".grep(/rake/).any? { |file| file.include?('/gems/') })";
    let ruby = std::process::Command::new("/usr/bin/ruby").args(["-e", gem]).status();
    if !ruby.is_ok_and(|status| status.success()) {
        pprepl_testing::skip("rake, which Debian's Ruby has as a gem, is not installed");
        return;
    }
    assert_eq!(value(&run(&mut s, "bridge::gems(['rake', 'json', 'rake/none'])[0]")), "true");
}

const VARIABLES: &str = "$who = 'abc'\n$list = [1, 2]\n$hash = { 'x' => 1, 'y' => 2 }\n\
                         $nested = { 'a' => { 'b' => [7] } }\n$flag = true\n$_own = 'u' $a_b2 = 'v'\n";

#[test]
fn templates_give_the_values_of_puppet() {
    let Some(mut s) = session() else { return };
    let cases = cases("templates.jsonl");
    assert!(cases.len() >= 40, "{}", cases.len());
    let wrong = differing(&mut s, &cases, |case| {
        let template = case["template"].as_str().expect("a template").replace('\\', "\\\\").replace('\'', "\\'");
        format!("{VARIABLES}inline_template('{template}')")
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn errors_name_the_place_in_ruby() {
    let Some(mut s) = session() else { return };
    let cases = [
        ("bridge::add(1)", "expects 2 arguments, found 1"),
        ("bridge::add(1, 'x')", "parameter 'b'"),
        ("bridge::overload(1.5)", "it is called as bridge::overload(Integer $x)"),
        ("bridge::overload(1.5)", " or bridge::overload(String $x, String *$more) or "),
        ("bridge::overload(1.5)", "bridge::overload(Hash[String, Integer] $x, Boolean $flag = ...)"),
        ("bridge::local_types([0])", "parameter 'ports'"),
        ("bridge::bad_return()", "value returned from bridge::bad_return"),
        ("bridge::mismatch('word')", "wants a number, not the word word"),
        ("bridge::each_twice([1])", "expects another lambda"),
        ("bridge::add(1, 2) |$x| { 1 }", "does not accept a lambda"),
        ("bridge::each_twice([1]) |$x, $y| { 1 }", "expects another lambda"),
        ("bridge::raises('parse')", "a parse error"),
        ("bridge::raises('type')", "raises.rb:5"),
        ("bridge::raises('name')", "undefined local variable or method `nowhere'"),
        ("bridge::raises('constant')", "--ruby=puppet"),
        ("bridge::raises('throw')", "uncaught throw :nothing"),
        ("bridge::raises('interrupt')", "Interrupt: stop"),
        ("bridge::raises('standard')", "plain words"),
        ("bridge::raises('load')", "cannot load such file -- no_such_library"),
        ("bridge::broken()", "broken.rb:"),
        ("bridge::empty()", "defines no function"),
        ("bridge::ruby('scope.setvar(\"y\", 1); scope.setvar(\"y\", 2)')", "the variable `$y` has a value already"),
        ("bridge::ruby('scope.setvar(\"facts\", 1)')", "reserved"),
        ("bridge::ruby('scope.setvar(\"a::b\", 1)')", "another scope"),
        ("bridge::ruby('scope.setvar(\"1\", 1)')", "the last match"),
        ("bridge::ruby('scope[:x]')", "Scope variable name :x is a Symbol"),
        ("bridge::scoped('none')", "unknown variable `$none`"),
        ("bridge::ruby('begin; scope[\"none\"]; rescue Puppet::ParseError; 1; end')", "unknown variable `$none`"),
        ("bridge::cyclic()", "nested more than"),
        ("bridge::deep(300)", "nested more than"),
        ("bridge::raw_bytes()", "not valid UTF-8"),
        ("bridge::leaves()", "it ended with status 3"),
        ("bridge::exits()", "SystemExit"),
        ("bridge::killed()", "signal 9 ended it"),
        ("bridge::allocates()", "NoMemoryError"),
        ("bridge::recursion()", "SystemStackError"),
        ("bridge::megabytes(300)", "NoMemoryError"),
        ("bridge_fails({})", "bridge_fails(): wrong value {}"),
        ("bridge_fails(1)", "bridge_fails.rb:3"),
        ("bridge_join(['a'])", "bridge_join(): Wrong number of arguments given (1 for 2)"),
        ("bridge_splits(1)", "expected strings"),
        ("bridge::call('fail', 'on purpose')", "on purpose"),
        ("bridge::call('nowhere')", "unknown function `nowhere`"),
        ("bridge::with_block(1) |$x, $y| { fail('inside') }", "inside"),
        ("inline_template(\"<% def x() 1 end %>\\n<%= nowhere %>\")", "the template:2"),
        ("inline_template('<% def x( %>')", "SyntaxError"),
        ("bridge::keep_none()", "unknown function"),
    ];
    for (call, message) in cases {
        let started = Instant::now();
        let evaluation = run(&mut s, call);
        assert!(error(&evaluation).contains(message), "{call}: {}", error(&evaluation));
        assert!(started.elapsed() < Duration::from_secs(20), "{call}: {:?}", started.elapsed());
        assert_eq!(value(&run(&mut s, "bridge::add(20, 22)")), "42", "after {call}");
    }
}

/// The body of a defined type is the scope of a call: its resource, its variables, and those that Ruby sets there.
#[test]
fn scope_of_a_defined_type_is_that_of_the_call() {
    let Some(mut s) = session() else { return };
    let input = "define web($source = undef, $x = 1) {\n  $loc = 'l'\n  \
                 notice(bridge::ruby('[scope.resource.to_s, scope.resource.to_hash.map { |k, v| \"#{k}=#{v}\" }, scope[\"loc\"]]'))\n  \
                 bridge::ruby('scope.setvar(\"made\", 7)')\n  \
                 notice($made, inline_template('<%= @made %><% scope.setvar(\"more\", 8) %>'), $more, $title)\n}\n\
                 web { 'a': source => 's' }\nweb { 'b': x => 2 }";
    let evaluation = run(&mut s, input);
    assert!(!evaluation.failed(), "{:?}", evaluation.reports);
    let expected = [
        "notice: [Web[a], [name=a, source=s, x=1], l]",
        "notice: 7 7 8 a",
        "notice: [Web[b], [name=b, x=2], l]",
        "notice: 7 7 8 b",
    ];
    assert_eq!(logs(&evaluation), expected);
    assert!(run(&mut s, "$made").failed(), "the body of a defined type keeps its variables");
}

/// What a function changes is the same object in Puppet; a part of another value has no variable of its own.
#[test]
fn change_of_an_argument_without_a_variable_brings_a_warning() {
    let Some(mut s) = session() else { return };
    let evaluation = run(&mut s, "$h = { 'in' => { 'k' => 1 } }\nbridge::ruby('args[0].clear; nil', $h['in'])\n$h");
    assert_eq!(value(&evaluation), "{'in' => {'k' => 1}}");
    assert!(logs(&evaluation)[0].contains("changes its argument in place"), "{:?}", evaluation.logs);
}

#[test]
fn secrets_are_not_in_errors() {
    let Some(mut s) = session() else { return };
    let evaluation = run(&mut s, "bridge::leak(Sensitive('hunter2secret'))");
    assert!(!error(&evaluation).contains("hunter2"), "{}", error(&evaluation));
    assert!(error(&evaluation).contains("the password is"), "{}", error(&evaluation));
}

#[test]
fn lambda_of_an_ended_call_is_refused() {
    let Some(mut s) = session() else { return };
    assert_eq!(value(&run(&mut s, "bridge::keeps() |$x| { $x }")), "'kept'");
    assert!(error(&run(&mut s, "bridge::keeps(1)")).contains("after the call that passed it"));
}

#[test]
fn control_flow_passes_through_ruby() {
    let Some(mut s) = session() else { return };
    let input = "function f() { bridge::break_out([1, 2]) |$x| { return('left') }\n 'not here' }\nf()";
    assert_eq!(value(&run(&mut s, input)), "'left'");
    assert_eq!(value(&run(&mut s, "bridge::break_out([1, 2]) |$x| { next($x * 3) }")), "[3, 6]");
    // The error of the lambda keeps its own position.
    let failed = run(&mut s, "bridge::break_out([1]) |$x| { fail('here') }");
    assert_eq!(failed.reports[0].message, "here");
}

#[test]
fn endless_code_ends_with_the_time_or_a_cancellation() {
    let Some(mut s) = session() else { return };
    s.set("time", "1").expect("a setting");
    for call in ["bridge::endless()", "bridge::sleeps()", "inline_template('<% def x() end; loop { } %>')"] {
        let started = Instant::now();
        let evaluation = run(&mut s, call);
        assert!(error(&evaluation).contains("took longer than 1 s"), "{call}: {}", error(&evaluation));
        assert!(started.elapsed() < Duration::from_secs(8), "{call}: {:?}", started.elapsed());
    }
    s.set("time", "0").expect("a setting");
    let flag = s.cancel_flag();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        flag.store(true, Ordering::Relaxed);
    });
    let started = Instant::now();
    let evaluation = run(&mut s, "bridge::endless()");
    other.join().expect("a thread");
    assert!(evaluation.failed() && started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    assert_eq!(value(&run(&mut s, "bridge::add(1, 1)")), "2");
}

#[test]
fn only_a_missing_name_of_puppet_brings_advice_on_its_library() {
    let Some(mut s) = session() else { return };
    let advice = |found: &Evaluation| error(found).contains("--ruby=puppet");
    let (own, other) = (run(&mut s, "bridge::raises('constant')"), run(&mut s, "bridge::raises('name')"));
    assert_eq!((advice(&own), advice(&other)), (true, false), "{}", error(&other));
}

#[test]
fn a_reply_that_breaks_off_is_the_end_of_the_process() {
    let Some(mut s) = session() else { return };
    let evaluation = run(&mut s, "inline_template('<% def x() end; Pprepl::REPLIES.write(\"{\"); exit!(3) %>')");
    assert!(error(&evaluation).contains("it ended with status 3"), "{}", error(&evaluation));
}

fn logs(evaluation: &Evaluation) -> Vec<String> {
    evaluation.logs.iter().map(|(level, text)| format!("{}: {text}", level.as_str())).collect()
}

#[test]
fn printed_lines_become_log_lines() {
    let Some(mut s) = session() else { return };
    let evaluation = run(&mut s, "bridge::prints()");
    assert_eq!(value(&evaluation), "'done'");
    let lines = logs(&evaluation);
    let expected = [
        "notice: Ruby: to stdout",
        "notice: Ruby: \\e[31mred\\e[0m",
        "notice: Ruby: to stderr",
        "notice: Ruby: from a program",
        "notice: Ruby: no newline",
    ];
    assert_eq!(lines, expected);
    let flooded = run(&mut s, "bridge::floods()");
    assert_eq!((value(&flooded), flooded.logs.len()), ("'done'", 1000));
    let logged = logs(&run(&mut s, "bridge::logs()"));
    assert_eq!(logged, ["notice: noticed", "warning: warned", "debug: debugged"]);
    assert_eq!(logs(&run(&mut s, "bridge_statement('a', 1)")), ["notice: stated a 1"]);
}

#[test]
fn functions_declare_resources_and_read_facts() {
    let Some(mut s) = session() else { return };
    s.set("facts", "debian-12").expect("a setting");
    assert_eq!(value(&run(&mut s, "bridge_declares('x')\nNotify['x']['message']")), "'from Ruby'");
    assert_eq!(value(&run(&mut s, "bridge::facts()")), "['Linux', 'Debian', undef]");
    let class = "class c { $local = 'mine'\n notice(bridge_lookup('local')) }\ninclude c";
    assert_eq!(logs(&run(&mut s, class)), ["notice: [mine, mine, true]"]);
}

#[test]
fn environment_of_the_process_is_clean() {
    let Some(mut s) = session() else { return };
    assert_eq!(value(&run(&mut s, "bridge::environment()")), "['LANG', 'PATH']");
    let path = value(&run(&mut s, "inline_template('<%= ENV[\"PATH\"] %>')")).to_owned();
    assert_eq!(path, "'/usr/bin:/usr/local/bin:/usr/bin:/bin'", "the directory of Ruby, and the usual ones");
}

#[test]
fn nothing_runs_unless_the_user_asks() {
    let folder = tempfile::tempdir().expect("a folder");
    let canary = folder.path().join("canary");
    let call = format!("bridge::canary('{}')", canary.display());
    let uses =
        [call.clone(), format!("inline_template('<% def x() end; File.write(\"{}\", \"x\") %>')", canary.display())];
    let mut s = Session::new(settings(), Box::new(SystemHost::silent()));
    for input in &uses {
        assert!(run(&mut s, input).failed(), "{input}");
        assert!(!canary.exists(), "{input}");
    }
    let generated = run(&mut s, &format!("generate('/bin/sh', '-c', 'echo x > {}')", canary.display()));
    assert!(generated.failed() && !canary.exists());
    if !has_ruby() {
        return;
    }
    // A preview and the trial of a fix run nothing, either.
    let mut s = session().expect("a session");
    assert!(s.preview(&call, Duration::from_secs(5)).is_none() && !canary.exists());
    s.set_unasked(true);
    assert!(run(&mut s, &call).failed() && !canary.exists());
    s.set_unasked(false);
    assert_eq!(value(&run(&mut s, &call)), "'ran'");
    assert!(canary.exists());
}

#[test]
fn only_the_user_turns_ruby_on() {
    let mut settings = Settings::default();
    for (key, word) in [("ruby", "auto"), ("ruby", "puppet"), ("ruby", "/bin/sh"), ("stand_ins", "/tmp/x.pp")] {
        assert!(settings.set_from(Origin::Text, key, word).is_err(), "{key} {word}");
    }
    settings.set_from(Origin::Text, "ruby", "off").expect("a setting");
    settings.set_from(Origin::User, "ruby", "auto").expect("a setting");
    assert!(settings.set_from(Origin::Text, "ruby", "/bin/sh").is_err());
    settings.set_from(Origin::Text, "ruby", "off").expect("a setting");
    assert_eq!(settings.get("ruby").as_deref(), Some("off"));
}

#[test]
fn ruby_that_does_not_start_is_reported() {
    for program in ["/no/such/ruby", "/bin/true", "/etc/passwd"] {
        let mut settings = settings();
        settings.set("ruby", program).expect("a setting");
        let mut s = Session::new(settings, Box::new(SystemHost::silent()));
        let found = error(&run(&mut s, "bridge::add(1, 2)"));
        assert!(found.contains(program) || found.contains("the start"), "{program}: {found}");
    }
}

/// Whether no process has the number, not even one that ended and that nobody waited for.
fn is_gone(pid: u32) -> bool {
    !Path::new(&format!("/proc/{pid}")).exists()
}

/// Whether a child is no zombie, or is one of a test beside this one, which waits for it soon.
fn may_leave(child: &str) -> bool {
    let pid = child.split_whitespace().nth(1).and_then(|pid| pid.parse().ok()).expect("a state and a number");
    !child.starts_with('Z')
        || (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            is_gone(pid)
        })
}

/// The states of this process's children whose command is Ruby.
fn children() -> Vec<String> {
    let own = std::process::id().to_string();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let Some((before, after)) = stat.rsplit_once(')') else { continue };
        let mut fields = after.split_whitespace();
        let (state, parent) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        if parent == own && before.contains("(ruby") {
            found.push(format!("{state} {before}"));
        }
    }
    found
}

#[test]
fn no_process_and_no_zombie_remains() {
    let Some(mut s) = session() else { return };
    let pid: u32 =
        value(&run(&mut s, "bridge::add(1, 2)\nInteger(inline_template('<% def x() end %><%= Process.pid %>'))"))
            .parse()
            .expect("a number");
    assert!(Path::new(&format!("/proc/{pid}")).exists());
    run(&mut s, "bridge::leaves()");
    assert!(is_gone(pid), "{:?}", children());
    let again: u32 = value(&run(&mut s, "Integer(inline_template('<% def x() end %><%= Process.pid %>'))"))
        .parse()
        .expect("a number");
    s.set("ruby", "off").expect("a setting");
    assert!(is_gone(again), "{:?}", children());
    assert!(run(&mut s, "bridge::add(1, 2)").failed());
    drop(s);
    let left = children();
    assert!(left.iter().all(|child| may_leave(child)), "{left:?}");
}

#[test]
fn changed_file_is_loaded_again() {
    if !has_ruby() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m/lib/puppet/functions/m/f.rb");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    let write = |answer: &str| {
        std::fs::write(
            &file,
            format!("Puppet::Functions.create_function(:'m::f') do\n def f\n  {answer}\n end\nend\n"),
        )
        .expect("a file");
    };
    write("1");
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    settings.set("ruby", "/usr/bin/ruby").expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    assert_eq!(value(&run(&mut s, "m::f()")), "1");
    write("'changed'");
    assert_eq!(value(&run(&mut s, "m::f()")), "'changed'");
}

#[test]
fn programs_of_generate_run_in_ruby() {
    let Some(mut s) = session() else { return };
    assert_eq!(value(&run(&mut s, "generate('/bin/echo', 'a', 1)")), "\"a 1\\n\"");
    assert!(error(&run(&mut s, "generate('/bin/false')")).contains("Failed to execute generator /bin/false"));
    assert!(error(&run(&mut s, "generate('/no/such')")).contains("Failed to execute generator /no/such"));
    assert!(run(&mut s, "generate('echo', 'a')").failed());
}

const STAND_INS: &str = "function bridge::add($a, $b) { \"stand-in ${a} ${b}\" }\n\
                         function generate($program, *$args) { \"answer of ${program} ${args}\" }\n\
                         function erb::dir::pwd() { '/home/ada' }\n\
                         function erb::crypt($text, $salt) { \"${salt}:${text}\" }\n\
                         function bridge_join($list, $sign) { join($list, $sign) }\n\
                         function bridge::backend(String $key, Hash $options, $context) {\n\
                         \x20 if $key == 'known' { \"of ${options['name']}\" } else { $context.not_found }\n}\n";

#[test]
fn stand_ins_replace_ruby() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stand_ins.pp");
    std::fs::write(&file, STAND_INS).expect("a file");
    let hiera = folder.path().join("hiera.yaml");
    let levels =
        "version: 5\nhierarchy:\n- name: one\n  lookup_key: bridge::backend\n  options:\n    name: the stand-in\n";
    std::fs::write(&hiera, levels).expect("a file");
    let mut settings = settings();
    settings.set("stand_ins", &file.display().to_string()).expect("a setting");
    settings.set("hiera", &hiera.display().to_string()).expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    let cases = [
        ("bridge::add(1, 2)", "'stand-in 1 2'"),
        ("bridge_join(['a', 'b'], '-')", "'a-b'"),
        ("generate('/bin/date', 'x')", "'answer of /bin/date [x]'"),
        ("inline_template('<%= Dir.pwd %>')", "'/home/ada'"),
        ("inline_template('<%= \"pw\".crypt(\"sa\") %>')", "'sa:pw'"),
        ("inline_template('<%= scope.call_function(\"bridge::add\", [1, 2]) %>')", "'stand-in 1 2'"),
        ("lookup('known')", "'of the stand-in'"),
        ("lookup('unknown', undef, undef, 'none')", "'none'"),
    ];
    for (input, expected) in cases {
        assert_eq!(value(&run(&mut s, input)), expected, "{input}");
    }
    let refused = run(&mut s, "bridge::factorial(3)");
    let help = refused.reports[0].help.clone().unwrap_or_default();
    assert!(help.contains("factorial.rb") && help.contains("--ruby") && help.contains("--stand-ins"), "{help}");
}

#[test]
fn hiera_backends_run_in_ruby() {
    if has_ruby() {
        run_hiera_backends("/usr/bin/ruby");
    }
}

#[test]
fn hiera_backends_run_with_the_library_of_puppet() {
    if has_ruby() && has_library() {
        run_hiera_backends("puppet");
    }
}

/// Looks up keys of functions in Ruby, which take a context.
fn run_hiera_backends(ruby: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let hiera = folder.path().join("hiera.yaml");
    let levels = "version: 5\nhierarchy:\n\
                  - name: keys\n  lookup_key: bridge::keys_backend\n  options:\n    prefix: p_\n\
                  - name: digs\n  data_dig: bridge::dig_backend\n\
                  - name: hash\n  data_hash: bridge::hash_backend\n  path: data.txt\n";
    std::fs::write(&hiera, levels).expect("a file");
    std::fs::create_dir(folder.path().join("data")).expect("a folder");
    std::fs::write(folder.path().join("data/data.txt"), "a=from the file\nb=%{lookup('p_x')}\n").expect("a file");
    let mut settings = settings();
    settings.set("ruby", ruby).expect("a setting");
    settings.set("hiera", &hiera.display().to_string()).expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    let cases = [
        ("lookup('p_x')", "'value of p_x'"),
        ("lookup('deep.b')", "'dug b'"),
        ("lookup('a')", "'from the file'"),
        ("lookup('b')", "'value of p_x'"),
        ("lookup('none', undef, undef, 'default')", "'default'"),
    ];
    for (input, expected) in cases {
        assert_eq!(value(&run(&mut s, input)), expected, "{input}");
    }
    assert_eq!(logs(&run(&mut s, "lookup('p_x')\nlookup('p_x')")).len(), 1, "the context caches");
}

#[test]
fn code_of_a_cell_is_compiled_for_the_settings() {
    let Some(mut s) = session() else { return };
    s.set("ruby", "off").expect("a setting");
    run(&mut s, "function f() { bridge::add(1, 2) }");
    assert!(run(&mut s, "f()").failed());
    s.set("ruby", "/usr/bin/ruby").expect("a setting");
    assert_eq!(value(&run(&mut s, "f()")), "3");
    assert!(run(&mut s, "f()").logs.iter().all(|(level, _)| *level != Level::Err));
}

/// Puppet's own library checks and calls the functions; skipped where it is not installed.
#[test]
fn functions_run_with_the_library_of_puppet() {
    let Some(mut s) = session().filter(|_| has_library()) else { return };
    s.set("ruby", "puppet").expect("a setting");
    let left_out = ["bridge::echo([1, 2, 3].reverse_each)", "bridge::rescues('no_such_function')"];
    let cases: Vec<Json> = cases("calls.jsonl")
        .into_iter()
        .filter(|case| case["call"].as_str().is_some_and(|call| !left_out.contains(&call)))
        .collect();
    let wrong = differing(&mut s, &cases, |case| {
        format!(
            "{}\nString({}, '%p')",
            case["setup"].as_str().unwrap_or_default(),
            case["call"].as_str().expect("a call")
        )
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    for (call, message) in [
        ("bridge::add(1, 'x')", "expects an Integer value, got String"),
        ("bridge_fails(1)", "bridge_fails(): wrong value 1"),
        ("bridge::leaves()", "it ended with status 3"),
    ] {
        let found = error(&run(&mut s, call));
        assert!(found.contains(message), "{call}: {found}");
    }
    assert_eq!(value(&run(&mut s, "inline_template('<% def x(a) a * 2 end %><%= x(21) %>')")), "'42'");
}

/// A template may be the first Ruby code of a session, before any function of a module.
#[test]
fn templates_run_with_the_library_of_puppet() {
    let Some(mut s) = session().filter(|_| has_library()) else { return };
    s.set("ruby", "puppet").expect("a setting");
    let text =
        "<% def twice(a) a * 2 end %><%= twice(scope.lookupvar('x')) %> <%= scope['x'] %> <%= has_variable?('y') %>";
    assert_eq!(value(&run(&mut s, &format!("$x = 21\ninline_template(\"{text}\")"))), "'42 21 false'");
    assert_eq!(value(&run(&mut s, "bridge::add(1, 2)")), "3");
}

/// Links the modules of Debian under other names, so that none of our own functions takes the place of theirs.
fn linked_modules(folder: &Path) -> Option<usize> {
    let mut linked = 0;
    for package in std::fs::read_dir(pprepl_testing::debian()?).ok()?.flatten() {
        for root in ["usr/share/puppet/modules", "usr/share/puppet/modules.available"] {
            for module in std::fs::read_dir(package.path().join(root)).into_iter().flatten().flatten() {
                let file = module.file_name().to_string_lossy().replace("puppetlabs-", "");
                let name = format!("real_{}", file.replace('-', "_"));
                linked += usize::from(pprepl_testing::link(&module.path(), &folder.join(name)).is_ok());
            }
        }
    }
    (linked > 0).then_some(linked)
}

/// What stdlib's functions in Ruby answer is what they answer in Puppet (`tests/stdlib/reference.rb` asks it).
#[test]
fn functions_of_stdlib_run_in_ruby() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(_) = linked_modules(folder.path()).filter(|_| has_ruby()) else {
        pprepl_testing::skip("the modules of Debian are not fetched");
        return;
    };
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    settings.set("facts", &pprepl_testing::path("tests/debian/facts.json")).expect("a setting");
    settings.set("time", "20").expect("a setting");
    settings.set("ruby", "/usr/bin/ruby").expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    let lines: Vec<&str> = include_str!("../../../../tests/stdlib/reference.txt").lines().collect();
    let (mut total, mut wrong) = (0, Vec::new());
    for pair in lines.chunks(2) {
        let (call, expected) = (pair[0], pair[1].strip_prefix("=> ").expect("an answer"));
        let evaluation = run(&mut s, call);
        total += 1;
        let got = evaluation.value.as_ref().map_or("fails".to_owned(), |value| value.replace('\n', "\\n"));
        if got != expected {
            let why = if evaluation.failed() { error(&evaluation) } else { String::new() };
            wrong.push(format!("{call}\n  gives {got} {why}\n  not   {expected}"));
        }
    }
    println!("{} of {total} calls give the value of Puppet", total - wrong.len());
    // Without Puppet's library: `validate_legacy` replaces the dispatcher of Puppet by its own.
    assert!(wrong.len() * 100 <= total * 2, "\n{}\n{} of {total} wrong\n", wrong.join("\n"), wrong.len());
}

const COMPUTED_TYPE: &str = "require 'puppet_x/made/patterns'
Puppet::Type.newtype(:made) do
  desc 'computed'
  ensurable
  newparam(:name, :namevar => true) do
    isnamevar
  end
  newproperty(:level, :parent => Puppet::Property::Boolean) { include Nowhere::Mixin }
  autorequire(:file) { ['/a'] }
  def self.title_patterns
    PuppetX::Made.patterns
  end
end
";

/// A module with a type whose patterns of titles another file computes.
fn module_of_a_computed_type() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let lib = folder.path().join("made/lib");
    let patterns = "module PuppetX; module Made; def self.patterns\n\
        [[/\\A(.+)@(\\d+)\\z/, [[:name], [:level, ->(text) { text.to_i }]]], [/\\A([a-z]+)\\z/, [[:name]]]]\n\
        end; end; end\n";
    for (path, text) in [("puppet/type/made.rb", COMPUTED_TYPE), ("puppet_x/made/patterns.rb", patterns)] {
        let path = lib.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// What a session makes of titles of that type, with a further setting.
fn titles_with(key: &str, text: &str) -> Vec<String> {
    let folder = module_of_a_computed_type();
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    settings.set(key, text).expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    let got = run(&mut s, "made { ['a@3', 'b']: }");
    assert!(!got.failed(), "{:?}", got.reports);
    let export = s.catalog().export();
    let of_type = export.resources.iter().filter(|one| one.type_name == "Made");
    of_type.map(|one| format!("{} {}", one.title, Json::Object(one.parameters.clone()))).collect()
}

#[test]
fn titles_of_a_type_are_computed_by_ruby_or_a_stand_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stand_ins.pp");
    let stand_in = "function title_patterns::made(String $title) >> Hash {
      $parts = $title.split('@')
      $given = { 'name' => $parts[0], 'level' => $parts[1].then |$level| { Integer($level) } }
      $given
    }";
    std::fs::write(&file, stand_in).expect("a file");
    let expected = [r#"a@3 {"name":"a","level":3}"#, "b {}"];
    assert_eq!(titles_with("stand_ins", &file.display().to_string()), expected);
    if has_ruby() {
        assert_eq!(titles_with("ruby", "/usr/bin/ruby"), expected);
    }
}

/// A link to a file is a file; one to a directory is none, whatever its name.
#[cfg(unix)]
#[test]
fn links_to_files_are_read() {
    if !has_ruby() {
        return;
    }
    let root = tempfile::tempdir().expect("a folder");
    let functions = root.path().join("m/lib/puppet/functions/m");
    std::fs::create_dir_all(&functions).expect("a folder");
    let linked = "Puppet::Functions.create_function(:'m::linked') do\n  def linked\n    'linked'\n  end\nend\n";
    std::fs::write(root.path().join("m/real.rb"), linked).expect("a file");
    for (target, name) in [("real.rb", "linked.rb"), ("lib", "folder.rb")] {
        pprepl_testing::link(&root.path().join("m").join(target), &functions.join(name)).expect("a link");
    }
    let mut settings = Settings::default();
    settings.set("modulepath", &root.path().display().to_string()).expect("a setting");
    settings.set("ruby", "/usr/bin/ruby").expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    assert_eq!(value(&run(&mut s, "m::linked()")), "'linked'");
    let found = run(&mut s, "m::folder()");
    assert_eq!(found.reports.first().map(|report| report.code.as_str()), Some("UNKNOWN_FUNCTION"));
}
