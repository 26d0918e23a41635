//! ERB: templates and what the reference makes of them (tests/erb/reference.rb asks it), what is refused, and where.

use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost};

fn session() -> Session {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let given = session.evaluate("variables", include_str!("../../../../tests/erb/variables.pp"));
    assert!(!given.failed(), "{:?}", given.reports);
    session
}

/// Renders a template; quotes would need escapes, so it stands in a heredoc.
fn render(session: &mut Session, template: &str) -> Evaluation {
    session.evaluate("input", &format!("notice(inline_template(@(TEMPLATE)))\n{template}\n| - TEMPLATE"))
}

#[test]
fn the_reference_renders_alike() {
    let mut session = session();
    let answers = std::fs::read_to_string(pprepl_testing::path("tests/erb/reference.txt")).expect("the answers");
    let lines: Vec<&str> = answers.lines().collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let (template, expected) = (pair[0], pair[1].strip_prefix("=> ").expect("an answer"));
        let got = render(&mut session, &template.replace("\\n", "\n"));
        // What pprepl refuses of Ruby is no wrong answer.
        if got.reports.first().is_some_and(|report| report.code == "ERB_NEEDS_RUBY") {
            if !template.contains("rescue") {
                wrong.push(format!("{template}: {}", got.reports[0].message));
            }
            continue;
        }
        let shown = match got.logs.first() {
            Some((_, text)) => text.replace('\n', "\\n"),
            None => "fails".to_owned(),
        };
        if shown != expected {
            let why = got.reports.first().map_or(String::new(), |report| report.message.clone());
            wrong.push(format!("{template}\n  gives {shown} {why}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn what_is_not_known_is_named_with_its_line() {
    let refused = [
        ("a\n<% def f; end %>", "line 2: `def`"),
        ("<%= `ls` %>", "line 1: a command in backquotes"),
        ("<%= File.read('/etc/passwd') %>", "line 1: `File.read`"),
        ("a\nb\n<%= Time.now %>", "line 3: `Time.now`"),
        ("<% require 'socket' %>", "line 1: `require 'socket'`"),
        ("<%= ENV['HOME'] %>", "line 1: `ENV.[]`"),
        ("<%= {'a' => 1}.merge({'a' => 2}) { |key, a, b| a } %>", "line 1: this way to merge hashes"),
        ("<%= {'a' => 1}.merge(5) %>", "line 1: this way to merge hashes"),
        ("<%= 'a'.unpack('C') %>", "line 1: the method `unpack` of a string"),
    ];
    let mut session = session();
    for (template, expected) in refused {
        let got = render(&mut session, template);
        let report = got.reports.first().expect("a report");
        assert_eq!(report.code, "ERB_NEEDS_RUBY", "{template}");
        assert!(report.message.contains(expected), "{template}: {}", report.message);
        assert!(report.help.as_deref().is_some_and(|help| help.contains("EPP")), "{:?}", report.help);
    }
}

#[test]
fn broken_templates_are_refused_without_harm() {
    let broken = [
        "<% if @t %>x",
        "<% end %>",
        "<%= %>",
        "<%",
        "<% [1 %>",
        "<%= \"#{ %>",
        "<% 'x %>",
        "<% { %>",
        "<% |a| %>",
        "<%= @ %>",
    ];
    let mut session = session();
    for template in broken {
        let got = render(&mut session, template);
        assert!(
            got.failed() || ["<%", "<%= %>"].contains(&template) || template == "<%= @ %>",
            "{template}: {:?}",
            got.logs
        );
    }
    assert_eq!(session.evaluate("input", "$n").value.as_deref(), Some("3"));
}

#[test]
fn an_endless_loop_can_be_stopped() {
    let mut session = session();
    session.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(render(&mut session, "<% while true do %>x<% end %>").failed());
}

#[test]
fn a_template_sees_the_variables_around_its_call() {
    let mut session = session();
    let input =
        "define site($port) { notice(inline_template('<%= @title %>:<%= @port %>')) } site { 'web': port => 80 }";
    assert_eq!(session.evaluate("input", input).logs[0].1, "web:80");
    let input =
        "class c($x = 5) { $y = 6 notice(inline_template('<%= @x %><%= @y %><%= scope[\"c::x\"] %>')) } include c";
    assert_eq!(session.evaluate("input", input).logs[0].1, "565");
}

/// Ruby changes arrays and hashes in place: the variable, its aliases and the argument of the define are one object; the
/// variable that was given as the argument is another.
#[test]
fn what_a_template_changes_in_place_changes_for_all_who_share_it() {
    let code = r#"
define d($l = [], $h = {}) {
  $copy = $l
  $text = inline_template('<% @l << "x"; @h["k"] = 1; b = @copy; b << "y" -%><%= @l.inspect %>')
  notice("${title} ${l} ${h} ${copy} ${text}")
}
class k($p = ['1']) { $z = inline_template('<% @p.push(2) %>') notice("k ${p}") }
include k
$shared = ['s']
d { 'a': }
d { 'b': }
d { ['c', 'e']: l => $shared }
notify { 'end': message => $shared }
"#;
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let got = session.evaluate("manifest", code);
    assert!(!got.failed(), "{:?}", got.reports);
    let logs: Vec<&str> = got.logs.iter().map(|(_, text)| text.as_str()).collect();
    let expected = [
        "k [1, 2]",
        r#"a [x, y] {k => 1} [x, y] ["x", "y"]"#,
        r#"b [x, y] {k => 1} [x, y] ["x", "y"]"#,
        r#"c [s, x, y] {k => 1} [s, x, y] ["s", "x", "y"]"#,
        r#"e [s, x, y, x, y] {k => 1} [s, x, y, x, y] ["s", "x", "y", "x", "y"]"#,
    ];
    assert_eq!(logs, expected);
    let export = session.catalog().export();
    let parameter = |title: &str, name: &str| {
        let one = export.resources.iter().find(|one| one.title == title).expect("the resource");
        one.parameters.iter().find(|(own, _)| **own == *name).map(|(_, value)| value.to_string()).unwrap_or_default()
    };
    assert_eq!(parameter("a", "l"), r#"["x","y"]"#);
    assert_eq!(parameter("c", "l"), r#"["s","x","y","x","y"]"#);
    assert_eq!(parameter("K", "p"), r#"["1",2]"#);
    assert_eq!(parameter("end", "message"), r#"["s"]"#);
    assert!(!session.evaluate("again", "d { 'late': }").failed());
}

#[test]
fn a_scope_is_a_hash_of_its_variables() {
    let code = "$top = 't' $none = undef define d($x) { $y = 2 \
                notice(inline_template('<% h = scope.to_hash %><%= [h[\"x\"], h[\"y\"], h[\"top\"], h.key?(\"none\")].inspect %>')) } \
                d { 'a': x => 1 }";
    let got = session().evaluate("manifest", code);
    assert_eq!(got.logs.first().map(|(_, text)| text.as_str()), Some("[1, 2, \"t\", false]"), "{:?}", got.reports);
}

#[test]
fn deep_templates_have_a_limit() {
    // Frames without optimization are large.
    let thread = std::thread::Builder::new().stack_size(16 << 20).spawn(refuse_deep_templates).unwrap();
    thread.join().unwrap();
}

fn refuse_deep_templates() {
    let nested =
        |open: &str, close: &str, levels: usize| format!("<%= {}1{} %>", open.repeat(levels), close.repeat(levels));
    let deep = [
        ("(", ")"),
        ("[", "]"),
        ("{1 => ", "}"),
        ("[1].map { |x| ", " }"),
        ("- ", ""),
        ("! ", ""),
        ("not ", ""),
        ("a = ", ""),
        ("true ? ", " : 2"),
        ("true ? 2 : ", ""),
        ("1 + ", ""),
        ("2 ** ", ""),
        ("", ".to_s"),
        ("", "[0]"),
        ("", " and 2"),
        ("", " if true"),
        ("if false then 2 elsif true then ", " end"),
        ("\"#{", "}\""),
        ("'b' + \"a#{", "}\""),
    ];
    let mut session = session();
    for (open, close) in deep {
        let got = render(&mut session, &nested(open, close, 2_000));
        let message = got.reports.first().map_or("no report", |report| &report.message);
        assert!(message.contains("levels deep") || message.contains("line 1: "), "{open}..{close}: {message}");
    }
    for (open, close) in deep.into_iter().take(16) {
        let got = render(&mut session, &nested(open, close, 20));
        let refused = got.reports.iter().find(|report| report.message.contains("levels deep"));
        assert!(refused.is_none(), "{open}..{close}: {refused:?}");
    }
}

/// Returns a session whose module path has the function of stdlib.
fn session_with_base64() -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let functions = folder.path().join("stdlib/lib/puppet/functions");
    std::fs::create_dir_all(&functions).expect("a folder");
    std::fs::write(functions.join("base64.rb"), "# Ruby").expect("a file");
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    (Session::new(settings, Box::new(SystemHost::silent())), folder)
}

/// Ruby marks decoded text as bytes. A group of a match is bytes as the whole is; a template's output is if such letters
/// beyond ASCII are in it, as Ruby's ERB answers.
#[test]
fn the_mark_of_bytes_is_kept_through_groups_and_templates() {
    for (message, is_bytes) in [
        ("$d", true),
        ("$1", true),
        ("\"${1}\"", true),
        ("inline_template('<%= @d %>')", true),
        ("inline_template('a <%= @d %> b')", true),
        ("inline_template('<%= @ascii %>')", false),
        ("inline_template('a', '<%= @d %>')", true),
        ("inline_template('a')", false),
        ("inline_epp('<%= $ascii %>')", true),
        ("inline_epp('<%= $ascii %>b')", true),
        ("inline_epp('b<%= $ascii %>')", false),
        ("inline_epp('b<%= $d %>')", true),
    ] {
        let (mut session, _folder) = session_with_base64();
        let code = "$d = base64('decode', 'w6k=')\n$ascii = base64('decode', 'YQ==')\nif $d =~ /^(.)$/ {";
        let run = session.evaluate("input", &format!("{code} notify {{ 'x': message => {message} }} }}"));
        assert!(!run.failed(), "{message}: {:?}", run.reports);
        let export = session.catalog().export();
        let shown = export.resources.last().map(|one| one.parameters["message"]["__ptype"].clone());
        assert_eq!(shown == Some("Binary".into()), is_bytes, "{message}: {shown:?}");
    }
    let (mut session, _folder) = session_with_base64();
    let run = session.evaluate("input", "notify { 'é': name => base64('decode', 'w6k=') }");
    assert!(!run.failed(), "{:?}", run.reports);
    let export = session.catalog().export();
    let name = export.resources.last().and_then(|one| one.parameters.get("name"));
    assert_eq!(name.map(|name| &name["__ptype"]), Some(&"Binary".into()), "the title is not bytes");
    let (mut session, _folder) = session_with_base64();
    let run = session.evaluate("input", "$d = base64('decode', 'w6k=') inline_template('é<%= @d %>')");
    assert!(run.reports[0].message.contains("incompatible character encodings"), "{:?}", run.reports);
    assert!(!session.evaluate("input", "$d = base64('decode', 'w6k=')").failed());
    for code in ["\"${d}é\"", "\"é${d}\"", "inline_epp('é<%= $d %>')", "inline_epp('<%= $d %>é')"] {
        let run = session.evaluate("input", code);
        assert!(run.failed() && run.reports[0].message.contains("letters beyond ASCII"), "{code}: {:?}", run.reports);
    }
}
