//! What the protocol promises beyond single answers: order, interrupts, signatures, cells that run again.

use serde_json::{Value, json};

use crate::client::{Client, execution};

fn text(message: &crate::client::Message) -> &str {
    message.content["data"]["text/plain"].as_str().unwrap()
}

#[test]
fn an_interrupt_stops_a_cell_and_leaves_the_session() {
    let mut client = Client::start();
    client.execute("$kept = 1");
    for by_message in [true, false] {
        let id = client.request("execute_request", execution("Integer[1, 1000000000000].each |$i| { $i }"));
        while client.next_published(&id).kind() != "execute_input" {}
        if by_message {
            client.control("interrupt_request", json!({}));
            assert_eq!(client.control_reply().content["status"], "ok");
        } else {
            client.interrupter.interrupt();
        }
        let reply = client.reply();
        assert_eq!((&reply.content["status"], &reply.content["ename"]), (&json!("error"), &json!("CANCELLED")));
        client.published(&id);
    }
    let (_, published) = client.execute("$kept");
    assert_eq!(text(&published[0]), "1");
    client.shut_down();
}

#[test]
fn an_interrupt_without_a_cell_stops_nothing() {
    let mut client = Client::start();
    client.control("interrupt_request", json!({}));
    client.control_reply();
    let (reply, _) = client.execute("1");
    assert_eq!(reply.content["status"], "ok");
    client.shut_down();
}

#[test]
fn control_and_heartbeat_answer_while_a_cell_runs() {
    let mut client = Client::start();
    let id = client.request("execute_request", execution("Integer[1, 1000000000000].each |$i| { $i }"));
    while client.next_published(&id).kind() != "execute_input" {}
    assert_eq!(client.beat("ping"), "ping");
    client.control("kernel_info_request", json!({}));
    assert_eq!(client.control_reply().content["implementation"], "pprepl");
    let reply = client.shut_down();
    assert_eq!((reply.kind(), &reply.content["status"]), ("shutdown_reply", &json!("ok")));
}

#[test]
fn messages_with_a_wrong_signature_are_ignored() {
    let mut client = Client::start();
    client.request_with_key("another key", "execute_request", execution("$x = 'forged'"));
    client.send_noise(&["noise"]);
    client.send_noise(&["<IDS|MSG>", "", "{}"]);
    client.send_noise(&["<IDS|MSG>", "00", "{", "{}", "{}", "{}"]);
    let (reply, published) = client.execute("defined('$x')");
    assert_eq!((&reply.content["execution_count"], text(&published[0])), (&json!(1), "false"));
    client.shut_down();
}

#[test]
fn a_silent_cell_publishes_nothing_and_has_no_number() {
    let mut client = Client::start();
    let mut content = execution("notice('quiet')\n$quiet = 2");
    content["silent"] = json!(true);
    let id = client.request("execute_request", content);
    assert_eq!(client.reply().content["status"], "ok");
    assert!(client.published(&id).iter().all(|message| message.kind() == "status"));
    let (reply, published) = client.execute("$quiet");
    assert_eq!((&reply.content["execution_count"], text(&published[0])), (&json!(1), "2"));
    client.shut_down();
}

#[test]
fn a_cell_that_runs_again_replaces_its_former_run() {
    let mut client = Client::start();
    let cell = |id: &str| json!({ "cellId": id });
    client.execute_cell("$port = 80", cell("one"));
    client.execute_cell("$other = $port + 1", cell("two"));
    let (reply, _) = client.execute_cell("$port = 8080", cell("one"));
    assert_eq!(reply.content["status"], "ok");
    let (_, published) = client.execute("[$port, $other]");
    assert_eq!(text(&published[0]), "[8080, 81]");
    // Code that is not valid replaces nothing.
    assert_eq!(client.execute_cell("$port = ", cell("one")).0.content["status"], "error");
    client.execute_cell("$other = $port + 1", cell("two"));
    let (_, published) = client.execute("[$port, $other]");
    assert_eq!(text(&published[0]), "[8080, 8081]");
    // A deleted cell leaves nothing.
    client.execute_cell("1", json!({ "cellId": "three", "deletedCells": ["one"] }));
    let (reply, _) = client.execute("$port = 1");
    assert_eq!(reply.content["status"], "ok");
    // Without an id, a variable is set once, as at the prompt.
    assert_eq!(client.execute("$port = 2").0.content["status"], "error");
    client.shut_down();
}

