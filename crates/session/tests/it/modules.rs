//! Functions that modules define: found by their names, taken in when first called.

use std::path::Path;

use pprepl_session::{Evaluation, Outcome, Session, Settings, SystemHost, commands};

/// A session whose module path is a folder with these files.
fn session(files: &[(&str, &str)]) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    (Session::new(settings, Box::new(SystemHost::silent())), folder)
}

fn value(evaluation: &Evaluation) -> &str {
    evaluation.value.as_deref().unwrap_or_else(|| panic!("{:?}", evaluation.reports))
}

fn code(evaluation: &Evaluation) -> &str {
    evaluation.reports.first().map_or("none", |report| report.code.as_str())
}

const MIN: &str = "function test::min($a, $b) {\n  if $a < $b { $a } else { $b }\n}\n";

#[test]
fn a_modules_function_is_called_by_its_name() {
    let (mut s, _folder) = session(&[
        ("test/functions/min.pp", MIN),
        ("test/functions/deep/er.pp", "function test::deep::er() { test::min(3, 2) }"),
    ]);
    assert_eq!(value(&s.evaluate("input", "test::min(3, 2)")), "2");
    assert_eq!(value(&s.evaluate("input", "test::deep::er()")), "2");
    assert_eq!(value(&s.evaluate("input", "[3, 1, 2].reduce(&test::min)")), "1");
}

#[test]
fn classes_of_files_are_proposed_to_a_depth() {
    let folder = |levels: usize| format!("test/manifests/{}", "a/".repeat(levels));
    let files = [(folder(8) + "in.pp"), (folder(9) + "out.pp"), (folder(0) + "b.pp"), (folder(0) + "b.txt")];
    let files: Vec<(&str, &str)> = files.iter().map(|path| (path.as_str(), "")).collect();
    let (mut s, _folder) = session(&files);
    let text = "include test::";
    let found = pprepl_session::complete::complete(&mut s, text, text.len());
    let labels: Vec<&str> = found.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, [&format!("test::{}in", "a::".repeat(8)), "test::b"]);
}

#[test]
fn a_function_of_the_session_goes_first() {
    let (mut s, _folder) = session(&[("test/functions/f.pp", "function test::f() { 'module' }")]);
    s.evaluate("input", "function test::f() { 'session' }");
    assert_eq!(value(&s.evaluate("input", "test::f()")), "'session'");
}

#[test]
fn a_file_defines_what_its_path_says() {
    let (mut s, _folder) = session(&[
        ("test/functions/wrong.pp", "function wrong() { 1 }"),
        ("test/functions/broken.pp", "function test::broken() { = }"),
        ("test/functions/twice.pp", "function test::twice() { 1 }\nnotice('never')"),
    ]);
    let wrong = s.evaluate("input", "test::wrong()");
    assert_eq!(code(&wrong), "ILLEGAL_DEFINITION_LOCATION");
    assert!(wrong.reports[0].source_name.ends_with("functions/wrong.pp"), "{}", wrong.reports[0].source_name);
    assert_eq!(code(&s.evaluate("input", "test::broken()")), "SYNTAX_ERROR");
    let twice = s.evaluate("input", "test::twice()");
    assert!(twice.failed() && twice.logs.is_empty(), "{:?}", twice.reports);
    assert_eq!(code(&s.evaluate("input", "test::none()")), "UNKNOWN_FUNCTION");
    assert_eq!(code(&s.evaluate("input", "none::none()")), "UNKNOWN_FUNCTION");
}

#[test]
fn a_mended_file_is_read_again() {
    let (mut s, folder) = session(&[("test/functions/f.pp", "function test::f() { = }")]);
    assert!(s.evaluate("input", "test::f()").failed());
    std::fs::write(folder.path().join("test/functions/f.pp"), "function test::f() { 'mended' }").expect("a file");
    assert_eq!(value(&s.evaluate("input", "test::f()")), "'mended'");
}

#[test]
fn only_modules_with_a_class_of_their_name_are_proposed() {
    let (mut s, _folder) =
        session(&[("one/manifests/init.pp", "class one { }"), ("only/manifests/part.pp", "class only::part { }")]);
    let mut proposed = |text: &str| {
        let found = pprepl_session::complete::complete(&mut s, text, text.len());
        found.items.iter().map(|item| item.label.clone()).filter(|label| label.starts_with("on")).collect::<Vec<_>>()
    };
    assert_eq!(proposed("include on"), ["one"]);
    assert_eq!(proposed("include only::"), ["only::part"]);
}

