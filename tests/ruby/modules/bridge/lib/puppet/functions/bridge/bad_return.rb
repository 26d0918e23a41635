Puppet::Functions.create_function(:'bridge::bad_return') do
  dispatch :it do
    return_type 'Integer'
  end

  def it
    'not an integer'
  end
end
