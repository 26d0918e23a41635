Puppet::Functions.create_function(:'bridge::times') do
  dispatch :it do
    param 'Timespan', :span
    param 'Timestamp', :stamp
  end

  def it(span, stamp)
    [span.to_i, stamp.to_i, span, stamp, Puppet::Pops::Time::Timespan.new(1_500_000_000)]
  end
end
