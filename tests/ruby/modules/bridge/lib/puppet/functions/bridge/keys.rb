Puppet::Functions.create_function(:'bridge::keys') do
  def keys
    { 1 => 'one', nil => 'nil', [1, 2] => { 2.5 => true }, '__ptype' => 'mine', 'a' => 1 }
  end
end
