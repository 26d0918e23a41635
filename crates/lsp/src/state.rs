//! The state of the server: the open documents, and the session with the index of their environment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{Location, Position, TextDocumentPositionParams, Uri};
use pprepl_project::{Discovery, FileEntry, FileRole, Member, Parse, Project, SymbolKind};
use pprepl_session::config::CheckRules;
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::{Source, Span};
use puppet_tree::Highlighter;
use rustc_hash::FxHashMap;

use super::client::Client;
use super::document::Document;
use super::failure::{Answer, Failure};
use super::indexing::Indexed;
use super::position::Lines;
use super::rules::rules_for;
use super::uri::{name_of, path_of, uri_of};

/// The state of the server.
pub struct State {
    pub session: Session,
    pub client: Client,
    pub documents: FxHashMap<Arc<str>, Document>,
    /// The environment, when its index is complete.
    pub discovery: Option<Discovery>,
    pub highlighter: Highlighter,
    settings: Settings,
    /// The rules of the user's configuration.
    rules: CheckRules,
    /// The stack size of this thread, in bytes.
    stack: usize,
    /// The first revision of the next document that opens: above those of closed documents, whose numbers a client may
    /// still have.
    revision: u64,
}

/// A place in a document of a request.
pub struct Cursor {
    pub name: Arc<str>,
    pub offset: usize,
}

impl State {
    pub fn new(settings: Settings, rules: CheckRules, stack: usize, client: Client) -> State {
        let session = new_session(&settings, stack, None);
        State {
            session,
            client,
            documents: FxHashMap::default(),
            discovery: None,
            highlighter: Highlighter::new(),
            settings,
            rules,
            stack,
            revision: 0,
        }
    }

