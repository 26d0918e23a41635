# A web server.
class web (
  Web::Port           $port,
  Array[String]       $aliases = [],
  Optional[String]    $owner   = undef,
  Hash[String, Web::Site] $sites = {},
  Site::Level         $level   = low,
) {
  $text = web::describe($port)
  $sites.each |$name, $site| {
    web::vhost { $name: port => $site['port'] }
  }
}
