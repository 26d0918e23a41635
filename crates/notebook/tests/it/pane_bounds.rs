//! Bounds of panes that other tests leave out: subjects that are cut inside characters, two edges between two resources, words
//! that are both a function and a keyword, variables that a body shadows, and a trace that is read again.

use std::sync::Arc;

use pprepl_notebook::pane::{self, CatalogQuery, CursorContext, Declared, TraceReader};
use pprepl_session::{Session, Settings, SystemHost};

fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        session.evaluate(&format!("cell {}", session.inputs().len() + 1), input);
    }
    session
}

/// The text and its cursor, which is `‸`.
fn cursor(marked: &str) -> (String, usize) {
    (marked.replace('‸', ""), marked.find('‸').expect("a cursor"))
}

#[test]
fn a_long_subject_is_cut_between_characters() {
    for before in 0..4 {
        for after in 0..4 {
            let (left, right) = ("日".repeat(200) + &"a".repeat(before), "b".repeat(after) + &"日".repeat(400));
            let (text, at) = cursor(&format!("'{left}match{right}' =~ /ma(t)ch‸/"));
            let shown = pane::captures(&CursorContext::new(&text, at), None, None).text();
            let line = shown.lines().find(|line| line.starts_with("subject")).expect("a subject");
            let inner = line.strip_prefix("subject  … ").and_then(|line| line.strip_suffix(" …")).expect("both cut");
            let (left, right) = inner.split_once("match").expect("the match");
            let (wide, rest) = left.split_at(left.len() - before);
            assert!(wide.chars().all(|letter| letter == '日') && rest == "a".repeat(before), "{left}");
            // The cut takes the rest of a character that it is in.
            assert!((160..163).contains(&left.len()), "{}", left.len());
            assert!(right.starts_with(&"b".repeat(after)) && right.len() <= 480, "{}", right.len());
        }
    }
}

#[test]
fn two_edges_between_resources_are_one_that_notifies() {
    let graph = |edges: &str| {
        let session = session(&[&format!("notify {{ ['a', 'b']: }}\n{edges}")]);
        let here = CursorContext::new("", 0);
        let wish = CatalogQuery { graph: true, ..CatalogQuery::default() };
        pane::catalog(&here, &Declared::of(&session, &here, &wish), &wish).text()
    };
    let (orders, notifies) = ("Notify['a'] -> Notify['b']", "Notify['a'] ~> Notify['b']");
    assert_ne!(graph(orders), graph(notifies));
    for both in [[orders, notifies], [notifies, orders], [notifies, notifies]] {
        assert_eq!(graph(&both.join("\n")), graph(notifies), "{both:?}");
    }
    assert_eq!(graph(&[orders, orders].join("\n")), graph(orders));
}

#[test]
fn the_word_type_is_a_function_before_a_parenthesis() {
    let help = |marked: &str| {
        let (text, at) = cursor(marked);
        pane::help(&CursorContext::new(&text, at), &session(&[]), &[]).text()
    };
    let (call, keyword) = (help("ty‸pe(5)"), help("ty‸pe Port = Integer"));
    assert!(call.contains("type(") && call != keyword, "{call}\n{keyword}");
    assert_eq!(help("ty‸pe"), help("ty‸pe Other = String"));
}

#[test]
fn a_variable_of_a_body_is_not_that_of_the_session() {
    let is_known = |marked: &str| {
        let (text, at) = cursor(marked);
        let session = session(&["$port = 8443"]);
        let scopes = session.catalog().scopes();
        // This is what the pane shows while another cell runs.
        pane::types_meanwhile(&CursorContext::new(&text, at), &scopes).is_some_and(|view| view.text().contains("8443"))
    };
    assert!(is_known("notice($po‸rt)"));
    assert!(is_known("[1].each |$x| { notice($po‸rt) }"));
    assert!(is_known("[1].each |$x| { $other = 2 notice($po‸rt) }"));
    assert!(!is_known("[1].each |$port| { notice($po‸rt) }"));
    assert!(!is_known("[1].each |$x| { $port = 2 notice($po‸rt) }"));
    assert!(!is_known("[1].each |$port| { [2].each |$x| { notice($po‸rt) } }"));
}

/// A reader of the trace of code; the pane takes it for that of cell 9.
fn trace(code: &str) -> Arc<pprepl_session::trace::TraceView> {
    Arc::new(pprepl_session::trace::trace(&mut session(&[]), "cell 9", code))
}

#[test]
fn a_new_trace_is_read_from_the_same_place() {
    let shown = |reader: &TraceReader| pane::trace(Some(reader)).text();
    let code = "[1, 2, 3].map |$x| { $x * 10 }";
    let mut reader = TraceReader::new(trace(code), "cell 9");
    assert!(reader.predict().is_some());
    assert!(!shown(&reader).contains("30"), "{}", shown(&reader));
    // The same steps with other values: they stay hidden. Other steps are shown.
    let reader = reader.renewed(trace("[1, 2, 4].map |$x| { $x * 10 }"));
    assert!(!shown(&reader).contains("40"), "{}", shown(&reader));
    let mut reader = reader.renewed(trace("[1, 2].map |$x| { $x * 10 }"));
    assert!(shown(&reader).contains("20"), "{}", shown(&reader));
    reader.step(10);
    assert_eq!(reader.current().map(|step| step.code.as_str()), Some("$x * 10"));
    let reader = reader.renewed(trace("1 + 2"));
    assert_eq!(reader.current().map(|step| step.code.as_str()), Some("1 + 2"), "the last step");
}

#[test]
fn a_step_that_is_reached_shows_its_value_while_predicting() {
    let mut reader = TraceReader::new(trace("[11, 22, 33].map |$x| { $x * 10 }"), "cell 9");
    let shown = |reader: &TraceReader| pane::trace(Some(reader)).text();
    reader.predict();
    assert!(!shown(&reader).contains("110"), "{}", shown(&reader));
    reader.step(1);
    assert!(shown(&reader).contains("110") && !shown(&reader).contains("330"), "{}", shown(&reader));
    reader.step(1);
    assert!(shown(&reader).contains("220") && !shown(&reader).contains("330"), "{}", shown(&reader));
    reader.step(-1);
    assert!(shown(&reader).contains("220"), "going back hides nothing again\n{}", shown(&reader));
}

#[test]
fn a_template_in_a_variable_of_the_session_is_read() {
    let epp = |input: &str, marked: &str| {
        let (text, at) = cursor(marked);
        pane::epp(&CursorContext::new(&text, at), Some(&mut session(&[input]))).text()
    };
    let shown = epp("$t = 'x <%= 1 + 1 %> y'", "inline_epp($t)‸");
    assert!(shown.contains("x 2 y") || shown.contains("1 + 1"), "{shown}");
    let other = epp("$t = 5", "inline_epp($t)‸");
    assert!(!other.contains("1 + 1") && other != shown, "{other}");
}
