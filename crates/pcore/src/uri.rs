//! URIs: parsing, formatting, merging.

use pprepl_text::Topic;
use std::rc::Rc;

use super::{Hash, Result, Uri, Value, ValueError};

/// The parts of a URI. A missing part differs from an empty one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    /// `http`, in lower case
    pub scheme: Option<String>,
    /// `user:password`
    pub userinfo: Option<String>,
    pub host: Option<String>,
    /// The port, if written.
    pub port: Option<u32>,
    /// The path, possibly empty.
    pub path: String,
    /// After `?`.
    pub query: Option<String>,
    /// After `#`.
    pub fragment: Option<String>,
    /// The text after the scheme of a URI without a hierarchy (`mailto:a@b`).
    pub opaque: Option<String>,
}

/// The schemes with a default port.
const PORTS: [(&str, u32); 7] =
    [("http", 80), ("https", 443), ("ftp", 21), ("ldap", 389), ("ldaps", 636), ("ws", 80), ("wss", 443)];

fn default_port(scheme: Option<&str>) -> Option<u32> {
    PORTS.into_iter().find(|(name, _)| Some(*name) == scheme).map(|(_, port)| port)
}

/// Parses a URI value.
pub fn parse(text: &str) -> Result<Value> {
    Ok(value(&parse_parts(text)?))
}

/// Returns the value of these parts.
pub fn value(parts: &Parts) -> Value {
    Value::Uri(Rc::new(Uri { text: parts.to_text().into() }))
}

/// Parses a URI into its parts.
pub fn parse_parts(text: &str) -> Result<Parts> {
    let bad = || ValueError::new(Topic::ConversionFailed, format!("'{text}' is not a URI"));
    let (rest, fragment) = split_off(text, '#');
    let (address, query) = split_off(rest, '?');
    let is_fragment = |text: &String| is_wellformed(text) && !text.contains('#');
    if !is_wellformed(address) || !query.as_deref().is_none_or(is_query) || !fragment.iter().all(is_fragment) {
        return Err(bad());
    }
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme.to_ascii_lowercase()), rest),
        // A colon in the first segment of a path could only end a scheme.
        Some((segment, _)) if !segment.contains(['/', '?']) => return Err(bad()),
        _ => (None, rest),
    };
    let is_mail = scheme.as_deref() == Some("mailto");
    if is_mail && !has_addresses(rest) {
        return Err(bad());
    }
    let place = rest.split('?').next().unwrap_or_default();
    let mut parts = Parts { scheme, fragment, ..Parts::default() };
    if is_mail || parts.scheme.is_some() && !rest.starts_with('/') && !rest.is_empty() && !rest.starts_with('?') {
        parts.opaque = Some(rest.to_owned());
        return if has_brackets(place) { Err(bad()) } else { Ok(parts) };
    }
    if parts.fragment.as_deref().is_some_and(has_brackets) {
        return Err(bad());
    }
    parts.query = query.map(|text| escaped_query(&text));
    match place.strip_prefix("//") {
        Some(rest) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            parts.path = path.to_owned();
            parts.set_authority(authority).ok_or_else(bad)?;
        }
        None => parts.path = place.to_owned(),
    }
    if has_brackets(&parts.path) { Err(bad()) } else { Ok(parts) }
}

fn split_off(text: &str, mark: char) -> (&str, Option<String>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after.to_owned())),
        None => (text, None),
    }
}

/// Returns whether the text after `mailto:` has addresses with one `@` each, or header fields alone.
fn has_addresses(text: &str) -> bool {
    let (addresses, fields) = split_off(text, '?');
    let is_address = |address: &str| match address.split_once('@') {
        Some((name, domain)) => !name.is_empty() && !domain.is_empty() && !domain.contains('@'),
        None => false,
    };
    if addresses.is_empty() { fields.is_some() } else { addresses.split(',').all(is_address) }
}

/// Returns whether RFC 3986 allows this byte in an address after version 6, and in other parts.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte)
}

