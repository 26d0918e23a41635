Puppet::Functions.create_function(:'bridge::big') do
  dispatch :it do
    param 'Integer', :size
  end

  def it(size)
    (1..size).map { |n| { 'name' => "item #{n}", 'n' => n } }
  end
end
