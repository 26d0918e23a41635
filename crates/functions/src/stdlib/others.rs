//! Functions of further modules, a few each: Apache, MySQL, PostgreSQL and their like.

use sha2::Digest;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Effect, EvalResult};
use puppet_pcore::{Hash, Value};

use super::super::digests::hexadecimal;
use super::super::{ruby, signature};
use super::arguments::{leading_float, leading_integer, matches, received, wants};
use super::legacy::deprecated;
use super::paths;

pub(super) const APACHE: &[Builtin] = &[
    Builtin::new(
        "apache::bool2httpd",
        &[signature("Any $value", "String", bool2httpd)],
        "On or Off, as Apache has them.",
    )
    .shows("apache::bool2httpd(true)", "'On'"),
    Builtin::new(
        "bool2httpd",
        &[signature("Any $value", "String", old_bool2httpd)],
        "On or Off, as Apache has them; deprecated.",
    ),
    Builtin::new(
        "apache::pw_hash",
        &[signature("String[1] $password", "String", apache_pw_hash)],
        "A password's digest for Apache.",
    )
    .shows("apache::pw_hash('test')", "'{SHA}qUqP5cyxm6YcTAhz05Hph5gvu9M='"),
];

pub(super) const COLLECTD: &[Builtin] = &[Builtin::new(
    "collectd_convert_processes",
    &[signature("Any $processes", "Hash", collectd_convert_processes)],
    "A list of processes as a hash of their names and parameters.",
)
.shows("collectd_convert_processes(['a', {'name' => 'b', 'regex' => '.*'}])", "{'a' => {}, 'b' => {'regex' => '.*'}}")];

pub(super) const DNS: &[Builtin] = &[
    Builtin::new("date", &[signature("Any *$ignored", "String", date)], "The seconds since 1970, as a text.")
        .effect(Effect::World),
    Builtin::new(
        "get_in_addr_arpa",
        &[signature("Any $address", "String", get_in_addr_arpa)],
        "The domain of an IPv4 address.",
    )
    .shows("get_in_addr_arpa('192.0.2.1')", "'1.2.0.192.in-addr.arpa'"),
];

pub(super) const INIFILE: &[Builtin] = &[Builtin::new(
    "inifile::create_ini_settings",
    &[signature("Hash $settings, Hash $defaults = {}", "Any", create_ini_settings)],
    "Declares an ini_setting for each setting of each section.",
)
.effect(Effect::Declares)];

pub(super) const MCOLLECTIVE: &[Builtin] = &[Builtin::new(
    "mco_array_to_string",
    &[signature("Any $list", "Array[String]", mco_array_to_string)],
    "The elements as texts.",
)
.shows("mco_array_to_string([1, 'a'])", "['1', 'a']")];

pub(super) const MEMCACHED: &[Builtin] = &[Builtin::new(
    "memcached::max_memory",
    &[signature("Any $size", "Integer", max_memory)],
    "Megabytes: as given, or a percentage of the node's memory.",
)
.effect(Effect::World)];

pub(super) const MONGODB: &[Builtin] = &[Builtin::new(
    "mongodb_password",
    &[signature("Any $user, Any $password", "String", mongodb_password)],
    "A password's digest for MongoDB.",
)
.shows("mongodb_password('user', 'pass')", "'e0c4a7b97d4db31f5014e9694e567d6b'")];

pub(super) const MURANO: &[Builtin] = &[Builtin::new(
    "get_ext_net_name",
    &[signature("Any $networks, Any *$ignored", "Optional[String]", get_ext_net_name)],
    "The name of the network that reaches outside.",
)
.shows("get_ext_net_name({'a' => {'L2' => {'router_ext' => true}}})", "'a'")];

