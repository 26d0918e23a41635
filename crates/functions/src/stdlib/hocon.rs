//! Reads HOCON, a superset of JSON: paths as keys, strings without quotes, merged objects and substitutions. Includes are
//! omitted, as the reader of Puppet's module does for text.

use pprepl_budget as budget;
use puppet_pcore::{Hash, Value};

/// The deepest nesting that is read.
const MAX_DEPTH: usize = 200;

/// The reason why a source has no value.
pub(super) enum HoconError {
    /// It is not HOCON: a default replaces it.
    Syntax(String),
    /// It has no meaning.
    Meaning(String),
}

type Read<T> = Result<T, HoconError>;

fn syntax<T>(message: &str) -> Read<T> {
    Err(HoconError::Syntax(message.to_owned()))
}

/// A value before substitutions.
#[derive(Clone, Debug)]
enum Node {
    /// A single value, and its text for a concatenation.
    Single(Value, String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    Substitution {
        path: Vec<String>,
        is_optional: bool,
    },
    Concatenation(Vec<Node>),
}

/// Reads a document. When the budget is exhausted the error is arbitrary: callers poll.
pub(super) fn read(text: &str) -> Read<Value> {
    let mut reader = Reader { letters: text.chars().collect(), at: 0, depth: 0, path: Vec::new() };
    let root = reader.document()?;
    let value = Resolver { root: &root, open: Vec::new() }.value(&root)?;
    Ok(value.unwrap_or_default())
}

struct Reader {
    letters: Vec<char>,
    at: usize,
    depth: usize,
    /// The path to the object that is read.
    path: Vec<String>,
}

const NOT_IN_WORDS: &str = "$\"{}[]:=,+#`^?!@*&\\";

impl Reader {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn starts(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(at, letter)| self.letters.get(self.at + at) == Some(&letter))
    }

    fn eat(&mut self, text: &str) -> bool {
        let eats = self.starts(text);
        self.at += if eats { text.chars().count() } else { 0 };
        eats
    }

    fn is_comment(&self) -> bool {
        self.starts("#") || self.starts("//")
    }

    /// Skips spaces on the line; returns them.
    fn spaces(&mut self) -> String {
        let mut skipped = String::new();
        while let Some(letter) = self.peek().filter(|letter| letter.is_whitespace() && *letter != '\n') {
            skipped.push(letter);
            self.at += 1;
        }
        skipped
    }

    /// Skips spaces, comments and line ends; returns whether there was a line end.
    fn lines(&mut self) -> bool {
        let mut found = false;
        loop {
            self.spaces();
            if self.is_comment() {
                while self.peek().is_some_and(|letter| letter != '\n') {
                    self.at += 1;
                }
            }
            if !self.eat("\n") {
                return found;
            }
            found = true;
        }
    }

    fn document(&mut self) -> Read<Node> {
        self.lines();
        if self.peek() == Some('[') {
            return Err(HoconError::Meaning("the document is a list".to_owned()));
        }
        let root = if self.eat("{") { self.object(Some('}'))? } else { self.object(None)? };
        self.lines();
        if self.peek().is_some() { syntax("there is text after the end of the document") } else { Ok(root) }
    }

    /// Reads entries up to the bracket, or to the end of the text.
    fn object(&mut self, end: Option<char>) -> Read<Node> {
        self.deeper()?;
        let mut entries: Vec<(String, Node)> = Vec::new();
        self.lines();
        while self.peek() != end {
            if budget::is_exhausted() || self.peek().is_none() {
                return syntax("a bracket is not closed");
            }
            self.entry(&mut entries)?;
            let ends = self.lines();
            if !self.eat(",") && !ends && self.peek() != end {
                return syntax("expected a comma or a line end between entries");
            }
            self.lines();
        }
        self.at += usize::from(end.is_some());
        self.depth -= 1;
        Ok(Node::Object(entries))
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { syntax("the data are nested too deep") } else { Ok(()) }
    }

