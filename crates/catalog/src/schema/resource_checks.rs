//! Checks over several attributes of a resource: required and conflicting combinations.

use pprepl_text::IssueCode;
use puppet_pcore::{Value, interpolate};

use super::super::builtin::ResourceType;
use super::resource_error::{AttributeVerdict, ResourceError};
use super::shape::is_full_path;

/// Checks a resource across its attributes.
pub(super) fn check(row: &ResourceType, title: &str, parameters: &[(&str, &Value)]) -> Vec<ResourceError> {
    let resource = AttributeView { row, title, parameters };
    match row.name {
        "exec" => resource.exec(),
        "file" => resource.file(),
        "package" => resource.package(),
        "schedule" => resource.schedule(),
        "service" => resource.service(),
        "tidy" => resource.tidy(),
        _ => Vec::new(),
    }
}

struct AttributeView<'a> {
    row: &'a ResourceType,
    title: &'a str,
    parameters: &'a [(&'a str, &'a Value)],
}

impl AttributeView<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.parameters
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| *value)
            .filter(|value| !value.is_undef())
    }

    fn word(&self, name: &str) -> Option<String> {
        self.value(name).map(interpolate)
    }

    fn finding(&self, attribute: &str, fit: AttributeVerdict, message: String, help: &str) -> ResourceError {
        let code = if fit == AttributeVerdict::Refused {
            IssueCode::InvalidAttributeValue
        } else {
            IssueCode::DoubtfulAttributeValue
        };
        ResourceError {
            attribute: attribute.to_owned(),
            fit,
            code,
            message,
            help: Some(help.to_owned()),
            swap: None,
            single: false,
        }
    }

    /// Returns the attribute that holds the resource's name; empty when that is the title.
    fn named(&self) -> (&str, Option<String>) {
        for name in [self.row.namevar, "name"] {
            if let Some(value) = self.value(name) {
                return (name, value.as_str().map(str::to_owned).or_else(|| program(value)));
            }
        }
        ("", Some(self.title.to_owned()))
    }

    /// Checks that a program without an absolute path has a search path.
    fn exec(&self) -> Vec<ResourceError> {
        let searched = self.value("path").is_some();
        let elsewhere = self.word("provider").is_some_and(|provider| provider != "posix");
        if searched || elsewhere {
            return Vec::new();
        }
        let (attribute, command) = self.named();
        let mut found: Vec<(String, String)> =
            command.into_iter().map(|command| (attribute.to_owned(), command)).collect();
        for name in ["onlyif", "unless", "refresh"] {
            let commands = self.value(name).map(commands).unwrap_or_default();
            found.extend(commands.into_iter().map(|command| (name.to_owned(), command)));
        }
        let relative = |(attribute, command): (String, String)| {
            let program = first_word(&command);
            let message = format!("expected an absolute path of the program, found '{program}', and no `path` is set");
            let help = "write the absolute path of the program, or add path => ['/usr/bin', '/bin']";
            (!is_full_path(&program)).then(|| self.finding(&attribute, AttributeVerdict::Refused, message, help))
        };
        found.into_iter().filter_map(relative).collect()
    }

    fn file(&self) -> Vec<ResourceError> {
        let mut found = Vec::new();
        let (attribute, path) = self.named();
        if let Some(path) = path.filter(|path| !is_full_path(path)) {
            let message = format!("expected an absolute path of the file, found '{path}'");
            found.push(self.finding(attribute, AttributeVerdict::Refused, message, "start the path with '/'"));
        }
        found.extend(self.creators());
        found.extend(self.checksum());
        if self.word("recurse").as_deref() == Some("remote") && self.value("source").is_none() {
            let message = "recurse => remote needs a `source`".to_owned();
            found.push(self.finding(
                "recurse",
                AttributeVerdict::Refused,
                message,
                "add source => 'puppet:///modules/NAME/DIRECTORY'",
            ));
        }
        if self.value("recurselimit").is_some() && self.value("recurse").is_none() {
            let message = "`recurselimit` does nothing without `recurse`".to_owned();
            found.push(self.finding("recurselimit", AttributeVerdict::Doubtful, message, "add recurse => true"));
        }
        let timed = ["none", "mtime", "ctime"];
        let unseen = self.word("checksum").filter(|kind| timed.contains(&kind.as_str()));
        let given = match unseen.as_deref() {
            Some("none") => ["source", "content"].into_iter().find(|name| self.value(name).is_some()),
            Some(_) => Some("content").filter(|name| self.value(name).is_some()),
            None => None,
        };
        if let (Some(given), Some(kind)) = (given, unseen) {
            let message = format!("`{given}` cannot be compared by checksum => {kind}");
            found.push(self.finding("checksum", AttributeVerdict::Refused, message, "remove `checksum`"));
        }
        found
    }

    /// Checks that only one attribute defines the content of a file.
    fn creators(&self) -> Option<ResourceError> {
        let given: Vec<&str> =
            ["content", "source", "target"].into_iter().filter(|name| self.value(name).is_some()).collect();
        let (last, rest) = given.split_last().filter(|(_, rest)| !rest.is_empty())?;
        let message = format!("`{}` and `{last}` say in two ways what the file is", rest.join("`, `"));
        Some(self.finding(last, AttributeVerdict::Refused, message, "leave one of them out"))
    }

    /// Checks that a checksum has the digits of its kind.
    fn checksum(&self) -> Option<ResourceError> {
        let nothing = |value: &&Value| !value.is_true() || value.as_array().is_some_and(<[Value]>::is_empty);
        let value = self.value("checksum_value").filter(|value| !nothing(value)).map(interpolate)?;
        let kind = self.word("checksum").unwrap_or_else(|| "sha256".to_owned());
        let length = match kind.as_str() {
            "md5" | "md5lite" => 32,
            "sha1" | "sha1lite" => 40,
            "sha224" => 56,
            "sha256" | "sha256lite" => 64,
            "sha384" => 96,
            "sha512" => 128,
            _ => return None,
        };
        let valid = value.len() == length && value.chars().all(|c| c.is_ascii_hexdigit());
        let message = format!("`checksum_value` is not a valid checksum of type {kind}");
        (!valid).then(|| {
            self.finding(
                "checksum_value",
                AttributeVerdict::Refused,
                message,
                &format!("{kind} has {length} hexadecimal digits"),
            )
        })
    }

    fn schedule(&self) -> Vec<ResourceError> {
        let once = self.value("repeat").is_none_or(|repeat| matches!(repeat, Value::Int(1)));
        if once || self.word("periodmatch").as_deref() != Some("number") {
            return Vec::new();
        }
        let message = "with periodmatch => number a period has one turn, and `repeat` is 1".to_owned();
        vec![self.finding("repeat", AttributeVerdict::Refused, message, "write periodmatch => distance")]
    }

    fn tidy(&self) -> Vec<ResourceError> {
        let recurse = self.word("recurse").unwrap_or_default();
        if self.value("matches").is_none() || !["", "0", "false"].contains(&recurse.as_str()) {
            return Vec::new();
        }
        let message = "`matches` needs `recurse`, which is not set".to_owned();
        vec![self.finding(
            "matches",
            AttributeVerdict::Refused,
            message,
            "add recurse => true, or 1 for one level of directories",
        )]
    }

    fn package(&self) -> Vec<ResourceError> {
        let gone = self.word("ensure").filter(|ensure| ["absent", "purged"].contains(&ensure.as_str()));
        let Some(ensure) = gone.filter(|_| self.value("mark").is_some()) else { return Vec::new() };
        let message = format!("`mark` has nothing to hold when ensure is {ensure}");
        vec![self.finding("mark", AttributeVerdict::Refused, message, "remove `mark`")]
    }

    fn service(&self) -> Vec<ResourceError> {
        if self.value("logonpassword").is_none() || self.value("logonaccount").is_some() {
            return Vec::new();
        }
        let message = "`logonpassword` needs a `logonaccount`".to_owned();
        vec![self.finding("logonpassword", AttributeVerdict::Refused, message, "add logonaccount => 'NAME'")]
    }
}

/// Returns the commands of `onlyif` and `unless`: one, or an array of strings and arrays.
fn commands(value: &Value) -> Vec<String> {
    match value {
        Value::Array(array) => array.items.iter().filter_map(program).collect(),
        other => program(other).into_iter().collect(),
    }
}

/// Returns a command as a string; for an array, its program.
fn program(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(text.text.clone()),
        Value::Array(array) => array.items.first()?.as_str().map(|program| format!("'{program}'")),
        _ => None,
    }
}

/// Returns the program of a command: the quoted part, or the first word.
fn first_word(command: &str) -> String {
    let quoted =
        |quote: char| command.strip_prefix(quote).and_then(|rest| rest.split_once(quote)).map(|(inner, _)| inner);
    let word = quoted('"').or_else(|| quoted('\'')).filter(|inner| !inner.is_empty());
    word.unwrap_or_else(|| command.split(' ').next().unwrap_or("")).to_owned()
}
