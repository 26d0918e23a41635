//! `package`: software packages.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static PACKAGE: &[Attribute] = &[
    PROVIDER,
    parameter("command", "The package manager's program, where several are installed."),
    property("ensure", "The state: installed, a version, absent, or completely removed (purged).")
        .words(&["present", "absent", "purged", "disabled", "latest"])
        .aliases(&[("installed", "present")])
        .shape(&shape::VERSION),
    property("package_settings", "Settings of the provider."),
    property("flavor", "The OpenBSD flavor, or the stream of a DNF module."),
    property("mark", "Hold the version, or release the hold.").words(&["hold", "none"]),
    parameter("name", "The package's name; defaults to the title.").shape(&shape::TEXT),
    parameter("source", "The location of the package, for providers that do not fetch packages."),
    parameter("instance", "A name for internal use by the provider."),
    parameter("status", "A value from the provider; read-only."),
    parameter("adminfile", "A file of installation defaults (Solaris)."),
    parameter("responsefile", "A file with answers to the questions of the installation."),
    parameter("configfiles", "Keep existing configuration files, or replace them.").words(&["keep", "replace"]),
    parameter("category", "A value from the provider; read-only."),
    parameter("platform", "A value from the provider; read-only."),
    parameter("root", "A value from the provider; read-only."),
    parameter("vendor", "A value from the provider; read-only."),
    parameter("description", "A value from the provider; read-only."),
    parameter("allowcdrom", "Allow apt to ask for discs.").words(&["true", "false"]),
    parameter("enable_only", "Enable the module's stream without installing a profile (DNF).")
        .switch()
        .shape(&shape::ANY_CASE),
    parameter("install_only", "Install next to existing versions; for kernels and similar packages.").switch(),
    parameter("install_options", "Options of the installation command.").shape(&shape::OPTIONS),
    parameter("uninstall_options", "Options of the removal command.").shape(&shape::OPTIONS),
    parameter("allow_virtual", "Allow a virtual name that other packages provide.").switch(),
    parameter("reinstall_on_refresh", "Reinstall when another resource notifies this one.").words(&["true", "false"]),
];
