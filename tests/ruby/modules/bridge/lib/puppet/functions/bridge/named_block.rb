Puppet::Functions.create_function(:'bridge::named_block') do
  dispatch :it do
    param 'Integer', :x
    optional_block_param :block
  end

  def it(x)
    block_given? ? yield(x) : x
  end
end
