function made::data(Hash $options, Puppet::LookupContext $context) {
  $base = $options['path'].split('/')[-1]
  $data = {
    'lookup_options' => { 'made::list' => { 'merge' => 'unique' } },
    'made::text' => "%{facts.os.family} ${base}",
    'made::list' => [2, 3],
    'made::nested' => { 'a' => [{ 'b' => 'deep' }] },
  }
  $data
}
