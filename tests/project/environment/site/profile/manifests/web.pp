class profile::web(Integer $workers = 4) inherits profile::params {
  class { 'web':
    port => '80',
  }
  web::vhost { 'main':
    prot => 81,
  }
  web::vhost { 'level':
    root => own_root('srv', 1),
  }
  if web::probe() {
    notify { lookup('profile::web::banner', String): }
  }
}
