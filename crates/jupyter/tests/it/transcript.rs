//! The whole protocol as a transcript: what a front end sends, and what the kernel answers.

use serde_json::{Value, json};

use crate::client::{Client, Message, execution};

fn line(out: &mut String, channel: &str, message: &Message) {
    let content = message.content.to_string();
    out.push_str(&format!("  {channel} {} {content}\n", message.kind()));
}

/// Joins output of one stream: how much of it one message has depends on time.
fn joined(all: Vec<Message>) -> Vec<Message> {
    let mut found: Vec<Message> = Vec::new();
    for message in all {
        let is_same = |last: &&mut Message| last.kind() == "stream" && message.content["name"] == last.content["name"];
        match found.last_mut().filter(is_same).filter(|_| message.kind() == "stream") {
            Some(last) => {
                let text =
                    [&last.content, &message.content].map(|content| content["text"].as_str().unwrap_or_default());
                last.content["text"] = json!(text.concat());
            }
            None => found.push(message),
        }
    }
    found
}

fn ask(out: &mut String, client: &mut Client, kind: &str, content: Value) {
    out.push_str(&format!("{kind} {content}\n"));
    let id = client.request(kind, content);
    let has_reply = kind.ends_with("_request");
    let reply = has_reply.then(|| client.reply());
    for message in joined(client.published(&id)) {
        assert_eq!(message.parent["msg_id"], id.as_str());
        line(out, "iopub", &message);
    }
    if let Some(reply) = reply {
        assert_eq!(reply.kind(), kind.replace("_request", "_reply"));
        assert_eq!(reply.parent["msg_id"], id.as_str());
        line(out, "shell", &reply);
    }
}

fn cells(codes: &[&str]) -> String {
    let (mut client, mut out) = (Client::start(), String::new());
    codes.iter().for_each(|code| ask(&mut out, &mut client, "execute_request", execution(code)));
    client.shut_down();
    out
}

#[test]
#[cfg_attr(windows, ignore = "frames of errors have brighter colors on Windows")]
fn executions() {
    insta::assert_snapshot!(cells(&[
        "1 + 1",
        "$x = [{ 'name' => 'web', 'port' => 80 }, { 'name' => 'db', 'port' => 5432 }]",
        "notice('hello')\nwarning('careful')\n",
        "undef",
        "",
        "# only a comment",
        "$x[0]['prot'] + 1",
        "if true {",
        "$secret = Sensitive('hush')",
        "$secret",
        "breakpoint()\n7",
    ]));
}

#[test]
#[cfg_attr(windows, ignore = "frames of errors have brighter colors on Windows")]
fn commands_and_magics() {
    insta::assert_snapshot!(cells(&[
        "$a = 5\n:type $a\n$a + 1",
        "%type $a",
        "%%type\n{ 'a' =>\n  1 }",
        ":tokens 1 + 1",
        "notice(@(END))\n:type is text here\n| END\n",
        ":nothing",
        "?upcase",
        "upcase?",
        "nosuchname?",
        "%clear",
        ":type {\n  'a' => 1 }\n3",
        ":quit",
    ]));
}

