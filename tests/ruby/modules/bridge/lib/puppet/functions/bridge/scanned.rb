Puppet::Functions.create_function(:'bridge::scanned') do
  dispatch :it do
    param 'Regexp', :pattern
    param 'String', :text
  end

  def it(pattern, text)
    [text.scan(pattern), /new-#{pattern.source}/i]
  end
end
