# What Puppet makes of small programs: reads one question a line from the standard input ({"family", "code"}), compiles
# the code in a process of its own, strictly and without modules, and prints one row of answers.jsonl a line: the question
# with the "value" in program form or the "error" (the issue's code, or true), and the texts of notice().
#
#     tests/corners/questions.py | ruby tests/corners/puppet.rb > answers
require 'json'
require 'puppet'
require 'puppet_pal'
require 'tmpdir'

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

  answer = lambda do |code|
    value = nil
    Puppet::Pal.in_tmp_environment('production', modulepath: [], facts: {}) do |pal|
      pal.with_catalog_compiler do |compiler|
        made = compiler.evaluate_string(code)
        value = Puppet::Pops::Types::StringConverter.singleton.convert(made, '%p')
        compiler.compile_additions
      end
    end
    { 'value' => value }
  rescue Exception => e # rubocop:disable Lint/RescueException
    { 'error' => e.respond_to?(:issue_code) && e.issue_code || true }
  end

  $stdin.each_line do |line|
    question = JSON.parse(line).slice('family', 'code')
    reader, writer = IO.pipe
    pid = fork do
      # A question that takes too long, or too much, has no row.
      Process.setrlimit(Process::RLIMIT_CPU, 4)
      Process.setrlimit(Process::RLIMIT_AS, 2 << 30)
      reader.close
      $stdout.reopen(File::NULL)
      $stderr.reopen(File::NULL)
      logs = []
      Puppet::Util::Log.close_all
      Puppet::Util::Log.newdestination(logs)
      row = question.merge(answer.call(question['code']))
      writer.write(JSON.generate(logs.empty? ? row : row.merge('logs' => logs)))
      writer.close
      exit!(0)
    end
    writer.close
    row = reader.read
    puts row unless row.empty?
    $stdout.flush
    Process.wait(pid)
  end
end
