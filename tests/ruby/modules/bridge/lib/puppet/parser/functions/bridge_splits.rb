module Puppet::Parser::Functions
  newfunction(:bridge_splits, :type => :rvalue, :arity => -2) do |args|
    raise Puppet::ParseError, 'expected strings' unless args.all? { |arg| arg.is_a?(String) }
    args.flat_map { |arg| arg.split(',') }
  end
end
