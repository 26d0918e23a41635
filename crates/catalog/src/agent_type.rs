//! The resource types of the modules that Puppet's agent bundles (`cron_core`, `mount_core` and so on). A module on the
//! module path that provides the same type precedes them.

/// A resource type of a bundled module.
#[derive(Debug)]
pub struct AgentType {
    pub name: &'static str,
    /// The parameter that the title sets.
    pub namevar: &'static str,
    /// Its parameters and properties except `provider`; empty where they are not listed here.
    pub attributes: &'static [&'static str],
}

/// Returns the bundled resource type of this name (in lower case).
pub fn agent_type(name: &str) -> Option<&'static AgentType> {
    AGENT_TYPES.iter().find(|row| row.name == name)
}

static AGENT_TYPES: &[AgentType] = &[
    AgentType {
        name: "augeas",
        namevar: "name",
        attributes: &[
            "returns",
            "name",
            "context",
            "onlyif",
            "changes",
            "root",
            "load_path",
            "force",
            "type_check",
            "lens",
            "incl",
            "show_diff",
        ],
    },
    AgentType {
        name: "cron",
        namevar: "name",
        attributes: &[
            "ensure",
            "command",
            "special",
            "minute",
            "hour",
            "weekday",
            "month",
            "monthday",
            "environment",
            "user",
            "target",
            "name",
        ],
    },
    AgentType {
        name: "host",
        namevar: "name",
        attributes: &["ensure", "ip", "host_aliases", "comment", "target", "name"],
    },
    AgentType { name: "mailalias", namevar: "name", attributes: &["ensure", "recipient", "file", "target", "name"] },
    AgentType {
        name: "mount",
        namevar: "name",
        attributes: &[
            "ensure",
            "device",
            "blockdevice",
            "fstype",
            "options",
            "pass",
            "atboot",
            "dump",
            "target",
            "name",
            "remounts",
        ],
    },
    AgentType { name: "selboolean", namevar: "name", attributes: &["value", "name", "persistent"] },
    AgentType {
        name: "selmodule",
        namevar: "name",
        attributes: &["ensure", "syncversion", "name", "selmoduledir", "selmodulepath"],
    },
    AgentType {
        name: "ssh_authorized_key",
        namevar: "name",
        attributes: &["ensure", "type", "key", "user", "target", "options", "name", "drop_privileges"],
    },
    AgentType {
        name: "sshkey",
        namevar: "name",
        attributes: &["ensure", "key", "host_aliases", "target", "type", "name"],
    },
    AgentType { name: "yumrepo", namevar: "name", attributes: &[] },
    AgentType { name: "zfs", namevar: "name", attributes: &[] },
    AgentType { name: "zpool", namevar: "pool", attributes: &[] },
];
