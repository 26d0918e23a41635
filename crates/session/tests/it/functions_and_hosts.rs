//! Functions that reach outside of a program: what they do on a host that lets files be read, and on one that does not.

use std::fs;
use std::io;
use std::path::Path;

use pprepl_session::{Edition, Session, Settings, SystemHost};
use pprepl_testing::ABSOLUTE;
use puppet_eval::{Host, Level};
use puppet_functions::builtins;

/// A host that keeps everything closed. A user may attend, who never answers at a breakpoint.
struct Sandbox {
    is_attended: bool,
}

impl Host for Sandbox {
    fn read_file(&mut self, _path: &Path) -> io::Result<String> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
    fn now(&mut self) -> i128 {
        0
    }
    fn random(&mut self) -> u64 {
        4
    }
    fn environment(&mut self, _name: &str) -> Option<String> {
        None
    }
    fn is_attended(&self) -> bool {
        self.is_attended
    }
    fn log(&mut self, _level: Level, _text: &str) {}
}

fn session(host: Box<dyn Host>, module_path: &Path) -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.environment.modulepath = module_path.display().to_string();
    Session::new(settings, host)
}

/// The value in Puppet source form, else the code, message and help of the first fault.
fn answer(session: &mut Session, source: &str) -> String {
    let got = session.evaluate("test", source);
    match (got.value, got.reports.first()) {
        (Some(value), _) => value,
        (None, Some(report)) => {
            let help = report.help.as_deref().map(|help| format!(" ({help})")).unwrap_or_default();
            format!("{}: {}{help}", report.code, report.message)
        }
        (None, None) => "nothing".to_owned(),
    }
}

