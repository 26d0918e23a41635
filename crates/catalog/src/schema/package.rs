//! `package`: software packages.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static PACKAGE: &[Attribute] = &[
    PROVIDER,
    parameter("command", "The package manager's own program, where several are installed."),
    property("ensure", "Is it installed, in which version, or gone without a rest (purged)?")
        .words(&["present", "absent", "purged", "disabled", "latest"])
        .aliases(&[("installed", "present")])
        .shape(&shape::VERSION),
    property("package_settings", "Settings that the provider knows."),
    property("flavor", "The flavour of OpenBSD, or the stream of a module of DNF."),
    property("mark", "Hold the version, or let it go again.").words(&["hold", "none"]),
    parameter("name", "The package's name; the title stands for it.").shape(&shape::TEXT),
    parameter("source", "Where the package comes from, for providers that fetch no packages themselves."),
    parameter("instance", "A name that the provider keeps for itself."),
    parameter("status", "What the provider found; only read."),
    parameter("adminfile", "A file of defaults for Solaris."),
    parameter("responsefile", "A file with the answers to what the installation asks."),
    parameter("configfiles", "Keep the configuration files that are there, or replace them.")
        .words(&["keep", "replace"]),
    parameter("category", "What the provider found; only read."),
    parameter("platform", "What the provider found; only read."),
    parameter("root", "What the provider found; only read."),
    parameter("vendor", "What the provider found; only read."),
    parameter("description", "What the provider found; only read."),
    parameter("allowcdrom", "Let apt ask for discs.").words(&["true", "false"]),
    parameter("enable_only", "Enable the module's stream and install no profile (DNF).")
        .switch()
        .shape(&shape::ANY_CASE),
    parameter("install_only", "Install beside the versions that are there; for kernels and the like.").switch(),
    parameter("install_options", "Options for the program that installs.").shape(&shape::OPTIONS),
    parameter("uninstall_options", "Options for the program that removes.").shape(&shape::OPTIONS),
    parameter("allow_virtual", "Take a name that other packages provide.").switch(),
    parameter("reinstall_on_refresh", "Install again when another resource notifies this one.")
        .words(&["true", "false"]),
];
