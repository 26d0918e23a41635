# More constants of Puppet that code of modules uses.
module Puppet
  class MissingCommand < Error; end

  # The version is asked for when code needs it.
  def self.const_missing(name)
    name == :PUPPETVERSION ? const_set(name, version) : super
  end

  RunMode = Struct.new(:name) do
    def server?
      name == :server
    end
    alias_method :master?, :server?

    def user?
      name == :user
    end

    def agent?
      name == :agent
    end
  end

  def self.run_mode
    @run_mode ||= RunMode.new(:user)
  end

  module DataBinding
    class Error < Puppet::Error; end
    class LookupError < Puppet::PreformattedError; end
    class RecursiveLookupError < LookupError; end
  end

  module Util
    module Platform
      module_function

      def windows?
        false
      end

      def solaris?
        false
      end

      def posix?
        true
      end

      def jruby?
        false
      end

      def jruby_fips?
        false
      end
    end

    module Logging
      %w[debug info notice warning err alert emerg crit].each do |level|
        define_method(level) { |*args| Puppet.public_send(level, args.join(' ')) }
      end

      def deprecation_warning(message, key = nil)
        Puppet.deprecation_warning(message, key)
      end
    end
    extend Logging

    module Yaml
      YamlLoadError = Class.new(Puppet::Error)

      module_function

      def safe_load(text, allowed = [], _name = nil)
        found = ::YAML.safe_load(text, permitted_classes: allowed, aliases: true)
        found == false ? {} : found
      rescue ::Psych::Exception => error
        raise YamlLoadError, "#{error.message}"
      end

      def safe_load_file(file, allowed = [])
        safe_load(File.read(file, encoding: 'UTF-8'), allowed, file)
      end

      def dump(value, file)
        File.write(file, ::YAML.dump(value))
      end
    end

    module Tagging; end
    module Warnings; end
    module Checksums; end

    module_function

    def symbolizehash(hash)
      hash.transform_keys { |key| key.is_a?(Symbol) ? key : key.to_s.to_sym }
    end

    def uri_encode(text, _options = {})
      ::URI.encode_www_form_component(text).gsub('+', '%20').gsub('%2F', '/').gsub('%3A', ':')
    end

    def path_to_uri(path)
      ::URI.parse("file://#{uri_encode(path)}")
    end
  end

  module FileSystem
    module_function

    def pathname(path)
      Pathname.new(path)
    end

    def basename_string(path)
      File.basename(path)
    end

    def dir_string(path)
      File.dirname(path)
    end

    def symlink?(path)
      File.symlink?(path)
    end

    def directory?(path)
      File.directory?(path)
    end

    def file?(path)
      File.file?(path)
    end
  end

  module Pops
    module PuppetStack
      def self.top_of_stack
        []
      end
    end

    module Utils
      module_function

      def to_n(value)
        return value if value.is_a?(Numeric)
        Integer(value.to_s, exception: false) || Float(value.to_s, exception: false)
      end

      def is_numeric?(value)
        !to_n(value).nil?
      end
    end

    module Types
      class PAnyType
        # A type without parameters.
        def self.const_missing(name)
          name == :DEFAULT ? const_set(name, new(to_s[/P(\w+)Type\z/, 1])) : super
        end
      end

      module TypeAsserter
        def self.assert_instance_of(subject, type, value, nil_ok = false)
          return value if value.nil? && nil_ok
          Pprepl.call('assert_type', [type, value])
        rescue Puppet::Error => error
          raise error if error.is_a?(Pprepl::Unwound)
          raise Puppet::ParseError, "#{subject.respond_to?(:call) ? subject.call : subject} #{error.message}"
        end
      end

      module StringConverter
        def self.convert(value, format = nil)
          PStringType::DEFAULT.create(*(format.nil? || format == :default ? [value] : [value, format]))
        end

        def self.singleton
          self
        end
      end

      # `array_of(string)`, `enum('a', 'b')`, `integer` and so on.
      module TypeFactory
        class << self
          def hash_of(value = nil, key = nil)
            made('Hash', [key || made('Scalar', []), value || made('Data', [])])
          end

          def hash_of_data
            made('Hash', [made('String', []), made('Data', [])])
          end
          alias hash_kv hash_of

          def array_of_data
            made('Array', [made('Data', [])])
          end

          def array_of(type)
            made('Array', [type])
          end

          def range(from, to)
            made('Integer', [from, to])
          end

          def method_missing(name, *args)
            made(name.to_s.split('_').map(&:capitalize).join, args)
          end

          def respond_to_missing?(*)
            true
          end

          private

          def made(name, args)
            args = args.map { |arg| text(arg) }.join(', ')
            Pprepl.ask('ask' => 'type', 'type' => args.empty? ? name : "#{name}[#{args}]")
          end

          def text(arg)
            case arg
            when nil, :default then 'default'
            when String then "'#{arg.gsub(/['\\]/) { |sign| "\\#{sign}" }}'"
            when Regexp then "/#{arg.source}/"
            else arg.to_s
            end
          end
        end
      end
    end

    module Lookup
      # What a search needs; the evaluator keeps all of it.
      class Invocation
        attr_reader :scope, :override_values, :default_values

        def initialize(scope, overrides = {}, defaults = {}, *_rest)
          @scope = scope
          @override_values = overrides
          @default_values = defaults
        end
      end

      def self.lookup(name, type, default, has_default, merge, invocation)
        options = { 'value_type' => type, 'merge' => merge, 'override' => invocation.override_values,
                    'default_values_hash' => invocation.default_values }
        options['default_value'] = default if has_default
        Pprepl.call('lookup', [name, options.reject { |_, value| value.nil? || value == {} }])
      end
    end
  end
end

module Facter
  def self.version
    value('facterversion') || '4.5.0'
  end
end
