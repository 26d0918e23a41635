//! Functions that modules implement in Ruby and that much existing Puppet code needs: above all those of `stdlib`.
//! pprepl implements these functions itself and runs no Ruby for them. A session has them only if the module path contains the
//! module, with the file that would define the function.
//!
//! Functions that run commands, reach the network or need augeas are unsupported and fail with a message.

mod address;
mod apache;
pub(super) mod arguments;
mod arrays;
mod booleans;
mod checks;
mod coercion;
mod collectd;
mod deprecation;
mod dns;
mod ensure;
pub(super) mod escapes;
mod extlib;
mod forwarders;
mod hashes;
mod hocon;
mod inifile;
mod legacy;
mod literals;
mod mcollective;
mod memcached;
mod mongodb;
mod murano;
mod mysql;
mod namespaced;
mod network;
mod openstack;
pub(super) mod paths;
mod postgresql;
pub(super) mod ranges;
mod redis;
mod secrets;
mod selection;
mod sensitive;
pub(super) mod serialization;
mod sets;
mod staging;
mod strings;
mod toml;
mod validation;
mod variables;
mod writers;
pub(super) mod yaml;

use puppet_eval::Builtin;

/// The functions of modules: a module's name and its rows.
static MODULES: &[(&str, &[Builtin])] = &[
    ("stdlib", arrays::ROWS),
    ("stdlib", booleans::ROWS),
    ("stdlib", checks::ROWS),
    ("stdlib", selection::ROWS),
    ("stdlib", ensure::ROWS),
    ("stdlib", serialization::ROWS),
    ("stdlib", escapes::ROWS),
    ("stdlib", hashes::ROWS),
    ("stdlib", legacy::ROWS),
    ("stdlib", literals::ROWS),
    ("stdlib", namespaced::ROWS),
    ("stdlib", network::ROWS),
    ("stdlib", paths::ROWS),
    ("stdlib", ranges::ROWS),
    ("stdlib", secrets::ROWS),
    ("stdlib", sensitive::ROWS),
    ("stdlib", sets::ROWS),
    ("stdlib", strings::ROWS),
    ("stdlib", validation::ROWS),
    ("stdlib", variables::ROWS),
    ("stdlib", writers::ROWS),
    ("stdlib", forwarders::ROWS),
    ("stdlib", forwarders::OTHERS),
    ("openstacklib", openstack::ROWS),
    ("apache", apache::ROWS),
    ("collectd", collectd::ROWS),
    ("dns", dns::ROWS),
    ("extlib", extlib::ROWS),
    ("inifile", inifile::ROWS),
    ("mcollective", mcollective::ROWS),
    ("memcached", memcached::ROWS),
    ("mongodb", mongodb::ROWS),
    ("murano", murano::ROWS),
    ("mysql", mysql::ROWS),
    ("neutron", openstack::NEUTRON),
    ("nova", openstack::NOVA),
    ("postgresql", postgresql::ROWS),
    ("redis", redis::ROWS),
    ("staging", staging::ROWS),
];

/// Returns the function of this name and the module that provides it.
pub fn find(name: &str) -> Option<(&'static str, &'static Builtin)> {
    rows().find(|(_, row)| row.name == name)
}

/// Returns the functions of this name, one for each version of the module that differs, with the module that provides
/// them.
pub fn versions(name: &str) -> Vec<(&'static str, &'static Builtin)> {
    rows().filter(|(_, row)| row.name == name).collect()
}

pub fn rows() -> impl Iterator<Item = (&'static str, &'static Builtin)> {
    MODULES.iter().flat_map(|(module, rows)| rows.iter().map(move |row| (*module, row)))
}
