require 'puppet_x/bridge_words'
require 'puppet/util'
require 'digest/sha1'

Puppet::Functions.create_function(:'bridge::library') do
  def library(text)
    [PuppetX::BridgeWords.loud(text), Digest::SHA1.hexdigest(text)[0, 8]]
  end
end
