Puppet::Functions.create_function(:'bridge::prints') do
  def prints
    puts 'to stdout'
    STDOUT.puts "\e[31mred\e[0m"
    $stderr.puts 'to stderr'
    system('echo from a program')
    print 'no newline'
    'done'
  end
end
