Puppet::Functions.create_function(:'bridge::local_types') do
  local_types do
    type 'Port = Integer[1, 65535]'
    type 'Ports = Array[Port, 1]'
  end

  dispatch :sum do
    param 'Ports', :ports
  end

  def sum(ports)
    ports.sum
  end
end
