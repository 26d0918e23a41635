class web (
  Integer $port,
  String $package,
  String $docroot,
  Array[String] $modules,
  Hash $vhosts = {},
  String $user = 'www-data',
  Optional[String] $nothing = 'default',
) {
  notify { "web: ${port} ${package} ${docroot} ${modules} ${user} ${nothing}": }
}