pub(super) const MYSQL: &[Builtin] = &[
    Builtin::new(
        "mysql::password",
        &[signature("String $password", "String", mysql_password)],
        "A password's digest for MySQL.",
    )
    .shows("mysql::password('password')", "'*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19'"),
    Builtin::new(
        "mysql_password",
        &[signature("Any $password", "String", mysql_password)],
        "A password's digest for MySQL.",
    )
    .shows("mysql_password('')", "''"),
    Builtin::new(
        "mysql::strip_hash",
        &[signature("Hash $hash", "Hash", strip_hash)],
        "Without entries that are empty texts.",
    )
    .shows("mysql::strip_hash({'a' => '', 'b' => {'c' => '', 'd' => 1}})", "{'b' => {'d' => 1}}"),
    Builtin::new(
        "mysql::normalise_and_deepmerge",
        &[signature("Any *$hashes", "Hash", normalise_and_deepmerge)],
        "One hash of several, as deep_merge; a key with hyphens is the same with underscores, and the last spelling stays.",
    )
    .shows(
        "mysql::normalise_and_deepmerge({'a_b' => {'x' => 1}}, {'a-b' => {'y' => 2}})",
        "{'a-b' => {'x' => 1, 'y' => 2}}",
    ),
];

pub(super) const POSTGRESQL: &[Builtin] = &[
    Builtin::new(
        "postgresql::postgresql_password",
        &[signature(
            "Variant[String[1], Integer] $user, Variant[String[1], Integer] $password",
            "String",
            postgresql_password,
        )],
        "A password's digest for PostgreSQL.",
    )
    .shows("postgresql::postgresql_password('foo', 'bar')", "'md596948aad3fcae80c08a35c9b5958cd89'"),
    Builtin::new(
        "postgresql_password",
        &[signature("Any $user, Any $password", "String", old_postgresql_password)],
        "A password's digest for PostgreSQL; deprecated.",
    ),
    Builtin::new(
        "postgresql::postgresql_escape",
        &[signature("String[1] $text", "String", postgresql_escape)],
        "A text in dollar quotes.",
    )
    .shows("postgresql::postgresql_escape('a')", "'$$a$$'"),
    Builtin::new(
        "postgresql_escape",
        &[signature("String[1] $text", "String", old_postgresql_escape)],
        "A text in dollar quotes; deprecated.",
    ),
    Builtin::new(
        "postgresql::postgresql_acls_to_resources_hash",
        &[signature("Array[String] $rules, String[1] $id, Integer[0] $offset", "Hash", acls_to_resources)],
        "Lines of pg_hba.conf as resources.",
    )
    .shows("postgresql::postgresql_acls_to_resources_hash(['local all all trust'], 'x', 1).length", "1"),
];

pub(super) const REDIS: &[Builtin] = &[
    Builtin::new(
        "getvar_emptystring",
        &[signature("Any $name", "Any", getvar_emptystring)],
        "The value of a variable, or an empty text.",
    )
    .sees_scope()
    .shows("getvar_emptystring('no_such_variable')", "''"),
    Builtin::new(
        "redisget",
        &[signature("Any *$values", "Any", redisget)],
        "A value from a Redis server; refused here, because pprepl reaches no network.",
    ),
];

pub(super) const STAGING: &[Builtin] = &[
    Builtin::new(
        "staging_parse",
        &[signature("Any $source, Any $part = 'filename', Any $extension = undef", "String", staging_parse)],
        "A part of a URL's path: filename, basename, extname or parent.",
    )
    .shows("staging_parse('http://example.com/a/b.zip', 'basename')", "'b'"),
    Builtin::new(
        "scope_defaults",
        &[signature("Any $type, Any $parameter", "Boolean", scope_defaults)],
        "Has the resource type a default for this parameter here?",
    )
    .effect(Effect::Declares)
    .shows("scope_defaults('File', 'mode')", "false"),
];

fn bool2httpd(call: &mut Call<'_>) -> EvalResult {
    let text = match call.arg(0) {
        Value::Undef => "Off".to_owned(),
        Value::Bool(truth) => if truth.get() { "On" } else { "Off" }.to_owned(),
        Value::Str(text) if text.text.to_lowercase().contains("false") => "Off".to_owned(),
        Value::Str(text) if text.text.to_lowercase().contains("true") => "On".to_owned(),
        Value::Regexp(_) => return wants(call, "a truth or a text", call.arg(0)),
        other => ruby::to_s(other),
    };
    Ok(Value::from(text))
}

fn old_bool2httpd(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "bool2httpd", "use apache::bool2httpd instead")?;
    bool2httpd(call)
}

