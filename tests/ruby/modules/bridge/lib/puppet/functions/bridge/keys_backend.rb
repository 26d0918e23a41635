Puppet::Functions.create_function(:'bridge::keys_backend') do
  dispatch :lookup do
    param 'String[1]', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def lookup(key, options, context)
    return context.not_found unless key.start_with?(options['prefix'])
    return context.cached_value(key) if context.cache_has_key(key)
    Puppet.notice("looked up #{key}")
    context.cache(key, "value of #{key}")
  end
end