/// Inputs and answers in turn; `DIR` stands for the module's folder.
fn transcript(session: &mut Session, folder: &Path, text: &str) {
    let folder = pprepl_files::slashed(folder);
    let text = text.replace("/bin/date", &format!("{ABSOLUTE}bin/date"));
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let got = answer(session, &pair[0].replace("DIR", &folder)).replace(&folder, "DIR");
        if Some(got.as_str()) != pair[1].strip_prefix("=> ") {
            wrong.push(format!("{}\n  => {got}\n  not {}", pair[0], pair[1]));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// A module `web` with a file and templates, in a folder of its own.
fn module() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("web");
    for part in ["files", "templates"] {
        fs::create_dir_all(root.join(part)).unwrap();
    }
    fs::write(root.join("files/motd"), "Welcome").unwrap();
    fs::write(root.join("templates/motd.epp"), "<%- | String $name | -%>Hello <%= $name %>").unwrap();
    fs::write(root.join("templates/motd.erb"), "Hello <%= @name %>\nToday is <%= `date` %>").unwrap();
    folder
}

#[test]
fn files_are_read_where_the_host_lets_them() {
    let folder = module();
    let mut session = session(Box::new(SystemHost::silent()), folder.path());
    transcript(
        &mut session,
        folder.path(),
        "
        file('web/motd')
        => 'Welcome'
        file('web/none', 'DIR/web/files/motd')
        => 'Welcome'
        String(binary_file('web/motd'), '%s')
        => 'Welcome'
        find_file('web/none', 'web/motd')
        => 'DIR/web/files/motd'
        find_file(['web/none'])
        => undef
        find_template('web/motd.epp')
        => 'DIR/web/templates/motd.epp'
        module_directory('nope', 'web')
        => 'DIR/web'
        epp('web/motd', {'name' => 'Ada'})
        => 'Hello Ada'
        ",
    );
}

#[test]
fn what_is_not_there_is_named() {
    let folder = module();
    let mut session = session(Box::new(SystemHost::silent()), folder.path());
    transcript(
        &mut session,
        folder.path(),
        "
        file('web/none', 'other/none')
        => RUNTIME_ERROR: file web/none or other/none not found
        binary_file('web/none')
        => RUNTIME_ERROR: file web/none not found
        epp('web/none')
        => RUNTIME_ERROR: template web/none.epp not found
        template('web/none.erb')
        => RUNTIME_ERROR: template web/none.erb not found
        ",
    );
}

#[test]
fn neither_ruby_nor_programs_run() {
    let folder = module();
    let mut session = session(Box::new(SystemHost::silent()), folder.path());
    transcript(
        &mut session,
        folder.path(),
        "
        template('web/motd.erb')
        => ERB_NEEDS_RUBY: DIR/web/templates/motd.erb, line 2: a command in backquotes, for which pprepl would need Ruby (run it with `--ruby`, define a method that it lacks in Puppet in the file of `--stand-ins FILE` (function erb::name(..) { .. }), or write the template in EPP)
        inline_template('Hello <%= Dir.pwd %>')
        => ERB_NEEDS_RUBY: the template, line 1: `Dir.pwd`, for which pprepl would need Ruby (run it with `--ruby`, define a method that it lacks in Puppet in the file of `--stand-ins FILE` (function erb::name(..) { .. }), or write the template in EPP)
        inline_template('Hello <%= 1 + 1 %>')
        => 'Hello 2'
        generate('/bin/date')
        => PROGRAM_NOT_RUN: generate would run /bin/date, and nothing is executed unless you ask for it (run it with `--ruby`, or answer it in the file of `--stand-ins FILE`: function generate($program, *$args) { .. })
        generate('date')
        => RUNTIME_ERROR: generate expects the absolute path of a program, found 'date'
        json_data({'path' => '/a.json'}, Error('x'))
        => RUNTIME_ERROR: json_data is called by Hiera, from a line of hiera.yaml
        ",
    );
}

#[test]
fn a_sandbox_says_that_it_keeps_files_closed() {
    let folder = module();
    let mut session = session(Box::new(Sandbox { is_attended: false }), folder.path());
    transcript(
        &mut session,
        folder.path(),
        "
        file('DIR/web/files/motd')
        => HOST_KEEPS_FILES: DIR/web/files/motd may not be read in this session (its host keeps files closed: give the text in the input, for instance as a heredoc)
        binary_file('DIR/web/files/motd')
        => HOST_KEEPS_FILES: DIR/web/files/motd may not be read in this session (its host keeps files closed: give the text in the input, for instance as a heredoc)
        epp('DIR/web/templates/motd.epp')
        => HOST_KEEPS_FILES: DIR/web/templates/motd.epp may not be read in this session (its host keeps files closed: give the text in the input, for instance as a heredoc)
        template('DIR/web/templates/motd.erb')
        => HOST_KEEPS_FILES: DIR/web/templates/motd.erb may not be read in this session (its host keeps files closed: give the text in the input, for instance as a heredoc)
        file('web/motd')
        => RUNTIME_ERROR: file web/motd not found
        find_file('DIR/web/files/motd')
        => undef
        module_directory('web')
        => undef
        inline_epp('Hello <%= $name %>', {'name' => 'Ada'})
        => 'Hello Ada'
        strftime('%F')
        => '1970-01-01'
        ",
    );
}

/// Every function of the reference has a row.
#[test]
fn no_function_of_the_reference_is_absent() {
    let names: Vec<&str> = builtins().map(|row| row.name).collect();
    let reference = include_str!("../../../../tests/functions/names.txt");
    let absent: Vec<&str> = reference.split_whitespace().filter(|name| !names.contains(name)).collect();
    assert!(absent.is_empty(), "{absent:?}");
    let added: Vec<&&str> = names.iter().filter(|name| !reference.split_whitespace().any(|n| n == **name)).collect();
    // PuppetDB's own package brings `puppetdb_query`.
    assert_eq!(added, [&"breakpoint", &"puppetdb_query", &"type_of"]);
}

#[test]
fn a_breakpoint_without_an_answer_ends_the_run() {
    let mut session = Session::new(Settings::default(), Box::new(Sandbox { is_attended: true }));
    let got = session.evaluate("test", "notice('before') breakpoint() notice('after')");
    let logs: Vec<&str> = got.logs.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!((logs, got.value), (vec!["before"], None));
}

/// A user at a prompt can undo an earlier input, not the one that is running.
#[test]
fn a_second_definition_may_undo_the_first() {
    let help = |is_attended: bool, inputs: &[&str]| {
        let mut session = Session::new(Settings::default(), Box::new(Sandbox { is_attended }));
        let reports: Vec<_> = inputs.iter().flat_map(|input| session.evaluate("test", input).reports).collect();
        reports.iter().filter_map(|report| report.help.clone()).collect::<Vec<_>>().join("; ")
    };
    let first = "the first definition is in test (line 1); choose another name";
    let undo = format!("{first}, or undo the first definition with ':undo'");
    assert_eq!(help(true, &["class web { }", "class web { }"]), undo);
    assert_eq!(help(true, &["class web { } class web { }"]), first);
    assert_eq!(help(false, &["class web { }", "class web { }"]), first);
}

#[test]
fn each_host_of_a_system_has_other_random_numbers() {
    assert_ne!(SystemHost::silent().random(), SystemHost::silent().random());
}
