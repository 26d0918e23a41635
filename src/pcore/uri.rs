//! URIs: taken apart, put together, merged.

use std::rc::Rc;

use super::{Answer, Hash, Issue, Uri, Value};

/// The parts of a URI. A part that is missing differs from an empty one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// `http`, in lower case
    pub scheme: Option<String>,
    /// `user:password`
    pub userinfo: Option<String>,
    /// The host.
    pub host: Option<String>,
    /// The port, when it was written.
    pub port: Option<u32>,
    /// The path, maybe empty.
    pub path: String,
    /// After `?`.
    pub query: Option<String>,
    /// After `#`.
    pub fragment: Option<String>,
    /// What follows the scheme of a URI without a hierarchy (`mailto:a@b`).
    pub opaque: Option<String>,
}

/// The schemes with a port of their own.
const PORTS: [(&str, u32); 7] =
    [("http", 80), ("https", 443), ("ftp", 21), ("ldap", 389), ("ldaps", 636), ("ws", 80), ("wss", 443)];

fn default_port(scheme: Option<&str>) -> Option<u32> {
    PORTS.into_iter().find(|(name, _)| Some(*name) == scheme).map(|(_, port)| port)
}

/// Reads a URI.
pub fn parse(text: &str) -> Answer<Value> {
    Ok(value(&parse_parts(text)?))
}

/// The value of these parts.
pub fn value(parts: &Parts) -> Value {
    Value::Uri(Rc::new(Uri { text: parts.to_text().into() }))
}

/// Takes a URI apart.
pub fn parse_parts(text: &str) -> Answer<Parts> {
    if !is_wellformed(text) {
        return Err(Issue::runtime(format!("'{text}' is not a URI")));
    }
    let (rest, fragment) = split_off(text, '#');
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme.to_ascii_lowercase()), rest),
        _ => (None, rest),
    };
    let mut parts = Parts { scheme, fragment, ..Parts::default() };
    if parts.scheme.is_some() && !rest.starts_with('/') && !rest.is_empty() && !rest.starts_with('?') {
        parts.opaque = Some(rest.to_owned());
        return Ok(parts);
    }
    let (rest, query) = split_off(rest, '?');
    parts.query = query;
    match rest.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            parts.path = path.to_owned();
            parts.set_authority(authority).ok_or_else(|| Issue::runtime(format!("'{text}' is not a URI")))?;
        }
        None => parts.path = rest.to_owned(),
    }
    Ok(parts)
}

fn split_off(text: &str, mark: char) -> (&str, Option<String>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after.to_owned())),
        None => (text, None),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Only the characters of RFC 3986, `%` before two hexadecimal digits, one `#`.
fn is_wellformed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    let good = |(at, byte): (usize, &u8)| match byte {
        b'%' => is_hex(at + 1) && is_hex(at + 2),
        b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => false,
        byte => byte.is_ascii_graphic(),
    };
    bytes.iter().enumerate().all(good) && bytes.iter().filter(|byte| **byte == b'#').count() <= 1
}

impl Parts {
    fn set_authority(&mut self, authority: &str) -> Option<()> {
        let host_port = match authority.rsplit_once('@') {
            Some((userinfo, rest)) => {
                self.userinfo = Some(userinfo.to_owned());
                rest
            }
            None => authority,
        };
        let port_at = host_port.rfind(':').filter(|at| !host_port[*at..].contains(']'));
        let (host, port) = host_port.split_at(port_at.unwrap_or(host_port.len()));
        self.host = Some(host.to_owned());
        if port.len() > 1 {
            self.port = Some(port[1..].parse().ok()?);
        }
        Some(())
    }

    /// As it is printed: without the port that belongs to the scheme.
    pub fn to_text(&self) -> String {
        let mut text = self.scheme.as_ref().map_or_else(String::new, |scheme| format!("{scheme}:"));
        if let Some(opaque) = &self.opaque {
            text.push_str(opaque);
        } else {
            if let Some(host) = &self.host {
                text.push_str("//");
                if let Some(userinfo) = &self.userinfo {
                    text.push_str(&format!("{userinfo}@"));
                }
                text.push_str(host);
                if let Some(port) = self.port.filter(|port| default_port(self.scheme.as_deref()) != Some(*port)) {
                    text.push_str(&format!(":{port}"));
                }
            }
            text.push_str(&self.path);
            if let Some(query) = &self.query {
                text.push_str(&format!("?{query}"));
            }
        }
        if let Some(fragment) = &self.fragment {
            text.push_str(&format!("#{fragment}"));
        }
        text
    }

