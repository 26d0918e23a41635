Puppet::Functions.create_function(:'bridge::sleeps') do
  def sleeps
    sleep
  end
end
