//! Replies of the server, a row each: a request about a document, and the complete reply. `PPREPL_BLESS=1` writes the
//! replies again. `tests/rules/requests.txt` explains the rows.

use std::collections::BTreeMap;
use std::fs;

use pprepl_lsp::InlineServer;
use pprepl_session::Settings;
use pprepl_testing::check_rules;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A request of a row: its name, its method, and the method that completes each item of the reply.
type Request = (&'static str, &'static str, Option<&'static str>);

/// The requests about a whole document or a range of it.
const DOCUMENT_REQUESTS: [Request; 17] = [
    ("codeAction", "textDocument/codeAction", None),
    ("codeActionResolve", "textDocument/codeAction", Some("codeAction/resolve")),
    ("codeLens", "textDocument/codeLens", None),
    ("codeLensResolve", "textDocument/codeLens", Some("codeLens/resolve")),
    ("diagnostic", "textDocument/diagnostic", None),
    ("diagnostics", "textDocument/publishDiagnostics", None),
    ("documentLink", "textDocument/documentLink", None),
    ("documentSymbol", "textDocument/documentSymbol", None),
    ("foldingRange", "textDocument/foldingRange", None),
    ("formatting", "textDocument/formatting", None),
    ("initialize", "initialize", None),
    ("inlayHint", "textDocument/inlayHint", None),
    ("rangeFormatting", "textDocument/rangeFormatting", None),
    ("semanticTokens", "textDocument/semanticTokens/full", None),
    ("semanticTokensDelta", "textDocument/semanticTokens/full/delta", None),
    ("semanticTokensRange", "textDocument/semanticTokens/range", None),
    ("workspaceSymbol", "workspace/symbol", None),
];

/// The requests about a place: their rows need a cursor.
const CURSOR_REQUESTS: [Request; 16] = [
    ("completion", "textDocument/completion", None),
    ("completionResolve", "textDocument/completion", Some("completionItem/resolve")),
    ("declaration", "textDocument/declaration", None),
    ("definition", "textDocument/definition", None),
    ("documentHighlight", "textDocument/documentHighlight", None),
    ("hover", "textDocument/hover", None),
    ("incomingCalls", "textDocument/prepareCallHierarchy", Some("callHierarchy/incomingCalls")),
    ("onTypeFormatting", "textDocument/onTypeFormatting", None),
    ("outgoingCalls", "textDocument/prepareCallHierarchy", Some("callHierarchy/outgoingCalls")),
    ("prepareCallHierarchy", "textDocument/prepareCallHierarchy", None),
    ("prepareRename", "textDocument/prepareRename", None),
    ("references", "textDocument/references", None),
    ("rename", "textDocument/rename", None),
    ("selectionRange", "textDocument/selectionRange", None),
    ("signatureHelp", "textDocument/signatureHelp", None),
    ("typeDefinition", "textDocument/typeDefinition", None),
];

/// The words after `@` with the files of the environment that they name.
const KINDS: [(&str, &str); 8] = [
    ("epp", "modules/web/templates/page.epp"),
    ("function", "modules/web/functions/page.pp"),
    ("hiera", "hiera.yaml"),
    ("module", "modules/web/manifests/page.pp"),
    ("plan", "modules/web/plans/page.pp"),
    ("site", SITE),
    ("type", "modules/web/types/page.pp"),
    ("yaml", "data/common.yaml"),
];

/// The file of a row that names none, and the file of the second document.
const SITE: &str = "manifests/site.pp";
const OTHER: &str = "manifests/other.pp";

/// The other files of the environment.
const MORE_FILES: [(&str, &str); 4] =
    [("environment.conf", ""), ("hiera.yaml", "version: 5\n"), ("modules/web/files/page", ""), (OTHER, "")];

/// The other words after `@`.
const FLAGS: [&str; 6] = ["alone", "bare", "facts", "typed", "utf8", "utf32"];

/// An environment of empty files. The documents are open over them.
struct Environment {
    root: TempDir,
}

impl Environment {
    fn new() -> Environment {
        let root = tempfile::tempdir().expect("a directory");
        let kinds = KINDS.iter().map(|(_, file)| (*file, ""));
        for (name, text) in kinds.chain(MORE_FILES) {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("a directory")).expect("a directory is made");
            fs::write(path, text).expect("a file is written");
        }
        Environment { root }
    }

    /// Returns the path of the environment, with a slash at its end.
    fn path(&self) -> String {
        format!("{}/", pprepl_files::slashed(self.root.path()))
    }

    /// Returns the address of a file.
    fn uri(&self, name: &str) -> String {
        let path = self.path();
        // A path of Windows begins with a drive.
        let root = if cfg!(windows) { format!("/{}", path.replacen(':', "%3A", 1)) } else { path };
        format!("file://{root}{name}")
    }

    /// Returns a text with short names instead of paths.
    fn shorten(&self, text: &str, file: &str) -> String {
        let text = text.replace(&self.uri(""), "ROOT/").replace(&self.path(), "ROOT/");
        let text = text.replace("file:///ROOT/", "ROOT/").replace("file://ROOT/", "ROOT/");
        text.replace(&format!("ROOT/{file}"), "FILE").replace(&format!("ROOT/{OTHER}"), "OTHER")
    }
}

