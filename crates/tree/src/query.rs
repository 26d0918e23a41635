//! Search by structure: a query of tree-sitter over the syntax tree of a source, as written by a user.

use std::fmt;
use std::ops::Range;

use tree_sitter::{Language, Query, QueryCursor, QueryErrorKind, StreamingIterator};

use super::dialect::{Dialect, parser};
use pprepl_text::suggest;

/// The capture that names the part to find.
const MATCH: &str = "match";

/// The maximum number of matches in one source.
const MAX_MATCHES: usize = 10_000;

/// The maximum number of matches that a query has in progress.
const MAX_PROGRESS: u32 = 10_000;

/// A query of the syntax tree, ready to search with.
#[derive(Debug)]
pub struct StructureQuery {
    query: Query,
    /// The index of the capture `@match`; without it, the first capture of each match counts.
    capture: Option<u32>,
}

/// Why a query cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StructureQueryError {
    /// The syntax tree has no node of this kind; with the nearest known kind.
    UnknownNode(String, Option<String>),
    /// The syntax tree has no field of this name; with the nearest known field.
    UnknownField(String, Option<String>),
    /// The pattern is incomplete or invalid at this column, counted from 1.
    Syntax(usize),
    /// No source can have this structure at this column, counted from 1.
    Impossible(usize),
    /// Another error, in tree-sitter's words.
    Other(String),
}

impl fmt::Display for StructureQueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unknown = |f: &mut fmt::Formatter<'_>, kind: &str, name: &str, near: Option<&str>| match near {
            Some(near) => write!(f, "unknown {kind} `{name}`, did you mean `{near}`?"),
            None => write!(f, "unknown {kind} `{name}`; the Tree pane shows the names"),
        };
        match self {
            StructureQueryError::UnknownNode(name, near) => unknown(f, "node", name, near.as_deref()),
            StructureQueryError::UnknownField(name, near) => unknown(f, "field", name, near.as_deref()),
            StructureQueryError::Syntax(column) => {
                write!(f, "expected a pattern such as (function_call) or (variable), stopped at column {column}")
            }
            StructureQueryError::Impossible(column) => write!(f, "nothing has this structure, see column {column}"),
            StructureQueryError::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StructureQueryError {}

impl StructureQuery {
    /// Compiles a query. A query without captures finds the nodes of its pattern; a name alone is the pattern of its
    /// nodes.
    pub fn new(source: &str) -> Result<StructureQuery, StructureQueryError> {
        let source = source.trim();
        let is_name = !source.is_empty() && source.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        let source = if is_name { format!("({source})") } else { source.to_owned() };
        let mut query = compiled(&source)?;
        if query.capture_names().is_empty() {
            query = compiled(&format!("{source} @{MATCH}"))?;
        }
        let capture = query.capture_index_for_name(MATCH);
        Ok(StructureQuery { query, capture })
    }

    /// Returns the byte ranges of the matches in a source, in order.
    pub fn matches(&self, text: &str) -> Vec<Range<usize>> {
        let Some(tree) = parser().and_then(|mut parser| parser.parse(text, None)) else { return Vec::new() };
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MAX_PROGRESS);
        let mut matches = cursor.matches(&self.query, tree.root_node(), text.as_bytes());
        let mut found: Vec<Range<usize>> = Vec::new();
        while let Some(one) = matches.next() {
            if found.len() >= MAX_MATCHES || pprepl_budget::poll().is_err() {
                break;
            }
            let mut captures = one.captures().iter();
            let node = match self.capture {
                Some(index) => captures.find(|capture| capture.index == index),
                None => captures.next(),
            };
            found.extend(node.map(|capture| capture.node.byte_range()));
        }
        found.sort_by_key(|range| (range.start, range.end));
        found.dedup();
        found
    }
}

fn compiled(source: &str) -> Result<Query, StructureQueryError> {
    let language = Dialect::Puppet.language();
    let result = Query::new(&language, source);
    result.map_err(|error| error_of(&language, error.kind, error.column + 1, error.message))
}

/// Describes the error of a query at a column, counted from 1.
fn error_of(language: &Language, kind: QueryErrorKind, column: usize, message: String) -> StructureQueryError {
    // The library quotes names.
    let name = message.trim_matches('"').to_owned();
    match kind {
        QueryErrorKind::NodeType => {
            let kinds = (0..language.node_kind_count()).filter_map(|id| u16::try_from(id).ok());
            let named = kinds.filter(|id| language.node_kind_is_named(*id) && language.node_kind_is_visible(*id));
            let near = suggest::nearest(&name, named.filter_map(|id| language.node_kind_for_id(id)));
            StructureQueryError::UnknownNode(name, near.map(str::to_owned))
        }
        QueryErrorKind::Field => {
            let fields = (1..=language.field_count()).filter_map(|id| u16::try_from(id).ok());
            let near = suggest::nearest(&name, fields.filter_map(|id| language.field_name_for_id(id)));
            StructureQueryError::UnknownField(name, near.map(str::to_owned))
        }
        QueryErrorKind::Syntax => StructureQueryError::Syntax(column),
        QueryErrorKind::Structure => StructureQueryError::Impossible(column),
        QueryErrorKind::Capture | QueryErrorKind::Predicate | QueryErrorKind::Language => {
            StructureQueryError::Other(name)
        }
    }
}