    fn entry(&mut self, entries: &mut Vec<(String, Node)>) -> Read<()> {
        let keys = self.key()?;
        if keys.len() == 1 && keys[0] == "include" && self.peek() == Some('"') {
            return self.quoted().map(drop);
        }
        let depth = self.path.len();
        self.path.extend(keys.iter().cloned());
        self.spaces();
        let adds = self.eat("+=");
        if !adds && !self.eat("=") && !self.eat(":") && self.peek() != Some('{') {
            return syntax("expected '=' after a key");
        }
        self.lines();
        let mut node = self.concatenation()?;
        if adds {
            let own = Node::Substitution { path: self.path.clone(), is_optional: true };
            node = Node::Concatenation(vec![own, Node::List(vec![node])]);
        }
        put(entries, &keys, node, &self.path);
        self.path.truncate(depth);
        Ok(())
    }

    /// Reads a key: a path whose parts are separated by dots outside of quotes.
    fn key(&mut self) -> Read<Vec<String>> {
        let mut keys = vec![String::new()];
        let mut is_quoted = false;
        loop {
            let spaces = self.spaces();
            match self.peek() {
                Some('"') if keys.len() == 1 && keys[0] == "include" => return Ok(keys),
                Some('"') => {
                    let text = self.quoted()?;
                    self.add(&mut keys, &spaces, &text);
                    is_quoted = true;
                }
                Some('.') => {
                    self.at += 1;
                    self.add(&mut keys, &spaces, "");
                    if keys.last().is_some_and(String::is_empty) && !is_quoted {
                        return Err(HoconError::Meaning("a part of a path is empty".to_owned()));
                    }
                    keys.push(String::new());
                    is_quoted = false;
                }
                Some(letter) if is_in_word(letter) && !self.is_comment() => {
                    self.add(&mut keys, &spaces, "");
                    if let Some(last) = keys.last_mut() {
                        last.push(letter);
                    }
                    self.at += 1;
                }
                _ => break,
            }
        }
        match keys.last() {
            Some(last) if last.is_empty() && !is_quoted && keys.len() > 1 => {
                Err(HoconError::Meaning("a path ends with a dot".to_owned()))
            }
            Some(last) if last.is_empty() && !is_quoted => syntax("expected a key"),
            _ => Ok(keys),
        }
    }

    /// Adds text to the last part of a path; spaces count between strings.
    fn add(&self, keys: &mut [String], spaces: &str, text: &str) {
        let is_first = keys.len() == 1 && keys[0].is_empty();
        if let Some(last) = keys.last_mut() {
            if !is_first {
                last.push_str(spaces);
            }
            last.push_str(text);
        }
    }

