# Compiles the nodes of a directory of facts in one process, as a server does, and prints a line for each: the seconds of CPU
# time, the number of resources and the bytes of JSON.
#
#     ruby nodes.rb ENVIRONMENT NODES COUNT
require 'json'
require 'puppet'
require 'tmpdir'

root, folder, count = ARGV
Dir.mktmpdir do |state|
  Puppet.initialize_settings(['--confdir', state, '--vardir', state, '--codedir', state])
  Puppet[:strict] = :off
  Puppet[:strict_variables] = true
  Puppet::Util::Log.level = :err
  environment = Puppet::Node::Environment.create(:production, ["#{root}/modules"], "#{root}/manifests")
  Puppet.override(environments: Puppet::Environments::Static.new(environment), current_environment: environment) do
    Dir["#{folder}/*.json"].sort.first(count.to_i).each do |file|
      start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
      name = File.basename(file, '.json')
      facts = JSON.parse(File.read(file))
      node = Puppet::Node.new(name, environment: environment, facts: Puppet::Node::Facts.new(name, facts))
      node.merge(facts)
      trusted = Puppet::Context::TrustedInformation.new('remote', name, {})
      node.trusted_data = trusted.to_h
      Puppet.override(trusted_information: trusted) do
        catalog = Puppet::Parser::Compiler.compile(node)
        text = catalog.to_json
        spent = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
        puts [spent, catalog.resources.size, text.size].join(' ')
      end
    end
  end
end
