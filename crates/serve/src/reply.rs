//! Responses: files, JSON, and errors as one sentence.

use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

use crate::asset::{Asset, Encoding};
use crate::headers::{ASK_AGAIN, FOREVER, NEVER, SECURITY};

/// A response with its body.
pub type Reply = Response<Bytes>;

/// Returns a response with the headers of every response.
pub fn reply(status: StatusCode, body: Bytes) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    for (name, value) in SECURITY {
        reply.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    reply
}

/// Returns a file, or that the client's copy is current.
pub fn file(asset: &Asset, accepted: &str, known: Option<&str>) -> Reply {
    let is_current = known.is_some_and(|known| known.split(',').any(|tag| is_same(tag.trim(), &asset.tag)));
    let (encoding, bytes) = asset.encoded(accepted);
    let mut reply = match is_current {
        true => reply(StatusCode::NOT_MODIFIED, Bytes::new()),
        false => reply(StatusCode::OK, bytes),
    };
    let headers = reply.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.media));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let caching = if asset.is_hashed { FOREVER } else { ASK_AGAIN };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::from_str(&asset.tag) {
        headers.insert(header::ETAG, tag);
    }
    let name = match encoding {
        Encoding::Identity => None,
        Encoding::Brotli => Some("br"),
        Encoding::Gzip => Some("gzip"),
    };
    if let Some(name) = name.filter(|_| !is_current) {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    reply
}

/// Compares tags; a proxy may have marked one as weak.
fn is_same(tag: &str, own: &str) -> bool {
    tag == "*" || tag.trim_start_matches("W/") == own
}

/// Returns JSON that is never kept.
pub fn json(status: StatusCode, value: &serde_json::Value) -> Reply {
    let mut reply = reply(status, Bytes::from(value.to_string()));
    let media = HeaderValue::from_static("application/json; charset=utf-8");
    reply.headers_mut().insert(header::CONTENT_TYPE, media);
    reply.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(NEVER));
    reply
}

/// Returns an error as plain text.
pub fn sentence(status: StatusCode, text: &str) -> Reply {
    let mut reply = reply(status, Bytes::from(format!("{text}\n")));
    let media = HeaderValue::from_static("text/plain; charset=utf-8");
    reply.headers_mut().insert(header::CONTENT_TYPE, media);
    reply.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(NEVER));
    reply
}
