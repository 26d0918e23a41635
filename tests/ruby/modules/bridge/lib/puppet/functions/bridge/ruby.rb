# Evaluates code in Ruby; `scope` is the caller's.
Puppet::Functions.create_function(:'bridge::ruby', Puppet::Functions::InternalFunction) do
  dispatch :it do
    scope_param
    param 'String', :code
    repeated_param 'Any', :args
  end

  def it(scope, code, *args)
    eval(code)
  end
end
