Puppet::Functions.create_function(:'bridge::exits') do
  def exits
    exit(4)
  end
end
