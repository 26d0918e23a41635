//! Functions under the names that they have in other languages.

/// Names in other languages, and Puppet's name of the function.
const FUNCTIONS: &[(&str, &str)] = &[
    ("collect", "map"),
    ("echo", "notice"),
    ("foldl", "reduce"),
    ("fold", "reduce"),
    ("foreach", "each"),
    ("inject", "reduce"),
    ("isset", "defined"),
    ("len", "size"),
    ("lowercase", "downcase"),
    ("print", "notice"),
    ("println", "notice"),
    ("puts", "notice"),
    ("select", "filter"),
    ("throw", "fail"),
    ("tolower", "downcase"),
    ("toupper", "upcase"),
    ("typeof", "type"),
    ("uppercase", "upcase"),
];

/// Returns Puppet's function for a name of another language.
pub fn function_meant(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(foreign, _)| *foreign == name).map(|(_, ours)| *ours)
}
