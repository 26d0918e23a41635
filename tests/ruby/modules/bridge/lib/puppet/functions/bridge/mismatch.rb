Puppet::Functions.create_function(:'bridge::mismatch') do
  dispatch :it do
    param 'Integer', :x
  end

  argument_mismatch :explain do
    param 'String', :x
  end

  def it(x)
    x
  end

  def explain(x)
    "wants a number, not the word #{x}"
  end
end
