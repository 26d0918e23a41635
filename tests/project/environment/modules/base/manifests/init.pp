class base(String $motd = 'hello') {
  notify { $motd: }
}
