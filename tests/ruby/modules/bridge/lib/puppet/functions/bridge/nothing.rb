Puppet::Functions.create_function(:'bridge::nothing') do
  dispatch(:it) {}

  def it
    [nil, { 'a' => nil }, :undef, :default, :word]
  end
end
