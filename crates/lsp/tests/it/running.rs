//! What a running server does with notifications: settings, directories, types, progress; and a server without threads.

use pprepl_lsp::InlineServer;
use pprepl_session::Settings;
use serde_json::{Value, json};

use crate::client::Client;

const PROGRESS: &str = r#"{ "window": { "workDoneProgress": true } }"#;

fn progress() -> Value {
    serde_json::from_str(PROGRESS).unwrap()
}

#[test]
fn new_settings_apply_with_and_without_their_section() {
    let text = "notice($facts['os']['family'])\n";
    let mut client = Client::start(&[("a.pp", text)]);
    client.open("a.pp");
    for (facts, family) in [("debian-12", "Debian"), ("rocky-8", "RedHat")] {
        for settings in
            [json!({ "pprepl": { "settings": { "facts": facts } } }), json!({ "settings": { "facts": facts } })]
        {
            client.tell("workspace/didChangeConfiguration", json!({ "settings": settings }));
            let found = client.ask_at("textDocument/hover", "a.pp", text, "['fam|ily']");
            assert!(found["contents"]["value"].as_str().unwrap().contains(family), "{facts}: {found}");
        }
    }
    // Settings of another program change nothing.
    client.tell("workspace/didChangeConfiguration", json!({ "settings": { "other": 1 } }));
    let found = client.ask_at("textDocument/hover", "a.pp", text, "['fam|ily']");
    assert!(found["contents"]["value"].as_str().unwrap().contains("RedHat"), "{found}");
}

#[test]
fn a_closed_document_has_no_findings_for_a_client_that_waits() {
    for asks in [false, true] {
        let mut capabilities = progress();
        if asks {
            capabilities["textDocument"] = json!({ "diagnostic": {} });
        }
        let mut client = Client::with(&[("a.pp", "$x = 1 + true\n")], capabilities, json!({}));
        client.open("a.pp");
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("a.pp") } }));
        assert_eq!(client.ask_about("textDocument/documentSymbol", "a.pp")["error"]["code"], -32602);
        let is_sent = |(method, params): &(String, Value)| {
            method == "textDocument/publishDiagnostics" && params["version"].is_null()
        };
        assert_eq!(client.received.iter().any(is_sent), !asks);
    }
}

#[test]
fn directories_that_are_known_are_not_read_again() {
    let mut client = Client::start(&[("one/environment.conf", ""), ("one/manifests/site.pp", "class own {}\n")]);
    let folders = |added: &[&str], removed: &[&str]| {
        let all = |names: &[&str]| names.iter().map(|name| client.folder(name)).collect::<Vec<_>>();
        json!({ "event": { "added": all(added), "removed": all(removed) } })
    };
    let events = [folders(&[], &[]), folders(&[], &["nosuch"]), folders(&["one"], &[])];
    client.received.clear();
    for (event, begins) in events.into_iter().zip([0, 0, 1]) {
        client.tell("workspace/didChangeWorkspaceFolders", event);
        client.ask("workspace/symbol", json!({ "query": "own" }));
        let is_begin = |(_, params): &&(String, Value)| params["value"]["kind"] == "begin";
        assert_eq!(client.received.iter().filter(is_begin).count(), begins);
    }
}

#[test]
fn a_type_that_changes_on_disk_changes_the_findings() {
    let files = [
        ("environment.conf", ""),
        ("modules/m/types/t.pp", "type M::T = Integer\n"),
        ("manifests/site.pp", "function f(M::T $x) { $x }\nf('text')\n"),
    ];
    let mut client = Client::start(&files);
    client.open("manifests/site.pp");
    assert_eq!(client.diagnostics("manifests/site.pp", 1).as_array().map(Vec::len), Some(1));
    std::fs::write(client.path("modules/m/types/t.pp"), "type M::T = String\n").unwrap();
    let change = json!({ "uri": client.uri("modules/m/types/t.pp"), "type": 2 });
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    assert_eq!(client.diagnostics("manifests/site.pp", 1), json!([]));
}

#[test]
fn a_document_of_a_module_elsewhere_finds_its_module() {
    let files = [
        ("one/a.pp", ""),
        ("two/metadata.json", "{ \"name\": \"me-web\" }"),
        ("two/manifests/init.pp", "class web { include web::log }\n"),
        ("two/manifests/log.pp", "class web::log { }\n"),
    ];
    let mut client = Client::of_folders(&files, &["one"]);
    let event = json!({ "event": { "added": [], "removed": [client.folder("one")] } });
    client.tell("workspace/didChangeWorkspaceFolders", event);
    let text = client.open("two/manifests/init.pp");
    client.wait_for_index();
    let found = client.ask_at("textDocument/definition", "two/manifests/init.pp", &text, "web::l|og");
    assert_eq!(found["uri"], client.uri("two/manifests/log.pp"));
}

#[test]
fn a_cancellation_of_nothing_cancels_no_later_request() {
    let mut client = Client::start(&[("a.pp", "")]);
    for id in 1..20 {
        client.tell("$/cancelRequest", json!({ "id": id }));
    }
    client.open("a.pp");
    for _ in 0..10 {
        assert_eq!(client.ask_about("textDocument/documentSymbol", "a.pp"), json!([]));
    }
}

