//! The environment of the tests: a module with a class, a defined type, a function and a type alias, a site manifest, a
//! template and data.

pub const SITE: &str = "\
node default {
  class { 'web':
    port => 8080,
  }
  web::site { 'example':
    root => '/srv/example',
  }
  notice($web::user)
}
";

pub const WEB: &str = "\
# @summary A web server
#
# @param port The port to listen on.
# @param user The user of the workers.
class web (
  Web::Port $port = 80,
  String $user    = 'www-data',
) {
  include web::log
  $sizes = [1, 2, 3].map |$n| { $n * 2 }
  file { '/etc/web.conf':
    ensure  => file,
    content => epp('web/web.conf.epp', { 'port' => $port }),
    owner   => $user,
  }
  $text = web::join($sizes, \"on ${port}\")
  notify { $text: }
}
";

pub const LOG: &str = "\
class web::log {
  $level = 'info'
}
";

pub const DEFINED: &str = "\
# A site.
define web::site (
  String $root,
  Enum['on', 'off'] $state = 'on',
) {
  require web
  file { $root: ensure => directory }
}
";

pub const JOIN: &str = "\
# Joins numbers.
function web::join(Array[Integer] $numbers, String $end) >> String {
  \"${numbers} ${end}\"
}
";

pub const PORT: &str = "type Web::Port = Integer[1, 65535]\n";

pub const TEMPLATE: &str = "\
<%- | Integer $port | -%>
listen <%= $port %>
";

pub const DATA: &str = "\
---
web::port: 'no number'
web::user: nobody
";

pub const FILES: &[(&str, &str)] = &[
    ("environment.conf", ""),
    ("manifests/site.pp", SITE),
    ("modules/web/metadata.json", "{\"name\": \"me-web\"}"),
    ("modules/web/manifests/init.pp", WEB),
    ("modules/web/manifests/log.pp", LOG),
    ("modules/web/manifests/site.pp", DEFINED),
    ("modules/web/functions/join.pp", JOIN),
    ("modules/web/types/port.pp", PORT),
    ("modules/web/templates/web.conf.epp", TEMPLATE),
    ("data/common.yaml", DATA),
];

pub const INIT: &str = "modules/web/manifests/init.pp";
