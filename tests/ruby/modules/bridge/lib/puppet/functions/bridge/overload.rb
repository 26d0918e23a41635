Puppet::Functions.create_function(:'bridge::overload') do
  dispatch :of_integer do
    param 'Integer', :x
  end

  dispatch :of_strings do
    param 'String', :x
    repeated_param 'String', :more
  end

  dispatch :of_hash do
    required_param 'Hash[String, Integer]', :x
    optional_param 'Boolean', :flag
  end

  def of_integer(x)
    "integer #{x}"
  end

  def of_strings(x, *more)
    ([x] + more).join('+')
  end

  def of_hash(x, flag = false)
    flag ? x.values.sum : x.keys
  end
end
