//! The smaller types: `filebucket`, `notify`, `resources`, `schedule`, `stage`, `tidy`.

use super::{Attribute, parameter, property, shape};

pub(crate) static FILEBUCKET: &[Attribute] = &[
    parameter("name", "The bucket's name; the title stands for it."),
    parameter("server", "The server that keeps the contents; only when path is false."),
    parameter("port", "The server's port."),
    parameter("path", "The folder that keeps the contents here; false for a server.").shape(&shape::BUCKET_PATH),
];

pub(crate) static NOTIFY: &[Attribute] = &[
    property("message", "The text for the log; the title stands for it."),
    parameter("withpath", "Log the resource's whole path, too.").words(&["true", "false"]),
    parameter("name", "A name for the message."),
];

pub(crate) static RESOURCES: &[Attribute] = &[
    parameter("name", "The resource type; the title stands for it."),
    parameter("purge", "Remove the resources of this type that are not managed.").switch().shape(&shape::ANY_CASE),
    parameter("unless_system_user", "Spare the accounts of the system: true, or up to which number.")
        .shape(&shape::SPARED),
    parameter("unless_uid", "Spare the accounts with these numbers.").shape(&shape::USER_IDS),
];

pub(crate) static SCHEDULE: &[Attribute] = &[
    parameter("name", "The schedule's name; the title stands for it."),
    parameter("range", "The hours in which resources may be managed.").shape(&shape::RANGE),
    parameter("periodmatch", "Count periods by the calendar (number), or from the last time on (distance).")
        .words(&["number", "distance"]),
    parameter("period", "How long a period is.").words(&["hourly", "daily", "weekly", "monthly", "never"]),
    parameter("repeat", "How often a resource may be managed in one period.").shape(&shape::NUMBER),
    parameter("weekday", "The days on which resources may be managed.").shape(&shape::WEEKDAY),
];

pub(crate) static NAME_ONLY: &[Attribute] = &[parameter("name", "The name; the title stands for it.")];

pub(crate) static TIDY: &[Attribute] = &[
    parameter("path", "The file or folder to tidy up; the title stands for it.").shape(&shape::TEXT),
    parameter("recurse", "Go into folders: always, or so many levels.")
        .words(&["true", "false", "inf"])
        .shape(&shape::NUMBER),
    parameter("max_files", "Beyond how many files it warns.").shape(&shape::COUNT),
    parameter("matches", "Patterns of names: only such files are removed."),
    parameter("backup", "Where removed files go, as of `file`."),
    parameter("age", "The least age of what is removed: '1w', '12h'; days unless a unit is named.").shape(&shape::AGE),
    parameter("size", "The least size of what is removed: '10m'; kilobytes unless a unit is named.")
        .shape(&shape::SIZE),
    parameter("type", "Which time the age is counted from.").words(&["atime", "mtime", "ctime"]),
    parameter("rmdirs", "Remove folders that became empty.").switch(),
];
