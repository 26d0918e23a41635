module Puppet::Parser::Functions
  newfunction(:bridge_statement, :type => :statement) do |args|
    notice("stated #{args.join(' ')}")
  end
end
