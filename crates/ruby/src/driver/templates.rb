# ERB templates.
require 'erb'

module Pprepl
  module Templates
    NEW_ERB = ERB.instance_method(:initialize).parameters.include?([:key, :trim_mode])

    def self.render(message)
      template = Template.new(message['name'])
      variables = message['variables'] ? Values.decode(message['variables']) : Pprepl.scope.to_hash
      variables.each { |name, value| template.pprepl_set(name, value) }
      erb = NEW_ERB ? ERB.new(message['text'], trim_mode: '-') : ERB.new(message['text'], nil, '-')
      erb.filename = message['name']
      erb.result(template.pprepl_binding)
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
