//! References to resources: type and title.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use indexmap::Equivalent;
use puppet_pcore::{Type, Value, distinct_leaves};

/// The title of the class of the top scope. It begins with a colon, so that no program names it.
pub const MAIN_CLASS: &str = ":main";

/// A resource's type (in lower case) and title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The type's name in lower case, `class` for a class.
    pub type_name: Rc<str>,
    /// The title; a class's name in lower case.
    pub title: Rc<str>,
}

impl Reference {
    pub fn new(type_name: impl Into<Rc<str>>, title: impl Into<Rc<str>>) -> Reference {
        Reference { type_name: type_name.into(), title: title.into() }
    }

    pub fn is_class(&self) -> bool {
        &*self.type_name == "class"
    }

    /// Returns whether this is the class of the top scope.
    pub fn is_main_class(&self) -> bool {
        self.is_class() && &*self.title == MAIN_CLASS
    }

    /// Returns the title as Puppet displays it: the name of a class is capitalized, but that of the top scope is `main`.
    pub fn display_title(&self) -> Rc<str> {
        if self.is_main_class() {
            "main".into()
        } else if self.is_class() {
            capitalized(&self.title).into()
        } else {
            self.title.clone()
        }
    }
}

impl Hash for Reference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Key::new(&self.type_name, &self.title).hash(state);
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_main_class() {
            f.write_str("Class[main]")
        } else if self.is_class() {
            write!(f, "Class[{}]", self.title)
        } else {
            write!(f, "{}['{}']", capitalized(&self.type_name), self.title)
        }
    }
}

/// A borrowed reference for lookups.
#[derive(Hash)]
pub(super) struct Key<'a> {
    type_name: &'a str,
    title: &'a str,
}

impl<'a> Key<'a> {
    pub(super) fn new(type_name: &'a str, title: &'a str) -> Key<'a> {
        Key { type_name, title }
    }
}

impl Equivalent<Reference> for Key<'_> {
    fn equivalent(&self, reference: &Reference) -> bool {
        *self.title == *reference.title && *self.type_name == *reference.type_name
    }
}

/// Capitalizes each segment of a qualified name.
pub fn capitalized(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    if name.is_ascii() {
        let mut before = ':';
        for c in name.bytes().map(char::from) {
            out.push(if before == ':' { c.to_ascii_uppercase() } else { c });
            before = c;
        }
        return out;
    }
    let mut start = true;
    for c in name.chars() {
        if start {
            out.extend(c.to_uppercase())
        } else {
            out.push(c)
        }
        start = c == ':';
    }
    out
}

/// Returns the resources that a value refers to.
pub fn references(value: &Value) -> Vec<Reference> {
    distinct_leaves(value).filter_map(reference).collect()
}

fn reference(value: &Value) -> Option<Reference> {
    let Value::Type(ty) = value else { return None };
    match &**ty {
        Type::Resource { type_name: Some(type_name), title: Some(title) } => {
            Some(Reference::new(type_name.clone(), title.clone()))
        }
        Type::Class(Some(name)) => Some(Reference::new("class", name.clone())),
        _ => None,
    }
}
