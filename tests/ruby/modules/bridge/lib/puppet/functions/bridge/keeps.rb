# Keeps a lambda beyond its call.
Puppet::Functions.create_function(:'bridge::keeps') do
  dispatch :keep do
    block_param 'Callable', :block
  end

  dispatch :use do
    param 'Integer', :x
  end

  def keep(&block)
    @kept = block
    'kept'
  end

  def use(x)
    @kept.call(x)
  end
end
