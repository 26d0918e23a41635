//! `group`: groups of users.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static GROUP: &[Attribute] = &[
    PROVIDER,
    property("ensure", "Is the group there?").words(&["present", "absent"]),
    property("gid", "The group's number.").shape(&shape::GROUP_ID),
    property("members", "The users in the group, where the provider manages them there."),
    property("attributes", "Further settings of AIX: a Hash, or 'name=value'."),
    parameter("auth_membership", "Are the members listed all that there are (true), or the least?").switch(),
    parameter("name", "The group's name; the title stands for it."),
    parameter("allowdupe", "Allow a number that another group has.").switch(),
    parameter("ia_load_module", "The module of AIX that knows the group."),
    parameter("attribute_membership", "Are the attributes listed all that there are, or the least?")
        .words(&["inclusive", "minimum"]),
    parameter("system", "Make it a group of the system, with a low number.").switch(),
    parameter("forcelocal", "Manage the local group even when a directory has one of this name.").switch(),
];
