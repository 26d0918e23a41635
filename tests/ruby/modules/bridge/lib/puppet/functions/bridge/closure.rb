Puppet::Functions.create_function(:'bridge::closure') do
  def closure(name)
    [closure_scope[name], closure_scope.lookupvar("::#{name}"), closure_scope.include?(name)]
  end
end