fn apache_pw_hash(call: &mut Call<'_>) -> EvalResult {
    use base64::Engine;
    let digest = sha1::Sha1::digest(ruby::to_s(call.arg(0)).as_bytes());
    Ok(Value::from(format!("{{SHA}}{}", base64::engine::general_purpose::STANDARD.encode(digest))))
}

fn collectd_convert_processes(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let list = match args.first() {
        Some(Value::Hash(_)) => return Ok(args[0].clone()),
        Some(Value::Array(list)) => list.items.clone(),
        _ => return wants(call, "an array", call.arg(0)),
    };
    let mut all = Hash::new();
    for process in &list {
        match process {
            Value::Str(_) => all.insert(process.clone(), Value::hash(Hash::new())),
            Value::Hash(process) => {
                let mut process = (**process).clone();
                let name = process.remove(&Value::str("name")).unwrap_or(Value::Undef);
                all.insert(name, Value::hash(process));
            }
            other => return wants(call, "texts and hashes in the array", other),
        }
    }
    Ok(Value::hash(all))
}

fn date(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::from((call.host().now() / 1_000_000_000).to_string()))
}

fn get_in_addr_arpa(call: &mut Call<'_>) -> EvalResult {
    let address = ruby::to_s(call.arg(0));
    let parts: Vec<&str> = address.split('.').rev().collect();
    Ok(Value::from(format!("{}.in-addr.arpa", parts.join("."))))
}

fn create_ini_settings(call: &mut Call<'_>) -> EvalResult {
    let (Value::Hash(settings), defaults) = (call.arg(0).clone(), call.arg(1).clone()) else { return Ok(Value::Undef) };
    let default = defaults.as_hash().cloned().unwrap_or_default();
    let mut resources = Hash::new();
    for (section, own) in settings.iter() {
        let Value::Hash(own) = own else { return wants(call, "a hash of settings in each section", own) };
        let path = settings.get_str("path").or(default.get_str("path")).filter(|path| path.is_true());
        let Some(path) = path.map(ruby::to_s) else { return call.fail("an ini_setting wants a path") };
        for (setting, value) in own.iter() {
            let mut all: Hash =
                [("ensure", Value::str("present")), ("section", section.clone()), ("setting", setting.clone())]
                    .into_iter()
                    .map(|(name, value)| (Value::str(name), value))
                    .collect();
            match value {
                Value::Hash(more) => all.merge(more),
                single => all.insert(Value::str("value"), single.clone()),
            }
            let title = format!("{path} [{}] {}", ruby::to_s(section), ruby::to_s(setting));
            resources.insert(Value::from(title), Value::hash(all));
        }
    }
    call.call_function(
        "create_resources",
        vec![Value::str("ini_setting"), Value::hash(resources), Value::hash(default)],
    )
}

fn mco_array_to_string(call: &mut Call<'_>) -> EvalResult {
    match received(call)?.first() {
        Some(Value::Array(list)) => {
            Ok(Value::array(list.items.iter().map(|item| Value::from(ruby::to_s(item))).collect()))
        }
        _ => wants(call, "an array", call.arg(0)),
    }
}

fn max_memory(call: &mut Call<'_>) -> EvalResult {
    let size = call.arg(0).clone();
    let text = if size.is_true() { ruby::to_s(&size) } else { "95%".to_owned() };
    if !text.ends_with('%') {
        return Ok(Value::Int(leading_integer(&text)));
    }
    let memory = call.variable("facts").and_then(|facts| facts.as_hash()?.get_str("memorysize").map(ruby::to_s));
    let Some(Ok(bytes)) = memory.map(|memory| super::booleans::bytes(&memory)) else {
        return call.fail("`memcached::max_memory` needs the fact memorysize, and there is none that it knows");
    };
    let megabytes = (bytes as i64) / (1 << 20);
    Ok(Value::Int((megabytes as f64 * (leading_float(&text) / 100.0)).floor() as i64))
}

fn mongodb_password(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let text = format!("{}:mongo:{}", ruby::to_s(&args[0]), ruby::to_s(&args[1]));
    Ok(Value::from(hexadecimal(&md5::Md5::digest(text.as_bytes()))))
}

