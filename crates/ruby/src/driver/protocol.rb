# The protocol: JSON lines with pprepl, limits, and the loop that serves requests.
require 'json'

module Pprepl
  SETUP = JSON.parse(ARGV.shift)
  REQUESTS = STDIN.dup
  REPLIES = STDOUT.dup
  STDIN.reopen(File::NULL)
  STDOUT.reopen(STDERR)
  STDOUT.sync = true
  REPLIES.sync = true
  REQUESTS.set_encoding('UTF-8')

  # Raised in foreign code for an error of the evaluator; `id` names the error there.
  module Raised
    attr_accessor :pprepl_id
  end

  # Control flow of the evaluator (`break`, a cancellation), which foreign code must not rescue.
  class Unwound < Exception
    include Raised
  end

  # A value that Puppet does not have.
  class NotAValue < StandardError; end

  def self.limit(kind, value)
    return if value.nil?
    number = Process.const_get("RLIMIT_#{kind}")
    hard = Process.getrlimit(number)[1]
    value = hard if hard != Process::RLIM_INFINITY && hard < value
    Process.setrlimit(number, value, value)
  rescue NameError, ArgumentError, NotImplementedError, SystemCallError
    nil
  end

  def self.apply_limits
    limit(:CORE, 0)
    limit(:AS, SETUP['memory'])
    limit(:FSIZE, SETUP['file_size'])
  end

  # Allows the processor time of one call.
  def self.allow_time
    used = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID).ceil
    hard = Process.getrlimit(Process::RLIMIT_CPU)[1]
    Process.setrlimit(Process::RLIMIT_CPU, [used + SETUP['seconds'], hard].min, hard)
  rescue NameError, ArgumentError, NotImplementedError, SystemCallError
    nil
  end

  # Ends this process when pprepl is gone, also while foreign code loops.
  def self.watch_parent
    parent = SETUP['parent']
    Thread.new do
      Thread.current.report_on_exception = false
      sleep 1 while Process.ppid == parent
      exit!(70)
    end
  end

  def self.write(message)
    REPLIES.write(JSON.generate(message, max_nesting: 0) + "\n")
  end

  def self.read
    line = REQUESTS.gets
    exit!(0) if line.nil?
    JSON.parse(line, max_nesting: 0)
  end

  # Asks the evaluator and serves its requests until it answers.
  def self.ask(question)
    write(question)
    loop do
      message = read
      return Values.decode(message['value']) if message.key?('value')
      raise_from(message['raise']) if message.key?('raise')
      serve(message)
    end
  end

  def self.raise_from(found)
    error = found['unwinds'] ? Unwound.new(found['message']) : Puppet::ParseError.new(found['message'])
    error.extend(Raised)
    error.pprepl_id = found['id']
    raise error
  end

  def self.serve(message)
    allow_time if message['mark']
    write('done' => run(message))
  rescue Exception => error
    write('failed' => describe(error))
  ensure
    mark_output if message['mark']
  end

  # Ends the output of a call on the other pipe, so that pprepl knows that it has read all of it.
  def self.mark_output
    $stdout.flush
    $stderr.flush
    STDERR.syswrite("\0mark\n")
  rescue SystemCallError, IOError
    nil
  end

  def self.run(message)
    case message['do']
    when 'load' then Functions.load(message['file'], message['name'])
    when 'call' then Functions.call(message)
    when 'yield' then Values.encode(Blocks.call(message['block'], Values.decode(message['args'])))
    when 'render' then Values.encode(Templates.render(message))
    when 'title' then Values.encode(ResourceTypes.attributes(message['file'], message['name'], message['title']))
    when 'program' then Values.encode(Programs.run(message['command']))
    else raise ArgumentError, "unknown request #{message['do']}"
    end
  end

  MOST_TEXT = 4000

  def self.describe(error)
    suggest if error.is_a?(KeyError) || error.is_a?(LoadError)
    text = error.message.to_s.dup.force_encoding('UTF-8').scrub
    text = text.lines.first.to_s.chomp if error.is_a?(NameError)
    found = { 'message' => text[0, MOST_TEXT], 'class' => error.class.name || 'an error' }
    found['id'] = error.pprepl_id if error.is_a?(Raised)
    found['at'] = place(error)
    found
  end

  # Loads what adds "Did you mean?" to a message.
  def self.suggest
    require 'did_you_mean'
  rescue LoadError
    nil
  end

  # Returns `FILE:LINE` of the innermost line of foreign code.
  def self.place(error)
    lines = (error.backtrace || []).reject { |line| line.start_with?('-e:', '<internal') }
    own = lines.find { |line| !line.include?('/lib/ruby/') } || lines.first
    own && own[/\A(.*?:\d+)/, 1]
  end

  # Serves requests until pprepl closes the pipe.
  def self.main
    apply_limits
    watch_parent
    write('ready' => RUBY_VERSION)
    loop { serve(read) }
  end

  # Blocks of foreign code that the evaluator may call.
  module Blocks
    @blocks = {}
    @next = 0

    # Keeps a block; returns its number, and the least and the greatest number of its arguments.
    def self.keep(block)
      @next += 1
      @blocks[@next] = block
      arity = block.arity
      arity >= 0 ? [@next, arity, arity] : [@next, -arity - 1, nil]
    end

    def self.drop(kept)
      @blocks.delete(kept.first)
    end

    def self.call(id, args)
      @blocks.fetch(id).call(*args)
    end
  end

  # Programs that `generate` names.
  module Programs
    def self.run(command)
      output = Dir.chdir(File.dirname(command.first)) { IO.popen(command, &:read) }
      status = $?
      return output if status.success?
      raise Puppet::ParseError, "Failed to execute generator #{command.first}: it ended with #{status.exitstatus || status.termsig}"
    rescue SystemCallError => error
      raise Puppet::ParseError, "Failed to execute generator #{command.first}: #{error.message}"
    end
  end
end
