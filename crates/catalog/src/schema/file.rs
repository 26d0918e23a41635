//! `file`: files, directories and links.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static FILE: &[Attribute] = &[
    parameter("path", "The absolute path; defaults to the title.").shape(&shape::PATH),
    PROVIDER,
    property("ensure", "The state: absent, a file, a directory, a link, or any of these (present).")
        .words(&["absent", "present", "file", "directory", "link"])
        .aliases(&[("false", "absent")])
        .shape(&shape::LINK_TARGET),
    property("content", "The content of the file.").shape(&shape::CONTENT),
    property("checksum_value", "The checksum of the file, of the kind that `checksum` names."),
    property("target", "The target of a link.").words(&["notlink"]).shape(&shape::NOT_EMPTY),
    property("owner", "The user that owns the file: a name or a number."),
    property("group", "The group that owns the file: a name or a number.").shape(&shape::FILLED),
    property("mode", "The permissions, as a String: octal digits or symbols.").shape(&shape::MODE),
    property("type", "The kind of the file; read-only.").shape(&shape::NOTHING),
    property("seluser", "The SELinux user of the file."),
    property("selrole", "The SELinux role of the file."),
    property("seltype", "The SELinux type of the file."),
    property("selrange", "The SELinux range of the file."),
    property("ctime", "The change time of the metadata; read-only.").shape(&shape::NOTHING),
    property("mtime", "The modification time; read-only.").shape(&shape::NOTHING),
    parameter("backup", "The backup of the old content: none, a copy with this suffix, or a filebucket.")
        .shape(&shape::BACKUP),
    parameter("recurse", "Manage the content of a directory, too; `remote` only the files of the source.")
        .words(&["true", "false", "remote"]),
    parameter("recurselimit", "The maximum recursion depth.").shape(&shape::COUNT),
    parameter("max_files", "The number of files above which a recursion warns; -1 for never.")
        .shape(&shape::COUNT_OR_ALL),
    parameter("replace", "Replace the content of an existing file.").switch(),
    parameter("force", "Allow changes that destroy a directory.").switch(),
    parameter("ignore", "Name patterns that a recursion ignores.").shape(&shape::PATTERNS),
    parameter("links", "The meaning of a link as source: the link itself, or its target.").words(&["follow", "manage"]),
    parameter("purge", "Remove unmanaged files from a directory.").switch(),
    parameter("sourceselect", "For several directory sources: use the first that exists, or all of them.")
        .words(&["first", "all"]),
    parameter("show_diff", "Show the differences of the content.").switch(),
    parameter("staging_location", "The path of the new content before it replaces the file.").shape(&shape::PATH),
    parameter("validate_cmd", "A command that validates the new content; '%' means its path."),
    parameter("validate_replacement", "The placeholder of the path in `validate_cmd`, instead of '%'."),
    parameter("checksum", "The method of comparing contents.")
        .words(&[
            "sha256",
            "sha256lite",
            "md5",
            "md5lite",
            "sha1",
            "sha1lite",
            "sha512",
            "sha384",
            "sha224",
            "mtime",
            "ctime",
            "none",
        ])
        .shape(&shape::OTHERS),
    parameter("source", "The source of the content: a path or a URI; of several, the first that exists.")
        .shape(&shape::SOURCE),
    parameter("source_permissions", "Copy owner, group and mode from the source: always, for new files, or never.")
        .words(&["use", "use_when_creating", "ignore"]),
    parameter("selinux_ignore_defaults", "Ignore the system's default SELinux context.").words(&["true", "false"]),
];
