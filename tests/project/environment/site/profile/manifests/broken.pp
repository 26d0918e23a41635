class profile::broken(Integer $count) {
  $x = = 2
}
