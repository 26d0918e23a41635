Puppet::Functions.create_function(:'bridge::leak') do
  dispatch :it do
    param 'Sensitive[String]', :x
  end

  def it(x)
    raise ArgumentError, "the password is '#{x.unwrap}'"
  end
end
