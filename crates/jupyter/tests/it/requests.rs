//! Requests with other fields than front ends usually send, and the lines that are for pprepl.

use serde_json::{Value, json};

use crate::client::{Client, Message, execution};

/// Returns what a cell shows: the text of its output, errors and pages.
fn shown(reply: &Message, published: &[Message]) -> String {
    let text = |message: &Message| {
        let content = &message.content;
        let texts = [&content["data"]["text/plain"], &content["text"], &content["ename"]];
        texts.into_iter().filter_map(Value::as_str).collect::<String>()
    };
    let mut parts: Vec<String> = published.iter().map(text).collect();
    let payload = reply.content["payload"].as_array().cloned().unwrap_or_default();
    parts.extend(
        payload.iter().filter_map(|one| one["data"]["text/plain"].as_str().map(|page| format!("page: {page}"))),
    );
    parts.join(" | ")
}

fn run(client: &mut Client, code: &str) -> String {
    let (reply, published) = client.execute(code);
    shown(&reply, &published)
}

/// Executes a cell with other fields, and returns the reply.
fn execute_with(client: &mut Client, code: &str, fields: Value) -> Message {
    let mut content = execution(code);
    for (key, value) in fields.as_object().unwrap() {
        content[key] = value.clone();
    }
    let id = client.request("execute_request", content);
    let reply = client.reply();
    client.published(&id);
    reply
}

#[test]
fn lines_of_other_kernels_show_the_commands() {
    let mut client = Client::start();
    let help = run(&mut client, ":help");
    assert!(help.contains(":doc"), "{help}");
    for line in ["%lsmagic", "%magic", "%quickref", "%%lsmagic", "%help"] {
        assert_eq!(run(&mut client, line), help, "{line}");
    }
    assert_eq!(run(&mut client, "%nosuch").split(' ').next(), Some("UNKNOWN_COMMAND"));
    client.shut_down();
}

#[test]
fn a_question_is_a_name_with_one_or_two_signs() {
    let mut client = Client::start();
    client.execute("$port = 80\nfunction my::add($a) { $a }");
    for code in ["?$port", "$port?", " ?$port\n"] {
        assert_eq!(run(&mut client, code), "page: $port = 80\n: Integer[80, 80]", "{code}");
    }
    let source = "function my::add($a) { $a }";
    for code in ["?my::add", "??my::add", "my::add??", "?my::add?"] {
        let page = run(&mut client, code);
        assert!(page.starts_with("page: "), "{code}: {page}");
        assert_eq!(page.contains(source), code.matches('?').count() == 2, "{code}: {page}");
    }
    // Other text is code.
    for code in ["?", "??", "???upcase", "?a b", "?a-b", "upcase? 1", "?'a'"] {
        assert_eq!(run(&mut client, code), "SYNTAX_ERROR", "{code}");
    }
    client.shut_down();
}

#[test]
fn two_hundred_lines_of_a_cell_may_be_commands() {
    let mut client = Client::start();
    for (count, expected) in [(200, 200), (201, 1)] {
        let (reply, published) = client.execute(&":type 1\n".repeat(count));
        assert_eq!(published.len(), expected, "{count}");
        assert_eq!(reply.content["status"], if count == 200 { "ok" } else { "error" });
    }
    client.shut_down();
}

