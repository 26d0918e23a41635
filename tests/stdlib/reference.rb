# What Puppet answers to the calls in a file: prints each call and, after "=> ", the value in Puppet's form or
# "fails". Run with the folder of the modules and write it to reference.txt:
#
#     ruby tests/stdlib/reference.rb MODULES calls.txt > tests/stdlib/reference.txt
#     ruby tests/stdlib/reference.rb MODULES calls_namespaced.txt > tests/stdlib/reference_namespaced.txt
#
# The latter are functions of stdlib 9, which Debian has since trixie.
require 'json'
require 'puppet'
require 'puppet_pal'
require 'tmpdir'

folder = __dir__
facts = JSON.parse(File.read(File.join(folder, '..', 'debian', 'facts.json')))
Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--confdir', scratch, '--vardir', scratch, '--codedir', scratch])
  Puppet[:strict] = :error
  Puppet[:strict_variables] = true
  Puppet::Util::Log.level = :crit
  calls = File.readlines(File.join(folder, ARGV[1]), chomp: true)
  Puppet::Pal.in_tmp_environment('production', modulepath: [ARGV[0]], facts: facts) do |pal|
    pal.with_catalog_compiler do |compiler|
      calls.each do |call|
        answer = begin
          value = compiler.evaluate_string(call)
          Puppet::Pops::Types::StringConverter.singleton.convert(value, '%p')
        rescue StandardError => e
          warn e.message if ENV['WHY']
          'fails'
        end
        puts call, "=> #{answer.gsub("\n", '\\n')}"
      end
    end
  end
end
