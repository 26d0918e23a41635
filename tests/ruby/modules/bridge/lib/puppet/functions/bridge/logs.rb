Puppet::Functions.create_function(:'bridge::logs') do
  def logs
    Puppet.notice('noticed')
    Puppet.warning('warned')
    Puppet.debug { 'debugged' }
    nil
  end
end