/// A parsed row.
struct Row<'r> {
    environment: &'r Environment,
    request: Request,
    flags: Vec<&'r str>,
    argument: Option<&'r str>,
    /// The text of a second document.
    other: Option<String>,
    /// The texts of the document, one after another.
    texts: Vec<String>,
    /// The offsets of the cursors in the last text.
    cursors: Vec<usize>,
}

impl<'r> Row<'r> {
    /// Parses `request@flag=argument other ++ first :: last`.
    fn parse(line: &'r str, environment: &'r Environment) -> Row<'r> {
        let (head, body) = line.split_once(' ').unwrap_or((line, ""));
        let (head, argument) = head.split_once('=').map_or((head, None), |(head, argument)| (head, Some(argument)));
        let mut flags: Vec<&str> = head.split('@').collect();
        let request = request_named(flags.remove(0), line);
        let is_known = |flag: &str| FLAGS.contains(&flag) || KINDS.iter().any(|(kind, _)| *kind == flag);
        assert!(flags.iter().all(|flag| is_known(flag)), "{line}: unknown word after '@'");
        let (other, body) = body.split_once(" ++ ").map_or((None, body), |(other, body)| (Some(decoded(other)), body));
        let mut texts: Vec<String> = body.split(" :: ").map(decoded).collect();
        let cursors = texts.last_mut().map(take_cursors).unwrap_or_default();
        let is_clean = texts.iter().chain(&other).all(|text| !text.contains('‸'));
        assert!(is_clean, "{line}: only the last text has cursors");
        let needs_cursor = CURSOR_REQUESTS.contains(&request);
        assert!(!needs_cursor || !cursors.is_empty(), "{line}: expected the cursor '‸'");
        Row { environment, request, flags, argument, other, texts, cursors }
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// Returns the name of the file of the document.
    fn file(&self) -> &'static str {
        KINDS.iter().find(|(kind, _)| self.has(kind)).map_or(SITE, |(_, file)| file)
    }

    /// Returns the address of the document. A document outside the environment has no file.
    fn uri(&self) -> String {
        if self.has("alone") { "untitled:page.pp".to_owned() } else { self.environment.uri(self.file()) }
    }

    /// Returns the text that the request is about.
    fn text(&self) -> &str {
        self.texts.last().map_or("", String::as_str)
    }

    /// Returns the position of an offset, in the units of the client.
    fn position(&self, text: &str, offset: usize) -> Value {
        let before = &text[..offset];
        let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
        let character = match () {
            () if self.has("utf8") => line.len(),
            () if self.has("utf32") => line.chars().count(),
            () => line.encode_utf16().count(),
        };
        json!({ "line": before.matches('\n').count(), "character": character })
    }

    /// Returns the range between the cursors; the whole text without a cursor.
    fn range(&self) -> Value {
        let text = self.text();
        let start = self.cursors.first().copied().unwrap_or(0);
        let end = self.cursors.last().copied().unwrap_or(text.len());
        json!({ "start": self.position(text, start), "end": self.position(text, end) })
    }

    /// Returns the parameters of all requests: each request ignores those of the others.
    fn params(&self) -> Value {
        let text = self.text();
        let places: Vec<Value> = self.cursors.iter().map(|at| self.position(text, *at)).collect();
        let is_delta = self.request.0 == "semanticTokensDelta";
        let typed = self.cursors.first().and_then(|at| text[..*at].chars().next_back());
        let kinds = self.argument.map(|kinds| kinds.split(',').collect::<Vec<_>>());
        json!({
            "textDocument": { "uri": self.uri() },
            "position": places.first(),
            "positions": places,
            "range": self.range(),
            "context": {
                "includeDeclaration": self.argument != Some("uses"), "diagnostics": [], "only": kinds,
                "triggerKind": 1, "isRetrigger": false,
            },
            "newName": self.argument.unwrap_or_default(),
            "query": self.argument.unwrap_or_default(),
            "previousResultId": self.argument.or(is_delta.then_some("1")),
            "ch": typed.unwrap_or_default(),
            "options": { "tabSize": 2, "insertSpaces": true },
        })
    }

    /// Returns the capabilities of the client.
    fn capabilities(&self) -> Value {
        let encoding = match () {
            () if self.has("utf8") => json!(["utf-8"]),
            () if self.has("utf32") => json!(["utf-32"]),
            () => Value::Null,
        };
        if self.has("bare") {
            return json!({ "general": { "positionEncodings": encoding } });
        }
        // A client that does not ask for diagnostics gets them.
        let pulls = if self.request.0 == "diagnostics" { Value::Null } else { json!({}) };
        json!({
            "general": { "positionEncodings": encoding },
            "textDocument": {
                "completion": { "completionItem": { "snippetSupport": true } },
                "codeAction": { "resolveSupport": { "properties": ["edit"] } },
                "diagnostic": pulls,
            },
            "workspace": { "workspaceEdit": {
                "documentChanges": true, "resourceOperations": ["rename"], "changeAnnotationSupport": {},
            } },
        })
    }

    /// Returns the change from one text to the next: of all, or of the part that differs.
    fn change(&self, old: &str, new: &str) -> Value {
        if !self.has("typed") {
            return json!({ "text": new });
        }
        let same = |pair: &(char, char)| pair.0 == pair.1 && !matches!(pair.0, '\r' | '\n');
        let length = |pair: (char, char)| pair.0.len_utf8();
        let start: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
        let rest = (old[start..].chars().rev(), new[start..].chars().rev());
        let end: usize = rest.0.zip(rest.1).take_while(same).map(length).sum();
        let range = json!({ "start": self.position(old, start), "end": self.position(old, old.len() - end) });
        json!({ "range": range, "text": new[start..new.len() - end] })
    }
}

