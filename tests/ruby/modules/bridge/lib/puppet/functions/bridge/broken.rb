Puppet::Functions.create_function(:'bridge::broken') do
  def broken(
end
