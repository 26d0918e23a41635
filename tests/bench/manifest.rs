//! The text that what a key costs is measured on.

/// A text of so many lines, of the usual kinds of statements.
pub fn text(lines: usize) -> String {
    let part = "class profile::web_@ (\n  String $name = 'web',\n  Integer[1] $port = 80,\n) {\n  $list = [1, 2, 3].map |$x| \
                { $x * 2 }\n  file { \"/etc/${name}/@.conf\":\n    ensure  => file,\n    content => \"port ${port} ${list[0]}\",\n  \
                }\n  if $port =~ Integer[1024] and $facts['os']['family'] == 'Debian' {\n    notify { 'high': }\n  }\n}\n";
    let count = lines / part.lines().count();
    let mut all: String = (0..count).map(|number| part.replace('@', &number.to_string())).collect();
    (all.lines().count()..lines).for_each(|number| all.push_str(&format!("notice({number})\n")));
    all
}
