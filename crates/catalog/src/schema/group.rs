//! `group`: groups of users.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static GROUP: &[Attribute] = &[
    PROVIDER,
    property("ensure", "Whether the group exists.").words(&["present", "absent"]),
    property("gid", "The group ID.").shape(&shape::GROUP_ID),
    property("members", "The users in the group, where the provider manages them."),
    property("attributes", "Additional AIX settings: a Hash, or 'name=value'."),
    parameter("auth_membership", "Whether the member list is complete (true), or a minimum.").switch(),
    parameter("name", "The group's name; defaults to the title."),
    parameter("allowdupe", "Allow an ID that another group has.").switch(),
    parameter("ia_load_module", "The AIX module of the group."),
    parameter("attribute_membership", "Whether the attribute list is complete, or a minimum.")
        .words(&["inclusive", "minimum"]),
    parameter("system", "Create a system group, with a low ID.").switch(),
    parameter("forcelocal", "Manage the local group even when a directory service has one of this name.").switch(),
];
