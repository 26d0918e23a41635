//! `file`: files, directories and links.

use super::{Attribute, PROVIDER, parameter, property, shape};

pub(crate) static FILE: &[Attribute] = &[
    parameter("path", "The full path; the title stands for it.").shape(&shape::PATH),
    PROVIDER,
    property("ensure", "What is there: nothing, a file, a folder, a link, or anything at all (present).")
        .words(&["absent", "present", "file", "directory", "link"])
        .aliases(&[("false", "absent")])
        .shape(&shape::LINK_TARGET),
    property("content", "What stands in the file.").shape(&shape::CONTENT),
    property("checksum_value", "The checksum that the file has, of the kind that `checksum` names."),
    property("target", "What a link points to.").words(&["notlink"]).shape(&shape::NOT_EMPTY),
    property("owner", "The user that owns the file: a name or a number."),
    property("group", "The group that owns the file: a name or a number.").shape(&shape::FILLED),
    property("mode", "The permissions, as a String: octal digits or symbols.").shape(&shape::MODE),
    property("type", "What kind of file there is; only read.").shape(&shape::NOTHING),
    property("seluser", "The SELinux user of the file."),
    property("selrole", "The SELinux role of the file."),
    property("seltype", "The SELinux type of the file."),
    property("selrange", "The SELinux range of the file."),
    property("ctime", "When the file's metadata changed; only read.").shape(&shape::NOTHING),
    property("mtime", "When the file changed; only read.").shape(&shape::NOTHING),
    parameter("backup", "Where the old content goes: nowhere, beside the file under an ending, or into a filebucket.")
        .shape(&shape::BACKUP),
    parameter("recurse", "Manage what is in the folder, too; `remote` only what the source has.")
        .words(&["true", "false", "remote"]),
    parameter("recurselimit", "How deep to go into folders.").shape(&shape::COUNT),
    parameter("max_files", "Beyond how many files a recursion warns; -1 for never.").shape(&shape::COUNT_OR_ALL),
    parameter("replace", "Change the content of a file that is there.").switch(),
    parameter("force", "Do it even when a folder is destroyed by it.").switch(),
    parameter("ignore", "Patterns of names that a recursion leaves out.").shape(&shape::PATTERNS),
    parameter("links", "What a link as source means: the link itself, or what it points to.")
        .words(&["follow", "manage"]),
    parameter("purge", "Remove what is in the folder and is not managed.").switch(),
    parameter("sourceselect", "With several sources of a folder: take the first that is there, or all of them.")
        .words(&["first", "all"]),
    parameter("show_diff", "Show what changes in the content.").switch(),
    parameter("staging_location", "Where the new content is put together before it takes the file's place.")
        .shape(&shape::PATH),
    parameter("validate_cmd", "A command that looks at the new content before it is taken; '%' stands for its path."),
    parameter("validate_replacement", "What stands for the path in `validate_cmd` in place of '%'."),
    parameter("checksum", "How contents are compared.")
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
    parameter("source", "Where the content comes from: a path or a URI; of several the first that is there.")
        .shape(&shape::SOURCE),
    parameter("source_permissions", "Take owner, group and mode from the source: always, for new files, or never.")
        .words(&["use", "use_when_creating", "ignore"]),
    parameter("selinux_ignore_defaults", "Leave the SELinux context that the system would give alone.")
        .words(&["true", "false"]),
];
