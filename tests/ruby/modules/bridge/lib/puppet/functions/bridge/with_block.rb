Puppet::Functions.create_function(:'bridge::with_block') do
  dispatch :it do
    param 'Any', :x
    optional_block_param 'Callable', :block
  end

  def it(x, &block)
    block.nil? ? "no block for #{x}" : [block.arity, block.call(x, 2)]
  end
end
