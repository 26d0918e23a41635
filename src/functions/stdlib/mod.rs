//! Functions that modules have in Ruby and that much of the Puppet code there is cannot do without: those of `stdlib`
//! foremost. pprepl runs no Ruby; it knows these functions itself, and a session has them when the module stands in its
//! module path (with the file that would define the function), never else.

mod values;

use crate::eval::Builtin;

/// The functions of a module: its name and their rows.
const MODULES: &[(&str, &[Builtin])] = &[("stdlib", values::ROWS)];

/// The function of this name and the module that must be there for it.
pub fn find(name: &str) -> Option<(&'static str, &'static Builtin)> {
    let mut all = MODULES.iter().flat_map(|(module, rows)| rows.iter().map(move |row| (*module, row)));
    all.find(|(_, row)| row.name == name)
}

/// All of them.
pub fn rows() -> impl Iterator<Item = (&'static str, &'static Builtin)> {
    MODULES.iter().flat_map(|(module, rows)| rows.iter().map(move |row| (*module, row)))
}