#[test]
fn the_module_path_is_never_left() {
    let (mut s, folder) = session(&[("inside/functions/f.pp", "function inside::f() { 1 }")]);
    std::fs::write(folder.path().join("secret.pp"), "1").expect("a file");
    let path = format!("{}/inside", folder.path().display());
    s.set("modulepath", &path).expect("a setting");
    assert_eq!(code(&s.evaluate("input", "inside::f()")), "UNKNOWN_FUNCTION");
    s.set("modulepath", "").expect("a setting");
    assert_eq!(code(&s.evaluate("input", "inside::f()")), "UNKNOWN_FUNCTION");
}

#[test]
fn classes_and_defines_are_found_by_their_names() {
    let (mut s, _folder) = session(&[
        ("web/manifests/init.pp", "class web(String $name_of = 'x') {\n  contain web::params\n  web::site { 'a': }\n}"),
        ("web/manifests/params.pp", "class web::params {\n  $port = 80\n}"),
        ("web/manifests/site.pp", "define web::site(Web::Port $port = 80) {\n  notify { \"site ${title}\": }\n}"),
        ("web/types/port.pp", "type Web::Port = Integer[1, 65535]"),
    ]);
    assert_eq!(value(&s.evaluate("input", "include web")), "[Class[web]]");
    assert_eq!(value(&s.evaluate("input", "$web::params::port =~ Web::Port")), "true");
    assert_eq!(value(&s.evaluate("input", "defined(Notify['site a'])")), "true");
    assert_eq!(value(&s.evaluate("input", "Web::Site['a']['port']")), "80");
}

#[test]
fn a_definition_may_stand_in_the_file_of_a_name_around_it() {
    let (mut s, _folder) = session(&[(
        "web/manifests/init.pp",
        "class web { web::inner { 'x': } }\ndefine web::inner() { notify { $title: } }",
    )]);
    assert_eq!(value(&s.evaluate("input", "web::inner { 'first': }\ndefined('web::inner')")), "true");
    assert_eq!(value(&s.evaluate("input", "include web\ndefined(Web::Inner['x'])")), "true");
}

#[test]
fn what_a_failed_input_took_in_goes_with_it() {
    let (mut s, folder) = session(&[("web/manifests/init.pp", "class web { fail('not yet') }")]);
    assert!(s.evaluate("input", "include web").failed());
    std::fs::write(folder.path().join("web/manifests/init.pp"), "class web { }").expect("a file");
    assert_eq!(value(&s.evaluate("input", "include web")), "[Class[web]]");
}

#[test]
fn a_manifest_with_a_fault_is_told_with_its_file() {
    let (mut s, _folder) = session(&[
        ("web/manifests/init.pp", "class web { notify { 'a' } }"),
        ("db/manifests/init.pp", "class other { }"),
        ("mail/manifests/init.pp", "notice('loose')"),
    ]);
    let broken = s.evaluate("input", "include web");
    assert_eq!(code(&broken), "SYNTAX_ERROR");
    assert!(broken.reports[0].source_name.ends_with("web/manifests/init.pp"), "{}", broken.reports[0].source_name);
    assert_eq!(code(&s.evaluate("input", "include db")), "ILLEGAL_DEFINITION_LOCATION");
    assert_eq!(code(&s.evaluate("input", "include mail")), "ILLEGAL_TOP_CONSTRUCT_LOCATION");
    assert_eq!(code(&s.evaluate("input", "include nowhere")), "RUNTIME_ERROR");
}

#[test]
fn what_a_module_has_in_ruby_is_told_apart() {
    let (mut s, _folder) = session(&[
        ("old/lib/puppet/parser/functions/shout.rb", "# Ruby"),
        ("old/lib/puppet/functions/old/whisper.rb", "# Ruby"),
        ("old/lib/puppet/type/old_thing.rb", "# Ruby"),
    ]);
    let shout = s.evaluate("input", "shout('x')");
    assert_eq!(code(&shout), "RUBY_FUNCTION");
    let help = shout.reports[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("old/lib/puppet/parser/functions/shout.rb"), "{help}");
    assert_eq!(code(&s.evaluate("input", "old::whisper('x')")), "RUBY_FUNCTION");
    assert_eq!(code(&s.evaluate("input", "mumble('x')")), "UNKNOWN_FUNCTION");
    assert_eq!(value(&s.evaluate("input", "old_thing { 'a': speed => 3 }\nOld_thing['a']['speed']")), "3");
    assert!(s.evaluate("input", "new_thing { 'a': }").failed());
}

