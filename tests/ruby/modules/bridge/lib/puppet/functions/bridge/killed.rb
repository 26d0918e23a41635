Puppet::Functions.create_function(:'bridge::killed') do
  def killed
    Process.kill('KILL', Process.pid)
    sleep
  end
end