fn request_named(name: &str, line: &str) -> Request {
    let mut all = DOCUMENT_REQUESTS.into_iter().chain(CURSOR_REQUESTS);
    all.find(|request| request.0 == name).unwrap_or_else(|| panic!("{line}: unknown request '{name}'"))
}

/// Returns a text of a row with its line ends and tabs.
fn decoded(text: &str) -> String {
    text.replace('⏎', "\n").replace('␍', "\r").replace('␉', "\t")
}

/// Removes the cursors from a text. Returns their offsets.
fn take_cursors(text: &mut String) -> Vec<usize> {
    let mut cursors = Vec::new();
    while let Some(at) = text.find('‸') {
        text.replace_range(at..at + '‸'.len_utf8(), "");
        cursors.push(at);
    }
    cursors
}

/// A client of a server without threads.
struct Client {
    server: InlineServer,
    /// The types and the modifiers of semantic tokens.
    legend: Value,
    capabilities: Value,
    /// The findings that the server sent on its own, in order.
    published: Vec<Value>,
}

impl Client {
    fn start(row: &Row<'_>) -> Client {
        let server = InlineServer::new(Settings::default(), 1 << 20);
        let mut client = Client { server, legend: Value::Null, capabilities: Value::Null, published: Vec::new() };
        let settings = if row.has("facts") { json!({ "facts": "debian-12" }) } else { json!({}) };
        let commands = if row.has("bare") { json!([]) } else { json!(["pprepl.showReferences"]) };
        let options = json!({ "settings": settings, "commands": commands });
        let root = (!row.has("alone")).then(|| row.environment.uri(""));
        let params = json!({ "capabilities": row.capabilities(), "rootUri": root, "initializationOptions": options });
        client.capabilities = client.ask("initialize", params)["capabilities"].take();
        client.legend = client.capabilities["semanticTokensProvider"]["legend"].clone();
        client
    }

    /// Opens the documents of a row, and makes the changes.
    fn open_documents(&mut self, row: &Row<'_>) {
        if let Some(other) = &row.other {
            self.open(&row.environment.uri(OTHER), other);
        }
        self.open(&row.uri(), &row.texts[0]);
        for (at, pair) in row.texts.windows(2).enumerate() {
            // The server keeps the tokens of the first text.
            if at == 0 && row.request.0 == "semanticTokensDelta" {
                self.ask("textDocument/semanticTokens/full", row.params());
            }
            let document = json!({ "uri": row.uri(), "version": at + 2 });
            let changes = [row.change(&pair[0], &pair[1])];
            self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
        }
        self.published.retain(|params| params["uri"] == row.uri());
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "puppet", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn tell(&mut self, method: &str, params: Value) {
        for mut message in self.server.handle(json!({ "jsonrpc": "2.0", "method": method, "params": params })) {
            if message["method"] == "textDocument/publishDiagnostics" {
                self.published.push(message["params"].take());
            }
        }
    }

    /// Returns the result of a request, or its error.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        let messages = self.server.handle(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }));
        let response = messages.into_iter().find(|message| message["id"] == 1).expect("a response");
        match response.get("error") {
            Some(error) => json!({ "error": error }),
            None => response["result"].clone(),
        }
    }

