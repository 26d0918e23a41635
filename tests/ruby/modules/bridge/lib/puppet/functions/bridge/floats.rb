Puppet::Functions.create_function(:'bridge::floats') do
  def floats(x)
    [x, 1.0, 0.1 + 0.2, 1e100, -0.0, 5e-324]
  end
end
