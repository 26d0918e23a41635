# Ruby code may rescue an error of the evaluator.
Puppet::Functions.create_function(:'bridge::rescues') do
  def rescues(name)
    call_function(name)
  rescue StandardError => error
    "rescued: #{error.message}"
  end
end