#[test]
fn an_environment_brings_its_modules_functions_and_manifests() {
    let (mut s, folder) = session(&[
        ("prod/environment.conf", "modulepath = site:modules # ours first\n"),
        ("prod/manifests/10_site.pp", "$role = 'web'\ninclude base"),
        ("prod/manifests/20_more.pp", "notify { \"role ${role}\": }"),
        ("prod/site/base/manifests/init.pp", "class base { notify { environment::greet($environment): } }"),
        ("prod/functions/greet.pp", "function environment::greet($who) { \"hello ${who}\" }"),
        ("prod/types/small.pp", "type Environment::Small = Integer[0, 9]"),
    ]);
    let found = s.open_environment(&folder.path().join("prod"), None).expect("an environment");
    assert!(found.iter().all(|evaluation| !evaluation.failed()), "{found:?}");
    assert_eq!(value(&s.evaluate("input", "defined(Notify['hello prod'], Notify['role web'])")), "true");
    assert_eq!(value(&s.evaluate("input", "10 =~ Environment::Small")), "false");
    assert!(s.open_environment(&folder.path().join("none"), None).is_err());
}

#[test]
fn the_variables_of_a_compiler_follow_the_environment() {
    let (mut s, folder) = session(&[("one/environment.conf", ""), ("two/environment.conf", "")]);
    s.set("node", "a.example.com").expect("a setting");
    assert_eq!(value(&s.evaluate("input", "$settings::environment")), "'production'");
    for name in ["one", "two"] {
        s.open_environment(&folder.path().join(name), None).expect("an environment");
        assert_eq!(value(&s.evaluate("input", "$settings::environment")), format!("'{name}'"));
    }
}

#[test]
fn known_functions_of_stdlib_are_there_when_the_module_is() {
    let (mut s, _folder) = session(&[("stdlib/lib/puppet/parser/functions/pick.rb", "# Ruby")]);
    assert_eq!(value(&s.evaluate("input", "pick(undef, '', 3)")), "3");
    assert_eq!(code(&s.evaluate("input", "pick_default(undef)")), "UNKNOWN_FUNCTION");
    let (mut without, _folder) = session(&[("other/lib/puppet/parser/functions/pick.rb", "# Ruby")]);
    assert_eq!(code(&without.evaluate("input", "pick(1)")), "RUBY_FUNCTION");
}

#[test]
fn class_of_a_manifest_and_of_a_module_is_defined_twice() {
    let files = [
        ("two/manifests/init.pp", "class two { notify { 'auto': } }"),
        ("two/manifests/x.pp", "class two::x { notify { 'x': } }"),
        ("two/manifests/d.pp", "define two::d() { notify { 'd': } }"),
    ];
    for (use_of_module, expected) in [
        ("include two", "none"),
        ("include two::x", "DUPLICATE_DEFINITION"),
        ("two::d { 'a': }", "DUPLICATE_DEFINITION"),
    ] {
        let (mut s, _folder) = session(&files);
        let evaluation = s.evaluate("input", &format!("class two {{ notify {{ 'own': }} }}\n{use_of_module}"));
        assert_eq!(code(&evaluation), expected, "{use_of_module}");
    }
}

#[test]
fn ruby_function_is_reported_wherever_it_is_called() {
    let files = [
        ("foo/lib/puppet/parser/functions/older.rb", ""),
        ("foo/lib/puppet/functions/newer.rb", ""),
        ("foo/functions/puppet.pp", "function foo::puppet($x) { $x + 1 }"),
        ("foo/templates/older.erb", "<%= scope.function_older([1]) %>"),
        ("foo/templates/newer.erb", "<%= scope.call_function('newer', [1]) %>"),
        ("foo/templates/puppet.erb", "<%= scope.call_function('foo::puppet', [1]) %>"),
        ("foo/templates/newer.epp", "<%= newer(1) %>"),
        ("foo/manifests/init.pp", "class foo { newer(1) }"),
        ("foo/manifests/d.pp", "define foo::d() { older(1) }"),
    ];
    let uses = [
        "template('foo/older.erb')",
        "template('foo/newer.erb')",
        "epp('foo/newer.epp')",
        "include foo",
        "call('newer', 1)",
    ];
    for call in uses {
        let (mut s, _folder) = session(&files);
        let evaluation = s.evaluate("input", call);
        assert_eq!(code(&evaluation), "RUBY_FUNCTION", "{call}");
        let help = evaluation.reports[0].help.as_deref().unwrap_or_default();
        assert!(help.contains("er.rb"), "{call}: {help}");
    }
    let (mut s, _folder) = session(&files);
    assert!(s.evaluate("input", "foo::d { 'a': }").reports[0].message.contains("written in Ruby"));
    assert_eq!(value(&s.evaluate("input", "template('foo/puppet.erb')")), "'2'");
}

