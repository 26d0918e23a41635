//! Templates, plans and Hiera data.

use serde_json::json;

use crate::client::Client;
use crate::environment::FILES;

#[test]
fn data_are_checked_against_parameters() {
    let mut client = Client::start(FILES);
    client.open("data/common.yaml");
    let found = client.diagnostics("data/common.yaml", 1);
    insta::assert_snapshot!("diagnostics_of_data", client.shown(&found));
    let symbols = client.ask_about("textDocument/documentSymbol", "data/common.yaml");
    assert_eq!(symbols[0]["name"], "web::port");
}

#[test]
fn templates_have_findings_and_variables() {
    let mut client = Client::start(FILES);
    let name = "modules/web/templates/web.conf.epp";
    let text = client.open(name);
    assert_eq!(client.diagnostics(name, 1), json!([]));
    let found = client.ask_at("textDocument/definition", name, &text, "<%= $po|rt");
    assert_eq!(client.shown(&found["range"]), "\"0:15-0:19\"");
    client.open_text("modules/web/templates/b.epp", "<%= $x + %>\n");
    assert_ne!(client.diagnostics("modules/web/templates/b.epp", 1), json!([]));
}

#[test]
fn plans_are_read_as_plans() {
    let mut client = Client::start(FILES);
    let text = "plan web::deploy(TargetSpec $targets) {\n  run_command('true', $targets)\n}\n";
    client.open_text("modules/web/plans/deploy.pp", text);
    assert_eq!(client.diagnostics("modules/web/plans/deploy.pp", 1), json!([]));
}