#[test]
fn progress_has_steps_of_five_percent() {
    for (count, expected) in
        [(20, (1..20).map(|at| at * 5).collect::<Vec<u64>>()), (8, vec![12, 25, 37, 50, 62, 75, 87])]
    {
        let names: Vec<String> = (0..count).map(|at| format!("f{at}.pp")).collect();
        let files: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "")).collect();
        let client = Client::start(&files);
        let found: Vec<u64> =
            client.received.iter().filter_map(|(_, params)| params["value"]["percentage"].as_u64()).collect();
        assert_eq!(found.iter().filter(|one| **one > 0).copied().collect::<Vec<_>>(), expected, "{count}");
    }
}

/// Sends a message to a server without threads. Returns its answers as the protocol writes them.
fn handle(server: &mut InlineServer, method: &str, id: Option<u32>, params: Value) -> Vec<Value> {
    let mut message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    if let Some(id) = id {
        message["id"] = json!(id);
    }
    server.handle(message)
}

#[test]
fn a_server_without_threads_reads_its_directory() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("a.pp"), "class own {}\n").unwrap();
    let path = pprepl_files::slashed(root.path());
    let uri = if cfg!(windows) { format!("file:///{path}") } else { format!("file://{path}") };
    let mut server = InlineServer::new(Settings::default(), 8 << 20);
    let error = |answers: Vec<Value>| answers[0]["error"]["message"].as_str().unwrap().to_owned();
    let symbols = |server: &mut InlineServer| handle(server, "workspace/symbol", Some(9), json!({ "query": "own" }));
    assert_eq!(error(symbols(&mut server)), "expected 'initialize' first");
    assert_eq!(error(handle(&mut server, "initialize", Some(1), json!({}))), "expected an object with `capabilities`");
    for round in 0..2 {
        let params = json!({ "capabilities": {}, "rootUri": uri });
        let answers = handle(&mut server, "initialize", Some(1), params.clone());
        assert_eq!(answers[0]["result"]["serverInfo"]["name"], "pprepl", "round {round}: {answers:?}");
        assert_eq!(error(handle(&mut server, "initialize", Some(2), params)), "the server is initialized already");
        assert_eq!(handle(&mut server, "initialized", None, json!({})), Vec::<Value>::new());
        assert_eq!(symbols(&mut server)[0]["result"][0]["name"], "own");
        assert_eq!(handle(&mut server, "shutdown", Some(3), Value::Null)[0]["result"], Value::Null);
        assert_eq!(error(symbols(&mut server)), "the server is shut down");
        assert_eq!(handle(&mut server, "exit", None, Value::Null), Vec::<Value>::new());
    }
    assert_eq!(server.handle(json!({ "jsonrpc": "2.0", "id": 1, "result": null })), Vec::<Value>::new());
}

#[test]
fn declarations_in_ruby_have_all_their_forms() {
    let function = "\
Puppet::Functions.create_function(:'app::f') do
  dispatch(:one) do
    param('Integer', :a)
    required_repeated_param 'String', :rest
  end
  dispatch :two do
    optional_repeated_param \"Any\", :_more_2
    param String, :b
    param 'Integer', b
    return_type \"Array[Integer]\"
  end
  dispatching 'no'
end
";
    let plain = "\
Puppet::Type.newtype(:app_thing) do
  @doc = 'One line.'
  newparam :name do
    desc 'The name,
      of three

      lines.'
    desc 'A second description.'
  end
  newproperty('size') do
    desc \"\"
  end
  newproperty(:'quoted_1') do
  end
  newproperty(size) do
  end
end
";
    let site = "$x = app::f(1)\napp_thing { 'a':\n  name => 'n',\n  size => 1,\n  \n}\n";
    let files = [
        ("environment.conf", ""),
        ("modules/app/lib/puppet/functions/app/f.rb", function),
        ("modules/app/lib/puppet/type/app_thing.rb", plain),
        ("manifests/site.pp", site),
    ];
    let mut client = Client::start(&files);
    client.open("manifests/site.pp");
    let mut shown = String::new();
    let found = client.ask_at("textDocument/signatureHelp", "manifests/site.pp", site, "f(|1");
    for one in found["signatures"].as_array().unwrap() {
        shown.push_str(&format!("{}\n", one["label"].as_str().unwrap()));
    }
    for at in ["app_th|ing", "na|me =>", "si|ze =>"] {
        let found = client.ask_at("textDocument/hover", "manifests/site.pp", site, at);
        shown.push_str(&format!("== {at}\n{}\n", found["contents"]["value"].as_str().unwrap_or("-")));
    }
    let found = client.ask_at("textDocument/completion", "manifests/site.pp", site, "=> 1,\n  |");
    let items = found["items"].as_array().unwrap();
    let own = items.iter().filter(|one| one["sortText"].as_str().unwrap() < "0004");
    shown.push_str(&own.map(|one| one["label"].as_str().unwrap()).collect::<Vec<_>>().join(" "));
    insta::assert_snapshot!("forms_of_ruby", shown);
}