fn get_ext_net_name(call: &mut Call<'_>) -> EvalResult {
    let Value::Hash(networks) = call.arg(0) else { return wants(call, "a hash of networks", call.arg(0)) };
    let outside = |value: &Value| {
        let level = value.as_hash().and_then(|value| value.get_str("L2")).and_then(Value::as_hash);
        level.and_then(|level| level.get_str("router_ext")).is_some_and(Value::is_true)
    };
    Ok(networks.iter().find(|(_, value)| outside(value)).map_or(Value::Undef, |(name, _)| name.clone()))
}

fn mysql_password(call: &mut Call<'_>) -> EvalResult {
    let password = match &received(call)?[0] {
        Value::Str(password) => password.text.clone(),
        Value::Array(list) if list.items.is_empty() => String::new(),
        Value::Hash(hash) if hash.is_empty() => String::new(),
        other => return wants(call, "a text", other),
    };
    if password.is_empty() || matches(r"\*[A-F0-9]{40}$", &password)? {
        return Ok(Value::from(password));
    }
    let digest = sha1::Sha1::digest(sha1::Sha1::digest(password.as_bytes()));
    Ok(Value::from(format!("*{}", hexadecimal(&digest).to_uppercase())))
}

fn strip_hash(call: &mut Call<'_>) -> EvalResult {
    let empty = |value: &Value| value.as_str() == Some("");
    let Value::Hash(hash) = call.arg(0) else { return wants(call, "a hash", call.arg(0)) };
    let mut out = Hash::new();
    for (key, value) in hash.iter().filter(|(_, value)| !empty(value)) {
        let value = match value {
            Value::Hash(inner) => {
                let mut inner = (**inner).clone();
                inner.retain(|_, value| !empty(value));
                Value::hash(inner)
            }
            other => other.clone(),
        };
        out.insert(key.clone(), value);
    }
    Ok(Value::hash(out))
}

fn normalise_and_deepmerge(call: &mut Call<'_>) -> EvalResult {
    if call.len() < 2 {
        return call.fail(format!("`{}` wants two hashes at least", call.name()));
    }
    let mut all = Hash::new();
    for arg in call.args() {
        match arg {
            Value::Hash(hash) => overlay(&mut all, hash)?,
            Value::Str(text) if text.text.is_empty() => {}
            other => return wants(call, "hashes", other),
        }
    }
    Ok(Value::hash(all))
}

/// Merges the entries of `new` into `all`. Keys that differ only in hyphens and underscores are equal; the key of `new`
/// replaces the old.
fn overlay(all: &mut Hash, new: &Hash) -> EvalResult<()> {
    for (key, value) in new.iter() {
        budget::poll()?;
        respell(all, key);
        match (all.get(key), value) {
            (Some(Value::Hash(old)), Value::Hash(new)) => {
                let mut merged = (**old).clone();
                overlay(&mut merged, new)?;
                all.insert(key.clone(), Value::hash(merged));
            }
            _ => all.insert(key.clone(), value.clone()),
        }
    }
    Ok(())
}

/// Renames an entry to `key` if its key differs only in hyphens and underscores.
fn respell(all: &mut Hash, key: &Value) {
    let Some(text) = key.as_str().filter(|text| !all.contains_key(key) && text.contains(['-', '_'])) else { return };
    let other = if text.contains('-') { text.replace('-', "_") } else { text.replace('_', "-") };
    if let Some(value) = all.remove(&Value::from(other)) {
        all.insert(key.clone(), value);
    }
}

fn postgresql_password(call: &mut Call<'_>) -> EvalResult {
    let text = ruby::to_s(call.arg(1)) + &ruby::to_s(call.arg(0));
    Ok(Value::from(format!("md5{}", hexadecimal(&md5::Md5::digest(text.as_bytes())))))
}

fn old_postgresql_password(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "postgresql_password", "use postgresql::postgresql_password instead")?;
    postgresql_password(call)
}

