//! A file of the index: its member, its source and its index; and the parse that a reader may keep.

use std::sync::Arc;

use pprepl_text::{Diagnostic, Source, Span};
use puppet_functions::loader::yaml::{self, DataError, Node};
use puppet_syntax::{LexOptions, Parsed, parse};

use super::data::index_data;
use super::declared::{Declared, Opened, Opening};
use super::definition::Definition;
use super::file_index::FileIndex;
use super::manifest::index_manifest;
use super::member::{FileRole, Member};
use super::symbol::{Symbol, SymbolKind};

/// A file with its source and its index.
#[derive(Clone, Debug)]
pub struct FileEntry {
    pub member: Member,
    pub source: Arc<Source>,
    pub index: FileIndex,
}

impl FileEntry {
    /// Returns whether other files see the same definitions in both.
    pub fn has_interface_of(&self, other: &FileEntry) -> bool {
        let key = |one: &Definition| (one.symbol.clone(), one.interface);
        let all = |entry: &FileEntry| entry.index.definitions.iter().map(key).collect::<Vec<_>>();
        all(self) == all(other)
    }
}

impl PartialEq for FileEntry {
    fn eq(&self, other: &FileEntry) -> bool {
        self.member == other.member && self.source.text() == other.source.text() && self.index == other.index
    }
}

/// The parse of a file. It belongs to one thread.
pub enum Parse {
    Code(Box<Parsed>),
    /// The root of a data file; `None` when it is empty.
    Data(Result<Option<Node>, DataError>),
    /// A file known by its path.
    Path,
}

/// Reads a file's text into an entry of the index, and returns the parse too. The name of the file decides whether it is a
/// manifest, a template or a plan.
pub fn index(member: &Member, text: impl Into<Arc<str>>, options: LexOptions) -> (FileEntry, Parse) {
    let source = Source::new(&*member.name, text);
    let (index, parse) = match member.role {
        FileRole::Data => data(&source),
        FileRole::DataConfig | FileRole::Foreign => (FileIndex::default(), Parse::Path),
        FileRole::RubyFunction => {
            let index = named_by_path(SymbolKind::Function, member);
            (FileIndex { declared: declared_by_ruby(&member.expects, source.text()), ..index }, Parse::Path)
        }
        FileRole::RubyType => (named_by_path(SymbolKind::ResourceType, member), Parse::Path),
        FileRole::SiteManifest
        | FileRole::Manifest
        | FileRole::Function
        | FileRole::TypeAlias
        | FileRole::Plan
        | FileRole::Template
        | FileRole::Other => {
            let parsed = parse(source.text(), options.for_file(&member.name));
            let is_partial = parsed.diagnostics.iter().any(Diagnostic::is_error);
            let index = FileIndex { is_partial, ..index_manifest(&parsed.program, source.text()) };
            (index, Parse::Code(Box::new(parsed)))
        }
    };
    (FileEntry { member: member.clone(), source, index }, parse)
}

fn data(source: &Source) -> (FileIndex, Parse) {
    // JSON is read as YAML too: its nodes then have their places.
    let read = yaml::read(source.text());
    let index = match &read {
        Ok(Some(root)) => index_data(root, source.text()),
        Ok(None) => FileIndex::default(),
        Err(error) => {
            let complete = complete_entries(source.text(), error);
            let index = complete.map_or_else(FileIndex::default, |root| index_data(&root, source.text()));
            FileIndex { is_partial: true, ..index }
        }
    };
    (index, Parse::Data(read))
}

/// The number of entries before an error that may have it.
const MAX_ENTRIES: usize = 3;

/// Returns the entries of a data file before the one with an error.
fn complete_entries(text: &str, error: &DataError) -> Option<Node> {
    let before = text.get(..error.span.start as usize)?;
    let is_entry = |line: &str| line.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '\'' | '"'));
    let mut start = before.len();
    let starts = before.split_inclusive('\n').rev().filter_map(|line| {
        start -= line.len();
        is_entry(line).then_some(start)
    });
    // The error may be found in an entry after the one that has it.
    starts.take(MAX_ENTRIES).find_map(|start| yaml::read(&text[..start]).ok()?)
}

/// How the code of a Ruby function declares resources and classes.
const RUBY_DECLARATIONS: [&str; 10] = [
    "create_resources(",
    "create_resources'",
    "create_resources\"",
    "create_resources,",
    "ensure_resource",
    "ensure_packages",
    "add_resource",
    "Resource.new",
    "evaluate_classes",
    "function_include",
];

/// The Ruby functions whose calls the index understands.
const KNOWN_FUNCTIONS: [&str; 4] =
    ["ensure_packages", "ensure_resource", "ensure_resources", "stdlib::ensure_packages"];

/// Returns what a function in Ruby declares: anything, if its code has a call that declares.
fn declared_by_ruby(name: &str, text: &str) -> Declared {
    let is_code = |line: &&str| !line.trim_start().starts_with('#');
    let calls = |line: &str| RUBY_DECLARATIONS.iter().any(|call| line.contains(call));
    let declares = !KNOWN_FUNCTIONS.contains(&name) && text.lines().filter(is_code).any(calls);
    let opening = declares.then_some(Opening { opened: Opened::Anything, inside: Some(0) });
    Declared { openings: opening.into_iter().collect(), ..Declared::default() }
}

fn named_by_path(kind: SymbolKind, member: &Member) -> FileIndex {
    let definition = Definition {
        symbol: Symbol::new(kind, &member.expects),
        name: Span::default(),
        extent: Span::default(),
        parameters: Vec::new(),
        interface: 0,
    };
    FileIndex { definitions: vec![definition], ..FileIndex::default() }
}