    /// Reads values up to the end of the line, a comma or a bracket.
    fn concatenation(&mut self) -> Read<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        loop {
            let spaces = self.spaces();
            let is_after = !nodes.is_empty();
            let node = match self.peek() {
                Some('{') => {
                    self.at += 1;
                    self.object(Some('}'))?
                }
                Some('[') => {
                    self.at += 1;
                    self.list()?
                }
                Some('"') => {
                    let text = self.quoted()?;
                    Node::Single(Value::from(text.clone()), text)
                }
                Some('$') => self.substitution()?,
                Some(letter) if is_in_word(letter) && !self.is_comment() => self.word(),
                _ => break,
            };
            if is_after && !spaces.is_empty() {
                nodes.push(Node::Single(Value::from(spaces.clone()), spaces));
            }
            nodes.push(node);
        }
        match nodes.len() {
            0 => syntax("expected a value"),
            1 => Ok(nodes.remove(0)),
            _ => Ok(Node::Concatenation(nodes)),
        }
    }

    fn list(&mut self) -> Read<Node> {
        self.deeper()?;
        let mut items = Vec::new();
        self.lines();
        while self.peek() != Some(']') {
            if budget::is_exhausted() || self.peek().is_none() {
                return syntax("a bracket is not closed");
            }
            items.push(self.concatenation()?);
            let ends = self.lines();
            if !self.eat(",") && !ends && self.peek() != Some(']') {
                return syntax("expected a comma or a line end between elements");
            }
            self.lines();
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Node::List(items))
    }

    fn substitution(&mut self) -> Read<Node> {
        if !self.eat("${") {
            return syntax("'$' begins a substitution '${..}'");
        }
        let is_optional = self.eat("?");
        let path = self.key()?;
        if !self.eat("}") {
            return syntax("a substitution is not closed");
        }
        Ok(Node::Substitution { path, is_optional })
    }

    /// Reads a number, a constant, or a string without quotes.
    fn word(&mut self) -> Node {
        let start = self.at;
        let is_number = self.peek().is_some_and(|letter| letter.is_ascii_digit() || letter == '-');
        while let Some(letter) = self.peek() {
            let in_number = letter.is_ascii_digit() || matches!(letter, 'e' | 'E' | '+' | '-' | '.');
            if is_number && !in_number || !is_number && (!is_in_word(letter) || self.is_comment()) {
                break;
            }
            self.at += 1;
        }
        let text: String = self.letters[start..self.at].iter().collect();
        let value = match text.as_str() {
            "true" => Value::bool(true),
            "false" => Value::bool(false),
            "null" => Value::Undef,
            _ if is_number => number(&text),
            _ => Value::from(text.clone()),
        };
        Node::Single(value, text)
    }

    fn quoted(&mut self) -> Read<String> {
        if self.eat("\"\"\"") {
            let mut text = String::new();
            while !self.starts("\"\"\"") || self.letters.get(self.at + 3) == Some(&'"') {
                let Some(letter) = self.peek() else { return syntax("quotes are not closed") };
                text.push(letter);
                self.at += 1;
            }
            self.at += 3;
            return Ok(text);
        }
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                None | Some('\n') => return syntax("quotes are not closed"),
                Some('\\') => self.at += 2,
                Some('"') => break,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let text: String = self.letters[start..self.at.min(self.letters.len())].iter().collect();
        serde_json::from_str(&text.replace('\t', "\\t")).or_else(|_| syntax("a string has an unknown escape"))
    }
}

fn is_in_word(letter: char) -> bool {
    !letter.is_whitespace() && !NOT_IN_WORDS.contains(letter)
}

/// Returns the number in a string; whole ones are integers.
fn number(text: &str) -> Value {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse::<num_bigint::BigInt>().map_or_else(|_| Value::str(text), Value::from);
    }
    match text.parse::<f64>() {
        Ok(float) if float.fract() == 0.0 && float.abs() < 9e15 => Value::Int(float as i64),
        Ok(float) => Value::float(float),
        Err(_) => Value::str(text),
    }
}

/// Sets the value at a path. Objects are merged, and the newer entries are first; any other value replaces the old.
fn put(entries: &mut Vec<(String, Node)>, keys: &[String], node: Node, path: &[String]) {
    let [key, rest @ ..] = keys else { return };
    let node = match rest {
        [] => node,
        _ => {
            let mut inner = Vec::new();
            put(&mut inner, rest, node, path);
            Node::Object(inner)
        }
    };
    match entries.iter_mut().find(|(known, _)| known == key) {
        Some((_, old)) => {
            let before = std::mem::replace(old, Node::Object(Vec::new()));
            *old = merged(before, node, path);
        }
        None => entries.push((key.clone(), node)),
    }
}

fn merged(old: Node, new: Node, path: &[String]) -> Node {
    match (old, new) {
        (Node::Object(old), Node::Object(mut new)) => {
            for (key, node) in old {
                match new.iter_mut().find(|(known, _)| *known == key) {
                    Some((_, own)) => {
                        let newer = std::mem::replace(own, Node::Object(Vec::new()));
                        *own = merged(node, newer, path);
                    }
                    None => new.push((key, node)),
                }
            }
            Node::Object(new)
        }
        // The value before is the meaning of a substitution of itself.
        (old, Node::Substitution { path: own, .. }) if own == path => old,
        (old, Node::Concatenation(nodes)) => {
            let is_own = |node: &Node| matches!(node, Node::Substitution { path: own, .. } if own == path);
            let nodes = nodes.into_iter().map(|node| if is_own(&node) { old.clone() } else { node });
            Node::Concatenation(nodes.collect())
        }
        (_, new) => new,
    }
}

