Puppet::Functions.create_function(:'bridge::typed') do
  dispatch :it do
    param 'Type', :type
    param 'Any', :value
  end

  def it(type, value)
    calculator = Puppet::Pops::Types::TypeCalculator
    [calculator.instance?(type, value), calculator.infer(value), type.to_s,
     Puppet::Pops::Types::TypeParser.singleton.parse('Optional[Integer]')]
  end
end
