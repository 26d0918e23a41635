# The scopes, resources, catalog and older functions of Puppet's parser, on top of the evaluator.
module Puppet
  # A resource, as the older API shows references.
  class Resource
    include Enumerable
    attr_accessor :file, :line, :virtual, :exported
    attr_reader :type, :title, :tags, :parameters

    def self.type_and_title(type, title)
      found = title.nil? && /\A([^\[\]]+)\[(.+)\]\z/m.match(type.to_s)
      found ? [capital(found[1]), found[2]] : [capital(type.to_s), title]
    end

    def self.capital(name)
      name.split('::').map(&:capitalize).join('::')
    end

    def initialize(type, title = nil, parameters: {}, **)
      @type, @title = Resource.type_and_title(type, title)
      @title = Resource.capital(@title.to_s) if class? && @title.to_s != 'main'
      @key = :name
      @parameters = parameters.transform_keys(&:to_sym)
      @tags = []
      @virtual = @exported = false
    end

    def [](name)
      name.to_sym == :title ? title : @parameters[name.to_sym]
    end

    def []=(name, _value)
      raise Error, "code in Ruby cannot set `#{name}` of #{self}"
    end

    def key?(name)
      @parameters.key?(name.to_sym)
    end

    def each(&block)
      @parameters.each(&block)
    end

    def to_hash
      { @key => title }.merge(@parameters)
    end
    alias to_h to_hash

    def name
      self[:name] || title
    end

    def class?
      type == 'Class'
    end

    def tagged?(*names)
      names.flatten.any? { |name| tags.include?(name.to_s.downcase) }
    end

    def ref
      "#{type}[#{title}]"
    end
    alias to_s ref
    alias inspect ref

    def ==(other)
      other.is_a?(Resource) && ref == other.ref
    end
    alias eql? ==

    def hash
      ref.hash
    end
  end

  module Parser
    # A resource of the catalog.
    class Resource < Puppet::Resource
      def initialize(found)
        super(found['type'], found['title'], parameters: found['parameters'])
        @key = found['key'].to_sym
        @file, @line, @tags, @virtual, @exported = found.values_at('file', 'line', 'tags', 'virtual', 'exported')
      end

      def scope
        Pprepl.scope
      end
    end

    # The scope of the caller, or the top scope.
    class Scope
      include Util::Errors
      include Pprepl::Answers

      def self.current
        @current ||= new
      end

      def self.true?(value)
        value != '' && value != :undef && value ? true : false
      end

      def catalog
        Catalog
      end

      def compiler
        Compiler
      end

      %w[debug info notice warning err alert emerg crit].each do |level|
        define_method(level) { |*args| Pprepl.log(level, args.first) }
      end

      # `function_NAME(args)` calls any function.
      def method_missing(name, *args, &block)
        function = name.to_s[/\Afunction_(.+)\z/, 1]
        return super if function.nil?
        unless args.length == 1 && args.first.is_a?(Array)
          raise ::ArgumentError, 'custom functions must be called with a single array that contains the arguments. ' \
                                 'For example, function_example([1]) instead of function_example(1)'
        end
        return run_legacy(function, args.first) if Functions.legacy(function)
        Pprepl.call(function.gsub('__', '::'), args.first, block)
      end

      def respond_to_missing?(name, all = false)
        function = name.to_s[/\Afunction_(.+)\z/, 1]
        function ? Functions.function(function) != false : super
      end

      def run_legacy(name, args)
        found = Functions.legacy(name)
        check_arity(name, found[:arity], args.length)
        send("real_function_#{name}", args)
      end

      def check_arity(name, arity, given)
        return if arity.nil? || (arity >= 0 ? given == arity : given >= -arity - 1)
        least = arity >= 0 ? "for #{arity}" : "for minimum #{-arity - 1}"
        raise Puppet::ParseError, "#{name}(): Wrong number of arguments given (#{given} #{least})"
      end
    end

    class TopScope < Scope
      def pprepl_top?
        true
      end

      # It has no name of its own in Puppet.
      def class
        Scope
      end
    end

    # The functions of the older API.
    module Functions
      @legacy = {}

      def self.newfunction(name, options = {}, &block)
        @legacy[name.to_s] = { arity: options[:arity], type: options[:type] || :statement }
        Scope.class_eval { define_method("real_function_#{name}", &block) }
        Pprepl::Functions.define(name, Pprepl::Functions::Legacy.new(name, options))
      end

      # Returns a function of this API; loads it, if a module has it.
      def self.legacy(name)
        name = name.to_s
        return @legacy[name] if @legacy.key?(name)
        file = Pprepl::LIBRARIES.map { |lib| File.join(lib, "puppet/parser/functions/#{name}.rb") }.find { |path| File.file?(path) }
        Kernel.load(file) if file
        @legacy[name]
      end

      def self.function(name, *_rest)
        known = legacy(name) || Pprepl.ask('ask' => 'has_function', 'name' => name.to_s)
        known ? "function_#{name}" : false
      end

      def self.rvalue?(name)
        found = legacy(name)
        found.nil? || found[:type] == :rvalue
      end

      def self.autoloader
        Autoloader
      end

      def self.environment_module(*)
        Scope
      end

      module Autoloader
        def self.load(name, *_rest)
          Functions.function(name) != false
        end

        def self.loaded?(name)
          Functions.function(name) != false
        end

        def self.loadall(*_rest)
          true
        end
      end
    end

    module Files
      module_function

      def find_template(name, _environment = nil)
        Pprepl.ask('ask' => 'file', 'folder' => 'templates', 'name' => name.to_s)
      end

      def find_file(name, _environment = nil)
        Pprepl.ask('ask' => 'file', 'folder' => 'files', 'name' => name.to_s)
      end
    end

    module Catalog
      def self.resource(type, title = nil)
        Pprepl.find_resource(type, title)
      end

      def self.resources
        resource_refs.map { |ref| resource(ref) }.compact
      end

      def self.resource_refs
        Pprepl.ask('ask' => 'references')
      end

      def self.resource_keys
        resource_refs.map { |ref| Puppet::Resource.type_and_title(ref, nil) }
      end

      def self.classes
        ['settings'] + Pprepl.ask('ask' => 'classes')
      end

      def self.tags
        ['settings'] + Pprepl.ask('ask' => 'classes')
      end

      def self.tagged?(*names)
        names.flatten.any? { |name| tags.include?(name.to_s.downcase) }
      end

      def self.name
        Compiler.node.name
      end

      def self.environment
        Pprepl.environment.to_s
      end
    end

    module Compiler
      def self.environment
        Pprepl.environment
      end

      def self.node
        Pprepl.node
      end

      def self.catalog
        Catalog
      end

      def self.resources
        Catalog.resources
      end

      def self.topscope
        Pprepl.top_scope
      end

      def self.findresource(*args)
        Catalog.resource(*args)
      end
    end
  end

  # The node, as its facts describe it.
  class Node
    def name
      trusted = Pprepl.variable('trusted')
      (trusted && trusted['certname']) || 'localhost'
    end

    def facts
      Facts.new(name, Pprepl.variable('facts') || {})
    end

    def parameters
      facts.values.merge('environment' => environment.to_s)
    end

    def environment
      Pprepl.environment
    end

    def environment_name
      environment.name
    end

    def classes
      []
    end

    def trusted_data
      Pprepl.variable('trusted') || {}
    end

    Facts = Struct.new(:name, :values)

    class Environment
      attr_reader :name

      def initialize(name)
        @name = name.to_sym
      end

      def self.create(name, *_rest)
        new(name)
      end

      def module(name)
        Puppet::Module.find(name)
      end

      def modules
        modulepath.flat_map { |path| Dir.glob(File.join(path, '*')).select { |dir| File.directory?(dir) } }
                  .map { |dir| Puppet::Module.new(File.basename(dir), dir) }.uniq(&:name)
      end

      def modulepath
        Pprepl::LIBRARIES.map { |lib| File.dirname(File.dirname(lib)) }.uniq
      end
      alias full_modulepath modulepath

      def known_resource_types
        KnownTypes
      end

      def to_s
        name.to_s
      end
    end

    module KnownTypes
      def self.hostclass(name)
        Pprepl.definition('class', name)
      end

      def self.definition(name)
        Pprepl.definition('define', name)
      end

      class << self
        alias find_hostclass hostclass
        alias find_definition definition
      end
    end
  end
end

module Pprepl
  class << self
    def scope
      Puppet::Parser::Scope.current
    end

    def top_scope
      @top_scope ||= Puppet::Parser::TopScope.new
    end

    def node
      Puppet::Node.new
    end

    def environment
      Puppet::Node::Environment.new(variable('environment') || 'production')
    end

    # Creates the resource that the evaluator describes.
    def described(found)
      found && Puppet::Parser::Resource.new(found)
    end
  end
end
