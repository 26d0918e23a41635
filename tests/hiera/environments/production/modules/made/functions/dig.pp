function made::dig(Array $segments, Hash[String, Any] $options, Puppet::LookupContext $context) {
  if $segments[0] == 'made::dug' {
    $base = $options['path'].split('/')[-1]
    "${segments.size} ${segments[1]} ${base}"
  } elsif $segments[0] == 'made::content' {
    $context.cached_file_data($options['path']) |$text| { $text.strip }
  } else {
    $context.not_found
  }
}