#[test]
fn a_template_of_a_file_sees_variables_of_top_scope_only() {
    let files = [
        ("foo/templates/top.epp", "<%= $top %>"),
        ("foo/templates/local.epp", "<%= $local %>"),
        ("foo/templates/taken.epp", "<%- | Integer $n, $m = 1 | -%><%= $n %>"),
    ];
    let rendered = |call: &str| {
        let (mut s, _folder) = session(&files);
        let function = format!("$top = 1\nfunction f() {{ $local = 2\n{call} }}\nf()");
        let found = s.analyze().check_file("file.pp", &function);
        let errors = found.reports.iter().map(|one| one.message.to_string()).collect::<Vec<_>>();
        let evaluation = s.evaluate("input", &function);
        (errors, evaluation.failed())
    };
    let told = |text: &str| vec![text.to_owned()];
    assert_eq!(rendered("epp('foo/top.epp')"), (vec![], false));
    assert_eq!(rendered("epp('foo/local.epp', { 'local' => 1 })"), (vec![], false));
    assert_eq!(rendered("epp('foo/local.epp')"), (vec![], true));
    assert_eq!(rendered("epp('foo/taken', { n => 1 })"), (vec![], false));
    let cases = [
        ("epp('foo/taken', { n => 'a' })", "expected Integer, found String"),
        ("epp('foo/taken', { n => 1, k => 1 })", "the template has no parameter 'k'"),
        ("epp('foo/taken')", "the template needs a value for 'n'"),
    ];
    for (call, error) in cases {
        assert_eq!(rendered(call), (told(error), true), "{call}");
    }
}

#[test]
fn attributes_of_a_type_in_ruby_are_read_from_its_file() {
    let plain = "Puppet::Type.newtype(:mine) do\n  ensurable\n  newparam(:path, namevar: true) do\n  end\n  \
                 newproperty :size\n  newparam('mode')\nend\n";
    let thing = "Puppet::ResourceApi.register_type(\n  :name => 'thing',\n  docs: <<-EOS,\n  other: { no: 'attribute' }\n  \
                 EOS\n  title_patterns: [{ pattern: %r{^(?<name>.{2}*)$}, desc: 'all' }],\n  attributes: {\n    \
                 ensure: { type: 'Enum[present, absent]', desc: \"a { word\" },\n    'name' => { type: 'String', \
                 behaviour: :namevar },\n    :size => { type: 'Integer' }, # { colour: x }\n    autoload: OTHER,\n  },\n)\n";
    let files = [
        ("foo/lib/puppet/type/mine.rb", plain),
        ("foo/lib/puppet/type/listed.rb", "Puppet::Type.newtype(:listed) do\n[:a].each { |n| newparam(n) }\nend\n"),
        ("foo/lib/puppet/type/mixed.rb", "Puppet::Type.newtype(:mixed) do\ninclude Other\nend\n"),
        ("foo/lib/puppet/type/api.rb", "Puppet::ResourceApi.register_type(name: 'api')\n"),
        ("foo/lib/puppet/type/thing.rb", thing),
        (
            "foo/lib/puppet/type/more.rb",
            "Puppet::ResourceApi.register_type(name: 'more', attributes: { **ALL, a: {} })\n",
        ),
        (
            "foo/lib/puppet/type/merged.rb",
            "Puppet::ResourceApi.register_type(name: 'merged', attributes: { a: {} }.merge(MORE))\n",
        ),
    ];
    let cases = [
        ("mine { 'a': ensure => present, path => '/a', size => 1, mode => 2, provider => 'x', noop => true }", None),
        ("mine { 'a': siz => 1 }", Some("did you mean `size`?")),
        ("listed { 'a': b => 1 }", None),
        ("mixed { 'a': b => 1 }", None),
        ("api { 'a': b => 1 }", None),
        ("more { 'a': b => 1 }", None),
        ("merged { 'a': b => 1 }", None),
        ("thing { 'ab': ensure => present, name => 'b', size => 1, autoload => 2, noop => true }", None),
        ("thing { 'ab': siz => 1 }", Some("did you mean `size`?")),
        ("thing { 'ab': enshure => present }", Some("did you mean `ensure`?")),
        ("cron { 'a': command => '/bin/x', minute => 0 }", None),
        ("cron { 'a': comand => '/bin/x' }", Some("did you mean `command`?")),
        ("sshkey { 'a': ensure => present, type => 'rsa', key => 'x' }", None),
        ("yumrepo { 'a': baseurl => 'http://x', gpgcheck => 1, enabled => 1, priority => 5 }", None),
        ("yumrepo { 'a': gpgchek => 1 }", Some("did you mean `gpgcheck`?")),
        ("zfs { 'tank/a': ensure => present, mountpoint => '/a', compression => 'on', quota => '1G' }", None),
        ("zfs { 'tank/a': compresion => 'on' }", Some("did you mean `compression`?")),
        ("zpool { 'tank': ensure => present, raidz => ['a b'], ashift => '12', pool => 'tank' }", None),
        ("zpool { 'tank': mirorr => 'a b' }", Some("did you mean `mirror`?")),
    ];
    for (declaration, help) in cases {
        let (mut s, _folder) = session(&files);
        assert!(!s.evaluate("input", declaration).failed(), "{declaration}");
        let found: Vec<_> = s.catalog().findings().into_iter().filter_map(|found| found.help).collect();
        assert_eq!(found.first().map(String::as_str), help, "{declaration}");
    }
}

