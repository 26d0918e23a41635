module Puppet::Parser::Functions
  newfunction(:bridge_undef, :type => :rvalue) do |args|
    [args[0].inspect, args[1].inspect, :undef, [:undef, nil]]
  end
end