    /// From a hash of parts, as `URI({...})` takes it.
    pub fn from_hash(hash: &Hash) -> Answer<Parts> {
        let part = |name: &str| hash.get_str(name).and_then(Value::as_str).map(str::to_owned);
        let parts = Parts {
            scheme: part("scheme").map(|scheme| scheme.to_ascii_lowercase()),
            userinfo: part("userinfo"),
            host: part("host"),
            port: match hash.get_str("port") {
                Some(Value::Int(port)) => u32::try_from(*port).ok(),
                _ => None,
            },
            path: part("path").unwrap_or_default(),
            query: part("query"),
            fragment: part("fragment"),
            opaque: part("opaque"),
        };
        if parts.host.is_some() && !parts.path.is_empty() && !parts.path.starts_with('/') {
            return Err(Issue::runtime(format!("'{}' is not an absolute path", parts.path)));
        }
        Ok(parts)
    }

    /// The port: the one written, else the scheme's own.
    pub fn effective_port(&self) -> Option<u32> {
        self.port.or_else(|| default_port(self.scheme.as_deref()))
    }

    /// The parts as the parameters of a `URI[...]` type.
    pub fn to_hash(&self) -> Hash {
        let port = self
            .effective_port()
            .filter(|port| !matches!((self.scheme.as_deref(), port), (Some("http"), 80) | (Some("https"), 443)));
        let host = self.host.as_deref().filter(|host| !host.is_empty()).map(str::to_lowercase);
        let path = Some(self.path.clone()).filter(|path| !path.is_empty() && self.opaque.is_none());
        let entries = [
            ("scheme", self.scheme.clone()),
            ("userinfo", self.userinfo.clone()),
            ("host", host),
            ("port", port.map(|port| port.to_string())),
            ("path", path),
            ("query", self.query.clone()),
            ("fragment", self.fragment.clone()),
            ("opaque", self.opaque.clone()),
        ];
        let present = |(name, part): (&str, Option<String>)| part.map(|part| (Value::str(name), Value::from(part)));
        entries.into_iter().filter_map(present).collect()
    }

    /// With the differences taken out that do not count.
    fn normal(mut self) -> Parts {
        self.host = self.host.map(|host| host.to_ascii_lowercase());
        self.port = self.effective_port();
        if self.host.is_some() && self.path.is_empty() {
            self.path.push('/');
        }
        self
    }
}

/// Do two URIs mean the same?
pub fn equal(a: &Uri, b: &Uri) -> bool {
    a.text == b.text
        || match (parse_parts(&a.text), parse_parts(&b.text)) {
            (Ok(a), Ok(b)) => a.normal() == b.normal(),
            _ => false,
        }
}

/// Resolves `reference` against `base` (RFC 3986, 5.2).
pub fn merge(base: &Uri, reference: &str) -> Answer<Value> {
    let base = parse_parts(&base.text)?;
    let mut merged = parse_parts(reference)?;
    if merged.scheme.is_some() {
        return Ok(value(&merged));
    }
    if base.scheme.is_none() {
        return Err(Issue::runtime("both URIs are relative"));
    }
    if merged.host.is_none() {
        if merged.path.is_empty() {
            merged.path = base.path.clone();
            merged.query = merged.query.or(base.query);
        } else if merged.path.starts_with('/') {
            merged.path = without_dots(&merged.path);
        } else {
            let folder = base.path.rfind('/').map_or("/", |at| &base.path[..=at]);
            merged.path = without_dots(&format!("{folder}{}", merged.path));
        }
        (merged.userinfo, merged.host, merged.port) = (base.userinfo, base.host, base.port);
    }
    merged.scheme = base.scheme;
    Ok(value(&merged))
}

fn without_dots(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let mut ends_in_folder = false;
    for segment in path.split('/').skip(1) {
        ends_in_folder = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            _ => segments.push(segment),
        }
    }
    let joined = format!("/{}", segments.join("/"));
    if ends_in_folder && !joined.ends_with('/') { format!("{joined}/") } else { joined }
}
