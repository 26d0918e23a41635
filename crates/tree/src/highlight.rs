//! Captures of the highlight query (`keyword`, `string.escape`) for each part of a source: spans without colors.
//!
//! An independent source (a prompt's input, a result) goes through tree-sitter-highlight, which also handles Puppet
//! in heredocs; it is parsed entirely each time. A document keeps its tree, and the query runs statement by
//! statement, only over statements in view: a query from the root of a long source costs more than all other work
//! together. Queries are compiled on first use, not at start, and once for all highlighters.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::LazyLock;

use tree_sitter::{Node, Query, QueryCursor, StreamingIterator};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent};
use tree_sitter_puppet::{HIGHLIGHTS_QUERY, HIGHLIGHTS_QUERY_EPP};

use super::capture::{Capture, Highlight};
use super::{Dialect, Document};
use pprepl_text::Span;
use pprepl_text::theme::Role;

/// The capture names of the highlight query.
pub const CAPTURES: &[Role] = &[
    Role::Attribute,
    Role::Boolean,
    Role::Comment,
    Role::ConstantBuiltin,
    Role::Embedded,
    Role::Function,
    Role::FunctionBuiltin,
    Role::FunctionCall,
    Role::FunctionMethod,
    Role::Keyword,
    Role::KeywordOperator,
    Role::Label,
    Role::Number,
    Role::Operator,
    Role::Property,
    Role::PunctuationBracket,
    Role::PunctuationDelimiter,
    Role::PunctuationSpecial,
    Role::String,
    Role::StringEscape,
    Role::StringHeredoc,
    Role::StringRegexp,
    Role::StringSpecial,
    Role::Type,
    Role::TypeDefinition,
    Role::Variable,
    Role::VariableBuiltin,
    Role::VariableParameter,
];

/// A highlighter of sources and documents. Its creation costs nothing; the first use in a process compiles a query.
#[derive(Default)]
pub struct Highlighter {
    engine: OnceCell<tree_sitter_highlight::Highlighter>,
    cursor: OnceCell<QueryCursor>,
    is_deferred: bool,
}

/// The compiled queries, each compiled on first use.
struct Queries {
    /// For sources without heredocs. The query that looks into heredocs costs as much to compile as the rest.
    plain: LazyLock<Option<HighlightConfiguration>>,
    injecting: LazyLock<Option<HighlightConfiguration>>,
    template: LazyLock<Option<HighlightConfiguration>>,
    document: LazyLock<Option<DocumentQuery>>,
    template_document: LazyLock<Option<DocumentQuery>>,
}

impl Queries {
    const fn new() -> Queries {
        Queries {
            plain: LazyLock::new(|| configuration(Dialect::Puppet, false)),
            injecting: LazyLock::new(|| configuration(Dialect::Puppet, true)),
            template: LazyLock::new(|| configuration(Dialect::Template, true)),
            document: LazyLock::new(|| DocumentQuery::new(Dialect::Puppet)),
            template_document: LazyLock::new(|| DocumentQuery::new(Dialect::Template)),
        }
    }
}

/// Returns the queries of the process.
#[cfg(not(target_family = "wasm"))]
fn queries() -> &'static Queries {
    static QUERIES: Queries = Queries::new();
    &QUERIES
}

/// Returns the queries of the thread: tree-sitter shares no language between threads of WebAssembly.
#[cfg(target_family = "wasm")]
fn queries() -> &'static Queries {
    thread_local! {
        static QUERIES: &'static Queries = Box::leak(Box::new(Queries::new()));
    }
    QUERIES.with(|queries| *queries)
}

/// The query for documents, with the roles of its captures.
struct DocumentQuery {
    query: Query,
    roles: Vec<Option<Role>>,
}

impl Highlighter {
    /// Creates a highlighter without compiled queries.
    pub fn new() -> Highlighter {
        Highlighter::default()
    }

    /// Defers the compilation of queries, or ends that. Meanwhile nothing has highlights, and nothing should be cached.
    pub fn defer(&mut self, is_deferred: bool) {
        self.is_deferred = is_deferred;
    }

    /// Returns whether sources have no highlights yet.
    pub fn is_deferred(&self) -> bool {
        self.is_deferred
    }

    /// Returns the highlights of a source: in order, without overlaps; adjacent ones of the same capture are
    /// merged.
    pub fn text(&mut self, text: &str) -> Vec<Highlight> {
        self.text_in(Dialect::Puppet, text)
    }

    /// Returns the highlights of a source in this dialect; the literal text of a template has none.
    pub fn text_in(&mut self, dialect: Dialect, text: &str) -> Vec<Highlight> {
        if self.is_deferred {
            return Vec::new();
        }
        self.engine.get_or_init(tree_sitter_highlight::Highlighter::new);
        let queries = queries();
        let main = match dialect {
            Dialect::Template => &queries.template,
            Dialect::Puppet if text.contains("@(") => &queries.injecting,
            Dialect::Puppet => &queries.plain,
        };
        let Some(main) = &**main else { return Vec::new() };
        let injected = |language: &str| match language {
            "pp" | "puppet" => queries.injecting.as_ref(),
            "epp" => queries.template.as_ref(),
            _ => None,
        };
        let Some(engine) = self.engine.get_mut() else { return Vec::new() };
        let Ok(events) = engine.highlight(main, text.as_bytes(), None, None, injected) else {
            return Vec::new();
        };
        painted(events)
    }

