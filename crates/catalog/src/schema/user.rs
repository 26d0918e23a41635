//! `user`: accounts.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static USER: &[Attribute] = &[
    PROVIDER,
    property("ensure", "Is the account there? (A role is one of Solaris.)").words(&["present", "absent", "role"]),
    property("home", "The home folder; `managehome` makes it."),
    property("uid", "The account's number.").shape(&shape::USER_ID),
    property("gid", "The main group: a name or a number.").shape(&shape::NAME_OR_NUMBER),
    property("comment", "The full name, or another remark."),
    property("shell", "The login shell's path."),
    property("password", "The password in the form that the system keeps: a hash on most.").shape(&shape::NO_COLON),
    property("password_min_age", "How many days a password must stay.").shape(&shape::SIGNED),
    property("password_max_age", "After how many days a password must change.").shape(&shape::SIGNED),
    property("password_warn_days", "How many days before that the user is warned.").shape(&shape::SIGNED),
    property("groups", "Further groups, by name.").shape(&shape::NAMES),
    property("expiry", "The day when the account ends, or never.").words(&["absent"]).shape(&shape::DATE),
    property("roles", "The roles of the account (Solaris).").shape(&shape::NAMES),
    property("auths", "The authorizations of the account (Solaris).").shape(&shape::NAMES),
    property("profiles", "The profiles of the account (Solaris).").shape(&shape::NAMES),
    property("keys", "Further settings of Solaris: a Hash, or 'name=value'."),
    property("project", "The project of the account (Solaris)."),
    property("attributes", "Further settings of AIX: a Hash, or 'name=value'."),
    property("salt", "The salt of the password (macOS)."),
    property("iterations", "The rounds of the password's hash (macOS)."),
    property("loginclass", "The login class (BSD)."),
    parameter("name", "The account's name; the title stands for it."),
    parameter("membership", "Are the groups listed all that there are, or the least?").words(&["inclusive", "minimum"]),
    parameter("system", "Make it an account of the system, with a low number.").switch(),
    parameter("allowdupe", "Allow a number that another account has.").switch(),
    parameter("managehome", "Make the home folder with the account, and remove it with it.")
        .switch()
        .shape(&shape::ANY_CASE),
    parameter("role_membership", "Are the roles listed all that there are, or the least?")
        .words(&["inclusive", "minimum"]),
    parameter("auth_membership", "Are the authorizations listed all that there are, or the least?")
        .words(&["inclusive", "minimum"]),
    parameter("profile_membership", "Are the profiles listed all that there are, or the least?")
        .words(&["inclusive", "minimum"]),
    parameter("key_membership", "Are the keys listed all that there are, or the least?")
        .words(&["inclusive", "minimum"]),
    parameter("ia_load_module", "The module of AIX that knows the account."),
    parameter("attribute_membership", "Are the attributes listed all that there are, or the least?")
        .words(&["inclusive", "minimum"]),
    parameter("forcelocal", "Manage the local account even when a directory has one of this name.").switch(),
    parameter("purge_ssh_keys", "Remove SSH keys of the account that are not managed; or the files to look in.")
        .words(&["true", "false"])
        .shape(&shape::KEY_FILES),
];