#[test]
fn questions() {
    let (mut client, mut out) = (Client::start(), String::new());
    client.execute("$port = 80\n$ports = { 'http' => 80 }");
    let at = |code: &str, cursor: usize| json!({ "code": code, "cursor_pos": cursor });
    ask(&mut out, &mut client, "kernel_info_request", json!({}));
    ask(&mut out, &mut client, "complete_request", at("upca", 4));
    ask(&mut out, &mut client, "complete_request", at("'ü' == $por", 11));
    ask(&mut out, &mut client, "complete_request", at("1\n%toke", 7));
    ask(&mut out, &mut client, "complete_request", at("%%toke", 6));
    ask(&mut out, &mut client, "complete_request", at("%%toke\n$por", 11));
    ask(&mut out, &mut client, "complete_request", at("upcase? 1", 5));
    ask(&mut out, &mut client, "inspect_request", at("$port + 1", 3));
    ask(&mut out, &mut client, "inspect_request", at("$nosuch", 3));
    ask(&mut out, &mut client, "inspect_request", at("nosuch()", 3));
    ask(&mut out, &mut client, "inspect_request", at("upcase('a')", 3));
    ask(&mut out, &mut client, "inspect_request", at("upcase('a'", 10));
    ask(&mut out, &mut client, "inspect_request", at("", 0));
    for code in ["1 + 1", "if true {", "class a {\n  notify { 'x':", "1 + )", ":type 1", ":type {", "upcase?"] {
        ask(&mut out, &mut client, "is_complete_request", json!({ "code": code }));
    }
    let history = |kind: &str| {
        json!({
            "hist_access_type": kind, "output": true, "raw": true, "session": 0, "start": 1, "stop": 2, "n": 10,
            "pattern": "*port*", "unique": true,
        })
    };
    for kind in ["tail", "range", "search"] {
        ask(&mut out, &mut client, "history_request", history(kind));
    }
    for code in ["$b = $port", "$b", "$b = $port", "1 / 0"] {
        client.execute(code);
    }
    let parts = [
        json!({ "hist_access_type": "tail", "n": 2 }),
        json!({ "hist_access_type": "tail", "n": -1 }),
        json!({ "hist_access_type": "tail", "output": true }),
        json!({ "hist_access_type": "range", "start": 2, "stop": 4 }),
        json!({ "hist_access_type": "range", "session": 1, "start": 4 }),
        json!({ "hist_access_type": "range", "session": 2, "stop": 4 }),
        json!({ "hist_access_type": "range", "session": -1 }),
        json!({ "hist_access_type": "search", "pattern": "$b*" }),
        json!({ "hist_access_type": "search", "pattern": "$b*", "unique": true }),
        json!({ "hist_access_type": "search", "pattern": "*port*", "n": 1 }),
        json!({ "hist_access_type": "search", "pattern": "?b", "n": 9 }),
    ];
    for part in parts {
        ask(&mut out, &mut client, "history_request", part);
    }
    ask(&mut out, &mut client, "comm_info_request", json!({}));
    ask(&mut out, &mut client, "comm_open", json!({ "comm_id": "c1", "target_name": "widget", "data": {} }));
    client.shut_down();
    insta::assert_snapshot!(out);
}

/// At each place of some cells: what is completed, and what is known of the word.
#[test]
fn every_place_of_a_cell() {
    let (mut client, mut out) = (Client::start(), String::new());
    client.execute("$port = 80\n$ports = { 'http' => 80 }\n# Adds.\nfunction add(Integer $a, $b = 1) { $a + $b }");
    let cells = [
        "%type $po\n'ü'.up + add(1, $port)\n?upcase",
        "%%tokens\n$ports['http']",
        ":doc up\nadd? \n$x = @(E)\n  %type\n  | E",
        "%clear\n%nosuch\n??add",
    ];
    for cell in cells {
        out.push_str(&format!("=== {cell:?}\n"));
        for cursor in 0..=cell.chars().count() {
            let content = json!({ "code": cell, "cursor_pos": cursor, "detail_level": cursor % 2 });
            client.request("complete_request", content.clone());
            let found = client.reply().content;
            client.request("inspect_request", content);
            let known = client.reply().content;
            let matches: Vec<&str> = found["matches"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            let about = known["data"]["text/plain"].as_str().unwrap_or("-").replace('\n', " / ");
            out.push_str(&format!(
                "{cursor} {}-{} {} {:?} | {}\n",
                found["cursor_start"],
                found["cursor_end"],
                matches.len(),
                &matches[..matches.len().min(2)],
                about.chars().take(90).collect::<String>()
            ));
        }
    }
    client.shut_down();
    insta::assert_snapshot!(out);
}
