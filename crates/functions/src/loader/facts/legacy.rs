//! Legacy facts, which are flat (`osfamily`, `ipaddress_eth0`), computed from the structured ones. Puppet 8 omits them
//! by default.

use puppet_pcore::{Hash, Value, interpolate};

use super::path::{at, steps};

/// Legacy names and the paths of their values.
const MOVED: &[(&str, &str)] = &[
    ("architecture", "os.architecture"),
    ("augeasversion", "augeas.version"),
    ("bios_release_date", "dmi.bios.release_date"),
    ("bios_vendor", "dmi.bios.vendor"),
    ("bios_version", "dmi.bios.version"),
    ("dhcp_servers", "networking.dhcp"),
    ("domain", "networking.domain"),
    ("fqdn", "networking.fqdn"),
    ("gid", "identity.group"),
    ("hardwareisa", "processors.isa"),
    ("hardwaremodel", "os.hardware"),
    ("hostname", "networking.hostname"),
    ("id", "identity.user"),
    ("ipaddress", "networking.ip"),
    ("ipaddress6", "networking.ip6"),
    ("lsbdistcodename", "os.distro.codename"),
    ("lsbdistdescription", "os.distro.description"),
    ("lsbdistid", "os.distro.id"),
    ("lsbdistrelease", "os.distro.release.full"),
    ("lsbmajdistrelease", "os.distro.release.major"),
    ("lsbminordistrelease", "os.distro.release.minor"),
    ("macaddress", "networking.mac"),
    ("macosx_buildversion", "os.macosx.build"),
    ("macosx_productname", "os.macosx.product"),
    ("macosx_productversion", "os.macosx.version.full"),
    ("manufacturer", "dmi.manufacturer"),
    ("memoryfree", "memory.system.available"),
    ("memorysize", "memory.system.total"),
    ("netmask", "networking.netmask"),
    ("netmask6", "networking.netmask6"),
    ("network", "networking.network"),
    ("network6", "networking.network6"),
    ("operatingsystem", "os.name"),
    ("operatingsystemmajrelease", "os.release.major"),
    ("operatingsystemrelease", "os.release.full"),
    ("osfamily", "os.family"),
    ("physicalprocessorcount", "processors.physicalcount"),
    ("processorcount", "processors.count"),
    ("productname", "dmi.product.name"),
    ("rubyplatform", "ruby.platform"),
    ("rubysitedir", "ruby.sitedir"),
    ("rubyversion", "ruby.version"),
    ("selinux", "os.selinux.enabled"),
    ("selinux_config_mode", "os.selinux.config_mode"),
    ("selinux_config_policy", "os.selinux.config_policy"),
    ("selinux_current_mode", "os.selinux.current_mode"),
    ("selinux_enforced", "os.selinux.enforced"),
    ("selinux_policyversion", "os.selinux.policy_version"),
    ("sshecdsakey", "ssh.ecdsa.key"),
    ("sshed25519key", "ssh.ed25519.key"),
    ("sshrsakey", "ssh.rsa.key"),
    ("swapfree", "memory.swap.available"),
    ("swapsize", "memory.swap.total"),
    ("system32", "os.windows.system32"),
    ("uptime", "system_uptime.uptime"),
    ("uptime_days", "system_uptime.days"),
    ("uptime_hours", "system_uptime.hours"),
    ("uptime_seconds", "system_uptime.seconds"),
    ("uuid", "dmi.product.uuid"),
];

/// Legacy facts of each network interface: the prefix of the legacy name, and the key.
const OF_INTERFACES: &[(&str, &str)] = &[
    ("ipaddress", "ip"),
    ("ipaddress6", "ip6"),
    ("macaddress", "mac"),
    ("mtu", "mtu"),
    ("netmask", "netmask"),
    ("netmask6", "netmask6"),
    ("network", "network"),
    ("network6", "network6"),
];

/// Returns the expression for the value of a legacy fact: `$facts['os']['family']` for `osfamily`.
pub fn moved(name: &str) -> Option<String> {
    if let Some((interface, key)) = of_interface(name) {
        return Some(format!("$facts['networking']['interfaces']['{interface}']['{key}']"));
    }
    let (_, path) = MOVED.iter().find(|(old, _)| *old == name)?;
    let steps = path.split('.').map(|step| format!("['{step}']"));
    Some(format!("$facts{}", steps.collect::<String>()))
}

/// Returns the interface of a legacy fact such as `ipaddress_eth0`, and the key of its value. Only names with a digit, and
/// `lo`, count as interfaces.
fn of_interface(name: &str) -> Option<(&str, &'static str)> {
    let (beginning, interface) = name.split_once('_')?;
    let (_, key) = OF_INTERFACES.iter().find(|(known, _)| *known == beginning)?;
    let is_interface = interface == "lo" || interface.contains(|letter: char| letter.is_ascii_digit());
    is_interface.then_some((interface, *key))
}

/// Adds the legacy facts to the facts; existing facts are unchanged.
pub fn legacy(facts: &Hash) -> Hash {
    let mut all = facts.clone();
    let mut add = |name: &str, value: Value| {
        if all.get_str(name).is_none() {
            all.insert(Value::str(name), value);
        }
    };
    for (name, path) in MOVED {
        if let Some(value) = at(facts, &steps(path)) {
            add(name, value);
        }
    }
    for (name, value) in megabytes(facts) {
        add(&name, value);
    }
    for (name, value) in of_processors(facts).into_iter().chain(of_interfaces(facts)) {
        add(&name, value);
    }
    all
}

/// Returns memory sizes as numbers.
fn megabytes(facts: &Hash) -> Vec<(String, Value)> {
    let sizes = [
        ("memoryfree_mb", "memory.system.available_bytes"),
        ("memorysize_mb", "memory.system.total_bytes"),
        ("swapfree_mb", "memory.swap.available_bytes"),
        ("swapsize_mb", "memory.swap.total_bytes"),
    ];
    let size = |(name, path): (&str, &str)| match at(facts, &steps(path)) {
        Some(Value::Int(bytes)) => {
            let rounded = (bytes as f64 / 1_048_576.0 * 100.0).round() / 100.0;
            Some((name.to_owned(), Value::float(rounded)))
        }
        _ => None,
    };
    sizes.into_iter().filter_map(size).collect()
}

fn of_processors(facts: &Hash) -> Vec<(String, Value)> {
    let models = at(facts, &steps("processors.models"));
    let models = models.as_ref().and_then(Value::as_array).unwrap_or_default();
    models.iter().enumerate().map(|(index, model)| (format!("processor{index}"), model.clone())).collect()
}

fn of_interfaces(facts: &Hash) -> Vec<(String, Value)> {
    let Some(Value::Hash(interfaces)) = at(facts, &steps("networking.interfaces")) else { return Vec::new() };
    let plain = |name: &Value| interpolate(name).replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "_");
    let names: Vec<String> = interfaces.keys().map(plain).collect();
    let mut found = vec![("interfaces".to_owned(), Value::str(names.join(",")))];
    for (interface, about) in interfaces.iter() {
        let Some(about) = about.as_hash() else { continue };
        for (beginning, key) in OF_INTERFACES {
            if let Some(value) = about.get_str(key) {
                found.push((format!("{beginning}_{}", plain(interface)), value.clone()));
            }
        }
    }
    found
}