#[test]
fn cursors_complete_the_part_that_they_are_in() {
    let mut client = Client::start();
    client.execute("$port = 80");
    let mut complete = |code: &str, cursor: i64| {
        client.request("complete_request", json!({ "code": code, "cursor_pos": cursor }));
        let found = client.reply().content;
        let matches: Vec<&str> =
            found["matches"].as_array().unwrap().iter().filter_map(Value::as_str).take(2).collect();
        format!("{}-{} {}", found["cursor_start"], found["cursor_end"], matches.join(" "))
    };
    assert_eq!(complete("?upca", 5), "1-5 upcase");
    assert_eq!(complete("??upca", 6), "2-6 upcase");
    assert_eq!(complete("upca?", 4), "0-4 upcase");
    assert_eq!(complete("$por\n%toke", 4), "0-4 $port");
    assert_eq!(complete("$por\n%toke", 10), "5-10 :tokens");
    assert_eq!(complete("%type 1\n$por", 12), "8-12 $port");
    // A blank line between two commands belongs to none of them.
    assert!(complete("%type 1\n\n\n%type 2", 9).starts_with("9-9 "));
    assert_eq!(complete("$por", -1), complete("$por", 99));
    // Two signs start a command too, and other signs of a line are operators.
    assert_eq!(complete("%%toke", 6), "1-6 %tokens");
    assert_eq!(complete(" %%toke", 7), "2-7 %tokens");
    assert_eq!(complete(" %%type $por", 12), "8-12 $port");
    assert_eq!(complete(":type 5 %", 9), complete("  5 %", 5).replace("5-5", "9-9"));
    client.shut_down();
}

#[test]
fn a_cell_that_is_not_stored_has_no_place_in_the_history() {
    let mut client = Client::start();
    let history = |client: &mut Client, fields: Value| {
        let mut content = json!({ "hist_access_type": "range", "output": false, "raw": true });
        fields.as_object().unwrap().iter().for_each(|(key, value)| content[key] = value.clone());
        client.request("history_request", content);
        let found = client.reply().content["history"].clone();
        let code = |row: &Value| format!("{} {}", row[1], row[2].as_str().unwrap());
        found.as_array().unwrap().iter().map(code).collect::<Vec<_>>()
    };
    let count = |reply: Message| reply.content["execution_count"].clone();
    assert_eq!(count(execute_with(&mut client, "'one'", json!({}))), 1);
    assert_eq!(count(execute_with(&mut client, "'hidden'", json!({ "store_history": false }))), 2);
    assert_eq!(count(execute_with(&mut client, "'two'", json!({}))), 2);
    assert_eq!(count(execute_with(&mut client, "'two'", json!({}))), 3);
    assert_eq!(count(execute_with(&mut client, "'three'", json!({}))), 4);
    let all = ["1 'one'", "2 'two'", "3 'two'", "4 'three'"];
    let rows: [(Value, &[&str]); 15] = [
        (json!({}), &all),
        (json!({ "session": 0 }), &all),
        (json!({ "session": 1 }), &all),
        (json!({ "session": 2 }), &[]),
        (json!({ "session": -1 }), &[]),
        (json!({ "start": 2, "stop": 4 }), &all[1..3]),
        (json!({ "hist_access_type": "tail", "n": 2 }), &all[2..]),
        (json!({ "hist_access_type": "tail", "n": 0 }), &[]),
        (json!({ "hist_access_type": "tail", "n": -1 }), &[]),
        (json!({ "hist_access_type": "search", "pattern": "'t*" }), &all[1..]),
        (json!({ "hist_access_type": "search", "pattern": "'t*", "unique": true }), &all[2..]),
        (json!({ "hist_access_type": "search", "pattern": "'t*", "unique": true, "n": 1 }), &all[3..]),
        (json!({ "hist_access_type": "search", "pattern": "'?n?'" }), &all[..1]),
        (json!({ "hist_access_type": "search", "pattern": "'????'" }), &[]),
        (json!({ "hist_access_type": "search", "pattern": "*w*'" }), &all[1..3]),
    ];
    for (fields, expected) in rows {
        assert_eq!(history(&mut client, fields.clone()), expected, "{fields}");
    }
    client.shut_down();
}

/// The cells after a failed one are aborted, unless the front end does not want that. The first waits until the second is
/// in the queue.
#[test]
fn cells_after_a_failure_run_on_request() {
    let mut client = Client::start();
    for stops in [false, true] {
        let mut first = execution("breakpoint()\nfail('stop')");
        first["stop_on_error"] = json!(stops);
        first["allow_stdin"] = json!(true);
        client.request("execute_request", first);
        client.question();
        client.request("execute_request", execution("1"));
        for _ in 0..20 {
            client.control("kernel_info_request", json!({}));
            client.control_reply();
            client.beat("ping");
        }
        client.enter(":continue");
        assert_eq!(client.reply().content["status"], "error");
        assert_eq!(client.reply().content["status"], if stops { "aborted" } else { "ok" });
    }
    client.shut_down();
}

