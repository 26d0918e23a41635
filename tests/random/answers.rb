# reads {"id","code"} a line; prints {"id","value"|"error"/"issue","line","pos","logs"}
require 'json'; require 'puppet'; require 'puppet_pal'; require 'tmpdir'; require 'timeout'
Dir.mktmpdir do |folder|
  Puppet.initialize_settings(['--confdir', folder, '--vardir', folder, '--codedir', folder])
  Puppet[:strict_variables] = true; Puppet[:strict] = :error
  Puppet::Util::Log.level = :notice
  Puppet::Util::Log.newdesttype(:kept) do
    match(Array)
    define_method(:initialize) { |kept| @kept = kept }
    define_method(:handle) { |log| @kept << [log.level.to_s, log.message] }
  end
  logs = []
  Puppet::Util::Log.close_all; Puppet::Util::Log.newdestination(logs)
  n = 0
  $stdin.each_line do |line|
    q = JSON.parse(line); logs.clear; r = { 'id' => q['id'] }
    begin
      Timeout.timeout(5) do
        Puppet::Pal.in_tmp_environment('production', modulepath: [], facts: {}) do |pal|
          pal.with_catalog_compiler do |c|
            c.send(:internal_compiler).topscope rescue nil
            made = c.evaluate_string(q['code'])
            r['value'] = Puppet::Pops::Types::StringConverter.singleton.convert(made, '%p')
            r['type'] = Puppet::Pops::Types::TypeCalculator.singleton.infer_set(made).to_s if q['type']
            if q['finish']
              c.compile_additions
              r['catalog'] = JSON.parse(c.with_json_encoding { |e| e.encode })['resources'].map { |x| [x['type'], x['title'], x['parameters']] }
            end
          end
        end
      end
    rescue Timeout::Error then r['skip'] = true
    rescue Exception => e
      r.delete('value'); r['error'] = e.message[0, 300]; r['issue'] = (e.respond_to?(:issue_code) && e.issue_code) || e.class.name
      r['line'] = e.line if e.respond_to?(:line); r['pos'] = e.pos if e.respond_to?(:pos)
    end
    r['logs'] = logs.dup
    puts JSON.generate(r); $stdout.flush
    n += 1; GC.start if n % 500 == 0
  end
end
