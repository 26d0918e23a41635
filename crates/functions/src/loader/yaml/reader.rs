//! Builds nodes from the events of saphyr-parser: anchors and aliases, merge keys, tags. It uses an explicit stack, so
//! that deep nesting uses no machine stack.

use std::borrow::Cow;
use std::rc::Rc;

use base64::Engine;
use rustc_hash::FxHashMap;
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Tag};

use pprepl_budget as budget;
use pprepl_text::Span;
use puppet_pcore::{Hash, Value};

use super::error::DataError;
use super::lenient::Lenient;
use super::node::Node;
use super::node::Parts;
use super::scalar::{self, NotAScalar, Scalar};

/// The maximum number of values with aliases expanded.
const MAX_VALUES: u64 = 10_000_000;

/// The maximum nesting depth of collections.
const MAX_DEPTH: usize = 500;

type Read<T> = Result<T, DataError>;

/// Reads the first document; returns `None` without one. When the budget is exhausted the error is
/// arbitrary: callers poll before they use it.
pub fn read(text: &str) -> Result<Option<Node>, DataError> {
    read_as(text, Mode::Data)
}

/// Reads the first document as Ruby's `YAML.load` does: symbols are their names, and no alias is allowed.
///
/// # Errors
/// The text is not such YAML. When the budget is exhausted the error is arbitrary.
pub fn load(text: &str) -> Result<Value, DataError> {
    Ok(read_as(text, Mode::Load)?.map_or(Value::Undef, |node| node.value))
}

/// The rules for a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Puppet's data: aliases, no symbols.
    Data,
    /// Ruby's `YAML.load`: symbols, no aliases.
    Load,
}

fn read_as(text: &str, mode: Mode) -> Result<Option<Node>, DataError> {
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = plain.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    if lines.next().is_some_and(|line| line == "..." || line.starts_with("... ")) {
        let at = plain.find("...").unwrap_or_default() + text.len() - plain.len();
        return Err(DataError::new(Span::new(at as u32, at as u32 + 3), "the end of a document is before its start"));
    }
    let mut lenient = Lenient::new(plain, text.len() - plain.len());
    loop {
        let mut builder =
            Builder { mode, places: &lenient, open: Vec::new(), anchors: FxHashMap::default(), done: None };
        match builder.document() {
            Ok(()) => {
                let unshared = |node: Rc<Node>| Rc::try_unwrap(node).unwrap_or_else(|shared| (*shared).clone());
                return Ok(builder.done.map(unshared));
            }
            Err(ReadError::Data(fault)) => return Err(*fault),
            Err(ReadError::Scan(error)) => {
                let fault = scan_error(plain, text.len() - plain.len(), lenient.offset(error.marker()), &error);
                if !lenient.repair(&error) {
                    return Err(fault);
                }
            }
        }
    }
}

const SPACES: &str = "indent YAML with spaces, not with tabs";

/// The reason why reading stopped.
enum ReadError {
    Scan(ScanError),
    Data(Box<DataError>),
}

impl From<DataError> for ReadError {
    fn from(fault: DataError) -> ReadError {
        ReadError::Data(Box::new(fault))
    }
}

fn scan_error(text: &str, before: usize, at: u32, error: &ScanError) -> DataError {
    let next = text.get(at as usize - before..).and_then(|rest| rest.chars().next());
    let span = Span::new(at, at + next.map_or(0, char::len_utf8) as u32);
    let info = error.info().replace("while scanning a", "in a");
    let fault = DataError::new(span, format!("invalid YAML: {info}"));
    match next {
        _ if info.contains("tab") => fault.with_help(SPACES),
        Some('%' | '@' | '`') => fault.with_help("quote a string that begins with this character"),
        _ => fault,
    }
}

struct Open {
    span: Span,
    anchor: usize,
    tag: Option<String>,
    parts: OpenParts,
}

enum OpenParts {
    Items(Vec<Rc<Node>>),
    Entries { hash: Hash, entries: Vec<(Span, Rc<Node>)>, key: Option<(Rc<Node>, bool)> },
}

