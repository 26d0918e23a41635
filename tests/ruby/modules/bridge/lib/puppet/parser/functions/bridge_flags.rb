module Puppet::Parser::Functions
  newfunction(:'bridge::quoted', :type => :rvalue) do |args|
    "<#{args[0]}>"
  end
  newfunction(:bridge_flags, :type => :rvalue) do |args|
    call_function('bridge::quoted', [args[0]])
  end
end
