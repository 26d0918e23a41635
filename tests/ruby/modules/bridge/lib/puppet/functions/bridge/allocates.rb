Puppet::Functions.create_function(:'bridge::allocates') do
  def allocates
    ('x' * (1 << 30)).length
  end
end
