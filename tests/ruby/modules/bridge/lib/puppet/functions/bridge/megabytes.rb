Puppet::Functions.create_function(:'bridge::megabytes') do
  def megabytes(count)
    'x' * (count << 20)
  end
end
