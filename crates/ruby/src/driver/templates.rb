# ERB templates.
module Pprepl
  module Templates
    # Returns whether this Ruby's ERB takes options by name.
    def self.takes_names?
      require 'erb'
      ERB.instance_method(:initialize).parameters.include?([:key, :trim_mode])
    end

    def self.render(message)
      Pprepl.prepare(message['name'])
      template = Template.new(message['name'])
      variables = message['variables'] ? Values.decode(message['variables']) : Pprepl.scope.to_hash
      variables.each { |name, value| template.pprepl_set(name, value) }
      erb = takes_names? ? ERB.new(message['text'], trim_mode: '-') : ERB.new(message['text'], nil, '-')
      erb.filename = message['name']
      erb.result(template.pprepl_binding)
    end
  end
end

# The attributes that a resource type takes from a title.
module Pprepl
  module ResourceTypes
    def self.attributes(file, name, title)
      load_type(file, name).title_patterns.each do |pattern, names|
        found = pattern.match(title)
        next if found.nil?
        return names.zip(found[1..-1]).map { |(key, by), text| [key.to_s, by ? by.call(text) : text] }.to_h
      end
      nil
    end

    def self.load_type(file, name)
      Functions.add_libraries(file)
      Pprepl.prepare(file)
      known = Puppet::Type.type(name.to_sym)
      return known if known
      Kernel.load(file)
      Puppet::Type.type(name.to_sym) || raise(ArgumentError, "#{file} does not define the type #{name}")
    end
  end
end

# What a template sees as `self`.
class Pprepl::Template
  def initialize(file)
    @__file__ = file
    @__scope__ = Pprepl.scope
  end

  def pprepl_set(name, value)
    instance_variable_set("@#{name.gsub(/\W/, '_')}", value)
  end

  def pprepl_binding
    binding
  end

  def scope
    @__scope__
  end

  def file
    @__file__
  end

  def has_variable?(name)
    scope.include?(name.to_s)
  end

  def classes
    scope.catalog.classes
  end

  def all_tags
    scope.catalog.tags
  end

  def tags
    raise NotImplementedError, "Call 'all_tags' instead."
  end

  def to_s
    "template[#{@__file__}]"
  end
end
