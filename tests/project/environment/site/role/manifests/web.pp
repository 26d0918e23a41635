class role::web {
  include profile::web
  class { 'profile::broken': count => 'many' }
}
