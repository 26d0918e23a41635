Puppet::Functions.create_function(:'bridge::cyclic') do
  def cyclic
    list = []
    list << list
    list
  end
end
