//! Directories that are not a whole environment: a module, its fixtures, a directory of modules; and their Ruby files.

use serde_json::{Value, json};

use crate::client::Client;

/// Returns the number of findings of a document.
fn findings(client: &mut Client, name: &str) -> usize {
    client.open(name);
    client.diagnostics(name, 1).as_array().unwrap().len()
}

#[test]
fn a_module_without_metadata_has_the_name_of_its_directory() {
    let files = [
        ("web/manifests/init.pp", "class web {}\n"),
        ("web/manifests/log.pp", "class web::log {}\n"),
        ("web/manifests/wrong.pp", "class other::wrong {}\n"),
        ("plain/manifests/wrong.pp", "class other::wrong {}\n"),
    ];
    for (folder, expected) in [("web", 1), ("plain", 0)] {
        let mut client = Client::of_folders(&files, &[folder]);
        assert_eq!(findings(&mut client, &format!("{folder}/manifests/wrong.pp")), expected, "{folder}");
    }
    let mut client = Client::of_folders(&files, &["web"]);
    for name in ["web/manifests/init.pp", "web/manifests/log.pp"] {
        assert_eq!(findings(&mut client, name), 0, "{name}");
    }
}

#[test]
fn the_fixtures_of_a_module_are_its_modules() {
    let text = "class app { include dep }\n";
    let files = [
        ("app/metadata.json", "{ \"name\": \"me-app\" }"),
        ("app/manifests/init.pp", text),
        ("app/spec/fixtures/modules/dep/manifests/init.pp", "class dep {}\n"),
        ("bare/metadata.json", "{ \"name\": \"me-app\" }"),
        ("bare/manifests/init.pp", text),
    ];
    for (folder, is_found) in [("app", true), ("bare", false)] {
        let mut client = Client::of_folders(&files, &[folder]);
        let name = format!("{folder}/manifests/init.pp");
        client.open(&name);
        let found = client.ask_at("textDocument/definition", &name, text, "include d|ep");
        let fixture = client.uri("app/spec/fixtures/modules/dep/manifests/init.pp");
        assert_eq!(found["uri"] == fixture, is_found, "{folder}: {found}");
    }
}

#[test]
fn a_directory_of_modules_has_all_of_them() {
    let text = "class one { include two }\n";
    let files = [
        ("all/one/metadata.json", "{ \"name\": \"me-one\" }"),
        ("all/one/manifests/init.pp", text),
        ("all/two/manifests/init.pp", "class two {}\n"),
        ("all/two/manifests/wrong.pp", "class other::wrong {}\n"),
    ];
    let mut client = Client::of_folders(&files, &["all"]);
    client.open("all/one/manifests/init.pp");
    let found = client.ask_at("textDocument/definition", "all/one/manifests/init.pp", text, "include t|wo");
    assert_eq!(found["uri"], client.uri("all/two/manifests/init.pp"));
    assert_eq!(findings(&mut client, "all/two/manifests/init.pp"), 0);
    assert_eq!(findings(&mut client, "all/two/manifests/wrong.pp"), 1);
}

/// A function in Ruby is open in the editor, and pprepl has nothing to say about its text.
#[test]
fn a_ruby_file_is_no_code_of_puppet() {
    let text = "Puppet::Functions.create_function(:'m::f') do\n  x   =  1\nend\n";
    let name = "modules/m/lib/puppet/functions/m/f.rb";
    let files = [("environment.conf", ""), (name, text), ("manifests/site.pp", "m::f()\n")];
    let mut client = Client::start(&files);
    assert_eq!(findings(&mut client, name), 0);
    assert_eq!(client.ask_in("textDocument/formatting", name, "0:0-0:0", Value::Null), json!([]));
    for method in ["hover", "definition"] {
        assert_eq!(client.ask_at(&format!("textDocument/{method}"), name, text, "x |  ="), Value::Null, "{method}");
    }
    assert_eq!(client.ask_about("textDocument/documentSymbol", name), json!([]));
}

