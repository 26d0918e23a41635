//! The resource types that Puppet itself has, and the parameters that they know.

/// The parameters that every resource knows.
pub const METAPARAMETERS: &[&str] =
    &["alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag"];

/// A resource type of Puppet itself.
pub struct ResourceType {
    /// The name.
    pub name: &'static str,
    /// The parameter that the title stands for.
    pub namevar: &'static str,
    /// Are two resources of the same name the same thing? (Not for `exec` and `tidy`.)
    pub isomorphic: bool,
    /// The further parameters and properties, blanks between them.
    parameters: &'static str,
}

impl ResourceType {
    /// The parameters and properties of its own; `name` is always one.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once("name").chain(self.parameters.split_ascii_whitespace())
    }

    /// Does it know this parameter?
    pub fn knows(&self, parameter: &str) -> bool {
        is_metaparameter(parameter) || self.parameters().any(|known| known == parameter)
    }
}

/// Does every resource know this parameter?
pub fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.contains(&name)
}

/// The resource type of this name (in lower case).
pub fn builtin(name: &str) -> Option<&'static ResourceType> {
    TYPES.iter().find(|row| row.name == name)
}

/// All resource types of Puppet itself.
pub fn builtins() -> &'static [ResourceType] {
    TYPES
}

const fn row(name: &'static str, namevar: &'static str, isomorphic: bool, parameters: &'static str) -> ResourceType {
    ResourceType { name, namevar, isomorphic, parameters }
}

const TYPES: &[ResourceType] = &[
    row("component", "name", true, ""),
    row(
        "exec",
        "command",
        false,
        "command provider returns path user group cwd logoutput refresh environment umask timeout tries try_sleep \
         refreshonly creates unless onlyif",
    ),
    row(
        "file",
        "path",
        true,
        "path provider ensure content checksum_value target owner group mode type seluser selrole seltype selrange \
         ctime mtime backup recurse recurselimit max_files replace force ignore links purge sourceselect show_diff \
         staging_location validate_cmd validate_replacement checksum source source_permissions \
         selinux_ignore_defaults",
    ),
    row("filebucket", "name", true, "server port path"),
    row(
        "group",
        "name",
        true,
        "provider ensure gid members attributes auth_membership allowdupe ia_load_module attribute_membership system \
         forcelocal",
    ),
    row("notify", "name", true, "message withpath"),
    row(
        "package",
        "name",
        true,
        "provider command ensure package_settings flavor mark source instance status adminfile responsefile \
         configfiles category platform root vendor description allowcdrom enable_only install_only install_options \
         uninstall_options allow_virtual reinstall_on_refresh",
    ),
    row("resources", "name", true, "purge unless_system_user unless_uid"),
    row("schedule", "name", true, "range periodmatch period repeat weekday"),
    row(
        "service",
        "name",
        true,
        "provider ensure enable logonaccount flags logonpassword binary hasstatus path pattern restart start status \
         stop control hasrestart manifest timeout",
    ),
    row("stage", "name", true, ""),
    row("tidy", "path", false, "path recurse max_files matches backup age size type rmdirs"),
    row(
        "user",
        "name",
        true,
        "provider ensure home uid gid comment shell password password_min_age password_max_age password_warn_days \
         groups expiry roles auths profiles keys project attributes salt iterations loginclass membership system \
         allowdupe managehome role_membership auth_membership profile_membership key_membership ia_load_module \
         attribute_membership forcelocal purge_ssh_keys",
    ),
    row("whit", "name", true, ""),
];
