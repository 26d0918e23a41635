# Without a dispatch: the parameters are those of the method.
Puppet::Functions.create_function(:'bridge::any') do
  def any(a, b = 'default', *rest)
    [a, b, rest]
  end
end
