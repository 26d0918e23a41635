# A block of Ruby code as the lambda of a function of Puppet.
Puppet::Functions.create_function(:'bridge::map_with') do
  dispatch :it do
    param 'Array', :list
    param 'Integer', :by
  end

  def it(list, by)
    call_function('map', list) { |item| item * by }
  end
end
