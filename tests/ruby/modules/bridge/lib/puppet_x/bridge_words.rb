# A library of the module.
module PuppetX
  module BridgeWords
    def self.loud(text)
      text.upcase + '!'
    end
  end
end
