//! The language server inside the engine.

use serde_json::{Value, json};

use crate::client::Client;

fn send(client: &mut Client, message: Value) -> Vec<Value> {
    client.call("lsp", json!({ "message": message }));
    client.notes.iter().map(|note| note["params"]["message"].clone()).collect()
}

fn open(client: &mut Client, text: &str) -> Vec<Value> {
    send(
        client,
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {}, "rootUri": null } }),
    );
    send(client, json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
    let document = json!({ "uri": "inmemory://notebook/main.pp", "languageId": "puppet", "version": 1, "text": text });
    let params = json!({ "textDocument": document });
    send(client, json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params }))
}

#[test]
fn a_document_gets_diagnostics_and_hover_without_a_thread() {
    let mut client = Client::new();
    let messages = open(&mut client, "$a = = 1\nnotice('x')\n");
    let published =
        messages.iter().find(|one| one["method"] == "textDocument/publishDiagnostics").expect("diagnostics");
    assert_eq!(published["params"]["diagnostics"][0]["code"], "SYNTAX_ERROR", "{published}");
    let params =
        json!({ "textDocument": { "uri": "inmemory://notebook/main.pp" }, "position": { "line": 1, "character": 2 } });
    let messages =
        send(&mut client, json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": params }));
    assert_eq!(messages[0]["id"], 2);
    assert!(messages[0]["result"]["contents"].to_string().contains("notice"), "{messages:?}");
}

#[test]
fn requests_out_of_order_get_errors() {
    let mut client = Client::new();
    let messages =
        send(&mut client, json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {} }));
    assert!(messages[0]["error"]["message"].as_str().unwrap().contains("initialize"), "{messages:?}");
    open(&mut client, "1\n");
    let messages = send(&mut client, json!({ "jsonrpc": "2.0", "id": 5, "method": "shutdown", "params": null }));
    assert_eq!(messages[0]["id"], 5);
    assert!(client.refusal("lsp", json!({ "message": 1 })).contains("Language Server Protocol"));
    assert!(send(&mut client, json!({ "x": 1 })).is_empty());
}
