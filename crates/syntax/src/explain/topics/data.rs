//! Topics of data and files. Their causes are files, so most pages have no example.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::HieraData,
        "Hiera has no value for a key, or a data file is not valid. ':lookup KEY' shows each level that was read and \
         what it had. A default value makes a missing key valid.",
        "lookup('nosuch::key')",
        "lookup('nosuch::key', {'default_value' => 80})",
    ),
    page(
        Topic::HieraInterpolation,
        "`%{...}` in the data inserts a variable, or calls `lookup`, `alias`, `literal` or `scope`. The variable or \
         function is unknown, or `alias` is not the entire string.",
        "",
        "",
    ),
    page(
        Topic::HieraConfig,
        "The file hiera.yaml is not valid for version 5. It has `version: 5`, `defaults` and a `hierarchy`, a list of \
         levels. Each level has a name, one kind of path and one backend.",
        "",
        "",
    ),
    page(
        Topic::FactsFile,
        "The facts are a hash in a file of JSON or YAML, or a bundled set. ':facts sets' lists the bundled sets. The \
         message has the line of the file.",
        "",
        "",
    ),
    page(
        Topic::FileRead,
        "The file does not exist, cannot be read, or is outside the allowed directories. The setting `files` decides \
         which directories code may read; only you can widen it.",
        "file('/')",
        "find_file('/nosuch/file')",
    ),
    page(
        Topic::FileWrite,
        "The file cannot be written, or it already exists. pprepl never overwrites a file that it did not create. Use \
         another name.",
        "",
        "",
    ),
    page(
        Topic::FileEncoding,
        "Puppet reads UTF-8 without a byte order mark. The file has other bytes. Save it again as UTF-8.",
        "\u{feff}$x = 1",
        "$x = 1",
    ),
    page(
        Topic::ModuleLoading,
        "A file of a module cannot be loaded. The name of a definition decides its file: `apache::vhost` is in \
         `apache/manifests/vhost.pp`. ':reload' reads changed files again.",
        "",
        "",
    ),
];
