function own_root(String $name) >> String {
  "/${name}"
}
