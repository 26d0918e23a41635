Puppet::Functions.create_function(:'bridge::raw_bytes') do
  def raw_bytes
    "\xFF\xFE".b
  end
end
