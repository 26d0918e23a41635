# Reads programs ({"id", "code", "finish"}) from the standard input, one a line, and prints what a live Puppet 8 makes of each: the
# "value" in program form, where it has one, or the "error" with "issue", "line" and "pos", and the "logs".
require 'json'
require 'puppet'
require 'puppet_pal'
require 'timeout'
require 'tmpdir'

# The most seconds for a program; one that takes longer has "skip".
LIMIT = 5

def printed(value)
  Puppet::Pops::Types::StringConverter.singleton.convert(value, '%p')
rescue StandardError
  nil
end

def evaluate(program)
  answer = {}
  Puppet::Pal.in_tmp_environment('production', modulepath: [], facts: {}) do |pal|
    pal.with_catalog_compiler do |compiler|
      made = compiler.evaluate_string(program['code'])
      answer['value'] = printed(made)
      compiler.compile_additions if program['finish']
    end
  end
  answer
rescue Timeout::Error
  { 'skip' => true }
rescue Exception => e # rubocop:disable Lint/RescueException
  issue = (e.respond_to?(:issue_code) && e.issue_code) || e.class.name
  answer = { 'error' => e.message[0, 300], 'issue' => issue }
  %i[line pos].each { |name| answer[name] = e.send(name) if e.respond_to?(name) }
  answer
end

Dir.mktmpdir do |folder|
  Puppet.initialize_settings(['--confdir', folder, '--vardir', folder, '--codedir', folder])
  Puppet[:strict_variables] = true
  Puppet[:strict] = :error
  logs = []
  Puppet::Util::Log.level = :notice
  Puppet::Util::Log.newdesttype(:kept) do
    match(Array)
    define_method(:initialize) { |kept| @kept = kept }
    define_method(:handle) { |log| @kept << [log.level.to_s, log.message] }
  end
  Puppet::Util::Log.close_all
  Puppet::Util::Log.newdestination(logs)
  $stdin.each_line do |line|
    program = JSON.parse(line)
    logs.clear
    answer = Timeout.timeout(LIMIT) { evaluate(program) } rescue { 'skip' => true }
    puts JSON.generate({ 'id' => program['id'] }.merge(answer, 'logs' => logs))
    $stdout.flush
  end
end