fn postgresql_escape(call: &mut Call<'_>) -> EvalResult {
    let text = ruby::to_s(call.arg(0));
    if !text.contains("$$") && !text.ends_with('$') {
        return Ok(Value::from(format!("$${text}$$")));
    }
    let tag_of = |text: &str| -> String {
        hexadecimal(&md5::Md5::digest(text.as_bytes())).chars().take(6).filter(|c| !c.is_ascii_digit()).collect()
    };
    let mut tag = tag_of(&text);
    // Bounded, since an empty or recurring tag would be searched forever.
    for _ in 0..64 {
        if !text.contains(&tag) {
            break;
        }
        tag = tag_of(&tag);
    }
    Ok(Value::from(format!("${tag}${text}${tag}$")))
}

fn old_postgresql_escape(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "postgresql_escape", "use postgresql::postgresql_escape instead")?;
    postgresql_escape(call)
}

fn acls_to_resources(call: &mut Call<'_>) -> EvalResult {
    let (Value::Array(rules), id, Value::Int(offset)) = (call.arg(0), ruby::to_s(call.arg(1)), call.arg(2)) else {
        return Ok(Value::Undef);
    };
    let mut resources = Hash::new();
    let mut places = Hash::new();
    for (at, rule) in rules.items.iter().enumerate() {
        budget::poll()?;
        // A duplicate rule has the index of the first.
        let index = match places.get(rule) {
            Some(Value::Int(first)) => *first,
            _ => at as i64,
        };
        places.insert(rule.clone(), Value::Int(index));
        let text = ruby::to_s(rule);
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() < 4 {
            return call.fail(format!("the rule '{text}' has fewer than four parts"));
        }
        let entries = acl(&words, offset + index);
        let title = format!("postgresql class generated rule {id} {index}");
        resources.insert(Value::from(title), Value::hash(entries));
    }
    Ok(Value::hash(resources))
}

/// Returns the parameters of a line of pg_hba.conf.
fn acl(words: &[&str], order: i64) -> Hash {
    let mut all: Vec<(&str, String)> =
        ["type", "database", "user"].into_iter().zip(words.iter().map(|word| (*word).to_owned())).collect();
    all.push(("order", format!("{order:03}")));
    let numeric = words.get(4).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let method = match (words[0], numeric) {
        ("local", _) => 3,
        (_, true) => {
            all.push(("address", words[3..5].join(" ")));
            5
        }
        _ => {
            all.push(("address", words[3].to_owned()));
            4
        }
    };
    let mut entries: Hash = all.into_iter().map(|(name, text)| (Value::str(name), Value::from(text))).collect();
    entries.insert(Value::str("auth_method"), words.get(method).map_or(Value::Undef, |word| Value::str(*word)));
    if words.len() > method + 1 {
        entries.insert(Value::str("auth_option"), Value::from(words[method + 1..].join(" ")));
    }
    entries
}

fn getvar_emptystring(call: &mut Call<'_>) -> EvalResult {
    let name = ruby::to_s(&received(call)?[0]);
    Ok(call.variable(&name).filter(|value| !value.is_undef()).unwrap_or_else(|| Value::str("")))
}

fn redisget(call: &mut Call<'_>) -> EvalResult {
    call.fail("`redisget` asks a server, and pprepl reaches no network")
}

fn staging_parse(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let source = ruby::to_s(&args[0]).replace('\\', "/");
    let rest =
        source.split_once("://").map_or(source.as_str(), |(_, rest)| rest.find('/').map_or("", |at| &rest[at..]));
    let path = rest.split(['?', '#']).next().unwrap_or(rest);
    let extension =
        args.get(2).filter(|given| given.is_true()).map_or_else(|| paths::extension(path).to_owned(), ruby::to_s);
    let name = paths::last_part(path);
    match args.get(1).filter(|part| part.is_true()).map(ruby::to_s).as_deref() {
        None | Some("filename") => Ok(Value::str(name)),
        Some("basename") => Ok(Value::str(paths::without_suffix(name, &extension))),
        Some("extname") => Ok(Value::str(paths::extension(path))),
        Some("parent") => Ok(Value::from(paths::folder(path))),
        Some(other) => call.fail(format!("{other} is no part that `staging_parse` knows")),
    }
}

fn scope_defaults(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let (kind, name) = (ruby::to_s(&args[0]).to_lowercase(), ruby::to_s(&args[1]));
    Ok(Value::bool(call.catalog().has_default(&kind, &name)))
}
