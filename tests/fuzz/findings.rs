//! Inputs that a fuzzer found, made short: the target, and the text.

/// Each is run by the property of its target.
pub const FINDINGS: &[(&str, &str)] = &[
    // `align_arrows` never ended at a space that is no blank of the language.
    ("format", "\u{b}"),
    ("format", "\u{3000}"),
    // The warning behind a replaced escape was at a place of the text after the replacement.
    ("parse", "\"\\u00e9\u{e9}\\u\""),
    // Psych writes a line end alone in double quotes; in single ones it is read as a space.
    ("yaml", "k: \"\\n\"\n"),
    // Keys of several lines were written before a colon, and `<<` as a merge key.
    ("yaml", "? [a, b]\n: 1\n? {x: y}\n: k: [2]\n"),
    ("yaml", "? |\n  block key\n: - one\n"),
    ("yaml", "t: |\n    text \n"),
    ("yaml", "!!str '<<': {a: 1}\n"),
    // An alias that came back was `(not known yet)` until its next use.
    ("evaluate", "type A = Any"),
];
