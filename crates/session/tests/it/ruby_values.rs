//! What code in Ruby asks the evaluator, and the values that pass between both. A function of a module evaluates Ruby code.
//! Without a Ruby these tests are skipped.

use std::path::Path;

use pprepl_session::{Session, Settings, SystemHost};

const RUN: &str = "\
Puppet::Functions.create_function(:'probe::run', Puppet::Functions::InternalFunction) do
  dispatch :run do
    scope_param
    param 'String', :code
    optional_repeated_param 'Any', :args
  end

  def run(scope, code, *args)
    eval(code)
  end
end
";

const LAMBDAS: &str = "\
Puppet::Functions.create_function(:'probe::lambdas') do
  local_types do
    type 'My_Type = Integer'
    type 'Bar = String'
  end
  dispatch :one do
    param 'Array[My_Type]', :list
    param 'Probe::Bar', :bar
  end
  dispatch :two do
    param 'Enum[one]', :kind
    block_param 'Callable[1, 1]', :block
  end
  dispatch :two do
    param 'Enum[optional]', :kind
    optional_block_param 'Optional[Callable[1, 1]]', :block
  end
  dispatch :two do
    param 'Enum[variant]', :kind
    block_param 'Variant[Callable[1, 1], Callable[3, 3]]', :block
  end

  def one(list, bar)
    \"#{list} #{bar}\"
  end

  def two(kind, &block)
    block ? yield(*[1, 2, 3].take(block.arity.abs)).to_s : 'none'
  end
end
";

const CONTEXT: &str = "\
Puppet::Functions.create_function(:'probe::context') do
  dispatch :lookup do
    param 'String', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def lookup(key, options, context)
    key == 'module' ? context.module_name.inspect : context.not_found
  end
end
";

fn module(folder: &Path) {
    let files = [
        ("lib/puppet/functions/probe/run.rb", RUN),
        ("lib/puppet/functions/probe/lambdas.rb", LAMBDAS),
        ("lib/puppet/functions/probe/context.rb", CONTEXT),
        ("types/bar.pp", "type Probe::Bar = Integer\n"),
        ("files/own.txt", "own"),
        ("templates/own.erb", "own"),
    ];
    for (name, text) in files {
        let path = folder.join("modules/probe").join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

/// A session with the module in a folder; `None` without a Ruby.
fn session(folder: &Path, changes: &[(&str, &str)]) -> Option<Session> {
    if !cfg!(unix) || !Path::new("/usr/bin/ruby").exists() {
        pprepl_testing::skip("/usr/bin/ruby is not installed");
        return None;
    }
    module(folder);
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.join("modules").display().to_string()).expect("a setting");
    settings.set("ruby", "/usr/bin/ruby").expect("a setting");
    changes.iter().for_each(|(key, word)| settings.set(key, word).expect("a setting"));
    Some(Session::new(settings, Box::new(SystemHost::silent())))
}

/// Evaluates an input: its value, or its first error.
fn shown(s: &mut Session, input: &str) -> String {
    let evaluation = s.evaluate("input", input);
    match (&evaluation.value, evaluation.reports.first()) {
        (Some(value), None) => value.clone(),
        (value, report) => report.map_or_else(|| format!("{value:?}"), |report| format!("error: {}", report.message)),
    }
}

/// Calls the function with Ruby code and the source of further arguments.
fn ruby(s: &mut Session, code: &str, arguments: &str) -> String {
    let code = code.replace('\\', "\\\\").replace('\'', "\\'");
    shown(s, &format!("probe::run('{code}'{arguments})"))
}

#[test]
fn questions_have_the_answers_of_the_evaluator() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut s) = session(folder.path(), &[]) else { return };
    let input = "function own() { 1 }\nclass known { $inner = 1 }\ninclude known\n$top = 2\n$_under = 3\n$a_b = 4";
    assert!(!s.evaluate("input", input).failed());
    let rows = [
        ("Puppet::Parser::Functions.function(\"upcase\")", "'function_upcase'"),
        ("Puppet::Parser::Functions.function(\"own\")", "'function_own'"),
        ("Puppet::Parser::Functions.function(\"probe::run\")", "'function_probe::run'"),
        ("Puppet::Parser::Functions.function(\"nosuch\")", "false"),
        ("File.basename(Puppet::Parser::Files.find_file(\"probe/own.txt\"))", "'own.txt'"),
        ("File.basename(Puppet::Parser::Files.find_template(\"probe/own.erb\"))", "'own.erb'"),
        ("Puppet::Parser::Files.find_template(\"probe/own.txt\")", "undef"),
        ("Puppet::Parser::Files.find_file(\"probe/own.erb\")", "undef"),
        ("scope.catalog.classes", "['settings', 'known']"),
        ("scope.include?(\"top\")", "true"),
        ("scope.include?(\"inner\")", "false"),
        ("(scope.to_hash.keys & [\"top\", \"inner\", \"known::inner\"]).sort", "['top']"),
        ("Puppet::Pops::Types::TypeCalculator.infer([1, \"a\"]).to_s", "'Array[ScalarData, 2, 2]'"),
        ("Puppet::Pops::Types::TypeCalculator.infer_set([1, \"a\"]).to_s", "'Tuple[Integer[1, 1], String]'"),
        (
            "Puppet::Pops::Types::TypeCalculator.generalize(Puppet::Pops::Types::TypeParser.singleton.parse(\"Array[Integer[1,2]]\")).to_s",
            "'Array[Integer]'",
        ),
        ("Puppet::Pops::Time::Timespan.new(1_500_000_000).to_s", "'0-00:00:01.5'"),
        ("scope.call_function(\"probe::run\", [\"exit!(3)\"])", "error: "),
        ("1", "1"),
    ];
    for (code, expected) in rows {
        let found = ruby(&mut s, code, "");
        if expected == "error: " {
            assert!(found.starts_with("error: ") && found.contains('3'), "{code}: {found}");
        } else {
            assert_eq!(found, expected, "{code}");
        }
    }
    for (template, expected) in [
        ("<%= @a_b %>", "'4'"),
        ("<%= @top %> a@Example.org", "'2 a@Example.org'"),
        ("<%= @nosuch.inspect %>", "'nil'"),
    ] {
        assert_eq!(shown(&mut s, &format!("inline_template('{template}')")), expected, "{template}");
    }
}