/// A class may inherit itself while its name is typed, and two may inherit each other.
#[test]
fn classes_that_inherit_in_a_circle_have_answers() {
    let one = "class m::one inherits m::two {\n  notice($size)\n}\n";
    let files = [
        ("environment.conf", ""),
        ("modules/m/manifests/one.pp", one),
        ("modules/m/manifests/two.pp", "class m::two inherits m::one {\n  notice($size)\n}\n"),
        ("modules/m/manifests/own.pp", "class m::own inherits m::own {\n  $size = 1\n  notice($size)\n}\n"),
    ];
    let mut client = Client::start(&files);
    client.open("modules/m/manifests/one.pp");
    let mut ask = |method: &str| {
        let mut params = client.at("modules/m/manifests/one.pp", one, "$si|ze");
        params["context"] = json!({ "includeDeclaration": true });
        client.ask(&format!("textDocument/{method}"), params)
    };
    assert_eq!(ask("definition"), Value::Null);
    assert_eq!(ask("references").as_array().map(Vec::len), Some(1));
    assert_eq!(ask("documentHighlight").as_array().map(Vec::len), Some(1));
    let own = client.open("modules/m/manifests/own.pp");
    let found = client.ask_at("textDocument/definition", "modules/m/manifests/own.pp", &own, "notice($si|ze");
    assert_eq!(client.shown(&found["range"]), "\"1:3-1:7\"");
}

/// A rename reaches the classes that inherit through others.
#[test]
fn a_variable_is_renamed_in_all_heirs() {
    let files = [
        ("environment.conf", ""),
        ("modules/m/manifests/base.pp", "class m::base {\n  $root = '/srv'\n}\n"),
        ("modules/m/manifests/middle.pp", "class m::middle inherits m::base {\n}\n"),
        ("modules/m/manifests/child.pp", "class m::child inherits m::middle {\n  notice($root, $m::base::root)\n}\n"),
        ("modules/m/manifests/other.pp", "class m::other {\n  $root = 1\n  notice($root)\n}\n"),
        ("modules/m/manifests/hides.pp", "class m::hides inherits m::base {\n  $root = 2\n  notice($root)\n}\n"),
    ];
    let mut client = Client::start(&files);
    let name = "modules/m/manifests/base.pp";
    let text = client.open(name);
    let mut params = client.at(name, &text, "$ro|ot");
    params["newName"] = json!("folder");
    let found = client.ask("textDocument/rename", params);
    let mut rows = Vec::new();
    for (uri, edits) in found["changes"].as_object().unwrap() {
        for edit in edits.as_array().unwrap() {
            let file = uri.rsplit('/').next().unwrap();
            rows.push(format!("{file} {} {}", client.shown(&edit["range"]).trim_matches('"'), edit["newText"]));
        }
    }
    rows.sort();
    assert_eq!(rows, ["base.pp 1:3-1:7 \"folder\"", "child.pp 1:10-1:14 \"folder\"", "child.pp 1:26-1:30 \"folder\""]);
}

/// A request that names no document follows on one of a directory that is closed since.
#[test]
fn a_request_after_the_last_directory_is_closed_has_an_answer() {
    let name = "two/manifests/site.pp";
    let files = [("one/environment.conf", ""), ("two/environment.conf", ""), (name, "notice(1)\n")];
    let mut client = Client::of_folders(&files, &["one", "two"]);
    let text = client.open(name);
    let found = client.ask_at("textDocument/completion", name, &text, "noti|ce");
    let item = found["items"].as_array().unwrap().iter().find(|one| one["label"] == "notice").unwrap().clone();
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": client.uri(name) } }));
    let event = json!({ "added": [], "removed": [client.folder("two")] });
    client.tell("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let resolved = client.ask("completionItem/resolve", item);
    assert_eq!(resolved["label"], "notice", "{resolved}");
}
