Puppet::Parser::Functions.newfunction(:bridge_args, :type => :rvalue) do |args|
  args.map { |arg| [arg.class.name, arg.to_s] }
end
