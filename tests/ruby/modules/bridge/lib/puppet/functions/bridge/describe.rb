# What Ruby sees of a value.
Puppet::Functions.create_function(:'bridge::describe') do
  dispatch :it do
    param 'Any', :x
  end

  def it(x)
    [x.class.name, x.inspect]
  end
end
