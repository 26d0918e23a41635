Puppet::Functions.create_function(:'bridge::environment') do
  def environment
    ENV.keys.sort
  end
end
