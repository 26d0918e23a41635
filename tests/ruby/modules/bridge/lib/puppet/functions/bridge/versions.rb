Puppet::Functions.create_function(:'bridge::versions') do
  dispatch :it do
    param 'SemVer', :a
    param 'SemVer', :b
  end

  def it(a, b)
    { 'newest' => [a, b].max, 'major' => a.major, 'order' => a <=> b, 'same' => a == b }
  end
end