struct Resolver<'n> {
    root: &'n Node,
    /// The substitutions that are being resolved.
    open: Vec<&'n [String]>,
}

impl<'n> Resolver<'n> {
    /// Returns the value; `None` for an optional substitution without one.
    fn value(&mut self, node: &'n Node) -> Read<Option<Value>> {
        if budget::is_exhausted() {
            return syntax("the reading was ended");
        }
        Ok(match node {
            Node::Single(value, _) => Some(value.clone()),
            Node::List(items) => {
                let mut made = Vec::new();
                for item in items {
                    made.extend(self.value(item)?);
                }
                Some(Value::array(made))
            }
            Node::Object(entries) => {
                let mut hash = Hash::new();
                for (key, node) in entries {
                    if let Some(value) = self.value(node)? {
                        hash.insert(Value::str(key.as_str()), value);
                    }
                }
                Some(Value::hash(hash))
            }
            Node::Substitution { path, is_optional } => self.substituted(path, *is_optional)?,
            Node::Concatenation(nodes) => self.joined(nodes)?,
        })
    }

    fn substituted(&mut self, path: &'n [String], is_optional: bool) -> Read<Option<Value>> {
        if self.open.contains(&path) {
            return if is_optional { Ok(None) } else { syntax("a substitution refers to itself") };
        }
        let found = path.iter().try_fold(self.root, |node, key| match node {
            Node::Object(entries) => entries.iter().find(|(known, _)| known == key).map(|(_, node)| node),
            _ => None,
        });
        match found {
            Some(node) => {
                self.open.push(path);
                let value = self.value(node);
                self.open.pop();
                value
            }
            None if is_optional => Ok(None),
            None => syntax(&format!("nothing has the name `{}`", path.join("."))),
        }
    }

    /// Joins values: lists, objects, or the strings of single values.
    fn joined(&mut self, nodes: &'n [Node]) -> Read<Option<Value>> {
        let mut parts: Vec<(Value, String)> = Vec::new();
        for node in nodes {
            let text = match node {
                Node::Single(_, text) => Some(text.clone()),
                _ => None,
            };
            if let Some(value) = self.value(node)? {
                let text = text.unwrap_or_else(|| super::super::ruby::to_s(&value));
                parts.push((value, text));
            }
        }
        let is_collection = |value: &Value| matches!(value, Value::Array(_) | Value::Hash(_));
        if !parts.iter().any(|(value, _)| is_collection(value)) {
            let text: String = parts.iter().map(|(_, text)| text.as_str()).collect();
            return Ok(match parts.as_slice() {
                [] => None,
                [(value, _)] => Some(value.clone()),
                _ => Some(Value::from(text)),
            });
        }
        let mut parts = parts.into_iter().filter(|(_, text)| !text.trim().is_empty()).map(|(value, _)| value);
        let first = parts.next().unwrap_or_default();
        parts
            .try_fold(first, |all, value| match (all, value) {
                (Value::Array(all), Value::Array(more)) => {
                    Ok(Value::array(all.items.iter().chain(&more.items).cloned().collect()))
                }
                (Value::Hash(all), Value::Hash(more)) => {
                    let mut newer = (*more).clone();
                    for (key, value) in all.iter().filter(|(key, _)| !more.contains_key(key)) {
                        newer.insert(key.clone(), value.clone());
                    }
                    Ok(Value::hash(newer))
                }
                _ => Err(HoconError::Meaning(
                    "a list or an object cannot be joined with another kind of value".to_owned(),
                )),
            })
            .map(Some)
    }
}
