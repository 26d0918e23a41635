Puppet::Functions.create_function(:'bridge::leaves') do
  def leaves
    exit!(3)
  end
end
