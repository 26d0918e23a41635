//! Topics of resources, classes and the catalog.

use pprepl_text::Topic;

use super::{TopicPage, page};

pub(super) const PAGES: &[TopicPage] = &[
    page(
        Topic::ResourceSyntax,
        "A resource is `type { 'title': attribute => value }`. The type is lowercase and unquoted; a colon follows the \
         title. An uppercase type without a title sets defaults.",
        "notify { message => 'hello' }",
        "notify { 'greeting': message => 'hello' }",
    ),
    page(
        Topic::ResourceTitle,
        "A title is a string that is not empty, or an array of such strings. It identifies the resource, so a type has \
         each title once.",
        "notify { undef: }",
        "notify { 'a': }",
    ),
    page(
        Topic::UnknownParameter,
        "The resource's type, or the class, has no attribute of this name. Check the spelling; ':doc TYPE' lists the \
         attributes.",
        "define web(Integer $port = 80) { }\nweb { 'a': prot => 80 }",
        "define web(Integer $port = 80) { }\nweb { 'a': port => 80 }",
    ),
    page(
        Topic::MissingParameter,
        "The class, defined type or lambda has a parameter without a default, and it gets no value. Pass one, or give \
         the parameter a default.",
        "define web(Integer $port) { notice($port) }\nweb { 'a': }",
        "define web(Integer $port) { notice($port) }\nweb { 'a': port => 80 }",
    ),
    page(
        Topic::AttributeValue,
        "The attribute does not accept this value. Puppet's agent would reject it on the machine; pprepl warns earlier. \
         ':doc TYPE.ATTRIBUTE' lists the accepted values.",
        "file { '/tmp/a': ensure => 'presnt' }",
        "file { '/tmp/a': ensure => 'present' }",
    ),
    page(
        Topic::AttributeTwice,
        "An attribute of a resource is set twice. Puppet cannot know which value is meant. Remove one of them.",
        "notify { 'a': message => 'x', message => 'y' }",
        "notify { 'a': message => 'x' }",
    ),
    page(
        Topic::AttributeAppend,
        "`+>` adds to an attribute that the resource already has. It is allowed only in overrides and collectors. In a \
         declaration use `=>`.",
        "notify { 'a': tag +> 'x' }",
        "notify { 'a': tag => 'x' }",
    ),
    page(
        Topic::DeclaredTwice,
        "A resource of this type and title is already declared. A catalog has each resource once, since two \
         declarations could contradict each other. Use another title, `include` for classes, or a virtual resource.",
        "notify { 'a': }\nnotify { 'a': }",
        "notify { 'a': }\nnotify { 'b': }",
    ),
    page(
        Topic::DefinedTwice,
        "Two definitions have the same name. In a session a new definition replaces the old one; one source can have \
         only one. Remove or rename one of them.",
        "function f() { 1 }\nfunction f() { 2 }",
        "function f() { 1 }\nfunction g() { 2 }",
    ),
    page(
        Topic::UndefinedClass,
        "No class has this name. Puppet looks in the session and in `MODULE/manifests` on the module path. Check the \
         spelling and ':set modulepath'.",
        "include nosuch",
        "class motd { }\ninclude motd",
    ),
    page(
        Topic::ClassInheritance,
        "A class can inherit from one other class, which must be defined, and not from itself. Use inheritance only to \
         override resources; otherwise `include` the other class.",
        "class a inherits a { }\ninclude a",
        "class base { }\nclass a inherits base { }\ninclude a",
    ),
    page(
        Topic::UndeclaredResource,
        "A reference such as `File['/etc/motd']` names a resource that the catalog does not contain. Declare it, or fix \
         the title. Reading an attribute needs a declaration that is evaluated before.",
        "$m = Notify['nosuch']['message']",
        "notify { 'a': message => 'x' }\n$m = Notify['a']['message']",
    ),
    page(
        Topic::Override,
        "`File['a'] { mode => '0600' }` changes an attribute of a declared resource. Only a class that inherits from \
         the declaring class may change a value that is already set.",
        "notify { 'a': message => 'x' }\nNotify['a'] { message => 'y' }",
        "notify { 'a': }\nNotify['a'] { message => 'y' }",
    ),
    page(
        Topic::VirtualResource,
        "`@` declares a virtual resource: it waits until a collector or `realize` selects it. Classes, defaults and \
         overrides cannot be virtual. Remove the `@`.",
        "@class { 'web': }",
        "class web { }\nclass { 'web': }",
    ),
    page(
        Topic::ExportedResource,
        "`@@` exports a resource to other machines, and `<<| |>>` collects those of others. Both need a PuppetDB, \
         which pprepl does not have. Exported resources of this session can be collected.",
        "",
        "",
    ),
    page(
        Topic::Collector,
        "A collector selects resources: `Notify <| title == 'a' |>`. Its query allows only `==`, `!=`, `and`, `or` and \
         parentheses. The agent's data is not known, so functions and regular expressions are not allowed.",
        "Notify <| title =~ /a/ |>",
        "Notify <| title == 'a' |>",
    ),
    page(
        Topic::Relationship,
        "An arrow connects resources, classes, collectors and arrays of them. This value is none of these. Refer to a \
         declared resource in uppercase: `Notify['a']`.",
        "notify { 'a': } -> undef",
        "notify { 'a': } -> notify { 'b': }",
    ),
    page(
        Topic::DependencyCycle,
        "Each of these resources must be applied before the other. Puppet cannot find an order. Remove one arrow or one \
         of `require`, `before`, `notify` and `subscribe`; ':graph' shows them all.",
        "",
        "",
    ),
    page(
        Topic::Metaparameter,
        "Metaparameters such as `require`, `before`, `noop` and `tag` belong to every resource. So a parameter of a \
         class or a defined type cannot have such a name, and `stage` belongs to classes only. Use another name.",
        "define web($require) { }",
        "define web($needed) { }",
    ),
    page(
        Topic::Node,
        "A node definition matches the name of a machine. The name is a literal string, a regular expression or \
         `default`. One of them must match, if there are any.",
        "node 'web server' { }",
        "node 'web-server' { }",
    ),
];
