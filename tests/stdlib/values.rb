# The values of calls in the standard input, one a line: prints a pair of the value in Puppet's form, or "fails" or
# "late", and the error. Run with the directory of the modules.
require 'json'
require 'puppet'
require 'puppet_pal'
require 'timeout'
require 'tmpdir'

Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--confdir', scratch, '--vardir', scratch, '--codedir', scratch])
  Puppet[:strict] = :error
  Puppet[:strict_variables] = true
  Puppet::Util::Log.close_all
  form = Puppet::Pops::Types::StringConverter.singleton
  Puppet::Pal.in_tmp_environment('production', modulepath: [ARGV[0]], facts: {}) do |pal|
    pal.with_catalog_compiler do |compiler|
      $stdin.each_line(chomp: true) do |call|
        answer = begin
          value = Timeout.timeout(4) { compiler.evaluate_string(call) }
          [form.convert(value, '%p'), '']
        rescue Timeout::Error
          ['late', '']
        rescue StandardError, SystemStackError, NoMemoryError => e
          ['fails', e.message[0, 200]]
        end
        puts JSON.generate(answer)
        $stdout.flush
      end
    end
  end
end
