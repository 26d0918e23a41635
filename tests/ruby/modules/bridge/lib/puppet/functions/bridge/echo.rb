Puppet::Functions.create_function(:'bridge::echo') do
  dispatch :it do
    repeated_param 'Any', :values
  end

  def it(*values)
    values
  end
end
