# The constants of Puppet that functions of modules use, on top of the evaluator.
module Kernel
  alias_method :pprepl_require, :require

  # `puppet/..`, `facter` and `hiera` are these constants, unless a module has such a file.
  def require(path)
    name = path.to_s
    if name.match?(%r{\A(puppet|facter|semantic_puppet|hiera)(/|\z)}) && !Pprepl.library?(name)
      return false
    end
    pprepl_require(path)
  rescue LoadError => error
    # Ruby starts without RubyGems, which takes longer than all else here. What is not a library of Ruby may be a gem.
    raise if Pprepl.gems? || error.path != name
    Pprepl.load_gems
    Kernel.instance_method(:require).bind_call(self, path)
  end
end

Object.autoload(:Gem, 'rubygems')

module Pprepl
  def self.gems?
    Object.autoload?(:Gem).nil?
  end

  # Loads RubyGems, whose `require` calls the one above.
  def self.load_gems
    Gem
  end

  def self.library?(name)
    LIBRARIES.any? { |lib| File.file?(File.join(lib, "#{name.chomp('.rb')}.rb")) }
  end

  def self.log(level, text)
    write('log' => level, 'text' => text.to_s.dup.force_encoding('UTF-8').scrub)
    nil
  end
end

module SemanticPuppet
  class Version
    include Comparable
    attr_reader :major, :minor, :patch, :prerelease, :build

    def self.parse(text)
      found = /\A(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?\z/.match(text.to_s)
      raise ArgumentError, "Unable to parse '#{text}' as a semantic version identifier" if found.nil?
      new(found[1].to_i, found[2].to_i, found[3].to_i, found[4], found[5])
    end

    def self.valid?(text)
      parse(text) && true
    rescue ArgumentError
      false
    end

    def initialize(major, minor, patch, prerelease = nil, build = nil)
      @major, @minor, @patch, @prerelease, @build = major, minor, patch, prerelease, build
    end

    def stable?
      @prerelease.nil?
    end

    def <=>(other)
      order = [major, minor, patch] <=> [other.major, other.minor, other.patch]
      return order unless order == 0
      return 0 if prerelease == other.prerelease
      return 1 if prerelease.nil?
      return -1 if other.prerelease.nil?
      compare_parts(prerelease.split('.'), other.prerelease.split('.'))
    end

    def compare_parts(own, others)
      own.zip(others).each do |a, b|
        return 1 if b.nil?
        numbers = [a, b].map { |part| part.match?(/\A\d+\z/) }
        order = numbers.all? ? a.to_i <=> b.to_i : numbers.any? ? (numbers[0] ? -1 : 1) : a <=> b
        return order unless order == 0
      end
      own.length <=> others.length
    end

    def eql?(other)
      other.is_a?(Version) && to_s == other.to_s
    end

    def hash
      to_s.hash
    end

    def to_s
      "#{major}.#{minor}.#{patch}#{"-#{prerelease}" if prerelease}#{"+#{build}" if build}"
    end
    alias inspect to_s
  end

  class VersionRange
    def self.parse(text)
      new(text)
    end

    def initialize(text)
      @text = text.to_s
    end

    def include?(version)
      Pprepl.ask('ask' => 'instance', 'type' => "SemVer['#{@text}']", 'values' => [Pprepl::Values.encode(version)])
    end
    alias === include?
    alias cover? include?

    def ==(other)
      other.is_a?(VersionRange) && to_s == other.to_s
    end

    def to_s
      @text
    end
    alias inspect to_s
  end
end

module Puppet
  class Error < RuntimeError
    attr_accessor :original, :line, :file, :pos

    def initialize(message = nil, file = nil, *_rest)
      super(message)
      @original = file if file.is_a?(Exception)
    end
  end

  class ParseError < Error
    def initialize(message = nil, file = nil, line = nil, *_rest)
      super
      @file, @line = file, line if file.is_a?(String)
    end

    # Names the place, as Puppet does.
    def message
      place = [@file && "file: #{@file}", @line && "line: #{@line}"].compact
      place.empty? ? super : "#{super} (#{place.join(', ')})"
    end
  end
  class DevError < Error; end
  class ResourceError < Error; end
  class ArgumentError < Error; end
  class ExecutionFailure < Error; end
  class ParseErrorWithIssue < ParseError; end
  class PreformattedError < ParseErrorWithIssue; end

  %w[debug info notice warning err alert emerg crit].each do |level|
    define_singleton_method(level) { |*args, &block| Pprepl.log(level, args.first || (block && block.call)) }
  end

  class << self
    def deprecation_warning(message, _key = nil)
      warn_once('deprecations', message, message)
    end

    def warn_once(_kind, key, message, *_rest)
      @warned ||= {}
      warning(message) unless @warned[key]
      @warned[key] = true
    end

    def log_exception(error, message = nil, **)
      err(message || error.message)
    end

    def version
      Pprepl.variable('serverversion') || '8.11.0'
    end

    def [](name)
      settings[name]
    end

    def settings
      Settings
    end

    def features
      Features
    end

    def lookup(name)
      return Pprepl.environment if name == :current_environment
      return Pprepl.top_scope if name == :global_scope
      block_given? ? yield : raise(Error, "no value for #{name}")
    end
  end

  module Settings
    def self.[](name)
      return Pprepl.ask('ask' => 'strict').to_sym if name == :strict
      Pprepl.variable("settings::#{name}")
    end

    def self.value(name, *_rest)
      self[name]
    end
  end

  module Features
    def self.posix?
      true
    end

    def self.root?
      Process.uid == 0
    end

    def self.method_missing(name, *)
      name.to_s.end_with?('?') ? false : super
    end

    def self.respond_to_missing?(*)
      true
    end
  end

  # A resource type. Only the patterns of its titles are asked for: its attributes are not created.
  class Type
    class << self
      def newtype(name, _options = {}, &block)
        kind = Class.new(Type)
        (@known ||= {})[name.to_sym] = kind
        kind.class_eval(&block) if block
        kind
      end

      def type(name)
        (@known ||= {})[name.to_sym]
      end

      def title_patterns
        [[/(.*)/m, [[:name]]]]
      end

      # What describes attributes, providers and relationships.
      def method_missing(*)
      end

      def respond_to_missing?(*)
        true
      end
    end
  end

  # The classes of attributes, which types name as parents.
  class Parameter
    def self.const_missing(name)
      const_set(name, Class.new(Puppet::Parameter))
    end
  end
  class Property < Parameter; end

  class Module
    attr_reader :name, :path

    def self.find(name, _environment = nil)
      path = Pprepl.ask('ask' => 'module', 'name' => name.to_s)
      path && new(name.to_s, path)
    end

    def initialize(name, path)
      @name = name
      @path = path
    end
  end

  module Util
    module_function

    def absolute_path?(path, platform = nil)
      windows = %r{\A(?:[A-Za-z]:[/\\]|[/\\]{2}[^/\\]+[/\\][^/\\]+|[/\\]{2}\?[/\\])}
      platform.to_s == 'windows' ? path.match?(windows) : path.start_with?('/')
    end

    def which(name)
      return name if absolute_path?(name) && File.executable?(name)
      ENV['PATH'].to_s.split(':').map { |dir| File.join(dir, name) }.find { |path| File.file?(path) && File.executable?(path) }
    end

    def deterministic_rand(seed, max)
      deterministic_rand_int(seed, max).to_s
    end

    def deterministic_rand_int(seed, max)
      Random.new(seed).rand(max)
    end

    def execute(*args)
      Execution.execute(*args)
    end

    module Package
      module_function

      def versioncmp(a, b, *_rest)
        Pprepl.call('versioncmp', [a.to_s, b.to_s])
      end
    end

    module Json
      module_function

      def load(text, options = {})
        ::JSON.parse(text, options)
      end

      def dump(value, options = {})
        options[:pretty] ? ::JSON.pretty_generate(value) : ::JSON.generate(value)
      end
    end

    module Execution
      # What a program wrote.
      class ProcessOutput < String
        attr_accessor :exitstatus
      end

      module_function

      def execute(command, options = {})
        command = Array(command).map(&:to_s)
        merged = options.fetch(:combine, !options[:failonfail]) ? { err: [:child, :out] } : {}
        output = ProcessOutput.new(IO.popen(command.length == 1 ? command.first : command, **merged, &:read))
        output.exitstatus = $?.exitstatus
        failed = options.fetch(:failonfail, true) && !$?.success?
        raise ExecutionFailure, "Execution of '#{command.join(' ')}' returned #{$?.exitstatus}: #{output}" if failed
        output
      rescue SystemCallError => error
        raise ExecutionFailure, "Could not execute '#{command.join(' ')}': #{error.message}"
      end
    end

    module Errors
      def fail(*args)
        raise Puppet::Error, args.last.to_s
      end
    end
  end

  module FileSystem
    module_function

    def exist?(path)
      File.exist?(path)
    end

    def read(path, options = {})
      File.read(path, **options)
    end
    alias_method :read_preserve_line_endings, :read
    module_function :read_preserve_line_endings
  end

  module Functions
    # The base of the functions of the newer API.
    class Function
      class << self
        attr_accessor :pprepl_name

        def pprepl_dispatches
          @pprepl_dispatches ||= []
        end

        def pprepl_types
          @pprepl_types ||= []
        end

        def dispatch(method_name, &block)
          add_dispatch(Pprepl::Functions::Dispatch.new(method_name), &block)
        end

        def argument_mismatch(method_name, &block)
          add_dispatch(Pprepl::Functions::Dispatch.new(method_name, true), &block)
        end

        def local_types(&block)
          types = pprepl_types
          Object.new.tap { |list| list.define_singleton_method(:type) { |text| types << text } }.instance_eval(&block)
        end

        private

        def add_dispatch(made, &block)
          made.instance_eval(&block)
          pprepl_dispatches << made
        end
      end

      # The scope of a function of a module is the top scope, wherever it is called.
      def closure_scope
        Pprepl.top_scope
      end

      def call_function(name, *args, &block)
        Pprepl.call(name, args, block)
      end
    end

    # Functions that may ask for the scope of their caller.
    class InternalFunction < Function; end
    class PuppetFunction < Function; end

    def self.create_function(name, base = Function, &block)
      kind = Class.new(base)
      kind.pprepl_name = name.to_s
      kind.define_singleton_method(:name) { name.to_s }
      kind.class_eval(&block)
      Pprepl::Functions.define(name, Pprepl::Functions::Modern.new(kind))
      kind
    end
  end

  module Pops
    module PuppetStack
      def self.stacktrace
        []
      end
    end

    module Time
      # A time in nanoseconds.
      class Nanoseconds
        include Comparable
        attr_reader :nsecs

        def initialize(nsecs)
          @nsecs = nsecs
        end

        def <=>(other)
          other.is_a?(self.class) ? nsecs <=> other.nsecs : to_f <=> other
        end

        def eql?(other)
          other.class == self.class && nsecs == other.nsecs
        end

        def hash
          nsecs.hash
        end

        def to_i
          nsecs.fdiv(1_000_000_000).floor
        end

        def to_f
          nsecs.fdiv(1_000_000_000)
        end

        def to_r
          Rational(nsecs, 1_000_000_000)
        end

        def to_s
          Pprepl.call('String', [self])
        rescue Puppet::Error
          Pprepl.ask('ask' => 'text', 'value' => Pprepl::Values.encode(self))
        end

        def format(pattern, *_zone)
          Pprepl.call('strftime', [self, pattern])
        end
      end

      class Timespan < Nanoseconds
        def self.parse(text, *_format)
          Pprepl.ask('ask' => 'new', 'type' => 'Timespan', 'value' => text)
        end
      end

      class Timestamp < Nanoseconds
        def self.now
          time = ::Time.now
          new(time.to_i * 1_000_000_000 + time.nsec)
        end

        def self.from_time(time)
          new(time.to_i * 1_000_000_000 + time.nsec)
        end
      end
    end

    module Serialization
      module ToDataConverter
        def self.convert(value, *_options)
          case value
          when nil, true, false, String, Integer, Float then value
          when Array then value.map { |item| convert(item) }
          when Hash then hash(value)
          else Pprepl::Values.encode(value).reject { |key, _| key == 'options' }
          end
        end

        def self.hash(value)
          return value.transform_values { |item| convert(item) } if value.keys.all?(String)
          { '__ptype' => 'Hash', '__pvalue' => value.flat_map { |pair| convert(pair) } }
        end
      end
    end

    module Types
      # A type of Puppet's; its source is its identity.
      class PAnyType
        def initialize(source, *rest)
          rest.unshift(source) unless rest.empty? && source.is_a?(String)
          @source = rest.empty? ? source : "#{self.class.name[/P(\w+)Type\z/, 1]}[#{rest.join(', ')}]"
        end

        def instance?(value, *_rest)
          Pprepl.ask('ask' => 'instance', 'type' => to_s, 'values' => [Pprepl::Values.encode(value)])
        end

        def assignable?(other, *_rest)
          Pprepl.ask('ask' => 'assignable', 'type' => to_s, 'other' => other.to_s)
        end

        def create(*args)
          Pprepl.call('new', [self] + args)
        end

        def name
          to_s
        end

        def simple_name
          to_s[/\A\w+/]
        end

        def to_s
          @source
        end
        alias inspect to_s

        def ==(other)
          other.is_a?(PAnyType) && to_s == other.to_s
        end
        alias eql? ==

        def hash
          to_s.hash
        end
      end

      class PResourceType < PAnyType
        attr_reader :type_name, :title

        def initialize(source, type_name = nil, title = nil)
          super(source)
          @type_name = type_name
          @title = title
        end

        def to_resource
          Puppet::Resource.new(type_name.to_s, title)
        end
      end

      class PClassType < PAnyType
        attr_reader :class_name

        def initialize(source, class_name = nil)
          super(source)
          @class_name = class_name
        end

        def to_resource
          Puppet::Resource.new('Class', class_name.to_s)
        end
      end

      class PSensitiveType < PAnyType
        class Sensitive
          def initialize(value)
            @value = value
          end

          def unwrap
            @value
          end

          def hash
            @value.hash
          end

          def ==(other)
            other.is_a?(Sensitive) && other.unwrap == unwrap
          end
          alias eql? ==

          def to_s
            'Sensitive [value redacted]'
          end

          def inspect
            "#<#{self}>"
          end
        end
      end

      class PBinaryType < PAnyType
        class Binary
          attr_reader :binary_buffer

          def self.from_base64(text)
            new(text.unpack1('m'))
          end

          def self.from_base64_strict(text)
            new(text.unpack1('m0'))
          end

          def self.from_binary_string(text)
            new(text)
          end

          def self.from_string(text)
            new(text)
          end

          def initialize(bytes)
            @binary_buffer = bytes.dup.force_encoding(Encoding::ASCII_8BIT).freeze
          end

          def length
            @binary_buffer.length
          end

          def to_s
            [@binary_buffer].pack('m0')
          end

          def ==(other)
            other.is_a?(Binary) && other.binary_buffer == binary_buffer
          end
          alias eql? ==

          def hash
            @binary_buffer.hash
          end
        end
      end

      # `PIntegerType`, `PStringType` and so on.
      def self.const_missing(name)
        name.to_s.match?(/\AP[A-Z]\w*Type\z/) ? const_set(name, Class.new(PAnyType)) : super
      end

      module TypeCalculator
        def self.instance?(type, value)
          type.is_a?(::Class) ? value.is_a?(type) : type.instance?(value)
        end

        def self.infer(value)
          Pprepl.ask('ask' => 'infer', 'value' => Pprepl::Values.encode(value), 'detailed' => false)
        end

        def self.infer_set(value)
          Pprepl.ask('ask' => 'infer', 'value' => Pprepl::Values.encode(value), 'detailed' => true)
        end

        def self.assignable?(type, other)
          type.assignable?(other)
        end

        def self.generalize(type)
          Pprepl.ask('ask' => 'generalize', 'type' => type.to_s)
        end

        def self.singleton
          self
        end
      end

      class TypeParser
        def self.singleton
          @singleton ||= new
        end

        def parse(text, *_rest)
          Pprepl.ask('ask' => 'type', 'type' => text.to_s)
        end
      end

      module Iterable
        def self.asserted_iterable(caller, value, *_rest)
          value = value.is_a?(Integer) ? value.times.to_a : value
          value = value.is_a?(String) ? value.chars : value
          return value.each.tap { |each| each.define_singleton_method(:hash_style?) { value.is_a?(Hash) } } if value.respond_to?(:each)
          raise ::ArgumentError, "#{caller.class}(): wrong argument type (#{value.class}; is not Iterable."
        end
      end
    end

    module Evaluator
      module Runtime3Support; end
    end
  end
end

module Pprepl
  module Types
    def self.make(value)
      source = value['__pvalue']
      types = Puppet::Pops::Types
      return types::PResourceType.new(source, value['type_name'], value['title']) if value['type_name']
      return types::PClassType.new(source, value['class_name']) if value['class_name']
      types.const_get("P#{source[/\A\w+/]}Type").new(source)
    end
  end
end

# Facts of the node.
module Facter
  Fact = Struct.new(:name, :value)

  def self.value(name)
    facts = Pprepl.variable('facts')
    name.to_s.split('.').reduce(facts) { |hash, key| hash.is_a?(Hash) ? hash[key] : nil }
  end

  def self.[](name)
    found = value(name)
    found.nil? ? nil : Fact.new(name, found)
  end

  def self.fact(name)
    self[name]
  end

  def self.to_hash
    Pprepl.variable('facts') || {}
  end
end
