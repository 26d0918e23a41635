# Functions of modules: the API of Puppet 4 (`create_function`) and that of Puppet 3 (`newfunction`).
module Pprepl
  module Functions
    # A function of the newer API.
    class Modern
      attr_reader :function, :dispatches, :types

      def initialize(kind)
        @function = kind.new
        @dispatches = kind.pprepl_dispatches
        @types = kind.pprepl_types
        @dispatches = [by_method(kind)] if @dispatches.empty?
      end

      # Without a dispatch the parameters are those of the method that has the function's name.
      def by_method(kind)
        name = kind.pprepl_name.split('::').last.to_sym
        raise ArgumentError, "the function has no dispatch and no method `#{name}`" unless kind.method_defined?(name)
        made = Dispatch.new(name)
        kind.instance_method(name).parameters.each do |form, parameter|
          case form
          when :req then made.param('Any', parameter)
          when :opt then made.optional_param('Any', parameter)
          when :rest then made.repeated_param('Any', parameter || :rest)
          when :block then made.optional_block_param('Callable', parameter)
          end
        end
        made
      end

      def describe
        { 'api' => 4, 'types' => @types, 'dispatches' => @dispatches.map(&:describe) }
      end

      def call(message, args, block)
        dispatch = @dispatches.fetch(message['dispatch'])
        dispatch.injected.each { |at, made| args.insert(at, made.call) }
        @function.send(dispatch.method_name, *args, &block)
      end
    end

    # One `dispatch` of a function.
    class Dispatch
      attr_reader :method_name, :injected

      def initialize(method_name, mismatch = false)
        @method_name = method_name
        @mismatch = mismatch
        @params = []
        @required = 0
        @repeats = false
        @injected = []
      end

      def param(type, name)
        @params << [type.to_s, name.to_s]
        @required = @params.length
      end
      alias required_param param

      def optional_param(type, name)
        @params << [type.to_s, name.to_s]
      end

      def repeated_param(type, name)
        @params << [type.to_s, name.to_s]
        @repeats = true
      end
      alias optional_repeated_param repeated_param

      def required_repeated_param(type, name)
        param(type, name)
        @repeats = true
      end

      def block_param(*type_and_name)
        @block = block(true, *type_and_name)
      end
      alias required_block_param block_param

      def optional_block_param(*type_and_name)
        @block = block(false, *type_and_name)
      end

      # A single argument is the name.
      def block(required, type = nil, name = :block)
        type, name = 'Callable', type || name if name == :block && !type.is_a?(String)
        [type.to_s, name.to_s, required]
      end

      def return_type(type)
        @returns = type.to_s
      end

      def scope_param
        @injected << [@params.length + @injected.length, -> { Pprepl.scope }]
      end

      def compiler_param
        @injected << [@params.length + @injected.length, -> { Pprepl.scope.compiler }]
      end

      def cache_param
        cache = {}
        @injected << [@params.length + @injected.length, -> { cache }]
      end

      def describe
        { 'params' => @params, 'required' => @required, 'repeats' => @repeats, 'block' => @block,
          'returns' => @returns, 'mismatch' => @mismatch }
      end
    end

    # A function of the older API.
    class Legacy
      attr_reader :name

      def initialize(name, options)
        @name = name.to_s
        @options = options
      end

      def describe
        { 'api' => 3, 'arity' => @options[:arity], 'rvalue' => @options[:type] == :rvalue }
      end

      def call(_message, args, _block)
        result = Pprepl.scope.send("function_#{@name}", Older.arguments(args))
        Older.result(result)
      end
    end

    # The conversion of values for the older API, which has no regular expressions, versions and times.
    module Older
      def self.arguments(args)
        args.map { |arg| arg.nil? ? '' : inner(arg) }
      end

      def self.inner(value)
        case value
        when Array then value.map { |item| inner(item) }
        when Hash then value.map { |key, item| [inner(key), inner(item)] }.to_h
        when Regexp then value.inspect
        when SemanticPuppet::Version, SemanticPuppet::VersionRange, Puppet::Pops::Types::PBinaryType::Binary,
             Puppet::Pops::Time::Timespan, Puppet::Pops::Time::Timestamp then value.to_s
        when Puppet::Pops::Types::PResourceType, Puppet::Pops::Types::PClassType then value.to_resource
        when :undef then nil
        else value
        end
      end

      def self.result(value)
        case value
        when :undef then nil
        when Array then value.map { |item| result(item) }
        when Hash then value.map { |key, item| [result(key), result(item)] }.to_h
        else value
        end
      end
    end

    @loaded = {}
    @defined = []

    def self.define(name, function)
      @last = function
      @defined << name.to_s
      @loaded[name.to_s] = function
    end

    # Loads the file of a function; returns its signatures, and the names of all functions that the file defines.
    def self.load(file, name)
      add_libraries(file)
      Pprepl.prepare(file)
      @last = nil
      @defined = []
      Kernel.load(file)
      function = @loaded[name] || @last
      raise ArgumentError, "#{file} defines no function" if function.nil?
      @loaded[name] = function
      function.describe.merge('defines' => @defined)
    end

    # Returns the result, and the arguments that the function changed in place with their positions.
    def self.call(message)
      block = message['block'] && Values.decode(message['block'])
      sent = message['args']
      args = Values.decode(sent)
      result = Values.encode(@loaded.fetch(message['name']).call(message, args.dup, block))
      changed = sent.each_index.reject { |at| Values.same?(sent[at], args[at]) }
      [result, changed.map { |at| [at, Values.encode(args[at])] }]
    end

    # Adds the `lib` directories of the modules beside the one that has this file.
    def self.add_libraries(file)
      lib = file[%r{\A(.*/lib)/puppet/}, 1]
      return if lib.nil? || $LOAD_PATH.include?(lib)
      root = File.dirname(lib, 2) rescue File.dirname(File.dirname(lib))
      libraries = [lib] + (Dir.glob(File.join(root, '*/lib')).sort - [lib])
      Pprepl::LIBRARIES.concat(libraries)
      $LOAD_PATH.concat(libraries)
    end
  end

  LIBRARIES = []

  # Prepares for a file of a module.
  def self.prepare(_file)
  end
end
