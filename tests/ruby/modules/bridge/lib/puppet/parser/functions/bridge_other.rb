module Puppet::Parser::Functions
  newfunction(:bridge_other, :type => :rvalue) do |args|
    Puppet::Parser::Functions.function(:bridge_join)
    [function_bridge_join([args, '-']), function_upcase([args[0]]), call_function('bridge::add', [1, 2])]
  end
end
