Puppet::Functions.create_function(:'bridge::hash_backend') do
  dispatch :read do
    param 'Struct[{path => String[1]}]', :options
    param 'Puppet::LookupContext', :context
  end

  def read(options, context)
    context.cached_file_data(options['path']) do |text|
      text.lines.map { |line| line.chomp.split('=', 2) }.to_h
    end
  end
end
