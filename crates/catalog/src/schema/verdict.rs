//! Validation of attribute values against the schema.

use pprepl_text::{IssueCode, WordReplacement, suggest};
use puppet_pcore::Value;

use super::super::builtin::{ResourceType, is_metaparameter, metaparameters};
use super::resource_error::{AttributeVerdict, ResourceError};
use super::shape::text_of;
use super::{Attribute, AttributeKind, resource_checks};

/// Checks the attributes of a resource: names, values, and combinations.
pub fn check(row: &ResourceType, title: &str, parameters: &[(&str, &Value)]) -> Vec<ResourceError> {
    let mut found = Vec::new();
    for (name, value) in parameters {
        match row.attribute(name) {
            Some(attribute) => found.extend(attribute.finding(row, value)),
            None if *name == "name" || is_metaparameter(name) => {}
            None => found.push(unknown(row, name)),
        }
    }
    found.extend(resource_checks::check(row, title, parameters));
    found
}

/// Words of other tools for an attribute.
const FOREIGN: &[(&str, &str)] = &[
    ("after", "require"),
    ("dependencies", "require"),
    ("depends", "require"),
    ("depends_on", "require"),
    ("dest", "path"),
    ("needs", "require"),
    ("notifies", "notify"),
    ("perm", "mode"),
    ("permission", "mode"),
    ("permissions", "mode"),
    ("perms", "mode"),
    ("src", "source"),
    ("state", "ensure"),
    ("text", "content"),
    ("triggers", "notify"),
    ("user", "owner"),
];

/// Returns the attribute that an unknown name most likely means.
fn similar(row: &ResourceType, name: &str) -> Option<&'static str> {
    let foreign = FOREIGN.iter().find(|(word, _)| *word == name).map(|(_, ours)| *ours);
    foreign.filter(|ours| row.knows(ours)).or_else(|| suggest::nearest(name, row.parameters().chain(metaparameters())))
}

fn unknown(row: &ResourceType, name: &str) -> ResourceError {
    let near = similar(row, name);
    let help = near.map_or_else(|| format!("':doc {}' lists them", row.name), |near| format!("did you mean `{near}`?"));
    ResourceError {
        attribute: name.to_owned(),
        fit: AttributeVerdict::Refused,
        code: IssueCode::UnknownAttribute,
        message: format!("`{}` has no attribute `{name}`", row.name),
        help: Some(help),
        swap: near.map(|near| WordReplacement { from: name.to_owned(), to: near.to_owned() }),
        single: true,
    }
}

impl Attribute {
    /// Returns the verdict on this value. Each element of an array is a separate value of a property.
    pub fn fit(&self, value: &Value) -> AttributeVerdict {
        match value {
            Value::Undef | Value::Sensitive(_) | Value::Object(_) => AttributeVerdict::Fits,
            Value::Array(array) if self.kind == AttributeKind::Property => {
                let fits = array.items.iter().map(|item| self.single(item));
                fits.max_by_key(|fit| *fit as u8).unwrap_or(AttributeVerdict::Fits)
            }
            other => self.single(other),
        }
    }

    fn single(&self, value: &Value) -> AttributeVerdict {
        if matches!(value, Value::Undef | Value::Sensitive(_) | Value::Object(_)) || self.meaning(value).is_some() {
            return AttributeVerdict::Fits;
        }
        match self.shape {
            Some(shape) if (shape.holds)(value) => AttributeVerdict::Fits,
            Some(shape) if (shape.lenient)(value) => AttributeVerdict::Doubtful,
            _ => AttributeVerdict::Refused,
        }
    }

    /// Returns the keyword that a value equals or is an alias of.
    pub fn meaning(&self, value: &Value) -> Option<&'static str> {
        let text = text_of(value)?;
        let alias = self.aliases.iter().find(|(alias, _)| **alias == *text).map(|(_, word)| *word);
        alias.or_else(|| self.words.iter().copied().find(|word| **word == *text))
    }

    fn finding(&self, row: &ResourceType, value: &Value) -> Option<ResourceError> {
        match self.fit(value) {
            AttributeVerdict::Fits => None,
            unfit => Some(self.error(row, value, unfit)),
        }
    }

    /// Returns the error for a value with this verdict.
    #[cold]
    fn error(&self, row: &ResourceType, value: &Value, fit: AttributeVerdict) -> ResourceError {
        // A password must not appear in messages.
        let shown = match self.name.contains("password") && value.as_str().is_some() {
            true => "this value".to_owned(),
            false => puppet_pcore::display_start(value, 60),
        };
        let of = format!("`{}` of `{}`", self.name, row.name);
        let (code, message) = if fit == AttributeVerdict::Refused {
            (IssueCode::InvalidAttributeValue, format!("invalid value for {of}: {shown}"))
        } else {
            let message = format!("{of}: Puppet accepts {shown}, but it is probably a mistake");
            (IssueCode::DoubtfulAttributeValue, message)
        };
        let near = self.near(value);
        let help = Some(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it takes {}", self.takes()),
        });
        let swap = text_of(value)
            .zip(near)
            .map(|(from, near)| WordReplacement { from: from.to_string(), to: near.to_owned() });
        ResourceError { attribute: self.name.to_owned(), fit, code, message, help, swap, single: true }
    }

    fn near(&self, value: &Value) -> Option<&'static str> {
        let words = self.words.iter().copied().chain(self.aliases.iter().map(|(alias, _)| *alias));
        text_of(value).and_then(|text| suggest::nearest(&text.to_lowercase(), words))
    }
}
