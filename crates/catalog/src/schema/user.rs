//! `user`: accounts.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static USER: &[Attribute] = &[
    PROVIDER,
    property("ensure", "Whether the account exists. (Roles are for Solaris.)").words(&["present", "absent", "role"]),
    property("home", "The home directory; `managehome` creates it."),
    property("uid", "The user ID.").shape(&shape::USER_ID),
    property("gid", "The primary group: a name or a number.").shape(&shape::NAME_OR_NUMBER),
    property("comment", "The full name, or another comment."),
    property("shell", "The path of the login shell."),
    property("password", "The password in the system's format: usually a hash.").shape(&shape::NO_COLON),
    property("password_min_age", "The minimum age of a password in days.").shape(&shape::SIGNED),
    property("password_max_age", "The maximum age of a password in days.").shape(&shape::SIGNED),
    property("password_warn_days", "The number of days before expiry when the user is warned.").shape(&shape::SIGNED),
    property("groups", "Additional groups, by name.").shape(&shape::NAMES),
    property("expiry", "The expiry date of the account, or never.").words(&["absent"]).shape(&shape::DATE),
    property("roles", "The roles of the account (Solaris).").shape(&shape::NAMES),
    property("auths", "The authorizations of the account (Solaris).").shape(&shape::NAMES),
    property("profiles", "The profiles of the account (Solaris).").shape(&shape::NAMES),
    property("keys", "Additional Solaris settings: a Hash, or 'name=value'."),
    property("project", "The project of the account (Solaris)."),
    property("attributes", "Additional AIX settings: a Hash, or 'name=value'."),
    property("salt", "The salt of the password (macOS)."),
    property("iterations", "The iterations of the password hash (macOS)."),
    property("loginclass", "The login class (BSD)."),
    parameter("name", "The account's name; defaults to the title."),
    parameter("membership", "Whether the group list is complete, or a minimum.").words(&["inclusive", "minimum"]),
    parameter("system", "Create a system account, with a low ID.").switch(),
    parameter("allowdupe", "Allow an ID that another account has.").switch(),
    parameter("managehome", "Create the home directory with the account, and remove it with it.")
        .switch()
        .shape(&shape::ANY_CASE),
    parameter("role_membership", "Whether the role list is complete, or a minimum.").words(&["inclusive", "minimum"]),
    parameter("auth_membership", "Whether the authorization list is complete, or a minimum.")
        .words(&["inclusive", "minimum"]),
    parameter("profile_membership", "Whether the profile list is complete, or a minimum.")
        .words(&["inclusive", "minimum"]),
    parameter("key_membership", "Whether the key list is complete, or a minimum.").words(&["inclusive", "minimum"]),
    parameter("ia_load_module", "The AIX module of the account."),
    parameter("attribute_membership", "Whether the attribute list is complete, or a minimum.")
        .words(&["inclusive", "minimum"]),
    parameter("forcelocal", "Manage the local account even when a directory service has one of this name.").switch(),
    parameter("purge_ssh_keys", "Remove unmanaged SSH keys of the account; or the files to search.")
        .words(&["true", "false"])
        .shape(&shape::KEY_FILES),
];
