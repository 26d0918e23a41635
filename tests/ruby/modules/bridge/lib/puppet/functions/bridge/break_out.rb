Puppet::Functions.create_function(:'bridge::break_out') do
  dispatch :it do
    param 'Array', :list
    block_param 'Callable', :block
  end

  def it(list, &block)
    list.map { |item| block.call(item) }
  end
end
