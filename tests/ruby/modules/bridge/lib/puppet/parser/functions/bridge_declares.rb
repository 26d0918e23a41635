module Puppet::Parser::Functions
  newfunction(:bridge_declares, :type => :statement) do |args|
    function_create_resources(['notify', { args[0] => { 'message' => 'from Ruby' } }])
  end
end
