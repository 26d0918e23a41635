module Puppet::Parser::Functions
  newfunction(:bridge_join, :type => :rvalue, :arity => 2, :doc => 'Joins.') do |args|
    args[0].join(args[1])
  end
end
