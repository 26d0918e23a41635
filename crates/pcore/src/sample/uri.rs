//! URIs.

use std::rc::Rc;

use super::super::{Hash, Uri, Value, uri};
use super::{Sampler, pattern};

impl Sampler {
    pub(super) fn uris(&mut self, parameters: Option<&Value>) -> Vec<Value> {
        let usual =
            ["http://example.com/a?b=c#d", "https://me@example.com:8443/", "file:///etc/hosts", "mailto:a@b.com", "x"];
        let mut found: Vec<Value> = Vec::new();
        match parameters {
            Some(Value::Uri(uri)) => found.push(Value::Uri(uri.clone())),
            Some(Value::Str(text)) => found.extend(uri::parse(&text.text).ok()),
            Some(Value::Hash(parts)) => found.extend(self.uri_of(parts)),
            _ => {}
        }
        found.extend(usual.iter().filter_map(|text| uri::parse(text).ok()));
        found
    }

    fn uri_of(&mut self, parts: &Hash) -> Option<Value> {
        let mut made = uri::Parts::default();
        for (key, wanted) in parts.iter() {
            let part = self.part(wanted)?;
            match key.as_str()? {
                "scheme" => made.scheme = Some(part),
                "userinfo" => made.userinfo = Some(part),
                "host" => made.host = Some(part),
                "port" => made.port = part.parse().ok(),
                "path" => made.path = part,
                "query" => made.query = Some(part),
                "fragment" => made.fragment = Some(part),
                "opaque" => made.opaque = Some(part),
                _ => return None,
            }
        }
        let host_needed = made.port.is_some() || made.userinfo.is_some();
        made.host = made.host.or_else(|| host_needed.then(|| "example.com".to_owned()));
        let text = made.to_text();
        uri::parse(&text).ok().or_else(|| Some(Value::Uri(Rc::new(Uri { text: text.into() }))))
    }

    /// Returns a string that matches the requirement on a URI part.
    fn part(&mut self, wanted: &Value) -> Option<String> {
        match wanted {
            Value::Str(text) => Some(text.text.clone()),
            Value::Int(number) => Some(number.to_string()),
            Value::Regexp(re) => pattern::matching(re, &mut self.random).first()?.as_str().map(str::to_owned),
            Value::Type(ty) => match self.pool(ty, 1).first()? {
                Value::Str(text) => Some(text.text.clone()),
                Value::Int(number) => Some(number.to_string()),
                _ => None,
            },
            _ => None,
        }
    }
}