#[test]
fn values_pass_both_ways() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut s) = session(folder.path(), &[]) else { return };
    let rows = [
        ("args[0].to_s", ", probe::run('Float::INFINITY')", "'Infinity'"),
        ("args[0].to_s", ", probe::run('-Float::INFINITY')", "'-Infinity'"),
        ("args[0].to_s", ", probe::run('Float::NAN')", "'NaN'"),
        ("args[0]", ", 1.5", "1.5"),
        (
            "args.inspect",
            ", [], [1], [1, 2], {}, { 'a' => 1 }, { 'a' => 1, 'b' => [2] }",
            "'[[], [1], [1, 2], {}, {\"a\"=>1}, {\"a\"=>1, \"b\"=>[2]}]'",
        ),
        ("args.inspect", ", { 1 => 'a', 'b' => 2 }", "'[{1=>\"a\", \"b\"=>2}]'"),
        ("2**70", "", "1180591620717411303424"),
        ("args[0] + 1", ", probe::run('2**70')", "1180591620717411303425"),
        ("lambda { |x| x }.class.name", "", "'Proc'"),
    ];
    for (code, arguments, expected) in rows {
        assert_eq!(ruby(&mut s, code, arguments), expected, "{code}");
    }
    let callable = shown(&mut s, "type(probe::run('lambda { |x| x }'))");
    assert!(callable.starts_with("Callable"), "{callable}");
    let nested =
        |levels: usize| format!("$x = Integer[1, {levels}].reduce([]) |$memo, $n| {{ [$memo] }}\nprobe::run('1', $x)");
    let too_large = "error: the value is too large for Ruby: more than 400 levels or 256 MiB";
    s.reset();
    assert_eq!(shown(&mut s, &nested(399)), "1");
    s.reset();
    assert_eq!(shown(&mut s, &nested(400)), too_large);
}

