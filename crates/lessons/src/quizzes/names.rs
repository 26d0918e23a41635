//! Words and names for the code of generated questions.

/// Names of hosts, services and people: strings without a meaning in Puppet.
pub(super) const WORDS: [&str; 16] = [
    "web", "mail", "nginx", "cache", "proxy", "backup", "alpha", "delta", "edge", "disk", "green", "lima", "oscar",
    "quebec", "sierra", "tango",
];

/// Names of variables without the dollar sign.
pub(super) const VARIABLES: [&str; 8] = ["host", "service", "role", "zone", "owner", "label", "site", "group"];

/// Keys of hashes.
pub(super) const KEYS: [&str; 8] = ["port", "user", "path", "mode", "size", "level", "limit", "weight"];
