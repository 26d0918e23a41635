function bridge::down(Integer $depth) >> Array {
  bridge::nested($depth)
}
