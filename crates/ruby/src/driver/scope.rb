# The scopes, resources and the catalog that code sees: the evaluator answers what it asks them.
module Pprepl
  # A scope shows the resource whose body it is.
  module ShownByResource
    def to_s
      "Scope(#{resource})"
    end
    alias inspect to_s
  end

  # What the evaluator answers in place of Puppet's scope.
  module Answers
    include ShownByResource

    # Returns whether this is the top scope, and not that of the caller.
    def pprepl_top?
      false
    end

    def lookupvar(name, *_options)
      unless name.is_a?(String)
        raise Puppet::ParseError, "Scope variable name #{name.inspect} is a #{name.class}, not a string"
      end
      Pprepl.ask('ask' => 'variable', 'name' => name, 'top' => pprepl_top?, 'strict' => true)
    rescue Puppet::ParseError => unknown
      raise unless unknown.is_a?(Pprepl::Raised)

      # Not one of Puppet's errors, which code of modules often rescues.
      error = ArgumentError.new(unknown.message)
      error.extend(Pprepl::Raised)
      error.pprepl_id = unknown.pprepl_id
      raise error
    end

    def [](name, *_options)
      lookupvar(name)
    end

    def include?(name)
      !Pprepl.variable(name, pprepl_top?).nil?
    end

    def exist?(name)
      Pprepl.ask('ask' => 'has_variable', 'name' => name.to_s, 'top' => pprepl_top?)
    end
    alias bound? exist?

    def setvar(name, value, *_options)
      Pprepl.ask('ask' => 'set', 'name' => name.to_s, 'value' => Values.encode(value), 'top' => pprepl_top?)
      value
    end

    def []=(name, value, *_rest)
      setvar(name, value)
    end

    def to_hash(recursive = true, _include_undef = false)
      Pprepl.ask('ask' => 'variables', 'top' => pprepl_top?, 'local' => !recursive)
    end

    # As in Puppet, Ruby spreads the arguments: a hash becomes pairs, and nil none.
    def call_function(name, args, &block)
      Pprepl.call(name, [*args], block)
    end

    def resource
      Pprepl.here(pprepl_top?)
    end

    def source
      Source.new(Pprepl.ask('ask' => 'source', 'top' => pprepl_top?))
    end

    def parent
      pprepl_top? ? nil : Pprepl.top_scope
    end
    alias enclosing_scope parent

    def find_global_scope
      Pprepl.top_scope
    end

    def is_topscope?
      resource.ref == 'Class[main]'
    end

    def is_classscope?
      resource.type == 'Class' && !is_topscope?
    end

    def is_nodescope?
      resource.type == 'Node'
    end

    def parent_module_name
      source.module_name
    end

    def class_scope(name)
      name = name.name if name.respond_to?(:name)
      ClassScope.new(name.to_s) if Pprepl.ask('ask' => 'classes').include?(name.to_s)
    end

    def environment
      Pprepl.environment
    end

    def findresource(type, title = nil)
      Pprepl.find_resource(type, title)
    end

    def find_hostclass(name)
      Pprepl.definition('class', name)
    end

    def find_definition(name)
      Pprepl.definition('define', name)
    end

    def inherited_scope
      nil
    end

    def has_local_variable?(name)
      to_hash(false).key?(name.to_s)
    end
  end

  # The scope of a class that is in the catalog.
  class ClassScope
    include ShownByResource

    def initialize(name)
      @name = name
    end

    def lookupvar(name, *_options)
      Pprepl.variable("#{@name}::#{name}")
    end
    alias [] lookupvar

    def include?(name)
      !lookupvar(name).nil?
    end

    def resource
      Pprepl.find_resource('Class', @name)
    end
  end

  # The class, defined type or node whose code calls.
  class Source
    attr_reader :name, :type, :module_name, :file, :line

    def initialize(found)
      @name, @type, @module_name, @file, @line = found.values_at('name', 'type', 'module', 'file', 'line')
      @type = @type.to_sym
    end

    def namespace
      name.rpartition('::').first
    end
  end

  class << self
    # Returns the resource whose body calls.
    def here(top)
      described(ask('ask' => 'here', 'top' => top))
    end

    def find_resource(type, title = nil)
      type, title = Puppet::Resource.type_and_title(type.to_s, title)
      described(ask('ask' => 'resource', 'type' => type.to_s, 'title' => title.to_s))
    end

    def definition(kind, name)
      found = ask('ask' => 'definition', 'kind' => kind, 'name' => name.to_s)
      found && Source.new(found)
    end
  end
end
