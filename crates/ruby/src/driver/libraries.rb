# The libraries that every process of Puppet has loaded. Here the first use of a constant or method loads its library, so
# that a process that needs none starts as fast as without them.
module Pprepl
  module Libraries
    CONSTANTS = {
      'base64' => %i[Base64], 'benchmark' => %i[Benchmark], 'cgi/util' => %i[CGI], 'concurrent' => %i[Concurrent],
      'date' => %i[Date DateTime], 'deep_merge' => %i[DeepMerge], 'delegate' => %i[Delegator SimpleDelegator],
      'did_you_mean' => %i[DidYouMean], 'digest' => %i[Digest], 'erb' => %i[ERB], 'etc' => %i[Etc],
      'fileutils' => %i[FileUtils], 'find' => %i[Find], 'forwardable' => %i[Forwardable SingleForwardable],
      'getoptlong' => %i[GetoptLong], 'hocon' => %i[Hocon], 'ipaddr' => %i[IPAddr], 'logger' => %i[Logger],
      'monitor' => %i[Monitor MonitorMixin], 'net/http' => %i[Net], 'open3' => %i[Open3], 'openssl' => %i[OpenSSL],
      'optparse' => %i[OptionParser OptParse], 'pathname' => %i[Pathname], 'psych' => %i[Psych],
      'rbconfig' => %i[RbConfig], 'resolv' => %i[Resolv], 'ripper' => %i[Ripper], 'securerandom' => %i[SecureRandom],
      'set' => %i[Set], 'singleton' => %i[Singleton],
      'socket' => %i[Addrinfo BasicSocket IPSocket Socket SocketError TCPServer TCPSocket UDPSocket UNIXServer UNIXSocket],
      'stringio' => %i[StringIO], 'strscan' => %i[StringScanner], 'syslog' => %i[Syslog], 'tempfile' => %i[Tempfile],
      'timeout' => %i[Timeout], 'tsort' => %i[TSort], 'uri' => %i[URI], 'yaml' => %i[YAML], 'zlib' => %i[Zlib]
    }.freeze

    # Methods that a library adds to classes of Ruby.
    METHODS = [
      [Object, 'yaml', %i[to_yaml]], [Enumerable, 'set', %i[to_set]], [Integer, 'openssl', %i[to_bn]],
      [Time, 'date', %i[to_date to_datetime to_time]],
      [Time, 'time', %i[httpdate iso8601 rfc2822 rfc822 xmlschema]],
      [Time.singleton_class, 'time', %i[httpdate iso8601 parse rfc2822 rfc822 strptime xmlschema zone_offset]],
      [Dir.singleton_class, 'tmpdir', %i[mktmpdir tmpdir]], [IO, 'io/wait', %i[nread ready?]]
    ].freeze

    # Functions that a library adds to all objects.
    FUNCTIONS = { 'pathname' => :Pathname, 'uri' => :URI, 'delegate' => :DelegateClass }.freeze

    def self.prepare
      CONSTANTS.each do |library, names|
        names.each { |name| Object.autoload(name, library) unless Object.const_defined?(name, false) }
      end
      METHODS.each { |owner, library, names| names.each { |name| add(owner, name, library) } }
      FUNCTIONS.each do |library, name|
        add(Object, name, library)
        Object.send(:private, name)
      end
    end

    # Adds a method that gives way to that of its library.
    def self.add(owner, name, library)
      return if owner.method_defined?(name) || owner.private_method_defined?(name)
      owner.send(:define_method, name) do |*args, &block|
        owner.send(:remove_method, name)
        require library
        __send__(name, *args, &block)
      end
      owner.send(:ruby2_keywords, name)
    end
  end

  Libraries.prepare
end

class Object
  private

  # The translations of Puppet: the texts themselves.
  def _(text)
    text
  end

  def n_(one, many, count)
    count == 1 ? one : many
  end
end
