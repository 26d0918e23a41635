define web::vhost(Web::Port $port = 80, String $root = '/srv') {
  file { "${root}/${title}": ensure => directory }
}