    /// Returns the highlights in the visible part of a document. A stale document returns those of the old tree.
    pub fn visible(&mut self, document: &Document, view: Range<usize>) -> Vec<Highlight> {
        if self.is_deferred {
            return Vec::new();
        }
        self.cursor.get_or_init(QueryCursor::new);
        let query = match document.dialect() {
            Dialect::Puppet => &queries().document,
            Dialect::Template => &queries().template_document,
        };
        let Some(query) = &**query else { return Vec::new() };
        let (Some(cursor), Some(root)) = (self.cursor.get_mut(), document.root()) else { return Vec::new() };
        let text = document.text();
        let view = view.start..view.end.min(text.len());
        document.colors.again();
        let mut spans = Spans::default();
        let mut is_sound = true;
        statements(root, &view, |node| {
            let own = node.byte_range();
            let mut search = Search { query, cursor, text: text.as_bytes(), view: view.clone(), found: Vec::new() };
            let Some(statement) = text.get(own.clone()).filter(|_| view.start <= own.start && own.end <= view.end)
            else {
                search.node(node);
                return spans.extend(&search.flatten(), 0);
            };
            // A statement entirely in view has the same colors at any position.
            search.view = own.clone();
            let ask = || {
                if node.has_error() && own.len() > MAX_LINEAR {
                    // Between two broken versions there may be a valid one: the cached parts survive it.
                    if std::mem::take(&mut is_sound) {
                        document.pieces.again();
                    }
                    search.pieces(node, document)
                } else {
                    search.node(node)
                }
                from_start(search.flatten(), own.start as u32)
            };
            document.colors.recall(statement, node, ask, |found| spans.extend(found, own.start as u32));
        });
        spans.0
    }
}

/// Visits the top-level nodes that are in view.
fn statements<'t>(root: Node<'t>, view: &Range<usize>, mut visit: impl FnMut(Node<'t>)) {
    let mut walk = root.walk();
    if walk.goto_first_child_for_byte(view.start).is_none() {
        return;
    }
    while walk.node().start_byte() < view.end {
        if walk.node().end_byte() > view.start {
            visit(walk.node());
        }
        if !walk.goto_next_sibling() {
            return;
        }
    }
}

/// Makes the offsets of the highlights relative to `start`.
fn from_start(mut found: Vec<Highlight>, start: u32) -> Vec<Highlight> {
    for Highlight { span, .. } in &mut found {
        *span = Span::new(span.start.saturating_sub(start), span.end.saturating_sub(start));
    }
    found
}

/// Converts the events to spans, each with its innermost capture.
fn painted(events: impl Iterator<Item = Result<HighlightEvent, tree_sitter_highlight::Error>>) -> Vec<Highlight> {
    let (mut spans, mut open) = (Spans::default(), Vec::new());
    for event in events {
        match event {
            Ok(HighlightEvent::HighlightStart(highlight)) => open.push(highlight.0),
            Ok(HighlightEvent::HighlightEnd) => drop(open.pop()),
            Ok(HighlightEvent::Source { start, end }) => {
                let capture = open.last().and_then(|&index| CAPTURES.get(index));
                spans.push(start, end, capture.copied());
            }
            Err(_) => break,
        }
    }
    spans.0
}

fn highlights_query(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Puppet => HIGHLIGHTS_QUERY,
        Dialect::Template => HIGHLIGHTS_QUERY_EPP,
    }
}

