Puppet::Functions.create_function(:'bridge::object') do
  def object
    Object.new
  end
end
