module Puppet::Parser::Functions
  newfunction(:bridge_resource, :type => :rvalue) do |args|
    found = findresource(args[0].to_s)
    found ? [found.to_s, found['message']] : 'nothing'
  end
end
