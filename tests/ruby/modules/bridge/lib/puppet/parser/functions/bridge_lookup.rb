module Puppet::Parser::Functions
  newfunction(:bridge_lookup, :type => :rvalue) do |args|
    [lookupvar(args[0]), self[args[0]], include?(args[0])]
  end
end