fn has_brackets(text: &str) -> bool {
    text.contains(['[', ']'])
}

/// Returns whether the text is a host name, or an address of IPv6 (or a future version) in brackets.
fn is_host(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(address) => match address.strip_prefix('v') {
            Some(future) => future.split_once('.').is_some_and(|(version, rest)| {
                let is_version = !version.is_empty() && version.bytes().all(|b| b.is_ascii_hexdigit());
                is_version && !rest.is_empty() && rest.bytes().all(is_plain)
            }),
            None => address.parse::<std::net::Ipv6Addr>().is_ok(),
        },
        None => !has_brackets(text) && !text.contains(['@', ':', '/', '?', '#']) && is_wellformed(text),
    }
}

/// Returns the text with percent-encoding for the bytes that may not stay as they are.
fn encoded(bytes: impl Iterator<Item = u8>, stays: impl Fn(u8) -> bool) -> String {
    let mut out = String::new();
    for byte in bytes {
        if stays(byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// Returns the text of a fragment, with percent-encoding for what RFC 3986 does not allow there.
fn escaped_fragment(text: &str) -> String {
    encoded(text.bytes(), |byte| is_plain(byte) || b"@/?%".contains(&byte))
}

/// Returns the text of a query as Ruby writes it: without tabs and line breaks, and with percent-encoding for quotes,
/// angle brackets, spaces and control characters.
fn escaped_query(text: &str) -> String {
    let kept = text.bytes().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'));
    encoded(kept, |byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'#' | b'\'' | b'<' | b'>' | b'`'))
}

fn not_absolute(path: &str) -> Box<ValueError> {
    ValueError::new(Topic::ConversionFailed, format!("'{path}' is not an absolute path"))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Returns whether the text has only the characters of RFC 3986, with `%` before two hexadecimal digits, and
/// at most one `#`.
fn is_wellformed(text: &str) -> bool {
    let is_unsafe = |byte: &u8| matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}');
    let bytes = text.as_bytes();
    bytes.iter().all(|byte| byte.is_ascii_graphic() && !is_unsafe(byte))
        && is_query(text)
        && bytes.iter().filter(|byte| **byte == b'#').count() <= 1
}

/// Returns whether a string can be a query: ASCII, with `%` before two hexadecimal digits.
fn is_query(text: &str) -> bool {
    let mut escapes = text.split('%').skip(1);
    let is_hex = |rest: &str| rest.as_bytes().get(..2).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
    text.is_ascii() && escapes.all(is_hex)
}

impl Parts {
    fn set_authority(&mut self, authority: &str) -> Option<()> {
        let host_port = match authority.rsplit_once('@') {
            Some((userinfo, _)) if userinfo.contains(['[', ']', '@']) => return None,
            Some((userinfo, rest)) => {
                self.userinfo = Some(userinfo.to_owned());
                rest
            }
            None => authority,
        };
        let port_at = host_port.rfind(':').filter(|at| !host_port[*at..].contains(']'));
        let (host, port) = host_port.split_at(port_at.unwrap_or(host_port.len()));
        if !is_host(host) {
            return None;
        }
        let nowhere = authority.is_empty() && self.scheme.as_deref() != Some("file");
        self.host = (!nowhere).then(|| host.to_owned());
        if port.len() > 1 {
            self.port = Some(port[1..].parse().ok()?);
        }
        Some(())
    }

    /// Formats the URI without the default port of its scheme.
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

    /// Reads a hash of parts, as in `URI({...})`.
    pub fn from_hash(hash: &Hash) -> Result<Parts> {
        let part = |name: &str| hash.get_str(name).and_then(Value::as_str).map(str::to_owned);
        let mut parts = Parts {
            scheme: part("scheme").map(|scheme| scheme.to_ascii_lowercase()),
            userinfo: part("userinfo"),
            host: part("host"),
            port: match hash.get_str("port") {
                Some(Value::Int(port)) => u32::try_from(*port).ok(),
                _ => None,
            },
            path: part("path").unwrap_or_default(),
            query: part("query").map(|query| escaped_query(&query)),
            fragment: part("fragment").map(|fragment| escaped_fragment(&fragment)),
            opaque: part("opaque"),
        };
        parts.check()?;
        if parts.scheme.as_deref() == Some("file") && parts.host.is_none() && parts.opaque.is_none() {
            parts.host = Some(String::new());
        }
        if parts.host.is_some() && !parts.path.is_empty() && !parts.path.starts_with('/') {
            return Err(not_absolute(&parts.path));
        }
        Ok(parts)
    }

    /// Checks the form of every part.
    fn check(&self) -> Result<()> {
        let bad = |part: &str, text: &str| {
            Err(ValueError::new(Topic::ConversionFailed, format!("'{text}' cannot be the {part} of a URI")))
        };
        if let Some(scheme) = self.scheme.as_deref().filter(|scheme| !is_scheme(scheme)) {
            return bad("scheme", scheme);
        }
        if let Some(userinfo) = self.userinfo.as_deref().filter(|text| text.contains('@') || !is_wellformed(text)) {
            return bad("userinfo", userinfo);
        }
        if let Some(host) = self.host.as_deref().filter(|host| !is_host(host)) {
            return bad("host", host);
        }
        if !is_wellformed(&self.path) || has_brackets(&self.path) {
            return bad("path", &self.path);
        }
        match (self.scheme.as_deref(), self.opaque.as_deref()) {
            (Some("mailto"), Some(opaque)) => bad("opaque part", opaque),
            (_, Some(opaque)) if opaque.starts_with('/') => bad("opaque part", opaque),
            (_, Some(opaque)) => self.check_opaque(opaque),
            // The path of `ftp` starts at the directory of the user.
            (None | Some("ftp"), None) => Ok(()),
            (Some(_), None) if self.path.is_empty() || self.path.starts_with('/') => Ok(()),
            (Some("mailto"), None) => bad("path", &self.path),
            (Some(_), None) => Err(not_absolute(&self.path)),
        }
    }

    /// Rejects the parts of a hierarchy in addition to an opaque part.
    fn check_opaque(&self, opaque: &str) -> Result<()> {
        let parts = [
            ("host", self.host.is_some()),
            ("port", self.port.is_some()),
            ("userinfo", self.userinfo.is_some()),
            ("path", !self.path.is_empty()),
        ];
        match parts.iter().find(|(_, is_given)| *is_given) {
            Some((part, _)) => Err(ValueError::new(
                Topic::ConversionFailed,
                format!("a URI with the opaque part '{opaque}' has no {part}"),
            )),
            None => Ok(()),
        }
    }

    /// Returns the written port, otherwise the scheme's default.
    pub fn effective_port(&self) -> Option<u32> {
        self.port.or_else(|| default_port(self.scheme.as_deref()))
    }

    /// Returns the parts as the parameters of a `URI[...]` type.
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

    /// Normalizes differences that do not matter for equality.
    fn normal(mut self) -> Parts {
        self.host = self.host.map(|host| host.to_ascii_lowercase());
        self.port = self.effective_port();
        if self.host.is_some() && self.path.is_empty() {
            self.path.push('/');
        }
        self
    }
}

/// Returns whether two URIs are equivalent.
pub fn equal(a: &Uri, b: &Uri) -> bool {
    a.text == b.text
        || match (parse_parts(&a.text), parse_parts(&b.text)) {
            (Ok(a), Ok(b)) => a.normal() == b.normal(),
            _ => false,
        }
}

/// Resolves `reference` against `base` (RFC 3986, 5.2).
pub fn merge(base: &Uri, reference: &str) -> Result<Value> {
    let base = parse_parts(&base.text)?;
    let mut merged = parse_parts(reference)?;
    if merged.scheme.is_some() {
        return Ok(value(&merged));
    }
    if base.scheme.is_none() {
        return Err(ValueError::new(Topic::ConversionFailed, "both URIs are relative"));
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