#[test]
fn a_cell_without_a_name_is_its_code() {
    let mut client = Client::start();
    for _ in 0..3 {
        let (reply, published) = client.execute("$port = 80");
        assert_eq!((&reply.content["status"], text(&published[0])), (&json!("ok"), "80"));
    }
    // Values of earlier cells stay available.
    client.execute("'a'");
    client.execute("$port = 80");
    let (_, published) = client.execute("_4");
    assert_eq!(text(&published[0]), "'a'");
    client.shut_down();
}

#[test]
fn user_expressions_are_evaluated_and_rolled_back() {
    let mut client = Client::start();
    let mut content = execution("$n = 20");
    content["user_expressions"] = json!({ "good": "$n + 1", "bad": "$n + nope()", "sets": "$later = 1" });
    let id = client.request("execute_request", content);
    let reply = client.reply();
    client.published(&id);
    let found = &reply.content["user_expressions"];
    assert_eq!(found["good"]["data"]["text/plain"], "21");
    assert_eq!(found["bad"]["status"], "error");
    let (_, published) = client.execute("defined('$later')");
    assert_eq!(text(&published[0]), "false");
    client.shut_down();
}

#[test]
fn a_breakpoint_asks_the_front_end() {
    let mut client = Client::start();
    let mut content = execution("$inner = 3\nbreakpoint()\n$inner + 1");
    content["allow_stdin"] = json!(true);
    let id = client.request("execute_request", content);
    let question = client.question();
    assert_eq!(question.kind(), "input_request");
    client.enter("$inner * 10");
    client.question();
    client.enter(":continue");
    assert_eq!(client.reply().content["status"], "ok");
    let published = client.published(&id);
    let streams = published.iter().filter(|message| message.kind() == "stream");
    let all: String = streams.filter_map(|message| message.content["text"].as_str()).collect();
    assert!(all.contains("=> 30"), "{all}");
    client.shut_down();
}

#[test]
fn errors_have_the_lines_of_the_cell() {
    let mut client = Client::start();
    let (reply, published) = client.execute(":type 1\n\n$a = 1\n$a + nope()");
    assert_eq!(reply.content["status"], "error");
    let error = published.iter().find(|message| message.kind() == "error").unwrap();
    let lines: Vec<&str> = error.content["traceback"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let text = lines.join("\n");
    assert!(text.contains("In[1]:4:6"), "{text}");
    assert!(text.contains('\u{1b}'), "the traceback has colors");
    client.shut_down();
}

#[test]
fn many_log_lines_are_bounded() {
    let mut client = Client::start();
    let (reply, published) = client.execute("Integer[1, 12000].each |$i| { notice($i) }");
    assert_eq!(reply.content["status"], "ok");
    let streams: Vec<_> = published.iter().filter(|message| message.kind() == "stream").collect();
    let all: String = streams.iter().filter_map(|message| message.content["text"].as_str()).collect();
    assert_eq!(all.lines().count(), 10_001);
    assert!(all.ends_with("... 2000 more log lines\n"));
    client.shut_down();
}

#[test]
fn topics_are_the_types_of_the_messages() {
    let mut client = Client::start();
    let (_, published) = client.execute("1");
    assert_eq!((published[0].kind(), published[0].topic.as_str()), ("execute_result", "execute_result"));
    assert_eq!(published[0].header["version"], "5.4");
    client.shut_down();
}
