//! The built-in functions of Puppet 8: one table row for each function, one file for each family.
//!
//! A row holds the overloads in Puppet's own syntax, one sentence, and an example that a test runs. Completion, `:doc`
//! and the static checker read the same row. The index of names is sorted at compile time, so that a session starts
//! without work. Functions of modules are in `stdlib`; `type_of` is a language extension.

mod annotations;
mod arrays;
mod breakpoint;
mod calls;
mod catalog;
mod collections;
mod digests;
mod documentation;
mod erb;
mod files;
mod formats;
mod hashes;
mod iterable;
mod iteration;
mod iterators;
pub mod loader;
mod logging;
mod lookup;
mod navigation;
mod numbers;
mod order;
pub mod plans;
mod polled;
mod puppetdb;
mod random;
mod regexps;
pub mod rich_data;
mod rich_type;
mod ruby;
mod scanf;
mod sorting;
pub mod stdlib;
mod strings;
mod templates;
mod time;
mod trees;
mod types;
mod versions;

use puppet_eval::Builtin;

pub use documentation::documentation;

const FAMILIES: &[&[Builtin]] = &[
    arrays::ROWS,
    calls::ROWS,
    catalog::ROWS,
    collections::ROWS,
    digests::ROWS,
    files::ROWS,
    formats::ROWS,
    hashes::ROWS,
    iteration::ROWS,
    iterators::ROWS,
    logging::ROWS,
    lookup::ROWS,
    navigation::ROWS,
    numbers::ROWS,
    puppetdb::ROWS,
    random::ROWS,
    regexps::ROWS,
    scanf::ROWS,
    sorting::ROWS,
    breakpoint::ROWS,
    strings::ROWS,
    templates::ROWS,
    time::ROWS,
    trees::ROWS,
    types::ROWS,
    annotations::ROWS,
    versions::ROWS,
];

const COUNT: usize = count();

/// All rows, sorted by name.
static INDEX: [&Builtin; COUNT] = sorted();

/// Returns all built-in functions, sorted by name.
pub fn builtins() -> impl Iterator<Item = &'static Builtin> {
    INDEX.iter().copied()
}

/// Returns the built-in function with this name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    INDEX.binary_search_by(|row| row.name.cmp(name)).ok().map(|at| INDEX[at])
}

const fn count() -> usize {
    let mut total = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        total += FAMILIES[family].len();
        family += 1;
    }
    total
}

/// Sorts the rows (insertion sort, since constants have no other).
const fn sorted() -> [&'static Builtin; COUNT] {
    let mut rows = [&FAMILIES[0][0]; COUNT];
    let mut filled = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            let mut at = filled;
            while at > 0 && before(FAMILIES[family][row].name, rows[at - 1].name) {
                rows[at] = rows[at - 1];
                at -= 1;
            }
            rows[at] = &FAMILIES[family][row];
            filled += 1;
            row += 1;
        }
        family += 1;
    }
    rows
}

/// Returns whether `a` precedes `b` bytewise.
const fn before(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return a[at] < b[at];
        }
        at += 1;
    }
    a.len() < b.len()
}
