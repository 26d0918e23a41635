Puppet::Functions.create_function(:'bridge::add') do
  dispatch :add do
    param 'Integer', :a
    param 'Integer', :b
    return_type 'Integer'
  end

  def add(a, b)
    a + b
  end
end
