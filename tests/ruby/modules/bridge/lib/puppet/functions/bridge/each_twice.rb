Puppet::Functions.create_function(:'bridge::each_twice') do
  dispatch :it do
    param 'Array', :list
    block_param 'Callable[1, 1]', :block
  end

  def it(list)
    list.map { |item| [yield(item), yield(item)] }
  end
end
