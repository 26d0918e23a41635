//! Types of the modules that Puppet's agent bundles: `cron`, `mount`, `ssh_authorized_key`.

use super::{Attribute, parameter, property, shape, time};

pub(crate) static CRON: &[Attribute] = &[
    property("ensure", "Whether the job exists.").words(&["present", "absent"]),
    property("command", "The command of the job."),
    property("special", "A schedule by name, in place of times.")
        .words(&["reboot", "yearly", "annually", "monthly", "weekly", "daily", "midnight", "hourly", "absent"]),
    property("minute", "The minutes of the hour.").shape(&time::MINUTE),
    property("hour", "The hours of the day.").shape(&time::HOUR),
    property("weekday", "The days of the week.").shape(&time::WEEKDAY),
    property("month", "The months of the year.").shape(&time::MONTH),
    property("monthday", "The days of the month.").shape(&time::MONTHDAY),
    property("environment", "Variables of the job."),
    property("user", "The user who runs the job."),
    property("target", "The owner of the crontab."),
    parameter("name", "The name of the job; defaults to the title."),
];

pub(crate) static MOUNT: &[Attribute] = &[
    property("ensure", "Whether it is mounted, and in fstab.").words(&[
        "defined",
        "present",
        "unmounted",
        "absent",
        "mounted",
    ]),
    property("device", "The device to mount."),
    property("blockdevice", "The device to check with fsck."),
    property("fstype", "The type of the file system.").shape(&shape::WORD),
    property("options", "The options of the mount.").shape(&shape::WORD),
    property("pass", "The pass in which fsck checks it."),
    property("atboot", "Whether it is mounted at boot.").switch(),
    property("dump", "Whether dump saves it."),
    property("target", "The file with the line."),
    parameter("name", "The path of the mount; defaults to the title."),
    parameter("remounts", "Whether `mount -o remount` works.").words(&["true", "false"]),
];

pub(crate) static SSH_AUTHORIZED_KEY: &[Attribute] = &[
    property("ensure", "Whether the key is there.").words(&["present", "absent"]),
    property("type", "The algorithm of the key.")
        .words(&[
            "ssh-dss",
            "ssh-rsa",
            "ecdsa-sha2-nistp256",
            "ecdsa-sha2-nistp384",
            "ecdsa-sha2-nistp521",
            "ssh-ed25519",
            "sk-ecdsa-sha2-nistp256@openssh.com",
            "sk-ssh-ed25519@openssh.com",
            "ssh-rsa-cert-v01@openssh.com",
            "ssh-ed25519-cert-v01@openssh.com",
            "ssh-dss-cert-v01@openssh.com",
            "ecdsa-sha2-nistp256-cert-v01@openssh.com",
            "ecdsa-sha2-nistp384-cert-v01@openssh.com",
            "ecdsa-sha2-nistp521-cert-v01@openssh.com",
        ])
        .aliases(&[
            ("dsa", "ssh-dss"),
            ("ed25519", "ssh-ed25519"),
            ("rsa", "ssh-rsa"),
            ("ecdsa-sk", "sk-ecdsa-sha2-nistp256@openssh.com"),
            ("ed25519-sk", "sk-ssh-ed25519@openssh.com"),
        ]),
    property("key", "The key itself, without its type and comment.").shape(&shape::WORD),
    property("user", "The user with the key."),
    property("target", "The file with the key."),
    property("options", "The options of the key."),
    parameter("name", "The comment of the key; defaults to the title."),
    parameter("drop_privileges", "Whether the file is written as its user."),
];
