function made::key(String $key, Hash $options, Puppet::LookupContext $context) {
  if $context.cache_has_key($key) { return $context.cached_value($key) }
  case $key {
    'made::greeting': { $context.cache($key, "${options['greeting']} by ${context.module_name}") }
    'made::raw': { '%{facts.role}' }
    'made::interpolated': { $context.interpolate('%{facts.role} and %{lookup("plain")}') }
    'made::nothing': { undef }
    'made::explained': { $context.explain || { "telling about ${key}" } 'told' }
    'made::list': { [1, 2] }
    default: { $context.not_found() }
  }
}