#[test]
fn integers_of_puppet_have_64_bits() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut s) = session(folder.path(), &[("additions", "off")]) else { return };
    let message =
        "a function in Ruby returned 1180591620717411303424, which is beyond the 64 bits of Puppet's integers";
    let found = ruby(&mut s, "2**70", "");
    assert!(found.contains(message), "{found}");
    assert_eq!(ruby(&mut s, "2**63 - 1", ""), "9223372036854775807");
}

#[test]
fn dispatches_are_chosen_by_types_and_lambdas() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut s) = session(folder.path(), &[]) else { return };
    let other = "error: `probe::lambdas` expects another lambda";
    let rows = [
        ("probe::lambdas([1, 2], 3)", "'[1, 2] 3'"),
        ("probe::lambdas('one') |$x| { $x }", "'1'"),
        ("probe::lambdas('one') |$x, $y = 5| { $x }", "'1'"),
        ("probe::lambdas('one') |$x, $y| { $x }", other),
        ("probe::lambdas('one') || { 1 }", other),
        ("probe::lambdas('optional')", "'none'"),
        ("probe::lambdas('optional') |$x| { $x }", "'1'"),
        ("probe::lambdas('optional') |$x, $y| { $x }", other),
        ("probe::lambdas('variant') |$x| { $x }", "'1'"),
        ("probe::lambdas('variant') |$x, $y, $z| { $z }", "'3'"),
        ("probe::lambdas('variant') |$x, $y| { $y }", other),
    ];
    for (input, expected) in rows {
        assert_eq!(shown(&mut s, input), expected, "{input}");
    }
    for input in ["probe::lambdas(['a'], 3)", "probe::lambdas([1], 'a')"] {
        assert!(shown(&mut s, input).starts_with("error: "), "{input}");
    }
}

#[test]
fn a_data_source_in_ruby_has_its_context() {
    let folder = tempfile::tempdir().expect("a folder");
    let hiera = folder.path().join("hiera.yaml");
    std::fs::write(&hiera, "version: 5\nhierarchy:\n  - name: one\n    lookup_key: probe::context\n").expect("a file");
    let Some(mut s) = session(folder.path(), &[("hiera", &hiera.display().to_string())]) else { return };
    assert_eq!(shown(&mut s, "lookup('module')"), "'nil'");
    assert_eq!(shown(&mut s, "lookup('other', undef, undef, 'none')"), "'none'");
}

#[test]
fn a_process_that_fails_is_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut s) = session(folder.path(), &[]) else { return };
    let rows = [
        ("Pprepl::REPLIES.write(\"{\\\"done\\\":\"); Pprepl::REPLIES.flush; exit!(4)", "4"),
        ("Pprepl::REPLIES.write(\"no JSON\\n\"); 1", "it sent an invalid reply"),
    ];
    for (code, part) in rows {
        let found = ruby(&mut s, code, "");
        assert!(found.starts_with("error: ") && found.contains(part), "{code}: {found}");
        assert_eq!(part.contains("invalid"), found.contains("invalid"), "{found}");
        assert_eq!(ruby(&mut s, "1 + 1", ""), "2");
    }
    let evaluation = s.evaluate("input", "probe::run('print(\"x\" * 4097); 1')");
    let lengths: Vec<usize> = evaluation.logs.iter().map(|(_, text)| text.matches('x').count()).collect();
    assert_eq!(lengths, [4096, 1]);
}

/// A program that is not Ruby may answer, too.
#[test]
fn a_program_that_is_not_ruby_does_not_start() {
    let folder = tempfile::tempdir().expect("a folder");
    for (answer, why) in [
        ("{\"failed\":{\"message\":\"too old\"}}", "too old"),
        ("{\"other\":1}", "it does not answer"),
        ("[1]", "it does not answer"),
    ] {
        let program = folder.path().join("program");
        std::fs::write(&program, format!("#!/bin/sh\necho '{answer}'\n")).expect("a file");
        #[cfg(unix)]
        std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("a mode");
        let path = program.display().to_string();
        let Some(mut s) = session(folder.path(), &[("ruby", &path)]) else { return };
        let found = ruby(&mut s, "1", "");
        assert!(found.contains(&path) && found.contains(why), "{answer}: {found}");
    }
}
