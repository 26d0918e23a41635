# Compares versions as RubyGems does, and says which of the libraries can be loaded.
Puppet::Functions.create_function(:'bridge::gems') do
  dispatch :compare do
    param 'String', :a
    param 'String', :b
  end
  dispatch :load do
    param 'Array', :names
  end

  def compare(a, b)
    Gem::Version.new(a) <=> Gem::Version.new(b)
  end

  def load(names)
    names.map do |name|
      require name
      true
    rescue LoadError => e
      e.message.lines.first.chomp
    end
  end
end
