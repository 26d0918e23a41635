Puppet::Functions.create_function(:'bridge::secret') do
  dispatch :it do
    param 'Sensitive[String]', :x
  end

  def it(x)
    Puppet::Pops::Types::PSensitiveType::Sensitive.new(x.unwrap.reverse)
  end
end
