# Writes a file: a sign that Ruby ran.
File.write('/tmp/pprepl-canary-loaded', 'x') if false
Puppet::Functions.create_function(:'bridge::canary') do
  def canary(path)
    File.write(path, 'ran')
    'ran'
  end
end
