Puppet::Functions.create_function(:'bridge::factorial') do
  dispatch :it do
    param 'Integer[0]', :n
  end

  def it(n)
    (1..n).reduce(1, :*)
  end
end
