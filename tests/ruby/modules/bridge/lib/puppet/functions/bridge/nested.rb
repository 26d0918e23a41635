# Ruby calls Puppet, which calls Ruby, and so on.
Puppet::Functions.create_function(:'bridge::nested') do
  dispatch :it do
    param 'Integer', :depth
  end

  def it(depth)
    depth.zero? ? ['bottom'] : [depth] + call_function('bridge::down', depth - 1)
  end
end