/// The heredocs in the languages that have a grammar here. The grammar's own query has all languages, which take
/// milliseconds to compile.
const INJECTIONS: &str = r#"
((heredoc_body language: "epp" part: (heredoc_text) @injection.content)
  (#set! injection.language "epp") (#set! injection.combined))
((heredoc_body language: "puppet" part: (heredoc_text) @injection.content)
  (#set! injection.language "puppet") (#set! injection.combined))
"#;

fn configuration(dialect: Dialect, injects: bool) -> Option<HighlightConfiguration> {
    let name = match dialect {
        Dialect::Puppet => "puppet",
        Dialect::Template => "epp",
    };
    let injections = if injects { INJECTIONS } else { "" };
    let highlights = highlights_query(dialect);
    let mut configuration = HighlightConfiguration::new(dialect.language(), name, highlights, injections, "").ok()?;
    let names: Vec<&str> = CAPTURES.iter().map(|capture| capture.as_str()).collect();
    configuration.configure(&names);
    Some(configuration)
}

impl DocumentQuery {
    fn new(dialect: Dialect) -> Option<DocumentQuery> {
        let query = Query::new(&dialect.language(), highlights_query(dialect)).ok()?;
        let known = |name: &&str| CAPTURES.iter().copied().find(|capture| capture.as_str() == *name);
        let roles = query.capture_names().iter().map(known).collect();
        Some(DocumentQuery { query, roles })
    }
}

/// The size in bytes above which a node with an error is queried part by part: it has swallowed the statements
/// after an incomplete one.
const MAX_LINEAR: usize = 256;

/// The size in bytes above which a node is queried part by part unless it is entirely in view.
const LARGE: usize = 4096;

struct Search<'a> {
    query: &'a DocumentQuery,
    cursor: &'a mut QueryCursor,
    text: &'a [u8],
    view: Range<usize>,
    found: Vec<Capture>,
}

impl Search<'_> {
    fn is_in_view(&self, node: Node) -> bool {
        node.start_byte() < self.view.end && node.end_byte() > self.view.start
    }

    /// Queries the children in view.
    fn children(&mut self, parent: Node) {
        let mut walk = parent.walk();
        if walk.goto_first_child_for_byte(self.view.start).is_none() {
            return;
        }
        loop {
            let child = walk.node();
            if child.start_byte() >= self.view.end {
                return;
            }
            if self.is_in_view(child) {
                self.node(child);
            }
            if !walk.goto_next_sibling() {
                return;
            }
        }
    }

    /// Queries a node with all its descendants. A large node that is partly out of view is queried alone, followed
    /// by its children.
    fn node(&mut self, node: Node) {
        let inside = node.start_byte() >= self.view.start && node.end_byte() <= self.view.end;
        if inside || node.end_byte() - node.start_byte() <= LARGE {
            self.ask(node, None);
        } else {
            self.ask(node, Some(0));
            self.children(node);
        }
    }

    /// Queries a node with an error: itself, and each of its valid parts that is not cached.
    fn pieces(&mut self, node: Node, document: &Document) {
        self.ask(node, Some(1));
        let mut walk = node.walk();
        // The query of the parent included nodes without children.
        for child in node.children(&mut walk).filter(|child| child.descendant_count() > 1) {
            let span = child.byte_range();
            let Some(text) = document.text().get(span.clone()) else { continue };
            if child.has_error() {
                self.pieces(child, document);
                continue;
            }
            let mut found = std::mem::take(&mut self.found);
            let ask = || {
                self.ask(child, None);
                let own = self.found.iter().map(|found| found.moved(0, span.start));
                own.collect::<Vec<Capture>>()
            };
            document.pieces.recall(text, child, ask, |known| {
                found.extend(known.iter().map(|found| found.moved(span.start, 0)));
            });
            self.found = found;
        }
    }

    fn ask(&mut self, node: Node, depth: Option<u32>) {
        self.cursor.set_byte_range(self.view.clone());
        self.cursor.set_max_start_depth(depth);
        let mut matches = self.cursor.matches(&self.query.query, node, self.text);
        while let Some(found) = matches.next() {
            for capture in found.captures() {
                let Some(&Some(role)) = self.query.roles.get(capture.index as usize) else { continue };
                let (start, end) = (capture.node.start_byte(), capture.node.end_byte());
                self.found.push(Capture { start, end, pattern: found.pattern_index, capture: role });
            }
        }
    }

    /// Returns the innermost capture of every byte in view; of several on one node, the last pattern wins.
    fn flatten(mut self) -> Vec<Highlight> {
        self.found.sort_by(|a, b| (a.start, b.end, a.pattern).cmp(&(b.start, a.end, b.pattern)));
        let (mut spans, mut open) = (Spans::default(), Vec::<(usize, Role)>::new());
        let mut at = self.view.start;
        for found in &self.found {
            at = close(&mut spans, &mut open, at, found.start);
            spans.push(at, found.start, open.last().map(|&(_, capture)| capture));
            at = at.max(found.start);
            open.push((found.end, found.capture));
        }
        close(&mut spans, &mut open, at, usize::MAX);
        let view = self.view;
        spans.0.retain_mut(|highlight| {
            highlight.span.start = highlight.span.start.max(view.start as u32);
            highlight.span.end = highlight.span.end.min(view.end as u32);
            highlight.span.start < highlight.span.end
        });
        spans.0
    }
}

/// Closes the open captures that end up to `until`; returns the position reached.
fn close(spans: &mut Spans, open: &mut Vec<(usize, Role)>, mut at: usize, until: usize) -> usize {
    while let Some(&(end, capture)) = open.last() {
        if end > until {
            break;
        }
        spans.push(at, end, Some(capture));
        at = at.max(end);
        open.pop();
    }
    at
}

/// Highlights in order.
#[derive(Default)]
struct Spans(Vec<Highlight>);

impl Spans {
    /// Appends highlights, shifted by `by` bytes.
    fn extend(&mut self, found: &[Highlight], by: u32) {
        for highlight in found {
            let span = highlight.span;
            self.push((span.start + by) as usize, (span.end + by) as usize, Some(highlight.capture));
        }
    }

    /// Appends a span; extends the last one when that ends here with the same capture.
    fn push(&mut self, start: usize, end: usize, capture: Option<Role>) {
        let Some(capture) = capture.filter(|_| start < end) else { return };
        let span = Span::new(start as u32, end as u32);
        match self.0.last_mut() {
            Some(last) if last.capture == capture && last.span.end == span.start => last.span.end = span.end,
            _ => self.0.push(Highlight { span, capture }),
        }
    }
}
