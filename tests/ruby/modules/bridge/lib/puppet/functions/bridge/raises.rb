Puppet::Functions.create_function(:'bridge::raises') do
  def raises(kind)
    case kind
    when 'parse' then raise Puppet::ParseError, 'a parse error'
    when 'type' then 1 + nil
    when 'name' then nowhere
    when 'constant' then Puppet::Nowhere::Ever
    when 'throw' then throw :nothing
    when 'interrupt' then raise Interrupt, 'stop'
    when 'standard' then raise 'plain words'
    when 'load' then require 'no_such_library'
    end
  end
end