/// The notation of a node, which decides whether it is a merge key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Scalar,
    /// A scalar with the tag for strings.
    TaggedString,
    Sequence,
    Mapping,
    Alias,
}

struct Builder<'t> {
    mode: Mode,
    places: &'t Lenient,
    open: Vec<Open>,
    anchors: FxHashMap<usize, Rc<Node>>,
    done: Option<Rc<Node>>,
}

impl Builder<'_> {
    fn document(&mut self) -> Result<(), ReadError> {
        let mut parser = Parser::new_from_str(self.places.text());
        while self.done.is_none() {
            let Some(event) = parser.next_event() else { break };
            match event.map_err(ReadError::Scan)? {
                (Event::StreamEnd | Event::DocumentEnd, _) => break,
                (event, span) => self.take(event, &span)?,
            }
        }
        match parser.next_event() {
            // A line after a single value that makes it a key is an error of this document.
            Some(Err(error)) if error.info().contains("mapping values") && self.ends_in_line_of(&error) => {
                Err(ReadError::Scan(error))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the document's value ends in the line of an error.
    fn ends_in_line_of(&self, error: &ScanError) -> bool {
        let Some(node) = &self.done else { return false };
        let end = node.span.start + self.places.source(node.span).trim_end().len() as u32;
        let at = self.places.offset(error.marker());
        !self.places.source(Span::new(end.min(at), at)).contains('\n')
    }

    /// Returns whether a collection in brackets is open.
    fn is_in_brackets(&self) -> bool {
        self.open.last().is_some_and(|open| self.places.source(open.span).starts_with(['[', '{']))
    }

    fn take(&mut self, event: Event<'_>, marked: &saphyr_parser::Span) -> Read<()> {
        let span = self.places.span(marked);
        budget::poll().map_err(|_| DataError::new(span, "the reading was ended"))?;
        match event {
            Event::Scalar(text, ..) if !text.is_empty() && self.places.is_after_tab(span) && !self.is_in_brackets() => {
                Err(DataError::new(span, "a tab is before this value").with_help(SPACES))
            }
            Event::Scalar(text, ScalarStyle::Plain, ..) if text.starts_with(':') && self.is_in_brackets() => {
                Err(DataError::new(span, "a value is before its key").with_help(scalar::QUOTE_IT))
            }
            Event::Scalar(text, style, anchor, tag) => {
                let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let cut = if block && self.places.ends_without_line(marked) { text.strip_suffix('\n') } else { None };
                let text = match block && self.open.is_empty() && self.places.is_unindented(span) {
                    true => "",
                    false => cut.unwrap_or(&text),
                };
                self.scalar(text, style, anchor, tag, span)
            }
            Event::Alias(_) if self.mode == Mode::Load => Err(DataError::new(span, "an alias is not allowed here")),
            Event::Alias(anchor) => match self.anchors.get(&anchor).cloned() {
                Some(node) => self.finish(node, Form::Alias, span),
                None => Err(DataError::new(span, "this alias refers to a value that contains it")),
            },
            Event::SequenceStart(anchor, tag) => self.begin(OpenParts::Items(Vec::new()), anchor, tag, span),
            Event::MappingStart(anchor, tag) => {
                self.begin(OpenParts::Entries { hash: Hash::new(), entries: Vec::new(), key: None }, anchor, tag, span)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(span),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, parts: OpenParts, anchor: usize, tag: Option<Cow<'_, Tag>>, span: Span) -> Read<()> {
        if self.open.len() >= MAX_DEPTH {
            return Err(DataError::new(span, format!("collections are nested more than {MAX_DEPTH} levels deep")));
        }
        let tag = tag.map(|tag| name(&tag));
        if let Some(tag) = &tag {
            check_collection(tag, matches!(parts, OpenParts::Items(_)), span)?;
        }
        self.open.push(Open { span, anchor, tag, parts });
        Ok(())
    }

    fn end(&mut self, end: Span) -> Read<()> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let span = Span::new(open.span.start, end.start.max(open.span.end));
        let (mut node, form) = match open.parts {
            OpenParts::Items(items) => (sequence(items, open.tag.as_deref()), Form::Sequence),
            OpenParts::Entries { hash, entries, .. } => {
                let parts = Parts::Entries(entries);
                (Node { value: Value::hash(hash), parts, ..Node::default() }, Form::Mapping)
            }
        };
        node.span = span;
        node.symbol = node.parts.symbol();
        node.weight = node.parts.weight().saturating_add(1);
        if node.weight > MAX_VALUES {
            return Err(DataError::new(span, format!("spelled out, its aliases are more than {MAX_VALUES} values")));
        }
        self.add(node, open.anchor, form, span)
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<Cow<'_, Tag>>,
        span: Span,
    ) -> Read<()> {
        let tag = tag.map(|tag| name(&tag));
        let form = if tag.as_deref() == Some(STR) { Form::TaggedString } else { Form::Scalar };
        let meaning = match &tag {
            Some(tag) => tagged(text, tag),
            None if style == ScalarStyle::Plain => scalar::resolve(text),
            None => Ok(Scalar::Value(Value::str(text))),
        };
        let node = match meaning {
            Ok(Scalar::Value(value)) => Node::plain(value, span),
            Ok(Scalar::Symbol(name)) if name == "default" => Node::plain(Value::Default, span),
            Ok(Scalar::Symbol(name)) if self.mode == Mode::Load && name == "undef" => Node::plain(Value::Undef, span),
            Ok(Scalar::Symbol(name)) => {
                let symbol = Some((name.as_str().into(), span));
                Node { symbol, ..Node::plain(Value::str(name), span) }
            }
            Err(NotAScalar(message, help)) => return Err(DataError::new(span, message).with_help(help)),
        };
        self.add(node, anchor, form, span)
    }

    fn add(&mut self, node: Node, anchor: usize, form: Form, span: Span) -> Read<()> {
        let node = Rc::new(node);
        if anchor != 0 {
            self.anchors.insert(anchor, node.clone());
        }
        self.finish(node, form, span)
    }

    /// Adds a complete node to its parent collection.
    fn finish(&mut self, node: Rc<Node>, form: Form, span: Span) -> Read<()> {
        let Some(open) = self.open.last_mut() else {
            self.done = Some(node);
            return Ok(());
        };
        match &mut open.parts {
            OpenParts::Items(items) => items.push(node),
            OpenParts::Entries { key: key @ None, .. } => {
                // An alias as a key keeps the span of the alias; a symbol becomes its name.
                let value = match &node.value {
                    Value::Default => Value::str("default"),
                    value => value.clone(),
                };
                let node = Rc::new(Node::plain(value, span));
                *key = Some((node, form == Form::TaggedString));
            }
            OpenParts::Entries { hash, entries, key } => {
                if let Some((key, text)) = key.take() {
                    let merged = !text && key.text() == Some("<<") && merge(hash, entries, &node, form);
                    if !merged {
                        put(hash, entries, &key.value, key.span, node);
                    }
                }
            }
        }
        Ok(())
    }
}

const STR: &str = "tag:yaml.org,2002:str";

/// Returns the full name of a tag.
fn name(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

/// Sets a key; an existing one keeps its position.
fn put(hash: &mut Hash, entries: &mut Vec<(Span, Rc<Node>)>, key: &Value, span: Span, node: Rc<Node>) {
    hash.insert(key.clone(), node.value.clone());
    match hash.index_of(key) {
        Some(at) if at < entries.len() => entries[at] = (span, node),
        _ => entries.push((span, node)),
    }
}

/// Handles `<<`: adds the entries of a mapping, or of a list of mappings (earlier ones have precedence). Returns
/// `false` for other values.
fn merge(hash: &mut Hash, entries: &mut Vec<(Span, Rc<Node>)>, node: &Node, form: Form) -> bool {
    let mut take = |node: &Node| {
        for (key, span, value) in node.entries() {
            if budget::is_exhausted() {
                return;
            }
            put(hash, entries, key, span, Rc::new(value.clone()));
        }
    };
    match (form, &node.parts) {
        (Form::Alias | Form::Mapping, Parts::Entries(_)) => take(node),
        (Form::Sequence, Parts::Items(items)) if items.iter().all(|item| item.value.as_hash().is_some()) => {
            items.iter().rev().for_each(|item| take(item));
        }
        _ => return false,
    }
    true
}

fn sequence(items: Vec<Rc<Node>>, tag: Option<&str>) -> Node {
    if matches!(tag, Some("!omap" | "tag:yaml.org,2002:omap")) {
        return ordered(&items);
    }
    let value = Value::array(items.iter().map(|item| item.value.clone()).collect());
    Node { value, parts: Parts::Items(items), ..Node::default() }
}

/// Converts `!!omap`: a list of mappings with one entry each becomes a hash.
fn ordered(items: &[Rc<Node>]) -> Node {
    let (mut hash, mut entries) = (Hash::new(), Vec::new());
    for (key, span, node) in items.iter().flat_map(|item| item.entries()) {
        put(&mut hash, &mut entries, key, span, Rc::new(node.clone()));
    }
    Node { value: Value::hash(hash), parts: Parts::Entries(entries), ..Node::default() }
}

/// Resolves a scalar with a tag.
fn tagged(text: &str, tag: &str) -> Result<Scalar, NotAScalar> {
    match tag {
        STR | "!str" | "!ruby/string" => Ok(Scalar::Value(Value::str(text))),
        "tag:yaml.org,2002:float" | "!float" => scalar::as_float(text).map(Scalar::Value),
        "tag:yaml.org,2002:binary" | "!binary" => binary(text),
        "!ruby/sym" | "!ruby/symbol" => Ok(Scalar::Symbol(text.to_owned())),
        _ if is_ruby_class(tag) => Err(NotAScalar(format!("`{tag}` is a Ruby object, which is never read"), NO_TAG)),
        _ => scalar::resolve(text),
    }
}

const NO_TAG: &str = "write plain data without the tag";

fn is_ruby_class(tag: &str) -> bool {
    const CLASSES: [&str; 9] = [
        "!ruby/object:BigDecimal",
        "!ruby/object:DateTime",
        "!ruby/encoding",
        "!ruby/object:Complex",
        "!ruby/object:Rational",
        "!ruby/class",
        "!ruby/module",
        "!ruby/regexp",
        "!ruby/range",
    ];
    CLASSES.contains(&tag) || ["!str:", "!ruby/string:"].iter().any(|start| tag.starts_with(start))
}

fn check_collection(tag: &str, sequence: bool, span: Span) -> Read<()> {
    let refused = if sequence {
        tag.starts_with("!seq:") || tag.starts_with("!ruby/array:")
    } else {
        let object = tag.starts_with("!ruby/") && tag != "!ruby/object:Hash";
        object || tag.starts_with("!map:") || matches!(tag, "!omap" | "tag:yaml.org,2002:omap") || is_set(tag)
    };
    if refused {
        return Err(DataError::new(span, format!("`{tag}` is a Ruby object, which is never read")).with_help(NO_TAG));
    }
    Ok(())
}

fn is_set(tag: &str) -> bool {
    matches!(tag, "!set" | "tag:yaml.org,2002:set")
}

fn binary(text: &str) -> Result<Scalar, NotAScalar> {
    let plain: String = text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/')).collect();
    let bytes = base64::engine::general_purpose::STANDARD_NO_PAD.decode(plain).unwrap_or_default();
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Scalar::Value(Value::from(text))),
        Err(_) => Err(NotAScalar(
            "these bytes are not valid UTF-8".to_owned(),
            "keep it in base64 and use Binary in the manifest",
        )),
    }
}
