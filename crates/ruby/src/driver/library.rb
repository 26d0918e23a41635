# Puppet's own library in place of the shim: functions are checked and called by Puppet, and ask the evaluator for
# variables and other functions.
require 'puppet'
require 'puppet/pops'

module Pprepl
  # `function_NAME(args)` calls any function.
  module OlderCalls
    def method_missing(name, *args, &block)
      function = name.to_s[/\Afunction_(.+)\z/, 1]
      return super if function.nil? || args.length != 1
      Pprepl.call(function.gsub('__', '::'), args.first, block)
    end

    def respond_to_missing?(name, all = false)
      name.to_s.start_with?('function_') || super
    end
  end

  # The top scope, as functions of modules see it.
  module TopAnswers
    def pprepl_top?
      true
    end
  end

  # What the evaluator answers in place of Puppet's catalog.
  module CatalogAnswers
    def resource(type, title = nil)
      Pprepl.find_resource(type, title)
    end

    def resources
      Pprepl.ask('ask' => 'references').map { |ref| resource(ref) }.compact
    end

    def classes
      ['settings'] + Pprepl.ask('ask' => 'classes')
    end
  end

  # The context of a data source of Hiera, as the parameter types of Puppet's library know it.
  class Objects::LookupContext
    include Puppet::Pops::Types::PuppetObject

    def self._pcore_type
      Puppet::Pops::Lookup::Context._pcore_type
    end
  end

  # `call_function` of a function asks the evaluator.
  module Calls
    def call_function(name, *args, &block)
      Pprepl.call(name, args, block)
    end
  end
  Puppet::Functions::Function.prepend(Calls)

  # A function that Puppet checks and calls.
  class LibraryFunction
    def initialize(kind)
      @kind = kind
    end

    def describe
      { 'api' => 3 }
    end

    def call(_message, args, block)
      @function ||= @kind.new(Pprepl.top_scope, Pprepl.loader)
      @function.call(Pprepl.scope, *args, &block)
    end
  end

  module Created
    def create_function(name, base = Puppet::Functions::Function, &block)
      kind = create_loaded_function(name, Pprepl.loader, base, &block)
      Pprepl::Functions.define(name, LibraryFunction.new(kind))
      kind
    end
  end
  Puppet::Functions.singleton_class.prepend(Created)

  module Older
    def newfunction(name, options = {}, &block)
      super.tap { Pprepl::Functions.define(name, Pprepl::Functions::Legacy.new(name, options)) }
    end
  end
  Puppet::Parser::Functions.singleton_class.prepend(Older)

  class << self
    attr_reader :scope, :top_scope, :loader, :environment, :node

    # Creates the environment of the modules beside the first one that has a file. The text of a template may come before.
    def prepare(file)
      root = file[%r{\A(.*)/[^/]+/(?:lib/puppet|templates)/}, 1]
      name = (variable('environment') || 'production').to_sym
      return if @scope && @environment.name == name && (@root || root.nil?)
      is_first = @scope.nil?
      @root = root
      initialize_settings
      @environment = Puppet::Node::Environment.create(name, [root].compact)
      Puppet.push_context({ current_environment: @environment }, 'pprepl')
      @node = known_node
      compiler = Puppet::Parser::Compiler.new(@node)
      compiler.catalog.extend(CatalogAnswers)
      prepare_scopes(compiler)
      @loader = compiler.loaders.private_environment_loader
      Puppet.push_context({ global_scope: @top_scope, loaders: compiler.loaders }, 'pprepl')
      forward_logs if is_first
    end

    def known_node
      facts = variable('facts') || {}
      trusted = variable('trusted') || {}
      name = trusted['certname'] || 'localhost'
      Puppet::Node.new(name, environment: @environment, parameters: facts, facts: Puppet::Node::Facts.new(name, facts))
    end

    def prepare_scopes(compiler)
      @scope = compiler.topscope
      @top_scope = top_scope = Puppet::Parser::Scope.new(compiler)
      [@scope, @top_scope].each do |scope|
        scope.extend(Puppet::Parser::Functions.environment_module(@environment), OlderCalls, Answers)
      end
      @top_scope.extend(TopAnswers)
      compiler.define_singleton_method(:topscope) { top_scope }
    end

    # Creates the resource that the evaluator describes.
    def described(found)
      return if found.nil?
      parameters = found['parameters'].transform_keys(&:to_sym)
      # The library's name of the main class is an empty string: any other is capitalized.
      title = found['type'] == 'Class' && found['title'] == 'main' ? '' : found['title']
      resource = Puppet::Resource.new(found['type'], title, parameters: parameters)
      resource.file, resource.line, resource.virtual, resource.exported = found.values_at('file', 'line', 'virtual', 'exported')
      resource.tag(*found['tags'])
      resource
    end

    # Initializes the library's settings without any configuration, and without its folders in the user's home: a name
    # in the root folder needs no folder to be created.
    def initialize_settings
      return if Puppet.settings.global_defaults_initialized?
      none = File.expand_path('/.pprepl-none')
      folders = %w[confdir codedir vardir rundir logdir].flat_map { |name| ["--#{name}", none] }
      Puppet.initialize_settings(folders)
    end

    # Passes log lines on.
    def forward_logs
      Puppet::Util::Log.newdesttype(:pprepl) do
        def handle(line)
          Pprepl.log(line.level, line.message)
        end
      end
      Puppet::Util::Log.newdestination(:pprepl)
      Puppet::Util::Log.level = :debug
    end

    def log(level, text)
      write('log' => level.to_s, 'text' => text.to_s)
    end
  end

  # Arguments for the older API are converted by Puppet.
  module Functions::Older
    def self.arguments(args)
      Puppet::Pops::Evaluator::Runtime3FunctionArgumentConverter.map_args(args, Pprepl.scope, '')
    end

    def self.result(value)
      Puppet::Pops::Evaluator::Runtime3FunctionArgumentConverter.convert_return(value)
    end
  end

  module Values
    # Puppet reads the parameters of a lambda.
    def self.shaped(block, least, most)
      names = (1..least).map { |at| "a#{at}" } + (least + 1..(most || least)).map { |at| "a#{at} = :pprepl_none" }
      names << '*rest' if most.nil?
      given = (1..(most || least)).map { |at| "a#{at}" }
      eval("lambda { |#{names.join(', ')}| block.call(*[#{given.join(', ')}].reject { |a| a == :pprepl_none }#{', *rest' if most.nil?}) }")
    end
  end

  module Types
    def self.make(value)
      Puppet::Pops::Types::TypeParser.singleton.parse(value['__pvalue'])
    end
  end
end
