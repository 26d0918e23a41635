Puppet::Functions.create_function(:'bridge::recursion') do
  def recursion(n = 0)
    recursion(n + 1)
  end
end
