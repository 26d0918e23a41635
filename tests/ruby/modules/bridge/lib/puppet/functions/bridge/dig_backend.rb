Puppet::Functions.create_function(:'bridge::dig_backend') do
  dispatch :dig do
    param 'Array[Variant[String, Integer]]', :path
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  def dig(path, _options, context)
    path.first == 'deep' ? "dug #{path.last}" : context.not_found
  end
end
