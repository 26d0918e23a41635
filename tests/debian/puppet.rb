# What Debian's Puppet makes of the modules' classes: reads one question a line from the standard input
# ({"name", "code", "strict", "facts"}, the last a file beside this one), compiles the code in a process of its own and
# prints one answer a line ({"name", "code" of the issue, "message"} or {"name", "catalog"}).
#
#     ruby puppet.rb MODULEPATH < questions > answers
require 'json'
require 'puppet'
require 'puppet_pal'
require 'tmpdir'

module_path = ARGV.fetch(0)
facts_of = Hash.new { |known, file| known[file] = JSON.parse(File.read(File.join(__dir__, file))).compact }
Dir.mktmpdir do |folder|
  Puppet.initialize_settings(['--confdir', folder, '--vardir', folder, '--codedir', folder])
  Puppet[:strict_variables] = true
  Puppet::Util::Log.level = :err

  answer = lambda do |question|
    Puppet[:strict] = question['strict'].to_sym
    catalog = nil
    # Puppet 8 freezes the facts, and sets strict for itself.
    facts = Marshal.load(Marshal.dump(facts_of[question['facts']]))
    Puppet::Pal.in_tmp_environment('production', modulepath: [module_path], facts: facts) do |pal|
      pal.with_catalog_compiler do |compiler|
        Puppet[:strict] = question['strict'].to_sym
        compiler.evaluate_string(question['code'])
        compiler.compile_additions
        catalog = compiler.with_json_encoding { |encoder| encoder.encode }
      end
    end
    { 'catalog' => JSON.parse(catalog) }
  rescue Exception => e # rubocop:disable Lint/RescueException
    code = e.respond_to?(:issue_code) && e.issue_code || 'RUNTIME_ERROR'
    { 'code' => code.to_s, 'message' => e.message.tr("\n", ' ')[0, 300] }
  end

  # Loads Puppet's code once, before the processes part.
  warm = "package { 'a': } service { 'a': } file { '/a': } exec { '/a': } user { 'a': } group { 'a': }"
  answer.call({ 'strict' => 'error', 'facts' => 'facts.json', 'code' => warm })

  $stdin.each_line do |line|
    question = JSON.parse(line)
    facts_of[question['facts']]
    reader, writer = IO.pipe
    pid = fork do
      reader.close
      $stdout.reopen(File::NULL)
      $stderr.reopen(File::NULL)
      writer.write(JSON.generate({ 'name' => question['name'] }.merge(answer.call(question))))
      writer.close
      exit!(0)
    end
    writer.close
    puts reader.read
    $stdout.flush
    Process.wait(pid)
  end
end
