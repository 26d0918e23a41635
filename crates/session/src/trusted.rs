//! `$trusted`: what the certificate of the node says, which a server knows and a facts file may have.

use puppet_functions::loader::facts as loader;
use puppet_pcore::{Hash, Value};

/// The name of a node without a name.
pub(crate) const NO_NAME: &str = "localhost";

/// Returns `$trusted` of a node: the trusted facts of its facts file, completed as `puppet apply` does. The certname is always the
/// session's node name, whatever the file contains.
pub(crate) fn trusted(given: Option<&Hash>, facts: Option<&Hash>, node: &str) -> Value {
    let empty = Hash::new();
    let given = given.unwrap_or(&empty);
    let own = given.get_str("certname").and_then(Value::as_str);
    let name = match (node, own) {
        ("", Some(own)) => own.to_owned(),
        ("", None) => facts.and_then(certname).unwrap_or_else(|| NO_NAME.to_owned()),
        (node, _) => node.to_owned(),
    };
    let (hostname, domain) = match name.split_once('.') {
        Some((hostname, domain)) => (Value::str(hostname), Value::str(domain)),
        None => (Value::str(name.as_str()), Value::Undef),
    };
    let is_own = own == Some(name.as_str());
    let kept = |key: &str, usual: Value| given.get_str(key).cloned().unwrap_or(usual);
    let of_name = |key: &str, usual: Value| if is_own { kept(key, usual) } else { usual };
    let nothing = || Value::hash(Hash::new());
    let mut all = Hash::new();
    for (key, value) in [
        ("authenticated", kept("authenticated", Value::str("local"))),
        ("certname", Value::str(name.as_str())),
        ("extensions", kept("extensions", nothing())),
        ("hostname", of_name("hostname", hostname)),
        ("domain", of_name("domain", domain)),
        ("external", kept("external", nothing())),
    ] {
        all.insert(Value::str(key), value);
    }
    let others: Vec<_> = given.iter().filter(|(key, _)| all.get(key).is_none()).collect();
    let others: Vec<_> = others.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    others.into_iter().for_each(|(key, value)| all.insert(key, value));
    Value::hash(all)
}

/// Returns the certname that facts contain.
pub(crate) fn certname(facts: &Hash) -> Option<String> {
    let text = |path: &str| loader::at(facts, &loader::steps(path)).and_then(|name| name.as_str().map(str::to_owned));
    ["clientcert", "networking.fqdn", "fqdn"].iter().find_map(|path| text(path))
}