    /// Uses other settings from now on.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.renew_session();
        self.outdate_all();
    }

    /// Returns the rules for a file, which the next check follows.
    pub fn follow_rules(&mut self, path: &Path) -> CheckRules {
        let rules = rules_for(&self.rules, path, &self.settings);
        self.session.analyze().configure(&rules.rules);
        rules
    }

    /// Returns the index.
    pub fn index(&self) -> Option<&Project> {
        self.session.checker().index()
    }

    /// Returns a file of the index.
    pub fn entry(&self, name: &str) -> Option<&FileEntry> {
        self.index()?.file(name)
    }

    /// Returns the syntax tree of a file with code.
    pub fn parse(&self, name: &str) -> Option<(Arc<Source>, std::rc::Rc<Parse>)> {
        self.session.checker().parse(name)
    }

    /// Returns the lines of a file.
    pub fn lines(&self, name: &str) -> Option<Lines<'_>> {
        match self.documents.get(name) {
            Some(document) => Some(document.lines(self.client.encoding)),
            None => Some(Lines::new(self.entry(name)?.source.text(), self.client.encoding)),
        }
    }

    /// Returns an open document.
    pub fn document(&self, uri: &Uri) -> Answer<&Document> {
        let name = name_of(uri);
        self.documents.get(&*name).ok_or_else(|| Failure::invalid(format!("'{name}' is not open")))
    }

    /// Returns the place of a request in an open document.
    pub fn cursor(&self, at: &TextDocumentPositionParams) -> Answer<Cursor> {
        self.cursor_at(&at.text_document.uri, at.position)
    }

    pub fn cursor_at(&self, uri: &Uri, position: Position) -> Answer<Cursor> {
        let document = self.document(uri)?;
        let offset = document.lines(self.client.encoding).offset(position);
        Ok(Cursor { name: document.member.name.clone(), offset })
    }

    /// Converts a place of the index to a location of the protocol.
    pub fn location(&self, name: &str, span: Span) -> Option<Location> {
        Some(Location { uri: self.uri(name)?, range: self.lines(name)?.range(span) })
    }

    /// Returns the address of a file, as the client writes it if it has it open.
    pub fn uri(&self, name: &str) -> Option<Uri> {
        self.documents.get(name).map(|document| document.uri.clone()).or_else(|| uri_of(name))
    }

    /// Returns the file at an address as a member of the environment.
    pub fn member(&self, uri: &Uri) -> Member {
        let known = path_of(uri).and_then(|path| self.discovery.as_ref()?.member_at(&path));
        known.unwrap_or_else(|| other_member(uri))
    }

    /// Opens a document in a language of the editor.
    pub fn open(&mut self, uri: Uri, language: &str, version: i32, text: String) {
        let mut member = self.member(&uri);
        if member.role == FileRole::Other && !is_puppet(&member.path, language) {
            member.role = FileRole::Foreign;
        }
        let name = member.name.clone();
        let mut document = Document::new(uri, member, version, text);
        document.revision = self.revision;
        self.documents.insert(name, document);
    }

    /// Closes a document: its file counts again.
    pub fn close(&mut self, name: &str) -> Option<Document> {
        let document = self.documents.remove(name)?;
        self.revision = self.revision.max(document.revision + 1);
        self.reload(&document.member.path);
        Some(document)
    }

    /// Closes all documents.
    pub fn close_all(&mut self) -> Vec<Document> {
        std::mem::take(&mut self.documents).into_values().collect()
    }

    /// Brings the index up to date with the open documents.
    pub fn settle(&mut self) {
        let (mut has_changed, mut has_old_aliases) = (false, false);
        for document in self.documents.values_mut().filter(|document| !document.is_indexed) {
            document.is_indexed = true;
            let had_types = defines_types(self.session.checker().index(), &document.member.name);
            let is_new = self.session.project().update(&document.member, document.text());
            has_changed |= is_new;
            has_old_aliases |= is_new && had_types;
        }
        if has_old_aliases {
            self.renew_session();
        }
        if has_changed {
            self.outdate_all();
        }
    }

    /// Marks the findings of all documents as out of date.
    pub fn outdate_all(&mut self) {
        self.documents.values_mut().for_each(Document::outdate);
    }

    /// Uses the index of an environment.
    pub fn enter(&mut self, indexed: Indexed) {
        let Indexed { discovery, project } = indexed;
        self.session.project().enter(&discovery);
        self.session.project().set_index(Arc::new(project));
        self.discovery = Some(discovery);
        let open: Vec<(Arc<str>, Uri)> =
            self.documents.iter().map(|(name, document)| (name.clone(), document.uri.clone())).collect();
        for (name, uri) in open {
            let member = self.member(&uri);
            if let Some(document) = self.documents.get_mut(&name) {
                let is_foreign = document.member.role == FileRole::Foreign && member.role == FileRole::Other;
                document.member = Member { role: if is_foreign { FileRole::Foreign } else { member.role }, ..member };
                document.is_indexed = false;
                document.outdate();
            }
        }
    }

    /// Reads a file of the environment again that is not open.
    pub fn reload(&mut self, path: &Path) {
        let name = pprepl_files::slashed(path);
        if self.documents.contains_key(&*name) {
            return;
        }
        let known = self.discovery.as_ref().and_then(|discovery| discovery.member_at(path));
        let member = known.or_else(|| Some(self.entry(&name)?.member.clone()));
        let Some(member) = member else { return };
        let had_types = defines_types(self.index(), &name);
        match self.session.project().text_of(&member) {
            Some(text) => drop(self.session.project().update(&member, text)),
            None => self.session.project().remove(&name),
        }
        if had_types {
            self.renew_session();
        }
        self.outdate_all();
    }

    /// Starts a session with the same index: a session cannot forget a type alias.
    fn renew_session(&mut self) {
        let index = self.index().cloned();
        let mut session = new_session(&self.settings, self.stack, self.discovery.as_ref());
        if let Some(index) = index {
            session.project().set_index(Arc::new(index));
        }
        self.session = session;
    }

    /// Returns the directory of the file's environment or module, if it has one.
    pub fn root_around(path: &Path) -> Option<PathBuf> {
        let is_root = |folder: &&Path| pprepl_project::is_environment(folder) || folder.join("metadata.json").is_file();
        path.ancestors().skip(1).find(is_root).map(Path::to_path_buf)
    }
}

fn new_session(settings: &Settings, stack: usize, discovery: Option<&Discovery>) -> Session {
    let mut session = Session::new(settings.clone(), Box::new(SystemHost::silent().with_stack(stack)));
    match discovery {
        Some(discovery) => session.project().enter(discovery),
        None => session.project().enter_nothing(),
    }
    session
}

fn defines_types(index: Option<&Project>, name: &str) -> bool {
    let entry = index.and_then(|index| index.file(name));
    entry.is_some_and(|entry| entry.index.definitions.iter().any(|one| one.symbol.kind == SymbolKind::Type))
}

/// Returns whether a file without a role is Puppet code: by its ending, or by the language that the editor names.
fn is_puppet(path: &Path, language: &str) -> bool {
    let has_ending = path.extension().is_some_and(|ending| ending == "pp" || ending == "epp");
    has_ending || language.contains("puppet") || language == "epp"
}

/// Returns a file that no environment has.
fn other_member(uri: &Uri) -> Member {
    let name = name_of(uri);
    let path = PathBuf::from(&name);
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
    let role = match &*extension {
        "epp" => FileRole::Template,
        "yaml" | "yml" | "eyaml" => FileRole::Data,
        _ => FileRole::Other,
    };
    Member { path, name: name.into(), role, module: None, expects: "".into() }
}
