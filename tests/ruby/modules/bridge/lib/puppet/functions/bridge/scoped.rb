Puppet::Functions.create_function(:'bridge::scoped', Puppet::Functions::InternalFunction) do
  dispatch :it do
    scope_param
    param 'String', :name
  end

  def it(scope, name)
    scope[name]
  end
end