/// Two resources of a type must not have the same values of its key attributes.
#[test]
fn key_attributes_of_a_type_in_ruby_are_read_from_its_file() {
    let newtype = |body: &str| format!("Puppet::Type.newtype(:mine) do\n{body}\nend\n");
    let api = |body: &str| {
        format!("Puppet::ResourceApi.register_type(\n  name: 'mine',\n  attributes: {{\n{body}\n  }},\n)\n")
    };
    let same = |names: &str| {
        let given: String =
            names.split(' ').filter(|name| !name.is_empty()).map(|name| format!("{name} => 'k', ")).collect();
        format!("mine {{ 'one': {given} }} mine {{ 'two': {given} }}")
    };
    for (file, given, is_key) in [
        (newtype("newparam(:long_name, namevar: true) do\nend"), "long_name", true),
        (newtype("newparam(:path, :namevar => true)\nnewparam(:mode)"), "path", true),
        (newtype("newparam(:path, :namevar => true)\nnewparam(:mode)"), "mode", false),
        (newtype("newparam(:path) do\n  desc 'x'\n  isnamevar\nend"), "path", true),
        (newtype("newparam :path do\n  isnamevar\nend"), "path", true),
        (newtype("newparam('path') { isnamevar }\nnewparam(:mode)"), "path", true),
        (newtype("newparam('path') { isnamevar }\nnewparam(:mode)"), "mode", false),
        (newtype("newparam(:path) do\n  # isnamevar\nend\nnewparam(:name)"), "path", false),
        (newtype("newproperty(:size, namevar: true)"), "size", true),
        (newtype("newparam(:name)\nnewparam(:mode)"), "name", true),
        (newtype("newproperty(:name)\nnewparam(:mode) do\n  isnamevar\nend"), "mode", true),
        (newtype("newparam(:name_of)\nnewparam(:mode)"), "name_of", false),
        (newtype("isnamevar\nnewparam(:mode)"), "mode", false),
        (api("    long_name: { type: 'String', behaviour: :namevar },"), "long_name", true),
        (
            api(
                "    path: {\n      type: 'String',\n      behavior: :namevar,\n    },\n    mode: {\n      type: 'String',\n    },",
            ),
            "path",
            true,
        ),
        (
            api(
                "    path: {\n      type: 'String',\n      behavior: :namevar,\n    },\n    mode: {\n      type: 'String',\n    },",
            ),
            "mode",
            false,
        ),
        (
            api(
                "    path: { type: 'String', behaviour: :parameter },\n    id: { type: 'String', behaviour: :namevar },",
            ),
            "path",
            false,
        ),
        (
            api(
                "    path: { type: 'String', behaviour: :parameter },\n    id: { type: 'String', behaviour: :namevar },",
            ),
            "id",
            true,
        ),
    ] {
        let (mut s, _folder) = session(&[("foo/lib/puppet/type/mine.rb", &file)]);
        let got = s.evaluate("input", &same(given));
        assert_eq!(got.failed(), is_key, "{given} of\n{file}\n{:?}", got.reports);
        assert!(!is_key || got.reports[0].message.contains("declared twice"), "{:?}", got.reports);
    }
}

/// An init.pp that does not load leaves it open whether the module has a type of a name, not what a type alias is.
#[test]
fn a_types_file_counts_beside_a_class_that_does_not_load() {
    let (mut s, _folder) = session(&[
        ("test/manifests/init.pp", "class test(Optional[Nowhere::Type] $x = undef) { }"),
        ("test/types/level.pp", "type Test::Level = Enum['low', 'high']"),
    ]);
    let codes = |view: pprepl_session::CheckView| -> Vec<String> {
        view.reports.iter().map(|report| format!("{}: {}", report.code.as_str(), report.message)).collect()
    };
    let right = s.analyze().check_file("a.pp", "class a(Test::Level $x = 'low') { }");
    assert_eq!(codes(right), Vec::<String>::new());
    let wrong = s.analyze().check_file("a.pp", "class a(Test::Level $x = 'huge') { }");
    assert_eq!(codes(wrong), ["type-mismatch: expected Test::Level, found String 'huge'"]);
}

