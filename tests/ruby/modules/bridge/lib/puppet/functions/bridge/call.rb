Puppet::Functions.create_function(:'bridge::call') do
  dispatch :it do
    param 'String', :name
    repeated_param 'Any', :args
  end

  def it(name, *args)
    call_function(name, *args)
  end
end
