# What Debian's Puppet makes of the templates in templates.txt (a line each, \n for a line end): prints each and, after
# "=> ", what it renders to or "fails".
#
#     ruby tests/erb/reference.rb > tests/erb/reference.txt
require 'puppet'
require 'puppet_pal'
require 'tmpdir'

Dir.mktmpdir do |scratch|
  Puppet.initialize_settings(['--confdir', scratch, '--vardir', scratch, '--codedir', scratch])
  Puppet[:strict] = :error
  Puppet[:strict_variables] = true
  Puppet::Util::Log.level = :crit
  Puppet::Pal.in_tmp_environment('production', modulepath: [], facts: {}) do |pal|
    pal.with_catalog_compiler do |compiler|
      compiler.evaluate_string(File.read(File.join(__dir__, 'variables.pp')))
      File.readlines(File.join(__dir__, 'templates.txt'), chomp: true).each do |template|
        answer = begin
          compiler.call_function('inline_template', template.gsub('\n', "\n")).gsub("\n", '\n')
        rescue StandardError, ScriptError
          'fails'
        end
        puts template, "=> #{answer}"
      end
    end
  end
end
