# Values: Puppet's rich data as JSON, both ways.
module Pprepl
  module Values
    SMALL = -(2**63)..(2**63 - 1)
    DEEPEST = 120

    def self.encode(value, depth = 0)
      raise NotAValue, "the value is nested more than #{DEEPEST} levels deep" if depth > DEEPEST
      case value
      when nil, true, false then value
      when String then text(value)
      when Integer then SMALL.cover?(value) ? value : typed('Integer', value.to_s)
      when Float then typed('Float', value.to_s)
      when Symbol then symbol(value)
      when Array then value.map { |item| encode(item, depth + 1) }
      when Hash then hash(value, depth)
      when Proc, Method then value.respond_to?(:pprepl_handle) ? typed('Handle', value.pprepl_handle) : typed('Block', Blocks.keep(value))
      else other(value, depth)
      end
    end

    def self.typed(name, value)
      { '__ptype' => name, '__pvalue' => value }
    end

    def self.text(value)
      plain = String.new(value)
      plain = plain.encoding == Encoding::ASCII_8BIT ? plain.force_encoding('UTF-8') : plain.encode('UTF-8')
      raise EncodingError unless plain.valid_encoding?
      plain
    rescue EncodingError
      raise NotAValue, 'the string is not valid UTF-8; return a Binary for bytes'
    end

    def self.symbol(value)
      case value
      when :undef then nil
      when :default then { '__ptype' => 'Default' }
      else typed('Kept', [value.to_s, "Runtime[ruby, 'Symbol']", value.to_s])
      end
    end

    def self.hash(value, depth)
      if value.all? { |key, _| key.is_a?(String) && key != '__ptype' }
        return value.map { |key, item| [text(key), encode(item, depth + 1)] }.to_h
      end
      typed('Hash', value.flat_map { |key, item| [encode(key, depth + 1), encode(item, depth + 1)] })
    end

    def self.other(value, depth)
      types = Puppet::Pops::Types
      case value
      when types::PSensitiveType::Sensitive then typed('Sensitive', encode(value.unwrap, depth + 1))
      when Regexp then regexp(value)
      when types::PBinaryType::Binary then typed('Binary', value.to_s)
      when SemanticPuppet::VersionRange then typed('SemVerRange', value.to_s)
      when SemanticPuppet::Version then typed('SemVer', value.to_s)
      when Puppet::Pops::Time::Timespan then typed('Timespan', value.nsecs.to_s)
      when Puppet::Pops::Time::Timestamp then typed('Timestamp', value.nsecs.to_s)
      when Puppet::Resource then typed('Type', reference(value))
      when types::PAnyType then typed('Type', value.to_s)
      else rest(value, depth)
      end
    end

    def self.reference(value)
      "#{value.type}['#{value.title.to_s.gsub(/['\\]/) { |sign| "\\#{sign}" }}']"
    end

    def self.rest(value, depth)
      return typed('Handle', value.pprepl_handle) if value.respond_to?(:pprepl_handle)
      return typed('URI', value.to_s) if defined?(::URI::Generic) && value.is_a?(::URI::Generic)
      return encode(value.to_f, depth) if value.class.name == 'BigDecimal'
      kept(value)
    end

    @kept = []
    @places = {}.compare_by_identity

    # An object of Ruby, which Puppet's code can only pass on and print.
    def self.kept(value)
      at = @places[value] ||= @kept.push(value).length - 1
      type = value.is_a?(Module) ? "Type[Runtime[ruby, '#{value}']]" : "Runtime[ruby, '#{value.class}']"
      typed('Kept', [at, type, value.to_s.dup.force_encoding('UTF-8').scrub])
    end

    def self.keeper(kept)
      kept.is_a?(String) ? kept.to_sym : @kept[kept]
    end

    # Returns whether a value is still as it was sent.
    def self.same?(sent, value)
      return true if sent == value
      case sent
      when Array
        value.is_a?(Array) && sent.length == value.length && sent.each_index.all? { |at| same?(sent[at], value[at]) }
      when Hash
        return sent['__ptype'] != 'Hash' || decode(sent) == value if sent.key?('__ptype')
        value.is_a?(Hash) && sent.length == value.length &&
          sent.all? { |key, item| value.key?(key) && same?(item, value[key]) }
      else false
      end
    end

    def self.regexp(value)
      { '__ptype' => 'Regexp', '__pvalue' => text(value.source), 'options' => value.options }
    end

    def self.decode(value)
      case value
      when Array then value.map { |item| decode(item) }
      when Hash then value.key?('__ptype') ? rich(value) : value.transform_values { |item| decode(item) }
      else value
      end
    end

    def self.rich(value)
      inner = value['__pvalue']
      case value['__ptype']
      when 'Default' then :default
      when 'Integer' then inner.to_i
      when 'Float' then float(inner)
      when 'Hash' then inner.each_slice(2).map { |key, item| [decode(key), decode(item)] }.to_h
      when 'Sensitive' then Puppet::Pops::Types::PSensitiveType::Sensitive.new(decode(inner))
      when 'Regexp' then Regexp.new(inner)
      when 'Binary' then Puppet::Pops::Types::PBinaryType::Binary.from_base64_strict(inner)
      when 'SemVer' then SemanticPuppet::Version.parse(inner)
      when 'SemVerRange' then SemanticPuppet::VersionRange.parse(inner)
      when 'Timespan' then Puppet::Pops::Time::Timespan.new(inner.to_i)
      when 'Timestamp' then Puppet::Pops::Time::Timestamp.new(inner.to_i)
      when 'URI' then (require 'uri'; ::URI.parse(inner))
      when 'Type' then Types.make(value)
      when 'Callable' then callable(value)
      when 'Kept' then keeper(inner)
      when 'Object' then Objects.make(value)
      else raise ArgumentError, "unknown value #{value['__ptype']}"
      end
    end

    def self.float(text)
      case text
      when 'NaN' then Float::NAN
      when 'Infinity' then Float::INFINITY
      when '-Infinity' then -Float::INFINITY
      else Float(text)
      end
    end

    # A lambda of Puppet code.
    def self.callable(value)
      id = value['__pvalue']
      least, most = value['arity']
      block = lambda { |*args| Pprepl.ask('ask' => 'callable', 'id' => id, 'args' => Values.encode(args)) }
      arity = most == least ? least : -least - 1
      block.define_singleton_method(:arity) { arity } if least
      block = shaped(block, least, most) if least && respond_to?(:shaped)
      block.define_singleton_method(:pprepl_handle) { id }
      block
    end
  end

  # Objects of Puppet types, which stay in the evaluator.
  module Objects
    def self.make(value)
      return LookupContext.new(value['__pvalue']) if value['type'] == 'Puppet::LookupContext'
      Instance.new(value['__pvalue'], value['type'], Values.decode(value['attributes'] || {}))
    end

    class Instance
      attr_reader :pprepl_handle, :pprepl_type

      def initialize(handle, type, attributes)
        @pprepl_handle = handle
        @pprepl_type = type
        @attributes = attributes
      end

      def method_missing(name, *args)
        return @attributes[name.to_s] if args.empty? && @attributes.key?(name.to_s)
        super
      end

      def respond_to_missing?(name, all = false)
        @attributes.key?(name.to_s) || super
      end
    end

    # The context of a function that is a data source of Hiera.
    class LookupContext
      attr_reader :pprepl_handle

      def initialize(handle)
        @pprepl_handle = handle
      end

      def send_on(name, *args, &block)
        Pprepl.call(name, [self] + args, block)
      end

      def not_found
        send_on('not_found')
      end

      def explain
        nil
      end

      def interpolate(value)
        send_on('interpolate', value)
      end

      def cache(key, value)
        send_on('cache', key, value)
      end

      def cache_all(hash)
        send_on('cache_all', hash)
      end

      def cache_has_key(key)
        send_on('cache_has_key', key)
      end

      def cached_value(key)
        send_on('cached_value', key)
      end

      def cached_entries(&block)
        entries = send_on('cached_entries')
        block ? entries.each { |key, value| block.call(key, value) } : entries.each
      end

      def cached_file_data(path)
        text = send_on('cached_file_data', path)
        block_given? ? yield(text) : text
      end

      def environment_name
        Pprepl.variable('environment')
      end

      def module_name
        Pprepl.ask('ask' => 'attribute', 'id' => @pprepl_handle, 'name' => 'module_name')
      end
    end
  end

  def self.call(name, args, block = nil)
    id = block && Blocks.keep(block)
    ask('ask' => 'call', 'name' => name.to_s, 'args' => Values.encode(args), 'block' => id)
  ensure
    Blocks.drop(id) if id
  end

  def self.variable(name, top = false)
    ask('ask' => 'variable', 'name' => name.to_s, 'top' => top)
  end
end
