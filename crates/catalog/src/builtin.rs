//! Puppet's built-in resource types, and their attributes.

use super::schema::{
    self, Attribute, CRON, EXEC, FILE, FILEBUCKET, GROUP, MOUNT, NAME_ONLY, NOTIFY, PACKAGE, RESOURCES, SCHEDULE,
    SERVICE, SSH_AUTHORIZED_KEY, TIDY, USER,
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

/// Returns the built-in resource type of this name, or that of a module which Puppet's agent bundles, with the values that
/// its attributes take.
pub fn described(name: &str) -> Option<&'static ResourceType> {
    builtin(name).or_else(|| BUNDLED.iter().find(|row| row.name == name))
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

/// The types of bundled modules whose values are checked.
static BUNDLED: &[ResourceType] = &[
    row("cron", "name", CRON, "A job of cron."),
    row("mount", "name", MOUNT, "A mounted file system, and its line in fstab."),
    row("ssh_authorized_key", "name", SSH_AUTHORIZED_KEY, "A key in authorized_keys."),
];

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
