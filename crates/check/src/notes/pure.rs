//! Functions whose call does nothing but return a value.

/// Returns whether calling the built-in function has no effect: its result is its only use. Functions that
/// may fail on purpose, log or declare are not listed.
pub(in super::super) fn is_pure(name: &str) -> bool {
    PURE.binary_search(&name.strip_prefix("::").unwrap_or(name)).is_ok()
}

/// The functions, sorted.
const PURE: &[&str] = &[
    "abs",
    "camelcase",
    "capitalize",
    "ceiling",
    "chomp",
    "chop",
    "compare",
    "concat",
    "count",
    "delete",
    "delete_at",
    "delete_undef_values",
    "delete_values",
    "difference",
    "dig",
    "downcase",
    "empty",
    "flatten",
    "floor",
    "get",
    "getvar",
    "grep",
    "has_key",
    "intersection",
    "join",
    "join_keys_to_values",
    "keys",
    "length",
    "lstrip",
    "max",
    "member",
    "merge",
    "min",
    "prefix",
    "range",
    "regsubst",
    "reverse",
    "round",
    "rstrip",
    "size",
    "slice",
    "sort",
    "split",
    "sprintf",
    "sqrt",
    "squeeze",
    "str2bool",
    "strip",
    "suffix",
    "swapcase",
    "tree_each",
    "type",
    "union",
    "unique",
    "upcase",
    "values",
    "values_at",
    "versioncmp",
    "zip",
];

/// Returns whether the function only writes to the log: its value is always undef.
pub(super) fn is_log(name: &str) -> bool {
    matches!(name, "notice" | "info" | "debug" | "warning" | "err" | "alert" | "crit" | "emerg" | "fail" | "notify")
}

/// Returns whether the function declares something for its effect.
pub(super) fn is_declaring(name: &str) -> bool {
    matches!(name, "include" | "contain" | "require" | "realize" | "create_resources" | "tag")
}

// A search by halves finds a name only in a sorted table.
const _: () = {
    let mut at = 1;
    while at < PURE.len() {
        assert!(is_before(PURE[at - 1], PURE[at]));
        at += 1;
    }
};

const fn is_before(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}
