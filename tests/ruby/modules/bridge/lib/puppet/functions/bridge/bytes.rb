Puppet::Functions.create_function(:'bridge::bytes') do
  dispatch :it do
    param 'Binary', :x
  end

  def it(x)
    [x.length, x.binary_buffer.bytes, Puppet::Pops::Types::PBinaryType::Binary.from_binary_string("\x00\xFF".b)]
  end
end
