module Puppet::Parser::Functions
  newfunction(:bridge_fails, :type => :rvalue) do |args|
    raise Puppet::ParseError, "bridge_fails(): wrong value #{args[0].inspect}"
  end
end
