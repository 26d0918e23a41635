Puppet::Functions.create_function(:'bridge::required_repeated') do
  dispatch :most do
    required_repeated_param 'Numeric', :numbers
  end

  def most(*numbers)
    numbers.max
  end
end
