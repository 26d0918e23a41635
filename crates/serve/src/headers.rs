//! The headers of every response: the sources that the page may load, and the pages that may embed it.

/// The content security policy: the page's own origin, WebAssembly, no inline script, no plugin, no form.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                                           img-src 'self' data:; font-src 'self'; connect-src 'self'; \
                                           worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                                           form-action 'none'; frame-ancestors 'self'";

/// The headers of every response. The first two isolate the page, so that it has shared memory in a secure context.
pub const SECURITY: &[(&str, &str)] = &[
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// How long a file with a digest in its name is kept.
pub const FOREVER: &str = "public, max-age=31536000, immutable";

/// Other files are asked for each time; their tag says whether they changed.
pub const ASK_AGAIN: &str = "no-cache";

/// Answers about a class are never kept.
pub const NEVER: &str = "no-store";
