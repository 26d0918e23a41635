//! The smaller types: `filebucket`, `notify`, `resources`, `schedule`, `stage`, `tidy`.

use super::{Attribute, parameter, property, shape};

pub(crate) static FILEBUCKET: &[Attribute] = &[
    parameter("name", "The bucket's name; defaults to the title."),
    parameter("server", "The server that stores the contents; only if path is false."),
    parameter("port", "The server's port."),
    parameter("path", "The local directory that stores the contents; false for a server.").shape(&shape::BUCKET_PATH),
];

pub(crate) static NOTIFY: &[Attribute] = &[
    property("message", "The log message; defaults to the title."),
    parameter("withpath", "Also log the path of the resource.").words(&["true", "false"]),
    parameter("name", "A name for the message."),
];

pub(crate) static RESOURCES: &[Attribute] = &[
    parameter("name", "The resource type; defaults to the title."),
    parameter("purge", "Remove the unmanaged resources of this type.").switch().shape(&shape::ANY_CASE),
    parameter("unless_system_user", "Keep system accounts: true, or up to this ID.").shape(&shape::SPARED),
    parameter("unless_uid", "Keep the accounts with these IDs.").shape(&shape::USER_IDS),
];

pub(crate) static SCHEDULE: &[Attribute] = &[
    parameter("name", "The schedule's name; defaults to the title."),
    parameter("range", "The hours in which resources may be managed.").shape(&shape::RANGE),
    parameter("periodmatch", "Count periods by the calendar (number), or from the last run (distance).")
        .words(&["number", "distance"]),
    parameter("period", "The length of a period.").words(&["hourly", "daily", "weekly", "monthly", "never"]),
    parameter("repeat", "The number of times a resource may be managed in one period.").shape(&shape::NUMBER),
    parameter("weekday", "The days on which resources may be managed.").shape(&shape::WEEKDAY),
];

pub(crate) static NAME_ONLY: &[Attribute] = &[parameter("name", "The name; defaults to the title.")];

pub(crate) static TIDY: &[Attribute] = &[
    parameter("path", "The file or directory to tidy up; defaults to the title.").shape(&shape::TEXT),
    parameter("recurse", "Recurse into directories: without a limit, or to this depth.")
        .words(&["true", "false", "inf"])
        .shape(&shape::NUMBER),
    parameter("max_files", "The number of files above which it warns.").shape(&shape::COUNT),
    parameter("matches", "Name patterns: only matching files are removed."),
    parameter("backup", "The backup of removed files, as in `file`."),
    parameter("age", "The minimum age of removed files: '1w', '12h'; in days without a unit.").shape(&shape::AGE),
    parameter("size", "The minimum size of removed files: '10m'; in kilobytes without a unit.").shape(&shape::SIZE),
    parameter("type", "The timestamp that determines the age.").words(&["atime", "mtime", "ctime"]),
    parameter("rmdirs", "Remove directories that became empty.").switch(),
];
