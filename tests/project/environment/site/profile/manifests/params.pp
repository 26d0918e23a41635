class profile::params {
  $root = '/srv'
}
