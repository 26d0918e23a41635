# Asks an installed Puppet: reads lines of JSON, {"key": .., "merge": ..} for a search or {"code": ..} for a program, and
# answers each with a line. `ruby reference.rb ROOT STRICT`, where ROOT has facts.yaml, global and environments/production.
# It uses Puppet's own lookup with its explainer, in one process, because a start of `puppet lookup` takes seconds.
require 'json'
require 'puppet'
require 'puppet_pal'
require 'tmpdir'

ROOT, STRICT = ARGV
SCRATCH = Dir.mktmpdir
at_exit { FileUtils.remove_entry(SCRATCH) }
Puppet.initialize_settings(['--confdir', SCRATCH, '--vardir', SCRATCH, '--strict', STRICT || 'error',
                            '--hiera_config', "#{ROOT}/global/hiera.yaml"])

def form(value)
  Puppet::Pops::Types::StringConverter.convert(value, '%p')
end

# The files in which the search itself (not one within it) found something.
def files(node, found = [])
  return found if [:interpolate, :sub_key].include?(node[:type]) || node[:key] == 'lookup_options'
  found << node[:path].delete_prefix("#{ROOT}/") if node[:type] == :path && node[:event] == :found
  (node[:branches] || []).each { |branch| files(branch, found) }
  found
end

def search(compiler, asked)
  explainer = Puppet::Pops::Lookup::Explainer.new
  invocation = Puppet::Pops::Lookup::Invocation.new(compiler.send(:topscope), {}, {}, explainer)
  missing = Object.new
  value = missing
  catch(:no_such_key) do
    value = Puppet::Pops::Lookup.search_and_merge(asked['key'], invocation, asked['merge'], false)
  end
  return { 'found' => false } if value.equal?(missing)
  # JSON as 'puppet lookup' prints it.
  { 'found' => true, 'value' => form(value), 'files' => files(explainer.to_hash), 'json' => value }
end

def answer(asked)
  result = nil
  facts = YAML.load_file("#{ROOT}/facts.yaml")
  Puppet::Pal.in_environment('production', env_dir: "#{ROOT}/environments/production", facts: facts) do |pal|
    pal.with_catalog_compiler do |compiler|
      result = asked['code'] ? { 'value' => form(compiler.evaluate_string(asked['code'], '/input.pp')) } : search(compiler, asked)
    end
  end
  result
rescue StandardError => error
  { 'fails' => error.message }
end

STDIN.each_line { |line| puts JSON.generate(answer(JSON.parse(line))) }