#[test]
fn the_source_is_shown_above_level_zero() {
    let mut client = Client::start();
    client.execute("function my::add($a) { $a }");
    for (level, has_source) in [(json!(-1), false), (json!(0), false), (json!(1), true), (Value::Null, false)] {
        client.request("inspect_request", json!({ "code": "my::add(1)", "cursor_pos": 3, "detail_level": level }));
        let found = client.reply().content;
        let text = found["data"]["text/plain"].as_str().unwrap_or_default();
        assert!(text.contains("my::add"), "{found}");
        assert_eq!(text.contains("{ $a }"), has_source, "{level}: {text}");
    }
    client.shut_down();
}

#[test]
fn log_lines_have_their_level_and_limit() {
    let mut client = Client::start();
    assert_eq!(run(&mut client, "debug('hidden')\ninfo('hidden')\nnotice('shown')\n1"), "Notice: shown\n | 1");
    let lines = run(&mut client, "Integer[1, 10000].each |$i| { notice($i) }");
    assert!(lines.contains("Notice: 10000\n") && !lines.contains("more log lines"));
    client.shut_down();
}

#[test]
fn a_breakpoint_ends_with_its_cell_or_kernel() {
    let mut client = Client::start();
    let mut asking = execution("breakpoint()\n7");
    asking["allow_stdin"] = json!(true);
    client.request("execute_request", asking.clone());
    client.question();
    client.control("interrupt_request", json!({}));
    client.control_reply();
    assert_eq!(client.reply().content["ename"], "CANCELLED");
    // A silent cell does not ask.
    let mut silent = asking.clone();
    silent["silent"] = json!(true);
    client.request("execute_request", silent);
    assert_eq!(client.reply().content["status"], "ok");
    client.request("execute_request", asking);
    client.question();
    assert_eq!(client.shut_down().content["status"], "ok");
}

#[test]
fn a_line_that_nobody_asked_for_answers_no_question() {
    let mut client = Client::start();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("go");
    // Between its questions the cell runs until the file exists.
    let wait = format!("Integer[1, 1000000000].any |$i| {{ find_file('{}') }}", file.display());
    let mut asking = execution(&format!("breakpoint()\nnotice('between')\n{wait}\nbreakpoint()\n7"));
    asking["allow_stdin"] = json!(true);
    let id = client.request("execute_request", asking);
    client.question();
    client.enter(":continue");
    while client.next_published(&id).content["text"] != "Notice: between\n" {}
    client.enter("'early'");
    // Whether the kernel has read the line is not visible. It reads other channels meanwhile.
    for _ in 0..20 {
        client.control("kernel_info_request", json!({}));
        client.control_reply();
        client.beat("ping");
    }
    std::fs::write(&file, "").unwrap();
    client.question();
    client.enter("'asked'");
    client.question();
    client.enter(":continue");
    assert_eq!(client.reply().content["status"], "ok");
    let published = client.published(&id);
    let values = published.iter().filter_map(|one| one.content["text"].as_str()).filter(|text| text.starts_with("=> "));
    assert_eq!(values.collect::<Vec<_>>(), ["=> 'asked'\n   : String\n"]);
    client.shut_down();
}

#[test]
fn the_shell_channel_ends_the_kernel_too() {
    for restart in [true, false] {
        let mut client = Client::start_at("*");
        assert_eq!(run(&mut client, "1"), "1");
        client.request("shutdown_request", json!({ "restart": restart }));
        let reply = client.reply();
        assert_eq!((reply.kind(), &reply.content["restart"]), ("shutdown_reply", &json!(restart)));
        client.join();
    }
}
