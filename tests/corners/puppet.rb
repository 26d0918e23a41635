# What Puppet makes of small programs: reads one question a line from the standard input ({"family", "code"}), compiles
# the code strictly and without modules, and prints one row of answers.jsonl a line: the question with the "value" in
# program form or the "error" (the issue's code, or true), and the texts of notice(). With "finish": false in the question
# it stops before collectors and defined types are evaluated, as an input of a session does.
#
#     tests/corners/questions.py | ruby tests/corners/puppet.rb > answers
#
# Each program has a process of its own, with limits. `--together` is for programs that are known to end: one process
# answers all of them, but for those that define types, whose names remain. It takes a tenth of the time.
require 'json'
require 'puppet'
require 'puppet_pal'
require 'tmpdir'

together = ARGV.delete('--together')

Dir.mktmpdir do |folder|
  Puppet.initialize_settings(['--confdir', folder, '--vardir', folder, '--codedir', folder])
  Puppet[:strict_variables] = true
  Puppet[:strict] = :error
  Puppet::Util::Log.level = :notice
  Puppet::Util::Log.newdesttype(:kept) do
    match(Array)
    define_method(:initialize) { |kept| @kept = kept }
    define_method(:handle) { |log| @kept << log.message if log.level == :notice }
  end
  logs = []
  Puppet::Util::Log.close_all
  Puppet::Util::Log.newdestination(logs)

  compile = lambda do |code, finish|
    value = nil
    Puppet::Pal.in_tmp_environment('production', modulepath: [], facts: {}) do |pal|
      pal.with_catalog_compiler do |compiler|
        made = compiler.evaluate_string(code)
        value = Puppet::Pops::Types::StringConverter.singleton.convert(made, '%p')
        compiler.compile_additions if finish
      end
    end
    { 'value' => value }
  rescue Exception => e # rubocop:disable Lint/RescueException
    { 'error' => e.respond_to?(:issue_code) && e.issue_code || true }
  end

  answer = lambda do |question|
    logs.clear
    row = question.slice('family', 'code').merge(compile.call(question['code'], question.fetch('finish', true)))
    JSON.generate(logs.empty? ? row : row.merge('logs' => logs))
  end

  apart = lambda do |question|
    reader, writer = IO.pipe
    pid = fork do
      # A question that takes too long, or too much, has no row.
      Process.setrlimit(Process::RLIMIT_CPU, 4)
      Process.setrlimit(Process::RLIMIT_AS, 2 << 30)
      reader.close
      $stdout.reopen(File::NULL)
      $stderr.reopen(File::NULL)
      writer.write(answer.call(question))
      writer.close
      exit!(0)
    end
    writer.close
    row = reader.read
    Process.wait(pid)
    row
  end

  $stdin.each_line do |line|
    question = JSON.parse(line)
    is_shared = together && !question['code'].match?(/\btype\b/)
    row = is_shared ? answer.call(question) : apart.call(question)
    puts row unless row.empty?
    $stdout.flush
  end
end