    /// Returns the reply to the request of a row.
    fn reply(&mut self, row: &Row<'_>) -> Value {
        let (name, method, completion) = row.request;
        if name == "diagnostics" {
            return self.published.pop().unwrap_or_default();
        }
        if name == "initialize" {
            return self.capabilities.take();
        }
        let reply = self.ask(method, row.params());
        match (completion, name) {
            (Some(completion), _) => self.completed(reply, completion, row.argument),
            (None, "completion") => first_items(reply),
            (None, "semanticTokens" | "semanticTokensRange") => self.with_readable_tokens(reply),
            (None, _) => reply,
        }
    }

    /// Completes the items of a reply; of a completion only the first one, or the one with a label.
    fn completed(&mut self, reply: Value, method: &str, label: Option<&str>) -> Value {
        let is_completion = reply["items"].is_array();
        let items = if is_completion { &reply["items"] } else { &reply };
        let Some(items) = items.as_array() else { return reply };
        let is_wanted = |item: &&Value| !is_completion || label.is_none_or(|label| item["label"] == label);
        let items = items.iter().filter(is_wanted).take(if is_completion { 1 } else { usize::MAX });
        let is_call = method.starts_with("callHierarchy");
        let params = |item: &Value| if is_call { json!({ "item": item }) } else { item.clone() };
        items.map(|item| self.ask(method, params(item))).collect()
    }

    /// Writes semantic tokens as `line:column+length type modifiers`.
    fn with_readable_tokens(&self, mut reply: Value) -> Value {
        let Some(data) = reply["data"].as_array() else { return reply };
        let numbers: Vec<u64> = data.iter().map(|number| number.as_u64().expect("a number")).collect();
        let (mut line, mut column, mut tokens) = (0, 0, Vec::new());
        for token in numbers.chunks(5) {
            let &[lines, columns, length, kind, modifiers] = token else { panic!("{token:?}: expected 5 numbers") };
            column = if lines == 0 { column + columns } else { columns };
            line += lines;
            let kind = self.legend["tokenTypes"][kind as usize].as_str().expect("a type of the legend");
            tokens.push(format!("{line}:{column}+{length} {kind}{}", self.modifiers(modifiers)));
        }
        reply["data"] = json!(tokens);
        reply
    }

    fn modifiers(&self, bits: u64) -> String {
        let names = self.legend["tokenModifiers"].as_array().expect("a list").iter().enumerate();
        let names = names.filter(|(at, _)| bits >> at & 1 == 1);
        names.map(|(_, name)| format!(" {}", name.as_str().expect("a name"))).collect()
    }
}

/// Returns the number of items, and the first items.
fn first_items(mut reply: Value) -> Value {
    if let Some(items) = reply.get_mut("items").and_then(Value::as_array_mut) {
        let count = items.len();
        items.truncate(4);
        reply["count"] = json!(count);
    }
    reply
}

/// Returns a reply with sorted fields, short ranges and no paths.
fn tidy(value: &Value, row: &Row<'_>) -> Value {
    let text = |text: &str| plain(text, row);
    match value {
        Value::Object(fields) if fields.len() == 2 && fields.contains_key("character") => {
            json!(format!("{}:{}", value["line"], value["character"]))
        }
        Value::Object(fields) => {
            let fields: BTreeMap<String, Value> =
                fields.iter().map(|(name, value)| (text(name), tidy(value, row))).collect();
            match (fields.len(), fields.get("start"), fields.get("end")) {
                (2, Some(Value::String(start)), Some(Value::String(end))) => json!(format!("{start}-{end}")),
                _ => fields.into_iter().collect(),
            }
        }
        Value::Array(items) => items.iter().map(|item| tidy(item, row)).collect(),
        Value::String(one) => json!(text(one)),
        other => other.clone(),
    }
}

/// Returns a string of a reply without line ends and paths.
fn plain(text: &str, row: &Row<'_>) -> String {
    let text = row.environment.shorten(&text.replace(&row.uri(), "FILE"), row.file());
    text.replace('\n', "⏎").replace('\r', "␍").replace('\t', "␉")
}

fn answer(line: &str, environment: &Environment) -> String {
    let row = Row::parse(line, environment);
    let mut client = Client::start(&row);
    client.open_documents(&row);
    let reply = client.reply(&row);
    tidy(&reply, &row).to_string()
}

#[test]
fn requests_have_complete_replies() {
    let environment = Environment::new();
    check_rules("requests.txt", |line| answer(line, &environment));
}
