//! The bundled fact sets: the facts of Facter 4 for a standard machine of each operating system, one JSON file each.
//! Names and addresses are from the ranges reserved for documentation. Omitted: facts of cloud providers, and facts of
//! modules.

mod legacy;
mod path;

use std::rc::Rc;

use puppet_pcore::{Hash, Value};

use super::data::read_json;

pub use legacy::{legacy, moved};
pub use path::{at, leaves, near, steps, with};

/// The facts of a machine.
#[derive(Debug)]
pub struct FactSet {
    pub name: &'static str,
    pub summary: &'static str,
    json: &'static str,
}

impl FactSet {
    pub fn facts(&self) -> Rc<Hash> {
        match read_json(self.json) {
            Ok(Value::Hash(facts)) => facts,
            _ => Rc::default(),
        }
    }
}

/// Returns the settings of a Puppet server with its defaults, as `$settings::name` has them.
pub fn puppet_settings() -> Hash {
    match read_json(include_str!("../puppet_settings.json")) {
        Ok(Value::Hash(settings)) => (*settings).clone(),
        _ => Hash::new(),
    }
}

/// Returns the bundled set of this name.
pub fn named(name: &str) -> Option<&'static FactSet> {
    SETS.iter().find(|set| set.name == name)
}

const fn set(name: &'static str, summary: &'static str, json: &'static str) -> FactSet {
    FactSet { name, summary, json }
}

/// The sets, in display order.
pub const SETS: &[FactSet] = &[
    set("debian-12", "Debian GNU/Linux 12 (bookworm)", include_str!("debian-12.json")),
    set("ubuntu-22.04", "Ubuntu 22.04 LTS (jammy)", include_str!("ubuntu-22.04.json")),
    set("ubuntu-24.04", "Ubuntu 24.04 LTS (noble)", include_str!("ubuntu-24.04.json")),
    set("rhel-9", "Red Hat Enterprise Linux 9", include_str!("rhel-9.json")),
    set("alma-9", "AlmaLinux 9", include_str!("alma-9.json")),
    set("rocky-8", "Rocky Linux 8", include_str!("rocky-8.json")),
    set("centos-7", "CentOS Linux 7", include_str!("centos-7.json")),
    set("fedora-40", "Fedora 40", include_str!("fedora-40.json")),
    set("amazon-2023", "Amazon Linux 2023", include_str!("amazon-2023.json")),
    set("sles-15", "SUSE Linux Enterprise Server 15", include_str!("sles-15.json")),
    set("opensuse-15", "openSUSE Leap 15", include_str!("opensuse-15.json")),
    set("arch", "Arch Linux", include_str!("arch.json")),
    set("alpine-3.20", "Alpine Linux 3.20", include_str!("alpine-3.20.json")),
    set("freebsd-14", "FreeBSD 14", include_str!("freebsd-14.json")),
    set("openbsd-7", "OpenBSD 7", include_str!("openbsd-7.json")),
    set("macos-14", "macOS 14 (Sonoma)", include_str!("macos-14.json")),
    set("windows-2022", "Windows Server 2022", include_str!("windows-2022.json")),
    set("solaris-11", "Oracle Solaris 11", include_str!("solaris-11.json")),
];
