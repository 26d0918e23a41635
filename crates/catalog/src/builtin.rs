//! Puppet's built-in resource types, and their attributes.

use super::schema::{
    self, Attribute, EXEC, FILE, FILEBUCKET, GROUP, NAME_ONLY, NOTIFY, PACKAGE, RESOURCES, SCHEDULE, SERVICE, TIDY,
    USER,
};

/// A built-in resource type.
#[derive(Debug)]
pub struct ResourceType {
    pub name: &'static str,
    /// The parameter that the title sets.
    pub namevar: &'static str,
    /// Whether two resources of the same name are the same thing (false for `exec` and `tidy`).
    pub isomorphic: bool,
    /// The description, one sentence.
    pub summary: &'static str,
    /// Its parameters and properties.
    pub attributes: &'static [Attribute],
}

impl ResourceType {
    /// Returns the names of its parameters and properties, including `name`.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let own = self.attributes.iter().map(|attribute| attribute.name).filter(|name| *name != "name");
        std::iter::once("name").chain(own)
    }

    /// Returns whether it has this parameter.
    pub fn knows(&self, parameter: &str) -> bool {
        is_metaparameter(parameter) || self.parameters().any(|known| known == parameter)
    }

    /// Returns its attribute or the metaparameter of this name.
    pub fn attribute(&self, name: &str) -> Option<&'static Attribute> {
        self.attributes.iter().chain(schema::METAPARAMETERS).find(|attribute| attribute.name == name)
    }
}

/// Returns the names of the metaparameters, which every resource has.
pub fn metaparameters() -> impl Iterator<Item = &'static str> {
    schema::METAPARAMETERS.iter().map(|attribute| attribute.name)
}

/// Returns whether every resource has this parameter.
pub fn is_metaparameter(name: &str) -> bool {
    metaparameters().any(|known| known == name)
}

/// Returns the resource type of this name (in lower case).
pub fn builtin(name: &str) -> Option<&'static ResourceType> {
    TYPES.iter().find(|row| row.name == name)
}

/// Returns all built-in resource types.
pub fn builtins() -> &'static [ResourceType] {
    TYPES
}

const fn row(
    name: &'static str,
    namevar: &'static str,
    attributes: &'static [Attribute],
    summary: &'static str,
) -> ResourceType {
    ResourceType { name, namevar, isomorphic: true, summary, attributes }
}

/// Allows several resources of one name.
const fn repeated(row: ResourceType) -> ResourceType {
    ResourceType { isomorphic: false, ..row }
}

static TYPES: &[ResourceType] = &[
    row("component", "name", NAME_ONLY, "A component (class or defined type) in the agent; not for manifests."),
    repeated(row("exec", "command", EXEC, "Runs a command.")),
    row("file", "path", FILE, "A file, directory or link: content, owner and permissions."),
    row("filebucket", "name", FILEBUCKET, "Stores the old contents of files."),
    row("group", "name", GROUP, "A group of users."),
    row("notify", "name", NOTIFY, "Writes a line to the agent's log."),
    row("package", "name", PACKAGE, "A software package: its version, or its absence."),
    row("resources", "name", RESOURCES, "Removes all unmanaged resources of a type."),
    row("schedule", "name", SCHEDULE, "The times at which resources may be managed."),
    row("service", "name", SERVICE, "A service: whether it runs, and whether it starts at boot."),
    row("stage", "name", NAME_ONLY, "A run stage: its classes are applied before or after all other stages."),
    repeated(row("tidy", "path", TIDY, "Removes files by age, size and name.")),
    row("user", "name", USER, "A user account."),
    row("whit", "name", NAME_ONLY, "A marker in the agent's graph; not for manifests."),
];