/// Returns the attributes of a resource in the catalog, sorted.
fn attributes(session: &Session, title: &str) -> String {
    let export = session.catalog().export();
    let one = export.resources.iter().find(|one| one.title == title).expect("the resource");
    let mut given: Vec<_> = one.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    given.sort();
    given.join(" ")
}

/// Puppet takes attributes from the title by the patterns of a type in Ruby; those that are literal are read.
#[test]
fn literal_title_patterns_of_a_type_in_ruby_give_attributes() {
    let patterns = "Puppet::Type.newtype(:binding) do
  ensurable
  # source@destination
  def self.title_patterns
    [
      [
        %r{(^([^@]*)$)}m,
        [
          [:name]
        ]
      ],
      # both
      [/^((\\S+)@(\\S+))$/, [[:name], [:source], [:destination]]],
    ]
  end
  newparam(:name) do
    isnamevar
  end
  newparam(:source) do
    isnamevar
  end
  newproperty(:destination)
end
";
    let computed = "Puppet::Type.newtype(:computed) do\n  def self.title_patterns\n    make(:name)\n  end\nend\n";
    // What a call of another module makes of an argument with this name is unknown.
    let shared = "Puppet::Type.newtype(:shared) do
  attributes_of title_patterns: [{ pattern: /^(?<source>.*)$/ }]
  newparam(:source)
end
";
    // The name of a resource whose patterns give none is its title.
    let titled = "Puppet::Type.newtype(:titled) do
  def self.title_patterns
    [[/^.*@(.*)$/, [[:source]]]]
  end
  newparam(:name) do
    isnamevar
  end
  newparam(:source) do
    isnamevar
  end
end
";
    let (mut s, _folder) = session(&[
        ("foo/lib/puppet/type/binding.rb", &patterns.replace("\\\\", "\\")),
        ("foo/lib/puppet/type/computed.rb", computed),
        ("foo/lib/puppet/type/titled.rb", titled),
        ("foo/lib/puppet/type/shared.rb", shared),
    ]);
    let got = s.evaluate("input", "binding { ['plain', 'a@b', 'c@d']: } Binding['c@d'] { source => 'x' }");
    assert!(!got.failed() && got.logs.is_empty(), "{:?}", got.reports);
    let of = |title: &str| attributes(&s, title);
    assert_eq!(of("plain"), "");
    assert_eq!(of("a@b"), r#"destination="b" source="a""#);
    assert_eq!(of("c@d"), r#"destination="d" source="x""#);
    let got = s.evaluate("input", "binding { 'a@b@c d': }");
    assert!(got.failed() && got.reports[0].message.contains("no title pattern"), "{:?}", got.reports);
    let got = s.evaluate("input", "binding { 'other': name => 'a', source => 'a', destination => 'b' }");
    assert!(!got.failed(), "{:?}", got.reports);
    let got = s.evaluate("input", "binding { 'another': name => 'a', source => 'a' }");
    assert!(got.failed() && got.reports[0].message.contains("declared twice"), "{:?}", got.reports);
    let got = s.evaluate("input", "titled { ['a@x', 'b@x']: } titled { 'c@x': name => 'd' }");
    assert!(!got.failed(), "{:?}", got.reports);
    let got = s.evaluate("input", "titled { 'e@x': name => 'a@x' }");
    assert!(got.failed() && got.reports[0].message.contains("declared twice"), "{:?}", got.reports);
    for code in ["computed { 'a': }", "shared { 'a': }"] {
        let got = s.evaluate("input", code);
        assert_eq!(got.reports[0].code.to_string(), "RUBY_FUNCTION", "{:?}", got.reports);
        assert!(got.reports[0].message.contains("title_patterns"), "{:?}", got.reports);
    }
}

/// The resource API names its patterns in data; several namevars without a pattern leave the title to the first.
#[test]
fn literal_title_patterns_of_the_resource_api_give_attributes() {
    let of_api = |patterns: &str| {
        format!(
            "require 'puppet/resource_api'\nPuppet::ResourceApi.register_type(\n  name: 'NAME',\n  {patterns}\n  attributes: {{\n    package: {{\n      type: 'String',\n      behaviour: :namevar,\n    }},\n    manager: {{\n      type: 'String',\n      behaviour: :namevar,\n    }},\n    version: {{\n      type: 'String',\n    }},\n  }},\n)\n"
        )
    };
    let patterns = "title_patterns: [
    {
      pattern: %r{^(?<package>.*[^-])-(?<manager>.*)$},
      desc: 'both, with a hyphen',
    },
    { pattern: /^(?<package>.*)$/, desc: \"the package\" },
    ],";
    let files = [
        ("foo/lib/puppet/type/managed.rb", of_api(patterns).replace("NAME", "managed")),
        ("foo/lib/puppet/type/entire.rb", of_api("desc: 'x',").replace("NAME", "entire")),
        (
            "foo/lib/puppet/type/built.rb",
            of_api("title_patterns: [{ pattern: /^(?<package>.*)$/, desc: \"#{x}\" }],").replace("NAME", "built"),
        ),
        ("foo/lib/puppet/type/called.rb", of_api("title_patterns: patterns,").replace("NAME", "called")),
        (
            "foo/lib/puppet/type/counted.rb",
            of_api("title_patterns: [{ pattern: %r{^(?<package>[a-z]{2,3})@(?<manager>.*)$}, desc: 'x' }],")
                .replace("NAME", "counted"),
        ),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let (mut s, _folder) = session(&files);
    let got = s.evaluate(
        "input",
        "managed { ['vim-apt', 'emacs', 'a-b-c']: version => '1' } entire { 'x-y': } counted { 'vim@apt': }",
    );
    assert!(!got.failed() && got.logs.is_empty(), "{:?}", got.reports);
    let of = |title: &str| attributes(&s, title);
    assert_eq!(of("vim-apt"), r#"manager="apt" package="vim" version="1""#);
    assert_eq!(of("a-b-c"), r#"manager="c" package="a-b" version="1""#);
    assert_eq!(of("emacs"), r#"package="emacs" version="1""#);
    assert_eq!(of("x-y"), r#"package="x-y""#);
    assert_eq!(of("vim@apt"), r#"manager="apt" package="vim""#, "braces in the pattern");
    for unknown in ["built", "called"] {
        let got = s.evaluate("input", &format!("{unknown} {{ 'a': }}"));
        assert_eq!(got.reports[0].code.to_string(), "RUBY_FUNCTION", "{unknown}: {:?}", got.reports);
    }
}

/// Resources of a type with several key attributes differ in one of them, given or from the title.
#[test]
fn two_resources_differ_in_one_of_several_key_attributes() {
    let managed = "Puppet::ResourceApi.register_type(
  name: 'managed',
  title_patterns: [
    { pattern: /^(?<package>.*)-(?<manager>.*)$/ },
    { pattern: /^(?<package>.*)$/ },
  ],
  attributes: {
    package: { type: 'String', behaviour: :namevar },
    manager: { type: 'String', behaviour: :namevar },
  },
)
";
    let named = "Puppet::Type.newtype(:named) do
  def self.title_patterns
    [[/^(.*)$/, [[:name]]]]
  end
  newparam(:name)
  newparam(:side, namevar: true)
end
";
    let files = [("foo/lib/puppet/type/managed.rb", managed), ("foo/lib/puppet/type/named.rb", named)];
    for (declarations, is_same) in [
        ("managed { 'vim-apt': } managed { 'p': package => 'vim', manager => 'apt' }", true),
        ("managed { 'vim-apt': } managed { 'p': package => 'vim', manager => 'yum' }", false),
        ("managed { 'vim-apt': } managed { 'p': package => 'emacs', manager => 'apt' }", false),
        ("managed { 'vim-apt': } managed { 'vim': }", false),
        ("managed { 'vim-apt': } managed { 'vim': manager => 'apt' }", true),
        ("managed { 'vim-apt': } managed { 'vim': manager => undef }", false),
        ("managed { 'vim-apt': manager => undef } managed { 'vim': manager => 'apt' }", true),
        ("managed { 'vim': } managed { 'p': package => 'vim' }", true),
        ("managed { 'vim': } managed { 'p': manager => 'vim' }", false),
        ("named { 'a': side => 'l' } named { 'b': side => 'l' }", false),
        ("named { 'a': side => 'l' } named { 'b': name => 'a', side => 'l' }", true),
        ("named { 'a': side => 'l' } named { 'b': name => 'a', side => 'r' }", false),
        ("named { 'a': } named { 'b': name => 'a' }", true),
    ] {
        let (mut s, _folder) = session(&files);
        let got = s.evaluate("input", declarations);
        let message = got.reports.first().map_or("", |report| &report.message);
        assert_eq!(message.contains("declared twice"), is_same, "{declarations}: {:?}", got.reports);
        assert_eq!(got.failed(), is_same, "{declarations}: {:?}", got.reports);
    }
}

#[test]
fn names_of_a_module_that_only_the_puppetfile_names_are_reported_so() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("modules/here/manifests")).expect("a folder");
    let puppetfile = "forge 'https://forge.example.com'\nmod 'puppet-nginx', '1.0'\nmod 'here',\n  :git => 'x'\n";
    std::fs::write(folder.path().join("Puppetfile"), puppetfile).expect("a file");
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().join("modules").display().to_string()).expect("a setting");
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    for input in ["include nginx", "nginx::server { 'a': }", "nginx::f(1)", "'a' =~ Nginx::Port"] {
        let got = s.evaluate("input", input);
        let help = got.reports[0].help.as_deref().unwrap_or_default();
        assert!(help.contains("of the module `nginx`") && help.contains("r10k puppetfile install"), "{input}: {help}");
    }
    for input in ["include here", "include apache"] {
        let got = s.evaluate("input", input);
        assert!(!got.reports[0].help.as_deref().unwrap_or_default().contains("r10k"), "{input}: {:?}", got.reports);
    }
}

#[test]
fn a_changed_file_is_read_again_if_it_is_valid() {
    let (mut s, folder) = session(&[("a.pp", "$x = 1\n"), ("b.pp", "$y = 1\n"), ("empty.pp", "# nothing\n")]);
    let named = |name: &str| pprepl_files::slashed(&folder.path().join(name));
    let path = folder.path().join("a.pp");
    let mut shown = String::new();
    let mut say = |s: &mut Session, line: &str| {
        let (text, reports) = match commands::submit(s, line) {
            Outcome::Command(answer) => (answer.text, answer.reports),
            Outcome::Evaluated(got) => (got.value.or(got.shown).unwrap_or_default(), got.reports),
            other => panic!("{line}: {other:?}"),
        };
        let messages: Vec<String> = reports.iter().map(|one| format!("{:?} {}", one.severity, one.message)).collect();
        let text = format!("{line}\n{text}\n{}\n", messages.join("\n"));
        shown.push_str(&text.replace(&pprepl_files::slashed(folder.path()), "FOLDER"));
    };
    for name in ["a.pp", "b.pp"] {
        say(&mut s, &format!(":load {}", named(name)));
    }
    for text in ["$x = 22\n", "$x = \n", "$x = \"333\\q\"\n", "$x = 4444\nnotice($nosuch + 1)\n", ""] {
        std::fs::write(&path, text).expect("a file");
        say(&mut s, ":reload");
        say(&mut s, "$x");
    }
    std::fs::remove_file(&path).expect("a file");
    say(&mut s, ":reload");
    say(&mut s, &format!(":play {}", named("empty.pp")));
    insta::assert_snapshot!(shown);
}

#[test]
fn files_of_an_environment_are_watched_to_a_depth() {
    let folder = |levels: usize| format!("data/{}", "a/".repeat(levels));
    let files = [(folder(8) + "in.yaml"), (folder(9) + "out.yaml"), "manifests/site.pp".to_owned(), "b.txt".to_owned()];
    let files: Vec<(&str, &str)> = files.iter().map(|path| (path.as_str(), "")).collect();
    let (mut s, root) = session(&files);
    s.open_environment(root.path(), None).expect("an environment");
    let mut last = s.reloader().watch();
    for (name, is_watched) in [
        (folder(8) + "in.yaml", true),
        (folder(9) + "out.yaml", false),
        (folder(0) + "new.yaml", true),
        ("manifests/site.pp".to_owned(), true),
        ("b.txt".to_owned(), false),
        ("hiera.yaml".to_owned(), true),
    ] {
        std::fs::write(root.path().join(&name), format!("# {name}\n")).expect("a file");
        let now = s.reloader().watch();
        assert_eq!(now != last, is_watched, "{name}");
        last = now;
    }
}

#[test]
fn a_definition_in_a_file_is_edited_there() {
    let (mut s, folder) = session(&[("test/functions/min.pp", MIN)]);
    for (input, line, text) in [
        ("1 + 1", ":edit", "1 + 1"),
        ("function f() { 1 }", ":edit f", "function f() { 1 }"),
        ("test::min(1, 2)", ":edit test::min", ""),
    ] {
        commands::submit(&mut s, input);
        let Outcome::Edit(request) = commands::submit(&mut s, line) else { panic!("{line}: expected an edit") };
        assert_eq!(request.text(), text, "{line} {}", folder.path().display());
    }
}
